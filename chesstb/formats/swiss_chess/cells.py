"""The pairing records of a file of Swiss-Chess as cells: a player, a round, what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from chesstb.formats.one_event import offset
from chesstb.formats.swiss_chess.layout import CELL

if TYPE_CHECKING:
    from collections.abc import Callable

    from chesstb.formats.one_event import OneEvent
    from chesstb.formats.swiss_chess.layout import Layout

COLOURS: Final = {1: "w", 3: "b"}
WITHOUT_OPPONENT: Final = (2, 4)
NO_PAIRING: Final = 0

PLAYED: Final = {0: "X", 1: "0", 2: "=", 3: "1"}
FORFEIT: Final = {0: "-", 1: "-", 3: "+"}
ALONE: Final = {0: "Z", 1: "Z", 2: "H", 3: "U"}


def read_cells(event: OneEvent, layout: Layout, number: dict[int, int]) -> None:
    """Add what every player did in every round that was paired."""
    if not layout.paired:
        return
    where = _where(event, layout, number)
    cycles = max(layout.cycles, 1)
    paired = min(layout.paired, layout.rounds) if cycles == 1 else layout.rounds * cycles
    last = min(paired, _last_round(layout, where, paired))
    for row in range(layout.players):
        for round_ in range(last):
            at = where(row, round_)
            if not _of_a_reserve(layout, at):
                _cell(event, layout, number, at, row + 1, round_ + 1)
    _say_special(event)


def _say_special(event: OneEvent) -> None:
    """Report games of which one side drew and the other lost."""
    of = {(cell["player"], cell["round"]): cell for cell in event.cells}
    for cell, at in zip(event.cells, event.at, strict=True):
        other = of.get((cell.get("opponent"), cell["round"]))
        if (
            other
            and cell["outcome"] == "="
            and other["outcome"] == "0"
            and other.get("opponent") == cell["player"]
        ):
            why = "a decision: half a point for one side only"
            event.notes.say(at, "½ - 0", "as it is", why, player=cell["player"], round=cell["round"])


def _last_round(layout: Layout, where: Callable[[int, int], int], rounds: int) -> int:
    """Return the last round in which anybody is paired or has a bye."""
    for round_ in range(rounds, 0, -1):
        if any(layout.u8(where(row, round_ - 1) + 8) for row in range(layout.players)):
            return round_
    return 0


def _of_a_reserve(layout: Layout, at: int) -> bool:
    """Say whether the record is of somebody whose board is behind those of a match: he was not used."""
    return layout.is_team and (layout.u8(at + 18) > layout.u8(604) or layout.u8(at + 15) in (0x03, 0x33))


def _cell(event: OneEvent, layout: Layout, number: dict[int, int], at: int, player: int, round_: int) -> None:
    colour, other = layout.u8(at + 8), layout.u16(at + 9)
    result, status = layout.u8(at + 11) & 3, layout.u8(at + 15) & 15
    where = offset(at + 8)
    here: dict[str, Any] = {"player": player, "round": round_}
    if colour in COLOURS and number.get(other, player) != player:
        outcome = (FORFEIT if status == 2 else PLAYED).get(result)
        if outcome is None:
            event.notes.wrong(where, "a draw by forfeit", "X", "no result that can be", **here)
        event.cell(where, player, round_, outcome or "X", opponent=number[other], colour=COLOURS[colour])
        return
    if colour in COLOURS:
        why = "no player has this id" if other != 0 else "a colour, but no opponent"
        event.notes.wrong(where, f"opponent {other}", "no opponent", why, **here)
        event.cell(where, player, round_, ALONE[result])
        return
    if colour in WITHOUT_OPPONENT:
        event.cell(where, player, round_, ALONE[result])
        return
    if colour != NO_PAIRING:
        event.notes.wrong(where, f"colour {colour}", "no pairing", "0 to 4 are known", **here)
    event.cell(where, player, round_, "H" if result == 2 and status == 2 else "Z")


# ---------------------------------------------------------------- several cycles


def _where(event: OneEvent, layout: Layout, number: dict[int, int]) -> Callable[[int, int], int]:
    """Return where the record of a row and round begins.

    Of an event in several cycles it is not known whether players or cycles come first: the order
    in which opponents name each other is taken.
    """
    rounds, cycles = layout.rounds, max(layout.cycles, 1)

    def by_player(row: int, round_: int) -> int:
        return layout.cells + CELL * (row * rounds * cycles + round_)

    def by_cycle(row: int, round_: int) -> int:
        cycle, inside = divmod(round_, max(rounds, 1))
        return layout.cells + CELL * ((cycle * layout.players + row) * rounds + inside)

    if cycles == 1:
        return by_player
    mutual = [_mutual(layout, number, where) for where in (by_player, by_cycle)]
    best, name = (by_player, "players") if mutual[0] >= mutual[1] else (by_cycle, "cycles")
    why = "the order in which opponents name each other"
    event.notes.say(offset(600), f"{cycles} cycles", f"pairings in the order of {name}", why)
    return best


def _mutual(layout: Layout, number: dict[int, int], where: Callable[[int, int], int]) -> int:
    """Count the records whose opponent names the player."""
    rounds = range(layout.rounds * layout.cycles)
    names = {
        (row + 1, round_): number.get(layout.u16(where(row, round_) + 9), 0)
        for row in range(layout.players)
        for round_ in rounds
    }
    return sum(
        other > 0 and names.get((other, round_)) == player for (player, round_), other in names.items()
    )
