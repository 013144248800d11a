"""The records of a TRF file other than the players: what the event is, what it pays, who has a bye.

A record that a table holds goes there. All others, and those that a table holds less exactly than
they were written, are kept word for word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from chesstb.formats.dates import as_datetime, read_date, year_first
from chesstb.formats.trf.lines import COMMENT, NO_RECORD, PLAYER, Line
from chesstb.formats.trf.payments import CODES_BB, Change, numbers_in, read_change, read_payments
from chesstb.formats.trf.tournament_types import TYPES, is_team, system_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from chesstb.formats.notes import Notes


@dataclass
class Event:
    """One event as its lines are read.

    Attributes
    ----------
    tournament : dict
        The row of ``tournaments``, as far as records say it.
    players : list of Line
        The lines 001.
    kept : list of Line
        Lines that go to ``records``.
    byes : list of tuple
        Line, kind, round and starting numbers of each record 240.
    changes : list of Change
        The records 299.
    lines : dict
        All other lines by record.
    excluded : dict
        Starting numbers of players whose games count for nobody, and the line that says so.
    team : bool
        Whether it is a team event: numbers in 240 and 299 are then those of teams.
    """

    notes: Notes
    tournament: dict[str, Any] = field(default_factory=dict)
    players: list[Line] = field(default_factory=list)
    kept: list[Line] = field(default_factory=list)
    byes: list[tuple[Line, str, int, list[int]]] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    lines: dict[str, list[Line]] = field(default_factory=dict)
    excluded: dict[int, Line] = field(default_factory=dict)
    team: bool = False

    def all(self, *records: str) -> list[Line]:
        """Return all lines of some records."""
        return [line for record in records for line in self.lines.get(record, [])]

    def without_effect(self, line: Line, start: int, why: dict[int, str]) -> None:
        """Report the players for whom a line changes nothing, and keep it for them.

        ``start`` is the column from which the line lists players; what it says of others is in the
        tables, so that only those without effect stay in the record.
        """
        text, listed, kept = line.columns, 0, []
        for found in re.finditer(r"\d+", text[start - 1 :]):
            listed += 1
            number, column = int(found[0]), start + found.start()
            if number in why:
                self.notes.wrong((line.number, str(column)), str(number), "nothing", why[number])
                kept.append(f"{number:4d}")
        if kept and len(kept) < listed:
            text = text[: start - 1] + " ".join(kept)
            line = Line(line.number, line.record, text)
        if kept:
            self.kept.append(line)


EXCLUDED: Final = "chesstb: excluded"
"""What stands before the starting numbers in the comment that says whose games count for nobody."""

RULES: Final = "chesstb: rules"
"""What stands before the version of the rules in its comment."""

KNOWN: Final = frozenset(
    ("013", "082", "102", "112", "122", "132", "152", "172", "182", "222", "250", "260", "300", "310", "320",
     "330", "352", "362", "801", "802", "XXA", "XXC", "XXP", "XXZ", "DAT", "ACC", "TSE", "PAB", "FPB", "HPB",
     "ZPB", "MFO", "DFM", COMMENT, NO_RECORD)
)  # fmt: skip
"""Records that are known, and kept word for word."""


def value(line: Line) -> str:
    """Return what stands behind the name of a record."""
    return line.text[3:].strip()


def read_records(lines: list[Line], notes: Notes) -> Event:
    """Read the lines of one event, players apart."""
    event = Event(notes)
    for line in lines:
        if line.record == PLAYER:
            event.players.append(line)
        else:
            event.lines.setdefault(line.record, []).append(line)
    said = event.all("092", "192")
    event.team = bool(event.all("310", "362")) or any(is_team(value(line)) for line in said)
    understood = {"062", "072"}  # `keep_counts` reads them when the players are known
    for records, reader in READERS.items():
        understood.update(records)
        if any(record in event.lines for record in records):
            reader(event)
    for record in event.lines.keys() - understood:
        _keep(event, record)
    return event


def _keep(event: Event, record: str) -> None:
    lines = event.lines[record]
    event.kept += lines
    if record in KNOWN or (record.isalpha() and record[:2] not in ("XX", "BB")):
        return  # letters are a federation's own record of a player
    found = record if len(lines) == 1 else f"{record} ({len(lines)} times)"
    event.notes.say(
        (lines[0].number, "1"), found, "kept word for word", "no known record; it changes nothing"
    )


# ---------------------------------------------------------------- what the event is


def _texts(event: Event) -> None:
    for record, column in (("012", "name"), ("022", "place"), ("032", "federation")):
        lines = event.all(record)
        event.kept += lines[1:]
        if lines and value(lines[0]):
            event.tournament[column] = value(lines[0])


def _dates(event: Event) -> None:
    if _years_stand_first(event):
        return
    for record, column in (("042", "start"), ("052", "end")):
        lines = event.all(record)
        event.kept += lines[1:]
        if not lines or not value(lines[0]):
            continue
        line, day = lines[0], read_date(value(lines[0]))
        if day is None or not day.full:
            event.notes.say((line.number, "5"), value(line), "no date", "no full date")
        else:
            event.tournament[column] = as_datetime(day)
            if not day.sure:
                event.notes.say((line.number, "5"), value(line), day.iso, "day and month may be swapped")
        if day is None or value(line) != day.iso.replace("-", "/"):
            event.kept.append(line)


def _years_stand_first(event: Event) -> bool:
    """Read both dates with the year first, where the event else ends before it begins, and say so."""
    both = [event.all(record) for record in ("042", "052")]
    if not all(both):
        return False
    usual = [read_date(value(lines[0])) for lines in both]
    other = [year_first(value(lines[0])) for lines in both]
    if not all(day and day.full for day in (*usual, *other)):
        return False
    (start, end), days = ([day.iso for day in pair if day] for pair in (usual, other))
    if start <= end or days[0] > days[1]:
        return False
    why = "the year is taken to stand first: the event would end before it begins"
    for lines, column, day in zip(both, ("start", "end"), other, strict=True):
        if day:
            event.tournament[column] = as_datetime(day)
            event.notes.say((lines[0].number, "5"), value(lines[0]), day.iso, why)
        event.kept += lines[1:]
    return True


def keep_counts(event: Event, players: int, rated: int) -> None:
    """Keep the records that count players only where they are not what the players say."""
    for record, number in (("062", players), ("072", rated)):
        lines = event.all(record)
        event.kept += lines[1:] if lines and value(lines[0]) == str(number) else lines


def _system(event: Event) -> None:
    event.kept += event.all("310", "362")
    system = "unknown"
    for line in event.all("092", "192"):
        found = system_of(value(line))
        system = system if found == "unknown" else found
        if line.record == "192" or value(line) != TYPES.get(found):
            event.kept.append(line)
    if event.team and not system.startswith("team"):
        system = "team-round-robin" if "robin" in system else "team-swiss"
    event.tournament["system"] = system


def _rounds(event: Event) -> None:
    for line in event.all("142", "XXR"):
        found = re.match(r"\d+", value(line))
        if found is None or not 0 < int(found[0]) < 1000:
            event.notes.wrong((line.number, "5"), value(line), "nothing", "no number of rounds", "1 to 999")
            event.kept.append(line)
        elif int(found[0]) != event.tournament.setdefault("rounds", int(found[0])):
            taken = str(event.tournament["rounds"])
            event.notes.say((line.number, "5"), found[0], taken, "the number of rounds was given before")
            event.kept.append(line)


def _criteria(event: Event) -> None:
    """Take the complete list (212), or the tie-breaks (202) with the points in front.

    Lists of team events rank teams, unless they begin with plain points; they are kept for them.
    """
    for line in event.all("212", "202"):
        listed = " ".join(re.split(r"[\s,;]+", value(line).strip(",; ")))
        complete = line.record == "212" or re.match(r"\w?PTS\b", listed, re.IGNORECASE)
        of_teams = event.team and not (line.record == "212" and listed.upper().startswith("PTS"))
        if not listed or of_teams or "by" in event.tournament:
            event.kept.append(line)
        else:
            event.tournament["by"] = listed if complete else f"PTS {listed}"


# ---------------------------------------------------------------- what it pays, byes, decisions


def _payments(event: Event) -> None:
    paid, odd = read_payments(event.lines, event.notes)
    event.tournament |= paid
    event.kept += odd


def _byes(event: Event) -> None:
    for line in event.all("240"):
        kind, rest = value(line)[:1].upper(), numbers_in(value(line)[1:])
        if event.team:
            event.kept.append(line)
        elif kind and kind in "FHZ" and rest and 0 < rest[0] < 1000:
            event.byes.append((line, kind, rest[0], rest[1:]))
        else:
            expected = "F, H or Z, a round, and starting numbers"
            event.notes.wrong((line.number, "5"), value(line), "nothing", "no list of byes", expected)
            event.kept.append(line)


def _decisions(event: Event) -> None:
    for line in event.all("299"):
        change = None if event.team else read_change(line, event.notes)
        if change is None:
            event.kept.append(line)
        else:
            event.changes.append(change)


def excluded_line(numbers: list[int]) -> str:
    """Return the comment in which this package says whose games count for nobody.

    TRF has no record for it; other programs pass over comments.
    """
    return f"{COMMENT} {EXCLUDED} " + " ".join(map(str, numbers))


def rules_line(name: str) -> str:
    """Return the comment in which this package says by which rules tie-breaks are computed."""
    return f"{COMMENT} {RULES} {name}"


def _comments(event: Event) -> None:
    """Take the rules and who is excluded from the comments, and keep all others."""
    for line in event.all(COMMENT):
        found = re.fullmatch(rf"{EXCLUDED}((?:\s+\d+)+)", value(line))
        rules = re.fullmatch(rf"{RULES}\s+(\S(?:.{{0,100}}\S)?)", value(line))
        if rules:
            event.tournament.setdefault("rules", rules[1])
        elif found is None:
            event.kept.append(line)
        else:
            event.excluded |= dict.fromkeys(map(int, found[1].split()), line)


READERS: Final[dict[tuple[str, ...], Callable[[Event], None]]] = {
    ("012", "022", "032"): _texts,
    ("042", "052"): _dates,
    ("092", "192", "310", "362"): _system,  # the last two show that it is a team event
    ("142", "XXR"): _rounds,
    ("202", "212"): _criteria,
    ("162", "XXS", *CODES_BB): _payments,
    ("240",): _byes,
    ("299",): _decisions,
    (COMMENT,): _comments,
}
"""Which function reads which records."""


# ---------------------------------------------------------------- the order of records


def in_order(lines: list[Line], numbers: set[int]) -> list[Line]:
    """Return records in the order in which they are written, so that writing and reading changes nothing.

    Comments, then numbered records about the event, then extensions, then what belongs to single
    players by starting number, then all that comes behind the players.
    """
    return sorted(lines, key=lambda line: order_of(line.record, line.text, numbers))


HEADER, OF_PLAYER, BEHIND = 0, 1, 2
"""Parts of a file: what stands before the players, beside them, and behind them."""


def order_of(record: str, text: str, numbers: set[int]) -> tuple[int, int]:
    """Return the part of the file in which a record stands, and its place there."""
    if record == COMMENT:
        return HEADER, 0
    if record.isdecimal() and int(record) < 300 and record != "013":
        return HEADER, int(record)
    if record[:2] in ("XX", "BB"):
        return HEADER, 1000
    number = text[4:8].strip()
    if record.isalpha() and number.isdecimal() and int(number) in numbers:
        return OF_PLAYER, int(number)
    return BEHIND, 0
