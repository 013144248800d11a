"""Cells of crosstables: a round of a player (12w1, +3, 5=, bye), or games against one opponent (1½0)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from chesstb.formats.cells import colours, plain

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True)
class Cell:
    """A round: the opponent's number (0 for none), the colour, and the code of his result."""

    opponent: int
    colour: str
    result: str


@dataclass(frozen=True)
class Signs:
    """How a whole table writes results.

    Attributes
    ----------
    figures : bool
        Whether some result is a figure: then + and - are forfeits, and -1 is a bye of a full point.
        Else + is a win and - is a loss.
    letters : bool
        Whether results are W, D and L in front: then W12 is a win, and not White against 12.
    levels : tuple of str
        The figures for win, draw and loss.
    colours : tuple of pairs
        What letters of colours mean where b is White (Blancas, Blancs, Bianco).
    """

    figures: bool
    letters: bool
    levels: tuple[str, str, str] = ("1", "½", "0")
    colours: tuple[tuple[str, str], ...] = ()


_RESULT: Final = r"(?P<result>[0-9]|½|0?[.,]5|1/2|[+=*-]|[wdl](?![0-9]))"
_BEHIND: Final = re.compile(
    rf"(?P<number>[0-9]{{1,5}}) ?(?P<colour>[wbsnz]) ?{_RESULT}?(?P<forfeit> ?(?:ff?|k|\(f\)))?"
)
_BEFORE: Final = re.compile(
    rf"(?P<colour>[wbsnz]) ?(?P<number>[0-9]{{1,5}})(?:[ :/]{_RESULT}| ?(?P<sign>[+=½-]))?"
    r"(?P<forfeit> ?(?:ff?|k))?"
)
_PLAIN: Final = re.compile(rf"(?P<number>[0-9]{{1,5}})(?: |:)(?:{_RESULT}|\*)(?P<forfeit> ?(?:ff?|k))?")
_SIGN_BEHIND: Final = re.compile(r"(?P<number>[0-9]{1,5}) ?(?P<result>[+=½-])")
_SIGN_BEFORE: Final = re.compile(r"(?P<result>[+=½-]) ?(?P<number>[0-9]{1,5}) ?(?P<colour>[wbs])?")
_LETTER: Final = re.compile(r"(?P<result>[wdl]) ?(?P<number>[0-9]{1,5}) ?(?P<colour>[wb])?")
_SLASH: Final = re.compile(r"(?P<result>[0-9]|½) ?/ ?(?P<number>[0-9]{1,5}) ?(?P<colour>[wbsnz])")

_ALONE: Final = {
    "bye": "U", "bye1": "U", "bye 1": "U", "1 bye": "U", "+bye": "U", "+ bye": "U", "u": "U",
    "spielfrei": "U", "frei": "U", "exempt": "U", "free": "U",
    "1": "U", "1.0": "U", "+": "U", "+0": "U", "--1": "U",
    "full bye": "F", "f": "F",
    "bye½": "H", "½ bye": "H", "½bye": "H", "bye ½": "H", "half bye": "H", "hbye": "H", "bye=": "H",
    "h---": "H", "h--": "H", "b": "U", "b---": "U", "b--": "U",
    "=bye": "H", "= bye": "H", "h": "H", "½": "H", "0.5": "H", "0,5": "H", "1/2": "H", "=": "H", "=0": "H",
    "-½": "H", "-=": "H", "-0.5": "H", "-0,5": "H", "--½": "H",
    "bye0": "Z", "bye 0": "Z", "zero bye": "Z", "-bye": "Z", "- bye": "Z", "absent": "Z", "not paired": "Z",
    "out": "Z", "wd": "Z", "withdrawn": "Z", "z": "Z", "0w0": "Z", "0b0": "Z", "zwz": "Z", "0": "Z",
    "-": "Z", "--": "Z", "---": "Z", "-0": "Z", "--0": "Z",
}  # fmt: skip
"""Cells of a round without an opponent."""
_FULL: Final = "-1"
_COLOURS: Final = {"w": "w", "b": "b", "s": "b", "n": "b", "z": "b", "": ""}
_SAME: Final = {"0.5": "½", ".5": "½", "0,5": "½", ",5": "½", "1/2": "½", "=": "½"}
BLANK: Final = frozenset({"", ".", "...", "..", "_", "·", "n/a"})


def spelled(text: str) -> str:
    """Return a cell in the one spelling that is looked up."""
    cell = plain(text).lower()
    if "(" in cell or ")" in cell:
        cell = " ".join(cell.replace("(", " ").replace(")", " ").split())
    return cell.replace("draw", "=")


def signs_of(cells: Iterable[str]) -> Signs | None:
    """Return how a table writes results, or None where its figures are no results.

    Examples
    --------
    >>> signs_of(["12w1", "3b½"]), signs_of(["+3", "5="]).figures, signs_of(["W3", "D5"]).letters
    (Signs(figures=True, letters=False, levels=('1', '½', '0'), colours=()), False, True)
    >>> signs_of(["12w2", "3b0"]).levels, signs_of(["1w4", "2b2", "3w1", "4b0"])
    (('2', '1', '0'), None)
    """
    found = [spelled(cell) for cell in dict.fromkeys(cells)]
    letters = any(re.fullmatch(r"[dl] ?[0-9]{1,5} ?[wb]?", cell) for cell in found)
    figures = set()
    seen = set()
    for cell in found:
        for pattern in (_SLASH, _BEHIND, _BEFORE, _PLAIN):
            if match := pattern.fullmatch(cell):
                seen.add(match.groupdict().get("colour") or "")
                result = match["result"] or ""
                figures.add(_SAME.get(result, result) if result != "=" else "=")
                break
    figures &= {"½", *"0123456789"}
    means = colours(seen)
    other = tuple(means.items()) if means.get("b") == "w" else ()
    if figures <= {"1", "½", "0"}:
        return Signs(bool(figures), letters, colours=other)
    for high, middle in (("2", "1"), ("3", "1")):
        if figures <= {high, middle, "0"}:
            return Signs(True, letters, (high, middle, "0"), other)
    return None


def read_cell(text: str, signs: Signs) -> Cell | None:
    """Read the cell of a round; None where it is no such cell.

    Examples
    --------
    >>> figures, plus = Signs(True, False), Signs(False, False)
    >>> read_cell("12w1", figures), read_cell("w12 ½", figures)
    (Cell(opponent=12, colour='w', result='1'), Cell(opponent=12, colour='w', result='='))
    >>> [read_cell(t, plus).result for t in ("+3", "5=", "−7")], read_cell("12w−", figures).result
    (['1', '=', '0'], '-')
    >>> [read_cell(t, figures).result for t in ("-1", "-½", "bye", "H", "12w1F", "12b")]
    ['U', 'H', 'U', 'H', '+', 'X']
    >>> read_cell("W3", Signs(False, True)), read_cell("-1", plus).opponent, read_cell("x9", plus)
    (Cell(opponent=3, colour='', result='1'), 1, None)
    """
    cell = spelled(text)
    if cell in _ALONE:
        return Cell(0, "", _ALONE[cell])
    if cell == _FULL and signs.figures:
        return Cell(0, "", "U")
    patterns = [_SLASH, _BEHIND, _PLAIN, _SIGN_BEHIND, _SIGN_BEFORE]
    patterns.insert(0 if signs.letters else 3, _LETTER if signs.letters else _BEFORE)
    for pattern in patterns:
        match = pattern.fullmatch(cell)
        if match and int(match["number"]):
            parts = match.groupdict()
            written = parts.get("result") or parts.get("sign") or ""
            code = _code(written, signs, forfeit=bool(parts.get("forfeit")))
            colour = (_COLOURS | dict(signs.colours))[parts.get("colour") or ""]
            return Cell(int(match["number"]), colour, code) if code else None
    return None


def _code(written: str, signs: Signs, *, forfeit: bool) -> str:
    """Return the code of a result that was played against an opponent."""
    if written in ("", "*"):
        return "X"
    win, draw, loss = signs.levels
    written = _SAME.get(written, written)
    code = {win: "1", draw: "=", loss: "0", "½": "="}.get(written, "")
    if written in "wdl":
        code = {"w": "1", "d": "=", "l": "0"}[written] if signs.letters else written.upper()
    if written in "+-":
        code = written if signs.figures or forfeit else {"+": "1", "-": "0"}[written]
    return {"1": "+", "0": "-"}.get(code, code) if forfeit else code


# ---------------------------------------------------------------- matrices

DIAGONAL: Final = frozenset(
    {"x", "xx", "xxx", "*", "**", "***", "■", "█", "▓", "●", "#", "\\", "-", "--", "---", "×", "0"}
)
_GAMES: Final = re.compile(r"(?:(?:0?[.,]5|1/2|[10½=+-]|[wdl])[ ,;|/]?){1,12}")
_ONE_GAME: Final = re.compile(r"0?[.,]5|1/2|[10½=+wdl-]")


def read_games(text: str, *, figures: bool) -> list[str] | None:
    """Read the games of a player against one opponent, as codes; None where it is no such cell.

    Examples
    --------
    >>> read_games("1½0", figures=True), read_games("½ 1", figures=True), read_games("0.5", figures=True)
    (['1', '=', '0'], ['=', '1'], ['='])
    >>> read_games("+", figures=True), read_games("+", figures=False), read_games("1.5", figures=True)
    (['+'], ['1'], None)
    """
    cell = spelled(text)
    if cell in BLANK:
        return []
    if not _GAMES.fullmatch(cell) or re.search(r"[1-9]\.5|[1-9],5", cell):
        return None
    signs = Signs(figures, letters=True)
    return [_code(match[0], signs, forfeit=False) for match in _ONE_GAME.finditer(cell)]
