"""What the cells of one game, or of one player's round, mean as codes of outcomes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from chesstb.formats import cells
from chesstb.outcomes import CODES

NOBODY: Final = frozenset(
    {
        "", "-", "--", "bye", "bye.", "(bye)", "half bye", "1/2 bye", "half-point bye", "full-point bye",
        "full bye", "zero bye", "zero-point bye", "free", "none", "nobody", "no opponent", "not paired",
        "unpaired", "absent", "spielfrei", "nicht ausgelost", "exempt", "riposo", "volno", "pauza", "nan",
        "0",
    }
)  # fmt: skip
"""What stands in the place of an opponent where there is none."""

ABSENT: Final = frozenset(
    {"not paired", "unpaired", "absent", "nicht ausgelost", "zero bye", "zero-point bye"}
)
HALF: Final = frozenset({"half bye", "1/2 bye", "half-point bye", "bye½", "bye1/2"})
FULL: Final = frozenset({"full-point bye", "full bye"})
ALONE: Final = {1.0: "U", 0.5: "H", 0.0: "Z"}


@dataclass(frozen=True)
class Side:
    """One player's code and the points that the source gives; whether a cell was not understood."""

    code: str
    points: float | None = None
    known: bool = True


def is_nobody(text: str) -> bool:
    """Say whether the cell of an opponent names none.

    Examples
    --------
    >>> is_nobody("BYE"), is_nobody("Byer, Ann")
    (True, False)
    """
    return cells.plain(text).lower() in NOBODY


def bye(found: str, value: float | None, *words: str) -> Side:
    """Return the code of a round without opponent, by what was written for it.

    Examples
    --------
    >>> bye("1", None, "bye"), bye("", 0.5, "bye"), bye("", None, "not paired").code, bye("", None, "").known
    (Side(code='U', points=None, known=True), Side(code='H', points=0.5, known=True), 'Z', True)
    """
    if found in ("U", "F", "H", "Z"):
        return Side(found, value)
    said = {cells.plain(word).lower() for word in words}
    if value is None:
        value = {"1": 1.0, "+": 1.0, "=": 0.5, "0": 0.0, "-": 0.0}.get(found)
    if said & FULL:
        return Side("F", value)
    if said & HALF:
        return Side("H", value)
    if value is None:
        return Side("Z" if said & ABSENT or not any("bye" in word for word in said) else "U")
    return Side(ALONE.get(value, "U"), None if found else value)


def game_codes(result: str, white: str, black: str, kind: str, *, usual: bool) -> tuple[Side, Side]:
    """Return the codes of both sides of a game.

    Parameters
    ----------
    result : str
        The result of the game, where one column holds it.
    white, black : str
        The result or the points of each side, where each has a column.
    kind : str
        What another column says of the game: played, forfeit, pending.
    usual : bool
        Whether points are 1, ½ and 0; of others the higher wins, and they are kept.

    Examples
    --------
    >>> game_codes("½-½", "", "", "", usual=True)
    (Side(code='=', points=None, known=True), Side(code='=', points=None, known=True))
    >>> [side.code for side in game_codes("", "1.0", "0.0", "forfeit", usual=True)]
    ['+', '-']
    >>> game_codes("", "3", "0", "", usual=False)[0]
    Side(code='1', points=3.0, known=True)
    """
    word = cells.plain(kind).lower()
    if any(part in word for part in ("pending", "unfinished", "ongoing", "in progress", "not started")):
        return Side("X"), Side("X")
    both: tuple[Side, Side] | None
    if cells.plain(result):
        read = cells.game(result)
        both = (Side(read[0]), Side(read[1])) if read else None
    elif cells.plain(white) or cells.plain(black):
        both = _by_sides(white, black, usual=usual)
    else:
        return Side("X"), Side("X")
    if both is None:
        return Side("X", known=False), Side("X", known=False)
    if any(part in word for part in ("forfeit", "walkover", "no show", "no-show")) or word in (
        "wo",
        "ff",
    ):
        forfeits = {"1": "+", "0": "-", "+": "+", "-": "-"}
        mine, theirs = (forfeits.get(side.code) for side in both)
        if mine is None or theirs is None:
            return Side("X", known=False), Side("X", known=False)
        return Side(mine, both[0].points), Side(theirs, both[1].points)
    return both


def _by_sides(white: str, black: str, *, usual: bool) -> tuple[Side, Side] | None:
    mine, theirs = cells.points(white), cells.points(black)
    if not usual and mine is not None and theirs is not None:
        codes = ("=", "=") if mine == theirs and mine > 0 else ("0", "0") if mine == theirs else None
        codes = codes or (("1", "0") if mine > theirs else ("0", "1"))
        return Side(codes[0], mine), Side(codes[1], theirs)
    if not cells.plain(white) or not cells.plain(black):
        read = cells.game(white) if cells.plain(white) else _turned(cells.game(black))
    else:
        mine_code, theirs_code = cells.outcome(white) or "", cells.outcome(black) or ""
        read = ("X", "X") if mine_code == theirs_code == "X" else cells.game(f"{mine_code}-{theirs_code}")
    return (Side(read[0]), Side(read[1])) if read else None


def _turned(codes: tuple[str, str] | None) -> tuple[str, str] | None:
    return (codes[1], codes[0]) if codes else None


def round_code(outcome: str, result: str, points: str, colour: str, levels: tuple[float, ...]) -> Side:
    """Return the code of a player who has an opponent.

    Parameters
    ----------
    outcome : str
        A code of `chesstb.outcomes`, where a column holds codes.
    result : str
        The result in his view, or of the game.
    points : str
        The points of the round.
    colour : str
        The player's colour.
    levels : tuple of float
        What is paid for win, draw and loss, where only points are given.

    Examples
    --------
    >>> round_code("W", "", "", "w", (1, 0.5, 0)).code, round_code("", "1-0", "", "b", (1, 0.5, 0)).code
    ('W', '0')
    >>> round_code("", "", "2", "", (2, 1, 0)), round_code("", "x-y", "", "", (1, 0.5, 0)).known
    (Side(code='1', points=2.0, known=True), False)
    """
    value = cells.points(points)
    if cells.plain(outcome):
        code = cells.plain(outcome).upper().removesuffix(".0")
        code = code if code in CODES else cells.outcome(outcome) or ""
        return Side(code or "X", value, known=bool(code))
    if cells.plain(result):
        code = cells.outcome(result) or ""
        both = None if code else cells.game(result)
        if both:
            code = both[1] if colour == "b" else both[0]
        return Side(code or "X", value, known=bool(code))
    if value is None:
        return Side("X", known=not cells.plain(points))
    if value not in levels:
        return Side("X", value, known=False)
    return Side("1=0"[levels.index(value)], None if levels == (1, 0.5, 0) else value)
