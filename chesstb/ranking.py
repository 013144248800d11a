"""Order within events: places by a list of criteria, shared where the list leaves a tie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from chesstb.contribution import Values

if TYPE_CHECKING:
    from collections.abc import Sequence

Ints = NDArray[np.int64]


def refine(groups: Ints, values: Values, *, higher_wins: bool) -> Ints:
    """Return finer groups: those still tied are parted by a further value.

    Parameters
    ----------
    groups : (P,) int64
        Number of each player's group; lower numbers stand higher.
    values : Values
        What parts them; the undefined come last.
    higher_wins : bool
        Direction.

    Returns
    -------
    (P,) int64
        New numbers, dense from 0, in the order of the old.
    """
    key = -values.number if higher_wins else values.number
    undefined = None if values.defined is None else ~values.defined
    packed = _packed(groups, key, undefined)
    if packed is not None:
        order = np.argsort(packed, kind="stable")
        changed = np.diff(packed[order]) != 0
    else:
        columns = [key if undefined is None else np.where(undefined, 0, key), groups]
        if undefined is not None:
            columns.insert(1, undefined)
        order = np.lexsort(columns)
        changed = np.zeros(max(len(groups) - 1, 0), dtype=bool)
        for column in columns:
            changed |= np.diff(column[order]) != 0
    finer = np.empty(len(groups), dtype=np.int64)
    finer[order] = np.concatenate([[0], np.cumsum(changed)])[: len(groups)]
    return finer


def _packed(groups: Ints, key: Ints, undefined: NDArray[np.bool_] | None) -> Ints | None:
    """Return group and key as one number that sorts alike; None where 63 bits are too few."""
    if not len(groups):
        return groups
    low, high = int(key.min()), int(key.max())
    span = high - low + 2
    if (int(groups.max()) + 1) * span >= 2**62:
        return None
    shifted = key - low
    if undefined is not None:
        shifted = np.where(undefined, span - 1, shifted)
    return groups * span + shifted


def places(event: Any, groups: Ints) -> Ints:
    """Return each player's place within his event: 1, 2, 2, 4.

    Parameters
    ----------
    event : (P,) int
        Event of each player; the players of an event stand together.
    groups : (P,) int64
        Groups by the whole list; lower numbers stand higher, no group spans two events.
    """
    if not len(groups):
        return groups
    starts = np.flatnonzero(np.diff(event, prepend=event[0] - 1))
    above = np.repeat(starts, np.diff(starts, append=len(event)))
    place: Ints = _before(groups) - above + 1
    return place


def places_within(groups: Ints, finer: Ints) -> Values:
    """Return the order of finer groups within each group of several, from 1; undefined in groups of one.

    Parameters
    ----------
    groups, finer : (P,) int64
        Groups, and what they were parted into by `refine`.
    """
    tied = np.bincount(groups)[groups] > 1
    place = _before(finer) - _before(groups) + 1
    return Values(np.where(tied, place, 0), 1, tied)


def _before(groups: Ints) -> Ints:
    """Return how many players stand in the groups before each player's."""
    size = np.bincount(groups)
    before: Ints = (np.cumsum(size) - size)[groups]
    return before


def rank(event: Any, columns: Sequence[tuple[Values, bool]]) -> Ints:
    """Return the groups that a list of values leaves, events apart.

    Parameters
    ----------
    event : (P,) int
        Event of each player.
    columns : sequence of (Values, bool)
        The values in order of importance, and whether the higher wins.
    """
    groups = np.cumsum(np.diff(event, prepend=event[:1]) != 0)
    for values, higher_wins in columns:
        groups = refine(groups, values, higher_wins=higher_wins)
    return groups
