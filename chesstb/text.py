"""Tables as text for a terminal: aligned, half points as ½."""

from __future__ import annotations

import math
from itertools import zip_longest
from string import ascii_uppercase
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

FRACTIONS = {0.0: "", 0.25: "¼", 0.5: "½", 0.75: "¾"}


def number(value: float) -> str:
    """Write a number as it is written on a wall chart.

    Examples
    --------
    >>> [number(v) for v in (9.5, 0.5, 0.0, 24.25, 2.67, -10.5, float("nan"), -float("inf"))]
    ['9½', '½', '0', '24¼', '2.67', '−10½', '-', '−∞']
    """
    if math.isnan(value):
        return "-"
    whole, sign = abs(value), "−" if value < 0 else ""
    if math.isinf(value):
        return f"{sign}∞"
    fraction = FRACTIONS.get(whole - math.floor(whole))
    if fraction is None:
        return sign + (f"{whole:.4g}" if whole < 10 else f"{whole:.2f}".rstrip("0").rstrip("."))
    return sign + (f"{math.floor(whole)}{fraction}" if whole >= 1 or not fraction else fraction)


WIDTH: Final = 100
"""Columns of a terminal that the text fits."""
LEAST: Final = 12
"""Columns of text are not made narrower than this."""


def table(frame: pd.DataFrame, *, wide: int = 34, width: int = WIDTH, whole: Collection[str] = ()) -> str:
    """Write a table in aligned columns: text to the left, numbers to the right.

    Parameters
    ----------
    frame : pandas.DataFrame
        What to show.
    wide : int
        Longest text of a cell; longer ones are cut and end in an ellipsis.
    width : int
        Longest line: the widest columns of text are made narrower until lines fit, and where that is
        not enough headings above numbers; what does not fit goes on in the next line.
    whole : collection of str
        Columns that keep their width as long as others can give way.
    """
    numeric = [pd.api.types.is_numeric_dtype(frame[name]) for name in frame.columns]
    turns = [1 if right else 2 * (name in whole) for name, right in zip(frame.columns, numeric, strict=True)]
    cells = [
        [
            str(name),
            *(_cell(value, 500 if name in whole else wide) for value in frame[name].to_numpy(dtype=object)),
        ]
        for name in frame.columns
    ]
    least = [_least(column) if right else LEAST for column, right in zip(cells, numeric, strict=True)]
    room = _room([max(map(len, column)) for column in cells], least, turns, width)
    rows = [
        [_lines(cell, size) for cell, size in zip(row, room, strict=True)] for row in zip(*cells, strict=True)
    ]
    return "\n".join(
        "  ".join(
            part.rjust(size) if right else part.ljust(size)
            for part, right, size in zip(line, numeric, room, strict=True)
        ).rstrip()
        for row in rows
        for line in zip_longest(*row, fillvalue="")
    )


def _lines(cell: str, size: int) -> list[str]:
    """Return a cell as lines; most fit into one as they are."""
    fits = len(cell) <= size and cell.isprintable() and cell == cell.strip()
    return [cell] if fits else wrap(cell, size) or [""]


def _least(column: list[str]) -> int:
    """Return how narrow a column of numbers can be: its heading wraps, they do not."""
    heading, *numbers = column
    words = wrap(heading, 1, break_long_words=False)
    return max(map(len, [*words, *numbers]), default=0)


def _room(sizes: list[int], least: list[int], turns: list[int], width: int) -> list[int]:
    """Return how wide each column may be: those whose turn comes first give way, the widest of them first.

    Examples
    --------
    >>> _room([5, 30, 40], [5, 12, 12], [1, 0, 0], 60)
    [5, 25, 26]
    >>> _room([9, 30, 40], [5, 12, 12], [1, 2, 0], 53)
    [7, 30, 12]
    """
    room = list(sizes)
    while sum(room) + 2 * (len(room) - 1) > width:
        able = [at for at, size in enumerate(room) if size > least[at]]
        if not able:
            break
        room[min(able, key=lambda at: (turns[at], -room[at]))] -= 1
    return room


def _cut(words: str, size: int) -> str:
    return words if len(words) <= size else words[: size - 1] + "…"


def _cell(value: Any, wide: int) -> str:
    if value is None or value is pd.NA or value is pd.NaT:
        return "-"
    if isinstance(value, float):
        return number(value)
    if isinstance(value, pd.Timestamp):
        return str(value.date())
    return _cut(str(value), wide)


def letters(names: Sequence[str], most: int) -> list[str]:
    """Return names as headings of columns; where they would take more room than that, letters.

    Examples
    --------
    >>> letters(["PTS BH", "PTS SB"], 20), letters(["PTS BH", "PTS SB"], 12)
    (['PTS BH', 'PTS SB'], ['A', 'B'])
    """
    if sum(len(name) + 2 for name in names) <= most:
        return list(names)
    alphabet = ascii_uppercase if len(names) <= len(ascii_uppercase) else map(str, range(1, len(names) + 1))
    return [letter for letter, _ in zip(alphabet, names, strict=False)]


def heading(words: str) -> str:
    """Underline a heading."""
    return f"{words}\n{'-' * len(words)}"


def paragraphs(parts: Iterable[str]) -> str:
    """Join blocks with an empty line between them."""
    return "\n\n".join(parts)
