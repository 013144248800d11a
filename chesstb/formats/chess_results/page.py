"""A page of chess-results.com, whatever it was saved as: what stands above its table, and the rows."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from chesstb.formats.cells import plain
from chesstb.formats.chess_results import words

LEGEND: Final = re.compile(r"[^0-9:]{2,24}([0-9]{1,2}) ?: ?(.+)")
"""A line that says what a column of tie-breaks holds."""
UPDATED: Final = re.compile(r"([0-9]{2})\.([0-9]{2})\.([0-9]{4}) ([0-9]{2}:[0-9]{2}:[0-9]{2})")
DAY: Final = re.compile(r"[0-9]{4}[/.-][0-9]{1,2}[/.-][0-9]{1,2}|[0-9]{1,2}[/.-][0-9]{1,2}[/.-][0-9]{4}")
FIGURE: Final = re.compile(r"(?<![0-9:])[0-9]{1,2}(?![0-9:])")


@dataclass(frozen=True)
class Cell:
    """A cell: its text, the starting number that a link in it names (0: none), and the colour shown."""

    text: str
    link: int = 0
    colour: str = ""


@dataclass(frozen=True)
class Row:
    """A row: its line in the file, its cells, whether it is a heading, and the federation of its mark."""

    line: int
    cells: list[Cell]
    heading: bool = False
    federation: str = ""

    @property
    def texts(self) -> list[str]:
        """The texts of the cells."""
        return [cell.text for cell in self.cells]

    def at(self, column: int) -> Cell:
        """Return the cell of a column; an empty one where there is none."""
        return self.cells[column] if 0 <= column < len(self.cells) else EMPTY


EMPTY: Final = Cell("")


@dataclass
class Page:
    """What a file holds.

    Attributes
    ----------
    file : str
        Its name.
    number, kind, round : str, str, int
        The number of the event, of the view and of the round (0: not said), as the address has them.
    language : str
        The language of the page, as far as it is said.
    updated : str
        When the event was last changed, so that later is greater; empty where it is not said.
    name, title : str
        Event and view.
    details : dict
        What is said about the event, by its meaning.
    legend : dict
        Number of a tie-break to its name.
    tables : list of list of Row
        The rows of each table.
    said : list of dict
        What was repaired when the file was read.
    cut : list of Section, optional
        The tables, where they have been cut already.
    """

    file: str
    number: str = ""
    kind: str = ""
    round: int = 0
    language: str = "english"
    updated: str = ""
    name: str = ""
    title: str = ""
    details: dict[str, str] = field(default_factory=dict)
    legend: dict[int, str] = field(default_factory=dict)
    tables: list[list[Row]] = field(default_factory=list)
    said: list[dict[str, Any]] = field(default_factory=list)
    cut: list[Section] | None = None

    def detail(self, label: str, value: str) -> bool:
        """Keep what a label says about the event, if it is one that is known; the first is kept."""
        meaning = words.means("labels").get(words.bare(label.rstrip(": ")), "")
        if meaning and value:
            self.details.setdefault(meaning, value)
        return bool(meaning)

    def explain(self, line: str) -> bool:
        """Keep a line of the legend, if it is one."""
        found = LEGEND.fullmatch(plain(line))
        if found:
            self.legend.setdefault(int(found[1]), found[2].strip())
        return bool(found)

    def update(self, line: str) -> None:
        """Keep when the event was last changed."""
        found = UPDATED.search(line)
        if found and not self.updated:
            self.updated = f"{found[3]}-{found[2]}-{found[1]} {found[4]}"


@dataclass
class Section:
    """A table with one row of headings, and what stands above it."""

    page: Page
    columns: words.Columns
    above: str
    rows: list[Row] = field(default_factory=list)

    @cached_property
    def kind(self) -> str:
        """What the table is, as its headings say."""
        has, rounds = self.columns.has, self.columns.rounds
        match = any(words.MATCH.fullmatch(heading) for heading in self.columns.headings[-2:])
        kinds = {
            "boards": has("board") and match,
            "pairings": has("white", "black"),
            "teams": has("team") and not has("name"),
            "unknown": not has("name"),
            "card": has("round", "result") and not rounds,
            "team": has("board") and not has("number") and not has("team"),
            "unpaired": self.page.kind == "40" or (bool(rounds) and self._marks_only()),
            "crosstable": bool(rounds),
            "list": has("number") or has("rank"),
        }
        return next((kind for kind, fits in kinds.items() if fits), "unknown")

    def _marks_only(self) -> bool:
        """Say whether the rounds hold marks of absence and nothing else: the list of those not paired."""
        cells = {plain(row.at(at).text) for row in self.rows for at in self.columns.rounds} - {""}
        matrix = {"*"} == cells and len(self.rows) == len(self.columns.rounds)
        return bool(cells) and not matrix and all(c in ("*", "0F") or words.alone(c) for c in cells)


def sections(page: Page) -> list[Section]:
    """Return the tables of a page, cut where a row of headings begins a new one."""
    if page.cut is None:
        page.cut = _sections(page)
    return page.cut


def _sections(page: Page) -> list[Section]:
    found: list[Section] = []
    for rows in page.tables:
        above, current = "", None
        for row in rows:
            filled = [text for text in row.texts if text]
            if row.heading and len(filled) == 1:
                above, current = filled[0], None
            elif row.heading:
                current = Section(page, words.columns(row.texts, page.language), above)
                found.append(current)
            elif current is not None and filled:
                current.rows.append(row)
            elif filled:
                why = "no row of headings that is known stands above"
                text = " | ".join(filled)[:80]
                page.said.append(
                    {
                        "file": page.file,
                        "line": row.line,
                        "column": "1",
                        "found": text,
                        "taken": "left out",
                        "why": why,
                    }
                )
    return found


def round_of(text: str) -> int:
    """Return the round that a line names; 0 for none.

    Examples
    --------
    >>> round_of("Round 9 on 2024/02/18 at 09:30"), round_of("2. Тур"), round_of("Final Ranking")
    (9, 2, 0)
    """
    found = FIGURE.search(DAY.sub(" ", plain(text)))
    return int(found[0]) if found else 0
