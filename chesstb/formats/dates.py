"""Dates as files spell them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Final

MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

_ORDERED: Final = re.compile(r"(\d{4})[/.\- ]+(\d{1,2})[/.\- ]+(\d{1,2})\.?(?:[T ,].*)?")
_COMPACT: Final = re.compile(r"(\d{4})(\d\d)(\d\d)")
_MONTH: Final = re.compile(r"(\d{4})[/.\-](\d{1,2})(?:[/.\- ]*)")
_YEAR: Final = re.compile(r"(\d{4})[/.\- ]*")
_SHORT: Final = re.compile(r"(\d\d)[/.\-](\d\d)[/.\-](\d\d)\.?")
_DOTTED: Final = re.compile(r"(\d{1,2})\s*\.\s*(\d{1,2})\s*\.\s*(\d{4}|\d\d)\.?")
_SLASHED: Final = re.compile(r"(\d{1,2})\s*[/-]\s*(\d{1,2})\s*[/-]\s*(\d{4}|\d\d)(?:[T ,].*)?")
_ALONE: Final = re.compile(r"(?<![0-9])(?:18[5-9]|19[0-9]|20[0-9])[0-9](?![0-9])")
BORN: Final = (1850, 2150)
"""Years in which players were born, or will be."""


@dataclass(frozen=True)
class Day:
    """A date, or as much of it as is known; ``sure`` is false where day and month may be swapped."""

    year: int
    month: int | None = None
    day: int | None = None
    sure: bool = True

    @property
    def iso(self) -> str:
        """``1990``, ``1990-05`` or ``1990-05-17``."""
        if self.month is None:
            return f"{self.year:04d}"
        return f"{self.year:04d}-{self.month:02d}" + (f"-{self.day:02d}" if self.day else "")

    @property
    def full(self) -> bool:
        """Whether it is a day of the calendar."""
        return self.day is not None


def read_date(text: str) -> Day | None:
    """Return the date that a text means, or None.

    Examples
    --------
    >>> read_date("1990/00/00"), read_date("25. 2. 2011")
    (Day(year=1990, month=None, day=None, sure=True), Day(year=2011, month=2, day=25, sure=True))
    """
    text = text.strip()
    for pattern in (_ORDERED, _COMPACT, _MONTH, _YEAR):
        if found := pattern.fullmatch(text):
            return _day(*map(int, found.groups()))
    if found := _DOTTED.fullmatch(text):
        return _day(_century(found[3]), int(found[2]), int(found[1]))
    if found := _SLASHED.fullmatch(text):
        return _slashed(int(found[1]), int(found[2]), _century(found[3]))
    return _in_words(text)


def year_of_birth(text: str) -> tuple[str, bool]:
    """Return the year of a date of birth, and whether the text is a date, or nothing.

    Of a text that is no date, a year that stands by itself is taken; else there is none.

    Examples
    --------
    >>> year_of_birth("17.05.1990"), year_of_birth("1990/13/45"), year_of_birth("0000/00/00")
    (('1990', True), ('1990', False), ('', True))
    """
    if not text.strip("0/.- "):
        return "", True
    day = read_date(text)
    if day is not None and BORN[0] <= day.year <= BORN[1]:
        return f"{day.year:04d}", True
    alone = _ALONE.findall(text)
    return (alone[0] if len(alone) == 1 else ""), False


def year_first(text: str) -> Day | None:
    """Return the date that a text of three numbers of two digits means if the year stands first.

    Examples
    --------
    >>> year_first("10.09.13").iso, year_first("25.02.2011")
    ('2010-09-13', None)
    """
    found = _SHORT.fullmatch(text.strip())
    return _day(_century(found[1]), int(found[2]), int(found[3])) if found else None


def _day(year: int, month: int = 0, day: int = 0, *, sure: bool = True) -> Day | None:
    if not year:
        return None
    if not month:
        return Day(year)
    try:
        date(year, month, day or 1)
    except ValueError:
        return None
    return Day(year, month, day or None, sure)


def _slashed(first: int, second: int, year: int) -> Day | None:
    """Day before month, unless it cannot be."""
    if second > 12:
        return _day(year, first, second)
    return _day(year, second, first, sure=first > 12 or first == second)


def _century(year: str) -> int:
    if len(year) == 4:
        return int(year)
    return int(year) + (2000 if int(year) < 70 else 1900)


def _in_words(text: str) -> Day | None:
    """Read dates with an English month name, in any order."""
    month = next((m for m in re.findall(r"[a-z]{3,}", text.lower()) if m[:3] in MONTHS), None)
    year = re.search(r"\b(\d{4})\b", text)
    day = re.search(r"\b(\d{1,2})(?:st|nd|rd|th)?\b(?!:)", text)
    if month is None or year is None:
        return None
    return _day(int(year[1]), MONTHS.index(month[:3]) + 1, int(day[1]) if day else 0)


def as_datetime(day: Day) -> datetime:
    """Return a full date for a column of dates."""
    return datetime(day.year, day.month or 1, day.day or 1, tzinfo=UTC).replace(tzinfo=None)
