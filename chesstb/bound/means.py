"""Ranges of tie-breaks that take over a number of each opponent met: ratings, and others' tie-breaks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from chesstb.bound.cuts import Parts, at_ends
from chesstb.bound.own_record import cumulative_ends
from chesstb.bound.results import plain_buchholz
from chesstb.bound.rows import few, rows
from chesstb.bound.spread import Gathered, Spread
from chesstb.bound.unknown import FREE, GAME, LARGE, statuses
from chesstb.bound.worth import Range, anybody_else
from chesstb.ranking import rank
from chesstb.tiebreak import REGISTRY
from chesstb.tiebreak.ratings import PERFORMANCE, ratings

if TYPE_CHECKING:
    from chesstb.bound.unknown import Bools, Ints, Unknown
    from chesstb.values import Asked


@dataclass(frozen=True, eq=False)
class Carried:
    """What each player is worth to those who met him, and how it is counted.

    Attributes
    ----------
    theirs : Range of (P,)
        In ``scale`` parts of a whole.
    known : (P,) bool
        Whether there is such a number at all.
    total : callable
        Contributions, Grid and Reading to Values.
    forfeits_are_games, means : bool
        Whether forfeits count, and whether the total lies between the least and the most of theirs.
    defined : (P,) bool, optional
        Players whose event lets the tie-break be computed.
    slack : int
        How far, beyond the least and the most of theirs, the total may lie.
    spent : bool
        Whether rounds without a game use up low cuts.
    cuts : int
        How many are cut, at most.
    """

    theirs: Range
    scale: int
    known: Bools
    total: Any
    forfeits_are_games: bool
    defined: Bools
    means: bool = True
    slack: int = 0
    spent: bool = False
    cuts: int = 0


def gathered(unknown: Unknown, item: Asked, carried: Carried) -> Spread:
    """Return the ends over all statuses that a player's unknown rounds may take."""
    grid = unknown.grid
    theirs = _of_opponents(unknown, carried)
    without = ~grid.over_event(np.logical_and, carried.known)
    found = Gathered(grid.shape[0])
    for these in rows(unknown, forfeits_are_games=carried.forfeits_are_games):
        who, met = these.who, these.status == GAME
        strange = (met & unknown.blank[who]).any(axis=1)
        element = met & (unknown.blank[who] | carried.known[grid.opponent[who]])
        spent = ((these.status != GAME) & (these.status != FREE)).sum(axis=1) if carried.spent else None
        parts = Parts(theirs.take(who), carried.scale, element, defined=carried.defined[who], spent=spent)
        low, high = at_ends(parts, these, item.reading, carried.total)
        defined = carried.defined[who] if low.defined is None else low.defined & carried.defined[who]
        usual = defined & ~(strange & (unknown.partial | without)[who])
        kept = usual | ~defined
        found.add(who[kept], (low.number / low.scale)[kept], (high.number / high.scale)[kept], defined[kept])
        # Somebody who may have no such number leaves the mean among those who have one.
        loose = strange & without[who] & ~unknown.partial[who]
        _add_any(carried, found, who[loose], theirs.take(who[loose]), element[loose], element[loose])
        found.let_open(who[strange & unknown.partial[who] & carried.defined[who]])
    _of_many(unknown, carried, theirs, found)
    return found.spread()


def _of_opponents(unknown: Unknown, carried: Carried) -> Range:
    """Return the number of each round's opponent, anybody's where he is not known, (P, R)."""
    grid, theirs = unknown.grid, carried.theirs
    known = Range(np.where(carried.known, theirs.low, LARGE), np.where(carried.known, theirs.high, -LARGE))
    others = anybody_else(unknown, known)
    anybody = Range(others.low[:, None], others.high[:, None])
    return anybody.where(unknown.blank, theirs.take(grid.opponent))


def _of_many(unknown: Unknown, carried: Carried, theirs: Range, found: Gathered) -> None:
    """Take in the players with many unknown rounds."""
    can = statuses(unknown, forfeits_are_games=carried.forfeits_are_games).can
    may = can[GAME] & (unknown.blank | carried.known[unknown.grid.opponent])
    many = ~few(unknown) & carried.defined
    who = np.flatnonzero(many & ~unknown.partial)
    _add_any(carried, found, who, theirs.take(who), (may & ~can[1:].any(axis=0))[who], may[who])
    found.let_open(np.flatnonzero(many & unknown.partial))


def _add_any(carried: Carried, found: Gathered, who: Ints, theirs: Range, sure: Bools, may: Bools) -> None:
    """Take in players of whom it is open which opponents count."""
    if carried.means:
        low = np.where(may, theirs.low, LARGE).min(axis=1, initial=LARGE) - carried.slack
        high = np.where(may, theirs.high, -LARGE).max(axis=1, initial=-LARGE) + carried.slack
    else:
        low = np.where(sure, theirs.low, np.where(may, np.minimum(theirs.low, 0), 0)).sum(axis=1)
        high = np.where(sure, theirs.high, np.where(may, np.maximum(theirs.high, 0), 0)).sum(axis=1)
    ends: tuple[Any, Any] = (low / carried.scale, high / carried.scale)
    if carried.means and carried.scale > 1:  # a mean is rounded to hundredths
        rounded: tuple[Any, Any] = (np.floor(ends[0] * 100) / 100, np.ceil(ends[1] * 100) / 100)
        ends = rounded
    found.add(who, *ends, low <= high)
    found.gaps[who] |= carried.means & (sure.sum(axis=1) <= carried.cuts)


# ---------------------------------------------------------------- others' results


def average_buchholz(unknown: Unknown, item: Asked) -> Spread:
    """Return mean Buchholz of the opponents met."""
    reading = item.reading
    theirs = plain_buchholz(unknown, reading, drawn=reading.criterion.has("F"))
    games = reading.plain().forfeits_are_games("results")
    return gathered(unknown, item, _carried(unknown, item, theirs, games, means=True))


def sum_of_buchholz(unknown: Unknown, item: Asked) -> Spread:
    """Return summed Buchholz of the opponents met."""
    reading = item.reading
    theirs = plain_buchholz(unknown, reading)
    games = reading.variant == "all-paired" or reading.plain().forfeits_are_games("results")
    return gathered(unknown, item, _carried(unknown, item, theirs, games, means=False))


def cumulative_of_opposition(unknown: Unknown, item: Asked) -> Spread:
    """Return summed cumulative scores of the opponents met."""
    return gathered(unknown, item, _carried(unknown, item, cumulative_ends(unknown), False, means=False))


def _carried(unknown: Unknown, item: Asked, theirs: Range, games: bool, *, means: bool) -> Carried:
    everyone = np.ones(unknown.grid.shape[0], dtype=bool)
    return Carried(theirs, unknown.grid.unit, everyone, item.tiebreak.total, games, everyone, means=means)


# ---------------------------------------------------------------- ratings


def average_rating(unknown: Unknown, item: Asked) -> Spread:
    """Return mean ratings of the opponents met."""
    spent = item.reading.variant == "unplayed-cut-first"
    return gathered(unknown, item, _rated(unknown, item, item.tiebreak.total, slack=0, spent=spent))


def performance(unknown: Unknown, item: Asked) -> Spread:
    """Return performances; they rise with the opponents' ratings and with the results."""
    spread = gathered(unknown, item, _rated(unknown, item, item.tiebreak.total, slack=1200))
    many = ~few(unknown) & ~np.isnan(spread.low)
    if item.reading.variant == "zero-for-nobody":
        nearest: tuple[Any, Any] = (np.zeros(len(many)), np.zeros(len(many)))
    elif item.reading.variant == "clamped":
        rating, _ = ratings(unknown.grid, item.reading)
        nearest = rating - 1200.0, rating + 1200.0
    else:
        return spread
    low, high = np.minimum(spread.low, nearest[0]), np.maximum(spread.high, nearest[1])
    return spread.but(many, Spread(low, high, spread.open, spread.gaps))


def average_performance(unknown: Unknown, item: Asked) -> Spread:
    """Return mean performances of the opponents met."""
    return _of_performances(unknown, item, PERFORMANCE[""])


def average_perfect_performance(unknown: Unknown, item: Asked) -> Spread:
    """Return mean perfect performances of the opponents met."""
    return _of_performances(unknown, item, REGISTRY["PTP"].total)


def _of_performances(unknown: Unknown, item: Asked, total: Any) -> Spread:
    carried = _rated(unknown, item, total, slack=1200)
    theirs = gathered(unknown, item, carried)
    grid, unsure, known = unknown.grid, np.isinf(theirs.low), np.isfinite(theirs.low)
    # Who has no performance in any case meets nobody: his number must only not be in the way.
    least = grid.over_event(np.minimum, np.where(known, theirs.low, LARGE))
    most = grid.over_event(np.maximum, np.where(known, theirs.high, -LARGE))
    low, high = np.where(known, theirs.low, least), np.where(known, theirs.high, most)
    ends = Range(low.astype(np.int64), high.astype(np.int64))
    games, everyone = carried.forfeits_are_games, np.ones(len(known), dtype=bool)
    mean = Carried(ends, 1, everyone, item.tiebreak.total, games, carried.defined)
    spread = gathered(unknown, item, mean)
    may = statuses(unknown, forfeits_are_games=carried.forfeits_are_games).can[GAME]
    touched: Any = (may & (unsure[grid.opponent] | unknown.blank)).any(axis=1)
    touched &= grid.over_event(np.logical_or, unsure) & carried.defined
    return spread.but(touched, Spread.unlimited(len(touched)))


def _rated(unknown: Unknown, item: Asked, total: Any, *, slack: int, spent: bool = False) -> Carried:
    rating, defined = ratings(unknown.grid, item.reading)
    return Carried(
        Range(rating, rating),
        1,
        rating > 0,
        total,
        item.reading.forfeits_are_games("ratings"),
        defined,
        slack=slack,
        spent=spent,
        cuts=item.reading.criterion.low + item.reading.criterion.high,
    )


def average_opposition(unknown: Unknown, item: Asked) -> Spread:
    """Return mean ratings of the rated opponents met."""
    grid = unknown.grid
    rating = np.where(grid.rating == 0, item.reading.criterion.unrated, grid.rating).astype(np.int64)
    everyone = np.ones(len(rating), dtype=bool)
    carried = Carried(Range(rating, rating), 1, rating > 0, item.tiebreak.total, False, everyone)
    return gathered(unknown, item, carried)


def opposition_performance(unknown: Unknown, item: Asked) -> Spread:
    """Return mean performances of the opponents met; open where an unknown round has a part in it."""
    grid = unknown.grid
    values = item.tiebreak.values(grid, item.reading, rank(grid.event, [])).shown
    own: Any = unknown.cells.any(axis=1)
    touched: Any = own | (grid.paired & own[grid.opponent]).any(axis=1)
    return Spread.exact(values).but(touched, Spread.unlimited(len(touched)))
