"""Foreign results of the Irish federation, made up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from chesstb.errors import FormatError
from chesstb.formats import icu
from tests.harm import harmed, is_honest, read_harmed
from tests.makers.icu import SHEET

if TYPE_CHECKING:
    from pathlib import Path

    import chesstb as tb


def read(folder: Path, text: str = SHEET, encoding: str = "utf-8", **options: Any) -> tb.History:
    path = folder / "open.csv"
    path.write_bytes(text.encode(encoding))
    assert icu.recognises(path.read_bytes(), path)
    return icu.read(path, **options)


def cells(history: tb.History) -> list[str]:
    rows = history.results
    opponent = rows["opponent"].astype("object").where(rows["opponent"].notna(), "").astype("str")
    colour = rows["colour"].astype("object").where(rows["colour"].notna(), "")
    joined = (opponent + colour + rows["outcome"].astype("str")).groupby(rows["player"]).agg(" ".join)
    return joined.tolist()


def test_games_from_both_sides(tmp_path: Path) -> None:
    history = read(tmp_path)
    assert cells(history)[:3] == ["4w1 2b= Z 5w=", "U 1w= 4b0 H", "Z 5w1 Z 4b1"]
    assert cells(history)[3:] == ["1b0 Z 2w1 3w0", "Z 3b0 Z 1b="]
    assert history.published["value"].tolist() == [2, 2, 2]
    event = history.tournaments.iloc[0]
    assert event[["name", "rounds"]].tolist() == ["Made-up Open, 2026", 4]
    assert [str(event[day].date()) for day in ("start", "end")] == ["2026-03-07", "2026-03-09"]
    players = history.players
    assert players["name"].tolist() == [
        "Fiction, Ann",
        "Madeup, Cy",
        "Ó Dóe, Dee",
        "Nobody, Bob",
        "Swap, Lee",
    ]
    assert players["rating"].fillna(0).tolist() == [1850, 1900, 0, 2000, 1800]
    assert players["federation"].fillna("").tolist() == ["IRL", "IRL", "", "ENG", "WLS"]


def test_what_the_file_cannot_know_is_said(tmp_path: Path) -> None:
    said = read(tmp_path).repairs
    assert icu.ONLY in set(said["why"])
    filled = said[said["why"] == "no row for this round: taken as an absence"]
    assert sorted(zip(filled["player"], filled["round"], strict=True)) == [
        (3, 1),
        (3, 3),
        (4, 2),
        (5, 1),
        (5, 3),
    ]
    assert "surname and given name change places: the same rating and federation" in set(said["why"])


def test_other_encodings(tmp_path: Path) -> None:
    for encoding in ("latin-1", "utf-8-sig"):
        assert "Ó Dóe, Dee" in read(tmp_path, SHEET.replace("½", "="), encoding).players["name"].tolist()


def test_two_opponents_of_one_name_in_a_round_are_two(tmp_path: Path) -> None:
    history = read(tmp_path, SHEET.replace("3,0,B,Nobody", "4,0,B,Nobody").replace("4,=,-\n", "", 1))
    assert (history.players["name"] == "Nobody, Bob").sum() == 2
    assert "two opponents of this name in one round" in set(history.repairs["why"])


def test_opponents_of_one_name_and_other_facts_are_two(tmp_path: Path) -> None:
    lines = ["Event,Open", "Start,2026-01-02", "Rounds,4", "Player,1,Doe,Ann", "1,1,W,Roe,Bob,2000,,ENG",
             "2,=,B,Roe,Bob,1500,,SCO", "3,0,W,ROE,bob,2000,FM,", "4,0,B,Roe,Bob,1500,,SCO"]  # fmt: skip
    history = read(tmp_path, "\n".join(lines))
    assert history.players["name"].tolist() == ["Doe, Ann", "Roe, Bob", "Roe, Bob"]
    assert history.players["rating"].tolist()[1:] == [2000, 1500]
    assert cells(history) == ["2w1 3b= 2w0 3b0", "1b0 Z 1b1 Z", "Z 1w= Z 1w1"]
    said = history.repairs[history.repairs["taken"] == "somebody else of this name"]
    assert said[["line", "why"]].to_numpy().tolist() == [[6, "another rating or federation"]]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [("1,1,W,Nobody", "1,7,W,Nobody", "no score"), ("1,1,W,Nobody", "1,1,?,Nobody", "no colour of a game"),
     ("1,1,W,Nobody", "900,1,W,Nobody", "no line that is known"),
     ("Rounds,4", "Rounds,x", "no number of rounds"),
     ("Madeup,Cy,,,,", "Fiction,Ann", "listed before"), ("Madeup,Cy,,,,", ",", "no name"),
     ("Total,2.0", "Total,?", "no total of a player"), ("Bob,2000", "Bob,99999", "no rating")],
)  # fmt: skip
def test_mistakes_are_said_and_refused_in_strict_reading(
    tmp_path: Path, old: str, new: str, why: str
) -> None:
    text = SHEET.replace(old, new, 1)
    assert why in set(read(tmp_path, text).repairs["why"])
    with pytest.raises(FormatError, match=r"open.csv, line \d+"):
        read(tmp_path, text, errors="strict")


def test_a_file_without_players_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no player"):
        read(tmp_path, SHEET.split("\n\n", maxsplit=1)[0])


def test_harmed_files_give_repairs_or_clear_errors(tmp_path: Path) -> None:
    for seed in range(250):
        data = harmed(SHEET.encode(), seed)
        read_harmed(icu.read, tmp_path / "open.csv", data, errors="strict")
        assert is_honest(read_harmed(icu.read, tmp_path / "open.csv", data), {}), seed
