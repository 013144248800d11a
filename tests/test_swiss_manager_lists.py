"""Lists of tie-breaks in Swiss-Manager files."""

from __future__ import annotations

import struct
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import chesstb as tb
from chesstb.formats import swiss_manager
from tests.swiss_manager_file import (
    OPEN,
    ROUND_ROBIN,
    TieBreak,
    read,
)

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "open.TUNX"


T = TieBreak
ALL = [[(1, 4, 1), (2, 3, 2)], [(4, 3, 1), (1, 2, 2)], [(2, 4, 1), (3, 1, 2)]]


def listed(path: Path, *tiebreaks: TieBreak, **more: object) -> tuple[object, object, list[str]]:
    history = read(path, replace(OPEN, tiebreaks=list(tiebreaks), **more), errors="strict")
    event = history.tournaments.iloc[0].astype("object").fillna("")
    rows = history.repairs[history.repairs["found"].fillna("").str.startswith("tie-break")]
    return event["by"], event["rules"], (rows["found"] + " > " + rows["taken"]).tolist()


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


def test_special_points_are_shown_as_they_are_stored(path: Path) -> None:
    data = bytearray(replace(OPEN, tiebreaks=[T(84), T(76)]).data())
    settings = data.index(b"\x95\xff\x89\x44") + 4
    struct.pack_into("<5H", data, settings + 0x28B + 19 + 4, 6, 8, 2, 3, 1)
    path.write_bytes(data)
    row = swiss_manager.read(path).repairs.query("found.str.contains('number 76', na=False)").iloc[0]
    assert row["found"] == "tie-break 2: number 76 (scores 6 8 2 3 1)"
    assert row["taken"] == "not read; the list ends with BH"
    assert "way of scoring" in row["why"]


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
