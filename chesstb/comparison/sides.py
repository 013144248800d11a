"""A comparison as arrays: its variants side by side, and what is counted over them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from chesstb.comparison.concordance import tau_b
from chesstb.errors import DataError, message, nearest

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.frame import Table


@dataclass(frozen=True, eq=False)
class Sides:
    """A comparison as arrays: the V variants side by side, each with the same P players.

    Attributes
    ----------
    names, events : list
        Names of the variants, keys of the events.
    order : (V * P,) int
        Rows of the comparison, by variant, event and player.
    event, player : (P,) int
        Event and starting number.
    place : (V, P) int
    """

    names: list[str]
    events: list[str]
    order: NDArray[np.int64]
    event: NDArray[np.int64]
    player: NDArray[np.int64]
    place: NDArray[np.integer[Any]]

    @classmethod
    def of(cls, table: Table) -> Sides:
        """Return a comparison as arrays."""
        names, events = list(table["variant"].cat.categories), list(table["tournament"].cat.categories)
        variant = table["variant"].cat.codes.to_numpy()
        event = table["tournament"].cat.codes.to_numpy().astype(np.int64)
        player, place = (table[column].to_numpy(dtype=np.int64) for column in ("player", "place"))
        order = np.lexsort((player, event, variant))
        size = len(table) // len(names)
        first = order[:size]
        return cls(names, events, order, event[first], player[first], place[order].reshape(len(names), size))

    def count(self, what: Any) -> NDArray[np.int64]:
        """Return how many players it is true of, by event and variant, (E * V,)."""
        count = np.zeros((len(self.events), len(what)), dtype=np.int64)
        for k, side in enumerate(what):
            count[:, k] = self._by_event(self.event.take(np.flatnonzero(side)))
        return count.ravel()

    def _by_event(self, event: Any, weights: Any = None) -> Any:
        """Return how often each event is named, (E,), or the sum of what it is named with."""
        return np.bincount(event, weights, minlength=len(self.events))

    def largest(self, what: Any) -> NDArray[np.int64]:
        """Return the largest, by event and variant; 0 of nobody, (E * V,)."""
        found = np.zeros((len(self.events), len(what)), dtype=np.int64)
        starts = np.flatnonzero(np.diff(self.event, prepend=-1))  # of events that have any players
        for k, side in enumerate(what if len(starts) else []):
            found[self.event[starts], k] = np.maximum.reduceat(side, starts)
        return found.ravel()

    def ties(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return how many places are shared and by how many players, by event and variant, (E * V,)."""
        slot, owner = self._slots()
        places, tied = (np.zeros((len(self.events), len(self.names)), dtype=np.int64) for _ in range(2))
        for k, side in enumerate(slot):
            count = np.bincount(side, minlength=len(owner))
            shared = np.flatnonzero(count > 1)
            whose = owner.take(shared)
            places[:, k] = self._by_event(whose)
            tied[:, k] = self._by_event(whose, count.take(shared))
        return places.ravel(), tied.ravel()

    def _slots(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return a number for each place of each event, (V, P), and the event of each number."""
        size = np.bincount(self.event, minlength=len(self.events))
        if (self.place <= size[self.event]).all():
            return (np.cumsum(size) - size)[self.event] + self.place - 1, np.repeat(
                np.arange(len(size)), size
            )
        span = int(self.place.max()) + 1  # of some players only: places are higher than their number
        key, slot = np.unique(self.event * span + self.place, return_inverse=True)
        return slot.reshape(self.place.shape), key // span

    def winners(self) -> Any:
        """Return the starting numbers on place 1, by event and variant, as text, (E * V,)."""
        variant, who = divmod(np.flatnonzero(self.place == 1), self.place.shape[1] or 1)
        cell = self.event[who] * len(self.names) + variant
        order = np.argsort(cell, kind="stable")
        starts = np.searchsorted(cell[order], np.arange(len(self.events) * len(self.names) + 1))
        numbers = pa.array(self.player[who[order]]).cast(pa.string())
        lists = pa.ListArray.from_arrays(pa.array(starts, type=pa.int32()), numbers)
        return pd.array(pc.binary_join(lists, ", ").to_pandas(), dtype="str")

    def tau(self, i: int, j: int, classes: NDArray[np.int64] | None = None) -> NDArray[np.float64]:
        """Return Kendall's tau-b of two variants for each event, (E,)."""
        within = None if classes is None else classes[i] * (int(classes.max(initial=0)) + 1) + classes[j]
        return tau_b(self.event, self.place[i], self.place[j], len(self.events), within)

    def classes(self, table: Table, criterion: str) -> NDArray[np.int64]:
        """Return a number for each different value of a criterion, (V, P).

        Raises
        ------
        DataError
            There is no such criterion, or a variant does not have it.
        """
        criteria, lists = table.attrs["criteria"], table.attrs["lists"]
        if criterion not in criteria:
            raise DataError(
                message("", f"no criterion {criterion!r}", remedy=nearest(str(criterion), criteria))
            )
        lacking = [name for name in self.names if criterion not in lists[name]]
        if lacking:
            found = f"variant {lacking[0]!r} has no {criterion}"
            raise DataError(message("", found, "a criterion that all variants have"))
        values = table[criterion].to_numpy()[self.order]
        return np.unique(values, return_inverse=True)[1].reshape(len(self.names), -1)
