"""Rule pages: found by name, by date and by path; refused with a reason; compared."""

from __future__ import annotations

import datetime as dt
import pickle
from pathlib import Path

import pandas as pd
import pytest

import chesstb as tb
from chesstb import rules as rulebook
from chesstb.criteria import parse

PAGES = Path(rulebook.__file__).parent


@pytest.mark.parametrize(
    ("day", "name"),
    [
        ("2010-01-01", "fide-2009"),
        ("2021-12-28", "fide-2009"),
        ("2024-03-31", "fide-2009"),
        ("2024-04-01", "fide-2023"),
        ("2024-07-31", "fide-2023"),
        ("2024-08-01", "fide-2024"),
        ("2026-02-28", "fide-2024"),
        ("2026-03-01", "fide-2026"),
        ("1924-03-16", "fide-2026"),
    ],
)
def test_the_version_in_force_follows_the_start_date(day: str, name: str) -> None:
    assert rulebook.in_force(dt.date.fromisoformat(day)).name == name


def test_without_a_date_the_newest_is_in_force() -> None:
    assert rulebook.in_force(None).name == "fide-2026"


def test_names_are_forgiving() -> None:
    assert rulebook.rules("FIDE_2026").name == "fide-2026"
    assert rulebook.rules("fide-2017") == rulebook.rules("fide-2009")
    assert rulebook.rules("us-chess").name == "uscf"


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(tb.RuleError, match="no rule version 'fide-2027'. Did you mean 'fide-2026'?"):
        rulebook.rules("fide-2027")


def test_versions_can_be_sent_to_other_processes() -> None:
    page = rulebook.rules("fide-2026")
    assert pickle.loads(pickle.dumps(page)) == page  # noqa: S301 - our own bytes
    assert len({page, rulebook.rules("fide-2024")}) == 2


def test_what_changed_in_2026() -> None:
    changes = tb.rule_changes("fide-2024", "fide-2026")
    said = set(changes[["clause", "system", "a", "b"]].itertuples(index=False, name=None))
    assert said == {
        ("own-unplayed", "swiss", "own-score", "own-score-capped"),
        ("forfeits-own-record", "round-robin", "played", "loss-unplayed"),
        ("forfeits-ratings", "round-robin", "played", "unplayed"),
        ("AOB", "swiss", "defined", "defined, modifiers F"),
        ("STD", "swiss", "not defined", "defined"),
        ("TPN", "swiss", "not defined", "defined, modifiers R"),
        ("RTNG", "swiss", "not defined", "defined, modifiers R U"),
        ("RTNG", "round-robin", "not defined", "defined, modifiers R U"),
        ("BH", "round-robin", "defined, modifiers C M P", "banned"),
        ("AOB", "round-robin", "defined", "banned"),
        ("FB", "round-robin", "defined, modifiers C M P", "banned"),
        ("STD", "round-robin", "not defined", "defined"),
        ("TPN", "round-robin", "not defined", "defined, modifiers R"),
    }
    assert changes.loc[0, ["article_a", "article_b"]].tolist() == ["16.4", "16.4"]


def test_2023_and_2024_have_the_same_numbers() -> None:
    assert tb.rule_changes("fide-2023", "fide-2024").empty


def test_every_version_differs_from_itself_in_nothing() -> None:
    for name in rulebook.names():
        assert tb.rule_changes(name, name).empty


def test_the_list_of_versions_has_a_row_each() -> None:
    table = tb.rule_versions().set_index("name")
    assert list(table.index) == rulebook.names()
    assert table.loc["fide-2009", "swiss own-unplayed"] == "virtual-opponent"
    assert table.loc["fide-2026", "effective"] == pd.Timestamp("2026-03-01")


@pytest.fixture
def club(tmp_path: Path) -> Path:
    path = tmp_path / "club.toml"
    page = (PAGES / "fide-2026.toml").read_text(encoding="utf-8")
    path.write_text(page.replace('reads = "own-score-capped"', 'reads = "nothing"'), encoding="utf-8")
    return path


def event() -> tb.History:
    games = {"player": [1, 2, 3], "round": [1, 1, 1], "opponent": [2, 1, None], "outcome": ["1", "0", "U"]}
    return tb.History.from_tables(games)


def test_a_page_of_ones_own_works_wherever_a_name_works(club: Path) -> None:
    by_path = tb.standings(event(), by="PTS BH", rules=club).set_index("player")["BH"]
    by_text = tb.standings(event(), by="PTS BH", rules=str(club)).set_index("player")["BH"]
    assert by_path.to_dict() == by_text.to_dict() == {1: 0.0, 2: 1.0, 3: 0.0}
    assert tb.standings(event(), by="PTS BH", rules="fide-2026").set_index("player")["BH"][3] == 0.5
    changes = tb.rule_changes("fide-2026", club)
    assert changes[["clause", "b"]].to_numpy().tolist() == [["own-unplayed", "nothing"]]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('reads = "own-score-capped"', 'reads = "own-score-caped"',
         r"\[swiss\] own-unplayed: reads = 'own-score-caped' is no word of this clause. Did you mean"),
        ("lowest-cut ", "lowest-cats ", r"\[swiss\]: unknown key 'lowest-cats'. Did you mean 'lowest-cut'"),
        ("title  ", "titel  ", r"club.toml: unknown key 'titel'. Did you mean 'title'"),
        ('KS   = { article = "9.2", modifiers = "L" }', 'KS   = { article = "9.2", modifiers = "Q" }',
         r"\[tie-breaks\] KS: modifier 'Q'"),
        ('KS   = { article = "9.2", modifiers = "L" }', 'KS   = { modifiers = "L" }', "KS: no article"),
        ("[tie-breaks]", "[tie-breaks", "cannot be read as a rule page"),
    ],
)  # fmt: skip
def test_a_wrong_page_is_refused_with_the_place(tmp_path: Path, old: str, new: str, message: str) -> None:
    page = (PAGES / "fide-2026.toml").read_text(encoding="utf-8")
    assert old in page
    (tmp_path / "club.toml").write_text(page.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(tb.RuleError, match=message):
        rulebook.rules(tmp_path / "club.toml")


def test_a_missing_page_is_refused() -> None:
    with pytest.raises(tb.RuleError, match="nowhere.toml: cannot be read as a rule page"):
        rulebook.rules("nowhere.toml")


def test_a_page_that_leaves_out_a_clause_is_refused(tmp_path: Path) -> None:
    lines = (PAGES / "uscf.toml").read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not line.startswith("cut-count")]
    (tmp_path / "club.toml").write_text("\n".join(kept), encoding="utf-8")
    with pytest.raises(tb.RuleError, match=r"\[swiss\] cut-count: missing"):
        rulebook.rules(tmp_path / "club.toml")


def test_a_ban_says_who_bans_and_what_is_allowed() -> None:
    page = rulebook.rules("fide-2026")
    (criterion,) = parse("BH/C1")
    expected = r"fide-2026 bans BH in round robins \(Art. 8, note\); expected one of PTS, DE, WIN, .*SB, KS"
    with pytest.raises(tb.RuleError, match=expected):
        page.reading(criterion, "round-robin")
    assert page.reading(criterion, "swiss").article == "8.1"


def test_an_undefined_tiebreak_or_modifier_says_what_is_allowed() -> None:
    with pytest.raises(tb.RuleError, match="fide-2009 does not define STD; expected one of PTS, DE, WIN"):
        rulebook.rules("fide-2009").reading(parse("STD")[0], "swiss")
    with pytest.raises(
        tb.RuleError, match="fide-2009 gives BH no modifier P .'BH/P'.; expected modifiers of BH: C M"
    ):
        rulebook.rules("fide-2009").reading(parse("BH/P")[0], "swiss")


def test_a_version_that_counts_the_cuts_itself_refuses_a_number() -> None:
    page = rulebook.rules("ffe-papi")
    assert page.reading(parse("BH/C")[0], "swiss") != page.reading(parse("BH/M1")[0], "swiss")
    with pytest.raises(
        tb.RuleError, match="ffe-papi counts the cuts itself .by-rounds., 'BH/C2' asks for a number"
    ):
        page.reading(parse("BH/C2")[0], "swiss")
