"""Editions of the rating rules (Handbook B.02): one page of data each, loaded and listed.

A page is a TOML file beside this one; the file's name is the edition's name. It is complete: nothing
is inherited.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final

from chesstb.errors import RuleError, message, nearest
from chesstb.ratings.vocabulary import CLAUSES, NUMBERS, SAID

Number = int | float
NOT_SURE: Final = " (as far as known: the text of this edition was not at hand)"
HEAD: Final[dict[str, type]] = {
    "title": str, "source": str, "effective": date, "until": date, "aliases": list, "notes": str,
}  # fmt: skip


@dataclass(frozen=True)
class Clause:
    """What an edition says on one point.

    Attributes
    ----------
    name, reads, article : str
        The clause, the word that it takes here, and where the text says so.
    numbers : dict
        The numbers of the article, by name.
    cases : dict
        Finer articles for single cases.
    sure : bool
        Whether the text of the edition itself was at hand.
    """

    name: str
    reads: str
    article: str
    numbers: dict[str, Number]
    cases: dict[str, str]
    sure: bool = True


@dataclass(frozen=True)
class Edition:
    """One edition of the rating rules, read from its page.

    Attributes
    ----------
    name, title, source, notes : str
        Name of the edition, title of the text, where it can be read, and what to know of it.
    effective, until : datetime.date
        First and last day on which it was in force; ``until`` is None where it still is.
    aliases : tuple of str
        Other names.
    clauses : dict
        What it says, by clause.
    floors : tuple of (datetime.date, int)
        Lowest rating that was published, from a day on.
    """

    name: str
    title: str
    source: str
    effective: date
    until: date | None
    aliases: tuple[str, ...]
    clauses: dict[str, Clause]
    floors: tuple[tuple[date, int], ...]
    notes: str = ""

    def word(self, clause: str) -> str:
        """Return what the edition says on a point."""
        return self.clauses[clause].reads

    def number(self, clause: str, name: str) -> Number:
        """Return a number of an article."""
        return self.clauses[clause].numbers[name]

    def sentence(self, case: str) -> tuple[str, str]:
        """Return article and sentence of something that is said of a game."""
        name, text = SAID[case]
        if not name:
            return "", text
        clause = self.clauses[name]
        said = text.format(**clause.numbers) if "{" in text else text
        return clause.cases.get(case, clause.article), said + ("" if clause.sure else NOT_SURE)


@cache
def pages() -> tuple[Edition, ...]:
    """Return all editions of the package, the oldest first."""
    found = [_read(path) for path in sorted(Path(__file__).parent.glob("*.toml"))]
    return tuple(sorted(found, key=lambda page: page.effective))


def names() -> list[str]:
    """Return the names of all editions, the oldest first."""
    return [page.name for page in pages()]


def edition(asked: str | Path | Edition) -> Edition:
    """Return an edition by name, alias, or path of a page of one's own.

    Raises
    ------
    RuleError
        There is none.
    """
    if isinstance(asked, Edition):
        return asked
    if isinstance(asked, Path) or (isinstance(asked, str) and asked.endswith(".toml")):
        return _read(Path(asked))
    wanted = str(asked).strip().lower()
    for page in pages():
        if wanted in (page.name, *page.aliases):
            return page
    raise RuleError(message("", f"no edition {asked!r} of the rating rules", remedy=nearest(wanted, names())))


def in_force(day: date | None) -> Edition | None:
    """Return the edition in force on a day, the newest without one, None where none is at hand."""
    if day is None:
        return pages()[-1]
    for page in reversed(pages()):
        if page.effective <= day:
            return page if page.until is None or day <= page.until else None
    return None


# ---------------------------------------------------------------- reading


def _read(path: Path) -> Edition:
    try:
        page = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        remedy = "Copy an edition of the package and change that."
        found = f"cannot be read as an edition of the rating rules ({error})"
        raise RuleError(message(str(path), found, remedy=remedy)) from error
    place = path.name
    _only(place, page, [*HEAD, "floors", *CLAUSES])
    for key, kind in HEAD.items():
        needed = key in ("title", "source", "effective")
        if (needed and key not in page) or not isinstance(page.get(key, kind()) if kind is not date else
                                                          page.get(key, date.min), kind):  # fmt: skip
            raise RuleError(message(f"{place}, {key}", repr(page.get(key)), f"a {kind.__name__}"))
    return Edition(
        name=path.stem,
        title=page["title"],
        source=page["source"],
        effective=page["effective"],
        until=page.get("until"),
        aliases=tuple(str(alias).lower() for alias in page.get("aliases", ())),
        clauses={name: _clause(place, name, page.get(name)) for name in CLAUSES},
        floors=_floors(place, page.get("floors", [])),
        notes=" ".join(page.get("notes", "").split()),
    )


def _only(place: str, table: dict[str, Any], known: list[str]) -> None:
    for key in table:
        if key not in known:
            raise RuleError(message(place, f"unknown key {key!r}", remedy=nearest(key, known)))


def _clause(place: str, name: str, given: Any) -> Clause:
    """Return one clause, complete."""
    spot = f"{place}, [{name}]"
    if not isinstance(given, dict):
        raise RuleError(message(spot, "missing", 'reads = "..." and article = "..."'))
    word = given.get("reads")
    if word not in CLAUSES[name]:
        raise RuleError(
            message(
                spot, f"reads = {word!r} is no word of this clause", remedy=nearest(str(word), CLAUSES[name])
            )
        )
    if not isinstance(given.get("article"), str):
        raise RuleError(message(spot, "no article", 'article = "..."'))
    numbers = NUMBERS.get((name, str(word)), ())
    _only(spot, given, ["reads", "article", "cases", "sure", *numbers])
    for key in numbers:
        if isinstance(given.get(key), bool) or not isinstance(given.get(key), int | float):
            raise RuleError(message(f"{spot} {key}", repr(given.get(key, "nothing")), "a number"))
    cases = given.get("cases", {})
    for case in cases:
        if SAID.get(case, ("",))[0] != name:
            raise RuleError(message(f"{spot} cases", f"{case!r} is no case of this clause"))
    return Clause(
        name,
        str(word),
        given["article"],
        {key: given[key] for key in numbers},
        dict(cases),
        bool(given.get("sure", True)),
    )


def _floors(place: str, given: Any) -> tuple[tuple[date, int], ...]:
    floors = []
    for floor in given:
        day, rating = floor.get("from"), floor.get("rating")
        if not isinstance(day, date) or type(rating) is not int:
            raise RuleError(
                message(f"{place}, [[floors]]", repr(floor), "from = YYYY-MM-DD and rating = 1400")
            )
        floors.append((day, rating))
    return tuple(sorted(floors))
