"""Players' own rounds, one status at a time: each row settles the status of all rounds of a player.

A player with one unknown round stands in up to four rows, with two in up to sixteen. Within a row
only numbers are ranges, and what tie-breaks do with those rises with each of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Final

import numpy as np

from chesstb.bound.unknown import ASKED, FREE, GAME, GIVEN, STATUSES, statuses
from chesstb.bound.worth import Range, of_opponents, score, trivial_worth, worth
from chesstb.grid import DRAWN, HALVES, Grid
from chesstb.outcomes import NUMBER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chesstb.bound.unknown import Bools, Ints, Statuses, Unknown
    from chesstb.rules import Reading

MOST_UNKNOWN: Final = 4
"""Unknown rounds of a player up to which all their statuses are tried."""


@dataclass(frozen=True, eq=False)
class Rows:
    """M rows, each a player with a status for every round.

    Attributes
    ----------
    unknown : Unknown
        What they are taken from.
    who : (M,) int
        Row of the player in the Grid.
    status : (M, R) int
    points : Range of (M, R)
        What each round earns, units.
    score : Range of (M,)
        The player's final score, units.
    """

    unknown: Unknown
    who: Ints
    status: Ints
    points: Range
    score: Range

    def grid(self, score: Ints, *, best: bool = False) -> Grid:
        """Return a Grid of these rows with a certain score: what cuts and totals look at.

        Unknown games are won where ``best`` is asked for, else lost.
        """
        grid, who = self.unknown.grid, self.who
        unknown = self.unknown.cells[who]
        won = NUMBER["1"] if best else NUMBER["0"]
        game = np.where(self.unknown.drawn[who], DRAWN, won)
        outcome = np.where(unknown, np.where(self.status == GAME, game, NUMBER["Z"]), grid.outcome[who])
        return replace(
            grid,
            row=grid.row[who],
            event=grid.event[who],
            player=grid.player[who],
            opponent=np.zeros(outcome.shape, dtype=np.int32),
            outcome=outcome.astype(np.int8),
            colour=grid.colour[who],
            points=np.zeros(outcome.shape, dtype=np.int64),
            rating=grid.rating[who],
            adjustment=score,
            win=grid.win[who],
            draw=grid.draw[who],
            announced=grid.announced[who],
            odd=grid.odd[who],
            memo={},
        )


def few(unknown: Unknown) -> Bools:
    """Return the players of whom all statuses are tried, (P,)."""
    found: Bools = unknown.cells.sum(axis=1) <= MOST_UNKNOWN
    return found


def rows(unknown: Unknown, *, forfeits_are_games: bool) -> Iterator[Rows]:
    """Yield the rows of all players with few unknown rounds, one pattern of statuses after the other."""
    found = statuses(unknown, forfeits_are_games=forfeits_are_games)
    cells, many = unknown.cells, unknown.cells.sum(axis=1)
    usual = found.can.argmax(axis=0)
    number = np.minimum(np.cumsum(cells, axis=1) - 1, MOST_UNKNOWN - 1)
    scores, extra = score(unknown), unknown.grid.adjustment
    trying = np.where(few(unknown), many, -1)
    for pattern in product(*_digits(found, cells, number, int(trying.max(initial=0)))):
        used = max((place for place, status in enumerate(pattern, start=1) if status), default=0)
        who = np.flatnonzero(trying >= used)
        status = np.where(cells[who], np.array([*pattern, GAME])[number[who]], usual[who])
        at = (status, who[:, None], np.arange(status.shape[1]))
        possible = found.can[at].all(axis=1)
        if not forfeits_are_games:
            off = (unknown.blank[who] & (status != GAME)).sum(axis=1)
            possible &= off <= unknown.most_unplayed[who]
        who, status = who[possible], status[possible]
        at = (status, who[:, None], np.arange(status.shape[1]))
        points = Range(found.low[at], found.high[at])
        own = Range(
            np.maximum(points.low.sum(axis=1) + extra[who], scores.low[who]),
            np.minimum(points.high.sum(axis=1) + extra[who], scores.high[who]),
        )
        kept = np.flatnonzero(own.low <= own.high)
        if len(kept):
            yield Rows(unknown, who[kept], status[kept], points.take(kept), own.take(kept))


def _digits(found: Statuses, cells: Bools, number: Ints, places: int) -> list[list[int]]:
    """Return the statuses that the first, second, ... unknown round of anybody may have.

    A player without so many unknown rounds stands with the first of them, a game.
    """
    return [
        [s for s in STATUSES if s == GAME or (found.can[s] & cells & (number == place)).any()]
        for place in range(places)
    ]


# ---------------------------------------------------------------- each round's opponent


@dataclass(frozen=True, eq=False)
class Opponents:
    """Each round's opponent, real or made up, in some rows.

    Attributes
    ----------
    score : Range of (M, R)
        What he counts, units.
    element, voluntary : (M, R) bool
        Rounds that count at all, and voluntary unplayed rounds among them.
    """

    score: Range
    element: Bools
    voluntary: Bools


def opponents(these: Rows, reading: Reading) -> Opponents:
    """Return each round's opponent as the version reads it."""
    unknown, who = these.unknown, these.who
    theirs = opponents_worth(unknown, reading)
    made_up = own_unplayed(these, reading.word("own-unplayed"), theirs.take(who))
    played = these.status == GAME
    scores = theirs.take(who).where(played, made_up)
    element = played if reading.word("own-unplayed") == "nothing" else these.status != FREE
    return Opponents(scores, element, (these.status == ASKED) & element)


def opponents_worth(unknown: Unknown, reading: Reading) -> Range:
    """Return what each round's scheduled opponent is worth, (P, R)."""
    word = reading.word("opponents-unplayed")
    found: Range = unknown.once(
        ("opponents worth", word),
        lambda: of_opponents(unknown, worth(unknown, word), trivial_worth(unknown)),
    )
    return found


def own_unplayed(these: Rows, word: str, theirs: Range) -> Range:
    """Return the made-up opponent of each round, (M, R); whatever it is where a game counts."""
    grid, who = these.unknown.grid, these.who
    low, high = OWN_UNPLAYED[word](these, grid.win[who], grid.draw[who], theirs)
    return Range(np.broadcast_to(low, these.status.shape), np.broadcast_to(high, these.status.shape))


def _virtual(these: Rows, draw: Ints, rest: Range) -> tuple[Ints, Ints]:
    rounds = these.status.shape[1]
    later = draw * np.arange(rounds - 1, -1, -1)
    low, high = (np.cumsum(ends, axis=1) - ends + later for ends in (these.points.low, these.points.high))
    return low + rest.low, high + rest.high


def _virtual_opponent(these: Rows, win: Ints, draw: Ints, theirs: Range) -> tuple[Ints, Ints]:
    """Own score before the round, what the round left of a win, a draw in every later round."""
    return _virtual(these, draw, Range(win - these.points.high, win - these.points.low))


def _virtual_opponent_by_kind(these: Rows, win: Ints, draw: Ints, theirs: Range) -> tuple[Ints, Ints]:
    """The same, the round's rest told by its kind: a voluntary one may stand for a draw or nothing."""
    halves = HALVES[these.unknown.grid.outcome[these.who]]
    rest = np.where(halves == 0, win, np.where(halves == 1, draw, 0))
    cells, asked = these.unknown.cells[these.who], these.status == ASKED
    # A round given by others stands for a full point; one without opponent in a round robin for any.
    given = these.status == GIVEN
    low = np.where(cells, np.where(given, 0, np.where(asked, np.minimum(win, draw), 0)), rest)
    high = np.where(cells, np.where(given, 0, np.maximum(win, draw)), rest)
    return _virtual(these, draw, Range(low, high))


def _own_score(these: Rows, win: Ints, draw: Ints, theirs: Range) -> tuple[Ints, Ints]:
    """A dummy with the player's own final score."""
    return these.score.low[:, None], these.score.high[:, None]


def _own_score_capped(these: Rows, win: Ints, draw: Ints, theirs: Range) -> tuple[Ints, Ints]:
    """Own score, at most the scheduled opponent's or a draw a round; either where that is not known."""
    unknown, who = these.unknown, these.who
    draws = draw * these.status.shape[1]
    paired, blank = unknown.grid.paired[who], unknown.blank[who]
    low = np.where(blank, np.minimum(theirs.low, draws), np.where(paired, theirs.low, draws))
    high = np.where(blank, np.maximum(theirs.high, draws), np.where(paired, theirs.high, draws))
    return np.minimum(these.score.low[:, None], low), np.minimum(these.score.high[:, None], high)


def _zero_opponent(these: Rows, win: Ints, draw: Ints, theirs: Range) -> tuple[Ints, Ints]:
    """An opponent without points."""
    zero = np.zeros((1, 1), dtype=np.int64)
    return zero, zero


OWN_UNPLAYED: Final = {
    "virtual-opponent": _virtual_opponent,
    "virtual-opponent-by-kind": _virtual_opponent_by_kind,
    "own-score": _own_score,
    "own-score-capped": _own_score_capped,
    "zero-opponent": _zero_opponent,
    "nothing": _zero_opponent,
}
"""Word of the clause ``own-unplayed`` to function: rows, payments, opponents' worth to two ends."""
