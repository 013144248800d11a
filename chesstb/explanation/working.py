"""The working of one player's value: every array that it is made of, under one rule version."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from chesstb.contribution import Contributions, Reason, Values, told
from chesstb.cuts import Cut, cut
from chesstb.encoding import grids
from chesstb.grid import NOBODY, Grid
from chesstb.lookup import only_event, player_number
from chesstb.markup import NAME, one_line
from chesstb.outcomes import OUTCOMES
from chesstb.selection import Call, asked
from chesstb.standing import round_number, sentences
from chesstb.text import number
from chesstb.values import Asked, in_turn

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.criteria import Criterion
    from chesstb.lookup import Who
    from chesstb.rules import Clause, RuleVersion
    from chesstb.tables import History

    Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Board:
    """The only event of a History as a Grid, with the names of its players.

    Attributes
    ----------
    grid : Grid
        The event.
    names : (P,) str
        The names of the Grid's players; empty where there is none.
    event : str
        Name of the event, else its key.
    """

    grid: Grid
    names: Any
    event: str

    @property
    def played(self) -> Grid:
        """The Grid as it was played, with the games that count for nobody."""
        return self.grid.recorded or self.grid

    def at(self, history: History, who: Who) -> int:
        """Return the row of a player."""
        return int(np.flatnonzero(self.grid.player == player_number(history, who))[0])

    def label(self, row: int, longest: int = 0) -> str:
        """Return number and name of the player of a row."""
        name = one_line(self.names[row], longest)
        return f"{self.grid.player[row]} {name}" if name else f"player {self.grid.player[row]}"

    def short(self, row: int) -> str:
        """Return the name alone, cut to the width of a cell; without one, the number."""
        return one_line(self.names[row], NAME) or f"player {self.grid.player[row]}"

    def known(self, rows: Any) -> Any:
        """Return the names of some rows, null for `NOBODY` and where there is none."""
        names = pd.Series(np.where(rows != NOBODY, self.names[rows], ""), dtype="str")
        return names.mask(names == "")

    def said(self) -> str:
        """Name the event, and how far it is counted."""
        rounds = self.grid.rounds
        return f"{self.event}, {rounds} round{'s' * (rounds != 1)} counted."

    def points(self, units: Any) -> str:
        """Write a number of units as points."""
        return number(float(units) / self.grid.unit)


def board(history: History, wanted: Call, after: int | None) -> Board:
    """Return the only event of a History as it stands after a round.

    Raises
    ------
    DataError
        There is no event, there are several, or nobody is in it.
    """
    key = only_event(history)
    found = grids(history, round_number(after), wanted.kind)
    if not found:
        player_number(history, 1)  # says that nobody is listed
    names = history.players["name"].fillna("").to_numpy(dtype=object)
    title: Any = history.tournaments["name"].iloc[0]
    return Board(found[0], names[found[0].row], one_line(title if isinstance(title, str) else key))


def still_tied(grid: Grid, before: list[Asked]) -> Ints:
    """Return the groups that a list of criteria leaves, (P,)."""
    return in_turn(grid, before)[1]


@dataclass(frozen=True, eq=False)
class Working:
    """One player's value under one version.

    Attributes
    ----------
    board : Board
        The event.
    at : int
        The player's row.
    item : Asked
        The criterion as the version reads it.
    before : list of Asked
        The criteria before it, which say who is still tied.
    version : RuleVersion
        The version.
    groups : (P,) int64
        Who is still tied.
    found : Contributions
        What every round adds.
    cuts : Cut
        What is left after the cuts.
    all_values : Values
        The values of all players.
    """

    board: Board
    at: int
    item: Asked
    before: list[Asked]
    version: RuleVersion
    groups: Ints
    found: Contributions
    cuts: Cut
    all_values: Values

    @property
    def rounds(self) -> int:
        """Rounds counted."""
        return self.board.grid.rounds

    @cached_property
    def seen(self) -> Grid:
        """The Grid on which the tie-break is computed: in a Fore Buchholz not the real one."""
        other = self.item.tiebreak.crosstable
        return self.board.grid if other is None else other(self.board.grid)

    @property
    def value(self) -> float:
        """The value as `standings` gives it; NaN where it is undefined."""
        return float(self.all_values.shown[self.at])

    @property
    def defined(self) -> bool:
        """Whether there can be a value at all: ratings are known where they are needed, his games count."""
        excluded = self.board.grid.excluded
        if excluded is not None and excluded[self.at]:
            return False
        return self.found.defined is None or bool(self.found.defined[self.at])

    @cached_property
    def element(self) -> NDArray[np.bool_]:
        """Rounds that are there to be counted or cut, (R,)."""
        there = np.True_ if self.found.element is None else self.found.element
        mine: NDArray[np.bool_] = np.broadcast_to(there, self.board.grid.shape)[self.at] & ~self.excluded
        return mine

    @property
    def excluded(self) -> NDArray[np.bool_]:
        """Rounds with a game that counts for nobody and that add nothing, (R,)."""
        struck = self.board.grid.struck
        none: NDArray[np.bool_] = np.zeros(self.rounds, dtype=bool)
        if struck is None:
            return none
        nothing: NDArray[np.bool_] = np.broadcast_to(self.found.value == 0, struck.shape)[self.at]
        both: NDArray[np.bool_] = struck[self.at] & nothing
        return both

    @cached_property
    def kept(self) -> NDArray[np.bool_]:
        """Rounds that are left, (R,)."""
        kept: NDArray[np.bool_] = self.cuts.kept(self.found)[self.at] & ~self.excluded
        return kept

    @property
    def struck(self) -> NDArray[np.bool_]:
        """Rounds that were cut, (R,)."""
        return self.element & ~self.kept

    @cached_property
    def contributed(self) -> Ints:
        """What each round adds, in parts of a whole, 0 where it is no element, (R,)."""
        value: Ints = np.broadcast_to(self.found.value, self.board.grid.shape)[self.at].astype(np.int64)
        return np.where(self.element, value, 0)

    @property
    def extra(self) -> Fraction:
        """What belongs to no round."""
        return Fraction(0 if self.found.extra is None else int(self.found.extra[self.at]), self.found.scale)

    @cached_property
    def reasons(self) -> NDArray[np.int8]:
        """Why each round counts what it counts, the cuts left aside, (R,)."""
        why = (self.found.reason or told(self.element[None, :]))()
        reasons: NDArray[np.int8] = np.asarray(why)
        if reasons.ndim < 2 or len(reasons) == 1:
            reasons = np.broadcast_to(reasons, (1, self.rounds))
            return self._unless_struck(reasons[0])
        return self._unless_struck(reasons[self.at])

    def _unless_struck(self, reasons: Any) -> NDArray[np.int8]:
        """Return the reasons of rounds, another where the game counts for nobody."""
        by_rule = self.board.grid.by_rule
        if by_rule is None:
            return np.asarray(reasons, dtype=np.int8)
        why = np.where(by_rule[self.at], Reason.EXCLUDED, Reason.EXCLUDED_BY_DECISION)
        return np.where(self.excluded, why, reasons).astype(np.int8)

    @cached_property
    def reasons_after(self) -> NDArray[np.int8]:
        """The same, the cuts included, (R,)."""
        return self._unless_struck(self.cuts.reasons(self.found)[self.at])

    @cached_property
    def said(self) -> pd.DataFrame:
        """Article and sentence of every reason."""
        return sentences(self.item)

    def article(self, reason: int) -> str:
        """Return the article of a reason."""
        return str(self.said["article"].iloc[reason])

    def sentence(self, reason: int) -> str:
        """Return the sentence of a reason."""
        return str(self.said["reason"].iloc[reason])

    def clause(self, name: str) -> Clause:
        """Return what the version says on a point."""
        return self.item.reading.clause(name)

    def opponent(self, round_: int) -> int:
        """Return the row of a round's opponent, `NOBODY` where none was scheduled."""
        return int(self.board.grid.opponent[self.at, round_])

    def kind(self, round_: int) -> str:
        """Say what kind of round it was, in the words of the Handbook."""
        words = OUTCOMES[int(self.board.grid.outcome[self.at, round_])].title
        if self.board.grid.free[self.at, round_]:
            return "free round"
        return words.partition(" or ")[0] if self.opponent(round_) == NOBODY else words


def work(
    place: Board, at: int, criteria: list[Criterion], version: RuleVersion, items: list[Asked] | None = None
) -> Working:
    """Return the working of the last of some criteria; those before it say who is still tied.

    Raises
    ------
    CriterionError, RuleError
        A tie-break does not exist, or the version does not admit it.
    """
    grid = place.grid
    *before, item = items or asked(criteria, version, grid.section)
    groups = still_tied(grid, before)
    found = item.tiebreak.contributions(grid, item.reading, groups)
    cuts = cut(found, grid, item.reading)
    values = item.tiebreak.values(grid, item.reading, groups)
    return Working(place, at, item, before, version, groups, found, cuts, values)


CUTS = (Reason.CUT_LOWEST, Reason.CUT_VOLUNTARY, Reason.CUT_HIGHEST)
