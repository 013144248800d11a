"""Upload tables of US Chess: players and results (TDEXPORT), sections (TSEXPORT), event (THEXPORT)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from chesstb.errors import FormatError, message
from chesstb.formats.dbase import fields_of, records
from chesstb.formats.notes import Notes
from chesstb.formats.one_event import OneEvent
from chesstb.formats.us_chess.letters import MOST_ROUNDS, add_cell, name_forfeits
from chesstb.roundrobin.tables import round_of
from chesstb.tables import History

if TYPE_CHECKING:
    from pathlib import Path

    from chesstb.formats.notes import Place
    from chesstb.tables import Errors

NAME: Final = "upload tables of US Chess (TDEXPORT, with TSEXPORT and THEXPORT beside it)"

CELL: Final = re.compile(r"([A-Z$#%]) *(\d{0,4}) *([WB]?)")
BESIDE: Final = {"S_SEC_NUM": "TSEXPORT.DBF", "H_NAME": "THEXPORT.DBF"}
"""A field of each table that stands beside that of the players, and the name of its file."""
PER_RECORD: Final = 10
"""Rounds in a record of the older tables, which go on in a second record."""
SYSTEMS: Final = {"S": "swiss", "R": "round-robin", "M": "match", "2": "swiss"}
DOUBLE: Final = {
    ("$", "L"): "11", ("L", "$"): "00", ("#", "D"): "1=", ("D", "#"): "0=", ("#", "L"): "1=",
    ("L", "#"): "0=", ("%", "%"): "==", ("D", "D"): "==",
}  # fmt: skip
"""Letters of both sides of a match of two games, and what the first scored in each."""

Games = dict[tuple[int, int], tuple[str, int, str, "Place"]]
"""Letter, opponent, colour and place of each player and column."""


def recognises(head: bytes, path: Path) -> bool:  # noqa: ARG001 - every format is asked the same
    """Say whether the first bytes of a file are those of a table of players."""
    return {"D_SEC_NUM", "D_PAIR_NUM", "D_RND01"} <= fields_of(head).keys()


def read(path: Path, *, errors: Errors = "repair") -> History:
    """Read TDEXPORT; TSEXPORT and THEXPORT in the same folder give names, dates and rounds.

    Parameters
    ----------
    path : Path
        The table of players.
    errors : {"strict", "repair"}
        Whether mistakes are an error, or are repaired where there is one way to and reported.

    Returns
    -------
    History
        Each section is an event, with the name of the file as its key, and a number behind it from the
        second on. States and member numbers are left out. A match of two games is two rounds. A
        round robin whose columns are opponents, not rounds, is put into the rounds of its Berger table.

    Raises
    ------
    FormatError
        The table is damaged or empty; with ``errors="strict"`` also anything that had to be repaired.
    MissingExtraError
        The library that reads dBase files is not installed.
    """
    rows = records(path)
    sections = _beside(path, "S_SEC_NUM")
    events = _beside(path, "H_NAME")
    found: dict[str, _Section] = {}
    for number, row in enumerate(rows, start=1):
        name = row.get("D_SEC_NUM", "")
        if name not in found:
            key = path.stem + (f" ({len(found) + 1})" if found else "")
            told = next((s for s in sections if s.get("S_SEC_NUM") == name), {})
            found[name] = _Section(OneEvent(key, Notes(path.name, strict=errors == "strict")), told)
        found[name].add(number, row)
    if not found:
        raise FormatError(message(path.name, "no player", "a record for each player"))
    histories = [section.history(events[0] if events else {}, errors) for section in found.values()]
    return histories[0] if len(histories) == 1 else History.concat(histories)


def _beside(path: Path, field: str) -> list[dict[str, str]]:
    """Return the records of the table with a field in the same folder, if there is one with that name."""
    for other in sorted(path.parent.iterdir()):
        if other.name.upper() == BESIDE[field] and other.is_file():
            with other.open("rb") as file:
                if field in fields_of(file.read(65_536)):
                    return records(other)
    return []


class _Section:
    """One section while its records are read."""

    def __init__(self, event: OneEvent, told: dict[str, str]) -> None:
        self.event, self.told = event, told
        self.kind = told.get("S_TRN_TYPE", "").upper()
        self.rounds = _whole(told.get("S_TOT_RNDS", ""), MOST_ROUNDS)
        self.games: Games = {}
        self.names: dict[int, str] = {}
        self.columns = 0

    def add(self, number: int, row: dict[str, str]) -> None:
        """Read a record: a player, or the later rounds of one."""
        place: Place = None, f"record {number}, D_PAIR_NUM"
        player = _whole(row.get("D_PAIR_NUM", ""), 9999)
        if not player:
            found = row.get("D_PAIR_NUM", "")
            self.event.notes.wrong(place, found, "left out", "no number of a player", "1 to 9999")
            return
        before = PER_RECORD * (max(_whole(row.get("D_REC_SEQ", ""), 9), 1) - 1)
        if player in self.names and not before:
            self.event.notes.wrong(place, str(player), "left out", "a second record of this player", "one")
            return
        if player not in self.names:
            self.names[player] = row.get("D_NAME", "")
            rating = _whole(row.get("D_RATING", ""), 4000) or None
            self.event.players.append({"player": player, "name": row.get("D_NAME", ""), "rating": rating})
        for field, text in row.items():
            if field.startswith("D_RND") and (column := _whole(field[5:], 99)):
                self.columns = max(self.columns, before + column)
                self._cell((None, f"record {number}, {field}"), player, before + column, text)

    def _cell(self, at: Place, player: int, column: int, text: str) -> None:
        if not text:
            return
        cell = CELL.fullmatch(text.upper())
        where = {"player": player, "round": column}
        if cell is None:
            expected = "a letter, an opponent and a colour"
            self.event.notes.wrong(at, text, "an absence", "no result that is known", expected, **where)
            self.games[player, column] = ("U", 0, "", at)
            return
        self.games[player, column] = (cell[1], int(cell[2] or 0), cell[3], at)

    # ------------------------------------------------------------ the whole

    def history(self, event: dict[str, str], errors: Errors) -> History:
        """Return the section as an event."""
        self._tell(event)
        by_opponent = self._columns_are_opponents()
        if not by_opponent and self.columns < self.rounds:
            found, why = f"{self.columns} columns of rounds", f"the section has {self.rounds} rounds"
            self.event.notes.wrong((None, "D_RND"), found, "those that are there", why)
        last = self._last_column() if by_opponent or not self.rounds else self.rounds
        for (player, column), (letter, opponent, colour, at) in self.games.items():
            if column > last:
                if letter != "U" or opponent:
                    where = {"player": player, "round": column}
                    why = f"the section has {last} rounds"
                    self.event.notes.wrong(at, letter, "left out", why, "no further rounds", **where)
            elif by_opponent:
                self._robin(player, column, (letter, opponent, colour, at))
            elif self._is_double():
                self._double(player, column, (letter, opponent, colour, at))
            else:
                add_cell(self.event, at, player, column, (letter, opponent, colour))
        name_forfeits(self.event)
        return self.event.history(errors)

    def _tell(self, event: dict[str, str]) -> None:
        told, about = self.event.tournament, self.told
        names = [name for name in (event.get("H_NAME"), about.get("S_SEC_NAME")) if name]
        told["name"] = ": ".join(names)
        told["place"] = ", ".join(filter(None, (event.get("H_CITY"), event.get("H_STATE"))))
        told["system"] = SYSTEMS.get(self.kind, "unknown")
        if self.rounds:
            told["rounds"] = self.rounds * (2 if self._is_double() else 1)
        for column, field in (("start", "BEG_DATE"), ("end", "END_DATE")):
            text = about.get(f"S_{field}") or event.get(f"H_{field}") or ""
            self.event.date(column, (None, field), text)

    def _is_double(self) -> bool:
        return self.kind == "2" or any(cell[0] in "$#%" for cell in self.games.values())

    def _last_column(self) -> int:
        """Return the last column with anything but padding."""
        return max((c for (_, c), cell in self.games.items() if cell[0] != "U" or cell[1]), default=0)

    def _columns_are_opponents(self) -> bool:
        """Say whether a round robin has a column for each opponent instead of each round."""
        met = [(column, cell[1]) for (_, column), cell in self.games.items() if cell[1]]
        return self.kind == "R" and len(met) > 2 and all(column == opponent for column, opponent in met)

    def _robin(self, player: int, column: int, cell: tuple[str, int, str, Place]) -> None:
        """Add a cell of the column of an opponent, in the round in which a Berger table has the two meet."""
        letter, opponent, colour, at = cell
        if column == player or column > max(self.names) or (letter == "U" and not opponent):
            return
        opponent = column if letter in "XFZ" and column in self.names else opponent
        field = max(self.names)
        most = field + field % 2
        round_ = int(round_of(np.int64(player), np.int64(column), np.int64(most)))
        add_cell(self.event, at, player, round_, (letter, opponent, colour))

    def _double(self, player: int, column: int, cell: tuple[str, int, str, Place]) -> None:
        """Add the two games of a match of a round."""
        letter, opponent, colour, at = cell
        theirs = self.games.get((opponent, column), ("", 0, "", at))[0]
        scores = DOUBLE.get((letter, theirs))
        if letter == theirs == "W":
            scores = "10" if player < opponent else "01"
        rounds = (2 * column - 1, 2 * column)
        if not opponent or (scores is None and letter in "XFZ"):
            for round_ in rounds:
                add_cell(self.event, at, player, round_, (letter, opponent, ""))
            return
        if scores is None:
            found, where = f"{letter} against {theirs or 'nothing'}", {"player": player, "round": rounds[0]}
            expected = "$ and L, # and D, W and W, or % and %"
            self.event.notes.wrong(at, found, "no result yet", "no result of two games", expected, **where)
            scores = "XX"
        colours: list[Any] = {"W": ["w", "b"], "B": ["b", "w"]}.get(colour, [None, None])
        for round_, outcome, hue in zip(rounds, scores, colours, strict=True):
            self.event.cell(at, player, round_, outcome, opponent=opponent, colour=hue)


def _whole(text: str, most: int) -> int:
    """Return a whole number up to a limit, else 0."""
    text = text.strip()
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 9 and int(text) <= most else 0
