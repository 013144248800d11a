"""Cuts: which contributions are left out, and the total of the others.

A value is the total of its contributions that were not cut; the explanation shows the same numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from chesstb import compiled
from chesstb.arrays import cell, only, row_sums, set_cells, size
from chesstb.contribution import Contributions, Reason, told

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.grid import Bools, Grid, Ints
    from chesstb.rules import Reading


_MOST: Final[dict[Any, int]] = {np.int32: 2**30, np.int64: 2**62}
"""By the type of contributions, a number that makes one the last when it is added."""


@dataclass(frozen=True, eq=False)
class Cut:
    """Contributions after the cuts.

    Attributes
    ----------
    total : (P,) int64
        Sum of what is left, the extra included.
    dropped : list of (columns, rows, Reason)
        What was cut, step by step: the round of each player, the players concerned, why.
    """

    total: NDArray[np.int64]
    dropped: list[tuple[Ints, Bools, Any]]

    def count(self, contributions: Contributions) -> NDArray[np.int64]:
        """Return how many contributions are left, (P,)."""
        players, rounds = contributions.value.shape
        element = contributions.element
        there = np.full(players, rounds) if element is None else element.sum(axis=1)
        for _, concerned, _ in self.dropped:
            there = there - concerned
        return there.astype(np.int64)

    def kept(self, contributions: Contributions) -> Bools:
        """Return which contributions are left, (P, R)."""
        element = contributions.element
        kept = np.ones(contributions.value.shape, dtype=bool) if element is None else element.copy()
        for column, concerned, _ in self.dropped:
            kept[np.flatnonzero(concerned), column[concerned]] = False
        return kept

    def reasons(self, contributions: Contributions) -> NDArray[np.int8]:
        """Return the reason of each round, cuts included, (P, R)."""
        reasons = np.empty(contributions.value.shape, dtype=np.int8)
        element = np.True_ if contributions.element is None else contributions.element
        reasons[:] = (contributions.reason or told(element))()
        for column, concerned, why in self.dropped:
            rows = np.flatnonzero(concerned)
            reasons[rows, column[concerned]] = np.broadcast_to(why, concerned.shape)[concerned]
        return reasons


# ---------------------------------------------------------------- how many are cut


def _as_asked(grid: Grid, low: int, high: int) -> tuple[Any, Any]:
    """As many as the modifier says."""
    return low, high


def _by_rounds(grid: Grid, low: int, high: int) -> tuple[Any, Any]:
    """One up to 7 announced rounds, two up to 12, then three (the French ladder)."""
    rounds = grid.announced[:, 0]
    rung = 1 + (rounds > 7) + (rounds > 12)
    return rung * (low > 0), rung * (high > 0)


def _by_own_score(grid: Grid, low: int, high: int) -> tuple[Any, Any]:
    """Of a plus score the lowest, of a minus score the highest, of an even score both (34E1)."""
    margin = 2 * grid.score - (grid.win[:, 0] * grid.rounds)
    drops = 2 if grid.rounds >= 9 else 1
    return drops * (margin >= 0), drops * (margin <= 0)


def _both_ends(grid: Grid, low: int, high: int) -> tuple[Any, Any]:
    """One lowest and one highest, two of each from nine rounds on (34E4)."""
    drops = 2 if grid.rounds >= 9 else 1
    return drops, drops


CUT_COUNT: Final = {
    "as-asked": _as_asked,
    "by-rounds": _by_rounds,
    "by-own-score": _by_own_score,
    "both-ends": _both_ends,
}
"""Word of the clause ``cut-count`` to its function: (grid, low, high) to how many of each, per player."""


# ---------------------------------------------------------------- which are cut


def _lowest(least: Ints, voluntary: Ints | None, value: Ints) -> tuple[Ints, Any]:
    """Cut the least significant."""
    return least, Reason.CUT_LOWEST


def _voluntary_first(least: Ints, voluntary: Ints | None, value: Ints) -> tuple[Ints, Any]:
    """Cut the lowest voluntary unplayed round, unless the least significant contributes more (16.5)."""
    if voluntary is None:
        return least, Reason.CUT_LOWEST
    first = (voluntary >= 0) & (cell(value, voluntary) >= cell(value, least))
    chosen = np.where(first, voluntary, least)
    return chosen, np.where(first, Reason.CUT_VOLUNTARY, Reason.CUT_LOWEST)


LOWEST_CUT: Final = {
    "lowest": _lowest,
    "voluntary-first": _voluntary_first,
    "smallest-value": _lowest,
}
"""Word of the clause ``lowest-cut`` to its function: which of two candidates goes.

``smallest-value`` looks at what is contributed instead of at the basis, low and high.
"""


def total(contributions: Contributions, grid: Grid, reading: Reading) -> NDArray[np.int64]:
    """Return the sum of what is left after the cuts that the criterion asks for, (P,)."""
    cuts = low, high = _how_many(contributions, grid, reading)
    value, basis, voluntary = contributions.value, contributions.value, None
    some = _any(low) or _any(high)
    if some:  # only then is a clause asked for, which tells versions apart
        word = reading.word("lowest-cut")
        if contributions.basis is not None and word != "smallest-value":
            basis = contributions.basis
        if word == "voluntary-first":
            voluntary = contributions.voluntary
    loops = compiled.in_use()
    if loops is not None:
        found: NDArray[np.int64] = loops.totals(value, basis, contributions.element, voluntary, cuts)
        return found if contributions.extra is None else found + contributions.extra
    if not some:
        return _whole(contributions)
    if basis is value and not _any(high) and np.max(low) == 1 and _fits(value):
        taken: NDArray[np.int64] = _one_lowest(value, contributions.element, voluntary) * low
        return _whole(contributions) - taken
    return cut(contributions, grid, reading).total


def _any(many: Any) -> bool:
    """Say whether anything is cut; of a plain number NumPy needs as long to say it as for a thousand."""
    return many > 0 if isinstance(many, int) else bool((many > 0).any())


def _whole(contributions: Contributions) -> NDArray[np.int64]:
    """Return the sum of all contributions, (P,)."""
    value, element = contributions.value, contributions.element
    total: NDArray[np.int64] = row_sums(value if element is None else only(element, value))
    return total if contributions.extra is None else total + contributions.extra


def _one_lowest(value: Ints, element: Bools | None, voluntary: Bools | None) -> Ints:
    """Return the lowest contribution of each player, the lowest voluntary one if there is any, (P,).

    That is what a single cut of the lowest takes where it looks at what is contributed: no other can
    contribute more than a voluntary one and still be less significant (16.5).
    """
    lowest = _least(value, element)
    if voluntary is not None:
        first = _least(value, voluntary if element is None else voluntary & element)
        lowest = np.where(first < _MOST[value.dtype.type] // 2, first, lowest)
    return np.where(lowest < _MOST[value.dtype.type] // 2, lowest, 0)


def _least(value: Ints, among: Bools | None) -> Ints:
    """Return the lowest of some contributions, (P,); a number beyond all of them where there are none."""
    kind: Any = value.dtype.type
    least: Ints = (value if among is None else value + ~among * kind(_MOST[kind])).min(axis=1)
    return least


def _fits(value: Ints) -> bool:
    """Say whether there are rounds, and room for a number beyond all contributions."""
    most = _MOST.get(value.dtype.type, 0)
    return bool(value.shape[1]) and 2 * size(value) < most


def _how_many(contributions: Contributions, grid: Grid, reading: Reading) -> tuple[Any, Any]:
    """Return how many of the lowest and of the highest contributions are cut, each for all or (P,)."""
    low, high = CUT_COUNT[reading.cut_count](grid, reading.criterion.low, reading.criterion.high)
    return low if contributions.spent is None else np.maximum(low - contributions.spent, 0), high


def cut(contributions: Contributions, grid: Grid, reading: Reading) -> Cut:
    """Return what is left after the cuts that the criterion asks for.

    All low cuts come first, one at a time, then the high ones (C.07 Art. 14, 16.5.2).
    """
    value, element = contributions.value, contributions.element
    total = _whole(contributions)
    low, high = _how_many(contributions, grid, reading)
    dropped: list[tuple[Ints, Bools, Any]] = []
    rounds = value.shape[1]
    if rounds and (_any(low) or _any(high)):
        left = np.ones_like(value, dtype=bool) if element is None else element.copy(order="K")
        word = reading.word("lowest-cut")
        choose: Any = LOWEST_CUT[word]
        if word == "smallest-value":
            contributions = replace(contributions, basis=None)
        steps = [(step < np.asarray(low), choose) for step in range(min(int(np.max(low)), rounds))]
        steps += [(step < np.asarray(high), None) for step in range(min(int(np.max(high)), rounds))]
        for number, (wanted, which) in enumerate(steps, start=1):
            column, concerned, why = _drop(contributions, left, wanted, which)
            total -= np.where(concerned, cell(value, column), 0)
            if number < len(steps):
                set_cells(left, column, cell(left, column) & ~concerned)
            dropped.append((column, concerned, why))
    return Cut(total, dropped)


def _drop(contributions: Contributions, left: Bools, wanted: Bools, choose: Any) -> tuple[Ints, Bools, Any]:
    """Return which contribution of every player concerned is cut: its column, whose, and why."""
    value = contributions.value
    basis = value if contributions.basis is None else contributions.basis
    concerned = np.broadcast_to(wanted, (len(value),)) & left.any(axis=1)
    packed = _packed(basis, value, -1 if choose is None else 1)
    column = _first(packed, left)
    if choose is None:
        return column, concerned, Reason.CUT_HIGHEST
    voluntary = None
    if contributions.voluntary is not None:
        there = left & contributions.voluntary
        by_value = packed if basis is value else _packed(value, basis, 1)
        voluntary = np.where(there.any(axis=1), _first(by_value, there), -1)
    column, why = choose(column, voluntary, value)
    return column, concerned, why


def _packed(first: Ints, second: Ints, sign: int) -> Ints:
    """Return one number for each cell that sorts by a key, then by another, then by the column, (P, R)."""
    rounds = first.shape[1]
    bits = rounds.bit_length()
    span, most = 1, size(first)
    if second is not first:
        span = int(second.max(initial=0)) - int(second.min(initial=0)) + 1
        most = most * span + size(second)
    small = first.dtype == np.int32 and most << bits < _MOST[np.int32] // 2
    kind: Any = np.int32 if small else np.int64
    key = first.astype(kind, copy=False) * kind(sign * span << bits)
    if second is not first:
        key = key + second.astype(kind, copy=False) * kind(sign << bits)
    packed: Ints = key + np.arange(rounds, dtype=kind)
    return packed


def _first(packed: Ints, among: Bools) -> Ints:
    """Return the column of the lowest of some packed numbers, (P,); any column where there are none.

    What is not asked is made larger than all others.
    """
    kind: Any = packed.dtype.type
    lowest = (packed + ~among * kind(_MOST[kind])).min(axis=1, initial=np.iinfo(kind).max)
    column: Ints = lowest & ((1 << packed.shape[1].bit_length()) - 1)
    return np.minimum(column, max(packed.shape[1] - 1, 0))
