"""What Swiss-Chess stores of the standings: points, ranks, tie-breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chesstb.formats.one_event import offset

if TYPE_CHECKING:
    from chesstb.formats.one_event import OneEvent
    from chesstb.formats.swiss_chess.layout import Layout

BUCHHOLZ: Final = 3
SONNEBORN: Final = 5
SUM_OF_BUCHHOLZ: Final = 7

NAMES: Final = {
    1: "match points", 2: "board points", 3: "Buchholz", 4: "progressive score", 5: "Sonneborn-Berger",
    6: "middle Buchholz", 7: "sum of Buchholz", 8: "average rating of opponents", 9: "performance rating",
    10: "rating difference", 12: "three-point score", 13: "three-point score with colours",
    14: "number of wins", 15: "direct encounter", 16: "Berlin", 19: "Schmulyan",
}  # fmt: skip
CODES: Final = {4: "PS", 5: "SB", 14: "WON", 15: "DE"}
FIRST_AT: Final = 296
"""Where the record of a player holds the first tie-break, since version 8."""
HALVES: Final = frozenset((2, 3, 4, 5, 6, 7, 12, 13))
"""Tie-breaks that are sums of points, stored as twice their value."""


def publish(event: OneEvent, layout: Layout) -> None:
    """Put the stored values into ``published``, and the tie-breaks that were chosen into the event."""
    if layout.is_team:  # the stored values of a player are those of his boards, and belong to no table
        _points_only(event, layout)
        return
    chosen = _chosen(layout)
    codes = [_criterion(layout, byte) for byte in chosen if byte]
    if all(codes) and layout.players:
        event.tournament["by"] = " ".join(["PTS", *(code for code in codes if code)])
    for byte, code in zip((b for b in chosen if b), codes, strict=True):
        if code is None:
            what = NAMES.get(byte, f"tie-break {byte}")
            event.notes.say(offset(621), what, "no criterion", "what exactly it computes is not settled")
    _points_only(event, layout)
    slots = ((FIRST_AT, 235, 2), (300, 237, 2))
    if not layout.paired:
        return
    for byte, (new, old, size) in zip(chosen, slots, strict=True):
        if byte not in HALVES:
            continue
        if byte == SONNEBORN and new == FIRST_AT:
            why = "in which unit the first tie-break holds it is not known"
            event.notes.say(offset(layout.first + FIRST_AT), NAMES[byte], "not published", why)
            continue
        for row in range(layout.players):
            at = layout.player(row) + (new if layout.new else old)
            raw = int.from_bytes(layout.data[at : at + size], "little")
            value = raw / (4 if byte == SONNEBORN else 2)
            event.publish(row + 1, _heading(layout, byte), _criterion(layout, byte), value)


def _points_only(event: OneEvent, layout: Layout) -> None:
    if not layout.paired:
        return
    for row in range(layout.players):
        at = layout.player(row)
        points = layout.u16(at + 292) if layout.new else layout.u8(at + 233)
        event.publish(row + 1, "points", "PTS", points / 2)
        rank = layout.u16(at + 221)
        if rank and not layout.is_team:
            event.publish(row + 1, "rank", None, rank)


def _chosen(layout: Layout) -> tuple[int, int]:
    """Return the numbers of both stored tie-breaks; 0 for none."""
    round_robin = layout.u8(596) == 1
    first, second = (622, 573) if round_robin else (621, 572)
    return layout.u8(first), layout.u8(second)


def _criterion(layout: Layout, byte: int) -> str | None:
    """Return the criterion of a tie-break, where it is known exactly."""
    cuts = layout.u8(9)
    if byte == BUCHHOLZ:
        return f"BH/C{cuts}" if cuts else "BH"
    if byte == SUM_OF_BUCHHOLZ:
        return None if cuts else "SBH"  # the program cuts on both levels
    return CODES.get(byte)


def _heading(layout: Layout, byte: int) -> str:
    """Return the name of a column of stored values."""
    cuts = layout.u8(9)
    cut = byte in (BUCHHOLZ, SUM_OF_BUCHHOLZ) and cuts > 0
    return f"{NAMES[byte]} ({cuts} cut)" if cut else NAMES[byte]
