"""Bounds contain every completion of an incomplete event, enumerated by the plain reference."""

from __future__ import annotations

import random
import warnings
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chesstb as tb
from tests import reference
from tests.reference.completions import (
    blank_rounds,
    completions,
    pending_pairs,
    random_completion,
)
from tests.reference.model import is_over_the_board, rounds_counted, rounds_in_data
from tests.strategies import ROUND_ROBIN, SWISS, random_event, to_joint_tables
from tests.test_against_reference import codes_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.reference import Event

few = settings(
    max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
RULES = pytest.mark.parametrize("version", reference.VERSIONS)
SYSTEMS = st.sampled_from(SWISS + ROUND_ROBIN)
SEEDS = st.integers(0, 2**32 - 1)
WAYS = {0: 1, 1: 4, 2: 34, 3: 280}
"""Ways in which so many unpaired players may spend a round."""


def history_of(several: Sequence[Event]) -> tb.History:
    return tb.History.from_tables(**to_joint_tables({f"event {k}": e for k, e in enumerate(several)}))


def drawn_event(system: str, seed: int, most: int) -> Event:
    """An event of a few players, its rounds without what was entered in advance."""
    rng = random.Random(seed)
    players = 2 if system == "match" else rng.randint(1, most)
    return random_event(system, players, rng.randint(1, 5), seed)


def incomplete(event: Event, rng: random.Random) -> tuple[Event, int, int]:
    """Take results of the last rounds back; return the event, its counted rounds, and until when."""
    rows, counted = dict(event.rows), rounds_counted(event, None)
    for (i, r), row in event.rows.items():
        j = row["opponent"]
        if j is not None and i < j and r >= counted - 1 and rng.random() < 0.35:
            for side in (i, j):
                rows[side, r] = {**rows[side, r], "outcome": "X", "points": event.pay["pending"]}
    event = replace(event, rows=rows)
    counted = rounds_counted(event, None)
    until = max(rounds_in_data(event), 1) + rng.choice([0, 0, 1, 1, 2])
    return replace(event, announced=until), counted, until


def some_completions(
    event: Event, counted: int, until: int, rng: random.Random, most: int = 150
) -> tuple[list[Event], bool]:
    """All completions of an event if they are few, else some; and whether it is all."""
    ways = 9 ** len(pending_pairs(event, until))
    for waiting in blank_rounds(event, counted, until).values():
        ways *= WAYS.get(len(waiting), 10**6)
    if ways <= most:
        return list(completions(event, counted, until)), True
    return [random_completion(event, counted, until, rng) for _ in range(most // 4)], False


def wide(table: pd.DataFrame, column: str) -> pd.DataFrame:
    """One row per player, one column per criterion."""
    return table.pivot_table(
        index="player", columns="criterion", values=column, aggfunc="first", dropna=False, observed=True
    )


def assert_within(bounds: pd.DataFrame, values: pd.DataFrame) -> None:
    """Every value of some standings lies in its range; what is missing may be missing."""
    names = [c for c in values.columns if c not in ("tournament", "place", "player", "name")]
    long = values.melt(["player"], names, "criterion", "value")
    joined = long.merge(bounds, on=["player", "criterion"], how="left", validate="many_to_one")
    assert joined["method"].notna().all()
    value, low, high = (joined[c].to_numpy(dtype=float) for c in ("value", "low", "high"))
    inside = (low - 1e-9 <= value) & (value <= high + 1e-9)
    nothing = np.isnan(value) & (np.isnan(low) | (joined["method"] != "record").to_numpy())
    wrong = joined[~(inside | nothing)]
    assert wrong.empty, wrong.head(8).to_string()


@pytest.fixture(autouse=True)
def _quiet() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tb.Note)  # criteria without ratings are dropped, and said so
        yield


# ---------------------------------------------------------------- valid


@RULES
@few
@given(system=SYSTEMS, seed=SEEDS)
def test_a_complete_event_has_no_ranges(version: str, system: str, seed: int) -> None:
    event = drawn_event(system, seed, 9)
    if not event.rows:
        return
    rounds = rounds_counted(event, None)
    event = random_completion(event, rounds, rounds, random.Random(seed))
    by = " ".join(codes_of(version, system))
    found = tb.bounds(history_of([event]), by=by, rules=version, until=rounds)
    values = tb.standings(history_of([event]), by=by, rules=version, after=rounds)
    pd.testing.assert_frame_equal(wide(found, "low"), wide(found, "high"))
    assert (found["method"] == "record").all()
    low = wide(found, "low")
    expected = values.set_index("player").loc[low.index, low.columns]
    np.testing.assert_array_equal(low.to_numpy(dtype=float), expected.to_numpy(dtype=float))


@RULES
@few
@given(system=SYSTEMS, seed=SEEDS)
def test_every_completion_lies_within(version: str, system: str, seed: int) -> None:
    rng = random.Random(seed)
    event, counted, until = incomplete(drawn_event(system, seed, 5), rng)
    cases, _ = some_completions(event, counted, until, rng)
    by = " ".join(codes_of(version, system))
    found = tb.bounds(history_of([event]), by=by, rules=version, until=until)
    assert_within(found, tb.standings(history_of(cases), by=by, rules=version, after=until))


@RULES
@few
@given(system=SYSTEMS, seed=SEEDS)
def test_completions_by_the_reference_lie_within(version: str, system: str, seed: int) -> None:
    rng = random.Random(seed)
    event, counted, until = incomplete(drawn_event(system, seed, 6), rng)
    codes = codes_of(version, system)
    found = tb.bounds(history_of([event]), by=" ".join(codes), rules=version, until=until)
    for _ in range(3):
        case = random_completion(event, counted, until, rng)
        columns = reference.columns(case, version, codes, until)
        values = pd.DataFrame(dict(zip(codes, columns, strict=True))).astype(float)
        assert_within(found, values.rename_axis("player").reset_index())


@RULES
@few
@given(system=SYSTEMS, seed=SEEDS)
def test_an_archive_with_holes_contains_what_happened(version: str, system: str, seed: int) -> None:
    rng = random.Random(seed)
    event = drawn_event(system, seed, 9)
    rounds = rounds_counted(event, None)
    if not event.rows:
        return
    event = random_completion(event, rounds, rounds, rng)
    event = replace(event, rows={k: v for k, v in event.rows.items() if k[1] <= rounds}, announced=rounds)
    table = reference.table(event, rounds)
    shown = set(rng.sample(event.players, rng.randint(1, len(event.players))))
    kept = {k: v for k, v in event.rows.items() if k[0] in shown or v["opponent"] in shown}
    scores = [_score(event, table, i, kept, rng) for i in event.players if i not in shown]
    if not scores or not kept:
        return
    by = " ".join(codes_of(version, system))
    archive = history_of([replace(event, rows=kept)])
    found = tb.bounds(archive, by=by, rules=version, scores=pd.DataFrame(scores), until=rounds)
    assert_within(found, tb.standings(history_of([event]), by=by, rules=version, after=rounds))


def _score(event: Event, table: Any, player: int, kept: Any, rng: random.Random) -> dict[str, Any]:
    """A row of the table of scores: the true one, widened by some points."""
    holes = [r for r in table.rounds if (player, r) not in kept]
    off = sum(not is_over_the_board(table.rows[player, r]) for r in holes)
    true = sum(table.rows[player, r]["points"] for r in table.rounds) + event.adjustment.get(player, 0)
    return {
        "player": player,
        "low": float(true) - rng.choice([0, 0, 0.5, 1, 3]),
        "high": float(true) + rng.choice([0, 0, 0.5, 1, 3]),
        "unplayed": rng.choice([None, off, off, off + 1]),
    }


# ---------------------------------------------------------------- tight


def test_ends_of_points_and_wins_are_attained() -> None:
    attained, ends = 0, 0
    for seed in range(40):
        rng = random.Random(seed)
        event, counted, until = incomplete(drawn_event("swiss", seed, 3), rng)
        cases, all_of_them = some_completions(event, counted, until, rng, most=1200)
        if not all_of_them:
            continue
        by = "PTS WIN PS CUMUL"
        found = tb.bounds(history_of([event]), by="PTS WIN PS", rules="fide-2026", until=until)
        values = tb.standings(history_of(cases), by="PTS WIN PS", rules="fide-2026", after=until)
        groups = values.groupby("player")[by.split()[:3]]
        for end, side in (("low", groups.min()), ("high", groups.max())):
            same = wide(found, end).loc[side.index, side.columns] == side
            attained, ends = attained + int(same.to_numpy().sum()), ends + same.size
    assert ends > 300
    # What is out of reach: one of three unpaired players has to be left over.
    assert attained / ends > 0.97


def archive(ranges: list[tuple[float, float]], results: str) -> tuple[tb.History, pd.DataFrame]:
    """Player 1 against one opponent a round, of whom only a range is known."""
    rounds = len(results)
    other = {"1": "0", "0": "1", "=": "="}
    games = pd.DataFrame(
        {
            "player": [1] * rounds + list(range(2, rounds + 2)),
            "round": [*range(1, rounds + 1)] * 2,
            "opponent": [*range(2, rounds + 2), *[1] * rounds],
            "outcome": [*results, *(other[r] for r in results)],
        }
    )
    scores = pd.DataFrame(ranges, columns=["low", "high"]).assign(player=range(2, rounds + 2), unplayed=0)
    return tb.History.from_tables(games, tournaments={"system": ["swiss"], "rounds": [rounds]}), scores


@pytest.mark.parametrize("seed", range(12))
def test_ends_of_independent_scores_are_attained(seed: int) -> None:
    rng = random.Random(seed)
    results = "".join(rng.choice("1=0") for _ in range(4))
    ranges = []
    for result in results:
        got = {"1": 0.0, "=": 0.5, "0": 1.0}[result]
        low = got + rng.choice([0, 0.5, 1, 2])
        ranges.append((low, min(low + rng.choice([0, 0.5, 1.5]), got + 3)))
    event, scores = archive(ranges, results)
    found = (
        tb.bounds(event, by="BH BH/C1 BH/M1 SB SB/C1", rules="fide-2009", scores=scores)
        .set_index("player")
        .loc[1]
    )
    points = [{"1": 1.0, "=": 0.5, "0": 0.0}[r] for r in results]
    grid = np.array(np.meshgrid(*[np.arange(a, b + 0.25, 0.5) for a, b in ranges])).reshape(4, -1).T
    ordered = np.sort(grid, axis=1)
    products = grid * points
    expected = {
        "BH": grid.sum(axis=1),
        "BH/C1": ordered[:, 1:].sum(axis=1),
        "BH/M1": ordered[:, 1:-1].sum(axis=1),
        "SB": products.sum(axis=1),
        "SB/C1": np.array([_sb_cut(row, points) for row in grid]),
    }
    for name, values in expected.items():
        row = found[found["criterion"] == name].iloc[0]
        ends = (values.min(), values.max())
        assert row["low"] <= ends[0]
        assert ends[1] <= row["high"]
        if name != "SB/C1":
            assert (row["low"], row["high"]) == ends, name


def _sb_cut(scores: Any, points: list[float]) -> float:
    pairs = sorted((s, s * p) for s, p in zip(scores, points, strict=True))
    return float(sum(product for _, product in pairs[1:]))


# ---------------------------------------------------------------- the World Rapid Championship of 2021

FOUR = {"Abdusattorov": (59, 103), "Nepomniachtchi": (4, 100.5), "Carlsen": (1, 97), "Caruana": (6, 95)}
LIST = "PTS DE BH/C1 BH BH/C2 BH/M1 SB PS WIN BPG ARO"


@pytest.fixture(scope="module")
def world_rapid() -> tuple[tb.History, pd.DataFrame]:
    folder = Path(__file__).parent.parent / "data" / "world-rapid-2021"
    results, players, scores = (
        pd.read_csv(folder / f"{name}.csv") for name in ("results", "players", "scores")
    )
    events = {"tournament": ["world-rapid-2021"], "system": ["swiss"], "rounds": [13]}
    return tb.History.from_tables(results, players, pd.DataFrame(events)), scores


@pytest.mark.parametrize("name", FOUR)
def test_world_rapid_published_values_lie_within(name: str, world_rapid: Any) -> None:
    event, scores = world_rapid
    player, published = FOUR[name]
    for known in (scores, scores.assign(unplayed=0)):
        found = tb.bounds(event, by=LIST, rules="fide-2009", scores=known)
        mine = found[found["player"] == player].set_index("criterion")
        assert mine.loc["BH/C1", "low"] <= published <= mine.loc["BH/C1", "high"]
        for exact in ("PTS", "DE", "PS", "WIN", "BPG", "ARO"):
            assert mine.loc[exact, "low"] == mine.loc[exact, "high"], exact
            assert mine.loc[exact, "method"] == "record"


def test_world_rapid_ranges_added_up_by_hand(world_rapid: Any) -> None:
    event, scores = world_rapid
    found = tb.bounds(event, by=LIST, rules="fide-2009", scores=scores.assign(unplayed=0))
    low, high = wide(found, "low"), wide(found, "high")
    # Carlsen: 6½ 7 7 7½ 8 8½ 9 9 9 9½ 9½ known, 90½; Gagunashvili 0 to 8½, Ter-Sahakyan 2 to 8½.
    assert (low.loc[1, "BH"], high.loc[1, "BH"]) == (92.5, 107.5)
    assert (low.loc[1, "BH/C1"], high.loc[1, "BH/C1"]) == (92.5, 101)
    assert (low.loc[1, "BH/C2"], high.loc[1, "BH/C2"]) == (90.5, 94)
    # Abdusattorov: 96 known, Mikhalevski 0 to 8½, Dudin 5 to 7.
    assert (low.loc[59, "BH"], high.loc[59, "BH"]) == (101, 111.5)
    assert (low.loc[59, "BH/C1"], high.loc[59, "BH/C1"]) == (101, 104.5)
    # Nepomniachtchi: 86 known, Mastrovasilis 6 to 8, Socko 1 to 8½, Gareyev 6 to 8½.
    assert (low.loc[4, "BH/C1"], high.loc[4, "BH/C1"]) == (98, 103.5)
    # Progressive scores by the four's own games, wins, games with Black.
    assert low.loc[[59, 4, 1, 6], "PS"].tolist() == [70.5, 72, 72, 67]
    assert low.loc[[59, 4, 1, 6], "WIN"].tolist() == [7, 6, 7, 7]


def test_world_rapid_orders(world_rapid: Any) -> None:
    event, scores = world_rapid
    found = tb.bounds(event, by="PTS DE ARO", rules="fide-2026", scores=scores.assign(unplayed=0))
    assert "∞" in found._repr_html_()  # nothing is known of whom the others met
    found = tb.bounds(event, by="PTS DE", rules="fide-2026", scores=scores.assign(unplayed=0))
    orders = found.orders([59, 4, 1, 6])
    # Abdusattorov beat Carlsen and Caruana and drew with Nepomniachtchi: he is first whatever the missing
    # game between Carlsen and Caruana would have given.
    certain = orders[orders["state"] == "certain"]
    assert certain["order"].tolist() == ["59 > 4 = 1 = 6"]
    assert (orders["state"] == "excluded").sum() == 74
    # Gareyev met Nepomniachtchi and Caruana: his score is tried at every value.
    shared = tb.bounds(event, by="PTS BH/C2", rules="fide-2009", scores=scores.assign(unplayed=0))
    pairs = shared.pairs(["Abdusattorov", "Nepom", "Carlsen", "Caruana"]).set_index(["player", "other"])
    assert (pairs["method"] == "shared scores").all()
    assert pairs.loc[(59, 1), "ahead"] == "certain"  # 96 to 97 against 90½ to 94
    assert pairs.loc[(4, 1), "ahead"] == "possible"  # 92 to 96
    states = shared.orders([59, 4, 1, 6]).set_index("order")["state"]
    assert states["1 > 59 > 4 > 6"] == "excluded"
    assert states["59 > 4 > 1 > 6"] == "possible"


# ---------------------------------------------------------------- orders


@RULES
@few
@given(system=SYSTEMS, seed=SEEDS)
def test_orders_contain_every_completion(version: str, system: str, seed: int) -> None:
    rng = random.Random(seed)
    event, counted, until = incomplete(drawn_event(system, seed, 5), rng)
    cases, all_of_them = some_completions(event, counted, until, rng)
    codes = codes_of(version, system)
    by = " ".join(["PTS", *rng.sample(codes, min(3, len(codes)))])
    if len(event.players) < 2:
        return
    who = rng.sample(event.players, rng.randint(2, min(4, len(event.players))))
    found = tb.bounds(history_of([event]), by=by, rules=version, until=until)
    orders, pairs = found.orders(who), found.pairs(who)
    states = dict(zip(orders["order"], orders["state"], strict=True))
    places = tb.standings(history_of(cases), by=by, rules=version, after=until)
    places = places.pivot_table(index="tournament", columns="player", values="place", observed=True)
    occurring = {_order(row, who) for row in places[who].to_numpy().tolist()}
    assert occurring <= {order for order, state in states.items() if state != "excluded"}
    if "certain" in states.values():
        assert occurring == {order for order, state in states.items() if state == "certain"}
    if all_of_them and (orders["method"] == "every case").all():
        assert occurring == {order for order, state in states.items() if state != "excluded"}
    for pair in pairs.to_dict("records"):
        first, second = (places[pair[side]].to_numpy() for side in ("player", "other"))
        for word, seen in (("ahead", first < second), ("tied", first == second), ("behind", first > second)):
            assert pair[word] != "excluded" or not seen.any()
            assert pair[word] != "certain" or seen.all()


def _order(places: list[float], who: list[int]) -> str:
    """The players by place, written as `orders` writes them: of the tied the first asked for comes first."""
    ranked = sorted(range(len(who)), key=lambda k: (places[k], k))
    text = str(who[ranked[0]])
    for before, after in pairwise(ranked):
        text += (" = " if places[before] == places[after] else " > ") + str(who[after])
    return text


def test_a_shared_opponent_keeps_two_players_in_order() -> None:
    # 1 and 2 have both beaten 3 (of unknown score) and one each of 4 and 5, who stand half a point apart.
    games = pd.DataFrame(
        {
            "player": [1, 3, 2, 3, 1, 4, 2, 5],
            "round": [5, 5, 6, 6, 6, 6, 5, 5],
            "opponent": [3, 1, 3, 2, 4, 1, 5, 2],
            "outcome": ["1", "0", "1", "0", "1", "0", "1", "0"],
        }
    )
    scores = pd.DataFrame({"player": [3, 4, 5], "low": [0.5, 1, 0.5], "high": [4, 1, 0.5], "unplayed": 0})
    history = tb.History.from_tables(games, tournaments={"system": ["swiss"], "rounds": [6]})
    found = tb.bounds(history, by="BH", rules="face-value", scores=scores, until=6)
    ends = found.set_index("player")[["low", "high"]]
    assert ends.loc[1].tolist() == [1.5, 5]
    assert ends.loc[2].tolist() == [1, 4.5]
    pairs = found.pairs([1, 2])
    assert pairs[["ahead", "tied", "behind"]].iloc[0].tolist() == ["certain", "excluded", "excluded"]
    assert pairs["method"].tolist() == ["shared scores"]


# ---------------------------------------------------------------- odd cases


@pytest.mark.parametrize(("third", "ends"), [("Z", [1, 1, 2, 2]), ("U", [1, 3, 1, 3])])
def test_direct_encounter_is_exact_where_the_tied_are_certain(third: str, ends: list[float]) -> None:
    # 1 beat 2, both have 2 points. 3 and 4 have one game to finish; with a bye 3 may reach 2 points, too.
    rows = pd.DataFrame(
        {
            "player": [1, 2, 3, 4] * 3,
            "round": [1] * 4 + [2] * 4 + [3] * 4,
            "opponent": [2, 1, 4, 3, 4, 3, 2, 1, None, 4, None, 2],
            "outcome": [*"10XX", *"1100", "Z", "1", third, "0"],
        }
    )
    scores = pd.DataFrame({"player": [4], "low": [0], "high": [1]})
    found = tb.bounds(tb.History.from_tables(rows), by="PTS DE", rules="fide-2026", scores=scores)
    order = found[(found["criterion"] == "DE") & found["player"].isin([1, 2])]
    assert order[["low", "high"]].to_numpy().ravel().tolist() == ends
    assert order["method"].tolist() == (["record"] if third == "Z" else ["open"]) * 2


def test_an_empty_history_and_players_without_games() -> None:
    nothing = pd.DataFrame({"player": [], "round": [], "opponent": [], "outcome": []})
    empty = tb.bounds(tb.History.from_tables(nothing), by="PTS BH DE", rules="fide-2026")
    assert empty.empty
    assert list(empty.columns) == ["tournament", "player", "name", "criterion", "low", "high", "method"]
    players = pd.DataFrame({"player": [1, 2], "name": ["<b>A</b>", None]})
    entered = tb.History.from_tables(nothing, players, {"tournament": ["e"], "rounds": [3]})
    found = tb.bounds(entered, by="PTS BH", rules="fide-2026")
    assert found[found["criterion"] == "PTS"][["low", "high"]].to_numpy().tolist() == [[0, 3], [0, 3]]
    assert "<b>A</b>" not in found._repr_html_()


def test_several_events_and_scores_of_one_of_them() -> None:
    games = {"player": [1, 2] * 2, "round": [1] * 4, "opponent": [2, 1] * 2, "outcome": [*"10=="]}
    rows = pd.DataFrame(games).assign(tournament=["a", "a", "b", "b"])
    events = {"tournament": ["a", "b"], "rounds": [3, 1], "system": ["swiss"] * 2}
    history = tb.History.from_tables(rows, tournaments=events)
    scores = {"tournament": ["a"], "player": [2], "low": [1.5], "high": [1.5]}
    found = tb.bounds(history, by="PTS", rules="fide-2026", scores=pd.DataFrame(scores))
    assert found[["low", "high"]].to_numpy().tolist() == [[1, 3], [1.5, 1.5], [0.5, 0.5], [0.5, 0.5]]
    with pytest.raises(tb.DataError, match="one event"):
        found.orders([1, 2])
    with pytest.raises(tb.DataError, match="no column tournament"):
        tb.bounds(history, by="PTS", rules="fide-2026", scores={"player": [1], "low": [0], "high": [1]})


GAME = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"until": 0}, "until=0"),
        ({"until": "x"}, "until='x'"),
        ({"scores": {"player": [1], "low": [0]}}, "column high missing"),
        ({"scores": {"player": [7], "low": [0], "high": [1]}}, "no player 7"),
        ({"scores": {"player": [1, 1], "low": [0, 0], "high": [1, 1]}}, "two rows"),
        ({"scores": {"player": [2], "low": [0.5], "high": [1]}}, "player 2: ½ to 1"),
    ],
)
def test_what_cannot_be_is_said(options: dict[str, Any], said: str) -> None:
    with pytest.raises(tb.DataError, match=said):
        tb.bounds(tb.History.from_tables(GAME), by="PTS", rules="fide-2026", **options)


def test_two_to_six_players_are_put_in_order() -> None:
    found = tb.bounds(tb.History.from_tables(GAME), by="PTS", rules="fide-2026")
    assert found.orders([2, 1])["order"].tolist() == ["1 > 2", "2 > 1", "2 = 1"]
    for wrong in ([1], [1, 1]):
        with pytest.raises(tb.DataError, match="2 to 6 different players"):
            found.orders(wrong)
    assert found.query("player == 1").orders([1, 2])["state"].tolist()[0] == "certain"


def test_points_that_are_no_halves() -> None:
    pay = {
        "tournament": ["e"],
        "rounds": [2],
        "win": [3.0],
        "draw": [1.0],
        "half_bye": [0.4],
        "system": ["swiss"],
    }
    found = tb.bounds(tb.History.from_tables(GAME, tournaments=pay), by="PTS STD", rules="fide-2026")
    ends = found.set_index(["player", "criterion"])[["low", "high"]]
    assert ends.loc[(1, "PTS")].tolist() == [3, 6]
    assert ends.loc[(2, "PTS")].tolist() == [0, 3]


@pytest.mark.parametrize("version", ["fide-2009", "fide-2026", "uscf"])
@few
@given(seed=SEEDS)
def test_events_together_are_as_each_alone(version: str, seed: int) -> None:
    rng = random.Random(seed)
    several = [incomplete(drawn_event("swiss", rng.randrange(2**32), 4), rng)[0] for _ in range(3)]
    codes = codes_of(version, "swiss")
    by = " ".join(rng.sample(codes, min(12, len(codes))))
    together = tb.bounds(history_of(several), by=by, rules=version)
    for k, event in enumerate(several):
        alone = tb.bounds(history_of([event]), by=by, rules=version).drop(columns="tournament")
        mine = together[together["tournament"].astype(str) == f"event {k}"].drop(columns="tournament")
        pd.testing.assert_frame_equal(pd.DataFrame(mine).reset_index(drop=True), pd.DataFrame(alone))


def test_a_pending_game_and_what_the_opponent_is_worth_go_together() -> None:
    # Everybody has a game to finish in the second round, and the third is not paired: no cases are counted.
    games = {
        "player": [1, 2, 3, 4] * 2,
        "round": [1] * 4 + [2] * 4,
        "opponent": [2, 1, 4, 3, 3, 4, 1, 2],
        "outcome": [*"1010", *"XXXX"],
    }
    found = tb.bounds(tb.History.from_tables(games), by="SB", rules="face-value", until=3)
    # 1 beat 2 (0 to 2 points in all) and may win against 3 (1 to 2 then): at most 2 + 2, and 3 in the third.
    ends = found.set_index("player").loc[1]
    assert ends["method"] == "range"
    assert ends["high"] == 2 + 2 + 3
    assert ends["low"] == 0
