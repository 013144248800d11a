"""What separates players: criterion by criterion, the first that does and those before it that do not."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from chesstb import ranking
from chesstb.errors import DataError, message
from chesstb.explanation import tied
from chesstb.explanation.explained import Explanation
from chesstb.explanation.wording import listed, signed, titled
from chesstb.explanation.working import Board, board, work
from chesstb.frame import Table
from chesstb.markup import NAME, Row, Sheet
from chesstb.selection import say, settle
from chesstb.text import number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.contribution import Values
    from chesstb.lookup import Who
    from chesstb.rules import RuleVersion
    from chesstb.selection import By, Rules
    from chesstb.tables import History
    from chesstb.values import Asked

    Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Stage:
    """One criterion of a list: who is tied before it and after it, and its values.

    Attributes
    ----------
    item : Asked
        The criterion.
    before, after : (P,) int64
        Groups; lower numbers stand higher.
    values : Values
        The values of all players.
    """

    item: Asked
    before: Ints
    after: Ints
    values: Values

    def shown(self, row: int) -> float:
        """Return a player's value as a number, NaN where it is undefined."""
        return float(self.values.shown[row])

    def tied(self, one: int, other: int) -> int:
        """Return how many were still tied with these two, 0 where they were apart already."""
        together = self.before[one] == self.before[other]
        return int((self.before == self.before[one]).sum()) if together else 0

    def separates(self, one: int, other: int) -> bool:
        """Say whether it is this criterion that separates two players."""
        return bool(self.tied(one, other) and self.after[one] != self.after[other])

    def difference(self, one: int, other: int) -> float:
        """Return how much more a player has; NaN where the values cannot be compared."""
        undefined = math.isnan(self.shown(one)) or math.isnan(self.shown(other))
        if undefined or (self.item.tiebreak.among_tied and not self.tied(one, other)):
            return math.nan
        return float(
            Fraction(int(self.values.number[one]) - int(self.values.number[other]), self.values.scale)
        )


def separate(history: History, players: list[Who], by: By, rules: Rules, after: int | None) -> Explanation:
    """Explain what separates players; see `chesstb.explain`."""
    wanted = settle(history, by, rules)
    say(wanted.notes)
    place = board(history, wanted, after)
    rows = [place.at(history, who) for who in players]
    if len(set(rows)) < len(rows):
        raise DataError(message("", f"players={players!r} names a player twice", "different players"))
    found = stages(place, wanted.asked_of(place.grid, history))
    version = wanted.versions[wanted.version_of[0]]
    if len(rows) > 2:
        rows.sort(key=lambda row: (int(found[-1].after[row]), row))
    pairs = list(pairwise(rows))
    parts = [_pair(place, found, version, *pair) for pair in pairs]
    table = Table(pd.concat([table for table, _ in parts], ignore_index=True))
    place.grid.memo.clear()
    names = listed([place.label(row) for row in rows], 30)
    return Explanation(
        title=f"What separates {names}, by {version.name}",
        event=f"{place.said()} Ranked by {listed(wanted.columns, 30)}.",
        table=table,
        value=None,
        total=None,
        shown=[block for _, blocks in parts for block in blocks],
        notes=wanted.notes,
    )


def stages(place: Board, items: list[Asked]) -> list[Stage]:
    """Return the criteria of a list with who is tied before and after each."""
    found = []
    groups = ranking.rank(place.grid.event, [])
    for item in items:
        values, finer = item.part(place.grid, groups)
        found.append(Stage(item, groups, finer, values))
        groups = finer
    return found


def _pair(
    place: Board, found: list[Stage], version: RuleVersion, one: int, other: int
) -> tuple[Table, list[str | Sheet]]:
    """Return the table of one pair, and what is shown of it."""
    numbers = place.grid.player
    table = Table(
        {
            "player": np.full(len(found), numbers[one]),
            "other": np.full(len(found), numbers[other]),
            "criterion": [stage.item.criterion.text for stage in found],
            "value": [stage.shown(one) for stage in found],
            "other_value": [stage.shown(other) for stage in found],
            "difference": [stage.difference(one, other) for stage in found],
            "tied": [stage.tied(one, other) for stage in found],
            "separates": [stage.separates(one, other) for stage in found],
        }
    )
    sheet = _sheet(place, found, table, one, other)
    blocks: list[str | Sheet] = [*_verdict(place, found, one, other), sheet]
    for k, stage in enumerate(found):
        if stage.item.tiebreak.ranks and stage.tied(one, other):
            items = [earlier.item for earlier in found[: k + 1]]
            working = work(place, one, [], version, items)
            blocks += _group(place, working, stage)
    return table, blocks


def _group(place: Board, working: Any, stage: Stage) -> list[str | Sheet]:
    """Return what is shown of a group procedure in which the two are tied."""
    rows = np.flatnonzero(stage.before == stage.before[working.at])
    names = [place.short(int(row)) for row in rows]
    start = f"{stage.item.criterion.text}. {tied.who_is_tied(working)}"
    if stage.item.tiebreak.way == "encounter":
        group = tied.tied(working)
        return [start, *group.says(), tied.sheet(group.table(), names)]
    return [start, tied.sheet(tied.margins(working), names)]


# ---------------------------------------------------------------- what is said


def _verdict(place: Board, found: list[Stage], one: int, other: int) -> list[str]:
    """Say what separates two players, and what does not."""
    deciding = next((stage for stage in found if stage.separates(one, other)), None)
    before = found if deciding is None else found[: found.index(deciding)]
    equal = listed([stage.item.criterion.text for stage in before], 30)
    labels = f"{place.label(one)} and {place.label(other)}"
    if deciding is None:
        ahead = int((found[-1].after < found[-1].after[one]).sum())
        return [f"Nothing in the list separates {labels}: they share place {ahead + 1}. Equal: {equal}."]
    says = [_said(place, deciding, one, other)]
    if before:
        says.append(f"Before it, {equal} {'do' if len(before) > 1 else 'does'} not separate them.")
    return says


def _said(place: Board, stage: Stage, one: int, other: int) -> str:
    """Say by how much a criterion separates two players."""
    if stage.after[one] > stage.after[other]:
        one, other = other, one
    name = titled(stage.item.criterion, stage.item.tiebreak.title)
    mine, theirs = stage.shown(one), stage.shown(other)
    start = f"{name} separates them: {place.label(one)} is ahead"
    if stage.item.tiebreak.among_tied:
        among = f"of the {stage.tied(one, other)} still tied"
        return f"{start}, number {number(mine)} against number {number(theirs)} {among}."
    if math.isnan(theirs):
        return f"{start} with {number(mine)}; the other has none, which ranks last."
    more = stage.difference(one, other)
    word = f"{number(abs(more))} {'more' if more > 0 else 'less'}"
    lower = "" if stage.item.tiebreak.wins_high(stage.item.reading) else ", and the lower goes first"
    return f"{start} with {number(mine)} against {number(theirs)}, {word}{lower}."


def _sheet(place: Board, found: list[Stage], table: Table, one: int, other: int) -> Sheet:
    """Return the criteria to be shown."""
    verdicts = []
    open_ = True
    for stage, separates in zip(found, table["separates"], strict=True):
        verdict = _verdict_cell(stage, one, other, separates=separates, reached=open_)
        name = titled(stage.item.criterion, stage.item.tiebreak.title).rpartition(" (")[0]
        verdicts.append(f"{name}: {verdict}")
        open_ = open_ and not separates
    head = ["criterion", place.label(one, NAME), place.label(other, NAME), "difference", ""]
    columns = [
        list(table["criterion"]),
        [number(v) for v in table["value"]],
        [number(v) for v in table["other_value"]],
        [signed(v) for v in table["difference"]],
        verdicts,
    ]
    rows = [Row(row) for row in zip(*columns, strict=True)]
    return Sheet(head, frozenset(head[1:4]), rows)


def _verdict_cell(stage: Stage, one: int, other: int, *, separates: bool, reached: bool) -> str:
    if not reached:
        return "not asked any more"
    if separates:
        return "separates them"
    if math.isnan(stage.shown(one)) and math.isnan(stage.shown(other)):
        return "undefined for both"
    tied_before = stage.tied(one, other)
    if stage.item.tiebreak.among_tied:
        return f"leaves them tied, of {tied_before}"
    return "equal"
