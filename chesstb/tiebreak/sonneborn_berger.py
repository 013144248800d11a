"""Sonneborn-Berger and Koya: opponents' scores and the points taken from them (C.07 Art. 9)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from chesstb import unplayed
from chesstb.arrays import only
from chesstb.contribution import Contributions, told
from chesstb.tiebreak.registry import tiebreak

if TYPE_CHECKING:
    from chesstb.grid import Grid, Ints
    from chesstb.rules import Reading


@tiebreak(
    "SB",
    title="Sonneborn-Berger",
    says="each opponent's score times the points against him",
    modifiers="C P",
    lowest="the lowest opponent",
    times_points=True,
)
def sonneborn_berger(grid: Grid, reading: Reading) -> Contributions:
    """The adjusted score of each round's opponent times the points awarded (9.1, 16)."""
    found = unplayed.opponents(grid, reading)
    return Contributions(
        grid.once(("products", *found.words), lambda: found.score * grid.points),
        grid.unit**2,
        element=found.element,
        basis=found.score,
        voluntary=found.voluntary,
        reason=partial(unplayed.reasons, grid, reading),
    )


def _scheduled(grid: Grid, reading: Reading) -> Ints:
    """Return of how many games the maximum is made, (P,)."""
    if reading.variant == "most-games":
        most: Ints = grid.over_event(np.maximum, grid.played.sum(axis=1))
        return most
    scheduled: Ints = grid.rounds - grid.free.sum(axis=1)
    return scheduled


def limit(grid: Grid, reading: Reading) -> Ints:
    """Return the score from which on each player counts, (P,), in hundredths of a unit."""
    most = grid.win[:, 0] * _scheduled(grid, reading)
    criterion = reading.criterion
    return (criterion.percent or 50) * most + 50 * grid.unit * criterion.limit


@tiebreak(
    "KS",
    title="Koya",
    says="points against opponents who reached half of the maximum",
    counted="points against an opponent who reached the limit",
    uncounted="opponent short of the limit, or none",
    modifiers="L",
)
def koya(grid: Grid, reading: Reading) -> Contributions:
    """Points taken from opponents with at least half of the points they could have made (9.2).

    The limit moves by half points (L+1, L-2) or is given in percent (L40).
    """
    reached = 100 * grid.score.astype(np.int64) >= limit(grid, reading)
    counted = grid.paired & grid.of_opponent(reached)
    return Contributions(
        only(counted, grid.points),
        grid.unit,
        element=grid.paired,
        reason=told(counted),
    )
