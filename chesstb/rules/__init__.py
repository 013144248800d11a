"""Rule versions: one page of data each, loaded, listed and compared.

A page is a TOML file beside this one; the file's name is the version's name. It is complete: nothing
is inherited, so it can be read from top to bottom beside the Handbook.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from chesstb.criteria import Criterion
from chesstb.errors import RuleError, message, nearest
from chesstb.rules.vocabulary import SECTIONS

ROUND_ROBIN_SYSTEMS: Final = ("round-robin", "double-round-robin", "match", "team-round-robin")
"""Systems with predetermined pairings; every other is read as a Swiss."""

IN_FORCE: Final = "in force"


@dataclass(frozen=True)
class Clause:
    """What a version says on one point.

    Attributes
    ----------
    name, reads, article : str
        The clause, the word that it takes here, and where the text says so.
    cases : tuple of (str, str)
        Finer articles for single cases, by the name of the case.
    """

    name: str
    reads: str
    article: str
    cases: tuple[tuple[str, str], ...] = ()

    def article_of(self, case: str) -> str:
        """Return the article for a case, or that of the clause."""
        return dict(self.cases).get(case, self.article)


@dataclass(frozen=True)
class Admission:
    """A tie-break as a version defines it.

    Attributes
    ----------
    code, article : str
        The tie-break and where the text defines it.
    modifiers : str
        The letters of the modifiers that it may carry.
    banned_in, banned_by : str
        Section of the page in which it must not be used, and the article that says so.
    cut_count : str
        Word of the clause ``cut-count`` where this tie-break has its own.
    reads : str
        Which variant of the tie-break it is, where there are several.
    """

    code: str
    article: str
    modifiers: str = ""
    banned_in: str = ""
    banned_by: str = ""
    cut_count: str = ""
    reads: str = ""


@dataclass(frozen=True)
class Reading:
    """A version's clauses for one system, together with one criterion: what a tie-break is given."""

    clauses: tuple[Clause, ...]
    criterion: Criterion
    cut_count: str
    article: str
    variant: str = ""

    def word(self, clause: str) -> str:
        """Return what the version says on a point."""
        return self.clause(clause).reads

    def clause(self, name: str) -> Clause:
        """Return a clause by its name."""
        return self._by_name[name]

    def takes(self, words: dict[str, str]) -> bool:
        """Say whether the version takes these words, by clause."""
        return words.items() <= self._words.items()

    @cached_property
    def _by_name(self) -> dict[str, Clause]:
        return {clause.name: clause for clause in self.clauses}

    @cached_property
    def _words(self) -> dict[str, str]:
        return {clause.name: clause.reads for clause in self.clauses}

    def forfeits_are_games(self, family: str) -> bool:
        """Say whether forfeits count as games in a family of tie-breaks (modifier P included)."""
        return self.criterion.has("P") or self.word(f"forfeits-{family}") == "played"

    def plain(self) -> Reading:
        """Return the same without modifiers and cuts, for a tie-break that is built on another."""
        plain = Criterion(self.criterion.text, self.criterion.code)
        return replace(self, criterion=plain, cut_count="as-asked")


@dataclass(frozen=True)
class RuleVersion:
    """One rule version, read from its page.

    Attributes
    ----------
    name, title, source : str
        Name of the version, title of the text, and where it can be read.
    aliases : tuple of str
        Other names, among them editions with the same numbers.
    approved, effective : datetime.date or None
        When it was approved, and from when it binds all rated events (None: outside the line of
        FIDE versions, never chosen by date).
    swiss, round_robin : tuple of Clause
        What it says on unplayed rounds, cuts and forfeits.
    tiebreaks : tuple of Admission
        The tie-breaks that it defines.
    lists : tuple of (str, str)
        The usual list of criteria of each section.
    notes : str
        What a reader should know about the page.
    """

    name: str
    title: str
    source: str
    aliases: tuple[str, ...]
    approved: dt.date | None
    effective: dt.date | None
    swiss: tuple[Clause, ...]
    round_robin: tuple[Clause, ...]
    tiebreaks: tuple[Admission, ...]
    lists: tuple[tuple[str, str], ...]
    notes: str = ""

    @classmethod
    def from_page(cls, text: str, name: str) -> RuleVersion:
        """Return the version that the text of a page describes.

        Parameters
        ----------
        text : str
            The page; `rule_page` returns one to start from.
        name : str
            What to call it: the name that a file ``NAME.toml`` gives.

        Raises
        ------
        RuleError
            The page is no TOML, a clause is missing, a key or word is unknown.

        Examples
        --------
        >>> import chesstb as tb
        >>> page = tb.rule_page("fide-2026").replace("March 2026", "as our club plays it")
        >>> tb.RuleVersion.from_page(page, name="club").title
        'FIDE Tie-Break Regulations (C.07), as our club plays it'
        """
        from chesstb.rules.page import parsed  # noqa: PLC0415 - the reader needs this class

        return parsed(text, name, f"page {name!r}")

    def clauses(self, section: str) -> tuple[Clause, ...]:
        """Return the clauses of a section."""
        return self.round_robin if section == "round-robin" else self.swiss

    def admission(self, code: str) -> Admission | None:
        """Return how the version defines a tie-break, or None."""
        return next((a for a in self.tiebreaks if a.code == code), None)

    def admits(self, criterion: Criterion, section: str) -> Admission:
        """Return how the version defines a criterion.

        Raises
        ------
        RuleError
            The version does not define the tie-break, bans it in this system, or gives it no such
            modifier; the message says what is allowed.
        """
        found = self.admission(criterion.code)
        codes = ", ".join(a.code for a in self.tiebreaks if a.banned_in != section)
        if found is None:
            what = f"{self.name} does not define {criterion.code}"
            raise RuleError(message("", what, f"one of {codes}"))
        if found.banned_in == section:
            events = section.replace("-", " ") + "s"
            what = f"{self.name} bans {criterion.code} in {events} ({found.banned_by})"
            raise RuleError(message("", what, f"one of {codes}"))
        strange = [letter for letter in criterion.letters if letter not in found.modifiers]
        if strange:
            allowed = " ".join(found.modifiers) or "none"
            what = f"{self.name} gives {criterion.code} no modifier {strange[0]} ({criterion.text!r})"
            raise RuleError(message("", what, f"modifiers of {criterion.code}: {allowed}"))
        return found

    def reading(self, criterion: Criterion, section: str) -> Reading:
        """Return what a tie-break needs to know of the version."""
        admission = self.admits(criterion, section)
        clauses = self.clauses(section)
        count = admission.cut_count or next(c.reads for c in clauses if c.name == "cut-count")
        if count != "as-asked" and max(criterion.low, criterion.high) > 1:
            what = f"{self.name} counts the cuts itself ({count}), {criterion.text!r} asks for a number"
            raise RuleError(message("", what, f"{criterion.code}/C or {criterion.code}/M without one"))
        return Reading(clauses, criterion, count, admission.article, admission.reads)


# ---------------------------------------------------------------- finding


@cache
def _files() -> dict[str, Path]:
    """Return the page of each version of the package; a page has the name of its file."""
    return {path.stem: path for path in sorted(Path(__file__).parent.glob("*.toml"))}


@cache
def _page(name: str) -> RuleVersion:
    from chesstb.rules.page import load  # noqa: PLC0415 - the loader needs the classes above

    return load(_files()[name])


@cache
def _pages() -> dict[str, RuleVersion]:
    """Load every page of the package, oldest first, those outside the FIDE line last."""
    pages = [_page(name) for name in _files()]
    pages.sort(key=lambda page: (page.effective is None, page.effective or dt.date.max, page.name))
    return {page.name: page for page in pages}


def names() -> list[str]:
    """Return the names of all rule versions, oldest FIDE version first.

    Examples
    --------
    >>> from chesstb import rules
    >>> "fide-2026" in rules.names()
    True
    """
    return list(_pages())


def pages() -> list[RuleVersion]:
    """Return all rule versions of the package."""
    return list(_pages().values())


def rules(which: str | Path | RuleVersion) -> RuleVersion:
    """Return a rule version by name, alias, or path to a page of one's own.

    Raises
    ------
    RuleError
        There is no such version, or the page is not complete.

    Examples
    --------
    >>> rules("fide-2019").name
    'fide-2009'
    """
    if isinstance(which, RuleVersion):
        return which
    given: object = which
    if not isinstance(given, str | Path):
        raise RuleError(message("", f"rules={given!r}", "one rule version: a name, a path or a RuleVersion"))
    name = str(which)
    if isinstance(which, Path) or name.endswith(".toml"):
        from chesstb.rules.page import load  # noqa: PLC0415 - see above

        return load(Path(which))
    wanted = name.strip().lower().replace("_", "-")
    if wanted in _files():  # the other pages are not needed
        return _page(wanted)
    for page in pages():
        if wanted in page.aliases:
            return page
    known = [*names(), *(alias for page in pages() for alias in page.aliases)]
    remedy = f"{nearest(wanted, known)} A page of your own is named by its path, ending in .toml."
    raise RuleError(message("", f"no rule version {name!r}", remedy=remedy))


def in_force(day: dt.date | None) -> RuleVersion:
    """Return the FIDE version in force on a day; the newest where the day is unknown or before all.

    Examples
    --------
    >>> import datetime as dt
    >>> in_force(dt.date(2021, 12, 28)).name
    'fide-2009'
    """
    line = [page for page in pages() if page.effective]
    past = [page for page in line if day and page.effective and page.effective <= day]
    return past[-1] if past else line[-1]


def page_text(which: str | Path) -> str:
    """Return a version's page as it is written, by name, alias or path."""
    page = rules(which)
    own = str(which).endswith(".toml")
    path = Path(which) if own else Path(__file__).parent / f"{page.name}.toml"
    return path.read_text(encoding="utf-8").rstrip("\n")


# ---------------------------------------------------------------- comparing


def changes(a: str | Path | RuleVersion, b: str | Path | RuleVersion) -> list[dict[str, str]]:
    """Return what two versions say differently: one row per clause or tie-break and system."""
    one, two = rules(a), rules(b)
    rows: list[dict[str, str]] = []
    for section in SECTIONS:
        for mine, theirs in zip(one.clauses(section), two.clauses(section), strict=True):
            if mine.reads != theirs.reads:
                rows.append(
                    _change(mine.name, section, mine.reads, theirs.reads, mine.article, theirs.article)
                )
    codes = dict.fromkeys([a.code for a in one.tiebreaks] + [b.code for b in two.tiebreaks])
    for section in SECTIONS:
        for code in codes:
            says = [_said_of(page.admission(code), section) for page in (one, two)]
            if says[0] != says[1]:
                articles = [found.article if (found := page.admission(code)) else "" for page in (one, two)]
                rows.append(_change(code, section, *says, *articles))
    return rows


def _said_of(admission: Admission | None, section: str) -> str:
    if admission is None:
        return "not defined"
    if admission.banned_in == section:
        return "banned"
    words = [f"modifiers {' '.join(admission.modifiers)}"] * bool(admission.modifiers)
    words += [word for word in (admission.cut_count, admission.reads) if word]
    return ", ".join(["defined", *words])


def _change(clause: str, system: str, a: str, b: str, article_a: str, article_b: str) -> dict[str, str]:
    return {
        "clause": clause,
        "system": system,
        "a": a,
        "b": b,
        "article_a": article_a,
        "article_b": article_b,
    }
