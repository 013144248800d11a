"""File formats: text to History and back. `read` picks the format by content.

A further format is one module with the names that `Format` lists, and its place in `FORMATS`.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

import pandas as pd

from chesstb import schema
from chesstb.errors import FormatError, message
from chesstb.formats import published, trf
from chesstb.formats.trf import read_trf, write_trf
from chesstb.roundrobin.withdrawal import exclude_withdrawn
from chesstb.tables import History

if TYPE_CHECKING:
    from chesstb.tables import Errors

__all__ = ["FORMATS", "Format", "read", "read_trf", "write_trf"]

HEAD: Final = 65_536
"""So many bytes of a file are looked at to tell what it is."""


class Format(Protocol):
    """What the module of a format has."""

    NAME: str
    """As messages say it."""

    def recognises(self, head: bytes, path: Path) -> bool:
        """Say whether the first bytes of a file are those of this format."""

    def read(self, path: Path, *, errors: Errors = "repair") -> History:
        """Read a file."""


FORMATS: Final[tuple[Any, ...]] = (trf,)
"""The modules of the formats, asked in this order."""


def read(
    source: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], *, errors: Errors = "repair"
) -> History:
    """Read tournaments from files of any known format, told by what is in them.

    Parameters
    ----------
    source : path, or several
        A file; a folder that ``History.save`` wrote; a folder with files; or a list of these. A CSV
        file with the columns ``tournament, player, column, criterion, value`` holds published
        values of the events beside it.
    errors : {"repair", "raise"}
        Whether mistakes are repaired where there is one way to and reported in ``repairs``, or are
        an error.

    Returns
    -------
    History
        All events, in the order of the files. The key of an event is the name of its file without
        the ending; where two are the same, the second gets a number behind it. Whoever left a
        round robin before half of his games is ``excluded`` (`chesstb.roundrobin.withdraw`);
        ``repairs`` says so.

    Raises
    ------
    FormatError
        A file is missing, of no known format, or cannot be read.
    DataError
        With ``errors="raise"``: results contradict each other.

    Examples
    --------
    >>> import tempfile
    >>> games = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = write_trf(History.from_tables(games), Path(folder, "final.trf"))
    ...     read(folder).events
    ['final']
    """
    alone = isinstance(source, (str, bytes, os.PathLike, io.IOBase)) or not isinstance(source, Iterable)
    sources = [_path(p) for p in ([source] if alone else source)]  # type: ignore[union-attr]
    if not sources:
        raise FormatError(message("", "an empty list of files", "one file or folder at least"))
    parts = _Parts(errors)
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


class _Parts:
    """What was read so far: events, published values that belong to them, and files left aside."""

    def __init__(self, errors: Errors) -> None:
        self.errors: Errors = errors
        self.histories: list[History] = []
        self.values: list[pd.DataFrame] = []
        self.aside: list[dict[str, Any]] = []

    def add(self, path: Path) -> None:
        """Read a file or folder."""
        if not path.is_dir():
            if not self._add_file(path, _head(path)):
                raise FormatError(_unknown(path, _head(path)))
        elif any((path / name).is_file() for name in ("results.parquet", schema.MANIFEST)):
            self.histories.append(History.load(path, errors=self.errors))
        else:
            self._add_folder(path)

    def _add_folder(self, folder: Path) -> None:
        inside = sorted(p for p in folder.iterdir() if not p.name.startswith("."))
        files, folders = [p for p in inside if p.is_file()], [p for p in inside if p.is_dir()]
        if not files:
            names = ", ".join(path.name for path in folders[:5])
            found = f"a folder with folders only ({names})" if folders else "a folder without files"
            remedy = "Name the folders themselves." if folders else ""
            raise FormatError(message(str(folder), found, _expected(), remedy))
        for path in folders:
            why = "a folder in a folder: name it to read it"
            self.aside.append(
                {"file": path.name, "column": "", "found": "a folder", "taken": "left aside", "why": why}
            )
        known = 0
        for path in files:
            head = _head(path)
            if head and self._add_file(path, head):
                known += 1
                continue
            said = {"found": _first_line(head) or "nothing", "taken": "left aside", "why": "no known format"}
            self.aside.append({"file": path.name, "line": 1, "column": "1"} | said)
        if not known:
            names = ", ".join(path.name for path in files[:5]) + (", …" if len(files) > 5 else "")
            found = f"{len(files)} file{'s' * (len(files) > 1)}, none of a known format ({names})"
            raise FormatError(message(str(folder), found, _expected()))

    def _add_file(self, path: Path, head: bytes) -> bool:
        if published.recognises(head, path):
            self.values.append(published.read_values(path))
            return True
        for module in FORMATS:
            if module.recognises(head, path):
                self.histories.append(module.read(path, errors=self.errors))
                return True
        return False

    def joined(self) -> History:
        """Return everything as one History."""
        if not self.histories:
            raise FormatError(
                message("", "published values without an event", "the file of the event beside them")
            )
        history = self.histories[0] if len(self.histories) == 1 else History.concat(self.histories)
        if self.values:
            history = published.attach(history, self.values, self.errors)
        history = exclude_withdrawn(history)
        if not self.aside:
            return history
        keys = history.results["tournament"].dtype
        said = schema.finish(pd.DataFrame(self.aside), "repairs", keys)
        repairs = pd.concat([history.repairs, said], ignore_index=True) if len(history.repairs) else said
        return published.replaced(history, repairs=repairs)


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
    return message(f"{path.name}, line 1", _first_line(head), _expected())


def _first_line(head: bytes) -> str:
    """Return what is found at the beginning of a file, short enough for a message."""
    line = head.lstrip(b"\r\n \t").splitlines()[0] if head.strip() else b""
    text = line.decode("utf-8", errors="replace")
    if not text:
        return "nothing but blanks" if head else ""
    if "\0" in text or sum(not c.isprintable() or c == "\ufffd" for c in text) * 5 > len(text):
        return "bytes that are no text"
    return repr(text if len(text) <= 60 else text[:57] + "…")


def _expected() -> str:
    return "a file of a known format: " + ", ".join(module.NAME for module in FORMATS)
