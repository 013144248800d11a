"""What the tables of Vega have in common: names of tie-breaks, titles, dates."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from chesstb.errors import CriterionError
from chesstb.names import criterion

if TYPE_CHECKING:
    from chesstb.formats.one_event import OneEvent, Place

TITLES: Final = frozenset("GM IM FM CM WGM WIM WFM WCM".split())  # noqa: SIM905 - a list of words
BYES: Final = {"1": "U", "½": "H", "=": "H", "0": "Z", "+": "U", "-": "Z", "": "Z"}
"""What a bye is by its result; a full point is the bye of the pairing."""
WITHDRAWN: Final = "(W)"
DATE: Final = r"\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}"
DATES: Final = re.compile(rf"({DATE}) ?[,–-] ?({DATE})")
NO_VALUE: Final = frozenset(("", "User"))
"""Columns that hold an order entered by hand."""


def meaning(heading: str) -> str | None:
    """Return the criterion that the heading of a column names, if it is known.

    Examples
    --------
    >>> meaning("BH-C1"), meaning("SB"), meaning("BH Median"), meaning("Luck")
    ('BH/C1', 'SB', 'BH/M1', None)
    """
    for name in (f"Vega {heading}", heading.replace("-C", "/C").replace("-M", "/M"), heading):
        try:
            return criterion(name).by
        except CriterionError:
            continue
    return None


def tiebreaks(event: OneEvent, headings: list[str], at: Place) -> list[str | None]:
    """Return the criteria of the columns of values, and put them into the event if all are known."""
    found = [meaning(heading) for heading in headings]
    if headings and all(found):
        event.tournament["by"] = " ".join(["PTS", *(code for code in found if code)])
    for heading, code in zip(headings, found, strict=True):
        if code is None:
            event.notes.say(at, heading, "no criterion", "no tie-break is known by this name")
    return found


def dates(event: OneEvent, at: Place, text: str) -> None:
    """Read the two dates of a heading; the program writes the day first."""
    found = DATES.search(text)
    if found:
        event.date("start", at, found[1].replace("/", "."))
        event.date("end", at, found[2].replace("/", "."))


def number_of(text: str) -> float | None:
    """Return a number with point, comma or ½; nothing where there is none.

    Examples
    --------
    >>> number_of(" 5.0"), number_of("3½"), number_of("½"), number_of("x")
    (5.0, 3.5, 0.5, None)
    """
    text = text.strip().replace(",", ".").replace("½", ".5")
    plain = text.removeprefix("-").replace(".", "", 1)
    return float(text) if plain.isascii() and plain.isdecimal() and len(text) < 12 else None
