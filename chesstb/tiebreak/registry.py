"""The registry: what a tie-break is, and how one is declared.

A tie-break is one decorated function from a Grid and a Reading to Contributions::

    @tiebreak("SB", title="Sonneborn-Berger", modifiers="C P", says="...")
    def sonneborn_berger(grid, reading): ...
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from chesstb.contribution import Contributions, cut
from chesstb.grid import Bools, Grid
from chesstb.rules import Reading

Total = Literal["sum", "mean"]
Kernel = TypeVar("Kernel", bound=Callable[..., Contributions])
GroupKernel = Callable[[Grid, Reading, NDArray[np.int64]], "Values"]


@dataclass(frozen=True, eq=False)
class Values:
    """A tie-break's values.

    Attributes
    ----------
    number : (P,) int64
        The values in `scale` parts of a whole: equal values are equal numbers.
    scale : int
        Parts in a whole.
    defined : (P,) bool, optional
        Where there is a value at all; None: everywhere.
    """

    number: NDArray[np.int64]
    scale: int
    defined: Bools | None = None

    def shown(self) -> NDArray[np.float64]:
        """Return the values as floats, NaN where there is none."""
        shown = self.number / self.scale
        return shown if self.defined is None else np.where(self.defined, shown, np.nan)


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
    total : {"sum", "mean"}
        How contributions become a value.
    scale : int
        Of a mean: the parts of a whole to which it is rounded, half up.
    among_tied : bool
        A group procedure, called on those still tied.
    ranks : callable, optional
        Of a group procedure: Grid, Reading and the tied groups to the order within each, as Values.
    """

    code: str
    title: str
    says: str
    function: Callable[..., Any]
    modifiers: str = ""
    names: tuple[str, ...] = ()
    higher_wins: bool = True
    total: Total = "sum"
    scale: int = 1
    among_tied: bool = False
    ranks: GroupKernel | None = None

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
            return self.ranks(grid, reading, groups)
        contributions = self.contributions(grid, reading, groups)
        if self.total == "mean":
            return mean(contributions, self.scale)
        return Values(cut(contributions, grid, reading).total, contributions.scale)


def mean(contributions: Contributions, scale: int) -> Values:
    """Return the mean contribution of each player, rounded half up to ``scale`` parts of a whole."""
    element = (
        np.broadcast_to(True, contributions.value.shape)
        if contributions.element is None
        else contributions.element
    )
    count = element.sum(axis=1).astype(np.int64)
    total = np.where(element, contributions.value, 0).sum(axis=1, dtype=np.int64) * scale
    divisor = np.maximum(count, 1) * contributions.scale
    rounded = (2 * total + divisor) // (2 * divisor)
    return Values(np.where(count > 0, rounded, 0), scale, count > 0)


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
