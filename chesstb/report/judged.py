"""One event, judged: its criteria, its version, and the versions that it is compared with."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pandas as pd

from chesstb import rules as rulebook
from chesstb.comparison import compare
from chesstb.errors import RuleError
from chesstb.plot import style
from chesstb.rules import ROUND_ROBIN_SYSTEMS, RuleVersion
from chesstb.rules.vocabulary import SECTIONS
from chesstb.selection import Call, settle, tiebreak_of
from chesstb.standing import standings

if TYPE_CHECKING:
    from chesstb.comparison import Comparison
    from chesstb.selection import By, Rules
    from chesstb.tables import History


@dataclass(frozen=True, eq=False)
class Judged:
    """What the sections of a page are written from.

    Attributes
    ----------
    event : History
        One event.
    number : int
        Its place on the page, from 1; begins the ids of its sections.
    call : Call
        Criteria and version.
    standings : pandas.DataFrame
        Of `chesstb.standings`.
    compared : Comparison or None
        Of `chesstb.compare`, its own version first; None where there is no other.
    first : int
        Places that are explained at length.
    """

    event: History
    number: int
    call: Call
    standings: pd.DataFrame
    compared: Comparison | None
    first: int

    @property
    def version(self) -> RuleVersion:
        """The version that the event is judged by."""
        found: RuleVersion = self.call.versions[self.call.version_of[0]]
        return found

    @property
    def criteria(self) -> list[str]:
        """The columns of the standings that are criteria, as named there."""
        return [criterion.text for criterion in self.call.lists[self.call.list_of[0]]]

    @property
    def by(self) -> list[str]:
        """The criteria as they are asked for: a number behind a repeated one is left out."""
        return [text.partition(" (")[0] for text in self.criteria]

    @property
    def orders(self) -> set[str]:
        """Those of the criteria that are an order among the tied, and no amount."""
        return {c.text for c in self.call.lists[self.call.list_of[0]] if tiebreak_of(c).among_tied}

    @property
    def title(self) -> str:
        """The name of the event, or its key."""
        name = self.event.tournaments["name"].iloc[0]
        return self.event.events[0] if pd.isna(name) or not name else str(name)

    @cached_property
    def names(self) -> dict[Any, str]:
        """The players' names by number."""
        found: dict[Any, str] = style.names(self.event.players, longest=200).to_dict()
        return found

    def id(self, part: str = "") -> str:
        """Return the id of a section of the page."""
        return f"event-{self.number}{'-' if part else ''}{part}"


def judge(event: History, number: int, by: By, versions: list[Rules], first: int) -> Judged:
    """Return an event judged by the first version and compared with the others.

    Of one version only, the others are those of the FIDE line that admit the criteria here.
    """
    call = settle(event, by, versions[0])
    own = call.versions[call.version_of[0]]
    listed = [text.partition(" (")[0] for text in (c.text for c in call.lists[call.list_of[0]])]
    table = standings(event, by=listed, rules=own)
    others: list[Any] = [version for version in versions[1:] if rulebook.rules(version) != own]
    if len(versions) == 1:
        line = [page for page in rulebook.pages() if page.effective and page.name != own.name]
        others = [page for page in line if _admits(event, listed, page)]
    wanted = bool(others) and not table.empty
    compared = compare(event, listed, [own, *others]) if wanted else None
    return Judged(event, number, call, table, compared, first)


def _admits(event: History, by: list[str], page: RuleVersion) -> bool:
    """Say whether a version admits a list of criteria in an event."""
    round_robin = event.tournaments["system"].iloc[0] in ROUND_ROBIN_SYSTEMS
    try:
        settle(event, by, page).asked_at(0, SECTIONS[int(round_robin)], event)
    except RuleError:
        return False
    return True
