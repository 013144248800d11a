"""The Buchholz family: opponents' scores (C.07 Art. 8)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from chesstb import unplayed
from chesstb.arrays import only
from chesstb.contribution import Contributions
from chesstb.tiebreak.registry import rounded_mean, tiebreak

if TYPE_CHECKING:
    from chesstb.grid import Grid
    from chesstb.rules import Reading


@tiebreak(
    "BH",
    title="Buchholz",
    says="sum of the opponents' scores",
    modifiers="C M P",
)
def buchholz(grid: Grid, reading: Reading) -> Contributions:
    """The adjusted score of each round's opponent (8.1, 16)."""
    found = unplayed.opponents(grid, reading)
    return Contributions(
        found.score,
        grid.unit,
        element=found.element,
        voluntary=found.voluntary,
        reason=partial(unplayed.reasons, grid, reading),
    )


@tiebreak(
    "FB",
    title="Fore Buchholz",
    says="Buchholz with every game of the final round drawn",
    modifiers="C M P",
    crosstable=unplayed.fore,
)
def fore_buchholz(grid: Grid, reading: Reading) -> Contributions:
    """Buchholz of a crosstable in which the final round's games are all drawn (8.3)."""
    return buchholz(unplayed.fore(grid), reading)


@tiebreak(
    "AOB",
    title="Average of opponents' Buchholz",
    says="mean Buchholz of the opponents met, to two decimals (F: Fore Buchholz)",
    counted="opponent's Buchholz",
    uncounted="no game",
    modifiers="F",
    total=rounded_mean(100),
    way="mean",
)
def average_opponents_buchholz(grid: Grid, reading: Reading) -> Contributions:
    """The Buchholz of each opponent met over the board (8.2)."""
    plain = reading.plain()
    source = fore_buchholz(grid, plain) if reading.criterion.has("F") else buchholz(grid, plain)
    counted = source.value if source.element is None else only(source.element, source.value)
    theirs = counted.sum(axis=1, dtype=source.value.dtype)
    return Contributions(grid.of_opponent(theirs), grid.unit, element=unplayed.games(grid, plain, "results"))
