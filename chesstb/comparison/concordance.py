"""Kendall's tau-b of the orders of many events at once: whole numbers until the last division."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


def tau_b(event: Any, a: Any, b: Any, events: int, within: Any = None) -> NDArray[np.float64]:
    """Return Kendall's tau-b of two orders for each event.

    Of all pairs of players of an event, those in the same order under both (C) and those in opposite
    order (D): (C - D) / sqrt(A B), where A pairs are not tied under the first and B not under the
    second.

    Parameters
    ----------
    event : (P,) int
        Event of each player, from 0.
    a, b : (P,) int
        The two orders: places, or any whole numbers from 0.
    events : int
        How many events there are.
    within : (P,) int, optional
        Only pairs equal in this number are looked at.

    Returns
    -------
    (events,) float64
        1 for the same order, -1 for the reverse; NaN where one of the orders ties everybody.

    Examples
    --------
    >>> tau_b(np.zeros(4, dtype=int), np.array([1, 2, 3, 4]), np.array([1, 2, 4, 3]), 1).round(4).tolist()
    [0.6667]
    """
    event, a, b = (np.asarray(values, dtype=np.int64) for values in (event, a, b))
    columns = [event] if within is None else [event, np.asarray(within, dtype=np.int64)]
    order = np.lexsort((b, a, *columns[::-1]))
    event, a, b, *inner = (values[order] for values in (event, a, b, *columns[1:]))
    segment = _runs(event, *inner)
    first = np.flatnonzero(np.diff(segment, prepend=-1))
    owner = event[first]
    everybody = _pairs(segment, owner, events)
    tied_a = _pairs(_runs(segment, a), event, events, by_row=True)
    tied_both = _pairs(_runs(segment, a, b), event, events, by_row=True)
    by_b = np.lexsort((b, segment))
    tied_b = _pairs(_runs(segment[by_b], b[by_b]), event[by_b], events, by_row=True)
    against = np.zeros(events, dtype=np.int64)
    np.add.at(against, owner, inversions(segment, b))
    same = everybody - tied_a - tied_b + tied_both - against
    size = np.sqrt((everybody - tied_a).astype(np.float64) * (everybody - tied_b))
    tau: NDArray[np.float64] = np.divide(same - against, size, out=np.full(events, np.nan), where=size > 0)
    return tau


def _runs(*columns: Ints) -> Ints:
    """Number the runs of equal rows from 0."""
    if not len(columns[0]):
        return columns[0]
    changed = np.zeros(len(columns[0]), dtype=bool)
    for column in columns:
        changed[1:] |= np.diff(column) != 0
    return np.cumsum(changed)


def _pairs(run: Ints, event: Ints, events: int, *, by_row: bool = False) -> Ints:
    """Return how many pairs within the same run each event has; ``event`` is that of a run, or of a row."""
    size = np.bincount(run)
    owner = event[np.flatnonzero(np.diff(run, prepend=-1))] if by_row else event
    found = np.zeros(events, dtype=np.int64)
    np.add.at(found, owner, size * (size - 1) // 2)
    return found


def inversions(segment: Ints, values: Ints) -> Ints:
    """Return for each segment how many pairs stand in falling order.

    From the highest bit down: among those of a segment that agree in all higher bits, each one with
    a 0 counts those with a 1 before it; then the 0s move before the 1s, each in their order.

    Parameters
    ----------
    segment : (P,) int64
        Number of each value's segment, from 0 without gaps, rising.
    values : (P,) int64
        Whole numbers from 0.

    Examples
    --------
    >>> inversions(np.array([0, 0, 0, 1, 1]), np.array([3, 1, 2, 5, 5])).tolist()
    [2, 0]
    """
    if not len(values):
        return np.zeros(0, dtype=np.int64)
    starts = np.flatnonzero(np.diff(segment, prepend=-1))
    found = np.zeros(len(starts), dtype=np.int64)
    here = np.arange(len(values))
    low = starts[segment]
    high = np.append(starts[1:], len(values))[segment]
    for bit in reversed(range(int(values.max()).bit_length())):
        one = (values >> bit) & 1
        ones = np.concatenate([[0], np.cumsum(one)])
        before = ones[here] - ones[low]
        found += np.add.reduceat(np.where(one, 0, before), starts)
        zeros = (high - low) - (ones[high] - ones[low])
        middle = low + zeros
        target = np.where(one, middle + before, here - before)
        values, low, high = (
            _moved(column, target)
            for column in (values, np.where(one, middle, low), np.where(one, high, middle))
        )
    return found


def _moved(values: Ints, target: Ints) -> Ints:
    moved = np.empty_like(values)
    moved[target] = values
    return moved
