"""Ranges of tie-breaks of opponents' scores: Buchholz and its kin, Sonneborn-Berger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from chesstb.bound.cuts import Parts, at_ends, by_candidates, sum_of_any
from chesstb.bound.products import products as by_result
from chesstb.bound.rows import few, opponents, opponents_worth, rows
from chesstb.bound.spread import Gathered, Spread
from chesstb.bound.unknown import ASKED, FREE, GAME, GIVEN, fore, statuses
from chesstb.bound.worth import Range, score, times
from chesstb.cuts import CUT_COUNT
from chesstb.tiebreak.registry import row_sum

if TYPE_CHECKING:
    from chesstb.bound.rows import Rows
    from chesstb.bound.unknown import Bools, Unknown
    from chesstb.rules import Reading
    from chesstb.values import Asked


def buchholz(unknown: Unknown, item: Asked) -> Spread:
    """Return sums of opponents' scores."""
    return _gathered(unknown, item.reading, products=False)


def fore_buchholz(unknown: Unknown, item: Asked) -> Spread:
    """Return the same of a crosstable in which the final round's games are drawn."""
    return _gathered(fore(unknown), item.reading, products=False)


def sonneborn_berger(unknown: Unknown, item: Asked) -> Spread:
    """Return sums of opponents' scores times the points against them."""
    return _gathered(unknown, item.reading, products=True)


def plain_buchholz(unknown: Unknown, reading: Reading, *, drawn: bool = False) -> Range:
    """Return everybody's uncut Buchholz, or Fore Buchholz, in units, (P,)."""
    spread = _gathered(fore(unknown) if drawn else unknown, reading.plain(), products=False)
    unit = unknown.grid.unit
    return Range(*(np.rint(ends * unit).astype(np.int64) for ends in (spread.low, spread.high)))


def _gathered(unknown: Unknown, reading: Reading, *, products: bool) -> Spread:
    """Return the ends over all statuses that a player's unknown rounds may take."""
    found = Gathered(unknown.grid.shape[0])
    for these in rows(unknown, forfeits_are_games=reading.forfeits_are_games("results")):
        parts = _parts(these, reading, products=products)
        compute = by_candidates if products else at_ends
        found.add_values(these.who, *compute(parts, these, reading, row_sum))
    many = np.flatnonzero(~few(unknown))
    if len(many):
        ends = _of_many(unknown, reading, products=products)
        scale = unknown.grid.unit ** (1 + products)
        found.add(many, ends.low[many] / scale, ends.high[many] / scale)
    return found.spread()


def _parts(these: Rows, reading: Reading, *, products: bool) -> Parts:
    met, unit = opponents(these, reading), these.unknown.grid.unit
    if not products:
        return Parts(met.score, unit, met.element, met.voluntary)
    return Parts(by_result(these, met.score, reading), unit**2, met.element, met.voluntary, met.score)


def _of_many(unknown: Unknown, reading: Reading, *, products: bool) -> Range:
    """Return the ends for players with many unknown rounds: whatever is played, given, asked for or cut."""
    grid = unknown.grid
    found = statuses(unknown, forfeits_are_games=reading.forfeits_are_games("results"))
    counts = [GAME] if reading.word("own-unplayed") == "nothing" else [GAME, GIVEN, ASKED]
    value = _anything(unknown, reading)
    if products:
        value = times(value, Range(found.least(), found.most()))
    may: Any = found.can[counts].any(axis=0)
    sure: Any = may & ~found.can[[s for s in (GAME, GIVEN, ASKED, FREE) if s not in counts]].any(axis=0)
    cuts = CUT_COUNT[reading.cut_count](grid, reading.criterion.low, reading.criterion.high)
    low, high = (np.broadcast_to(np.asarray(k), len(value.low)) for k in cuts)
    if reading.cut_count == "by-own-score":  # of one end or of both, as many
        drops: Any = np.maximum(low, high)
        low, high = drops, drops
        return sum_of_any(value, sure, may, low, low + high)
    return sum_of_any(value, sure, may, low + high, low + high)


def _anything(unknown: Unknown, reading: Reading) -> Range:
    """Return what each round's opponent may count, whether he is real or made up, (P, R)."""
    grid = unknown.grid
    theirs, mine = opponents_worth(unknown, reading), score(unknown)
    found = statuses(unknown, free_rounds=False)
    rest = np.maximum(grid.win, grid.draw) + np.maximum(-found.least(), 0)
    later = grid.draw * np.arange(grid.rounds - 1, -1, -1)
    before = Range(*(np.cumsum(ends, axis=1) - ends for ends in (found.least(), found.most())))
    made_up = {
        "virtual-opponent": Range(
            before.low + np.minimum(grid.win - found.most(), 0) + later, before.high + rest + later
        ),
        "own-score": Range(
            np.broadcast_to(mine.low[:, None], grid.shape), np.broadcast_to(mine.high[:, None], grid.shape)
        ),
    }
    zero = Range(np.zeros(grid.shape, dtype=np.int64), np.zeros(grid.shape, dtype=np.int64))
    word = reading.word("own-unplayed")
    if word == "own-score-capped":
        draws = grid.draw * grid.rounds
        low = np.minimum(made_up["own-score"].low, np.minimum(theirs.low, draws))
        dummy = Range(low, made_up["own-score"].high)
    else:
        dummy = made_up.get(word.removesuffix("-by-kind"), zero)
    games = statuses(unknown, forfeits_are_games=reading.forfeits_are_games("results")).can[GAME]
    never: Bools = ~games
    always = games & ~unknown.cells
    both = theirs.hull(dummy)
    return theirs.where(always, dummy.where(never, both))
