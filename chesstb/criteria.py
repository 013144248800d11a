"""Criteria as they are written in a list: ``PTS BH/C1/P KS/L+1``.

The grammar is that of TRF26 records 202 and 212: a code, an optional view (``:MP`` or ``:GP``), then
modifiers behind ``/``. Older files write ``-``, ``#`` or ``!`` for ``/``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from chesstb.errors import CriterionError, message

if TYPE_CHECKING:
    from collections.abc import Iterable

ALIASES: Final = {"GE": "REP", "SNO": "TPN"}
"""Older codes and their names of today."""

LETTERS: Final = {
    "C": "cut the lowest (C1, C2, ...)",
    "M": "cut the lowest and the highest (M1, M2, ...)",
    "P": "forfeits count as played games",
    "F": "fore: every game of the final round drawn",
    "R": "reversed order",
    "L": "Koya's limit moved by half points (L+1, L-2), or given in percent (L40)",
    "U": "rating of the unrated (U1400)",
    "K": "divisor (K5)",
}
"""The modifiers and what they mean."""

_MODIFIER = re.compile(r"(?P<letter>[CMPFRLUK])(?P<number>[+-]?\d{1,6})?")
_NUMBERED = "LUK"
_PLAIN = "PFR"


@dataclass(frozen=True)
class Criterion:
    """One entry of a list of criteria.

    Attributes
    ----------
    text : str
        As the user wrote it: the name of its column.
    code : str
        The tie-break, by its name of today.
    view : str
        ``MP`` or ``GP`` where one was asked for (team events), else empty.
    letters : str
        The modifiers present, sorted.
    low, high : int
        How many of the lowest and highest contributions are asked to be cut.
    limit : int
        Koya's limit: half points above (or below) half of the maximum.
    percent : int
        Koya's limit in percent of the maximum; 0 where it is not given so.
    unrated : int
        Rating taken for the unrated; 0 where none is given.
    divisor : int
        Divisor asked for; 0 where none is given.
    """

    text: str
    code: str
    view: str = ""
    letters: str = ""
    low: int = 0
    high: int = 0
    limit: int = 0
    percent: int = 0
    unrated: int = 0
    divisor: int = 0

    def has(self, letter: str) -> bool:
        """Say whether a modifier is present."""
        return letter in self.letters


def parse(text: str | Iterable[str]) -> list[Criterion]:
    """Read a list of criteria: separated by blanks or commas, in any case.

    Parameters
    ----------
    text : str or iterable of str
        The list in one text, or its entries.

    Raises
    ------
    CriterionError
        An entry is not of the grammar, a modifier is unknown or stands twice.

    Examples
    --------
    >>> [(c.code, c.letters, c.low, c.high) for c in parse("PTS, bh/C1 BH-M2 KS/L+1")]
    [('PTS', '', 0, 0), ('BH', 'C', 1, 0), ('BH', 'M', 2, 2), ('KS', 'L', 0, 0)]
    """
    entries = re.split(r"[,;\s]+", text) if isinstance(text, str) else [str(e).strip() for e in text]
    criteria = [_criterion(entry) for entry in entries if entry]
    if not criteria:
        raise CriterionError(message("", "an empty list of criteria", "for example 'PTS BH/C1 BH SB'"))
    return criteria


def _criterion(entry: str) -> Criterion:
    head, *rest = re.split(r"[/#!]|-(?=[A-Za-z])", entry)
    code, _, view = head.upper().partition(":")
    if not re.fullmatch(r"[A-Z][A-Z0-9_]*", code) or view not in ("", "MP", "GP"):
        expected = "a code such as BH, SB:GP or DE, and modifiers such as /C1"
        raise CriterionError(message("", f"criterion {entry!r} cannot be read", expected))
    fields: dict[str, int] = {}
    letters = ""
    for modifier in rest:
        letter, found = _modifier(entry, modifier.upper())
        if letter in letters or (letter in "CM" and set(letters) & set("CM")):
            raise CriterionError(message("", f"criterion {entry!r} has two modifiers of one kind", "one"))
        letters += letter
        fields |= found
    return Criterion(entry, ALIASES.get(code, code), view, "".join(sorted(letters)), **fields)


def _modifier(entry: str, modifier: str) -> tuple[str, dict[str, int]]:
    """Return the letter of a modifier and the fields that it sets."""
    match = _MODIFIER.fullmatch(modifier)
    letter = match["letter"] if match else ""
    has_number = bool(match and match["number"])
    if not match or (letter in _PLAIN and has_number) or (letter in _NUMBERED and not has_number):
        known = "; ".join(f"{key}: {meaning}" for key, meaning in LETTERS.items())
        raise CriterionError(message("", f"criterion {entry!r}: modifier {modifier!r} is unknown", known))
    number = int(match["number"] or 1)
    if letter in "CMUK" and number < 1:
        raise CriterionError(message("", f"criterion {entry!r}: modifier {modifier!r}", "a number above 0"))
    if letter == "L":
        return letter, _limit(entry, match["number"])
    fields = {"C": {"low": number}, "M": {"low": number, "high": number},
              "U": {"unrated": number}, "K": {"divisor": number}}  # fmt: skip
    return letter, fields.get(letter, {})


def _limit(entry: str, number: str) -> dict[str, int]:
    """Read Koya's limit: signed or at most 4 means half points, 10 to 90 means percent."""
    value = int(number)
    if number[0] in "+-" or value <= 4:
        return {"limit": value}
    if 10 <= value <= 90:
        return {"percent": value}
    expected = "half points (L+1, L-2) or 10 to 90 percent (L40)"
    raise CriterionError(message("", f"criterion {entry!r}: limit {number}", expected))
