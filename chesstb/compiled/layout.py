"""Loops over results: points as whole numbers, what an event's rows are like, and rows as matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from chesstb.compiled.base import compiled


def scaled(points: Any, unit: int) -> tuple[Any, bool, int]:
    """Return points in units rounded to whole numbers, whether they were, and the largest absolute one."""
    found = np.empty(len(points), dtype=np.int32)
    exact, most = _scaled(points, float(unit), found)
    return found, bool(exact), int(most)


@compiled
def _scaled(points, unit, found):
    exact, most = True, np.int32(0)
    for k in range(len(points)):
        number = points[k] * unit
        small = abs(number) < 2.0**30
        whole = np.int32(number if small else 0.0)
        exact &= small & (whole == number)
        found[k] = whole
        most = max(most, abs(whole))
    return exact, most


def events(first: Any, first_result: Any, player: Any, results: tuple[Any, ...], settled: Any) -> Any:
    """Return of each event the last round with any row, the last with a result, and whether it is dense.

    Parameters
    ----------
    first, first_result : (events + 1,)
        Where its players and its results begin.
    player : (players,)
        Starting numbers.
    results : tuple of (rows,)
        Starting number, round and code of each result.
    settled : (codes,)
        Codes of a pairing with a result.
    """
    count = len(first) - 1
    found = np.zeros(count, np.int64), np.zeros(count, np.int64), np.zeros(count, np.bool_)
    _events(first, first_result, player, *results, settled, *found)
    return found


@compiled
def _events(first, first_result, player, number, round_, outcome, settled, last, counted, dense):
    for e in range(len(first) - 1):
        low, high = first_result[e], first_result[e + 1]
        rounds, codes, who = round_[low:high], outcome[low:high], number[low:high]
        most = 0
        for k in range(len(rounds)):
            most = max(most, rounds[k])
        last[e] = counted[e] = most
        people = player[first[e] : first[e + 1]]
        fine = len(rounds) == len(people) * most
        if fine:
            for p in range(len(people)):
                own, ones = who[p * most : (p + 1) * most], rounds[p * most : (p + 1) * most]
                for r in range(most):
                    fine &= (own[r] == people[p]) & (ones[r] == r + 1)
        dense[e] = fine
        settled_last = False
        for k in range(most - 1, len(rounds), most) if fine and most else range(0):
            settled_last |= settled[codes[k]]
        if not settled_last:
            found = 0
            for k in range(len(rounds)):
                found = max(found, rounds[k] * settled[codes[k]])
            counted[e] = found or most


def matrices(spans: tuple[Any, Any, Any, Any], columns: tuple[Any, ...], width: int, kind: Any) -> list[Any]:
    """Return opponents, outcomes, colours and points of dense events, (width, players).

    Parameters
    ----------
    spans : tuple of (events,)
        Players of each event, its rounds on record, its first result, and its first row among these players.
    columns : tuple of (rows,)
        Place of the opponent in the event, code, colour, points.
    """
    players = int(spans[0].sum())
    kinds = (np.int32, np.int8, np.int8, kind)
    found = [np.empty((width, players), dtype=one) for one in kinds]
    _matrices(*spans, *columns, *found)
    return found


@compiled
def _matrices(size, last, low, above, met, outcome, colour, points, opponent, code, side, worth):
    for e in range(len(size)):
        many, rounds, begin, end = size[e], last[e], low[e], low[e] + size[e] * last[e]
        place, codes = met[begin:end].reshape(many, rounds), outcome[begin:end].reshape(many, rounds)
        sides, amounts = colour[begin:end].reshape(many, rounds), points[begin:end].reshape(many, rounds)
        to = slice(above[e], above[e] + many)
        for r in range(opponent.shape[0]):
            others, theirs, whose, worths = opponent[r, to], code[r, to], side[r, to], worth[r, to]
            for n in range(many):
                other = place[n, r]
                others[n] = other + above[e] if other >= 0 else other
            for n in range(many):
                theirs[n] = codes[n, r]
            for n in range(many):
                whose[n] = sides[n, r]
            for n in range(many):
                worths[n] = amounts[n, r]
