"""What a page says about its event and claims of its players: details, ranks, points, tie-breaks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from chesstb import names
from chesstb.errors import CriterionError
from chesstb.formats import cells
from chesstb.formats.chess_results import words
from chesstb.formats.chess_results.page import DAY, round_of
from chesstb.formats.dates import as_datetime, read_date

if TYPE_CHECKING:
    from chesstb.formats.chess_results.draft import Draft
    from chesstb.formats.chess_results.page import Page, Section
    from chesstb.names import NamedCriterion

POINTS: Final = "PTS"
ZONE: Final = re.compile(r"(?:.*\( ?)?([A-Z]{3})(?: ?\))?")


def describe(draft: Draft, page: Page) -> None:
    """Fill the row of ``tournaments`` from the details of a page; what another page said stays."""
    told, said = draft.tournament, page.details
    if page.name:
        told.setdefault("name", page.name)
    if said.get("place"):
        told.setdefault("place", said["place"])
    rounds = cells.whole(said.get("rounds", ""))
    if rounds and rounds < 1000:
        told.setdefault("rounds", rounds)
    federation = ZONE.fullmatch(said.get("federation", ""))
    if federation:
        told.setdefault("federation", federation[1])
    system = system_of(said.get("system", ""))
    if system:
        told.setdefault("system", system)
    for detail, column in (("criteria", "by"), ("rules", "rules")):
        if said.get(detail):
            told.setdefault(column, said[detail])
    _dates(told, said.get("date", ""))


def _dates(told: dict[str, Any], text: str) -> None:
    """Take first and last day; a single one is both, unless it is said to be one of them."""
    days = [read_date(day) for day in DAY.findall(text)]
    full = [day for day in days if day and day.full and day.sure]
    around = DAY.split(text)
    if full and (len(full) > 1 or not around[0].strip()):
        told.setdefault("start", as_datetime(full[0]))
    if full and (len(full) > 1 or not around[-1].strip()):
        told.setdefault("end", as_datetime(full[-1]))


def system_of(text: str) -> str:
    """Return the system that the kind of an event is, nothing where it is not known.

    Examples
    --------
    >>> system_of("Swiss-System"), system_of("Round robin for teams"), system_of("Schweizer System")
    ('swiss', 'team-round-robin', 'swiss')
    """
    plain = text.casefold()
    kinds = {kind for kind, parts in words.data()["systems"].items() if any(part in plain for part in parts)}
    listed = ("double-round-robin", "round-robin", "swiss", "match")
    system = next((kind for kind in listed if kind in kinds), "")
    return f"team-{system}" if system in ("round-robin", "swiss") and "team" in kinds else system


def named(legend: str) -> NamedCriterion | None:
    """Return the criterion of a line of the legend; None where it is not known, or left open."""
    try:
        found = names.criterion(legend)
    except CriterionError:
        return None
    return None if found.choices else found


def shown_round(section: Section) -> int:
    """Return after which round a list is, 0 where that is not said."""
    return section.page.round or round_of(section.page.title)


def publish(draft: Draft, section: Section, numbers: list[int], legend: dict[int, str]) -> None:
    """Take ranks, points and tie-breaks of a table, and the event's own list of criteria."""
    columns = section.columns
    criteria = {tb: named(legend.get(tb, "")) for tb in columns.tiebreaks.values()}
    wanted: list[tuple[int, str | None]] = []
    if columns.has("rank"):
        wanted.append((columns.first("rank"), None))
    if columns.has("points"):
        wanted.append((columns.first("points"), POINTS))
    for at, tb in columns.tiebreaks.items():
        found = criteria[tb]
        wanted.append((at, found.by if found else None))
    for at, criterion in wanted:
        _column(draft, section, (at, criterion), numbers)
    if columns.tiebreaks and all(criteria.values()):
        _own_list(draft, [one for one in criteria.values() if one], points=columns.has("points"))


def _column(draft: Draft, section: Section, column: tuple[int, str | None], numbers: list[int]) -> None:
    """Take one column of numbers."""
    at, criterion = column
    heading = section.columns.headings[at]
    rank = section.columns.first("rank")
    last: float | None = None
    for number, row in zip(numbers, section.rows, strict=True):
        text = cells.plain(row.at(at).text)
        value = cells.number(text)
        if at == rank and not text and not section.columns.rounds:
            value = last  # in a ranking list, whoever shares a rank has a blank
        if value is not None and number:
            draft.published.append(
                {"player": number, "column": heading, "criterion": criterion, "value": value}
            )
            last = value
        elif text and number:
            draft.notes.wrong((row.line, str(at + 1)), text, "", f"no number in {heading!r}", player=number)


def _own_list(draft: Draft, found: list[NamedCriterion], *, points: bool) -> None:
    """Keep the event's criteria, and its rules where all of them agree."""
    listed = [one.by for one in found]
    if points or POINTS not in listed:
        listed = [POINTS, *(by for by in listed if by != POINTS)]
    draft.tournament.setdefault("by", " ".join(listed))
    rules = {one.rules for one in found if one.rules}
    if len(rules) == 1:
        draft.tournament.setdefault("rules", rules.pop())
