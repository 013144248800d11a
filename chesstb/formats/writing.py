"""Writing events: one function for all formats, told by name or by the ending of the file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from chesstb.errors import FormatError, message, nearest
from chesstb.formats import chess_results, crosstable, long_table, us_chess
from chesstb.formats.trf import write_trf
from chesstb.tables import History

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Writer:
    """How a format is written: what it is, the endings that stand for it, and the function."""

    what: str
    endings: tuple[str, ...]
    write: Callable[..., Any]


WRITERS: Final[dict[str, Writer]] = {
    "trf26": Writer("TRF26", (".trf", ".trfx", ".txt"), partial(write_trf, version="trf26")),
    "trf16": Writer("TRF16", (), partial(write_trf, version="trf16")),
    "tables": Writer("a folder of Parquet tables", ("", ".parquet"), History.save),
    "long": Writer("a table with a row per player and round", (".csv", ".tsv"), long_table.write),
    "crosstable": Writer("a crosstable to read and to correct by hand", (".md",), crosstable.write),
    "chess-results": Writer(
        "a crosstable as chess-results.com has it", (".xlsx", ".html", ".htm"), chess_results.write
    ),
    "us-chess-crosstable": Writer("a US Chess crosstable", (), us_chess.write),
}
"""Name to writer. The endings are those that stand for it where no name is given."""


def write(history: History, path: str | Path, form: str | None = None, **options: Any) -> Path:
    """Write events to a file of any format that can hold them.

    Parameters
    ----------
    history : History
        The events; crosstables hold one each.
    path : str or pathlib.Path
        Where to. Without ``form`` its ending decides: ``.trf`` and ``.txt`` TRF26, ``.csv`` and
        ``.tsv`` a row per player and round, ``.md`` a crosstable, ``.xlsx`` and ``.html`` a crosstable
        as chess-results.com has it, none or ``.parquet`` a folder of Parquet tables.
    form : str, optional
        ``trf26``, ``trf16``, ``tables``, ``long`` (CSV, TSV, Parquet), ``crosstable`` (CSV, TSV,
        Markdown), ``chess-results`` (CSV, XLSX, HTML), ``us-chess-crosstable`` (text).
    **options
        Of the format, such as ``tournament`` for one event of several.

    Returns
    -------
    pathlib.Path
        Where it is. `chesstb.read` reads it again.

    Raises
    ------
    FormatError
        The format is unknown, or cannot hold what is in the events; nothing is written then.
    MissingExtraError
        XLSX needs the extra ``xlsx``.

    Examples
    --------
    >>> import tempfile
    >>> import chesstb as tb
    >>> games = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]}
    >>> event = tb.History.from_tables(games)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = tb.write(event, Path(folder, "final.csv"))
    ...     tb.read(path).results["outcome"].tolist()
    ['1', '0']
    """
    path = Path(path)
    writer = _by_ending(path) if form is None else WRITERS.get(form.lower().replace("_", "-"))
    if writer is None and form is None:
        endings = ", ".join(sorted({end for one in WRITERS.values() for end in one.endings if end}))
        found = f"no format is written to {path.suffix!r} files"
        raise FormatError(message(path.name, found, endings, "Or name one with form=."))
    if writer is None:
        found = f"no format to write is called {form!r}"
        raise FormatError(message("", found, remedy=nearest(str(form), WRITERS)))
    writer.write(history, path, **options)
    return path


def _by_ending(path: Path) -> Writer | None:
    ending = path.suffix.lower()
    return next((writer for writer in WRITERS.values() if ending in writer.endings), None)
