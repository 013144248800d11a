"""Scores as ranges: a player's own, and what he is worth to his opponents under each reading.

What is known of a final score limits what the unknown rounds gave; how many of them were not played
decides what a reading of unplayed rounds adds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from chesstb.bound.unknown import ASKED, BLANK_CODES, FREE, GAME, GIVEN, LARGE, statuses
from chesstb.outcomes import NUMBER

if TYPE_CHECKING:
    from collections.abc import Callable

    from chesstb.bound.unknown import Bools, Ints, Unknown


@dataclass(frozen=True, eq=False)
class Range:
    """Whole numbers known to lie between two ends, of any shape.

    Attributes
    ----------
    low, high : int
        The ends.
    """

    low: Ints
    high: Ints

    def take(self, index: Ints) -> Range:
        """Return the ranges at some positions."""
        return Range(self.low[index], self.high[index])

    def where(self, mask: Bools, other: Range) -> Range:
        """Return these ranges where a mask is true, others elsewhere."""
        return Range(np.where(mask, self.low, other.low), np.where(mask, self.high, other.high))

    def hull(self, other: Range) -> Range:
        """Return what covers both."""
        return Range(np.minimum(self.low, other.low), np.maximum(self.high, other.high))


def times(one: Range, other: Range) -> Range:
    """Return the products of two ranges."""
    corners = np.stack([a * b for a in (one.low, one.high) for b in (other.low, other.high)])
    return Range(corners.min(axis=0), corners.max(axis=0))


def score(unknown: Unknown) -> Range:
    """Return everybody's final score as awarded, (P,)."""

    def compute() -> Range:
        found, extra = statuses(unknown, free_rounds=False), unknown.grid.adjustment
        low = found.least().sum(axis=1) + extra
        high = found.most().sum(axis=1) + extra
        return Range(np.maximum(low, unknown.score_low), np.minimum(high, unknown.score_high))

    scores: Range = unknown.once("score", compute)
    return scores


def _as_awarded(unknown: Unknown) -> Range:
    """The final score."""
    return score(unknown)


def _draw_each(unknown: Unknown) -> Range:
    """The games, and a draw for each round without one: tried for every number of those."""
    grid, found = unknown.grid, statuses(unknown, free_rounds=False)
    cells, many = unknown.cells, unknown.cells.sum(axis=1)
    counted = np.where(grid.played, grid.points, grid.draw)
    base = np.where(cells, 0, counted).sum(axis=1) + grid.adjustment
    awarded = np.where(cells, 0, grid.points).sum(axis=1) + grid.adjustment
    game_low = np.where(cells, found.least(GAME), LARGE).min(axis=1, initial=LARGE)
    game_high = np.where(cells, found.most(GAME), -LARGE).max(axis=1, initial=-LARGE)
    gift_low = np.where(cells, found.least(GIVEN, ASKED), LARGE).min(axis=1, initial=LARGE)
    gift_high = np.where(cells, found.most(GIVEN, ASKED), -LARGE).max(axis=1, initial=-LARGE)
    limit = np.minimum(many, unknown.most_unplayed + unknown.pending.sum(axis=1))
    low, high = np.full(len(base), LARGE), np.full(len(base), -LARGE)
    for off in range(int(many.max(initial=0)) + 1):
        played = many - off
        least = np.maximum(played * game_low, unknown.score_low - awarded - off * gift_high)
        most = np.minimum(played * game_high, unknown.score_high - awarded - off * gift_low)
        possible = (off <= limit) & ((least <= most) | (many == 0))
        least, most = (np.where(many == 0, 0, ends) for ends in (least, most))
        draws = base + off * grid.draw[:, 0]
        low = np.where(possible, np.minimum(low, draws + least), low)
        high = np.where(possible, np.maximum(high, draws + most), high)
    return Range(low, high)


def _draw_once_gone(unknown: Unknown) -> Range:
    """As awarded, but a draw for each requested bye after the last round in which he was available.

    Tried for every such round: before it everything counts as awarded, behind it only voluntary
    unplayed rounds are left.
    """
    grid, found = unknown.grid, statuses(unknown, free_rounds=False)
    blank = unknown.blank
    loss = unknown.paid("-")
    requested = grid.requested & ~unknown.cells
    tail = Range(found.least(ASKED), found.most(ASKED))
    counts = Range(
        np.where(blank, np.minimum(loss[0], grid.draw), np.where(requested, grid.draw, tail.low)),
        np.where(blank, np.maximum(loss[1], grid.draw), np.where(requested, grid.draw, tail.high)),
    )
    here = Range(found.least(GAME, GIVEN, FREE), found.most(GAME, GIVEN, FREE))
    can_be_gone, can_be_here = found.can[ASKED], found.can[[GAME, GIVEN, FREE]].any(axis=0)
    before = Range(_sums_before(found.least()), _sums_before(found.most()))
    # Column k: he was available in the k-th round for the last time (0: in none).
    front_low, front_high = before.low.copy(), before.high.copy()
    front_low[:, 1:] = before.low[:, :-1] + here.low
    front_high[:, 1:] = before.high[:, :-1] + here.high
    behind_low, behind_high = _sums_behind(tail.low), _sums_behind(tail.high)
    possible = _sums_behind(~can_be_gone) == 0
    possible[:, 1:] &= can_be_here
    possible &= _sums_behind(blank) <= unknown.most_unplayed[:, None]
    extra = grid.adjustment[:, None]
    front_low = np.maximum(front_low, unknown.score_low[:, None] - extra - behind_high)
    front_high = np.minimum(front_high, unknown.score_high[:, None] - extra - behind_low)
    possible &= front_low <= front_high
    low = front_low + _sums_behind(counts.low) + extra
    high = front_high + _sums_behind(counts.high) + extra
    return Range(np.where(possible, low, LARGE).min(axis=1), np.where(possible, high, -LARGE).max(axis=1))


def _sums_before(values: Ints | Bools) -> Ints:
    """Return the sums of the first 0, 1, ... R columns, (P, R + 1)."""
    sums = np.zeros((values.shape[0], values.shape[1] + 1), dtype=np.int64)
    np.cumsum(values, axis=1, out=sums[:, 1:])
    return sums


def _sums_behind(values: Ints | Bools) -> Ints:
    """Return the sums of what follows the first 0, 1, ... R columns, (P, R + 1)."""
    sums = _sums_before(values)
    behind: Ints = sums[:, -1:] - sums
    return behind


WORTH: Final[dict[str, Callable[[Unknown], Range]]] = {
    "as-awarded": _as_awarded,
    "draw-each": _draw_each,
    "draw-once-gone": _draw_once_gone,
}
"""Word of the clause ``opponents-unplayed`` to function: what each player is worth, (P,), units."""


def worth(unknown: Unknown, word: str) -> Range:
    """Return what each player is worth to his opponents, (P,), units."""
    found: Range = unknown.once(("worth", word), lambda: WORTH[word](unknown))
    return found


def of_opponents(unknown: Unknown, theirs: Range, trivial: Range | None = None) -> Range:
    """Return each round's opponent's range, (P, R): anybody's where the opponent is not known.

    Parameters
    ----------
    unknown : Unknown
    theirs : Range
        Of each player, (P,).
    trivial : Range, optional
        Of a player of whom nothing is on record, (P,): for events that list only some players.
    """
    anybody = anybody_else(unknown, theirs)
    if trivial is not None:
        anybody = anybody.hull(trivial).where(unknown.partial, anybody)
    everyone = Range(anybody.low[:, None], anybody.high[:, None])
    return everyone.where(unknown.blank, theirs.take(unknown.grid.opponent))


def anybody_else(unknown: Unknown, theirs: Range) -> Range:
    """Return what covers all other players of the event, (P,); of a player alone, himself."""
    low = -_highest_of_others(unknown, -theirs.low)
    high = _highest_of_others(unknown, theirs.high)
    alone = unknown.grid.over_event(np.add, np.ones(len(low), dtype=np.int64)) == 1
    return theirs.where(alone, Range(low, high))


def _highest_of_others(unknown: Unknown, values: Ints) -> Ints:
    """Return the highest value among the other players of each player's event, (P,)."""
    grid = unknown.grid
    most = grid.over_event(np.maximum, values)
    leads = values == most
    only = leads & (grid.over_event(np.add, leads.astype(np.int64)) == 1)
    second = grid.over_event(np.maximum, np.where(only, -2 * LARGE, values))
    found: Ints = np.where(only, second, most)
    return found


def trivial_worth(unknown: Unknown) -> Range:
    """Return the worth of a player of whom nothing is on record: every round the least, or the most, (P,)."""
    grid = unknown.grid
    paid = [unknown.pay[NUMBER[code]] for code in BLANK_CODES]
    low = np.minimum(np.min(paid, axis=(0, 1)), grid.draw[:, 0])
    high = np.maximum(np.max(paid, axis=(0, 1)), grid.draw[:, 0])
    return Range(low * grid.rounds, high * grid.rounds)
