"""Art. 8: Buchholz, Fore Buchholz, average of opponents' Buchholz."""

from __future__ import annotations

from fractions import Fraction

from .cuts import after_cuts, by_basis, total
from .elements import elements
from .model import Table, is_forfeit, is_over_the_board, last_round_drawn
from .own_record import is_game
from .rating_tables import half_up
from .readings import forfeits_count


def buchholz(
    table: Table, version: str, low: int = 0, high: int = 0, *, forfeits_as_played: bool = False
) -> dict[int, Fraction]:
    """Art. 8.1: sum of the opponents' adjusted scores and the dummies."""
    found = elements(table, version, forfeits_as_played=forfeits_as_played)
    return {i: total(after_cuts(found[i], by_basis, low, high), by_basis) for i in table.players}


def fore_buchholz(
    table: Table, version: str, low: int = 0, high: int = 0, *, forfeits_as_played: bool = False
) -> dict[int, Fraction]:
    """Art. 8.3: Buchholz with every paired game of the final round drawn."""
    return buchholz(last_round_drawn(table), version, low, high, forfeits_as_played=forfeits_as_played)


def average_of_opponents(table: Table, version: str, *, fore: bool = False) -> dict[int, Fraction | None]:
    """Art. 8.2: mean Buchholz (or Fore Buchholz) of the opponents met, to two decimals.

    Met over the board; in round robins of 2023 and 2024 also by forfeit. Opponents met twice
    count twice (4.4). Undefined for whoever met nobody.
    """
    theirs = fore_buchholz(table, version) if fore else buchholz(table, version)
    averages: dict[int, Fraction | None] = {}
    for i in table.players:
        met = [row["opponent"] for _, row in table.of(i) if is_game(table, version, row)]
        values = [theirs[j] for j in met if j is not None]
        averages[i] = half_up(sum(values, Fraction(0)) / len(values), 2) if values else None
    return averages


def sum_of_buchholz(table: Table, version: str) -> dict[int, Fraction]:
    """Art. 14.2.5 before 2023: sum of the opponents' Buchholz, one for each result of a game.

    Papi takes every opponent that was scheduled, also where the forfeit is no result.
    """
    theirs = buchholz(table, version)
    values = {}
    for i in table.players:
        values[i] = Fraction(0)
        for _, row in table.of(i):
            counts = (
                version == "ffe-papi"
                or is_over_the_board(row)
                or (is_forfeit(row) and forfeits_count(table, version))
            )
            if row["opponent"] is not None and counts:
                values[i] += theirs[row["opponent"]]
    return values


def papi_cuts(table: Table) -> int:
    """FFE ladder: one cut up to 7 announced rounds, two up to 12, three from 13."""
    if table.announced <= 7:
        return 1
    return 2 if table.announced <= 12 else 3


def papi_buchholz(table: Table, *, cut: bool, median: bool) -> dict[int, Fraction]:
    """FFE Papi: the letter alone says cut or median, the ladder says how many."""
    low = papi_cuts(table) if cut or median else 0
    high = papi_cuts(table) if median else 0
    return buchholz(table, "ffe-papi", low, high)
