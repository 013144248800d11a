"""The file in which older versions of Vega kept an event (``.veg``): settings and players, as text.

Results are not read from it: they stand in the pairings of the rounds (``pairs1.txt``, …) beside it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from chesstb import rules as rulebook
from chesstb import schema
from chesstb.errors import FormatError, message
from chesstb.formats.dates import read_date
from chesstb.formats.decoding import decode
from chesstb.formats.one_event import OneEvent, contents
from chesstb.formats.values import read_points
from chesstb.formats.vega.pairs import read_rounds
from chesstb.formats.vega.values import TITLES, dates

if TYPE_CHECKING:
    from pathlib import Path

    from chesstb.tables import Errors, History

__all__ = ["NAME", "read", "recognises", "rounds_of"]

NAME: Final = "an event of Vega up to version 8 (VEG)"

MARK: Final = re.compile(rb"(?:\xef\xbb\xbf)?Vega \d{1,2}\.\d")
HEADING: Final = re.compile(r"NAME\s{0,40};\s{0,9}COUNTRY\s{0,9};")
LIMIT: Final = 4 * 1024 * 1024
TOP: Final = 80
"""The heading of the players stands in one of so many first lines."""
NAMED: Final = 7
"""Lines with a meaning of their own at the beginning."""
MOST_ROUNDS: Final = 99

TIEBREAKS: Final = ("BH/C1", "BH", "BH/M1", "SB", "PS", "ARO", "KS", "WIN", "APRO", "")
"""In the order in which their numbers stand."""
SYSTEMS: Final = {2: "round-robin", 5: "double-round-robin", 9: "unknown"}
"""Kinds of pairing that are no Swiss; 9 is one of the organiser's own."""
KALLITHEA: Final = date(2009, 10, 18)
"""The congress whose rule for Buchholz an event can use."""
FACTS: Final = ("name", "country", "birth", "sex", "title", "id", "elo", "idnat", "national")
"""In the order in which they stand; what follows is not read."""
Row = dict[str, Any]
SEXES: Final = {"m": "m", "w": "w", "f": "w"}


def recognises(head: bytes, path: Path) -> bool:  # noqa: ARG001 - every format is asked the same
    """Say whether a file begins with the name and the version of Vega, and lists players."""
    return MARK.match(head) is not None and HEADING.search(head.decode("latin-1")) is not None


@dataclass
class _File:
    """The lines of a file, and the numbers between its first lines and its players.

    Attributes
    ----------
    lines : list of str
        All of them.
    top : int
        Which is the heading of the players.
    ties, settings : list of int
        The ten numbers of the tie-breaks; rounds, current round, kind of pairing, whether the rating
        of FIDE counts, two switches, and whether the rule of 2009 is used.
    players : int
        How many are announced.
    """

    lines: list[str]
    top: int
    ties: list[int]
    settings: list[int]
    players: int


def read(path: Path, *, errors: Errors = "repair") -> History:
    """Read an event of an older Vega, with the pairings of its rounds beside it.

    Parameters
    ----------
    path : Path
        The file.
    errors : {"strict", "repair"}
        Whether mistakes are repaired and reported in ``repairs``, or are an error.

    Returns
    -------
    History
        One event; the key is the name of the file without its ending. Players have their numbers in
        the list. Of dates of birth the year is read. The tie-breaks are told where both ways to read
        their numbers agree; ``rules`` are those of 2009 where the file says so.

    Raises
    ------
    FormatError
        The file is cut or damaged, or lists no player.
    """
    event = OneEvent.of(path, errors)
    file = _lines(path, decode(contents(path, LIMIT), event.notes).splitlines())
    _tell(event, file)
    for at, line in enumerate(file.lines[file.top + 1 :][: file.players], start=file.top + 2):
        if ";" not in line:
            event.notes.wrong((at, "1"), line.strip()[:40] or "nothing", "the players before it",
                              f"{file.players} players are announced")  # fmt: skip
            break
        _player(event, line, fide=bool(file.settings[3]))
    _look_behind(event, file)
    if not event.players:
        raise FormatError(message(f"{path.name}, line {file.top + 2}", "no player", "NAME; COUNTRY; …"))
    _results(event, path, min(file.settings[1], MOST_ROUNDS))
    return event.history(errors)


def _look_behind(event: OneEvent, file: _File) -> None:
    """Say that more lines of players follow than are announced."""
    start, columns = file.top + 1 + file.players, file.lines[file.top].count(";")
    more = [at for at, line in enumerate(file.lines[start:], start=start + 1) if line.count(";") == columns]
    if more:
        found = f"{len(more)} line{'s' * (len(more) > 1)} more"
        event.notes.wrong((more[0], "1"), found, "left aside", f"{file.players} players are announced")


def _lines(path: Path, lines: list[str]) -> _File:
    """Return the file in its parts.

    Raises
    ------
    FormatError
        The numbers or the heading are not where they are thought to be.
    """
    top = next((k for k, line in enumerate(lines[:TOP]) if HEADING.match(line.strip())), 0)
    values: list[int] = []
    for line in lines[NAMED:top]:
        words = line.partition("#")[0].split()
        values += [int(float(word)) for word in words if re.fullmatch(r"\d{1,9}(?:\.\d{1,3})?", word)]
    if not top or len(values) < len(TIEBREAKS) + NAMED + 1:
        found = f"{len(values)} numbers and {'a' if top else 'no'} heading of players"
        expected = "tie-breaks, rounds, kind of pairing, players, and NAME;COUNTRY;…"
        raise FormatError(message(f"{path.name}, line {NAMED + 1}", found, expected))
    many = len(TIEBREAKS)
    return _File(lines, top, values[:many], values[many : many + NAMED], values[-1])


def _tell(event: OneEvent, file: _File) -> None:
    """Fill the row of the tournament."""
    told, lines, (rounds, _, kind, *_, kallithea) = event.tournament, file.lines, file.settings
    told["name"], told["place"] = lines[1].strip() or None, lines[2].strip() or None
    told["federation"] = lines[3].strip() or None
    dates(event, (5, "1"), lines[4].strip())
    told["system"] = SYSTEMS.get(kind, "swiss")
    told["rounds"] = rounds if 0 < rounds <= MOST_ROUNDS else None
    draw, win = [read_points(word) for word in (*lines[6].split(), "", "")[:2]]
    if draw is None or win is None or not 0 < draw < win <= 10:
        event.notes.wrong((7, "1"), lines[6].strip()[:40], "½ and 1", "no points for a draw and a win")
    elif (draw, win) != (0.5, 1.0):
        told |= {"win": win, "draw": draw}
    if kallithea == 1:
        told["rules"] = rulebook.in_force(KALLITHEA).name
    _tiebreaks(event, file.ties)


def _tiebreaks(event: OneEvent, numbers: list[int]) -> None:
    """Put the criteria into the event where both readings agree.

    A number may say which place a tie-break has, or which tie-break has a place.
    """
    by_place = [code for number, code in sorted(zip(numbers, TIEBREAKS, strict=True)) if number]
    named = [number for number in numbers if number]
    by_number = [TIEBREAKS[number - 1] if number <= len(TIEBREAKS) else "" for number in named]
    if by_place and by_place == by_number and all(by_place):
        event.tournament["by"] = " ".join(["PTS", *by_place])
    elif named:
        why = "whether a number is that of a tie-break or of its place is not known, and both differ here"
        event.notes.say((8, "1"), " ".join(map(str, numbers)), "no list of tie-breaks", why)


def _player(event: OneEvent, line: str, *, fide: bool) -> None:
    parts = [part.strip() for part in line.split(";", 20)] + [""] * len(FACTS)
    said = dict(zip(FACTS, parts, strict=False))
    ratings = [int(said[key]) if re.fullmatch(r"[0-9]{1,4}", said[key]) else 0 for key in ("elo", "national")]
    if not fide:
        ratings.reverse()
    day = read_date(said["birth"])
    event.players.append({
        "player": len(event.players) + 1,
        "name": said["name"].replace(",", ", ").replace(",  ", ", ") or None,
        "title": said["title"] if said["title"] in TITLES else None,
        "sex": SEXES.get(said["sex"].lower()),
        "federation": said["country"] or None,
        "rating": next((one for one in ratings if 0 < one <= schema.MOST_RATING), None),
        "fide_id": said["id"] if re.fullmatch(r"0*[1-9][0-9]{0,10}", said["id"]) else None,
        "birth": f"{day.year:04d}" if day and day.year > 1850 else None,
    })  # fmt: skip


def rounds_of(path: Path, last: int = MOST_ROUNDS) -> list[Path]:
    """Return the files of the rounds beside a file of an event."""
    files = [path.with_name(f"pairs{round_}.txt") for round_ in range(1, last + 1)]
    return [file for file in files if file.is_file()]


def _results(event: OneEvent, path: Path, last: int) -> None:
    """Read the rounds up to the current one from the files beside, as far as they are there."""
    files = rounds_of(path, last)
    there = {file.name for file in files}
    for round_ in range(1, last + 1):
        if f"pairs{round_}.txt" not in there:
            why = f"pairs{round_}.txt is not beside {path.name}"
            event.notes.say((None, f"round {round_}"), "no pairings", "no results", why)
    about = event.notes.file
    _, names = read_rounds(event, files, str(event.tournament["name"] or ""))
    event.notes.file = about
    _number_players(event, names)


def _number_players(event: OneEvent, names: dict[int, str]) -> None:
    """Give the players the numbers that the pairings have for their names, if these are others."""
    listed = {row["player"]: row for row in event.players}
    by_name = {_plain(row["name"] or ""): row for row in event.players}
    moved = {number: name for number, name in names.items() if not _same(listed.get(number), name)}
    found = [by_name.get(_plain(name)) for name in moved.values()]
    taken = {row["player"] for row in found if row is not None}
    if moved and None not in found and taken == moved.keys():
        event.notes.say((None, "players"), "the order of the list", "the numbers of the pairings",
                        "names have other numbers there")  # fmt: skip
        for number, row in zip(moved, found, strict=True):
            if row is not None:
                row["player"] = number
        return
    for number, name in moved.items():
        known = listed.get(number, {}).get("name")
        if number not in listed:
            event.players.append({"player": number, "name": name or None})
        why = "the list of the players has another name" if known else "no player of the list"
        event.notes.wrong((None, "pairs"), f"{number}: {name}", known or name, why, player=number)


def _plain(name: str) -> str:
    return " ".join(name.replace(",", " ").split())


def _same(listed: Row | None, printed: str) -> bool:
    """Say whether a name of the pairings, which may be cut, is one of the list."""
    return listed is not None and _plain(listed["name"] or "").startswith(_plain(printed))
