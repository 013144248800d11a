"""SwissSys, the pairing program of the United States: its JSON (``.sjson``)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from chesstb import schema
from chesstb.errors import FormatError, message
from chesstb.formats.dates import read_date
from chesstb.formats.json_file import first_key, inner, load, objects, text, whole
from chesstb.formats.notes import Notes
from chesstb.formats.one_event import OneEvent
from chesstb.formats.us_chess.letters import COLOURS, MOST_ROUNDS
from chesstb.tables import History

if TYPE_CHECKING:
    from pathlib import Path

    from chesstb.formats.json_file import Object
    from chesstb.formats.notes import Place
    from chesstb.tables import Errors

NAME: Final = "a SwissSys file (JSON)"

SYSTEMS: Final = {0: "swiss", 3: "round-robin"}
PAIRED: Final = {"+": "1", "=": "=", "-": "0", "X": "+", "F": "-"}
ALONE: Final = {"H": "H", "B": "U", "U": "Z", "X": "+", "F": "-"}
REQUESTED: Final = {"U": "F"}
"""A full point for a round that was reserved is a bye on request."""
SEXES: Final = {"M": "m", "F": "w"}
MOST_PLAYER: Final = 99_999
_AMERICAN: Final = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")
_CELL: Final = re.compile(r"([-+=XFHBU])\s*;\s*(-?\d{1,5})\s*;\s*([WB-]?)\s*(?:;.*)?", re.DOTALL)


def recognises(head: bytes, path: Path) -> bool:  # noqa: ARG001 - every format is asked the same
    """Say whether the first bytes of a file are those of a SwissSys file."""
    first = first_key(head)
    return first in ("Overview", "Sections") and (b'"Program"' in head or b'"Section name"' in head)


def read(path: Path, *, errors: Errors = "repair") -> History:
    """Read a SwissSys file.

    Parameters
    ----------
    path : Path
        The file.
    errors : {"strict", "repair"}
        Whether mistakes are an error, or are repaired where there is one way to and reported.

    Returns
    -------
    History
        Each section with players is an event, with the name of the file without its ending as key, and
        a number behind it from the second on. A full-point bye in a reserved round is one on request
        (``F``), else it is pairing-allocated (``U``). Codes, addresses, clubs and US Chess numbers are
        not read; of dates of birth the year.

    Raises
    ------
    FormatError
        The JSON is damaged or has no player; with ``errors="strict"`` also anything that had to be
        repaired.
    """
    notes = Notes(path.name, strict=errors == "strict")
    found = load(path, notes)
    about = inner(found, "Overview")
    histories: list[History] = []
    for number, section in enumerate(objects(found, "Sections"), start=1):
        if not objects(section, "Players"):
            continue
        key = path.stem + (f" ({len(histories) + 1})" if histories else "")
        event = OneEvent(key, Notes(path.name, strict=errors == "strict", rows=notes.rows))
        notes.rows = []
        _read_section(event, f"section {number}", about, section)
        histories.append(event.history(errors))
    if not histories:
        raise FormatError(message(path.name, "no player", "sections with players"))
    return histories[0] if len(histories) == 1 else History.concat(histories)


def _read_section(event: OneEvent, place: str, about: Object, section: Object) -> None:
    told = event.tournament
    names = (text(about, "Tournament title"), text(section, "Section name", "Section title"))
    told["name"] = ": ".join(filter(None, names))
    told["place"] = ", ".join(filter(None, (text(about, "City", "Tournament city"), text(about, "State"))))
    for column, key in (("start", "Starting date"), ("end", "Ending date")):
        _date(event, column, (None, f"Overview, {key}"), text(about, key))
    kind = whole(section, "Type", 99)
    told["system"] = SYSTEMS.get(-1 if kind is None else kind, "unknown")
    told["rounds"] = whole(section, "Final round", MOST_ROUNDS) or None
    played = whole(section, "Rounds paired", MOST_ROUNDS)
    seen: set[int] = set()
    fide = _is_fide(section)
    for number, player in enumerate(objects(section, "Players"), start=1):
        _read_player(event, f"{place}, player {number}", player, seen, fide=fide)
    games = (cell["round"] for cell in event.cells if cell["opponent"])
    _cut(event, max(games, default=0) if played is None else played)


def _date(event: OneEvent, column: str, at: Place, said: str) -> None:
    """Read a date; of two numbers that can be months, the first is the month, as in the United States."""
    found = _AMERICAN.fullmatch(said)
    if not found or int(found[1]) > 12 or int(found[2]) > 12:
        event.date(column, at, said)
        return
    event.date(column, at, f"{found[3]}-{found[1]}-{found[2]}")
    if found[1] != found[2] and column in event.tournament:
        taken = str(event.tournament[column])[:10]
        event.notes.say(at, said, taken, "the month is taken to stand first, as in the United States")


def _is_fide(section: Object) -> bool:
    """Say whether the first number of players is that of FIDE: the US Chess one stands second then."""
    return any(text(player, "ID2") for player in objects(section, "Players"))


def _read_player(event: OneEvent, place: str, player: Object, seen: set[int], *, fide: bool) -> None:
    number = whole(player, "Pair number", MOST_PLAYER)
    if not number or number in seen:
        found = str(player.get("Pair number"))[:40]
        why = "a number that was there before" if number else "no number of a player"
        event.notes.wrong((None, place), found, "left out", why, f"1 to {MOST_PLAYER}")
        return
    seen.add(number)
    born = read_date(text(player, "Birth date")) if text(player, "Birth date") else None
    event.players.append({
        "player": number,
        "name": text(player, "Name"),
        "title": text(player, "Player title").upper(),
        "sex": SEXES.get(text(player, "Sex").upper()[:1], ""),
        "rating": whole(player, "Rating", schema.MOST_RATING) or None,
        "fide_id": text(player, "ID").lstrip("0") if fide else "",
        "birth": str(born.year) if born else "",
    })  # fmt: skip
    reserved = player.get("Reserved byes")
    byes = set(_rounds(reserved))
    results = player.get("Results")
    for round_, cell in enumerate(results if isinstance(results, list) else [], start=1):
        if round_ > MOST_ROUNDS:
            what = f"more than {MOST_ROUNDS} rounds"
            event.notes.wrong((None, place), what, "left out", "no event has so many", player=number)
            break
        _read_cell(event, (None, f"{place}, round {round_}"), (number, round_), cell, asked=round_ in byes)


def _rounds(value: Any) -> list[int]:
    """Return rounds that are listed as numbers or in a text."""
    found = re.findall(r"\d{1,3}", value) if isinstance(value, str) else value
    items = found if isinstance(found, list) else [found]
    return [int(item) for item in items if str(item).strip().isdecimal() and len(str(item)) < 4]


def _read_cell(event: OneEvent, at: Any, who: tuple[int, int], cell: Any, *, asked: bool) -> None:
    """Add a cell ``result;opponent;colour;…``."""
    where = {"player": who[0], "round": who[1]}
    found = _CELL.fullmatch(cell.strip().upper()) if isinstance(cell, str) else None
    if found is None:
        if isinstance(cell, str) and not cell.strip():
            return
        expected = "result;opponent;colour"
        event.notes.wrong(at, str(cell)[:40], "an absence", "no result that is known", expected, **where)
        event.cell(at, *who, "Z", opponent=None, colour=None)
        return
    opponent = int(found[2]) if int(found[2]) > 0 else None
    code = (PAIRED if opponent else ALONE).get(found[1])
    if code is None:
        taken = "no opponent" if opponent else "an absence"
        why = "a bye has no opponent" if opponent else "a game needs an opponent"
        event.notes.wrong(at, cell[:40], taken, why, "a bye alone, or a game and its opponent", **where)
        code, opponent = (ALONE[found[1]] if opponent else "Z"), None
    if asked and opponent is None:
        code = REQUESTED.get(code, code)
    event.cell(at, *who, code, opponent=opponent, colour=COLOURS.get(found[3]) if opponent else None)


def _cut(event: OneEvent, paired: int) -> None:
    """Leave out what fills the list behind the last round that was paired: absences and later byes."""
    keep = []
    for k, cell in enumerate(event.cells):
        if cell["round"] <= paired or cell["opponent"]:
            keep.append(k)
        elif cell["outcome"] != "Z":
            event.not_paired_yet(event.at[k], cell["player"], cell["round"], cell["outcome"])
    event.cells = [event.cells[k] for k in keep]
    event.at = [event.at[k] for k in keep]
