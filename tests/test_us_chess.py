"""US Chess crosstables: what is read, what is written, and that both agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chesstb as tb
from chesstb.errors import FormatError
from chesstb.formats import us_chess
from tests.harm import harmed, is_honest, read_harmed
from tests.makers.us_chess import CHART
from tests.strategies import events, to_joint_tables

if TYPE_CHECKING:
    from pathlib import Path

some = settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


def read(folder: Path, text: str, **options: Any) -> tb.History:
    path = folder / "club.txt"
    path.write_text(text, encoding="utf-8")
    assert us_chess.recognises(path.read_bytes(), path)
    return us_chess.read(path, **options)


def cells(history: tb.History, player: int) -> list[tuple[Any, ...]]:
    rows = history.results[history.results["player"] == player]
    opponents = rows["opponent"].astype(object).where(rows["opponent"].notna(), None)
    colours = rows["colour"].astype(object).where(rows["colour"].notna(), None)
    return list(zip(rows["outcome"], opponents, colours, rows["points"], strict=True))


def test_letters_colours_and_numbers(tmp_path: Path) -> None:
    history = read(tmp_path, CHART)
    assert cells(history, 1) == [
        ("1", 2, "w", 1),
        ("=", 3, "b", 0.5),
        ("U", None, None, 1),
        ("+", 4, None, 1),
    ]
    assert cells(history, 2)[2:] == [("H", None, None, 0.5), ("H", None, None, 0.5)]
    assert cells(history, 3)[1:] == [("=", 1, "w", 0.5), ("Z", None, None, 0), ("Z", None, None, 0)]
    assert cells(history, 4)[3] == ("-", 1, None, 0)
    assert history.players["rating"].tolist() == [1794, 1500, pd.NA, 905]
    assert history.players["name"].tolist() == ["ANN MADEUP", "BOB INVENTED", "CY FICTION", "DEE NOBODY"]
    assert history.players["federation"].fillna("").tolist() == ["", "", "CAN", ""]
    assert history.tournaments["rounds"].tolist() == [4]
    assert history.published["value"].tolist() == [3.5, 2, 1.5, 0]
    assert set(history.published["criterion"]) == {"PTS"}


def test_the_first_rating_is_the_one_of_the_section(tmp_path: Path) -> None:
    lines = CHART.splitlines()
    lines.insert(6, "      |            Q: 1600   ->1610     |     |     |     |     |     |")
    lines.insert(13, "      |            Q: 1600   ->1610     |     |     |     |     |     |")
    assert lines[12].startswith("  CAN")
    history = read(tmp_path, "\n".join(lines))
    assert history.players["rating"].fillna(0).tolist() == [1794, 1500, 0, 905]


def test_the_only_two_forfeits_without_opponents_belong_together(tmp_path: Path) -> None:
    history = read(tmp_path, CHART)
    assert cells(history, 3)[0] == ("+", 4, None, 1)
    assert cells(history, 4)[0] == ("-", 3, None, 0)
    said = history.repairs[history.repairs["taken"] == "3 and 4"]
    assert said["line"].tolist() == [11]


def test_a_blank_cell_before_the_last_round_is_an_absence_that_is_said(tmp_path: Path) -> None:
    history = read(tmp_path, CHART)
    assert cells(history, 4)[2] == ("Z", None, None, 0)
    said = history.repairs[history.repairs["player"] == 4]
    assert "no row for this round: taken as an absence" in set(said["why"])


@pytest.mark.parametrize(
    ("old", "new", "found", "why"),
    [
        ("|W   4|", "|Q   4|", "Q4", "no result that is known"),
        ("|W   4|", "|****1|", "****1", "no result that is known"),
        ("|B    |", "|B   9|", "B9", "a bye has no opponent"),
        ("|3.5  |", "|4.5  |", "4.5", "the points in the file are not those of the results"),
        ("    2 | BOB", "    1 | BOB", "1", "a second line for this player"),
        ("    2 | BOB", "    0 | BOB", "0", "no number of a player"),
        ("|H    |H    |", "|H    |H    |D   3|", "D   3", "only 4 rounds are announced"),
    ],
)  # fmt: skip
def test_mistakes_are_said_and_refused_in_strict_reading(
    tmp_path: Path, old: str, new: str, found: str, why: str
) -> None:
    text = CHART.replace(old, new, 1)
    if found == "1":  # a section may begin again at 1, but not before its second player
        text = text.replace("    1 | ANN", "    2 | ANN").replace("    1 | BOB", "    2 | BOB")
        found = "2"
    said = read(tmp_path, text).repairs
    assert ((said["found"] == found) & (said["why"] == why)).any()
    with pytest.raises(FormatError, match="club.txt, line"):
        read(tmp_path, text, errors="strict")


def test_a_draw_by_forfeit_is_not_rated(tmp_path: Path) -> None:
    text = CHART.replace("|D   3|", "|Z   3|").replace("|D   1|", "|Z   1|")
    history = read(tmp_path, text)
    assert cells(history, 1)[1] == ("D", 3, "b", 0.5)
    assert "a draw by forfeit: read as a draw that is not rated" in set(history.repairs["why"])


def test_sections_are_events(tmp_path: Path) -> None:
    two = f"Section 1 - OPEN\n{CHART}\nSection 2 - RESERVE\n{CHART}"
    history = read(tmp_path, two)
    assert history.events == ["club", "club (2)"]
    assert history.tournaments["name"].tolist() == ["OPEN", "RESERVE"]
    again = read(tmp_path, CHART + CHART.split("\n", 4)[4])  # without any heading between
    assert again.events == ["club", "club (2)"]
    assert again["club (2)"].results["points"].tolist() == again["club"].results["points"].tolist()


def test_a_file_without_players_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no player"):
        read(tmp_path, CHART.split("\n    1", maxsplit=1)[0])


def test_an_event_of_nobody_who_played(tmp_path: Path) -> None:
    history = read(tmp_path, " Pair | Player Name |Total|Round|\n 1 | ANN | 0.0 |     |\n")
    assert len(history.players) == 1
    assert history.results.empty


def test_a_small_file_does_not_fill_the_memory(tmp_path: Path) -> None:
    cells = "".join(f"W{k}|" for k in range(2, 190))
    players = "".join(f"{n}|P|0.0|{cells if n == 1 else ''}\n" for n in range(1, 20_000))
    with pytest.raises(FormatError, match="19999 players are named, and 188 rounds"):
        read(tmp_path, players)


# ---------------------------------------------------------------- writing


def writable(event: Any, key: str = "event") -> tb.History:
    """Return a random event without what the crosstable cannot hold."""
    tables = to_joint_tables({key: event})
    rows = tables["results"].drop(columns=["points", "decision"])
    rows["outcome"] = rows["outcome"].replace({"F": "U", "W": "1", "L": "0", "X": "="})
    players = tables["players"].drop(columns=["adjustment", "excluded"])
    tournaments = tables["tournaments"][["tournament", "system", "rounds"]]
    return tb.History.from_tables(rows, players, tournaments, errors="repair")


def again(history: tb.History, folder: Path) -> tb.History:
    return us_chess.read(us_chess.write(history, folder / f"{history.events[0]}.txt"))


def assert_same(one: tb.History, two: tb.History) -> None:
    for name in ("tournaments", "players", "results", "records"):
        mine, theirs = (getattr(h, name).drop(columns="source", errors="ignore") for h in (one, two))
        pd.testing.assert_frame_equal(mine, theirs, obj=name)


@given(event=events())
@some
def test_random_events_come_back_as_they_were(tmp_path: Path, event: Any) -> None:
    history = writable(event)
    once = again(history, tmp_path)
    assert_same(history, once)
    assert again(once, tmp_path).equals(once)
    points = once.results.groupby("player")["points"].sum()
    assert (
        once.published.set_index("player")["value"].to_dict()
        == points.reindex(once.players["player"], fill_value=0.0).to_dict()
    )


@given(several=st.lists(events(), min_size=2, max_size=3))
@some
def test_several_events_come_back_in_order(tmp_path: Path, several: list[Any]) -> None:
    keys = ["event", "event (2)", "event (3)"]
    history = tb.History.concat([writable(e, key) for e, key in zip(several, keys, strict=False)])
    assert_same(history, again(history, tmp_path))


LINE = st.text(
    st.characters(exclude_categories=["C", "Z"], exclude_characters="|") | st.just(" "), min_size=1
)
WORDS = st.none() | LINE.map(str.strip).map(lambda text: text or None)


@given(
    names=st.lists(WORDS, min_size=2, max_size=2),
    told=st.fixed_dictionaries({"name": WORDS, "place": WORDS, "federation": WORDS}),
    days=st.lists(st.none() | st.dates().map(str), min_size=2, max_size=2),
    system=st.sampled_from(["swiss", "round-robin", "unknown", "team-swiss"]),
    rounds=st.none() | st.integers(0, 12),
    federations=st.lists(st.none() | st.from_regex("[A-Z]{3}", fullmatch=True), min_size=2, max_size=2),
    ratings=st.lists(st.none() | st.integers(1, 3000), min_size=2, max_size=2),
)
@some
def test_texts_come_back_as_they_were(tmp_path: Path, names: Any, told: Any, days: Any, **rest: Any) -> None:
    games = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "colour": ["w", "b"], "outcome": "10"}
    players = {"player": [1, 2], "name": names, "federation": rest["federations"], "rating": rest["ratings"]}
    tournament = told | {"start": days[0], "end": days[1], "system": rest["system"], "rounds": rest["rounds"]}
    history = tb.History.from_tables(
        games | {"outcome": list("10")}, players,
        {c: [value] for c, value in (tournament | {"by": "PTS BH/C1", "rules": "uscf"}).items()},
    )  # fmt: skip
    assert_same(history, again(history, tmp_path))


GAMES = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "colour": ["w", "b"], "outcome": ["1", "0"]}


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"tournaments": {"win": [3.0]}}, "win pays 3"),
        ({"players": {"player": [1, 2], "adjustment": [0, 0.5]}}, "player 2: points that belong to no round"),
        ({"players": {"player": [1, 2], "excluded": [True, False]}}, "player 1: withdrawn"),
        ({"players": {"player": [1, 2], "name": ["a|b", "c"]}}, "name 'a|b'"),
        ({"players": {"player": [1, 2], "name": ["a\nb", "c"]}}, r"name 'a\nb'"),
        ({"players": {"player": [1, 2], "federation": ["US", "USA"]}}, "federation 'US'"),
        ({"tournaments": {"rules": ["our own"]}}, "rules 'our own'"),
        ({"tournaments": {"by": ["PTS BH/?"]}}, "criteria 'PTS BH/?'"),
        ({"results": GAMES | {"outcome": ["X", "X"]}}, "player 1, round 1: no result yet"),
        ({"results": GAMES | {"points": [0.5, 0], "decision": [True, False]}}, "a decision on the points"),
    ],
)  # fmt: skip
def test_what_the_crosstable_cannot_hold_is_refused(tmp_path: Path, change: Any, found: str) -> None:
    history = tb.History.from_tables(**({"results": GAMES} | change))
    with pytest.raises(FormatError) as error:
        us_chess.write(history, tmp_path / "event.txt", drop=True)
    assert found in str(error.value)
    assert not list(tmp_path.iterdir())


def test_what_does_no_harm_is_left_out_on_demand(tmp_path: Path) -> None:
    players = {"player": [1, 2], "title": ["GM", None], "fide_id": ["1", "2"]}
    history = tb.History.from_tables(GAMES | {"outcome": ["W", "L"]}, players)
    with pytest.raises(FormatError, match="title, fide_id, win, under one moves"):
        us_chess.write(history, tmp_path / "event.txt")
    read = us_chess.read(us_chess.write(history, tmp_path / "event.txt", drop=True))
    assert read.results["outcome"].tolist() == ["1", "0"]
    assert read.players["title"].isna().all()


def test_it_is_written_and_recognised_like_any_format(tmp_path: Path) -> None:
    history = tb.History.from_tables(GAMES)
    path = tb.write(history, tmp_path / "event.txt", "us-chess-crosstable")
    assert_same(history, tb.read(path))


def test_nothing_to_write_and_nowhere_to_write(tmp_path: Path) -> None:
    history = tb.History.from_tables(GAMES)
    with pytest.raises(FormatError, match="without events"):
        us_chess.write(tb.History.concat([]), tmp_path / "event.txt")
    with pytest.raises(FormatError, match="cannot be written"):
        us_chess.write(history, tmp_path / "no folder" / "event.txt")
    nobody = tb.History.from_tables(
        {"player": [], "round": [], "opponent": [], "outcome": []}, None, {"name": ["x"]}
    )
    with pytest.raises(FormatError, match="no player"):
        us_chess.write(nobody, tmp_path / "event.txt")


# ---------------------------------------------------------------- harm


@pytest.mark.parametrize("seeds", [range(k, k + 100) for k in range(0, 400, 100)], ids=str)
def test_harmed_files_give_repairs_or_clear_errors(tmp_path: Path, seeds: range) -> None:
    path = tmp_path / "club.txt"
    whole = {1: 3.5, 2: 2.0, 3: 1.5, 4: 0.0}
    for seed in seeds:
        data = harmed(CHART.encode(), seed)
        found = read_harmed(us_chess.read, path, data)
        assert is_honest(found, whole), seed
        read_harmed(us_chess.read, path, data, errors="strict")
