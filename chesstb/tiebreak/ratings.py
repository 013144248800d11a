"""Tie-breaks of opponents' ratings: averages and performances (C.07 Art. 10).

All but the player's own rating are undefined for a whole event as soon as one participant has no
rating, unless the modifier U gives one to those without.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from chesstb import unplayed
from chesstb.contribution import Contributions, Reason, Values, told
from chesstb.grid import HALVES, Bools, Grid, Ints
from chesstb.rating_tables import DIFFERENCE, half_up, perfect_performance, rating_difference
from chesstb.tiebreak.registry import rounded_mean, row_sum, tiebreak

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.rules import Reading

SAID: Final = {"counted": "opponent's rating", "uncounted": "no game that counts", "needs_ratings": True}


def ratings(grid: Grid, reading: Reading) -> tuple[Ints, Bools]:
    """Return everybody's rating, that of modifier U included, and whether his event can be computed, (P,)."""
    given = reading.criterion.unrated
    rating = np.where(grid.rating == 0, given, grid.rating).astype(np.int64)
    known = rating > 0 if grid.excluded is None else (rating > 0) | grid.excluded
    return rating, grid.over_event(np.logical_and, known)


def opponents_ratings(grid: Grid, reading: Reading) -> Contributions:
    """Return the rating of each round's opponent, over the rounds that count as games."""
    rating, defined = ratings(grid, reading)
    met = unplayed.games(grid, reading, "ratings")
    forfeits = grid.paired & ~grid.played
    return Contributions(
        grid.of_opponent(rating),
        scale=1,
        element=met,
        defined=defined,
        reason=told(met, forfeits, Reason.FORFEIT_RATINGS),
    )


def halves_scored(grid: Grid, met: Any) -> Any:
    """Return the score over some rounds by result, not by points, in half points, (P,)."""
    halves: Ints = np.where(met, HALVES[grid.outcome], 0).sum(axis=1, dtype=np.int64)
    return halves


def of_opponents(grid: Grid, reading: Reading, theirs: Values, source: Contributions) -> Contributions:
    """Return another tie-break's value of each opponent met."""
    known = source.element
    if theirs.defined is not None and known is not None:
        known = known & grid.of_opponent(theirs.defined)
    value = grid.of_opponent(theirs.number)
    return replace(source, value=value, scale=theirs.scale, element=known)


@tiebreak(
    "ARO",
    title="Average rating of opponents",
    says="mean rating of the opponents met, rounded half up",
    modifiers="C M U",
    total=rounded_mean(1),
    way="mean",
    **SAID,
)
def average_rating(grid: Grid, reading: Reading) -> Contributions:
    """The rating of each opponent met (10.1)."""
    found = opponents_ratings(grid, reading)
    if reading.variant == "unplayed-cut-first":
        missed = ~(unplayed.games(grid, reading, "ratings") | grid.free)
        using = missed & (np.cumsum(missed, axis=1) <= reading.criterion.low)
        usual = found.reason or told(found.element)
        return replace(
            found, spent=missed.sum(axis=1), reason=lambda: np.where(using, Reason.USED_UP, usual())
        )
    return found


# ---------------------------------------------------------------- performance


def _by_table(found: Contributions, grid: Grid, reading: Reading) -> Values:
    """Mean rating, rounded, and the difference that table 8.1.1 gives for the percentage scored."""
    met: Any = found.element
    mean = rounded_mean(1)(found, grid, reading.plain())
    games = np.maximum(met.sum(axis=1, dtype=np.int64), 1)
    number = mean.number + rating_difference(halves_scored(grid, met), games)
    defined: Any = mean.defined
    return Values(np.where(defined, number, 0), 1, defined)


def _zero_for_nobody(found: Contributions, grid: Grid, reading: Reading) -> Values:
    """The same, and 0 where there is no game."""
    values = _by_table(found, grid, reading)
    return Values(values.number, 1, found.defined)


def _plus_minus(found: Contributions, grid: Grid, reading: Reading) -> Values:
    """Mean of the opponents' ratings, 500 added for a win and taken away for a loss."""
    met: Any = found.element
    margin = halves_scored(grid, met) - met.sum(axis=1)
    total = row_sum(found, grid, reading.plain()).number + 500 * margin
    games = met.sum(axis=1, dtype=np.int64)
    defined = (games > 0) if found.defined is None else found.defined & (games > 0)
    return Values(np.where(defined, half_up(total, np.maximum(games, 1)), 0), 1, defined)


def _clamped(found: Contributions, grid: Grid, reading: Reading) -> Values:
    """Ratings at most 400 from the player's own, the difference interpolated between whole percents."""
    met: Any = found.element
    rating, known = ratings(grid, reading)
    own = rating[:, None]
    total = np.where(met, np.clip(found.value, own - 400, own + 400), 0).sum(axis=1, dtype=np.int64)
    games = met.sum(axis=1, dtype=np.int64)
    divisor = np.maximum(games, 1)
    ends = np.clip(DIFFERENCE, -677, 677)
    percent, rest = np.divmod(50 * halves_scored(grid, met), divisor)
    step = ends[np.minimum(percent + 1, 100)] - ends[percent]
    number = half_up(total + ends[percent] * divisor + step * rest, divisor)
    defined = known & (games > 0)
    return Values(np.where(defined, number, 0), 1, defined)


PERFORMANCE: Final = {
    "": _by_table,
    "zero-for-nobody": _zero_for_nobody,
    "plus-minus-500": _plus_minus,
    "clamped": _clamped,
}
"""Variant of the tournament performance to its function."""


def _performance(found: Contributions, grid: Grid, reading: Reading) -> Values:
    return PERFORMANCE[reading.variant](found, grid, reading)


@tiebreak(
    "TPR",
    title="Tournament performance rating",
    says="mean rating of the opponents met, and the difference that the score is worth",
    modifiers="U",
    total=_performance,
    way="performance",
    **SAID,
)
def performance(grid: Grid, reading: Reading) -> Contributions:
    """The rating of each opponent met (10.2); the score adds the difference of table 8.1.1."""
    return opponents_ratings(grid, reading)


def _perfect(found: Contributions, grid: Grid, reading: Reading) -> Values:
    """The lowest rating that is expected to reach the score; computed once for all who ask alike."""

    def compute() -> Values:
        met: Any = found.element
        defined = met.any(axis=1) if found.defined is None else found.defined & met.any(axis=1)
        number = perfect_performance(found.value, met, halves_scored(grid, met))
        return Values(np.where(defined, number, 0), 1, defined)

    values: Values = grid.once(
        ("perfect", reading.criterion.unrated, reading.forfeits_are_games("ratings")), compute
    )
    return values


@tiebreak(
    "PTP",
    title="Perfect tournament performance",
    says="the lowest rating that is expected to score as much against the same opponents",
    modifiers="U",
    total=_perfect,
    way="perfect",
    **SAID,
)
def perfect_tournament_performance(grid: Grid, reading: Reading) -> Contributions:
    """The rating of each opponent met (10.3)."""
    return opponents_ratings(grid, reading)


@tiebreak(
    "APRO",
    title="Average performance rating of opponents",
    says="mean tournament performance rating of the opponents met, rounded half up",
    counted="opponent's performance rating",
    uncounted="no game that counts",
    modifiers="U",
    total=rounded_mean(1),
    way="mean",
    needs_ratings=True,
)
def average_performance(grid: Grid, reading: Reading) -> Contributions:
    """The performance rating of each opponent met (10.4)."""
    found = opponents_ratings(grid, reading)
    return of_opponents(grid, reading, _by_table(found, grid, reading), found)


@tiebreak(
    "APPO",
    title="Average perfect performance of opponents",
    says="mean perfect tournament performance of the opponents met, rounded half up",
    counted="opponent's perfect performance",
    uncounted="no game that counts",
    modifiers="U",
    total=rounded_mean(1),
    way="mean",
    needs_ratings=True,
)
def average_perfect_performance(grid: Grid, reading: Reading) -> Contributions:
    """The perfect tournament performance of each opponent met (10.5)."""
    found = opponents_ratings(grid, reading)
    return of_opponents(grid, reading, _perfect(found, grid, reading), found)


@tiebreak(
    "RTNG",
    title="Rating",
    says="the higher rating first (R: the lower)",
    uncounted="own rating: no round adds to it",
    modifiers="R U",
    needs_ratings=True,
)
def own_rating(grid: Grid, reading: Reading) -> Contributions:
    """The player's own rating, which belongs to no round (10.6)."""
    rating, defined = ratings(grid, reading)
    nothing: NDArray[np.int64] = np.zeros(grid.shape, dtype=np.int64)
    return Contributions(nothing, 1, nothing.astype(bool), extra=rating, defined=defined)
