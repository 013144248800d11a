"""Swiss-Manager files: what the format says, on made-up files, and what damage does to them."""

from __future__ import annotations

import struct
from dataclasses import replace
from typing import TYPE_CHECKING

import pandas as pd
import pytest

import chesstb as tb
from chesstb import schema
from chesstb.formats import swiss_manager
from tests.made_up import MadeUp, cells_of, made_up, survives
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
)

if TYPE_CHECKING:
    from pathlib import Path

    from chesstb.tables import Errors


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "open.TUNX"


def read(path: Path, file: File, errors: Errors = "repair") -> tb.History:
    path.write_bytes(file.data())
    return swiss_manager.read(path, errors=errors)


def outcomes(history: tb.History, player: int) -> str:
    return "".join(history.results.loc[history.results["player"] == player, "outcome"])


def why(history: tb.History) -> str:
    return "\n".join(history.repairs["why"].fillna(""))


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
    history = read(path, replace(OPEN, rating=mode), errors="raise")
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
    history = read(path, File(PEOPLE, [[(2, 1, result), (3, 4, 1)]]), errors="raise")
    assert outcomes(history, 2) + outcomes(history, 1) == codes
    assert history.results["colour"].tolist() == ["b", "w", "w", "b"]
    assert ("not rated" in why(history)) == (result == 16)


@pytest.mark.parametrize(
    ("black", "result", "code"),
    [(BYE, 0, "U"), (BYE, 9, "U"), (BYE, 8, "Z"), (NOT_PAIRED, 0, "Z"), (NOT_PAIRED, 1, "F"),
     (NOT_PAIRED, 2, "H"), (NOT_PAIRED, 3, "Z")],
)  # fmt: skip
def test_rounds_without_an_opponent(path: Path, black: int, result: int, code: str) -> None:
    history = read(path, File(PEOPLE[:3], [[(1, 2, 1), (3, black, result)]]), errors="raise")
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
        read(path, file, errors="raise")


@pytest.mark.parametrize("board", [(9, 4, 1), (3, 9, 1), (0, 3, 1), (3, 0, 4), (BYE, 3, 9), (0, 0, 0)])
def test_a_board_without_its_players_is_left_out(path: Path, board: Board) -> None:
    file = File(PEOPLE, [[(1, 2, 1), board]])
    history = read(path, file)
    assert (outcomes(history, 3), outcomes(history, 4)) == ("Z", "Z")
    assert "two players of the event" in why(history)
    with pytest.raises(tb.FormatError, match="two players of the event"):
        read(path, file, errors="raise")


def test_who_plays_twice_in_a_round_is_said(path: Path) -> None:
    file = File(PEOPLE, [[(1, 2, 1), (1, 3, 1)]])
    assert "a second row" in why(read(path, file))
    with pytest.raises(tb.DataError, match=r"open.TUNX, offset \d+ \(event 'open', player"):
        read(path, file, errors="raise")


def test_rounds_behind_the_last_paired_one_do_not_count(path: Path) -> None:
    history = read(path, replace(OPEN, boards=[*OPEN.boards, [(1, NOT_PAIRED, 2)]], paired=2), errors="raise")
    assert history.results.equals(read(path, OPEN).results)
    assert history.tournaments["rounds"].tolist() == [3]
    assert "not paired yet" in why(history)


def test_an_event_that_has_not_begun_has_no_results(path: Path) -> None:
    history = read(path, File(PEOPLE, [[], [], []], paired=0), errors="raise")
    assert (len(history.players), len(history.results)) == (4, 0)
    assert history.tournaments["rounds"].tolist() == [3]


def test_additional_points_are_said_and_not_added(path: Path) -> None:
    history = read(path, replace(OPEN, players=[replace(PEOPLE[0], additional=3), *PEOPLE[1:]]))
    assert history.players["adjustment"].tolist() == [0.0] * 4
    row = history.repairs[history.repairs["why"].str.contains("additional points")].iloc[0]
    assert row[["found", "player"]].tolist() == ["1.5", 1]


# ---------------------------------------------------------------- systems


ALL = [[(1, 4, 1), (2, 3, 2)], [(4, 3, 1), (1, 2, 2)], [(2, 4, 1), (3, 1, 2)]]


@pytest.mark.parametrize(
    ("players", "rounds", "system", "said"),
    [(4, 3, "round-robin", False), (4, 6, "double-round-robin", False), (4, 9, "round-robin", True),
     (2, 4, "match", False), (3, 3, "round-robin", False), (3, 6, "double-round-robin", False)],
)  # fmt: skip
def test_a_round_robin_is_as_long_as_all_can_meet(
    path: Path, players: int, rounds: int, system: str, said: bool
) -> None:
    file = File(PEOPLE[:players], [[] for _ in range(rounds)], ROUND_ROBIN, paired=0)
    history = read(path, file, errors="raise")
    assert history.tournaments["system"].tolist() == [system]
    assert ("meet each other in" in why(history)) == said


def test_a_free_round_of_a_round_robin_earns_nothing(path: Path) -> None:
    boards = [[(1, 2, 1), (3, BYE, 9)], [(3, 1, 2), (2, BYE, 0)], [(2, 3, 1), (1, BYE, 9)]]
    history = read(path, File(PEOPLE[:3], boards, ROUND_ROBIN), errors="raise")
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
    history = read(path, file, errors="raise")
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
        swiss_manager.read(path, errors="raise")


# ---------------------------------------------------------------- the list of tie-breaks


def listed(path: Path, *tiebreaks: TieBreak, **more: object) -> tuple[object, object, list[str]]:
    history = read(path, replace(OPEN, tiebreaks=list(tiebreaks), **more), errors="raise")
    event = history.tournaments.iloc[0].astype("object").fillna("")
    rows = history.repairs[history.repairs["found"].fillna("").str.startswith("tie-break")]
    return event["by"], event["rules"], (rows["found"] + " > " + rows["taken"]).tolist()


T = TieBreak


@pytest.mark.parametrize(
    ("tiebreaks", "by", "rules"),
    [
        ([], "PTS", ""),
        ([T(1)], "PTS", ""),
        ([T(84, 0x01), T(84), T(85)], "PTS BH/C1 BH SB", "fide-2023"),
        ([T(84, 0x02), T(84, 0x11)], "PTS BH/C2 BH/M1", "fide-2023"),
        ([T(84, 0x01, edition=1), T(85, edition=1), T(81)], "PTS BH/C1 SB DE", "fide-2026"),
        ([T(81), T(86), T(84, edition=1)], "PTS DE PS BH", "fide-2026"),
        ([T(81), T(86), T(87, value=50)], "PTS DE PS KS", ""),
        ([T(87, value=40)], "PTS KS/L40", ""),
        ([T(37, 0x01, 0x0D), T(37, 0, 0x09), T(52, 0, 0x0D)], "PTS BH/C1 BH SB", "fide-2009"),
        ([T(1), T(37, 0x11, 0x0D), T(8), T(53), T(61)], "PTS BH/M1 PS BPG ARZ", "fide-2009"),
        ([T(84), T(84), T(1)], "PTS BH", "fide-2023"),
        ([T(61)], "PTS ARZ", "fide-2009"),
        ([T(2)], "PTS BH", "fide-2009"),
        ([T(17)], "PTS BH", "face-value"),
    ],
)
def test_a_list_that_is_sure_is_read(path: Path, tiebreaks: list[TieBreak], by: str, rules: str) -> None:
    found = listed(path, *tiebreaks)
    assert found[:2] == (by, rules)
    assert not any("not read" in row for row in found[2])
    history = read(path, replace(OPEN, tiebreaks=tiebreaks))
    assert len(tb.standings(history, by=by, rules=rules or "fide-2026")) == 4


@pytest.mark.parametrize(
    ("tiebreaks", "by", "rules", "where"),
    [
        ([T(81), T(68, flags=0x81), T(84)], "PTS DE", "", 2),
        ([T(5), T(84)], "", "", 1),
        ([T(37, flags=0x01)], "", "", 1),
        ([T(84), T(37, 0x11, 0x0D), T(85)], "PTS BH", "fide-2023", 2),
        ([T(84, 0x01, edition=1), T(84)], "PTS BH/C1", "fide-2026", 2),
        ([T(84), T(84, 0x02, flags=1)], "PTS BH", "fide-2023", 2),
        ([T(84), T(84, edition=7)], "PTS BH", "fide-2023", 2),
        ([T(84), T(84, 0x12)], "PTS BH", "fide-2023", 2),
        ([T(84), T(85, 0x11)], "PTS BH", "fide-2023", 2),
        ([T(84), T(81, flags=1)], "PTS BH", "fide-2023", 2),
        ([T(84), T(87)], "PTS BH", "fide-2023", 2),
        ([T(84), T(87, value=5000)], "PTS BH", "fide-2023", 2),
        ([T(84), T(88, flags=0x31, value=1400)], "PTS BH", "fide-2023", 2),
        ([T(84), T(80)], "PTS BH", "fide-2023", 2),
        ([T(84), T(61)], "PTS BH", "fide-2023", 2),
        ([T(84), T(13)], "PTS BH", "fide-2023", 2),
        ([T(84), T(999)], "PTS BH", "fide-2023", 2),
        ([T(84), T(1, flags=0x31)], "PTS BH", "fide-2023", 2),
        ([T(84), T(60)], "PTS BH", "fide-2023", 2),
    ],
)
def test_a_list_ends_before_what_is_not_sure(
    path: Path, tiebreaks: list[TieBreak], by: str, rules: str, where: int
) -> None:
    found = listed(path, *tiebreaks)
    assert found[:2] == (by, rules)
    unread = [row for row in found[2] if "not read" in row]
    assert len(unread) == len(tiebreaks) - where + 1
    end = f"not read; the list ends with {by.rpartition(' ')[2]}" if by else "not read; no list"
    assert unread[0].startswith(f"tie-break {where}: number {tiebreaks[where - 1].number}")
    assert unread[0].endswith(end)


def test_the_older_direct_encounter_goes_with_any_rules_and_says_so(path: Path) -> None:
    by, rules, said = listed(path, T(11), T(84, 0x01), T(85))
    assert (by, rules) == ("PTS DE BH/C1 SB", "fide-2023")
    assert said == ["tie-break 1: number 11 > DE"]


def test_a_list_of_a_round_robin_is_read_as_one(path: Path) -> None:
    more = {"kind": ROUND_ROBIN, "boards": ALL}
    by, rules, said = listed(path, T(85), T(81), T(87, value=50), **more)
    assert (by, rules) == ("PTS SB DE KS", "fide-2023")
    assert "tie-break 1: number 85 > SB" in said
    by, rules, _ = listed(path, T(11), T(52, flags=0x05), T(45), **more)
    assert (by, rules) == ("PTS DE SB KS", "fide-2009")
    by, rules, _ = listed(path, T(85, edition=1), T(84, edition=1), **more)  # banned there
    assert (by, rules) == ("PTS SB", "fide-2026")


def test_rules_are_named_where_the_date_does_not_say_them(path: Path) -> None:
    assert listed(path, T(81), start=20230101)[1] == "fide-2023"
    assert listed(path, T(81), start=20240901)[1] == ""
    assert listed(path, T(11), start=20230101)[1] == ""
    assert listed(path, T(81), start=0)[1] == ""


# ---------------------------------------------------------------- what is wrong with it


@pytest.mark.parametrize(
    ("file", "found"),
    [
        (File([], [[]]), "no player"),
        (replace(OPEN, kind=4), "4 as the kind of event"),
        (replace(OPEN, paired=3), "3 rounds are paired of 2"),
        (replace(OPEN, counts=[2, 2]), "the rounds have 4 boards of 21 bytes, the section 105 bytes"),
        (replace(OPEN, counts=[2, 40_000]), "the rounds have 40002 boards"),
        (replace(OPEN, sizes={"players": 3}), "bytes behind the last of the players"),
        (replace(OPEN, sizes={"players": 65_535}), "are due, and the players end"),
        (replace(OPEN, sizes={"rounds": 1, "paired": 1}), "bytes behind the last of the rounds"),
        (replace(OPEN, sizes={"rounds": 60_000, "paired": 60_000}), "60000 rounds are paired"),
        (replace(OPEN, sizes={"rounds": 999, "paired": 999, "players": 65_535}), "no event is that large"),
    ],
)
def test_numbers_that_contradict_each_other_are_refused(path: Path, file: File, found: str) -> None:
    for errors in ("repair", "raise"):
        with pytest.raises(tb.FormatError, match=rf"open.TUNX, offset \d+: .*{found}"):
            read(path, file, errors=errors)


@pytest.mark.parametrize("size", [4, 100, 200, 1000, 7000, -40, -36, -4, -1])
def test_a_file_that_is_cut_is_refused(path: Path, size: int) -> None:
    path.write_bytes(OPEN.data()[:size])
    with pytest.raises(tb.FormatError, match=r"no end mark; expected a whole file"):
        tb.read(path)


@pytest.mark.parametrize(
    ("slot", "value"), [(0, 5), (1, 0), (2, 2**32 - 1), (0, 0x6C), (3, 0x70), (4, 1), (1, 0xFFFF)]
)
def test_a_directory_that_leads_astray_is_refused(path: Path, slot: int, value: int) -> None:
    data = bytearray(OPEN.data())
    struct.pack_into("<I", data, len(data) - 32 + 4 * slot, value)
    path.write_bytes(data)
    with pytest.raises(tb.FormatError, match="directory|due|settings"):
        swiss_manager.read(path)


def test_marks_in_the_middle_of_a_file_mean_nothing(path: Path) -> None:
    name = b"\xb3\xff\x89\x44\xa5\xff\x89\x44".decode("utf-16-le", errors="replace")
    history = read(path, replace(OPEN, players=[Player(name), *PEOPLE[1:]]), errors="raise")
    assert history.results.equals(read(path, OPEN).results)


def test_letters_that_are_none_are_replaced_and_said(path: Path) -> None:
    file = replace(OPEN, players=[Player("A\ud800b", "C\0\nd"), *PEOPLE[1:]])
    history = read(path, file)
    assert history.players["name"].iloc[0] == "A\ufffdb, C d"
    assert "damaged letters" in why(history)
    with pytest.raises(tb.FormatError, match="damaged letters"):
        read(path, file, errors="raise")


@pytest.mark.parametrize(
    ("change", "said"),
    [({"start": 20261399}, "no date"), ({"end": 4_000_000_000}, "no date"), ({"announced": 1}, "rounds"),
     ({"announced": 40_000}, "rounds"), ({"rating": 9}, "rating that counts"),
     ({"sizes": {"criteria": 10}}, "tie-br"),
     ({"players": [Player("A", birth=99), *PEOPLE[1:]]}, "birth"),
     ({"players": [Player("A", national=60_000), *PEOPLE[1:]]}, "no rating")],
)  # fmt: skip
def test_small_mistakes_are_repaired_and_said(path: Path, change: dict[str, object], said: str) -> None:
    file = replace(OPEN, **change)
    history = read(path, file)
    assert history.results.equals(read(path, OPEN).results)
    assert said in why(history)
    with pytest.raises(tb.ChesstbError, match=said):
        read(path, file, errors="raise")


def test_a_date_without_a_day_is_none(path: Path) -> None:
    history = read(path, replace(OPEN, start=20260000, end=0), errors="raise")
    assert history.tournaments[["start", "end"]].isna().all(axis=None)
    assert "no full date" in why(history)


def test_a_file_that_is_too_large_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swiss_manager, "MOST_BYTES", 1024)
    with pytest.raises(tb.FormatError, match="open.TUNX: more than 0 MB"):
        read(path, OPEN)


# ---------------------------------------------------------------- made-up events, and damage

CODES = {"10": 1, "==": 2, "01": 3, "+-": 4, "-+": 5, "--": 6, "WL": 15, "DD": 16, "LW": 17, "XX": 0}
ALONE = {"U": (BYE, 9), "F": (NOT_PAIRED, 1), "H": (NOT_PAIRED, 2), "Z": (NOT_PAIRED, 3)}


def file_of(event: MadeUp) -> File:
    boards: list[list[Board]] = [[] for _ in range(event.rounds)]
    for (player, round_), cell in event.cells.items():
        if cell.opponent is None:
            boards[round_ - 1].append((player, *ALONE[cell.outcome]))
        elif cell.colour == "w":
            result = CODES[cell.outcome + event.cells[cell.opponent, round_].outcome]
            boards[round_ - 1].append((player, cell.opponent, result))
    people = [Player(*name.split(", ")) for name in event.names]
    return File(people, boards, tiebreaks=[T(84, 1), T(85)])


@pytest.mark.parametrize("seed", range(40))
def test_made_up_events_are_read_as_they_are(path: Path, seed: int) -> None:
    event = made_up(seed, unpaired="UFHZ", games=[code for code in CODES if code != "XX"])
    history = read(path, file_of(event), errors="raise")
    assert history.players["name"].tolist() == event.names
    assert cells_of(history) == event.cells
    table = tb.standings(history, by="PTS", rules="fide-2026").set_index("player")["PTS"]
    also = {"W": 1.0, "D": 0.5}
    for player in range(1, len(event.names) + 1):
        more = sum(also.get(c.outcome, 0.0) for (who, _), c in event.cells.items() if who == player)
        assert table[player] == event.points(player) + more


@pytest.mark.parametrize("seeds", [range(start, start + 40) for start in range(0, 160, 40)])
def test_damage_gives_a_history_or_an_error(path: Path, seeds: range) -> None:
    team = File(
        [Player(f"P{k}", team=1 + k % 2) for k in range(4)], [[(1, 2, 1), (4, 3, 2)]], TEAM_SWISS,
        tiebreaks=[T(13)], teams=["Rooks", "Knights"], matches=[[(1, 2)]],
    )  # fmt: skip
    for file in (replace(OPEN, tiebreaks=[T(84, 1), T(68), T(87, value=50)]), team):
        fine, refused = survives(swiss_manager.read, path, file.data(), seeds)
        assert fine
        assert refused


def test_places_of_results_are_offsets(path: Path) -> None:
    file = replace(OPEN, boards=[[(1, 1, 1), (2, 3, 1), (4, NOT_PAIRED, 3)]])
    row = read(path, file).repairs.query("why.str.contains('cannot meet himself')").iloc[0]
    assert row["column"] == f"offset {file.data().index(struct.pack('<HHH', 1, 1, 1))}"
    assert pd.isna(row["line"])
