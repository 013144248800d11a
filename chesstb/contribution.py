"""Contributions: what each round of a player adds to a tie-break, and why."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from chesstb.grid import Bools, Ints


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


FAR_APART: Final = 2**62
"""Numbers that differ by so much cannot be told by their distance."""


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

    @cached_property
    def shown(self) -> NDArray[np.float64]:
        """The values as floats, NaN where there is none, (P,); several who ask share them."""
        shown = self.number / self.scale
        if self.defined is not None:
            shown[~self.defined] = np.nan
        shown.flags.writeable = False
        return shown

    @cached_property
    def from_zero(self) -> tuple[NDArray[np.int64], int]:
        """Numbers from 0 in the same order, (P,), and one that is larger than all; there must be players."""
        number = self.number.astype(np.int64, copy=False)
        low, high = int(number.min()), int(number.max())
        if high - low >= FAR_APART:
            number = np.unique(number, return_inverse=True)[1].ravel()
            return number, len(number)
        return number - low, high - low + 1
