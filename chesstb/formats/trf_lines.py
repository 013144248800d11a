"""The bytes of a TRF file as numbered lines, and what was noticed on the way.

Nothing here knows what a line means, except for the three letters or digits that name it.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from chesstb.errors import FormatError, message

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAYER: Final = "001"
COMMENT: Final = "###"
NO_RECORD: Final = ""

Place = tuple[int | None, str]
"""Line and column in a file, both counted from 1; a column may be a span, like ``81-84``.

What has no lines has no line, and the place in words: ``offset 1250``.
"""

_IDENTIFIER: Final = re.compile(r"(?:[0-9A-Z]{3}|###)(?=[\s\0]|$)")

CENTRAL: Final = frozenset(
    "ALB BIH CRO CZE HUN MNE POL ROU SLO SRB SVK".split()  # noqa: SIM905 - a list of words reads better
)
"""Federations whose languages Windows wrote in its Central European code page."""


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


@dataclass
class Notes:
    """What was repaired or guessed on reading one file; in strict reading, mistakes raise at once."""

    file: str
    strict: bool
    rows: list[dict[str, Any]] = field(default_factory=list)

    def say(self, at: Place, found: str, taken: str, why: str, **where: Any) -> None:
        """Note what is no mistake, but is not silent either."""
        line, column = at
        self.rows.append({"file": self.file, "line": line, "column": column, "found": found,
                          "taken": taken, "why": why, **where})  # fmt: skip

    def wrong(self, at: Place, found: str, taken: str, why: str, expected: str = "", **where: Any) -> None:
        """Note a mistake that was repaired; in strict reading it is an error."""
        if self.strict:
            remedy = 'To read the file all the same, repaired and reported, use errors="repair".'
            found = f"{found!r}: {why}"
            raise FormatError(message(self.place(at), found, expected, remedy))
        self.say(at, found, taken, why, **where)

    def refuse(self, at: Place, found: str, expected: str) -> FormatError:
        """Return the error of a line that cannot be read."""
        return FormatError(message(self.place(at), found, expected))

    def place(self, at: Place) -> str:
        """Return where something stands, as messages say it."""
        line, column = at
        return f"{self.file}, {column}" if line is None else f"{self.file}, line {line}, column {column}"


# ---------------------------------------------------------------- bytes to text


def decode(data: bytes, notes: Notes) -> str:
    """Return the text of a file, whatever it was written in; a guess is noted."""
    for mark, name in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if data.startswith(mark):
            return data.decode(name, errors="replace").lstrip("\ufeff")
    if data.isascii():
        return data.decode("ascii")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        bad = error.start
    line = data.count(b"\n", 0, bad) + 1
    text = data.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    if sum(not c.isascii() for c in text) > 5 * broken:  # UTF-8 that was damaged
        why = "damaged letters are replaced by a sign"
        notes.say((line, "1"), f"{broken} bytes that are no UTF-8", "the rest read as utf-8", why)
        return text
    name, text = _guess(data)
    why = "the encoding is not said and was guessed"
    notes.say((line, "1"), "bytes that are no UTF-8", f"read as {name}", why)
    return text


def _guess(data: bytes) -> tuple[str, str]:
    """Return the code page whose text looks most like names.

    The Windows pages share most letters, so the federation of the event decides between western
    and Central European; Cyrillic and the DOS page betray themselves.
    """
    federation = re.search(rb"^032[ \t]+([A-Za-z]{3})", data, re.MULTILINE)
    central = federation is not None and federation[1].decode().upper() in CENTRAL
    order = ["cp1250", "cp1252"] if central else ["cp1252", "cp1250"]
    best, best_text, best_score = "latin-1", data.decode("latin-1"), -1.0
    for name in [*order, "cp1251", "cp850"]:
        try:
            text = data.decode(name)
        except UnicodeDecodeError:
            continue
        score = _likeness(text)
        if score > best_score + 1e-9:
            best, best_text, best_score = name, text, score
    return best, best_text


def _likeness(text: str) -> float:
    """Return how many of the words with foreign letters look like words: one script, one case inside."""
    words = re.findall(r"[^\s\d,.;:()/'\"-]*[^\x00-\x7f][^\s\d,.;:()/'\"-]*", text)
    if not words:
        return 0.0
    return sum(map(_word_likeness, words)) / len(words)


def _word_likeness(word: str) -> float:
    if not word.isalpha():
        return 0.0
    foreign = [c for c in word if ord(c) > 127]
    cyrillic = sum("\u0400" <= c <= "\u04ff" for c in foreign)
    if cyrillic and cyrillic < len(word):
        return 0.0
    lowered = word[1:] == word[1:].lower()
    if not lowered and word != word.upper():
        return 0.3
    # A western name has a few foreign letters, a Cyrillic one nothing else.
    return 1.0 if cyrillic or len(foreign) * 2 <= len(word) else 0.6


# ---------------------------------------------------------------- text to lines


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
