"""What a published column might be: every criterion of every rule version, each reading once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Final

import numpy as np

from chesstb.criteria import parse
from chesstb.errors import ChesstbError
from chesstb.selection import asked
from chesstb.tiebreak import REGISTRY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from chesstb.grid import Grid
    from chesstb.rules import Admission, RuleVersion
    from chesstb.values import Asked

CUTS: Final = {"C": ("/C1", "/C2", "/C3"), "M": ("/M1", "/M2")}
"""Cuts that are tried, by the modifier that a version has to admit."""

LIMITS: Final = ("", "/L+1", "/L+2", "/L-1", "/L-2", "/L40", "/L60")
"""Limits of Koya that are tried."""

SWITCHES: Final = ("P", "F")
"""Modifiers that are tried with and without. R turns an order and leaves the values as they are."""

UNRATED: Final = (1000, 1200, 1400)
"""Ratings that are tried for the unrated, besides the printed one and the lowest of the event."""


@dataclass(frozen=True)
class Candidate:
    """One criterion in one reading.

    Attributes
    ----------
    text : str
        The criterion; where ``fills`` is set, without the rating of the unrated.
    item : Asked
        The criterion as its versions read it.
    versions : tuple of int
        The versions that read it so: their numbers in the list that was asked for.
    fills : bool
        Whether the unrated are given a rating.
    """

    text: str
    item: Asked
    versions: tuple[int, ...]
    fills: bool = False


@cache
def candidates(
    pages: tuple[RuleVersion, ...], section: str, named: tuple[str, ...] = ()
) -> tuple[Candidate, ...]:
    """Return every candidate of some rule versions in Swiss tournaments or round robins.

    Versions that read a criterion alike, word by word, are one candidate.

    Parameters
    ----------
    pages : tuple of RuleVersion
        The versions.
    section : str
        ``swiss`` or ``round-robin``.
    named : tuple of str
        Further criteria, which the source names, without ratings of the unrated.

    Examples
    --------
    >>> from chesstb import rules
    >>> found = candidates((rules.rules("fide-2009"), rules.rules("fide-2026")), "swiss")
    >>> [(c.text, c.versions) for c in found if c.text in ("BH/C1", "PS", "WIN")]
    [('WIN', (0,)), ('PS', (0,)), ('BH/C1', (0,)), ('WIN', (1,)), ('PS', (1,)), ('BH/C1', (1,))]
    """
    found: dict[object, Candidate] = {}
    for number, page in enumerate(pages):
        for text, fills in _all_texts(page, named):
            item = _item(text, page, section)
            if item is None:
                continue
            words = tuple(clause.reads for clause in item.reading.clauses)
            key = (text, fills, words, item.reading.cut_count, item.reading.variant)
            before = found.get(key, Candidate(text, item, (), fills))
            found[key] = replace(before, versions=(*before.versions, number))
    return tuple(found.values())


def _item(text: str, page: RuleVersion, section: str) -> Asked | None:
    try:
        return asked(parse(text), page, section)[0]
    except ChesstbError:  # not defined, banned in this system, or the version counts the cuts itself
        return None


def _all_texts(page: RuleVersion, named: tuple[str, ...]) -> dict[tuple[str, bool], None]:
    """Return every criterion that is tried under a version, each once."""
    texts = [pair for admission in page.tiebreaks for pair in _texts(admission)]
    for text in named:
        admission = page.admission(parse(text)[0].code)
        if admission:
            texts += [(text, fills) for fills in (False, True)[: 1 + ("U" in admission.modifiers)]]
    return dict.fromkeys(texts)


def _texts(admission: Admission) -> Iterator[tuple[str, bool]]:
    """Return a tie-break with every combination of modifiers, and whether the unrated are given a rating."""
    letters = admission.modifiers
    cuts = ["", *(cut for letter in letters for cut in CUTS.get(letter, ()))]
    switches = [["", f"/{letter}"] if letter in letters else [""] for letter in SWITCHES]
    limits = LIMITS if "L" in letters else ("",)
    for parts in product(cuts, *switches, limits):
        text = admission.code + "".join(parts)
        yield text, False
        if "U" in letters:
            yield text, True


def modifiers(candidate: Candidate) -> tuple[int, int]:
    """Return how much a candidate asks for: its modifiers, and its cuts and limits; less is simpler."""
    criterion = candidate.item.criterion
    return len(criterion.letters) + candidate.fills, criterion.low + criterion.high + abs(criterion.limit)


@cache
def commonness(pages: tuple[RuleVersion, ...]) -> dict[str, int]:
    """Return for each code its rank: points first, then what more versions define, then by declaration."""
    defined = {code: sum(page.admission(code) is not None for page in pages) for code in REGISTRY}
    order = sorted(REGISTRY, key=lambda code: (code != "PTS", -defined[code]))
    return {code: place for place, code in enumerate(order)}


# ---------------------------------------------------------------- the unrated


def ratings_given(grid: Grid, said: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Return the ratings that the unrated of a Grid's events may be given, one array (P,) each.

    They are `UNRATED`, the lowest rating of the event, and the printed one. 0: none here, since nobody
    in the event is unrated or another array has this rating already.

    Parameters
    ----------
    said : (P,) int
        The rating that is printed with a column of the event; 0: none.
    """
    unrated = grid.over_event(np.logical_or, grid.rating == 0)
    some = np.where(grid.rating == 0, np.iinfo(np.int32).max, grid.rating)
    lowest = grid.over_event(np.minimum, some)
    lowest = np.where(lowest == np.iinfo(np.int32).max, 0, lowest)
    given: list[NDArray[np.int64]] = []
    for rating in (*(np.full(len(grid.rating), fixed) for fixed in UNRATED), lowest, said):
        fresh = unrated & np.all([rating != other for other in given], axis=0)
        given.append(np.where(fresh, rating, 0).astype(np.int64))
    return [rating for rating in given if rating.any()]


def filled(grid: Grid, rating: NDArray[np.int64]) -> Grid:
    """Return the Grid with a rating for everybody who has none."""
    return replace(
        grid, rating=np.where(grid.rating == 0, rating, grid.rating).astype(grid.rating.dtype), memo={}
    )
