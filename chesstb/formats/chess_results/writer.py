"""Histories as crosstables in the form of chess-results.com: CSV, XLSX or HTML."""

from __future__ import annotations

import csv
import io
import os
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from chesstb.errors import FormatError, message
from chesstb.formats.chess_results.compose import Sheet, compose
from chesstb.formats.chess_results.files import missing
from chesstb.formats.chess_results.same import check

if TYPE_CHECKING:
    from chesstb.tables import History

FIRST_LINE: Final = "Crosstable in the form of chess-results.com"
ENDINGS: Final = (".csv", ".xlsx", ".html", ".htm")


def write(
    history: History, path: str | Path, *, tournament: str | None = None, leave_out: bool = False
) -> Path:
    """Write an event as a crosstable by starting number; the ending of the file says in which form.

    The points are those that were published, else those of the results; ranks and tie-breaks are those
    that were published. Of a date of birth the year is written.

    Parameters
    ----------
    history : History
        One event.
    path : str or Path
        A file that ends in ``.csv``, ``.xlsx`` or ``.html``; it appears when it is complete.
    tournament : str, optional
        Which event, of several.
    leave_out : bool
        Whether what a crosstable cannot hold is left out instead of being an error: the kind of a bye
        with a full point, games that are not rated, names of further columns. Points are never.

    Returns
    -------
    Path
        The file. Reading it gives the same event.

    Raises
    ------
    FormatError
        The ending is none of these, there are several events, or the crosstable cannot hold something;
        nothing is written then.
    MissingExtraError
        XLSX needs openpyxl.

    Examples
    --------
    >>> import tempfile
    >>> from chesstb.tables import History
    >>> games = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "colour": ["w", "b"]}
    >>> event = History.from_tables(
    ...     games | {"outcome": ["1", "0"]}, players={"player": [1, 2], "name": ["Ann", "Bob"]}
    ... )
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     print(write(event, Path(folder, "final.csv")).read_text(encoding="utf-8-sig"))
    Crosstable in the form of chess-results.com
    <BLANKLINE>
    Starting rank crosstable
    No.;Name;1.Rd;Pts.
    1;Ann;2w1;1
    2;Bob;1b0;0
    <BLANKLINE>
    """
    target = Path(path)
    ending = target.suffix.lower()
    if ending not in ENDINGS:
        raise FormatError(message(target.name, f"the ending {ending!r}", ".csv, .xlsx or .html"))
    one = history if tournament is None else history.select(tournament)
    if len(one) != 1:
        remedy = "Choose one with tournament=." if len(one) else ""
        raise FormatError(message("", f"{len(one)} events", "one: a crosstable is of one event", remedy))
    sheet = compose(one)
    check(one, sheet, leave_out=leave_out)
    data = _csv(sheet) if ending == ".csv" else _xlsx(sheet) if ending == ".xlsx" else _html(sheet)
    _put(target, data)
    return target


def _put(target: Path, data: bytes) -> None:
    """Write a file aside, and put it in its place when it is complete."""
    aside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        aside.write_bytes(data)
        aside.replace(target)
    except OSError as error:
        raise FormatError(message(str(target), f"cannot be written ({error.strerror})")) from error
    finally:
        if aside.exists():
            aside.unlink()


def rows_of(sheet: Sheet) -> list[list[str]]:
    """Return a sheet as rows of cells, with the lines above and below the table."""
    above = [[FIRST_LINE], [sheet.name], *([f"{label} : {value}"] for label, value in sheet.details)]
    legend = [[f"Tie Break{number}: {text}"] for number, text in sheet.legend.items()]
    return [*above, [sheet.title], sheet.headings, *sheet.rows, *legend]


def _csv(sheet: Sheet) -> bytes:
    out = io.StringIO()
    csv.writer(out, delimiter=";", lineterminator="\n").writerows(rows_of(sheet))
    return b"\xef\xbb\xbf" + out.getvalue().replace('""\n', "\n", 1).encode()


def _xlsx(sheet: Sheet) -> bytes:
    try:
        from openpyxl import Workbook  # noqa: PLC0415 - an extra
        from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415
        from openpyxl.utils.exceptions import IllegalCharacterError  # noqa: PLC0415
    except ImportError as error:
        raise missing("XLSX", "openpyxl", "xlsx") from error
    book = Workbook(write_only=True)
    page: Any = book.create_sheet("Crosstable")
    for row in rows_of(sheet):
        line = []
        for text in row:
            try:
                cell = WriteOnlyCell(page, value=text)
            except IllegalCharacterError:
                raise FormatError(message("", f"{text!r} has signs that XLSX cannot hold", "text")) from None
            cell.data_type = "s"  # a text that begins with = is no formula
            line.append(cell)
        page.append(line)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _html(sheet: Sheet) -> bytes:
    def line(tag: str, cells: list[str], kind: str) -> str:
        inside = "".join(f'<{tag} class="CR">{escape(cell)}</{tag}>' for cell in cells)
        return f'<tr class="{kind}">{inside}</tr>'

    legend = "<br>".join(escape(f"Tie Break{number}: {text}") for number, text in sheet.legend.items())
    details = [line("td", [label, value], "CR") for label, value in sheet.details]
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{escape(sheet.name)}</title></head><body>',
        f"<!-- {FIRST_LINE} -->",
        f"<h2>{escape(sheet.name)}</h2>",
        *(["<table>", *details, "</table>"] if details else []),
        f"<h2>{escape(sheet.title)}</h2>",
        '<table class="CRs1">',
        line("th", sheet.headings, "CRg1b"),
        *(line("td", row, "CRg1" if at % 2 else "CRg2") for at, row in enumerate(sheet.rows)),
        "</table>",
        f'<p class="CR">{legend}</p>' if legend else "",
        "</body></html>",
    ]
    return "\n".join(part for part in parts if part).encode() + b"\n"
