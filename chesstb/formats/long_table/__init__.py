"""Long tables: a row per game, or per player and round: CSV, TSV, XLSX, Parquet, or any table in memory."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd
import pyarrow as pa

from chesstb import schema
from chesstb.errors import FormatError, message
from chesstb.formats.formulas import say_formulas
from chesstb.formats.long_table.building import build
from chesstb.formats.long_table.columns import is_games, is_rounds, parts_of
from chesstb.formats.long_table.players import Long
from chesstb.formats.long_table.writer import write
from chesstb.formats.notes import Notes
from chesstb.formats.sheets import Sheet, read_sheet, sheet_of, text_of_head
from chesstb.formats.workbook import ZIP, sheet_with, workbook_fits

if TYPE_CHECKING:
    from chesstb.tables import Errors, History

__all__ = ["NAME", "from_long_table", "read", "recognises", "write"]

NAME: Final = "a long table (CSV, TSV, XLSX or Parquet with a row per game, or per player and round)"

ABOVE: Final = 30
"""So many lines may stand above the headings."""
PARQUET: Final = b"PAR1"
MOST_CELLS: Final = 500_000_000
"""Cells of a Parquet file that are read."""


def recognises(head: bytes, path: Path) -> bool:
    """Say whether a file has headings of a long table."""
    if head[:4] == PARQUET:
        names = _parquet_names(path)
        return names is None or _fits(names)
    if head[:4] == ZIP:
        return workbook_fits(path, _has_headings, otherwise=False)
    text = text_of_head(head)
    if not text.strip():
        return False
    try:
        return headings(sheet_of(text, path.name)) is not None
    except FormatError:
        return False


def _fits(names: list[Any]) -> bool:
    parts = parts_of(names).values()
    return is_games(parts) or is_rounds(parts)


def _has_headings(sheet: Sheet) -> bool:
    return headings(sheet) is not None


def headings(sheet: Sheet) -> int | None:
    """Return the row with the headings of a long table, if there is one."""
    return next((row for row, cells in enumerate(sheet.rows[:ABOVE]) if _fits(cells)), None)


def read(path: Path, *, errors: Errors = "repair") -> History:
    r"""Read a long table: a row per game, or per player and round.

    Parameters
    ----------
    path : Path
        CSV, TSV, or other text with a delimiter, in any encoding; XLSX; or Parquet.
    errors : {"strict", "repair"}
        Whether mistakes are an error, or repaired and reported in ``repairs``.

    Returns
    -------
    History
        An event for each value of a column ``tournament`` or ``event``, else one with the name of the
        file. Players without numbers are numbered in the order in which they appear.

    Raises
    ------
    FormatError
        The table has no headings of players, results and rounds, or cannot be read.

    Examples
    --------
    >>> import tempfile
    >>> text = "Round;White;Black;Result\n1;Ann Lee;Bob;1-0\n2;Bob;Ann Lee;½-½\n"
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "club.csv")
    ...     _ = path.write_text(text, encoding="utf-8")
    ...     read(path).results["points"].tolist()
    [1.0, 0.5, 0.0, 0.5]
    """
    path = Path(path)
    notes = Notes(path.name, strict=errors == "strict")
    with path.open("rb") as file:
        start = file.read(4)
    if start == PARQUET:
        found = _from_parquet(path)
    else:
        sheet = sheet_with(path, _has_headings) if start == ZIP else read_sheet(path, notes)
        sheet = sheet or Sheet([], [])
        say_formulas(sheet.formulas, notes)
        found = _from_sheet(sheet, path.name)
    return build(found, path.stem, notes, errors)


def from_long_table(table: Any, *, key: str = "event", errors: Errors = "repair") -> History:
    """Read a long table that is in memory: a row per game, or per player and round.

    Parameters
    ----------
    table : table
        A DataFrame, an Arrow table, or a mapping of columns. Columns are recognised by their names:
        ``round, white, black, result``, or ``player, round, opponent, colour, outcome`` or ``points``,
        and their like in some languages.
    key : str
        The key of the event, where no column names one.
    errors : {"strict", "repair"}
        Whether mistakes are an error, or repaired and reported in ``repairs``.

    Returns
    -------
    History
        Players without numbers are numbered in the order in which they appear. Which player-rounds have
        no row, and were taken as absences, is in ``repairs``; so is where rounds were counted anew,
        because they do not begin with 1 or the same two play several games in one.

    Raises
    ------
    FormatError
        No column for the round, the players or the results.

    Examples
    --------
    >>> import chesstb as tb
    >>> games = {"round": [1], "white": ["Lee, Ann"], "black": ["Bob"], "result": ["1/2-1/2"]}
    >>> tb.from_long_table(games).players[["player", "name"]].to_numpy().tolist()
    [[1, 'Lee, Ann'], [2, 'Bob']]
    """
    frame = pd.DataFrame(schema.columns_of(table, "the table"))
    return build(_from_frame(frame, "the table"), key, Notes("the table", strict=errors == "strict"), errors)


# ---------------------------------------------------------------- columns by the part they play


def _from_frame(frame: pd.DataFrame, name: str) -> Long:
    parts = parts_of(frame.columns)
    return _checked(
        Long(
            {part: frame.iloc[:, at].to_numpy(dtype=object) for at, part in parts.items()},
            {part: str(frame.columns[at]) for at, part in parts.items()},
            np.arange(len(frame)),
        ),
        name,
        [str(column) for column in frame.columns],
    )


def _from_sheet(sheet: Sheet, name: str) -> Long:
    at = headings(sheet)
    if at is None:
        first = sheet.rows[0] if len(sheet) else []
        return _checked(Long({}, {}, np.zeros(0, dtype=np.int64)), name, first)
    top, body = sheet.rows[at], sheet.behind(at)
    parts = parts_of(top)
    columns = {
        part: np.array([row[c] if c < len(row) else "" for row in body.rows], dtype=object)
        for c, part in parts.items()
    }
    titles = {part: top[c].strip() for c, part in parts.items()}
    found = Long(columns, titles, np.array(body.lines, dtype=np.int64))
    return _checked(found, name, top)


def _checked(found: Long, name: str, seen: list[str]) -> Long:
    """Return the table, or say which columns it lacks."""
    parts = found.columns
    fits = is_games(parts) or is_rounds(parts)
    if fits and "round" in parts:
        return found
    shown = ", ".join(repr(str(heading)[:30]) for heading in seen[:12]) or "none"
    if fits:
        expected = "a column for the round"
    else:
        expected = "round, white, black and result, or player, round, opponent and outcome"
    raise FormatError(message(name, f"the headings {shown}", expected, "Rename or add columns."))


# ---------------------------------------------------------------- Parquet


_BROKEN: Final = (OSError, pa.ArrowException, ValueError, TypeError, LookupError, OverflowError, MemoryError)
"""What a damaged file makes the library raise."""


def _parquet_names(path: Path) -> list[Any] | None:
    """Return the names of the columns; None where the file is damaged."""
    from pyarrow import parquet  # noqa: PLC0415 - slow to load

    try:
        return list(parquet.read_schema(path).names)
    except _BROKEN:
        return None


def _small_enough(rows: int, columns: int, name: str) -> None:
    """Refuse a table of more cells than are read."""
    if not 0 <= rows * max(columns, 1) <= MOST_CELLS:
        found = f"a table of {rows:,} rows and {columns} columns"
        raise FormatError(message(name, found, f"at most {MOST_CELLS:,} cells"))


def _from_parquet(path: Path) -> Long:
    from pyarrow import parquet  # noqa: PLC0415 - slow to load

    try:
        with parquet.ParquetFile(path) as file:
            _small_enough(file.metadata.num_rows, file.metadata.num_columns, path.name)
            names = list(file.schema_arrow.names)
            wanted = [names[at] for at in parts_of(names)]
            frame = file.read(columns=wanted).to_pandas(ignore_metadata=True)
        return _from_frame(frame, path.name)
    except FormatError:
        raise
    except _BROKEN as error:
        what = f"a Parquet file that cannot be read ({str(error)[:120]})"
        raise FormatError(message(path.name, what, "a whole file")) from None
