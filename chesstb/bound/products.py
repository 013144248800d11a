"""Products of an opponent's score and the points against him while the game against him is pending.

Both rest on its result: who wins it has an opponent with less. Each result is tried by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chesstb.bound.cases import RESULTS
from chesstb.bound.unknown import GAME, LARGE, statuses
from chesstb.bound.worth import Range, score, times, worth
from chesstb.outcomes import BY_CODE

if TYPE_CHECKING:
    from chesstb.bound.rows import Rows
    from chesstb.bound.unknown import Bools
    from chesstb.rules import Reading


def products(these: Rows, scores: Range, reading: Reading) -> Range:
    """Return each round's product of the opponent's score and the own points, (M, R)."""
    usual = times(scores, these.points)
    word, forfeits = reading.word("opponents-unplayed"), reading.forfeits_are_games("results")
    tried = _tried(these, word)
    if word == "draw-once-gone" and forfeits:  # who forfeits may be gone, and be worth more by it
        return usual
    if not tried.any():
        return usual
    unknown, who = these.unknown, these.who
    opponent, columns = unknown.grid.opponent[who], np.arange(these.status.shape[1])
    rest = _rest(these, word)
    low = np.full(these.status.shape, np.iinfo(np.int64).max)
    high = np.full(these.status.shape, np.iinfo(np.int64).min)
    for result in RESULTS:
        mine, theirs = result.split()
        played = BY_CODE[mine].played
        if not (played or forfeits):
            continue
        own = Range(*(ends[who] for ends in unknown.paid(mine)))
        if played or word != "draw-each":
            gain = Range(*(ends[opponent, columns] for ends in unknown.paid(theirs)))
        else:
            draw = np.broadcast_to(unknown.grid.draw[who], low.shape)
            gain = Range(draw, draw)
        product = times(Range(rest.low + gain.low, rest.high + gain.high), own)
        low, high = np.minimum(low, product.low), np.maximum(high, product.high)
    return Range(low, high).where(tried, usual)


def _tried(these: Rows, word: str) -> Bools:
    """Return where results are tried: pending games, the opponent's final score not known otherwise."""
    unknown, who = these.unknown, these.who
    opponent, columns = unknown.grid.opponent[who], np.arange(these.status.shape[1])
    mutual = unknown.pending[opponent, columns] & (unknown.grid.opponent[opponent, columns] == who[:, None])
    limited = (unknown.score_low > -LARGE) | (unknown.score_high < LARGE)
    tried: Bools = unknown.pending[who] & mutual & (these.status == GAME) & ~limited[opponent]
    if word == "draw-once-gone":  # in the last round he is there, so nothing before it is drawn
        tried &= columns == len(columns) - 1
    return tried


def _rest(these: Rows, word: str) -> Range:
    """Return what each round's opponent is worth without the round, (M, R)."""
    unknown, who = these.unknown, these.who
    opponent, columns = unknown.grid.opponent[who], np.arange(these.status.shape[1])
    found = statuses(unknown, free_rounds=False)
    low, high = found.least(), found.most()
    whole = score(unknown)
    if word == "draw-each":
        whole = worth(unknown, word)
        low = np.minimum(found.least(GAME), unknown.grid.draw)
        high = np.maximum(found.most(GAME), unknown.grid.draw)
    return Range(whole.low[opponent] - low[opponent, columns], whole.high[opponent] - high[opponent, columns])
