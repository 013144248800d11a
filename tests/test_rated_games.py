"""Which games count for rating: every clause with a case for, one against, and the boundary."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pandas as pd
import pytest

import chesstb as tb
from tests.small_events import event, everybody_meets, match, newcomer

SEED = "b02-2010"
R = [1500, 1500, 1500, 1500, 1500, 1500]


def answers(
    history: tb.History, edition: str = SEED, who: int | None = 1, **facts: Any
) -> list[tuple[Any, str]]:
    """Return whether each game of a player counts, and the article: True, False or None."""
    facts.setdefault("floor", 1000)
    table = tb.ratings.rated_games(history, edition, **facts)
    if who is not None:
        table = table[table["player"] == who]
    rated = [None if pd.isna(value) else bool(value) for value in table["rated"]]
    return list(zip(rated, table["article"], strict=True))


def only(found: list[tuple[Any, str]]) -> tuple[Any, str]:
    """Return the answer that all the games share."""
    assert len(set(found)) == 1, found
    return found[0]


# ---------------------------------------------------------------- 5.1


@pytest.mark.parametrize(
    ("code", "rated"), [*((c, True) for c in "1=0"), *((c, False) for c in "WDL+-"), ("X", None)]
)
@pytest.mark.parametrize("edition", tb.ratings.editions()["name"])
def test_a_game_counts_where_both_moved(code: str, rated: bool | None, edition: str) -> None:
    history = event([2100, 2000], [(1, 1, 2, code), (2, 1, 2, "=")])
    found = answers(history, edition)
    assert found[0][0] is rated
    assert found[1][0] is True
    if not rated:
        assert found[0][1] == "5.1"


def test_rounds_without_an_opponent_are_no_games() -> None:
    games = {
        "player": [1, 2, 1, 2],
        "round": [1, 1, 2, 2],
        "opponent": [2, 1, None, None],
        "outcome": ["=", "=", "U", "H"],
    }
    history = tb.History.from_tables(games, {"player": [1, 2, 3], "rating": [2000, 2100, None]})
    table = tb.ratings.rated_games(history, SEED)
    assert table[["player", "round"]].to_numpy().tolist() == [[1, 1], [2, 1]]


def test_force_majeure_takes_games_out_since_2024() -> None:
    games = {
        "player": [1, 2],
        "round": [1, 1],
        "opponent": [2, 1],
        "outcome": ["1", "0"],
        "excepted": [True, True],
    }
    history = tb.History.from_tables(games, {"player": [1, 2], "rating": [2000, 2100]})
    assert only(answers(history, SEED, who=None)) == (True, "6.42")
    assert only(answers(history, "b02-2024", who=None)) == (False, "5.1")


# ---------------------------------------------------------------- 1.1, wide gaps


@pytest.mark.parametrize(
    ("ratings", "minutes", "rated"),
    [
        ([2400, 1500], 119, False), ([2400, 1500], 120, True), ([2399, 1500], 90, True),
        ([2399, 1500], 89, False), ([1800, 1500], 89, False), ([1799, 1500], 60, True),
        ([1799, 1500], 59, False), ([1799, 1500], None, True),
    ],
)  # fmt: skip
def test_minutes_by_the_higher_rating(ratings: list[int | None], minutes: int | None, rated: bool) -> None:
    history = event(ratings, [(1, 1, 2, "1")])
    for who in (1, 2):
        found = only(answers(history, "b02-2024", who, events={"minutes": minutes}))
        assert found == ((True, "8.3.1") if rated else (False, "1.1"))
    assert only(answers(history, SEED, events={"minutes": minutes})) == (True, "6.42")


@pytest.mark.parametrize(
    ("ratings", "speed", "rated"),
    [
        ([2601, 2001], "rapid", False), ([2601, 2002], "rapid", True), ([2600, 2000], "blitz", True),
        ([2601, 2001], "blitz", False), ([2601, 2001], "standard", True), ([2601, 2001], None, True),
        ([2700, None], "rapid", False),
    ],
)  # fmt: skip
def test_wide_gaps_in_rapid(ratings: list[int | None], speed: str | None, rated: bool) -> None:
    history = event(ratings, [(1, 1, 2, "1")])
    found = only(answers(history, "b02-2024-december", events={"speed": speed}))
    assert found[0] is rated
    assert (found[1] == "rapid and blitz 7.3.1") == (not rated and None not in ratings)
    assert only(answers(history, "b02-2024", events={"speed": speed}))[0] is (None not in ratings)


# ---------------------------------------------------------------- 6.1


@pytest.mark.parametrize(("codes", "ignored"), [("000", True), ("0=0", True), ("0==", False), ("010", False)])
def test_half_a_point_in_the_first_event(codes: str, ignored: bool) -> None:
    history = newcomer(codes, R[:3])
    found = answers(history, who=None, players={"earlier_games": 0})
    assert {state for state, _ in found} == {not ignored}
    if ignored:
        assert only(found) == (False, "6.1")


@pytest.mark.parametrize(
    ("facts", "own", "theirs"),
    [
        ({}, None, None),
        ({"earlier_games": 0}, False, False),
        ({"earlier_games": 5}, None, None),
        ({"earlier_games": 5, "earlier_performance": 999}, False, False),
        ({"earlier_games": 5, "earlier_performance": 1000}, True, True),
        ({"earlier_performance": 1700}, True, True),
    ],
)
def test_an_earlier_performance_saves_half_a_point(facts: Any, own: bool | None, theirs: bool | None) -> None:
    history = newcomer("=00", R[:3])
    assert only(answers(history, players=facts))[0] is own
    assert only(answers(history, who=2, players=facts))[0] is theirs


def test_an_earlier_performance_saves_too_few_games_but_for_him_alone() -> None:
    """½ out of 2: his own games are pooled with the earlier ones, opponents have nothing of them."""
    history = newcomer("=0", R[:2])
    facts = {"earlier_games": 5, "earlier_performance": 1500}
    assert only(answers(history, players=facts)) == (True, "6.1")
    assert only(answers(history, who=2, players=facts)) == (False, "6.42")


@pytest.mark.parametrize("edition", ["b02-2000", "b02-2009"])
def test_before_2010_half_a_point_is_ignored_in_any_event(edition: str) -> None:
    facts = {"earlier_games": 5, "earlier_performance": 1700}
    assert only(answers(newcomer("=00", R[:3]), edition, who=None, players=facts)) == (False, "6.1")
    assert only(answers(newcomer("==0", R[:3]), edition, players=facts))[0] is True


@pytest.mark.parametrize(
    ("codes", "earlier", "rated"),
    [("000", 0, False), ("000", 1, True), ("000", None, None), ("=00", 0, True), ("=00", None, True)],
)
def test_since_2024_only_nothing_at_all_is_ignored(
    codes: str, earlier: int | None, rated: bool | None
) -> None:
    found = only(answers(newcomer(codes, R[:3]), "b02-2024", players={"earlier_games": earlier}))
    assert found == (rated, "7.1.4" if rated else "8.2.1")


def test_points_without_a_game_do_not_save_a_newcomer() -> None:
    """A forfeit win is no score: the board says 0."""
    history = newcomer("00+", R[:3])
    found = answers(history, players={"earlier_games": 0})
    assert found == [(False, "6.1"), (False, "6.1"), (False, "5.1")]


def test_a_newcomer_still_at_play_is_not_judged() -> None:
    found = answers(newcomer("000X", R[:4]), players={"earlier_games": 0})
    assert found == [(None, "6.1")] * 3 + [(None, "5.1")]
    found = answers(newcomer("110X", R[:4]), players={"earlier_games": 0})
    assert found == [(None, "6.41")] * 3 + [(None, "5.1")]


# ---------------------------------------------------------------- 6.2


def two_stages() -> tb.History:
    """Two Swiss stages in which newcomer X meets two rated opponents and then one."""
    parts = []
    for key, number, opponents in (("groups", 7, 2), ("final", 3, 1)):
        rows = [(r, 1 + r, "1") for r in range(1, opponents + 1)]
        results = {
            "player": [number] * opponents + [number + r for r, *_ in rows],
            "round": [r for r, *_ in rows] * 2,
            "opponent": [number + r for r, *_ in rows] + [number] * opponents,
            "outcome": ["1"] * opponents + ["0"] * opponents,
        }
        listed = {"player": [number, *(number + r for r, *_ in rows)], "rating": [None] + [1500] * opponents}
        listed["name"] = ["X"] + [f"{key} {r}" for r, *_ in rows]
        parts.append(tb.History.from_tables(results, listed, {"tournament": [key], "system": ["swiss"]}))
    return tb.History.concat(parts)


@pytest.mark.parametrize("edition", ["b02-2000", "b02-2009", SEED])
def test_stages_named_as_one_event_are_one(edition: str) -> None:
    history = two_stages()
    assert {rated for rated, _ in answers(history, edition, who=7)} == {False}
    for stages in (
        {"stage_of": "the championship"},
        {"tournament": ["groups", "final"], "stage_of": ["c", "c"]},
    ):
        together = tb.ratings.rated_games(history, edition, events=stages, floor=1000)
        assert together.loc[together["rating"].isna(), "rated"].all()
    apart = tb.ratings.rated_games(
        history, edition, events={"tournament": ["groups"], "stage_of": ["c"]}, floor=1000
    )
    assert not apart["rated"].any()


def test_stages_of_nameless_players_stay_apart() -> None:
    history = two_stages()
    nameless = tb.History.from_tables(
        history.results, history.players.drop(columns="name"), history.tournaments
    )
    table = tb.ratings.rated_games(nameless, SEED, events={"stage_of": "c"}, floor=1000)
    assert not table["rated"].any()


def test_a_match_that_is_a_stage_is_no_match() -> None:
    parts = [
        match("110", [None, 1500], players={"name": ["A", "B"]}),
        match("10=", [None, 1600], players={"name": ["A", "C"]}),
    ]
    history = tb.History.concat(parts)
    assert only(answers(history)) == (False, "6.6")
    assert only(answers(history, events={"stage_of": "knock-out", "games": 4})) == (True, "6.41")


# ---------------------------------------------------------------- 6.4


@pytest.mark.parametrize(
    ("edition", "codes", "opponents", "answer"),
    [
        (SEED, "110", R[:3], (True, "6.41")),
        (SEED, "11", R[:2], (False, "6.41")),
        (SEED, "=00", R[:3], (True, "6.41")),
        ("b02-2009", "10", R[:2], (False, "6.41")),
        ("b02-2009", "100", R[:3], (True, "6.41")),
        ("b02-2000", "100", R[:3], (True, "6.42")),
        ("b02-2000", "10", R[:2], (False, "6.42")),
        ("b02-2024", "1", R[:1], (True, "7.1.4")),
    ],
)
def test_newcomer_in_a_swiss(edition: str, codes: str, opponents: list[int | None], answer: Any) -> None:
    facts = (
        {"earlier_games": 0, "earlier_performance": 1000}
        if edition == SEED and codes == "=00"
        else {"earlier_games": 0}
    )
    found = only(answers(newcomer(codes, opponents), edition, players=facts))
    assert found[0] is answer[0]
    if codes != "=00":
        assert found == answer


@pytest.mark.parametrize(
    ("edition", "half_points", "rated"),
    [(SEED, 0, False), (SEED, 1, True), ("b02-2009", 1, False), ("b02-2009", 2, True), ("b02-2000", 0, True)],
)
def test_score_against_rated_opponents(edition: str, half_points: int, rated: bool) -> None:
    """A point against another newcomer keeps 6.1 away; the score against the rated is on the boundary."""
    codes = {0: "0001", 1: "=001", 2: "==01"}[half_points]
    history = newcomer(codes, [1500, 1500, 1500, None])
    found = answers(history, edition, players={"earlier_games": 0})
    assert [state for state, _ in found] == [rated] * 3 + [False]


@pytest.mark.parametrize(("floor", "rated"), [(1499, True), (1500, True), (1501, False)])
def test_performance_on_the_floor(floor: int, rated: bool) -> None:
    """Half the points against 1500 is a performance of 1500."""
    history = newcomer("1=0", R[:3])
    assert only(answers(history, floor=floor)) == (rated, "6.41")
    assert only(answers(history, who=2, floor=floor)) == (rated, "6.42")
    assert only(answers(history, "b02-2009", floor=floor))[0] is True  # asks for no performance


def test_floor_by_date() -> None:
    def found(start: dt.date | None) -> Any:
        return only(answers(newcomer("1=0", R[:3], start=start), floor=None))

    assert found(dt.date(2012, 1, 1)) == (True, "6.41")
    assert found(dt.date(2011, 12, 31)) == (None, "6.41")
    assert found(None) == (True, "6.41")


@pytest.mark.parametrize(
    ("edition", "answer"),
    [
        ("b02-2000", (False, "6.41")),
        ("b02-2009", (True, "6.42")),
        (SEED, (True, "6.42")),
        ("b02-2024", (False, "8.3.1")),
    ],
)
def test_rated_player_against_a_newcomer_who_qualifies(edition: str, answer: Any) -> None:
    assert only(answers(newcomer("11=", R[:3]), edition, who=2)) == answer


def test_rated_player_against_a_newcomer_who_does_not() -> None:
    assert only(answers(newcomer("11", R[:2]), who=2)) == (False, "6.42")


@pytest.mark.parametrize("system", ["swiss", "unknown", "team-swiss", "team-round-robin"])
def test_team_events_and_unknown_ones_count_like_a_swiss(system: str) -> None:
    games = [(1, 1, 2, "1"), (1, 3, 4, "="), (2, 1, 3, "1"), (2, 2, 4, "1")]
    found = answers(event([None, 1500, 1500, 1500], games, system), who=None)
    assert found[:2] == [(False, "6.41")] * 2
    assert only(answers(event([None, 1500, 1500, 1500], games, system), who=4)) == (True, "6.42")


@pytest.mark.parametrize("code", "+-WDLX")
def test_one_unplayed_game_makes_a_round_robin_a_swiss(code: str) -> None:
    """Five rated and three newcomers: complete, everything counts; else as in a Swiss."""
    ratings: list[int | None] = [1500] * 5 + [None] * 3
    assert only(answers(everybody_meets(ratings), who=None)) == (True, "6.43")
    table = tb.ratings.rated_games(everybody_meets(ratings, code), SEED, floor=1000)  # players 1 and 2
    between = table[table["rating"].isna() & table["opponent_rating"].isna()]
    if code == "X":
        assert between["rated"].isna().all()
        assert set(between["article"]) == {"6.43"}
        open_ = table[table["rated"].isna() & ~table.index.isin(between.index)]
        assert len(open_) == 2
    else:
        assert not between["rated"].any()
        assert set(between["article"]) == {"6.41"}
        others = table.drop(between.index)
        assert (~others["rated"]).sum() == 2
    assert set(tb.ratings.rated_games(everybody_meets(ratings), "b02-2024")["article"]) == {"7.1.4", "8.3.1"}


def test_a_pairing_that_never_was_makes_a_round_robin_a_swiss() -> None:
    ratings: list[int | None] = [1500] * 5 + [None] * 3
    history = everybody_meets(ratings)
    missing = history.results[
        ~(history.results["player"].isin([1, 2]) & history.results["opponent"].isin([1, 2]))
    ]
    history = tb.History.from_tables(missing, history.players, history.tournaments)
    table = tb.ratings.rated_games(history, SEED, floor=1000)
    assert not table.loc[table["rating"].isna() & table["opponent_rating"].isna(), "rated"].any()


def test_half_of_a_double_round_robin_is_not_all_of_it() -> None:
    ratings: list[int | None] = [1500] * 5 + [None] * 3
    once = everybody_meets(ratings)
    half = tb.History.from_tables(
        once.results, once.players, once.tournaments.assign(system="double-round-robin")
    )
    assert (False, "6.41") in answers(half, who=None)
    assert only(answers(everybody_meets(ratings, cycles=2), who=None)) == (True, "6.43")
