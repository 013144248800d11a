"""Sheets: rows of cells out of CSV, TSV, Markdown and clipboard text, whatever delimiter and encoding."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from chesstb.errors import FormatError, message
from chesstb.formats.decoding import decode
from chesstb.formats.notes import Notes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from chesstb.formats.formulas import Formula

MOST_BYTES: Final = 256 * 1024 * 1024
"""A larger text is not read as a sheet."""
MOST_CELL: Final = 100_000
"""Signs of one cell."""
MOST_COLUMNS: Final = 2_000
LOOKED_AT: Final = 60
"""Lines that tell the delimiter."""

_OF_RULERS: Final = frozenset("|:+=_- \t")
_MARKDOWN: Final = re.compile(r"\s*\|.*\|\s*")
_GAP: Final = re.compile(r"\t| {2,}|\|")


@dataclass(frozen=True)
class Sheet:
    """Rows of cells, the line (or row) of the source where each stands, and formulas without a value."""

    rows: list[list[str]]
    lines: list[int]
    formulas: list[Formula] = field(default_factory=list, repr=False)

    def __len__(self) -> int:
        return len(self.rows)

    def behind(self, row: int) -> Sheet:
        """Return the rows behind one."""
        return Sheet(self.rows[row + 1 :], self.lines[row + 1 :])


def read_sheet(path: Path, notes: Notes) -> Sheet:
    """Return the rows of a text file.

    Raises
    ------
    FormatError
        The file is too large, is no text, or a cell is.
    """
    size = path.stat().st_size
    if size > MOST_BYTES:
        most = f"at most {MOST_BYTES // 1024**2} MB"
        raise FormatError(message(path.name, f"a table of {size // 1024**2} MB", most))
    return sheet_of(decode(path.read_bytes(), notes), path.name)


def text_of_head(head: bytes) -> str:
    """Return the text of the first bytes of a file for looking at, empty where they are no text."""
    if head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return head[: len(head) // 2 * 2].decode("utf-16", errors="replace")
    if b"\0" in head:
        return ""
    try:
        return head.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        cut = error.start > len(head) - 4  # the last letter goes on behind the head
    return head.decode("utf-8-sig", errors="replace") if cut else decode(head, Notes("", strict=False))


def sheet_of(text: str, name: str) -> Sheet:
    r"""Return the rows of a text; the delimiter is told by how evenly it cuts the lines.

    Examples
    --------
    >>> sheet_of("No;Name;1,5\n1;Lee, Ann;0,5", "x.csv").rows
    [['No', 'Name', '1,5'], ['1', 'Lee, Ann', '0,5']]
    >>> sheet_of("| a | b |\n|---|---|\n| 1 | x\\|y |", "x.md")
    Sheet(rows=[['a', 'b'], ['1', 'x|y']], lines=[1, 3])
    """
    if "\0" in text:
        raise FormatError(message(name, "bytes that are no text", "a table of text"))
    lines = re.split(r"\r\n|\r|\n", text)
    if _is_markdown(lines):
        found = [
            (_markdown(line), number) for number, line in enumerate(lines, start=1) if not is_ruler(line)
        ]
    elif delimiter := delimiter_of(lines):
        found = list(_delimited(text, delimiter, name))
    else:
        found = [
            (_GAP.split(line.strip()), number)
            for number, line in enumerate(lines, start=1)
            if not is_ruler(line)
        ]
    full = [(row, number) for row, number in found if any(cell.strip() for cell in row)]
    wide = next((number for row, number in full if len(row) > MOST_COLUMNS), None)
    if wide is not None:
        raise FormatError(message(f"{name}, line {wide}", f"more than {MOST_COLUMNS:,} cells", "a table"))
    return Sheet([row for row, _ in full], [number for _, number in full])


def is_ruler(line: str) -> bool:
    """Say whether a line only separates others.

    Examples
    --------
    >>> is_ruler("|---|:--|"), is_ruler("=====  ==="), is_ruler("1 | - | -")
    (True, True, False)
    """
    return _OF_RULERS.issuperset(line) and any(sign * 3 in line for sign in "-=_")


def _is_markdown(lines: list[str]) -> bool:
    some = [line for line in lines if line.strip()][:LOOKED_AT]
    table = [line for line in some if _MARKDOWN.fullmatch(line)]
    rulers = [line for line in some if "|" in line and is_ruler(line)]
    return len(table) > 1 and bool(rulers)


def _markdown(line: str) -> list[str]:
    inner = line.strip().removeprefix("|")
    inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
    cells = re.split(r"(?<!\\)\|", inner)
    return [cell.strip().replace("\\|", "|").replace("<br>", " ") for cell in cells]


def delimiter_of(lines: list[str]) -> str:
    r"""Return the delimiter that cuts most lines into equally many cells, empty where none does.

    Examples
    --------
    >>> (
    ...     delimiter_of(["a,b;c", "d,e;f;g", "h;i"]),
    ...     delimiter_of(["a\tb, c", "d\te, f"]),
    ...     delimiter_of(["a b"]),
    ... )
    (';', '\t', '')
    """
    some = [line for line in lines if line.strip()][:LOOKED_AT]
    best, best_score = "", 0
    for delimiter in "\t;,|":
        counts = Counter(_cells(line, delimiter) for line in some)
        counts.pop(1, None)
        score = max(((cells - 1) * often for cells, often in counts.items()), default=0)
        enough = sum(counts.values()) * 2 > len(some)
        if enough and score > best_score:
            best, best_score = delimiter, score
    return best


def _cells(line: str, delimiter: str) -> int:
    outside = "".join(line.split('"')[::2]) if '"' in line else line
    return outside.count(delimiter) + 1


def _delimited(text: str, delimiter: str, name: str) -> Iterator[tuple[list[str], int]]:
    before = csv.field_size_limit(MOST_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    line = 1
    try:
        for row in reader:
            yield row, line
            line = reader.line_num + 1
    except csv.Error as error:
        what = f"a cell that cannot be read ({error})"
        raise FormatError(message(f"{name}, line {line}", what, "quotes that close")) from None
    finally:
        csv.field_size_limit(before)
