"""Reading a rule page: TOML to RuleVersion, with an error for everything that is not in the vocabulary."""

from __future__ import annotations

import datetime as dt
import tomllib
from pathlib import Path
from typing import Any, Final

from chesstb.criteria import LETTERS, parse
from chesstb.errors import RuleError, message, nearest
from chesstb.rules import Admission, Clause, RuleVersion
from chesstb.rules.vocabulary import CLAUSES, SECTIONS, VARIANTS

HEAD: Final = {"title": str, "source": str, "aliases": list, "approved": dt.date, "effective": dt.date,
               "notes": str}  # fmt: skip
REQUIRED: Final = ("title", "source")
ADMISSION: Final = ("article", "modifiers", "banned-in", "banned-by", "cut-count", "reads")


def load(path: Path) -> RuleVersion:
    """Read one page.

    Raises
    ------
    RuleError
        The file is missing or no TOML, a clause is missing, a key or word is unknown.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(str(path), error) from error
    return parsed(text, path.stem, str(path))


def _unreadable(place: str, error: Exception) -> RuleError:
    remedy = "Copy a page of the package (chesstb rules NAME shows one) and change that."
    return RuleError(message(place, f"cannot be read as a rule page ({error})", remedy=remedy))


def parsed(text: str, name: str, source: str) -> RuleVersion:
    """Read the text of a page; ``source`` says in messages where it comes from.

    Raises
    ------
    RuleError
        See `load`.
    """
    try:
        page = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _unreadable(source, error) from error
    place = Path(source).name
    _only(place, "", page, [*HEAD, "lists", *SECTIONS, "tie-breaks"])
    for key, kind in HEAD.items():
        if (key in page and not isinstance(page[key], kind)) or (key in REQUIRED and key not in page):
            found = repr(page[key]) if key in page else "nothing"
            raise RuleError(message(f"{place}, {key}", found, f"a {kind.__name__}"))
    return RuleVersion(
        name=name,
        title=page["title"],
        source=page["source"],
        aliases=tuple(str(alias).lower() for alias in page.get("aliases", ())),
        approved=page.get("approved"),
        effective=page.get("effective"),
        swiss=_clauses(place, "swiss", page),
        round_robin=_clauses(place, "round-robin", page),
        tiebreaks=_admissions(place, page),
        lists=_lists(place, page),
        notes=" ".join(page.get("notes", "").split()),
    )


def _only(place: str, where: str, table: Any, known: list[str]) -> None:
    if not isinstance(table, dict):
        raise RuleError(message(f"{place}, {where}", f"{table!r}", "a table of keys and values"))
    for key in table:
        if key not in known:
            spot = f"{place}, [{where}]" if where else place
            raise RuleError(message(spot, f"unknown key {key!r}", remedy=nearest(key, known)))


def _clauses(place: str, section: str, page: dict[str, Any]) -> tuple[Clause, ...]:
    """Return all clauses of a section, in the order of the vocabulary."""
    table = page.get(section, {})
    _only(place, section, table, list(CLAUSES))
    clauses = []
    for name, words in CLAUSES.items():
        spot = f"{place}, [{section}] {name}"
        if name not in table:
            raise RuleError(message(spot, "missing", '{ reads = "...", article = "..." }'))
        given = table[name]
        _only(place, f"{section}.{name}", given, ["reads", "article", "cases"])
        if given.get("reads") not in words:
            known = nearest(str(given.get("reads")), words)
            raise RuleError(
                message(spot, f"reads = {given.get('reads')!r} is no word of this clause", remedy=known)
            )
        if not isinstance(given.get("article"), str):
            raise RuleError(message(spot, "no article", 'article = "..."'))
        cases = tuple((str(k), str(v)) for k, v in given.get("cases", {}).items())
        clauses.append(Clause(name, given["reads"], given["article"], cases))
    return tuple(clauses)


def _lists(place: str, page: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return the usual lists of criteria, one for each section."""
    table = page.get("lists", {})
    _only(place, "lists", table, list(SECTIONS))
    for section in SECTIONS:
        if not isinstance(table.get(section), str):
            raise RuleError(
                message(f"{place}, [lists] {section}", "missing", 'a list such as "PTS BH/C1 BH SB"')
            )
        parse(table[section])
    return tuple((section, table[section]) for section in SECTIONS)


def _admissions(place: str, page: dict[str, Any]) -> tuple[Admission, ...]:
    """Return the tie-breaks that the page defines, in its order."""
    table = page.get("tie-breaks")
    if not isinstance(table, dict) or not table:
        raise RuleError(
            message(f"{place}, [tie-breaks]", "missing", 'lines such as SB = { article = "9.1" }')
        )
    admissions = []
    for code, given in table.items():
        spot = f"{place}, [tie-breaks] {code}"
        _only(place, f"tie-breaks.{code}", given, list(ADMISSION))
        modifiers = str(given.get("modifiers", "")).split()
        strange = [m for m in modifiers if m not in LETTERS]
        if strange:
            raise RuleError(message(spot, f"modifier {strange[0]!r}", f"of {' '.join(LETTERS)}"))
        if not isinstance(given.get("article"), str):
            raise RuleError(message(spot, "no article", 'article = "..."'))
        if given.get("banned-in", "") not in ("", *SECTIONS):
            raise RuleError(message(spot, f"banned-in = {given['banned-in']!r}", " or ".join(SECTIONS)))
        if given.get("cut-count", "as-asked") not in CLAUSES["cut-count"]:
            known = nearest(str(given["cut-count"]), CLAUSES["cut-count"])
            raise RuleError(message(spot, f"cut-count = {given['cut-count']!r}", remedy=known))
        variants = VARIANTS.get(code, {})
        if "reads" in given and given["reads"] not in variants:
            known = nearest(str(given["reads"]), variants) if variants else "It has no variants."
            raise RuleError(message(spot, f"reads = {given['reads']!r}", remedy=known))
        extra = {key.replace("-", "_"): str(given[key]) for key in ADMISSION[2:] if key in given}
        admissions.append(Admission(code, given["article"], "".join(modifiers), **extra))
    return tuple(admissions)
