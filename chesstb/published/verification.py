"""Verify: what a source published against what is computed, cell by cell."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from chesstb import ranking
from chesstb.criteria import parse
from chesstb.encoding import grids
from chesstb.errors import ChesstbError, Note
from chesstb.frame import Table
from chesstb.published import claims
from chesstb.rules import IN_FORCE, RuleVersion
from chesstb.rules import rules as page_of
from chesstb.schema import TEXT
from chesstb.selection import By, Rules, asked, check, tiebreak_of, versions_of
from chesstb.values import Asked, in_turn

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.grid import Grid
    from chesstb.tables import History

NO_LIST = "the event has no list of criteria that its ranks could follow"
NO_RATINGS = "undefined in this event: somebody has no rating, or nobody has a game"
NO_VALUES = "undefined in this event: nobody has a game that counts"


def verify(history: History, rules: Rules = "in force", by: By = None) -> Table:
    """Compare what the sources published with what is computed, cell by cell.

    Parameters
    ----------
    history : History
        One event or many, with ``published`` values.
    rules : str, pathlib.Path or RuleVersion
        The version that all columns are computed under. Default: the one that a column's name
        implies (``Buchholz (2023)``), else the one that the event itself names, else the FIDE
        version in force on its start date, else the newest.
    by : str or list of str, optional
        The list of criteria that published ranks are compared with. Default: the event's own; ranks
        of an event without one are not checked.

    Returns
    -------
    Table
        One row per difference: ``tournament``, ``player``, ``name``, ``column``, ``criterion`` (of a
        ranking: the list), ``rules``, ``published``, ``computed`` (floats; NaN: undefined), ordered
        by tournament, column as printed, and player. ``.attrs["checked"]`` is the number of cells
        compared, ``.attrs["unchecked"]`` the rows (dict) of a table of the columns that could not be:
        ``tournament``, ``column``, ``cells``, ``why``; ``.attrs["notes"]`` says what was chosen.

    Raises
    ------
    DataError, CriterionError, RuleError
        See `standings`; a list or version that only the source gives is no error but unchecked.

    Notes
    -----
    What a column holds is said by ``published.criterion``, else by its name (`chesstb.criterion`).
    A computed value agrees when it rounds to the printed one at the decimals that the column shows;
    whole numbers are taken for rounded only in columns of means, since nobody prints Buchholz 24½ as
    24 or 25. An undefined value agrees with a printed 0. Of k players who share computed place p, the
    published ranks p to p + k - 1 agree, in any order: a source may part by lot whom the list leaves
    tied. Columns of direct encounter are unchecked, as programs print points, places or 0 in them;
    the order that it makes is checked with the ranks.

    Examples
    --------
    >>> import chesstb as tb
    >>> games = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]}
    >>> claimed = {"player": [1, 2], "column": ["WIN", "WIN"], "value": [1.0, 1.0]}
    >>> found = tb.verify(tb.History.from_tables(games, published=claimed), rules="fide-2026")
    >>> found[["player", "column", "published", "computed"]]
       player column  published  computed
    0       2    WIN        1.0       0.0
    >>> found.attrs["checked"]
    2
    """
    check(history, by)
    for criterion in parse(by) if by is not None else ():
        tiebreak_of(criterion)  # a tie-break that nobody knows is a slip of the call, not of the source
    notes: list[str] = []
    version_of, versions = versions_of(history, rules, notes)
    found = claims.claims(history)
    tasks = _tasks(history, found, _Judge(version_of, versions, rules, by))
    notes = notes if len(found.names) else ["No column is published: there is nothing to check."]
    for note in notes:
        warnings.warn(note, Note, stacklevel=2)
    run = _Run(history, found, tasks)
    for grid in grids(history, None, tasks.kind):
        run.compare(grid)
        grid.memo.clear()
    table = run.table()
    table.attrs["notes"] = notes
    return table


@dataclass(frozen=True, eq=False)
class _Judge:
    """What judges each event: its version, and the list for its ranks."""

    version_of: NDArray[np.int64]
    versions: list[RuleVersion]
    rules: Rules
    by: By

    def page_names(self, event: NDArray[np.int64], implied: NDArray[np.object_]) -> NDArray[np.object_]:
        """Return the name of each column's version, (columns,)."""
        names = np.array([page.name for page in self.versions], dtype=object)[self.version_of[event]]
        if str(self.rules).lower() != IN_FORCE:
            return names
        chosen: NDArray[np.object_] = np.where(implied == "", names, implied)
        return chosen

    def page(self, name: str) -> RuleVersion:
        """Return a version by its name."""
        return next((page for page in self.versions if page.name == name), None) or page_of(name)


@dataclass(frozen=True)
class _Task:
    """One thing to compute: a criterion, or a ranking by a list, under a version."""

    by: str
    page: RuleVersion
    rank: bool


@dataclass(frozen=True, eq=False)
class _Tasks:
    """What is to be computed for which column.

    Attributes
    ----------
    tasks : list of _Task
        All that is to be computed.
    of_column : (columns,) int
        Which one a column is checked by; -1: unchecked.
    why : (columns,) object
        Why a column is unchecked; empty where it is checked.
    wanted : (events, tasks) bool
        What is to be computed for an event.
    kind : (events,) int
        Events that want the same have the same number.
    """

    tasks: list[_Task]
    of_column: NDArray[np.int64]
    why: NDArray[np.object_]
    wanted: NDArray[np.bool_]
    kind: NDArray[np.int64]


def _tasks(history: History, found: claims.Claims, judge: _Judge) -> _Tasks:
    """Settle what each published column is checked by."""
    table = found.meanings()
    events = history.tournaments
    own = events["by"].astype("object").where(events["by"].notna(), "").to_numpy()
    listed = own if judge.by is None else np.full(len(own), " ".join(c.text for c in parse(judge.by)))
    table["by"] = np.where(table["rank"], listed[found.event], table["by"])
    table["why"] = np.where(table["rank"] & (table["by"] == ""), NO_LIST, table["why"])
    table["page"] = judge.page_names(found.event, table["rules"].to_numpy(dtype=object))
    checked = (table["why"] == "").to_numpy()
    groups = table[checked].groupby(["by", "page", "rank"], sort=False)
    of_column = np.full(len(table), -1, dtype=np.int64)
    of_column[checked] = groups.ngroup()
    tasks = [_Task(by, judge.page(name), rank) for by, name, rank in groups.size().index]
    wanted = np.zeros((len(own), len(tasks)), dtype=bool)
    wanted[found.event[checked], of_column[checked]] = True
    kind = np.zeros(len(own), dtype=np.int64)
    if wanted.size:
        kind = np.unique(np.packbits(wanted, axis=1), axis=0, return_inverse=True)[1].ravel()
    return _Tasks(tasks, of_column, table["why"].to_numpy(dtype=object), wanted, kind)


class _Run:
    """The comparison as it goes from Grid to Grid."""

    def __init__(self, history: History, found: claims.Claims, tasks: _Tasks) -> None:
        self.history, self.claims, self.tasks = history, found, tasks
        self.why = tasks.why.copy()
        self.task = tasks.of_column[found.column]
        self.event = found.event[found.column]
        self.decimals = found.decimals[found.column]
        self.computed = np.full(len(found.value), np.nan)
        self.wrong = np.zeros(len(found.value), dtype=bool)

    def compare(self, grid: Grid) -> None:
        """Compare the cells of a Grid's events, all of which want the same."""
        inside = np.zeros(len(self.history), dtype=bool)
        inside[grid.event] = True
        here = inside[self.event]
        for number in np.flatnonzero(self.tasks.wanted[grid.event[0]]):
            cells = np.flatnonzero(here & (self.task == number))
            task = self.tasks.tasks[number]
            try:
                items = asked(parse(task.by), task.page, grid.section)
            except ChesstbError as error:
                self._leave(cells, str(error))
                continue
            if task.rank:
                self._ranks(grid, items, cells)
            else:
                self._values(grid, items[0], cells)

    def _values(self, grid: Grid, item: Asked, cells: NDArray[np.int64]) -> None:
        shown = np.full(len(self.history.players), np.nan)
        groups = ranking.rank(grid.event, [])
        values = item.tiebreak.values(grid, item.reading, groups).shown
        shown[grid.row] = values
        known = np.zeros(len(self.history), dtype=bool)
        known[grid.event[~np.isnan(values)]] = True
        out = ~known[self.event[cells]]
        self._leave(cells[out], NO_RATINGS if item.tiebreak.needs_ratings else NO_VALUES)
        cells = cells[~out]
        computed = shown[self.claims.row[cells]]
        exact = claims.is_sum(item.tiebreak)
        published = self.claims.value[cells]
        self.computed[cells] = computed
        self.wrong[cells] = ~claims.agrees(published, computed, self.decimals[cells], exact_whole=exact)

    def _ranks(self, grid: Grid, items: list[Asked], cells: NDArray[np.int64]) -> None:
        _, groups = in_turn(grid, items)
        place, shared = (np.zeros(len(self.history.players), dtype=np.int64) for _ in range(2))
        place[grid.row] = ranking.places(grid.event, groups)
        shared[grid.row] = np.bincount(groups)[groups]
        row, published = self.claims.row[cells], self.claims.value[cells]
        self.computed[cells] = place[row]
        self.wrong[cells] = (published < place[row]) | (published >= place[row] + shared[row])

    def _leave(self, cells: NDArray[np.int64], why: str) -> None:
        self.why[np.unique(self.claims.column[cells])] = why

    def table(self) -> Table:
        """Return the differences, and what was checked and what was not."""
        found, tasks = self.claims, self.tasks.tasks
        keys = claims.keys_of(self.history)
        left = self.why != ""
        cells = np.flatnonzero(self.wrong)
        cells = cells[np.lexsort([found.row[cells], found.column[cells]])]
        column, row = found.column[cells], found.row[cells]
        by = np.array([task.by for task in tasks] or [""], dtype=object)
        page = np.array([task.page.name for task in tasks] or [""], dtype=object)
        table = Table(
            {
                "tournament": pd.Categorical.from_codes(found.event[column], dtype=keys),
                "player": self.history.players["player"].to_numpy()[row],
                "name": self.history.players["name"].array.take(row),
                "column": _text(found.names[column]),
                "criterion": _text(by[self.task[cells]]),
                "rules": _text(page[self.task[cells]]),
                "published": found.value[cells],
                "computed": self.computed[cells],
            }
        )
        table.attrs["checked"] = int(found.total[~left].sum())
        columns = np.flatnonzero(left)
        unchecked = {
            "tournament": np.array(self.history.events, dtype=object)[found.event[columns]],
            "column": found.names[columns],
            "cells": found.total[columns],
            "why": self.why[columns],
        }
        table.attrs["unchecked"] = pd.DataFrame(unchecked).to_dict("records")
        return table


def _text(words: Any) -> Any:
    return pd.array(words, dtype=TEXT)
