"""Cells of workbooks that hold a formula and no value: none is evaluated, none passed over."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable
    from zipfile import ZipFile

    from chesstb.formats.notes import Notes

Formula = tuple[int, str, str]
"""Row and column of a cell, as the sheet names them, and the formula."""

WHY: Final = "a formula without a stored value; open and save the file in a spreadsheet program"
SHOWN: Final = 80
_ANY: Final = re.compile(rb"<(?:[A-Za-z_][\w.-]*:)?f[\s/>]")
_CELL: Final = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")


def without_value(archive: ZipFile, sheet: Any) -> list[Formula]:
    """Return the formulas of a sheet whose value is not stored.

    A text that is empty is a value. The XML is read only where it holds a formula at all.
    """
    name = sheet._worksheet_path  # noqa: SLF001 - the library does not tell it otherwise
    if not _ANY.search(archive.read(name)):
        return []
    from defusedxml.ElementTree import iterparse  # noqa: PLC0415 - an extra

    found = []
    with archive.open(name) as file:
        for _, element in iterparse(file):
            kind = element.tag.rpartition("}")[2]
            if kind == "c":
                found += _formula(element)
            elif kind == "row":
                element.clear()
    return found


def _formula(cell: Any) -> list[Formula]:
    parts = {part.tag.rpartition("}")[2]: part for part in cell}
    at = _CELL.fullmatch(cell.get("r") or "")
    stored = "v" in parts and (parts["v"].text or cell.get("t") == "str")
    if "f" not in parts or stored or "is" in parts:
        return []
    text = "=" + (parts["f"].text or "…")[:SHOWN]
    return [(int(at[2]), at[1], text) if at else (1, "1", text)]


def say_formulas(formulas: Iterable[Formula], notes: Notes) -> None:
    """Note the formulas of a sheet without a value; in strict reading the first is an error."""
    for row, column, text in formulas:
        notes.wrong((row, column), text, "", WHY, "a value")
