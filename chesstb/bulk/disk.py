"""The tables of a History as Arrow tables with small types, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd
import pyarrow as pa

from chesstb import schema
from chesstb.outcomes import PAYMENTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

KEY: Final = pa.dictionary(pa.int32(), pa.string())
CODE: Final = pa.dictionary(pa.int8(), pa.string())
TEXT: Final = pa.string()
DAY: Final = pa.timestamp("ms")

TYPES: Final[dict[str, dict[str, Any]]] = {
    "tournaments": {
        "tournament": TEXT, "name": TEXT, "place": TEXT, "federation": TEXT, "start": DAY, "end": DAY,
        "system": TEXT, "rounds": pa.int16(), **dict.fromkeys(PAYMENTS, pa.float64()),
        "by": TEXT, "rules": TEXT, "source": TEXT,
    },
    "players": {
        "tournament": KEY, "player": pa.int32(), "name": TEXT, "title": TEXT, "sex": TEXT,
        "federation": TEXT, "rating": pa.int16(), "fide_id": TEXT, "birth": TEXT, "team": TEXT,
        "adjustment": pa.float64(), "excluded": pa.bool_(),
    },
    "results": {
        "tournament": KEY, "player": pa.int32(), "round": pa.int16(), "opponent": pa.int32(),
        "colour": CODE, "outcome": CODE, "points": pa.float64(), "decision": pa.bool_(),
    },
    "published": {
        "tournament": KEY, "player": pa.int32(), "column": TEXT, "criterion": TEXT, "value": pa.float64(),
    },
    "repairs": {
        "file": TEXT, "line": pa.int64(), "column": TEXT, "found": TEXT, "taken": TEXT, "why": TEXT,
        "tournament": TEXT, "player": pa.int32(), "round": pa.int16(),
    },
    "records": {"tournament": KEY, "record": TEXT, "text": TEXT},
}  # fmt: skip
"""Table to column to type on disk."""


def to_arrow(table: pd.DataFrame, name: str) -> pa.Table:
    """Return a table of a History as it is stored; columns of the user's own come last, as they are."""
    columns = {}
    for column in table.columns:
        kind = TYPES[name].get(column)
        columns[str(column)] = pa.array(table[column], from_pandas=True) if kind is None else _stored(
            table[column], kind
        )  # fmt: skip
    return pa.table(columns)


def _stored(values: pd.Series[Any], kind: Any) -> Any:
    if not pa.types.is_dictionary(kind):
        return pa.array(values, type=kind, from_pandas=True)
    codes = values.cat.codes.to_numpy()
    numbers = pa.array(codes, type=kind.index_type, mask=codes < 0)
    return pa.DictionaryArray.from_arrays(
        numbers, pa.array(list(values.cat.categories), type=kind.value_type)
    )


def to_pandas(
    table: pa.Table, name: str, event: NDArray[np.int64] | None, keys: Any, *, bare: bool = False
) -> pd.DataFrame:
    """Return a stored table as that of a History; ``event`` is the event of each row, by number.

    Where asked, columns of text that are not there are left out.
    """
    columns: dict[str, Any] = {}
    for column in table.column_names:
        kind = schema.TABLES[name].get(column)
        values = table.column(column)
        columns[column] = _loaded(values, kind) if kind is not None else values.to_pandas()
    if event is not None:
        columns = {"tournament": pd.Categorical.from_codes(event, dtype=keys, validate=False)} | columns
    return schema.finish(columns, name, keys, bare=bare)


def _loaded(values: Any, kind: Any) -> Any:
    """Return a column with the dtype that it has in a History."""
    if isinstance(kind, pd.CategoricalDtype):
        return pd.Categorical.from_codes(_codes(values, kind), dtype=kind, validate=False)
    if kind in ("str", "key"):
        return pd.array(values.cast(pa.large_string()), dtype=schema.TEXT)
    if kind in ("Int16", "Int32", "Int64"):
        return schema.nullable(values.fill_null(1).to_numpy(), _missing(values), kind)
    if kind == "datetime64[s]":
        return values.cast(pa.timestamp("s")).to_numpy()
    return values.to_numpy().astype(kind, copy=False)


def _missing(values: Any) -> NDArray[np.bool_]:
    """Return where there is nothing."""
    if not values.null_count:
        return np.zeros(len(values), dtype=bool)
    if values.num_chunks > 1:
        found: NDArray[np.bool_] = values.is_null().to_numpy().astype(bool)
        return found
    whole = values.chunk(0)
    bits = np.frombuffer(whole.buffers()[0], dtype=np.uint8)
    there = np.unpackbits(bits, count=whole.offset + len(whole), bitorder="little")
    missing: NDArray[np.bool_] = there[whole.offset :] == 0
    return missing


def _codes(values: Any, kind: pd.CategoricalDtype[Any]) -> NDArray[np.int8]:
    """Return the numbers of codes, whatever the order of the dictionary on disk; -1 for nothing."""
    known = list(kind.categories)
    whole = values if pa.types.is_dictionary(values.type) else values.dictionary_encode()
    if not len(whole):
        return np.zeros(0, dtype=np.int8)
    whole = whole.unify_dictionaries().combine_chunks() if whole.num_chunks > 1 else whole.chunk(0)
    words = whole.dictionary.to_pylist()
    numbers: NDArray[np.int8] = whole.indices.fill_null(-1).to_numpy().astype(np.int8, copy=False)
    if words == known[: len(words)]:
        return numbers
    table = np.array([*(known.index(code) for code in words), -1], dtype=np.int8)
    return table.take(numbers)
