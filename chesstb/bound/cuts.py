"""Totals of contributions that are ranges, after the cuts.

Where a cut looks at the contribution itself, what is left rises with every contribution: the lowest
contributions give the lowest total, the highest the highest. Where it looks at something else (the
opponent's score, of a product), every contribution that may be the one to go is considered.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from chesstb.bound.worth import Range
from chesstb.contribution import Contributions, Values
from chesstb.cuts import CUT_COUNT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chesstb.bound.rows import Rows
    from chesstb.bound.unknown import Bools, Ints
    from chesstb.grid import Grid
    from chesstb.rules import Reading

Total = Any


@dataclass(frozen=True, eq=False)
class Parts:
    """Contributions of M rows as ranges: what `Contributions` is for numbers.

    Attributes
    ----------
    value : Range of (M, R)
    scale : int
    element, voluntary : (M, R) bool
    basis : Range of (M, R), optional
        What cuts look at; None: the value itself.
    defined : (M,) bool, optional
    spent : (M,) int, optional
    """

    value: Range
    scale: int
    element: Bools
    voluntary: Bools | None = None
    basis: Range | None = None
    defined: Bools | None = None
    spent: Ints | None = None

    def at(self, end: str) -> Contributions:
        """Return the contributions at one end."""
        return Contributions(
            getattr(self.value, end),
            self.scale,
            element=self.element,
            basis=None if self.basis is None else getattr(self.basis, end),
            voluntary=self.voluntary,
            defined=self.defined,
            spent=self.spent,
        )


def at_ends(parts: Parts, these: Rows, reading: Reading, total: Total) -> tuple[Values, Values]:
    """Return the lowest and the highest values of rows whose total rises with every contribution."""
    lows, highs = [], []
    for score in own_scores(these, reading):
        lows.append(total(parts.at("low"), these.grid(score), reading))
        highs.append(total(parts.at("high"), these.grid(score, best=True), reading))
    low = replace(lows[0], number=np.min([values.number for values in lows], axis=0))
    return low, replace(highs[0], number=np.max([values.number for values in highs], axis=0))


def own_scores(these: Rows, reading: Reading) -> Iterator[Ints]:
    """Yield own scores to try: one, or one on each side of an even score where cuts ask for that."""
    yield these.score.low
    if reading.cut_count == "by-own-score" and (these.score.low < these.score.high).any():
        yield these.score.high
        grid = these.unknown.grid
        even = grid.win[these.who, 0] * grid.rounds // 2
        yield np.clip(even, these.score.low, these.score.high)


def by_candidates(parts: Parts, these: Rows, reading: Reading, total: Total) -> tuple[Values, Values]:
    """Return the lowest and the highest totals where cuts look at the basis and not at the value."""
    exact_low, exact_high = at_ends(parts, these, reading, total)
    basis = parts.basis
    if basis is None or reading.word("lowest-cut") == "smallest-value":
        return exact_low, exact_high
    there = parts.element
    moving = there & ((basis.low < basis.high) | (parts.value.low < parts.value.high))
    moves = moving.any(axis=1)
    low, high = exact_low.number.copy(), exact_high.number.copy()
    for score in own_scores(these, reading):
        grid = these.grid(score)
        cuts = (np.broadcast_to(np.asarray(k), low.shape) for k in _cut_count(grid, reading))
        lowest, highest = _candidates(parts, reading, *cuts)
        low = np.where(moves, np.minimum(low, lowest) if score is not these.score.low else lowest, low)
        high = np.where(moves, np.maximum(high, highest) if score is not these.score.low else highest, high)
    return replace(exact_low, number=low), replace(exact_high, number=high)


def _cut_count(grid: Grid, reading: Reading) -> tuple[Any, Any]:
    return CUT_COUNT[reading.cut_count](grid, reading.criterion.low, reading.criterion.high)


def _candidates(parts: Parts, reading: Reading, low: Ints, high: Ints) -> tuple[Ints, Ints]:
    """Return the ends of the totals after ``low`` and ``high`` cuts by the basis."""
    there, value = parts.element, parts.value
    least, most = _keys(parts)
    before = there[:, None, :] & (most[:, None, :] < least[:, :, None])  # [row, c, j]: j surely below c
    maybe = there[:, None, :] & (least[:, None, :] <= most[:, :, None])  # j perhaps not above c, c included
    may_go: Any = there & (before.sum(axis=2) < low[:, None])
    must_go: Any = there & (maybe.sum(axis=2) <= low[:, None])
    above = there[:, None, :] & (most[:, :, None] < least[:, None, :])  # j surely above c
    maybe_above = there[:, None, :] & (most[:, None, :] >= least[:, :, None])
    reach = high
    if reading.word("lowest-cut") == "voluntary-first" and parts.voluntary is not None:
        chosen: Any = (parts.voluntary & there).any(axis=1)
        may_go |= parts.voluntary & there & (low > 0)[:, None]
        must_go &= ~chosen[:, None]
        reach = high + np.where(chosen, low, 0)
    may_top = there & (above.sum(axis=2) < reach[:, None]) & (high > 0)[:, None]
    must_top = there & (maybe_above.sum(axis=2) <= high[:, None]) & (reach == high)[:, None]
    size = there.sum(axis=1)
    ends = []
    for numbers, most_first in ((value.low, True), (value.high, False)):
        left = np.where(there, numbers, 0).sum(axis=1)
        for may, must, count in ((may_go, must_go, low), (may_top, must_top, high)):
            left = left - np.where(must, numbers, 0).sum(axis=1)
            rest = np.clip(count - must.sum(axis=1), 0, None)
            left = left - _extreme_sum(numbers, may & ~must, rest, most_first=most_first)
        ends.append(np.where(size <= low + high, 0, left))
    return ends[0], ends[1]


def _keys(parts: Parts) -> tuple[Ints, Ints]:
    """Return basis, value and column packed into one number that sorts alike, at both ends."""
    assert parts.basis is not None  # noqa: S101 - asked for by the caller
    value, basis = parts.value, parts.basis
    rounds = value.low.shape[1]
    start = int(np.where(parts.element, value.low, 0).min(initial=0))
    span = int(np.where(parts.element, value.high, 0).max(initial=0)) - start + 1
    columns = np.arange(rounds)
    least = (basis.low * span + value.low - start) * rounds + columns
    most = (basis.high * span + value.high - start) * rounds + columns
    return least, most


def _extreme_sum(numbers: Ints, among: Bools, count: Ints, *, most_first: bool) -> Ints:
    """Return for each row the sum of so many of its largest (smallest) numbers among some."""
    if not numbers.shape[1]:
        return np.zeros(len(numbers), dtype=np.int64)
    sign = -1 if most_first else 1
    key = np.where(among, sign * numbers, np.iinfo(np.int64).max)
    key.sort(axis=1)
    taken = np.arange(key.shape[1]) < np.minimum(count, among.sum(axis=1))[:, None]
    found: Ints = sign * np.where(taken, key, 0).sum(axis=1)
    return found


# ---------------------------------------------------------------- many unknown rounds


def sum_of_any(value: Range, sure: Bools, may: Bools, least_cut: Ints, most_cut: Ints) -> Range:
    """Return the total of rows in which rounds may count or not, and any contribution may be cut.

    Parameters
    ----------
    value : Range of (M, R)
    sure, may : (M, R) bool
        Rounds that count for certain, and rounds that may count.
    least_cut, most_cut : (M,) int
        How many are cut, at least and at most.
    """
    low = np.where(sure, value.low, np.where(may, np.minimum(value.low, 0), 0))
    gone = _extreme_sum(np.maximum(value.low, 0), sure, most_cut, most_first=True)
    high = np.maximum(value.high, 0)
    kept = np.maximum(may.sum(axis=1) - least_cut, 0)
    return Range(low.sum(axis=1) - gone, _extreme_sum(high, may, kept, most_first=True))
