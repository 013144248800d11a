"""Made-up events for the tests of file formats, and made-up damage to files."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import pandas as pd

import chesstb as tb

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

GAMES = ["10", "01", "=="]
FORFEITS = ["+-", "-+"]


class Cell(NamedTuple):
    """What a player did in a round."""

    outcome: str
    opponent: int | None = None
    colour: str | None = None


@dataclass
class MadeUp:
    """An event: the names of its players, and what each did in each round."""

    names: list[str]
    rounds: int
    cells: dict[tuple[int, int], Cell]

    def points(self, player: int) -> float:
        pays = {"1": 1.0, "+": 1.0, "U": 1.0, "F": 1.0, "=": 0.5, "H": 0.5}
        return sum(pays.get(cell.outcome, 0.0) for (who, _), cell in self.cells.items() if who == player)


def made_up(seed: int, *, unpaired: str = "UHZ", games: list[str] | None = None) -> MadeUp:
    """Return a random event of 2 to 9 players and 1 to 6 rounds, some of them unpaired.

    The last round has a game at least, so that every round counts.
    """
    rng = random.Random(seed)
    size, rounds = rng.randint(2, 9), rng.randint(1, 6)
    cells: dict[tuple[int, int], Cell] = {}
    for round_ in range(1, rounds + 1):
        waiting = rng.sample(range(1, size + 1), size)
        first = True
        while waiting:
            player = waiting.pop()
            if not waiting or (not first and rng.random() < 0.15):
                cells[player, round_] = Cell(rng.choice(unpaired))
                continue
            first, other = False, waiting.pop()
            mine, theirs = rng.choice(games or [*GAMES * 3, *FORFEITS])
            cells[player, round_] = Cell(mine, other, "w")
            cells[other, round_] = Cell(theirs, player, "b")
    names = [f"{rng.choice(['Ænn', 'Bó', 'Cy', 'Do & <b>', 'Ed'])}{k}, X" for k in range(1, size + 1)]
    return MadeUp(names, rounds, cells)


def cells_of(history: tb.History, *, colours: bool = True) -> dict[tuple[int, int], Cell]:
    """Return the results of a History of one event as cells."""
    found = {}
    for row in history.results.to_dict("records"):
        none = pd.isna(row["opponent"])
        colour = row["colour"] if colours and isinstance(row["colour"], str) else None
        cell = Cell(row["outcome"], None if none else int(row["opponent"]), colour)
        found[row["player"], row["round"]] = cell
    return found


def damage(data: bytes, rng: random.Random) -> bytes:
    """Return a file with something wrong: cut, overwritten, shifted, doubled, or swapped."""
    done = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5, 20))):
        at = rng.randrange(len(done) or 1)
        kind, size = rng.randrange(8), rng.choice((1, 1, 2, 4, 60))
        if kind == 0:
            del done[at:]
        elif kind == 1:
            del done[at : at + size]
        elif kind == 2:
            done[at:at] = rng.randbytes(size)
        elif kind == 3:
            done[at : at + size] = b"\xff" * size
        elif kind == 4:
            done[at : at + size] = bytes(size)
        elif kind == 5:
            done[at : at + size] = done[at // 2 : at // 2 + size]
        elif kind == 6 and len(done) > at:
            done[at] ^= 1 << rng.randrange(8)
        else:
            done[at : at + size] = rng.randbytes(size)
        if not done:
            break
    return bytes(done)


def survives(read: Callable[..., tb.History], path: Path, data: bytes, seeds: range) -> tuple[int, int]:
    """Read a file damaged in many ways: a History, or an error of the package; count both."""
    fine = refused = 0
    for seed in seeds:
        path.write_bytes(damage(data, random.Random(seed)))
        for errors in ("repair", "strict"):
            try:
                found = read(path, errors=errors)
            except tb.ChesstbError:
                refused += 1
            else:
                fine += 1
                assert isinstance(found, tb.History)
    return fine, refused
