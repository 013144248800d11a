"""Which orders of some players are certain, possible, excluded, by a list of criteria as a whole."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from chesstb.bound.cases import cases, enumerated, plan, ranked
from chesstb.bound.method import spreads
from chesstb.bound.rows import few
from chesstb.bound.unknown import STATUSES
from chesstb.bound.worth import Range, worth
from chesstb.grid import NOBODY

if TYPE_CHECKING:
    from chesstb.bound.spread import Spread
    from chesstb.bound.unknown import Bools, Ints, Unknown
    from chesstb.values import Asked

AHEAD, TIED, BEHIND = range(3)
MOST_PLAYERS: Final = 6
MOST_COPIES: Final = 400
"""Combinations of shared opponents' scores that are tried, at most."""
MOST_CELLS: Final = 1_000_000
"""Player-rounds computed for them, statuses of unknown rounds included, at most."""


@dataclass(frozen=True, eq=False)
class Orders:
    """The orders of k players.

    Attributes
    ----------
    rank : (orders, k) int
        Every order, ties included: the rank of each player, 0 first.
    possible : (orders,) bool
        Whether an order is not excluded.
    pairs : list of (int, int)
        The pairs of players, by position.
    relations : (pairs, 3) bool
        Whether the first of a pair may be ahead, tied, behind.
    method : str
        How it was found.
    """

    rank: Ints
    possible: Bools
    pairs: list[tuple[int, int]]
    relations: Bools
    method: str


def orders(unknown: Unknown, asked: list[Asked], who: Ints) -> Orders:
    """Return the orders of some players of the only event of a Grid."""
    rank = weak_orders(len(who))
    pairs = list(combinations(range(len(who)), 2))
    left, right = (np.array(side, dtype=np.int64) for side in zip(*pairs, strict=True))
    of_order = 1 + np.sign(rank[:, left] - rank[:, right])  # AHEAD, TIED or BEHIND of each pair
    planned = plan(unknown)
    if enumerated(planned).any():
        occurring = _of_cases(unknown, asked, who)
        found = 1 + np.sign(occurring[:, left] - occurring[:, right])
        allowed = found[:, :, None] == np.arange(3)
        method = "every case"
    else:
        copies, method = _shared_tried(unknown, asked, who)
        size = len(unknown.grid.event)
        groups = np.arange(len(copies.grid.event) // size)[:, None] * size + who
        found_spreads = spreads(copies, asked)
        allowed = _relations(asked, found_spreads, groups[:, left], groups[:, right])
    allowed = np.unique(allowed, axis=0)
    fits = np.take_along_axis(allowed[:, None], of_order[None, :, :, None], axis=3)[..., 0]
    possible: Any = fits.all(axis=2).any(axis=0)
    relations: Any = allowed.any(axis=0)
    return Orders(rank, possible, pairs, relations, method)


def weak_orders(size: int) -> Ints:
    """Return every order of some players, ties included, as ranks from 0 without gaps.

    Examples
    --------
    >>> [len(weak_orders(size)) for size in (1, 2, 3, 4)]
    [1, 3, 13, 75]
    """
    ranks = np.indices((size,) * size).reshape(size, -1).T
    present = (ranks[:, :, None] == np.arange(size)).any(axis=1)
    gapless = (present == (np.arange(size) <= ranks.max(axis=1)[:, None])).all(axis=1)
    found: Ints = ranks[gapless]
    return found


def _of_cases(unknown: Unknown, asked: list[Asked], who: Ints) -> Ints:
    """Return the groups of the players in every case, by the whole list, lower ahead, (cases, k)."""
    size = len(unknown.grid.event)
    found = []
    for some in cases(unknown, plan(unknown)):
        groups = ranked(some.grid, asked)[1]
        found.append(groups.reshape(-1, size)[:, who])
    return np.concatenate(found)


# ---------------------------------------------------------------- shared opponents


def _shared_tried(unknown: Unknown, asked: list[Asked], who: Ints) -> tuple[Unknown, str]:
    """Return copies of the event, one for each combination of what shared opponents may be worth."""
    word = asked[0].reading.word("opponents-unplayed")
    theirs = worth(unknown, word)
    values = theirs.high - theirs.low + 1
    met = np.zeros((len(who), len(values)), dtype=bool)
    grid, some_unknown = unknown.grid, few(unknown)
    row, round_ = np.nonzero(grid.paired[who])
    met[row, grid.opponent[who[row], round_]] = True
    shared = np.flatnonzero((met.sum(axis=0) > 1) & (values > 1))
    shared = shared[np.argsort(values[shared], kind="stable")]
    tries = len(STATUSES) ** int(unknown.cells.sum(axis=1)[some_unknown].max(initial=0))
    most = min(MOST_COPIES, MOST_CELLS // max(grid.outcome.size * tries, 1))
    shared = shared[np.cumprod(values[shared].astype(float)) <= most]
    if not len(shared):
        return unknown, "ranges"
    count = int(values[shared].prod())
    stride = np.cumprod(values[shared]) // values[shared]
    tried = np.arange(count)[:, None] // stride % values[shared] + theirs.low[shared]
    ends = [np.tile(end, (count, 1)) for end in (theirs.low, theirs.high)]
    for end in ends:
        end[:, shared] = tried
    copies = _copied(unknown, count)
    copies.once(("worth", word), lambda: Range(ends[0].ravel(), ends[1].ravel()))
    return copies, "shared scores"


def _copied(unknown: Unknown, count: int) -> Unknown:
    """Return an event several times over, with all that is not known of it."""
    grid = unknown.grid
    size = len(grid.event)
    shift = np.repeat(np.arange(count, dtype=np.int64) * size, size)[:, None]
    source = np.tile(np.arange(size), count)
    opponent = np.where(grid.opponent[source] == NOBODY, NOBODY, grid.opponent[source] + shift)
    rows = ("row", "player", "outcome", "colour", "points", "rating", "adjustment", "win", "draw",
            "announced", "odd")  # fmt: skip
    many = replace(
        grid,
        **{name: getattr(grid, name)[source] for name in rows},
        event=np.repeat(np.arange(count, dtype=np.int32), size),
        opponent=opponent.astype(np.int32),
        memo={},
    )
    players = ("pending", "blank", "score_low", "score_high", "most_unplayed", "partial", "drawn")
    taken: dict[str, Any] = {name: getattr(unknown, name)[source] for name in players}
    return replace(unknown, grid=many, pay=unknown.pay[:, :, source], **taken)


def _relations(asked: list[Asked], found: list[Spread], left: Ints, right: Ints) -> Bools:
    """Return whether the first of each pair may be ahead, tied, behind, (copies, pairs, 3)."""
    tied = np.ones(left.shape, dtype=bool)
    allowed = np.zeros((*left.shape, 3), dtype=bool)
    for item, spread in zip(asked, found, strict=True):
        sign = 1 if item.tiebreak.wins_high(item.reading) else -1
        low, high = (spread.low, spread.high) if sign > 0 else (-spread.high, -spread.low)
        there, missing = ~np.isnan(low), spread.missing
        allowed[..., AHEAD] |= tied & ((high[left] > low[right]) | (there[left] & missing[right]))
        allowed[..., BEHIND] |= tied & ((high[right] > low[left]) | (there[right] & missing[left]))
        meet = (low[left] <= high[right]) & (low[right] <= high[left])
        tied = tied & (meet | (missing[left] & missing[right]))
    allowed[..., TIED] = tied
    return allowed
