"""The headers of the games of a PGN file: read in one pass in bounded memory, the moves never."""

from __future__ import annotations

import re
import sys
from array import array
from typing import TYPE_CHECKING, Any, Final

import click
import numpy as np

from chesstb.errors import FormatError, message

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from chesstb.formats.notes import Notes

TAGS: Final = (
    "Event", "Site", "Date", "EventDate", "Round", "White", "Black", "Result",
    "WhiteFideId", "BlackFideId", "WhiteElo", "BlackElo", "WhiteTitle", "BlackTitle",
    "WhiteTeam", "BlackTeam",
)  # fmt: skip
"""What is read of a game."""
WANTED: Final = {tag.lower().encode(): number for number, tag in enumerate(TAGS)}

CHUNK: Final = 1 << 20
LONGEST_LINE: Final = 1 << 18
"""More of a line is not looked at."""
MOST_GAMES: Final = 20_000_000
SHOWN: Final = 50 * 1024 * 1024
"""From this size on a terminal is shown how far it has come."""

_TAG: Final = re.compile(rb'\[\s{0,4}([A-Za-z0-9_]{1,40})\s{1,8}"((?:[^"\\\r\n]|\\.){0,1000})"\s{0,4}\]?')


class Headers:
    """Games as columns of numbers: each tag's values are kept once.

    Attributes
    ----------
    codes : list of array
        For each of `TAGS`, the number of the value of each game.
    line : array
        The line on which each game's headers begin.
    """

    def __init__(self) -> None:
        self.codes = [array("i") for _ in TAGS]
        self.line = array("q")
        self._values: list[dict[bytes, int]] = [{b"": 0} for _ in TAGS]

    def add(self, tags: dict[int, bytes], line: int) -> None:
        """Add a game."""
        for number, codes in enumerate(self.codes):
            values = self._values[number]
            value = tags.get(number, b"")
            code = values.get(value)
            if code is None:
                code = values[value] = len(values)
            codes.append(code)
        self.line.append(line)

    def __len__(self) -> int:
        return len(self.line)

    def column(self, tag: str) -> Any:
        """Return the values of a tag, one for each game, as text."""
        number = TAGS.index(tag)
        texts = np.array([_text(value) for value in self._values[number]], dtype=object)
        return texts[np.frombuffer(self.codes[number], dtype=np.int32)] if len(self) else texts[:0]


def _text(value: bytes) -> str:
    """Return the text of a tag; PGN is Latin by its standard, and UTF-8 in practice."""
    plain = re.sub(rb"\\([\\\"])", rb"\1", value) if b"\\" in value else value
    try:
        text = plain.decode("utf-8")
    except UnicodeDecodeError:
        text = plain.decode("cp1252", errors="replace")
    text = " ".join(text.replace("\0", "").split())
    return "" if text in ("?", "-", "????.??.??") else text


def read_headers(path: Path, notes: Notes) -> Headers:
    """Read the headers of all games.

    Raises
    ------
    FormatError
        There are too many games.
    """
    found = Headers()
    size = path.stat().st_size
    hidden = size < SHOWN or not sys.stderr.isatty()
    with click.progressbar(length=size, label=f"reading {path.name}", file=sys.stderr, hidden=hidden) as bar:
        for tags, line in _games(_lines(path, bar), notes):
            found.add(tags, line)
            if len(found) > MOST_GAMES:
                raise FormatError(message(path.name, f"more than {MOST_GAMES:,} games", "fewer in one file"))
    return found


def _lines(path: Path, bar: Any) -> Iterator[bytes]:
    """Return the lines of a file, read in pieces; the rest of an endless line is dropped."""
    rest = b""
    with path.open("rb") as file:
        first = True
        while chunk := file.read(CHUNK):
            bar.update(len(chunk))
            if first:
                chunk, first = chunk.removeprefix(b"\xef\xbb\xbf"), False
            lines = (rest + chunk).split(b"\n")
            rest = lines.pop()[:LONGEST_LINE]
            yield from lines
    if rest:
        yield rest


def _games(lines: Iterator[bytes], notes: Notes) -> Iterator[tuple[dict[int, bytes], int]]:
    """Return the tags of each game and the line of the first.

    Headers stand behind moves or an empty line; a comment among the moves may look like one.
    """
    tags: dict[int, bytes] = {}
    start, moves, comment, blank = 1, False, False, True
    for number, line in enumerate(lines, start=1):
        if line[:1] != b"[" or (comment and not (blank and line[:7] == b"[Event ")):
            blank = line in (b"", b"\r")
            moves = moves or not blank
            if b"{" in line or b"}" in line:
                comment = line.rfind(b"{") > line.rfind(b"}")
            continue
        if comment:
            why = "headers of a game follow"
            notes.say((number, "1"), "a comment that does not end", "the next game", why)
        if tags and (moves or line[:7] == b"[Event "):
            yield tags, start
            tags = {}
        start = start if tags else number
        moves = comment = blank = False
        _take(line, tags)
    if tags:
        yield tags, start


def _take(line: bytes, tags: dict[int, bytes]) -> None:
    """Take the tags of a line of headers."""
    for match in _TAG.finditer(line):
        wanted = WANTED.get(match[1].lower())
        if wanted is not None:
            tags.setdefault(wanted, match[2])
