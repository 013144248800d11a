"""The columns and dtypes of the tables of a History, and how raw columns are brought to them.

Inside the border a table is a plain dictionary of arrays (`Columns`): a DataFrame costs more to make
than a small event costs to check.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd
import pyarrow as pa

from chesstb.errors import DataError, message
from chesstb.outcomes import CODES, PAYMENTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

Columns = dict[str, Any]
"""Name to array (NumPy or pandas), all of the same length."""

SYSTEMS: Final = (
    "swiss", "round-robin", "double-round-robin", "match", "team-swiss", "team-round-robin", "unknown",
)  # fmt: skip
"""Kinds of event. ``unknown`` is read as a Swiss."""

NOTHING: Final = -1
"""Stands for no opponent, no colour, no row in the source among whole numbers of the border."""

MOST_RATING: Final = 4000
"""No rating is above this."""

MANIFEST: Final = "chesstb.json"
"""Says of a folder: written by this package from checked tables, and the digest of each file."""

COLOUR: Final = pd.CategoricalDtype(["w", "b"])
OUTCOME: Final = pd.CategoricalDtype(list(CODES))
TEXT: Final = pd.StringDtype(na_value=np.nan)

A_TABLE: Final = "a DataFrame, an Arrow table or record batch, or a mapping of columns"

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
        "adjustment": "float64", "excluded": "bool",
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

_DTYPES: Final[dict[str, Any]] = {
    "str": TEXT,
    "Int16": pd.Int16Dtype(), "Int32": pd.Int32Dtype(), "Int64": pd.Int64Dtype(),
    "float64": np.dtype("float64"), "bool": np.dtype("bool"), "int32": np.dtype("int32"),
    "int16": np.dtype("int16"), "datetime64[s]": np.dtype("datetime64[s]"),
}  # fmt: skip


def _empty(table: str) -> pd.DataFrame:
    kinds = {column: _DTYPES["str" if kind == "key" else kind] if isinstance(kind, str) else kind
             for column, kind in TABLES[table].items()}  # fmt: skip
    return pd.DataFrame({column: pd.Series([], dtype=kind) for column, kind in kinds.items()})


_EMPTY: Final = {table: _empty(table) for table in TABLES}


def empty(table: str, keys: Any = None) -> pd.DataFrame:
    """Return the table without rows; its key column is plain text unless keys are given."""
    frame = _EMPTY[table].copy(deep=False)
    if keys is not None and TABLES[table]["tournament"] == "key":
        frame["tournament"] = pd.Categorical.from_codes([], dtype=keys)
    return frame


# ---------------------------------------------------------------- tables as dictionaries of arrays


def columns_of(table: Any, name: str) -> Columns:
    """Return the columns of any table: pandas, Arrow, whatever exports Arrow, or columns by name."""
    if table is None:
        return {}
    if isinstance(table, dict) and _are_arrays(list(table.values())):
        return {column: values.copy() for column, values in table.items()}
    if not isinstance(table, pd.DataFrame):
        table = _as_frame(table, name)
    if not table.columns.is_unique:
        twice = table.columns[table.columns.duplicated()][0]
        raise DataError(message(name, f"two columns {twice!r}", "one"))
    return {str(column): _array(values) for column, values in table.items()}


def _are_arrays(values: list[Any]) -> bool:
    arrays = all(
        isinstance(v, (np.ndarray, pd.api.extensions.ExtensionArray)) and v.ndim == 1 for v in values
    )
    return arrays and len({len(v) for v in values}) <= 1


def _as_frame(table: Any, name: str) -> pd.DataFrame:
    what = f"a {type(table).__name__} is no table"
    if isinstance(table, (str, bytes, PurePath)):
        raise DataError(message(name, what, A_TABLE, "Files are read by chesstb.read."))
    if isinstance(table, (pd.Series, pd.Index)):
        raise DataError(message(name, what, A_TABLE))
    try:
        if hasattr(table, "__arrow_c_stream__"):
            return _from_arrow(pa.table(table))
        if hasattr(table, "__arrow_c_array__"):
            return _from_arrow(pa.table(pa.record_batch(table)))
        return pd.DataFrame(table)
    except (ValueError, TypeError, pa.ArrowException) as error:
        raise DataError(message(name, f"{what} ({error})", A_TABLE)) from error


def _from_arrow(table: Any) -> pd.DataFrame:
    frame: pd.DataFrame = table.to_pandas()
    return frame


def _array(values: pd.Series[Any]) -> Any:
    """Return a copy of the array of a column, so that later changes of the source do not reach it."""
    return values.to_numpy(copy=True) if isinstance(values.dtype, np.dtype) else values.array.copy()


def size(columns: Columns) -> int:
    """Return the number of rows."""
    return len(next(iter(columns.values()))) if columns else 0


def as_series(values: Any) -> pd.Series[Any]:
    """Return an array as a Series, for the rarer operations."""
    return pd.Series(values, copy=False)


# ---------------------------------------------------------------- columns


def whole(
    columns: Columns, column: str, table: str, *, low: int, high: int
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return a column as whole numbers (0 for nothing) and where there is nothing, or say what is wrong."""
    raw = columns[column]
    if isinstance(raw, np.ndarray) and raw.dtype.kind in "iu":
        found, missing = raw.astype(np.int64), np.zeros(len(raw), dtype=bool)
        wrong = (raw < low) | (raw > high)
    elif isinstance(raw, pd.arrays.IntegerArray):
        found, missing = raw.to_numpy(dtype=np.int64, na_value=0), np.asarray(raw.isna())
        wrong = ~missing & ((found < low) | (found > high))
    else:
        found, missing, wrong = _whole_of_anything(as_series(raw), low, high)
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        place = f"{table}, row {row}, column {column!r}"
        what = f"{str(raw[row])!r} is no whole number between {low} and {high}"
        remedy = "Players are known by their starting numbers." if high > 40_000 else ""
        raise DataError(message(place, what, remedy=remedy))
    return found, missing


def _whole_of_anything(
    raw: pd.Series[Any], low: int, high: int
) -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.bool_]]:
    floats = _floats(raw)
    nothing = np.isnan(floats)
    blank = raw.isna().to_numpy(dtype=bool)
    if nothing.any():
        blank = blank | (raw.astype("str").str.strip() == "").to_numpy(dtype=bool)
    with np.errstate(invalid="ignore"):
        wrong = np.where(nothing, ~blank, (floats != np.floor(floats)) | (floats < low) | (floats > high))
    return np.where(nothing | wrong, 0, floats).astype(np.int64), nothing, wrong


MOST_POINTS: Final = 100_000
"""Points beyond these are a mistake, and sums of products of them would not be exact."""


def number(columns: Columns, column: str, table: str) -> NDArray[np.float64]:
    """Return a column as floats with NaN for nothing, or say which row holds something else."""
    numbers, wrong = numbers_of(columns[column])
    wrong = wrong | (np.abs(np.nan_to_num(numbers)) > MOST_POINTS)
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        raw = columns[column][row]
        what = f"{repr(raw) if isinstance(raw, str) else raw} is no number of points"
        expected = f"a number, at most {MOST_POINTS}"
        raise DataError(message(f"{table}, row {row}, column {column!r}", what, expected))
    return numbers


def flags(columns: Columns, column: str, table: str) -> NDArray[np.bool_]:
    """Return a column of yes and no (nothing: no), or say which row holds something else."""
    raw = columns[column]
    if isinstance(raw, np.ndarray) and raw.dtype == object:  # yes and no with nothing between them
        said = pd.Series(raw)
        known = said.map({True: 1.0, False: 0.0})
        raw = known.astype(object).where(known.notna(), said).to_numpy()
    numbers, wrong = numbers_of(raw)
    wrong = wrong | ~np.isin(np.nan_to_num(numbers), (0, 1))
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        place = f"{table}, row {row}, column {column!r}"
        raise DataError(message(place, repr(columns[column][row]), "True or False"))
    found: NDArray[np.bool_] = np.nan_to_num(numbers) == 1
    return found


def numbers_of(raw: Any) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return a column as floats with NaN for nothing, and where it holds something else."""
    if isinstance(raw, np.ndarray) and raw.dtype.kind in "iufb":
        numbers = raw.astype(np.float64)
        return numbers, np.isinf(numbers)
    series = as_series(raw)
    if not pd.api.types.is_numeric_dtype(series):
        series = series.astype("str").str.strip().str.replace(",", ".").str.replace("½", ".5")
        series = series.mask(series == "")
    numbers = _floats(series)
    return numbers, (np.isnan(numbers) & series.notna().to_numpy(dtype=bool)) | np.isinf(numbers)


def _floats(series: pd.Series[Any]) -> NDArray[np.float64]:
    """Return a Series as floats, NaN for what is none."""
    try:
        numbers = pd.to_numeric(series, errors="coerce")
    except OverflowError:  # a whole number of hundreds of digits
        numbers = pd.to_numeric(series.astype("str"), errors="coerce")
    return numbers.to_numpy(dtype="float64", na_value=np.nan)


def text(values: Any) -> Any:
    """Return a column as text with nothing for nothing, never the word 'nan'."""
    if isinstance(values, np.ndarray) and values.dtype == object:
        try:
            filled = [None if value.__class__ is str and not value.strip() else value for value in values]
            arrow = pa.array(filled, type=pa.large_string(), from_pandas=True)
        except (pa.ArrowException, TypeError, ValueError):
            pass  # not all of it is text
        else:
            return _texts(arrow)
    series = as_series(values)
    done = series.astype("str")
    return done.mask(series.isna() | (done.str.strip() == "")).array


def _texts(arrow: Any) -> Any:
    """Return Arrow text as the array that a column of text has."""
    return pd.arrays.ArrowStringArray(arrow, dtype=TEXT)  # type: ignore[call-arg]


def key_codes(values: Any) -> tuple[NDArray[np.int64], list[str]]:
    """Return a column of keys as numbers, and the keys that they stand for; -1 for no key.

    Blanks around a key are no part of it, and a whole number is the same key whatever its type.
    """
    if isinstance(values, pd.Categorical):
        codes, keys = values.codes, [_key(key) for key in values.categories]
    else:
        codes, different = pd.factorize(as_series(values))
        keys = [_key(key) for key in different]
    if "" in keys:
        codes = np.array([-1 if key == "" else n for n, key in enumerate(keys)] + [-1])[codes]
    return codes.astype(np.int64), keys


def _key(key: Any) -> str:
    if isinstance(key, (float, np.floating)) and float(key).is_integer():
        key = int(key)
    return str(key).strip()


_ISO: Final = re.compile(r"(\d{4})([-/])(\d\d?)\2(\d\d?)(?:[T ]\d\d:\d\d.*)?")


def dates(values: Any) -> tuple[NDArray[np.datetime64], NDArray[np.bool_]]:
    """Return a column as dates, and where it holds something that is neither a date nor nothing.

    Dates are those of any date type, and text that begins with the year: YYYY-MM-DD or YYYY/MM/DD.
    """
    if isinstance(values.dtype, pd.DatetimeTZDtype):
        values = as_series(values).dt.tz_localize(None).to_numpy()
    if isinstance(values.dtype, np.dtype) and values.dtype.kind == "M":
        return np.asarray(values, dtype="datetime64[s]"), np.zeros(len(values), dtype=bool)
    nothing = as_series(values).isna()
    read = [None if blank else _date(value) for value, blank in zip(values, nothing, strict=True)]
    found = np.array([None if value == "" else value for value in read], dtype="datetime64[s]")
    wrong = [value is None and not blank for value, blank in zip(read, nothing, strict=True)]
    return found, np.array(wrong, dtype=bool)


def _date(value: Any) -> Any:
    """Return the date that a value is, an empty text for an empty text, or None."""
    if isinstance(value, datetime):
        return value.replace(tzinfo=None)
    if isinstance(value, (date, np.datetime64)):
        return value
    if not isinstance(value, str):
        return None
    text = value.strip()
    found = _ISO.fullmatch(text)
    if not found:
        return None if text else ""
    try:
        return datetime(int(found[1]), int(found[3]), int(found[4]))  # noqa: DTZ001 - a day, no moment
    except ValueError:
        return None


def nullable(numbers: NDArray[Any], missing: NDArray[np.bool_], kind: str) -> Any:
    """Return whole numbers of which some are missing."""
    return pd.arrays.IntegerArray(numbers.astype(_DTYPES[kind].numpy_dtype), missing)


def is_exactly(values: Any, kind: Any) -> bool:
    """Say whether an array has a dtype; of a categorical, the categories in the same order too."""
    if values.dtype is kind:
        return True
    if not isinstance(kind, pd.CategoricalDtype):
        return bool(values.dtype == kind)
    return isinstance(values.dtype, pd.CategoricalDtype) and values.dtype.categories.equals(kind.categories)


def finish(columns: Columns | pd.DataFrame, table: str, keys: Any, *, bare: bool = False) -> pd.DataFrame:
    """Give a table its columns in order and its dtypes; columns of the user's own come last.

    Columns that are not there are filled with nothing; where asked, those of text are left out.
    """
    if isinstance(columns, pd.DataFrame):
        columns = columns_of(columns, table)
    rows = size(columns)
    if not rows and not columns.keys() - TABLES[table].keys():
        return empty(table, keys)
    kinds = {c: (keys if t == "key" else _DTYPES.get(t, t) if isinstance(t, str) else t)
             for c, t in TABLES[table].items()}  # fmt: skip
    done = {
        c: _finished(columns[c], kind) if c in columns else _nothing(kind, rows)
        for c, kind in kinds.items()
        if c in columns or not bare or kind is not TEXT
    }
    done |= {c: values for c, values in columns.items() if c not in kinds}
    return pd.DataFrame(done, copy=False)


def _finished(values: Any, kind: Any) -> Any:
    if is_exactly(values, kind):
        blank = np.asarray(values == "", dtype=bool) if kind is TEXT else np.zeros(0, dtype=bool)
        return text(values) if blank.any() else values
    if kind is TEXT:
        return text(values)
    return (
        as_series(values).astype(kind).array
        if not isinstance(kind, np.dtype)
        else as_series(values).to_numpy(kind)
    )


def _nothing(kind: Any, rows: int) -> Any:
    """Return an empty column: nulls where the dtype has them, else zero."""
    if kind is TEXT:
        return _texts(pa.nulls(rows, pa.large_string()))
    if isinstance(kind, np.dtype):
        return np.full(rows, "NaT", dtype=kind) if kind.kind == "M" else np.zeros(rows, dtype=kind)
    if isinstance(kind, pd.CategoricalDtype):
        return pd.Categorical.from_codes(np.full(rows, -1, dtype=np.int8), dtype=kind)
    return pd.array([None] * rows, dtype=kind)
