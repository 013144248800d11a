"""Foreign results of the Irish federation: CSV with the games of a few players of an event."""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from chesstb import schema
from chesstb.errors import FormatError, message
from chesstb.formats.decoding import decode
from chesstb.formats.one_event import OneEvent, contents
from chesstb.formats.values import read_points

if TYPE_CHECKING:
    from pathlib import Path

    from chesstb.formats.notes import Place
    from chesstb.tables import Errors, History

NAME: Final = "foreign results of the Irish federation (CSV)"

SCORES: Final = {"1": "1", "1.0": "1", "0": "0", "0.0": "0", "=": "=", "½": "=", "0.5": "=", ".5": "="}
OTHER_SIDE: Final = {"1": "0", "0": "1", "=": "="}
BYES: Final = {"1": "U", "=": "H", "0": "Z"}
COLOURS: Final = {"w": "b", "b": "w"}
"""Colour to the opponent's colour."""
MOST_ROUNDS: Final = 200
MOST_NAMESAKES: Final = 20
FACTS: Final = ("rating", "federation")
"""What tells people of one name apart."""
ONLY: Final = "only the games of the listed players are known: other games of their opponents are missing"


def recognises(head: bytes, path: Path) -> bool:  # noqa: ARG001 - every format is asked the same
    """Say whether the first bytes of a file are those of such a file."""
    lines = head[:4000].removeprefix(b"\xef\xbb\xbf").lstrip().splitlines()[:8]
    first = [line.split(b",", 1)[0].strip(b'" ').lower() for line in lines if b"," in line]
    return bool(first) and first[0] == b"event" and b"start" in first


@dataclass
class _Person:
    """Somebody whom the file names, listed or as an opponent."""

    number: int
    row: dict[str, Any]
    met: dict[int, int] = field(default_factory=dict)
    """Round to the listed player who met him, where he is not listed himself."""

    def can_be(self, about: dict[str, Any], where: dict[str, int]) -> bool:
        """Say whether it can be he whom a player met in a round, and of whom something is told."""
        free = self.met.get(where["round"], where["player"]) == where["player"]
        return free and all(
            not self.row[column] or not about[column] or self.row[column] == about[column] for column in FACTS
        )


_Known = dict[tuple[str, str], list[_Person]]
"""By surname and given name."""


def read(path: Path, *, errors: Errors = "repair") -> History:
    r"""Read a file of foreign results.

    Parameters
    ----------
    path : Path
        The file.
    errors : {"strict", "repair"}
        Whether mistakes are an error, or are repaired where there is one way to and reported.

    Returns
    -------
    History
        One event; its key is the name of the file without its ending. The listed players are numbered
        from 1 in the order of the file, their opponents behind them. The file knows no other games of
        the opponents: their other rounds are filled as absences, and ``repairs`` says so. Irish numbers
        are not read.

    Raises
    ------
    FormatError
        No player is listed; with ``errors="strict"`` also anything that had to be repaired.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> lines = ["Event,Open", "Start,2026-01-02", "Rounds,1", "Player,1,Doe,Ann", "1,=,W,Roe,Bob,2000,,ENG"]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "open.csv")
    ...     _ = path.write_text("\n".join(lines))
    ...     read(path).results["outcome"].tolist()
    ['=', '=']
    """
    event = OneEvent.of(path, errors)
    sheet = _Sheet(event)
    for number, line in enumerate(decode(contents(path), event.notes).splitlines(), start=1):
        try:
            cells = [cell.strip() for cell in next(csv.reader([line]), [])]
        except csv.Error as error:
            event.notes.wrong((number, "1"), line[:40], "left out", str(error), "values between commas")
            continue
        if any(cells):
            sheet.line(number, [*cells, *[""] * (8 - len(cells))])
    if not sheet.listed:
        raise FormatError(message(path.name, "no player", "lines that begin with Player"))
    sheet.mirror()
    return event.history(errors)


class _Sheet:
    """The file while its lines are read."""

    def __init__(self, event: OneEvent) -> None:
        self.event = event
        self.listed: dict[tuple[str, str], _Person] = {}
        self.games: list[tuple[Place, int, int, list[str]]] = []
        self.now = 0

    def line(self, number: int, cells: list[str]) -> None:
        """Read a line by its first cell."""
        at, word, told = (number, "1"), cells[0].lower(), self.event.tournament
        if word == "event":
            told["name"] = cells[1]
        elif word in ("start", "end"):
            self.event.date(word, at, cells[1])
        elif word == "rounds":
            if cells[1].isdecimal() and 0 < int(cells[1][:9]) <= MOST_ROUNDS:
                told["rounds"] = int(cells[1])
            else:
                self.event.notes.wrong(at, cells[1], "", "no number of rounds", f"1 to {MOST_ROUNDS}")
        elif word == "player":
            self._player(at, cells)
        elif word == "total":
            self._total(at, cells[1])
        elif word.isdecimal() and 0 < int(word[:9]) <= MOST_ROUNDS and self.now:
            self.games.append((at, self.now, int(word), cells))
        elif word != "website":
            expected = "Event, Start, End, Rounds, Website, Player, a round or Total"
            self.event.notes.wrong(at, cells[0][:40], "left out", "no line that is known", expected)

    def _player(self, at: Place, cells: list[str]) -> None:
        key = _key(cells[2], cells[3])
        if key in self.listed or key == ("", ""):
            why = "listed before" if key in self.listed else "no name"
            self.event.notes.wrong(at, ", ".join(cells[2:4]), "left out", why, "a surname and a given name")
            self.now = 0
            return
        self.now = len(self.listed) + 1
        row = {
            "player": self.now,
            "name": _name(cells[2], cells[3]),
            "rating": None,
            "title": "",
            "federation": "",
        }
        self.listed[key] = _Person(self.now, row)
        self.event.players.append(row)

    def _total(self, at: Place, text: str) -> None:
        total = read_points(text)
        if total is None or not self.now:
            self.event.notes.wrong(at, text, "left out", "no total of a player", "a number behind a player")
        else:
            self.event.publish(self.now, "Total", "PTS", total)

    # ------------------------------------------------------------ games

    def mirror(self) -> None:
        """Add the games from both sides, and the opponents who are not listed."""
        known: _Known = {key: [person] for key, person in self.listed.items()}
        own = {(player, round_) for _, player, round_, _ in self.games}
        for at, player, round_, cells in self.games:
            score = SCORES.get(cells[1].replace(",", "."))
            colour = cells[2].lower()
            where = {"player": player, "round": round_}
            if score is None:
                self.event.notes.wrong(at, cells[1], "an absence", "no score", "1, = or 0", **where)
                self.event.cell(at, player, round_, "Z")
                continue
            if not cells[3] and not cells[4]:
                self.event.cell(at, player, round_, BYES[score])
                continue
            if colour not in COLOURS:
                self.event.notes.wrong(at, cells[2], "", "no colour of a game", "W or B", **where)
            other = self._opponent(at, known, cells, where)
            self.event.cell(at, player, round_, score, opponent=other.number,
                            colour=colour if colour in COLOURS else None)  # fmt: skip
            if (other.number, round_) not in own and other.met.setdefault(round_, player) == player:
                self.event.cell(at, other.number, round_, OTHER_SIDE[score], opponent=player,
                                colour=COLOURS.get(colour))  # fmt: skip
        size = len(self.listed)
        self.event.notes.say(
            (None, "the whole file"), f"games of {size} player{'s' * (size > 1)}", "as they are", ONLY
        )

    def _opponent(self, at: Place, known: _Known, cells: list[str], where: dict[str, int]) -> _Person:
        """Return the opponent of a game; somebody new where nobody of this name can have played it."""
        surname, given, elo, title, federation = cells[3:8]
        rating = int(elo) if elo.isdecimal() and len(elo) < 5 and int(elo) <= schema.MOST_RATING else None
        if elo and rating is None:
            self.event.notes.wrong(at, elo, "no rating", "no rating", f"up to {schema.MOST_RATING}", **where)
        about = {"rating": rating or None, "title": title.upper(), "federation": federation}
        key = _key(surname, given)
        same = [one for one in known.get(key, []) if one.number != where["player"]]
        found = next((one for one in same if one.can_be(about, where)), None)
        if found is None and not same:
            found = self._swapped(at, known.get(key[::-1], []), about, where)
        if found is None and same:
            busy = any(one.met.get(where["round"]) for one in same)
            why = "two opponents of this name in one round" if busy else "another rating or federation"
            self.event.notes.say(at, _name(surname, given), "somebody else of this name", why, **where)
        if found is None:
            number = len(self.event.players) + 1
            row = {"player": number, "name": _name(surname, given)} | about
            found = _Person(number, row)
            self.event.players.append(row)
            if len(known.setdefault(key, [])) < MOST_NAMESAKES:
                known[key].append(found)
        for column, value in about.items():
            found.row[column] = found.row[column] or value
        return found

    def _swapped(
        self, at: Place, there: list[_Person], about: dict[str, Any], where: dict[str, int]
    ) -> _Person | None:
        """Return somebody whose surname and given name stand the other way round, and whose facts agree."""
        for one in there:
            agree = all(one.row[column] == about[column] for column in FACTS)
            if agree and one.number != where["player"] and one.can_be(about, where):
                why = "surname and given name change places: the same rating and federation"
                name = ", ".join(reversed(one.row["name"].split(", ")))
                self.event.notes.say(at, name, one.row["name"], why, **where)
                return one
        return None


def _key(surname: str, given: str) -> tuple[str, str]:
    return " ".join(surname.casefold().split()), " ".join(given.casefold().split())


def _name(surname: str, given: str) -> str:
    return ", ".join(filter(None, (surname, given)))
