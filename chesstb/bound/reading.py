"""From a History and what is known of final scores to Grids with their unknown rounds."""

from __future__ import annotations

import operator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb import schema
from chesstb.border import NO_ROW
from chesstb.bound.unknown import LARGE, Unknown, statuses
from chesstb.encoding import encode, grids_of_length
from chesstb.errors import DataError, message
from chesstb.flat import UNITS
from chesstb.outcomes import NUMBER, OUTCOMES
from chesstb.text import number as shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chesstb.bound.unknown import Bools, Ints
    from chesstb.grid import Grid
    from chesstb.tables import History

BLACK_PAYS: Final = {
    NUMBER[code]: f"black_{outcome}"
    for codes, outcome in (("1W", "win"), ("=D", "draw"), ("0L", "loss"))
    for code in codes
}


class Record:
    """What is on record of every player and round of a History, and known of final scores.

    Parameters
    ----------
    history : History
    scores : table or None
        See `chesstb.bounds`.
    until : int or None
        See `chesstb.bounds`.
    """

    def __init__(self, history: History, scores: Any, until: int | None) -> None:
        self.history = history
        code = encode(history)
        self.rounds = code.announced.copy() if until is None else np.full(len(code.last), _round(until))
        players, wide = len(history.players), int(max(self.rounds.max(initial=0), code.last.max(initial=0)))
        self.there = np.zeros((players, wide), dtype=bool)
        self.there[code.who, code.round] = True
        self.low, self.high = np.full(players, -np.inf), np.full(players, np.inf)
        self.unplayed = np.full(players, wide)
        self.partial = np.zeros(len(code.last), dtype=bool)
        self._event = code.player_event
        if scores is not None:
            self._read_scores(scores)

    def _read_scores(self, scores: Any) -> None:
        """Take in the table of final scores; the missing rows of its players are unknown."""
        columns = schema.columns_of(scores, "scores")
        missing = [name for name in ("player", "low", "high") if name not in columns]
        if missing:
            found = f"column{'s' * (len(missing) > 1)} {', '.join(missing)} missing"
            raise DataError(message("scores", found, "player, low and high"))
        row = self._players(columns)
        for name, ends in (("low", self.low), ("high", self.high)):
            given = schema.number(columns, name, "scores")
            ends[row] = np.where(np.isnan(given), ends[row], given)
        if "unplayed" in columns:
            given = schema.number(columns, "unplayed", "scores")
            self.unplayed[row] = np.where(np.isnan(given), self.unplayed[row], np.maximum(given, 0))
        self.partial[self._event[row]] = True
        filled = self._filled()
        mine = np.zeros(len(self.low), dtype=bool)
        mine[row] = True
        self.there &= ~(filled & mine[:, None])

    def _players(self, columns: Any) -> Ints:
        """Return the row of each player of the table of scores."""
        players = self.history.players
        numbers, nothing = schema.whole(columns, "player", "scores", low=1, high=2**31 - 1)
        if "tournament" in columns:
            keys = pd.Index(self.history.events).get_indexer(
                pd.Index(schema.as_series(columns["tournament"]).astype("str"))
            )
        else:
            if len(self.history.events) > 1 and len(numbers):
                found = f"no column tournament, and a History of {len(self.history.events)} events"
                raise DataError(message("scores", found, "the event of each player"))
            keys = np.zeros(len(numbers), dtype=np.int64)
        span = int(max(players["player"].max() if len(players) else 0, numbers.max(initial=0))) + 1
        mine = self._event.astype(np.int64) * span + players["player"].to_numpy()
        wanted = keys * span + numbers
        row = np.minimum(np.searchsorted(mine, wanted), max(len(mine) - 1, 0))
        strange = (
            nothing | (keys < 0) | (mine[row] != wanted if len(mine) else np.ones(len(wanted), dtype=bool))
        )
        if strange.any():
            found = f"no player {numbers[np.argmax(strange)]} in the event"
            raise DataError(message("scores", found, "starting numbers of the players table"))
        if len(np.unique(row)) < len(row):
            raise DataError(message("scores", "two rows for the same player", "one"))
        return row.astype(np.int64)

    def _filled(self) -> Bools:
        """Return which rounds were filled in as absences when the tables were read, (players, rounds)."""
        repairs, history = self.history.repairs, self.history
        filled = np.zeros(self.there.shape, dtype=bool)
        mine = repairs[(repairs["why"] == NO_ROW).to_numpy()]
        keys = pd.Index(history.events).get_indexer(pd.Index(mine["tournament"].astype("str")))
        span = int(history.players["player"].max() if len(history.players) else 0) + 1
        have = self._event.astype(np.int64) * span + history.players["player"].to_numpy()
        wanted = keys * span + mine["player"].to_numpy(dtype=np.int64, na_value=0)
        row = np.minimum(np.searchsorted(have, wanted), max(len(have) - 1, 0))
        round_ = mine["round"].to_numpy(dtype=np.int64, na_value=0) - 1
        good = (have[row] == wanted) if len(have) else np.zeros(len(wanted), dtype=bool)
        good &= (round_ >= 0) & (round_ < filled.shape[1])
        filled[row[good], round_[good]] = True
        return filled

    def unknowns(self, kind: Ints) -> Iterator[Unknown]:
        """Yield the History in Grids with their unknown rounds.

        Raises
        ------
        DataError
            What is known of a final score contradicts the record.
        """
        for grid in grids_of_length(self.history, self.rounds, kind):
            found = self._unknown(grid)
            self._check(found)
            yield found

    def _unknown(self, grid: Grid) -> Unknown:
        events = self.history.tournaments
        money = np.stack([events[o.pays].to_numpy(dtype=np.float64) for o in OUTCOMES])
        black = money.copy()
        for number, column in BLACK_PAYS.items():
            black[number] = events[column].to_numpy(dtype=np.float64)
        pays = np.stack([money, black, money], axis=1)[:, :, grid.event]
        factor = _factor(pays, grid.unit)
        grid = _finer(grid, factor)
        row, width = grid.row, grid.rounds
        pending = grid.outcome == NUMBER["X"]
        low = np.where(np.isfinite(self.low[row]), np.ceil(self.low[row] * grid.unit - 1e-6), -LARGE)
        high = np.where(np.isfinite(self.high[row]), np.floor(self.high[row] * grid.unit + 1e-6), LARGE)
        # Whoever is not in the table of scores was absent where a counted round has no row of his.
        blank = ~self.there[row, :width]
        return Unknown(
            grid=grid,
            pending=pending & ~blank,
            blank=blank,
            pay=np.rint(pays * grid.unit).astype(np.int64),
            score_low=low.astype(np.int64),
            score_high=high.astype(np.int64),
            most_unplayed=np.minimum(self.unplayed[row], width).astype(np.int64),
            partial=self.partial[grid.event],
            drawn=np.zeros(grid.shape, dtype=bool),
        )

    def _check(self, unknown: Unknown) -> None:
        """Compare what is known of final scores with what the record leaves possible."""
        found, grid = statuses(unknown, free_rounds=False), unknown.grid
        least = found.least().sum(axis=1) + grid.adjustment
        most = found.most().sum(axis=1) + grid.adjustment
        wrong = (unknown.score_low > most) | (unknown.score_high < least)
        wrong |= unknown.score_low > unknown.score_high
        if wrong.any():
            row = int(np.argmax(wrong))
            who, at = grid.player[row], grid.row[row]
            given = f"player {who}: {shown(self.low[at])} to {shown(self.high[at])}"
            expected = f"from {shown(least[row] / grid.unit)} to {shown(most[row] / grid.unit)} by the record"
            raise DataError(message("scores", given, expected))


def _round(until: Any) -> int:
    """Return a round as a whole number above 0, or say that it is none."""
    try:
        number = operator.index(until)
    except TypeError:
        number = 0
    if number < 1:
        raise DataError(message("", f"until={until!r}", "the number of a round"))
    return number


def _factor(pays: Any, unit: int) -> int:
    """Return into how many parts the unit must be cut so that everything that is paid is whole."""
    for finer in UNITS:
        whole = np.lcm(unit, finer)
        scaled = pays * whole
        if (np.abs(scaled - np.rint(scaled)) <= 1e-6).all():
            return int(whole // unit)
    raise DataError(message("tournaments", "payments with more than three decimals", "at most three"))


def _finer(grid: Grid, factor: int) -> Grid:
    """Return the Grid in smaller units and in 64 bits, its announced rounds at least those it has."""
    whole = {
        name: getattr(grid, name).astype(np.int64) * factor
        for name in ("points", "adjustment", "win", "draw")
    }
    announced = np.maximum(grid.announced, grid.rounds)
    return replace(grid, **whole, unit=grid.unit * factor, announced=announced, memo={})
