"""What is found on the way in: mistakes, repairs, and merely what is not silent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from chesstb import schema
from chesstb.errors import DataError, message
from chesstb.schema import NOTHING

if TYPE_CHECKING:
    from chesstb.rows import Rows
    from chesstb.schema import Columns

Bools = NDArray[np.bool_]
Values = Callable[[], Any] | Any
"""A column, the function that makes it (if anything is to be noted), or one text for all rows."""


@dataclass(frozen=True)
class Remark:
    """What is said of the rows concerned: the column, what was found, what was taken for it, and why."""

    column: str
    found: Values
    taken: Values
    why: str

    def columns(self, where: Bools) -> Columns:
        """Return it for the rows concerned, as columns of ``repairs``."""
        size = int(where.sum())
        return {
            "column": np.full(size, self.column, dtype=object),
            "found": _picked(self.found, where),
            "taken": _picked(self.taken, where),
            "why": np.full(size, self.why, dtype=object),
        }


class Found:
    """What was found wrong so far (an error in the end), and what is merely to be said."""

    def __init__(self, events: list[str], *, repair: bool, places: pd.DataFrame | None = None) -> None:
        self.events = np.array(events, dtype=object)
        self.repair = repair
        self.places = places
        self.wrong: list[Columns] = []
        self.said: list[Columns] = []

    def add(self, where: Bools, remark: Remark, rows: Rows | None = None) -> None:
        """Remark something that is an error unless repairs are asked for."""
        if where.any():
            self.wrong.append(self._noted(where, remark, rows))

    def say(self, where: Bools, remark: Remark, rows: Rows | None = None) -> None:
        """Remark something that is no error, but is not silent either."""
        if where.any():
            self.said.append(self._noted(where, remark, rows))

    def say_events(self, where: Bools, remark: Remark) -> None:
        """Remark something of whole events."""
        if where.any():
            noted = remark.columns(where) | {"tournament": self.events[where]}
            self.said.append(self._placed(noted, np.full(int(where.sum()), NOTHING)))

    def add_other(self, table: str, where: Bools, remark: Remark) -> None:
        """Remark a mistake in another table than the results."""
        row = np.flatnonzero(where)
        if len(row):
            self.wrong.append(
                remark.columns(where) | {"file": np.full(len(row), table, dtype=object), "line": row}
            )

    def _noted(self, where: Bools, remark: Remark, rows: Rows | None) -> Columns:
        noted = remark.columns(where)
        if rows is None:
            return self._placed(noted, np.flatnonzero(where))
        noted["tournament"] = self.events[rows.event[where]]
        noted["player"], noted["round"] = rows.player[where], rows.round[where]
        return self._placed(noted, rows.row[where])

    def _placed(self, noted: Columns, row: NDArray[np.int64]) -> Columns:
        """Say where in its source each row stands: file, line and column, or its number in the table."""
        unknown = row == NOTHING
        if self.places is None or not len(self.places):
            noted["file"] = np.full(len(row), "results", dtype=object)
            noted["line"] = schema.nullable(np.where(unknown, 0, row), unknown, "Int64")
            return noted
        places = self.places.iloc[np.where(unknown, 0, row)]
        noted["file"] = places["file"].astype("str").to_numpy(dtype=object)
        lineless = unknown | places["line"].isna().to_numpy()  # a place in a binary file is an offset
        line = places["line"].to_numpy(dtype="int64", na_value=0)
        noted["line"] = schema.nullable(np.where(lineless, 0, line), lineless, "Int64")
        columns = places["column"].astype("str").to_numpy(dtype=object)
        noted["column"] = np.where(unknown, noted["column"], columns)
        return noted

    def settle(self) -> None:
        """Raise everything that is wrong, unless it is to be repaired."""
        if not self.wrong or self.repair:
            return
        problems = _joined(self.wrong)
        first = problems.iloc[0]
        unit = "row" if first["file"] in schema.TABLES else "line"
        where = f"{first['file']}, {unit} {first['line']}, column {first['column']}"
        if pd.isna(first["line"]):
            where = f"{first['file']}, {first['column']}"
        if pd.notna(first["player"]):
            where += f" (event {first['tournament']!r}, player {first['player']}, round {first['round']})"
        more = f" ({len(problems)} problems in all: error.problems lists them)" if len(problems) > 1 else ""
        found = f"{first['found']!r}: {first['why']}{more}"
        remedy = 'To load the rows all the same, repaired and reported, use errors="repair".'
        raise DataError(message(where, found, remedy=remedy), problems)

    def table(self, before: Columns) -> pd.DataFrame:
        """Return all notes as rows of ``repairs``, after those that came with the source."""
        notes = self.said + (self.wrong if self.repair else [])
        if "tournament" in before:
            codes, keys = schema.key_codes(before["tournament"])
            before = before | {"tournament": np.array([*keys, None], dtype=object)[codes]}
        return _joined([before, *notes] if schema.size(before) else notes)


def _picked(value: Values, where: Bools) -> Any:
    if callable(value):
        value = value()
    if isinstance(value, str):
        return np.full(int(where.sum()), value, dtype=object)
    return np.array([None if v is None or v is pd.NA else str(v) for v in value[where]], dtype=object)


def _joined(notes: list[Columns]) -> pd.DataFrame:
    keys = pd.CategoricalDtype([])
    if not notes:
        return schema.empty("repairs")
    tables = [schema.finish(remark, "repairs", keys) for remark in notes]
    return tables[0] if len(tables) == 1 else pd.concat(tables, ignore_index=True)
