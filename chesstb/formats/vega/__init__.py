"""The crosstable that Vega writes as text, sorted by score or by rank."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from chesstb.errors import FormatError, message
from chesstb.formats.decoding import decode
from chesstb.formats.one_event import OneEvent, contents
from chesstb.formats.vega.values import (
    BYES,
    NO_VALUE,
    TITLES,
    WITHDRAWN,
    dates,
    number_of,
    tiebreaks,
)

if TYPE_CHECKING:
    from pathlib import Path

    from chesstb.tables import Errors, History

__all__ = ["NAME", "read", "recognises"]

NAME: Final = "a Vega crosstable (text)"

MARK: Final = re.compile(r"^[ \t]*Cross Table at round (\d{1,3})\b", re.MULTILINE)
HEADING: Final = re.compile(r"[ \t]*Pos[ \t]+NAME\b")
ROW: Final = re.compile(r" {0,4}(\d{1,5}) ")
CELL: Final = re.compile(r"([+=\-])([WBF])(\d{1,5})")
WIDTH: Final = 6
"""Characters of the cell of a round."""
MOST_ROUNDS: Final = 99
TOP: Final = 20
"""The mark stands in one of so many first lines."""

PLAYED: Final = {"+": "1", "=": "=", "-": "0"}
FORFEIT: Final = {"+": "+", "-": "-"}


def recognises(head: bytes, path: Path) -> bool:  # noqa: ARG001 - every format is asked the same
    """Say whether one of the first lines is the title of a crosstable of Vega."""
    lines = head.decode("latin-1").splitlines()[:TOP]
    return bool(lines) and not lines[0].lstrip().startswith("<") and any(map(MARK.match, lines))


@dataclass
class _Heading:
    """Where the columns of a row stand."""

    name: int
    rating: int
    bar: int
    rounds: int
    at_round: int
    values: list[str]
    criteria: list[str | None]
    seen: set[int] = field(default_factory=set)
    """Positions that were there."""


def read(path: Path, *, errors: Errors = "repair") -> History:
    """Read a crosstable of Vega.

    Parameters
    ----------
    path : Path
        The file.
    errors : {"strict", "repair"}
        Whether mistakes are repaired and reported in ``repairs``, or are an error.

    Returns
    -------
    History
        One event; players have their position in the table as numbers. ``published`` holds points
        and tie-breaks.

    Raises
    ------
    FormatError
        There is no heading, or no player.
    """
    event = OneEvent.of(path, errors)
    lines = decode(contents(path), event.notes).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    top = next((k for k, line in enumerate(lines) if HEADING.match(line) and "|" in line), None)
    if top is None:
        raise FormatError(message(path.name, "no heading", "Pos NAME … Pts | 1 2 …"))
    heading = _heading(event, lines, top)
    _titles(event, lines[:top])
    for at, line in enumerate(lines[top + 1 :], start=top + 2):
        if ROW.match(line) and "|" in line:
            _row(event, at, heading, line)
        elif line.strip(" -\t"):
            event.notes.say((at, "1"), line.strip()[:40], "left aside", "no row of a player")
    if not event.players:
        raise FormatError(message(f"{path.name}, line {top + 2}", "no player", "a position, a name, cells"))
    return event.history(errors)


def _heading(event: OneEvent, lines: list[str], top: int) -> _Heading:
    line = lines[top].expandtabs(8)
    head, _, rest = line.partition("|")
    rounds, _, tail = rest.partition("|")
    numbers = rounds.split()
    wanted = [str(k) for k in range(1, len(numbers) + 1)]
    place = f"{event.notes.file}, line {top + 1}"
    if numbers != wanted or not 0 < len(numbers) <= MOST_ROUNDS or "Rtg" not in head:
        raise FormatError(message(place, line.strip()[:60], "Pos NAME Rtg … Pts | 1 2 …"))
    titles = [found for text in lines[:top] if (found := MARK.match(text))]
    at_round = int(titles[0][1]) if titles else len(numbers)
    values = [word for word in re.split(r"[ \t]{2,}|\|", tail.strip()) if word]
    known = [value for value in values if value not in NO_VALUE]
    criteria = tiebreaks(event, known, (top + 1, str(len(head) + len(rounds) + 3)))
    by_name = dict(zip(known, criteria, strict=True))
    return _Heading(
        name=head.index("NAME"),
        rating=head.index("Rtg"),
        bar=len(head),
        rounds=len(numbers),
        at_round=min(at_round, len(numbers)),
        values=values,
        criteria=[by_name.get(value) for value in values],
    )


def _titles(event: OneEvent, lines: list[str]) -> None:
    """Take name, place and dates from the lines above the table."""
    said = [(at, line.strip()) for at, line in enumerate(lines, start=1) if line.strip()]
    said = [(at, line) for at, line in said if not MARK.match(line)]
    if said:
        event.tournament["name"] = said[0][1]
    for at, line in said[1:]:
        dates(event, (at, "1"), line)
        place, dash, _ = line.partition(" - ")
        if dash and "start" in event.tournament and "place" not in event.tournament:
            event.tournament["place"] = place.strip()


def _row(event: OneEvent, at: int, heading: _Heading, line: str) -> None:
    line = line.expandtabs(8)
    found = ROW.match(line)
    number = int(found[1]) if found else 0
    if not number or number in heading.seen:
        what = "another row has this position" if number else "no position"
        event.notes.say((at, "1"), str(number), "the first row", what)
        return
    heading.seen.add(number)
    name = line[heading.name : heading.rating].strip()
    *more, points = line[heading.rating : heading.bar].split() or [""]
    rating = next((int(word) for word in more if word.isascii() and word.isdecimal()), 0)
    words = [word for word in more if not word.isdecimal()]
    event.players.append({
        "player": number,
        "name": name.removesuffix(WITHDRAWN).strip().replace(",", ", ").replace(",  ", ", ") or None,
        "title": next((word for word in words if word in TITLES), None),
        "federation": next((word for word in words if word not in TITLES), None),
        "rating": rating or None,
    })  # fmt: skip
    value = number_of(points)
    if value is None:
        event.notes.wrong((at, "Pts"), points or "nothing", "no points", "no number", player=number)
    else:
        event.publish(number, "points", "PTS", value)
    start = heading.bar + 2
    for round_ in range(1, heading.rounds + 1):
        text = line[start : start + WIDTH].partition("|")[0].strip()
        _cell(event, (at, str(start + 1)), number, round_, text, known=round_ <= heading.at_round)
        start += WIDTH
    _values(event, at, heading, number, line[start - 1 :])


def _values(event: OneEvent, at: int, heading: _Heading, number: int, tail: str) -> None:
    texts = tail.partition("|")[2].replace("|", " ").split()
    if len(texts) != len(heading.values):
        found = " ".join(texts)[:40]
        event.notes.wrong((at, "values"), found, "no values", f"{len(heading.values)} columns", player=number)
        return
    for name, code, text in zip(heading.values, heading.criteria, texts, strict=True):
        value = number_of(text)
        if name in NO_VALUE:
            continue
        if value is None:
            event.notes.wrong((at, name), text, "no value", "no number", player=number)
        else:
            event.publish(number, name, code, value)


def _cell(event: OneEvent, at: Any, number: int, round_: int, text: str, *, known: bool) -> None:
    found = CELL.fullmatch(text)
    if found:
        sign, colour, opponent = found[1], found[2], int(found[3])
        outcome = (FORFEIT if colour == "F" else PLAYED).get(sign)
        rest = {} if colour == "F" else {"colour": colour.lower()}
        if opponent and outcome:
            event.cell(at, number, round_, outcome, opponent=opponent, **rest)
            return
    if text[1:] == "BYE" and text[0] in "+=-" and not known:
        event.not_paired_yet(at, number, round_, text)
    elif text[1:] == "BYE" and text[0] in "+=-":
        event.cell(at, number, round_, BYES[text[0]])
    elif text in ("--", ""):
        if text or known:
            event.cell(at, number, round_, "Z")
    else:
        here: dict[str, Any] = {"player": number, "round": round_}
        event.notes.wrong(at, text, "Z", "no cell like +W12", **here)
        event.cell(at, number, round_, "Z")
