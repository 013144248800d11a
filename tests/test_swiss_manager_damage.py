"""Swiss-Manager files that are damaged, and made-up ones read as they are."""

from __future__ import annotations

import struct
from dataclasses import replace
from typing import TYPE_CHECKING

import pandas as pd
import pytest

import chesstb as tb
from chesstb.formats import swiss_manager
from tests.made_up import cells_of, made_up, survives
from tests.swiss_manager_file import (
    CODES,
    NOT_PAIRED,
    OPEN,
    PEOPLE,
    TEAM_SWISS,
    File,
    Player,
    TieBreak,
    file_of,
    read,
    why,
)

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "open.TUNX"


T = TieBreak


# ---------------------------------------------------------------- what is wrong with it


@pytest.mark.parametrize(
    ("file", "found"),
    [
        (File([], [[]]), "no player"),
        (replace(OPEN, kind=4), "4 as the kind of event"),
        (replace(OPEN, paired=3), "3 rounds are paired of 2"),
        (replace(OPEN, counts=[2, 2]), "the rounds have 4 boards of 21 bytes, the section 105 bytes"),
        (File(PEOPLE, [[(1, 2, 1)] * 5]), "a round has 5 boards for 4 players"),
        (replace(OPEN, counts=[2, 40_000]), "the rounds have 40002 boards"),
        (replace(OPEN, sizes={"players": 3}), "bytes behind the last of the players"),
        (replace(OPEN, sizes={"players": 65_535}), "are due, and the players end"),
        (replace(OPEN, sizes={"rounds": 1, "paired": 1}), "bytes behind the last of the rounds"),
        (replace(OPEN, sizes={"rounds": 60_000, "paired": 60_000}), "60000 rounds are paired"),
        (replace(OPEN, sizes={"rounds": 999, "paired": 999, "players": 65_535}), "no event is that large"),
    ],
)
def test_numbers_that_contradict_each_other_are_refused(path: Path, file: File, found: str) -> None:
    for errors in ("repair", "strict"):
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
    history = read(path, replace(OPEN, players=[Player(name), *PEOPLE[1:]]), errors="strict")
    assert history.results.equals(read(path, OPEN).results)


def test_letters_that_are_none_are_replaced_and_said(path: Path) -> None:
    file = replace(OPEN, players=[Player("A\ud800b", "C\0\nd"), *PEOPLE[1:]])
    history = read(path, file)
    assert history.players["name"].iloc[0] == "A\ufffdb, C d"
    assert "damaged letters" in why(history)
    with pytest.raises(tb.FormatError, match="damaged letters"):
        read(path, file, errors="strict")


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
        read(path, file, errors="strict")


def test_a_date_without_a_day_is_none(path: Path) -> None:
    history = read(path, replace(OPEN, start=20260000, end=0), errors="strict")
    assert history.tournaments[["start", "end"]].isna().all(axis=None)
    assert "no full date" in why(history)


def test_a_file_that_is_too_large_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swiss_manager, "MOST_BYTES", 1024)
    with pytest.raises(tb.FormatError, match="open.TUNX: more than 0 MB"):
        read(path, OPEN)


# ---------------------------------------------------------------- made-up events, and damage


@pytest.mark.parametrize("seed", range(40))
def test_made_up_events_are_read_as_they_are(path: Path, seed: int) -> None:
    event = made_up(seed, unpaired="UFHZ", games=[code for code in CODES if code != "XX"])
    history = read(path, file_of(event), errors="strict")
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
