"""Art. 9: Sonneborn-Berger and Koya."""

from __future__ import annotations

from fractions import Fraction

from .cuts import after_cuts, by_product, lowest_cut, total
from .elements import elements
from .model import Table, is_free, is_over_the_board, score

HALF = Fraction(1, 2)


def sonneborn_berger(
    table: Table, version: str, low: int = 0, *, forfeits_as_played: bool = False
) -> dict[int, Fraction]:
    """Art. 9.1: opponents' adjusted scores times the points taken from them."""
    found = elements(table, version, forfeits_as_played=forfeits_as_played)
    lowest = lowest_cut(version)
    return {i: total(after_cuts(found[i], by_product, low, lowest=lowest), by_product) for i in table.players}


def koya(table: Table, version: str, limit: str = "") -> dict[int, Fraction]:
    """Art. 9.2: points against opponents who reached the limit; forfeits count."""
    scores = {i: score(table, i) for i in table.players}
    limits = {i: koya_limit(limit, maximum(table, version, i)) for i in table.players}
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


def maximum(table: Table, version: str, player: int) -> Fraction:
    """Maximum possible score: a win in every round in which the player could be paired.

    Lichess broadcasts take the largest number of games that anyone played, for everybody.
    """
    if version == "lichess-broadcast":
        return table.win * max(_games(table, i) for i in table.players)
    free = sum(is_free(table, row) for _, row in table.of(player))
    return table.win * (table.n - free)


def _games(table: Table, player: int) -> int:
    return sum(is_over_the_board(row) for _, row in table.of(player))


def koya_limit(text: str, most: Fraction) -> Fraction:
    """Half the maximum, moved by half points (`+1`, `-2`, `1`), or a percentage (`40`)."""
    if not text:
        return most / 2
    number = int(text)
    if text[0] not in "+-" and number >= 10:
        return most * Fraction(number, 100)
    return most / 2 + number * HALF
