"""FIDE's rating tables and what tie-breaks need of them (Handbook B.02, tables 8.1.1 and 8.1.2).

NumPy only: arrays in, arrays out.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

# fmt: off
_FROM_HALF = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166,
    175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401,
    422, 444, 470, 501, 538, 589, 677, 800,
)
_BANDS = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170,
    179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411,
    432, 456, 484, 517, 559, 619, 735,
)
# fmt: on

DIFFERENCE: Final[Ints] = np.array([-d for d in _FROM_HALF[:0:-1]] + list(_FROM_HALF), dtype=np.int64)
"""Table 8.1.1: percentage scored, 0 to 100, to rating difference dp."""

FULL: Final = _BANDS[-1] + 1
"""From this difference on the higher rated is expected to win every game."""

_UP = 50 + np.searchsorted(np.array(_BANDS), np.arange(FULL + 1))
EXPECTED: Final[Ints] = np.concatenate([100 - _UP[:0:-1], _UP]).astype(np.int64)
"""Table 8.1.2: rating difference, -FULL to FULL, to expected score in hundredths."""


def half_up(number: Any, divisor: Any) -> Any:
    """Return a quotient of whole numbers rounded half up: floor(x + ½), negative ones too.

    Examples
    --------
    >>> half_up(np.array([5, -5, 7]), 2).tolist()
    [3, -2, 4]
    """
    return (2 * number + divisor) // (2 * divisor)


def rating_difference(halves: Any, games: Any) -> Ints:
    """Return dp of a score: half points out of a number of games, (P,), by table 8.1.1.

    The percentage is rounded half up to a whole number first. Games must not be 0.

    Examples
    --------
    >>> rating_difference(np.array([7, 5]), np.array([5, 5])).tolist()
    [149, 0]
    """
    difference: Ints = DIFFERENCE[half_up(50 * halves, games)]
    return difference


def expected_hundredths(difference: Ints) -> Ints:
    """Return the expected score of whoever is ``difference`` points ahead, in hundredths, by table 8.1.2.

    Examples
    --------
    >>> expected_hundredths(np.array([3, 4, 400, 735, 736, -400])).tolist()
    [50, 51, 92, 99, 100, 8]
    """
    expected: Ints = EXPECTED[np.clip(difference, -FULL, FULL) + FULL]
    return expected


def perfect_performance(ratings: Any, games: NDArray[np.bool_], halves: Any) -> Ints:
    """Return the lowest rating whose expected score reaches the score made (C.07 Art. 10.3).

    Parameters
    ----------
    ratings : (P, R) int
        Ratings of the opponents.
    games : (P, R) bool
        Rounds that count.
    halves : (P,) int
        Score in half points.

    Returns
    -------
    (P,) int64
        The rating; of a score of nothing 800 below the lowest opponent; meaningless without games.
    """
    lowest = np.where(games, ratings, np.iinfo(np.int32).max).min(axis=1, initial=np.iinfo(np.int32).max)
    highest = np.where(games, ratings, 0).max(axis=1, initial=0)
    low = np.where(games.any(axis=1), lowest, 0).astype(np.int64) - FULL - 1
    high = highest.astype(np.int64) + FULL
    nothing = np.where(games.any(axis=1), lowest, 0).astype(np.int64) - 800
    while (high - low > 1).any():  # halving: about a dozen steps for any number of players
        middle = (low + high) // 2
        reached = np.where(games, expected_hundredths(middle[:, None] - ratings), 0).sum(axis=1)
        enough = reached >= 50 * halves
        high, low = np.where(enough, middle, high), np.where(enough, low, middle)
    return np.where(halves == 0, nothing, high)
