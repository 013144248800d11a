"""Order within events: places by a list of criteria, shared where the list leaves a tie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from chesstb.contribution import FAR_APART, Values

if TYPE_CHECKING:
    from collections.abc import Sequence

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


MOST: Final = FAR_APART
"""Packed numbers stay below this one."""


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
    return _dense(*_packed(groups, columns))


def in_order(groups: Ints, columns: Sequence[tuple[Values, bool]]) -> tuple[Ints, Bools]:
    """Return the rows by group, by a list of values, and by row, and which are the first of those tied.

    Parameters
    ----------
    groups, columns
        See `refine_by`.

    Returns
    -------
    order : (P,) int64
    first : (P,) bool
        Of each row in this order, whether it differs from the one before.
    """
    return _sorted(*_packed(groups, columns)) if len(groups) else (groups, groups == 0)


def _packed(groups: Ints, columns: Sequence[tuple[Values, bool]]) -> tuple[Ints, int]:
    """Return numbers from 0 that sort as groups and values do, and how many there may be."""
    packed, room = groups, int(groups.max()) + 1
    for values, higher_wins in columns:
        key, span = _key(values, higher_wins=higher_wins)
        if room * span >= MOST:
            packed, room = _dense(packed, room), len(groups)
        if room * span >= MOST:
            packed, room = _dense(_in_turn(packed, key, span)), len(groups)
        else:
            packed, room = packed * span + key, room * span
    return packed, room


def _key(values: Values, *, higher_wins: bool) -> tuple[Ints, int]:
    """Return numbers from 0 that sort as the values do, and how many there are; the undefined come last."""
    number, span = values.from_zero
    key = span - 1 - number if higher_wins else number
    return (key if values.defined is None else np.where(values.defined, key, span)), span + 1


def _in_turn(groups: Ints, key: Ints, span: int) -> Ints:
    """Return the numbers of groups and keys too large to be packed."""
    return groups * len(groups) + _dense(key, span)


def _dense(numbers: Ints, room: int = MOST) -> Ints:
    """Return numbers from 0 in the same order, without gaps; all are below ``room``."""
    order, first = _sorted(numbers, room)
    dense = np.empty(len(numbers), dtype=np.int64)
    dense[order] = np.cumsum(first) - 1
    return dense


def _sorted(numbers: Ints, room: int) -> tuple[Ints, Bools]:
    """Return the rows in order of their numbers and of themselves, and which differ from the one before.

    Where there is room, a number carries its row: numbers are sorted in half the time that it takes to
    sort rows by them.
    """
    bits = (len(numbers) - 1).bit_length()
    first = np.empty(len(numbers), dtype=bool)
    first[:1] = True
    if room << bits < 2 * MOST:
        found = numbers << bits
        found |= np.arange(len(numbers))
        found.sort()
        order = found & ((1 << bits) - 1)
        found >>= bits
    else:
        order = np.argsort(numbers, kind="stable")
        found = numbers[order]
    np.not_equal(found[1:], found[:-1], out=first[1:])
    return order, first


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
    place: Ints = _before(groups) - above(event) + 1
    return place


def above(event: Any) -> Ints:
    """Return how many players stand before the first of each player's event, (P,).

    The players of an event stand together.
    """
    if not len(event):
        return np.zeros(0, dtype=np.int64)
    starts = np.flatnonzero(np.diff(event, prepend=event[0] - 1))
    return np.repeat(starts, np.diff(starts, append=len(event)))


def places_in_order(before: Ints, first: Bools) -> NDArray[np.int32]:
    """Return the places of rows that `in_order` lined up, (P,).

    Parameters
    ----------
    before : (P,) int64
        How many players stand before the first of each player's event: `above`.
    first : (P,) bool
        Of each row in order, whether it is the first of those tied.
    """
    start = np.arange(len(first), dtype=np.int32)
    start *= first
    np.maximum.accumulate(start, out=start)
    return np.subtract(start, before - 1, dtype=np.int32, casting="same_kind")


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
    other = np.zeros(len(event), dtype=bool)
    np.not_equal(event[1:], event[:-1], out=other[1:])
    found: Ints = np.cumsum(other)
    return found
