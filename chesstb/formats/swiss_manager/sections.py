"""The bytes of a Swiss-Manager file: its sections, and numbers and texts cut out of them.

A section is found by the directory at the end of the file, never by searching for its mark. Nothing is
read beyond the end of the section that it belongs to.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from chesstb.formats.one_event import offset

if TYPE_CHECKING:
    from chesstb.errors import FormatError
    from chesstb.formats.one_event import FileNotes

MARK: Final = b"\xff\x89\x44"
"""What follows the one byte that names a section."""
HEADER, SETTINGS, ROUNDS, PLAYERS, BOARDS, TEAMS, MATCHES = 0x93, 0x95, 0xA3, 0xA5, 0xB3, 0xB5, 0xC3
DIRECTORY, END = 0xD3, 0xE3
NEEDED: Final = {ROUNDS: "rounds", PLAYERS: "players", BOARDS: "boards"}

TEXTS_AT: Final = 0x6C
TEXTS: Final = 132
SETTINGS_SIZE: Final = 5_883
DIRECTORY_SIZE: Final = 36
SLOTS: Final = 7

DAMAGED: Final = "a whole file; this one is cut or damaged"


@dataclass
class Section:
    """A part of a file that is read from its beginning to its end.

    Attributes
    ----------
    data : bytes
        The whole file.
    at, end : int
        Where reading stands, and where the section ends.
    what : str
        What it holds, as messages say it.
    notes : FileNotes
        Notes on the file.
    """

    data: bytes
    at: int
    end: int
    what: str
    notes: FileNotes

    @property
    def left(self) -> int:
        """Bytes from where reading stands to the end."""
        return self.end - self.at

    def take(self, size: int) -> int:
        """Go on by some bytes, and return where they begin.

        Raises
        ------
        FormatError
            The section ends before.
        """
        if size > self.left:
            found = f"{size} bytes are due, and the {self.what} end after {self.left}"
            raise self.notes.refuse(offset(self.at), found, DAMAGED)
        at = self.at
        self.at += size
        return at

    def text(self) -> str:
        """Return a text: the number of its characters, then these; what cannot be printed is a blank."""
        at = self.at
        size = 2 * u16(self.data, self.take(2))
        start = self.take(size)
        raw = self.data[start : start + size]
        text = raw.decode("utf-16-le", errors="replace")
        if "\ufffd" in text and "\ufffd".encode("utf-16-le") not in raw:
            why = "damaged letters are replaced by a sign"
            self.notes.wrong(offset(at), "letters that are no UTF-16", "the rest of the text", why)
        return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())

    def texts(self, count: int) -> list[str]:
        """Return several texts."""
        return [self.text() for _ in range(count)]

    def finish(self) -> None:
        """Say whether anything is left of a section whose records have all been read.

        Raises
        ------
        FormatError
            There is: the records are not where they are thought to be.
        """
        if self.left:
            found = f"{self.left} bytes behind the last of the {self.what}"
            raise self.notes.refuse(offset(self.at), found, DAMAGED)


def u8(data: bytes, at: int) -> int:
    """Return a byte."""
    return data[at]


def u16(data: bytes, at: int) -> int:
    """Return a number of two bytes."""
    return int.from_bytes(data[at : at + 2], "little")


def u32(data: bytes, at: int) -> int:
    """Return a number of four bytes."""
    return int.from_bytes(data[at : at + 4], "little")


def is_marked(data: bytes, at: int, kind: int) -> bool:
    """Say whether a section of a kind begins here."""
    return data[at : at + 4] == bytes([kind]) + MARK


def sections(data: bytes, notes: FileNotes) -> dict[int, Section]:
    """Return the sections of a file by their kind, as the directory has them.

    Raises
    ------
    FormatError
        The file has no end mark or directory, the directory points to something else, or a section
        is missing.
    """
    size = len(data)
    at = size - DIRECTORY_SIZE
    if size < TEXTS_AT + DIRECTORY_SIZE or not is_marked(data, size - 4, END):
        raise notes.refuse(offset(max(size - 4, 0)), "no end mark", DAMAGED)
    if not is_marked(data, at, DIRECTORY):
        raise notes.refuse(offset(at), "no directory", DAMAGED)
    starts = sorted(set(struct.unpack_from(f"<{SLOTS}I", data, at + 4)) - {0, at})
    found: dict[int, Section] = {}
    for start, end in zip(starts, [*starts[1:], at], strict=True):
        if not TEXTS_AT <= start <= end - 4 or data[start + 1 : start + 4] != MARK or data[start] in found:
            raise notes.refuse(offset(at), f"no section begins at {start}, as the directory has it", DAMAGED)
        found[data[start]] = Section(data, start + 4, end, NEEDED.get(data[start], "records"), notes)
    for kind, what in NEEDED.items():
        if kind not in found:
            raise notes.refuse(offset(at), f"the directory names no section of the {what}", DAMAGED)
    return found


def head(data: bytes, rounds: Section) -> tuple[list[str], int]:
    """Return the texts about the event, and where the settings begin behind them.

    Raises
    ------
    FormatError
        They are not where they are thought to be.
    """
    notes: FileNotes = rounds.notes
    part = Section(data, TEXTS_AT, rounds.at - 4, "texts about the event", notes)
    texts = part.texts(TEXTS)
    mark = part.take(4)
    if not is_marked(data, mark, SETTINGS):
        raise notes.refuse(offset(mark), "no settings behind the texts about the event", DAMAGED)
    part.what = "settings"
    start = part.take(SETTINGS_SIZE)
    part.finish()
    return texts, start


def refused(notes: FileNotes, at: int, found: str) -> FormatError:
    """Return the error of a file whose numbers contradict each other."""
    return notes.refuse(offset(at), found, DAMAGED)
