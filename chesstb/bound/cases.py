"""Every case: events with a few games without result, completed in every way and computed as usual."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from chesstb import ranking
from chesstb.bound.spread import Spread
from chesstb.grid import BLACK, NO_COLOUR, NOBODY, WHITE
from chesstb.outcomes import NUMBER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chesstb.bound.unknown import Bools, Ints, Unknown
    from chesstb.grid import Grid
    from chesstb.values import Asked

RESULTS: Final = ("1 0", "= =", "0 1", "+ -", "- +", "- -", "0 0", "= 0", "0 =")
"""What a game without a result may become, one side and the other."""
COLOURS: Final = ((NO_COLOUR, NO_COLOUR), (WHITE, BLACK), (BLACK, WHITE))
MOST_CASES: Final = 5_000
"""Cases of an event up to which all are computed."""
MOST_CELLS: Final = 3_000_000
"""Player-rounds computed at once."""

_CODES: Final = np.array([[NUMBER[code] for code in pair.split()] for pair in RESULTS])


@dataclass(frozen=True, eq=False)
class Cases:
    """Completed copies of some events.

    Attributes
    ----------
    grid : Grid
        All copies, each an event of its own.
    source : (M,) int
        The row that each row is a copy of.
    """

    grid: Grid
    source: Ints


@dataclass(frozen=True, eq=False)
class Plan:
    """The games without result of the events that are completed in every way.

    Attributes
    ----------
    starts, sizes, counts : (events,) int
        First row, players and cases of each event; no cases where it is left alone.
    left, round, event : (games,) int
        One side of each game, its round, its event.
    base, stride : (games,) int
        Ways in which a game may end, and how many cases share each.
    """

    starts: Ints
    sizes: Ints
    counts: Ints
    left: Ints
    round: Ints
    event: Ints
    base: Ints
    stride: Ints


def plan(unknown: Unknown) -> Plan:
    """Return which events are completed in every way, and how."""
    grid = unknown.grid
    starts = np.flatnonzero(np.diff(grid.event, prepend=grid.event[:1] - 1))
    sizes = np.diff(starts, append=len(grid.event))
    number = np.repeat(np.arange(len(starts)), sizes)
    columns = np.arange(grid.rounds)
    me = np.arange(len(number))[:, None]
    mutual = unknown.pending[grid.opponent, columns] & (grid.opponent[grid.opponent, columns] == me)
    lonely = (unknown.pending & ~mutual) | unknown.blank
    barred = np.zeros(len(starts), dtype=bool)
    np.logical_or.at(barred, number, lonely.any(axis=1) | unknown.partial)
    left, round_ = np.nonzero(unknown.pending & mutual & (grid.opponent > me))
    event = number[left]
    hidden = grid.colour[left, round_] == NO_COLOUR
    hidden |= grid.colour[grid.opponent[left, round_], round_] == NO_COLOUR
    base = np.where(hidden, len(COLOURS), 1) * len(RESULTS)
    digits = np.log(base)
    sums = np.bincount(event, weights=digits, minlength=len(starts))
    cells = np.exp(np.minimum(sums, 40)) * sizes * grid.rounds
    barred |= (sums > np.log(MOST_CASES)) | (cells > MOST_CELLS) | (sums == 0)
    before = np.cumsum(digits) - digits
    first = np.searchsorted(event, event)
    stride = np.rint(np.exp(np.minimum(before - before[first], 40))).astype(np.int64)
    counts = np.where(barred, 0, np.rint(np.exp(np.where(barred, 0, sums)))).astype(np.int64)
    return Plan(starts, sizes, counts, left, round_, event, base, stride)


def enumerated(planned: Plan) -> Bools:
    """Return the players whose event is completed in every way, (P,)."""
    found: Bools = np.repeat(planned.counts > 0, planned.sizes)
    return found


def cases(unknown: Unknown, planned: Plan) -> Iterator[Cases]:
    """Yield the completed copies, so many events at a time that memory stays bounded."""
    events = np.flatnonzero(planned.counts)
    if not len(events):
        return
    cells = np.cumsum(planned.counts[events] * planned.sizes[events] * unknown.grid.rounds)
    parts = np.flatnonzero(np.diff(cells // MOST_CELLS)) + 1
    for some in np.split(events, parts):
        yield _copies(unknown.grid, planned, some, unknown.pay)


def _copies(grid: Grid, planned: Plan, events: Ints, pay: Ints) -> Cases:
    counts = planned.counts[events]
    block_event = np.repeat(events, counts)
    ends = np.cumsum(counts)
    case = np.arange(len(block_event)) - np.repeat(ends - counts, counts)
    size = planned.sizes[block_event]
    offset = np.cumsum(size) - size
    shift = np.repeat(planned.starts[block_event] - offset, size)
    source = np.arange(int(size.sum())) + shift
    outcome, colour, points = (m[source].copy() for m in (grid.outcome, grid.colour, grid.points))
    opponent = np.where(grid.opponent[source] == NOBODY, NOBODY, grid.opponent[source] - shift[:, None])
    first_block = np.full(len(planned.counts), -1)
    first_block[events] = ends - counts
    games = np.flatnonzero(first_block[planned.event] >= 0)
    times = planned.counts[planned.event[games]]
    game = np.repeat(games, times)
    block = np.arange(len(game)) - np.repeat(np.cumsum(times) - times, times)
    block = block + first_block[planned.event[game]]
    digit = case[block] // planned.stride[game] % planned.base[game]
    left, column = planned.left[game], planned.round[game]
    for side, row in enumerate((left, grid.opponent[left, column])):
        at = row - planned.starts[planned.event[game]] + offset[block]
        code = _CODES[digit % len(RESULTS), side]
        own = np.array(COLOURS)[digit // len(RESULTS), side]
        mine = np.where(grid.colour[row, column] == NO_COLOUR, own, grid.colour[row, column])
        outcome[at, column], colour[at, column] = code, mine
        points[at, column] = pay[code, mine, row]
    copy = replace(
        grid,
        row=grid.row[source],
        event=np.repeat(np.arange(len(block_event)), size).astype(np.int32),
        player=grid.player[source],
        opponent=opponent.astype(np.int32),
        outcome=outcome,
        colour=colour,
        points=points,
        rating=grid.rating[source],
        adjustment=grid.adjustment[source],
        win=grid.win[source],
        draw=grid.draw[source],
        announced=grid.announced[source],
        odd=grid.odd[source],
        memo={},
    )
    return Cases(copy, source)


def ranked(grid: Grid, asked: list[Asked]) -> tuple[list[Any], Ints]:
    """Return the values of every criterion of a list, and the groups that the whole list leaves."""
    groups = ranking.rank(grid.event, [])
    found = []
    for item in asked:
        values = item.tiebreak.values(grid, item.reading, groups)
        groups = ranking.refine(groups, values, higher_wins=item.tiebreak.wins_high(item.reading))
        found.append(values.shown)
    return found, groups


def spreads_of_cases(unknown: Unknown, asked: list[Asked], planned: Plan) -> list[Spread]:
    """Return the ends of every criterion over all cases; of players in none whatever."""
    players = unknown.grid.shape[0]
    low, high = np.full((len(asked), players), np.inf), np.full((len(asked), players), -np.inf)
    gaps = np.zeros((len(asked), players), dtype=bool)
    for some in cases(unknown, planned):
        for number, values in enumerate(ranked(some.grid, asked)[0]):
            there = ~np.isnan(values)
            np.minimum.at(low[number], some.source[there], values[there])
            np.maximum.at(high[number], some.source[there], values[there])
            gaps[number, some.source[~there]] = True
    closed = np.zeros(players, dtype=bool)
    nothing = low > high
    low, high = np.where(nothing, np.nan, low), np.where(nothing, np.nan, high)
    return [Spread(low[k], high[k], closed, gaps[k]) for k in range(len(asked))]
