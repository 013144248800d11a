"""Lists of criteria: every spelling that is read, and what is refused."""

from __future__ import annotations

import pytest

import chesstb as tb
from chesstb.criteria import parse


@pytest.mark.parametrize(
    "text", ["PTS BH/C1 SB", "PTS,BH/C1,SB", "pts, bh/c1 ,sb", "PTS;BH-C1;SB", "PTS BH#C1 SB"]
)
def test_separators_and_case_do_not_matter(text: str) -> None:
    assert [(c.code, c.low, c.high) for c in parse(text)] == [("PTS", 0, 0), ("BH", 1, 0), ("SB", 0, 0)]


def test_a_column_is_named_as_written() -> None:
    assert [c.text for c in parse("pts BH-c1")] == ["pts", "BH-c1"]


def test_lists_of_entries_are_read_too() -> None:
    assert [c.code for c in parse(["PTS", "BH/C1"])] == ["PTS", "BH"]


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("BH/C", {"code": "BH", "low": 1, "letters": "C"}),
        ("BH/M2/P", {"low": 2, "high": 2, "letters": "MP"}),
        ("BH/P/C2", {"low": 2, "high": 0, "letters": "CP"}),
        ("BH-C1-P", {"low": 1, "letters": "CP"}),
        ("KS/L+1", {"limit": 1, "percent": 0}),
        ("KS/L1", {"limit": 1}),
        ("KS/L-2", {"limit": -2}),
        ("KS/L40", {"limit": 0, "percent": 40}),
        ("TPN/R", {"letters": "R"}),
        ("ARO/U1400", {"unrated": 1400}),
        ("GE", {"code": "REP"}),
        ("SNO", {"code": "TPN"}),
        ("BH:GP/C1", {"view": "GP", "low": 1}),
    ],
)
def test_modifiers(text: str, fields: dict[str, object]) -> None:
    (criterion,) = parse(text)
    assert {name: getattr(criterion, name) for name in fields} == fields


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "an empty list of criteria"),
        ("BH/C0", "'BH/C0': modifier 'C0'; expected a number above 0"),
        ("BH/C1/C2", "'BH/C1/C2' has two modifiers of one kind"),
        ("BH/C1/M1", "two modifiers of one kind"),
        ("BH/Q", "modifier 'Q' is unknown; expected C: cut the lowest"),
        ("BH/P1", "modifier 'P1' is unknown"),
        ("KS/L", "modifier 'L' is unknown"),
        ("KS/L7", "limit 7; expected half points"),
        ("1BH", "criterion '1BH' cannot be read"),
        ("BH:XP", "criterion 'BH:XP' cannot be read"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, message: str) -> None:
    with pytest.raises(tb.CriterionError, match=message.replace("(", r"\(")):
        parse(text)


def test_an_unknown_tiebreak_is_answered_with_the_nearest() -> None:
    games = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]}
    with pytest.raises(tb.CriterionError, match="no tie-break 'BHH' .'BHH/C1'.. Did you mean 'BH'"):
        tb.standings(tb.History.from_tables(games), by="PTS BHH/C1", rules="fide-2026")
    with pytest.raises(tb.CriterionError, match="views on match or game points need a team event"):
        tb.standings(tb.History.from_tables(games), by="BH:MP", rules="fide-2026")


def test_numbers_that_no_criterion_has_are_refused_and_large_ones_cost_nothing() -> None:
    with pytest.raises(tb.CriterionError, match="is unknown"):
        parse("BH/C" + "1" * 5000)
    games = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]}
    table = tb.standings(tb.History.from_tables(games), "BH/C999999", "fide-2026")
    assert table["BH/C999999"].tolist() == [0.0, 0.0]
