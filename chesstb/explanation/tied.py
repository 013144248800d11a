"""The tied group of a group procedure: its crosstable, and the passes that part it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from chesstb.explanation.wording import listed
from chesstb.frame import Table
from chesstb.markup import NAME, Row, Sheet
from chesstb.text import number
from chesstb.tiebreak.encounter import encounters

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.explanation.working import Working

    Ints = NDArray[np.int64]

MOST_COLUMNS: Final = 10
"""Groups up to this size are shown with a column for each of them."""


@dataclass(frozen=True, eq=False)
class Pass:
    """One look at a group that is still tied.

    Attributes
    ----------
    members : (m,) int
        Who is in it, as positions in the whole group.
    points, unmet, rank : (m,) int
        Points among them, how many of them each has not met, and the rank that follows, 0 first.
    """

    members: Ints
    points: Ints
    unmet: Ints
    rank: Ints


@dataclass(frozen=True, eq=False)
class Tied:
    """The group in which a player is tied.

    Attributes
    ----------
    work : Working
        His value.
    rows : (n,) int
        Rows of the group's players.
    points : (n, n) int
        What each took from each, in parts; repeated games are averaged.
    met : (n, n) bool
        Who has met whom.
    scale : int
        Parts in a point.
    """

    work: Working
    rows: Ints
    points: Ints
    met: NDArray[np.bool_]
    scale: int

    @property
    def is_tied(self) -> bool:
        """Whether anybody is tied with the player."""
        return len(self.rows) > 1

    @property
    def position(self) -> int:
        """The player's position in the group."""
        return int(np.flatnonzero(self.rows == self.work.at)[0])

    @cached_property
    def passes(self) -> list[Pass]:
        """The passes, each over a part that the one before left tied."""
        win = int(self.work.board.grid.win[self.work.at, 0]) * self.scale // self.work.board.grid.unit
        certain = self.work.item.reading.word("encounter-unmet") == "whatever-happens"
        found, waiting = [], [np.arange(len(self.rows))]
        while waiting:
            members = waiting.pop(0)
            if len(members) == 1:
                continue
            within = np.ix_(members, members)
            points = np.where(self.met[within], self.points[within], 0).sum(axis=1)
            unmet = len(members) - 1 - self.met[within].sum(axis=1)
            if not unmet.any():
                rank = -points
            else:
                rank = (
                    _certain(points, points + win * unmet) if certain else np.zeros(len(members), dtype=int)
                )
            ranks, rank = np.unique(rank, return_inverse=True)
            found.append(Pass(members, points, unmet, rank))
            if len(ranks) > 1:
                waiting += [members[rank == each] for each in range(len(ranks))]
        return found

    @cached_property
    def order(self) -> Ints:
        """The order within the group, from 1, shared where it is left open, (n,)."""
        ahead = np.ones(len(self.rows), dtype=np.int64)
        for one in self.passes:
            ahead[one.members] += (one.rank[:, None] > one.rank).sum(axis=1)
        return ahead

    def table(self) -> Table:
        """Return the crosstable of the group: points against each, their sum, who is not met, the order."""
        board, first = self.work.board, self.passes[0]
        numbers = board.grid.player[self.rows]
        shown = np.where(self.met, self.points / self.scale, np.nan)
        return Table(
            {
                "player": numbers,
                "name": board.known(self.rows),
                **{str(number_): shown[:, column] for column, number_ in enumerate(numbers)},
                "points": first.points / self.scale,
                "unmet": first.unmet,
                "order": self.order,
            }
        )

    def says(self) -> list[str]:
        """Return a sentence for each pass."""
        return [_pass_said(self, one) for one in self.passes]


def _certain(points: Any, outlook: Any) -> Any:
    """Rank one after the other who has more than any rival left can reach; the rest share what follows."""
    rank = np.zeros(len(points), dtype=np.int64)
    left = np.arange(len(points))
    while len(left) > 1:
        reach = np.where(np.eye(len(left), dtype=bool), -1, outlook[left]).max(axis=1)
        ahead = points[left] > reach
        if not ahead.any():
            break
        left = left[~ahead]
        rank[left] += 1
    return rank


def group_rows(work: Working) -> Ints:
    """Return the rows of those with whom a player is tied, himself among them."""
    return np.flatnonzero(work.groups == work.groups[work.at])


def tied(work: Working) -> Tied:
    """Return the group in which a player is tied before a group procedure."""
    grid, groups = work.board.grid, work.groups
    rows = group_rows(work)
    met = encounters(grid, work.item.reading, groups)
    here = groups[met.player] == groups[work.at]
    mine, theirs = np.searchsorted(rows, met.player[here]), np.searchsorted(rows, met.opponent[here])
    points = np.zeros((len(rows), len(rows)), dtype=np.int64)
    points[mine, theirs] = met.points[here]
    faced = np.zeros(points.shape, dtype=bool)
    faced[mine, theirs] = True
    return Tied(work, rows, points, faced, grid.unit * met.parts)


# ---------------------------------------------------------------- sentences


def _pass_said(group: Tied, one: Pass) -> str:
    board = group.work.board
    names = [board.short(int(row)) for row in group.rows[one.members]]
    points = [number(float(p) / group.scale) for p in one.points]
    standing = np.argsort(one.rank * 10**6 - one.points, kind="stable")
    scores = listed([f"{names[k]} with {points[k]}" for k in standing], MOST_COLUMNS)
    clause = group.work.clause("encounter-unmet")
    if not one.unmet.any():
        result = "all equal, so they stay tied" if not one.rank.any() else "all have met"
        return f"Among these {len(names)}, {result}: {scores}."
    said = f"Among these {len(names)}: {scores}. Not met: {_not_met(group, one)}."
    if clause.reads != "whatever-happens":
        return f"{said} Where not all have met nothing is decided ({clause.article})."
    ahead = [names[k] for k in standing if (one.rank == one.rank[k]).sum() == 1]
    if not ahead:
        return f"{said} Nobody stays ahead whatever the missing games give ({clause.article})."
    stay = "stays" if len(ahead) == 1 else "stay, in this order,"
    return f"{said} {listed(ahead)} {stay} ahead whatever the missing games give ({clause.article})."


def _not_met(group: Tied, one: Pass) -> str:
    """Name the pairs that have not met, by starting number."""
    apart = np.argwhere(np.triu(~group.met[np.ix_(one.members, one.members)], k=1))
    numbers = group.work.board.grid.player[group.rows[one.members]]
    return listed([f"{numbers[i]}–{numbers[j]}" for i, j in apart])


def who_is_tied(work: Working) -> str:
    """Say among whom a group procedure is made."""
    rows = group_rows(work)
    equal = listed([item.criterion.text for item in work.before]) or "the list so far"
    if len(rows) == 1:
        return f"Nobody is tied with {work.board.label(work.at)} on {equal}, so there is no order: undefined."
    names = [work.board.label(int(row), NAME) for row in rows]
    return f"Tied on {equal}: {listed(names, MOST_COLUMNS)}."


def sheet(table: Table, board_names: list[str]) -> Sheet:
    """Return the crosstable of a group to be shown; of a large group without a column for each."""
    few = len(table) <= MOST_COLUMNS
    columns = [name for name in table.columns if name != "name" and (few or not str(name).isdecimal())]
    numbers = [c for c in columns if c != "player"]
    cells = [[number(float(v)) for v in table[c]] for c in numbers]
    for k, name in enumerate(numbers):
        if name.isdecimal():  # nobody meets himself
            cells[k] = [
                "×" if str(p) == name else cell for p, cell in zip(table["player"], cells[k], strict=True)
            ]
    rows = [
        Row([str(p), name, *row]) for p, name, *row in zip(table["player"], board_names, *cells, strict=True)
    ]
    head = ["no", "name", *("not met" if n == "unmet" else n for n in numbers)]
    return Sheet(head, frozenset(head) - {"name"}, rows)


# ---------------------------------------------------------------- wins less losses


def margins(work: Working) -> Table:
    """Return wins less losses of everybody in the group, and the order that follows (34E5)."""
    rows = group_rows(work)
    margin = work.cuts.total[rows]
    order = 1 + (margin[:, None] < margin).sum(axis=1)
    names = work.board.known(rows)
    return Table({"player": work.board.grid.player[rows], "name": names, "margin": margin, "order": order})
