"""Comparing two orders of the same players with plain loops: who moved, where it began, how alike."""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING

from .standings import standings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .model import Event

Standing = dict[int, tuple[int, int]]
"""Player to his place and how many share it."""


def standing(places: Mapping[int, int]) -> Standing:
    """Place and how many share it, from the places."""
    return {i: (place, list(places.values()).count(place)) for i, place in places.items()}


def ranked(event: Event, version: str, codes: Sequence[str]) -> Standing:
    """Place and how many share it by a list of codes; all together by an empty one."""
    return standing({i: place for place, i in standings(event, version, codes)})


def first_criterion(
    first: Callable[[int], Standing], second: Callable[[int], Standing], longest: int, player: int
) -> int | None:
    """How many criteria it takes until a player stands elsewhere, counted from 1; None: he never does.

    `first` and `second` tell what stands after so many criteria.
    """
    for length in range(1, longest + 1):
        if first(length)[player] != second(length)[player]:
            return length
    return None


def tau_b(a: Mapping[int, float], b: Mapping[int, float], groups: Mapping[int, object]) -> float | None:
    """Kendall's tau-b over the pairs of the same group; None where it is undefined."""
    together = untied_a = untied_b = 0
    for i, j in combinations(sorted(a), 2):
        if groups[i] != groups[j]:
            continue
        one, two = (a[i] > a[j]) - (a[i] < a[j]), (b[i] > b[j]) - (b[i] < b[j])
        together += one * two
        untied_a += one != 0
        untied_b += two != 0
    return together / math.sqrt(untied_a * untied_b) if untied_a and untied_b else None
