"""Orders: which list of criteria reproduces a published ranking."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from chesstb import ranking
from chesstb.published.trials import points_groups

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.contribution import Values
    from chesstb.grid import Bools, Grid
    from chesstb.values import Asked

    Ints = NDArray[np.int64]

MOST: Final = 5
"""Criteria of a list, besides points and direct encounter, whose orders are tried."""


@dataclass(frozen=True, eq=False)
class Slot:
    """One criterion of a list, in each of a Grid's events its own.

    Attributes
    ----------
    text : (E,) object
        The criterion.
    there : (E,) bool
        Whether the event has one.
    values : Values or None
        Its values (P,), the higher ones first; None: those of a group procedure, which depend on who
        is tied.
    allowed : (E, V) bool
        Versions under which it has these values.
    version : (E,) int
        The preferred one of them.
    place : (E,) float
        Where it is printed among the others; NaN: nowhere.
    """

    text: NDArray[np.object_]
    there: Bools
    values: Values | None
    allowed: Bools
    version: Ints
    place: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Ranks:
    """Published ranks of a Grid's events: row of the Grid, rank, event."""

    player: Ints
    value: NDArray[np.float64]
    event: Ints
    events: int

    def count(self, grid: Grid, groups: Ints) -> tuple[Ints, Ints]:
        """Return how many ranks are the computed places, and how many fit the shared ones, (E,)."""
        place = ranking.places(grid.event, groups)[self.player]
        behind = place + np.bincount(groups)[groups][self.player]
        right = place == self.value
        fits = (place <= self.value) & (self.value < behind)
        one, other = (np.bincount(self.event[good], minlength=self.events) for good in (right, fits))
        return one, other


@dataclass(frozen=True, eq=False)
class Lists:
    """Every list that was tried.

    Attributes
    ----------
    slots : list of tuple of int
        The criteria of each list, after the points.
    right, consistent : (N, E) int
        Ranks that are the computed places, and that fit them; -1 where the event lacks a criterion.
    turned : (N, E) int
        Pairs of criteria that stand the other way round in print, and criteria that are not printed.
    missing : (N, E) int
        Printed criteria that the list leaves out.
    """

    slots: list[tuple[int, ...]]
    right: Ints
    consistent: Ints
    turned: Ints
    missing: Ints


def lists(grid: Grid, slots: list[Slot], encounter: Asked | None, ranks: Ranks) -> Lists:
    """Try every order of every choice of the slots, points first.

    Parameters
    ----------
    grid : Grid
    slots : list of Slot
        At most `MOST`, and one without values for direct encounter.
    encounter : Asked or None
        What the slot without values is.
    ranks : Ranks
    """
    search = _Tree(grid, slots, encounter, ranks)
    there = np.array([slot.there for slot in slots], dtype=bool).reshape(len(slots), ranks.events)
    zero = np.zeros(ranks.events, dtype=np.int64)
    search.visit((), points_groups(grid), np.ones(ranks.events, dtype=bool), zero)
    printed = there & ~np.array([np.isnan(slot.place) for slot in slots]).reshape(there.shape)
    used = np.array([[number in node for number in range(len(slots))] for node in search.nodes], dtype=bool)
    missing = (~used).astype(np.int64).reshape(len(search.nodes), len(slots)) @ printed.astype(np.int64)
    right, consistent, turned = (np.array(part) for part in (search.right, search.consistent, search.turned))
    return Lists(search.nodes, right, consistent, turned, missing)


class _Tree:
    """All lists: a list is its beginning and one criterion more, so that beginnings are ranked once."""

    def __init__(self, grid: Grid, slots: list[Slot], encounter: Asked | None, ranks: Ranks) -> None:
        self.grid, self.slots, self.encounter, self.ranks = grid, slots, encounter, ranks
        self.nodes: list[tuple[int, ...]] = []
        self.right: list[Ints] = []
        self.consistent: list[Ints] = []
        self.turned: list[Ints] = []

    def visit(self, node: tuple[int, ...], groups: Ints, there: Bools, turned: Ints) -> None:
        """Count a list and all that begin with it."""
        right, consistent = self.ranks.count(self.grid, groups)
        self.nodes.append(node)
        self.right.append(np.where(there, right, -1))
        self.consistent.append(np.where(there, consistent, -1))
        self.turned.append(turned)
        for number, slot in enumerate(self.slots):
            if number in node or not (there & slot.there).any():
                continue
            behind = sum((self.slots[other].place > slot.place for other in node), np.isnan(slot.place))
            finer = ranking.refine(groups, self.values(slot, groups), higher_wins=slot.values is not None)
            self.visit((*node, number), finer, there & slot.there, turned + behind)

    def values(self, slot: Slot, groups: Ints) -> Values:
        """Return what parts the tied."""
        if slot.values is not None:
            return slot.values
        assert self.encounter is not None  # noqa: S101 - a slot without values is one
        return self.encounter.tiebreak.values(self.grid, self.encounter.reading, groups)


# ---------------------------------------------------------------- the lists as text


def texts(slots: list[Slot], node: Ints, event: Ints, expected: Ints, names: Any) -> tuple[Any, Any, Bools]:
    """Return the criteria and the versions of lists, (rows,) each, and all versions that have their values.

    Where no version has all values of a list, the versions are those of its criteria, one each.

    Parameters
    ----------
    slots : list of Slot
    node : (rows, depth) int
        The criteria of each list; -1 behind its end.
    event, expected : (rows,) int
        The event of each, and the version that it would rather have.
    names : (V,) object
        Names of the versions.
    """
    text = np.full(len(node), "PTS", dtype=object)
    singly = names[expected].astype(object)
    allowed = np.ones((len(node), len(names)), dtype=bool)
    for step in range(node.shape[1]):
        for number, slot in enumerate(slots):
            rows = np.flatnonzero(node[:, step] == number)
            where = event[rows]
            text[rows] = text[rows] + " " + slot.text[where]
            singly[rows] = singly[rows] + " " + names[slot.version[where]].astype(object)
            allowed[rows] &= slot.allowed[where]
    first = np.where(allowed[np.arange(len(node)), expected], expected, allowed.argmax(axis=1))
    return text, np.where(allowed.any(axis=1), names[first], singly), allowed
