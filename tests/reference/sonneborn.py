"""Art. 9: Sonneborn-Berger and Koya."""

from __future__ import annotations

from fractions import Fraction

from .cuts import after_cuts, by_product, total
from .elements import elements
from .model import Table, is_free, score

HALF = Fraction(1, 2)


def sonneborn_berger(
    table: Table, version: str, low: int = 0, *, forfeits_as_played: bool = False
) -> dict[int, Fraction]:
    """Art. 9.1: opponents' adjusted scores times the points taken from them."""
    found = elements(table, version, forfeits_as_played=forfeits_as_played)
    return {i: total(after_cuts(found[i], by_product, low), by_product) for i in table.players}


def koya(table: Table, limit: str = "") -> dict[int, Fraction]:
    """Art. 9.2: points against opponents who reached the limit; forfeits count."""
    scores = {i: score(table, i) for i in table.players}
    limits = {i: koya_limit(limit, maximum(table, i)) for i in table.players}
    return {
        i: sum(
            (
                row["points"]
                for _, row in table.of(i)
                if row["opponent"] is not None and scores[row["opponent"]] >= limits[row["opponent"]]
            ),
            Fraction(0),
        )
        for i in table.players
    }


def maximum(table: Table, player: int) -> Fraction:
    """Maximum possible score: a win in every round in which the player could be paired."""
    free = sum(is_free(table, row) for _, row in table.of(player))
    return table.win * (table.n - free)


def koya_limit(text: str, most: Fraction) -> Fraction:
    """Half the maximum, moved by half points (`+1`, `-2`, `1`), or a percentage (`40`)."""
    if not text:
        return most / 2
    number = int(text)
    if text[0] not in "+-" and number >= 10:
        return most * Fraction(number, 100)
    return most / 2 + number * HALF
