"""The headers of the games of a PGN file: read in one pass in bounded memory, the moves never."""

from __future__ import annotations

import codecs
import re
import sys
from array import array
from typing import TYPE_CHECKING, Any, Final

import click
import numpy as np

from chesstb.errors import FormatError, message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from chesstb.formats.notes import Notes

TAGS: Final = (
    "Event", "Site", "Date", "EventDate", "Round", "White", "Black", "Result",
    "WhiteFideId", "BlackFideId", "WhiteElo", "BlackElo", "WhiteTitle", "BlackTitle",
    "WhiteTeam", "BlackTeam",
)  # fmt: skip
"""What is read of a game."""
WANTED: Final = {
    name: number for number, tag in enumerate(TAGS) for name in (tag.encode(), tag.lower().encode())
}

CHUNK: Final = 1 << 20
LONGEST_LINE: Final = 1 << 18
"""More of a line is not looked at."""
MOST_GAMES: Final = 20_000_000
SHOWN: Final = 50 * 1024 * 1024
"""From this size on a terminal is shown how far it has come."""

_TAG: Final = re.compile(
    rb'\[[ \t]{0,4}([A-Za-z0-9_]{1,40})[ \t]{1,8}"([^"\\\r\n]{0,1000}(?:\\.[^"\\\r\n]{0,1000}){0,100})"'
)
_RUN: Final = re.compile(rb"(?:\[[^\n]*\n)(?:\[(?!Event )[^\n]*\n)*")
"""Lines that begin with a bracket, up to the first of a further game."""
_EMPTY: Final = (b"\n\n", b"\n\r\n")


class Headers:
    """Games as rows of numbers: each tag's values are kept once.

    Attributes
    ----------
    codes : array
        For each game, the number of its value of each of `TAGS`, 0 for none.
    line : array
        The line on which each game's headers begin.
    """

    def __init__(self) -> None:
        self.codes = array("i")
        self.line = array("q")
        self._values: list[dict[bytes, int]] = [{b"": 0} for _ in TAGS]

    def take(self, tags: list[tuple[bytes, bytes]], row: list[int]) -> bool:
        """Put the numbers of values into the row of a game; of two values of a tag the first stays.

        Says whether there were two.
        """
        twice = False
        for name, value in tags:
            tag = WANTED.get(name)
            if tag is None:
                tag = WANTED.get(name.lower())
            if tag is None:
                continue
            values = self._values[tag]
            code = values.get(value)
            if row[tag]:
                twice = twice or code != row[tag]
                continue
            if code is None:
                code = values[value] = len(values)
            row[tag] = code
        return twice

    def add(self, row: list[int], line: int) -> None:
        """Add a game."""
        self.codes.extend(row)
        self.line.append(line)

    def __len__(self) -> int:
        return len(self.line)

    def column(self, tag: str) -> Any:
        """Return the values of a tag, one for each game, as text."""
        number = TAGS.index(tag)
        texts = np.array([_text(value) for value in self._values[number]], dtype=object)
        if not len(self):
            return texts[:0]
        return texts[np.frombuffer(self.codes, dtype=np.int32).reshape(-1, len(TAGS))[:, number]]


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
    scan = _Scan(Headers(), notes)
    size = path.stat().st_size
    hidden = size < SHOWN or not sys.stderr.isatty()
    with click.progressbar(length=size, label=f"reading {path.name}", file=sys.stderr, hidden=hidden) as bar:
        for piece in _pieces(path, bar):
            scan.add(piece)
            if len(scan.found) > MOST_GAMES:
                raise FormatError(message(path.name, f"more than {MOST_GAMES:,} games", "fewer in one file"))
    scan.end_game()
    return scan.found


def _pieces(path: Path, bar: Any) -> Iterator[bytes]:
    """Return a file in pieces of whole lines that end with a line feed; of an endless line the beginning."""
    rest = b""
    with path.open("rb") as file:
        as_plain: Callable[[bytes], bytes] | None = None
        while chunk := file.read(CHUNK):
            bar.update(len(chunk))
            if as_plain is None:
                as_plain = plain(chunk)
            chunk = rest + as_plain(chunk)
            end = chunk.rfind(b"\n") + 1
            rest = chunk[end : end + LONGEST_LINE]
            if end:
                yield chunk[:end]
    if rest:
        yield rest + b"\n"


def plain(first: bytes) -> Callable[[bytes], bytes]:
    """Return what turns the pieces of a file into UTF-8 or Latin with line feeds, told by its first."""
    if first[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        decoder = codecs.getincrementaldecoder("utf-16")(errors="replace")
        return lambda piece: decoder.decode(piece).encode("utf-8", "replace").replace(b"\r\n", b"\n")
    if b"\n" not in first and b"\r" in first:
        return lambda piece: piece.replace(b"\r", b"\n")
    return lambda piece: piece


class _Scan:
    """Goes through whole lines and takes the tags of each game.

    Headers stand behind moves or an empty line; a comment among the moves may look like one. Between two
    runs of lines that begin with a bracket nothing is looked at but where the last brace is.
    """

    def __init__(self, found: Headers, notes: Notes) -> None:
        self.found, self.notes = found, notes
        self.row: list[int] = []
        self.start = self.line = 1  # of the game, and of what comes next
        self.moves = self.comment = False
        self.blank = True

    def add(self, piece: bytes) -> None:
        """Go through whole lines."""
        if self.line == 1:
            piece = piece.removeprefix(b"\xef\xbb\xbf")
        at = 0
        while at < len(piece):
            head = at if piece.startswith(b"[", at) else piece.find(b"\n[", at) + 1 or len(piece)
            if head > at:
                self._text(piece, at, head)
            at = head
            while at < len(piece) and piece.startswith(b"[", at):
                at = self._bracket(piece, at)

    def _text(self, piece: bytes, at: int, end: int) -> None:
        """Pass lines that are no headers."""
        self.moves = self.moves or not piece[at:end].isspace()
        opened, closed = piece.rfind(b"{", at, end), piece.rfind(b"}", at, end)
        if opened != closed:
            self.comment = opened > closed
        self.blank = piece[max(end - 3, at) : end] in (b"\n", b"\r\n") or piece.endswith(_EMPTY, at, end)
        self.line += piece.count(b"\n", at, end)

    def _bracket(self, piece: bytes, at: int) -> int:
        """Take a run of headers, or pass one line of a comment; return where it ends."""
        event = piece.startswith(b"[Event ", at)
        if self.comment and not (self.blank and event):
            end = piece.index(b"\n", at) + 1
            self._text(piece, at, end)
            return end
        if self.comment:
            why = "headers of a game follow"
            self.notes.say((self.line, "1"), "a comment that does not end", "the next game", why)
        if self.row and (self.moves or event):
            self.end_game()
        if not any(self.row):
            self.start, self.row = self.line, [0] * len(TAGS)
        self.moves = self.comment = self.blank = False
        run = _RUN.match(piece, at)
        end = run.end() if run else piece.index(b"\n", at) + 1
        if self.found.take(_TAG.findall(piece, at, end), self.row):
            why = "two games in one place, or a header that is there twice"
            self.notes.wrong((self.line, "1"), "two values of a header", "the first", why)
        self.line += piece.count(b"\n", at, end)
        return end

    def end_game(self) -> None:
        """Keep the tags of a game, if there are any."""
        if any(self.row):
            self.found.add(self.row, self.start)
        self.row = []
