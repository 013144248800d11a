"""Archive: a folder of Parquet datasets, in parts that hold whole events."""

from __future__ import annotations

import json
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd
import pyarrow as pa

from chesstb.bulk import parts
from chesstb.errors import DataError, FormatError, message, nearest
from chesstb.frame import Table
from chesstb.joining import fresh_names
from chesstb.lookup import check_history
from chesstb.schema import MANIFEST
from chesstb.tables import History

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator

ARCHIVE: Final = "archive.json"
"""The file that says of a folder that it is an archive."""

VERSION: Final = 1
"""Of the layout."""

TAKEN: Final = "another event has this key already"


class Archive:
    """Many events in a folder of Parquet files, read part by part.

    Use `open_archive`. ``len(archive)`` is the number of events; ``archive["open"]`` and
    ``archive[["open", "final"]]`` are a History of these, read from their parts alone; ``for`` goes
    through all events, a part in memory at a time.

    Attributes
    ----------
    folder : pathlib.Path
        Where it is.
    index : Table
        One row per event, in the order in which they came: ``tournament``, ``part`` (int32),
        ``content`` (text of 128 bits, equal for events with the same rows), and how many rows the
        tables have for it: ``players``, ``results``, ``published``, ``records`` (int32).
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._indexes: dict[int, pa.Table] = {}  # parts never change, so they are read once
        self._keys: dict[str, int] = {}

    @cached_property
    def numbers(self) -> list[int]:
        """The numbers of the parts, in order."""
        return parts.numbers_in(self.folder)

    @cached_property
    def index(self) -> Table:
        """One row per event; see the class."""
        self._read_indexes()
        found = [self._indexes[number] for number in self.numbers]
        whole = pa.concat_tables([parts.INDEX_TYPES.empty_table(), *found])
        part = np.repeat(np.array(self.numbers, dtype=np.int32), [len(table) for table in found])
        table = Table(whole.to_pandas())
        table.insert(1, "part", part)
        return table

    @property
    def events(self) -> list[str]:
        """The keys of the tournaments, in their order."""
        return list(self.index["tournament"])

    @property
    def tournaments(self) -> Table:
        """The table of tournaments of all events (see `History`), read anew each time."""
        found = [self.tournaments_of(number) for number in self.numbers]
        return Table(pd.concat(found, ignore_index=True)) if found else Table(History.concat([]).tournaments)

    def __len__(self) -> int:
        return len(self.index)

    def __repr__(self) -> str:
        index, count = self.index, len(self.numbers)
        return (
            f"Archive: {len(index)} event{'s' * (len(index) != 1)} in {count} part{'s' * (count != 1)} "
            f"({int(index['results'].sum())} player-rounds)"
        )

    def __contains__(self, tournament: object) -> bool:
        return bool((self.index["tournament"] == tournament).any())

    # ------------------------------------------------------------ reading

    def part(self, number: int) -> History:
        """Return the events of a part."""
        return parts.load_part(self.folder, number)

    def tournaments_of(self, number: int) -> pd.DataFrame:
        """Return the table of tournaments of a part."""
        return parts.load_tournaments(self.folder, number)

    def index_of(self, number: int) -> pa.Table:
        """Return the index of a part: one row per event."""
        return parts.read_index(self.folder, number)

    def parts(self) -> Iterator[History]:
        """Go through the parts, each a History; one is in memory at a time."""
        for number in self.numbers:
            yield self.part(number)

    def __iter__(self) -> Iterator[History]:
        """Go through the events, each a History of its own; a part is in memory at a time."""
        for part in self.parts():
            yield from part

    def select(self, tournaments: str | Iterable[str]) -> History:
        """Return a History of some events, in the order of the archive; only their parts are read.

        Raises
        ------
        DataError
            An event is not there.
        """
        wanted = [tournaments] if isinstance(tournaments, str) else list(tournaments)
        index = self.index
        there = index[index["tournament"].isin(wanted)]
        if len(there) < len(set(wanted)):
            known = set(there["tournament"])
            unknown = next(key for key in wanted if key not in known)
            raise DataError(message("", f"no event {unknown!r}", remedy=_nearest(unknown, self.events)))
        numbers, keys = there["part"].to_numpy(), there["tournament"].to_numpy(dtype=object)
        found = [
            self.part(int(number)).select(list(keys[numbers == number])) for number in np.unique(numbers)
        ]
        return History.concat(found)

    def __getitem__(self, tournaments: str | list[str]) -> History:
        return self.select(tournaments)

    # ------------------------------------------------------------ writing

    def append(self, history: History) -> None:
        """Add the events of a History.

        They are there all at once for each part, and whoever reads meanwhile sees whole parts only. A
        key that is there already gets a number behind it, and a row in repairs, as in
        `History.concat`. Other processes that append meanwhile wait.

        Parameters
        ----------
        history : History
            One event or many; long ones become several parts.

        Raises
        ------
        DataError
            It is no History.
        """
        check_history(history)
        self.add(history, {})

    def add(self, history: History, files: dict[str, pa.Table], rows: int | None = None) -> None:
        """Add events, and in their last part further tables, by the name of the dataset."""
        with parts.one_writer(self.folder):
            self.refresh()
            self._read_indexes()
            names = fresh_names(history.events, self._keys)
            changed = any(key != name for key, name in names.items())
            named = history.renamed(names, TAKEN) if changed else history
            pieces = list(parts.pieces(named, rows or parts.PART_ROWS))
            if not pieces and (files or len(history.repairs)):
                pieces = [named]
            number = self.numbers[-1] + 1 if self.numbers else 0
            for at, piece in enumerate(pieces):
                more = files if at == len(pieces) - 1 else {}
                tables = parts.part_tables(piece, more)
                parts.write_together(self.folder, number + at, tables)
                self._indexes[number + at] = tables[parts.INDEX]
        self.refresh()

    def _read_indexes(self) -> None:
        """Read the index of each part that is new."""
        for number in self.numbers:
            if number not in self._indexes:
                self._indexes[number] = self.index_of(number)
                self._keys |= dict.fromkeys(self._indexes[number].column("tournament").to_pylist(), 2)

    def refresh(self) -> None:
        """Look again at what is in the folder, if another process has added to it."""
        for name in ("numbers", "index"):
            vars(self).pop(name, None)


class SavedArchive(Archive):
    """The folder that `History.save` wrote, as an archive of one part, to which nothing can be added."""

    numbers = [0]  # noqa: RUF012 - in the other class it is looked up

    @cached_property
    def history(self) -> History:
        """All its events."""
        return History.load(self.folder)

    def part(self, number: int) -> History:  # noqa: ARG002 - there is one
        """Return all events."""
        return self.history

    def tournaments_of(self, number: int) -> pd.DataFrame:  # noqa: ARG002 - there is one
        """Return the table of tournaments."""
        return self.history.tournaments

    def index_of(self, number: int) -> pa.Table:  # noqa: ARG002 - there is one
        """Return the index: one row per event."""
        return parts.index_of(self.history)

    def add(self, *_: Any) -> None:
        """Refuse it.

        Raises
        ------
        DataError
            Always.
        """
        raise DataError(_no_archive(self.folder, new=True))


def _nearest(key: Any, events: list[str]) -> str:
    some = events[:20]
    return nearest(str(key), some) if len(events) <= 20 else "archive.events lists the keys."


def open_archive(folder: str | os.PathLike[str], *, new: bool = False) -> Archive:
    r"""Open an archive: many events in a folder of Parquet files.

    Parameters
    ----------
    folder : path
        Its folder.
    new : bool
        Whether to make an empty archive where there is none yet. What `History.save` wrote can be
        opened to be read, as an archive of one part.

    Returns
    -------
    Archive

    Raises
    ------
    FormatError
        There is no archive in this folder, or one of another layout.

    Notes
    -----
    The folder holds ``archive.json`` and a folder for each table::

        tournaments/part-00000000.parquet   one row per event
        players/part-00000000.parquet       one row per participant
        results/part-00000000.parquet       one row per participant and round
        published/  repairs/  records/      as in `History`
        files/                              the files that `ingest` read
        index/part-00000000.parquet         one row per event: key, content, rows in each table

    Files of one number hold the same whole events, about a million player-rounds; rows are in the
    order of the events, then of player and round. They are written aside and renamed, that of the
    index last: a part is there once its index is. Files never change, and new events come in new parts.
    Keys of tournaments, colours and outcomes are dictionary-encoded text, rounds and ratings 16 bits,
    starting numbers 32; compressed by zstd, with statistics for each row group of 131072 rows. Join
    tables by ``tournament`` (and ``player``); any reader of Parquet reads them::

        duckdb    SELECT outcome, count(*) FROM 'archive/results/*.parquet' GROUP BY outcome
        polars    pl.scan_parquet("archive/results/*.parquet")
        spark     spark.read.parquet("archive/results")

    Examples
    --------
    >>> import tempfile, chesstb as tb
    >>> games = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     archive = tb.open_archive(folder, new=True)
    ...     archive.append(tb.History.from_tables(games))
    ...     archive, archive["event"]
    (Archive: 1 event in 1 part (2 player-rounds), History: 1 event, 2 players, 1 round (2 player-rounds))
    """
    path = Path(folder)
    try:
        manifest = json.loads((path / ARCHIVE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        manifest = None
    if isinstance(manifest, dict) and manifest.get("layout") == VERSION:
        return Archive(path)
    if manifest is not None:
        raise FormatError(message(str(path / ARCHIVE), "another layout", f"layout {VERSION}"))
    if not new and (path / MANIFEST).is_file():
        return SavedArchive(path)
    if not new or (path.is_dir() and any(path.iterdir())) or path.is_file():
        raise FormatError(_no_archive(path, new=new))
    path.mkdir(parents=True, exist_ok=True)
    aside = path / f".{ARCHIVE}"
    aside.write_text(json.dumps({"layout": VERSION}) + "\n", encoding="utf-8")
    aside.replace(path / ARCHIVE)
    return Archive(path)


def _no_archive(path: Path, *, new: bool) -> str:
    """Return the message for a folder that holds no archive."""
    if (path / MANIFEST).is_file():
        remedy = (
            "It can be read, but not added to: open_archive(another, new=True).append(chesstb.read(folder))."
        )
        return message(str(path), "a folder that History.save wrote", "an archive in parts", remedy)
    if new:
        return message(str(path), "something else is here", "an archive, or an empty or new folder")
    found = "no archive in this folder" if path.is_dir() else "no such folder"
    remedy = "chesstb.ingest(files, folder) and open_archive(folder, new=True) make one."
    return message(str(path), found, f"a folder with {ARCHIVE}", remedy)
