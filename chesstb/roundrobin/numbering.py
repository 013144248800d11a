"""Numbers of the Berger table for the players of a round robin: those that most of its games fit.

Whoever is fixed meets number x(t) in round t, so naming him names everybody. All players are tried as
the fixed one (where their number is odd, the free round is), and the starting numbers as they stand.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from chesstb.errors import DataError, message
from chesstb.roundrobin.tables import meets_fixed, round_of, white_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.tables import History

Ints = Any
SYSTEMS: Final = ("round-robin", "double-round-robin")
AS_NUMBERED, FREE = -1, -2
"""Stand for the fixed player where the starting numbers are taken, and where the free round is fixed."""

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
    mine = found[owner]
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
    turns = np.maximum(even - 1, 1)
    return Events(
        key=history.tournaments["tournament"].to_numpy()[found],
        size=size,
        even=even,
        cycles=np.maximum(1 + double, -(-last // turns)),
        last=last,
        first=first,
        player=player,
        event=event,
        round=round_,
        white=place(event, one[game].astype(np.int64)),
        black=place(event, other[game]),
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
        The event, and which player is fixed.
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
        self._name_by_fixed_player(number)
        self._name_by_free_round(number)
        _complete(number, self.size, self.events.even[self.event])
        return number

    def _name_by_fixed_player(self, number: Ints) -> None:
        """Number the fixed players, and whoever meets them by the round in which he does."""
        ways = np.flatnonzero(self.fixed >= 0)
        who = np.full(len(self.fixed), -1)
        who[ways] = self.start[ways] + self.fixed[ways]
        (white, black), fixed = self.cells, who[self.way]
        met = np.flatnonzero((white == fixed) | (black == fixed))[::-1]  # the first meeting is written last
        other = np.where(white == fixed, black, white)[met]
        number[other] = meets_fixed(self.turn[met], self.even[met])
        number[who[ways]] = self.events.even[self.event[ways]]

    def _name_by_free_round(self, number: Ints) -> None:
        """Number the players of an odd field by the one round of the first cycle without a game."""
        first = (self.cycle == 0) & (self.fixed == FREE)[self.way]
        cell, turn = np.concatenate([side[first] for side in self.cells]), np.tile(self.turn[first], 2)
        busy = np.bincount(cell, turn, len(number)).astype(np.int64)
        games = np.bincount(cell, minlength=len(number))
        even = np.repeat(self.events.even[self.event], self.size)
        once = np.repeat(self.fixed == FREE, self.size) & (games == even - 2)
        number[once] = meets_fixed(even * (even - 1) // 2 - busy, even)[once]

    def fitted(self) -> tuple[Any, Any, Ints]:
        """Return whether games stand in their round, have their colours, and the round that is due."""
        white, black = (self.number[cell] for cell in self.cells)
        due = round_of(white, black, self.even)
        has_white = white_of(white, black, self.even) == white
        colour = (has_white != (self.cycle % 2 == 1)) | ~self.events.coloured[self.game]
        return self.turn == due, colour, due

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
    number[~once | (number > size[way])] = 0  # of an odd field the last number is the free round
    start = begins(size)
    taken = np.zeros(len(number), dtype=bool)
    taken[start[way[number > 0]] + number[number > 0] - 1] = True
    left = np.flatnonzero(~taken)
    number[number == 0] = left - start[way[left]] + 1


def _ways(events: Events) -> tuple[Ints, Ints, Any]:
    """Return event, fixed player and whether rounds changed places of all ways that are tried."""
    often = 1 + (events.cycles > 1)  # nothing changes places in the last cycle
    count = np.where(events.size % 2, 2, events.size + 1) * often
    event = np.repeat(np.arange(len(count)), count)
    fixed, swapped = np.divmod(spans(np.zeros_like(count), count), often[event])
    fixed = fixed + AS_NUMBERED
    return event, np.where((events.size[event] % 2 == 1) & (fixed >= 0), FREE, fixed), swapped == 1


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
