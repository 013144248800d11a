"""Parts of an archive: a few files that appear together, written by one process at a time."""

from __future__ import annotations

import os
import re
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from chesstb import schema
from chesstb.bulk.content import contents
from chesstb.bulk.disk import to_arrow, to_pandas
from chesstb.errors import DataError, FormatError, message
from chesstb.joining import events_of_rows, part_of
from chesstb.tables import History

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Options = Callable[[pa.Table], dict[str, Any]] | None

INDEX: Final = "index"
"""The dataset whose file comes last: a part is there once it has one."""

FILES: Final = "files"
"""The dataset of the files that were read into a part."""

PART_ROWS: Final = 1_000_000
"""Player-rounds that a part holds at least, if there are so many; an event is never cut."""

GROUP_ROWS: Final = 131_072
"""Rows of a row group."""

NEVER_RANKED: Final = ("decision", "name", "place", "federation", "source")
"""Columns that standings are not made of; nor are any others of players that are text."""

COUNTED: Final = ("players", "results", "published", "records")
"""Tables whose rows the index counts, event by event."""

INDEX_TYPES: Final = pa.schema(
    [("tournament", pa.string()), ("content", pa.string()), *((name, pa.int32()) for name in COUNTED)]
)

_NAME: Final = re.compile(r"part-(\d{8})\.parquet")


def file_of(folder: Path, dataset: str, number: int) -> Path:
    """Return where a dataset has the rows of a part."""
    return folder / dataset / f"part-{number:08d}.parquet"


def numbers_in(folder: Path, dataset: str = INDEX) -> list[int]:
    """Return the numbers of the parts that a dataset has, in order."""
    try:
        names = [path.name for path in (folder / dataset).iterdir()]
    except FileNotFoundError:
        return []
    return sorted(int(found[1]) for found in map(_NAME.fullmatch, names) if found)


def write_together(
    folder: Path, number: int, tables: dict[str, pa.Table], *, options: Options = None
) -> None:
    """Write a file of each dataset aside, then rename them; the last one says that all are there.

    ``options`` says of a table how it is written otherwise than usual, in the words of
    `pyarrow.parquet.write_table`.
    """
    aside = {}
    for dataset, table in tables.items():
        path = file_of(folder, dataset, number)
        path.parent.mkdir(parents=True, exist_ok=True)
        aside[path] = path.with_name(f".{path.name}.{os.getpid()}")
        pq.write_table(
            table, aside[path], compression="zstd", row_group_size=GROUP_ROWS, write_batch_size=GROUP_ROWS,
            **(options(table) if options else {}),
        )  # fmt: skip
    for path, written in aside.items():
        written.replace(path)


@contextmanager
def one_writer(folder: Path) -> Iterator[None]:
    """Wait until no other process writes to an archive, and keep others from it meanwhile.

    What a process that was killed left behind is removed.
    """
    with (folder / ".lock").open("a") as lock:
        try:
            import fcntl  # noqa: PLC0415 - there is none on Windows
        except ImportError:  # pragma: no cover
            pass
        else:
            fcntl.flock(lock, fcntl.LOCK_EX)
        _tidy(folder)
        yield


def _tidy(folder: Path) -> None:
    """Remove files that belong to no part."""
    there = {f"part-{number:08d}.parquet" for number in numbers_in(folder)}
    for path in folder.glob("*/*part-*.parquet*"):
        if path.name not in there:
            path.unlink()


# ---------------------------------------------------------------- writing


def pieces(history: History, rows: int = PART_ROWS) -> Iterator[History]:
    """Return a History in pieces of whole events, all of about as many player-rounds as are said."""
    events = events_of_rows(history)
    ends = np.cumsum(np.bincount(events["results"], minlength=len(history)))
    total = len(history.results)
    each = -(-total // max(1, round(total / rows))) or 1
    cuts = np.flatnonzero(np.diff((np.maximum(ends, 1) - 1) // each, prepend=0))
    bounds = np.unique([0, *cuts, len(history)])
    order = {name: np.argsort(event, kind="stable") for name, event in events.items()}
    for low, high in pairwise(bounds):
        keys = pd.CategoricalDtype(history.events[low:high])
        tables = {}
        for name, event in events.items():
            first, end = np.searchsorted(event[order[name]], [low or -1, high])
            picked = order[name][first:end]
            tables[name] = part_of(getattr(history, name), name, picked, event[picked] - low, keys)
        yield History(**tables)


def part_tables(history: History, more: dict[str, pa.Table]) -> dict[str, pa.Table]:
    """Return the tables of a part, in the order in which they get their names."""
    events = events_of_rows(history)
    tables = {}
    for name in ("results", "players", "published", "repairs", "records", "tournaments"):
        order = np.argsort(events[name], kind="stable")
        table = getattr(history, name)
        in_order = np.array_equal(order, np.arange(len(order)))
        tables[name] = to_arrow(table if in_order else table.iloc[order], name)
    return tables | more | {INDEX: index_of(history, events)}


def index_of(history: History, events: dict[str, Any] | None = None) -> pa.Table:
    """Return a row per event: its key, its content, and how many rows its tables have."""
    of = events_of_rows(history) if events is None else events
    counts = [np.bincount(of[name], minlength=len(history)).astype(np.int32) for name in COUNTED]
    columns = [pa.array(history.events, type=pa.string()), contents(history), *counts]
    return pa.table(columns, schema=INDEX_TYPES)


# ---------------------------------------------------------------- reading


def read_index(folder: Path, number: int) -> pa.Table:
    """Return the index of a part."""
    return _read(file_of(folder, INDEX, number))


def _read(path: Path, choose: Callable[[list[str]], list[str]] = list, **options: Any) -> pa.Table:
    """Read of a file the columns that are chosen of those it has, or say why it cannot be read.

    Raises
    ------
    FormatError
        It is not there, or is no Parquet.
    """
    try:
        file = pq.ParquetFile(path)
        return file.read(columns=choose(file.schema_arrow.names), **options)
    except (pa.ArrowException, OSError, ValueError) as error:
        said = "no such file" if isinstance(error, FileNotFoundError) else f"cannot be read ({error})"
        remedy = "The archive was changed since it was written: restore the file."
        raise FormatError(message(str(path), said, "a file of the archive", remedy)) from error


def load_part(folder: Path, number: int, *, lean: bool = False, bare: bool = False) -> History:
    """Return a part as a History.

    Parameters
    ----------
    folder : Path
    number : int
    lean : bool
        Only what standings are made of: no names of players, no published values, repairs, records.
    bare : bool
        Of this not even the colours, which few tie-breaks look at, nor empty columns for what is left out.

    Raises
    ------
    FormatError
        A file is missing, or is no Parquet.
    DataError
        A file is not the one that was written.
    """
    index = _read(file_of(folder, INDEX, number), lambda _: ["tournament", *COUNTED])
    keys = pd.CategoricalDtype(pd.Index(index.column("tournament"), dtype=schema.TEXT))
    tables = {}
    for name in schema.TABLES:
        if lean and name in ("published", "repairs", "records"):
            tables[name] = schema.empty(name, keys)
            continue
        path, event = file_of(folder, name, number), None
        choose = partial(_columns, name=name, lean=lean, bare=bare)
        table = _read(path, choose, use_threads=not lean)  # of several processes, each has its own
        if name in COUNTED:
            event = np.repeat(
                np.arange(len(index), dtype=np.min_scalar_type(-len(index) - 1)),
                index.column(name).to_numpy(),
            )
        expected = len(table) if name == "repairs" else len(index) if event is None else len(event)
        if len(table) != expected:
            remedy = "The archive was changed since it was written: restore the file."
            raise DataError(message(str(path), f"{len(table)} rows", f"{expected}", remedy))
        tables[name] = to_pandas(table, name, event, keys, bare=bare)
    return History(**tables)


def _columns(there: list[str], name: str, *, lean: bool, bare: bool) -> list[str]:
    """Return the columns to read: the key is known from the index."""
    kinds = schema.TABLES[name]
    keyed = kinds["tournament"] == "key"
    chosen = [column for column in there if not (keyed and column == "tournament")]
    if lean:
        chosen = [column for column in chosen if column in kinds and column not in NEVER_RANKED]
        chosen = [column for column in chosen if name == "tournaments" or kinds[column] != "str"]
    return [column for column in chosen if not bare or column != "colour"]


def load_tournaments(folder: Path, number: int) -> pd.DataFrame:
    """Return the table of tournaments of a part."""
    return to_pandas(_read(file_of(folder, "tournaments", number)), "tournaments", None, None)
