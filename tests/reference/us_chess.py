"""US Chess rule 34E: what needs no ratings; 34E8 by way of `sonneborn`, 34E5 of `direct_encounter`."""

from __future__ import annotations

from fractions import Fraction

from .cuts import after_cuts, by_basis, total
from .elements import elements
from .model import Row, Table, is_free, is_over_the_board, result, score
from .own_record import running_scores

VERSION = "uscf"


def dropped_per_end(table: Table) -> int:
    """34E1: one score is dropped, two from nine rounds on."""
    return 2 if table.n >= 9 else 1


def solkoff(table: Table) -> dict[int, Fraction]:
    """34E2: sum of the opponents' adjusted scores; own unplayed rounds are opponents with 0."""
    found = elements(table, VERSION)
    return {i: total(found[i], by_basis) for i in table.players}


def median(table: Table) -> dict[int, Fraction]:
    """34E4 (Harkness): without the lowest and the highest."""
    found = elements(table, VERSION)
    drop = dropped_per_end(table)
    return {i: total(after_cuts(found[i], by_basis, drop, drop), by_basis) for i in table.players}


def modified_median(table: Table) -> dict[int, Fraction]:
    """34E1: above half the maximum drop the lowest, below it the highest, at it both."""
    found = elements(table, VERSION)
    drop = dropped_per_end(table)
    values = {}
    for i in table.players:
        own, half = score(table, i), table.win * table.n / 2
        low = drop if own >= half else 0
        high = drop if own <= half else 0
        values[i] = total(after_cuts(found[i], by_basis, low, high), by_basis)
    return values


def cumulative(table: Table) -> dict[int, Fraction]:
    """34E3: sum of the running scores, less every point that came from an unplayed round."""
    return {
        i: sum(running_scores(table, i), Fraction(0))
        - sum((row["points"] for _, row in table.of(i) if not is_over_the_board(row)), Fraction(0))
        for i in table.players
    }


def cumulative_of_opposition(table: Table) -> dict[int, Fraction]:
    """34E9: sum of the opponents' cumulative scores."""
    own = cumulative(table)
    return {
        i: sum(
            (
                own[row["opponent"]]
                for _, row in table.of(i)
                if is_over_the_board(row) and row["opponent"] is not None
            ),
            Fraction(0),
        )
        for i in table.players
    }


def kashdan(table: Table, version: str) -> dict[int, Fraction]:
    """34E7: 4 for a win, 2 for a draw, 1 for a loss; unplayed rounds by the custom of the place."""
    return {
        i: Fraction(sum(_kashdan_round(version, row) for _, row in table.of(i) if not is_free(table, row)))
        for i in table.players
    }


def _kashdan_round(version: str, row: Row) -> int:
    if is_over_the_board(row):
        return {Fraction(1): 4, Fraction(1, 2): 2, Fraction(0): 1}[result(row)]
    if version == "uscf-club":
        return 2
    if version == "ffe-papi":
        return {"+": 4, "F": 4, "U": 4, "H": 2, "-": 1, "Z": 1}[row["outcome"]]
    return 0


def whites(table: Table) -> dict[int, Fraction]:
    """34E6, variation: games played with White, the fewer the better."""
    return {
        i: Fraction(sum(is_over_the_board(row) and row["colour"] == "w" for _, row in table.of(i)))
        for i in table.players
    }
