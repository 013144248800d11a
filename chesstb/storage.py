"""Tables as Parquet files, one file a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from chesstb.errors import DataError, message
from chesstb.schema import TABLES, empty

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

MARK = b"chesstb"
"""Key in a file's metadata that says: written by this package, checked when it came in."""


def save(tables: dict[str, pd.DataFrame], folder: Path) -> None:
    """Write every table; each file is complete before it gets its name."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, table in tables.items():
        arrow = pa.Table.from_pandas(table, preserve_index=False)
        arrow = arrow.replace_schema_metadata({**(arrow.schema.metadata or {}), MARK: b"1"})
        aside = folder / f".{name}.parquet.part"
        pq.write_table(arrow, aside, compression="zstd")
        aside.replace(folder / f"{name}.parquet")


def load(folder: Path) -> tuple[dict[str, pd.DataFrame], bool]:
    """Read every table there is, and say whether this package wrote all of them."""
    if not (folder / "results.parquet").is_file():
        found = "no file results.parquet in this folder"
        raise DataError(message(str(folder), found, "a folder that History.save wrote"))
    tables, trusted = {}, True
    for name in TABLES:
        path = folder / f"{name}.parquet"
        if not path.is_file():
            tables[name], trusted = empty(name), trusted and name not in ("tournaments", "players")
            continue
        arrow = pq.read_table(path)
        trusted = trusted and MARK in (arrow.schema.metadata or {})
        tables[name] = arrow.to_pandas()
    return tables, trusted
