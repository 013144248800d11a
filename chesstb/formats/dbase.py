"""Tables of dBase files as text, cell by cell: read with the library ``dbfread``."""

from __future__ import annotations

import struct
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from chesstb.errors import FormatError, MissingExtraError, message
from chesstb.formats.one_event import MOST_BYTES

if TYPE_CHECKING:
    from pathlib import Path

    from chesstb.formats.notes import Notes

DBASE_III: Final = 3
HEADER: Final = 32
FIELD: Final = 32
MOST_RECORDS: Final = 300_000
"""No table of an event has more."""
END: Final = 0x1A
"""Stands behind the last record."""
PLAIN_TYPES: Final = "CNDLF"
"""Types of fields that stand in the table itself; memos would stand in a file beside it."""


def fields_of(head: bytes) -> dict[str, int]:
    """Return the fields that the head of a dBase III file describes, with their sizes.

    Nothing where the head is none, or describes records of another length than it says.
    """
    if len(head) < HEADER + FIELD or head[0] != DBASE_III:
        return {}
    start, size = struct.unpack_from("<HH", head, 8)
    fields: dict[str, int] = {}
    for at in range(HEADER, min(start, len(head)) - FIELD + 1, FIELD):
        if head[at] == 0x0D:
            break
        name = head[at : at + 11].split(b"\0", 1)[0].decode("latin-1")
        if not name.isprintable() or chr(head[at + 11]) not in PLAIN_TYPES or name in fields:
            return {}
        high = head[at + 17] << 8 if head[at + 11] == ord("C") else 0
        fields[name] = head[at + 16] | high
    return fields if fields and size == 1 + sum(fields.values()) else {}


def records(path: Path, notes: Notes | None = None, encoding: str = "cp1252") -> list[dict[str, str]]:
    """Return the records of a dBase III file that are not deleted, all values as text.

    A value ends with the first zero byte: some programs pad numbers with them.

    Parameters
    ----------
    path : Path
        The file.
    notes : Notes, optional
        Where a file that is cut off is reported; without them it is an error.
    encoding : str
        That of its text.

    Raises
    ------
    FormatError
        The file is none, is too large, has too many records, or holds fewer than it says.
    MissingExtraError
        The library is not installed.
    """
    try:
        import dbfread  # noqa: PLC0415 - an extra
    except ImportError as error:
        found = "reading dBase files needs the library dbfread"
        remedy = 'Install it with: pip install "chesstb[dbase]"'
        raise MissingExtraError(message(path.name, found, remedy=remedy)) from error
    fields, there = _checked(path, notes)
    try:
        table: Any = dbfread.DBF(
            str(path), encoding="latin-1", ignorecase=False, raw=True, ignore_missing_memofile=True
        )
        if list(table.field_names) != list(fields):
            raise FormatError(message(path.name, "a damaged head of a dBase table", ", ".join(fields)[:80]))
        whole = islice(table, there)
        return [{name: _text(raw, encoding) for name, raw in record.items()} for record in whole]
    except (LookupError, ValueError, OSError, struct.error, dbfread.DBFNotFound) as error:
        raise FormatError(message(path.name, f"a damaged dBase table ({error})")) from None


def _checked(path: Path, notes: Notes | None) -> tuple[dict[str, int], int]:
    """Return the fields of a file whose head and length agree, and its records that are not deleted."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise FormatError(message(str(path), f"cannot be read ({error.strerror})")) from None
    fields = fields_of(data[: HEADER + 256 * FIELD])
    if not fields:
        raise FormatError(
            message(path.name, "no head of a dBase III table", "fields and the length of records")
        )
    if len(data) > MOST_BYTES:
        raise FormatError(message(path.name, f"more than {MOST_BYTES} bytes", "a table of one event"))
    count, start, length = struct.unpack_from("<IHH", data, 4)
    there = max(len(data) - start, 0) // length
    if min(count, there) > MOST_RECORDS:
        raise FormatError(message(path.name, f"{min(count, there)} records", f"at most {MOST_RECORDS}"))
    if there < count and notes is None:
        raise FormatError(message(path.name, f"{there} records", f"{count}", "The file is cut off."))
    if notes is not None:
        _compare(notes, path.name, (count, there), data[start + length * count :])
    flags = data[start : start + length * min(count, there) : length].split(bytes([END]), 1)[0]
    odd = min(count, there) - flags.count(b" ") - flags.count(b"*")
    if odd:
        _misplaced(notes, path.name, odd)
    return fields, flags.count(b" ")


def _misplaced(notes: Notes | None, file: str, odd: int) -> None:
    """Say that records do not begin with the sign that a record begins with."""
    found, why = f"{odd} record{'s' * (odd > 1)}", "no record begins here: bytes were lost or added before"
    if notes is None:
        raise FormatError(message(file, found, "records that begin with a blank or a star"))
    notes.wrong((None, f"{file} records"), found, "left out", why)


def _compare(notes: Notes, file: str, records: tuple[int, int], behind: bytes) -> None:
    """Say where a table has not as many records as it announces."""
    count, there = records
    found, place = f"{there} records", (None, f"{file} length")
    if there < count:
        notes.wrong(place, found, "those that are there", f"{count} are announced: it is cut off")
    elif there > count and behind[:1] == b" ":
        notes.wrong(place, found, f"the first {count}", f"{count} are announced")
    elif more := len(behind.strip(b"\0\r\n \x1a")):
        shown = f"{more} byte{'s' * (more > 1)} more"
        notes.wrong(place, shown, "left aside", f"they stand behind the last of {count} records")


def _text(raw: bytes, encoding: str) -> str:
    text = raw.split(b"\0", 1)[0].decode(encoding, errors="replace")
    return "".join(c for c in text if c.isprintable()).strip()
