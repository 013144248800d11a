"""Group procedures (direct encounter): exact where it is certain who is tied, and his games are known."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from chesstb.bound.spread import Spread

if TYPE_CHECKING:
    from chesstb.bound.unknown import Bools, Ints, Unknown
    from chesstb.values import Asked


@dataclass(eq=False)
class Ties:
    """Who is tied by the criteria so far, of pairs of players of one event.

    Attributes
    ----------
    left, right : (pairs,) int
        Rows of the Grid; every pair from both sides.
    perhaps, surely : (pairs,) bool
        Whether they may be tied, and whether they are in every case.
    """

    left: Ints
    right: Ints
    perhaps: Bools = field(init=False)
    surely: Bools = field(init=False)

    def __post_init__(self) -> None:
        self.perhaps = np.ones(len(self.left), dtype=bool)
        self.surely = np.ones(len(self.left), dtype=bool)

    def refine(self, spread: Spread) -> None:
        """Take in a further criterion."""
        low, high, settled = spread.low, spread.high, spread.settled
        nothing, missing = np.isnan(low), spread.missing
        i, j = self.left, self.right
        exact = settled[i] & settled[j]
        equal = (low[i] == low[j]) | (nothing[i] & nothing[j])
        meet = (low[i] <= high[j]) & (low[j] <= high[i])
        meet |= missing[i] & missing[j]
        self.perhaps &= np.where(exact, equal, meet)
        self.surely &= exact & equal
        keep = self.perhaps
        self.left, self.right = i[keep], j[keep]
        self.perhaps, self.surely = self.perhaps[keep], self.surely[keep]


def everybody(event: Ints) -> Ties:
    """Return all pairs of different players of each event, nobody parted yet."""
    starts = np.flatnonzero(np.diff(event, prepend=event[:1] - 1))
    size = np.diff(starts, append=len(event))
    mine = np.repeat(size, size)
    left = np.repeat(np.arange(len(event)), mine)
    first = np.repeat(np.repeat(starts, size), mine)
    within = np.arange(len(left)) - np.repeat(np.cumsum(mine) - mine, mine)
    right = first + within
    other = left != right
    return Ties(left[other], right[other])


def encounter(unknown: Unknown, item: Asked, ties: Ties) -> Spread:
    """Return the order within tied groups; 1 to the size of the largest group where it is open."""
    grid = unknown.grid
    size = len(grid.event)
    rivals = np.bincount(ties.left[ties.perhaps], minlength=size)
    sure = np.bincount(ties.left[ties.surely], minlength=size) == rivals
    # Everybody of a group must know his group, so that it is one group.
    doubtful = np.bincount(ties.left[~sure[ties.right]], minlength=size) > 0
    certain = sure & ~doubtful
    groups = np.arange(size)
    np.minimum.at(groups, ties.left[ties.surely], ties.right[ties.surely])
    groups = np.where(certain, groups, np.arange(size))
    open_games = _meet_unknown(unknown, groups)
    whole = np.ones(size, dtype=bool)
    np.logical_and.at(whole, groups, ~open_games)
    known = certain & (whole[groups] | (rivals == 0))
    _, dense = np.unique(groups, return_inverse=True)
    values = item.tiebreak.values(grid, item.reading, dense.ravel()).shown
    worst = 1.0 + rivals
    return Spread(np.where(known, values, 1.0), np.where(known, values, worst), ~known, ~known)


def _meet_unknown(unknown: Unknown, groups: Ints) -> Bools:
    """Return whether a player has an unknown round that may be a game within his group, (P,)."""
    grid = unknown.grid
    within = grid.paired & (groups[grid.opponent] == groups[:, None])
    found: Bools = ((unknown.pending & within) | unknown.blank).any(axis=1)
    return found
