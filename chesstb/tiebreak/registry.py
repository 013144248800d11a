"""The registry: what a tie-break is, and how one is declared.

A tie-break is one decorated function from a Grid and a Reading to Contributions::

    @tiebreak("SB", title="Sonneborn-Berger", modifiers="C P", says="...")
    def sonneborn_berger(grid, reading): ...
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from chesstb.contribution import Contributions, Values
from chesstb.cuts import cut, total
from chesstb.grid import Grid
from chesstb.rating_tables import half_up
from chesstb.rules import Reading

Total = Callable[[Contributions, Grid, Reading], Values]
Kernel = TypeVar("Kernel", bound=Callable[..., Contributions])
GroupKernel = Callable[[Grid, Reading, NDArray[np.int64]], Values]


def row_sum(found: Contributions, grid: Grid, reading: Reading) -> Values:
    """Return the sum of what is left after the cuts."""
    return Values(total(found, grid, reading), found.scale, found.defined)


def rounded_mean(scale: int) -> Total:
    """Return the total that is the mean of what is left, rounded half up to parts of a whole."""

    def mean(found: Contributions, grid: Grid, reading: Reading) -> Values:
        after = cut(found, grid, reading)
        count = after.count(found)
        defined = count > 0 if found.defined is None else found.defined & (count > 0)
        number = half_up(after.total * scale, np.maximum(count, 1) * found.scale)
        return Values(np.where(defined, number, 0), scale, defined)

    return mean


@dataclass(frozen=True)
class TieBreak:
    """One tie-break of the registry.

    Attributes
    ----------
    code, title, says : str
        Its code, its name, and its definition in a line.
    function : callable
        Grid and Reading (of a group procedure also the tied groups) to Contributions.
    modifiers : str
        Letters of the modifiers that it knows.
    names : tuple of str
        Other codes for it.
    higher_wins : bool
        Direction.
    total : callable
        How contributions become values.
    counted, uncounted : str
        What to say of a round that counts, and of one that does not.
    needs_ratings : bool
        Whether it is undefined as soon as somebody in the event has no rating.
    colours : bool
        Whether it looks at who had White.
    among_tied : bool
        A group procedure, called on those still tied.
    ranks : callable, optional
        Of a group procedure: Grid, Reading and the tied groups to the order within each, as Values.
    way : str
        How a total is said and computed again from what is shown: a key of `chesstb.explanation.totals.WAYS`.
    lowest : str
        What a cut of the lowest takes.
    times_points : bool
        Whether an opponent's score is multiplied by the points against him.
    crosstable : callable, optional
        Grid to the Grid on which it is computed, where that is not the real one.
    """

    code: str
    title: str
    says: str
    function: Callable[..., Any]
    modifiers: str = ""
    names: tuple[str, ...] = ()
    higher_wins: bool = True
    total: Total = row_sum
    counted: str = "counts"
    uncounted: str = "does not count"
    needs_ratings: bool = False
    colours: bool = False
    among_tied: bool = False
    ranks: GroupKernel | None = None
    way: str = "sum"
    lowest: str = "the lowest"
    times_points: bool = False
    crosstable: Callable[[Grid], Grid] | None = None

    def wins_high(self, reading: Reading) -> bool:
        """Say whether the higher value wins, modifier R included."""
        return self.higher_wins != reading.criterion.has("R")

    def contributions(self, grid: Grid, reading: Reading, groups: NDArray[np.int64]) -> Contributions:
        """Return what each round of each player adds; ``groups`` says who is still tied."""
        found: Contributions = self.function(grid, reading, *([groups] if self.among_tied else []))
        return found

    def values(self, grid: Grid, reading: Reading, groups: NDArray[np.int64]) -> Values:
        """Return the values of all players of a Grid; ``groups`` says who is still tied."""
        if self.ranks is not None:
            found = self.ranks(grid, reading, groups)
        else:
            found = self.total(self.contributions(grid, reading, groups), grid, reading)
        if grid.excluded is None:
            return found
        return replace(found, defined=~grid.excluded & (found.defined is None or found.defined))


REGISTRY: Final[dict[str, TieBreak]] = {}
"""Code to tie-break, in the order of declaration."""


def tiebreak(
    code: str, *, title: str, says: str, modifiers: str = "", **options: Any
) -> Callable[[Kernel], Kernel]:
    """Declare a tie-break: decorates its function.

    Parameters
    ----------
    code, title, says : str
        Code, name, and definition in a line.
    modifiers : str
        Letters of the modifiers that it knows, separated by blanks.
    **options
        Further attributes of `TieBreak`.
    """

    def declare(function: Kernel) -> Kernel:
        letters = modifiers.replace(" ", "")
        REGISTRY[code] = TieBreak(code, title, says, function, letters, **options)
        return function

    return declare
