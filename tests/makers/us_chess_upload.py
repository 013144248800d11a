"""Made-up upload tables of US Chess."""

from __future__ import annotations

import struct


def dbase(fields: dict[str, int], rows: list[dict[str, str]]) -> bytes:
    """Return a dBase III table of text."""
    start, size = 33 + 32 * len(fields), 1 + sum(fields.values())
    head = struct.pack("<4BLHH20x", 3, 126, 3, 30, len(rows), start, size)
    for name, length in fields.items():
        head += struct.pack("<11sc4xB15x", name.encode(), b"C", length)
    body = b"".join(
        b" " + b"".join(row.get(name, "").encode("cp1252").ljust(length) for name, length in fields.items())
        for row in rows
    )
    return head + b"\r" + body + b"\x1a"


def table(rows: list[tuple[str, ...]], section: str = "1") -> list[dict[str, str]]:
    return [
        {"D_SEC_NUM": section, "D_PAIR_NUM": str(number), "D_NAME": name, "D_RATING": rating}
        | {f"D_RND{r:02d}": cell for r, cell in enumerate(cells, start=1)}
        for number, (name, rating, *cells) in enumerate(rows, start=1)
    ]


def fields(rounds: int, width: int = 7) -> dict[str, int]:
    first = {"D_EVENT_ID": 12, "D_SEC_NUM": 2, "D_PAIR_NUM": 4, "D_MEM_ID": 8, "D_NAME": 30, "D_STATE": 2}
    return first | {"D_RATING": 4} | {f"D_RND{r:02d}": width for r in range(1, rounds + 1)}


TS = {"S_SEC_NUM": 2, "S_SEC_NAME": 30, "S_TRN_TYPE": 1, "S_TOT_RNDS": 2, "S_BEG_DATE": 8, "S_END_DATE": 8}

TH = {"H_NAME": 35, "H_CITY": 21, "H_STATE": 2, "H_BEG_DATE": 8}
