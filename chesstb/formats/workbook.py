"""Workbooks (XLSX) as sheets: values only, no formula is computed, no link followed."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING, Any, Final

from chesstb.errors import ChesstbError, FormatError, message
from chesstb.formats import cells
from chesstb.formats.chess_results.files import check_archive, missing
from chesstb.formats.formulas import without_value
from chesstb.formats.one_event import contents
from chesstb.formats.sheets import Sheet

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ZIP: Final = b"PK\x03\x04"
MOST_BYTES: Final = 16 * 1024 * 1024
MOST_ROWS, MOST_COLUMNS, MOST_SHEETS = 50_000, 600, 30
MOST_CELLS: Final = 3_000_000
"""Cells of a sheet, the empty ones among others."""


def sheet_with(path: Path, fits: Callable[[Sheet], bool]) -> Sheet | None:
    """Return the first sheet of a workbook that fits, if there is one."""
    return next((sheet for sheet in read_workbook(path) if fits(sheet)), None)


def is_workbook(path: Path) -> bool:
    """Say whether a file is a workbook, as far as its archive says."""
    try:
        with zipfile.ZipFile(io.BytesIO(contents(path, MOST_BYTES))) as archive:
            return "xl/workbook.xml" in archive.namelist()
    except (ChesstbError, zipfile.BadZipFile, ValueError, OSError, NotImplementedError, EOFError):
        return False


def workbook_fits(path: Path, fits: Callable[[Sheet], bool], *, otherwise: bool) -> bool:
    """Say whether a workbook has a sheet that fits; what to say of one that cannot be read is given."""
    if not is_workbook(path):
        return False
    try:
        return sheet_with(path, fits) is not None
    except (ImportError, ChesstbError):
        return otherwise


def read_workbook(path: Path) -> list[Sheet]:
    """Return the sheets of a workbook.

    Raises
    ------
    FormatError
        It is damaged, or larger than a limit.
    MissingExtraError
        The packages for XLSX are not installed.
    """
    data = contents(path, MOST_BYTES)
    archive = check_archive(path.name, data)
    try:
        import defusedxml  # noqa: F401, PLC0415 - openpyxl uses it where it is installed
        import openpyxl  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise missing("XLSX", "openpyxl and defusedxml", "xlsx") from error
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        sheets = [_sheet(sheet, path.name, archive) for sheet in book.worksheets[:MOST_SHEETS]]
    except FormatError:
        raise
    except Exception as error:  # noqa: BLE001 - a damaged workbook makes the library raise anything
        what = f"a workbook that cannot be read ({type(error).__name__})"
        raise FormatError(message(path.name, what, "a whole XLSX file")) from None
    return sheets


def _sheet(sheet: Any, name: str, archive: zipfile.ZipFile) -> Sheet:
    """Return the rows of a sheet that hold something."""
    found, lines, seen = [], [], 0
    for line, row in enumerate(sheet.iter_rows(max_col=MOST_COLUMNS, values_only=True), start=1):
        seen += len(row) + 1
        if line > MOST_ROWS or seen > MOST_CELLS:
            what = f"a sheet of more than {MOST_ROWS:,} rows, or {MOST_CELLS:,} cells"
            raise FormatError(message(name, what, "a smaller sheet, or CSV"))
        texts = [_value(cell) for cell in row]
        if any(texts):
            found.append(texts)
            lines.append(line)
    return Sheet(found, lines, without_value(archive, sheet))


def _value(value: Any) -> str:
    """Return the value of a cell of a workbook as text."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else cells.plain(value)
