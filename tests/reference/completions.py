"""Every way in which an incomplete event may end, by plain loops: what bounds must contain.

A game without result may end in any way; of a round that is not paired for a player anything may
come: any opponent of those who are not paired either, any colours, any result, any bye, or nothing.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from .model import PAY_OF_OUTCOME, Event, Row

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator
    from fractions import Fraction

Rows = dict[tuple[int, int], Row]

RESULTS = ["1 0", "= =", "0 1", "+ -", "- +", "- -", "0 0", "= 0", "0 ="]
BYES = "UFHZ"


def paid(event: Event, outcome: str) -> Fraction:
    """What the event pays for a code."""
    return event.pay[PAY_OF_OUTCOME[outcome]]


def pending_pairs(event: Event, until: int) -> list[tuple[int, int, int]]:
    """Games without result: one side, the other, the round."""
    return [
        (i, row["opponent"], r)
        for (i, r), row in sorted(event.rows.items())
        if row["outcome"] == "X" and r <= until and row["opponent"] is not None and i < row["opponent"]
    ]


def blank_rounds(event: Event, counted: int, until: int) -> dict[int, list[int]]:
    """Rounds behind the counted ones, and the players who have no row there."""
    return {r: [i for i in event.players if (i, r) not in event.rows] for r in range(counted + 1, until + 1)}


def game(event: Event, i: int, j: int, r: int, result: str, colours: tuple[str | None, str | None]) -> Rows:
    """The two rows of a game."""
    a, b = result.split()
    return {
        (i, r): Row(opponent=j, colour=colours[0], outcome=a, points=paid(event, a)),
        (j, r): Row(opponent=i, colour=colours[1], outcome=b, points=paid(event, b)),
    }


def ends_of_pair(event: Event, i: int, j: int, r: int) -> list[Rows]:
    """All ways in which a pending game may end."""
    colours = event.rows[i, r]["colour"], event.rows[j, r]["colour"]
    if None in colours:
        sides = [("w", "b"), ("b", "w"), (None, None)]
        sides = [s for s in sides if all(c in (None, d) for c, d in zip(colours, s, strict=True))]
    else:
        sides = [colours]
    return [game(event, i, j, r, result, side) for result in RESULTS for side in sides]


def ends_of_round(event: Event, r: int, waiting: list[int]) -> Iterator[Rows]:
    """All ways in which the unpaired players of a round may spend it."""
    if not waiting:
        yield {}
        return
    first, *rest = waiting
    for code in BYES:
        alone = {(first, r): Row(opponent=None, colour=None, outcome=code, points=paid(event, code))}
        for others in ends_of_round(event, r, rest):
            yield alone | others
    for other in rest:
        left = [i for i in rest if i != other]
        for result in RESULTS:
            for colours in (("w", "b"), ("b", "w")):
                pair = game(event, first, other, r, result, colours)
                for others in ends_of_round(event, r, left):
                    yield pair | others


def completions(event: Event, counted: int, until: int) -> Iterator[Event]:
    """Every completion of an event by the end of a round."""
    choices = [ends_of_pair(event, i, j, r) for i, j, r in pending_pairs(event, until)]
    blanks = blank_rounds(event, counted, until)
    choices += [list(ends_of_round(event, r, waiting)) for r, waiting in blanks.items()]
    for parts in product(*choices):
        rows = dict(event.rows)
        for part in parts:
            rows |= part
        yield replace(event, rows=rows)


def random_completion(event: Event, counted: int, until: int, rng: random.Random) -> Event:
    """One completion, drawn at random."""
    rows = dict(event.rows)
    for i, j, r in pending_pairs(event, until):
        rows |= rng.choice(ends_of_pair(event, i, j, r))
    for r, waiting in blank_rounds(event, counted, until).items():
        left = rng.sample(waiting, len(waiting))
        while left:
            i = left.pop()
            if left and rng.random() < 0.6:
                side = rng.choice([("w", "b"), ("b", "w")])
                rows |= game(event, i, left.pop(), r, rng.choice(RESULTS), side)
            else:
                code = rng.choice(BYES)
                rows[i, r] = Row(opponent=None, colour=None, outcome=code, points=paid(event, code))
    return replace(event, rows=rows)
