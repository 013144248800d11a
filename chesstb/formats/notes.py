"""What was noticed on reading a file: guesses, repairs, and what cannot be read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from chesstb.errors import FormatError, message

MOST: Final = 500_000
"""A file that needs more repairs is none of its format."""

Place = tuple[int | None, str]
"""Line and column in a file, both counted from 1; a column may be a span, like ``81-84``.

What has no lines has no line, and the place in words: ``offset 1250``.
"""


@dataclass
class Notes:
    """What was repaired or guessed on reading one file; in strict reading, mistakes raise at once."""

    file: str
    strict: bool
    rows: list[dict[str, Any]] = field(default_factory=list)

    def say(self, at: Place, found: str, taken: str, why: str, **where: Any) -> None:
        """Note what is no mistake, but is not silent either.

        Raises
        ------
        FormatError
            There is more to be said than of any file.
        """
        if len(self.rows) >= MOST:
            raise self.refuse(at, f"more than {MOST:,} repairs up to here", "a file that is less damaged")
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
