"""History to Grids: tables turned to arrays once, cut into batches of equal width."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from chesstb.border import last_round, rounds_counted
from chesstb.errors import DataError, message
from chesstb.grid import NO_COLOUR, NOBODY, Grid
from chesstb.outcomes import NUMBER, OUTCOMES
from chesstb.roundrobin.progress import left_before_half
from chesstb.rules import ROUND_ROBIN_SYSTEMS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chesstb.tables import History

UNITS: Final = (2, 4, 10, 20, 100, 1000)
"""Units in a point that are tried, the coarsest first."""

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
    who, round, opponent, outcome, colour, points : (rows,)
        Player row, round from 0, player row of the opponent or `NOBODY`, codes, units.
    unit, win, draw, announced, counted, last : (events,)
        Units in a point, payments in units, rounds announced, counted, and with any row.
    round_robin, odd : (events,) bool
        Whether the pairings were predetermined, and the field is odd; excluded players who were
        never paired are no part of it.
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
    who: Ints
    round: Ints
    opponent: Ints
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


def encode(history: History) -> Encoding:
    """Return a History's arrays, computed at the first call and kept with it."""
    if "encoding" not in history._memo:  # noqa: SLF001 - the memo is there for this
        history._memo["encoding"] = _encode(history)  # noqa: SLF001
    found: Encoding = history._memo["encoding"]  # noqa: SLF001
    return found


def _encode(history: History) -> Encoding:
    results, players, events = history.results, history.players, history.tournaments
    player_event = players["tournament"].cat.codes.to_numpy().astype(np.int32)
    player = players["player"].to_numpy()
    first = np.searchsorted(player_event, np.arange(len(events) + 1))
    event = results["tournament"].cat.codes.to_numpy().astype(np.int32)
    outcome = results["outcome"].cat.codes.to_numpy().astype(np.int8)
    round_ = results["round"].to_numpy()
    rows = _PlayerRows(player_event, player, first)
    opponents = results["opponent"].array
    opponent = rows.find(event, opponents.to_numpy(dtype=np.int32, na_value=0))
    opponent[np.asarray(opponents.isna())] = NOBODY
    money = events[["win", "draw", "zero_bye"]].to_numpy(dtype=np.float64)
    amounts = results["points"].to_numpy()
    extra = players["adjustment"].to_numpy()
    unit = _units(history, event, amounts, player_event, extra, money)
    win, draw, zero_bye = (np.rint(money.T * unit)).astype(np.int64)
    last = last_round(event, round_, len(events))
    who, excluded = rows.find(event, results["player"].to_numpy()), players["excluded"].to_numpy()
    field, last_game = _without_excluded(first, player_event, excluded, who, opponent, round_, outcome)
    announced = events["rounds"].to_numpy(dtype=np.int64, na_value=0)
    return Encoding(
        player_event=player_event,
        player=player,
        rating=players["rating"].to_numpy(dtype=np.int32, na_value=0),
        adjustment=np.rint(extra * unit[player_event]).astype(np.int64),
        excluded=excluded,
        early=excluded & left_before_half(history) if excluded.any() else excluded,
        last_game=last_game,
        first=first,
        first_result=np.searchsorted(event, np.arange(len(events) + 1, dtype=event.dtype)),
        who=who,
        round=round_ - 1,
        opponent=opponent,
        outcome=outcome,
        colour=results["colour"].cat.codes.to_numpy(),
        points=np.rint(amounts * unit[event]).astype(np.int64),
        unit=unit,
        win=win,
        draw=draw,
        zero_bye=zero_bye,
        announced=np.maximum(announced, last),
        counted=rounds_counted(event, round_, outcome, len(events)),
        last=last,
        round_robin=events["system"].isin(ROUND_ROBIN_SYSTEMS).to_numpy(),
        odd=field % 2 == 1,
    )


def _without_excluded(
    first: Ints, player_event: Ints, excluded: Ints, who: Ints, opponent: Ints, round_: Ints, outcome: Ints
) -> tuple[Ints, Ints]:
    """Return the size of each event's field, and the last round that excluded players completed a game in."""
    field, last_game = np.diff(first), np.zeros(len(excluded), dtype=np.int64)
    if not excluded.any():
        return field, last_game
    never = excluded & (np.bincount(who[opponent != NOBODY], minlength=len(excluded)) == 0)
    done = COMPLETED[outcome] & excluded[who]
    np.maximum.at(last_game, who[done], round_[done])
    return field - np.bincount(player_event[never], minlength=len(field)), last_game


class _PlayerRows:
    """Finds players' rows by event and starting number."""

    def __init__(self, player_event: Ints, player: Ints, first: Ints) -> None:
        self.player, self.first = player, first
        size = np.diff(first)
        ends = player[np.maximum(first[1:] - 1, 0)] if len(player) else np.zeros(len(size), dtype=int)
        self.gapless = bool(np.all((ends == size) | (size == 0)))
        self.span = int(player.max()) + 1 if len(player) else 1
        self.keys = None if self.gapless else player_event.astype(np.int64) * self.span + player

    def find(self, event: Ints, number: Ints) -> NDArray[np.int32]:
        """Return the row of each (event, number); any row for the number 0."""
        if self.keys is None:
            return (self.first[event] + number - 1).astype(np.int32)
        return np.searchsorted(self.keys, event.astype(np.int64) * self.span + number).astype(np.int32)


def _units(
    history: History, event: Ints, points: Ints, player_event: Ints, extra: Ints, money: Ints
) -> NDArray[np.int64]:
    """Return the coarsest unit of each event in which all its points are whole."""
    unit = np.full(len(money), UNITS[0], dtype=np.int64)
    for finer in (*UNITS[1:], 0):
        broken = np.zeros(len(money), dtype=bool)
        for owner, amounts in ((event, points), (player_event, extra)):
            scaled = amounts * unit[owner]
            broken[owner[np.abs(scaled - np.rint(scaled)) > 1e-6]] = True
        scaled = money * unit[:, None]
        broken |= (np.abs(scaled - np.rint(scaled)) > 1e-6).any(axis=1)
        if not broken.any():
            break
        if finer == 0:
            key = history.events[int(np.flatnonzero(broken)[0])]
            raise DataError(
                message(f"event {key!r}", "points with more than three decimals", "at most three")
            )
        unit[broken] = finer
    return unit


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
    kinds = np.stack([kind, rounds, code.unit, code.round_robin], axis=1)
    peopled = np.flatnonzero(np.diff(code.first))  # an event that nobody entered yet is in no Grid
    different, number = np.unique(kinds[peopled], axis=0, return_inverse=True)
    for which, (_, width, unit, round_robin) in enumerate(different):
        events = peopled[number.ravel() == which]
        size = np.diff(code.first)[events]
        ends = np.cumsum(size * max(int(width), 1))
        parts = np.flatnonzero(np.diff(ends // BATCH_CELLS)) + 1
        for part in np.split(events, parts):
            yield _grid(code, part, int(width), int(unit), bool(round_robin))


def _grid(code: Encoding, events: Ints, width: int, unit: int, round_robin: bool) -> Grid:
    """Cut one batch out of the flat arrays."""
    first, end = code.first[events], code.first[events + 1]
    row = _spans(first, end)
    event = code.player_event[row]
    lowest, highest = code.first_result[events], code.first_result[events + 1]
    shift = np.repeat(first - (np.cumsum(end - first) - (end - first)), highest - lowest)
    picked = _spans(lowest, highest)
    counted = code.round[picked] < width
    picked, shift = picked[counted], shift[counted]
    owner = code.who[picked] - shift
    opponent = np.where(code.opponent[picked] == NOBODY, NOBODY, code.opponent[picked] - shift)
    at = code.round[picked].astype(np.int64) * len(row) + owner
    dtype = _number_type(code, events, width)

    def matrix(values: Ints, default: Any, kind: Any) -> Ints:
        # Round after round in memory: sums over a player's rounds then run over whole columns.
        full = np.empty((width, len(row)), dtype=kind)
        if len(at) < full.size:
            full[:] = default
        full.ravel()[at] = values
        return full.T

    grid = Grid(
        row=row,
        event=event,
        player=code.player[row],
        opponent=matrix(opponent, NOBODY, np.int32),
        outcome=matrix(code.outcome[picked], NUMBER["Z"], np.int8),
        colour=matrix(code.colour[picked], NO_COLOUR, np.int8),
        points=matrix(code.points[picked], code.zero_bye[event], dtype),
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


def _number_type(code: Encoding, events: Ints, width: int) -> Any:
    """Return 32 bits where no sum of products can exceed them, else 64."""
    most = max(
        int(np.abs(code.win[events]).max()), int(code.points.max(initial=0)), -int(code.points.min(initial=0))
    )
    most += int(np.abs(code.adjustment).max(initial=0)) // max(width, 1) + 1
    return np.int32 if (most * max(width, 1)) ** 2 < 2**31 - 1 else np.int64


def _spans(starts: Ints, ends: Ints) -> NDArray[np.int64]:
    """Return all whole numbers of several half-open ranges, one after the other."""
    size = ends - starts
    if len(size) and np.array_equal(starts[1:], ends[:-1]):
        return np.arange(starts[0], ends[-1])
    shift = np.repeat(starts - np.concatenate([[0], np.cumsum(size)[:-1]]), size)
    spans: NDArray[np.int64] = np.arange(size.sum()) + shift
    return spans
