"""Made-up files of SwissPerfect: dBase tables, settings, and the text."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from tests.made_up import MadeUp

PLAYERS = [("ORDER", "N", 5), ("ID", "N", 5), ("START_NO", "C", 5), ("SURNAME", "C", 25),
           ("FIRSTNAME", "C", 25),
           ("FEDER", "C", 4), ("INTL_RTG", "N", 4), ("LOC_RTG", "N", 4), ("INTL_ID", "C", 12),
           ("TITLE", "C", 3),
           ("SEX", "C", 1), ("BIRTH_DATE", "D", 8), ("LATE_ENTRY", "N", 2), ("ABSENT", "N", 16),
           ("BONUS", "N", 3), ("MEMO", "C", 20)]  # fmt: skip

GAMES = [("ROUND", "N", 3), ("WHITE", "N", 5), ("BLACK", "N", 5), ("W_SCORE", "N", 3), ("B_SCORE", "N", 3),
         ("W_TYPE", "N", 2), ("B_TYPE", "N", 2)]  # fmt: skip

INI = "[Tournament Info]\nName=Käse Cup\nSystem={}\nTeam or Individual=0\n[Standings]\nTie Breaks={}\n"

GAME = {
    "10": (2, 0, 1),
    "01": (0, 2, 1),
    "==": (1, 1, 1),
    "+-": (2, 0, 35),
    "-+": (0, 2, 34),
    "--": (0, 0, 36),
}

ALONE = {"U": (2, 1), "F": (2, 35), "H": (1, 1), "Z": (0, 1)}


def dbf(
    fields: list[tuple[str, str, int]], rows: list[dict[str, Any]], deleted: tuple[int, ...] = ()
) -> bytes:
    """Return a dBase III table as the program writes it: numbers are padded with zero bytes."""
    head = struct.pack("<BBBBIHH20x", 3, 110, 1, 1, len(rows), 33 + 32 * len(fields),
                       1 + sum(size for *_, size in fields))  # fmt: skip
    head += b"".join(struct.pack("<11sc4xB15x", n.encode(), kind.encode(), size) for n, kind, size in fields)
    body = b""
    for k, row in enumerate(rows):
        body += b"*" if k in deleted else b" "
        for name, kind, size in fields:
            value = str(row.get(name, "")).encode("cp1252")[:size]
            body += (value + b"\0").ljust(size)[:size] if kind == "N" and value else value.ljust(size)
    return head + b"\r" + body + b"\x1a"


def players_of(event: MadeUp, **more: dict[int, Any]) -> list[dict[str, Any]]:
    rows = []
    for k, name in enumerate(event.names, start=1):
        surname, _, given_name = name.partition(", ")
        row = {"ID": k + 40, "START_NO": k, "SURNAME": surname, "FIRSTNAME": given_name, "TITLE": 0, "SEX": 0}
        rows.append(row | {column: values[k] for column, values in more.items() if k in values})
    return rows


def games_of(event: MadeUp) -> list[dict[str, Any]]:
    rows = []
    for (player, round_), cell in event.cells.items():
        row = {"ROUND": round_, "WHITE": player + 40, "BLACK": 0}
        if cell.opponent is None:
            score, kind = ALONE[cell.outcome]
            rows.append(row | {"W_SCORE": score, "B_SCORE": 0, "W_TYPE": kind, "B_TYPE": kind})
        elif cell.colour == "w":
            mine, theirs, kind = GAME[cell.outcome + event.cells[cell.opponent, round_].outcome]
            scores = {"W_SCORE": mine, "B_SCORE": theirs, "W_TYPE": kind, "B_TYPE": kind}
            rows.append(row | {"BLACK": cell.opponent + 40} | scores)
    return rows


def put(folder: Path, trn: bytes, sco: bytes | None, ini: str | None = None) -> Path:
    (folder / "cup.trn").write_bytes(trn)
    if sco is not None:
        (folder / "cup.sco").write_bytes(sco)
    if ini is not None:
        (folder / "cup.ini").write_bytes(ini.encode("cp1252"))
    return folder / "cup.sco"


def table_of(event: MadeUp) -> str:
    letters = {"1": "W", "=": "D", "0": "L", "U": "W", "H": "D", "Z": "L", "F": "+", "+": "+", "-": "-"}
    width = max(map(len, event.names)) + 1
    lines = [f"No {'Name':{width}} Total " + "".join(f" {r:<4}" for r in range(1, event.rounds + 1)), ""]
    for k, name in enumerate(event.names, start=1):
        cells = (event.cells[k, r] for r in range(1, event.rounds + 1))
        shown = "".join(f"{cell.opponent or 0:>2}:{letters[cell.outcome]} " for cell in cells)
        lines.append(f"{k:<2} {name:{width}} {event.points(k):<5g} {shown}")
    return "\n".join(lines)
