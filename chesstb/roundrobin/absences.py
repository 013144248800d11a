"""Who left a round robin, and which rounds he left open: some events as matrices."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np

from chesstb import schema
from chesstb.outcomes import NUMBER
from chesstb.roundrobin.opponents import NOBODY, UNKNOWN, Open, missing_opponents
from chesstb.roundrobin.progress import WENT_ON, Progress, last_of
from chesstb.tables import History

Ints = Any
PENDING, LOST, WON, ABSENT = (NUMBER[code] for code in "X-+Z")
ENOUGH: Final = 2
"""Whoever missed so many rounds at the end left; a single one may be a game that is missing."""
TOLERANCE: Final = 1e-6


def there(way: Progress) -> tuple[Ints, Ints]:
    """Return player and round of the results of which he was there for the game."""
    which = way.history.results["outcome"].isin(WENT_ON).to_numpy() & way.regular
    return way.row[which], way.round[which]


@dataclass(frozen=True, eq=False)
class Change:
    """What becomes of open rounds.

    Attributes
    ----------
    code : (players, rounds)
        The new outcome where ``made``, else the old one.
    gone : (players, rounds) bool
        Rounds of somebody who left, after he did.
    made : (players, rounds) bool
        Rounds that become forfeits.
    refused, unclear : (players, rounds) bool
        Rounds that stay, as published points speak against it, or as nobody knows who was there.
    """

    code: Ints
    gone: Any
    made: Any
    refused: Any
    unclear: Any


@dataclass(frozen=True, eq=False)
class Field:
    """Players of some events, as far as they were paired at all, and their rounds as matrices.

    Attributes
    ----------
    way : Progress
        The whole History.
    player : (players,)
        Rows of the table of players.
    event : (players,)
        Event of each, counted among those looked at.
    chosen : (events,)
        Rows of these events in the table of tournaments.
    row : (players, rounds)
        Row in the table of results, -1 for none.
    paired : (players, rounds)
        Opponent on record, as a place in ``player``, or `NOBODY`.
    code : (players, rounds)
        Outcome, as its number.
    """

    way: Progress
    player: Ints
    event: Ints
    chosen: Ints
    row: Ints
    paired: Ints
    code: Ints

    @classmethod
    def of(cls, way: Progress, chosen: Any) -> Field:
        """Return the matrices of the events that are chosen."""
        results = way.history.results
        player = np.flatnonzero(chosen[way.owner] & way.entered)
        place = np.full(len(way.owner), -1)
        place[player] = np.arange(len(player))
        rows = np.flatnonzero((place[way.row] >= 0) & way.regular)
        shape = (len(player), int(way.end[chosen].max(initial=1)))
        at = np.full(shape, -1)
        at[place[way.row[rows]], way.round[rows] - 1] = rows
        number = results["opponent"].to_numpy(dtype=np.int64, na_value=0)[rows]
        players = way.history.players["player"].to_numpy().astype(np.int64)
        span = int(players.max()) + 1
        row = np.searchsorted(way.owner * span + players, way.event[rows] * span + number)
        paired, code = np.full(shape, NOBODY), np.full(shape, ABSENT)
        other = place[np.minimum(row, len(players) - 1)]
        paired[place[way.row[rows]], way.round[rows] - 1] = np.where(number > 0, other, NOBODY)
        code[at >= 0] = results["outcome"].cat.codes.to_numpy()[at[at >= 0]]
        events = np.flatnonzero(chosen)
        return cls(way, player, np.searchsorted(events, way.owner[player]), events, at, paired, code)

    @cached_property
    def round(self) -> Ints:
        """Rounds, (1, rounds)."""
        return np.arange(1, self.code.shape[1] + 1)[None, :]

    @cached_property
    def last(self) -> Ints:
        """The last round that each was there for, (players,)."""
        return self._last[self.player]

    @cached_property
    def _last(self) -> Ints:
        return last_of(*there(self.way), len(self.way.owner))

    @cached_property
    def few(self) -> Any:
        """Who completed less than half of his games, (players,)."""
        return (2 * self.way.completed < self.way.scheduled)[self.player]

    @cached_property
    def bare(self) -> Any:
        """Rounds of the schedule without an opponent and without a bye, (players, rounds)."""
        regular = self.round <= self.way.end[self.chosen][self.event][:, None]
        return regular & (self.row >= 0) & (self.paired == NOBODY) & (self.code == ABSENT)

    @cached_property
    def schedule(self) -> tuple[Ints, Ints]:
        """Opponents, of bare rounds those whom the schedule has, and colours of these."""
        way, keys = self.way, self.way.history.tournaments["tournament"].to_numpy()[self.chosen]
        if not self.bare.any():
            return self.paired, np.full_like(self.paired, UNKNOWN)
        tables = {name: getattr(way.history, name) for name in schema.TABLES}
        tables["players"] = way.history.players.iloc[self.player]
        tables["results"] = way.history.results[way.paired]
        rounds = Open(self.event, way.end[self.chosen], way.cycles[self.chosen], way.turns[self.chosen],
                      self.paired, self.bare)  # fmt: skip
        found, colour = missing_opponents(rounds, History(**tables).select(keys.tolist()))
        return np.where(self.paired == NOBODY, found, self.paired), colour

    @property
    def opponent(self) -> Ints:
        """Opponents, of bare rounds those whom the schedule has, (players, rounds)."""
        return self.schedule[0]

    @cached_property
    def missed(self) -> Any:
        """Rounds with a known opponent after the last that he was there for, (players, rounds)."""
        regular = self.round <= self.way.end[self.chosen][self.event][:, None]
        later = regular & (self.round > self.last[:, None])
        return later & (self.opponent != NOBODY) & np.isin(self.code, (PENDING, LOST, ABSENT))

    @cached_property
    def left(self) -> Any:
        """Who left, (players,).

        He missed two rounds at least, and an opponent of one of them went on, or none missed another.
        """
        missed = self.missed.sum(axis=1)
        went_on = self.last[self.opponent] >= self.round
        others = self.missed & (missed[self.opponent] > 1)
        return (missed >= ENOUGH) & ((self.missed & went_on).any(axis=1) | ~others.any(axis=1))

    @cached_property
    def known(self) -> Any:
        """Of which rounds is known whether he was there, (players, rounds).

        Whoever left was not there from the first round on that he missed against somebody who was. Of
        anybody else the absence of all whom he missed explains his own.
        """
        others = self.missed & ~self.left[self.opponent]
        away = np.maximum.accumulate(others | (self.missed & (self.code == LOST)), axis=1)
        nobody = self.bare & (self.opponent == NOBODY) & (self.round > self.last[:, None])
        free = self.way.free_after(self._last)[self.player]
        explained = ~others.any(axis=1) & (nobody.sum(axis=1) <= free)
        there = self.round <= self.last[:, None]
        return there | np.where(self.left[:, None], away, explained[:, None])

    @cached_property
    def change(self) -> Change:
        """What becomes of the open rounds.

        An event with other games without a result is still going on: nothing is changed there.
        """
        met = self.opponent != NOBODY
        is_open = met & np.where(self.paired == NOBODY, self.bare, self.code == PENDING)
        gone = self.left[:, None] & self.missed
        concerned = is_open & (gone | (met & gone[self.opponent, self.round - 1]))
        waiting = (self.code == PENDING) & ~concerned
        going_on = np.bincount(self.event, waiting.any(axis=1), len(self.chosen)) > 0
        concerned &= ~going_on[self.event][:, None]
        sure = self.known & self.known[self.opponent, self.round - 1]
        code, made = np.where(gone, LOST, WON), concerned & sure
        refused = np.zeros_like(made)
        while True:
            against = made & self._counts & self._contradicted(code, made)[:, None]
            against |= made & against[self.opponent, self.round - 1]
            if not against.any():
                break
            made, refused = made & ~against, refused | against
        return Change(np.where(made, code, self.code), gone, made, refused, concerned & ~sure)

    @cached_property
    def _counts(self) -> Any:
        """Rounds against somebody whose games count, of somebody whose games do, (players, rounds)."""
        out = self.few & self.left | self.way.history.players["excluded"].to_numpy()[self.player]
        return ~(out[:, None] | ((self.opponent != NOBODY) & out[self.opponent]))

    def _contradicted(self, code: Ints, made: Any) -> Any:
        """Return whose published points are not those with the changes, (players,).

        Games of somebody who is taken out of the standings may or may not be among them.
        """
        history, recorded = self.way.history, self.points(self.code)
        gain = np.where(made, self.points(np.where(made, code, self.code)) - recorded, 0.0)
        total = np.bincount(self.way.row, history.results["points"].to_numpy(), len(history.players))
        total = (total + history.players["adjustment"].to_numpy())[self.player]
        counted = np.where(self._counts, gain, 0.0).sum(axis=1)
        struck = np.where(self._counts, 0.0, recorded).sum(axis=1)
        totals = np.stack([total + gain.sum(axis=1), total + counted, total - struck + counted])
        row, value = self._published
        agrees = (np.abs(totals[:, row] - value) < TOLERANCE).any(axis=0)
        printed, fitting = (
            np.bincount(row[which], minlength=len(self.player)) > 0 for which in (agrees | True, agrees)
        )
        return (self._counts & (gain != 0)).any(axis=1) & printed & ~fitting

    @cached_property
    def _published(self) -> tuple[Ints, Ints]:
        """Published points: places in ``player``, and values."""
        history = self.way.history
        table = history.published[(history.published["criterion"] == "PTS").to_numpy()]
        numbers = history.players["player"].to_numpy().astype(np.int64)
        span = int(numbers.max()) + 1
        keys = (self.way.owner * span + numbers)[self.player]
        wanted = table["tournament"].cat.codes.to_numpy().astype(np.int64) * span + table["player"].to_numpy()
        row = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        mine = keys[row] == wanted
        return row[mine], table["value"].to_numpy()[mine]

    def points(self, code: Ints) -> Ints:
        """Return what rounds are worth once some are forfeits; what a decision settled stays."""
        events, results = self.way.history.tournaments, self.way.history.results
        there = self.row >= 0
        recorded = np.where(there, results["points"].to_numpy()[self.row], 0.0)
        worth = events[["forfeit_win", "forfeit_loss", "pending"]].to_numpy(dtype=np.float64)
        won, lost, pending = worth[self.chosen][self.event].T[:, :, None]
        new = np.where(code == WON, won, np.where(code == LOST, lost, pending))
        settled = there & results["decision"].to_numpy()[self.row]
        return np.where((code != self.code) & ~settled, new, recorded)
