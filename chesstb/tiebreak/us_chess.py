"""Tie-breaks of the US Chess rule book (rule 34E) that go by names of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from chesstb.arrays import only, running
from chesstb.contribution import Contributions, Values, told
from chesstb.grid import HALVES, LOST, PLAYED, WHITE, WON
from chesstb.ranking import places_within, refine
from chesstb.rating_tables import half_up
from chesstb.tiebreak.buchholz import buchholz
from chesstb.tiebreak.registry import rounded_mean, row_sum, tiebreak
from chesstb.tiebreak.sonneborn_berger import sonneborn_berger

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.grid import Grid
    from chesstb.rules import Reading

MILLION: Final = 1_000_000
"""Parts of a point to which means are kept that the rule does not round: unequal means stay unequal."""


@tiebreak(
    "MODMED",
    title="Modified Median",
    says="opponents' scores, of which the player's own score says what is dropped",
)
def modified_median(grid: Grid, reading: Reading) -> Contributions:
    """Opponents' adjusted scores (34E1); the page's clause on cuts does the rest."""
    return buchholz(grid, reading)


@tiebreak(
    "SOLKOFF",
    title="Solkoff",
    says="sum of the opponents' scores",
)
def solkoff(grid: Grid, reading: Reading) -> Contributions:
    """Opponents' adjusted scores (34E2)."""
    return buchholz(grid, reading)


@tiebreak(
    "MEDIAN",
    title="Median (Harkness)",
    says="opponents' scores without the highest and the lowest",
)
def median(grid: Grid, reading: Reading) -> Contributions:
    """Opponents' adjusted scores (34E4), the ends dropped."""
    return buchholz(grid, reading)


@tiebreak(
    "SB34E8",
    title="Sonneborn-Berger (34E8)",
    says="each opponent's score times the points against him",
    lowest="the lowest opponent",
    times_points=True,
)
def us_sonneborn_berger(grid: Grid, reading: Reading) -> Contributions:
    """Opponents' adjusted scores times the points taken from them (34E8)."""
    return sonneborn_berger(grid, reading)


@tiebreak(
    "CUMUL",
    title="Cumulative",
    says="sum of the scores after each round, less the points of unplayed rounds",
    counted="score after the round, less what was not played",
)
def cumulative(grid: Grid, reading: Reading) -> Contributions:
    """The running score, less the points of the round if it was not played (34E3)."""
    return Contributions(running(grid.points) - only(~grid.played, grid.points), grid.unit)


@tiebreak(
    "CUMOPP",
    title="Cumulative of opposition",
    says="sum of the cumulative scores of the opponents met",
    counted="opponent's cumulative score",
    uncounted="no game that counts",
)
def cumulative_of_opposition(grid: Grid, reading: Reading) -> Contributions:
    """The cumulative score of each opponent met (34E9)."""
    theirs = row_sum(cumulative(grid, reading), grid, reading.plain()).number
    return _of_those_met(grid, theirs, grid.unit)


def _of_those_met(grid: Grid, theirs: Any, scale: int, known: Any = True) -> Contributions:
    met: Any = grid.played & grid.paired & grid.of_opponent(np.broadcast_to(known, theirs.shape))
    return Contributions(grid.of_opponent(theirs), scale, element=met)


_RESULT: Final = np.array([1, 2, 4])[HALVES]
KASHDAN: Final = {
    "": np.where(PLAYED, _RESULT, 0),
    "two-for-unplayed": np.where(PLAYED, _RESULT, 2),
    "result-for-unplayed": _RESULT,
}
"""Variant to what each code gives."""


@tiebreak(
    "KASHDAN",
    title="Kashdan",
    says="a win 4, a draw 2, a loss 1, an unplayed round 0",
    counted="by result",
)
def kashdan(grid: Grid, reading: Reading) -> Contributions:
    """A win 4, a draw 2, a loss 1 (34E7); unplayed rounds by variant."""
    worth = KASHDAN[reading.variant]
    return Contributions(np.where(grid.free, 0, worth[grid.outcome]), 1)


@tiebreak(
    "WHITES",
    title="Games played with White",
    says="the fewer games played over the board with White",
    counted="a game with White",
    uncounted="no game with White",
    higher_wins=False,
    colours=True,
)
def white_games(grid: Grid, reading: Reading) -> Contributions:
    """Games played over the board with White, fewer first (34E6, variation)."""
    counted = grid.played & (grid.colour == WHITE)
    return Contributions(counted.astype(np.int32), 1, reason=told(counted))


# ---------------------------------------------------------------- among the tied


def result_between_tied_values(grid: Grid, reading: Reading, groups: NDArray[np.int64]) -> Values:
    """Return the order within each tied group by wins less losses against each other (34E5)."""
    margin = row_sum(result_between_tied(grid, reading, groups), grid, reading)
    return places_within(groups, refine(groups, margin, higher_wins=True))


@tiebreak(
    "RES34E5",
    title="Result between the tied",
    says="order by wins less losses among those still tied, from 1 in each tied group",
    counted="win or loss against a tied player",
    uncounted="not among the tied",
    higher_wins=False,
    among_tied=True,
    ranks=result_between_tied_values,
    way="margin",
)
def result_between_tied(grid: Grid, reading: Reading, groups: NDArray[np.int64]) -> Contributions:
    """A win 1, a loss -1 in the games against those tied with the player."""
    within = grid.played & grid.paired & (grid.of_opponent(groups) == groups[:, None])
    result = WON[grid.outcome].astype(np.int64) - LOST[grid.outcome]
    return Contributions(result, 1, element=within)


# ---------------------------------------------------------------- ratings


@tiebreak(
    "AVGOPP",
    title="Average opposition",
    says="mean rating of the rated opponents met",
    counted="opponent's rating",
    uncounted="no game against a rated opponent",
    modifiers="U",
    total=rounded_mean(MILLION),
    way="mean",
)
def average_opposition(grid: Grid, reading: Reading) -> Contributions:
    """The rating of each rated opponent met (34E11)."""
    rating = np.where(grid.rating == 0, reading.criterion.unrated, grid.rating).astype(np.int64)
    return _of_those_met(grid, rating, 1, rating > 0)


def _mean_of_means(found: Contributions, grid: Grid, reading: Reading) -> Values:
    """Return the mean over opponents of their mean performance, each opponent's games counted apart."""
    total, games = _performance_sums(grid)
    parts = int(np.lcm.reduce(np.unique(games[games > 0]))) if (games > 0).any() else 1
    exact = object if parts > 10**9 else np.int64  # whole numbers of any size where 64 bits are too few
    means = (total.astype(exact) * parts) // np.maximum(games, 1)
    met: Any = found.element
    count = met.sum(axis=1).astype(np.int64)
    whole = np.where(met, grid.of_opponent(means), 0).sum(axis=1)
    points, rest = np.divmod(whole, np.maximum(count, 1) * parts)
    number = points * MILLION + half_up(rest * MILLION, np.maximum(count, 1) * parts)
    return Values(np.where(count > 0, number, 0).astype(np.int64), MILLION, count > 0)


def _performance_sums(grid: Grid) -> tuple[Any, Any]:
    """Return each player's sum of ratings, 400 more or less by result, over rated opponents; the games."""
    rated = grid.played & grid.paired & grid.of_opponent(grid.rating > 0)
    result = WON[grid.outcome].astype(np.int64) - LOST[grid.outcome]
    total = np.where(rated, grid.of_opponent(grid.rating) + 400 * result, 0).sum(axis=1, dtype=np.int64)
    return total, rated.sum(axis=1).astype(np.int64)


@tiebreak(
    "OPPPERF",
    title="Opposition's performance",
    says="mean performance of the opponents met: their opponents' ratings, 400 more or less by result",
    counted="opponent's performance",
    uncounted="no game against an opponent with a performance",
    total=_mean_of_means,
    way="mean-of-means",
)
def opposition_performance(grid: Grid, reading: Reading) -> Contributions:
    """The performance of each opponent met (34E10)."""
    total, games = _performance_sums(grid)
    shown = half_up(total * MILLION, np.maximum(games, 1))
    return _of_those_met(grid, shown, MILLION, games > 0)
