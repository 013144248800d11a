"""Where things stand in a file of Swiss-Chess: blocks, records and their lengths."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final

GENERAL: Final = 1340
"""The part of the general block that is read has at most so many bytes."""
CELL: Final = 19
"""Bytes of a pairing record."""


@dataclass(frozen=True)
class Layout:
    """A file, and the counts that say where its blocks begin.

    Attributes
    ----------
    data : bytes
        The file, or its first bytes.
    new : bool
        Version 8 or later.
    rounds, paired, players, teams, cycles : int
        Of the event; teams only of team events.
    """

    data: bytes
    new: bool
    rounds: int
    paired: int
    players: int
    teams: int
    cycles: int
    is_team: bool

    @property
    def cells(self) -> int:
        """Where the pairings begin."""
        return 13_384 if self.new else 3_894

    @property
    def record(self) -> int:
        """Bytes of the record of a player or a team."""
        return 655 if self.new else 292

    @property
    def first(self) -> int:
        """Where the players begin."""
        each = self.rounds * self.cycles * CELL if self.paired else 0
        return self.cells + (self.players + self.teams) * each

    @property
    def end(self) -> int:
        """Bytes of the whole file."""
        return self.first + (self.players + self.teams) * self.record

    def player(self, row: int) -> int:
        """Return where a player's record begins."""
        return self.first + row * self.record

    def team(self, row: int) -> int:
        """Return where a team's record begins."""
        return self.first + (self.players + row) * self.record

    def u8(self, at: int) -> int:
        """Return a byte."""
        return self.data[at]

    def u16(self, at: int) -> int:
        """Return two bytes, the lower first."""
        return int.from_bytes(self.data[at : at + 2], "little")

    def text(self, at: int, size: int) -> str:
        """Return text of fixed width: what stands behind a zero byte is left over from before."""
        raw = self.data[at : at + size].split(b"\0", 1)[0]
        text = raw.decode("cp1252", errors="replace")
        return "".join(c for c in text if c.isprintable()).strip()


def plausible_version(data: bytes) -> bool:
    """Say whether a file of at least `GENERAL` bytes has a version of the program where it stands."""
    version: int = struct.unpack_from("<H", data, 609)[0]
    return 700 <= version <= 999


def layout_of(data: bytes) -> Layout:
    """Return the layout of a file whose first bytes are given, at least `GENERAL`."""
    version, players = (struct.unpack_from("<H", data, at)[0] for at in (609, 7))
    is_team = data[606] == 0xFF
    return Layout(
        data=data,
        new=version >= 800,
        rounds=data[1],
        paired=data[5],
        players=players,
        teams=data[1332] if is_team else 0,
        cycles=data[600],
        is_team=is_team,
    )
