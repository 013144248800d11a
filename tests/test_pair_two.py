"""Reading of PairTwo: made-up files of the known layout, whole and damaged."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chesstb as tb
from chesstb.formats import pair_two
from tests.made_up import Cell, MadeUp, cells_of, made_up, survives
from tests.makers.pair_two import NOBODY, sws

if TYPE_CHECKING:
    from pathlib import Path


def read(tmp_path: Path, data: bytes, **options: Any) -> tb.History:
    path = tmp_path / "blitz.dat"
    path.write_bytes(data)
    return pair_two.read(path, **options)


SMALL = MadeUp(
    ["Ann A", "Böb", "Cy C"],
    3,
    {
        (1, 1): Cell("1", 2, "w"), (2, 1): Cell("0", 1, "b"), (3, 1): Cell("U"),
        (1, 2): Cell("-", 3, "b"), (3, 2): Cell("+", 1, "w"), (2, 2): Cell("Z"),
        (1, 3): Cell("Z"), (2, 3): Cell("=", 3, "w"), (3, 3): Cell("=", 2, "b"),
    },
)  # fmt: skip


def test_a_file_gives_event_players_results_and_points(tmp_path: Path) -> None:
    history = read(tmp_path, sws(SMALL), errors="strict")
    event = history.tournaments.iloc[0]
    assert event[["name", "place", "federation", "system"]].tolist() == [
        "Blitz à Gand",
        "Gent",
        "BEL",
        "swiss",
    ]
    assert event[["rounds", "by"]].tolist() == [4, "PTS DE WIN BPG BH/C1 SB"]
    assert (str(event["start"].date()), str(event["end"].date())) == ("2019-11-22", "2019-11-24")
    first, second = history.players.iloc[0], history.players.iloc[1]
    shown = ["name", "title", "sex", "federation", "rating", "birth"]
    assert first[shown].tolist() == ["Ann A", "FM", "m", "BEL", 1700, "2001"]
    assert first.isna()["fide_id"]
    assert second[["name", "sex", "rating", "fide_id"]].tolist() == ["Böb", "w", 1801, "4600001"]
    assert cells_of(history) == SMALL.cells
    assert history.published["value"].tolist() == [1.0, 0.5, 2.5]
    assert not len(history.repairs)


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_random_files_are_read_as_they_are(tmp_path: Path, seed: int) -> None:
    event = made_up(seed, unpaired="UZ")
    history = read(tmp_path, sws(event), errors="strict")
    found = cells_of(history)
    assert {key: c for key, c in event.cells.items() if key in found} == found
    assert history.players["name"].tolist() == event.names


def test_players_have_the_numbers_of_their_order(tmp_path: Path) -> None:
    history = read(tmp_path, sws(SMALL, orders=[3, 1, 2]))
    assert history.players["name"].tolist() == ["Böb", "Cy C", "Ann A"]
    assert cells_of(history)[3, 1] == Cell("1", 1, "w")
    history = read(tmp_path, sws(SMALL, orders=[3, 3, 2]))
    assert history.players["name"].tolist() == SMALL.names
    assert history.repairs["taken"].tolist() == ["places in the file"]


def test_recognised_by_version_and_length(tmp_path: Path) -> None:
    data, path = sws(SMALL), tmp_path / "blitz.dat"
    path.write_bytes(data)
    assert pair_two.recognises(data, path)
    assert not pair_two.recognises(b"7.13" + data[4:], path)
    assert not pair_two.recognises(data[:300], path)
    path.write_bytes(data + b"x")
    assert not pair_two.recognises(data + b"x", path)
    assert pair_two.recognises(data + b"x", tmp_path / "blitz.sws")


def test_an_event_without_rounds_or_without_players(tmp_path: Path) -> None:
    history = read(tmp_path, sws(SMALL, played=0), errors="strict")
    assert (len(history.players), len(history.results), len(history.published)) == (3, 0, 0)
    with pytest.raises(tb.FormatError, match="blitz.dat: no player: the event has not been set up yet"):
        read(tmp_path, sws(MadeUp([], 1, {}), played=0))


def test_systems_and_tiebreaks(tmp_path: Path) -> None:
    assert read(tmp_path, sws(SMALL, system=2)).tournaments["system"].tolist() == ["round-robin"]
    history = read(tmp_path, sws(SMALL, system=6, tiebreaks=(5, 1, 0, 0, 0)))
    assert history.tournaments["system"].tolist() == ["unknown"]
    assert history.tournaments["by"].isna().all()
    assert history.repairs["found"].tolist() == ["the Keizer system", "tie-break 5"]


def test_what_is_wrong_is_said_or_refused(tmp_path: Path) -> None:
    data = sws(SMALL)
    with pytest.raises(
        tb.FormatError, match="blitz.dat: 400 bytes without version and players; expected a P"
    ):
        read(tmp_path, data[:400])
    with pytest.raises(tb.FormatError, match="for 3 players, 4 rounds, 5 slots"):
        read(tmp_path, data[:-19])
    assert "left aside" in set(read(tmp_path, data[:-3]).repairs["taken"])
    huge = bytearray(data)
    struct.pack_into("<I", huge, 104, 0xFFFFFFFF)
    with pytest.raises(tb.FormatError, match="cut off or damaged"):
        read(tmp_path, bytes(huge))
    assert set(read(tmp_path, sws(SMALL, wrong=2)).repairs["found"]) == {"2", "1.5", "3.5"}


@pytest.mark.parametrize(
    ("code", "opponent", "outcome", "said"),
    [
        (99, 1, "X", "no result that is known"),
        (8, 1, "=", "an adjourned game"),
        (11, 7, "Z", "no other player of the event"),
        (11, 0, "Z", "no other player of the event"),
        (11, NOBODY, "Z", "no result without an opponent"),
    ],
)
def test_unusual_cells(tmp_path: Path, code: int, opponent: int, outcome: str, said: str) -> None:
    data = bytearray(sws(SMALL))
    at = len(data) - 6 * 3 - 8 * 5 * 3
    struct.pack_into("<IbB", data, at, opponent, 1, code)
    history = read(tmp_path, bytes(data))
    assert history.results["outcome"].iloc[0] == outcome
    row = history.repairs[history.repairs["why"] == said].iloc[0]
    assert row[["column", "player", "round"]].tolist() == [f"offset {at}", 1, 1]


def test_damaged_files_are_read_or_refused(tmp_path: Path) -> None:
    fine, refused = survives(pair_two.read, tmp_path / "x.sws", sws(SMALL), range(200))
    assert fine
    assert refused


def test_a_game_that_both_lost_is_said(tmp_path: Path) -> None:
    cells = {(1, 1): Cell("0", 2, "w"), (2, 1): Cell("0", 1, "b")}
    history = read(tmp_path, sws(MadeUp(["A", "B"], 1, cells)), errors="strict")
    assert cells_of(history) == cells
    said = history.repairs[["found", "player", "round", "why"]].iloc[0].tolist()
    assert said == ["0 - 0", 1, 1, "both lost: the file does not say whether they played"]
    assert len(history.repairs) == 1
