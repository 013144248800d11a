"""Newcomers: what they made of an event, and whether the rules let it count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from chesstb.rating_tables import half_up, rating_difference
from chesstb.ratings.field import NO, UNKNOWN, YES, Bools, Field, Ints, by_person

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.ratings.page import Edition


@dataclass(frozen=True, eq=False)
class Newcomers:
    """What each person made of an event, as far as it can count; of use for those without a rating.

    Attributes
    ----------
    games, halves : (people,) int64
        Games over the board and half points, against anybody.
    met, scored, total : (people,) int64
        Games and half points against rated opponents, and the sum of their ratings.
    waiting : (people,) bool
        Whether a game has no result yet.
    performance : (people,) int64
        Performance against the rated opponents, rounded; 0 where nobody rated was met.
    above : (people,) int8
        Whether it reaches the rating floor.
    """

    games: Ints
    halves: Ints
    met: Ints
    scored: Ints
    total: Ints
    waiting: Bools
    performance: Ints
    above: NDArray[np.int8]


def newcomers(
    data: Field, edition: Edition, person: Ints, counts: Bools, floor: NDArray[np.float64]
) -> Newcomers:
    """Sum up what the unrated made of the games that count, by person.

    Parameters
    ----------
    data : Field
        Players and games.
    edition : Edition
        Says how a performance is computed.
    person : (P,) int64
        Person that each player is.
    counts : (G,) bool
        Games over the board that nothing takes out.
    floor : (P,) float64
        Rating floor at the player's event, NaN where it is not known.
    """
    people = int(person.max(initial=-1)) + 1
    mine = person[data.me]
    counts = counts & ~data.rated[data.me]
    against = counts & data.rated[data.opponent]
    met = by_person(mine, against, people)
    scored = by_person(mine, np.where(against, data.halves, 0), people)
    total = by_person(mine, np.where(against, data.rating[data.opponent], 0), people)
    performance = initial(edition, met, scored, total)
    lowest = np.full(people, np.nan)
    lowest[person[::-1]] = floor[::-1]  # a person's first stage
    reaches = np.where(np.isnan(lowest), UNKNOWN, performance >= np.nan_to_num(lowest))
    return Newcomers(
        games=by_person(mine, counts, people),
        halves=by_person(mine, np.where(counts, data.halves, 0), people),
        met=met,
        scored=scored,
        total=total,
        waiting=by_person(mine, data.pending, people) > 0,
        performance=performance,
        above=np.where(met > 0, reaches, NO).astype(np.int8),
    )


def initial(edition: Edition, met: Ints, scored: Ints, total: Ints) -> Ints:
    """Return the rating that a result against rated opponents is worth, rounded half up; 0 without one.

    Parameters
    ----------
    edition : Edition
        Says how.
    met, scored : int
        Games and half points.
    total : int
        Sum of the opponents' ratings.
    """
    number = INITIAL[edition.word("initial")](edition, met, scored, total)
    return np.where(met > 0, number, 0)


def _step_above_half(edition: Edition, met: Ints, scored: Ints, total: Ints) -> Ints:
    games = np.maximum(met, 1)
    step = round(2 * edition.number("initial", "step"))  # of two half points: a whole number
    more = np.where(
        scored > met, step * (scored - met), 2 * rating_difference(np.minimum(scored, met), games)
    )
    found: Ints = half_up(2 * total + more * games, 2 * games)
    return found


def _two_draws(edition: Edition, met: Ints, scored: Ints, total: Ints) -> Ints:
    games = met + 2
    imagined = round(2 * edition.number("initial", "imagined"))
    number = half_up(total + imagined + rating_difference(scored + 2, games) * games, games)
    most: Ints = np.minimum(number, round(edition.number("initial", "maximum")))
    return most


INITIAL: Any = {"step-above-half": _step_above_half, "two-draws": _two_draws}
"""Word of the clause ``initial`` to its function."""


def ignored(
    data: Field, edition: Edition, person: Ints, found: Newcomers, floor: NDArray[np.float64]
) -> NDArray[np.int8]:
    """Return whether the result of each newcomer is ignored for being too little, (P,)."""
    most = round(2 * edition.number("first-event", "score"))
    little = found.halves[person] <= most
    at_first = FIRST[edition.word("first-event")](data, floor)
    state = np.where(little, at_first, NO)
    return np.where(data.rated, NO, np.where(found.waiting[person] & little, UNKNOWN, state)).astype(np.int8)


def _always(data: Field, _floor: NDArray[np.float64]) -> NDArray[np.int8]:
    return np.full(len(data.rating), YES, dtype=np.int8)


def _no_games(data: Field, _floor: NDArray[np.float64]) -> NDArray[np.int8]:
    """Return whether it is the first event: no games before it."""
    games = data.players["earlier_games"]
    return np.where(games.known, games.value == 0, UNKNOWN).astype(np.int8)


def _no_performance(data: Field, floor: NDArray[np.float64]) -> NDArray[np.int8]:
    """Return whether it is the first event that can count: no performance at the floor before it."""
    earlier = data.players["earlier_performance"]
    below = np.where(np.isnan(floor), UNKNOWN, earlier.value < np.nan_to_num(floor))
    without = np.where(_no_games(data, floor) == YES, YES, UNKNOWN)
    return np.where(earlier.known, below, without).astype(np.int8)


FIRST: Any = {
    "half-or-less": _always,
    "half-or-less-unless-earlier": _no_performance,
    "nothing-at-first": _no_games,
}
"""Word of the clause ``first-event`` to its function: is it the first event, where that matters?"""


def floors(data: Field, edition: Edition, given: float | None) -> NDArray[np.float64]:
    """Return the rating floor at each event, NaN where it is not known, (E,)."""
    size = len(data.history)
    if given is not None:
        return np.full(size, float(given))
    if not edition.floors:
        return np.full(size, np.nan)
    start = data.history.tournaments["start"]
    days = np.array([np.datetime64(day) for day, _ in edition.floors], dtype="datetime64[s]")
    ratings = np.array([np.nan, *(rating for _, rating in edition.floors)])
    at = np.searchsorted(days, start.to_numpy(dtype="datetime64[s]"), side="right")
    return ratings[np.where(start.isna(), len(days), at)]
