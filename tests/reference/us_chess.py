"""US Chess rule 34E: Solkoff and the two medians, 34E8 by way of `sonneborn`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .cuts import after_cuts, by_basis, total
from .elements import elements
from .model import Table, score

if TYPE_CHECKING:
    from fractions import Fraction

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
