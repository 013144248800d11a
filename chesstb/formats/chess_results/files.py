"""Files of chess-results.com as pages: HTML, CSV and XLSX. Each stays within limits that are said."""

from __future__ import annotations

import codecs
import csv
import io
import re
import zipfile
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from chesstb.errors import FormatError, MissingExtraError, message
from chesstb.formats.cells import plain
from chesstb.formats.chess_results import words
from chesstb.formats.chess_results.page import Cell, Page, Row, round_of
from chesstb.formats.decoding import decode
from chesstb.formats.formulas import say_formulas, without_value
from chesstb.formats.one_event import contents

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from chesstb.formats.notes import Notes

MARK: Final = b"chess-results"
MOST_BYTES: Final = 32 * 1024 * 1024
MOST_UNPACKED: Final = 128 * 1024 * 1024
MOST_ROWS, MOST_COLUMNS, MOST_TABLES = 20_000, 400, 1_000
HALF: Final = b"\xbd"
"""½ in the western code page of Windows."""
SEPARATORS: Final = ";\t,"
ROW: Final = "tr[starts-with(@class, 'CRg') or starts-with(@class, 'CRng')]"
INSIDE: Final = f"//table[contains(@class, 'CRs1')]//table//{ROW}"
"""Rows of data where none can be."""
OUTSIDE: Final = "//table[contains(@class, 'CRs1')]//*[self::td or self::th][not(parent::tr)]/.."
"""What holds cells and is no row."""
END: Final = 2_000
"""In so many signs at its end a page closes; browsers may put something behind it."""
ZIP: Final = b"PK\x03\x04"

ADDRESS: Final = re.compile(r"tnr([0-9]{1,9})\.aspx")
SNR: Final = re.compile(r"[?&;]snr=([0-9]{1,6})(?![0-9])")
HEADING: Final = re.compile(r"CRn?g[0-9]b")
DATA: Final = re.compile(r"CRn?g[0-9](?: +([A-Z]{3}))?")


def is_html(head: bytes) -> bool:
    """Say whether a file begins as HTML does."""
    start = head.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")[:2_000].lower()
    return start.startswith(b"<") and any(tag in start for tag in (b"<!doctype html", b"<html", b"<head"))


def is_heading_line(line: bytes) -> bool:
    """Say whether a line of a CSV file names columns of a table."""
    text = line[:10_000].decode("utf-8", errors="replace")
    return any(text.count(sign) > 1 and _is_heading(text.split(sign)) for sign in SEPARATORS)


def read_page(path: Path, notes: Notes) -> Page:
    """Read a file as a page.

    Raises
    ------
    FormatError
        It is larger than the limits, or damaged beyond reading.
    """
    raw = contents(path, MOST_BYTES)
    if raw.startswith(ZIP):
        return _of_rows(path.name, _workbook(path, raw, notes))
    if is_html(raw):
        return _of_html(path.name, raw, notes)
    return _of_rows(path.name, _lines(path.name, text_of(raw, notes)))


def text_of(raw: bytes, notes: Notes) -> str:
    """Return the text of a file; in the code pages of Windows its half points are one byte.

    That byte is a letter in some of them: the page is guessed from the other letters.
    """
    if raw.isascii() or HALF not in raw or raw[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return decode(raw, notes)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        damaged = "½".encode() in raw
    return decode(raw, notes) if damaged else decode(raw.replace(HALF, b"\x01"), notes).replace("\x01", "½")


# ---------------------------------------------------------------- HTML


def _of_html(file: str, raw: bytes, notes: Notes) -> Page:
    try:
        from lxml import etree, html  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise missing("HTML", "lxml", "html") from error
    text = text_of(raw, notes).replace("\0", " ")
    parser = html.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True)
    try:
        tree: Any = html.document_fromstring(text.encode("utf-8", errors="replace"), parser=parser)
    except (etree.LxmlError, ValueError) as error:
        raise FormatError(message(file, "no HTML that can be read", "a page of chess-results.com")) from error
    page = Page(file)
    if "</html" not in text[-END:].lower():
        last = (text.count("\n") + 1, "1")
        notes.wrong(
            last,
            text[-20:].strip(),
            "what stands before",
            "the page ends before its end: rows may be missing",
        )
    _address(page, tree)
    _above(page, tree)
    tables = [table for table in tree.iter("table") if "CRs1" in (table.get("class") or "").split()]
    page.tables = [_rows(table) for table in tables[:MOST_TABLES]]
    for inside in tree.xpath(INSIDE):
        why = "a row inside a cell: the table of a name is not closed, rows may be missing"
        notes.wrong((inside.sourceline or 0, "1"), _text(inside)[:80], "left out", why)
    for other in tree.xpath(OUTSIDE)[:MOST_COLUMNS]:
        shown = plain(" ".join(_text(cell) for cell in other if cell.tag in ("td", "th")))[:80]
        notes.wrong((other.sourceline or 0, "1"), shown, "left out", "cells outside of a row")
    return page


def _address(page: Page, tree: Any) -> None:
    """Take what the address of the page says: it is the target of its form."""
    target = next((form.get("action") or "" for form in tree.iter("form")), "")
    number = ADDRESS.search(target)
    if number:
        page.number = number[1]
    said = dict(re.findall(r"[?&](art|rd|lan)=([0-9]{1,3})(?![0-9])", target))
    page.kind, page.round = said.get("art", ""), int(said.get("rd", 0))
    page.language = words.data()["languages"].get(said.get("lan", ""), "english")


def _above(page: Page, tree: Any) -> None:
    """Take the name of the event, the view, the round, details and the legend."""
    titles = [_text(one) for one in tree.iter("h2")]
    page.name, page.title = [*titles, "", ""][0], [*titles, "", ""][1]
    for below in tree.xpath("(//h2)[2]/following::h3[1]"):
        page.round = round_of(_text(below)) or page.round
    for part in tree.iter("p"):
        lines = [plain(line) for line in part.itertext()]
        if "CRsmall" in (part.get("class") or ""):
            page.update(" ".join(lines))
        for line in lines:
            page.explain(line)
    for row in tree.iter("tr"):
        cells = [cell for cell in row if cell.tag in ("td", "th")]
        if len(cells) == 2 and "CRs1" not in (row.getparent().get("class") or ""):
            page.detail(_text(cells[0]), _text(cells[1]))


def _rows(table: Any) -> list[Row]:
    """Return the rows of a table, not those of tables inside it."""
    rows = (row for row in table.iter("tr") if next(row.iterancestors("table")) is table)
    return [_row(row) for row in islice(rows, MOST_ROWS)]


def _row(row: Any) -> Row:
    name = " ".join((row.get("class") or "").split())
    cells = [cell for cell in row if cell.tag in ("td", "th")][:MOST_COLUMNS]
    marked = DATA.fullmatch(name)
    heading = bool(HEADING.fullmatch(name)) or (bool(cells) and all(cell.tag == "th" for cell in cells))
    federation = marked[1] or "" if marked else ""
    return Row(row.sourceline or 0, [_cell(cell) for cell in cells], heading, federation)


def _cell(cell: Any) -> Cell:
    link = next((found for a in cell.iter("a") if (found := SNR.search(a.get("href") or ""))), None)
    shown = [c for div in cell.iter("div") for c in (div.get("class") or "").split()]
    colour = "w" if "FarbewT" in shown else "b" if "FarbesT" in shown else ""
    return Cell(_text(cell), int(link[1]) if link else 0, colour)


def _text(element: Any) -> str:
    return plain(" ".join(element.itertext()))


# ---------------------------------------------------------------- CSV and XLSX


def _lines(file: str, text: str) -> Iterator[tuple[int, list[str]]]:
    """Return the lines of a CSV file; what separates cells is what most lines hold most of."""
    lines = text.splitlines()
    sample = lines[:200]
    separator = max(SEPARATORS, key=lambda sign: sum(line.count(sign) > 1 for line in sample))
    reader = csv.reader(io.StringIO(text.replace("\0", " "), newline=None), delimiter=separator)
    try:
        for row in reader:
            if reader.line_num > MOST_ROWS:
                raise FormatError(message(file, f"more than {MOST_ROWS:,} lines", "a table of one event"))
            yield reader.line_num, row[:MOST_COLUMNS]
    except csv.Error as error:
        place = f"{file}, line {reader.line_num}"
        raise FormatError(message(place, f"no CSV that can be read ({error})")) from error


def check_archive(file: str, raw: bytes) -> zipfile.ZipFile:
    """Return an archive that unpacks to no more than a limit."""
    expected = "a workbook (XLSX)"
    try:
        archive = zipfile.ZipFile(io.BytesIO(raw))
        size = sum(entry.file_size for entry in archive.infolist())
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, EOFError) as error:
        raise FormatError(message(file, f"a damaged archive ({error})", expected)) from error
    if size > MOST_UNPACKED:
        most = f"at most {MOST_UNPACKED // 2**20} MB"
        raise FormatError(message(file, f"an archive that unpacks to {size // 2**20} MB", most))
    return archive


def _workbook(path: Path, raw: bytes, notes: Notes) -> Iterator[tuple[int, list[str]]]:
    """Return the rows of the first sheet; formulas are not evaluated."""
    try:
        import defusedxml  # noqa: F401, PLC0415 - openpyxl uses it where it is installed
        import openpyxl  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise missing("XLSX", "openpyxl and defusedxml", "xlsx") from error
    archive = check_archive(path.name, raw)
    try:
        book = openpyxl.load_workbook(io.BytesIO(raw), read_only=True, data_only=True)
        sheet = book.worksheets[0]
        sheet.reset_dimensions()
        rows = list(sheet.iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS, values_only=True))
        formulas = without_value(archive, sheet)
    except Exception as error:  # a damaged workbook fails in many ways
        found = f"a workbook that cannot be read ({type(error).__name__})"
        raise FormatError(message(path.name, found, "a sheet of chess-results.com")) from error
    if len(rows) > MOST_ROWS:
        raise FormatError(message(path.name, f"more than {MOST_ROWS:,} rows", "a table of one event"))
    say_formulas(formulas, notes)
    return ((at, [_value(value) for value in row]) for at, row in enumerate(rows, start=1))


def _value(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return plain(value)


def _of_rows(file: str, rows: Iterator[tuple[int, list[str]]]) -> Page:
    """Return a page from rows of texts: lines above the table, the table, the legend below it."""
    page, above = Page(file), []
    table: list[Row] = []
    for line, texts in rows:
        cells = [plain(text) for text in texts]
        filled = [text for text in cells if text]
        if not filled:
            continue
        heading = _is_heading(cells)
        if len(filled) <= 2 and not heading and (not table or page.explain(" ".join(filled))):
            above += [] if table else [" ".join(filled)]
            if not table:
                _said(page, filled)
        else:
            table.append(Row(line, [Cell(text) for text in cells], heading or len(filled) == 1))
    page.tables = [table]
    _name(page, above)
    return page


def _is_heading(cells: list[str]) -> bool:
    """Say whether a row names columns: three that are known, and names among them."""
    if sum(map(bool, cells)) < 3:
        return False
    found = words.columns(cells, "english")
    named = found.has("name") or found.has("white", "black") or found.has("team")
    return named and found.known >= 3


def _said(page: Page, filled: list[str]) -> None:
    """Take a line above the table that says something about the event."""
    label, value = _split(filled[0]) if len(filled) == 1 else (filled[0], filled[1])
    page.detail(label, value)
    page.update(" ".join(filled))


def _split(line: str) -> tuple[str, str]:
    """Return a label and what stands behind its colon."""
    label, _, value = line.partition(":")
    return label.strip(), value.strip()


def _name(page: Page, above: list[str]) -> None:
    """Take the name of the event and of the view from the lines above the table."""
    lines = [line for line in above if MARK.decode() not in line.casefold()]
    page.title = lines[-1] if len(lines) > 1 or "crosstable" in "".join(lines).casefold() else ""
    page.name = (
        lines[0] if lines and lines[0] is not page.title and not page.detail(*_split(lines[0])) else ""
    )
    page.round = round_of(page.title)


def missing(what: str, package: str, extra: str) -> MissingExtraError:
    """Return the error of a package that is not installed."""
    remedy = f'pip install "chesstb[{extra}]"'
    return MissingExtraError(message("", f"reading {what} needs {package}", remedy=f"Install it: {remedy}"))
