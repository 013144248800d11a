"""The columns and dtypes of the tables of a History, and how raw columns are brought to them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pandas as pd
import pyarrow as pa

from chesstb.errors import DataError, message
from chesstb.outcomes import CODES, PAYMENTS

SYSTEMS: Final = (
    "swiss", "round-robin", "double-round-robin", "match", "team-swiss", "team-round-robin", "unknown",
)  # fmt: skip
"""Kinds of event. ``unknown`` is read as a Swiss."""

COLOUR: Final = pd.CategoricalDtype(["w", "b"])
OUTCOME: Final = pd.CategoricalDtype(list(CODES))

TABLES: Final[dict[str, dict[str, Any]]] = {
    "tournaments": {
        "tournament": "str", "name": "str", "place": "str", "federation": "str",
        "start": "datetime64[s]", "end": "datetime64[s]", "system": "str", "rounds": "Int16",
        **dict.fromkeys(PAYMENTS, "float64"),
        "by": "str", "rules": "str", "source": "str",
    },
    "players": {
        "tournament": "key", "player": "int32", "name": "str", "title": "str", "sex": "str",
        "federation": "str", "rating": "Int32", "fide_id": "str", "birth": "str", "team": "str",
        "adjustment": "float64",
    },
    "results": {
        "tournament": "key", "player": "int32", "round": "int16", "opponent": "Int32",
        "colour": COLOUR, "outcome": OUTCOME, "points": "float64", "decision": "bool",
    },
    "published": {
        "tournament": "key", "player": "int32", "column": "str", "criterion": "str", "value": "float64",
    },
    "repairs": {
        "file": "str", "line": "Int64", "column": "str", "found": "str", "taken": "str", "why": "str",
        "tournament": "str", "player": "Int32", "round": "Int16",
    },
    "records": {"tournament": "key", "record": "str", "text": "str"},
}  # fmt: skip
"""Table to column to dtype; ``key`` is a categorical of the tournaments, in their order."""


def empty(table: str) -> pd.DataFrame:
    """Return the table without rows, its key column as plain text."""
    kinds = {c: ("str" if t == "key" else t) for c, t in TABLES[table].items()}
    return pd.DataFrame({c: pd.Series([], dtype=t) for c, t in kinds.items()})


def as_frame(table: Any, name: str) -> pd.DataFrame:
    """Return a DataFrame of any table: pandas, Arrow, whatever exports Arrow, or columns by name."""
    if table is None:
        return pd.DataFrame()
    if isinstance(table, pd.DataFrame):
        return table.reset_index(drop=True)
    if hasattr(table, "__arrow_c_stream__"):
        return pa.table(table).to_pandas()
    try:
        return pd.DataFrame(table)
    except (ValueError, TypeError) as error:
        found = f"a {type(table).__name__} is no table ({error})"
        expected = "a DataFrame, an Arrow table, or a mapping of columns"
        raise DataError(message(name, found, expected)) from error


def whole(frame: pd.DataFrame, column: str, table: str, *, low: int, high: int) -> pd.Series[Any]:
    """Return a column as nullable whole numbers, or say which row holds something else."""
    raw = frame[column]
    numbers = pd.to_numeric(raw, errors="coerce").astype("Float64")
    wrong = (numbers.isna() & raw.notna() & (raw.astype("str").str.strip() != "")) | (
        numbers.notna() & ((numbers != np.floor(numbers)) | (numbers < low) | (numbers > high))
    )
    if wrong.any():
        row = int(np.flatnonzero(wrong.to_numpy(dtype=bool))[0])
        place = f"{table}, row {row}, column {column!r}"
        found = f"{str(raw.iloc[row])!r} is no whole number between {low} and {high}"
        remedy = "Players are known by their starting numbers." if high > 40_000 else ""
        raise DataError(message(place, found, remedy=remedy))
    return numbers.astype("Int64")


def number(frame: pd.DataFrame, column: str, table: str) -> pd.Series[Any]:
    """Return a column as floats with NaN for nothing, or say which row holds something else."""
    raw = frame[column]
    if not pd.api.types.is_numeric_dtype(raw):
        raw = raw.astype("str").str.strip().str.replace(",", ".").str.replace("½", ".5")
        raw = raw.mask(raw == "")
    numbers = pd.to_numeric(raw, errors="coerce").astype("float64")
    wrong = (numbers.isna() & raw.notna()) | np.isinf(numbers)
    if wrong.any():
        row = int(np.flatnonzero(wrong.to_numpy(dtype=bool))[0])
        place = f"{table}, row {row}, column {column!r}"
        raise DataError(message(place, f"{frame[column].iloc[row]!r} is no number"))
    return numbers


def text(column: pd.Series[Any]) -> pd.Series[Any]:
    """Return a column as text with nothing for nothing, never the word 'nan'."""
    done = column.astype("str")
    return done.mask(column.isna() | (done.str.strip() == ""))


def finish(frame: pd.DataFrame, table: str, keys: pd.CategoricalDtype) -> pd.DataFrame:
    """Give a table its columns in order and its dtypes; columns of the user's own come last."""
    kinds = {c: (keys if t == "key" else t) for c, t in TABLES[table].items()}
    done = {}
    for column, kind in kinds.items():
        if column not in frame:
            done[column] = pd.Series(_nothing(kind, len(frame)), index=frame.index)
        elif frame[column].dtype == kind:
            done[column] = frame[column]
        else:
            done[column] = text(frame[column]) if kind == "str" else frame[column].astype(kind)
    for column in frame.columns.difference(list(kinds), sort=False):
        done[column] = frame[column]
    return pd.DataFrame(done).reset_index(drop=True)


def _nothing(kind: Any, rows: int) -> Any:
    """Return an empty column: nulls where the dtype has them, else zero."""
    if kind in ("float64", "bool", "int32", "int16"):
        return np.zeros(rows, dtype=kind)
    return pd.array([None] * rows, dtype=kind)
