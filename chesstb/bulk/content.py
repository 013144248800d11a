"""What an event consists of as one number: the same event in two files has the same, whatever its key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from chesstb import schema
from chesstb.joining import events_of_rows

if TYPE_CHECKING:
    from chesstb.tables import History

Words = NDArray[np.uint64]

ASIDE: Final = ("tournament", "source")
"""Columns that say what an event is called and where it was found."""

LOOKED_AT: Final = ("tournaments", "players", "results", "published")


def contents(history: History) -> list[str]:
    """Return 128 bits of each event, as text: equal for events with the same rows.

    The key, the source, repairs and records are no part of it. The order of published rows is none
    either.
    """
    events = events_of_rows(history)
    sums = np.zeros((2, len(history)), dtype=np.uint64)
    for number, name in enumerate(LOOKED_AT):
        rows = _rows(getattr(history, name), name, number)
        for side in range(2):
            np.add.at(sums[side], events[name], _mixed(rows + np.uint64(side)))
    return [f"{a:016x}{b:016x}" for a, b in zip(*sums.tolist(), strict=True)]


def _rows(table: pd.DataFrame, name: str, number: int) -> Words:
    """Return a number for each row; where a column of the History is empty it adds nothing of its own."""
    rows = np.full(len(table), number + 1, dtype=np.uint64)
    columns = [c for c in schema.TABLES[name] if c not in ASIDE]
    own = sorted(set(map(str, table.columns)) - set(schema.TABLES[name]))
    for column in columns + own:
        rows = _mixed(rows * np.uint64(0x9E3779B97F4A7C15) + _hashed(table[column]))
    return rows


def _hashed(values: pd.Series[Any]) -> Words:
    """Return a number for each value of a column."""
    if isinstance(values.dtype, pd.CategoricalDtype):
        codes: NDArray[Any] = values.cat.codes.to_numpy()
    elif pd.api.types.is_bool_dtype(values.dtype) or pd.api.types.is_datetime64_any_dtype(values.dtype):
        codes = values.to_numpy()
    elif pd.api.types.is_numeric_dtype(values.dtype):
        codes = values.to_numpy(dtype=np.float64, na_value=np.nan)
        codes = np.where(np.isnan(codes), -1.5e300, codes + 0.0)  # one zero, one NaN
    else:
        numbers, different = pd.factorize(values)
        words = pd.util.hash_array(np.append(np.asarray(different, dtype=object).astype(str), ""))
        return np.asarray(words[numbers], dtype=np.uint64)
    bits = codes.view(np.uint64) if codes.dtype.itemsize == 8 else codes.astype(np.int64).view(np.uint64)
    return _mixed(bits)


def _mixed(words: Words) -> Words:
    """Return numbers in which every bit depends on every bit (the finish of splitmix64)."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(words ^ (words >> np.uint64(31)), dtype=np.uint64)
