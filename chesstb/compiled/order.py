"""Loops over players in order: groups, places, and rows by place."""

from __future__ import annotations

from typing import Any

import numpy as np

from chesstb.compiled.base import compiled


def groups(event: Any) -> Any:
    """Return the number of each player's event among those that are there, (P,): `ranking.groups_of`."""
    found = np.zeros(len(event), dtype=np.int64)
    _groups(event, found)
    return found


@compiled
def _groups(event, found):
    for p in range(1, len(event)):
        found[p] = found[p - 1] + (event[p] != event[p - 1])


def dense(numbers: Any) -> Any:
    """Return numbers from 0 in the same order, without gaps, (P,)."""
    found = np.empty(len(numbers), dtype=np.int64)
    _dense(numbers, np.argsort(numbers), found)
    return found


@compiled
def _dense(numbers, order, found):
    group = -1
    for k in range(len(order)):
        if k == 0 or numbers[order[k]] != numbers[order[k - 1]]:
            group += 1
        found[order[k]] = group


def places(event: Any, groups: Any) -> Any:
    """Return each player's place within his event, (P,): `chesstb.ranking.places`."""
    found = np.empty(len(groups), dtype=np.int64)
    _places(event, groups, found)
    return found


@compiled
def _places(event, groups, found):
    before = np.zeros(len(groups) + 1, dtype=np.int64)
    for p in range(len(groups)):
        before[groups[p] + 1] += 1
    for k in range(1, len(before)):
        before[k] += before[k - 1]
    above = 0
    for p in range(len(groups)):
        if p and event[p] != event[p - 1]:
            above = p
        found[p] = before[groups[p]] - above + 1


def by_place(event: Any, place: Any) -> Any:
    """Return the rows of players by event, place and row, (P,).

    The players of an event stand together, and a place has as many players behind it as it shares.
    """
    found = np.empty(len(place), dtype=np.int64)
    _by_place(event, place, found)
    return found


@compiled
def _by_place(event, place, found):
    taken = np.zeros(len(place), dtype=np.int32)
    above = 0
    for p in range(len(place)):
        if p and event[p] != event[p - 1]:
            above = p
        slot = above + place[p] - 1
        found[slot + taken[slot]] = p
        taken[slot] += 1


def put(column: Any, row: Any, number: Any, scale: int, defined: Any) -> None:
    """Write the values of players into their rows of a column, NaN where there is none."""
    _put(column, row, number, scale, np.zeros(0, dtype=bool) if defined is None else defined)


@compiled
def _put(column, row, number, scale, defined):
    for p in range(len(row)):
        column[row[p]] = number[p] / scale
    for p in range(len(defined)):
        if not defined[p]:
            column[row[p]] = np.nan
