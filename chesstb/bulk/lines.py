"""Rows of standings in their order, written batch by batch of events."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

if TYPE_CHECKING:
    from chesstb.contribution import Values
    from chesstb.grid import Grid


class Lines:
    """Places, players and values of P players under V versions, in the order of standings.

    They are written batch after batch, and lined up by event once all are there.

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
        self.row = np.zeros(shape[1], dtype=np.int64)
        self.here = slice(0, 0)

    def open(self, grid: Grid) -> None:
        """Make room for a Grid: the rows of an event are those of its players, in another order."""
        self.here = slice(self.here.stop, self.here.stop + len(grid.row))
        self.row[self.here] = grid.row

    def write(self, number: int, grid: Grid, order: Any, place: Any, values: dict[str, Values]) -> None:
        """Write what a version says of the Grid: places in order, values by player."""
        self.place[number, self.here] = place
        # every row is one: the mode that copies least changes none
        grid.player.take(order, out=self.player[number, self.here], mode="clip")
        for name, column in self.values.items():
            mine = values.get(name)  # None: these events do not ask for it
            if mine is None:
                column[number, self.here] = np.nan
            else:
                mine.shown.take(order, out=column[number, self.here], mode="clip")
            if mine is None or mine.defined is not None:
                self.undefined.add(name)

    def columns(self, kept: Any) -> dict[str, Any]:
        """Return the columns as Arrow arrays, of the rows that are kept; null where there is no value.

        They can be had once: a column is lined up in the memory of the one before, new memory being slow.
        """
        ints = {"place": self.place, "player": self.player}
        found = {
            name: pa.array(column.take(self._line, axis=1).ravel()[kept]) for name, column in ints.items()
        }
        spare = np.empty(self.place.shape)
        for name in list(self.values):
            column = self.values.pop(name)
            lined_up, spare = column.take(self._line, axis=1, out=spare, mode="clip"), column
            values = lined_up.ravel()[kept]
            found[name] = pa.array(values, mask=np.isnan(values) if name in self.undefined else None)
        return found

    @cached_property
    def _line(self) -> Any:
        """Where each row's line was written, (P,); of rows without one, which are not kept, any."""
        line = np.zeros(len(self.row), dtype=np.int64)
        line[self.row[: self.here.stop]] = np.arange(self.here.stop)
        return line
