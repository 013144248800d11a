"""The two FIDE rating tables, and the Papi reading of the first."""

from __future__ import annotations

import math
from bisect import bisect_left
from fractions import Fraction

# Table 8.1.1: dp of 50, 51, ... 100 percent.
RATING_DIFFERENCE = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65,
    72, 80, 87, 95, 102, 110, 117, 125, 133, 141,
    149, 158, 166, 175, 184, 193, 202, 211, 220, 230,
    240, 251, 262, 273, 284, 296, 309, 322, 336, 351,
    366, 383, 401, 422, 444, 470, 501, 538, 589, 677,
    800,
]  # fmt: skip

# Table 8.1.2: largest difference at which the higher rated is expected to score 50, 51, ... 99 percent.
LARGEST_DIFFERENCE = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68,
    76, 83, 91, 98, 106, 113, 121, 129, 137, 145,
    153, 162, 170, 179, 188, 197, 206, 215, 225, 235,
    245, 256, 267, 278, 290, 302, 315, 328, 344, 357,
    374, 391, 411, 432, 456, 484, 517, 559, 619, 735,
]  # fmt: skip

PAPI_END = 677


def half_up(exact: Fraction, digits: int = 0) -> Fraction:
    """Rounded half up, also below zero: floor(x + 1/2)."""
    unit = 10**digits
    return Fraction(math.floor(exact * unit + Fraction(1, 2)), unit)


def rating_difference(percent: int) -> int:
    """Table 8.1.1: dp of a percentage; below 50 the mirror image."""
    return RATING_DIFFERENCE[percent - 50] if percent >= 50 else -RATING_DIFFERENCE[50 - percent]


def papi_difference(percent: Fraction) -> Fraction:
    """Papi: between whole percentages in a straight line, never beyond 677."""
    below = math.floor(percent)
    above = min(below + 1, 100)
    low, high = (max(-PAPI_END, min(PAPI_END, rating_difference(p))) for p in (below, above))
    return low + (percent - below) * (high - low)


def expected_hundredths(difference: int) -> int:
    """Table 8.1.2: PD of own minus opponent's rating in hundredths, on the full scale."""
    higher = 50 + bisect_left(LARGEST_DIFFERENCE, abs(difference))  # so many bounds are below it
    return higher if difference >= 0 else 100 - higher
