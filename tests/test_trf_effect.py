"""TRF files: records that change byes and points, and what is said where they change nothing."""

from __future__ import annotations

import pytest

import chesstb as tb
from tests.trf_text import PAIR, outcomes, player, points, read_lines, repairs

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
        read_lines(line, *PAIR, errors="raise")


def test_299_stays_only_for_those_on_whom_it_has_no_effect() -> None:
    history = read_lines("299 W        0.5    1    1    2    9", *PAIR)
    assert points(history, 1) == [0.5]
    assert [row[1:3] for row in repairs(history, "this player")] == [("31", "2"), ("36", "9")]
    assert history.records["text"].tolist() == ["299 W        0.5    1    2    9"]


def test_299_may_reach_a_round_that_is_announced() -> None:
    history = read_lines("142 3", "299          0.5     3    1", *PAIR)
    assert points(history, 1) == [1, 0.5]
    assert repairs(history, "this player") == []
