"""Choosing: the trials of a Grid put in order, the best first, those of equal values together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from chesstb.published.candidates import Candidate, commonness, modifiers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.grid import Bools
    from chesstb.published.trials import Trials
    from chesstb.rules import RuleVersion

    Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Hints:
    """What the source says of each column of a Grid.

    Attributes
    ----------
    said : (G,) object
        Its criterion, without the rating of the unrated; empty: not known.
    rating : (G,) int
        That rating; 0: none.
    expected : (G,) int
        The version that is expected: what the column's name implies, else the event's; -1: not among
        those that are tried.
    """

    said: NDArray[np.object_]
    rating: Ints
    expected: Ints


@dataclass(frozen=True, eq=False)
class Chosen:
    """The best candidates of the columns of a Grid, column by column, best first.

    Attributes
    ----------
    column : (rows,) int
        Which of the Grid's columns.
    candidate, rating : (rows,) int
        Which candidate, and what the unrated are given.
    version : (rows,) int
        The preferred version.
    agree : (rows, V) bool
        All versions whose values are the same in the whole event.
    right : (rows,) int
        Cells that agree.
    """

    column: Ints
    candidate: Ints
    rating: Ints
    version: Ints
    agree: Bools
    right: Ints

    def part(self, rows: Any) -> Chosen:
        """Return some of the rows."""
        return Chosen(*(values[rows] for values in vars(self).values()))

    @property
    def best(self) -> Chosen:
        """Return the first row of each column."""
        return self.part(np.flatnonzero(np.diff(self.column, prepend=-1)))


def choose(
    found: Trials,
    among: tuple[Candidate, ...],
    pages: tuple[RuleVersion, ...],
    hints: Hints,
    top: int | None,
) -> Chosen:
    """Put the candidates of each column in order.

    The order: more cells right; then the criterion that the source names; then the version that is
    expected; then fewer modifiers, smaller cuts; then the tie-break that more versions define; then
    the older version, those outside the FIDE line last.
    """
    trial, column = np.nonzero(_worth_a_look(found.right, top, len(pages)))
    candidate = found.candidate[trial]
    counts = np.array([len(one.versions) for one in among], dtype=np.int64)[candidate]
    pair = np.repeat(np.arange(len(trial)), counts)
    within = np.arange(len(pair)) - np.repeat(np.cumsum(counts) - counts, counts)
    flat = np.array([number for one in among for number in one.versions], dtype=np.int64)
    first = np.cumsum([0, *(len(one.versions) for one in among)])[:-1].astype(np.int64)
    trial, column, candidate = trial[pair], column[pair], candidate[pair]
    version = flat[first[candidate] + within]
    right, rating, mark = found.right[trial, column], found.rating[trial, column], found.mark[trial, column]
    facts = _Facts(among, pages)
    said = (facts.text[candidate] == hints.said[column]) & ((rating == 0) | (rating == hints.rating[column]))
    order = np.lexsort(
        [
            version,
            facts.common[candidate],
            facts.cuts[candidate],
            facts.modifiers[candidate],
            version != hints.expected[column],
            ~said,
            -right,
            column,
        ]
    )
    ready = Chosen(column, candidate, rating, version, np.zeros((0, 0), dtype=bool), right)
    return _merged(ready, order, facts.number[candidate], mark, len(pages), top)


class _Facts:
    """What the candidates are, as arrays over them."""

    def __init__(self, among: tuple[Candidate, ...], pages: tuple[RuleVersion, ...]) -> None:
        common = commonness(pages)
        asked = [modifiers(one) for one in among]
        self.text = np.array([one.text for one in among], dtype=object)
        self.number = np.unique(self.text.astype(str), return_inverse=True)[1]
        self.common = np.array([common[one.item.tiebreak.code] for one in among], dtype=np.int64)
        self.modifiers = np.array([letters for letters, _ in asked], dtype=np.int64)
        self.cuts = np.array([cuts for _, cuts in asked], dtype=np.int64)


def _worth_a_look(right: Ints, top: int | None, versions: int) -> Bools:
    """Return the trials that can be among the best, (T, G): at most as many per row as there are versions."""
    defined: Bools = right >= 0
    many = versions * (top or 0)
    if top is None or len(right) <= many:
        return defined
    least = np.partition(right, -many, axis=0)[-many]
    worth: Bools = defined & (right >= least)
    return worth


def _merged(ready: Chosen, order: Ints, text: Ints, mark: Any, versions: int, top: int | None) -> Chosen:
    """Keep one row for each criterion and its values, in order, with all the versions that have them."""
    keys = np.stack([ready.column, text, ready.rating, mark.view(np.int64)], axis=1)[order]
    _, first, number = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    agree = np.zeros((len(first), versions), dtype=bool)
    agree[number.ravel(), ready.version[order]] = True
    heads = np.argsort(first)
    rows = order[first[heads]]
    column = ready.column[rows]
    start = np.searchsorted(column, column)
    kept = np.arange(len(column)) - start < (len(column) if top is None else top)
    rows = rows[kept]
    return Chosen(
        ready.column[rows],
        ready.candidate[rows],
        ready.rating[rows],
        ready.version[rows],
        agree[heads[kept]],
        ready.right[rows],
    )
