"""Order within events: places by a list of criteria, shared where the list leaves a tie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from chesstb import compiled
from chesstb.contribution import Values

if TYPE_CHECKING:
    from collections.abc import Sequence

Ints = NDArray[np.int64]


MOST: Final = 2**62
"""Numbers below this one stay below it and above its negative when they are packed."""


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
    return refine_by(groups, [(values, higher_wins)])


def refine_by(groups: Ints, columns: Sequence[tuple[Values, bool]]) -> Ints:
    """Return finer groups: those still tied are parted by a list of values, in its order.

    Parameters
    ----------
    groups : (P,) int64
        See `refine`.
    columns : sequence of (Values, bool)
        The values in order of importance, and whether the higher wins.

    Notes
    -----
    As many values as fit are packed into one number that sorts alike, so that one sort parts by all.
    """
    if not len(groups) or not columns:
        return groups
    packed, room = groups, int(groups.max()) + 1
    for values, higher_wins in columns:
        key, span = _key(values, higher_wins=higher_wins)
        if room * span >= MOST:
            packed, room = _dense(packed), len(groups)
        if room * span >= MOST:
            packed, room = _dense(_in_turn(packed, key)), len(groups)
        else:
            packed, room = packed * span + key, room * span
    return _dense(packed)


def _key(values: Values, *, higher_wins: bool) -> tuple[Ints, int]:
    """Return numbers from 0 that sort as the values do, and how many there are; the undefined come last."""
    number = values.number
    low, high = int(number.min()), int(number.max())
    if high - low >= MOST:  # too far apart to be told by their distance
        number = np.unique(number, return_inverse=True)[1].ravel()
        low, high = 0, len(number)
    key = high - number if higher_wins else number - low
    span = high - low + 2
    return (key if values.defined is None else np.where(values.defined, key, span - 1)), span


def _in_turn(groups: Ints, key: Ints) -> Ints:
    """Return the numbers of groups and keys too large to be packed."""
    return groups * len(groups) + _dense(key)


def _dense(numbers: Ints) -> Ints:
    """Return numbers from 0 in the same order, without gaps."""
    loops = compiled.in_use()
    if loops is not None:
        found: Ints = loops.dense(numbers)
        return found
    order = np.argsort(numbers)
    dense = np.empty(len(numbers), dtype=np.int64)
    dense[order] = np.concatenate([[0], np.cumsum(np.diff(numbers[order]) != 0)])
    return dense


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
    loops = compiled.in_use()
    if loops is not None:
        found: Ints = loops.places(event, groups)
        return found
    place: Ints = _before(groups) - _above(event) + 1
    return place


def _above(event: Any) -> Ints:
    """Return how many players stand before the first of each player's event."""
    starts = np.flatnonzero(np.diff(event, prepend=event[0] - 1))
    return np.repeat(starts, np.diff(starts, append=len(event)))


def by_place(event: Any, place: Ints) -> Ints:
    """Return the rows of players by event, place and row, (P,).

    Parameters
    ----------
    event : (P,) int
        Event of each player; the players of an event stand together.
    place : (P,) int64
        Their places: as many players stand behind a place as share it.
    """
    if not len(place):
        return place
    loops = compiled.in_use()
    if loops is not None:
        found: Ints = loops.by_place(event, place)
        return found
    slot = _above(event) + place - 1
    order = np.empty(len(slot), dtype=np.int64)
    order[slot] = np.arange(len(slot))
    shared = np.flatnonzero(np.bincount(slot, minlength=len(slot))[slot] > 1)
    shared = shared[np.argsort(slot[shared], kind="stable")]
    first = slot[shared]
    order[first + np.arange(len(first)) - np.searchsorted(first, first)] = shared
    return order


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
    return refine_by(groups_of(event), columns)


def groups_of(event: Any) -> Ints:
    """Return the groups that events make, (P,); the players of an event stand together."""
    loops = compiled.in_use()
    found: Ints = np.cumsum(np.diff(event, prepend=event[:1]) != 0) if loops is None else loops.groups(event)
    return found
