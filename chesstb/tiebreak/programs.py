"""Tie-breaks that pairing programs have, or had, and no chapter of today defines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chesstb import unplayed
from chesstb.contribution import Contributions, told
from chesstb.grid import BLACK, HALVES, WHITE, Grid
from chesstb.tiebreak.buchholz import buchholz
from chesstb.tiebreak.registry import row_sum, tiebreak

if TYPE_CHECKING:
    from chesstb.rules import Reading


@tiebreak(
    "SBH",
    title="Sum of Buchholz",
    says="sum of the Buchholz of the opponents met",
    counted="opponent's Buchholz",
    uncounted="no game that counts",
)
def sum_of_buchholz(grid: Grid, reading: Reading) -> Contributions:
    """The Buchholz of each opponent met, or in one variant of each who was scheduled."""
    plain = reading.plain()
    theirs = row_sum(buchholz(grid, plain), grid, plain).number
    met = grid.paired if reading.variant == "all-paired" else unplayed.games(grid, plain, "results")
    return Contributions(grid.of_opponent(theirs), grid.unit, element=met)


@tiebreak(
    "ARZ",
    title="Arranz",
    says="a win 1, a draw with Black 0.6, with White 0.4, a loss 0",
    counted="by result and colour",
    uncounted="no game that counts",
    colours=True,
)
def arranz(grid: Grid, reading: Reading) -> Contributions:
    """A win 1, a draw 0.6 with Black and 0.4 with White (0.5 where the colour is not known)."""
    met = unplayed.games(grid, reading, "own-record")
    drawn = np.where(grid.colour == BLACK, 6, np.where(grid.colour == WHITE, 4, 5))
    halves = HALVES[grid.outcome]
    value = np.where(halves == 1, drawn, 5 * halves)
    return Contributions(value, 10, element=met, reason=told(met, grid.paired & ~grid.played))
