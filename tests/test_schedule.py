"""Round robins compared with the Berger table, up to renumbering."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import chesstb as tb
from chesstb.roundrobin import berger, check_schedule

if TYPE_CHECKING:
    import random

Game = tuple[int, int, int]


def history(events: dict[str, list[Game]], systems: dict[str, str] | None = None) -> tb.History:
    rows = []
    for key, games in events.items():
        for round_, white, black in games:
            rows.append((key, white, round_, black, "w", "="))
            rows.append((key, black, round_, white, "b", "="))
    columns = ["tournament", "player", "round", "opponent", "colour", "outcome"]
    names = {"tournament": list(events), "system": [(systems or {}).get(k, "round-robin") for k in events]}
    players = pd.DataFrame(rows, columns=columns)[["tournament", "player"]].drop_duplicates()
    return tb.History.from_tables(pd.DataFrame(rows, columns=columns), players, names)


def games_of(n: int, cycles: int = 1, *, swap: bool = True) -> list[Game]:
    table = berger(n, cycles, swap_last_rounds=swap)
    return list(zip(table["round"].tolist(), table["white"].tolist(), table["black"].tolist(), strict=True))


def renamed(games: list[Game], names: list[int]) -> list[Game]:
    return [(round_, names[white - 1], names[black - 1]) for round_, white, black in games]


@settings(max_examples=60, deadline=None)
@given(st.integers(3, 14), st.integers(1, 3), st.booleans(), st.randoms(use_true_random=False))
def test_a_berger_table_under_any_names_has_no_deviation(
    n: int, cycles: int, swap: bool, rng: random.Random
) -> None:
    names = rng.sample(range(1, 60), n)
    system = "double-round-robin" if cycles == 2 else "round-robin"
    event = history({"a": renamed(games_of(n, cycles, swap=swap), names)}, {"a": system})
    found = check_schedule(event)
    assert found.empty
    summary = found.attrs["summary"].iloc[0]
    assert summary[["players", "cycles", "games", "fitting"]].tolist() == [
        n, cycles, cycles * n * (n - 1) // 2, cycles * n * (n - 1) // 2,
    ]  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.integers(5, 12), st.randoms(use_true_random=False))
def test_wrong_colours_are_named(n: int, rng: random.Random) -> None:
    games = games_of(n)
    wrong = set(rng.sample(range(len(games)), rng.randint(1, len(games) // 4)))
    played = [(r, b, w) if i in wrong else (r, w, b) for i, (r, w, b) in enumerate(games)]
    found = check_schedule(history({"a": played}))
    assert set(found["kind"]) == {"wrong colour"}
    assert len(found) <= len(wrong)  # another numbering may fit better still
    if not found.attrs["summary"]["renumbered"].iloc[0]:
        shown = set(zip(found["round"], found["white"], found["black"], strict=True))
        assert shown == {(r, b, w) for i, (r, w, b) in enumerate(games) if i in wrong}


def test_one_wrong_colour_by_hand() -> None:
    games = games_of(6)
    assert games[1] == (1, 2, 5)
    games[1] = (1, 5, 2)
    found = check_schedule(history({"a": games}))
    assert found.drop(columns="tournament").to_numpy().tolist() == [["wrong colour", 1, 5, 2, "2 has White"]]


def test_colours_exchanged_throughout_are_said_once() -> None:
    games = [(round_, black, white) for round_, white, black in games_of(10)]
    games[7] = (games[7][0], games[7][2], games[7][1])
    found = check_schedule(history({"a": games}))
    assert found["kind"].tolist() in (["colours exchanged", "wrong colour"], ["wrong colour"])
    same = check_schedule(history({"a": [*games[:7], (games[7][0], games[7][2], games[7][1]), *games[8:]]}))
    assert same["kind"].tolist() == ["colours exchanged"]
    assert same[["round", "white", "black"]].isna().all(axis=None)
    assert same.attrs["summary"]["exchanged"].tolist() == [True]


def test_games_moved_between_rounds_are_named_with_their_round() -> None:
    games = [(5 - round_ if round_ in (2, 3) else round_, w, b) for round_, w, b in games_of(8)]
    found = check_schedule(history({"a": games}))
    assert set(found["kind"]) == {"another round"}
    assert len(found) == 8
    assert set(zip(found["round"], found["expected"], strict=True)) == {(2, "round 3"), (3, "round 2")}


def test_two_meetings_in_a_single_round_robin() -> None:
    games = [(r, w, b) for r, w, b in games_of(6) if (w, b) != (5, 1)] + [(5, 1, 6)]
    games.remove((5, 3, 6))
    found = check_schedule(history({"a": games}))
    seen = found[["kind", "white", "black", "expected"]].to_numpy().tolist()
    assert ["met too often", 1, 6, "1 game, not 2"] in seen
    assert ["met too seldom", 1, 5, "1 game, not 0"] in seen
    assert ["met too seldom", 3, 6, "1 game, not 0"] in seen


@settings(max_examples=60, deadline=None)
@given(st.integers(5, 14), st.data(), st.randoms(use_true_random=False))
def test_an_event_under_way_follows_the_table_under_any_names(
    n: int, data: st.DataObject, rng: random.Random
) -> None:
    last = data.draw(st.integers(2, n - 1))
    games = renamed([game for game in games_of(n) if game[0] <= last], rng.sample(range(1, 60), n))
    found = check_schedule(history({"a": games}))
    assert found.empty
    assert found.attrs["summary"]["fitting"].tolist() == [len(games)]


@settings(max_examples=40, deadline=None)
@given(st.integers(6, 13), st.randoms(use_true_random=False))
def test_games_that_are_missing_leave_the_rest_in_their_rounds(n: int, rng: random.Random) -> None:
    names = rng.sample(range(1, 60), n)
    all_games = renamed(games_of(n), names)
    missing = set(rng.sample(range(len(all_games)), n // 2))
    games = [game for i, game in enumerate(all_games) if i not in missing]
    event = history({"a": games})
    assume(len(event.players) == n)
    found = check_schedule(event)
    assert set(found["kind"]) <= {"met too seldom"}
    assert found.attrs["summary"]["fitting"].tolist() == [len(games)]


def test_an_event_under_way_has_not_met_too_seldom() -> None:
    games = [game for game in games_of(10) if game[0] <= 4]
    assert check_schedule(history({"a": games})).empty


def circle(n: int) -> list[Game]:
    """Another schedule: the circle turns by one place."""
    ring, games = list(range(2, n + 1)), []
    for round_ in range(1, n):
        seats = [1, *ring]
        games += [(round_, a, b) for a, b in zip(seats[: n // 2], seats[: n // 2 - 1 : -1], strict=True)]
        ring = [ring[-1], *ring[:-1]]
    return games


def test_another_schedule_is_said_once() -> None:
    shuffled = {1: 5, 2: 1, 3: 8, 4: 3, 5: 9, 6: 2, 7: 6, 8: 7, 9: 4}
    games = [(shuffled[round_], *pair) for round_, *pair in circle(10)]
    found = check_schedule(history({"a": games}))
    assert found["kind"].tolist() == ["another schedule"]
    assert found["expected"].tolist() == ["the Berger table"]


def by_every_numbering(n: int, games: list[Game]) -> int:
    """Return how many games fit their round under the best of all numberings."""
    due = {frozenset(game[1:]): game[0] for game in games_of(n)}
    return max(
        sum(due[frozenset((numbers[w - 1], numbers[b - 1]))] == r for r, w, b in games)
        for numbers in permutations(range(1, n + 1))
    )


@settings(max_examples=25, deadline=None)
@given(st.integers(4, 6), st.randoms(use_true_random=False))
def test_a_few_changes_leave_the_best_numbering(n: int, rng: random.Random) -> None:
    games = games_of(n)
    rounds = [game for game in games if rng.random() < 0.9]  # games that were not played
    found = check_schedule(history({"a": [*rounds, games[-1]] if games[-1] not in rounds else rounds}))
    played = rounds if games[-1] in rounds else [*rounds, games[-1]]
    if found.attrs["summary"]["players"].iloc[0] == n:
        assert found.attrs["summary"]["fitting"].iloc[0] == by_every_numbering(n, played) == len(played)


def test_several_events_at_once_are_as_each_alone() -> None:
    events = {f"e{n}": renamed(games_of(n), [*range(n, 0, -1)]) for n in range(3, 13)}
    events["e6"][0] = events["e6"][0][:1] + events["e6"][0][:0:-1]
    whole = check_schedule(history(events))
    alone = [check_schedule(history({key: games})) for key, games in events.items()]
    assert whole.to_numpy().tolist() == [row for part in alone for row in part.to_numpy().tolist()]
    assert len(whole) == 1


def test_events_that_are_no_round_robins_are_left_out() -> None:
    both = history({"a": games_of(4), "b": games_of(5)}, {"a": "swiss"})
    assert check_schedule(both).attrs["summary"]["tournament"].tolist() == ["b"]
    with pytest.raises(tb.DataError, match="no event is a round robin"):
        check_schedule(history({"a": games_of(4)}, {"a": "swiss"}))


def test_games_without_colours_have_no_wrong_ones() -> None:
    rows = pd.DataFrame(games_of(4), columns=["round", "player", "opponent"])
    mirrored = rows.rename(columns={"player": "opponent", "opponent": "player"})
    event = tb.History.from_tables(
        pd.concat([rows, mirrored]).assign(outcome="="), tournaments={"system": ["round-robin"]}
    )
    assert check_schedule(event).empty


def damaged(games: list[Game], rng: random.Random) -> list[Game]:
    """Some games missing, with colours exchanged, or in another round; nobody plays twice in a round."""
    last, kept, busy = max(games)[0], list[Game](), set()
    for round_, white, black in games:
        trouble = rng.choice(["", "", "", "missing", "colours", "round"])
        where = rng.randint(1, last + 1) if trouble == "round" else round_
        if trouble == "missing" or {(where, white), (where, black)} & busy:
            continue
        busy |= {(where, white), (where, black)}
        kept.append((where, black, white) if trouble == "colours" else (where, white, black))
    return kept or games[:1]


def deviations(games: list[Game], found: pd.DataFrame, n: int) -> list[list[object]]:
    """Game by game, by the numbers that are said, and a table in the order that is said."""
    summary = found.attrs["summary"].iloc[0]
    cycles, swapped, exchanged = summary[["cycles", "swapped", "exchanged"]]
    numbers = found.attrs["numbers"].set_index("player")["number"].to_dict()
    assert sorted(numbers.values()) == list(range(1, n + 1))
    table = {(r, frozenset((w, b))): w for r, w, b in games_of(n, cycles, swap=bool(swapped))}
    rows: list[list[object]] = []
    for round_, white, black in games:
        has_white = table.get((round_, frozenset((numbers[white], numbers[black]))))
        if has_white is None:
            rows.append(["another round", round_, white, black])
        elif (has_white == numbers[white]) == exchanged:
            rows.append(["wrong colour", round_, white, black])
    return sorted(rows, key=str)


@settings(max_examples=80, deadline=None)
@given(st.integers(4, 9), st.integers(1, 2), st.booleans(), st.randoms(use_true_random=False))
def test_damaged_schedules_by_a_plain_loop(n: int, cycles: int, swap: bool, rng: random.Random) -> None:
    names = rng.sample(range(1, 60), n)
    games = renamed(damaged(games_of(n, cycles, swap=swap), rng), names)
    history_ = history({"a": games}, {"a": "double-round-robin" if cycles == 2 else "round-robin"})
    assume(len(history_.players) == n)
    found = check_schedule(history_)
    summary = found.attrs["summary"].iloc[0]
    loop = deviations(games, found, n)
    if 2 * summary["fitting"] >= len(games):
        shown = found[found["kind"].isin(["another round", "wrong colour"])]
        rows = shown[["kind", "round", "white", "black"]].to_numpy(dtype=object).tolist()
        assert sorted(rows, key=str) == loop
    assert summary["fitting"] == len(games) - sum(row[0] == "another round" for row in loop)
    met = Counter(frozenset(game[1:]) for game in games)
    often = {pair for pair, times in met.items() if times > summary["cycles"]}
    said = found[found["kind"] == "met too often"][["white", "black"]].to_numpy().tolist()
    assert {frozenset(pair) for pair in said} == often


def test_ways_to_number_are_looked_at_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    events = history({f"e{n}": damaged(games_of(n), Random(n)) for n in range(4, 12)})
    whole = check_schedule(events)
    monkeypatch.setattr("chesstb.roundrobin.numbering.MOST", 40)
    parts = check_schedule(events)
    assert parts.equals(whole)
    assert parts.attrs["numbers"].equals(whole.attrs["numbers"])


def test_mannheim_1914_was_cut_short_and_follows_the_table() -> None:
    path = Path(__file__).parent.parent / "data" / "real" / "mannheim-1914.trf"
    found = check_schedule(tb.read(path))
    assert found.empty
    summary = found.attrs["summary"].iloc[0]
    assert summary[["players", "games", "fitting", "colours"]].tolist() == [18, 99, 99, 99]
    assert summary["renumbered"]
