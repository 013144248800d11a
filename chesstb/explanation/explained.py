"""Explanation: what was found, as a table, as text, and as HTML."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pandas as pd

from chesstb.markup import Sheet, escaped, fragment, tag, wrapped
from chesstb.text import heading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chesstb.frame import Table


@dataclass(frozen=True, eq=False, repr=False)
class Explanation:
    """Why a value is what it is, why a player is before another, or what a rule version changes.

    ``print`` shows it as text of at most 100 columns, a notebook as HTML.

    Attributes
    ----------
    title : str
        What is explained.
    event : str
        The event, and after how many rounds.
    table : pandas.DataFrame
        What it rests on; see `explain` for the columns.
    value : float or None
        The value that `standings` gives (NaN where it is undefined); of two versions what the last
        one gives less what the first one gives; None where players are compared.
    total : float or None
        The same, computed again from the table.
    shown : sequence of str or Sheet
        Sentences and tables in the order in which they are shown.
    group : pandas.DataFrame or None
        Of a group procedure the crosstable of those tied: ``player, name``, a column for each of them
        by number (points against him, games of the same pair averaged, NaN where they have not met),
        ``points, unmet, order``.
    parts : pandas.DataFrame or None
        Of rule versions: what each clause changes; see `explain`.
    notes : list of str
        What was chosen because the call left it open.
    """

    title: str
    event: str
    table: Table
    value: float | None
    total: float | None
    shown: Sequence[str | Sheet]
    group: Table | None = None
    parts: Table | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def says(self) -> list[str]:
        """The sentences, without the tables."""
        return [block for block in self.shown if isinstance(block, str)]

    def __str__(self) -> str:
        words = wrapped(self.title)
        title = heading(words) if "\n" not in words else words
        blocks = [block if isinstance(block, str) else block.text() for block in self.shown]
        lines = [f"{title}\n{wrapped(self.event)}"]
        for before, block, said in zip([None, *self.shown], self.shown, blocks, strict=False):
            together = isinstance(before, str) and isinstance(block, str)
            lines.append("" if not together else "\n")
            lines[-1] += wrapped(said) if isinstance(block, str) else said
        return _joined(lines)

    def __repr__(self) -> str:
        return str(self)

    def html(self, *, style: bool = True) -> str:
        """Return it as a fragment of HTML; without its style where a page brings that itself."""
        blocks = [tag("p", escaped(b)) if isinstance(b, str) else b.html() for b in self.shown]
        return fragment(tag("h4", escaped(self.title)), tag("p", escaped(self.event)), *blocks, style=style)

    def _repr_html_(self) -> str | None:
        """Return what a notebook shows."""
        return self.html() if pd.get_option("display.notebook_repr_html") else None


def _joined(blocks: list[str]) -> str:
    """Join blocks with an empty line between them; one that begins with a line break follows at once."""
    text = blocks[0]
    for block in blocks[1:]:
        text += block if block.startswith("\n") else f"\n\n{block}"
    return text
