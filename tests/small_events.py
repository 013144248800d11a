"""Small events for the tests of `chesstb.ratings`."""

from __future__ import annotations

from typing import Any

import chesstb as tb

BACK = {"1": "0", "0": "1", "=": "=", "W": "L", "L": "W", "D": "D", "+": "-", "-": "+", "X": "X"}

Game = tuple[int, int, int, str]
"""Round, player, opponent, and the player's result."""


def event(
    ratings: list[int | None], games: list[Game], system: str = "swiss", players: Any = None, **facts: Any
) -> tb.History:
    """Return an event; ``players`` and ``facts`` are more columns of the players and of the event."""
    rows = [(r, i, j, code) for r, i, j, code in games] + [(r, j, i, BACK[code]) for r, i, j, code in games]
    results = {
        "round": [r for r, *_ in rows], "player": [i for _, i, _, _ in rows],
        "opponent": [j for _, _, j, _ in rows], "outcome": [code for *_, code in rows],
    }  # fmt: skip
    listed = {"player": list(range(1, len(ratings) + 1)), "rating": ratings} | (players or {})
    about = {"tournament": ["event"], "system": [system]} | {name: [value] for name, value in facts.items()}
    return tb.History.from_tables(results, players=listed, tournaments=about)


def newcomer(codes: str, opponents: list[int | None], **more: Any) -> tb.History:
    """Return a Swiss in which player 1, unrated, meets one opponent a round; his results are the codes."""
    games = [(r, 1, r + 1, code) for r, code in enumerate(codes, start=1)]
    return event([None, *opponents], games, **more)


def everybody_meets(ratings: list[int | None], codes: str = "=", cycles: int = 1, **more: Any) -> tb.History:
    """Return a round robin; the codes are those of the first games, all others are drawn."""
    pairs = [(i, j) for _ in range(cycles) for i in range(1, len(ratings) + 1) for j in range(1, i)]
    results = codes.ljust(len(pairs), "=")
    taken: set[tuple[int, int]] = set()
    games = []
    for (i, j), code in zip(pairs, results, strict=True):
        r = next(r for r in range(1, 999) if (i, r) not in taken and (j, r) not in taken)
        taken |= {(i, r), (j, r)}
        games.append((r, i, j, code))
    return event(ratings, games, "double-round-robin" if cycles == 2 else "round-robin", **more)


def match(codes: str, ratings: list[int | None] | None = None, **more: Any) -> tb.History:
    """Return a match; the codes are the results of player 1."""
    games = [(r, 1, 2, code) for r, code in enumerate(codes, start=1)]
    return event(ratings or [2200, 2100], games, "match", **more)
