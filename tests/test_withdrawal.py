"""Withdrawals: what counts before and after half of the games, in round robins and in a Swiss."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chesstb as tb
from chesstb.plot.charts import wall_chart
from chesstb.roundrobin import berger, withdraw
from tests.strategies import random_event, to_tables

if TYPE_CHECKING:
    from pathlib import Path

Rows = list[tuple[int, int, int | None, str | None, str]]
COLUMNS = ["player", "round", "opponent", "colour", "outcome"]
BY = "PTS WIN WON BPG REP PS SB KS"


def round_robin(n: int, cycles: int = 1, results: str = "") -> tb.History:
    """The Berger table with these results of White (1, =, 0, X), draws where none are given."""
    games = berger(n, cycles)
    rows: Rows = []
    for k, (round_, white, black) in enumerate(games[["round", "white", "black"]].to_numpy().tolist()):
        result = results[k] if k < len(results) else "="
        rows.append((white, round_, black, "w", result))
        rows.append((black, round_, white, "b", {"1": "0", "0": "1"}.get(result, result)))
    system = "double-round-robin" if cycles == 2 else "round-robin"
    return tb.History.from_tables(
        pd.DataFrame(rows, columns=COLUMNS), tournaments={"tournament": ["open"], "system": [system]}
    )


def without_results(event: tb.History, player: int, after_round: int) -> tb.History:
    """The event as it was before anything of the player's later rounds was played."""
    results = event.results.copy()
    mine = (results["player"] == player) | (results["opponent"] == player).fillna(value=False)
    later = mine & (results["round"] > after_round) & results["opponent"].notna()
    results.loc[later, "outcome"] = "X"
    results = results.drop(columns="points")
    return tb.History.from_tables(results, event.players, event.tournaments)


def table(event: tb.History, by: str = BY, rules: str = "fide-2026") -> pd.DataFrame:
    return tb.standings(event, by=by, rules=rules).set_index("player").sort_index()


@pytest.mark.parametrize(
    ("n", "cycles", "after_round", "excluded"),
    [
        (6, 1, 0, True),
        (6, 1, 2, True),  # 2 of 5
        (6, 1, 3, False),  # 3 of 5
        (5, 1, 1, True),  # number 2 is free in round 3: 1 of 4
        (5, 1, 2, False),  # exactly half stays
        (9, 1, 4, True),  # free in round 3: 3 of 8
        (9, 1, 5, False),  # exactly half stays
        (6, 2, 4, True),  # 4 of 10: both cycles count
        (6, 2, 5, False),  # exactly half of 10
    ],
)
def test_less_than_half_is_strictly_less(n: int, cycles: int, after_round: int, excluded: bool) -> None:
    event = without_results(round_robin(n, cycles), 2, after_round)
    left = withdraw(event, 2, after_round)
    assert left.players.set_index("player")["excluded"].to_dict() == {
        i: excluded and i == 2 for i in range(1, n + 1)
    }
    later = left.results[(left.results["round"] > after_round) & left.results["opponent"].notna()]
    assert set(later.loc[later["player"] == 2, "outcome"]) == {"-"}
    assert set(later.loc[later["opponent"] == 2, "outcome"]) == {"+"}
    before = left.results[left.results["round"] <= after_round]
    was = event.results[event.results["round"] <= after_round]
    assert before["outcome"].tolist() == was["outcome"].tolist()


def test_before_half_nothing_of_his_counts_for_anybody() -> None:
    event = without_results(round_robin(6, results="1=0" * 5), 2, 2)
    left = withdraw(event, 2, 2)
    found = table(left)
    alone = event.results[
        (event.results["player"] != 2) & (event.results["opponent"] != 2).fillna(value=True)
    ]
    others = tb.History.from_tables(
        alone.drop(columns="points"), tournaments=event.tournaments[["tournament", "system"]]
    )
    expected = table(others)
    assert found.drop(index=2)[expected.columns[2:]].equals(expected[expected.columns[2:]])
    assert found.loc[2, "place"] == 6
    assert found.loc[2, BY.split()].isna().all()
    (note,) = tb.standings(left, by=BY, rules="fide-2026").attrs["notes"]
    assert note.startswith("open: player 2 is excluded (C.05), withdrawn before half of the games")


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from([4, 6, 8]),
    st.integers(0, 2**20),
    st.sampled_from(["fide-2009", "fide-2024", "fide-2026"]),
)
def test_an_even_field_without_him_is_an_odd_field(n: int, seed: int, version: str) -> None:
    tables = to_tables(random_event("round-robin", n, n - 1, seed))
    out = int(tables["players"]["player"].iloc[seed % n])
    marked = tables["players"].assign(excluded=tables["players"]["player"] == out)
    event = tb.History.from_tables(**tables | {"players": marked}, errors="repair")
    rows = event.results[event.results["player"] != out].copy()
    free = (rows["opponent"] == out).fillna(value=False)
    rows.loc[free, "opponent"], rows.loc[free, "colour"], rows.loc[free, "outcome"] = pd.NA, None, "Z"
    rows.loc[free, "points"], rows.loc[free, "decision"] = 0.0, True
    others = event.players[event.players["player"] != out]
    smaller = tb.History.from_tables(rows, others, event.tournaments, errors="repair")
    last = int(rows["round"].max())
    whole, alone = (
        tb.standings(history, by="PTS WIN BPG PS SB DE", rules=version, after=last)
        .set_index("player")
        .sort_index()
        for history in (event, smaller)
    )
    columns = whole.columns.drop(["tournament", "name"])
    assert whole.drop(index=out)[columns].equals(alone[columns])


def test_from_half_on_the_rest_are_forfeits_that_count() -> None:
    event = without_results(round_robin(6), 2, 3)
    left = withdraw(event, 2, 3)
    found = table(left)
    # Three draws of his own; two opponents get a point each instead of a game.
    assert found.loc[2, "PTS"] == 1.5
    assert sorted(found["PTS"]) == [1.5, 2.5, 2.5, 2.5, 3.0, 3.0]
    assert found.loc[2, "place"] == 6


def test_koyas_maximum_drops_by_the_expunged_game() -> None:
    # Of five games each one is struck: the limit is 2 of 4, which everybody with 2 points reaches.
    event = withdraw(without_results(round_robin(6), 2, 0), 2, 0)
    found = table(event, "PTS KS")
    assert found.drop(index=2)["PTS"].tolist() == [2.0] * 5
    assert found.drop(index=2)["KS"].tolist() == [2.0] * 5


def test_contributions_name_the_games_that_are_struck() -> None:
    left = withdraw(without_results(round_robin(6), 2, 1), 2, 1)
    rows = tb.contributions(left, "SB", rules="fide-2026")
    struck = rows[rows["reason"].str.startswith("excluded")]
    assert len(struck) == 2 * 5
    assert not struck["kept"].any()
    assert (struck["value"] == 0).all()
    assert set(struck["article"]) == {"C.05"}
    assert set(struck.loc[struck["player"] == 2, "opponent"]) == {1, 3, 4, 5, 6}
    assert struck.loc[struck["player"] == 2, "outcome"].tolist() == ["=", "-", "-", "-", "-"]


def test_wall_charts_strike_out_what_counts_for_nobody(tmp_path: Path) -> None:
    left = withdraw(without_results(round_robin(6), 2, 1), 2, 1)
    chart = wall_chart(left, None, "PTS SB", "fide-2026", 10)
    assert chart.void.sum() == 2 * 5
    assert chart.void[chart.order.index(2)].all()
    assert math.isnan(chart.points[chart.order.index(2)])
    assert sorted(chart.points[:5]) == table(left, "PTS")["PTS"].drop(index=2).sort_values().tolist()
    page = tb.write_report(left, tmp_path / "report.html", by="PTS SB", rules="fide-2026")
    text = page.read_text(encoding="utf-8")
    assert text.count("<s>2b½</s>") + text.count("<s>2w½</s>") == 1
    assert "What is struck out counts for nobody." in text


def test_a_rating_that_only_the_excluded_lacks_is_not_missed() -> None:
    event = round_robin(6)
    players = event.players.assign(
        rating=[2000, None, 2100, 2200, 2300, 2400], excluded=event.players["player"] == 2
    )
    rated = tb.History.from_tables(event.results, players, event.tournaments)
    found = table(rated, "ARO")["ARO"]
    assert math.isnan(found[2])
    assert found[1] == 2250
    assert found.drop(index=2).notna().all()


def test_both_forfeits_and_decisions_stay() -> None:
    event = round_robin(4, results="X=====")
    results = event.results.copy()
    pair = results["round"].eq(3) & results["player"].isin([1, 3])
    results.loc[pair, ["outcome", "points"]] = ["-", 0.0]
    again = tb.History.from_tables(results.drop(columns="points"), event.players, event.tournaments)
    left = withdraw(without_results(again, 4, 9), 3, 2)
    assert left.results[pair]["outcome"].tolist() == ["-", "-"]


def test_in_a_swiss_points_stay_and_later_rounds_are_zero_point_byes() -> None:
    rows = [(1, 1, 2, "w", "1"), (2, 1, 1, "b", "0"), (3, 1, None, None, "U"),
            (1, 2, 3, "w", "="), (3, 2, 1, "b", "="), (2, 2, None, None, "H"),
            (1, 3, None, None, "H"), (2, 3, 3, "w", "X"), (3, 3, 2, "b", "X")]  # fmt: skip
    event = tb.History.from_tables(
        pd.DataFrame(rows, columns=COLUMNS), tournaments={"tournament": ["open"], "system": ["swiss"]}
    )
    left = withdraw(event, 1, 2)
    assert left.results.query("player == 1")["outcome"].tolist() == ["1", "=", "Z"]
    assert left.results.query("player == 1")["points"].tolist() == [1.0, 0.5, 0.0]
    paired = withdraw(event, 3, 2)
    assert paired.results.query("round == 3")["outcome"].tolist() == ["H", "+", "-"]
    assert not paired.players["excluded"].any()


@pytest.mark.parametrize(
    ("player", "after_round", "says"),
    [
        (2, 1, "player 2 has a game in round 2"),
        (9, 1, "no player has the number 9"),
        (2, -1, "after_round=-1"),
        (2, 1.5, "after_round=1.5; expected a round from 0 to 5"),
        (2, 6, "after_round=6; expected a round from 0 to 5"),
    ],
)
def test_what_cannot_be_is_said(player: int, after_round: int, says: str) -> None:
    with pytest.raises(tb.DataError) as error:
        withdraw(round_robin(6), player, after_round)
    assert says in str(error.value)


# ---------------------------------------------------------------- on reading


def test_reading_excludes_who_left_a_finished_round_robin_before_half(tmp_path: Path) -> None:
    for after_round, excluded in ((2, [2]), (3, [])):
        gone = withdraw(without_results(round_robin(6), 2, after_round), 2, after_round)
        again = read_again(gone, tmp_path)
        assert again.players.query("excluded")["player"].tolist() == excluded
        said = again.repairs.query("column == 'excluded'")
        assert said["player"].tolist() == excluded
        assert all("2 of 5 games completed" in why for why in said["why"])
        assert table(again)["PTS"].to_numpy() == pytest.approx(table(gone)["PTS"].to_numpy(), nan_ok=True)
        again.save(tmp_path / "saved")
        assert tb.read(tmp_path / "saved").players["excluded"].equals(again.players["excluded"])


def test_reading_leaves_an_event_under_way_and_a_swiss_alone(tmp_path: Path) -> None:
    under_way = round_robin(6, results="=" * 6 + "X" * 9)
    tb.write_trf(under_way, tmp_path / "open.trf")
    assert not tb.read(tmp_path / "open.trf").players["excluded"].any()
    gone = withdraw(without_results(round_robin(6), 2, 1), 2, 1)
    players = gone.players.drop(columns="excluded")
    swiss = tb.History.from_tables(gone.results, players, gone.tournaments.assign(system="swiss"))
    tb.write_trf(swiss, tmp_path / "swiss.trf")
    assert not tb.read(tmp_path / "swiss.trf").players["excluded"].any()


def test_whoever_won_his_last_games_by_forfeit_was_there(tmp_path: Path) -> None:
    event = round_robin(4)
    results = event.results.copy()
    # Players 1 and 2 left after round 1 (one game of three); 3 and 4 got their games as forfeits.
    for i, j, mine, theirs in (
        (1, 3, "-", "+"),
        (2, 3, "-", "+"),
        (1, 4, "-", "+"),
        (2, 4, "-", "+"),
        (1, 2, "-", "-"),
    ):
        pair = results["player"].isin([i, j]) & results["opponent"].isin([i, j]) & results["round"].gt(1)
        results.loc[pair & results["player"].eq(i), "outcome"] = mine
        results.loc[pair & results["player"].eq(j), "outcome"] = theirs
    left = tb.History.from_tables(results.drop(columns="points"), event.players, event.tournaments)
    found = read_again(left, tmp_path).players.query("excluded")["player"].tolist()
    assert 3 not in found
    assert 4 not in found


def read_again(event: tb.History, folder: Path) -> tb.History:
    """The event from a file of a program that does not say who is excluded."""
    plain = event.players.drop(columns="excluded")
    tb.write_trf(tb.History.from_tables(event.results, plain, event.tournaments), folder / "open.trf")
    return tb.read(folder / "open.trf")


def with_forfeits(event: tb.History, player: int, rounds: list[int]) -> tb.History:
    """The event with these rounds lost by forfeit."""
    results = event.results.drop(columns="points")
    here = results["round"].isin(rounds)
    results.loc[here & results["player"].eq(player) & results["opponent"].notna(), "outcome"] = "-"
    results.loc[here & results["opponent"].eq(player).fillna(value=False), "outcome"] = "+"
    return tb.History.from_tables(results, event.players, event.tournaments)


@pytest.mark.parametrize(
    ("n", "player", "rounds", "excluded"),
    [
        (6, 2, [1, 2, 3], []),  # came late and played to the end
        (6, 2, [1, 3, 4], []),  # was there in the last round
        (6, 2, [1, 2, 4, 5], [2]),  # played round 3 only
        (5, 3, [1, 2, 3], []),  # played round 4, free in round 5
        (5, 3, [1, 3, 4], [3]),  # played round 2 only
    ],
)
def test_whoever_came_late_did_not_leave(
    n: int, player: int, rounds: list[int], excluded: list[int], tmp_path: Path
) -> None:
    again = read_again(with_forfeits(round_robin(n), player, rounds), tmp_path)
    assert again.players.query("excluded")["player"].tolist() == excluded


def test_a_forfeit_won_before_he_left_hides_nothing(tmp_path: Path) -> None:
    # Of 8 players 7 leaves after round 1; 5 gets a point from him in round 4 and leaves, too.
    event = without_results(without_results(round_robin(8), 7, 1), 5, 4)
    left = withdraw(withdraw(event, 7, 1), 5, 4)
    assert left.results.query("player == 5")["outcome"].tolist() == list("===+----")[:7]
    assert left.players.query("excluded")["player"].tolist() == [5, 7]
    assert read_again(left, tmp_path).players.query("excluded")["player"].tolist() == [5, 7]


def test_a_last_round_of_forfeits_ends_an_event(tmp_path: Path) -> None:
    event = without_results(without_results(round_robin(4), 1, 1), 2, 2)
    left = withdraw(withdraw(event, 1, 1), 2, 2)
    assert set(left.results.query("round == 3")["outcome"]) == {"+", "-"}
    assert left.players.query("excluded")["player"].tolist() == [1, 2]
    # A single forfeit at the end does not say that 2 had left.
    assert read_again(left, tmp_path).players.query("excluded")["player"].tolist() == [1]


def test_somebody_who_is_only_listed_makes_no_even_field(tmp_path: Path) -> None:
    event = round_robin(9, results="1=0" * 12)
    ten = tb.History.from_tables(event.results, {"player": range(1, 11)}, event.tournaments)
    again = read_again(ten, tmp_path)
    assert again.players.query("excluded")["player"].tolist() == [10]
    by = "PTS SB KS REP WIN DE"
    assert table(again, by).drop(index=10)[by.split()].equals(table(event, by)[by.split()])


def test_before_he_withdrew_he_was_in_the_standings() -> None:
    event = round_robin(10, results="1=0" * 15)
    left = withdraw(without_results(event, 2, 4), 2, 4)
    assert left.players.query("excluded")["player"].tolist() == [2]
    for after in (1, 2, 3):
        found, was = (tb.standings(h, by=BY, rules="fide-2026", after=after) for h in (left, event))
        assert found.equals(was)
        parts = tb.contributions(left, "SB", rules="fide-2026", after=after)
        assert not parts["reason"].str.startswith("excluded").any()
    for after in (4, 5, 9):
        found = tb.standings(left, by=BY, rules="fide-2026", after=after).set_index("player")
        assert found.loc[2, BY.split()].isna().all()


def test_who_is_called_by_a_name_in_an_event_without_names() -> None:
    with pytest.raises(tb.DataError) as error:
        withdraw(round_robin(4), "Nobody", 1)
    assert str(error.value) == (
        "no player is called 'Nobody'; expected a starting number from 1 to 4: no player here has a name."
    )


def test_flags_are_checked() -> None:
    with pytest.raises(tb.DataError, match="column 'excluded'"):
        tb.History.from_tables(
            {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]},
            {"player": [1, 2], "excluded": ["perhaps", "no"]},
        )


# ---------------------------------------------------------------- what suits a round robin


def test_buchholz_in_a_round_robin_is_warned_of_and_banned_since_2026() -> None:
    event = round_robin(5)
    with pytest.warns(tb.Note, match="BH/C1 says nothing in a round-robin: .* Usual are SB, DE, KS"):
        found = tb.standings(event, by="PTS BH/C1", rules="fide-2024")
    assert any("says nothing" in note for note in found.attrs["notes"])
    with pytest.raises(tb.RuleError, match="bans BH in round robins"):
        tb.standings(event, by="PTS BH/C1", rules="fide-2026")


def test_recommended_tiebreaks_are_data() -> None:
    found = tb.roundrobin.recommended("round-robin")
    assert found["order"].tolist()[:3] == [1, 2, 3]
    assert found.loc[~found["use"], "order"].isna().all()
    assert all(code in set(tb.tiebreaks()["code"]) for code in found["criterion"])
    with pytest.raises(tb.DataError, match="no kind of event 'knock-out'"):
        tb.roundrobin.recommended("knock-out")
