"""Files of PairTwo (``.sws``), the pairing program of Belgium before SWAR: a binary layout."""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from chesstb.errors import FormatError, message
from chesstb.formats.one_event import OneEvent, contents, offset

if TYPE_CHECKING:
    from pathlib import Path

    from chesstb.tables import Errors, History

__all__ = ["NAME", "read", "recognises"]

NAME: Final = "a PairTwo file (SWS)"

VERSION: Final = re.compile(rb"[56]\.[0-9]{2}")
FIRST: Final = 356
"""Where the players begin."""
PLAYER: Final = 68
FIXED: Final = 500
"""Bytes of the fields between names and dates."""
CELL: Final = 8
TAIL: Final = 6
"""Bytes per player behind the pairings, of unknown use."""
NOBODY: Final = 0xFFFF_FFFF

SYSTEMS: Final = {0: "swiss", 2: "round-robin"}
OTHER_SYSTEMS: Final = {4: "American", 6: "Keizer"}
TITLES: Final = {3: "WCM", 4: "WFM", 5: "CM", 6: "WIM", 7: "FM", 8: "WGM", 10: "IM", 12: "GM"}
TIEBREAKS: Final = {
    1: "BH", 2: "BH/M1", 3: "BH/C1", 4: "SB", 6: "PS", 7: "DE", 8: "KS", 9: "WIN", 13: "BPG",
}  # fmt: skip
PLAYED: Final = {0: "X", 1: "0", 2: "-", 3: "0", 6: "=", 8: "=", 11: "1", 12: "+", 13: "1"}
ALONE: Final = {0: "Z", 2: "Z", 4: "Z", 14: "U"}
ADJOURNED: Final = (3, 8, 13)
LOSS: Final = 1
FORFEIT_WIN: Final = 12


@dataclass(frozen=True)
class _Layout:
    """A file and the counts that say where its blocks begin."""

    data: bytes
    players: int
    names: int
    played: int
    slots: int
    rounds: int

    @property
    def fixed(self) -> int:
        return FIRST + PLAYER * self.players + self.names

    @property
    def cells(self) -> int:
        return self.fixed + FIXED + 4 * self.rounds

    @property
    def end(self) -> int:
        block = CELL * self.slots * self.players if self.played else 0
        return self.cells + block + TAIL * self.players

    def u32(self, at: int) -> int:
        return int.from_bytes(self.data[at : at + 4], "little")

    def text(self, at: int, size: int) -> str:
        raw = self.data[at : at + size].split(b"\0", 1)[0].decode("cp1252", errors="replace")
        return "".join(c for c in raw if c.isprintable()).strip()

    def name(self, row: int) -> str:
        """Return a player's name: his record says where in the block of names it stands."""
        at = FIRST + PLAYER * row
        start = self.u32(at + 4)
        first = self.fixed - self.names
        size = min(self.data[at + 52], max(self.names - start, 0))
        return self.text(first + start, size) if start < self.names else ""


def _layout(data: bytes) -> _Layout | None:
    """Return the layout, or nothing where the file cannot hold what its counts ask for."""
    if len(data) < FIRST or not VERSION.match(data):
        return None
    players, names, played, slots = (struct.unpack_from("<I", data, at)[0] for at in (12, 96, 100, 104))
    at = FIRST + PLAYER * players + names + 340
    if at + 4 > len(data):
        return None
    rounds: int = struct.unpack_from("<I", data, at)[0]
    return _Layout(data, players, names, played, slots, rounds)


def recognises(head: bytes, path: Path) -> bool:
    """Say whether a file has a version of PairTwo, and the length that its counts ask for."""
    if len(head) < FIRST or not VERSION.match(head):
        return False
    if path.suffix.lower() == ".sws":
        return True
    try:
        found = _layout(contents(path))
    except FormatError:
        return False
    return found is not None and found.end == len(found.data)


def read(path: Path, *, errors: Errors = "repair") -> History:
    """Read a file of PairTwo.

    Parameters
    ----------
    path : Path
        The file.
    errors : {"strict", "repair"}
        Whether mistakes are repaired and reported in ``repairs``, or are an error.

    Returns
    -------
    History
        One event; players have the numbers by which the program orders them. Ratings are national
        ones, as the program prints them, and those of FIDE where there is none. ``published`` holds
        the points. Of dates of birth the year is read.

    Raises
    ------
    FormatError
        The file is shorter than its counts ask for, or no file of PairTwo.
    """
    data = contents(path)
    layout = _layout(data)
    if layout is None:
        raise FormatError(message(path.name, f"{len(data)} bytes without version and players", NAME))
    if layout.end - TAIL * layout.players > len(data) or layout.played > layout.slots:
        expected = f"{layout.end}, for {layout.players} players, {layout.rounds} rounds, {layout.slots} slots"
        raise FormatError(
            message(path.name, f"{len(data)} bytes", expected, "The file is cut off or damaged.")
        )
    event = OneEvent.of(path, errors)
    if layout.end != len(data):
        found = f"{len(data)} bytes"
        why = f"{layout.end} were expected; what stands behind the pairings is not read"
        event.notes.wrong(offset(layout.end), found, "left aside", why)
    _tournament(event, layout)
    number = _numbers(event, layout)
    for row in range(layout.players):
        _player(event, layout, row, number[row])
        for round_ in range(layout.played):
            _cell(event, layout, row, round_, number)
    return event.history(errors)


def _tournament(event: OneEvent, layout: _Layout) -> None:
    at, told = layout.fixed, event.tournament
    told["name"], told["place"] = layout.text(at, 80), layout.text(at + 360, 36)
    told["federation"] = layout.text(at + 180, 32) or None
    told["rounds"] = layout.rounds if layout.rounds < 1000 else None
    for column, where in (("start", 352), ("end", 356)):
        day = _date(layout.u32(at + where))
        if day:
            told[column] = day.isoformat()
    system = layout.u32(at + 464)
    told["system"] = SYSTEMS.get(system, "unknown")
    if system in OTHER_SYSTEMS:
        what = f"the {OTHER_SYSTEMS[system]} system"
        event.notes.say(
            offset(at + 464), what, "read as a Swiss", "its own points are not those of a tie-break"
        )
    chosen = [layout.u32(136 + 4 * k) for k in range(5)]
    codes = [TIEBREAKS.get(number) for number in chosen if number]
    for k, number in enumerate(chosen):
        if number and number not in TIEBREAKS:
            why = "what exactly it computes is not settled"
            event.notes.say(offset(136 + 4 * k), f"tie-break {number}", "no list of tie-breaks", why)
    if codes and all(codes):
        told["by"] = " ".join(["PTS", *(code for code in codes if code)])


def _date(value: int) -> date | None:
    """Return a date: years since 1902, month and day in one number."""
    try:
        return date(1902 + (value >> 9), (value >> 5) & 15, value & 31) if value else None
    except ValueError:
        return None


# ---------------------------------------------------------------- players and cells


def _numbers(event: OneEvent, layout: _Layout) -> list[int]:
    """Return the number of each player: the order by rating, if all have one of their own."""
    orders = [layout.u32(FIRST + PLAYER * row) for row in range(layout.players)]
    if sorted(orders) == list(range(1, layout.players + 1)):
        return orders
    if layout.players:
        what = "numbers that are not those from 1 to the last"
        event.notes.say(offset(FIRST), what, "places in the file", "each player has a number of his own")
    return list(range(1, layout.players + 1))


def _player(event: OneEvent, layout: _Layout, row: int, number: int) -> None:
    at = FIRST + PLAYER * row
    identity, birth = layout.u32(at + 8), _date(layout.u32(at + 20))
    ratings = [value for value in (layout.u32(at + 16), layout.u32(at + 48)) if 0 < value <= 4000]
    event.players.append({
        "player": number,
        "name": layout.name(row) or None,
        "title": TITLES.get(layout.data[at + 57]),
        "sex": {1: "m", 2: "w"}.get(layout.data[at + 58]),
        "federation": layout.text(at + 53, 3) or None,
        "rating": ratings[0] if ratings else None,
        "fide_id": str(identity) if identity else None,
        "birth": str(birth.year) if birth else None,
    })  # fmt: skip
    if layout.played:
        event.publish(number, "points", "PTS", layout.u32(at + 28) / 2)


def _cell(event: OneEvent, layout: _Layout, row: int, round_: int, number: list[int]) -> None:
    at = layout.cells + CELL * (layout.slots * row + round_)
    other, result = layout.u32(at), layout.data[at + 5]
    player, where = number[row], offset(at)
    here: dict[str, Any] = {"player": player, "round": round_ + 1}
    if other == NOBODY:
        if result not in ALONE:
            event.notes.wrong(where, f"result {result}", "Z", "no result without an opponent", **here)
        event.cell(where, player, round_ + 1, ALONE.get(result, "Z"))
        return
    if other >= layout.players or other == row:
        event.notes.wrong(where, f"opponent {other}", "Z", "no other player of the event", **here)
        event.cell(where, player, round_ + 1, "Z")
        return
    if result not in PLAYED:
        event.notes.wrong(where, f"result {result}", "no result yet", "no result that is known", **here)
    if result in ADJOURNED:
        event.notes.say(where, "adjourned", "as it was counted", "an adjourned game", **here)
    outcome = PLAYED.get(result, "X")
    theirs = layout.cells + CELL * (layout.slots * other + round_)
    mutual = layout.u32(theirs) == row
    if mutual and layout.data[theirs + 5] == FORFEIT_WIN and result in (0, 1):
        outcome = "-"  # a loss by forfeit has no code of its own
    elif mutual and result == layout.data[theirs + 5] == LOSS and row < other:
        why = "both lost: the file does not say whether they played"
        event.notes.say(where, "0 - 0", "a game lost by both", why, **here)
    sign = layout.data[at + 4]
    colour = None if not sign else "w" if sign < 128 else "b"
    event.cell(where, player, round_ + 1, outcome, opponent=number[other], colour=colour)
