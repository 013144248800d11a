"""Random events for `agreement`: Swiss tournaments and round robins in which much goes wrong."""

from __future__ import annotations

import random
from dataclasses import dataclass

import chesstb as tb

from .events import Event, random_event, tables

Cell = tuple[int, str, str]


@dataclass(frozen=True)
class Case:
    """An event, and the round after which it is looked at."""

    seed: int
    system: str
    event: Event
    after: int

    def history(self, start: str) -> tb.History:
        """The event as tables, beginning on this day."""
        frames = tables([self.event])
        frames["tournaments"] = frames["tournaments"].assign(system=self.system, start=start)
        return tb.History.from_tables(**frames)

    def cells(self, player: int) -> list[Cell]:
        """The rounds of a player that count."""
        return self.event.games[player - 1][: self.after]

    def outcome(self, player: int, number: int) -> str:
        return self.event.games[player - 1][number - 1][2]


def random_case(seed: int) -> Case:
    """A Swiss of 4 to 24 players or a round robin of 3 to 9; one of five is looked at before its end."""
    dice = random.Random(seed)
    trouble = dice.choice([0.0, 0.02, 0.05, 0.15])
    if dice.random() < 0.6:
        system = "swiss"
        event = random_event(dice.randint(4, 24), dice.randint(3, 11), seed)
        games = [list(row) for row in event.games]
        spoil(games, dice, trouble)
        byes(games, dice, trouble / 2)
        rating = [r if dice.random() < 0.5 else min(2900, 3 * r // 2) for r in event.rating]
    else:
        system = "round-robin"
        games = round_robin(dice.randint(3, 9), dice.choice([1, 1, 2]), dice)
        spoil(games, dice, trouble)
        rating = [dice.randint(1000, 2800) if dice.random() < 0.98 else 0 for _ in games]
    rounds = len(games[0])
    after = dice.randint(2, rounds) if dice.random() < 0.2 else rounds
    return Case(seed, system, Event(rating, games), after)


def round_robin(players: int, cycles: int, dice: random.Random) -> list[list[Cell]]:
    """Circle method; who has no opponent is free and has a row that says so."""
    seats = [*range(1, players + 1), *[0] * (players % 2)]
    games: list[list[Cell]] = [[] for _ in range(players)]
    for cycle in range(cycles):
        for _ in range(len(seats) - 1):
            half = len(seats) // 2
            for i, j in zip(seats[:half], reversed(seats[half:]), strict=True):
                if 0 in (i, j):
                    games[(i or j) - 1].append((0, "-", "Z"))
                    continue
                white, black = (i, j) if (i + j + cycle) % 2 else (j, i)
                mine, theirs = dice.choice([("1", "0"), ("0", "1"), ("=", "=")])
                games[white - 1].append((black, "w", mine))
                games[black - 1].append((white, "b", theirs))
            seats = [seats[0], seats[-1], *seats[1:-1]]
    return games


def spoil(games: list[list[Cell]], dice: random.Random, share: float) -> None:
    """Turn games into forfeits of one side or both, or into games broken off in the opening."""
    for i, row in enumerate(games, start=1):
        for r, (opponent, colour, _) in enumerate(row):
            if opponent > i and dice.random() < share:
                mine, theirs = dice.choice(["+-", "-+", "--", "--", "WL", "LW", "DD"])
                row[r] = (opponent, colour, mine)
                games[opponent - 1][r] = (i, "b" if colour == "w" else "w", theirs)


def byes(games: list[list[Cell]], dice: random.Random, share: float) -> None:
    """Take games out, and give either player a bye of some kind."""
    for i, row in enumerate(games, start=1):
        for r, (opponent, _, _) in enumerate(row):
            if opponent > i and dice.random() < share:
                row[r] = (0, "-", dice.choice("HZFU"))
                games[opponent - 1][r] = (0, "-", dice.choice("HZFU"))
