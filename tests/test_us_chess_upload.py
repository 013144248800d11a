"""Upload tables of US Chess, made up here byte by byte."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import chesstb as tb
from chesstb.errors import FormatError
from chesstb.formats.us_chess import upload as us_chess_upload
from tests.harm import harmed, read_harmed
from tests.makers.us_chess_upload import TH, TS, dbase, fields, table

if TYPE_CHECKING:
    from pathlib import Path


OPEN = [("ANN", "1800", "W2W", "D3B", "B0"), ("BOB", "", "L1B", "H0", "X0"),
        ("CY É", "1500", "U0", "D1W", "F0")]  # fmt: skip


def read(
    folder: Path, rows: list[dict[str, str]], kind: str = "", rounds: str = "", **options: Any
) -> tb.History:
    path = folder / "TDEXPORT.DBF"
    path.write_bytes(dbase(fields(6), rows))
    if kind:
        about = {"S_SEC_NUM": "1", "S_SEC_NAME": "OPEN", "S_TRN_TYPE": kind, "S_TOT_RNDS": rounds,
                 "S_BEG_DATE": "20260330"}  # fmt: skip
        (folder / "tsexport.dbf").write_bytes(dbase(TS, [about]))
        (folder / "THEXPORT.DBF").write_bytes(dbase(TH, [{"H_NAME": "CLUB", "H_CITY": "X", "H_STATE": "NY"}]))
    assert us_chess_upload.recognises(path.read_bytes(), path)
    return us_chess_upload.read(path, **options)


def cells(history: tb.History) -> list[str]:
    """Return of each player the cells of his rounds: opponent, colour, outcome."""
    rows = history.results
    opponent = rows["opponent"].astype("object").where(rows["opponent"].notna(), "").astype("str")
    colour = rows["colour"].astype("object").where(rows["colour"].notna(), "")
    joined = (opponent + colour + rows["outcome"].astype("str")).groupby(rows["player"]).agg(" ".join)
    return joined.tolist()


def test_letters_and_what_stands_beside(tmp_path: Path) -> None:
    history = read(tmp_path, table(OPEN), "S", "3", errors="strict")
    assert cells(history) == ["2w1 3b= U", "1b0 H 3+", "Z 1w= 2-"]
    event = history.tournaments.iloc[0]
    assert event[["name", "place", "system", "rounds"]].tolist() == ["CLUB: OPEN", "X, NY", "swiss", 3]
    assert str(event["start"].date()) == "2026-03-30"
    assert history.players["name"].tolist() == ["ANN", "BOB", "CY É"]
    assert history.players["rating"].fillna(0).tolist() == [1800, 0, 1500]


def test_a_folder_of_the_three_tables_is_one_event(tmp_path: Path) -> None:
    read(tmp_path, table(OPEN), "S", "3")
    history = tb.read(tmp_path)
    assert history.events == ["TDEXPORT"]
    beside = history.repairs[history.repairs["file"] != "TDEXPORT.DBF"]
    assert sorted(beside["file"]) == ["THEXPORT.DBF", "tsexport.dbf"]
    assert not beside["why"].str.contains("no known format").any()


def test_without_sections_the_padding_is_no_round(tmp_path: Path) -> None:
    padded = [(*row, "U0", "U0") for row in OPEN]
    assert cells(read(tmp_path, table(padded))) == ["2w1 3b= U", "1b0 H 3+", "Z 1w= 2-"]


def test_rounds_behind_the_last_are_said(tmp_path: Path) -> None:
    late = [(*row, "B0" if k else "U0") for k, row in enumerate(OPEN)]
    history = read(tmp_path, table(late), "S", "3")
    assert history.results["round"].max() == 3
    assert (history.repairs["why"] == "the section has 3 rounds").sum() == 2
    with pytest.raises(FormatError, match="TDEXPORT.DBF, record 2, D_RND04"):
        read(tmp_path, table(late), "S", "3", errors="strict")


def test_sections_are_events(tmp_path: Path) -> None:
    history = read(tmp_path, table(OPEN) + table(OPEN, "2"))
    assert history.events == ["TDEXPORT", "TDEXPORT (2)"]
    assert cells(history["TDEXPORT (2)"]) == cells(history["TDEXPORT"])


def test_older_tables_go_on_in_a_second_record(tmp_path: Path) -> None:
    path = tmp_path / "TDEXPORT.DBF"
    old = {"D_SEC_NUM": 2, "D_PAIR_NUM": 4, "D_REC_SEQ": 1} | {f"D_RND{r:02d}": 5 for r in range(1, 11)}
    rows = [{"D_SEC_NUM": " 1", "D_PAIR_NUM": f"{p:4d}", "D_REC_SEQ": seq}
            | {f"D_RND{r:02d}": f"{letter}{3 - p:4d}" for r in range(1, 11 if seq == "1" else 2)}
            for p, letter in ((1, "W"), (2, "L")) for seq in "12"]  # fmt: skip
    path.write_bytes(dbase(old, rows))
    history = us_chess_upload.read(path, errors="strict")
    assert history.results["round"].max() == 11
    assert history.results.groupby("player")["points"].sum().tolist() == [11, 0]


def test_a_round_robin_by_opponents_is_put_into_rounds(tmp_path: Path) -> None:
    quad = [("A", "", "U0", "W2W", "D3B", "X0"), ("B", "", "L1B", "U0", "W3W", "D4W"),
            ("C", "", "D1W", "L2B", "U0", "W4B"), ("D", "", "F0", "D2B", "L3W", "U0")]  # fmt: skip
    history = read(tmp_path, table(quad), "R", "3", errors="strict")
    assert sorted(cells(history)[0].split()) == ["2w1", "3b=", "4+"]
    assert history.results.groupby("player")["points"].sum().tolist() == [2.5, 1.5, 1.5, 0.5]
    assert len(history.results) == 12
    assert history.repairs.empty
    met = {(row.round, *sorted((row.player, row.opponent))) for row in history.results.itertuples()}
    table_of_four = tb.roundrobin.berger(4, swap_last_rounds=False)
    assert met == {(row.round, *sorted((row.white, row.black))) for row in table_of_four.itertuples()}


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [("$", "L", ["2w1 2b1", "1b0 1w0"]), ("#", "D", ["2w1 2b=", "1b0 1w="]),
     ("W", "W", ["2w1 2b0", "1b0 1w1"]), ("%", "%", ["2w= 2b=", "1b= 1w="])],
)  # fmt: skip
def test_matches_of_two_games(tmp_path: Path, mine: str, theirs: str, expected: list[str]) -> None:
    rows = [("A", "", f"{mine}2W"), ("B", "", f"{theirs}1B")]
    history = read(tmp_path, table(rows), "2", "1", errors="strict")
    assert cells(history) == expected
    assert history.tournaments["rounds"].tolist() == [2]


def test_a_match_of_two_games_that_means_nothing_is_said(tmp_path: Path) -> None:
    rows = [("A", "", "$2W"), ("B", "", "W1B")]
    history = read(tmp_path, table(rows), "2", "1")
    assert cells(history) == ["2wX 2bX", "1bX 1wX"]
    assert (history.repairs["why"] == "no result of two games").sum() == 2


@pytest.mark.parametrize(
    ("row", "why"),
    [(("D", "", "Q1W"), "no result that is known"), (("D", "", "?"), "no result that is known")],
)
def test_mistakes_are_said_and_refused_in_strict_reading(tmp_path: Path, row: Any, why: str) -> None:
    assert why in set(read(tmp_path, table([*OPEN, row])).repairs["why"])
    with pytest.raises(FormatError, match="record 4, D_RND01"):
        read(tmp_path, table([*OPEN, row]), errors="strict")


def test_numbers_that_are_none_and_tables_of_nobody(tmp_path: Path) -> None:
    rows = table(OPEN)
    rows[1]["D_PAIR_NUM"], rows[2]["D_PAIR_NUM"] = "1", "x"
    said = set(read(tmp_path, rows).repairs["why"])
    assert {"a second record of this player", "no number of a player"} <= said
    with pytest.raises(FormatError, match="no player"):
        read(tmp_path, [])


@pytest.mark.parametrize("seeds", [range(k, k + 150) for k in range(0, 300, 150)], ids=str)
def test_harmed_files_give_repairs_or_clear_errors(tmp_path: Path, seeds: range) -> None:
    whole = dbase(fields(4), table(OPEN))
    for seed in seeds:
        data = harmed(whole, seed)
        read_harmed(us_chess_upload.read, tmp_path / "TDEXPORT.DBF", data)
        read_harmed(us_chess_upload.read, tmp_path / "TDEXPORT.DBF", data, errors="strict")


def test_a_section_of_more_rounds_than_columns_is_said(tmp_path: Path) -> None:
    said = read(tmp_path, table(OPEN), "S", "7").repairs
    assert said["found"].tolist()[:1] == ["6 columns of rounds"]
    with pytest.raises(FormatError, match="the section has 7 rounds"):
        read(tmp_path, table(OPEN), "S", "7", errors="strict")
