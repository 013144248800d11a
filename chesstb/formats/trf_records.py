"""The records of a TRF file other than the players: what the event is, what it pays, who has a bye.

A record that a table can hold goes there. All others, and those that a table holds less exactly
than they were written, are kept word for word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from chesstb.formats.trf_dates import as_datetime, read_date
from chesstb.formats.trf_lines import COMMENT, NO_RECORD, PLAYER

if TYPE_CHECKING:
    from collections.abc import Callable

    from chesstb.formats.trf_lines import Line, Notes

TYPES: Final = {
    "swiss": "Individual: Swiss-System",
    "round-robin": "Individual: Round-Robin",
    "double-round-robin": "Individual: Double Round-Robin",
    "match": "Individual: Match",
    "team-swiss": "Team: Swiss-System",
    "team-round-robin": "Team: Round-Robin",
}
"""What is written in record 092 for each system."""

_TEAM: Final = "team mannschaft equip équip squadr команд zespoł zespol csapat družst druzst lag- ploeg takım".split()  # noqa: SIM905
_ROBIN: Final = (
    "round-robin round_robin roundrobin round robin|berger|rundenturnier|jeder gegen jeden|toutes rondes|toutes-rondes|"
    "todos contra todos|liga|italian|круг|körmérk|kormerk|kołow|kolow|all-play-all|all play all|alle gegen|"
    "rondvirág|każdy z każdym|vollrundig|rundturnering"
).replace(" round_robin roundrobin ", "|round_robin|roundrobin|").split("|")
_DOUBLE: Final = "double doppel doble doppio dvoj двух podwój dupl dubbel kettős".split()  # noqa: SIM905
_SWISS: Final = (
    "swiss schweiz suisse suizo svizz suíço suico zwitser швейцар svájc svajc szwajcar švýcar svycar švajc "
    "sveits isviçre isvicre elveț elvet dutch burstein dubov lim_ baku"
).split()

CODES_162: Final = {"W": "win", "D": "draw", "L": "loss", "P": "bye", "X": "pending"}
CODES_XXS: Final = {
    "WW": "win", "BW": "black_win", "WD": "draw", "BD": "black_draw", "WL": "loss", "BL": "black_loss",
    "ZPB": "zero_bye", "HPB": "half_bye", "FPB": "full_bye", "PAB": "bye", "FW": "forfeit_win",
    "FL": "forfeit_loss",
}  # fmt: skip
_SHORT_XXS: Final = {"W": ("WW", "BW", "FW", "FPB"), "D": ("WD", "BD", "HPB"), "L": ("WL", "BL")}
_DEFAULT_XXS: Final = dict.fromkeys(("WW", "BW", "FPB", "PAB", "FW"), 1.0) | dict.fromkeys(
    ("WD", "BD", "HPB"), 0.5
) | dict.fromkeys(("WL", "BL", "ZPB", "FL"), 0.0)
CODES_BB: Final = {
    "BBW": "win", "BBD": "draw", "BBL": "loss", "BBZ": "zero_bye", "BBF": "forfeit_loss", "BBU": "bye",
}  # fmt: skip

_PAIR: Final = re.compile(r"([A-Z]+)\s*=?\s*([+-]?\d*[.,]?\d+)\s*,?\s*", re.IGNORECASE)


@dataclass
class Change:
    """One line of record 299: points that a decision gave or took."""

    line: int
    kind: str
    value: float
    round: int
    players: list[int]


@dataclass
class Event:
    """One event as its lines are read."""

    notes: Notes
    tournament: dict[str, Any] = field(default_factory=dict)
    players: list[Line] = field(default_factory=list)
    kept: list[Line] = field(default_factory=list)
    byes: list[tuple[int, str, int, list[int]]] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    lines: dict[str, list[Line]] = field(default_factory=dict)
    team: bool = False

    def all(self, record: str) -> list[Line]:
        """Return all lines of a record."""
        return self.lines.get(record, [])

    def last(self, record: str, tables_hold_it: bool = False) -> Line | None:
        """Return the line of a record that is to be there once; further ones are kept as they are."""
        lines = self.all(record)
        self.kept += lines[1:]
        if lines and not tables_hold_it:
            self.kept.append(lines[0])
        return lines[0] if lines else None


def value(line: Line) -> str:
    """Return what stands behind the name of a record."""
    return line.text[3:].strip()


def read_records(lines: list[Line], notes: Notes) -> Event:
    """Sort the lines of one event: players apart, all others into what they say."""
    event = Event(notes)
    for line in lines:
        if line.record == PLAYER:
            event.players.append(line)
        else:
            event.lines.setdefault(line.record, []).append(line)
    for record in [r for r in event.lines if r not in READERS]:
        event.kept += event.lines[record]
        if record not in KEPT and not _national(record):
            first, times = event.lines[record][0], len(event.lines[record])
            found = f"record {record!r}" + (f" ({times} times)" if times > 1 else "")
            notes.say(first.number, "1-3", found, "kept word for word", "no known record; it changes nothing")
    event.team = _is_team(event)
    for record, reader in READERS.items():
        if record in event.lines:
            reader(event)
    return event


KEPT: Final = frozenset(
    "013 082 102 112 122 132 152 172 182 222 250 260 300 310 320 330 352 362 801 802 XXA XXC XXP XXZ DAT "  # noqa: SIM905
    "ACC TSE PAB FPB HPB ZPB MFO DFM".split()
) | {COMMENT, NO_RECORD}
"""Records that are kept word for word."""


def _national(record: str) -> bool:
    return record.isalpha() and record[:2] not in ("XX", "BB")


# ---------------------------------------------------------------- what the event is


def _texts(event: Event) -> None:
    for record, column in (("012", "name"), ("022", "place"), ("032", "federation")):
        line = event.last(record, tables_hold_it=True)
        if line is not None:
            event.tournament[column] = value(line)


def _dates(event: Event) -> None:
    for record, column in (("042", "start"), ("052", "end")):
        lines = event.all(record)
        event.kept += lines[1:]
        if not lines or not value(lines[0]):
            continue
        raw, day = value(lines[0]), read_date(value(lines[0]))
        if day is None or not day.full:
            event.notes.say(lines[0].number, "5", raw, "no date", "no full date")
        else:
            event.tournament[column] = as_datetime(day)
            if not day.sure:
                event.notes.say(lines[0].number, "5", raw, day.iso, "day and month may be swapped")
        if day is None or raw != day.iso.replace("-", "/"):
            event.kept.append(lines[0])


def _counts(event: Event) -> None:
    """Drop numbers of players that are right: they can be counted."""
    rated = sum(bool(line.text[48:52].strip(" 0")) for line in event.players)
    for record, number in (("062", len(event.players)), ("072", rated)):
        event.kept += [line for line in event.all(record) if value(line) != str(number) or line is not event.all(record)[0]]


def system_of(text: str) -> str:
    """Return the kind of event that a description or a code names.

    Examples
    --------
    >>> [system_of(text) for text in ("Schweizer System", "FIDE_TEAM_BAKU", "Doppelrundenturnier", "?")]
    ['swiss', 'team-swiss', 'double-round-robin', 'unknown']
    """
    low = text.lower()
    team = any(word in low for word in _TEAM) and "individual" not in low
    if any(word in low for word in _ROBIN) or "rundenturnier" in low:
        if team:
            return "team-round-robin"
        return "double-round-robin" if any(word in low for word in _DOUBLE) else "round-robin"
    if any(word in low for word in _SWISS):
        return "team-swiss" if team else "swiss"
    if "match" in low or "матч" in low or "duell" in low:
        return "match" if not team else "team-round-robin"
    return "unknown"


def _is_team(event: Event) -> bool:
    said = " ".join(value(line).lower() for record in ("092", "192") for line in event.all(record))
    return bool(event.all("310") or event.all("362")) or (
        any(word in said for word in _TEAM) and "individual" not in said
    )


def _system(event: Event) -> None:
    system = "unknown"
    for line in event.all("092") + event.all("192"):
        found = system_of(value(line))
        system = found if found != "unknown" else system
        if value(line) != TYPES.get(found) or line.record == "192":
            event.kept.append(line)
    if event.team and not system.startswith("team"):
        system = "team-round-robin" if "robin" in system else "team-swiss"
    event.tournament["system"] = system


def _rounds(event: Event) -> None:
    for line in event.all("142") + event.all("XXR"):
        found = re.match(r"\d+", value(line))
        if found is None or not 0 < int(found[0]) < 1000:
            event.notes.wrong(line.number, "5", value(line), "nothing", "no number of rounds", "a number up to 999")
            event.kept.append(line)
            continue
        known = event.tournament.setdefault("rounds", int(found[0]))
        if known != int(found[0]):
            event.notes.say(line.number, "5", found[0], str(known), "the number of rounds is given twice")
            event.kept.append(line)


def _criteria(event: Event) -> None:
    """Take the complete list (212), or the tie-breaks (202) with the points in front."""
    for record in ("202", "212"):
        for line in event.all(record):
            listed = " ".join(re.split(r"[\s,;]+", value(line).strip(",; ")))
            whole_list = record == "212" or re.match(r"(PTS|MPTS|GPTS)\b", listed, re.IGNORECASE)
            if not listed or event.team and not (record == "212" and listed.upper().startswith("PTS")):
                event.kept.append(line)
            elif record == "202" and event.all("212"):
                event.kept.append(line)
            elif "by" in event.tournament and record == "212" and line is not event.all("212")[0]:
                event.kept.append(line)
            else:
                event.tournament["by"] = listed if whole_list else f"PTS {listed}"


# ---------------------------------------------------------------- what it pays


def _payments(event: Event) -> None:
    lines = event.all("162")
    given: dict[str, float] = {}
    for line in lines:
        for code, number in _pairs(event, line, {*CODES_162, "A"}):
            names = ("zero_bye", "forfeit_loss") if code == "A" else (CODES_162[code],)
            given.update(dict.fromkeys(names, number))
    event.tournament.update(given)


def _own_payments(event: Event) -> None:
    for record, payment in CODES_BB.items():
        for line in event.all(record):
            number = re.fullmatch(r"\d*[.,]?\d+", value(line))
            if number is None:
                event.notes.wrong(line.number, "5", value(line), "nothing", "no points", "a number")
                event.kept.append(line)
            else:
                event.tournament[payment] = float(number[0].replace(",", "."))


def _extended_payments(event: Event) -> None:
    """Read XXS: unlike in 162, every code has a default of its own, and none follows another."""
    given: dict[str, float] = {}
    for line in event.all("XXS"):
        for code, number in _pairs(event, line, {*CODES_XXS, *_SHORT_XXS}):
            given.update(dict.fromkeys(_SHORT_XXS.get(code, (code,)), number))
    if not given:
        return
    if not any(event.all(record) for record in ("162", *CODES_BB)):
        given = _DEFAULT_XXS | given
    event.tournament.update({CODES_XXS[code]: number for code, number in given.items()})


def _pairs(event: Event, line: Line, codes: set[str]) -> list[tuple[str, float]]:
    """Return the codes and points of a line; a line that holds anything else is kept too."""
    found, at, text = [], 0, value(line)
    while at < len(text):
        pair = _PAIR.match(text, at)
        if pair is None or pair[1].upper() not in codes:
            column = str(len(line.text.rstrip()) - len(text) + at + 1)
            why, expected = "no code with points", f"one of {' '.join(sorted(codes))} and a number"
            event.notes.wrong(line.number, column, text[at:], "nothing", why, expected)
            event.kept.append(line)
            break
        found.append((pair[1].upper(), float(pair[2].replace(",", "."))))
        at = pair.end()
    return found


# ---------------------------------------------------------------- byes and decisions


def numbers_in(text: str) -> list[int] | None:
    """Return all numbers of a line, or None if it holds anything else."""
    found = text.split()
    return [int(word) for word in found] if all(word.isdecimal() and len(word) < 10 for word in found) else None


def _byes(event: Event) -> None:
    """Read 240; in a team event the numbers are those of teams."""
    for line in event.all("240"):
        kind, rest = value(line)[:1].upper(), numbers_in(value(line)[1:])
        if event.team:
            event.kept.append(line)
        elif kind in ("F", "H", "Z") and rest and 0 < rest[0] < 1000:
            event.byes.append((line.number, kind, rest[0], rest[1:]))
        else:
            why, expected = "no list of byes", "F, H or Z, a round, and starting numbers"
            event.notes.wrong(line.number, "5", value(line), "nothing", why, expected)
            event.kept.append(line)


def _decisions(event: Event) -> None:
    """Read 299; in a team event the numbers are those of teams."""
    for line in event.all("299"):
        change = None if event.team else _change(event, line)
        if change is None:
            event.kept.append(line)
        else:
            event.changes.append(change)


def _change(event: Event, line: Line) -> Change | None:
    text = f"{line.text:<24}"
    kind, points = text[4].upper(), text[13:17].strip() or text[7:11].strip()
    number = re.fullmatch(r"[+-]?\d*[.,]?\d+", points)
    round_, players = text[19:22].strip() or "0", numbers_in(text[22:])
    if kind not in "WDLFHZ+- " or number is None or not round_.isdecimal() or players is None:
        expected = "a type in column 5, points in 14-17, a round in 20-22, then starting numbers"
        event.notes.wrong(line.number, "5", value(line), "nothing", "no change of points", expected)
        return None
    return Change(line.number, kind.strip(), float(number[0].replace(",", ".")), int(round_), players)


# ---------------------------------------------------------------- which function reads what

Reader = "Callable[[Event], None]"


def _done(event: Event) -> None:
    """Do nothing: another function reads this record together with its own."""


READERS: Final[dict[str, Callable[[Event], None]]] = {
    "012": _texts,
}
