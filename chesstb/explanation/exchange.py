"""The same value under several rule versions: what each clause changes, round by round."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb.errors import RuleError
from chesstb.explanation.effects import because
from chesstb.explanation.explained import Explanation
from chesstb.explanation.totals import shown
from chesstb.explanation.wording import listed, signed, titled
from chesstb.explanation.working import Working, board, work
from chesstb.frame import Table
from chesstb.grid import NOBODY
from chesstb.markup import Row, Sheet
from chesstb.rules.steps import DEFINITION, steps
from chesstb.rules.vocabulary import SECTIONS
from chesstb.schema import OUTCOME
from chesstb.selection import say, settle
from chesstb.standing import with_points
from chesstb.text import letters, number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.lookup import Who
    from chesstb.rules import RuleVersion
    from chesstb.rules.steps import Step
    from chesstb.selection import By, Rules
    from chesstb.tables import History

    Ints = NDArray[np.int64]

PARTS: Final = ("a", "b", "round", "clause", "article", "difference", "because")
"""Columns of the table of what each clause changes."""


@dataclass(frozen=True, eq=False)
class Part:
    """What one clause changes in one round, in what belongs to none, or in the whole value.

    Attributes
    ----------
    a, b : str
        The versions between which it is exchanged.
    round : int
        The round, from 0; -1: none.
    clause, article : str
        The clause, and where the second version says it.
    difference : float
        What it adds; NaN where the value is undefined before or after it.
    because : str
        What it says.
    whole : bool
        Whether it is of the whole value, which is no sum of its rounds.
    """

    a: str
    b: str
    round: int
    clause: str
    article: str
    difference: float
    because: str
    whole: bool


@dataclass(frozen=True, eq=False)
class Counted:
    """What a value counts: each round 0 where it is cut; then what belongs to none; then the whole."""

    work: Working
    rounds: list[Fraction]
    extra: Fraction
    whole: Fraction | None

    @property
    def additive(self) -> bool:
        """Whether the rounds add up to the value."""
        return self.work.item.tiebreak.way == "sum"


def counted(working: Working) -> Counted:
    """Return what a working counts, exactly."""
    adds = shown(working)
    kept = np.where(working.kept, adds.number, 0)
    values, at = working.all_values, working.at
    defined = values.defined is None or bool(values.defined[at])
    whole = Fraction(int(values.number[at]), values.scale) if defined else None
    return Counted(working, [Fraction(int(n), adds.scale) for n in kept], adds.extra, whole)


# ---------------------------------------------------------------- the explanation


def across(history: History, player: Who, tiebreak: By, rules: list[Rules], after: int | None) -> Explanation:
    """Explain what rule versions change about a value; see `chesstb.explain`."""
    criteria = with_points(tiebreak)
    calls = [settle(history, criteria, each) for each in rules]
    notes = list(dict.fromkeys(note for one in calls for note in one.notes))
    say(notes)
    place = board(history, calls[0], after)
    at = place.at(history, player)
    versions = [one.versions[one.version_of[0]] for one in calls]
    workings = [work(place, at, calls[0].lists[0], version) for version in versions]
    found = [counted(working) for working in workings]
    changes = [
        part for before, then in pairwise(workings) for part in _between(before, then, calls[0].lists[0])
    ]
    names = _names(versions)
    table = _table(found, names, [part for part in changes if not part.whole])
    additive = all(one.additive for one in found)
    parts = [part for part in changes if part.whole != additive]
    sheet, legend = _sheet(table, names, found)
    blocks: list[str | Sheet] = [*_verdict(found, names), *legend, sheet, *_causes(found, parts)]
    place.grid.memo.clear()
    item = workings[0].item
    return Explanation(
        title=f"{titled(item.criterion, item.tiebreak.title)} of {place.label(at)} by {listed(names)}",
        event=place.said(),
        table=table,
        value=_value(found),
        total=_total(table, parts, found),
        shown=blocks,
        parts=_parts_table(parts),
        notes=notes,
    )


def _names(versions: list[RuleVersion]) -> list[str]:
    """Return a name for each version, one that comes again with a number behind it."""
    seen: dict[str, int] = {}
    names = []
    for version in versions:
        seen[version.name] = seen.get(version.name, 0) + 1
        names.append(f"{version.name} ({seen[version.name]})" if seen[version.name] > 1 else version.name)
    return names


def _difference(one: Fraction | None, other: Fraction | None) -> Fraction | None:
    return None if one is None or other is None else other - one


def _as_float(value: Fraction | None) -> float:
    return math.nan if value is None else float(value)


def _value(found: list[Counted]) -> float:
    """Return what the last version gives less what the first one gives; NaN where any leaves it undefined."""
    undefined = any(one.whole is None for one in found)
    return math.nan if undefined else _as_float(_difference(found[0].whole, found[-1].whole))


def _total(table: Table, parts: list[Part], found: list[Counted]) -> float:
    """Return the whole difference as the table's rounds, or else the clauses, add it up."""
    additive = all(one.additive for one in found)
    terms = list(table["difference"]) if additive else [part.difference for part in parts]
    if math.isnan(_value(found)):
        return math.nan
    exact = sum((Fraction(term).limit_denominator(10**6) for term in terms), Fraction(0))
    return float(exact)


# ---------------------------------------------------------------- clause by clause


def _between(first: Working, last: Working, criteria: Any) -> list[Part]:
    """Return what each clause changes on the way from one version to the next."""
    section = first.board.grid.section
    parts: list[Part] = []
    before = first
    skipped: list[str] = []
    for step in steps(first.version, last.version):
        if step.was and step.was[SECTIONS.index(section)].reads == step.now[SECTIONS.index(section)].reads:
            continue
        then = last if step.clause == DEFINITION else _half_way(first, criteria, step)
        if then is None:
            skipped.append(step.clause)
            continue
        parts += _changed(before, then, step, (first.version.name, last.version.name), skipped)
        before, skipped = then, []
    return parts


def _half_way(first: Working, criteria: Any, step: Step) -> Working | None:
    """Return the working under a version on the way; None where the next clause has to answer for it.

    A half-way version may not admit what both ends do, or leave undefined what both define.
    """
    try:
        found = work(first.board, first.at, criteria, step.version)
    except RuleError:
        return None
    return None if counted(found).whole is None and counted(first).whole is not None else found


def _changed(
    before: Working, then: Working, step: Step, versions: tuple[str, str], skipped: list[str]
) -> list[Part]:
    """Return what one step changes, by round; of a value that is no sum also as a whole."""
    a, b = counted(before), counted(then)
    pairs = enumerate(zip([*a.rounds, a.extra], [*b.rounds, b.extra], strict=True))
    terms: list[tuple[int, Fraction | None, bool]] = [
        (k if k < len(a.rounds) else -1, y - x, False) for k, (x, y) in pairs if x != y
    ]
    if not a.additive and a.whole != b.whole:
        terms.append((-1, _difference(a.whole, b.whole), True))
    clause = ", ".join([*skipped, step.clause])
    parts = []
    for round_, term, whole in terms:
        difference = _as_float(term)
        article, words = because(before, then, step, round_)
        says = f"{article} {words}: {signed(difference) if term is not None else 'undefined'}"
        parts.append(Part(*versions, round_, clause, article, difference, says, whole))
    return parts


# ---------------------------------------------------------------- tables


def _table(found: list[Counted], names: list[str], parts: list[Part]) -> Table:
    """Return what every round counts under every version."""
    first = found[0].work
    grid, at, rounds = first.board.played, first.at, first.rounds
    more = int(any(one.extra for one in found))
    columns = [[*map(float, one.rounds), *[float(one.extra)] * more] for one in found]
    exact = [[*one.rounds, *[one.extra] * more] for one in (found[0], found[-1])]
    opponent = np.append(grid.opponent[at], [NOBODY] * more).astype(int)
    there = opponent != NOBODY
    several = len(found) > 2
    reasons = [_said(parts, k if k < rounds else -1, several=several) for k in range(rounds + more)]
    outcome = np.append(grid.outcome[at].astype(int), [-1] * more)
    table = Table(
        {
            "round": pd.array([*range(1, rounds + 1), *[None] * more], dtype="Int16"),
            "opponent": pd.array(np.where(there, grid.player[opponent], 0), dtype="Int32"),
            "name": first.board.known(opponent),
            "outcome": pd.Categorical.from_codes(outcome.astype(int), dtype=OUTCOME),
            **{name: np.array(column, dtype=float) for name, column in zip(names, columns, strict=True)},
            "difference": np.array([float(y - x) for x, y in zip(*exact, strict=True)], dtype=float),
            "because": pd.array(reasons, dtype="str"),
        }
    )
    table["opponent"] = table["opponent"].mask(~there)
    return table


def _said(parts: list[Part], round_: int, *, several: bool) -> str:
    """Return all that changes in a round."""
    here = [part for part in parts if part.round == round_]
    if not several:
        return "; ".join(part.because for part in here)
    ways = dict.fromkeys((part.a, part.b) for part in here)
    return ". ".join(
        f"{a} to {b}: {'; '.join(part.because for part in here if (part.a, part.b) == (a, b))}"
        for a, b in ways
    )


def _parts_table(parts: list[Part]) -> Table:
    rounds = pd.array([None if part.round < 0 else part.round + 1 for part in parts], dtype="Int16")
    columns = {name: [getattr(part, name) for part in parts] for name in PARTS}
    kinds = dict.fromkeys(PARTS, "str") | {"difference": "float64", "round": "Int16"}
    return Table(pd.DataFrame(columns | {"round": rounds}).astype(kinds))


# ---------------------------------------------------------------- what is said


def _verdict(found: list[Counted], names: list[str]) -> list[str]:
    """Say the value under each version, and what lies between."""
    says = []
    for one, other, a, b in zip(found[:-1], found[1:], names[:-1], names[1:], strict=True):
        term = _difference(one.whole, other.whole)
        more = "" if term is None else f": {signed(float(term))}"
        old, new = number(_as_float(one.whole)), number(_as_float(other.whole))
        says.append(f"{old} by {a}, {new} by {b}{more}." if more else f"{_or_undefined(old, a, new, b)}.")
    if all(one.additive for one in found):
        return says
    return [*says, "The value is no sum of its rounds, so the differences of rounds do not add up to this."]


def _or_undefined(old: str, a: str, new: str, b: str) -> str:
    words = ["undefined" if value == "-" else value for value in (old, new)]
    return f"{words[0]} by {a}, {words[1]} by {b}"


def _causes(found: list[Counted], parts: list[Part]) -> list[str]:
    """Say which clause changes how much."""
    whole = [part for part in parts if part.round < 0]
    if all(one.additive for one in found):
        if parts:
            return ["Clauses are exchanged one at a time, in the order of a rule page."]
        return ["No clause changes anything in any round."]
    if not whole:
        return ["No clause changes the value."]
    return [f"As a whole: {'; '.join(part.because for part in whole)}."]


MOST_NAMES: Final = 40
"""Columns of text that the names of versions may take."""

HEAD: Final = ("round", "no", "name", "result")


def _sheet(table: Table, names: list[str], found: list[Counted]) -> tuple[Sheet, list[str]]:
    """Return the rounds to be shown; where the names of versions are too long, letters and what they mean."""
    short, legend = letters(names, MOST_NAMES), []
    if short != names:
        legend = [listed([f"{letter}: {name}" for letter, name in zip(short, names, strict=True)], 30) + "."]
    place, working = found[0].work.board, found[0].work
    rows_of = [*place.played.opponent[working.at], NOBODY][: len(table)]
    opponents = [place.short(int(r)) if r != NOBODY else "-" for r in rows_of]
    columns = [
        *(
            ["-" if gone else str(v) for v, gone in zip(table[c], table[c].isna(), strict=True)]
            for c in ("round", "opponent")
        ),
        opponents,
        ["" if gone else str(v) for v, gone in zip(table["outcome"], table["outcome"].isna(), strict=True)],
        *(_counted_cells(one, table[name]) for name, one in zip(names, found, strict=True)),
        [signed(v) for v in table["difference"]],
        list(table["because"]),
    ]
    head = [*HEAD, *short, "difference", "because"]
    values = [number(_as_float(one.whole)) for one in found]
    word = "total" if found[0].additive else "value"
    foot = ["", "", word, "", *values, signed(_value(found)), ""]
    numbers = frozenset({"round", "no", "difference", *short})
    return Sheet(head, numbers, [Row(row) for row in zip(*columns, strict=True)], foot), legend


def _counted_cells(one: Counted, column: pd.Series[float]) -> list[str]:
    """Return what a version counts, with a word where a round is cut."""
    struck = np.append(one.work.struck, [False] * (len(column) - one.work.rounds))
    return ["cut" if cut else number(v) for v, cut in zip(column, struck, strict=True)]
