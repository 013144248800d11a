"""File formats: text to History and back. `read` picks the format by content.

A further format is one module with the names that `Format` lists, and its place in `FORMATS`.
"""

from __future__ import annotations

import glob
import io
import os
import warnings
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

import pandas as pd

from chesstb import schema
from chesstb.errors import FormatError, Note, message
from chesstb.formats import many, published, unread
from chesstb.formats.trf import read_trf, write_trf
from chesstb.roundrobin.withdrawal import settle_withdrawn
from chesstb.tables import History, check_errors

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chesstb.tables import Errors

__all__ = ["FORMATS", "Format", "read", "read_trf", "write_trf"]

HEAD: Final = 65_536
"""So many bytes of a file are looked at to tell what it is."""


ARCHIVE: Final = "archive.json"
"""The file that makes a folder an archive."""


class Format(Protocol):
    """What the module of a format has."""

    NAME: str
    """As messages say it."""

    def recognises(self, head: bytes, path: Path) -> bool:
        """Say whether the first bytes of a file are those of this format."""

    def read(self, path: Path, *, errors: Errors = "repair") -> History:
        """Read a file."""


FORMATS: Final = (
    "vega", "trf", "swiss_manager", "swiss_chess", "chess_results", "swiss_perfect", "swiss_perfect.text",
    "vega.page", "vega.pairs", "vega.event_file", "pair_two", "papi", "papi.json_file", "swiss_sys", "swar",
    "us_chess.upload", "us_chess", "us_chess.chart", "icu", "lichess", "pgn", "long_table", "crosstable",
)  # fmt: skip
"""The modules of the formats, asked in this order; each is loaded when it is first asked."""


def formats() -> Iterator[Format]:
    """Go through the formats, in the order in which a file is shown to them."""
    for name in FORMATS:
        module: Any = import_module(f"chesstb.formats.{name}")
        yield module


def read(
    source: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    errors: Errors = "repair",
    workers: int | None = None,
) -> History:
    """Read tournaments from files of any known format, told by what is in them.

    Parameters
    ----------
    source : path, or several
        A file; a folder that ``History.save`` wrote; a folder with files; a pattern with ``*`` (``**``
        for folders in folders); or a list of these. A CSV file with the columns ``tournament, player,
        column, criterion, value`` holds published values of the events beside it.
    errors : {"repair", "strict"}
        Whether mistakes are repaired where there is one way to and reported in ``repairs``, or are
        an error.
    workers : int, optional
        Processes that read the files of folders and patterns. Default: one for few files, else one
        for each processor.

    Returns
    -------
    History
        All events, in the order of the files. The key of an event is the name of its file without
        the ending; where two are the same, the second gets a number behind it. Rounds that somebody who
        left a finished round robin left open are forfeits where two forfeits or the published points
        show that he left, and whoever did so before half of his games is ``excluded``
        (`chesstb.roundrobin.withdraw`); ``repairs`` says so, or that nothing shows it. A file of a
        folder or pattern that cannot be read stops no other: it is a row of ``failures``, and a warning
        says so.

    Raises
    ------
    FormatError
        A file is missing, of no known format, or cannot be read; of a folder or pattern only where
        that is true of all its files, or with ``errors="strict"``.
    DataError
        With ``errors="strict"``: results contradict each other.

    Examples
    --------
    >>> import tempfile
    >>> games = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = write_trf(History.from_tables(games), Path(folder, "final.trf"))
    ...     read(folder).events
    ['final']
    """
    check_errors(errors)
    alone = isinstance(source, (str, bytes, os.PathLike, io.IOBase)) or not isinstance(source, Iterable)
    sources = [_path(p) for p in ([source] if alone else source)]  # type: ignore[union-attr]
    if not sources:
        raise FormatError(message("", "an empty list of files", "one file or folder at least"))
    parts = _Parts(errors, workers)
    for path in sources:
        parts.add(path)
    return parts.joined()


def _path(source: Any) -> Path:
    """Return a path, or say what was given instead."""
    expected = "a path, or a list of paths"
    if not isinstance(source, (str, os.PathLike)):
        raise FormatError(message("", f"{type(source).__name__} was given", expected))
    text = os.fspath(source)
    if not isinstance(text, str) or not text.strip() or "\n" in text or "\r" in text or "\0" in text:
        shown = repr(text[:40]) + ("…" if len(text) > 40 else "")
        remedy = "To read what is in a text, write it to a file first." if len(text) > 40 else ""
        raise FormatError(message("", f"{shown} is no path", expected, remedy))
    return Path(text)


Found = Any
"""What a file is: events, published values, a page that others may complete, or of no known format."""


def _read_file(path: Path, errors: Errors) -> Found:
    """Read a file of whatever format."""
    head = _head(path)
    if not head:
        return None
    if published.recognises(head, path):
        return published.read_values(path)
    for module in formats():
        if module.recognises(head, path):
            reader = getattr(module, "read_part", module.read)
            try:
                return reader(path, errors=errors)
            except ValueError as error:
                if "integer string conversion" not in str(error):  # Python's limit of digits
                    raise
                found = "a number of several thousand digits"
                raise FormatError(message(path.name, found, module.NAME)) from None
    return None


class _Parts:
    """What was read so far: events, published values that belong to them, and files left aside."""

    def __init__(self, errors: Errors, workers: int | None) -> None:
        self.errors: Errors = errors
        self.workers = workers
        self.histories: list[History] = []
        self.values: list[pd.DataFrame] = []
        self.aside: list[dict[str, Any]] = []
        self.failed: list[many.Failure] = []
        self.pages: list[tuple[int, Any]] = []
        self.many = False

    def add(self, path: Path) -> None:
        """Read a file, a folder, or the files of a pattern."""
        if path.is_dir():
            if (path / ARCHIVE).is_file():
                remedy = "Open it by chesstb.open_archive; its select gives the events that are asked for."
                raise FormatError(message(str(path), "an archive", "files of events", remedy))
            if any((path / name).is_file() for name in ("results.parquet", schema.MANIFEST)):
                self.histories.append(History.load(path, errors=self.errors))
            else:
                self._add_folder(path)
        elif any(sign in str(path) for sign in "*?[") and not path.exists():
            self._add_pattern(str(path))
        elif not self._add_found(_read_file(path, self.errors)):
            raise FormatError(_unknown(path, _head(path)))

    def _add_folder(self, folder: Path) -> None:
        inside = sorted(p for p in folder.iterdir() if not p.name.startswith("."))
        files, folders = [p for p in inside if p.is_file()], [p for p in inside if p.is_dir()]
        if not files:
            names = ", ".join(path.name for path in folders[:5])
            found = f"a folder with folders only ({names})" if folders else "a folder without files"
            remedy = f"Name the folders themselves, or say {str(folder / '**')!r}." if folders else ""
            raise FormatError(message(str(folder), found, _expected(), remedy))
        for path in folders:
            why = "a folder in a folder: name it to read it"
            self.aside.append(
                {"file": path.name, "column": "", "found": "a folder", "taken": "left aside", "why": why}
            )
        self._add_files(files, str(folder))

    def _add_pattern(self, pattern: str) -> None:
        names = sorted(glob.glob(pattern, recursive=True))  # noqa: PTH207 - absolute patterns, too
        files = [Path(name) for name in names if Path(name).is_file()]
        if not files:
            raise FormatError(message(pattern, "no file fits this pattern", _expected()))
        self._add_files(files, pattern)

    def _add_files(self, files: list[Path], where: str) -> None:
        """Read many files; those that are of no known format are left aside, those that fail noted."""
        from chesstb.formats import companions  # noqa: PLC0415 - loads the formats that have some

        self.many = True
        parts = companions.read_with(files, _head)
        for path, whole in parts.items():
            self.aside.append({"file": path.name, "column": "", "found": "a part of an event",
                               "taken": f"{whole.name} is read", "why": "files of one event"})  # fmt: skip
        files = [path for path in files if path not in parts]
        known, before = 0, len(self.failed)
        task = partial(_read_file, errors=self.errors)
        found = many.each(task, files, self.workers, keep_going=self.errors != "strict")
        for path, one in zip(files, found, strict=True):
            if isinstance(one, many.Failure):
                self.failed.append(one)
            elif self._add_found(one):
                known += 1
            else:
                head = _head(path)
                why = unread.remedy(head, path) or "no known format"
                self.aside.append({"file": path.name, "line": 1, "column": "1",
                                   "found": _first_line(head) or "nothing", "taken": "left aside",
                                   "why": why})  # fmt: skip
        failed = self.failed[before:]
        if not known and failed:
            raise FormatError(f"{where}: no file could be read; the first: {failed[0].why}")
        if not known:
            names = ", ".join(path.name for path in files[:5]) + (", …" if len(files) > 5 else "")
            what = f"{len(files)} file{'s' * (len(files) > 1)}, none of a known format ({names})"
            raise FormatError(message(where, what, _expected()))

    def _add_found(self, found: Found) -> bool:
        """Keep what a file is; say whether it is anything."""
        if isinstance(found, History):
            self.histories.append(found)
        elif isinstance(found, pd.DataFrame):
            self.values.append(found)
        elif found is not None:
            self.pages.append((len(self.histories), found))
        return found is not None

    def _join_pages(self) -> None:
        """Make events of pages that belong together, each in the place of its first page."""
        if not self.pages:
            return
        from chesstb.formats import chess_results  # noqa: PLC0415 - only where there are pages

        place = {id(page): position for position, page in self.pages}
        groups = chess_results.join([page for _, page in self.pages], errors=self.errors)
        for pages, found in reversed(groups):
            if isinstance(found, History):
                self.histories.insert(place[id(pages[0])], found)
            elif self.many and self.errors != "strict":
                self.failed.append(many.Failure(pages[0].file, type(found).__name__, str(found)))
            else:
                raise found
        if not self.histories and self.failed:
            raise FormatError(f"no file could be read; the first: {self.failed[-1].why}")

    def joined(self) -> History:
        """Return everything as one History."""
        self._join_pages()
        if not self.histories:
            raise FormatError(
                message("", "published values without an event", "the file of the event beside them")
            )
        history = self.histories[0] if len(self.histories) == 1 else History.concat(self.histories)
        if self.values:
            history = published.attach(history, self.values, self.errors)
        history = settle_withdrawn(history, self.errors)
        if self.aside:
            keys = history.results["tournament"].dtype
            said = schema.finish(pd.DataFrame(self.aside), "repairs", keys)
            repairs = pd.concat([history.repairs, said], ignore_index=True) if len(history.repairs) else said
            history = published.replaced(history, repairs=repairs)
        if not self.failed:
            return history
        count = len(self.failed)
        what = f"{count} file{'s' * (count > 1)} could not be read, see failures: {self.failed[0].why}"
        warnings.warn(what, Note, stacklevel=3)
        return replace(history, failures=many.failures(self.failed))


def _head(path: Path) -> bytes:
    """Return the first bytes of a file, or say in one sentence why there are none."""
    try:
        with path.open("rb") as file:
            head = file.read(HEAD)
    except FileNotFoundError:
        raise FormatError(message(str(path), "no such file or folder")) from None
    except OSError as error:
        raise FormatError(message(str(path), f"cannot be opened ({error.strerror})")) from error
    return head


def _unknown(path: Path, head: bytes) -> str:
    if not head:
        return message(path.name, "an empty file", _expected())
    instead = unread.remedy(head, path)
    if instead:
        return message(path.name, "a file that is not read", remedy=instead)
    if head.startswith(b"PK\x03\x04"):
        return message(path.name, "a workbook without a table that is known", _expected())
    return message(f"{path.name}, line 1", _first_line(head), _expected())


def _first_line(head: bytes) -> str:
    """Return what is found at the beginning of a file, short enough for a message."""
    for mark in (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"):
        if head == mark:
            return "nothing but a byte order mark"
    line = head.lstrip(b"\r\n \t").splitlines()[0] if head.strip() else b""
    text = line.decode("utf-8", errors="replace")
    if not text:
        return "nothing but blanks" if head else ""
    if "\0" in text or sum(not (c.isprintable() or c == "\t") or c == "\ufffd" for c in text) * 5 > len(text):
        return "bytes that are no text"
    return repr(text if len(text) <= 60 else text[:57] + "…")


def _expected() -> str:
    return "a file of a known format: " + ", ".join(module.NAME for module in formats())
