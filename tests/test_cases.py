"""Every worked example of tests/cases, under every rule version it names."""

from __future__ import annotations

import math
from functools import cache

import pandas as pd
import pytest

import chesstb as tb
from tests.cases import POINTS, read_cases

CASES = {case.name: case for case in read_cases()}
# Which rule versions define a tie-break. Examples of further tie-breaks run as soon as it says so.
DEFINED = {
    row.code: {version.partition(" ")[0] for version in row.versions.split("; ")}
    for row in tb.tiebreaks().itertuples()
}


def known(rules, criterion):
    code = "BH" if criterion == "ADJ" else criterion.partition("/")[0]
    return rules in DEFINED.get(code, ())


VALUES = [
    pytest.param(name, rules, criterion, values, id=f"{name}-{rules}-{criterion}")
    for name, case in CASES.items()
    for block in case.expected
    for rules in block.rules
    for criterion, values in block.criteria.items()
    if criterion != "ADJ" and known(rules, criterion)
]
ADJUSTED = [
    pytest.param(name, rules, block.criteria["ADJ"], id=f"{name}-{rules}")
    for name, case in CASES.items()
    for block in case.expected
    for rules in block.rules
    if "ADJ" in block.criteria and known(rules, "ADJ")
]
WORKING = [
    pytest.param(name, rules, row, id=f"{name}-{rules}-{row.criterion}-{row.player}")
    for name, case in CASES.items()
    for row in case.working
    for rules in row.rules
    if known(rules, row.criterion)
]


@cache
def event(name):
    return tb.History.from_tables(**CASES[name].tables())


def same(found, expected):
    if expected is None or pd.isna(found):
        return expected is None and pd.isna(found)
    return math.isclose(found, expected, abs_tol=1e-9)


def differences(found, expected):
    return {
        player: (found[player], value) for player, value in expected.items() if not same(found[player], value)
    }


@pytest.mark.parametrize(("name", "rules", "criterion", "values"), VALUES)
def test_values(name, rules, criterion, values):
    by = "PTS" if criterion == "PTS" else f"PTS {criterion}"
    table = tb.standings(event(name), by=by, rules=rules).set_index("player")
    assert not differences(table[criterion], values), f"{CASES[name].title}: found, expected"


@pytest.mark.parametrize(("name", "rules", "values"), ADJUSTED)
def test_score_in_the_eyes_of_opponents(name, rules, values):
    rows = tb.contributions(event(name), "BH", rules=rules)
    over_the_board = rows[rows["outcome"].isin(list("1=0WDL")) & rows["opponent"].isin(list(values))]
    assert set(over_the_board["opponent"]) == set(values)
    wrong = over_the_board[over_the_board["value"] != over_the_board["opponent"].map(values)]
    assert wrong.empty, f"{CASES[name].title}\n{wrong}"


@pytest.mark.parametrize(("name", "rules", "row"), WORKING)
def test_working(name, rules, row):
    rows = tb.contributions(event(name), row.criterion, rules=rules)
    mine = rows[rows["player"] == row.player].sort_values("round")
    assert list(mine["value"]) == row.per_round
    assert sorted(mine.loc[~mine["kept"], "value"]) == row.cut


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_both_sides_of_a_crosstable_agree(case):
    partner = {"1": "0", "0": "1", "=": "=", "W": "L", "L": "W", "D": "D", "X": "X"}
    sides = {"w": "b", "b": "w", None: None}
    for player, cells in case.cells.items():
        for number, (opponent, colour, outcome) in enumerate(cells):
            if opponent is None:
                assert outcome in "HFUZ"
                continue
            back, their_colour, their_outcome = case.cells[opponent][number]
            assert (back, their_colour) == (player, sides[colour])
            assert their_outcome == partner.get(outcome) or {outcome, their_outcome} <= {"+", "-"}


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_every_case_says_what_it_is(case):
    assert case.title
    assert case.source
    assert case.note.strip()
    assert case.expected or case.working
    assert all(len(cells) <= case.rounds for cells in case.cells.values())
    totals = {player: sum(POINTS[outcome] for _, _, outcome in cells) for player, cells in case.cells.items()}
    for block in case.expected:
        assert all(totals[player] == points for player, points in block.criteria.get("PTS", {}).items())
