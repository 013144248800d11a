"""Numbers of the Berger table for the players of a round robin: those that most of its games fit.

Whoever is fixed meets number x(t) in round t, so naming him names his opponents; two others meet in the
round that the sum of their numbers says, so these name theirs. In an even field all players are tried as
the fixed one. In an odd one the free round is fixed, and all are tried as the one from whom the rest are
named. The starting numbers are tried as they stand, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from chesstb.errors import DataError, message
from chesstb.roundrobin.progress import SYSTEMS, Progress, cycles_of, meetings_of
from chesstb.roundrobin.tables import meets_fixed, round_of, white_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.tables import History

Ints = Any
AS_NUMBERED = -1
"""Stands for the first player to be named where the starting numbers are taken."""

MOST: Final = 1_000_000
"""About so many games, each counted once for every way to number the players, are looked at at once."""


@dataclass(frozen=True, eq=False)
class Events:
    """The round robins of a History as flat arrays.

    Attributes
    ----------
    key : (events,) keys
    size, even, cycles, last : (events,)
        Players, the same rounded up, cycles, and the last round with a game.
    first, player : (events + 1,), (players,)
        Where each event's players begin, and their starting numbers.
    event, round, white, black : (games,)
        Event, in order, round, and the places of the two among the players of the event.
    coloured : (games,) bool
        Whether the colours are on record.
    """

    key: Any
    size: Ints
    even: Ints
    cycles: Ints
    last: Ints
    first: Ints
    player: Ints
    event: Ints
    round: Ints
    white: Ints
    black: Ints
    coloured: Any

    @cached_property
    def games(self) -> Ints:
        """Games of each event."""
        return np.bincount(self.event, minlength=len(self.size))


@dataclass(frozen=True, eq=False)
class Fit:
    """A numbering of every event, and how its games fit it.

    Attributes
    ----------
    number : (players,)
        Each player's number in the table.
    swapped : (events,) bool
        Whether the last two rounds of the earlier cycles changed places.
    exchanged : (events,) bool
        Whether the colours are those of the table exchanged.
    in_round, colour : (games,) bool
        Whether a game stands in its round, and has the colours of the table.
    due : (games,)
        The round of the first cycle, in the order as played, in which the table has the game.
    """

    number: Ints
    swapped: Any
    exchanged: Any
    in_round: Any
    colour: Any
    due: Ints


# ---------------------------------------------------------------- tables to arrays


def events_of(history: History) -> Events:
    """Return the round robins of a History as arrays.

    Raises
    ------
    DataError
        There is none.
    """
    found = history.tournaments["system"].isin(SYSTEMS).to_numpy()
    if not found.any():
        remedy = "Say so in the column 'system' of the tournaments."
        raise DataError(message("", "no event is a round robin", "a system " + " or ".join(SYSTEMS), remedy))
    number = np.cumsum(found) - 1
    players, results = history.players, history.results
    owner = players["tournament"].cat.codes.to_numpy()
    mine = found[owner] & ~Progress.of(history).outside
    event_of, player = number[owner[mine]], players["player"].to_numpy()[mine]
    size = np.bincount(event_of, minlength=int(found.sum()))
    first = np.concatenate([[0], np.cumsum(size)])
    span = int(player.max(initial=0)) + 1

    def place(event: Ints, numbers: Ints) -> Ints:
        return np.searchsorted(event_of * span + player, event * span + numbers) - first[event]

    owner = results["tournament"].cat.codes.to_numpy()
    one, other = results["player"].to_numpy(), results["opponent"].to_numpy(dtype=np.int64, na_value=0)
    colour = results["colour"].cat.codes.to_numpy()
    game = found[owner] & (other > 0) & np.where(colour >= 0, colour == 0, one < other)
    event, round_ = number[owner[game]], results["round"].to_numpy()[game].astype(np.int64)
    even = size + size % 2
    last = np.zeros(len(size), dtype=np.int64)
    np.maximum.at(last, event, round_)
    double = (history.tournaments["system"].to_numpy() == SYSTEMS[1])[found]
    announced = history.tournaments["rounds"].to_numpy(dtype=np.int64, na_value=0)[found]
    white, black = place(event, one[game].astype(np.int64)), place(event, other[game])
    return Events(
        key=history.tournaments["tournament"].to_numpy()[found],
        size=size,
        even=even,
        cycles=cycles_of(double, announced, size, event, round_, meetings_of(event, white, black, round_)),
        last=last,
        first=first,
        player=player,
        event=event,
        round=round_,
        white=white,
        black=black,
        coloured=colour[game] >= 0,
    )


def spans(starts: Ints, sizes: Ints) -> NDArray[np.int64]:
    """Return all whole numbers of several ranges, one after the other."""
    shift = np.repeat(starts - begins(sizes), sizes)
    numbers: NDArray[np.int64] = np.arange(sizes.sum()) + shift
    return numbers


def begins(sizes: Ints) -> NDArray[np.int64]:
    """Return where each of several parts of these sizes begins."""
    starts: NDArray[np.int64] = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64)
    return starts


# ---------------------------------------------------------------- numberings


@dataclass(frozen=True, eq=False)
class Trial:
    """Ways to number the players, one after the other, and the games of their events under each.

    Attributes
    ----------
    events : Events
    event, fixed : (ways,)
        The event, and which player is named first: the fixed one of an even field.
    swapped : (ways,) bool
        Whether the last two rounds of the earlier cycles are taken to have changed places.
    size, start : (ways,)
        Players, and where each way's begin among those of all ways.
    game, way : (games of the ways,)
        Row of the game in the events, and the way that it is looked at under.
    """

    events: Events
    event: Ints
    fixed: Ints
    swapped: Any
    size: Ints
    start: Ints
    game: Ints
    way: Ints

    @classmethod
    def of(cls, events: Events, event: Ints, fixed: Ints, swapped: Any) -> Trial:
        """Return these ways with their games."""
        games, size = events.games[event], events.size[event]
        game = spans(begins(events.games)[event], games)
        return cls(
            events, event, fixed, swapped, size, begins(size), game, np.repeat(np.arange(len(event)), games)
        )

    @cached_property
    def even(self) -> Ints:
        """Size of each game's table."""
        return self.events.even[self.event][self.way]

    @cached_property
    def cells(self) -> tuple[Ints, Ints]:
        """Where White and Black of each game stand among the players of all ways."""
        start = self.start[self.way]
        return start + self.events.white[self.game], start + self.events.black[self.game]

    @cached_property
    def cycle(self) -> Ints:
        """The cycle of each game, 0 for the first."""
        return (self.events.round[self.game] - 1) // (self.even - 1)

    @cached_property
    def turn(self) -> Ints:
        """The round of the plain first cycle that each game's round stands for."""
        turns = self.even - 1
        turn = self.events.round[self.game] - self.cycle * turns
        early = self.cycle < self.events.cycles[self.event][self.way] - 1
        swapped = self.swapped[self.way] & early & (turn >= turns - 1)
        return np.where(swapped, 2 * turns - 1 - turn, turn)

    @cached_property
    def number(self) -> Ints:
        """The number of each player under each way."""
        own = spans(np.ones_like(self.size), self.size)
        number = np.where(np.repeat(self.fixed == AS_NUMBERED, self.size), own, 0)
        ways = np.flatnonzero(self.fixed >= 0)
        who = np.full(len(self.fixed), -1)
        who[ways] = self.start[ways] + self.fixed[ways]
        met = self._met(who)
        even = self.events.even[self.event]
        first = np.where(self.size % 2, self._votes(who, met, own), even)
        number[who[ways]] = first[ways]
        opponents, way = np.flatnonzero(met), np.repeat(np.arange(len(self.size)), self.size)
        way = way[opponents]
        by_sum = (met[opponents] - first[way]) % (even[way] - 1) + 1
        by_fixed = meets_fixed(met[opponents], even[way])
        number[opponents] = np.where(self.size[way] % 2, by_sum, by_fixed)
        self._spread(number)
        _complete(number, self.size, even)
        return number

    def _met(self, who: Ints) -> Ints:
        """Return the turn in which each player meets whoever is named first, 0 where he does not."""
        met = np.zeros(int(self.size.sum()), dtype=np.int64)
        (white, black), first = self.cells, who[self.way]
        games = np.flatnonzero((white == first) | (black == first))[::-1]  # the first meeting is written last
        met[np.where(white == first, black, white)[games]] = self.turn[games]
        return met

    def _votes(self, who: Ints, met: Ints, own: Ints) -> Ints:
        """Return the number of whoever is named first in an odd field that most of the rounds speak for.

        Three players who met each other settle all their numbers; so does a free round.
        """
        (white, black), turns = self.cells, self.even - 1
        odd = (self.size % 2 == 1) & (self.fixed >= 0)
        games = np.flatnonzero(odd[self.way] & (met[white] > 0) & (met[black] > 0))
        twice = met[white[games]] + met[black[games]] - self.turn[games] + 1
        number = (twice * (turns[games] + 1) // 2 - 1) % turns[games]
        votes = np.bincount(self.start[self.way[games]] + number, minlength=len(met))
        first = who[self.way]
        his = (self.cycle == 0) & ((white == first) | (black == first))
        busy = np.bincount((self.start[self.way] + self.turn - 1)[his & odd[self.way]], minlength=len(met))
        last = np.repeat(np.where(odd, self.events.last[self.event], 0), self.size)
        free = np.flatnonzero((busy == 0) & (own <= last))
        even = np.repeat(self.events.even[self.event], self.size)[free]
        np.add.at(votes, free - own[free] + meets_fixed(own[free], even), 1)
        top = np.repeat(np.maximum.reduceat(votes, self.start), self.size)
        best_cell = np.flatnonzero(votes == top)
        way = np.repeat(np.arange(len(self.size)), self.size)[best_cell]
        return own[best_cell[np.unique(way, return_index=True)[1]]]

    def _spread(self, number: Ints) -> None:
        """Name the opponents of whoever has a number, and theirs, as far as games go."""
        white, black = self.cells
        while True:
            named = number[white] > 0
            games = np.flatnonzero(
                (named != (number[black] > 0)) & (number[white] + number[black] < self.even)
            )
            if not len(games):
                return
            games = games[::-1]
            known = (number[white] + number[black])[games]
            new = np.where(named, black, white)[games]
            number[new] = (self.turn[games] - known) % (self.even[games] - 1) + 1

    def fitted(self) -> tuple[Any, Any, Ints]:
        """Return whether games stand in their round, have their colours, and the round that is due."""
        white, black = (self.number[cell] for cell in self.cells)
        due = round_of(white, black, self.even)
        has_white = white_of(white, black, self.even) == white
        colour = (has_white != (self.cycle % 2 == 1)) | ~self.events.coloured[self.game]
        scheduled = self.cycle < self.events.cycles[self.event][self.way]
        return (self.turn == due) & scheduled, colour, due

    def score(self) -> tuple[Ints, Any]:
        """Return what each way is worth, and whether more colours fit when they are exchanged."""
        in_round, colour, _ = self.fitted()
        exchanged = ~(colour & self.events.coloured[self.game])
        fitting, colours, other = (
            np.bincount(self.way[part], minlength=len(self.event))
            for part in (in_round, in_round & colour, in_round & exchanged)
        )
        return 4 * fitting + 2 * np.maximum(colours, other) + (colours >= other), other > colours


def _complete(number: Ints, size: Ints, even: Ints) -> None:
    """Give the numbers that are left to those without one, or with another's, in order."""
    way = np.repeat(np.arange(len(size)), size)
    key = way * (int(even.max(initial=0)) + 1) + number
    once = np.zeros(len(number), dtype=bool)
    once[np.unique(key, return_index=True)[1]] = True
    number[~once] = 0
    start = begins(size)
    taken = np.zeros(len(number), dtype=bool)
    taken[start[way[number > 0]] + number[number > 0] - 1] = True
    left = np.flatnonzero(~taken)
    number[number == 0] = left - start[way[left]] + 1


def _ways(events: Events) -> tuple[Ints, Ints, Any]:
    """Return event, fixed player and whether rounds changed places of all ways that are tried."""
    often = 1 + (events.cycles > 1)  # nothing changes places in the last cycle
    count = (events.size + 1) * often
    event = np.repeat(np.arange(len(count)), count)
    fixed, swapped = np.divmod(spans(np.zeros_like(count), count), often[event])
    return event, fixed + AS_NUMBERED, swapped == 1


def best(events: Events) -> Fit:
    """Return the numbering that most games fit; of equal ones the one that changes least."""
    event, fixed, swapped = _ways(events)
    score, exchanged = np.zeros(len(event), dtype=np.int64), np.zeros(len(event), dtype=bool)
    parts = np.flatnonzero(np.diff(np.cumsum(events.games[event]) // MOST)) + 1
    for part in np.split(np.arange(len(event)), parts):
        trial = Trial.of(events, event[part], fixed[part], swapped[part])
        score[part], exchanged[part] = trial.score()
    top = np.full(len(events.size), -1)
    np.maximum.at(top, event, score)
    chosen = np.flatnonzero(score == top[event])
    chosen = chosen[np.unique(event[chosen], return_index=True)[1]]
    final = Trial.of(events, event[chosen], fixed[chosen], swapped[chosen])
    in_round, colour, due = final.fitted()
    other = exchanged[chosen]
    colour = (colour != other[events.event]) | ~events.coloured
    return Fit(final.number, swapped[chosen], other, in_round, colour, due)
