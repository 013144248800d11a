"""Standings of every event of an archive: part by part, each complete before it appears."""

from __future__ import annotations

import hashlib
import json
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from chesstb import compiled
from chesstb.bulk import engines, parts, ranked
from chesstb.bulk.archive import ARCHIVE, Archive, SavedArchive, open_archive
from chesstb.bulk.content import contents
from chesstb.bulk.plan import Plan, plan
from chesstb.bulk.processes import Lost
from chesstb.bulk.progress import Progress
from chesstb.errors import DataError, MissingExtraError, message, nearest
from chesstb.frame import Table
from chesstb.tables import History

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Mapping

    from chesstb.selection import By, Rules

RUN: Final = "reprocess.json"
"""The file that says of a folder what was computed in it."""

COMPILED_FROM: Final = 20_000_000
"""Player-rounds from which on compiled loops save more time than it takes to load them."""

LAYOUT: Final = 2
"""Number of the way in which files are written: all of a folder are written in one."""

SOURCE: Final = b"chesstb.source"
"""Where a part's last file says what it was computed from."""


@dataclass(frozen=True)
class Part:
    """Events to be ranked together: a part of an archive, or a piece of a History."""

    number: int
    rows: int
    events: int
    digest: str
    folder: Path | None = None
    history: History | None = None

    def load(self, *, bare: bool = False) -> History:
        """Return them; of parts of an archive only what standings are made of."""
        if self.folder is None:
            assert self.history is not None  # noqa: S101 - one of the two
            return self.history
        return parts.load_part(self.folder, self.number, lean=True, bare=bare)

    def keys(self) -> list[str]:
        """Return the keys of the events."""
        if self.folder is None:
            return self.load().events
        found: list[str] = parts.read_index(self.folder, self.number).column("tournament").to_pylist()
        return found


@dataclass(frozen=True)
class Work:
    """Ranks a part and writes what comes of it; can be sent to another process."""

    plan: Plan
    out: Path
    fast: bool

    @property
    def modules(self) -> list[str]:
        """Modules that a process needs for it."""
        return [__name__, *(["chesstb.compiled.loops"] if self.fast else [])]

    def __call__(self, part: Part) -> int:
        """Return how many failures there were."""
        self.plan.known()
        try:
            history = part.load(bare=not (self.plan.compare or self.plan.colours))
        except Exception as error:  # noqa: BLE001 - a part that cannot be read stops no other
            return self.fail(part, type(error).__name__, str(error), part.digest)
        with compiled.using(self.fast):
            tables = ranked.rank_all(history, self.plan)
        return self.write(part, tables, part.digest)

    def fail(self, part: Part, error: str, why: str, digest: str) -> int:
        """Write that no event of a part could be ranked."""
        names = [version.name for version in self.plan.versions]
        nothing = ranked.rank_all(History.concat([]), self.plan)
        failures = ranked.failed(part.keys(), names, error, why)
        return self.write(part, nothing | {ranked.FAILURES: failures}, digest)

    def write(self, part: Part, tables: dict[str, pa.Table], digest: str) -> int:
        """Write the tables of a part; the failures come last and say that all are there."""
        failures = tables.pop(ranked.FAILURES)
        said = failures.replace_schema_metadata({SOURCE: digest.encode()})
        whole = tables | {ranked.FAILURES: said}
        parts.write_together(self.out, part.number, whole, options=ranked.stored)
        return len(failures)


@dataclass(frozen=True)
class Reprocessed:
    """What `reprocess` wrote. The tables are read from the folder each time they are asked for.

    Attributes
    ----------
    folder : pathlib.Path
        Where it is.
    events, player_rounds : int
        How much there is in the source.
    parts, before : int
        Parts of the source, and those that an earlier run had done.
    """

    folder: Path
    events: int
    player_rounds: int
    parts: int
    before: int = field(default=0)

    @property
    def standings(self) -> Table:
        """``rules, tournament, place, player`` and a column for each criterion."""
        return self.read(ranked.STANDINGS)

    @property
    def summary(self) -> Table:
        """One row per version and event; see `reprocess`."""
        return self.read(ranked.SUMMARY)

    @property
    def changes(self) -> Table:
        """Who stands elsewhere than in the baseline, and why; see `reprocess`."""
        return self.read(ranked.CHANGES)

    @property
    def failures(self) -> Table:
        """Events that could not be ranked: ``tournament``, ``rules``, ``error``, ``why``."""
        return self.read(ranked.FAILURES)

    def read(self, dataset: str) -> Table:
        """Return all rows of a dataset.

        Raises
        ------
        DataError
            There is none of this name.
        """
        numbers = parts.numbers_in(self.folder, dataset)
        if not numbers and self.parts:
            known = [path.name for path in self.folder.iterdir() if path.is_dir()]
            raise DataError(message(str(self.folder), f"no {dataset!r} here", remedy=nearest(dataset, known)))
        found = [pq.ParquetFile(parts.file_of(self.folder, dataset, n)).read() for n in numbers]
        if not found:
            return Table()
        return Table(pa.concat_tables(found).replace_schema_metadata().unify_dictionaries().to_pandas())


def reprocess(  # noqa: PLR0913 - what is ranked, how, and by whom
    source: Archive | History | str | os.PathLike[str],
    out: str | os.PathLike[str],
    by: By = None,
    rules: Rules | Iterable[Rules] | Mapping[Any, Any] = "in force",
    *,
    compare: bool = False,
    engine: str = "processes",
    workers: int | None = None,
    scheduler: str | None = None,
    fast: bool | None = None,
    progress: bool = True,
) -> Reprocessed:
    r"""Rank every event of an archive under every rule version asked for.

    The archive is read part by part, so memory does not grow with it. Every part of the output is
    complete before it appears. A run that was stopped, however it was, goes on where it stopped when it
    is called again with the same arguments, and ends with the same files to the byte. So does one after
    the archive has grown: only new parts are computed.

    Parameters
    ----------
    source : Archive, History or path
        What is ranked; the path of an archive, or of anything that `chesstb.read` reads.
    out : path
        Folder for the output, new or of the same run.
    by : str or list of str, optional
        Criteria, as in `standings`. Default: each event's own list, else the usual one.
    rules : rule version, list of them, or dict
        Versions, each as in `standings`; the first is the baseline. A dict gives each version a list of
        its own.
    compare : bool
        Whether to say who stands elsewhere than in the baseline, and why.
    engine : {"processes", "dask", "spark"}
        What does the work: processes of this machine, a Dask cluster (``pip install 'chesstb[dask]'``),
        or Spark (``pip install 'chesstb[spark]'``, which needs Java). Workers of a cluster read the
        archive and write the output themselves, so both must be in folders that all of them have. The
        output is the same to the byte.
    workers : int, optional
        Processes of this machine. Default: one for each processor.
    scheduler : str, optional
        Address of a Dask scheduler, or master of Spark. Default: processes on this machine; of Spark
        the session that is active, if there is one.
    fast : bool, optional
        Whether loops that Numba compiles do what they can (``pip install 'chesstb[fast]'``); the output
        is the same to the byte. Default: if Numba is installed and there are 20 million player-rounds or
        more. They are compiled once, for about half a minute, and kept on disk.
    progress : bool
        Whether to say how far it has come: a bar on a terminal, else a line now and then.

    Returns
    -------
    Reprocessed
        Counts, and the tables of the folder.

    Raises
    ------
    CriterionError, RuleError
        A criterion or a version is none.
    DataError
        The folder holds something else, or another run, or one that is still at work.
    MissingExtraError
        The engine is not installed.

    Notes
    -----
    The folder holds a Parquet dataset for each table, with a file for each part of the source::

        standings/  rules, tournament, place, player, and a column for each criterion (null: undefined)
        summary/    rules, tournament, players, winners, ties (places that are shared), tied (players who
                    share one); of several versions winner_changed, podium_changed, places_changed,
                    largest_move against the baseline (null where it could not rank the event)
        changes/    with compare: rules, tournament, player, place, moved, sharing, because, criterion,
                    clause, article, as `chesstb.compare` says them, of those who stand elsewhere or
                    share their place with others; the summary has tau as well
        failures/   tournament, rules, error, why

    Rows are in the order of versions, events and places; names stand in the archive's players. An event
    that cannot be ranked under a version is a row of failures, and stops nothing. A process that dies
    is replaced and its part tried again; if it dies again with nothing else to do, all events of the part
    are failures, until the next run tries them again.

    Examples
    --------
    >>> import tempfile, chesstb as tb
    >>> event = tb.read("data/small/half-point-bye-and-withdrawal.trf")
    >>> versions = ["fide-2009", "fide-2026"]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     done = tb.reprocess(event, folder, "PTS BH/C1 SB", versions, workers=1, progress=False)
    ...     done.summary[["rules", "players", "places_changed"]]
           rules  players  places_changed
    0  fide-2009       16               0
    1  fide-2026       16               4
    """
    engines.checked(engine, scheduler)
    if fast and compiled.load() is None:
        found_ = "fast=True without Numba, or with one that does not fit"
        raise MissingExtraError(message("", found_, remedy="Install it: pip install 'chesstb[fast]'"))
    found = _opened(source)
    wanted = plan(by, rules, _tournaments(found), compare=compare)
    folder = _output(Path(out), wanted)
    every = list(_parts(found))
    todo = [part for part in every if _done(folder, part.number) != part.digest]
    rows = sum(part.rows for part in todo)
    work = Work(wanted, folder.absolute(), rows >= COMPILED_FROM if fast is None else fast)
    with _alone(folder), Progress("reprocess", "player-rounds", rows, shown=progress) as said:
        results = engines.each(engine, work, todo, workers, scheduler)
        for part, one in zip(todo, results, strict=True):
            if isinstance(one, Lost):
                work.fail(part, "Lost", one.why, "lost")
            said.advance(part.rows)
    events, rows = sum(part.events for part in every), sum(part.rows for part in every)
    return Reprocessed(folder, events, rows, len(every), len(every) - len(todo))


def _opened(source: Any) -> Archive | History:
    """Return an archive, or a History."""
    if isinstance(source, SavedArchive):
        return source.history
    if isinstance(source, Archive | History):
        return source
    is_path = isinstance(source, str) or hasattr(source, "__fspath__")
    if is_path and (Path(source) / ARCHIVE).is_file():
        return open_archive(source)
    from chesstb import formats  # noqa: PLC0415 - a process that ranks parts reads no files

    return formats.read(source)


def _tournaments(source: Archive | History) -> Iterator[Any]:
    if isinstance(source, History):
        yield source.tournaments
    else:
        for number in source.numbers:
            yield parts.load_tournaments(source.folder, number)


def _parts(source: Archive | History) -> Iterator[Part]:
    """Return the parts of a source, none of them read."""
    if isinstance(source, History):
        for number, piece in enumerate(parts.pieces(source)):
            digest = _digest("".join([*piece.events, *contents(piece)]).encode())
            yield Part(number, len(piece.results), len(piece), digest, history=piece)
        return
    for number in source.numbers:
        index = parts.read_index(source.folder, number)
        content = parts.file_of(source.folder, parts.INDEX, number).read_bytes()
        rows = int(index.column("results").to_numpy().sum())
        yield Part(number, rows, len(index), _digest(content), folder=source.folder.absolute())


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def _done(folder: Path, number: int) -> str:
    """Return what the output of a part was computed from; nothing if it is not there."""
    try:
        metadata = pq.read_schema(parts.file_of(folder, ranked.FAILURES, number)).metadata or {}
    except (OSError, pa.ArrowException):
        return ""
    return bytes(metadata.get(SOURCE, b"")).decode()


def _release() -> str:
    try:
        return version_of("chesstb")
    except PackageNotFoundError:  # run from its source
        return "source"


def _output(folder: Path, wanted: Plan) -> Path:
    """Return the folder of the output, made ready.

    Raises
    ------
    DataError
        It holds something else.
    """
    said = {"chesstb": _release(), "layout": LAYOUT} | wanted.described()
    text = json.dumps(said, indent=1) + "\n"
    path = folder / RUN
    if path.is_file():
        if path.read_text(encoding="utf-8") != text:
            found = "the output of another run: other criteria, versions, or another release of chesstb"
            raise DataError(message(str(folder), found, "a new folder, or the same arguments"))
    elif folder.is_file() or (folder.is_dir() and any(folder.iterdir())):
        raise DataError(message(str(folder), "something else is here", "a new or empty folder"))
    else:
        folder.mkdir(parents=True, exist_ok=True)
        aside = folder / f".{RUN}"
        aside.write_text(text, encoding="utf-8")
        aside.replace(path)
    return folder


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep other runs out of the folder; what one that was killed left behind is removed.

    Raises
    ------
    DataError
        Another run is at work in it.
    """
    with (folder / RUN).open("rb") as file:
        try:
            import fcntl  # noqa: PLC0415 - there is none on Windows

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:  # pragma: no cover
            pass
        except BlockingIOError as error:
            found = "another run is writing to this folder"
            remedy = "Wait until it is done; the same call then goes on where it ended."
            raise DataError(
                message(str(folder), found, "a folder of its own for each run", remedy)
            ) from error
        _tidy(folder)
        yield
        _tidy(folder)  # of workers that died, or were stopped with one that did


def _tidy(folder: Path) -> None:
    """Remove files that were not written to their end."""
    for left in folder.glob("*/.part-*"):
        left.unlink(missing_ok=True)
