"""What the cells of Papi stand for: colour, opponent and result of a player in a round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from chesstb.errors import ChesstbError
from chesstb.names import criterion
from chesstb.outcomes import BY_CODE

if TYPE_CHECKING:
    from chesstb.formats.notes import Place
    from chesstb.formats.one_event import OneEvent

COLOURS: Final = {"B": "w", "N": "b"}
"""Blancs, noirs."""
GAMES: Final = {0: "X", 1: "0", 2: "=", 3: "1", 4: "-", 5: "-", 6: "+", 11: "L", 12: "D", 13: "W"}
BYES: Final = {0: "Z", 2: "H", 6: "F", 7: "Z", 8: "H", 9: "U", 10: "F"}
MOST_ROUNDS: Final = 24
ROUND_ROBIN: Final = {"toutesrondes", "roundrobin", "round-robin", "round robin", "berger"}
SWISS: Final = {"suisse", "swiss"}
THREE_POINTS: Final = {"3", "OUI"}
_EXPECTED: Final = "B, N, R or F and a result from 0 to 14"


@dataclass(frozen=True)
class Cell:
    """What a player did in a round, as the file has it; ``opponent`` is None for none."""

    at: Place
    player: int
    round: int
    colour: str
    opponent: int | None
    result: int | None


def add_cells(event: OneEvent, cells: list[Cell]) -> None:
    """Add all cells of an event.

    Who was not paired in a round that was played was absent; in a round robin the free round is none.
    Byes that players asked for in rounds that are not paired yet are left out, and said.

    Raises
    ------
    FormatError
        In strict reading: a cell means nothing.
    """
    robin = event.tournament.get("system") == "round-robin"
    read = [(cell, *_meaning(event, cell, robin=robin)) for cell in cells]
    played = [
        cell.round for cell, code, _ in read if code != "X" and code in BY_CODE and BY_CODE[code].paired
    ]
    last = max(played, default=0)
    paired = max((cell.round for cell, code, opponent in read if opponent or code == "U"), default=0)
    for cell, code, opponent in read:
        if code == "free":
            continue
        if code and cell.round > paired:
            event.not_paired_yet(cell.at, cell.player, cell.round, code)
            continue
        if not code and (cell.round > last or robin):
            continue
        colour = COLOURS.get(cell.colour) if opponent else None
        event.cell(cell.at, cell.player, cell.round, code or "Z", opponent=opponent, colour=colour)


def _meaning(event: OneEvent, cell: Cell, *, robin: bool) -> tuple[str, int | None]:
    """Return the outcome (nothing: not paired, ``free``: a free round) and the opponent."""
    colour, result = cell.colour, cell.result or 0
    if cell.opponent is not None and colour in ("B", "N", "R") and result in GAMES:
        return GAMES[result], cell.opponent
    if cell.opponent is None:
        if result == 14 or (robin and result in (6, 9) and colour in ("B", "N")):
            event.notes.say(cell.at, _shown(cell), "no points", "a free round of a round robin",
                            player=cell.player, round=cell.round)  # fmt: skip
            return "free", None
        code = _unpaired(colour, result)
        if code is not None:
            return code, None
    where = {"player": cell.player, "round": cell.round}
    taken = "an absence" if cell.opponent is None else "no result yet"
    event.notes.wrong(cell.at, _shown(cell), taken, "no result that is known", _EXPECTED, **where)
    return ("Z", None) if cell.opponent is None else ("X", cell.opponent)


def _unpaired(colour: str, result: int) -> str | None:
    """Return the outcome of a player without an opponent, or None where it cannot be read."""
    if colour in ("B", "N") and result == 6:
        return "U"
    if colour in ("R", "B", "N", "") and result == 0:
        return ""
    return BYES.get(result) if colour == "F" or result in (7, 8, 9, 10) else None


def _shown(cell: Cell) -> str:
    opponent = "no opponent" if cell.opponent is None else str(cell.opponent)
    return f"{cell.colour or 'nothing'}, {opponent}, {cell.result}"


def tell_system(event: OneEvent, kind: str) -> None:
    """Put the kind of event into the row of the tournament."""
    plain = kind.strip().lower()
    event.tournament["system"] = (
        "round-robin" if plain in ROUND_ROBIN else "swiss" if plain in SWISS else "unknown"
    )


def tell_criteria(event: OneEvent, at: Place, names: list[Any]) -> None:
    """Put the event's own criteria and their rules into the row of the tournament, where they are known."""
    found = ["PTS"]
    for name in names:
        if not isinstance(name, str) or not name.strip():
            continue
        try:
            known = criterion(f"Papi {name}")
        except ChesstbError as error:
            event.notes.say(at, name, "the criteria before it", str(error))
            break
        found.append(known.by)
        event.tournament["rules"] = known.rules
    if len(found) > 1:
        event.tournament["by"] = " ".join(found)


def tell_points(event: OneEvent, at: Place, said: str) -> None:
    """Say that a win pays three points, where the event has that setting."""
    if said.strip().upper() in THREE_POINTS:
        event.tournament |= {"win": 3.0, "draw": 1.0, "loss": 0.0}
        event.notes.say(at, said, "3, 1, 0", "three points for a win: the program says no more of it")
