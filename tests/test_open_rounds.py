"""Reading a finished round robin that somebody left: open rounds become forfeits, where that is shown."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chesstb as tb
from chesstb.roundrobin import berger, check_schedule, withdraw
from chesstb.roundrobin.progress import completed
from chesstb.roundrobin.withdrawal import settle_withdrawn
from tests.reference.departures import forfeits

if TYPE_CHECKING:
    from pathlib import Path

Row = tuple[int, int, int | None, str | None, str]
COLUMNS = ["player", "round", "opponent", "colour", "outcome"]
SHOWN = [*COLUMNS, "points"]
MIRROR = {"1": "0", "0": "1", "+": "-"}


def rows_of(
    n: int, cycles: int, rng: Random, names: list[int] | None = None, *, swap: bool = True
) -> list[Row]:
    """A Berger table played to its end."""
    names = names or list(range(1, n + 1))
    rows: list[Row] = []
    games = berger(n, cycles, swap_last_rounds=swap)[["round", "white", "black"]].to_numpy().tolist()
    for round_, white, black in games:
        result = rng.choice("1=0")
        a, b = names[white - 1], names[black - 1]
        rows += [(a, round_, b, "w", result), (b, round_, a, "b", MIRROR.get(result, result))]
    return rows


def opened(rows: list[Row], gone: dict[int, int], code: str) -> list[Row]:
    """The same, games of those who left pending (X), without a word of an opponent (Z), or lost (-)."""
    return [
        row
        if not any(who in gone and row[1] > gone[who] for who in (row[0], row[2]))
        else (*row[:4], "-" if row[1] > gone.get(row[0], row[1]) else "+")
        if code == "-"
        else (*row[:4], "X")
        if code == "X"
        else (*row[:2], None, None, "Z")
        for row in rows
    ]


def history(rows: list[Row], cycles: int = 1, **more: object) -> tb.History:
    system = "double-round-robin" if cycles == 2 else "round-robin"
    table = pd.DataFrame(rows, columns=COLUMNS)
    return tb.History.from_tables(table, tournaments={"tournament": ["open"], "system": [system]}, **more)  # type: ignore[arg-type]


def points_of(event: tb.History, *, counting: bool = True) -> pd.DataFrame:
    """Published points, as they come out; or without forfeits and of all games."""
    if counting:
        found = tb.standings(event, by="PTS", rules="fide-2026").set_index("player")["PTS"].dropna()
    else:
        played = event.results[event.results["outcome"].isin(list("1=0"))]
        found = played.groupby("player")["points"].sum()
    values = {"player": found.index, "column": "Pts", "criterion": "PTS", "value": found.to_numpy()}
    return pd.DataFrame(values)


def left_open(
    rows: list[Row], gone: dict[int, int], code: str, cycles: int = 1, **more: object
) -> tuple[tb.History, tb.History]:
    """The event with open rounds, its points published, and as withdrawing makes it."""
    truth = history(opened(rows, gone, "X"), cycles, **more)
    for player, after_round in gone.items():
        truth = withdraw(truth, player, after_round)
    return history(opened(rows, gone, code), cycles, published=points_of(truth), **more), truth


def said(event: tb.History) -> pd.DataFrame:
    """Repairs of outcomes that the reading of the departed made."""
    found = event.repairs[event.repairs["why"].astype("str").str.contains("C.05")]
    return found[found["column"] == "outcome"]


# ---------------------------------------------------------------- whatever is changed is so


@settings(max_examples=25, deadline=None)
@given(st.integers(5, 12), st.integers(1, 2), st.sampled_from("XZ"), st.integers(1, 2), st.integers(0, 2**20))
def test_forfeits_are_those_that_withdrawing_gives(
    n: int, cycles: int, code: str, leavers: int, seed: int
) -> None:
    rng = Random(seed)
    names = rng.sample(range(1, 60), n)
    rows = rows_of(n, cycles, rng, names, swap=rng.random() < 0.5)
    last = max(row[1] for row in rows)
    gone = {player: rng.randint(2, last - 3) for player in rng.sample(names, leavers)}
    blank, truth = left_open(rows, gone, code, cycles)
    found = settle_withdrawn(blank)
    changed = (found.results["outcome"] != blank.results["outcome"]).to_numpy()
    assert found.results.loc[changed, SHOWN].equals(truth.results.loc[changed, SHOWN])
    assert found.results[~changed].equals(blank.results[~changed])
    rows_said = said(found)
    assert len(rows_said[rows_said["found"] != rows_said["taken"]]) == changed.sum()
    assert not (found.players["excluded"] & ~truth.players["excluded"]).any()
    over = any(row[1] == last and row[4] in "1=0" for row in opened(rows, gone, "X"))
    if leavers == 1 and over and not truth.players["excluded"].any():
        assert found.results[SHOWN].equals(truth.results[SHOWN])
    for published in (None, points_of(truth, counting=False)):
        unknown = history(opened(rows, gone, code), cycles, published=published)
        assert settle_withdrawn(unknown).results.equals(unknown.results)
        assert not settle_withdrawn(unknown).players["excluded"].any()


@settings(max_examples=40, deadline=None)
@given(st.integers(4, 9), st.integers(1, 4), st.integers(0, 2**20))
def test_pending_games_by_a_plain_loop(n: int, holes: int, seed: int) -> None:
    rng = Random(seed)
    rows = rows_of(n, 1, rng)
    last = max(row[1] for row in rows)
    gone = {player: rng.randint(0, last) for player in rng.sample(range(1, n + 1), min(holes, n - 2))}
    forfeited = rng.choice([0, 1, 2, 3])
    lost = opened(rows, gone, "-")
    rows = [
        other if row[4] == "X" and row[1] <= missed_by(gone, row) + forfeited else row
        for row, other in zip(opened(rows, gone, "X"), lost, strict=True)
    ]
    blank = history(rows)
    table = {(row[0], row[1]): (row[2], row[4]) for row in rows}
    expected = forfeits(table, range(1, n + 1), last)
    found = settle_withdrawn(blank)
    after = {
        (player, round_): code
        for player, round_, opponent, code in found.results[["player", "round", "opponent", "outcome"]]
        .astype(object)
        .to_numpy()
        if not pd.isna(opponent)
    }
    assert after == expected


def missed_by(gone: dict[int, int], row: Row) -> int:
    """The round after which one of the two left."""
    return max((gone[who] for who in (row[0], row[2]) if who in gone and row[1] > gone[who]), default=0)


# ---------------------------------------------------------------- by hand


def test_two_rounds_missed_after_half_by_hand() -> None:
    # Six players, 2 of them draws three games and is not seen again: 2-6 and 1-2 are left open.
    rows = [(*row[:4], "=") for row in rows_of(6, 1, Random(0))]
    event = settle_withdrawn(left_open(rows, {2: 3}, "Z")[0])
    mine = event.results.query("player == 2")[["round", "opponent", "outcome", "points"]]
    games = {row[1]: row[2] for row in rows if row[0] == 2}
    assert mine.to_numpy().tolist()[3:] == [[4, games[4], "-", 0], [5, games[5], "-", 0]]
    got = event.results[(event.results["opponent"] == 2) & (event.results["round"] > 3)]
    assert got["outcome"].tolist() == ["+", "+"]
    assert got["points"].tolist() == [1, 1]
    assert not event.players["excluded"].any()
    why = (
        "player 2 left after round 3 with 3 of 5 games completed, at least half: the rest are forfeits (C.05)"
    )
    assert said(event)["why"].tolist() == [why] * 4
    assert said(event)[["found", "taken"]].to_numpy().tolist().count(["Z", "+"]) == 2
    assert said(event)["player"].tolist() == sorted([2, 2, games[4], games[5]])
    table = tb.standings(event, by="PTS SB KS WON", rules="fide-2026").set_index("player")
    assert table["PTS"].sum() == 15


def test_before_half_the_notation_is_the_same_and_nothing_counts() -> None:
    rows = [(*row[:4], "=") for row in rows_of(6, 1, Random(1))]
    event = settle_withdrawn(left_open(rows, {2: 2}, "Z")[0])
    assert event.results.query("player == 2")["outcome"].tolist()[2:] == ["-", "-", "-"]
    assert event.players.query("excluded")["player"].tolist() == [2]
    assert event.repairs["why"].str.contains("less than half").sum() == 7
    points = tb.standings(event, by="PTS SB", rules="fide-2026").set_index("player")
    plain = tb.standings(
        history([row for row in rows if 2 not in (row[0], row[2])]), by="PTS SB", rules="fide-2026"
    ).set_index("player")
    assert points.drop(index=2).sort_index()[["PTS", "SB"]].equals(plain.sort_index()[["PTS", "SB"]])


@pytest.mark.parametrize("code", ["X", "Z"])
@pytest.mark.parametrize(
    "gone",
    [
        {},  # nobody left
        {3: 6},  # one game of the last round is missing: nobody knows who was not there
        {3: 6, 5: 6},
    ],
)
def test_a_missing_last_game_is_nobodys_forfeit(code: str, gone: dict[int, int]) -> None:
    event = history(opened(rows_of(8, 1, Random(2)), gone, code))
    assert settle_withdrawn(event).results.equals(event.results)


def test_whoever_went_on_left_no_forfeit() -> None:
    rows = [row if not (row[1] in (3, 4) and 2 in (row[0], row[2])) else (*row[:4], "X")
            for row in rows_of(8, 1, Random(3))]  # fmt: skip
    event = history(rows)
    assert settle_withdrawn(event).results.equals(event.results)


def test_an_event_with_other_games_without_a_result_is_not_over() -> None:
    rows = opened(rows_of(8, 1, Random(4)), {2: 4}, "X")
    others = next(r for r in rows if r[1] == 7 and 2 not in (r[0], r[2]))
    pair = {others[0], others[2]}
    event = history([(*r[:4], "X") if r[1] == 7 and r[0] in pair else r for r in rows])
    assert settle_withdrawn(event).results.equals(event.results)
    assert not settle_withdrawn(history([r for r in rows if r[1] < 7])).results["outcome"].eq("-").any()


def test_two_who_left_at_once_forfeit_both() -> None:
    rows = rows_of(8, 1, Random(5))
    left = {1: 4, 2: 3}
    found = settle_withdrawn(left_open(rows, left, "Z")[0])
    mine = found.results.query("player == 1 and opponent == 2")
    round_ = mine["round"].iloc[0]
    assert berger(8).query("white + black == 3 or (white == 1 and black == 2)")["round"].tolist() == [2]
    assert round_ == 2  # they had met before; everything later is lost against somebody who was there
    assert found.results.query("player == 1 and round > 4")["outcome"].tolist() == ["-"] * 3
    late = {5: 3, 8: 3}  # 5-8 is in round 2, 4-8 in round 7
    lost = opened(rows, late | {4: 4}, "-")
    blank = [
        (*row[:2], None, None, "Z") if row[1] == 7 and {row[0], row[2]} == {4, 8} else row for row in lost
    ]
    found = settle_withdrawn(history(blank))
    both = found.results.query("player == 4 and opponent == 8")
    assert both[["round", "outcome"]].to_numpy().tolist() == [[7, "-"]]
    assert found.results.query("player == 8 and opponent == 4")["outcome"].tolist() == ["-"]


def test_whether_he_was_there_for_an_opponent_who_was_not_is_not_known() -> None:
    # 8 left after round 3; 6 played round 3 and then missed 8 in round 4 and all others.
    rows = rows_of(8, 1, Random(6))
    met = berger(8).query("round == 4 and (white == 8 or black == 8)")
    other = int((met["white"] + met["black"]).iloc[0]) - 8
    found = settle_withdrawn(left_open(rows, {8: 2, other: 3}, "X")[0])
    assert found.results.query("player == @other")["outcome"].tolist()[3:] == ["X", "-", "-", "-"]
    unclear = said(found)[said(found)["found"] == said(found)["taken"]]
    assert unclear["player"].tolist() == sorted([other, 8])
    assert unclear["why"].str.startswith("who of the two was there is not known, but player").all()


def circle(n: int) -> list[tuple[int, int, int]]:
    """A schedule that is no Berger table: its rounds in another order."""
    order = [*range(2, n, 2), *range(1, n, 2)]
    place = {round_: k for k, round_ in enumerate(order, start=1)}
    return sorted((place[r], w, b) for r, w, b in berger(n)[["round", "white", "black"]].to_numpy().tolist())


def test_without_a_berger_table_by_elimination() -> None:
    rows: list[Row] = []
    for round_, white, black in circle(8):
        rows += [(white, round_, black, "w", "="), (black, round_, white, "b", "=")]
    event, truth = left_open(rows, {3: 4}, "Z")
    assert check_schedule(event).query("kind != 'met too seldom'")["kind"].tolist()
    found = settle_withdrawn(event)
    columns = ["player", "round", "opponent", "outcome", "points"]
    assert found.results[columns].equals(truth.results[columns])


@pytest.mark.parametrize(
    ("n", "cycles", "after_round"), [(8, 1, 4), (8, 1, 6), (9, 1, 3), (7, 2, 13), (6, 1, 4)]
)
def test_withdrawing_from_an_event_whose_open_rounds_name_nobody(
    n: int, cycles: int, after_round: int
) -> None:
    rows = rows_of(n, cycles, Random(12))
    blank, pending = (history(opened(rows, {2: after_round}, code), cycles) for code in "ZX")
    found, expected = (withdraw(event, 2, after_round) for event in (blank, pending))
    assert found.results[SHOWN].equals(expected.results[SHOWN])
    assert found.players.equals(expected.players)


# ---------------------------------------------------------------- what the file says of points


def trf(event: tb.History, path: Path, gone: int, after_round: int, less: dict[int, float]) -> Path:
    """Write an event, the later rounds of a player blank, and so many points less for some."""
    tb.write_trf(event, path)
    lines = path.read_text(encoding="utf-8").split("\n")
    for at, line in enumerate(lines):
        if not line.startswith("001"):
            continue
        number = int(line[4:8])
        cells = [line[91 + 10 * r : 99 + 10 * r] for r in range(int(event.results["round"].max()))]
        for r in range(after_round, len(cells)):
            if number == gone or cells[r][:4].strip() == str(gone):
                cells[r] = " " * 8
        points = float(line[80:84]) - less.get(number, 0.0)
        lines[at] = f"{line[:80]}{points:4.1f}{line[84:91]}" + "  ".join(cells)
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.fixture
def left() -> tb.History:
    """Eight players, of whom 3 left after four of his seven games."""
    return withdraw(history(opened(rows_of(8, 1, Random(7)), {3: 4}, "X")), 3, 4)


def winners(event: tb.History) -> dict[int, float]:
    later = event.results.query("opponent == 3 and round > 4")
    return dict.fromkeys(later["player"].tolist(), 1.0)


def test_points_that_the_file_has_are_the_forfeits(left: tb.History, tmp_path: Path) -> None:
    event = tb.read(trf(left, tmp_path / "open.trf", 3, 4, {}))
    assert event.results[SHOWN].equals(left.results[SHOWN])
    assert len(said(event)) == 6
    points = event.published.query("criterion == 'PTS'").set_index("player")["value"]
    found = tb.standings(event, by="PTS", rules="fide-2026").set_index("player")["PTS"]
    assert found.sort_index().to_dict() == points.to_dict()


def test_points_that_were_not_given_are_not_given(left: tb.History, tmp_path: Path) -> None:
    path = trf(left, tmp_path / "open.trf", 3, 4, winners(left))
    event = tb.read(path)
    assert not event.results["outcome"].isin(["+", "-"]).any()
    found = said(event)
    assert found["found"].tolist() == found["taken"].tolist() == ["Z"] * 6
    assert found["why"].str.startswith("the published points have no forfeit here, but player 3 left").all()
    assert tb.read(path, errors="strict").results.equals(event.results)


def test_points_given_to_one_opponent_only(left: tb.History, tmp_path: Path) -> None:
    one, *others = winners(left)
    event = tb.read(trf(left, tmp_path / "open.trf", 3, 4, dict.fromkeys(others, 1.0)))
    got = event.results[event.results["outcome"] == "+"]
    assert got["player"].tolist() == [one]
    assert event.results.query("outcome == '-'")["player"].tolist() == [3]
    assert len(said(event)) == 6


def test_what_is_changed_is_an_error_where_repairs_are_not_wanted(left: tb.History, tmp_path: Path) -> None:
    path = trf(left, tmp_path / "open.trf", 3, 4, {})
    with pytest.raises(tb.DataError, match="nothing; player 3 left after round 4") as error:
        tb.read(path, errors="strict")
    assert len(error.value.problems) == 6


def test_points_by_a_decision_stay() -> None:
    rows = [
        (*row[:2], None, None, "Z") if row[1] == 6 and 3 in (row[0], row[2]) else row
        for row in opened(rows_of(8, 1, Random(8)), {3: 4}, "-")
    ]
    table = pd.DataFrame(rows, columns=COLUMNS).assign(points=float("nan"))
    winner = next(r[0] for r in rows_of(8, 1, Random(8)) if r[1] == 6 and r[2] == 3)
    here = (table["player"] == winner) & (table["round"] == 6)
    table.loc[here, "points"] = 0.5
    event = tb.History.from_tables(
        table.assign(decision=here), tournaments={"tournament": ["open"], "system": ["round-robin"]}
    )
    found = settle_withdrawn(event)
    row = found.results[(found.results["player"] == winner) & (found.results["round"] == 6)].iloc[0]
    assert (row["outcome"], row["points"], row["decision"]) == ("+", 0.5, True)


def test_reading_again_says_nothing_twice(left: tb.History, tmp_path: Path) -> None:
    for less in ({}, winners(left)):
        event = tb.read(trf(left, tmp_path / "open.trf", 3, 4, less))
        event.save(tmp_path / "saved")
        again = tb.read(tmp_path / "saved")
        assert again.equals(event)
        assert len(said(again)) == len(said(event)) == 6


def test_events_of_an_archive_are_read_as_each_alone() -> None:
    parts = [
        left_open(rows_of(n, cycles, Random(n)), {2: after_round}, code, cycles)[0]
        for n, cycles, after_round, code in ((6, 1, 3, "X"), (7, 2, 9, "Z"), (8, 1, 7, "X"), (9, 1, 2, "Z"))
    ]
    whole = settle_withdrawn(tb.History.concat(parts))
    assert whole.results["outcome"].eq("-").any()
    for key, part in zip(whole.events, parts, strict=True):
        alone = settle_withdrawn(part)
        assert whole[key].results[SHOWN].equals(alone.results[SHOWN])
        assert whole[key].players["excluded"].equals(alone.players["excluded"])


# ---------------------------------------------------------------- additional games, listed players


def with_play_off(rows: list[Row], pairs: list[tuple[int, int]]) -> list[Row]:
    last = max(row[1] for row in rows)
    return rows + [
        row
        for k, (a, b) in enumerate(pairs, start=1)
        for row in ((a, last + k, b, "w", "1"), (b, last + k, a, "b", "0"))
    ]


@pytest.mark.parametrize("games", [1, 2, 4])
@pytest.mark.parametrize(("after_round", "excluded"), [(4, [2]), (5, [])])
def test_a_play_off_is_no_second_cycle(games: int, after_round: int, excluded: list[int]) -> None:
    rows = opened(rows_of(10, 1, Random(9)), {2: after_round}, "-")
    event = settle_withdrawn(history(with_play_off(rows, [(5, 6)] * games)))
    assert event.players.query("excluded")["player"].tolist() == excluded
    assert completed(event)["scheduled"].tolist() == [9] * 10
    assert (
        completed(event).loc[4, "completed"]
        == 9
        - (after_round < 9)
        * (event.results.query("player == 5 and opponent == 2 and outcome == '+'").shape[0])
    )
    found = check_schedule(event)
    assert found["kind"].tolist() == ["another round"] * games + ["met too often"]
    assert found.query("kind == 'met too often'")["expected"].tolist() == [f"1 game, not {games + 1}"]
    assert found.attrs["summary"]["cycles"].tolist() == [1]


def test_a_second_cycle_under_way_is_one() -> None:
    rows = rows_of(10, 2, Random(10), swap=False)
    event = history([row for row in rows if row[1] <= 11])
    assert completed(event)["scheduled"].tolist() == [18] * 10
    first = history([row for row in rows if row[1] <= 9])
    assert completed(first)["scheduled"].tolist() == [9] * 10
    first.tournaments["rounds"] = pd.array([18], dtype="Int16")
    assert completed(first)["scheduled"].tolist() == [18] * 10


def test_a_pair_that_plays_its_two_games_in_a_row() -> None:
    # Nine pairs of rounds: after nine rounds half of the event is played, though it is called a round robin.
    rows = [
        (player, 2 * round_ - 1 + k, opponent, "bw"[(colour == "w") ^ k], code)
        for player, round_, opponent, colour, code in rows_of(10, 1, Random(13))
        for k in (0, 1)
    ]
    for last in (9, 10, 17, 18):
        event = history([row for row in rows if row[1] <= last])
        assert completed(event)["scheduled"].tolist() == [18] * 10
        assert completed(event)["completed"].tolist() == [last] * 10


def test_a_round_robin_played_out_of_step_excludes_nobody() -> None:
    # Each round of the table takes two evenings, and player 2 has played three of seven games so far.
    rows = [
        (player, 2 * round_ - (min(player, opponent or 0) % 2), opponent, colour, code)
        for player, round_, opponent, colour, code in rows_of(8, 1, Random(14))
        if not (2 in (player, opponent) and round_ > 3)
    ]
    event = history(rows)
    assert event.results["round"].max() > 10
    assert completed(event)["scheduled"].tolist() == [7] * 8
    assert completed(event)["completed"].sum() == 2 * (28 - 4)
    assert not completed(event)["gone"].any()
    assert settle_withdrawn(event).results.equals(event.results)


def test_who_is_only_listed_is_no_game_of_the_others() -> None:
    # Nine play; 3 completes four of his eight games: exactly half, with the tenth who never came or without.
    rows = opened(rows_of(9, 1, Random(11)), {3: 4}, "-")
    done = sum(row[0] == 3 and row[4] != "-" for row in rows)
    assert done == 4
    for listed in (range(1, 10), range(1, 11)):
        assert check_schedule(history(rows, players={"player": listed})).empty
        event = settle_withdrawn(history(rows, players={"player": listed}))
        assert completed(event)["scheduled"].tolist()[:9] == [8] * 9
        assert 3 not in event.players.query("excluded")["player"].tolist()
    # Was he in the draw, his games are scheduled: 4 of 9 is less than half.
    drawn = opened(rows_of(10, 1, Random(11)), {10: 0, 3: 5}, "-")
    assert sum(row[0] == 3 and row[4] in "1=0" for row in drawn) == 4
    event = settle_withdrawn(history(drawn))
    assert completed(event)["scheduled"].tolist() == [9] * 10
    assert event.players.query("excluded")["player"].tolist() == [3, 10]


# ---------------------------------------------------------------- what only looks like somebody who left


@pytest.mark.parametrize("code", ["X", "Z"])
@pytest.mark.parametrize("published", [None, True, False])
@pytest.mark.parametrize("after_round", [2, 5])
def test_postponed_games_are_no_forfeits(
    code: str, published: bool | None, after_round: int, tmp_path: Path
) -> None:
    # Nothing is published, a pending game is half a point, or it is none so far.
    rows = opened(rows_of(8, 1, Random(15)), {3: after_round}, code)
    points = points_of(history(rows), counting=bool(published)) if published is not None else None
    event = history(rows, published=points)
    event.save(tmp_path / "saved")
    again = tb.read(tmp_path / "saved")
    assert again.results.equals(event.results)
    assert not again.players["excluded"].any()
    assert said(again)["found"].tolist() == said(again)["taken"].tolist() == [code] * (14 - 2 * after_round)
    assert tb.read(tmp_path / "saved", errors="strict").results.equals(event.results)


def test_blanks_of_a_crosstable_typed_by_hand_are_not_yet_played(tmp_path: Path) -> None:
    path = tmp_path / "club.csv"
    for away, points in (((3, 4), ""), ((3, 4, 5, 6, 7), ""), ((3, 4, 5, 6, 7), "Pts")):
        lines = [",".join(["No", "Name", *map(str, range(1, 9)), *filter(None, [points])])]
        for i in range(8):
            blank = set(away) if i == 2 else {2} if i in away else set()
            cells = ["x" if i == k else "" if k in blank else "½" for k in range(8)]
            total = [str(cells.count("½") / 2)] if points else []
            lines.append(",".join([str(i + 1), f"Player {i}", *cells, *total]))
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        event = tb.read(path)
        assert event.tournaments["system"].tolist() == ["round-robin"]
        assert event.results["outcome"].isin(["=", "Z"]).all()
        assert not event.players["excluded"].any()


def forfeiting(n: int, codes: dict[tuple[int, int], str], seed: int = 16) -> tb.History:
    """A Berger table in which some have other outcomes in some rounds; their opponents won."""
    rows = []
    for player, round_, opponent, colour, code in rows_of(n, 1, Random(seed)):
        own, other = codes.get((player, round_)), codes.get((opponent or 0, round_))
        if own in ("H", "U", "Z"):
            rows.append((player, round_, None, None, own))
        elif other in ("H", "U", "Z"):
            rows.append((player, round_, None, None, "U"))
        else:
            rows.append((player, round_, opponent, colour, own or MIRROR.get(other or "") or code))
    return history(
        [(*row[:4], "+") if (row[2], row[1]) in codes and row[4] not in "+-HUZ" else row for row in rows]
    )


def test_one_forfeit_at_the_end_is_no_withdrawal() -> None:
    # He won two games by forfeit and lost three, the last among them: two of seven were played.
    codes = {(2, r): "-" for r in (1, 3, 7)}
    games = {row[1]: row[2] for row in rows_of(8, 1, Random(16)) if row[0] == 2}
    codes |= {(games[r] or 0, r): "-" for r in (4, 5)}
    event = forfeiting(8, codes)
    table = completed(event).assign(player=event.players["player"]).set_index("player")
    assert table.loc[2, "completed"] == 2
    assert not settle_withdrawn(event).players["excluded"].any()


@pytest.mark.parametrize("code", ["H", "U"])
def test_agreed_byes_are_no_withdrawal(code: str) -> None:
    event = forfeiting(8, {(2, r): "-" for r in (1, 2)} | {(2, r): code for r in (4, 5, 6, 7)})
    assert completed(event)["completed"].min() == 1
    assert settle_withdrawn(event).results.equals(event.results)
    assert not settle_withdrawn(event).players["excluded"].any()


def test_while_others_have_games_to_play_nobody_left() -> None:
    # 2 lost five games by forfeit; the last round was brought forward, and 5-6 is still open.
    codes = {(2, r): "-" for r in (3, 4, 5, 6, 7)}
    event = forfeiting(8, codes)
    assert settle_withdrawn(event).players.query("excluded")["player"].tolist() == [2]
    pair = event.results["player"].isin([5, 6]) & event.results["opponent"].isin([5, 6])
    without = {"outcome": "Z", "opponent": pd.NA, "colour": None}
    for change in ({"outcome": "X"}, without):
        results = event.results.drop(columns="points").copy()
        for column, value in change.items():
            results.loc[pair, column] = value
        waiting = tb.History.from_tables(results, event.players, event.tournaments)
        assert not settle_withdrawn(waiting).players["excluded"].any()


def test_a_double_scheveningen_is_no_round_robin_that_somebody_left() -> None:
    # Six of a team meet the six of the other twice; 1 lost all games after two rounds by forfeit.
    rows: list[Row] = []
    for round_ in range(1, 13):
        for i in range(6):
            a, b = i + 1, 7 + (i + round_) % 6
            gone = a == 1 and round_ > 2
            rows += [(a, round_, b, "w", "-" if gone else "="), (b, round_, a, "b", "+" if gone else "=")]
    for announced in (12, None):
        event = history(rows)
        if announced:
            event.tournaments["rounds"] = pd.array([announced], dtype="Int16")
        assert settle_withdrawn(event).results.equals(event.results)
        assert not settle_withdrawn(event).players["excluded"].any()


def test_a_match_called_a_round_robin_excludes_nobody() -> None:
    rows: list[Row] = []
    for round_ in range(1, 7):
        rows += [
            (1, round_, 2, "w", "=" if round_ < 3 else "-"),
            (2, round_, 1, "b", "=" if round_ < 3 else "+"),
        ]
    event = history(rows)
    assert not settle_withdrawn(event).players["excluded"].any()


def test_a_latecomer_is_not_known_to_have_been_there_for_who_never_came() -> None:
    # 4 and 5 meet in one of the rounds before 4 came; 5 never did.
    meet = next(row[1] for row in rows_of(8, 1, Random(17)) if row[0] == 4 and row[2] == 5)
    rows = []
    for row in opened(rows_of(8, 1, Random(17)), {5: 0}, "-"):
        if {row[0], row[2]} == {4, 5}:
            rows.append((*row[:4], "X"))
        elif row[1] <= meet + 1 and 4 in (row[0], row[2]) and row[4] in "1=0":
            rows.append((*row[:4], "-" if row[0] == 4 else "+"))
        else:
            rows.append(row)
    found = settle_withdrawn(history(rows))
    game = found.results.query("player == 4 and opponent == 5")
    assert game["outcome"].tolist() == ["X"]
    assert said(found)["why"].str.startswith("who of the two was there is not known").sum() == 2
    assert found.players.query("excluded")["player"].tolist() == [5]
