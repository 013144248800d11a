"""What a Swiss-Manager file says about the event: its texts and its settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from chesstb.formats.dates import as_datetime, read_date
from chesstb.formats.one_event import offset
from chesstb.formats.swiss_manager.sections import Section, refused, u8, u16, u32

if TYPE_CHECKING:
    from chesstb.formats.dates import Day
    from chesstb.formats.one_event import FileNotes

NAME, PLACE, CITY, FEDERATION, COUNTRY = 0, 5, 10, 20, 25
"""Numbers of texts about the event."""

SWISS, ROUND_ROBIN, TEAM_ROUND_ROBIN, TEAM_SWISS = range(4)
ROUND_ROBINS: Final = (ROUND_ROBIN, TEAM_ROUND_ROBIN)
SYSTEM_OF: Final = {TEAM_ROUND_ROBIN: "team-round-robin", TEAM_SWISS: "team-swiss", SWISS: "swiss"}

AT: Final = {"announced": 0x00, "type": 0x0B, "paired": 0x11, "players": 0x13, "rounds": 0x17,
             "criteria": 0x1B, "numbers": 0x1D, "teams": 0x2F, "per_match": 0x31, "start": 0x47, "end": 0x4B,
             "parameters": 0x28B, "rating": 0x36C}  # fmt: skip
"""Where things stand, in bytes from the beginning of the settings."""

MOST_ROUNDS: Final = 999
MOST_CELLS: Final = 2_000_000
"""Players times rounds: no event is larger."""


@dataclass(frozen=True)
class Settings:
    """The settings of an event.

    Attributes
    ----------
    data : bytes
        The whole file.
    start : int
        Where they begin in it.
    type, players, teams, rounds, paired, rating : int
        Kind of event, numbers of players, teams, round records and paired rounds, and which rating
        counts.
    """

    data: bytes
    start: int
    type: int
    players: int
    teams: int
    rounds: int
    paired: int
    rating: int

    @property
    def of_teams(self) -> bool:
        """Whether teams play."""
        return self.type in (TEAM_SWISS, TEAM_ROUND_ROBIN)

    @property
    def all_play_all(self) -> bool:
        """Whether single players play a round robin."""
        return self.type == ROUND_ROBIN

    def at(self, name: str, more: int = 0) -> int:
        """Return where in the file something stands."""
        return self.start + AT[name] + more


def read_settings(data: bytes, start: int, notes: FileNotes) -> Settings:
    """Return the settings.

    Raises
    ------
    FormatError
        They contradict each other, or the event is larger than any.
    """

    def number(name: str) -> int:
        return u16(data, start + AT[name])

    found = Settings(
        data, start, u8(data, start + AT["type"]), number("players"), number("teams"), number("rounds"),
        number("paired"), u8(data, start + AT["rating"]),
    )  # fmt: skip
    if found.type > TEAM_SWISS:
        raise refused(notes, found.at("type"), f"{found.type} as the kind of event, which is none")
    if found.paired > min(found.rounds, MOST_ROUNDS):
        what = f"{found.paired} rounds are paired of {found.rounds}"
        raise refused(notes, found.at("paired"), what)
    if found.players * found.paired > MOST_CELLS:
        what = f"{found.players} players and {found.paired} rounds: no event is that large"
        raise refused(notes, found.at("players"), what)
    return found


def tournament(texts: list[str], settings: Settings, notes: FileNotes) -> dict[str, Any]:
    """Return the row of ``tournaments``, criteria and rules apart."""
    row: dict[str, Any] = {
        "name": texts[NAME],
        "place": texts[CITY] or texts[PLACE],
        "federation": texts[FEDERATION] or texts[COUNTRY],
        "source": notes.file,
    }
    rounds = _announced(settings, notes)
    if rounds:
        row["rounds"] = rounds
    for column in ("start", "end"):
        at = settings.at(column)
        day = _full_day(u32(settings.data, at), at, notes)
        if day is not None:
            row[column] = as_datetime(day)
    why = "where these files store what a result earns is not known"
    notes.say((None, "win"), "", "1 for a win and a bye, ½, 0", why)
    return row | {"system": _system(settings, rounds, notes)}


def _announced(settings: Settings, notes: FileNotes) -> int:
    rounds = u16(settings.data, settings.at("announced"))
    if rounds <= MOST_ROUNDS and (not rounds or rounds >= settings.paired):
        return rounds
    at = offset(settings.at("announced"))
    why = f"no number of rounds of an event of which {settings.paired} are paired"
    notes.wrong(at, str(rounds), str(settings.paired), why, f"a number up to {MOST_ROUNDS}")
    return settings.paired


def _full_day(number: int, at: int, notes: FileNotes) -> Day | None:
    """Return a date of the calendar, None where there is none or not all of it."""
    if not number:
        return None
    day = read_day(number)
    if day is None:
        notes.wrong(offset(at), str(number), "no date", "no date", "a date as yyyymmdd")
    elif not day.full:
        notes.say(offset(at), str(number), "no date", "no full date")
    return day if day is not None and day.full else None


def read_day(number: int) -> Day | None:
    """Return the date that a number yyyymmdd means, parts of it 0 where unknown; None for none.

    Examples
    --------
    >>> read_day(20260404).iso, read_day(19900000).iso, read_day(20261399)
    ('2026-04-04', '1990', None)
    """
    year, month, day = number // 10_000, number // 100 % 100, number % 100
    if not 1 <= year <= 9999 or (day and not month):
        return None
    return read_date(f"{year:04d}/{month:02d}/{day:02d}")


def _system(settings: Settings, rounds: int, notes: FileNotes) -> str:
    """Return the system: of a round robin, by how often all can meet in the rounds announced."""
    if not settings.all_play_all:
        return SYSTEM_OF[settings.type]
    if settings.players == 2:
        return "match"
    cycle = max(settings.players - 1 + settings.players % 2, 1)
    if rounds == 2 * cycle:
        return "double-round-robin"
    if rounds > cycle:
        why = f"{settings.players} players meet each other in {cycle} rounds, or in twice as many"
        notes.say(offset(settings.at("announced")), f"{rounds} rounds", "a round robin", why)
    return "round-robin"


@dataclass(frozen=True)
class RoundRecords:
    """How many records of boards, and of matches of teams, each round has."""

    boards: list[int]
    matches: list[int]


RECORD: Final = 106


def read_rounds(section: Section, settings: Settings) -> RoundRecords:
    """Return how many records each round has.

    Raises
    ------
    FormatError
        The rounds do not fill their section.
    """
    found = RoundRecords([], [])
    for _ in range(settings.rounds):
        section.text()
        start = section.take(RECORD)
        found.boards.append(u16(section.data, start + 36))
        found.matches.append(u16(section.data, start + 38))
    section.finish()
    return found
