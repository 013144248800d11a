"""Made-up PairTwo files, byte by byte."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.made_up import Cell, MadeUp

CODES = {"1": 11, "=": 6, "0": 1, "+": 12, "-": 1, "X": 0, "U": 14, "Z": 2}

NOBODY = 0xFFFFFFFF


def sws(event: MadeUp, **options: Any) -> bytes:
    """Return an event as a file; ``slots`` are more than the rounds played, as the program leaves them."""
    size, played = len(event.names), options.get("played", event.rounds)
    slots, announced = event.rounds + 2, options.get("announced", event.rounds + 1)
    names = [name.encode("cp1252") for name in event.names]
    head = bytearray(356)
    head[:4] = options.get("version", b"6.13")
    struct.pack_into("<I", head, 12, size)
    struct.pack_into("<III", head, 96, sum(map(len, names)), played, slots)
    struct.pack_into("<5I", head, 136, *options.get("tiebreaks", (7, 9, 13, 3, 4)))
    orders = options.get("orders", list(range(1, size + 1)))
    players = b""
    for k, name in enumerate(names):
        one = bytearray(68)
        twice = int(2 * event.points(k + 1)) + options.get("wrong", 0)
        struct.pack_into("<III", one, 0, orders[k], sum(map(len, names[:k])), 4_600_000 + k if k else 0)
        struct.pack_into("<IIII", one, 16, 1800 + k if k else 0, (99 << 9) + (2 << 5) + 3, 55, twice)
        struct.pack_into("<I", one, 48, 1700 + k)
        one[52], one[53:56], one[57], one[58] = len(name), b"BEL", 7, 1 + k % 2
        players += bytes(one)
    fixed = bytearray(500)
    for at, text in ((0, "Blitz à Gand"), (180, "BEL"), (360, "Gent")):
        fixed[at : at + len(text)] = text.encode("cp1252")
    day = (119 - 2) << 9 | 11 << 5
    struct.pack_into("<IIIII", fixed, 340, announced, size, 0, day | 22, day | 24)
    struct.pack_into("<I", fixed, 464, options.get("system", 0))
    cells = b"".join(cell(event.cells.get((k, r))) for k in range(1, size + 1) for r in range(1, slots + 1))
    dates = bytes(4 * announced)
    return (
        bytes(head)
        + players
        + b"".join(names)
        + bytes(fixed)
        + dates
        + (cells if played else b"")
        + bytes(6 * size)
    )


def cell(of: Cell | None) -> bytes:
    if of is None:
        return struct.pack("<IbBxx", NOBODY, 0, 0)
    opponent = of.opponent - 1 if of.opponent else NOBODY
    return struct.pack("<IbBxx", opponent, {"w": 1, "b": -2}.get(of.colour or "", 0), CODES[of.outcome])
