"""Loops over the rounds of many players: opponents' scores, and sums after cuts.

Matrices are (R, P). Inner loops run over the players of one round, without branches, so that the
compiler makes them work on many players at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from chesstb.compiled.base import BLOCK, compiled, laid

# ---------------------------------------------------------------- sums after cuts


def totals(value: Any, basis: Any, element: Any, voluntary: Any, cuts: tuple[Any, Any]) -> Any:
    """Return the sum of each player's rounds after cuts of so many lowest and highest, (P,).

    Parameters
    ----------
    value, basis : (P, R) int
        What is summed up, and what cuts look at.
    element, voluntary : (P, R) bool, optional
        Rounds that are there; rounds of which the lowest goes first, unless another contributes less.
    cuts : tuple of int or (P,) int
        How many of the lowest are cut, then how many of the highest.
    """
    table, there = laid(value), laid(element)
    found = np.zeros(len(value), dtype=np.int64)
    if table.dtype == np.bool_:
        table = table.view(np.int8)
    _sums(table, there, found)
    if any(isinstance(many, np.ndarray) or many for many in cuts):
        low, high = (np.atleast_1d(np.asarray(many, dtype=np.int64)) for many in cuts)
        kind = np.promote_types(table.dtype, basis.dtype)  # neither may lose its upper bits
        table = table.astype(kind, copy=False)
        same = table if basis is value else laid(basis).astype(kind, copy=False)
        _cut(table, same, basis is value, there, laid(voluntary), low, high, found)
    return found


@compiled
def _sums(value, element, found):
    players = value.shape[1]
    for r in range(value.shape[0]):
        if element.shape[0]:
            for p in range(players):
                found[p] += value[r, p] * element[r, p]
        else:
            for p in range(players):
                found[p] += value[r, p]


@compiled
def _cut(value, basis, by_value, element, voluntary, low, high, found):
    rounds, players = value.shape
    lowest, highest = min(low.max(), rounds), min(high.max(), rounds)
    left = np.ones((rounds, BLOCK), dtype=np.bool_)
    key, least, at = np.empty(BLOCK, value.dtype), np.empty(BLOCK, value.dtype), np.empty(BLOCK, np.int32)
    for start in range(0, players, BLOCK):
        many = min(BLOCK, players - start)
        for r in range(rounds):
            left[r] = True
            if element.shape[0]:
                left[r, :many] = element[r, start : start + many]
        for step in range(lowest + highest):
            sign = 1 if step < lowest else -1
            _least(value, basis, by_value, left, start, many, sign, key, least, at)
            if sign > 0 and voluntary.shape[0]:
                _voluntary(value, basis, voluntary, left, start, many, least, at)
            for i in range(many):
                asked = (
                    low[(start + i) % low.size] > step
                    if sign > 0
                    else (high[(start + i) % high.size] > step - lowest)
                )
                if asked and at[i] >= 0:
                    found[start + i] -= value[at[i], start + i]
                    left[at[i], i] = False


@compiled
def _least(value, basis, by_value, left, start, many, sign, key, least, at):
    """Find the round of each player that is lowest by its basis, then by its value; -1 where none is left."""
    for i in range(many):
        at[i] = -1
    for r in range(value.shape[0]):
        row, by, there = value[r, start : start + many], basis[r, start : start + many], left[r]
        if by_value:
            for i in range(many):
                better = there[i] & ((at[i] < 0) | (sign * row[i] < sign * least[i]))
                least[i] = row[i] if better else least[i]
                at[i] = r if better else at[i]
        else:
            for i in range(many):
                lower = (sign * by[i] < sign * key[i]) | (
                    (by[i] == key[i]) & (sign * row[i] < sign * least[i])
                )
                better = there[i] & ((at[i] < 0) | lower)
                key[i] = by[i] if better else key[i]
                least[i] = row[i] if better else least[i]
                at[i] = r if better else at[i]


@compiled
def _voluntary(value, basis, voluntary, left, start, many, least, at):
    """Take the lowest voluntary round by value, then basis, instead, unless it contributes less."""
    first = np.full(many, -1, np.int32)
    own, key = np.empty(many, value.dtype), np.empty(many, value.dtype)
    for r in range(value.shape[0]):
        row, by, there = value[r, start : start + many], basis[r, start : start + many], left[r]
        asked = voluntary[r, start : start + many]
        for i in range(many):
            lower = (row[i] < own[i]) | ((row[i] == own[i]) & (by[i] < key[i]))
            better = there[i] & asked[i] & ((first[i] < 0) | lower)
            own[i] = row[i] if better else own[i]
            key[i] = by[i] if better else key[i]
            first[i] = r if better else first[i]
    for i in range(many):
        at[i] = first[i] if (first[i] >= 0) & (own[i] >= least[i]) else at[i]


# ---------------------------------------------------------------- opponents


def adjusted(grid: Any, word: str) -> Any:
    """Return what each player is worth to his opponents, (P,): `chesstb.unplayed.adjusted_score`."""
    found = grid.adjustment.copy()
    _adjusted(laid(grid.points), laid(grid.said), grid.draw[:, 0], ADJUSTED[word], found)
    return found


def opponents(grid: Any, adjusted: Any, word: str, forfeits: bool) -> tuple[Any, Any, Any]:
    """Return what each round's opponent counts, which rounds are games, and which of the others voluntary.

    All are (P, R); see `chesstb.unplayed.opponents`.
    """
    points, (players, rounds) = laid(grid.points), grid.shape
    kinds = (points.dtype, np.bool_, np.bool_)
    theirs, games, voluntary = [np.empty((rounds, players), kind) for kind in kinds]
    halves = laid(grid.halves) if OWN[word] == 1 else laid(grid.said)
    _opponents(laid(grid.opponent), laid(grid.said), halves, points, adjusted, grid.score, grid.win[:, 0],
               grid.draw[:, 0], OWN[word], forfeits, theirs, games, voluntary)  # fmt: skip
    return theirs.T, games.T, voluntary.T


ADJUSTED: Any = {"as-awarded": 0, "draw-each": 1, "draw-once-gone": 2}
OWN: Any = {"virtual-opponent": 0, "virtual-opponent-by-kind": 1, "own-score": 2, "own-score-capped": 3,
            "zero-opponent": 4, "nothing": 4}  # fmt: skip


@compiled
def _adjusted(points, said, draw, word, found):
    rounds, players = points.shape
    gone = np.ones(players, dtype=np.bool_)
    for r in range(rounds - 1, -1, -1):
        if word == 0:
            for p in range(players):
                found[p] += points[r, p]
        elif word == 1:
            for p in range(players):
                found[p] += points[r, p] if said[r, p] & 1 else draw[p]
        else:
            for p in range(players):
                gone[p] &= (said[r, p] & 4) != 0
                found[p] += draw[p] if gone[p] & ((said[r, p] & 2) != 0) else points[r, p]


@compiled
def _opponents(
    opponent, said, halves, points, adjusted, score, win, draw, word, forfeits, theirs, games, voluntary
):
    """Do a little with all players of a round at a time: every loop is one that needs no branches."""
    rounds, players = points.shape
    before, own = np.zeros(players, points.dtype), np.zeros(players, points.dtype)
    for r in range(rounds):
        who, code, worth, game, by_choice = opponent[r], said[r], theirs[r], games[r], voluntary[r]
        for p in range(players):
            game[p] = (who[p] >= 0) & (forfeits | ((code[p] & 1) != 0))
            by_choice[p] = ((code[p] & 4) != 0) & ~game[p]
        for p in range(players):
            worth[p] = adjusted[max(who[p], 0)]
        if word <= 1:
            _virtual(points[r], halves[r], before, win, draw, rounds - 1 - r, word, own)
        elif word <= 3:
            own[:] = score
        if word == 3:
            for p in range(players):
                own[p] = min(own[p], worth[p] if who[p] >= 0 else draw[p] * rounds)
        for p in range(players):
            worth[p] = worth[p] if game[p] else own[p]


@compiled
def _virtual(points, halves, before, win, draw, later, word, own):
    """Make up a virtual opponent of each player in one round, and add its points to those before."""
    if word == 0:
        for p in range(len(own)):
            own[p] = before[p] + win[p] - points[p] + draw[p] * later
    else:
        for p in range(len(own)):
            rest = (halves[p] == 0) * win[p] + (halves[p] == 1) * draw[p]
            own[p] = before[p] + rest + draw[p] * later
    for p in range(len(own)):
        before[p] += points[p]
