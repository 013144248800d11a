"""History to Grids: tables turned to arrays once, cut into batches of equal width."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from chesstb import compiled
from chesstb.errors import DataError, message
from chesstb.flat import MOST_IN_32, PlayerRows, shape, units
from chesstb.grid import NO_COLOUR, NOBODY, Grid
from chesstb.outcomes import NUMBER, OUTCOMES
from chesstb.roundrobin.progress import left_before_half
from chesstb.rules import ROUND_ROBIN_SYSTEMS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chesstb.tables import History

COMPLETED: Final = np.array([outcome.played and outcome.code != "X" for outcome in OUTCOMES])
"""Codes of games that were completed: no forfeits, and none without a result yet."""

BATCH_CELLS: Final = 100_000
"""Players × rounds of a batch: its arrays stay in the processor's cache."""

Ints = NDArray[Any]


@dataclass(frozen=True, eq=False)
class Encoding:
    """All events of a History as flat arrays: players in order, and one entry per player and round.

    Attributes
    ----------
    player_event, player, rating, adjustment, excluded, early, last_game : (players,)
        Event row, starting number, rating (0: none), adjustment in units, whether his games count
        for nobody, whether since he left a round robin before half, and his last completed game's round.
    first, first_result : (events + 1,)
        Where each event's players begin, and where its results do.
    event, number, round, met, outcome, colour, points : (rows,)
        Event row, starting number, round from 0, place of the opponent among the players of the event
        or `NOBODY`, codes, units.
    unit, win, draw, announced, counted, last : (events,)
        Units in a point, payments in units, rounds announced, counted, and with any row.
    round_robin, odd : (events,) bool
        Whether the pairings were predetermined, and the field is odd; excluded players who were
        never paired are no part of it.
    dense : (events,) bool
        Whether the results of an event are all rounds of its first player, then of the next.
    most : int
        The highest amount of units, gained or lost, of any player and round.
    """

    player_event: Ints
    player: Ints
    rating: Ints
    adjustment: Ints
    excluded: Ints
    early: Ints
    last_game: Ints
    first: Ints
    first_result: Ints
    event: Ints
    number: Ints
    round: Ints
    met: Ints
    outcome: Ints
    colour: Ints
    points: Ints
    unit: Ints
    win: Ints
    draw: Ints
    zero_bye: Ints
    announced: Ints
    counted: Ints
    last: Ints
    round_robin: Ints
    odd: Ints
    dense: Ints
    most: int

    @cached_property
    def who(self) -> Ints:
        """Player row of each result, (rows,)."""
        rows = PlayerRows(self.player_event, self.player, self.first)
        found: Ints = self.first[self.event] + rows.find(self.event, self.number)
        return found

    @cached_property
    def opponent(self) -> Ints:
        """Player row of the opponent of each result, or `NOBODY`, (rows,)."""
        found: Ints = np.where(self.met == NOBODY, NOBODY, self.first[self.event] + self.met)
        return found


def encode(history: History) -> Encoding:
    """Return a History's arrays, computed at the first call and kept with it."""
    if "encoding" not in history._memo:  # noqa: SLF001 - the memo is there for this
        history._memo["encoding"] = _encode(history)  # noqa: SLF001
    found: Encoding = history._memo["encoding"]  # noqa: SLF001
    return found


def _encode(history: History) -> Encoding:
    results, players, events = history.results, history.players, history.tournaments
    count = len(events)
    player_event = players["tournament"].cat.codes.to_numpy().astype(np.int32)
    player = players["player"].to_numpy()
    first = np.searchsorted(player_event, np.arange(count + 1))
    event = results["tournament"].cat.codes.to_numpy()
    outcome = results["outcome"].cat.codes.to_numpy()
    number, round_ = results["player"].to_numpy(), results["round"].to_numpy()
    opponent = results["opponent"].array.to_numpy(dtype=np.int32, na_value=0)
    met = PlayerRows(player_event, player, first).find(event, opponent)
    extra = players["adjustment"].to_numpy()
    money = np.stack([events[one].to_numpy(np.float64) for one in ("win", "draw", "zero_bye")], axis=1)
    unit, points = units(history, event, results["points"].to_numpy(), player_event, extra, money)
    win, draw, zero_bye = (np.rint(money.T * unit)).astype(np.int64)
    first_result = np.searchsorted(event, np.arange(count + 1, dtype=event.dtype))
    last, counted, dense = shape(first, first_result, player, (event, number, round_, outcome))
    excluded = players["excluded"].to_numpy()
    adjustment = np.zeros(len(extra), dtype=np.int64)
    if extra.any():
        adjustment = np.rint(extra * unit[player_event]).astype(np.int64)
    announced = events["rounds"].to_numpy(dtype=np.int64, na_value=0)
    found = Encoding(
        player_event=player_event,
        player=player,
        rating=players["rating"].to_numpy(dtype=np.int32, na_value=0),
        adjustment=adjustment,
        excluded=excluded,
        early=excluded & left_before_half(history) if excluded.any() else excluded,
        last_game=np.zeros(len(player), dtype=np.int64),
        first=first, first_result=first_result, event=event,
        number=number, round=round_ - 1, met=met, outcome=outcome,
        colour=results["colour"].cat.codes.to_numpy(),
        points=points, unit=unit, win=win, draw=draw, zero_bye=zero_bye,
        announced=np.maximum(announced, last),
        counted=counted,
        last=last,
        round_robin=events["system"].isin(ROUND_ROBIN_SYSTEMS).to_numpy(),
        odd=np.diff(first) % 2 == 1,
        dense=dense,
        most=max(map(_largest, (points, win, draw, zero_bye))) + _largest(adjustment),
    )  # fmt: skip
    return _without_excluded(found) if excluded.any() else found


def _largest(numbers: Ints) -> int:
    """Return the largest absolute value."""
    return max(int(numbers.max(initial=0)), -int(numbers.min(initial=0)))


def _without_excluded(found: Encoding) -> Encoding:
    """Return the same with the field of each event without excluded players who were never paired.

    Of excluded players it has the last round, too, that they completed a game in.
    """
    who, excluded = found.who, found.excluded
    last_game = np.zeros(len(excluded), dtype=np.int64)
    never = excluded & (np.bincount(who[found.met != NOBODY], minlength=len(excluded)) == 0)
    done = COMPLETED[found.outcome] & excluded[who]
    np.maximum.at(last_game, who[done], found.round[done] + 1)
    size = np.diff(found.first)
    field = size - np.bincount(found.player_event[never], minlength=len(size))
    return replace(found, last_game=last_game, odd=field % 2 == 1)


# ---------------------------------------------------------------- batches


def grids(history: History, after: int | None = None, kind: Ints | None = None) -> list[Grid]:
    """Return a History as Grids, each a batch of events of equal length and unit.

    Parameters
    ----------
    history : History
    after : int, optional
        Judge every event as if it had ended with this round; events that are shorter stay whole.
    kind : (events,) int, optional
        Events of different kinds come in different Grids.

    Raises
    ------
    DataError
        No event has that round.
    """
    if kind is not None and (kind == kind[:1]).all():
        kind = None
    code, memo = encode(history), history._memo  # noqa: SLF001 - the memo is there for this
    if kind is not None:
        return list(_grids(code, after, kind))
    if memo.get("after", "never") != after:  # the last ones asked for are kept, no more
        memo["grids"], memo["after"] = (
            list(_grids(code, after, np.zeros(len(code.last), dtype=np.int64))),
            after,
        )
    found: list[Grid] = memo["grids"]
    return found


def grids_of_length(history: History, rounds: Ints, kind: Ints) -> list[Grid]:
    """Return a History as Grids of so many rounds as are said for each event, (events,).

    Rounds behind the last on record are filled with absences.
    """
    return list(_batches(encode(history), rounds, kind))


def _grids(code: Encoding, after: int | None, kind: Ints) -> Iterator[Grid]:
    rounds = code.counted
    if after is not None:
        last = int(code.last.max(initial=0))
        if not 1 <= after <= max(last, 1):
            raise DataError(message("", f"after={after}", f"a round from 1 to {last}"))
        rounds = np.where(after > code.last, code.counted, np.minimum(after, code.last))
    return _batches(code, rounds, kind)


def _batches(code: Encoding, rounds: Ints, kind: Ints) -> Iterator[Grid]:
    sides = (np.unique(kind, return_inverse=True)[1], rounds, code.unit, code.round_robin.astype(np.int64))
    kinds = np.ravel_multi_index(sides, [int(side.max(initial=0)) + 1 for side in sides])
    peopled = np.flatnonzero(np.diff(code.first))  # an event that nobody entered yet is in no Grid
    _, first, number = np.unique(kinds[peopled], return_index=True, return_inverse=True)
    for which, one in enumerate(peopled[first]):
        width, unit, round_robin = rounds[one], code.unit[one], code.round_robin[one]
        events = peopled[number == which]
        size = np.diff(code.first)[events]
        ends = np.cumsum(size * max(int(width), 1))
        parts = np.flatnonzero(np.diff(ends // BATCH_CELLS)) + 1
        for part in np.split(events, parts):
            yield _grid(code, part, int(width), int(unit), bool(round_robin))


def _grid(code: Encoding, events: Ints, width: int, unit: int, round_robin: bool) -> Grid:
    """Cut one batch out of the flat arrays."""
    first, size = code.first[events], code.first[events + 1] - code.first[events]
    row = _spans(first, first + size)
    event = code.player_event[row]
    dtype = np.int32 if (code.most * max(width, 1)) ** 2 < MOST_IN_32 else np.int64
    cells = _all_there if code.dense[events].all() and (code.last[events] >= width).all() else _some_there
    opponent, outcome, colour, points = cells(code, events, width, dtype)
    grid = Grid(
        row=row,
        event=event,
        player=code.player[row],
        opponent=opponent.T,
        outcome=outcome.T,
        colour=colour.T,
        points=points.T,
        rating=code.rating[row],
        adjustment=code.adjustment[row].astype(dtype),
        win=code.win[event, None].astype(dtype),
        draw=code.draw[event, None].astype(dtype),
        unit=unit,
        announced=code.announced[event, None],
        round_robin=round_robin,
        odd=code.odd[event][:, None],
    )
    excluded = code.excluded[row] & (code.last_game[row] <= width)  # before that he was still there
    return grid.without(excluded, code.early[row]) if excluded.any() else grid


def _all_there(code: Encoding, events: Ints, width: int, dtype: Any) -> list[Ints]:
    """Return opponents, outcomes, colours and points of events that have a result for every round.

    They are (width, players): round after round in memory, so that sums over a player's rounds run
    over whole columns.
    """
    size = code.first[events + 1] - code.first[events]
    above = np.cumsum(size) - size
    columns = (code.met, code.outcome, code.colour, code.points.astype(dtype, copy=False))
    loops = compiled.in_use()
    if loops is not None:
        spans = size, code.last[events], code.first_result[events], above
        found: list[Ints] = loops.matrices(spans, columns, width, dtype)
        return found
    nth = np.arange(size.sum()) - np.repeat(above, size)
    begin = np.repeat(code.first_result[events], size) + nth * np.repeat(code.last[events], size)
    at = begin + np.arange(width)[:, None]
    opponent, *rest = (values.take(at) for values in columns)
    return [_shifted(opponent, above, size), *rest]


def _shifted(met: Ints, above: Ints, size: Ints) -> Ints:
    """Return the rows of opponents in a Grid, given their places in their events."""
    found: Ints = met + (met != NOBODY) * np.repeat(above.astype(np.int32), size)
    return found


def _some_there(code: Encoding, events: Ints, width: int, dtype: Any) -> list[Ints]:
    """Return the same of events in which some rounds have no result: there they are absences."""
    size = code.first[events + 1] - code.first[events]
    lowest, highest = code.first_result[events], code.first_result[events + 1]
    shift = np.repeat(code.first[events] - (np.cumsum(size) - size), highest - lowest)
    picked = _spans(lowest, highest)
    counted = code.round[picked] < width
    picked, shift = picked[counted], shift[counted]
    at = code.round[picked].astype(np.int64) * size.sum() + code.who[picked] - shift

    def matrix(values: Ints, default: Any, kind: Any) -> Ints:
        full = np.empty((width, size.sum()), dtype=kind)
        full[:] = default
        full.ravel()[at] = values[picked]
        return full

    absent = np.repeat(code.zero_bye[events], size)
    return [
        _shifted(matrix(code.met, NOBODY, np.int32), np.cumsum(size) - size, size),
        matrix(code.outcome, NUMBER["Z"], np.int8),
        matrix(code.colour, NO_COLOUR, np.int8),
        matrix(code.points, absent, dtype),
    ]


def _spans(starts: Ints, ends: Ints) -> NDArray[np.int64]:
    """Return all whole numbers of several half-open ranges, one after the other."""
    size = ends - starts
    if len(size) and np.array_equal(starts[1:], ends[:-1]):
        return np.arange(starts[0], ends[-1])
    spans: NDArray[np.int64] = np.arange(size.sum()) + np.repeat(starts - (np.cumsum(size) - size), size)
    return spans
