"""Cells of crosstables and columns of results: what a player did in a round."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from chesstb.formats.cells import plain

if TYPE_CHECKING:
    from collections.abc import Iterable

GAME: Final = re.compile(r"([0-9]{1,5}) ?([wbsnz-]) ?(.{0,4})", re.IGNORECASE)
ALONE: Final = re.compile(r"- ?(1|½|1/2|0[.,]5|=|0|)|0")
"""Points without an opponent; a spreadsheet makes 0 of -0."""
MATRIX: Final = re.compile(r"([10½=+-]) ?(K?)", re.IGNORECASE)

RESULTS: Final = {
    "1": "1", "½": "=", "=": "=", "1/2": "=", "0.5": "=", "0,5": "=", "0": "0", "+": "+", "-": "-", "": "X",
    "1K": "+", "1 K": "+", "0K": "-", "0 K": "-", "*": "X",
}  # fmt: skip
"""What stands behind opponent and colour; K is a game that was not played."""
WITHOUT: Final = {"1": "U", "½": "H", "1/2": "H", "0.5": "H", "0,5": "H", "=": "H", "0": "Z", "": "Z"}
"""What stands alone."""
MIRROR: Final = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "X": "X"}


@dataclass(frozen=True)
class Played:
    """What one player did in a round: the number of the opponent (0: none), colour (or nothing), code."""

    opponent: int
    colour: str
    outcome: str


def letters_of(cells: Iterable[str]) -> dict[str, str]:
    """Return which letter means which colour on a page: ``b`` is Blancas where ``n`` is the other one.

    Examples
    --------
    >>> letters_of(["12w1", "3b0"])["b"], letters_of(["12b1", "3n0"])["b"], letters_of(["3z0"])["z"]
    ('b', 'w', 'b')
    """
    seen = {found[2].lower() for cell in cells if (found := GAME.fullmatch(plain(cell)))}
    black = "w" if "n" in seen and not seen & {"w", "s"} else "b"
    return {"w": "w", "b": black, "s": "b", "z": "b", "n": "b", "-": ""}


def played(text: str, letters: dict[str, str]) -> Played | None:
    """Read the cell of a crosstable; None where it is not one.

    Examples
    --------
    >>> letters = letters_of([])
    >>> played("105b½", letters), played(" -0", letters), played("0", letters)
    (Played(opponent=105, colour='b', outcome='='), Played(opponent=0, colour='', outcome='Z'),
     Played(opponent=0, colour='', outcome='Z'))
    >>> played("10w", letters), played("10x", letters), played("10w7", letters)
    (Played(opponent=10, colour='w', outcome='X'), None, None)
    """
    cell = plain(text)
    found = GAME.fullmatch(cell)
    if found and int(found[1]) and found[3].strip().upper() in RESULTS:
        return Played(int(found[1]), letters[found[2].lower()], RESULTS[found[3].strip().upper()])
    single = ALONE.fullmatch(cell)
    return Played(0, "", WITHOUT[single[1] or ""]) if single else None


def meetings(text: str) -> list[str] | None:
    """Read the cell of a round-robin table: a code for each game, oldest first; None where it is not one.

    Examples
    --------
    >>> meetings("½"), meetings("1 0"), meetings("1K"), meetings(""), meetings("x")
    (['='], ['1', '0'], ['+'], [], None)
    """
    cell = plain(text)
    found = list(MATRIX.finditer(cell))
    if len(found) > 8 or MATRIX.sub("", cell).strip():
        return None
    return [RESULTS[one[1] + one[2].upper()] if one[2] else RESULTS[one[1]] for one in found]


def row_of(text: str) -> str | None:
    """Read the result of a round on a player's card; behind ``-`` it stands without a colour."""
    cell = plain(text).upper()
    return RESULTS.get(cell) or RESULTS.get(cell.removeprefix("-").strip())
