"""Results as flat arrays: points in whole units, places of opponents, and what an event's rows are like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from chesstb import compiled
from chesstb.border import SETTLED, last_round, rounds_counted
from chesstb.errors import DataError, message
from chesstb.grid import NOBODY

if TYPE_CHECKING:
    from chesstb.tables import History

UNITS: Final = (2, 4, 10, 20, 100, 1000)
"""Units in a point that are tried, the coarsest first."""

FAR: Final = 1e-6
"""Points that are so far from whole units are not whole."""

MOST_IN_32: Final = 2**31 - 1

Ints = NDArray[Any]


class PlayerRows:
    """Finds players' places within their events by starting number."""

    def __init__(self, player_event: Ints, player: Ints, first: Ints) -> None:
        self.first = first
        size = np.diff(first)
        ends = player[np.maximum(first[1:] - 1, 0)] if len(player) else np.zeros(len(size), dtype=int)
        gapless = bool(np.all((ends == size) | (size == 0)))
        self.span = int(player.max()) + 1 if len(player) else 1
        self.keys = None if gapless else player_event.astype(np.int64) * self.span + player

    def find(self, event: Ints, number: Ints) -> NDArray[np.int32]:
        """Return the place of each (event, number) from 0; `NOBODY` for the number 0."""
        if self.keys is None:
            return np.subtract(number, 1, dtype=np.int32)
        row = np.searchsorted(self.keys, event.astype(np.int64) * self.span + number)
        return np.where(number == 0, NOBODY, row - self.first[event]).astype(np.int32)


def units(
    history: History, event: Ints, points: Ints, player_event: Ints, extra: Ints, money: Ints
) -> tuple[NDArray[np.int64], Ints]:
    """Return the coarsest unit of each event in which all its points are whole, and the points in it."""
    unit = np.full(len(money), UNITS[0], dtype=np.int64)
    loops = compiled.in_use()
    if loops is not None and all(
        not some.any() or np.array_equal(np.rint(some * UNITS[0]), some * UNITS[0]) for some in (extra, money)
    ):
        found, exact, _ = loops.scaled(points, UNITS[0])
        if exact:
            return unit, found
    scaled = points * UNITS[0]
    for finer in (*UNITS[1:], 0):
        whole = np.rint(scaled)
        broken = np.zeros(len(money), dtype=bool)
        if not np.array_equal(whole, scaled):
            broken[event[np.abs(scaled - whole) > FAR]] = True
        for owner, amounts in ((player_event, extra), (np.arange(len(money)), money.T)):
            more = amounts * unit[owner]
            off = np.atleast_2d(np.abs(more - np.rint(more)) > FAR).any(axis=0)
            broken[owner[off]] = True
        if not broken.any():
            break
        if finer == 0:
            key = history.events[int(np.flatnonzero(broken)[0])]
            raise DataError(
                message(f"event {key!r}", "points with more than three decimals", "at most three")
            )
        unit[broken] = finer
        scaled = points * unit[event]
    small = max(whole.max(initial=0), -whole.min(initial=0)) < MOST_IN_32
    return unit, whole.astype(np.int32 if small else np.int64)


def shape(
    first: Ints, first_result: Ints, player: Ints, rows: tuple[Ints, Ints, Ints, Ints]
) -> tuple[Ints, Ints, Ints]:
    """Return of each event the last round with any row, the rounds counted, and whether it is dense."""
    event, number, round_, outcome = rows
    loops = compiled.in_use()
    if loops is not None:
        found: tuple[Ints, Ints, Ints] = loops.events(first, first_result, player, rows[1:], SETTLED)
        return found
    count = len(first) - 1
    last = last_round(event, round_, count)
    counted = rounds_counted(event, round_, outcome, count)
    return last, counted, _dense(first, first_result, last, player, number, round_)


def _dense(first: Ints, first_result: Ints, last: Ints, player: Ints, number: Ints, round_: Ints) -> Ints:
    """Say of each event whether its results are all rounds of its first player, then of the next."""
    size, rows = np.diff(first), np.diff(first_result)
    dense: Ints = rows == size * last
    rounds = np.repeat(np.where(dense, last, 1), size)
    if not dense.all():
        keep = np.repeat(dense, rows)
        number, round_ = number[keep], round_[keep]
        player, rounds = player[np.repeat(dense, size)], rounds[np.repeat(dense, size)]
    starts = np.cumsum(rounds) - rounds
    expected = np.arange(1, len(round_) + 1) - np.repeat(starts, rounds)
    wrong = (round_ != expected) | (number != np.repeat(player, rounds))
    if wrong.any():
        event = np.repeat(np.flatnonzero(dense), rows[dense])
        dense[event[wrong]] = False
    return dense
