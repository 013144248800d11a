"""Events as the rating rules look at them: a row for each player and game, and counts by player and event."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from chesstb.encoding import encode
from chesstb.grid import HALVES, NOBODY
from chesstb.outcomes import NUMBER
from chesstb.ratings.facts import Fact, Given, event_facts, player_facts
from chesstb.roundrobin.progress import Progress
from chesstb.schema import numbers_of

if TYPE_CHECKING:
    from chesstb.tables import History

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

NO, UNKNOWN, YES = 0, -1, 1
"""What is known of a yes or no."""

MOVED: Final = [NUMBER[code] for code in "1=0"]
BRIEF: Final = [NUMBER[code] for code in "WDL"]
FORFEIT: Final = [NUMBER[code] for code in "+-"]
PENDING: Final = NUMBER["X"]
ROUND_ROBINS: Final = ("round-robin", "double-round-robin")


@dataclass(frozen=True, eq=False)
class Field:
    """All players and games of a History.

    Attributes
    ----------
    history : History
        Where it comes from.
    players, events : dict of Fact
        Facts about players and events.
    row : (G,) int64
        Row of the results' table: those with an opponent.
    me, opponent : (G,) int64
        Rows of the players' table.
    event : (G,) int64
        Row of the tournaments' table.
    outcome : (G,) int8
        Number of the code.
    rating : (P,) int64
        Rating, 0 where there is none.
    home : (P,) int64
        Event of each player.
    """

    history: History
    players: dict[str, Fact]
    events: dict[str, Fact]
    row: Ints
    me: Ints
    opponent: Ints
    event: Ints
    outcome: NDArray[np.int8]
    rating: Ints
    home: Ints

    @property
    def size(self) -> int:
        """Number of rows."""
        return len(self.row)

    @cached_property
    def system(self) -> NDArray[np.object_]:
        """System of each event, (E,)."""
        return self.history.tournaments["system"].to_numpy(dtype=object)

    @cached_property
    def moved(self) -> Bools:
        """Games in which both sides made a move, (G,)."""
        return np.isin(self.outcome, MOVED)

    @cached_property
    def moved_at_all(self) -> Bools:
        """Games over the board with a result, those of under a move too, (G,)."""
        return np.isin(self.outcome, MOVED + BRIEF)

    @cached_property
    def pending(self) -> Bools:
        """Games without a result yet, (G,)."""
        return np.asarray(self.outcome == PENDING)

    @cached_property
    def excepted(self) -> Bools:
        """Games that a column ``excepted`` of the results takes out, (G,)."""
        results = self.history.results
        if "excepted" not in results:
            return np.zeros(self.size, dtype=bool)
        found, _ = numbers_of(results["excepted"].astype(object).fillna(0).astype("float64").to_numpy())
        return np.asarray(found[self.row] != 0)

    @cached_property
    def halves(self) -> Ints:
        """Half points by the result on the board, (G,)."""
        return np.asarray(HALVES[self.outcome], dtype=np.int64)

    @cached_property
    def rated(self) -> Bools:
        """Whether the player is rated, (P,)."""
        return np.asarray(self.rating > 0)

    @cached_property
    def takes_part(self) -> Bools:
        """Who takes part, (P,): not who is listed in a round robin and on nobody's schedule."""
        return np.asarray(~Progress.of(self.history).outside)

    @cached_property
    def size_of_event(self) -> Ints:
        """Players of each event, (E,)."""
        return np.bincount(self.home[self.takes_part], minlength=len(self.history))

    def number(self, column: str) -> NDArray[np.float64]:
        """Return what the events pay for something, or another number of theirs, NaN for nothing, (E,)."""
        return self.history.tournaments[column].to_numpy(dtype=np.float64, na_value=np.nan)

    # ------------------------------------------------------------ round robins and matches

    @cached_property
    def all_played(self) -> NDArray[np.int8]:
        """Whether all games of a round robin were played, (E,)."""
        need = np.where(self.system == "double-round-robin", 2, 1)
        due = self.size_of_event * (self.size_of_event - 1) // 2
        done = self._pairs(self.moved, need) >= due
        likely = self._pairs(self.moved | self.pending, need) >= due
        return np.where(done, YES, np.where(likely, UNKNOWN, NO)).astype(np.int8)

    def _pairs(self, which: Bools, need: Ints) -> Ints:
        """Return for each event how many pairs met at least as often as needed, in games of some kind."""
        which = which & np.isin(self.system, ROUND_ROBINS)[self.event]
        low, high = np.minimum(self.me, self.opponent)[which], np.maximum(self.me, self.opponent)[which]
        people, rounds = len(self.rating), int(self.round.max(initial=0)) + 1
        games = np.unique((low * people + high) * rounds + self.round[which])
        pairs, often = np.unique(games // rounds, return_counts=True)
        event = self.home[pairs // people] if people else pairs
        return np.bincount(event[often >= need[event]], minlength=len(self.history))

    @cached_property
    def round(self) -> Ints:
        """Round of each row, (G,)."""
        return self.history.results["round"].to_numpy(dtype=np.int64)[self.row]

    @cached_property
    def decided(self) -> NDArray[np.int8]:
        """Whether a match was decided before the game, (G,)."""
        match = (self.system == "match")[self.event] & (self.size_of_event == 2)[self.event]
        if not match.any():
            return np.full(self.size, NO, dtype=np.int8)
        points = np.where(self.pending, 0, self.history.results["points"].to_numpy()[self.row])
        done = ~self.pending
        side = self._before(np.where(match, points, 0))
        lead = np.abs(side - side[self.mirror])
        gone = self._before(done.astype(np.float64))
        worth = (self.number("win") - self.number("loss"))[self.event]
        fixed = self.events["games"]
        announced = self.number("rounds")
        length = np.where(fixed.known, fixed.value, announced)[self.event]
        seen = np.bincount(self.me, minlength=len(self.rating))[self.me]
        known = ~np.isnan(length)
        left = np.maximum(np.where(known, np.nan_to_num(length), seen) - gone, 0)
        over = match & (lead > left * worth + 1e-9) & (self.mirror != np.arange(self.size))
        return np.where(over, np.where(known, YES, UNKNOWN), NO).astype(np.int8)

    def _before(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the sum of what a player had before each row; his rows follow each other by rounds."""
        if not self.size:
            return values
        total = np.cumsum(values) - values
        first = np.flatnonzero(np.diff(self.me, prepend=-1))
        return total - np.repeat(total[first], np.diff(first, append=self.size))

    @cached_property
    def mirror(self) -> Ints:
        """Row of the same game seen by the opponent; the row itself where there is none, (G,)."""
        span = int(self.round.max(initial=0)) + 1
        mine, theirs = self.me * span + self.round, self.opponent * span + self.round
        at = np.minimum(np.searchsorted(mine, theirs), max(self.size - 1, 0))
        return np.where(mine[at] == theirs, at, np.arange(self.size)) if self.size else at

    # ------------------------------------------------------------ stages

    def wholes(self, together: bool) -> tuple[Ints, Ints]:
        """Return the whole that each event is a stage of, (E,), and the person that each player is, (P,).

        A person is known from stage to stage by FIDE number, else by name.
        """
        events, players = len(self.history), self.history.players
        stage = self.events["stage_of"]
        if not together or not stage.known.any():
            return np.arange(events), np.arange(len(players))
        own = np.char.add("event ", np.arange(events).astype(str)).astype(object)
        whole = pd.factorize(np.where(stage.known, "stage of " + stage.value.astype(object), own))[0].astype(
            np.int64
        )
        named = players["fide_id"].notna().to_numpy(dtype=bool)
        named_at_all = named | players["name"].notna().to_numpy(dtype=bool)
        label = np.where(named, "id " + players["fide_id"].fillna("").to_numpy(dtype=object),
                         "name " + players["name"].fillna("").to_numpy(dtype=object))  # fmt: skip
        alone = np.char.add("row ", np.arange(len(players)).astype(str)).astype(object)
        label = np.where(named_at_all & stage.known[self.home], label, alone)
        person = pd.MultiIndex.from_arrays([whole[self.home], label]).factorize()[0]
        return whole, person.astype(np.int64)


def field(history: History, players: Given = None, events: Given = None) -> Field:
    """Return the players and games of a History, with what is known besides."""
    code = encode(history)
    row = np.flatnonzero(code.opponent != NOBODY)
    me = code.who[row].astype(np.int64)
    home = code.player_event.astype(np.int64)
    return Field(
        history=history,
        players=player_facts(history, players),
        events=event_facts(history, events),
        row=row,
        me=me,
        opponent=code.opponent[row].astype(np.int64),
        event=home[me],
        outcome=code.outcome[row],
        rating=code.rating.astype(np.int64),
        home=home,
    )


def by_person(person: Ints, values: Any, people: int) -> Any:
    """Return sums of whole numbers by person."""
    total = np.zeros(people, dtype=np.int64)
    np.add.at(total, person, np.asarray(values, dtype=np.int64))
    return total
