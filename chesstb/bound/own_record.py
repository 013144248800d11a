"""Ranges of what rests on a player's own rounds: each unknown round tried as every code."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from chesstb.bound.spread import Spread
from chesstb.bound.unknown import BLANK_CODES, statuses
from chesstb.bound.worth import Range, of_opponents, score
from chesstb.grid import BLACK, NO_COLOUR, WHITE
from chesstb.outcomes import BY_CODE, NUMBER
from chesstb.ranking import rank

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chesstb.bound.unknown import Bools, Ints, Unknown
    from chesstb.grid import Grid
    from chesstb.values import Asked


def _shown(low: Ints, high: Ints, scale: int) -> Spread:
    return Spread(low / scale, high / scale, np.zeros(len(low), dtype=bool))


def record(unknown: Unknown, item: Asked) -> Spread:
    """Return values on which results have no influence."""
    grid = unknown.grid
    values = item.tiebreak.values(grid, item.reading, rank(grid.event, []))
    return Spread.exact(values.shown)


def points(unknown: Unknown, item: Asked) -> Spread:
    """Return the final scores."""
    found = score(unknown)
    return _shown(found.low, found.high, unknown.grid.unit)


def _trials(unknown: Unknown) -> Iterator[tuple[Grid, Bools]]:
    """Yield the Grid with every unknown round taken for one code and colour, and where that may be so."""
    grid, cells = unknown.grid, unknown.cells
    self = np.broadcast_to(np.arange(grid.shape[0], dtype=np.int32)[:, None], grid.shape)
    hidden = cells & (grid.colour == NO_COLOUR)
    for code in BLANK_CODES:
        paired = BY_CODE[code].paired
        for colour in (WHITE, BLACK, NO_COLOUR) if paired else (NO_COLOUR,):
            colours = np.where(hidden, np.int8(colour), grid.colour)
            paid = unknown.pay[NUMBER[code]][colours, np.arange(grid.shape[0])[:, None]]
            trial = replace(
                grid,
                outcome=np.where(cells, np.int8(NUMBER[code]), grid.outcome),
                colour=colours,
                points=np.where(cells, paid, grid.points),
                opponent=np.where(unknown.blank & paired, self, grid.opponent),
                memo={},
            )
            yield trial, unknown.options(code)


def by_round(unknown: Unknown, item: Asked) -> Spread:
    """Return sums of what each round adds for itself."""
    grid, cells = unknown.grid, unknown.cells
    usual = item.tiebreak.contributions(grid, item.reading, rank(grid.event, []))
    known = usual.value if usual.element is None else np.where(usual.element, usual.value, 0)
    known = known.astype(np.int64)
    low = np.where(cells, np.iinfo(np.int64).max, known)
    high = np.where(cells, np.iinfo(np.int64).min, known)
    for trial, possible in _trials(unknown):
        found = item.tiebreak.contributions(trial, item.reading, rank(grid.event, []))
        value = found.value if found.element is None else np.where(found.element, found.value, 0)
        low = np.where(possible, np.minimum(low, value), low)
        high = np.where(possible, np.maximum(high, value), high)
    return _shown(low.sum(axis=1), high.sum(axis=1), usual.scale)


def running(unknown: Unknown, item: Asked) -> Spread:
    """Return what rises with the points of every round: the lowest points, then the highest."""
    found = statuses(unknown, free_rounds=False)
    groups = rank(unknown.grid.event, [])
    ends = [
        item.tiebreak.values(replace(unknown.grid, points=points, memo={}), item.reading, groups).shown
        for points in (found.least(), found.most())
    ]
    return Spread(ends[0], ends[1], np.zeros(len(ends[0]), dtype=bool))


def cumulative_ends(unknown: Unknown) -> Range:
    """Return the running scores less the points of unplayed rounds, summed, units, (P,).

    A round's points count once for itself and each later round, once less if it was not played.
    """
    grid, found = unknown.grid, statuses(unknown, free_rounds=False)
    times = np.arange(grid.rounds, 0, -1)
    weight = times - np.arange(4)[:, None, None].astype(bool)  # the status of a game is 0
    products = np.stack([found.low * weight, found.high * weight])
    low = np.where(found.can, products, np.iinfo(np.int64).max).min(axis=(0, 1))
    high = np.where(found.can, products, np.iinfo(np.int64).min).max(axis=(0, 1))
    return Range(low.sum(axis=1), high.sum(axis=1))


def cumulative(unknown: Unknown, item: Asked) -> Spread:
    """Return the cumulative scores."""
    found = cumulative_ends(unknown)
    return _shown(found.low, found.high, unknown.grid.unit)


def standard_points(unknown: Unknown, item: Asked) -> Spread:
    """Return the standard points: own points against the opponent's in the same round, or a draw's."""
    grid, found = unknown.grid, statuses(unknown, free_rounds=False)
    mine = Range(found.least(), found.most())
    columns = np.arange(grid.rounds)
    draws = Range(*(np.broadcast_to(grid.draw, grid.shape),) * 2)
    met = Range(mine.low[grid.opponent, columns], mine.high[grid.opponent, columns])
    pays = Range(unknown.pay.min(axis=(0, 1))[:, None], unknown.pay.max(axis=(0, 1))[:, None])
    pays = pays.hull(draws)
    theirs = pays.where(unknown.blank, met.where(grid.paired, draws))
    low = 1 + np.sign(mine.low - theirs.high)
    high = 1 + np.sign(mine.high - theirs.low)
    return _shown(low.sum(axis=1), high.sum(axis=1), 2)


def koya(unknown: Unknown, item: Asked) -> Spread:
    """Return points against opponents who reach the limit: surely, perhaps, or not."""
    grid, criterion = unknown.grid, item.reading.criterion
    found = statuses(unknown, free_rounds=False)
    most = _scheduled(unknown, item.reading.variant)
    win, percent = grid.win[:, 0], criterion.percent or 50
    shift = 50 * grid.unit * criterion.limit
    limits = np.stack([percent * win * most.low, percent * win * most.high]) + shift
    scores = score(unknown)
    sure = Range(*(np.asarray(100 * scores.low >= limits.max(axis=0)).astype(np.int64),) * 2)
    may = Range(*(np.asarray(100 * scores.high >= limits.min(axis=0)).astype(np.int64),) * 2)
    anybody = Range(np.zeros_like(sure.low), np.ones_like(may.low))
    reached = of_opponents(unknown, Range(sure.low, may.high), anybody)
    there = grid.paired | unknown.blank
    always = (reached.low == 1) & ~unknown.blank
    low, high = found.least(), found.most()
    low = np.where(always, low, np.minimum(low, 0))
    high = np.where(reached.high == 1, np.where(always, high, np.maximum(high, 0)), 0)
    low = np.where(reached.high == 1, low, 0)
    return _shown(np.where(there, low, 0).sum(axis=1), np.where(there, high, 0).sum(axis=1), grid.unit)


def _scheduled(unknown: Unknown, variant: str) -> Range:
    """Return of how many games a player's maximum is made, (P,)."""
    grid, cells = unknown.grid, unknown.cells
    if variant == "most-games":
        low = (grid.played & ~cells).sum(axis=1)
        high = low + cells.sum(axis=1)
        most = grid.over_event(np.maximum, high)
        # Players who are not listed may have played every round.
        most = np.where(unknown.partial, grid.rounds, most)
        return Range(grid.over_event(np.maximum, low), most)
    free = grid.free & ~cells
    high = grid.rounds - free.sum(axis=1)
    may = unknown.blank & (grid.odd & grid.round_robin)
    return Range(high - may.sum(axis=1), high)
