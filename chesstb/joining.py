"""Rows of several events taken apart and put together, for the tables of a History."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from chesstb import schema

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.tables import History


def fresh_names(keys: list[str], seen: dict[str, int]) -> dict[str, str]:
    """Return a name for each key that was not seen yet; ``seen`` holds the next number to try for each."""
    names: dict[str, str] = {}
    for key in keys:
        name = key
        while name in seen:
            name, seen[key] = f"{key} ({seen[key]})", seen[key] + 1
        names[key] = name
        seen[name] = 2
    return names


def events_of_rows(history: History) -> dict[str, NDArray[np.int64]]:
    """Return the number of the event of each row of each table, -1 for none."""
    found = {}
    for name, columns in schema.TABLES.items():
        column = getattr(history, name)["tournament"]
        if columns["tournament"] == "key" and isinstance(column.dtype, pd.CategoricalDtype):
            found[name] = column.cat.codes.to_numpy().astype(np.int64)
        else:
            found[name] = pd.Index(history.events, dtype="str").get_indexer(column).astype(np.int64)
    return found


def part_of(
    table: pd.DataFrame, name: str, rows: NDArray[np.int64], event: NDArray[np.int64], keys: Any
) -> pd.DataFrame:
    """Return some rows of a table; ``event`` counts their events among the new keys."""
    if not len(rows) and list(table.columns) == list(schema.TABLES[name]):
        return schema.empty(name, keys)
    part = table.iloc[rows].reset_index(drop=True)
    if schema.TABLES[name]["tournament"] == "key":
        part["tournament"] = pd.Categorical.from_codes(event, dtype=keys)
    return part


def joined(parts: list[History], name: str, keys: pd.CategoricalDtype[Any]) -> pd.DataFrame:
    """Return the same table of several Histories as one; their keys follow each other in ``keys``."""
    first = np.cumsum([0, *(len(part) for part in parts)])
    tables = [(getattr(part, name), number) for part, number in zip(parts, first, strict=False)]
    filled = [(table, number) for table, number in tables if len(table)]
    if not filled:
        return schema.empty(name, keys)
    keyed = schema.TABLES[name]["tournament"] == "key"
    plain = [table.drop(columns="tournament") if keyed else table for table, _ in filled]
    whole = pd.concat(plain, ignore_index=True)
    if keyed:
        codes = [
            table["tournament"].cat.codes.to_numpy().astype(np.int64) + number for table, number in filled
        ]
        whole["tournament"] = pd.Categorical.from_codes(np.concatenate(codes), dtype=keys)
    return schema.finish(whole, name, keys)
