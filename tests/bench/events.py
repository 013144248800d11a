"""Random Swiss events for the measurements: the same seed gives the same events."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
import pandas as pd

POINTS = {"1": 1.0, "=": 0.5, "0": 0.0, "+": 1.0, "-": 0.0, "U": 1.0, "H": 0.5, "Z": 0.0}


@dataclass(frozen=True)
class Event:
    """One event as plain lists: `games[player - 1][round - 1]` is (opponent, colour, outcome).

    Opponent 0 and colour "-" stand for "none"; outcomes are TRF codes; rating 0 is unrated.
    """

    rating: list[int]
    games: list[list[tuple[int, str, str]]]

    @property
    def players(self) -> int:
        return len(self.rating)

    @property
    def rounds(self) -> int:
        return len(self.games[0])

    def points(self, player: int) -> float:
        return sum(POINTS[code] for _, _, code in self.games[player - 1])


def random_event(players: int, rounds: int, seed: int) -> Event:
    """A Swiss event: late entries, requested byes, withdrawals, bye, forfeits, unrated players."""
    dice = random.Random(seed)
    rating = sorted((int(dice.gauss(1800, 250)) for _ in range(players)), reverse=True)
    rating = [0 if dice.random() < 0.03 else r for r in rating]
    strength = [r or 1400 for r in rating]
    first = [1 + (dice.randrange(1, 3) if dice.random() < 0.02 else 0) for _ in range(players)]
    last = [dice.randrange(1, rounds) if dice.random() < 0.05 else rounds for _ in range(players)]

    score = [0.0] * players
    whites = [0] * players
    met: list[set[int]] = [set() for _ in range(players)]
    had_bye = [False] * players
    games: list[list[tuple[int, str, str]]] = [[] for _ in range(players)]

    for number in range(1, rounds + 1):
        present = []
        for i in range(players):
            if not first[i] <= number <= last[i]:
                games[i].append((0, "-", "Z"))
            elif number > 1 and dice.random() < 0.015:
                games[i].append((0, "-", "H" if dice.random() < 0.75 else "Z"))
            else:
                present.append(i)
        order = _by_score_group(present, score, strength)
        if len(order) % 2:
            lucky = next((i for i in reversed(order) if not had_bye[i]), order[-1])
            order.remove(lucky)
            had_bye[lucky] = True
            games[lucky].append((0, "-", "U"))
        for a, b in _pairs(order, met):
            met[a].add(b)
            met[b].add(a)
            white, black = (a, b) if (whites[a], dice.random()) < (whites[b], 0.5) else (b, a)
            whites[white] += 1
            whites[black] -= 1
            code_white, code_black = _result(dice, strength[white] - strength[black])
            games[white].append((black + 1, "w", code_white))
            games[black].append((white + 1, "b", code_black))
        for i in range(players):
            score[i] += POINTS[games[i][-1][2]]
    return Event(rating, games)


def _by_score_group(present: list[int], score: list[float], strength: list[int]) -> list[int]:
    """Highest scores first; inside a score group the upper half beside the lower half."""
    groups: dict[float, list[int]] = {}
    for i in sorted(present, key=lambda i: (-score[i], -strength[i])):
        groups.setdefault(score[i], []).append(i)
    order = []
    for group in groups.values():
        half = (len(group) + 1) // 2
        for top, bottom in zip(group[:half], group[half:], strict=False):
            order += [top, bottom]
        order += group[half - 1 : half] if len(group) % 2 else []
    return order


def _pairs(order: list[int], met: list[set[int]]) -> list[tuple[int, int]]:
    """Neighbours meet, or the next player down whom they have not met."""
    pairs, left = [], list(order)
    while left:
        a = left.pop(0)
        k = next((k for k, b in enumerate(left) if b not in met[a]), 0)
        pairs.append((a, left.pop(k)))
    return pairs


def _result(dice: random.Random, difference: int) -> tuple[str, str]:
    if dice.random() < 0.012:
        return dice.choice([("+", "-"), ("-", "+"), ("+", "-"), ("-", "+"), ("-", "-")])
    expected = 1 / (1 + 10 ** (-difference / 400))
    draw = 0.6 * min(expected, 1 - expected)
    lot = dice.random()
    if lot < draw:
        return "=", "="
    return ("1", "0") if lot < draw + expected - draw / 2 else ("0", "1")


def trf(event: Event, name: str) -> str:
    """The event as a TRF26 file."""
    lines = [
        f"012 {name}",
        "022 Nowhere",
        "032 FID",
        "042 2026/09/05",
        "052 2026/09/13",
        f"062 {event.players}",
        f"072 {sum(r > 0 for r in event.rating)}",
        "082 0",
        "092 Individual: Swiss-System",
        f"142 {event.rounds}",
        "162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0",
    ]
    for player, (rating, games) in enumerate(zip(event.rating, event.games, strict=True), start=1):
        cells = "".join(f"  {opponent:04d} {colour} {code}" for opponent, colour, code in games)
        lines.append(
            f"001 {player:4d} m    {f'Player, P{player:04d}':<33} {rating or '':>4} FID {'':>11} {'':>10} "
            f"{event.points(player):4.1f} {player:4d}{cells}"
        )
    return "\n".join(lines) + "\n"


def tables(events: list[Event]) -> dict[str, pd.DataFrame]:
    """The events as the tables `chesstb.History.from_tables` takes."""
    keys = [f"event-{k:05d}" for k in range(len(events))]
    sizes = [e.players * e.rounds for e in events]
    opponent = np.array([g[0] for e in events for row in e.games for g in row], dtype="int16")
    colour = np.array([g[1] for e in events for row in e.games for g in row])
    outcome = np.array([g[2] for e in events for row in e.games for g in row])
    results = pd.DataFrame(
        {
            "tournament": np.repeat(keys, sizes),
            "player": np.concatenate([np.repeat(np.arange(1, e.players + 1), e.rounds) for e in events]),
            "round": np.concatenate([np.tile(np.arange(1, e.rounds + 1), e.players) for e in events]),
            "opponent": pd.array(np.where(opponent > 0, opponent, 0), dtype="Int16"),
            "colour": pd.Series(colour).where(opponent > 0),
            "outcome": outcome,
        }
    )
    results.loc[opponent == 0, "opponent"] = pd.NA
    rating = pd.array([r or pd.NA for e in events for r in e.rating], dtype="Int16")
    players = pd.DataFrame(
        {
            "tournament": np.repeat(keys, [e.players for e in events]),
            "player": np.concatenate([np.arange(1, e.players + 1) for e in events]),
            "rating": rating,
        }
    )
    tournaments = pd.DataFrame({"tournament": keys, "system": "swiss", "rounds": [e.rounds for e in events]})
    return {"results": results, "players": players, "tournaments": tournaments}
