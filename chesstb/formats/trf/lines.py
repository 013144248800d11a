"""The text of a TRF file as numbered lines.

Nothing here knows what a line means, except for the three letters or digits that name it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAYER: Final = "001"
COMMENT: Final = "###"
NO_RECORD: Final = ""

_IDENTIFIER: Final = re.compile(r"(?:[0-9A-Z]{3}|###)(?=[\s\0]|$)")


@dataclass(frozen=True)
class Line:
    """One line: its number in the file, the record that it is, and its text."""

    number: int
    record: str
    text: str

    @property
    def columns(self) -> str:
        """The text with tabs expanded: what is counted in columns."""
        return self.text.expandtabs(8) if "\t" in self.text else self.text


def lines_of(text: str) -> Iterator[Line]:
    """Return the lines that hold something, numbered as an editor does, whatever ends them."""
    text = text.rstrip("\x1a\0\r\n")
    if "\r" in text:
        text = text.replace("\r\r\n", "\n").replace("\r\n", "\n").replace("\r", "\n")
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip("\x1a\0 \t"):
            found = _IDENTIFIER.match(line)
            yield Line(number, found[0] if found else NO_RECORD, line)


def events_of(lines: Iterator[Line]) -> list[list[Line]]:
    """Return the lines of each event: a name (012) after players (001) opens the next one.

    Comments directly above that name belong to it.
    """
    events: list[list[Line]] = [[]]
    players = False
    for line in lines:
        if line.record == "012" and players:
            above = len(events[-1])
            while above and events[-1][above - 1].record == COMMENT:
                above -= 1
            events.append(events[-1][above:])
            del events[-2][above:]
            players = False
        players = players or line.record == PLAYER
        events[-1].append(line)
    if len(events) > 1 and not players:  # the records of the last event stand behind its players
        events[-2:] = [events[-2] + events[-1]]
    return events
