"""Made-up events of several kinds: a Swiss, a round robin, with players who leave, with forfeits."""

from __future__ import annotations

from dataclasses import replace

import chesstb as tb
from tests.made_up import Cell, MadeUp, made_up
from tests.strategies import schedule

NAMES = ("Ænn", "Bó", "Cy", "Do & <b>", "Ed", "Fé", "Gül", "Hø", "Iñ")
CODES = "10=="


def some(kind: int, *, unpaired: str = "UHZ", forfeits: bool = True) -> MadeUp:
    """Return an event of a kind: 0 and 1 a Swiss, 2 a round robin, 3 a Swiss that players leave."""
    if kind % 4 == 2:
        return round_robin(4 + 2 * (kind // 4 % 2), forfeits=forfeits)
    games = None if forfeits else ["10", "01", "=="]
    seeds = (seed for seed in range(40 * kind, 9999) if large(made_up(seed, unpaired=unpaired, games=games)))
    event = made_up(next(seeds), unpaired=unpaired, games=games)
    return left(event, unpaired) if kind % 4 == 3 else event


def large(event: MadeUp) -> bool:
    return len(event.names) >= 5 and event.rounds >= 3


def round_robin(size: int, *, forfeits: bool = True) -> MadeUp:
    """Return a round robin of an even number of players."""
    cells: dict[tuple[int, int], Cell] = {}
    for round_, pairs in enumerate(schedule("round-robin", size, 1), start=1):
        for k, (white, black) in enumerate(pairs):
            mine, theirs = ("10", "==", "01", "10", "+-")[(round_ + 2 * k) % (5 if forfeits else 4)]
            cells[white, round_] = Cell(mine, black, "w")
            cells[black, round_] = Cell(theirs, white, "b")
    return MadeUp([f"{NAMES[k]}{k + 1}, X" for k in range(size)], size - 1, cells)


def left(event: MadeUp, unpaired: str) -> MadeUp:
    """Return the event as if its second player had left before the last round."""
    cells, last = dict(event.cells), event.rounds
    other = cells[2, last].opponent
    cells[2, last] = Cell("Z" if "Z" in unpaired else unpaired[-1])
    if other:
        cells[other, last] = Cell("U" if "U" in unpaired else unpaired[0])
    return replace(event, cells=cells)


def history_of(event: MadeUp, **about: str) -> tb.History:
    """Return an event as a History; one of four players is not rated."""
    rows = [{"player": player, "round": round_, "opponent": cell.opponent, "colour": cell.colour,
             "outcome": cell.outcome} for (player, round_), cell in sorted(event.cells.items())]  # fmt: skip
    players = [{"player": k, "name": name, "rating": None if k % 4 == 0 else 1500 + k}
               for k, name in enumerate(event.names, start=1)]  # fmt: skip
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    people = {name: [row[name] for row in players] for name in players[0]}
    told = {"tournament": "cup", "name": "Spring Cup", "system": "swiss"} | about
    return tb.History.from_tables(columns, people, {name: [value] for name, value in told.items()})
