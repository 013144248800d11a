"""Tie-breaks of the US Chess rule book that go by names of their own (rule 34E)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chesstb.tiebreak.buchholz import buchholz
from chesstb.tiebreak.registry import tiebreak

if TYPE_CHECKING:
    from chesstb.contribution import Contributions
    from chesstb.grid import Grid
    from chesstb.rules import Reading


@tiebreak(
    "MODMED",
    title="Modified Median",
    says="opponents' scores, of which the player's own score says what is dropped",
)
def modified_median(grid: Grid, reading: Reading) -> Contributions:
    """Opponents' adjusted scores (34E1); the page's clause on cuts does the rest."""
    return buchholz(grid, reading)


@tiebreak("SOLKOFF", title="Solkoff", says="sum of the opponents' scores")
def solkoff(grid: Grid, reading: Reading) -> Contributions:
    """Opponents' adjusted scores (34E2)."""
    return buchholz(grid, reading)


@tiebreak("MEDIAN", title="Median (Harkness)", says="opponents' scores without the highest and the lowest")
def median(grid: Grid, reading: Reading) -> Contributions:
    """Opponents' adjusted scores (34E4), the ends dropped."""
    return buchholz(grid, reading)
