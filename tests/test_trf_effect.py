"""TRF files: records that change byes and points, and what is said where they change nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest

import chesstb as tb
from chesstb.formats import read_trf, write_trf
from tests.trf_text import PAIR, outcomes, player, points, read_lines, repairs

if TYPE_CHECKING:
    from pathlib import Path

# ---------------------------------------------------------------- decisions without effect


def test_299_of_kind_z_sets_the_points_of_a_missing_cell() -> None:
    history = read_lines("299 Z        0.5    1    3", *PAIR, player(3))
    assert (outcomes(history, 3), points(history, 3)) == ("Z", [0.5])
    assert history.results["decision"].tolist() == [False, False, True]
    assert history.records.empty


@pytest.mark.parametrize(
    ("line", "column", "found", "why"),
    [
        ("299 W        0.5    1    2", "26", "2", "no result of kind W in round 1"),
        ("299 H        0.5         2", "26", "2", "no result of kind H"),
        ("299          0.5    1    9", "26", "9", "not in the file"),
        ("299          0.5         9", "26", "9", "not in the file"),
        ("299 Z        0.5    2    1", "26", "1", "no result of kind Z in round 2"),
        ("299          0.5    2    1", "26", "1", "nothing in round 2"),
        ("299 W        0.5    2", "5", "W        0.5    2", "nobody has"),
        ("299 F        0.5", "5", "F        0.5", "nobody has"),
    ],
)
def test_299_without_effect_is_reported_and_kept(line: str, column: str, found: str, why: str) -> None:
    history = read_lines(line, *PAIR)
    assert repairs(history, why) == [(1, column, found, "nothing")]
    assert history.records["text"].tolist() == [line]
    assert history.results["round"].max() == 1
    with pytest.raises(tb.FormatError, match=f"event.trf, line 1, column {column}"):
        read_lines(line, *PAIR, errors="strict")


def test_299_stays_only_for_those_on_whom_it_has_no_effect() -> None:
    history = read_lines("299 W        0.5    1    1    2    9", *PAIR)
    assert points(history, 1) == [0.5]
    assert [row[1:3] for row in repairs(history, "this player")] == [("31", "2"), ("36", "9")]
    assert history.records["text"].tolist() == ["299 W        0.5    1    2    9"]


def test_299_may_reach_a_round_that_is_announced() -> None:
    history = read_lines("142 3", "299          0.5     3    1", *PAIR)
    assert points(history, 1) == [1, 0.5]
    assert repairs(history, "this player") == []


# ---------------------------------------------------------------- byes without effect


@pytest.mark.parametrize("kind", ["F", "H", "Z"])
def test_240_fills_a_cell_without_a_result(kind: str) -> None:
    history = read_lines(f"240 {kind}   2    1", player(1, "2 w 1", "-"), player(2, "1 b 0", "- H"))
    assert outcomes(history, 1) == f"1{kind}"
    assert history.records.empty


def test_240_that_says_what_the_lines_say_is_silent() -> None:
    history = read_lines("240 H   2    1", "240 H   2    1    2", player(1, "2 w 1", "- ="), PAIR[1])
    assert (outcomes(history, 1), outcomes(history, 2)) == ("1H", "0H")
    assert history.records.empty
    assert repairs(history, "of this player is") == []


@pytest.mark.parametrize(
    ("records", "why"),
    [
        (["240 H   1    1"], "round 1 of this player is '1', not 'H'"),
        (["240 F   2    1"], "round 2 of this player is 'U', not 'F'"),
        (["142 2", "240 F   3    1"], "the event has 2 rounds"),
        (["240 H   3    1", "240 Z   3    1"], "round 3 of this player is 'H', not 'Z'"),
    ],
)
def test_240_that_contradicts_is_reported_and_kept(records: list[str], why: str) -> None:
    parts = *records, player(1, "2 w 1", "- U"), player(2, "1 b 0", "- Z")
    history = read_lines(*parts)
    assert repairs(history, why) == [(len(records), "14", "1", "nothing")]
    assert history.records["text"].tolist() == records[-1:]
    with pytest.raises(tb.FormatError, match=f"event.trf, line {len(records)}, column 14"):
        read_lines(*parts, errors="strict")


def test_240_stays_only_for_those_on_whom_it_has_no_effect() -> None:
    history = read_lines("240 H   1    1    3    9", *PAIR, player(3))
    assert outcomes(history, 3) == "H"
    assert history.records["text"].tolist() == ["240 H   1    1    9"]


@pytest.mark.parametrize("version", ["trf16", "trf26"])
def test_records_without_effect_survive_writing(tmp_path: Path, version: Literal["trf16", "trf26"]) -> None:
    once = read_lines(
        "142 3", "240 H   2    1    3", "240 Z   2    1", "299 W        0.5    1    1    2",
        "299          0.5    1    1    9", *PAIR, player(3, "- U"),
    )  # fmt: skip
    again = read_trf(write_trf(once, tmp_path / "event.trf", version))
    for name in ("tournaments", "players", "results", "records"):
        assert getattr(once, name).equals(getattr(again, name)), name


def test_a_bye_behind_the_rounds_of_the_event_is_written_into_the_line(tmp_path: Path) -> None:
    games = {"player": [1, 2, 1], "round": [1, 1, 2], "opponent": [2, 1, None], "outcome": ["1", "0", "H"]}
    history = tb.History.from_tables(games, tournaments={"rounds": [1]}, errors="repair")
    again = read_trf(write_trf(history, tmp_path / "event.trf"))
    assert outcomes(again, 1) == outcomes(history, 1)
