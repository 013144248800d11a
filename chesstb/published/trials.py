"""Trials: candidates computed on a Grid and counted against its published cells."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from pandas.util import hash_array

from chesstb import ranking
from chesstb.contribution import Values
from chesstb.published import claims as claimed
from chesstb.published.candidates import filled
from chesstb.tiebreak.encounter import encounters
from chesstb.values import Heard

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.grid import Bools, Grid
    from chesstb.published.candidates import Candidate
    from chesstb.published.claims import Claims
    from chesstb.values import Asked

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

SEED: Final = 20260301
"""Of the numbers by which values of a whole event are summed up; any will do."""


@dataclass(frozen=True, eq=False)
class Printed:
    """The published cells of a Grid's events.

    Attributes
    ----------
    columns : (G,) int
        Numbers of the columns in `Claims`.
    cell : (cells,) int
        Numbers of the cells there.
    player, column : (cells,) int
        Row of the Grid, and which of the columns.
    value : (cells,) float
    decimals : (cells,) int
    place : (G,) int
        How many-th of the event's tie-break columns it is, from 0; points have none (-1).
    event : (G,) int
        Which of the Grid's events, from 0.
    """

    columns: Ints
    cell: Ints
    player: Ints
    column: Ints
    value: Floats
    decimals: Ints
    place: Ints
    event: Ints


def printed(grid: Grid, claims: Claims, wanted: Bools, is_points: Bools) -> Printed:
    """Return the cells of a Grid's events in the wanted columns.

    Parameters
    ----------
    grid : Grid
    claims : Claims
    wanted, is_points : (columns,) bool
        Columns that are looked at, and those that hold the points.
    """
    events, index = np.unique(grid.event, return_index=True)
    columns = np.flatnonzero(wanted & np.isin(claims.event, events))
    cell = np.flatnonzero(np.isin(claims.column, columns))
    event = np.searchsorted(events, claims.event[columns])
    counts = ~is_points[columns]
    before: Ints = np.cumsum(counts) - counts
    start = np.searchsorted(event, np.arange(len(index)))
    place = np.where(counts, before - before[np.minimum(start[event], max(len(columns) - 1, 0))], -1)
    return Printed(
        columns=columns,
        cell=cell,
        player=np.searchsorted(grid.row, claims.row[cell]),
        column=np.searchsorted(columns, claims.column[cell]),
        value=claims.value[cell],
        decimals=claims.decimals[claims.column[cell]],
        place=place,
        event=event,
    )


@dataclass(frozen=True, eq=False)
class Trials:
    """What the candidates come to on a Grid.

    Attributes
    ----------
    candidate : (T,) int
        Which candidate each trial is of.
    rating : (T, G) int
        What the unrated of each column's event are given; 0: nothing.
    right : (T, G) int
        Cells of each column that agree; -1 where the candidate is undefined in the whole event.
    mark : (T, G) uint64
        The values of the event as one number: equal where all values are.
    """

    candidate: Ints
    rating: Ints
    right: Ints
    mark: NDArray[np.uint64]


def shown(item: Asked, grid: Grid) -> Floats:
    """Return the values of a criterion that looks at no tied groups, (P,)."""
    return item.tiebreak.values(grid, item.reading, ranking.rank(grid.event, [])).shown


def trials(grid: Grid, found: Printed, among: tuple[Candidate, ...], given: list[Ints]) -> Trials:
    """Compute every candidate and count its right cells.

    Parameters
    ----------
    grid : Grid
    found : Printed
    among : tuple of Candidate
    given : list of (P,) int
        Ratings that the unrated may be given, see `chesstb.published.candidates.ratings_given`.
    """
    count = _Count(grid, found)
    if not len(found.columns):
        return count.trials()
    fills = [(filled(grid, rating), rating) for rating in given]
    groups = groups_before(grid, found)
    done: dict[Any, list[tuple[dict[str, str], slice]]] = {}
    for number, candidate in enumerate(among):
        reading = candidate.item.reading
        alike = done.setdefault((candidate.text, candidate.fills, reading.cut_count, reading.variant), [])
        rows = next((rows for words, rows in alike if reading.takes(words)), None)
        if rows is not None:
            count.repeat(number, rows)
            continue
        heard = Heard.of(reading)
        item = replace(candidate.item, reading=heard)
        before = len(count.rows)
        if item.tiebreak.among_tied:
            count.add_encounter(number, item, groups)
        elif candidate.fills:
            for with_ratings, rating in fills:
                count.add(number, item, shown(item, with_ratings), rating)
        else:
            count.add(number, item, shown(item, grid), None)
        alike.append((heard.words, slice(before, len(count.rows))))
    return count.trials()


class _Count:
    """Trials as they are added."""

    def __init__(self, grid: Grid, found: Printed) -> None:
        self.grid, self.found = grid, found
        self.start = np.flatnonzero(np.diff(grid.event, prepend=-1))
        self.salt = np.random.default_rng(SEED).integers(0, 2**63, len(grid.row), dtype=np.uint64)
        self.rows: list[tuple[int, Any, Any, Any]] = []

    def add(self, number: int, item: Asked, values: Floats, rating: Ints | None) -> None:
        """Add a candidate's values (P,)."""
        defined = np.logical_or.reduceat(~np.isnan(values), self.start)
        if rating is not None:
            defined &= rating[self.start] > 0
        right = np.where(defined[self.found.event], self.right(item, values), -1)
        used = np.zeros(len(self.start), dtype=np.int64) if rating is None else rating[self.start]
        self.rows.append((number, used[self.found.event], right, self.mark(values)[self.found.event]))

    def add_encounter(self, number: int, item: Asked, groups: list[Ints]) -> None:
        """Add a group procedure, asked of those whom the columns before leave tied."""
        right = np.full(len(self.found.columns), -1, dtype=np.int64)
        mark = np.zeros(len(self.found.columns), dtype=np.uint64)
        for place, tied in enumerate(groups):
            for values in ways_to_print(item, self.grid, tied):
                better = (self.found.place == place) & (self.right(item, values) > right)
                right = np.where(better, self.right(item, values), right)
                mark = np.where(better, self.mark(values)[self.found.event], mark)
        self.rows.append((number, np.zeros_like(right), right, mark))

    def repeat(self, number: int, rows: slice) -> None:
        """Add a candidate that has the values of another."""
        self.rows += [(number, *row[1:]) for row in self.rows[rows]]

    def right(self, item: Asked, values: Floats) -> Ints:
        """Return how many cells of each column agree."""
        found, exact = self.found, claimed.is_sum(item.tiebreak)
        good = claimed.agrees(found.value, values[found.player], found.decimals, exact_whole=exact)
        return np.bincount(found.column[good], minlength=len(found.columns))

    def mark(self, values: Floats) -> NDArray[np.uint64]:
        """Return the values of each event as one number."""
        bits = np.where(np.isnan(values), -1e300, values + 0.0).view(np.uint64)
        return np.add.reduceat(hash_array(bits ^ self.salt), self.start)

    def trials(self) -> Trials:
        """Return all that was added."""
        columns = len(self.found.columns)
        number, rating, right, mark = zip(*self.rows, strict=True) if self.rows else ((), (), (), ())
        shape = (len(number), columns)
        return Trials(
            np.array(number, dtype=np.int64),
            np.array(rating, dtype=np.int64).reshape(shape),
            np.array(right, dtype=np.int64).reshape(shape),
            np.array(mark, dtype=np.uint64).reshape(shape),
        )


# ---------------------------------------------------------------- direct encounter


def points_groups(grid: Grid) -> Ints:
    """Return the groups by points, (P,)."""
    return ranking.rank(grid.event, [(Values(grid.score.astype(np.int64), 1), True)])


def groups_before(grid: Grid, found: Printed) -> list[Ints]:
    """Return for each place of a column whom points and the columns printed before leave tied, (P,)."""
    groups = points_groups(grid)
    every = []
    for place in range(int(found.place.max(initial=-1)) + 1):
        every.append(groups)
        groups = ranking.refine(groups, printed_values(grid, found, place), higher_wins=True)
    return every


def printed_values(grid: Grid, found: Printed, place: int) -> Values:
    """Return what is printed in the columns of one place, whole numbers in the order of the values."""
    cells = found.place[found.column] == place
    number, defined = np.zeros(len(grid.row), dtype=np.int64), np.zeros(len(grid.row), dtype=bool)
    number[found.player[cells]] = np.unique(found.value[cells], return_inverse=True)[1]
    defined[found.player[cells]] = True
    return Values(number, 1, defined)


def ways_to_print(item: Asked, grid: Grid, groups: Ints) -> list[Floats]:
    """Return what programs print of a group procedure, (P,) each; 0 where nobody is tied.

    The place within the group; the points against those tied; the same only where all of the group
    have met.
    """
    place = item.tiebreak.values(grid, item.reading, groups).shown
    made = item.tiebreak.contributions(grid, item.reading, groups)
    there = made.value if made.element is None else np.where(made.element, made.value, 0)
    scored = there.sum(axis=1) / made.scale
    met = encounters(grid, item.reading, groups)
    size = np.bincount(groups)[groups]
    all_met = np.bincount(met.player, minlength=len(groups)) == size - 1
    whole = np.ones(len(groups), dtype=bool)
    np.logical_and.at(whole, groups, all_met)
    return [np.where(np.isnan(place), 0.0, place), scored, np.where(whole[groups], scored, 0.0)]
