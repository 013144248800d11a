"""Swiss-Manager files: what the format says, on made-up files."""

from __future__ import annotations

import struct
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import chesstb as tb
from chesstb import schema
from chesstb.formats import swiss_manager
from tests.swiss_manager_file import (
    BYE,
    E_MAIL,
    NOT_PAIRED,
    OPEN,
    PEOPLE,
    ROUND_ROBIN,
    TEAM_ROUND_ROBIN,
    TEAM_SWISS,
    Board,
    File,
    Player,
    TieBreak,
    outcomes,
    read,
    why,
)

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "open.TUNX"


# ---------------------------------------------------------------- what is in it


def test_an_event_is_read(path: Path) -> None:
    history = read(path, replace(OPEN, about={0: "Club open", 5: "Hall 2", 10: "Oslo", 20: "NOR", 25: "XXX"}))
    event = history.tournaments.iloc[0]
    assert event["tournament"] == "open"
    assert event[["name", "place", "federation", "system", "rounds", "source"]].tolist() == [
        "Club open", "Oslo", "NOR", "swiss", 2, "open.TUNX",
    ]  # fmt: skip
    assert [day.isoformat()[:10] for day in event[["start", "end"]]] == ["2026-04-04", "2026-04-06"]
    assert {player: outcomes(history, player) for player in range(1, 5)} == {
        1: "1U",
        2: "+H",
        3: "0=",
        4: "-=",
    }
    assert history.results["colour"].astype("object").fillna("").tolist() == [
        "w",
        "",
        "b",
        "",
        "b",
        "w",
        "w",
        "b",
    ]
    assert history.results["opponent"].fillna(0).tolist() == [3, 0, 4, 0, 1, 4, 2, 3]
    assert not len(history.published)


def test_players_are_read_as_they_stand_there(path: Path) -> None:
    players = read(path, OPEN).players
    assert players["player"].tolist() == [1, 2, 3, 4]
    assert players["name"].tolist() == ["Ægir, Ann", "Bo", "Cy <b>, Dan", "Éd, Eve"]
    shown = players[["title", "sex", "federation", "rating", "fide_id", "birth"]].astype("object").fillna("-")
    assert shown.to_numpy().tolist() == [
        ["WGM", "w", "ISL", 2150, "2300001", "1990"], ["-", "m", "NOR", 2000, "-", "1985"],
        ["FM", "m", "-", 1900, "2300003", "-"], ["-", "-", "FRA", "-", "-", "-"],
    ]  # fmt: skip


def test_what_is_personal_is_not_read(path: Path) -> None:
    history = read(path, OPEN)
    for name in schema.TABLES:
        shown = getattr(history, name).astype("str").to_csv()
        assert not any(word in shown for word in (E_MAIL, "0517", "05-17", "Club\n", ",Club,"))


@pytest.mark.parametrize(
    ("mode", "ratings"),
    [(1, [2150, 2000, 1900, 0]), (2, [2100, 2000, 1900, 0]), (3, [2100, 2000, 1900, 0]),
     (4, [2150, 2000, 1900, 0]), (5, [2150, 2000, 0, 0]), (6, [2100, 0, 1900, 0])],
)  # fmt: skip
def test_the_rating_is_the_one_that_the_event_counts(path: Path, mode: int, ratings: list[int]) -> None:
    history = read(path, replace(OPEN, rating=mode), errors="strict")
    assert history.players["rating"].fillna(0).tolist() == ratings


def test_place_and_federation_have_a_second_field(path: Path) -> None:
    event = read(path, replace(OPEN, about={5: "Hall\r\n2", 25: "ISL"})).tournaments.iloc[0]
    assert event[["place", "federation"]].tolist() == ["Hall 2", "ISL"]


def test_it_is_told_by_its_content(tmp_path: Path) -> None:
    path = tmp_path / "event.txt"
    path.write_bytes(OPEN.data())
    assert tb.read(path).events == ["event"]
    head = OPEN.data()[:64]
    assert swiss_manager.recognises(head, path)
    assert not swiss_manager.recognises(b"012 Event", path)
    assert not swiss_manager.recognises(b"\x93\xff\x89\x45" + head[4:], path)
    assert not swiss_manager.recognises(b"", path)


# ---------------------------------------------------------------- results


@pytest.mark.parametrize(
    ("result", "codes"),
    [(0, "XX"), (1, "10"), (2, "=="), (3, "01"), (4, "+-"), (5, "-+"), (6, "--"), (15, "WL"), (16, "DD"),
     (17, "LW")],
)  # fmt: skip
def test_results_of_games(path: Path, result: int, codes: str) -> None:
    history = read(path, File(PEOPLE, [[(2, 1, result), (3, 4, 1)]]), errors="strict")
    assert outcomes(history, 2) + outcomes(history, 1) == codes
    assert history.results["colour"].tolist() == ["b", "w", "w", "b"]
    assert ("not rated" in why(history)) == (result == 16)


@pytest.mark.parametrize(
    ("black", "result", "code"),
    [(BYE, 0, "U"), (BYE, 9, "U"), (BYE, 8, "Z"), (NOT_PAIRED, 0, "Z"), (NOT_PAIRED, 1, "F"),
     (NOT_PAIRED, 2, "H"), (NOT_PAIRED, 3, "Z")],
)  # fmt: skip
def test_rounds_without_an_opponent(path: Path, black: int, result: int, code: str) -> None:
    history = read(path, File(PEOPLE[:3], [[(1, 2, 1), (3, black, result)]]), errors="strict")
    assert outcomes(history, 3) == code
    assert history.results.query("player == 3")[["opponent", "colour"]].isna().all(axis=None)
    said = (result == 8) or (black == BYE and not result) or (result == 1)
    assert (3 in history.repairs["player"].dropna().tolist()) == said


@pytest.mark.parametrize(
    ("board", "code"),
    [
        ((3, 4, 7), "X"),
        ((3, 4, 12), "X"),
        ((3, 4, 60_000), "X"),
        ((3, BYE, 1), "Z"),
        ((3, NOT_PAIRED, 9), "Z"),
    ],
)
def test_a_result_that_is_not_known_is_none(path: Path, board: Board, code: str) -> None:
    file = File(PEOPLE, [[(1, 2, 1), board] + [(4, NOT_PAIRED, 3)] * (board[1] != 4)])
    history = read(path, file)
    assert outcomes(history, 3) == code
    row = history.repairs[history.repairs["why"].str.contains("no known result")].iloc[0]
    assert row["found"].endswith(f"result {board[2]}")
    at = file.data().index(struct.pack("<HHH", *board))
    assert row[["column", "player", "round"]].tolist() == [f"offset {at}", 3, 1]
    assert row["file"] == "open.TUNX"
    with pytest.raises(tb.FormatError, match=f"open.TUNX, offset {at}: 'white 3.*no known result"):
        read(path, file, errors="strict")


@pytest.mark.parametrize("board", [(9, 4, 1), (3, 9, 1), (0, 3, 1), (3, 0, 4), (BYE, 3, 9), (0, 0, 0)])
def test_a_board_without_its_players_is_left_out(path: Path, board: Board) -> None:
    file = File(PEOPLE, [[(1, 2, 1), board]])
    history = read(path, file)
    assert (outcomes(history, 3), outcomes(history, 4)) == ("Z", "Z")
    assert "two players of the event" in why(history)
    with pytest.raises(tb.FormatError, match="two players of the event"):
        read(path, file, errors="strict")


def test_who_plays_twice_in_a_round_is_said(path: Path) -> None:
    file = File(PEOPLE, [[(1, 2, 1), (1, 3, 1)]])
    assert "a second row" in why(read(path, file))
    with pytest.raises(tb.DataError, match=r"open.TUNX, offset \d+ \(event 'open', player"):
        read(path, file, errors="strict")


def test_rounds_behind_the_last_paired_one_do_not_count(path: Path) -> None:
    history = read(
        path, replace(OPEN, boards=[*OPEN.boards, [(1, NOT_PAIRED, 2)]], paired=2), errors="strict"
    )
    assert history.results.equals(read(path, OPEN).results)
    assert history.tournaments["rounds"].tolist() == [3]
    assert "not paired yet" in why(history)


def test_an_event_that_has_not_begun_has_no_results(path: Path) -> None:
    history = read(path, File(PEOPLE, [[], [], []], paired=0), errors="strict")
    assert (len(history.players), len(history.results)) == (4, 0)
    assert history.tournaments["rounds"].tolist() == [3]


def test_additional_points_are_said_and_not_added(path: Path) -> None:
    history = read(path, replace(OPEN, players=[replace(PEOPLE[0], additional=3), *PEOPLE[1:]]))
    assert history.players["adjustment"].tolist() == [0.0] * 4
    row = history.repairs[history.repairs["why"].str.contains("additional points")].iloc[0]
    assert row[["found", "player"]].tolist() == ["1.5", 1]


# ---------------------------------------------------------------- systems


@pytest.mark.parametrize(
    ("players", "rounds", "system", "said"),
    [(4, 3, "round-robin", False), (4, 6, "double-round-robin", False), (4, 9, "round-robin", True),
     (2, 4, "match", False), (3, 3, "round-robin", False), (3, 6, "double-round-robin", False)],
)  # fmt: skip
def test_a_round_robin_is_as_long_as_all_can_meet(
    path: Path, players: int, rounds: int, system: str, said: bool
) -> None:
    file = File(PEOPLE[:players], [[] for _ in range(rounds)], ROUND_ROBIN, paired=0)
    history = read(path, file, errors="strict")
    assert history.tournaments["system"].tolist() == [system]
    assert ("meet each other in" in why(history)) == said


def test_a_free_round_of_a_round_robin_earns_nothing(path: Path) -> None:
    boards = [[(1, 2, 1), (3, BYE, 9)], [(3, 1, 2), (2, BYE, 0)], [(2, 3, 1), (1, BYE, 9)]]
    history = read(path, File(PEOPLE[:3], boards, ROUND_ROBIN), errors="strict")
    assert [outcomes(history, player) for player in (1, 2, 3)] == ["1=Z", "0Z1", "Z=0"]
    table = tb.standings(history, by="PTS SB", rules="fide-2026").set_index("player")
    assert table["PTS"].to_dict() == {1: 1.5, 2: 1.0, 3: 0.5}
    assert table["SB"].to_dict() == {1: 1.25, 2: 0.5, 3: 0.75}


def test_a_team_event_gives_players_and_their_games(path: Path) -> None:
    people = [Player(f"P{k}", team=team) for k, team in enumerate((2, 2, 2, 1, 1, 9))]
    file = File(
        people, [[(1, 4, 1), (5, 2, 2)], [(1, 0, 4), (0, 4, 5), (0, 0, 0), (2, 5, 3)]], TEAM_SWISS,
        tiebreaks=[TieBreak(13), TieBreak(1)], teams=["Rooks", "Knights"], matches=[[(2, 1)], [(1, BYE)]],
    )  # fmt: skip
    history = read(path, file, errors="strict")
    assert history.tournaments["system"].tolist() == ["team-swiss"]
    assert history.tournaments["by"].isna().all()
    assert history.players["team"].fillna("").tolist() == ["Knights"] * 3 + ["Rooks"] * 2 + [""]
    assert [outcomes(history, player) for player in range(1, 7)] == ["1F", "=0", "ZZ", "0F", "=1", "ZZ"]
    assert history.results["colour"].notna().sum() == 6
    said = dict(zip(history.repairs["why"], history.repairs["found"], strict=True))
    assert said["they rank teams"] == "tie-breaks 13 1"
    assert said["a bye of a whole team: who would have played is not in the file"] == "team 1: bye"
    assert len(history.repairs[history.repairs["why"].str.startswith("no row for this round")]) == 4


def test_an_empty_board_with_another_result_is_an_absence(path: Path) -> None:
    people = [Player("A", team=1), Player("B", team=2), Player("C", team=1), Player("D", team=2)]
    file = File(people, [[(1, 2, 1), (3, 0, 2)]], TEAM_ROUND_ROBIN, teams=["X", "Y"], matches=[[(1, 2)]])
    history = read(path, file)
    assert history.tournaments["system"].tolist() == ["team-round-robin"]
    assert outcomes(history, 3) == "Z"
    assert "no known result" in why(history)


def test_teams_that_cannot_be_read_have_no_names(path: Path) -> None:
    people = [Player("A", team=1), Player("B", team=2)]
    file = File(people, [[(1, 2, 1)]], TEAM_SWISS, teams=["X", "Y"], matches=[[(1, 2)]])
    data = file.data()
    at = data.index("X".encode("utf-16-le"))
    path.write_bytes(data[: at - 2] + b"\xff\xff" + data[at:])
    history = swiss_manager.read(path)
    assert history.players["team"].isna().all()
    assert outcomes(history, 1) == "1"
    assert "records of the teams" in why(history)
    with pytest.raises(tb.FormatError, match="records of the teams"):
        swiss_manager.read(path, errors="strict")
