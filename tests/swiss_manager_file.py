"""Made-up Swiss-Manager files, written byte by byte from the description of the format."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from chesstb.formats import swiss_manager

if TYPE_CHECKING:
    from pathlib import Path

    import chesstb as tb
    from chesstb.tables import Errors
    from tests.made_up import MadeUp

BYE, NOT_PAIRED = 0xFFFF, 0xFFFE
SWISS, ROUND_ROBIN, TEAM_ROUND_ROBIN, TEAM_SWISS = range(4)
E_MAIL = "ann@club.example"

Board = tuple[int, int, int]


def text(value: str) -> bytes:
    raw = value.encode("utf-16-le", errors="surrogatepass")
    return struct.pack("<H", len(raw) // 2) + raw


def texts(count: int, values: dict[int, str]) -> bytes:
    return b"".join(text(values.get(k, "")) for k in range(count))


def numbers(size: int, values: dict[int, tuple[str, int]]) -> bytes:
    """Return a record of a size with numbers at their places."""
    record = bytearray(size)
    for at, (kind, value) in values.items():
        struct.pack_into(f"<{kind}", record, at, value)
    return bytes(record)


@dataclass
class Player:
    surname: str
    given: str = ""
    title: str = ""
    federation: str = ""
    sex: int = 0
    fide: int = 0
    national: int = 0
    birth: int = 0
    fide_id: int = 0
    team: int = 0
    additional: int = 0

    def record(self) -> bytes:
        said = {0: self.surname, 1: self.given, 4: self.title, 9: "Club", 10: self.federation, 14: E_MAIL}
        return texts(30, said) + numbers(
            110,
            {6: ("B", self.sex), 8: ("H", self.fide), 10: ("H", self.national), 14: ("I", self.birth),
             24: ("I", self.fide_id), 28: ("H", self.team), 74: ("H", self.additional)},
        )  # fmt: skip


@dataclass
class TieBreak:
    number: int
    cuts: int = 0
    flags: int = 0
    value: int = 0
    edition: int = 0

    def slot(self) -> bytes:
        return numbers(19, {0: ("B", self.cuts), 1: ("B", self.flags), 2: ("H", self.value),
                            14: ("B", self.edition)})  # fmt: skip


@dataclass
class File:
    """An event; ``boards`` are those of each round, also of rounds that are not paired."""

    players: list[Player]
    boards: list[list[Board]] = field(default_factory=list)
    kind: int = SWISS
    paired: int | None = None
    announced: int | None = None
    tiebreaks: list[TieBreak] = field(default_factory=list)
    about: dict[int, str] = field(default_factory=lambda: {0: "Club open", 23: E_MAIL})
    start: int = 20260404
    end: int = 20260406
    rating: int = 1
    teams: list[str] = field(default_factory=list)
    matches: list[list[tuple[int, int]]] = field(default_factory=list)
    counts: list[int] | None = None
    sizes: dict[str, int] = field(default_factory=dict)

    def settings(self) -> bytes:
        rounds = len(self.boards)
        values = {
            0x00: ("H", rounds if self.announced is None else self.announced), 0x0B: ("B", self.kind),
            0x11: ("H", rounds if self.paired is None else self.paired), 0x13: ("H", len(self.players)),
            0x17: ("H", rounds), 0x1B: ("H", len(self.tiebreaks)), 0x2F: ("H", len(self.teams)),
            0x31: ("H", 2), 0x47: ("I", self.start), 0x4B: ("I", self.end), 0x36C: ("B", self.rating),
        }  # fmt: skip
        places = {"paired": 0x11, "players": 0x13, "rounds": 0x17, "criteria": 0x1B}
        values |= {places[name]: ("H", size) for name, size in self.sizes.items()}
        settings = bytearray(numbers(5883, values))
        for k, tiebreak in enumerate(self.tiebreaks[:9]):
            struct.pack_into("<H", settings, 0x1D + 2 * k, tiebreak.number)
            settings[0x28B + 19 * k : 0x28B + 19 * (k + 1)] = tiebreak.slot()
        return bytes(settings)

    def rounds(self) -> bytes:
        counts = self.counts or [len(boards) for boards in self.boards]
        matches = [len(self.matches[k]) if k < len(self.matches) else 0 for k in range(len(counts))]
        return b"".join(
            text("10h00") + numbers(106, {36: ("H", count), 38: ("H", also)})
            for count, also in zip(counts, matches, strict=True)
        )

    def data(self) -> bytes:
        """Return the bytes of the file."""
        start = b"\x93\xff\x89\x44" + bytes(0x6C - 4) + texts(132, self.about)
        start += b"\x95\xff\x89\x44" + self.settings()
        parts = {
            0xA3: self.rounds(),
            0xA5: b"".join(player.record() for player in self.players),
            0xB3: b"".join(struct.pack("<HHH15x", *board) for boards in self.boards for board in boards),
        }
        if self.teams:
            parts[0xB5] = b"".join(texts(27, {0: name}) + bytes(52) for name in self.teams)
            parts[0xC3] = b"".join(
                struct.pack("<HH11x", *match) for round_ in self.matches for match in round_
            )
        offsets = []
        for mark, part in parts.items():
            offsets.append(len(start))
            start += bytes([mark]) + b"\xff\x89\x44" + part
        offsets.append(len(start))
        start += b"\xd3\xff\x89\x44" + struct.pack("<7I", *(offsets + [0] * 7)[:7])
        return start + b"\xe3\xff\x89\x44"


PEOPLE = [
    Player("Ægir", "Ann", "WGM", "ISL", 1, 2100, 2150, 19900517, 2300001),
    Player("Bo", "", "", "NOR", 0, 0, 2000, 19850000, 0),
    Player("Cy <b>", "Dan", "FM", "", 0, 1900, 0, 0, 2300003),
    Player("Éd", "Eve", "", "FRA", 2, 0, 0, 0, 0),
]
OPEN = File(PEOPLE, [[(1, 3, 1), (4, 2, 5)], [(3, 4, 2), (1, BYE, 9), (2, NOT_PAIRED, 2)]])


def read(path: Path, file: File, errors: Errors = "repair") -> tb.History:
    path.write_bytes(file.data())
    return swiss_manager.read(path, errors=errors)


def outcomes(history: tb.History, player: int) -> str:
    return "".join(history.results.loc[history.results["player"] == player, "outcome"])


def why(history: tb.History) -> str:
    return "\n".join(history.repairs["why"].fillna(""))


CODES = {"10": 1, "==": 2, "01": 3, "+-": 4, "-+": 5, "--": 6, "WL": 15, "DD": 16, "LW": 17, "XX": 0}

ALONE = {"U": (BYE, 9), "F": (NOT_PAIRED, 1), "H": (NOT_PAIRED, 2), "Z": (NOT_PAIRED, 3)}


def file_of(event: MadeUp) -> File:
    boards: list[list[Board]] = [[] for _ in range(event.rounds)]
    for (player, round_), cell in event.cells.items():
        if cell.opponent is None:
            boards[round_ - 1].append((player, *ALONE[cell.outcome]))
        elif cell.colour == "w":
            result = CODES[cell.outcome + event.cells[cell.opponent, round_].outcome]
            boards[round_ - 1].append((player, cell.opponent, result))
    people = [Player(*name.split(", ")) for name in event.names]
    return File(people, boards, tiebreaks=[TieBreak(84, 1), TieBreak(85)])
