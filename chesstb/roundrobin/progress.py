"""How far a round robin came: its cycles, who played how many of his games, and who left.

What is added to a complete cycle, a play-off of two players say, makes no second one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb.outcomes import OUTCOMES

if TYPE_CHECKING:
    from chesstb.tables import History

Ints = Any
SYSTEMS: Final = ("round-robin", "double-round-robin")
COMPLETED: Final = frozenset(o.code for o in OUTCOMES if o.played and o.code != "X")
WENT_ON: Final = COMPLETED | {"+"}
"""Outcomes of which somebody was there for the game, and so the event went on."""
ENOUGH: Final = 2
"""Whoever missed so many rounds at the end may have left; a single one may be a game that is missing."""


def turns_of(field: Ints) -> Ints:
    """Return the rounds of a cycle of so many players."""
    return np.maximum(field - 1 + field % 2, 1)


def meetings_of(event: Ints, one: Ints, other: Ints, round_: Ints) -> Ints:
    """Return how often the two of each game met before, (games,)."""
    low, high = np.minimum(one, other), np.maximum(one, other)
    order = np.lexsort((round_, high, low, event))
    keys = np.stack([event, low, high])[:, order]
    first = np.ones(len(order), dtype=bool)
    first[1:] = (keys[:, 1:] != keys[:, :-1]).any(axis=0)
    place = np.arange(len(order))
    found = np.empty(len(order), dtype=np.int64)
    found[order] = place - np.maximum.accumulate(np.where(first, place, 0))
    return found


def cycles_of(double: Ints, announced: Ints, field: Ints, event: Ints, round_: Ints, meeting: Ints) -> Ints:
    """Return how often everybody meets everybody in each event.

    Parameters
    ----------
    double : (events,) bool
        Whether it is called a double round robin.
    announced, field : (events,) int
        Rounds announced, 0 where nothing is, and players.
    event, round_, meeting : (games,) int
        Of each pairing on record; how often the two met before.

    Notes
    -----
    A further cycle is one that the announced rounds are made for, or whose games fill more than half of
    its rounds on record; where it has none of its own, since the games of a pair follow each other, a
    quarter of the pairs that met. Fewer games are additional ones.
    """
    turns = turns_of(field)
    last = last_of(event, round_, len(field))
    width = int(meeting.max(initial=0)) + 1
    games = np.bincount(event * width + meeting, minlength=len(field) * width).reshape(len(field), width)
    number = np.arange(width)
    rounds = np.clip(last[:, None] - number * turns[:, None], 0, turns[:, None])
    full = np.where(rounds > 0, 2 * games > rounds * (field // 2)[:, None], 4 * games > games[:, :1])
    full &= (announced == 0)[:, None] | (announced[:, None] >= (number + 1) * turns[:, None])
    full = np.logical_and.accumulate(full | (number <= double[:, None]), axis=1)
    planned = np.where((announced % turns == 0) & (field > 2), announced // turns, 0)
    return np.maximum(np.maximum(1 + double, planned), np.where(full, number + 1, 0).max(axis=1, initial=0))


def last_of(owner: Ints, round_: Ints, size: int) -> Ints:
    """Return the last round of some rows for each owner, 0 where he has none."""
    last = np.zeros(size, dtype=np.int64)
    np.maximum.at(last, owner, round_)
    return last


@dataclass(frozen=True, eq=False)
class Progress:
    """The events of a History as round robins, and each player's way through his.

    Attributes
    ----------
    history : History
    owner : (players,)
        Event of each player.
    row, event, round : (results,)
        Player and event of each result, both as rows of their tables, and the round.
    """

    history: History
    owner: Ints
    row: Ints
    event: Ints
    round: Ints

    @classmethod
    def of(cls, history: History) -> Progress:
        """Return the arrays of a History."""
        players, results = history.players, history.results
        owner = players["tournament"].cat.codes.to_numpy().astype(np.int64)
        event = results["tournament"].cat.codes.to_numpy().astype(np.int64)
        span = int(players["player"].max()) + 1 if len(players) else 1
        keys = owner * span + players["player"].to_numpy()
        row = np.searchsorted(keys, event * span + results["player"].to_numpy())
        return cls(history, owner, row, event, results["round"].to_numpy().astype(np.int64))

    @cached_property
    def round_robin(self) -> Any:
        """Which events are round robins, (events,)."""
        return self.history.tournaments["system"].isin(SYSTEMS).to_numpy()

    @cached_property
    def paired(self) -> Any:
        """Which results have an opponent, (results,)."""
        return self.history.results["opponent"].notna().to_numpy()

    @cached_property
    def entered(self) -> Any:
        """Which players were paired at all, (players,)."""
        return np.bincount(self.row[self.paired], minlength=len(self.owner)) > 0

    @cached_property
    def went_on(self) -> Ints:
        """The last round of each event that somebody was there for, (events,)."""
        there = self.history.results["outcome"].isin(WENT_ON).to_numpy()
        return last_of(self.event[there], self.round[there], len(self.round_robin))

    @cached_property
    def field(self) -> Ints:
        """Players of each event, (events,).

        Whoever was never paired is none of them once those who were have a whole cycle behind them: no
        game with him was on the schedule.
        """
        entered = np.bincount(self.owner[self.entered], minlength=len(self.round_robin))
        known = (entered > 1) & (self.went_on >= turns_of(entered))
        return np.where(known, entered, self.listed)

    @cached_property
    def listed(self) -> Ints:
        """Who is listed in each event, (events,)."""
        return np.bincount(self.owner, minlength=len(self.round_robin))

    @cached_property
    def turns(self) -> Ints:
        """Rounds of a cycle of each event, (events,)."""
        return turns_of(self.field)

    @cached_property
    def cycles(self) -> Ints:
        """How often everybody meets everybody, (events,)."""
        events = self.history.tournaments
        double = (events["system"] == SYSTEMS[1]).to_numpy()
        announced = events["rounds"].to_numpy(dtype=np.int64, na_value=0)
        once = self._opponent > self.history.results["player"].to_numpy()
        games = (self.event[once], self.round[once], self.meeting[once])
        return cycles_of(double, announced, self.field, *games)

    @cached_property
    def _opponent(self) -> Ints:
        return self.history.results["opponent"].to_numpy(dtype=np.int64, na_value=0)

    @cached_property
    def meeting(self) -> Ints:
        """How often the two of a pairing of a round robin met before, else 0, (results,)."""
        games = np.flatnonzero(self.paired & self.round_robin[self.event])
        player = self.history.results["player"].to_numpy().astype(np.int64)[games]
        found = np.zeros(len(self.event), dtype=np.int64)
        found[games] = meetings_of(self.event[games], player, self._opponent[games], self.round[games]) // 2
        return found  # both of a game have a row

    @cached_property
    def end(self) -> Ints:
        """The last round of the schedule, (events,)."""
        return self.cycles * self.turns

    @cached_property
    def over(self) -> Any:
        """Which events are round robins that went on to their end, (events,).

        Of one that has games of the schedule in later rounds, nobody knows.
        """
        late = self.event[self.paired & self.regular & (self.round > self.end[self.event])]
        return (
            self.round_robin & (self.went_on >= self.end) & (np.bincount(late, minlength=len(self.end)) == 0)
        )

    @cached_property
    def outside(self) -> Any:
        """Who is listed and none of the field of his round robin, (players,)."""
        entered = np.bincount(self.owner[self.entered], minlength=len(self.field))
        return ~self.entered & (self.round_robin & (self.field == entered))[self.owner]

    @cached_property
    def scheduled(self) -> Ints:
        """Games of each player, (players,)."""
        return self.cycles[self.owner] * (self.field[self.owner] - ~self.outside)

    @cached_property
    def regular(self) -> Any:
        """Which results belong to the schedule, (results,): not the additional games of a pair."""
        there = self.paired | (self.round <= self.end[self.event])
        return there & (self.meeting < self.cycles[self.event])

    @cached_property
    def completed(self) -> Ints:
        """Games of the schedule that each player completed, (players,)."""
        done = self.history.results["outcome"].isin(COMPLETED).to_numpy() & self.regular
        return np.bincount(self.row[done], minlength=len(self.owner))

    def free_after(self, last: Ints) -> Ints:
        """Return how many free rounds may follow a round of each player: one a cycle in an odd field."""
        turns, end = self.turns[self.owner], self.end[self.owner]
        return np.where(self.field[self.owner] % 2 == 1, -(-end // turns) - last // turns, 0)

    @cached_property
    def _last(self) -> Ints:
        """The last round of each, (players,); a game without a result yet is one that he is there for."""
        there = self.history.results["outcome"].isin(WENT_ON | {"X"}).to_numpy() & self.regular
        return last_of(self.row[there], self.round[there], len(self.owner))

    @cached_property
    def _later(self) -> Any:
        """Rounds of the schedule after the last of each, (results,)."""
        return self.regular & (self.round > self._last[self.row])

    def _of_each(self, which: Any) -> Ints:
        return np.bincount(self.row[which], minlength=len(self.owner))

    @cached_property
    def left_early(self) -> Any:
        """Who missed `ENOUGH` rounds or more after the last that he was there for, (players,)."""
        absent = (self.history.results["outcome"] == "Z").to_numpy() & ~self.paired
        alone = self._of_each(self._later & absent) - self.free_after(self._last)
        return self._of_each(self._later & self.paired) + np.maximum(alone, 0) >= ENOUGH

    @cached_property
    def forfeited(self) -> Any:
        """Who lost `ENOUGH` games or more by forfeit after the last that he was there for, (players,)."""
        lost = (self.history.results["outcome"] == "-").to_numpy() & self.paired
        return self._of_each(self._later & lost) >= ENOUGH

    @cached_property
    def finished(self) -> Any:
        """Which events are over, and every game of those who did not leave early has a result, (events,).

        Games that somebody missed before he came are no games that are still to be played. Two players
        are a match.
        """
        size = len(self.field)
        pending = (self.history.results["outcome"] == "X").to_numpy() & self.regular
        stayed = self.entered & ~self.left_early
        other = self._row_of_opponent
        settled = self.paired & self.regular & ~pending & stayed[self.row] & stayed[other]
        count = np.bincount(self.owner[stayed], minlength=size)
        missing = self.cycles * count * (count - 1) - np.bincount(self.event[settled], minlength=size)
        came = np.full(len(self.owner), np.iinfo(np.int64).max)
        np.minimum.at(came, self.row[self.paired], self.round[self.paired])
        early = self._of_each(~self.paired & (self.round < came[self.row]))
        late = np.where(stayed, np.maximum(early - self.field[self.owner] % 2, 0), 0)
        missed = 2 * np.bincount(self.owner, late, size).astype(np.int64)
        still = np.bincount(self.event[pending], minlength=size) > 0
        return self.over & (self.field > 2) & ~still & (missing <= missed)

    @cached_property
    def _row_of_opponent(self) -> Ints:
        """Row of the opponent in the table of players, 0 for none, (results,)."""
        players = self.history.players["player"].to_numpy().astype(np.int64)
        span = int(players.max(initial=0)) + 1
        keys = self.event * span + self._opponent
        row = np.searchsorted(self.owner * span + players, keys)
        return np.where(self.paired, np.minimum(row, len(players) - 1), 0)


def left_before_half(history: History) -> Any:
    """Return which players of round robins completed less than half of their games, (players,)."""
    way = Progress.of(history)
    return way.round_robin[way.owner] & (2 * way.completed < way.scheduled)


def completed(history: History) -> pd.DataFrame:
    """Return how many games each player of the round robins completed, and how many were scheduled.

    Returns
    -------
    pandas.DataFrame
        One row per row of ``history.players`` that belongs to a round robin, with its index:
        ``completed``, ``scheduled``, ``gone`` (the event is finished, and he missed two rounds or more
        after the last that he was there for), ``forfeited`` (these were forfeits, or he never had a game).
    """
    found = Progress.of(history)
    table = pd.DataFrame(
        {
            "completed": found.completed,
            "scheduled": found.scheduled,
            "gone": found.left_early & found.finished[found.owner],
            "forfeited": found.forfeited | found.outside,
        },
        index=history.players.index,
    )
    mine: pd.DataFrame = table[found.round_robin[found.owner]]
    return mine
