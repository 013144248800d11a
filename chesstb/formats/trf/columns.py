"""Lines of players as a matrix of characters, each in the column where it belongs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from chesstb.formats.notes import Notes
    from chesstb.formats.trf.lines import Line

FIRST: Final = 92
"""The column (counted from 1, as everywhere in messages) of the first round's opponent."""
CELL: Final = 10
MOST_ROUNDS: Final = 999

SEPARATORS: Final = (4, 9, 14, 48, 53, 57, 69, 80, 85, 90, 91)
"""Columns in front of the rounds that are always blank."""
BETWEEN: Final = (4, 6, 8, 9)
"""Columns of a cell, counted from 0, that are always blank."""

LONGEST_NAME: Final = 100
SMALL_SHIFTS: Final = (-1, 1, -2, 2, -3, 3)
"""By how many columns programs are off that count the columns of the name differently."""
PATIENCE: Final = 200
"""So many lines that fit nowhere are tried; a file with more of them is another kind of file."""


def straight(lines: list[Line], notes: Notes) -> NDArray[np.uint32]:
    """Return the lines as a matrix, a whole number of cells wide.

    A tab, a name longer than its columns, or columns counted in bytes displace all that follows the
    name; by how much is found from the columns that must be blank.
    """
    texts = [line.text for line in lines]
    for line in lines:
        if len(line.text.rstrip()) > FIRST - 1 + CELL * MOST_ROUNDS:
            at = (line.number, str(FIRST + CELL * MOST_ROUNDS))
            raise notes.refuse(at, "a line without end", f"at most {MOST_ROUNDS} rounds")
    chars = matrix(texts)
    crooked = set(np.flatnonzero(_crooked(chars)).tolist())
    tabs = {row for row, text in enumerate(texts) if "\t" in text}
    if not crooked and not tabs:
        return chars
    search = _Search(texts, crooked, notes)
    for row in sorted(crooked | tabs):
        texts[row] = search.straightened(lines[row])
    return matrix(texts)


def matrix(texts: list[str]) -> NDArray[np.uint32]:
    """Return the characters of lines as numbers, short lines filled with blanks."""
    rounds = max(0, -(-(max(map(len, texts), default=0) - FIRST + 1) // CELL))
    width = FIRST - 1 + CELL * min(rounds, MOST_ROUNDS)
    chars = np.array(texts, dtype=f"U{width}").view(np.uint32).reshape(len(texts), width)
    chars[chars == 0] = 32
    return chars


def _crooked(chars: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Say which lines have something in columns that must be blank, or no number as opponent."""
    cells = chars[:, FIRST - 1 :].reshape(len(chars), -1, CELL)
    opponent = cells[:, :, :4]
    strange = (opponent != 32) & ((opponent < 48) | (opponent > 57))
    wrong = (cells[:, :, list(BETWEEN)] != 32).any(axis=(1, 2)) | strange.any(axis=(1, 2))
    in_front = (chars[:, [column - 1 for column in SEPARATORS]] != 32).sum(axis=1)
    return np.asarray(wrong | (in_front > 1) | (chars[:, 89:91] != 32).any(axis=1))


class _Search:
    """Finds out by how much lines are displaced; what fitted one line is tried first for the next."""

    def __init__(self, texts: list[str], crooked: set[int], notes: Notes) -> None:
        self.notes = notes
        self.likely: list[int] = []
        self.failures = 0
        foreign = [texts[row] for row in crooked if not texts[row].isascii()]
        fitting = sum(misfits(shifted(text, -_extra(text))) == 0 for text in foreign)
        self.bytewise = fitting > 0 and 2 * fitting >= len(foreign)

    def straightened(self, line: Line) -> str:
        """Return a line with its columns in place, or as it is if nothing fits."""
        expanded = line.columns
        if self.failures > PATIENCE or not misfits(expanded):
            return expanded
        for text, by in self.candidates(dict.fromkeys((expanded, line.text.replace("\t", " ")))):
            moved = shifted(text, by) if by else text
            if not misfits(moved):
                self.likely = [by, *self.likely[:5]]
                return self.said(line, moved)
        self.failures += 1
        return expanded

    def candidates(self, texts: Iterable[str]) -> Iterator[tuple[str, int]]:
        """Return what may have displaced a line, the likeliest first: text and number of columns."""
        yield from ((text, 0) for text in texts)
        for text in texts:
            if self.bytewise:
                yield text, -_extra(text)
            for by in range(1, LONGEST_NAME - 33):
                name = text[14 : 47 + by]
                if name[-1:] != " " and text[47 + by : 48 + by] == " " and "  " not in name:
                    yield text, by
            yield from ((text, by) for by in dict.fromkeys([*self.likely, *SMALL_SHIFTS]))

    def said(self, line: Line, best: str) -> str:
        """Note that a line was moved."""
        why = "the columns behind the name are displaced"
        if self.bytewise and not line.text.isascii():
            why = "the columns are counted in bytes, not in characters"
        elif "\t" in line.text:
            why = "a tab in the line"
        self.notes.wrong((line.number, "48"), line.text[47:80].strip(), "moved to their columns", why)
        return best


def _extra(text: str) -> int:
    """Return by how many bytes the name is longer than its letters."""
    return len(text[:80].encode(errors="replace")) - len(text[:80])


def shifted(text: str, by: int) -> str:
    """Return a line as if the name were shorter by some columns (longer if negative)."""
    name = text[14 : 47 + by].rstrip()[:33]
    return f"{text[:14]:<14}{name:<33}{text[47 + by :]}"


def misfits(text: str) -> int:
    """Count the characters of a line that are not what their column holds; ten rounds are enough."""
    text = f"{text[: FIRST - 1 + 10 * CELL]:<91}"
    wrong = sum(text[column - 1] != " " for column in SEPARATORS)
    for start in range(FIRST - 1, len(text), CELL):
        cell = f"{text[start : start + CELL]:<10}"
        wrong += sum(cell[i] != " " for i in BETWEEN)
        wrong += sum(c not in " 0123456789" for c in cell[:4]) + (cell[5] not in " -wWbBsS")
    return wrong
