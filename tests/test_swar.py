"""SWAR files (JSON), made up."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from chesstb.errors import FormatError
from chesstb.formats import swar
from tests.harm import harmed, is_honest, read_harmed
from tests.makers.swar import ABOUT, cell, person

if TYPE_CHECKING:
    from pathlib import Path

    import chesstb as tb


PLAYERS = [
    person(1, "2.5", cell(1, 2, "1", "White"), cell(2, 3, "½", "Black"), cell(3, -1, "1B"), FideElo=1600),
    person(2, "0.5", cell(1, 1, "0", "Black"), cell(2, -1, "½"), cell(3, 4, "0F", "White")),
    person(3, "0.5", cell(1, -1, "-"), cell(2, 1, "½", "White"), cell(3, -1, "-")),
    person(4, "1.0", cell(1, -1, "-"), cell(2, -1, "-"), cell(3, 2, "1F", "Black")),
]


def read(folder: Path, players: Any = PLAYERS, about: Any = ABOUT, **options: Any) -> tb.History:
    path = folder / "club.json"
    found = {"Swar": {"TournamentDesc": about, "Player": players}}
    path.write_text(json.dumps(found, indent=1, ensure_ascii=False), encoding="utf-8-sig")
    assert swar.recognises(path.read_bytes(), path)
    return swar.read(path, **options)


def cells(history: tb.History) -> list[str]:
    rows = history.results
    opponent = rows["opponent"].astype("object").where(rows["opponent"].notna(), "").astype("str")
    colour = rows["colour"].astype("object").where(rows["colour"].notna(), "")
    joined = (opponent + colour + rows["outcome"].astype("str")).groupby(rows["player"]).agg(" ".join)
    return joined.tolist()


def test_results_players_and_published_values(tmp_path: Path) -> None:
    history = read(tmp_path, errors="strict")
    assert cells(history) == ["2w1 3b= U", "1b0 H 4w-", "Z 1w= Z", "Z Z 2b+"]
    event = history.tournaments.iloc[0]
    told = event[["name", "place", "system", "rounds", "win", "bye", "by"]].tolist()
    assert told == ["Club", "Gent", "swiss", 5, 1, 1, "PTS BH WON"]
    assert [str(event[day].date()) for day in ("start", "end")] == ["2019-10-04", "2019-10-15"]
    assert history.players["rating"].tolist() == [1600, 1500, 1500, 1500]
    first = history.players.iloc[0][["name", "sex", "title", "federation", "birth", "fide_id"]]
    assert first.tolist() == ["P1", "w", "WFM", "BEL", "1990", "1001"]
    published = history.published.groupby("column")["value"].agg(list).to_dict()
    assert published == {"Points": [2.5, 0.5, 0.5, 1.0], "rank": [4, 3, 2, 1], "Bucholtz": [2.5] * 4}
    said = history.repairs.iloc[0]  # for the second player's half point
    assert said[["column", "found", "taken"]].tolist() == ["TieBreak, Bucholtz", "BH", "as it is"]
    assert len(history.repairs) == 1
    absent = [
        PLAYERS[0],
        person(2, "0.0", cell(1, 1, "0", "Black"), cell(2, -1, "-"), PLAYERS[1]["RoundArray"][2]),
    ]
    assert read(tmp_path, [*absent, *PLAYERS[2:]]).repairs.empty


def test_a_birth_of_1900_is_none(tmp_path: Path) -> None:
    for said, year in (("1900", ""), ("01/01/1900", ""), ("1901", "1901")):
        history = read(tmp_path, [PLAYERS[0] | {"BirthDate": said}, *PLAYERS[1:]])
        assert history.players["birth"].fillna("").tolist()[0] == year


def test_the_program_s_own_points_are_taken_where_they_fit(tmp_path: Path) -> None:
    points = ["5.0", "1.0", "1.0", "2.0"]
    players = [p | {"Points": q} for p, q in zip(PLAYERS, points, strict=True)]
    history = read(tmp_path, players, errors="strict")
    assert history.tournaments[["win", "draw", "loss", "bye"]].to_numpy().tolist() == [[2, 1, 0, 2]]
    assert history.results.groupby("player")["points"].sum().tolist() == [5, 1, 1, 2]
    said = read(tmp_path, PLAYERS, ABOUT | {"TournamentType": "Swiss 321"})
    assert said.tournaments["win"].tolist() == [2]
    assert "the points in the file are not those of the results" in set(said.repairs["why"])


def test_a_bye_can_be_worth_half_a_point(tmp_path: Path) -> None:
    half = PLAYERS[0] | {"Points": "2.0"}
    half["RoundArray"] = [*half["RoundArray"][:2], cell(3, -1, "½B")]
    history = read(tmp_path, [half, *PLAYERS[1:]], errors="strict")
    assert history.tournaments["bye"].tolist() == [0.5]


def test_byes_of_different_worth_keep_theirs(tmp_path: Path) -> None:
    players = [
        person(1, "1.0", cell(1, -1, "1B"), cell(2, 2, "0", "White")),
        person(2, "1.5", cell(1, -1, "½B"), cell(2, 1, "1", "Black")),
        person(3, "0.0", cell(1, -1, "0B"), cell(2, -1, "0B")),
    ]
    history = read(tmp_path, players, errors="strict")
    assert cells(history) == ["U 2w0", "H 1b1", "Z Z"]
    assert history.results.groupby("player")["points"].sum().tolist() == [1.0, 1.5, 0.0]


def test_points_that_belong_to_no_round(tmp_path: Path) -> None:
    extra = PLAYERS[0] | {"Points": "3.0", "ExtraPts": "0.5"}
    history = read(tmp_path, [extra, *PLAYERS[1:]], errors="strict")
    assert history.players["adjustment"].tolist() == [0.5, 0, 0, 0]


def test_values_of_an_earlier_round_are_not_those_of_the_event(tmp_path: Path) -> None:
    early = [p | {"Points": q} for p, q in zip(PLAYERS, ["1.0", "0.0", "0.0", "0.0"], strict=True)]
    history = read(tmp_path, early)
    assert history.published.empty
    assert history.repairs["why"].tolist() == ["they are those after round 1, and results go on to round 3"]


def test_a_round_without_results_is_pending(tmp_path: Path) -> None:
    open_ = [person(1, "0.0", cell(1, 2, "-", "White")), person(2, "0.0", cell(1, 1, "-", "Black"))]
    assert cells(read(tmp_path, open_, errors="strict")) == ["2wX", "1bX"]


@pytest.mark.parametrize(
    ("kind", "system"),
    [("Round Robin", "round-robin"), ("Double Round Robin", "double-round-robin"), ("American", "unknown")],
)
def test_systems(tmp_path: Path, kind: str, system: str) -> None:
    assert read(tmp_path, about=ABOUT | {"TournamentType": kind}).tournaments["system"].tolist() == [system]


@pytest.mark.parametrize(
    ("player", "why"),
    [(person(5, "0.0", cell(1, 1, "?")), "no result that is known"),
     (person(2, "0.0"), "a number that was there before"),
     (person(5, "0.0", cell(1, -1, "2")), "no result that is known"),
     (person(0, "0.0"), "no number of a player"),
     (person(5, "0.0", cell(0, 1, "1")), "no round"), (person(5, "0.0", cell(999, 1, "1")), "no round")],
)  # fmt: skip
def test_mistakes_are_said_and_refused_in_strict_reading(tmp_path: Path, player: Any, why: str) -> None:
    assert why in set(read(tmp_path, [*PLAYERS, player]).repairs["why"])
    with pytest.raises(FormatError, match=r"club.json, player 5"):
        read(tmp_path, [*PLAYERS, player], errors="strict")


def test_files_without_players_and_unknown_criteria(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no player"):
        read(tmp_path, [])
    odd = read(tmp_path, about=ABOUT | {"TieBreaks": [{"Type": "Bucholtz"}, {"Type": "Coin"}]})
    assert odd.tournaments["by"].tolist() == ["PTS BH"]
    assert odd.repairs["found"].tolist() == ["Coin", "BH"]


@pytest.mark.parametrize(
    ("inside", "found"),
    [("[" * 200_000, "nested too deeply"), ("NaN}", "NaN is no number"), ("1" * 5000 + "}", "no JSON"),
     ('{"Player": [', "line 1, column"), ("7} 8", "line 1, column")],
)  # fmt: skip
def test_json_that_is_none(tmp_path: Path, inside: str, found: str) -> None:
    path = tmp_path / "club.json"
    path.write_text('{"Swar": ' + inside, encoding="utf-8")
    with pytest.raises(FormatError, match=found):
        swar.read(path)


def test_harmed_files_give_repairs_or_clear_errors(tmp_path: Path) -> None:
    found = {"Swar": {"TournamentDesc": ABOUT, "Player": PLAYERS}}
    data = json.dumps(found, indent=1, ensure_ascii=False).encode()
    for seed in range(250):
        read_harmed(swar.read, tmp_path / "club.json", harmed(data, seed), errors="strict")
        history = read_harmed(swar.read, tmp_path / "club.json", harmed(data, seed))
        assert is_honest(history, {1: 2.5, 2: 0.5, 3: 0.5, 4: 1.0}), seed
