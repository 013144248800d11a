"""Addresses and days of birth, which no table holds: taken out of the lines that are kept word for word."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from chesstb.formats.dates import read_date, year_of_birth

if TYPE_CHECKING:
    from chesstb.formats.notes import Notes
    from chesstb.formats.trf.lines import Line

PERSONAL: Final = frozenset(
    {"EMAIL", "E-MAIL", "MAIL", "PHONE", "TELEPHONE", "TEL", "MOBILE", "CELL", "ADDRESS", "STREET",
     "POSTCODE", "ZIP", "CONTACT", "PARENT", "GUARDIAN", "BIRTH", "BIRTHDATE", "BIRTHDAY", "BORN", "DOB"}
)  # fmt: skip
"""What the second word behind DAT names where the line is about nobody but the person."""

_MAIL: Final = re.compile(r"[^\s@,;<>()]{1,64}@[^\s@,;<>()]{1,200}")
_PERSON: Final = re.compile(r"[#\s]*(?:001|(?!XX|BB)[A-Za-z]{3})\s+[0-9]{1,5}\s")
"""How lines of players begin that are not read: a federation's own, or one that does not begin with 001."""
_DAY: Final = re.compile(
    r"(?<![0-9])(?:[0-9]{4}[/.-][0-9]{1,2}[/.-][0-9]{1,2}"
    r"|[0-9]{1,2}[/.-] ?[0-9]{1,2}[/.-] ?[0-9]{4})(?![0-9])"
)
BIRTH: Final = slice(69, 79)


def _year_only(text: str) -> str:
    """Return a line of a player with the years of dates only; no column moves."""
    text = _DAY.sub(lambda found: _as_year(found[0]), text)
    born = read_date(text[BIRTH])
    known = born is not None and born.month
    return text[:69] + _as_year(text[BIRTH]) + text[79:] if known else text


def _as_year(day: str) -> str:
    year, _ = year_of_birth(day)
    return (f"{year}/00/00" if year and len(day) == 10 and day == day.strip() else year).ljust(len(day))


def without_addresses(lines: list[Line], notes: Notes) -> list[Line]:
    """Return lines without those that hold an address or a telephone number, and without e-mail addresses.

    What is left out is said, but not repeated. Of dates of birth the year is left, in silence, as it is
    for all players.
    """
    kept = []
    for line in lines:
        words = line.text.split()
        personal = line.record == "DAT" and len(words) > 2 and words[2].upper().rstrip(":") in PERSONAL
        text = _MAIL.sub("", line.text) if "@" in line.text else line.text
        if personal or text != line.text:
            found = f"a {line.record} line of a person" if personal else "an e-mail address"
            notes.say((line.number, "1"), found, "left out", "personal data is not read")
        if _PERSON.match(text):
            text = _year_only(text)
        if not personal:
            kept.append(line if text == line.text else replace(line, text=text.rstrip()))
    return kept
