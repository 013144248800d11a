"""Made-up Access databases (Jet 4), page by page: as little of the format as a reader needs."""

from __future__ import annotations

import struct
from typing import Any

PAGE = 4096
NUMBER, TEXT = 4, 10
CATALOG = 2
"""Page of the table of tables."""

Rows = list[dict[str, Any]]


def database(tables: dict[str, Rows]) -> bytes:
    """Return a database; columns are those of the first row of a table, numbers or text."""
    pages = {0: (b"\0\1\0\0Standard Jet DB\0\1\0\0\0").ljust(PAGE, b"\0"), 1: bytes(PAGE)}
    at, listed = CATALOG + 2, []
    for name, rows in tables.items():
        listed.append({"Id": at, "Type": 1, "Flags": 0, "Name": name})
        at = _put(pages, at, rows)
    _put(pages, CATALOG, listed)
    return b"".join(pages.get(k, bytes(PAGE)) for k in range(max(pages) + 1))


def _put(pages: dict[int, bytes], at: int, rows: Rows) -> int:
    """Put a table on the pages from a number on; return the next free one."""
    kinds = {name: NUMBER if isinstance(value, int) else TEXT for name, value in rows[0].items()}
    pages[at] = _definition(kinds, len(rows)).ljust(PAGE, b"\0")
    owner, free = at, at + 1
    records = [_record(kinds, row) for row in rows]
    while records:
        some: list[bytes] = []
        while records and sum(map(len, some)) + len(records[0]) + 2 * len(some) + 20 < PAGE:
            some.append(records.pop(0))
        pages[free] = _data(owner, some)
        free += 1
    return free


def _definition(kinds: dict[str, int], rows: int) -> bytes:
    texts = sum(kind == TEXT for kind in kinds.values())
    head = b"\2\1VC" + struct.pack("<9I", 0, 0, 0, rows, 0, 0, 0, 0, 0)
    head += struct.pack("<BHHH4I", 0x4E, len(kinds), texts, len(kinds), 0, 0, 0, 0)
    fixed = variable = 0
    for index, kind in enumerate(kinds.values()):
        place, number = (0, variable) if kind == TEXT else (fixed, 0)
        head += struct.pack("<BIHHH4xH4xHH", kind, 0, index, number, index, 2 + (kind != TEXT), place, 4)
        fixed, variable = fixed + 4 * (kind != TEXT), variable + (kind == TEXT)
    for name in kinds:
        raw = name.encode("utf-16-le")
        head += struct.pack("<H", len(raw)) + raw
    return head


def _record(kinds: dict[str, int], row: dict[str, Any]) -> bytes:
    numbers = [row.get(name) for name, kind in kinds.items() if kind == NUMBER]
    record = struct.pack(f"<H{len(numbers)}i", len(kinds), *(value or 0 for value in numbers))
    offsets = []
    for name, kind in kinds.items():
        if kind == TEXT:
            offsets.append(len(record))
            record += str(row.get(name) or "").encode("utf-16-le")
    offsets.append(len(record))
    record += b"".join(struct.pack("<H", offset) for offset in reversed(offsets))
    there = sum(1 << k for k, name in enumerate(kinds) if row.get(name) is not None)
    return record + struct.pack("<H", len(offsets) - 1) + there.to_bytes((len(kinds) + 7) // 8, "little")


def _data(owner: int, records: list[bytes]) -> bytes:
    end, offsets = PAGE, []
    for record in records:
        end -= len(record)
        offsets.append(end)
    head = struct.pack("<2sHIIH", b"\1\1", 0, owner, 0, len(records))
    head += struct.pack(f"<{len(offsets)}H", *offsets)
    return head.ljust(end, b"\0") + b"".join(reversed(records))
