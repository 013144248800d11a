"""The crosstable that SwissPerfect writes as text: cells like ``12:W``, no colours."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from chesstb.errors import FormatError, message
from chesstb.formats.decoding import decode
from chesstb.formats.one_event import OneEvent, contents

if TYPE_CHECKING:
    from pathlib import Path

    from chesstb.tables import Errors, History

__all__ = ["NAME", "read", "recognises"]

NAME: Final = "a SwissPerfect crosstable (text)"

HEADING: Final = re.compile(r"No[ \t]+Name(?:[ \t].*)?[ \t]Total[ \t]+1\b")
COLUMN: Final = re.compile(r"Intl Id|Loc Id|[^ \t]+")
CELL: Final = re.compile(r"(\d{0,5})[ ]?:([WDL=+\-½]?)")
PLACE: Final = re.compile(r"\s*(\d{1,5})\s")
POINTS: Final = re.compile(r"\d{1,3}(?:[.,]\d)?½?|½")

PAIRED: Final = {"W": "1", "D": "=", "=": "=", "½": "=", "L": "0", "+": "+", "-": "-"}
ALONE: Final = {"W": "U", "D": "H", "=": "H", "½": "H", "L": "Z", "+": "F", "-": "Z", "": "Z"}
ANSWER: Final = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}
MOST_ROUNDS: Final = 99
FIDE_DIGITS: Final = 6
"""No id of FIDE is shorter; organisers put ages and classes into that column."""


def recognises(head: bytes, path: Path) -> bool:  # noqa: ARG001 - every format is asked the same
    """Say whether a text begins with the heading of the crosstable."""
    text = head.decode("latin-1").removeprefix("ï»¿").lstrip()
    first, _, rest = text.partition("\n")
    return HEADING.match(first) is not None and CELL.search(rest) is not None


@dataclass
class _Heading:
    """Where the columns stand: by tabs, or by the first character of their names."""

    names: list[str]
    starts: list[int]
    tabs: bool
    seen: set[int] = field(default_factory=set)
    """Numbers that were there."""

    @property
    def total(self) -> int:
        return self.names.index("Total")

    @property
    def rounds(self) -> int:
        return len(self.names) - self.total - 1

    def split(self, line: str) -> tuple[dict[str, str], list[str]]:
        """Return the cells before the rounds by name, and those of the rounds."""
        if self.tabs:
            parts = [part.strip() for part in line.split("\t")]
            parts += [""] * (len(self.names) - len(parts))
            return dict(zip(self.names[: self.total + 1], parts, strict=False)), parts[
                self.total + 1 : len(self.names)
            ]
        line = line.expandtabs(8)
        ends = [*self.starts[1:], self.starts[-1] + 5]
        end = self.starts[self.total] + len("Total")
        named = {
            name: line[a : min(b, end)].strip()
            for name, a, b in zip(self.names[: self.total + 1], self.starts, ends, strict=False)
        }
        return named, self._by_place(line[end:], end)

    def _by_place(self, rest: str, shift: int) -> list[str]:
        """Return the cells of the rounds: each belongs to the number of a round that is nearest."""
        found = list(CELL.finditer(rest))
        if len(found) == self.rounds:
            return [cell[0] for cell in found]
        cells = [""] * self.rounds
        first = self.total + 1
        for cell in found:
            colon = shift + cell.start() + cell[0].index(":")
            nearest = min(range(self.rounds), key=lambda k: abs(self.starts[first + k] + 1 - colon))
            cells[nearest] = cell[0]
        return cells


def _heading(line: str) -> _Heading:
    names = [part.strip() for part in line.split("\t")]
    tabs = {"No", "Name", "Total"} <= set(names)
    if not tabs:
        line = line.expandtabs(8)
    found = list(COLUMN.finditer(line))
    names = names if tabs else [column[0] for column in found]
    first = names.index("Total") + 1
    rounds = 0
    while rounds < MOST_ROUNDS and names[first + rounds : first + rounds + 1] == [str(rounds + 1)]:
        rounds += 1  # what stands behind the rounds is none
    return _Heading(names[: first + rounds], [column.start() for column in found], tabs)


def read(path: Path, *, errors: Errors = "repair") -> History:
    """Read a crosstable of SwissPerfect.

    Parameters
    ----------
    path : Path
        The file.
    errors : {"strict", "repair"}
        Whether mistakes are repaired and reported in ``repairs``, or are an error.

    Returns
    -------
    History
        One event; players have the numbers of the table. The table has no colours. ``published``
        holds the totals.

    Raises
    ------
    FormatError
        There is no heading, or no player.
    """
    event = OneEvent.of(path, errors)
    lines = decode(contents(path), event.notes).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    top = next((k for k, line in enumerate(lines) if HEADING.match(line.lstrip())), None)
    if top is None:
        raise FormatError(message(path.name, "no heading", "No, Name, …, Total, 1, 2, …"))
    heading = _heading(lines[top])
    if not heading.rounds:
        raise FormatError(message(f"{path.name}, line {top + 1}", "no rounds", "Total, 1, 2, …"))
    for at, line in enumerate(lines[top + 1 :], start=top + 2):
        if PLACE.match(line) and ":" in line:
            _row(event, at, heading, line)
        elif line.strip():
            event.notes.say((at, "1"), line.strip()[:40], "left aside", "no row of a player")
    if not event.players:
        raise FormatError(message(f"{path.name}, line {top + 2}", "no player", "a number, a name, cells"))
    _missing_results(event)
    event.tournament["rounds"] = heading.rounds
    return event.history(errors)


def _row(event: OneEvent, at: int, heading: _Heading, line: str) -> None:
    named, cells = heading.split(line)
    number = int(named["No"]) if named["No"].isascii() and named["No"].isdecimal() else 0
    if not number:
        event.notes.wrong((at, "No"), named["No"] or "nothing", "left aside", "no number of a player")
        return
    if number in heading.seen:
        event.notes.wrong((at, "No"), str(number), "the first row", "two rows have this number")
        return
    heading.seen.add(number)
    identity, ratings = named.get("Intl Id", ""), [named.get("Rtg", ""), named.get("Loc", "")]
    rating = next((int(text) for text in ratings if text.isascii() and text.isdecimal() and int(text)), None)
    event.players.append({
        "player": number,
        "name": named["Name"] or None,
        "federation": named.get("Feder") or None,
        "title": named.get("Title") or None,
        "rating": rating,
        "fide_id": identity if identity.isdecimal() and len(identity) >= FIDE_DIGITS else None,
    })  # fmt: skip
    total = named["Total"]
    if POINTS.fullmatch(total):
        event.publish(number, "points", "PTS", float(total.replace(",", ".").replace("½", ".5")))
    else:
        event.notes.wrong((at, "Total"), total or "nothing", "nothing", "no number of points", player=number)
    for round_, text in enumerate(cells, start=1):
        _cell(event, (at, f"round {round_}"), number, round_, text)


def _cell(event: OneEvent, at: tuple[int, str], number: int, round_: int, text: str) -> None:
    found = CELL.fullmatch(text.replace(" ", ""))
    if found is None:
        if text:
            here: dict[str, Any] = {"player": number, "round": round_}
            event.notes.wrong(at, text, "Z", "no cell like 12:W", **here)
        event.cell(at, number, round_, "Z")
        return
    opponent, result = int(found[1] or 0), found[2]
    if opponent:
        event.cell(at, number, round_, PAIRED.get(result, "X"), opponent=opponent)
    else:
        event.cell(at, number, round_, ALONE[result])


def _missing_results(event: OneEvent) -> None:
    """Give a cell with an opponent and no result the other side of what the opponent's cell says."""
    of = {(cell["player"], cell["round"]): cell for cell in event.cells}
    for cell, at in zip(event.cells, event.at, strict=True):
        if cell["outcome"] != "X":
            continue
        other = of.get((cell["opponent"], cell["round"]), {})
        if other.get("opponent") == cell["player"] and other["outcome"] in ANSWER:
            cell["outcome"] = ANSWER[other["outcome"]]
            event.notes.say(
                at, "no result", cell["outcome"], "what the opponent's cell says",
                player=cell["player"], round=cell["round"],
            )  # fmt: skip
