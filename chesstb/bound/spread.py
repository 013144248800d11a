"""Spread: the ends of a criterion's values for all players of a Grid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from chesstb.bound.unknown import Bools, Ints
    from chesstb.contribution import Values

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Spread:
    """The lowest and highest values of P players; NaN where there is none in any case.

    Attributes
    ----------
    low, high : (P,) float
    open : (P,) bool
        Where no more can be said than what holds of anybody.
    gaps : (P,) bool, optional
        Where there may be no value at all; None: where the ends are NaN.
    """

    low: Floats
    high: Floats
    open: Bools
    gaps: Bools | None = None

    @classmethod
    def unlimited(cls, size: int) -> Spread:
        """Return the spread of which nothing is known."""
        everywhere = np.ones(size, dtype=bool)
        return cls(np.full(size, -np.inf), np.full(size, np.inf), everywhere, everywhere)

    @classmethod
    def exact(cls, values: Floats) -> Spread:
        """Return the spread of known values."""
        return cls(values, values, np.zeros(len(values), dtype=bool))

    def but(self, mask: Bools, other: Spread) -> Spread:
        """Return this spread, but another where a mask is true."""
        names = ("low", "high", "open", "missing")
        parts = ((getattr(self, name), getattr(other, name)) for name in names)
        return Spread(*(np.where(mask, theirs, mine) for mine, theirs in parts))

    @property
    def missing(self) -> Bools:
        """Where there may be no value at all, (P,)."""
        nothing: Bools = np.isnan(self.low)
        return nothing if self.gaps is None else nothing | self.gaps

    @property
    def settled(self) -> Bools:
        """Where the value, or that there is none, is the same in every case, (P,)."""
        same: Bools = np.where(np.isnan(self.low), True, (self.low == self.high) & ~self.missing)
        return same


class Gathered:
    """The ends of values that arrive in rows, several of one player: they cover all of his rows."""

    def __init__(self, size: int) -> None:
        self.low, self.high = np.full(size, np.inf), np.full(size, -np.inf)
        self.open, self.gaps = np.zeros(size, dtype=bool), np.zeros(size, dtype=bool)

    def add(self, who: Ints, low: Any, high: Any, defined: Any = None) -> None:
        """Take in the ends of some rows; rows without a value leave the ends as they are."""
        kept = np.ones(len(who), dtype=bool) if defined is None else defined
        np.minimum.at(self.low, who[kept], low[kept])
        np.maximum.at(self.high, who[kept], high[kept])
        self.gaps[who[~kept]] = True

    def add_values(self, who: Ints, low: Values, high: Values) -> None:
        """Take in the values of some rows."""
        self.add(who, low.number / low.scale, high.number / high.scale, low.defined)

    def let_open(self, who: Ints) -> None:
        """Say that nothing is known of some players."""
        self.low[who], self.high[who], self.open[who], self.gaps[who] = -np.inf, np.inf, True, True

    def spread(self) -> Spread:
        """Return what was gathered."""
        nothing = self.low > self.high
        low, high = (np.where(nothing, np.nan, ends) for ends in (self.low, self.high))
        return Spread(low, high, self.open, self.gaps)
