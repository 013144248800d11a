"""Round robins, Scheveningen events and matches: which count, which do not, and the boundary."""

from __future__ import annotations

import pandas as pd
import pytest

import chesstb as tb
from tests.small_events import event, everybody_meets, match
from tests.test_rated_games import SEED, answers, only

# ---------------------------------------------------------------- 6.3


@pytest.mark.parametrize(
    ("rated", "players", "article"),
    [
        (4, 12, None), (4, 13, "6.3"), (5, 13, None), (3, 10, "6.3"), (4, 10, None),
        (4, 9, None), (3, 9, "6.31"), (3, 3, "6.31"), (4, 4, None), (1, 9, "6.3"),
    ],
)  # fmt: skip
def test_composition_of_a_round_robin(rated: int, players: int, article: str | None) -> None:
    history = everybody_meets([1500] * rated + [None] * (players - rated))
    no = {"national_championship": False}
    for edition in ("b02-2000", "b02-2009", SEED):
        found = only(answers(history, edition, who=None, events=no, players={"earlier_games": 0}))
        assert found == ((True, "6.43") if article is None else (False, article))
    assert answers(history, "b02-2024", who=1)[0][0] is (rated > 1)


def test_who_is_only_listed_takes_no_part() -> None:
    twelve = everybody_meets([1500] * 4 + [None] * 8)
    players = pd.concat(
        [twelve.players, pd.DataFrame({"tournament": twelve.events, "player": 13, "excluded": False})]
    )
    listed = tb.History.from_tables(twelve.results, players, twelve.tournaments)
    assert len(listed.players) == 13
    no = {"national_championship": False}
    assert only(answers(listed, who=None, events=no, players={"earlier_games": 0})) == (True, "6.43")


@pytest.mark.parametrize(
    ("rated", "players", "article"),
    [(4, 6, None), (4, 5, "6.32"), (3, 6, "6.32"), (5, 5, None), (4, 7, None)],
)
def test_double_round_robin_with_unrated_players(rated: int, players: int, article: str | None) -> None:
    history = everybody_meets([1500] * rated + [None] * (players - rated), cycles=2)
    found = only(answers(history, who=None, events={"national_championship": False}))
    assert found == ((True, "6.43") if article is None else (False, article))


@pytest.mark.parametrize(
    ("rated", "championship", "women", "answer"),
    [
        (3, True, None, (True, "6.43")), (3, False, None, (False, "6.31")), (3, None, None, (None, "6.33")),
        (2, True, False, (False, "6.31")), (2, True, True, (True, "6.43")), (2, True, None, (None, "6.33")),
        (2, None, True, (None, "6.33")), (1, True, True, (False, "6.3")), (2, None, False, (False, "6.31")),
    ],
)  # fmt: skip
def test_national_championship(
    rated: int, championship: bool | None, women: bool | None, answer: tuple[bool | None, str]
) -> None:
    history = everybody_meets([1500] * rated + [None] * (5 - rated))
    facts = {"national_championship": championship, "women_only": women}
    assert only(answers(history, who=None, events=facts)) == answer


@pytest.mark.parametrize(
    ("sex", "answer"),
    [("wwwww", True), ("wfwwW", True), ("wwwwm", False), ("mmmmm", False), ("wwww ", None)],
)
def test_who_is_there_says_whether_it_is_for_women_only(sex: str, answer: bool | None) -> None:
    history = everybody_meets([1500] * 2 + [None] * 3, players={"sex": list(sex)})
    found = only(answers(history, who=None, events={"national_championship": True}))
    assert found[0] is answer


@pytest.mark.parametrize(("unrated", "rated"), [(0, True), (1, True), (2, False)])
def test_scheveningen_before_2009(unrated: int, rated: bool) -> None:
    ratings: list[int | None] = [1500] * (6 - unrated) + [None] * unrated
    games = [(r, i, 4 + (i + r) % 3, "=") for r in (1, 2, 3) for i in (1, 2, 3)]
    history = event(ratings, games, "team-round-robin")
    found = answers(history, "b02-2000", who=None, events={"scheveningen": True})
    assert ((False, "6.4") in found) is not rated
    assert (False, "6.4") not in answers(history, "b02-2000", who=None)
    assert (False, "6.4") not in answers(history, SEED, who=None, events={"scheveningen": True})


# ---------------------------------------------------------------- 6.5, 6.6


@pytest.mark.parametrize(
    ("codes", "rated"),
    [
        ("1=10", [True, True, True, False]),  # 2½ after three of four
        ("1100", [True, True, True, True]),  # 2 of 4 is half, and decides nothing
        ("11=1", [True, True, True, False]),
        ("++=1", [False, False, True, False]),  # forfeits score in the match: 2½ after three
        ("====", [True] * 4),
        ("0001", [True, True, True, False]),
    ],
)
@pytest.mark.parametrize(("edition", "article"), [(SEED, "6.5"), ("b02-2000", "6.5"), ("b02-2024", "6.2")])
def test_games_after_a_match_is_decided(codes: str, rated: list[bool], edition: str, article: str) -> None:
    history = match(codes, rounds=4)
    for who in (1, 2):
        found = answers(history, edition, who)
        assert [state for state, _ in found] == rated
        if not rated[3]:
            assert found[3][1] == article


def test_a_match_of_unknown_length() -> None:
    found = answers(match("11=="))
    assert [state for state, _ in found] == [True, True, True, None]
    assert found[3][1] == "6.5"
    assert [state for state, _ in answers(match("11=="), events={"games": 6})] == [True] * 4
    assert [state for state, _ in answers(match("11==", rounds=6), events={"games": 3})] == [
        True,
        True,
        False,
        False,
    ]


def test_a_decided_match_by_other_points() -> None:
    """3-1-0 over four games: 6:0 with two to go can still be caught, 7:1 with one cannot."""
    history = match("11=0", rounds=4, win=3.0, draw=1.0)
    assert [state for state, _ in answers(history)] == [True, True, True, False]


def test_a_pending_game_of_a_match_is_still_to_come() -> None:
    assert [state for state, _ in answers(match("1X11", rounds=4))] == [True, None, True, True]


@pytest.mark.parametrize(
    ("ratings", "seed", "before"),
    [([2200, 2100], True, True), ([2200, None], False, None), ([None, None], False, False)],
)
def test_a_match_with_an_unrated_player(ratings: list[int | None], seed: bool, before: bool | None) -> None:
    history = match("10=1=", ratings)
    for edition, article in ((SEED, "6.6"), ("b02-2009", "6.6"), ("b02-2024", "6.1")):
        found = only(answers(history, edition, who=None))
        assert found[0] is seed
        if not seed:
            assert found[1] == article
    found = answers(history, "b02-2000", who=None)
    assert ((False, "6.4") in found) is (before is False)
