"""Files of Swiss-Chess (SWT), program versions 7 and 8: a binary layout without a signature."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from chesstb.errors import FormatError, message
from chesstb.formats.dates import read_date
from chesstb.formats.one_event import OneEvent, contents, offset
from chesstb.formats.swiss_chess.cells import read_cells
from chesstb.formats.swiss_chess.layout import GENERAL, Layout, layout_of, plausible_version
from chesstb.formats.swiss_chess.values import publish

if TYPE_CHECKING:
    from pathlib import Path

    from chesstb.tables import Errors, History

__all__ = ["NAME", "read", "recognises"]

NAME: Final = "a Swiss-Chess file (SWT)"

ROUND_ROBIN: Final = 1
MODES: Final = {2: "knock-out", 3: "Scheveningen"}
TITLES: Final = frozenset("GM IM FM CM WGM WIM WFM WCM WG WI WF WC".split())  # noqa: SIM905 - a list of words
FULL_TITLES: Final = {"WG": "WGM", "WI": "WIM", "WF": "WFM", "WC": "WCM"}
"""The field has room for two letters in some versions."""


def recognises(head: bytes, path: Path) -> bool:
    """Say whether a file is one of Swiss-Chess: a version, and the length that its counts ask for."""
    if len(head) < GENERAL or not plausible_version(head):
        return False
    try:
        size = path.stat().st_size
    except OSError:
        return False
    return layout_of(head).end == size or path.suffix.lower() == ".swt"


def read(path: Path, *, errors: Errors = "repair") -> History:
    """Read a file of Swiss-Chess.

    Parameters
    ----------
    path : Path
        The file.
    errors : {"strict", "repair"}
        Whether mistakes are repaired and reported in ``repairs``, or are an error.

    Returns
    -------
    History
        One event; the key is the name of the file without its ending. ``published`` holds the
        points, ranks and tie-breaks that the program stored. Of dates of birth the year is read.

    Raises
    ------
    FormatError
        The file is shorter than its counts ask for, or no file of Swiss-Chess.
    """
    data = contents(path)
    if len(data) < GENERAL or not plausible_version(data):
        found = f"{len(data)} bytes without the version of Swiss-Chess"
        raise FormatError(message(path.name, found, NAME))
    layout = layout_of(data)
    event = OneEvent.of(path, errors)
    if len(data) < layout.end:
        found = f"{len(data)} bytes"
        expected = (
            f"{layout.end}, for {layout.players} players, {layout.teams} teams and {layout.rounds} rounds"
        )
        raise FormatError(message(path.name, found, expected, "The file is cut off or damaged."))
    if len(data) > layout.end:
        event.notes.wrong(
            offset(layout.end), f"{len(data) - layout.end} bytes more", "left aside", "behind the last record"
        )
    _tournament(event, layout)
    number = _numbers(event, layout)
    _players(event, layout)
    read_cells(event, layout, number)
    publish(event, layout)
    return event.history(errors)


def _tournament(event: OneEvent, layout: Layout) -> None:
    told = event.tournament
    told["name"], told["place"] = layout.text(790, 40), layout.text(831, 40)
    told["rounds"] = layout.rounds * layout.cycles
    told["system"] = _system(layout)
    if told["system"] == "unknown":
        mode = layout.u8(596)
        event.notes.say(offset(596), MODES.get(mode, f"kind {mode}"), "read as a Swiss", "no kind of its own")
    for column, at in (("start", 1055), ("end", 1076)):
        event.date(column, offset(at), layout.text(at, 20))
    game = layout.u8(1336)
    if game == 1:
        told |= {"win": 3.0, "draw": 1.0}
    elif game == 2:
        told |= {"win": 3.0, "draw": 1.0, "black_draw": 1.5}
    elif game:
        event.notes.say(
            offset(1336), "points of the organiser's own", "1, ½, 0", "how the file holds them is not known"
        )


def _system(layout: Layout) -> str:
    mode = layout.u8(596)
    if mode == ROUND_ROBIN:
        if layout.is_team:
            return "team-round-robin"
        return "double-round-robin" if layout.cycles == 2 else "round-robin"
    if mode == 0:
        return "team-swiss" if layout.is_team else "swiss"
    return "unknown"


# ---------------------------------------------------------------- players


def _numbers(event: OneEvent, layout: Layout) -> dict[int, int]:
    """Return the starting number of each id by which pairings name players."""
    ids = [layout.u16(layout.player(row) + 217) for row in range(layout.players)]
    number: dict[int, int] = {}
    for row, found in enumerate(ids):
        if found == 0 or found in number:
            what = "no id of the player" if found == 0 else "an id that another player has"
            event.notes.wrong(
                offset(layout.player(row) + 217), str(found), "his place in the file", what, player=row + 1
            )
        else:
            number[found] = row + 1
    return number


def _players(event: OneEvent, layout: Layout) -> None:
    teams = _teams(layout)
    national_first = layout.u8(582) == 1
    for row in range(layout.players):
        at = layout.player(row)
        elo, national = (_rating(layout.text(at + where, 4)) for where in (70, 75))
        first, second = (national, elo) if national_first else (elo, national)
        title = layout.text(at + 66, 3).upper()
        sex, birth = layout.text(at + 184, 1).lower(), read_date(layout.text(at + 128, 8))
        identity = layout.text(at + 324, 12) if layout.new else layout.text(at + 139, 8)
        event.players.append({
            "player": row + 1,
            "name": layout.text(at, 32).replace(",", ", ").replace(",  ", ", ") or None,
            "title": FULL_TITLES.get(title, title) if title in TITLES else None,
            "sex": {"m": "m", "w": "w", "f": "w"}.get(sex),
            "federation": layout.text(at + 105, 3) or None,
            "rating": first or second or None,
            "fide_id": identity if identity.strip("0") else None,
            "birth": birth.iso[:4] if birth else None,
            "team": teams.get(layout.u8(at + 201)) or layout.text(at + 33, 32) if layout.is_team else None,
            "adjustment": _special_points(layout, at),
        })  # fmt: skip


def _teams(layout: Layout) -> dict[int, str]:
    """Return the name of each team by its number."""
    found: dict[int, str] = {}
    for row in range(layout.teams):
        at = layout.team(row)
        found[layout.u16(at + 217) - 998] = layout.text(at, 32)
    return found


def _rating(text: str) -> int:
    text = text.strip()
    return int(text) if text.isascii() and text.isdecimal() else 0


def _special_points(layout: Layout, at: int) -> Any:
    """Return points that belong to no round: a sign, and twice the amount."""
    if not layout.new:
        return 0.0
    sign, amount = layout.u8(at + 272), layout.u8(at + 273)
    return -(256 - amount) / 2 if sign == 0xFF and amount else amount / 2
