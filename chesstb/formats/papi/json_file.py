"""JSON of the converter of Papi files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from chesstb import schema
from chesstb.errors import FormatError, message
from chesstb.formats.dates import read_date
from chesstb.formats.json_file import first_key, inner, load, objects, text, whole
from chesstb.formats.one_event import OneEvent
from chesstb.formats.papi.cells import (
    MOST_ROUNDS,
    Cell,
    add_cells,
    tell_criteria,
    tell_points,
    tell_system,
)
from chesstb.formats.values import TITLES

if TYPE_CHECKING:
    from pathlib import Path

    from chesstb.formats.json_file import Object
    from chesstb.tables import Errors, History

NAME: Final = "a Papi file as JSON"

RATINGS: Final = {"rapid": "rapidElo", "rapide": "rapidElo", "blitz": "blitzElo"}
SEXES: Final = {"M": "m", "F": "w", "W": "w"}
WORDS: Final = (b'"lastName"', b'"ratingClass"', b'"pointSystem"')
MOST_PLAYERS: Final = 100_000


def recognises(head: bytes, path: Path) -> bool:  # noqa: ARG001 - every format is asked the same
    """Say whether the first bytes of a file are those of a converted Papi file."""
    return first_key(head) in ("variables", "players") and any(word in head for word in WORDS)


def read(path: Path, *, errors: Errors = "repair") -> History:
    """Read the JSON of a converted Papi file.

    Parameters
    ----------
    path : Path
        The file.
    errors : {"strict", "repair"}
        Whether mistakes are an error, or are repaired where there is one way to and reported.

    Returns
    -------
    History
        One event; its key is the name of the file without its ending. Players are numbered in the order
        of the file, from 1. Addresses, payments and clubs are not read; of dates of birth the year.

    Raises
    ------
    FormatError
        The JSON is damaged or has no player; with ``errors="strict"`` also anything that had to be
        repaired.
    """
    event = OneEvent.of(path, errors)
    found = load(path, event.notes)
    about = inner(found, "variables")
    players = objects(found, "players")
    if not players or len(players) > MOST_PLAYERS:
        raise FormatError(message(path.name, f"{len(players)} players", f"1 to {MOST_PLAYERS}"))
    _tell(event, about)
    cells: list[Cell] = []
    for number, player in enumerate(players, start=1):
        if not player:
            why = "an item that says nothing of a player"
            event.notes.wrong((None, f"players, item {number}"), "nothing", "a player without a name", why)
        event.players.append(_player(number, player, text(about, "ratingClass")))
        cells += _cells(event, number, player, len(players))
    add_cells(event, cells)
    return event.history(errors)


def _tell(event: OneEvent, about: Object) -> None:
    told = event.tournament
    told["name"], told["place"] = text(about, "name"), text(about, "venue")
    for column, key in (("start", "startDate"), ("end", "endDate")):
        event.date(column, (None, f"variables, {key}"), text(about, key))
    told["rounds"] = whole(about, "rounds", MOST_ROUNDS) or None
    tell_system(event, text(about, "type"))
    tell_points(event, (None, "variables, pointSystem"), text(about, "pointSystem"))
    tell_criteria(event, (None, "variables, tiebreak1"), [text(about, f"tiebreak{k}") for k in (1, 2, 3)])


def _player(number: int, player: Object, kind: str) -> dict[str, Any]:
    title = text(player, "fideTitle", "title").lower()
    born = read_date(text(player, "birthDate")) if text(player, "birthDate") else None
    return {
        "player": number,
        "name": ", ".join(filter(None, (text(player, "lastName"), text(player, "firstName")))),
        "title": TITLES.get(title, title.upper()),
        "sex": SEXES.get(text(player, "gender").upper(), ""),
        "federation": text(player, "federation"),
        "rating": whole(player, RATINGS.get(kind.lower(), "elo"), schema.MOST_RATING) or None,
        "fide_id": text(player, "fideCode", "fideId").lstrip("0"),
        "birth": str(born.year) if born else "",
    }


def _cells(event: OneEvent, number: int, player: Object, size: int) -> list[Cell]:
    """Return the cells of a player, whose rounds are a list, or an object with the rounds as keys."""
    rounds = player.get("rounds")
    listed = list(enumerate(rounds, start=1)) if isinstance(rounds, list) else []
    if isinstance(rounds, dict):
        listed = [
            (int(key) if key.isdecimal() and len(key) < 4 else 0, value) for key, value in rounds.items()
        ]
    elif rounds is not None and not isinstance(rounds, list):
        listed = [(0, rounds)]
    found = []
    for round_, value in listed:
        place = (None, f"players, item {number}, round {round_}")
        if not 1 <= round_ <= MOST_ROUNDS or not isinstance(value, dict):
            shown, expected = str(value)[:40], f"an object, and rounds from 1 to {MOST_ROUNDS}"
            event.notes.wrong(place, shown, "left out", "no round", expected, player=number)
            continue
        opponent = whole(value, "opponent", size - 1)
        if opponent is None and value.get("opponent") is not None:
            event.notes.wrong(place, str(value["opponent"])[:40], "no opponent", "no such player",
                              f"0 to {size - 1}", player=number, round=round_)  # fmt: skip
        against = None if opponent is None else opponent + 1
        result = whole(value, "result", 99)
        if result is None and value.get("result") is not None:
            result = -1
        found.append(Cell(place, number, round_, text(value, "color").upper(), against, result))
    return found
