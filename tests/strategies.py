"""Random tournaments for property tests: sizes drawn by hypothesis, the rest from one seed.

A tournament shrinks in players and rounds; what happens in a round is a matter of `random.Random`,
which is many times faster than drawing every result.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pandas as pd
from hypothesis import strategies as st

from tests.reference import Event, Row
from tests.reference.model import PAY_OF_OUTCOME

if TYPE_CHECKING:
    from collections.abc import Mapping

SWISS = ("swiss", "unknown")
ROUND_ROBIN = ("round-robin", "double-round-robin", "match")
SCORINGS = [("1", "1/2", "0")] * 6 + [("3", "1", "0"), ("1", "2/5", "0"), ("2", "1", "0"), ("3", "2", "1")]

ORDINARY = ["1 0", "0 1", "= ="]
UNUSUAL = ["W L", "L W", "D D", "0 0", "= 0", "0 =", "+ -", "+ -", "- +", "- +", "- -", "X X", "1 0", "0 1"]


@st.composite
def events(
    draw: st.DrawFn, systems: tuple[str, ...] = SWISS + ROUND_ROBIN, *, withdrawn: bool = False
) -> Event:
    """Return a tournament of 1 to 12 players; see `Draft` for what can happen in it.

    Where asked, some of the players of a round robin are withdrawn: their games count for nobody.
    """
    system = draw(st.sampled_from(systems))
    players = 2 if system == "match" else draw(st.integers(1, 12))
    rounds = draw(st.integers(1, 9))
    event = random_event(system, players, rounds, draw(st.integers(0, 2**32 - 1)))
    if not withdrawn or system in SWISS:
        return event
    return replace(event, excluded=draw(st.frozensets(st.sampled_from(event.players), max_size=2)))


def random_event(system: str, players: int, rounds: int, seed: int) -> Event:
    """Return the tournament that belongs to these numbers."""
    draft = Draft(random.Random(seed), players)
    if system in SWISS or draft.rng.random() < 0.15:
        draft.play_swiss(rounds)
    else:
        draft.play_schedule(schedule(system, players, rounds), rounds)
    draft.enter_the_future()
    return draft.event(system)


def schedule(system: str, players: int, rounds: int) -> list[list[tuple[int, int]]]:
    """Pairings by the circle method; who is paired with 0 is free. Two cycles only of a few players."""
    seats = [*range(1, players + 1), *[0] * (players % 2)]
    cycle = []
    for _ in range(len(seats) - 1):
        half = len(seats) // 2
        cycle.append(list(zip(seats[:half], reversed(seats[half:]), strict=True)))
        seats = [seats[0], seats[-1], *seats[1:-1]]
    if system == "match":
        return (cycle * rounds)[:rounds]
    if system == "double-round-robin" and players <= 6:
        return cycle + [[(j, i) for i, j in pairs] for pairs in cycle]
    return cycle


@dataclass
class Draft:
    """A tournament being played, with everything that can go wrong in one.

    Late entries and withdrawals with rows and without, players with no row at all, byes of every
    kind, forfeits on one side or both, games without result, decisions, colours not noted, rematches,
    points added or taken away, uncommon scoring, byes entered and pairings made in advance, ratings
    missing.
    """

    rng: random.Random
    players: int
    rows: dict[tuple[int, int], Row] = field(default_factory=dict)
    played: int = 0

    def __post_init__(self) -> None:
        rng = self.rng
        self.pay = payments(rng)
        self.trouble = rng.choice([0.0, 0.05, 0.15, 0.3, 0.7])
        self.first = dict.fromkeys(self.everyone, 1)
        self.last = dict.fromkeys(self.everyone, 99)
        self.noted = {i: rng.random() < 0.5 for i in self.everyone}
        for i in self.everyone:
            if rng.random() < self.trouble / 2:
                self.first[i] = rng.randint(1, 10)
            if rng.random() < self.trouble / 2:
                self.last[i] = rng.randint(0, 8)

    @property
    def everyone(self) -> range:
        return range(1, self.players + 1)

    def here(self, player: int, round_: int) -> bool:
        return self.first[player] <= round_ <= self.last[player]

    # ------------------------------------------------------------ rounds

    def play_swiss(self, rounds: int) -> None:
        """Pair at random whoever is there and has no bye; the last one gets what is left."""
        for r in range(1, rounds + 1):
            waiting = []
            for i in self.rng.sample(self.everyone, self.players):
                if not self.here(i, r):
                    self.absence(i, r)
                elif self.rng.random() < self.trouble / 2:
                    self.bye(i, r, self.rng.choice("HHFZZU"))
                else:
                    waiting.append(i)
            while len(waiting) > 1:
                self.game(waiting.pop(), waiting.pop(), r)
            for i in waiting:
                self.bye(i, r, self.rng.choice("UUUUUUZHF"))
        self.played = rounds

    def play_schedule(self, pairings: list[list[tuple[int, int]]], rounds: int) -> None:
        """Play a round robin, or its first rounds; games of the absent are forfeits, or missing."""
        whole = self.rng.random() < 0.7
        for r, pairs in enumerate(pairings if whole else pairings[:rounds], start=1):
            for i, j in pairs:
                both_here = i and j and self.here(i, r) and self.here(j, r)
                if 0 in (i, j):
                    self.free(i or j, r)
                elif both_here or self.rng.random() < 0.5:
                    self.game(i, j, r)
                else:
                    self.absence(i, r)
                    self.absence(j, r)
            self.played = r

    def enter_the_future(self) -> None:
        """Now and then enter byes for the next round, or its pairings without results."""
        r, chance = self.played + 1, self.rng.random()
        if chance < 0.08:
            for i in self.rng.sample(self.everyone, min(2, self.players)):
                self.bye(i, r, self.rng.choice("HHZF"))
        elif chance < 0.14:
            waiting = self.rng.sample(self.everyone, self.players)
            while len(waiting) > 1:
                self.pair(waiting.pop(), waiting.pop(), r, "X X")

    # ------------------------------------------------------------ rows

    def row(self, player: int, round_: int, outcome: str, opponent: int | None, colour: str | None) -> Row:
        points = self.pay[PAY_OF_OUTCOME[outcome]]
        self.rows[player, round_] = Row(opponent=opponent, colour=colour, outcome=outcome, points=points)
        return self.rows[player, round_]

    def bye(self, player: int, round_: int, outcome: str) -> None:
        self.row(player, round_, outcome, None, None)

    def absence(self, player: int, round_: int) -> None:
        if self.noted[player]:
            self.bye(player, round_, "Z")

    def free(self, player: int, round_: int) -> None:
        kind = self.rng.choice(["Z", "Z", "Z", "", "", "U", "H", "F"])
        if kind:
            self.bye(player, round_, kind)

    def game(self, i: int, j: int, round_: int) -> None:
        """Let two players meet; sometimes a decision replaces the points of one or both."""
        unusual = self.rng.random() < self.trouble
        outcomes = self.rng.choice(UNUSUAL if unusual else ORDINARY)
        self.pair(i, j, round_, outcomes)
        if unusual and outcomes != "X X" and self.rng.random() < 0.1:
            for player in (i, j)[: self.rng.randint(1, 2)]:
                self.rows[player, round_]["points"] = self.rng.choice(
                    [self.pay["win"], self.pay["draw"], Fraction(0)]
                )

    def pair(self, i: int, j: int, round_: int, outcomes: str) -> None:
        mine, theirs = outcomes.split()
        colours: list[str | None] = ["w", "b"]
        if self.rng.random() < (0.3 if mine in "+-" else 0.05):
            colours = [None, None]
        self.row(i, round_, mine, j, colours[0])
        self.row(j, round_, theirs, i, colours[1])

    # ------------------------------------------------------------ the whole

    def event(self, system: str) -> Event:
        """Return the tournament; its numbers may have gaps, and it may promise other rounds."""
        rng = self.rng
        numbers = dict(zip(self.everyone, self.everyone, strict=True))
        if rng.random() < 0.1:
            gaps = sorted(rng.sample(range(1, 200), self.players))
            numbers = dict(zip(self.everyone, gaps, strict=True))
        rows = {(numbers[i], r): self._renumbered(row, numbers) for (i, r), row in self.rows.items()}
        changed = [i for i in numbers.values() if rng.random() < 0.2] if rng.random() < 0.15 else []
        adjustment = {i: Fraction(rng.choice([-10, -5, -1, 3, 5, 10]), 10) for i in changed}
        promised = self.played + rng.choice([0, 0, 0, 1, 2, -1])
        announced = None if promised < 1 or rng.random() < 0.4 else promised
        strength = dict(zip(numbers.values(), ratings(rng, self.players), strict=True))
        return Event(system, announced, self.pay, list(numbers.values()), adjustment, rows, strength)

    def _renumbered(self, row: Row, numbers: dict[int, int]) -> Row:
        opponent = None if row["opponent"] is None else numbers[row["opponent"]]
        return Row(opponent=opponent, colour=row["colour"], outcome=row["outcome"], points=row["points"])


def ratings(rng: random.Random, players: int) -> list[int | None]:
    """Return ratings from 1000 to 2900: in clusters that tie, or anywhere; now and then unrated ones."""
    centres = [rng.randint(1000, 2900) for _ in range(rng.choice([1, 1, 2, 3, 8]))]
    spread = rng.choice([0, 0, 5, 60])
    found: list[int | None] = [
        max(1000, min(2900, rng.choice(centres) + rng.randint(-spread, spread))) for _ in range(players)
    ]
    unrated = rng.choice([1, 1, 2, players]) if rng.random() < 0.2 else 0
    for k in rng.sample(range(players), min(unrated, players)):
        found[k] = None
    return found


def payments(rng: random.Random) -> dict[str, Fraction]:
    """Return what the event pays: mostly 1-½-0, byes now and then worth something else."""
    win, draw, loss = (Fraction(points) for points in rng.choice(SCORINGS))
    zero = Fraction(0)
    return {
        "win": win,
        "draw": draw,
        "loss": loss,
        "bye": draw if rng.random() < 0.15 else win,
        "half_bye": zero if rng.random() < 0.1 else draw,
        "full_bye": draw if rng.random() < 0.05 else win,
        "zero_bye": draw if rng.random() < 0.05 else zero,
        "forfeit_win": draw if rng.random() < 0.05 else win,
        "forfeit_loss": zero,
        "pending": zero if rng.random() < 0.1 else draw,
    }


# ---------------------------------------------------------------- tables


def to_tables(event: Event, key: str = "event") -> dict[str, pd.DataFrame]:
    """Return the event as tables for `History.from_tables`; missing rows stay missing."""
    return to_joint_tables({key: event})


def to_joint_tables(several: Mapping[str, Event]) -> dict[str, pd.DataFrame]:
    """Return several events, by their keys, in one set of tables."""
    tournaments, players, results = [], [], []
    for key, event in several.items():
        pays = {name: float(points) for name, points in event.pay.items()}
        tournaments.append({"tournament": key, "system": event.system, "rounds": event.announced, **pays})
        for i in event.players:
            adjustment = float(event.adjustment.get(i, Fraction(0)))
            rating = event.ratings.get(i)
            excluded = i in event.excluded
            players.append({"tournament": key, "player": i, "rating": rating, "adjustment": adjustment,
                            "excluded": excluded})  # fmt: skip
        results += [_result(event, key, i, r) for i, r in sorted(event.rows)]
    tables = {
        "tournaments": pd.DataFrame(tournaments).astype({"rounds": "Int16"}),
        "players": pd.DataFrame(players, columns=PLAYERS),
        "results": pd.DataFrame(results, columns=RESULTS),
    }
    tables["players"]["rating"] = tables["players"]["rating"].astype("Int32")
    tables["results"]["opponent"] = tables["results"]["opponent"].astype("Int32")
    return tables


PLAYERS = ["tournament", "player", "rating", "adjustment", "excluded"]
RESULTS = ["tournament", "player", "round", "opponent", "colour", "outcome", "points", "decision"]


def _result(event: Event, key: str, player: int, round_: int) -> dict[str, Any]:
    row = event.rows[player, round_]
    decided = row["points"] != event.pay[PAY_OF_OUTCOME[row["outcome"]]]
    given = {"tournament": key, "player": player, "round": round_, **row}
    return given | {"points": float(row["points"]), "decision": decided}
