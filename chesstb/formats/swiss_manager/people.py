"""Players and teams of a Swiss-Manager file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from chesstb.errors import FormatError
from chesstb.formats.one_event import offset
from chesstb.formats.swiss_manager.sections import u8, u16, u32
from chesstb.formats.swiss_manager.settings import read_day

if TYPE_CHECKING:
    from collections.abc import Callable

    from chesstb.formats.swiss_manager.sections import Section
    from chesstb.formats.swiss_manager.settings import Settings

TEXTS: Final = 30
RECORD: Final = 110
SURNAME, GIVEN, TITLE, FEDERATION = 0, 1, 4, 10
"""Numbers of the texts of a player that are read; addresses and the like are not."""

SEX, FIDE, NATIONAL, BIRTH, FIDE_ID, TEAM, ADDITIONAL = 6, 8, 10, 14, 24, 28, 74
"""Where numbers stand in the record of a player."""

SEXES: Final = {0: "m", 1: "w"}

TEAM_TEXTS: Final = 27
TEAM_RECORD: Final = 52

RATING_OF: Final[dict[int, Callable[[int, int], int]]] = {
    1: lambda fide, national: national or fide,
    2: lambda fide, national: fide or national,
    3: lambda fide, national: fide or national,
    4: max,
    5: lambda _, national: national,
    6: lambda fide, _: fide,
}
"""Which rating counts, by the setting; 0 is none."""


def read_players(section: Section, settings: Settings, teams: list[str]) -> list[dict[str, Any]]:
    """Return a row of ``players`` for each, in the order of the starting numbers.

    Raises
    ------
    FormatError
        There is none, or the players do not fill their section.
    """
    notes = section.notes
    if not settings.players:
        place = offset(settings.at("players"))
        raise notes.refuse(place, "no player: the event has not been set up yet", "an event with players")
    if settings.rating not in RATING_OF:
        why = "no known choice of the rating that counts"
        at = offset(settings.at("rating"))
        notes.wrong(at, str(settings.rating), "the FIDE rating, else the national one", why, "1 to 6")
    rows = []
    for number in range(1, settings.players + 1):
        texts = section.texts(TEXTS)
        start = section.take(RECORD)
        row = {
            "player": number,
            "name": ", ".join(filter(None, (texts[SURNAME], texts[GIVEN]))),
            "title": texts[TITLE],
            "federation": texts[FEDERATION],
        }
        rows.append(row | _numbers(section, start, settings, number) | _team(section, start, teams))
    section.finish()
    return rows


def _numbers(section: Section, start: int, settings: Settings, player: int) -> dict[str, Any]:
    """Return what the numbers of a player's record say."""
    data = section.data
    choose = RATING_OF.get(settings.rating, RATING_OF[3])
    added = u16(data, start + ADDITIONAL)
    if added:
        why = "additional points, which the pairings do not count"
        section.notes.say(offset(start + ADDITIONAL), f"{added / 2:g}", "not added", why, player=player)
    return {
        "sex": SEXES.get(u8(data, start + SEX), ""),
        "rating": choose(u16(data, start + FIDE), u16(data, start + NATIONAL)),
        "fide_id": str(u32(data, start + FIDE_ID) or ""),
        "birth": _birth(section, start + BIRTH, player),
    }


def _birth(section: Section, at: int, player: int) -> str:
    """Return the year of birth."""
    number = u32(section.data, at)
    day = read_day(number)
    if number and (day is None or not 1850 <= day.year <= 2150):
        why = "no date of birth"
        section.notes.wrong(offset(at), str(number), "nothing", why, "a date as yyyymmdd", player=player)
        return ""
    return str(day.year) if day else ""


def _team(section: Section, start: int, teams: list[str]) -> dict[str, Any]:
    number = u16(section.data, start + TEAM)
    return {"team": teams[number - 1]} if 1 <= number <= len(teams) else {}


def read_teams(section: Section | None, settings: Settings) -> list[str]:
    """Return the names of the teams, in the order of their numbers; none where they cannot be read."""
    if section is None or not settings.of_teams:
        return []
    names, start = [], section.at
    section.what = "teams"
    try:
        for _ in range(settings.teams):
            names.append(section.texts(TEAM_TEXTS)[0])
            section.take(TEAM_RECORD)
        section.finish()
    except FormatError as error:
        why = "the records of the teams are not where they are thought to be"
        section.notes.wrong(offset(start), str(error), "no names of teams", why)
        return []
    return names
