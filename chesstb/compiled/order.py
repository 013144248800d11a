"""Loops over players: their groups, and their values in order."""

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


def put(column: Any, row: Any, order: Any, number: Any, scale: int, defined: Any) -> None:
    """Write the values of players, in an order, into rows of a column, NaN where there is none."""
    _put(column, row, order, number, scale, np.zeros(0, dtype=bool) if defined is None else defined)


@compiled
def _put(column, row, order, number, scale, defined):
    for p in range(len(row)):
        column[row[p]] = number[order[p]] / scale
    if len(defined):
        for p in range(len(row)):
            if not defined[order[p]]:
                column[row[p]] = np.nan
