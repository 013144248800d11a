"""Rows of standings in their order, written batch by batch of events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from chesstb import compiled

if TYPE_CHECKING:
    from chesstb.contribution import Values
    from chesstb.grid import Grid


class Lines:
    """Places, players and values of P players under V versions, by version, event and place.

    The rows of an event are those of its players, in another order; so whatever is known of a batch is
    written where it stays.

    Parameters
    ----------
    shape : tuple of int
        V and P.
    names : list of str
        Columns of values.
    """

    def __init__(self, shape: tuple[int, int], names: list[str]) -> None:
        self.place, self.player = (np.zeros(shape, dtype=np.int32) for _ in range(2))
        self.values = {name: np.empty(shape) for name in names}
        self.undefined: set[str] = set()
        """Columns that have no value somewhere."""

    def write(self, number: int, grid: Grid, order: Any, place: Any, values: dict[str, Values]) -> None:
        """Write what a version says of a Grid's events: places in order, values by player."""
        self.place[number][grid.row] = place
        self.player[number][grid.row] = grid.player.take(order)
        loops = compiled.in_use()
        for name, column in self.values.items():
            mine = values.get(name)  # None: these events do not ask for it
            if mine is not None and loops is not None:
                loops.put(column[number], grid.row, order, mine.number, mine.scale, mine.defined)
            else:
                column[number][grid.row] = np.nan if mine is None else mine.shown.take(order)
            if mine is None or mine.defined is not None:
                self.undefined.add(name)

    def columns(self, kept: Any, names: list[str]) -> dict[str, Any]:
        """Return the columns as Arrow arrays, of the rows that are kept; null where there is no value."""
        found = {"place": pa.array(self.place.ravel()[kept]), "player": pa.array(self.player.ravel()[kept])}
        nothing = np.full(self.place.shape, np.nan)
        for name in names:
            column = self.values.get(name, nothing).ravel()[kept]
            missing = np.isnan(column) if name in self.undefined or name not in self.values else None
            found[name] = pa.array(column, mask=missing)
        return found
