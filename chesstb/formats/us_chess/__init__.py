"""Crosstables of US Chess as text: two lines a player, fields between bars."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from chesstb import rules as rulebook
from chesstb import schema
from chesstb.criteria import parse
from chesstb.errors import ChesstbError, FormatError, message
from chesstb.formats.decoding import decode
from chesstb.formats.notes import Notes
from chesstb.formats.one_event import OneEvent, contents
from chesstb.formats.us_chess.letters import MOST_ROUNDS, add_cell, check_totals, name_forfeits
from chesstb.formats.us_chess.writer import write
from chesstb.formats.values import read_points
from chesstb.tables import History

if TYPE_CHECKING:
    from pathlib import Path

    from chesstb.formats.notes import Place
    from chesstb.tables import Errors

__all__ = ["NAME", "read", "recognises", "write"]

NAME: Final = "a US Chess crosstable (text)"

CELL: Final = re.compile(r"([A-Z])\s*(\d{1,9})?")
MOST_FIELDS: Final = MOST_ROUNDS + 4
"""Fields of a line that are told apart; what is behind them stands in the last."""
LABELS: Final = {
    "event": "name", "event name": "name", "place": "place", "location": "place",
    "federation": "federation", "start": "start", "end": "end", "system": "system", "rounds": "rounds",
    "tie-breaks": "by", "rules": "rules",
}  # fmt: skip
"""What stands before a colon above a crosstable, and the column that it is."""

_SECTION: Final = re.compile(r"section\s+\d+\s*[-:]\s*(\S.*)", re.IGNORECASE)
_RULE: Final = re.compile(r"[-=_+| \t]*")
_RATING: Final = re.compile(r"\b[RQB]: {0,9}(?:(\d{1,4})(?!\d)|Unr)", re.IGNORECASE)


def recognises(head: bytes, path: Path) -> bool:  # noqa: ARG001 - every format is asked the same
    """Say whether the first bytes of a file are those of a US Chess crosstable."""
    if b"|" not in head:
        return False
    for line in head.decode("latin-1").splitlines():
        fields = line.split("|")
        if _is_heading(fields) or (_is_player(fields) and any(map(_result, fields[3:]))):
            return True
    return False


def _is_heading(fields: list[str]) -> bool:
    names = [" ".join(field.lower().split()) for field in fields[:4]]
    return len(fields) > 3 and names[0].startswith("pair") and names[1] == "player name"


def _is_player(fields: list[str]) -> bool:
    if len(fields) < 4 or not fields[0].strip().isdecimal() or len(fields[0].strip()) > 9:
        return False
    return not fields[2].strip() or read_points(fields[2]) is not None


def _result(field: str) -> bool:
    found = CELL.fullmatch(field.strip())
    return found is not None and found[1] in "WDLXFZBHU"


def read(path: Path, *, errors: Errors = "repair") -> History:
    r"""Read a crosstable of US Chess: one section, or several one below the other.

    Parameters
    ----------
    path : Path
        The file.
    errors : {"strict", "repair"}
        Whether mistakes are an error, or are repaired where there is one way to and reported.

    Returns
    -------
    History
        Each section is an event: the name of the file without its ending, further ones with a number
        behind it. ``B`` is a pairing-allocated bye: the text does not say whether it was requested.
        The total is published as ``PTS``. States and US Chess numbers are left out.

    Raises
    ------
    FormatError
        There is no player; with ``errors="strict"`` also anything that had to be repaired.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> lines = [
    ...     " 1 | ANN LEE |1.0 |W   2|",
    ...     "NY | 12345678 / R: 1794   ->1817 | |W |",
    ...     " 2 | BOB RAY |0.0 |L   1|",
    ...     "NJ | 12345679 / R: 1500P5 ->1490 | |B |",
    ... ]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "quads.txt")
    ...     _ = path.write_text("\n".join(lines))
    ...     read(path).players["rating"].tolist()
    [1794, 1500]
    """
    notes = Notes(path.name, strict=errors == "strict")
    text = decode(contents(path), notes)
    sections = _sections(text.splitlines(), path.stem, notes)
    if not sections:
        expected = "lines of players: number | name | total | results"
        raise FormatError(message(f"{path.name}, line 1", "no player", expected))
    histories = [section.history(errors) for section in sections]
    return histories[0] if len(histories) == 1 else History.concat(histories)


def _sections(lines: list[str], stem: str, notes: Notes) -> list[_Section]:
    """Return the sections that have players; what stands above one belongs to it."""
    found: list[_Section] = []
    above: list[tuple[int, str]] = []
    rounds = 0
    fresh = True
    for number, line in enumerate(lines, start=1):
        fields = line.split("|", MOST_FIELDS)
        if _is_player(fields):
            if fresh or (int(fields[0]) == 1 and 1 in found[-1].seen):
                key = f"{stem} ({len(found) + 1})" if found else stem
                found.append(_Section(key, notes, above, rounds))
                above, fresh = [], False
            found[-1].player(number, fields)
        elif _is_heading(fields):
            rounds = sum("round" in field.lower() or "rnd" in field.lower() for field in fields[3:])
            fresh = True
        elif len(fields) > 1 and not fresh:
            found[-1].further(number, fields)
        elif len(fields) == 1 and not _RULE.fullmatch(line):
            above.append((number, line))
            fresh = fresh or bool(_SECTION.match(line.strip()))
    return found


class _Section:
    """One section while its lines are read."""

    def __init__(self, key: str, notes: Notes, above: list[tuple[int, str]], rounds: int) -> None:
        self.event = OneEvent(key, Notes(notes.file, notes.strict, notes.rows))
        notes.rows = []  # what was noted on the encoding belongs to the first section
        self.rounds = rounds
        self.seen: set[int] = set()
        self.totals: dict[int, tuple[Place, float]] = {}
        self.colours: dict[tuple[int, int], str] = {}
        self.now = 0
        self._read_above(above)

    def _read_above(self, above: list[tuple[int, str]]) -> None:
        told = self.event.tournament
        for number, line in above:
            label, colon, value = line.partition(":")
            column = LABELS.get(" ".join(label.lower().split())) if colon else None
            if section := _SECTION.match(line.strip()):
                told["name"] = section[1].strip()
            elif column is None or not value.strip():
                told.setdefault("name", line.strip())
            elif column in ("start", "end"):
                self.event.date(column, (number, "1"), value.strip())
            else:
                self._tell(column, (number, "1"), value.strip())

    def _tell(self, column: str, at: Place, value: str) -> None:
        """Put what stands above the table into the row of the tournament, if it means anything."""
        taken: Any = value
        if column == "system":
            taken = value.lower() if value.lower() in schema.SYSTEMS else None
        elif column == "rounds" and value == "-":
            self.event.tournament["rounds"] = None
            return
        elif column == "rounds":
            taken = int(value) if value.isdecimal() and len(value) < 4 else None
        elif column == "rules":
            taken = value if value in rulebook.names() else None
        elif column == "by":
            try:
                parse(value)
            except ChesstbError:
                taken = None
        if taken is None:
            self.event.notes.say(at, value, "", f"nothing that is known of {column}")
        else:
            self.event.tournament[column] = taken

    def player(self, line: int, fields: list[str]) -> None:
        """Read the first line of a player."""
        number = self.now = int(fields[0])
        at = (line, "1")
        if not 1 <= number < 2**31:
            self.event.notes.wrong(at, fields[0].strip(), "left out", "no number of a player", "1 or more")
            self.now = 0
            return
        if number in self.seen:
            self.event.notes.wrong(at, str(number), "left out", "a second line for this player", "one")
            self.now = 0
            return
        self.seen.add(number)
        name = fields[1].strip()
        self.event.players.append({"player": number, "name": name})
        total = read_points(fields[2])
        if total is not None:
            self.event.publish(number, "Total", "PTS", total)
            self.totals[number] = ((line, str(len("|".join(fields[:2])) + 2)), total)
        for round_, (column, field) in enumerate(self._cells(line, fields), start=1):
            self._cell((line, str(column)), number, round_, field)

    def _cells(self, line: int, fields: list[str]) -> list[tuple[int, str]]:
        """Return column and text of each round's field."""
        starts = [1]
        for field in fields[:-1]:
            starts.append(starts[-1] + len(field) + 1)
        cells = list(zip(starts, (field.strip() for field in fields), strict=True))[3:]
        most = self.rounds or MOST_ROUNDS
        if any(text for _, text in cells[most:]):
            column, text = next(cell for cell in cells[most:] if cell[1])
            what = f"only {most} rounds are announced" if self.rounds else f"no event has more than {most}"
            self.event.notes.wrong((line, str(column)), text, "left out", what, "no further rounds")
        return cells[:most]

    def _cell(self, at: Place, player: int, round_: int, text: str) -> None:
        if not text:
            return
        found = CELL.fullmatch(text.upper())
        if found is None:
            expected = "a letter and an opponent"
            where = {"player": player, "round": round_}
            self.event.notes.wrong(at, text, "an absence", "no result that is known", expected, **where)
            self.event.cell(at, player, round_, "Z", opponent=None, colour=None)
            return
        add_cell(self.event, at, player, round_, (found[1], int(found[2] or 0), ""))

    def further(self, line: int, fields: list[str]) -> None:
        """Read the second line of a player, and what follows it: ratings, colours."""
        if not self.now or not self.event.players:
            return
        who = self.event.players[-1]
        state = fields[0].strip()
        if re.fullmatch("[A-Z]{3}", state):  # two letters are a state
            who["federation"] = state
        rating = _RATING.search(fields[1]) if len(fields) > 1 else None
        if rating and "rating" not in who:
            who["rating"] = int(rating[1]) if rating[1] else None  # unrated there, whatever follows
        for round_, (column, text) in enumerate(self._cells(line, fields), start=1):
            colour = text.upper()
            if colour in ("W", "B"):
                self.colours.setdefault((self.now, round_), colour.lower())
            elif colour and colour != "-":
                why = "no colour: W, B or nothing was expected"
                self.event.notes.say((line, str(column)), text, "", why, player=self.now, round=round_)

    def history(self, errors: Errors) -> History:
        """Return the section as an event."""
        for cell in self.event.cells:
            cell["colour"] = self.colours.get((cell["player"], cell["round"]))
        name_forfeits(self.event)
        check_totals(self.event, self.totals)
        if self.rounds:
            self.event.tournament.setdefault("rounds", self.rounds)
        return self.event.history(errors)
