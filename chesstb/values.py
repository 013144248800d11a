"""Values of a list of criteria in turn, and what several versions have in common of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from chesstb import ranking
from chesstb.rules import Reading
from chesstb.tiebreak.own import OWN

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

    from chesstb.contribution import Values
    from chesstb.criteria import Criterion
    from chesstb.grid import Grid
    from chesstb.rules import Clause
    from chesstb.tiebreak import TieBreak

    Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Asked:
    """One criterion ready to be computed: what it is, and how the version reads it."""

    criterion: Criterion
    tiebreak: TieBreak
    reading: Reading

    @cached_property
    def same(self) -> str:
        """What items that have the same values have in common, beside the clauses that they ask for."""
        reading = self.reading
        said = self.criterion, self.tiebreak.code, reading.cut_count, reading.variant
        # a function of the user's may look at all that a reading has
        more = (reading.clauses, reading.article) if self.tiebreak.code in OWN else ()
        return repr((*said, *more))

    def part(self, grid: Grid, groups: Ints) -> tuple[Values, Ints]:
        """Return the values of a Grid's players, and what is left of their groups of tied players."""
        values = self.tiebreak.values(grid, self.reading, groups)
        return values, ranking.refine(groups, values, higher_wins=self.tiebreak.wins_high(self.reading))


@dataclass(frozen=True)
class Heard(Reading):
    """A reading that remembers which clauses it was asked for: no others can change what came of it."""

    clauses_asked: set[str] = field(default_factory=set, compare=False)

    @classmethod
    def of(cls, reading: Reading) -> Heard:
        """Return the same reading, not asked for anything yet."""
        return cls(reading.clauses, reading.criterion, reading.cut_count, reading.article, reading.variant)

    def clause(self, name: str) -> Clause:
        """Return a clause by its name."""
        self.clauses_asked.add(name)
        return super().clause(name)

    @property
    def words(self) -> dict[str, str]:
        """What it answered, by clause."""
        return {name: super(Heard, self).clause(name).reads for name in self.clauses_asked}


@dataclass(eq=False)
class Known:
    """Values of a Grid's players that several versions share: those whose clauses say the same.

    A tie-break learns from its reading alone what a version says, so two versions that answer all
    that it asked alike have the same values.
    """

    found: dict[Any, list[tuple[dict[str, str], Values]]] = field(default_factory=dict)

    def values(self, item: Asked, grid: Grid, groups: Ints, before: list[Values]) -> Values:
        """Return a criterion's values, computed at most once; ``before`` is what parted the groups."""
        key = (item.same, *map(id, before)) if item.tiebreak.among_tied else item.same
        shared = self.found.setdefault(key, [])
        for words, values in shared:
            if item.reading.takes(words):
                return values
        heard = Heard.of(item.reading)
        values = item.tiebreak.values(grid, heard, groups)
        shared.append((heard.words, values))
        return values


Parting = list[tuple["Values", bool]]
"""Values that part tied players, in order of importance, and whether the higher wins."""


def in_turn(grid: Grid, items: Iterable[Asked]) -> tuple[list[Values], Ints]:
    """Return the values of a Grid's players by a list of criteria, and the groups that it leaves tied."""
    every, groups, parting = values_in_turn(grid, items)
    return every, ranking.refine_by(groups, parting)


def values_in_turn(
    grid: Grid, items: Iterable[Asked], known: Known | None = None
) -> tuple[list[Values], Ints, Parting]:
    """Return the same values, groups of tied players, and the last of the values, which part these.

    What another version has in common with this one is taken from what is known, and added to it.
    """
    groups: Ints = grid.once("groups", lambda: ranking.groups_of(grid.event))
    every: list[Values] = []
    parting: Parting = []
    for item in items:
        if item.tiebreak.among_tied and parting:  # nobody else asks who is still tied
            groups, parting = ranking.refine_by(groups, parting), []
        if known is None:
            values = item.tiebreak.values(grid, item.reading, groups)
        else:
            values = known.values(item, grid, groups, every)
        every.append(values)
        parting.append((values, item.tiebreak.wins_high(item.reading)))
    return every, groups, parting
