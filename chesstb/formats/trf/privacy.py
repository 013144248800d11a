"""Addresses of people, which no table holds: taken out of the lines that are kept word for word."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from chesstb.formats.notes import Notes
    from chesstb.formats.trf.lines import Line

PERSONAL: Final = frozenset(
    {"EMAIL", "E-MAIL", "MAIL", "PHONE", "TELEPHONE", "TEL", "MOBILE", "CELL", "ADDRESS", "STREET",
     "POSTCODE", "ZIP", "CONTACT", "PARENT", "GUARDIAN"}
)  # fmt: skip
"""What the second word behind DAT names where the line is about nobody but the person."""

_MAIL: Final = re.compile(r"[^\s@,;<>()]{1,64}@[^\s@,;<>()]{1,200}")


def without_addresses(lines: list[Line], notes: Notes) -> list[Line]:
    """Return lines without those that hold an address or a telephone number, and without e-mail addresses.

    What is left out is said, but not repeated.
    """
    kept = []
    for line in lines:
        words = line.text.split()
        personal = line.record == "DAT" and len(words) > 2 and words[2].upper().rstrip(":") in PERSONAL
        text = _MAIL.sub("", line.text) if "@" in line.text else line.text
        if personal or text != line.text:
            found = f"a {line.record} line of a person" if personal else "an e-mail address"
            notes.say((line.number, "1"), found, "left out", "personal data is not read")
        if not personal:
            kept.append(line if text == line.text else replace(line, text=text.rstrip()))
    return kept
