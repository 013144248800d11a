"""Files of any format into an archive: in parallel, each once, and again from where it stopped."""

from __future__ import annotations

import glob
import hashlib
import os
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from chesstb import formats
from chesstb.bulk import parts
from chesstb.bulk.archive import Archive, open_archive
from chesstb.bulk.content import contents
from chesstb.bulk.processes import Lost, in_order, worker_count
from chesstb.bulk.progress import Progress
from chesstb.errors import FormatError, message
from chesstb.formats import published
from chesstb.formats.many import Failure
from chesstb.frame import Table
from chesstb.schema import MANIFEST
from chesstb.tables import History

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pandas as pd

    Files = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]

LOG: Final = pa.schema(
    [(name, pa.string()) for name in ("file", "digest", "status", "tournament", "error", "why")]
)
"""Columns of the dataset of files. Each file has a row ``read``, ``values``, ``same file`` or ``failed``;
each event that was there already one more, ``same event``."""

READ, VALUES, SAME_FILE, SAME_EVENT, FAILED = "read", "values", "same file", "same event", "failed"


@dataclass(frozen=True)
class Ingested:
    """What `ingest` did.

    Attributes
    ----------
    archive : Archive
        The archive.
    files : int
        Files that were read now.
    before : int
        Files that had been read before.
    events : int
        Events that were added now.
    duplicates : Table
        What was left out since it is there already: ``file``, ``tournament`` (of events), ``why``.
    failures : Table
        Files that could not be read: ``file``, ``error``, ``why``.
    """

    archive: Archive
    files: int
    before: int
    events: int
    duplicates: Table = field(repr=False)
    failures: Table = field(repr=False)


def ingest(
    files: Files,
    archive: Archive | str | os.PathLike[str],
    workers: int | None = None,
    *,
    progress: bool = True,
) -> Ingested:
    """Read files of any known formats into an archive.

    Files are read in parallel and added part by part. Whatever stops it, calling it again goes on where
    it stopped: a file is known by what is in it, and is not read twice. Files that failed are tried
    again.

    Parameters
    ----------
    files : path, or several
        A file, a folder (with all folders in it), a pattern with ``*`` (``**`` for folders in folders),
        or a list of these. A CSV file of published values (see `chesstb.read`) belongs to the events of
        its folder.
    archive : Archive or path
        Where they go; an archive is made where there is none.
    workers : int, optional
        Processes. Default: one for each processor.
    progress : bool
        Whether to say how far it has come: a bar on a terminal, else a line now and then.

    Returns
    -------
    Ingested
        Counts, and the tables ``duplicates`` and ``failures``. All of it is kept in the archive, in the
        dataset ``files``.

    Raises
    ------
    FormatError
        There is no such file, no file at all, or something else where the archive should be.

    Notes
    -----
    Two events are the same if the tables of tournaments, players, results and published values say the
    same of them; key, source, repairs and records are not looked at. The first is kept.

    Examples
    --------
    >>> import tempfile, chesstb as tb
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     done = tb.ingest("data/small/*.trf", folder, workers=1, progress=False)
    ...     done.files, len(done.archive), len(done.failures)
    (9, 9, 0)
    """
    target = archive if isinstance(archive, Archive) else open_archive(archive, new=True)
    paths = _paths(files, target.folder)
    run = _Run(target)
    run.look_at(paths)
    with Progress("ingest", "files", len(run.todo), shown=progress) as said:
        found = in_order(_read, [(path, run.values_of(path)) for path, _ in run.todo], worker_count(workers))
        for (path, digest), one in zip(run.todo, found, strict=True):
            run.take(path, digest, one)
            said.advance(1)
    run.leftovers()
    run.flush()
    return run.said()


def _paths(files: Files, target: Path) -> list[Path]:
    """Return all files that are meant, each once, in order; a folder that History.save wrote is one.

    The archive that they go to is none of them, wherever it is.
    """
    given = [files] if isinstance(files, (str, os.PathLike)) else list(files)
    found: dict[Path, None] = {}
    for source in (os.fspath(one) for one in given):
        if any(sign in source for sign in "*?[") and not Path(source).exists():
            matching = [Path(name) for name in sorted(glob.glob(source, recursive=True))]  # noqa: PTH207
            if not matching:
                raise FormatError(message(source, "no file fits this pattern"))
        elif Path(source).exists():
            matching = [Path(source)]
        else:
            raise FormatError(message(source, "no such file or folder"))
        for path in matching:
            found |= dict.fromkeys(_inside(path, target) if path.is_dir() else [path])
    if not found:
        raise FormatError(message(", ".join(map(str, given)), "no files", "one at least"))
    return list(found)


def _inside(folder: Path, target: Path) -> list[Path]:
    """Return the files in a folder and the folders in it, hidden ones aside."""
    if folder.samefile(target):
        return []
    if _saved(folder):
        return [folder]
    found: list[Path] = []
    for path in sorted(folder.iterdir()):
        if not path.name.startswith("."):
            found += _inside(path, target) if path.is_dir() else [path]
    return found


def _saved(folder: Path) -> bool:
    return any((folder / name).is_file() for name in (MANIFEST, "results.parquet"))


def _digest(path: Path) -> str:
    """Return a number for what is in a file, or in the files of a folder, as text."""
    digest = hashlib.blake2b(digest_size=16)
    for file in sorted(path.glob("*.parquet")) if path.is_dir() else [path]:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _is_values(path: Path) -> bool:
    if path.suffix.lower() != ".csv" or not path.is_file():
        return False
    with path.open("rb") as file:
        return published.recognises(file.read(200), path)


# ---------------------------------------------------------------- in the processes


@lru_cache(maxsize=64)
def _values(path: Path) -> pd.DataFrame:
    return published.read_values(path)


def _read(task: tuple[Path, tuple[Path, ...]]) -> History | Failure:
    """Read a file and what the files of values beside it say of its events."""
    path, beside = task
    try:
        history = formats.read(path)
        tables = [table[table["tournament"].isin(history.events)] for table in map(_values, beside)]
        filled = [table for table in tables if len(table)]
        return published.attach(history, filled, "repair") if filled else history
    except Exception as error:  # noqa: BLE001 - whatever it is, it stops no other file
        return Failure(str(path), type(error).__name__, str(error))


# ---------------------------------------------------------------- here


class _Run:
    """What was found so far, and what of it is not in the archive yet."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.read_before, self.first = _files_read(archive)
        self.contents = dict(zip(archive.index["content"], archive.index["tournament"], strict=True))
        self.todo: list[tuple[Path, str]] = []
        self.values: dict[Path, list[Path]] = {}
        self.files = self.before = self.events = 0
        self.keys: set[str] = set()
        self.twins: list[tuple[Path, str]] = []
        self.failed: dict[str, Failure] = {}
        self.histories: list[History] = []
        self.log: list[dict[str, Any]] = []
        self.kept = 0

    def note(self, path: Path, digest: str, status: str, **more: Any) -> None:
        """Add a row to the log."""
        self.log.append({"file": str(path), "digest": digest, "status": status} | more)

    def look_at(self, paths: list[Path]) -> None:
        """Tell files that are to be read from those that were read."""
        for path in paths:
            try:
                digest, values = _digest(path), _is_values(path)
                if values:
                    _values(path)
            except (OSError, ValueError) as error:
                self.note(path, "", FAILED, error=type(error).__name__, why=str(error))
                continue
            if values:
                self.values.setdefault(path.parent, []).append(path)
            if (digest, str(path)) in self.read_before:
                self.before += 1
            elif digest in self.first:
                self.twins.append((path, digest))
            elif values:
                self.note(path, digest, VALUES)
            else:
                self.todo.append((path, digest))
            self.first.setdefault(digest, str(path))

    def values_of(self, path: Path) -> tuple[Path, ...]:
        """Return the files of published values beside a file."""
        return tuple(self.values.get(path.parent, ()))

    def take(self, path: Path, digest: str, found: History | Failure | Lost) -> None:
        """Keep the events of a file that are not there yet; whole parts go to the archive."""
        if isinstance(found, Lost):
            found = Failure(str(path), "Lost", found.why)
        if isinstance(found, Failure):
            self.failed[digest] = found
            self.note(path, digest, FAILED, error=found.error, why=found.why)
            return
        self.files += 1
        self.note(path, digest, READ)
        self.keys |= set(found.events)
        new = []
        for key, content in zip(found.events, contents(found), strict=True):
            before = self.contents.setdefault(content, key)
            if before is key:
                new.append(key)
            else:
                self.note(path, digest, SAME_EVENT, tournament=key, why=f"the same as event {before!r}")
        self.events += len(new)
        if new:
            self.histories.append(found if len(new) == len(found) else found.select(new))
        if sum(len(history.results) for history in self.histories) >= parts.PART_ROWS:
            self.flush()

    def flush(self) -> None:
        """Bring what was read to the archive, and the rows of the log with it."""
        rows, self.kept = self.log[self.kept :], len(self.log)
        if rows:
            self.archive.add(History.concat(self.histories), {parts.FILES: pa.Table.from_pylist(rows, LOG)})
        self.histories = []

    def leftovers(self) -> None:
        """Note files that are the same as another, and published values of events that none brought."""
        for path, digest in self.twins:
            if digest in self.failed:
                self.take(path, digest, self.failed[digest])
            else:
                self.note(path, digest, SAME_FILE, why=f"the same as {self.first[digest]}")
        for path in (path for beside in self.values.values() for path in beside):
            if (_digest(path), str(path)) in self.read_before:
                continue
            for key in sorted(set(_values(path)["tournament"]) - self.keys):
                why = f"values of event {key!r} left out: no file of this event was read beside it"
                self.note(path, "", FAILED, tournament=key, error="DataError", why=why)

    def said(self) -> Ingested:
        """Return what was done."""
        log = pa.Table.from_pylist(self.log, LOG).to_pandas()
        twice = log[log["status"].isin([SAME_FILE, SAME_EVENT])]
        failed = log[log["status"] == FAILED]
        return Ingested(
            self.archive, self.files, self.before, self.events,
            Table(twice[["file", "tournament", "why"]].reset_index(drop=True)),
            Table(failed[["file", "error", "why"]].reset_index(drop=True)),
        )  # fmt: skip


def _files_read(archive: Archive) -> tuple[set[tuple[str, str]], dict[str, str]]:
    """Return the files that were read into an archive, with what is in them, and the first of each."""
    done: set[tuple[str, str]] = set()
    first: dict[str, str] = {}
    for number in parts.numbers_in(archive.folder, parts.FILES):
        table = pq.read_table(parts.file_of(archive.folder, parts.FILES, number)).to_pylist()
        for row in table:
            if row["status"] in (READ, VALUES, SAME_FILE):
                done.add((row["digest"], row["file"]))
                first.setdefault(row["digest"], row["file"])
    return done, first
