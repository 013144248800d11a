"""Players of a table: who stands in a row, by link, number or name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from chesstb import schema
from chesstb.formats import cells

if TYPE_CHECKING:
    from chesstb.formats.chess_results.draft import Draft
    from chesstb.formats.chess_results.page import Row, Section
    from chesstb.formats.chess_results.words import Columns

SEXES: Final = {"w": "w", "f": "w", "m": "m"}
FOOTNOTE: Final = re.compile(r" ?\*{1,3}\)?$")
YEAR: Final = re.compile(r"(?:.*[^0-9])?((?:19|20)[0-9]{2})(?:[^0-9].*)?")


def said_of(row: Row, columns: Columns) -> dict[str, Any]:
    """Return the row of ``players`` that a row of a table is."""

    def text(meaning: str) -> str:
        return cells.plain(row.at(columns.first(meaning)).text)

    fide = text("fide")
    year = YEAR.fullmatch(text("birth"))
    return {
        "name": name_of(row, columns.first("name")),
        "title": title_of(row, columns.first("name")),
        "sex": SEXES.get(text("sex").lower(), ""),
        "federation": cells.federation(text("federation")) or row.federation,
        "rating": rating_of(row, columns),
        "fide_id": fide if fide.isdecimal() and 3 <= len(fide) <= 11 and fide.strip("0") else "",
        "birth": year[1] if year else "",
        "team": text("team"),
    }


def rating_of(row: Row, columns: Columns) -> int | None:
    """Return the rating of a row: the first column that is not zero, the national one last."""
    listed = [*columns.by.get("rating", []), *columns.by.get("national", [])]
    found = (cells.rating(row.at(column).text) for column in listed)
    return next((rating for rating in found if rating and rating <= schema.MOST_RATING), None)


def title_of(row: Row, name: int) -> str:
    """Return the title, which stands in an untitled column before the name."""
    return cells.title(row.at(name - 1).text) if name > 0 else ""


def name_of(row: Row, column: int) -> str:
    """Return the name in a column without title, footnote sign and a comma at its end."""
    return clean(row.at(column).text)


def clean(name: str) -> str:
    """Return a name without footnote sign, and without a comma at its end.

    Examples
    --------
    >>> clean("Hebden, Mark L *)"), clean("Yash Goel,")
    ('Hebden, Mark L', 'Yash Goel')
    """
    return FOOTNOTE.sub("", cells.plain(name)).rstrip(", ")


def number_in(row: Row, columns: Columns) -> int:
    """Return the starting number that a row has, by link or column; 0 for none."""
    link = row.at(columns.first("name")).link
    if columns.has("games", "share"):
        return link  # a list of the best on their boards: its numbers are places
    return link or cells.whole(row.at(columns.first("number")).text) or 0


def list_players(draft: Draft, section: Section) -> None:
    """Take the players of a table that has their numbers."""
    for number, row in zip(numbers_in(section), section.rows, strict=True):
        said = said_of(row, section.columns)
        if number:
            draft.listed(number, said)
        else:
            why = "no starting number, or one that another row has"
            place = (row.line, str(section.columns.first("number") + 1))
            draft.notes.wrong(
                place, number_text(row, section.columns), "left out", why, "a number of its own"
            )


def number_text(row: Row, columns: Columns) -> str:
    """Return what stands in the column of starting numbers."""
    return cells.plain(row.at(columns.first("number")).text)


def numbers_in(section: Section) -> list[int]:
    """Return the starting number of each row, 0 where it has none or one that stands above already."""
    seen: set[int] = set()
    found = []
    for row in section.rows:
        number = number_in(row, section.columns)
        found.append(0 if number in seen else number)
        seen.add(number)
    return found


def has_numbers(section: Section) -> bool:
    """Say whether the rows of a table name starting numbers: nearly all do, each another one."""
    numbers = numbers_in(section)
    return bool(numbers) and sum(map(bool, numbers)) * 5 >= len(numbers) * 4
