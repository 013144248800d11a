"""Who left a round robin, and which rounds he left open: some events as matrices."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np

from chesstb import schema
from chesstb.outcomes import NUMBER
from chesstb.roundrobin.opponents import NOBODY, UNKNOWN, Open, missing_opponents
from chesstb.roundrobin.progress import ENOUGH, WENT_ON, Progress, last_of
from chesstb.tables import History

Ints = Any
PENDING, LOST, WON, ABSENT = (NUMBER[code] for code in "X-+Z")
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
    refused, unclear, unshown : (players, rounds) bool
        Rounds that stay: published points speak against it, nobody knows who was there, or nothing shows
        that he left.
    shown : (players,) bool
        Who left, as is shown.
    """

    code: Ints
    gone: Any
    made: Any
    refused: Any
    unclear: Any
    unshown: Any
    shown: Any


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
    def first(self) -> Ints:
        """The first round that each was there for, (players,)."""
        row, round_ = there(self.way)
        first = np.full(len(self.way.owner), np.iinfo(np.int64).max)
        np.minimum.at(first, row, round_)
        return first[self.player]

    @cached_property
    def few(self) -> Any:
        """Who completed less than half of his games, (players,)."""
        return (2 * self.way.completed < self.way.scheduled)[self.player]

    @cached_property
    def bare(self) -> Any:
        """Rounds of the schedule without an opponent and without a bye, (players, rounds).

        Was somebody listed never paired, they may have been against him.
        """
        whole = self.way.listed[self.chosen] == self.way.field[self.chosen]
        last = np.where(whole, self.way.end[self.chosen], 0)
        regular = self.round <= last[self.event][:, None]
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

        He missed two rounds at least against opponents who went on, or who missed nobody else.
        """
        went_on = self.last[self.opponent] >= self.round
        alone = self.missed.sum(axis=1) < ENOUGH
        return (self.missed & (went_on | alone[self.opponent])).sum(axis=1) >= ENOUGH

    @cached_property
    def late(self) -> Any:
        """Rounds before he came, of whoever missed somebody else there than those who left."""
        early = (self.round < self.first[:, None]) & np.isin(self.code, (PENDING, LOST, ABSENT))
        met = self.opponent != NOBODY
        gone = met & (self.missed & self.left[:, None])[self.opponent, self.round - 1]
        odd = (self.way.field % 2)[self.chosen][self.event]
        missed = (early & met & ~gone).sum(axis=1) + np.maximum((early & ~met).sum(axis=1) - odd, 0)
        return early & (missed > 0)[:, None]

    @cached_property
    def known(self) -> Any:
        """Of which rounds is known whether he was there, (players, rounds).

        Whoever left was not there from the first round on that he missed against somebody who was. Of
        anybody else the absence of all whom he missed explains his own, once he had come.
        """
        others = self.missed & ~self.left[self.opponent]
        away = np.maximum.accumulate(others | (self.missed & (self.code == LOST)), axis=1)
        nobody = self.bare & (self.opponent == NOBODY) & (self.round > self.last[:, None])
        free = self.way.free_after(self._last)[self.player]
        explained = ~others.any(axis=1) & (nobody.sum(axis=1) <= free)
        there = (self.round <= self.last[:, None]) & ~self.late
        return there | np.where(
            self.left[:, None], away, explained[:, None] & (self.round > self.last[:, None])
        )

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
        code, possible = np.where(gone, LOST, WON), concerned & sure
        refused = np.zeros_like(possible)
        while True:
            against = possible & self._counts & self._contradicted(code, possible)[:, None]
            against |= possible & against[self.opponent, self.round - 1]
            if not against.any():
                break
            possible, refused = possible & ~against, refused | against
        shown = self._shown(code, possible)
        hidden = gone & ~shown[:, None]
        made = possible & ~(hidden | hidden[self.opponent, self.round - 1])
        changed = np.where(made, code, self.code)
        return Change(changed, gone, made, refused, concerned & ~sure, possible & ~made, shown & self.left)

    def _shown(self, code: Ints, possible: Any) -> Any:
        """Return of whom it is shown that he left, (players,).

        He lost games by forfeit from then on, or points of an opponent are published that come out with
        the forfeits, or without the games of who is out of the standings, and not otherwise. Whom that
        would take out is not where those of another opponent have his games.
        """
        lost = (self.missed & (self.code == LOST)).sum(axis=1) >= ENOUGH
        gain = np.where(possible, self.points(np.where(possible, code, self.code)) - self.recorded, 0.0)
        printed, plain = self._agrees(self._totals(0.0 * gain, possible & False)[:2])
        says = printed & ~plain & self._agrees(self._totals(gain, possible))[1]
        struck = ~self._counts & (self.recorded != 0) & (self.code != PENDING)
        met = self.opponent != NOBODY
        for_it, against = (
            (met & (who[:, None] & differs)[self.opponent, self.round - 1]).any(axis=1)
            for who, differs in ((says, (gain != 0) | struck), (printed & plain, struck))
        )
        return lost | (for_it & ~(against & self.few))

    @cached_property
    def _counts(self) -> Any:
        """Rounds against somebody whose games count, of somebody whose games do, (players, rounds)."""
        out = self.few & self.left | self.way.history.players["excluded"].to_numpy()[self.player]
        return ~(out[:, None] | ((self.opponent != NOBODY) & out[self.opponent]))

    def _contradicted(self, code: Ints, made: Any) -> Any:
        """Return whose published points are not those with the changes, (players,).

        Games of somebody who is taken out of the standings may or may not be among them.
        """
        gain = np.where(made, self.points(np.where(made, code, self.code)) - self.recorded, 0.0)
        printed, fitting = self._agrees(self._totals(gain, made))
        return (self._counts & (gain != 0)).any(axis=1) & printed & ~fitting

    @cached_property
    def recorded(self) -> Ints:
        """Points of the rounds, (players, rounds)."""
        return self.points(self.code)

    @cached_property
    def total(self) -> Ints:
        """All points of each, (players,)."""
        history = self.way.history
        total = np.bincount(self.way.row, history.results["points"].to_numpy(), len(history.players))
        return (total + history.players["adjustment"].to_numpy())[self.player]

    def _totals(self, gain: Ints, made: Any) -> list[Ints]:
        """Return what points may be with these gains.

        Games of who is out of the standings may be among them or not, and a game without a result may
        be worth nothing.
        """
        counted = np.where(self._counts, gain, 0.0)
        struck = np.where(self._counts, 0.0, self.recorded)
        pending = np.where(self.code == PENDING, self.recorded, 0.0)
        totals = []
        for change, rest in (
            (gain, np.where(made, 0.0, pending)),
            (counted, np.where(made & self._counts, 0.0, pending)),
            (counted - struck, np.where(made | ~self._counts, 0.0, pending)),
        ):
            points = self.total + change.sum(axis=1)
            totals += [points, points - rest.sum(axis=1)]
        return totals

    def _agrees(self, totals: list[Ints]) -> tuple[Any, Any]:
        """Return whose points are published, and whose are one of these, (players,)."""
        row, value = self._published
        agrees = (np.abs(np.stack(totals)[:, row] - value) < TOLERANCE).any(axis=0)
        size = len(self.player)
        return np.bincount(row, minlength=size) > 0, np.bincount(row[agrees], minlength=size) > 0

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
