"""Whom a round without a game was to bring: the schedule of a round robin where the rows do not say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from chesstb.roundrobin.numbering import begins, best, events_of, spans
from chesstb.roundrobin.tables import round_of, white_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.tables import History

Ints = Any
NOBODY: Final = -1
WHITE, BLACK, UNKNOWN = 0, 1, -1
"""Colours as they are encoded in results."""


@dataclass(frozen=True, eq=False)
class Open:
    """Rounds without an opponent of the players of several events.

    Attributes
    ----------
    event : (players,)
        Event of each player, as a row of ``end``; players of one event stand together.
    end, cycles, turns : (events,)
        Last round of the schedule, cycles, and rounds of a cycle.
    opponent : (players, rounds)
        Row of the opponent, or `NOBODY`.
    open : (players, rounds) bool
        Rounds of the schedule in which the player has no opponent and no points.
    """

    event: Ints
    end: Ints
    cycles: Ints
    turns: Ints
    opponent: Ints
    open: Any


def missing_opponents(rounds: Open, history: History) -> tuple[Ints, Ints]:
    """Return the opponents and colours that open rounds were to have, where there is one way only.

    Of an event all of whose games follow the Berger table, up to renumbering, the table says it. In any
    other a pair belongs to a round where it is short of as many games as it has open rounds in common,
    and neither could meet somebody else there.

    Parameters
    ----------
    rounds : Open
    history : History
        The same events and players.

    Returns
    -------
    opponent, colour : (players, rounds)
        `NOBODY` and `UNKNOWN` where it is not known.
    """
    opponent = np.full(rounds.open.shape, NOBODY)
    colour = np.full(rounds.open.shape, UNKNOWN)
    one, other, short = _short(rounds)
    number, follows, printed, swapped = _numbers(history)
    table = follows[rounds.event[one]]
    for pairs, found in (
        (table, _by_table(rounds, one[table], other[table], number, printed, swapped)),
        (~table, _by_elimination(rounds, one[~table], other[~table], short[~table])),
    ):
        at, round_, white = found
        a, b = one[pairs][at], other[pairs][at]
        opponent[a, round_], opponent[b, round_] = b, a
        colour[a, round_] = np.where(white == UNKNOWN, UNKNOWN, np.where(white == 1, WHITE, BLACK))
        colour[b, round_] = np.where(white == UNKNOWN, UNKNOWN, np.where(white == 1, BLACK, WHITE))
    return opponent, colour


def _short(rounds: Open) -> tuple[Ints, Ints, Ints]:
    """Return the pairs that met less often than there are cycles, and by how many games."""
    size = np.bincount(rounds.event, minlength=len(rounds.end))
    start, cells = begins(size), size**2
    event = np.repeat(np.arange(len(size)), cells)
    one, other = np.divmod(spans(np.zeros_like(cells), cells), np.repeat(size, cells))
    pair = one < other
    one, other, event = (start[event] + one)[pair], (start[event] + other)[pair], event[pair]
    players = len(rounds.event)
    player, round_ = np.nonzero(rounds.opponent > np.arange(players)[:, None])
    regular = round_ < rounds.end[rounds.event[player]]
    player, round_ = player[regular], round_[regular]
    met = np.sort(player * players + rounds.opponent[player, round_])
    key = one * players + other
    times = np.searchsorted(met, key, "right") - np.searchsorted(met, key, "left")
    short = rounds.cycles[event] - times
    kept = (short > 0) & rounds.open[one].any(axis=1) & rounds.open[other].any(axis=1)
    return one[kept], other[kept], short[kept]


def _numbers(history: History) -> tuple[Ints, Any, Ints, Any]:
    """Return numbers of the Berger table, and of the events how their games follow it.

    Each player's number; whether all games of the schedule stand in their rounds; 1 where all have the
    colours of the table, 0 where all have them exchanged, else `UNKNOWN`; and whether the last two
    rounds of the earlier cycles changed places.
    """
    events = events_of(history)
    fit = best(events)
    size = len(events.size)
    regular = events.round <= (events.cycles * (events.even - 1))[events.event]
    follows = np.bincount(events.event, regular & ~fit.in_round, size) == 0
    coloured = np.bincount(events.event, regular & ~(fit.colour & events.coloured), size) == 0
    return fit.number, follows, np.where(coloured, np.where(fit.exchanged, 0, 1), UNKNOWN), fit.swapped


def _by_table(
    rounds: Open, a: Ints, b: Ints, number: Ints, printed: Ints, swapped: Any
) -> tuple[Ints, Ints, Ints]:
    """Return pairs, rounds from 0, and whether the first has White, as the Berger table has them."""
    event = rounds.event[a]
    turns, cycles = rounds.turns[event, None], rounds.cycles[event, None]
    cycle = np.arange(rounds.cycles.max(initial=1))
    turn = round_of(number[a], number[b], turns[:, 0] + 1)[:, None]
    late = swapped[event, None] & (cycle < cycles - 1) & (turn >= turns - 1)
    round_ = cycle * turns + np.where(late, 2 * turns - 1 - turn, turn) - 1
    there = cycle < cycles
    round_ = np.where(there, round_, 0)
    pair, which = np.nonzero(there & rounds.open[a[:, None], round_] & rounds.open[b[:, None], round_])
    first = white_of(number[a], number[b], turns[:, 0] + 1) == number[a]
    how = printed[event[pair]]
    white = first[pair] ^ (which % 2 == 1) ^ (how == 0)
    return pair, round_[pair, which], np.where(how == UNKNOWN, UNKNOWN, white)


def _by_elimination(rounds: Open, a: Ints, b: Ints, short: Ints) -> tuple[Ints, Ints, Ints]:
    """Return pairs, rounds from 0, and no colours, where nothing else is possible."""
    common = rounds.open[a] & rounds.open[b]
    possible: NDArray[np.int64] = np.zeros(rounds.open.shape, dtype=np.int64)
    for players in (a, b):
        np.add.at(possible, players, common)
    alone = common & (possible[a] == 1) & (possible[b] == 1) & (common.sum(axis=1) == short)[:, None]
    pair, round_ = np.nonzero(alone)
    return pair, round_, np.full(len(pair), UNKNOWN)
