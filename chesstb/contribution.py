"""Contributions: what each round of a player adds to a tie-break, what is cut, and the total.

A value is the total of its contributions that were not cut; the explanation shows the same numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from chesstb import compiled
from chesstb.arrays import cell, only, set_cells

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from chesstb.grid import Bools, Grid, Ints
    from chesstb.rules import Reading


class Reason(IntEnum):
    """Why a round counts what it counts."""

    COUNTED = 0
    NOT_COUNTED = 1
    OPPONENT = 2
    OPPONENT_ADJUSTED = 3
    OPPONENT_FORFEIT = 4
    VIRTUAL = 5
    OWN_SCORE = 6
    CAPPED_BY_OPPONENT = 7
    CAPPED_BY_DRAWS = 8
    ZERO_OPPONENT = 9
    NOTHING = 10
    FREE_ROUND = 11
    CUT_LOWEST = 12
    CUT_VOLUNTARY = 13
    CUT_HIGHEST = 14
    ADJUSTMENT = 15
    OPPONENT_BY_MODIFIER = 16
    FORFEIT_OWN_RECORD = 17
    FORFEIT_RATINGS = 18
    FORFEIT_ENCOUNTER = 19
    USED_UP = 20
    MORE = 21
    EQUAL = 22
    FEWER = 23
    EXCLUDED = 24
    EXCLUDED_BY_DECISION = 25


SAID: Final[dict[Reason, tuple[str, str, str]]] = {
    Reason.COUNTED: ("", "", "counts"),
    Reason.NOT_COUNTED: ("", "", "does not count"),
    Reason.OPPONENT: ("", "", "opponent's score"),
    Reason.OPPONENT_ADJUSTED: ("opponents-unplayed", "", "opponent's score, his unplayed rounds adjusted"),
    Reason.OPPONENT_FORFEIT: ("forfeits-results", "", "opponent's score: the forfeit counts as a game"),
    Reason.VIRTUAL: ("own-unplayed", "", "virtual opponent: score before, rest of the result, then draws"),
    Reason.OWN_SCORE: ("own-unplayed", "", "own score as that of a dummy opponent"),
    Reason.CAPPED_BY_OPPONENT: ("own-unplayed", "forfeit", "own score, at most the scheduled opponent's"),
    Reason.CAPPED_BY_DRAWS: ("own-unplayed", "bye", "own score, at most a draw in every round"),
    Reason.ZERO_OPPONENT: ("own-unplayed", "", "unplayed: an opponent without points"),
    Reason.NOTHING: ("own-unplayed", "", "unplayed: nothing to count"),
    Reason.FREE_ROUND: ("", "", "free round: nothing to count"),
    Reason.CUT_LOWEST: ("cut-count", "", "cut: the lowest"),
    Reason.CUT_VOLUNTARY: ("lowest-cut", "", "cut: voluntary unplayed rounds go first"),
    Reason.CUT_HIGHEST: ("cut-count", "", "cut: the highest"),
    Reason.ADJUSTMENT: ("", "", "belongs to no round"),
    Reason.OPPONENT_BY_MODIFIER: ("", "", "opponent's score: modifier P makes the forfeit a game"),
    Reason.FORFEIT_OWN_RECORD: ("forfeits-own-record", "", ""),
    Reason.FORFEIT_RATINGS: ("forfeits-ratings", "", ""),
    Reason.FORFEIT_ENCOUNTER: ("forfeits-encounter", "", ""),
    Reason.USED_UP: ("", "", "no game: uses up a cut of the lowest"),
    Reason.MORE: ("", "", "more points than the opponent, or than a draw"),
    Reason.EQUAL: ("", "", "as many points as the opponent, or as a draw"),
    Reason.FEWER: ("", "", "fewer points than the opponent, or than a draw"),
    Reason.EXCLUDED: ("", "", "excluded: withdrawn before half of the games, they count for nobody"),
    Reason.EXCLUDED_BY_DECISION: ("", "", "excluded by decision: the games count for nobody"),
}  # fmt: skip
"""Reason to the clause whose article applies (empty: the tie-break's own), its case, and a sentence.

Without a sentence it is the meaning of the word that the clause takes.
"""

ELSEWHERE: Final[dict[Reason, str]] = {Reason.EXCLUDED: "C.05", Reason.EXCLUDED_BY_DECISION: "-"}
"""Articles of what no rule page of tie-breaks says: withdrawals are in the rules for competitions.

These take nobody out of a Swiss, nor out of a round robin once half of his games are completed: that is
somebody's decision, and no article's.
"""


def told(counted: Any, forfeits: Any = False, by: Reason = Reason.FORFEIT_OWN_RECORD) -> Callable[[], Any]:
    """Return the `reason` of contributions of which some count and some do not, (P, R).

    Forfeits of which a clause decides are told by that clause.
    """
    return lambda: np.where(forfeits, by, np.where(counted, Reason.COUNTED, Reason.NOT_COUNTED))


@dataclass(frozen=True, eq=False)
class Contributions:
    """What the rounds of P players add to one tie-break.

    Attributes
    ----------
    value : (P, R) int
        Contribution of each round, in `scale` parts of a whole.
    scale : int
        Parts in a whole: a value of 5 with scale 2 is shown as 2.5.
    element : (P, R) bool, optional
        Rounds that are there to be counted or cut; None: all.
    basis : (P, R) int, optional
        What cuts look at; None: the value itself.
    voluntary : (P, R) bool, optional
        Voluntary unplayed rounds, which some versions cut first; None: no such rule here.
    extra : (P,) int, optional
        What belongs to no round.
    defined : (P,) bool, optional
        Players for whom there is a value at all; None: all.
    spent : (P,) int, optional
        Low cuts that are used up before any contribution is cut; None: none.
    reason : callable, optional
        Returns the `Reason` of each round, (P, R); called only where somebody asks. None: elements
        count, other rounds do not.
    """

    value: Ints
    scale: int
    element: Bools | None = None
    basis: Ints | None = None
    voluntary: Bools | None = None
    extra: Ints | None = None
    defined: Bools | None = None
    spent: Ints | None = None
    reason: Callable[[], Any] | None = None


@dataclass(frozen=True, eq=False)
class Values:
    """A tie-break's values.

    Attributes
    ----------
    number : (P,) int64
        The values in `scale` parts of a whole: equal values are equal numbers.
    scale : int
        Parts in a whole.
    defined : (P,) bool, optional
        Where there is a value at all; None: everywhere.
    """

    number: NDArray[np.int64]
    scale: int
    defined: Bools | None = None

    def shown(self) -> NDArray[np.float64]:
        """Return the values as floats, NaN where there is none."""
        shown = self.number / self.scale
        return shown if self.defined is None else np.where(self.defined, shown, np.nan)


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
    loops = compiled.in_use()
    if loops is None:
        return cut(contributions, grid, reading).total
    cuts = low, high = _how_many(contributions, grid, reading)
    value, basis, voluntary = contributions.value, contributions.value, None
    if np.any(low) or np.any(high):  # only then is a clause asked for, which tells versions apart
        word = reading.word("lowest-cut")
        if contributions.basis is not None and word != "smallest-value":
            basis = contributions.basis
        if word == "voluntary-first":
            voluntary = contributions.voluntary
    found: NDArray[np.int64] = loops.totals(value, basis, contributions.element, voluntary, cuts)
    return found if contributions.extra is None else found + contributions.extra


def _how_many(contributions: Contributions, grid: Grid, reading: Reading) -> tuple[Any, Any]:
    """Return how many of the lowest and of the highest contributions are cut, each for all or (P,)."""
    low, high = CUT_COUNT[reading.cut_count](grid, reading.criterion.low, reading.criterion.high)
    return low if contributions.spent is None else np.maximum(low - contributions.spent, 0), high


def cut(contributions: Contributions, grid: Grid, reading: Reading) -> Cut:
    """Return what is left after the cuts that the criterion asks for.

    All low cuts come first, one at a time, then the high ones (C.07 Art. 14, 16.5.2).
    """
    value, element = contributions.value, contributions.element
    counted = value if element is None else only(element, value)
    total = counted.sum(axis=1, dtype=np.int64)
    if contributions.extra is not None:
        total = total + contributions.extra
    low, high = _how_many(contributions, grid, reading)
    dropped: list[tuple[Ints, Bools, Any]] = []
    rounds = value.shape[1]
    if rounds and (np.any(low) or np.any(high)):
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
    span, size = 1, _size(first)
    if second is not first:
        span = int(second.max(initial=0)) - int(second.min(initial=0)) + 1
        size = size * span + _size(second)
    small = first.dtype == np.int32 and size << bits < _MOST[np.int32] // 2
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


_MOST: Final[dict[Any, int]] = {np.int32: 2**30, np.int64: 2**62}


def _size(numbers: Ints) -> int:
    """Return the largest absolute value."""
    return max(int(numbers.max(initial=0)), -int(numbers.min(initial=0))) + 1
