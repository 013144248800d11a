"""Made-up Swiss-Chess files, byte by byte."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.made_up import Cell, MadeUp

CELLS = {
    "1": (3, 0), "=": (2, 0), "0": (1, 0), "X": (0, 0), "+": (3, 2), "-": (1, 2),
}  # fmt: skip

ALONE = {"U": (2, 3, 0), "H": (0, 2, 2), "Z": (0, 0, 0)}


def swt(event: MadeUp, **options: Any) -> bytes:
    """Return an event as a file of version 8, or of an older one."""
    version = options.get("version", 883)
    start, size = (13_384, 655) if version >= 800 else (3_894, 292)
    general = bytearray(start)
    teams = options.get("teams", [])
    general[1], general[3], general[5] = event.rounds, event.rounds, options.get("paired", event.rounds)
    struct.pack_into("<H", general, 7, len(event.names))
    struct.pack_into("<H", general, 609, version)
    general[9], general[596], general[600], general[604] = (
        options.get("cuts", 0),
        options.get("mode", 0),
        1,
        2,
    )
    general[606], general[1332], general[1336] = 255 * bool(teams), len(teams), options.get("game", 0)
    general[582] = options.get("rating", 0)
    general[621], general[572], general[622], general[573] = options.get("tiebreaks", (3, 5, 5, 14))
    for at, text in ((790, "Käse-Open"), (831, "Bad Muster"), (1055, "18.05.2013"), (1076, "26.05.2013")):
        general[at : at + len(text) + 1] = text.encode("cp1252") + b"\0"
    cells = b"".join(
        cell(event.cells.get((player, round_)), options.get("ids", lambda k: k))
        for player in range(1, len(event.names) + 1)
        for round_ in range(1, event.rounds + 1)
    )
    empty = bytes(19 * event.rounds * len(teams))
    players = b"".join(player(event, k, size, options) for k in range(1, len(event.names) + 1))
    more = b"".join(team(k, name, size) for k, name in enumerate(teams, start=1))
    return bytes(general) + (cells + empty if general[5] else b"") + players + more


def cell(of: Cell | None, ids: Any) -> bytes:
    done = bytearray(19)
    if of is None:
        return bytes(done)
    if of.opponent:
        result, status = CELLS[of.outcome]
        done[8], done[11], done[15] = 1 if of.colour == "w" else 3, result, status
        struct.pack_into("<H", done, 9, ids(of.opponent))
    else:
        done[8], done[11], done[15] = ALONE[of.outcome]
    return bytes(done)


def player(event: MadeUp, number: int, size: int, options: dict[str, Any]) -> bytes:
    done = bytearray(b"\xaa" * size)  # rubbish behind every text
    texts = {0: event.names[number - 1].replace(", ", ","), 33: "Verein", 66: "FM", 70: "2100", 75: "2200",
             105: "GER", 128: "19820517  ", 184: "W" if number % 2 else "m", 324: "4612345"}  # fmt: skip
    for at, text in (texts | options.get("texts", {})).items():
        if at + len(text) < size:
            done[at : at + len(text) + 1] = text.encode("cp1252", "replace") + b"\0"
    done[201] = (number - 1) // 2 + 1
    struct.pack_into("<H", done, 217, options.get("ids", lambda k: k)(number))
    struct.pack_into("<H", done, 221, number)
    twice = int(2 * event.points(number)) + options.get("wrong", 0)
    if size == 655:
        done[272], done[273] = options.get("special", (0, 0))
        struct.pack_into("<HHHH", done, 292, twice, 0, 15, 0)
        struct.pack_into("<H", done, 300, 29)
    else:
        done[233] = twice
        struct.pack_into("<HH", done, 235, 15, 29)
        done[139:148] = b"4612345\0\0"
    return bytes(done)


def team(number: int, name: str, size: int) -> bytes:
    done = bytearray(size)
    done[: len(name)] = name.encode("cp1252")
    struct.pack_into("<H", done, 217, 998 + number)
    return bytes(done)
