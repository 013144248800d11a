"""Why a player stands elsewhere under another variant: one thing exchanged after another."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chesstb import ranking
from chesstb.errors import ChesstbError
from chesstb.rules.steps import DEFINITION, steps
from chesstb.rules.vocabulary import SECTIONS
from chesstb.selection import asked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from chesstb.grid import Bools, Grid
    from chesstb.rules import RuleVersion
    from chesstb.rules.steps import Step
    from chesstb.values import Asked

Ints = NDArray[np.int64]


class Ranked:
    """The players of a Grid ranked by a list of criteria: what stands after each of them.

    Attributes
    ----------
    place, sharing : (K, P) int64
        Place so far and how many share it, after each of the K criteria.
    shown : list of (P,) float64
        Values by each criterion.
    """

    def __init__(self, grid: Grid, items: list[Asked]) -> None:
        groups = ranking.rank(grid.event, [])
        places, sharing = [], []
        self.shown: list[NDArray[np.float64]] = []
        for item in items:
            values, groups = item.part(grid, groups)
            places.append(ranking.places(grid.event, groups))
            sharing.append(np.bincount(groups)[groups])
            self.shown.append(values.shown)
        self.place, self.sharing = np.stack(places), np.stack(sharing)

    def differs(self, other: Ranked) -> Bools:
        """Return who stands elsewhere in the end, or shares his place with more or fewer, (P,)."""
        differs: Bools = (self.place[-1] != other.place[-1]) | (self.sharing[-1] != other.sharing[-1])
        return differs

    def first_difference(self, other: Ranked) -> Ints:
        """Return the number of the first criterion after which each player stands elsewhere, (P,).

        It is that of the last criterion where there is none.
        """
        longest = max(len(self.place), len(other.place))
        found = np.full(self.place.shape[1], longest - 1)
        for k in reversed(range(longest)):
            i, j = min(k, len(self.place) - 1), min(k, len(other.place) - 1)
            here = (self.place[i] != other.place[j]) | (self.sharing[i] != other.sharing[j])
            found[here] = k
        return found


class Rankings:
    """The players of a Grid under many readings, each computed once."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self._known: dict[Any, Ranked] = {}

    def of(self, items: list[Asked]) -> Ranked:
        """Return the players ranked by a list; versions that say the same in other articles share it."""
        key = tuple(
            (item.criterion, *_definition(item), *(clause.reads for clause in item.reading.clauses))
            for item in items
        )
        if key not in self._known:
            self._known[key] = Ranked(self.grid, items)
        return self._known[key]


class Cause(NamedTuple):
    """What made the first difference.

    Attributes
    ----------
    because : str
        The whole in words.
    criterion, clause, article : str
        The criterion after which it showed; the clause of the rules, and where it stands; the clause
        is empty where the lists of criteria differ.
    """

    because: str
    criterion: str
    clause: str
    article: str


NONE = Cause("", "", "", "")


@dataclass
class Causes:
    """Every cause that was met, by number; 0 is none."""

    known: dict[Cause, int] = field(default_factory=lambda: {NONE: 0})

    def number(self, cause: Cause) -> int:
        """Return the number of a cause."""
        return self.known.setdefault(cause, len(self.known))


class Stage(NamedTuple):
    """A stop on the way from the baseline to a variant.

    Attributes
    ----------
    ranked : callable
        Returns the standings after it.
    cause : callable
        Number of a criterion of the list to the cause that it shows.
    """

    ranked: Callable[[], Ranked]
    cause: Callable[[int], Cause]


def find(baseline: Ranked, variant: Ranked, way: Iterator[Stage], causes: Causes) -> NDArray[np.int32]:
    """Return the number of the cause of each player who stands elsewhere, 0 of the others, (P,).

    It is the first stage after which the player's place, or how many share it, is another than in
    the baseline; and the first criterion at which that stage made a difference to him.
    """
    found = np.zeros(variant.place.shape[1], dtype=np.int32)
    waiting = variant.differs(baseline)
    before = baseline
    while waiting.any():
        stage = next(way)
        after = stage.ranked()
        here = waiting & after.differs(baseline)
        criterion = before.first_difference(after)
        for k in np.unique(criterion[here]):
            found[here & (criterion == k)] = causes.number(stage.cause(int(k)))
        waiting &= ~here
        before = after
    return found


class Way:
    """The way from a baseline to a variant, for the events of a Grid.

    First the clauses are exchanged, one after another, as far as the other version admits the list
    of the baseline; then the list. What changes nothing here (a clause with the same word in this
    system) is no stage.
    """

    def __init__(
        self, versions: tuple[RuleVersion, RuleVersion], lists: tuple[list[Asked], list[Asked]]
    ) -> None:
        self.version, self.target = versions
        self.before, self.after = lists

    def stages(self, rankings: Rankings) -> Iterator[Stage]:
        """Go through the stages."""
        section = rankings.grid.section
        same_list = [a.criterion for a in self.before] == [b.criterion for b in self.after]
        for step, items in self.clauses(section):
            yield Stage(partial(rankings.of, items), _by_clause(step, items, section))
        if not same_list:
            yield Stage(partial(rankings.of, self.after), self._by_list)

    def clauses(self, section: str) -> list[tuple[Step, list[Asked]]]:
        """Return the steps that say something else in this section, each with the list as then read."""
        criteria = [item.criterion for item in self.before]
        found: list[tuple[Step, list[Asked]]] = []
        if not _admits(self.target, self.before, section):
            return found
        previous, refused = self.before, False
        for step in steps(self.version, self.target):
            if step.now and _word(step.was, section) == _word(step.now, section):
                continue
            try:
                items = asked(criteria, step.version, section)
            except ChesstbError:  # half of one version and half of another: the next step answers for it
                refused = True
                continue
            if step.now or refused or [_definition(i) for i in items] != [_definition(i) for i in previous]:
                found.append((step, items))
                previous, refused = items, False
        return found

    def _by_list(self, k: int) -> Cause:
        """Say which criterion of the list made the difference."""
        if k < len(self.after):
            item = self.after[k]
            return Cause(item.criterion.text, item.criterion.text, "", item.reading.article)
        item = self.before[k]
        return Cause(f"without {item.criterion.text}", item.criterion.text, "", item.reading.article)


def _by_clause(step: Step, items: list[Asked], section: str) -> Callable[[int], Cause]:
    """Return the cause of a step for each criterion."""

    def cause(k: int) -> Cause:
        item = items[k]
        article = item.reading.article if step.clause == DEFINITION else step.article(section)
        text = item.criterion.text
        where = f" ({article})" * (article not in ("", "-"))  # a page without a text has no articles
        return Cause(f"{text}: {step.clause}{where}", text, step.clause, article)

    return cause


def _admits(version: RuleVersion, items: list[Asked], section: str) -> bool:
    try:
        asked([item.criterion for item in items], version, section)
    except ChesstbError:
        return False
    return True


def _word(clauses: Any, section: str) -> str:
    word: str = clauses[SECTIONS.index(section)].reads
    return word


def _definition(item: Asked) -> tuple[str, str]:
    """Return what of a reading is said by the definition of the tie-break, besides the clauses."""
    return item.reading.cut_count, item.reading.variant
