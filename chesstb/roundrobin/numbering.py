"""Numbers of the Berger table for the players of a round robin: those that most of its games fit.

Whoever is fixed meets number x(t) in round t, so naming him names everybody. All players are tried as
the fixed one (where their number is odd, the free round is), and the starting numbers as they stand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from chesstb.errors import DataError, message

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.tables import History

Ints = Any
SYSTEMS: Final = ("round-robin", "double-round-robin")
AS_NUMBERED, FREE = -1, -2
"""Stand for the fixed player where the starting numbers are taken, and where the free round is fixed."""


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
        Event, round, and the places of the two among the players of the event.
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
    game, way : (games of the ways,)
        Row of the game in the events, and the way that it is looked at under.
    """

    events: Events
    event: Ints
    fixed: Ints
    swapped: Any
    game: Ints
    way: Ints

    @classmethod
    def of(cls, events: Events, event: Ints, fixed: Ints, swapped: Any) -> Trial:
        """Return these ways with their games."""
        games = np.bincount(events.event, minlength=len(events.size))
        order = np.argsort(events.event, kind="stable")
        game = order[spans(begins(games)[event], games[event])]
        return cls(events, event, fixed, swapped, game, np.repeat(np.arange(len(event)), games[event]))

    @property
    def size(self) -> Ints:
        """Players of each way."""
        return self.events.size[self.event]

    @property
    def even(self) -> Ints:
        """Size of each game's table."""
        return self.events.even[self.event[self.way]]

    def cell(self, place: Ints) -> Ints:
        """Return where the numbers of each game's players stand."""
        return begins(self.size)[self.way] + place[self.game]

    def turn(self) -> Ints:
        """Return the round of the plain first cycle that each game's round stands for."""
        turns = self.even - 1
        round_ = self.events.round[self.game]
        turn = (round_ - 1) % turns + 1
        early = (round_ - 1) // turns < self.events.cycles[self.event[self.way]] - 1
        swapped = self.swapped[self.way] & early & (turn >= turns - 1)
        return np.where(swapped, 2 * turns - 1 - turn, turn)

    def numbers(self) -> Ints:
        """Return the number of each player under each way."""
        own = spans(np.ones(len(self.size), dtype=np.int64), self.size)
        number = np.where(np.repeat(self.fixed == AS_NUMBERED, self.size), own, 0)
        self._name_by_fixed_player(number)
        self._name_by_free_round(number)
        _complete(number, self.size, self.events.even[self.event])
        return number

    def _name_by_fixed_player(self, number: Ints) -> None:
        """Number the fixed players, and whoever meets them by the round in which he does."""
        white, black, who = (
            self.events.white[self.game], self.events.black[self.game], self.fixed[self.way]
        )  # fmt: skip
        met = (who >= 0) & ((white == who) | (black == who))
        other = np.where(white == who, black, white)
        cell = begins(self.size)[self.way] + other
        named = _first(self.turn(), self.even)
        last = np.flatnonzero(met)[::-1]  # the first meeting is written last
        number[cell[last]] = named[last]
        ways = np.flatnonzero(self.fixed >= 0)
        number[begins(self.size)[ways] + self.fixed[ways]] = self.events.even[self.event[ways]]

    def _name_by_free_round(self, number: Ints) -> None:
        """Number the players of an odd field by the one round of the first cycle without a game."""
        cycle_one = self.events.round[self.game] <= self.even - 1
        busy, games = np.zeros_like(number), np.zeros_like(number)
        for side in (self.events.white, self.events.black):
            cell = self.cell(side)[cycle_one]
            np.add.at(busy, cell, self.turn()[cycle_one])
            np.add.at(games, cell, 1)
        turns = np.repeat(self.events.even[self.event] - 1, self.size)
        once = np.repeat(self.fixed == FREE, self.size) & (games == turns - 1)
        rest = turns * (turns + 1) // 2 - busy
        number[once] = _first(rest, turns + 1)[once]

    def fitted(self, number: Ints) -> tuple[Any, Any, Ints]:
        """Return whether games stand in their round, have their colours, and the round that is due."""
        white, black = number[self.cell(self.events.white)], number[self.cell(self.events.black)]
        low, high = np.minimum(white, black), np.maximum(white, black)
        due = np.where(high == self.even, 2 * low, low + high)
        due = (due - 2) % (self.even - 1) + 1
        among_others = np.where((low + high) % 2 == 1, low, high)
        has_white = np.where(high == self.even, np.where(low <= self.even // 2, low, high), among_others)
        reverse = ((self.events.round[self.game] - 1) // (self.even - 1)) % 2 == 1
        colour = ((has_white == white) != reverse) | ~self.events.coloured[self.game]
        return self.turn() == due, colour, due


def _first(turn: Ints, even: Ints) -> Ints:
    """Return the number that meets the fixed one in a round."""
    return np.where(turn % 2 == 1, (turn + 1) // 2, even // 2 + turn // 2)


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


def best(events: Events) -> Fit:
    """Return the numbering that most games fit; of equal ones the one that changes least."""
    count = np.where(events.size % 2, 2, events.size + 1)
    event = np.repeat(np.arange(len(count)), 2 * count)
    swapped = np.tile([False, True], len(event) // 2)
    fixed = np.repeat(spans(np.full(len(count), AS_NUMBERED), count), 2)
    fixed = np.where((events.size[event] % 2 == 1) & (fixed >= 0), FREE, fixed)
    trial = Trial.of(events, event, fixed, swapped)
    number = trial.numbers()
    in_round, colour, _ = trial.fitted(number)
    fitting, colours, other = _counts(trial, in_round, colour)
    score = 4 * fitting + 2 * np.maximum(colours, other) + (colours >= other)
    start = begins(2 * count)
    top = np.repeat(np.maximum.reduceat(score, start), 2 * count)
    chosen = np.flatnonzero(score == top)
    chosen = chosen[np.unique(event[chosen], return_index=True)[1]]
    number = number[spans(begins(trial.size)[chosen], events.size)]
    final = Trial.of(events, np.arange(len(count)), fixed[chosen], swapped[chosen])
    in_round, colour, due = (np.empty_like(part) for part in final.fitted(number))
    for part, found in zip((in_round, colour, due), final.fitted(number), strict=True):
        part[final.game] = found
    exchanged = other[chosen] > colours[chosen]
    colour = (colour != exchanged[events.event]) | ~events.coloured
    return Fit(number, swapped[chosen], exchanged, in_round, colour, due)


def _counts(trial: Trial, in_round: Any, colour: Any) -> tuple[Ints, Ints, Ints]:
    """Return how many games fit each way, have its colours, and have them exchanged."""
    coloured = trial.events.coloured[trial.game]
    ways = len(trial.event)
    counts = (
        np.bincount(trial.way, part, ways)
        for part in (in_round, in_round & colour, in_round & ~(colour & coloured))
    )
    fitting, colours, other = (part.astype(np.int64) for part in counts)
    return fitting, colours, other
