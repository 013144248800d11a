"""Editions of the rating rules, facts given with a call, and odd cases of `chesstb.ratings`."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import chesstb as tb
from chesstb.ratings import page
from chesstb.ratings.formulas import CLAUSE
from chesstb.ratings.newcomers import FIRST, INITIAL
from chesstb.ratings.vocabulary import CLAUSES, NUMBERS, SAID
from tests.small_events import everybody_meets, match, newcomer
from tests.test_rated_games import SEED, R, answers, only

PACKAGE = Path(tb.ratings.__file__).parent


# ---------------------------------------------------------------- editions


@pytest.mark.parametrize(
    ("day", "name"),
    [
        ("1999-12-31", None), ("2000-01-01", "b02-2000"), ("2009-06-30", "b02-2000"),
        ("2009-07-01", "b02-2009"),
        ("2010-01-01", SEED), ("2014-06-30", SEED), ("2014-07-01", None), ("2024-02-29", None),
        ("2024-03-01", "b02-2024"), ("2024-12-01", "b02-2024-december"), ("2025-09-30", "b02-2024-december"),
        ("2025-10-01", "b02-2025"), (None, "b02-2025"),
    ],
)  # fmt: skip
def test_edition_in_force(day: str | None, name: str | None) -> None:
    history = match("1", start=day)
    with pytest.warns(tb.Note) as notes:
        table = tb.ratings.rated_games(history)
    assert [str(note.message) for note in notes] == table.attrs["notes"]
    assert "Choose with rules=" in table.attrs["notes"][0]
    if name is None:
        assert table["rated"].isna().all()
        assert table["reason"].str.startswith("not known: no edition").all()
        assert table["rules"].isna().all()
    else:
        assert set(table["rules"]) == {name}
        assert table["rated"].all()


def test_each_event_by_its_own_edition() -> None:
    parts = [
        newcomer("11=", R[:3], start=day) for day in ("2005-05-05", "2013-05-05", "2018-05-05", "2026-05-05")
    ]
    history = tb.History.concat(parts)
    with pytest.warns(tb.Note):
        table = tb.ratings.rated_games(history)
    theirs = table[table["player"] == 2]
    assert theirs["rules"].tolist()[:2] == ["b02-2000", SEED]
    assert theirs["article"].fillna("").tolist() == ["6.41", "6.42", "", "8.3.1"]
    assert [None if pd.isna(value) else bool(value) for value in theirs["rated"]] == [
        False,
        True,
        None,
        False,
    ]


def test_pages_are_listed_and_say_where_they_are_not_sure() -> None:
    table = tb.ratings.editions().set_index("name")
    assert list(table.index) == sorted(table.index, key=lambda name: table.loc[name, "effective"])
    assert table.loc[SEED, "composition"] == "third-and-minima"
    assert "composition" in table.loc["b02-2024", "not_sure"]
    assert "first-event" not in table.loc["b02-2024", "not_sure"]
    games = tb.ratings.rated_games(match("10", [None, 2100]), "b02-2009")
    assert games["reason"].str.endswith("was not at hand)").all()


def test_names_and_pages_of_ones_own(tmp_path: Any) -> None:
    assert tb.ratings.edition("B02-2013").name == SEED
    source = PACKAGE / f"{SEED}.toml"
    mine = tmp_path / "club.toml"
    mine.write_text(
        source.read_text(encoding="utf-8").replace("games       = 3", "games       = 2"), encoding="utf-8"
    )
    assert only(answers(newcomer("11", R[:2]), str(mine))) == (True, "6.41")
    assert tb.ratings.rated_games(match("1"), mine)["rules"].tolist() == ["club", "club"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('reads   = "both-moved"', 'reads   = "both-move"', "Did you mean 'both-moved'"),
        ("games       = 3", "game = 3", "unknown key 'game'"),
        ("games       = 3", "games = true", "expected a number"),
        ('article = "5.1"', "", "no article"),
        ("[unplayed]", "[unplayd]", "unknown key 'unplayd'"),
        ("effective = 2010-01-01", 'effective = "2010"', "effective: '2010'"),
        ('small = "6.31"', 'forfeit = "6.31"', "is no case of this clause"),
        ("rating = 1000", "rating = true", "floors"),
        ("title ", "title = ", "cannot be read"),
    ],
)  # fmt: skip
def test_a_bad_page_is_refused(tmp_path: Any, old: str, new: str, said: str) -> None:
    text = (PACKAGE / f"{SEED}.toml").read_text(encoding="utf-8")
    assert old in text
    page = tmp_path / "club.toml"
    page.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(tb.RuleError, match=said):
        tb.ratings.edition(page)


# ---------------------------------------------------------------- odd cases and errors


@pytest.mark.parametrize("edition", tb.ratings.editions()["name"])
def test_nobody_and_nothing(edition: str) -> None:
    empty = tb.History.concat([])
    alone = tb.History.from_tables({"player": [1], "round": [1], "opponent": [None], "outcome": ["U"]})
    for history in (empty, alone):
        table = tb.ratings.rated_games(history, edition)
        assert list(table.columns) == [
            "tournament", "player", "round", "opponent", "outcome", "rating", "opponent_rating", "rated",
            "rules", "article", "reason",
        ]  # fmt: skip
        assert table.empty
        assert table["rated"].dtype == "boolean"
        assert tb.ratings.rating_change(history, edition).empty
        assert tb.ratings.rating_change(history, edition, per="game").empty
    assert tb.ratings.initial_ratings(empty, edition).empty
    assert len(tb.ratings.initial_ratings(alone, edition)) == 1
    assert tb.ratings.performance(empty).empty


def test_columns_have_their_dtypes() -> None:
    table = tb.ratings.rated_games(newcomer("1=0", R[:3]), SEED, floor=1000)
    kinds = {name: str(kind) for name, kind in table.dtypes.items()}
    assert kinds["rated"] == "boolean"
    assert kinds["rating"] == kinds["opponent_rating"] == "Int32"
    assert kinds["reason"] == kinds["article"] == "str"
    assert isinstance(table, type(tb.standings(match("1"), by="PTS", rules="fide-2024")))


def test_facts_may_be_columns_of_the_history() -> None:
    history = newcomer("000", R[:3], players={"earlier_games": [0, None, None, None]})
    assert only(answers(history)) == (False, "6.1")
    championship = everybody_meets([1500] * 3 + [None] * 2, national_championship=True)
    assert only(answers(championship, who=None)) == (True, "6.43")
    assert only(answers(championship, who=None, events={"national_championship": False})) == (False, "6.31")


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"players": {"earlier": 0}}, "no fact is called 'earlier'"),
        ({"players": {"player": [9], "earlier_games": [0]}}, "no player 9"),
        ({"players": {"earlier_games": [0, 0]}}, "no column 'player'"),
        ({"players": {"earlier_games": "many"}}, "'many' is no number"),
        ({"events": {"speed": "quick"}}, "'quick' is no speed"),
        ({"events": {"tournament": ["other"], "games": [4]}}, "no event 'other'"),
        ({"events": {"stages_of": "x"}}, "Did you mean 'stage_of'"),
    ],
)
def test_a_fact_that_is_none_is_refused(facts: Any, said: str) -> None:
    with pytest.raises(tb.DataError, match=said):
        tb.ratings.rated_games(match("1"), SEED, **facts)


def test_several_events_need_their_keys() -> None:
    history = tb.History.concat([match("1"), match("0")])
    with pytest.raises(tb.DataError, match="no column 'tournament'"):
        tb.ratings.rated_games(history, SEED, players={"player": [1], "earlier_games": [0]})


def test_what_is_no_history_or_no_edition() -> None:
    with pytest.raises(tb.DataError, match="is no History"):
        tb.ratings.rated_games([1, 2], SEED)
    with pytest.raises(tb.RuleError, match="Did you mean 'b02-2010'"):
        tb.ratings.rated_games(match("1"), "b02-201")


# ---------------------------------------------------------------- the design


def test_words_have_functions_numbers_and_pages() -> None:
    """Every word is used by a page; those that compute have a function; numbers belong to words."""
    for clause, words in CLAUSES.items():
        assert {one.word(clause) for one in page.pages()} == set(words), clause
    assert set(FIRST) == set(CLAUSES["first-event"])
    assert set(INITIAL) == set(CLAUSES["initial"])
    assert set(CLAUSE.values()) <= set(CLAUSES)
    assert all(word in CLAUSES[clause] for clause, word in NUMBERS)
    assert all(clause in (*CLAUSES, "") for clause, _ in SAID.values())


def test_no_code_names_an_edition() -> None:
    for path in PACKAGE.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        nodes = list(ast.walk(tree))
        documented = [n for n in nodes if isinstance(n, ast.Module | ast.FunctionDef | ast.ClassDef)]
        docs = {ast.get_docstring(node, clean=False) for node in documented}
        texts = {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}
        assert not [text for text in texts - docs if "b02-" in text.lower()], path


# ---------------------------------------------------------------- laws


def an_archive() -> tb.History:
    parts = [
        newcomer("11=0", [1500, 1600, 1700, None]),
        everybody_meets([1500] * 5 + [None] * 3, "10=+"),
        everybody_meets([1500] * 4 + [None] * 5, "10=1"),
        match("1=1=", rounds=4),
    ]
    return tb.History.concat(parts)


@pytest.mark.parametrize("edition", tb.ratings.editions()["name"])
def test_an_archive_is_judged_as_its_events_are(edition: str) -> None:
    archive = an_archive()
    for function, more in (
        (tb.ratings.rated_games, {}),
        (tb.ratings.rating_change, {"k": 20}),
        (tb.ratings.rating_change, {"k": 20, "per": "game"}),
        (tb.ratings.initial_ratings, {"players": {"earlier_games": 0}}),
    ):
        whole = function(archive, edition, **more)
        parts = pd.concat([function(part, edition, **more) for part in archive], ignore_index=True)
        pd.testing.assert_frame_equal(
            pd.DataFrame(whole).astype({"tournament": "str"}),
            pd.DataFrame(parts).astype({"tournament": "str"}),
        )


def test_the_order_of_rows_means_nothing() -> None:
    archive = an_archive()
    shuffled = tb.History.from_tables(
        archive.results.sample(frac=1, random_state=1),
        archive.players.sample(frac=1, random_state=2),
        archive.tournaments,
    )
    first, second = (tb.ratings.rated_games(history, SEED) for history in (archive, shuffled))
    assert first.equals(second)


def test_names_do_no_harm() -> None:
    history = newcomer("11=", R[:3], players={"name": ["<b>A</b> & Co", None, "", "Ω"]})
    table = tb.ratings.initial_ratings(history, SEED, players={"earlier_games": 0})
    assert "&lt;b&gt;A&lt;/b&gt; &amp; Co" in table._repr_html_()
    assert len(tb.ratings.rating_change(history, SEED, k=20)) == 3


@pytest.mark.parametrize(
    ("name", "options", "says"),
    [
        ("rating_change", {"k": "10"}, "k: '10'; expected a whole number above 0"),
        ("rating_change", {"k": [10, 20]}, "k: [10, 20]; expected a whole number above 0"),
        ("rating_change", {"k": 0}, "k: 0; expected a whole number above 0"),
        ("rated_games", {"floor": "low"}, "floor='low'; expected a rating"),
        (
            "rated_games",
            {"events": {"women_only": "yes"}},
            "'yes' is no number. Yes and no are True and False.",
        ),
    ],
)
def test_what_is_no_number_is_said(name: str, options: dict[str, object], says: str) -> None:
    games = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["=", "="]}
    event = tb.History.from_tables(games, {"player": [1, 2], "rating": [2000, 1800]})
    with pytest.raises(tb.DataError) as error:
        getattr(tb.ratings, name)(event, rules="b02-2025", **options)
    assert says in str(error.value)


def test_a_performance_is_that_of_a_history() -> None:
    with pytest.raises(tb.DataError, match="a str is no History"):
        tb.ratings.performance("open.trf")  # type: ignore[arg-type]
