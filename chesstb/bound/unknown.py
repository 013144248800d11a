"""What is unknown in a Grid, and what each unknown round of a player may still be.

A round is on record, *pending* (paired, no result), or *blank* (nothing is known). Whatever it turns
out to be has one of four statuses, which is all that the readings of unplayed rounds ask for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from chesstb import unplayed
from chesstb.grid import NO_COLOUR, VOLUNTARY, Grid
from chesstb.outcomes import BY_CODE, NUMBER

if TYPE_CHECKING:
    from collections.abc import Callable

Ints = NDArray[Any]
"""Whole numbers."""
Bools = NDArray[Any]
"""Truths."""

GAME, GIVEN, ASKED, FREE = range(4)
"""A game; unplayed through no doing of his own; unplayed by his own; no round at all."""
STATUSES: Final = (GAME, GIVEN, ASKED, FREE)
BLANK_CODES: Final = "1=0+-UFHZ"
LARGE: Final = 2**40
"""Beyond any number of points."""


@dataclass(frozen=True, eq=False)
class Unknown:
    """A Grid and what is not known in it.

    Attributes
    ----------
    grid : Grid
        The record; unknown rounds hold whatever stands in for them.
    pending, blank : (P, R) bool
        Rounds paired without a result, and rounds of which nothing is known.
    pay : (13, 3, P) int
        What the event pays for a code, by colour (White, Black, none), in units.
    score_low, score_high : (P,) int
        What is known of the final score from elsewhere, units; without limit where nothing is.
    most_unplayed : (P,) int
        How many of the blank rounds may not have been played over the board, at most.
    partial : (P,) bool
        Players of events of which only some players are on record: others may not be listed.
    drawn : (P, R) bool
        Blank rounds in which a game counts as drawn whatever it gives (Fore Buchholz).
    """

    grid: Grid
    pending: Bools
    blank: Bools
    pay: Ints
    score_low: Ints
    score_high: Ints
    most_unplayed: Ints
    partial: Bools
    drawn: Bools

    @property
    def cells(self) -> Bools:
        """All unknown rounds, (P, R)."""
        return self.pending | self.blank

    def once(self, key: Any, compute: Callable[[], Any]) -> Any:
        """Return what was computed under a key before, or compute it now."""
        return self.grid.once(("bounds", key), compute)

    def open_events(self) -> Bools:
        """Return whether anything at all is unknown in each player's event, (P,)."""
        found: Bools = self.grid.over_event(np.logical_or, self.cells.any(axis=1))
        return found

    def paid(self, code: str) -> tuple[Ints, Ints]:
        """Return the least and the most that a code may earn in each round, colours known or not, (P, R)."""
        pay = self.pay[NUMBER[code]]
        known = self.grid.colour != NO_COLOUR
        mine = pay[self.grid.colour, np.arange(pay.shape[1])[:, None]]
        low, high = (np.where(known, mine, ends[:, None]) for ends in (pay.min(axis=0), pay.max(axis=0)))
        drawn = self.drawn & BY_CODE[code].paired
        return np.where(drawn, self.grid.draw, low), np.where(drawn, self.grid.draw, high)

    def options(self, code: str) -> Bools:
        """Return the unknown rounds that may turn out to be of a code, (P, R)."""
        if not BY_CODE[code].paired:
            return self.blank
        return self.cells if code == "=" else self.cells & ~self.drawn


@dataclass(frozen=True, eq=False)
class Statuses:
    """What every round may be: on record one status, unknown several.

    Attributes
    ----------
    can : (4, P, R) bool
        Whether a round may be of a status.
    low, high : (4, P, R) int
        The points that it earns then, units.
    """

    can: Bools
    low: Ints
    high: Ints

    def least(self, *statuses: int) -> Ints:
        """Return the least that a round may earn, as one of some statuses, (P, R)."""
        found: Ints = self.low[list(statuses or STATUSES)].min(axis=0)
        return found

    def most(self, *statuses: int) -> Ints:
        """Return the most that a round may earn, as one of some statuses, (P, R)."""
        found: Ints = self.high[list(statuses or STATUSES)].max(axis=0)
        return found


def statuses(unknown: Unknown, *, forfeits_are_games: bool = False, free_rounds: bool = True) -> Statuses:
    """Return the statuses of all rounds; computed once for all who ask alike.

    Parameters
    ----------
    unknown : Unknown
    forfeits_are_games : bool
        Whether forfeits have the status of games.
    free_rounds : bool
        Whether rounds without opponent of an odd round robin are no rounds at all.
    """
    key = ("statuses", forfeits_are_games, free_rounds)
    found: Statuses = unknown.once(key, lambda: _statuses(unknown, forfeits_are_games, free_rounds))
    return found


def _statuses(unknown: Unknown, forfeits_are_games: bool, free_rounds: bool) -> Statuses:
    grid = unknown.grid
    games = grid.paired if forfeits_are_games else grid.played & grid.paired
    status = np.where(VOLUNTARY[grid.outcome], ASKED, GIVEN)
    if free_rounds:
        status = np.where(grid.free, FREE, status)
    status = np.where(games, GAME, status)
    known = ~unknown.cells
    can = known & (status == np.arange(4)[:, None, None])
    low, high = np.where(can, grid.points, LARGE), np.where(can, grid.points, -LARGE)
    nothing = grid.odd & grid.round_robin & free_rounds
    for code in BLANK_CODES:
        outcome, allowed = BY_CODE[code], unknown.options(code)
        least, most = unknown.paid(code)
        unplayed_as = ASKED if outcome.voluntary else GIVEN
        if outcome.paired:
            parts = [(GAME if outcome.played or forfeits_are_games else unplayed_as, allowed)]
        else:
            parts = [(unplayed_as, allowed & ~nothing), (FREE, allowed & nothing)]
        for where, mask in parts:
            can[where] |= mask
            low[where] = np.where(mask, np.minimum(low[where], least), low[where])
            high[where] = np.where(mask, np.maximum(high[where], most), high[where])
    return Statuses(can, low, high)


def fore(unknown: Unknown) -> Unknown:
    """Return the same with every paired game of the announced final round drawn (8.3)."""

    def compute() -> Unknown:
        grid = unknown.grid
        last = np.zeros(grid.shape, dtype=bool)
        last[:, -1:] = grid.rounds >= grid.announced
        drawn = replace(
            unknown,
            grid=replace(unplayed.fore(grid), memo={}),
            pending=unknown.pending & ~last,
            drawn=unknown.blank & last,
        )
        if not grid.rounds:
            return drawn
        was, becomes = (statuses(which, free_rounds=False) for which in (unknown, drawn))
        known = ~(unknown.cells | drawn.cells)[:, -1]
        exact = drawn.grid.points[:, -1] - grid.points[:, -1]
        less = np.where(known, exact, becomes.least()[:, -1] - was.most()[:, -1])
        more = np.where(known, exact, becomes.most()[:, -1] - was.least()[:, -1])
        return replace(drawn, score_low=unknown.score_low + less, score_high=unknown.score_high + more)

    found: Unknown = unknown.once("fore", compute)
    return found
