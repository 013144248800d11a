"""History: what tables may look like on the way in, and what becomes of them."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import chesstb as tb
from chesstb import schema

GAMES = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "colour": ["w", "b"], "outcome": ["1", "0"]}
BYE = {"player": [1, 2, 3], "round": [1, 1, 1], "opponent": [2, 1, None], "outcome": ["1", "0", "U"]}


def history(results: Any = None, **given: Any) -> tb.History:
    return tb.History.from_tables(GAMES if results is None else results, **given)


def repaired(results: Any, word: str, **given: Any) -> list[tuple[Any, ...]]:
    """Return line, column, found and taken of the repairs whose reason contains a word."""
    rows = history(results, errors="repair", **given).repairs
    rows = rows[rows["why"].str.contains(word, regex=False)]
    return list(rows[["line", "column", "found", "taken"]].itertuples(index=False, name=None))


# ---------------------------------------------------------------- columns and dtypes


def test_every_table_has_its_columns_and_dtypes() -> None:
    event = history(errors="repair")
    for name, columns in schema.TABLES.items():
        table = getattr(event, name)
        assert list(table.columns) == list(columns)
        for column, kind in columns.items():
            found = table[column].dtype
            if kind == "key":
                assert isinstance(found, pd.CategoricalDtype) or len(table) == 0
            else:
                assert found == kind, f"{name}.{column}"


@pytest.mark.parametrize(
    "make",
    [
        dict,
        pd.DataFrame,
        pa.table,
        lambda games: pd.DataFrame(games, index=[5, 7]),
        lambda games: {column: np.array(values) for column, values in games.items()},
        lambda games: pd.DataFrame(games).astype({"player": "str", "round": "float64", "opponent": "Int8"}),
        lambda games: pd.DataFrame(games).astype({"outcome": "category", "colour": "category"}),
        lambda games: list(pd.DataFrame(games).T.to_dict().values()),
    ],
)
def test_any_kind_of_table_is_read(make: Any) -> None:
    assert history(make(GAMES)).equals(history())


def test_a_table_that_is_none_is_refused() -> None:
    with pytest.raises(tb.DataError, match="results: a int is no table"):
        history(5)
    with pytest.raises(tb.DataError, match="results: two columns 'player'; expected one"):
        history(
            pd.DataFrame([[1, 1, 1, None, "U"]], columns=["player", "player", "round", "opponent", "outcome"])
        )


class Batch:
    """A table that exports one record batch only."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        return pa.RecordBatch.from_pydict(GAMES).__arrow_c_array__(requested_schema)


def test_record_batches_are_tables() -> None:
    assert history(Batch()).equals(history())
    assert history(pa.RecordBatch.from_pydict(GAMES)).equals(history())


@pytest.mark.parametrize(
    "table", [pd.Series([1, 2]), "games.csv", Path("games.csv"), 1.5, pa.array([1, 2]), pd.Index([1])]
)
def test_what_is_no_table_is_told_what_is(table: Any) -> None:
    for name in ("players", "results"):
        expected = f"{name}: a .* is no table.*; expected a DataFrame, an Arrow table or record batch"
        with pytest.raises(tb.DataError, match=expected):
            tb.History.from_tables(**{"results": GAMES, name: table})
    with pytest.raises(tb.DataError, match="results: nothing; expected a DataFrame"):
        tb.History.from_tables(None)


def test_columns_of_ones_own_are_kept_behind() -> None:
    event = history({**GAMES, "board": [1, 1]}, players={"player": [1, 2], "club": ["A", "B"]})
    assert event.results.columns[-1] == "board"
    assert event.players["club"].tolist() == ["A", "B"]


def test_later_changes_of_the_source_do_not_reach_the_history() -> None:
    frame = pd.DataFrame({**GAMES, "points": [1.0, 0.0], "board": [1, 2]})
    players = pd.DataFrame({"player": [1, 2], "name": ["Ann", "Bob"], "adjustment": [0.0, 0.0]})
    event = history(frame, players=players)
    frame.loc[0, "points"], frame.loc[0, "board"] = 7.0, 7
    players.loc[0, "name"], players.loc[0, "adjustment"] = "X", 7.0
    assert event.results[["points", "board"]].iloc[0].tolist() == [1, 1]
    assert event.players[["name", "adjustment"]].iloc[0].tolist() == ["Ann", 0]


def test_no_text_is_null_not_a_word() -> None:
    players = history(players={"player": [1, 2], "name": ["", None], "title": [np.nan, "GM"]}).players
    assert players["name"].isna().all()
    assert players["title"].isna().tolist() == [True, False]


@pytest.mark.parametrize("missing", ["player", "round", "opponent", "outcome"])
def test_a_missing_column_is_named(missing: str) -> None:
    with pytest.raises(tb.DataError, match=f"results: column {missing} missing; expected player, round"):
        history({column: values for column, values in GAMES.items() if column != missing})


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("player", "one", "results, row 1, column 'player': 'one' is no whole number"),
        ("player", None, "results, row 1, column 'player': nothing; expected a whole number"),
        ("round", 1.5, "results, row 1, column 'round': '1.5' is no whole number between 1 and 32000"),
        ("round", 0, "results, row 1, column 'round': '0(.0)?' is no whole number"),
        ("round", 10**400, "results, row 1, column 'round': '10+' is no whole number between 1 and 32000"),
        ("opponent", -1, "results, row 1, column 'opponent'"),
        ("points", "many", "results, row 1, column 'points': 'many' is no number"),
        ("points", np.inf, "results, row 1, column 'points': .*inf.* is no number"),
        ("points", 1e30, "column 'points': 1e.30 is no number of points; expected a number, at most 100000"),
    ],
)
def test_a_value_that_is_none_is_refused_with_its_place(column: str, value: Any, message: str) -> None:
    games = {**GAMES, "points": [1, 0]}
    for errors in ("strict", "repair"):
        with pytest.raises(tb.DataError, match=message):
            history({**games, column: [games[column][0], value]}, errors=errors)


@pytest.mark.parametrize("points", [["1", "0"], ["1,0", "0,0"], ["1.0", ""], [1, 0]])
def test_points_may_be_text(points: list[Any]) -> None:
    assert history({**GAMES, "points": points}).results["points"].tolist() == [1, 0]


def test_half_points_may_be_written_as_fractions() -> None:
    games = {**GAMES, "outcome": ["½", "="], "points": ["½", "0.5"]}
    assert history(games).results["points"].tolist() == [0.5, 0.5]
    assert history(games).results["outcome"].astype("str").tolist() == ["=", "="]


@pytest.mark.parametrize(("mine", "theirs"), [(1, 0), (1.0, 0.0), ("1.0", "0.0"), (" 1 ", "0"), ("w", "l")])
def test_codes_are_read_in_every_spelling(mine: Any, theirs: Any) -> None:
    found = history({**GAMES, "outcome": [mine, theirs]}).results["outcome"].astype("str").tolist()
    assert found in (["1", "0"], ["W", "L"])


@pytest.mark.parametrize("code", ["Q", "1-0", "2", 7])
def test_a_code_that_is_none_is_an_error_that_names_the_way_out(code: Any) -> None:
    message = f"results, row 1, column 'outcome': {code!r} is no result code; expected one of 1 = 0"
    with pytest.raises(tb.DataError, match=message) as error:
        history({**GAMES, "outcome": ["1", code]})
    assert 'errors="repair"' in str(error.value)


@pytest.mark.parametrize(
    ("points", "alone", "given", "code"),
    [
        (0.0, False, {}, "0"),
        (1.0, False, {}, "1"),
        (0.5, False, {}, "="),
        (3.0, False, {"win": [3], "draw": [1]}, "1"),
        (1.0, False, {"win": [3], "draw": [1]}, "="),
        (0.0, False, {"draw": [0]}, "X"),
        (0.75, False, {}, "X"),
        (None, False, {}, "X"),
        (1.0, True, {}, "U"),
        (0.5, True, {}, "H"),
        (0.0, True, {}, "Z"),
        (0.75, True, {}, "Z"),
        (None, True, {}, "Z"),
    ],
)
def test_a_code_that_is_none_is_repaired_by_its_points(
    points: float | None, alone: bool, given: dict[str, Any], code: str
) -> None:
    results = {
        "player": [1, 2, 3, 4], "round": [1] * 4, "opponent": [2, 1, None if alone else 4, 3],
        "outcome": ["X", "X", "?", "0"], "points": [None, None, points, None],
    }  # fmt: skip
    event = history(results, tournaments=given, errors="repair")
    assert event.results["outcome"].iloc[2] == code
    assert repaired(results, "no result code", tournaments=given) == [(2, "outcome", "?", code)]


def test_decisions_are_read_from_words_and_numbers() -> None:
    for yes, no in [(True, False), ("true", "False"), (1, 0), (1.0, None), ("yes", ""), (" Yes ", "no")]:
        assert history({**GAMES, "decision": [yes, no]}).results["decision"].tolist() == [True, False]
    masked = pd.array([True, None], dtype="boolean")
    assert history(pd.DataFrame({**GAMES, "decision": masked})).results["decision"].tolist() == [True, False]
    for wrong in ("maybe", 2, 0.5):
        with pytest.raises(
            tb.DataError, match=f"results, row 1, column 'decision': {wrong!r} is no yes or no"
        ):
            history({**GAMES, "decision": np.array([True, wrong], dtype=object)}, errors="repair")


def test_no_code_is_pending_with_an_opponent_and_an_absence_without() -> None:
    event = history({**BYE, "outcome": [None, "", np.nan]})
    assert event.results["outcome"].astype("str").tolist() == ["X", "X", "Z"]


@pytest.mark.parametrize(
    ("code", "bye"), [("1", "U"), ("W", "U"), ("=", "H"), ("0", "Z"), ("+", "F"), ("-", "Z"), ("X", "Z")]
)
def test_a_code_without_an_opponent_is_the_bye_that_it_stands_for(code: str, bye: str) -> None:
    results = {**BYE, "outcome": ["1", "0", code]}
    assert history(results).results["outcome"].iloc[2] == bye
    assert repaired(results, "no opponent") == [(2, "outcome", code, bye)]


@pytest.mark.parametrize("colours", [["W", "b"], ["white", "Black"], ["w ", " b"]])
def test_colours_are_read_in_every_spelling(colours: list[str]) -> None:
    assert history({**GAMES, "colour": colours}).results["colour"].astype("str").tolist() == ["w", "b"]


def test_a_colour_that_is_none_is_an_error_or_nothing() -> None:
    results = {**GAMES, "colour": ["w", "green"]}
    with pytest.raises(tb.DataError, match="results, row 1, column colour: 'green': no colour"):
        history(results)
    assert repaired(results, "no colour")[0][:3] == (1, "colour", "green")


# ---------------------------------------------------------------- players, events


def test_whoever_is_named_anywhere_is_a_player() -> None:
    results = {"player": [5], "round": [1], "opponent": [3], "outcome": ["1"]}
    assert history(results, errors="repair").players["player"].tolist() == [3, 5]


def test_players_without_results_are_absent() -> None:
    event = history(players={"player": [1, 2, 9]}, errors="repair")
    assert event.results[["player", "outcome", "points"]].to_numpy(dtype=object).tolist()[-1] == [9, "Z", 0.0]
    assert repaired(None, "absence", players={"player": [1, 2, 9]})[0][3] == "Z"


def test_players_that_are_not_listed_are_reported() -> None:
    with pytest.raises(tb.DataError, match="'2': this player is not in the table of players .2 problems"):
        history(players={"player": [1], "name": ["Ann"]})
    event = history(players={"player": [1], "name": ["Ann"]}, errors="repair")
    assert event.players["player"].tolist() == [1, 2]
    assert event.players["name"].isna().tolist() == [False, True]


def test_a_player_listed_twice_is_reported() -> None:
    players = {"player": [1, 2, 1], "name": ["Ann", "Bob", "Cid"]}
    with pytest.raises(
        tb.DataError, match="players, row 2, column player: '1': two rows for the same player"
    ):
        history(players=players)
    assert history(players=players, errors="repair").players["name"].tolist() == ["Ann", "Bob"]


def test_players_are_put_in_order() -> None:
    assert history(players={"player": [2, 1], "name": ["Bob", "Ann"]}).players["name"].tolist() == [
        "Ann",
        "Bob",
    ]


@pytest.mark.parametrize("rating", [0, None, "0", ""])
def test_no_rating_is_null(rating: Any) -> None:
    ratings = history(players={"player": [1, 2], "rating": [rating, 2000]}).players["rating"]
    assert ratings.isna().tolist() == [True, False]


@pytest.mark.parametrize("rating", [-1, 4001, 3_000_000_000, "strong"])
def test_a_rating_that_is_none_is_an_error_or_nothing(rating: Any) -> None:
    players = {"player": [2, 1], "rating": [2000, rating]}
    with pytest.raises(tb.DataError, match=f"players, row 1, column rating: '{rating}': no rating"):
        history(players=players)
    assert history(players=players, errors="repair").players["rating"].isna().tolist() == [True, False]
    assert repaired(None, "no rating", players=players)[0][:3] == (1, "rating", str(rating))


def test_published_values_are_checked() -> None:
    good = {"player": ["1", 2.0], "column": ["TB1", "TB1"], "value": ["7½", "10,5"]}
    table = history(published=good).published
    assert table[["player", "value"]].to_numpy().tolist() == [[1, 7.5], [2, 10.5]]
    with pytest.raises(
        tb.DataError, match="published: columns player, value missing; expected tournament, pl"
    ):
        history(published={"column": ["TB1"]})
    for column, wrong, why in [
        ("player", 3, "no player of the event"), ("player", "Ann", "no player"), ("player", 1.5, "no player"),
        ("value", "much", "no number"), ("value", np.inf, "no number"), ("column", None, "no name"),
    ]:  # fmt: skip
        bad = {**good, column: [good[column][0], wrong]}
        with pytest.raises(tb.DataError, match=f"published, row 1, column {column}: .*{why}"):
            history(published=bad)
        event = history(published=bad, errors="repair")
        assert event.published["player"].tolist() == [1]
        assert event.repairs[["file", "line", "taken"]].to_numpy().tolist() == [["published", 1, "left out"]]


def test_carried_rows_of_no_event_are_left_out_and_reported() -> None:
    published = {"tournament": ["z", "event"], "player": [1, 1], "column": ["x", "x"], "value": [1, 2]}
    records = {"tournament": ["event", None], "record": ["###", "###"], "text": ["a", "b"]}
    given = {"published": published, "records": records, "tournaments": {"tournament": ["event"]}}
    event = history(**given, errors="repair")
    assert event.published["value"].tolist() == [2]
    assert event.records["text"].tolist() == ["a"]
    assert event.repairs[["file", "line", "taken"]].to_numpy().tolist() == [
        ["published", 0, "left out"], ["records", 1, "left out"]]  # fmt: skip


def test_keys_are_the_same_whatever_their_type_and_blanks() -> None:
    for keys in ([1, 1], [1.0, 1.0], ["1", " 1 "], np.array([1, 1], dtype="float32")):
        event = history({**GAMES, "tournament": keys}, tournaments={"tournament": [1]}, players=None)
        assert event.events == ["1"]
    repairs = pd.DataFrame({"tournament": [1.0, None], "why": ["a", "b"]})
    carried = history({**GAMES, "tournament": [" 1", "1"]}, repairs=repairs).repairs["tournament"]
    assert carried.iloc[0] == "1"
    assert pd.isna(carried.iloc[1])
    for table in ("results", "players", "tournaments"):
        given: dict[str, Any] = {"results": GAMES, "players": {"player": [1, 2]}, "tournaments": {}}
        given[table] = given[table] | {"tournament": [" "] * (1 if table == "tournaments" else 2)}
        with pytest.raises(
            tb.DataError, match=f"{table}, row 0, column 'tournament': nothing; expected the k"
        ):
            history(**given)


def test_an_event_that_the_tournaments_do_not_list_is_an_error_or_added() -> None:
    results = {column: values * 2 for column, values in GAMES.items()} | {"tournament": ["a", "a", "b", "b"]}
    what = "results, row 2, column tournament: 'b': this event is not in the table of tournaments"
    with pytest.raises(tb.DataError, match=what):
        history(results, tournaments={"tournament": ["a"]})
    event = history(results, tournaments={"tournament": ["a"], "rounds": [1]}, errors="repair")
    assert event.events == ["a", "b"]
    assert event.repairs["taken"].tolist() == ["added to the tournaments"]
    assert history(results, tournaments={"rounds": []}).events == ["a", "b"]


def test_events_keep_the_order_in_which_they_are_named() -> None:
    results = {column: values * 2 for column, values in GAMES.items()} | {"tournament": ["b", "b", "a", "a"]}
    assert history(results).events == ["b", "a"]
    assert history(results, tournaments={"tournament": ["a", "b"]}).events == ["a", "b"]
    assert history(results, tournaments={"tournament": ["a", "b", "c"]}).events == ["a", "b", "c"]


def test_tables_without_keys_belong_to_the_only_event() -> None:
    event = history(tournaments={"tournament": ["open"], "name": ["Open"]}, players={"player": [1, 2]})
    assert event.events == ["open"]
    assert event.results["tournament"].astype("str").tolist() == ["open", "open"]


def test_tables_without_keys_cannot_be_told_apart() -> None:
    with pytest.raises(tb.DataError, match="results: without the column 'tournament' several events"):
        history(tournaments={"tournament": ["a", "b"]})


def test_keys_that_are_nothing_or_unknown_are_refused() -> None:
    with pytest.raises(tb.DataError, match="results, row 1, column 'tournament': nothing; expected the key"):
        history({**GAMES, "tournament": ["a", None]})
    with pytest.raises(tb.DataError, match="published, row 0, column 'tournament': no event 'z'"):
        history(published={"tournament": ["z"], "player": [1], "column": ["x"], "value": [1]})
    with pytest.raises(tb.DataError, match="two rows for the event 'event'"):
        history(tournaments={"name": ["A", "B"]})


def test_a_system_that_is_none_is_refused() -> None:
    assert (
        history(tournaments={"system": ["Double_Round Robin"]}).tournaments["system"].iloc[0]
        == "double-round-robin"
    )
    with pytest.raises(tb.DataError, match="'knockout' is no system; expected swiss"):
        history(tournaments={"system": ["knockout"]})


@pytest.mark.parametrize(
    "start",
    ["2021-12-05", "2021/12/05", "2021/12/5", " 2021-12-05 ", "2021-12-05 09:30:00", date(2021, 12, 5),
     datetime(2021, 12, 5, 9, 30, tzinfo=UTC), pd.Timestamp("2021-12-05"),
     np.datetime64("2021-12-05"), pd.Timestamp("2021-12-05", tz="Europe/Berlin")],
)  # fmt: skip
def test_dates_are_read_from_iso_text_and_date_types(start: Any) -> None:
    for column in ([start], pd.Series([start]), pd.Series([start], dtype=object)):
        event = history(tournaments=pd.DataFrame({"start": column, "end": [None]})).tournaments.iloc[0]
        assert event["start"].date() == date(2021, 12, 5)
        assert event["end"] is pd.NaT
    table = pa.table({"start": pa.array([date(2021, 12, 5)])})
    assert history(tournaments=table).tournaments["start"].iloc[0] == pd.Timestamp(2021, 12, 5)


@pytest.mark.parametrize(
    "end", ["2021-13-01", "28 Dez 2021", 20211228, 2021, 2021.5, "05.12.2021", "5/12/2021"]
)
def test_what_is_no_date_is_an_error_or_nothing_and_never_guessed(end: Any) -> None:
    given = {"tournament": ["event", "other"], "end": ["2021-12-05", end]}
    what = f"tournaments, row 1, column end: '{end}': no date: YYYY-MM-DD, or a column of dates, was expected"
    with pytest.raises(tb.DataError, match=re.escape(what)):
        history({**GAMES, "tournament": ["event"] * 2}, tournaments=given)
    event = history({**GAMES, "tournament": ["event"] * 2}, tournaments=given, errors="repair")
    assert event.tournaments["end"].isna().tolist() == [False, True]
    assert event.repairs[["file", "line", "column", "found"]].iloc[0].tolist() == [
        "tournaments", 1, "end", str(end)]  # fmt: skip
    with pytest.raises(tb.DataError, match="no date"):
        history(tournaments={"end": np.array([end])})


def all_met(numbers: tuple[int, int, int, int] = (1, 2, 3, 4)) -> pd.DataFrame:
    """Return the results of four players who all met once."""
    pairs = [(0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2)]
    rows = [
        (numbers[a], i // 2 + 1, numbers[b], "=")
        for i, pair in enumerate(pairs)
        for a, b in (pair, pair[::-1])
    ]
    return pd.DataFrame(rows, columns=["player", "round", "opponent", "outcome"])


def test_an_event_in_which_all_met_equally_often_is_a_round_robin() -> None:
    once = all_met()
    twice = pd.concat([once, once.assign(round=once["round"] + 3)])
    assert history(once, errors="repair").tournaments["system"].iloc[0] == "round-robin"
    assert history(twice, errors="repair").tournaments["system"].iloc[0] == "double-round-robin"
    assert repaired(once, "met once")[0][1:] == ("system", "unknown", "round-robin")
    assert len(history(once, tournaments={"system": ["swiss"]}, errors="repair").repairs) == 0


def test_where_nothing_is_repaired_a_likely_round_robin_is_only_said() -> None:
    once = all_met()
    event = history(once)
    assert event.tournaments["system"].iloc[0] == "unknown"
    assert event.repairs[["column", "taken"]].to_numpy().tolist() == [["system", "swiss"]]
    assert 'tournaments={"system": ["round-robin"]}' in event.repairs["why"].iloc[0]
    assert len(history(once, tournaments={"system": ["round-robin"]}).repairs) == 0
    assert len(history(once[once["round"] < 3]).repairs) == 0


def test_players_may_have_huge_numbers() -> None:
    most = 2**31 - 1
    parts = [all_met((most - 3, most - 2, most - 1, most)).assign(tournament=f"event {n}") for n in range(50)]
    event = history(pd.concat(parts), errors="repair")
    assert set(event.tournaments["system"]) == {"round-robin"}
    assert event.players["player"].max() == most
    assert len(event.results) == 50 * 12


# ---------------------------------------------------------------- points


def test_points_follow_from_what_the_event_pays() -> None:
    event = history(BYE, tournaments={"win": [3], "draw": [1], "bye": [2]})
    assert event.results["points"].tolist() == [3, 0, 2]


def test_payments_are_learnt_from_the_points() -> None:
    event = history({**BYE, "points": [3, 0, 1]}).tournaments.iloc[0]
    assert event[["win", "loss", "bye", "full_bye"]].tolist() == [3, 0, 1, 3]


def test_what_is_learnt_is_said() -> None:
    for errors in ("strict", "repair"):
        said = history({**BYE, "points": [3, 0, 1]}, errors=errors).repairs
        assert said[["column", "taken", "why"]].to_numpy().tolist() == [
            ["win", "3", "every win of the event was paid so"],
            ["bye", "1", "every bye of the event was paid so"],
        ]
        assert said["found"].isna().all()
        assert said["tournament"].tolist() == ["event", "event"]
    assert len(history({**BYE, "points": [1, 0, 1]}).repairs) == 0


def test_a_draw_that_paid_nothing_to_both_is_no_way_of_scoring() -> None:
    games = {**GAMES, "outcome": ["=", "="], "points": [0, 0]}
    with pytest.raises(tb.DataError, match="the code cannot give these points"):
        history(games)
    assert history({**games, "decision": [1, 1]}).tournaments["draw"].iloc[0] == 0.5


def test_points_of_which_no_scoring_could_be_made_teach_nothing() -> None:
    with pytest.raises(tb.DataError, match=r"'0 \(1 pays 1\)': the code cannot give these points"):
        history({**GAMES, "points": [0, 1]})


def test_black_may_be_paid_otherwise() -> None:
    event = history({**GAMES, "outcome": ["0", "1"]}, tournaments={"black_win": [1.5]})
    assert event.results["points"].tolist() == [0, 1.5]


def test_points_that_the_code_does_not_pay_are_kept_and_reported() -> None:
    results = {**GAMES, "points": [1, 0.5]}
    with pytest.raises(tb.DataError, match="results, row 1, column points .*: '0.5 .0 pays 0.'"):
        history(results, tournaments={"loss": [0]})
    event = history(results, tournaments={"loss": [0]}, errors="repair")
    assert event.results["points"].tolist() == [1, 0.5]
    decided = history({**results, "decision": [False, True]}, tournaments={"loss": [0]})
    assert decided.results["points"].tolist() == [1, 0.5]


# ---------------------------------------------------------------- contradictions


@pytest.mark.parametrize(
    ("results", "word"),
    [
        (
            {"player": [1, 2, 1], "round": [1, 1, 1], "opponent": [2, 1, 2], "outcome": ["1", "0", "="]},
            "a second row",
        ),
        ({"player": [1], "round": [1], "opponent": [1], "outcome": ["1"]}, "cannot meet himself"),
        (
            {"player": [1, 2], "round": [1, 1], "opponent": [2, 3], "outcome": ["1", "0"]},
            "does not name this player",
        ),
        (
            {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "1"]},
            "another kind of result",
        ),
        (
            {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "+"]},
            "another kind of result",
        ),
        (
            {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "H"]},
            "a bye has no opponent",
        ),
    ],
)
def test_contradictions_are_errors_or_repairs(results: dict[str, list[Any]], word: str) -> None:
    with pytest.raises(tb.DataError) as error:
        history(results)
    problems = error.value.problems
    assert problems is not None
    assert problems["why"].str.contains(word).any()
    assert repaired(results, word)


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [("0", "0"), ("=", "0"), ("-", "-"), ("+", "-"), ("W", "L"), ("D", "D"), ("X", "X"), ("1", "L")],
)
def test_sides_of_a_game_need_not_add_up(mine: str, theirs: str) -> None:
    assert len(history({**GAMES, "outcome": [mine, theirs]}).repairs) == 0


def test_several_problems_are_counted_in_the_message() -> None:
    with pytest.raises(tb.DataError, match=r"2 problems in all: error.problems lists them"):
        history({**GAMES, "outcome": ["1", "1"]})


def test_a_self_pairing_becomes_a_bye_of_the_same_worth() -> None:
    results = {"player": [1, 2], "round": [1, 1], "opponent": [1, 2], "outcome": ["1", "0"]}
    assert history(results, errors="repair").results["outcome"].astype("str").tolist() == ["U", "Z"]


def test_gaps_in_counted_rounds_are_filled_but_not_in_later_ones() -> None:
    results = {
        "player": [1, 2, 1, 3, 1], "round": [1, 1, 2, 2, 3], "opponent": [2, 1, 3, 1, None],
        "outcome": ["1", "0", "1", "0", "H"],
    }  # fmt: skip
    found = history(results, errors="repair").results
    codes = found["outcome"].astype("str").groupby(found["player"]).agg("".join)
    assert codes.tolist() == ["11H", "0Z", "Z0"]


def test_two_players_with_the_same_colour_are_said() -> None:
    games = {
        "player": [1, 2],
        "round": [1, 1],
        "opponent": [2, 1],
        "outcome": ["1", "0"],
        "colour": ["w", "w"],
    }
    said = tb.History.from_tables(games).repairs
    assert said["why"].tolist() == ["the opponent's row has the same colour"] * 2
    assert said["player"].tolist() == [1, 2]


def test_who_is_excluded_is_told_of_some_players_only() -> None:
    games = {"player": [1, 2, 3], "round": [1, 1, 1], "opponent": [2, 1, None], "outcome": ["1", "0", "U"]}
    players = {"player": [2, 3], "excluded": [True, False]}
    found = tb.History.from_tables(games, players, errors="repair")
    assert found.players["excluded"].tolist() == [False, True, False]
    players["excluded"] = [True, "maybe"]  # type: ignore[list-item]
    with pytest.raises(tb.DataError, match="column 'excluded': 'maybe'; expected True or False"):
        tb.History.from_tables(games, players, errors="repair")
