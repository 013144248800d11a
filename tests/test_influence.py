"""Influence: worked by hand, and against a loop that changes one result after the other."""

from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING, Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import chesstb as tb
from chesstb.scenario import batches, scenarios
from tests import reference
from tests.reference.influence import influence as by_hand
from tests.reference.model import rounds_counted, rounds_in_data, score, table
from tests.strategies import ROUND_ROBIN, SWISS, events, to_tables
from tests.test_against_reference import codes_of, some

if TYPE_CHECKING:
    from tests.reference import Event


def history(lines: str, **tournament: Any) -> tb.History:
    """Build an event from lines ``round white black outcomes``; black may be missing."""
    rows = []
    for line in lines.split(";"):
        round_, white, black, *outcomes = line.split()
        sides = [(int(white), black, "w"), *([(int(black), white, "b")] if black != "-" else [])]
        for (player, opponent, colour), outcome in zip(sides, outcomes, strict=True):
            met = None if opponent == "-" else int(opponent)
            rows.append((player, int(round_), met, colour if met else None, outcome))
    results = pd.DataFrame(rows, columns=["player", "round", "opponent", "colour", "outcome"])
    results["opponent"] = results["opponent"].astype("Int32")
    events = pd.DataFrame([{"tournament": "event", **tournament}])
    return tb.History.from_tables(results.assign(tournament="event"), tournaments=events)


# Six players, three rounds. 1 and 2 have 2½ points each: 1 beat 3 and 5, 2 beat 4 and 6, 1-2 drawn.
# Before round 3: 3 has beaten 6 (1), 4 has beaten 5 (1). Round 3: 3-5 and 4-6 are played, 1-2 drawn.
SIX = """1 1 3 1 0; 1 2 4 1 0; 1 5 6 = =;
 2 1 5 1 0; 2 2 6 1 0; 2 3 4 = =;
 3 1 2 = =; 3 3 6 1 0; 3 4 5 = ="""


def test_six_players_by_hand() -> None:
    # Scores: 3 has ½+1 = 1½, 4 has ½+½ = 1, 5 has ½+½ = 1, 6 has ½.
    # BH of 1: 3 (1½) + 5 (1) + 2 (2½) = 5; of 2: 4 (1) + 6 (½) + 1 (2½) = 4. So 1 > 2.
    # 3-6 drawn: 1 has 1 + 1 + 2½ = 4½, 2 has 1 + 1 + 2½ = 4½: equal. 6 wins: 4 and 5: 2 > 1.
    # 4-5 1-0: 1 has 1½ + ½ + 2½ = 4½, 2 has 1½ + ½ + 2½ = 4½; 0-1: 5½ and 3½.
    found = tb.influence(history(SIX), [2, 1], "BH", rules="fide-2026")
    said = [tuple(row) for row in found.drop(columns=["white_name", "black_name"]).to_numpy()]
    assert said == [
        (3, 3, 6, "1-0", True, "1 > 2", False, 5.0, 4.0),
        (3, 3, 6, "½-½", False, "1 = 2", True, 4.5, 4.5),
        (3, 3, 6, "0-1", False, "2 > 1", True, 4.0, 5.0),
        (3, 4, 5, "1-0", False, "1 = 2", True, 4.5, 4.5),
        (3, 4, 5, "½-½", True, "1 > 2", False, 5.0, 4.0),
        (3, 4, 5, "0-1", False, "1 > 2", False, 5.5, 3.5),
    ]
    assert found.attrs == {"order": "1 > 2", "share": 0.75, "players": [1, 2], "notes": []}
    assert list(found.columns[-2:]) == ["BH of 1", "BH of 2"]


def test_every_round_and_an_earlier_one() -> None:
    event = history(SIX)
    every = tb.influence(event, [1, 2], "BH SB", rules="fide-2026", round="all")
    assert every.groupby("round").size().to_dict() == {1: 3, 2: 3, 3: 6}
    second = tb.influence(event, [1, 2], "BH SB", rules="fide-2026", round=2)
    assert second.equals(every.query("round == 2").reset_index(drop=True))


def test_a_pending_round_counts_as_begun_and_drawn() -> None:
    event = history(SIX.replace("3 1 2 = =; 3 3 6 1 0; 3 4 5 = =", "3 1 2 X X; 3 3 6 X X; 3 4 5 X X"))
    assert set(tb.influence(event, [1, 2], "BH", rules="fide-2026")["round"]) == {2}
    found = tb.influence(event, [1, 2], "BH", rules="fide-2026", round=3)
    assert not found["happened"].any()
    assert found.attrs["order"] == "1 = 2"
    assert found.query("white == 3")["order"].tolist() == ["1 > 2", "1 = 2", "2 > 1"]
    assert found.attrs["share"] == 4 / 6


def test_byes_and_forfeits_are_not_varied_and_games_under_a_move_stay_so() -> None:
    event = history(
        "1 1 2 = =; 1 3 4 + -; 1 5 6 W L; 1 7 - U; 2 1 - H; 2 2 - H; 2 3 5 1 0; 2 4 6 0 = ; 2 7 - H"
    )
    found = tb.influence(event, [1, 2], "BH", rules="fide-2026", round="all")
    assert found[["white", "black"]].drop_duplicates().to_numpy().tolist() == [[5, 6], [3, 5], [4, 6]]
    assert found["happened"].tolist() == [True, False, False, True, False, False, False, False, False]
    drawn = pd.DataFrame({"scenario": 0, "player": [5, 6], "round": 1, "outcome": "D"})
    assert scenarios(event, drawn, 1).results.query("round == 1 and player > 4")["points"].tolist() == [
        0.5,
        0.5,
        1.0,
    ]


def test_points_are_what_the_event_pays_to_each_colour() -> None:
    event = history("1 1 2 1 0; 2 2 1 0 1", win=3, draw=1, loss=0, black_win=4, black_draw=2, black_loss=1)
    changes = pd.DataFrame(
        {
            "scenario": [1, 1, 2, 2],
            "player": [1, 2, 1, 2],
            "round": [1, 1, 2, 2],
            "outcome": ["=", "=", "0", "1"],
        }
    )
    many = scenarios(event, changes, 3)
    assert many.results.groupby("tournament", observed=True)["points"].apply(list).tolist() == [
        [3.0, 4.0, 1.0, 0.0],
        [1.0, 4.0, 2.0, 0.0],
        [3.0, 1.0, 1.0, 3.0],
    ]


def test_direct_encounter_sees_who_joins_the_tied() -> None:
    # 1 beat 2, 3 beat 1, 2 beat 3. Only if 3 had beaten 4 would he, too, have 2 points: then all three
    # beat each other in a circle and nothing is decided.
    lines = "1 1 2 1 0; 1 3 4 = =; 2 3 1 1 0; 2 2 4 1 0; 3 4 1 0 1; 3 2 3 1 0"
    found = tb.influence(history(lines), [1, 2], "DE", rules="fide-2026", round=1)
    assert found["order"].tolist() == ["1 = 2", "1 > 2", "1 > 2"]
    assert found[["DE of 1", "DE of 2"]].to_numpy().tolist() == [[1, 1], [1, 2], [1, 2]]
    assert found.query("flips")["result"].tolist() == ["1-0"]


def test_names_with_signs_and_nameless_players() -> None:
    event = history(SIX)
    people = event.players[["tournament", "player"]].assign(
        name=["<b>A & B</b>", "Zoë", None, None, "x", None]
    )
    named = tb.History.from_tables(event.results, people, event.tournaments)
    found = tb.influence(named, ["zoë", "<b>"], "BH", rules="fide-2026")
    assert found.attrs["players"] == [1, 2]
    assert found["black_name"].tolist()[-1] == "x"
    assert "<b>" not in found._repr_html_()


def test_nobody_else_played() -> None:
    found = tb.influence(history("1 1 2 = ="), [1, 2], "BH", rules="fide-2026")
    assert len(found) == 0
    assert math.isnan(found.attrs["share"])
    assert found.attrs["order"] == "1 = 2"
    assert list(found.columns[:8]) == [
        "round", "white", "black", "white_name", "black_name", "result", "happened", "order",
    ]  # fmt: skip


def test_players_not_level_are_ordered_by_the_tiebreak_alone_and_it_is_said() -> None:
    with pytest.warns(tb.Note, match="not level on points: ordered by BH alone"):
        found = tb.influence(history(SIX), [2, 4], "BH", rules="fide-2026")
    assert found.attrs["order"] == "4 > 2"
    assert found.attrs["notes"]


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"players": [1]}, "two players or more"),
        ({"players": 1}, "two players or more"),
        ({"players": "12"}, "two players or more"),
        ({"players": [1, 1]}, "two players or more"),
        ({"players": [1, 99]}, "no player has the number 99; expected a starting number from 1 to 6"),
        ({"players": [1, None]}, "None names no player; expected a starting number or a name"),
        ({"players": [1, 2.5]}, "2.5 names no player; expected a starting number or a name"),
        ({"players": [1, 2], "rules": ["fide-2026"]}, "expected one rule version"),
        ({"players": [1, 2], "round": 4}, "expected a round from 1 to 3, or 'all'"),
        ({"players": [1, 2], "round": "last"}, "expected a round from 1 to 3, or 'all'"),
        ({"players": [1, 2], "tiebreak": "XYZ"}, "no tie-break 'XYZ'"),
        ({"players": [1, 2], "rules": "uscf", "tiebreak": "FB"}, "does not define"),
    ],
)
def test_errors(given: dict[str, Any], error: str) -> None:
    with pytest.raises(tb.ChesstbError, match=error):
        tb.influence(history(SIX), **({"tiebreak": "BH", "rules": "fide-2026"} | given))


def test_scenarios_need_rows_and_codes_and_one_event() -> None:
    event = history(SIX)
    change = {"scenario": 0, "player": [1], "round": 9, "outcome": "1"}
    with pytest.raises(tb.DataError, match="player 1 has no row in round 9"):
        scenarios(event, pd.DataFrame(change), 1)
    with pytest.raises(tb.DataError, match="outcome 'win'; expected one of"):
        scenarios(event, pd.DataFrame(change | {"round": 1, "outcome": "win"}), 1)
    with pytest.raises(tb.DataError, match="one event"):
        scenarios(tb.History.concat([event, event]), pd.DataFrame(change), 1)
    with pytest.raises(tb.DataError, match="one event"):
        tb.influence(tb.History.concat([event, event]), [1, 2], "BH")


def test_batches_change_nothing() -> None:
    event = history(SIX)
    changes = pd.DataFrame({"scenario": [0, 2, 2, 4], "player": [1, 1, 3, 4], "round": 1, "outcome": "="})
    whole = scenarios(event, changes, 5)
    parts = list(batches(event, changes, 5, most=2 * len(event.results)))
    assert [list(numbers) for numbers, _ in parts] == [[0, 1], [2, 3], [4]]
    for name in ("players", "results"):
        joined = pd.concat([getattr(part, name).drop(columns="tournament") for _, part in parts])
        assert joined.reset_index(drop=True).equals(getattr(whole, name).drop(columns="tournament"))
    assert (
        scenarios(event, changes.iloc[:0], 1)["0"]
        .results.drop(columns="tournament")
        .equals(event.results.drop(columns="tournament"))
    )


# ---------------------------------------------------------------- against the loop


@st.composite
def questions(draw: st.DrawFn, systems: tuple[str, ...]) -> tuple[Event, list[int], Any]:
    """Return an event, some of its players (often level on points), and which rounds to vary."""
    event = draw(events(systems).filter(lambda e: len(e.players) > 1))
    now = table(event)
    lead = draw(st.sampled_from(event.players))
    level = [i for i in event.players if score(now, i) == score(now, lead)]
    some_players = (
        level[:4]
        if len(level) > 1 and draw(st.integers(0, 4))
        else draw(st.lists(st.sampled_from(event.players), min_size=2, max_size=3, unique=True))
    )
    last = rounds_in_data(event)
    return event, sorted(some_players), draw(st.sampled_from([None, "all", *range(1, last + 1)]))


@pytest.mark.parametrize("version", ["fide-2009", "fide-2024", "fide-2026", "uscf"])
@pytest.mark.parametrize("systems", [SWISS, ROUND_ROBIN], ids=["swiss", "round-robin"])
@some
@given(data=st.data())
def test_against_the_loop(version: str, systems: tuple[str, ...], data: st.DataObject) -> None:
    event, players, which = data.draw(questions(systems))
    codes = data.draw(
        st.lists(st.sampled_from(codes_of(version, systems[0])), min_size=1, max_size=3, unique=True)
    )
    counted = rounds_counted(event, None)
    rounds = [counted] if which is None else list(range(1, counted + 1)) if which == "all" else [which]
    actual, cases = by_hand(event, version, codes, players, rounds)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tb.Note)
        found = tb.influence(
            tb.History.from_tables(**to_tables(event)), players, codes, rules=version, round=which
        )
    assert found.attrs["order"] == words(actual)
    expected = [
        (c.round, c.white, c.black, c.result, c.happened, words(c.order), c.order != actual) for c in cases
    ]
    shown = found[["round", "white", "black", "result", "happened", "order", "flips"]]
    assert [tuple(row) for row in shown.to_numpy(dtype=object)] == expected
    flips = [c.order != actual for c in cases if not c.happened]
    if flips:
        assert found.attrs["share"] == sum(flips) / len(flips)
    for number, code in enumerate(codes):
        for player in players:
            values = [c.columns[number][player] for c in cases]
            wanted = pd.Series([math.nan if v is None else float(v) for v in values], dtype="float64")
            assert found[f"{code} of {player}"].equals(wanted.rename(f"{code} of {player}"))


def words(order: list[list[int]]) -> str:
    return " > ".join(" = ".join(map(str, part)) for part in order)


def test_the_loop_knows_every_version_used() -> None:
    assert {"fide-2009", "fide-2024", "fide-2026", "uscf"} <= set(reference.VERSIONS)
