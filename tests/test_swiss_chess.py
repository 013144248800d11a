"""Reading of Swiss-Chess files: made-up files of the published layout, whole and damaged."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chesstb as tb
from chesstb.formats import swiss_chess
from tests.made_up import Cell, MadeUp, cells_of, made_up, survives
from tests.makers.swiss_chess import cell, swt

if TYPE_CHECKING:
    from pathlib import Path


def read(tmp_path: Path, data: bytes, **options: Any) -> tb.History:
    path = tmp_path / "open.dat"
    path.write_bytes(data)
    return swiss_chess.read(path, **options)


SMALL = MadeUp(
    ["Ann, A", "Bob", "Cy, C"],
    3,
    {
        (1, 1): Cell("1", 2, "w"), (2, 1): Cell("0", 1, "b"), (3, 1): Cell("U"),
        (1, 2): Cell("-", 3, "b"), (3, 2): Cell("+", 1, "w"), (2, 2): Cell("H"),
        (1, 3): Cell("Z"), (2, 3): Cell("=", 3, "w"), (3, 3): Cell("=", 2, "b"),
    },
)  # fmt: skip


@pytest.mark.parametrize("version", [883, 741])
def test_a_file_gives_event_players_results_and_stored_values(tmp_path: Path, version: int) -> None:
    history = read(tmp_path, swt(SMALL, version=version), errors="strict")
    event = history.tournaments.iloc[0]
    assert (event["name"], event["place"], event["system"]) == ("Käse-Open", "Bad Muster", "swiss")
    assert (str(event["start"].date()), str(event["end"].date())) == ("2013-05-18", "2013-05-26")
    assert (event["rounds"], event["by"]) == (3, "PTS BH SB")
    first = history.players.iloc[0]
    assert (first["name"], first["title"], first["sex"], first["federation"]) == ("Ann, A", "FM", "w", "GER")
    assert (first["rating"], first["fide_id"], first["birth"]) == (2100, "4612345", "1982")
    assert first.isna()["team"]
    assert cells_of(history) == SMALL.cells
    assert not len(history.repairs)
    stored = history.published[history.published["player"] == 3].set_index("column")["value"]
    assert stored.to_dict() == {"points": 2.5, "rank": 3, "Buchholz": 7.5, "Sonneborn-Berger": 7.25}
    assert set(history.published["criterion"].dropna()) == {"PTS", "BH", "SB"}


@given(st.integers(0, 2**32 - 1), st.sampled_from([899, 700]))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_written_by_the_layout_is_read(tmp_path: Path, seed: int, version: int) -> None:
    event = made_up(seed)
    history = read(tmp_path, swt(event, version=version, ids=lambda k: 7 * k), errors="strict")
    assert cells_of(history) == event.cells
    assert history.players["name"].tolist() == event.names


def test_recognised_by_length_not_by_name(tmp_path: Path) -> None:
    data = swt(SMALL)
    path = tmp_path / "open.dat"
    path.write_bytes(data)
    assert swiss_chess.recognises(data, path)
    path.write_bytes(data + b"\0")
    assert not swiss_chess.recognises(data, path)
    assert not swiss_chess.recognises(data[:700], path)
    assert not swiss_chess.recognises(b"012 an event\n" * 200, path)


def test_a_cut_file_is_refused_and_more_bytes_are_reported(tmp_path: Path) -> None:
    data = swt(SMALL)
    with pytest.raises(tb.FormatError, match="expected 15520, for 3 players, 0 teams and 3 rounds"):
        read(tmp_path, data[:-1])
    with pytest.raises(tb.FormatError, match="without the version"):
        read(tmp_path, data[:500])
    said = read(tmp_path, data + b"xx").repairs.iloc[0]
    assert (said["column"], said["found"], said["taken"]) == ("offset 15520", "2 bytes more", "left aside")
    with pytest.raises(tb.FormatError, match="open.dat, offset 15520"):
        read(tmp_path, data + b"xx", errors="strict")


def test_a_file_of_a_huge_event_allocates_nothing(tmp_path: Path) -> None:
    data = bytearray(swt(SMALL))
    data[7:9] = b"\xff\xff"
    data[1] = data[600] = 255
    with pytest.raises(tb.FormatError, match="for 65535 players"):
        read(tmp_path, bytes(data))


def test_an_event_without_players_and_one_without_pairings(tmp_path: Path) -> None:
    with pytest.raises(tb.FormatError, match="open.dat: no player: the event has not been set up yet"):
        read(tmp_path, swt(MadeUp([], 1, {}), paired=0))
    history = read(tmp_path, swt(SMALL, paired=0))
    assert (len(history.players), len(history.results), len(history.published)) == (3, 0, 0)


def test_rounds_behind_the_last_paired_are_not_absences(tmp_path: Path) -> None:
    later = MadeUp(SMALL.names, 5, SMALL.cells)
    assert read(tmp_path, swt(later, paired=3)).results["round"].max() == 3
    assert read(tmp_path, swt(later, paired=5)).results["round"].max() == 3


def test_scoring_and_points_of_no_round(tmp_path: Path) -> None:
    history = read(tmp_path, swt(SMALL, game=1))
    assert history.tournaments.iloc[0][["win", "draw", "loss"]].tolist() == [3.0, 1.0, 0.0]
    history = read(tmp_path, swt(SMALL, game=2))
    assert history.tournaments.iloc[0][["draw", "black_draw"]].tolist() == [1.0, 1.5]
    assert read(tmp_path, swt(SMALL, game=3)).repairs.iloc[0]["taken"] == "1, ½, 0"
    assert read(tmp_path, swt(SMALL, special=(0, 3))).players["adjustment"].tolist() == [1.5] * 3
    assert read(tmp_path, swt(SMALL, special=(255, 253))).players["adjustment"].tolist() == [-1.5] * 3


def test_stored_points_that_are_not_those_of_the_results_are_said(tmp_path: Path) -> None:
    said = read(tmp_path, swt(SMALL, wrong=1)).repairs
    assert said["player"].tolist() == [1, 2, 3]
    assert (said["found"].tolist(), said["taken"].tolist()) == (["1.5", "1.5", "3"], ["1", "1", "2.5"])
    assert set(said["why"]) == {"the points in the file are not those of the results"}


def test_systems_ratings_and_tiebreaks(tmp_path: Path) -> None:
    assert read(tmp_path, swt(SMALL, mode=1)).tournaments["system"].tolist() == ["round-robin"]
    assert read(tmp_path, swt(SMALL, mode=1)).tournaments["by"].tolist() == ["PTS SB WON"]
    robin = read(tmp_path, swt(SMALL, mode=1))
    assert set(robin.published["column"]) == {"points", "rank"}
    assert robin.repairs["taken"].tolist() == ["not published"]
    knock_out = read(tmp_path, swt(SMALL, mode=2))
    assert knock_out.tournaments["system"].tolist() == ["unknown"]
    assert knock_out.repairs[["found", "taken"]].iloc[0].tolist() == ["knock-out", "read as a Swiss"]
    assert read(tmp_path, swt(SMALL, rating=1)).players["rating"].tolist() == [2200] * 3
    only = read(tmp_path, swt(SMALL, texts={70: "    "})).players["rating"]
    assert only.tolist() == [2200] * 3
    assert read(tmp_path, swt(SMALL, texts={70: "0", 75: ""})).players["rating"].isna().all()
    cut = read(tmp_path, swt(SMALL, cuts=1, tiebreaks=(3, 7, 0, 0)))
    assert cut.tournaments["by"].isna().all()
    assert set(cut.published["criterion"].dropna()) == {"PTS", "BH/C1"}
    assert "sum of Buchholz (1 cut)" in set(cut.published["column"])


def test_teams_and_reserves(tmp_path: Path) -> None:
    data = swt(SMALL, teams=["Rüsselsheim", "Bingen"])
    history = read(tmp_path, data)
    assert history.tournaments["system"].tolist() == ["team-swiss"]
    assert history.players["team"].tolist() == ["Rüsselsheim", "Rüsselsheim", "Bingen"]
    reserve = bytearray(data)
    reserve[13_384 + 19 * 8 + 18] = 3  # the board of the third player in the last round, of two
    assert read(tmp_path, bytes(reserve)).results["outcome"].iloc[-1] == "Z"


def test_opponents_that_are_not_there(tmp_path: Path) -> None:
    data = bytearray(swt(SMALL))
    struct.pack_into("<H", data, 13_384 + 9, 99)
    said = read(tmp_path, bytes(data)).repairs
    assert said.iloc[0][["column", "found", "taken"]].tolist() == [
        "offset 13392",
        "opponent 99",
        "no opponent",
    ]
    with pytest.raises(tb.FormatError, match="no player has this id"):
        read(tmp_path, bytes(data), errors="strict")


def test_two_players_with_one_id(tmp_path: Path) -> None:
    said = read(tmp_path, swt(SMALL, ids=lambda k: max(k, 2))).repairs
    assert "an id that another player has" in set(said["why"])


def test_a_double_cycle_is_read_in_the_order_that_fits(tmp_path: Path) -> None:
    pair = MadeUp(["A", "B"], 1, {(1, 1): Cell("1", 2, "w"), (2, 1): Cell("0", 1, "b")})
    data = bytearray(swt(pair, mode=1))
    back = cell(Cell("0", 2, "b"), lambda k: k), cell(Cell("1", 1, "w"), lambda k: k)
    there = bytes(data[13_384:13_403]), bytes(data[13_403:13_422])
    data[600] = 2
    for order in ((there[0], back[0], there[1], back[1]), (*there, *back)):
        history = read(tmp_path, bytes(data[:13_384]) + b"".join(order) + bytes(data[13_422:]))
        assert history.tournaments["system"].tolist() == ["double-round-robin"]
        assert cells_of(history)[1, 2] == Cell("0", 2, "b")
        assert "2 cycles" in set(history.repairs["found"])


def test_damaged_files_are_read_or_refused(tmp_path: Path) -> None:
    data = swt(SMALL, teams=["A", "B"])
    fine, refused = survives(swiss_chess.read, tmp_path / "x.swt", data, range(150))
    assert fine
    assert refused


def test_a_decision_of_half_a_point_for_one_side_is_said(tmp_path: Path) -> None:
    cells = {(1, 1): Cell("=", 2, "w"), (2, 1): Cell("0", 1, "b")}
    history = read(tmp_path, swt(MadeUp(["A", "B"], 1, cells)), errors="strict")
    assert history.results["points"].tolist() == [0.5, 0.0]
    assert history.repairs[["found", "player", "round"]].iloc[0].tolist() == ["½ - 0", 1, 1]


def test_stored_points_that_differ_are_an_error_in_strict_reading(tmp_path: Path) -> None:
    with pytest.raises(tb.FormatError, match="1.5 points of player 1; expected 1, by the results"):
        read(tmp_path, swt(SMALL, wrong=1), errors="strict")
