"""How the order of some players depends on games of others: one result changed after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .model import PAY_OF_OUTCOME, PENDING, PLAYED, Event, Row, rounds_counted, score, table
from .standings import AMONG_TIED, _among_tied, _split
from .tiebreaks import values
from .versions import parse

if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction

Order = list[list[int]]
POINTS_OF_WHITE = {"1-0": 2, "½-½": 1, "0-1": 0}
OUTCOME_OF_POINTS = {"normal": {2: "1", 1: "=", 0: "0"}, "move": {2: "W", 1: "D", 0: "L"}}


@dataclass
class Case:
    """One game with one of its results, and the order that it gives."""

    round: int
    white: int
    black: int
    result: str
    happened: bool
    order: Order
    columns: list[dict[int, Fraction | None]]


def influence(
    event: Event, version: str, codes: Sequence[str], players: list[int], rounds: Sequence[int]
) -> tuple[Order, list[Case]]:
    """The actual order, and that of every game of these rounds among others, under its three results."""
    after = max([rounds_counted(event, None), *rounds])
    level = len({score(table(event, after), i) for i in players}) == 1
    actual, _ = order_of(event, version, codes, players, after, level=level)
    cases = []
    for white, black, r in sorted(games(event, players, rounds), key=lambda game: (game[2], *game[:2])):
        for result in POINTS_OF_WHITE:
            happened = is_on_record(event, white, black, r, result)
            case = event if happened else with_result(event, white, black, r, result)
            order, columns = order_of(case, version, codes, players, after, level=level)
            cases.append(Case(r, white, black, result, happened, order, columns))
    return actual, cases


def games(event: Event, players: list[int], rounds: Sequence[int]) -> list[tuple[int, int, int]]:
    """(white, black, round) of every game, played or pending, in which none of the players sat."""
    found = []
    for (i, r), row in event.rows.items():
        j = row["opponent"]
        if r not in rounds or j is None or i > j or i in players or j in players:
            continue
        other = event.rows.get((j, r))
        if other is None or other["opponent"] != i:
            continue
        if not {row["outcome"], other["outcome"]} <= PLAYED | PENDING:
            continue
        black_first = row["colour"] == "b" or (row["colour"] is None and other["colour"] == "w")
        found.append((j, i, r) if black_first else (i, j, r))
    return found


def is_on_record(event: Event, white: int, black: int, r: int, result: str) -> bool:
    """Whether this is how the game ended."""
    halves = {"1": 2, "W": 2, "=": 1, "D": 1, "0": 0, "L": 0, "X": None}
    wanted = POINTS_OF_WHITE[result]
    mine, theirs = (halves[event.rows[i, r]["outcome"]] for i in (white, black))
    return mine == wanted and theirs == 2 - wanted


def with_result(event: Event, white: int, black: int, r: int, result: str) -> Event:
    """The event with another result of one game, a game under one move still being one."""
    rows = dict(event.rows)
    for player, halves in ((white, POINTS_OF_WHITE[result]), (black, 2 - POINTS_OF_WHITE[result])):
        old = rows[player, r]
        outcome = OUTCOME_OF_POINTS["move" if old["outcome"] in "WDL" else "normal"][halves]
        points = event.pay[PAY_OF_OUTCOME[outcome]]
        rows[player, r] = Row(opponent=old["opponent"], colour=old["colour"], outcome=outcome, points=points)
    return replace(event, rows=rows)


def order_of(
    event: Event, version: str, codes: Sequence[str], players: list[int], after: int | None, *, level: bool
) -> tuple[Order, list[dict[int, Fraction | None]]]:
    """The players in order by the codes, among all with equal points, or if not level among themselves."""
    now = table(event, after)
    if level:
        scores = {i: score(now, i) for i in now.players}
        groups = [[i for i in now.players if scores[i] == s] for s in sorted(set(scores.values()))]
    else:
        groups = [players, [i for i in now.players if i not in players]]
    columns = []
    for text in codes:
        code = parse(text)
        if code.base in AMONG_TIED:
            groups, column = _among_tied(now, version, code, groups)
        else:
            column = dict(values(now, version, code))
            groups = [part for group in groups for part in _split(group, column, code)]
        columns.append(column)
    order = [sorted(set(group) & set(players)) for group in groups]
    return [part for part in order if part], columns
