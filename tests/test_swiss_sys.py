"""SwissSys files, made up."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from chesstb.errors import FormatError
from chesstb.formats import swiss_sys
from tests.harm import harmed, read_harmed
from tests.makers.swiss_sys import OVERVIEW, person

if TYPE_CHECKING:
    from pathlib import Path

    import chesstb as tb


PLAYERS = [
    person(1, "+;2;W;1;2;2;0", "=;3;B;1;1;1;0", "B;0;-;0;0;0;1", "X;4;W", Sex="F", **{"Birth date": "1990"}),
    person(2, "-;1;B;1;1;1;0", "B;-1;-;;;;1", "H;0;-;0;0;0;0.5", "H;0;-", **{"Reserved byes": [2, 3, 4]}),
    person(3, "U;0;-;0;0;0;0", "=;1;W;1;1;1;0", "+;4;B;1", "U;0;-", Rating="unr", Name="CY, É"),
    person(4, "U;0;-", "U;0;-", "-;3;W", "F;1;B"),
]
SECTION = {"Section name": "Open", "Type": 0, "Rounds paired": 4, "Final round": 5, "Players": PLAYERS}


def read(folder: Path, *sections: Any, **options: Any) -> tb.History:
    path = folder / "club.sjson"
    path.write_text(
        json.dumps({"Overview": OVERVIEW, "Sections": list(sections)}, indent=1), encoding="utf-8"
    )
    assert swiss_sys.recognises(path.read_bytes(), path)
    return swiss_sys.read(path, **options)


def cells(history: tb.History) -> list[str]:
    rows = history.results
    opponent = rows["opponent"].astype("object").where(rows["opponent"].notna(), "").astype("str")
    colour = rows["colour"].astype("object").where(rows["colour"].notna(), "")
    joined = (opponent + colour + rows["outcome"].astype("str")).groupby(rows["player"]).agg(" ".join)
    return joined.tolist()


def test_results_and_byes(tmp_path: Path) -> None:
    history = read(tmp_path, SECTION, errors="strict")
    assert cells(history) == ["2w1 3b= U 4w+", "1b0 F H H", "Z 1w= 4b1 Z", "Z Z 3w0 1b-"]
    event = history.tournaments.iloc[0]
    assert event[["name", "system", "rounds"]].tolist() == ["Club: Open", "swiss", 5]
    assert str(event["start"].date()) == "2026-03-27"
    players = history.players
    assert players["name"].tolist() == ["P1", "P2", "CY, É", "P4"]
    assert players["rating"].fillna(0).tolist() == [1500, 1500, 0, 1500]
    assert players["fide_id"].isna().all()
    assert players.loc[0, ["sex", "birth"]].tolist() == ["w", "1990"]


def test_sections_are_events_and_those_without_players_are_none(tmp_path: Path) -> None:
    history = read(tmp_path, {"Section name": "Empty"}, SECTION, SECTION | {"Type": 3})
    assert history.events == ["club", "club (2)"]
    assert history.tournaments["system"].tolist() == ["swiss", "round-robin"]
    with pytest.raises(FormatError, match="no player"):
        read(tmp_path, {"Section name": "Empty"})


def test_in_a_fide_section_the_first_number_is_that_of_fide(tmp_path: Path) -> None:
    fide = SECTION | {"Players": [player | {"ID2": "1"} for player in PLAYERS]}
    assert set(read(tmp_path, fide).players["fide_id"]) == {"12345678"}


def test_unplayed_rounds_behind_the_last_paired_are_none(tmp_path: Path) -> None:
    padded = [player | {"Results": [*player["Results"], "U;0;-"]} for player in PLAYERS]
    assert read(tmp_path, SECTION | {"Players": padded}).results["round"].max() == 4


@pytest.mark.parametrize(
    ("said", "taken", "notes"),
    [("03/04/2026", "2026-03-04", 1), ("03/03/2026", "2026-03-03", 0), ("12/31/2026", "2026-12-31", 0),
     ("31/12/2026", "2026-12-31", 0), ("2026-12-01", "2026-12-01", 0)],
)  # fmt: skip
def test_the_month_stands_first(tmp_path: Path, said: str, taken: str, notes: int) -> None:
    path = tmp_path / "club.sjson"
    found = {"Overview": OVERVIEW | {"Starting date": said}, "Sections": [SECTION]}
    path.write_text(json.dumps(found), encoding="utf-8")
    history = swiss_sys.read(path, errors="strict")
    assert str(history.tournaments["start"].iloc[0].date()) == taken
    assert history.repairs["taken"].tolist() == [taken] * notes


@pytest.mark.parametrize("rounds", [{}, {"Rounds paired": 1}])
def test_byes_of_rounds_not_paired_yet_are_said_and_left_out(tmp_path: Path, rounds: Any) -> None:
    players = [person(1, "+;2;W", "H;0;-", **{"Reserved byes": [2]}), person(2, "-;1;B")]
    section = {k: v for k, v in SECTION.items() if k != "Rounds paired"} | {"Players": players} | rounds
    history = read(tmp_path, section, errors="strict")
    assert cells(history) == ["2w1", "1b0"]
    assert history.repairs[["found", "taken", "player", "round"]].iloc[0].tolist() == ["H", "left out", 1, 2]


@pytest.mark.parametrize(
    ("cell", "why"),
    [("?;2;W", "no result that is known"), ("+;0;-", "a game needs an opponent"),
     (7, "no result that is known"), ("B;3;W", "a bye has no opponent"),
     ("+;two;W", "no result that is known")],
)  # fmt: skip
def test_mistakes_are_said_and_refused_in_strict_reading(tmp_path: Path, cell: Any, why: str) -> None:
    broken = SECTION | {"Players": [*PLAYERS, person(5, cell)]}
    said = read(tmp_path, broken).repairs
    assert ((said["why"] == why) & (said["column"] == "section 1, player 5, round 1")).any()
    with pytest.raises(FormatError, match="section 1, player 5, round 1"):
        read(tmp_path, broken, errors="strict")


@pytest.mark.parametrize("number", [0, 2, "x", None, -1, 10**9])
def test_numbers_that_are_none_or_given_twice(tmp_path: Path, number: Any) -> None:
    said = read(tmp_path, SECTION | {"Players": [*PLAYERS, person(number)]}).repairs
    assert {"no number of a player", "a number that was there before"} & set(said["why"])


def test_harmed_files_give_repairs_or_clear_errors(tmp_path: Path) -> None:
    data = json.dumps({"Overview": OVERVIEW, "Sections": [SECTION]}, indent=1).encode()
    for seed in range(250):
        read_harmed(swiss_sys.read, tmp_path / "club.sjson", harmed(data, seed))
        read_harmed(swiss_sys.read, tmp_path / "club.sjson", harmed(data, seed), errors="strict")
