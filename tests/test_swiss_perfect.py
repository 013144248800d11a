"""Reading of SwissPerfect: made-up dBase files and text crosstables, whole and damaged."""

from __future__ import annotations

import builtins
import random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chesstb as tb
from chesstb.formats import dbase, swiss_perfect
from chesstb.formats.swiss_perfect import text as swiss_perfect_text
from tests.made_up import Cell, MadeUp, cells_of, damage, made_up, survives
from tests.makers.swiss_perfect import GAMES, INI, PLAYERS, dbf, games_of, players_of, put, table_of

if TYPE_CHECKING:
    from pathlib import Path


SMALL = MadeUp(
    ["Ann, A", "Bob", "Cy, C"],
    3,
    {
        (1, 1): Cell("1", 2, "w"), (2, 1): Cell("0", 1, "b"), (3, 1): Cell("U"),
        (1, 2): Cell("-", 3, "b"), (3, 2): Cell("+", 1, "w"), (2, 2): Cell("F"),
        (1, 3): Cell("Z"), (2, 3): Cell("=", 3, "w"), (3, 3): Cell("=", 2, "b"),
    },
)  # fmt: skip
TRN, SCO = dbf(PLAYERS, players_of(SMALL)), dbf(GAMES, games_of(SMALL))

# ---------------------------------------------------------------- the files


def test_three_files_are_one_event(tmp_path: Path) -> None:
    more = {"INTL_RTG": {1: 2100}, "LOC_RTG": {1: 1900, 2: 1500}, "INTL_ID": {1: 2448372}, "TITLE": {1: 5},
            "SEX": {1: 2, 2: 1}, "FEDER": {1: "IRL"}, "BIRTH_DATE": {1: "19931220"}}  # fmt: skip
    path = put(tmp_path, dbf(PLAYERS, players_of(SMALL, **more)), SCO, INI.format(0, "1218,1217,1219,"))
    history = swiss_perfect.read(path, errors="strict")
    event = history.tournaments.iloc[0]
    assert event[["tournament", "name", "system", "by"]].tolist() == [
        "cup",
        "Käse Cup",
        "swiss",
        "PTS BH/M1 BH PS",
    ]
    first = history.players.iloc[0].drop(["tournament", "team"]).tolist()
    assert first == [1, "Ann, A", "FM", "w", "IRL", 2100, "2448372", "1993", 0.0, False]
    assert history.players["rating"].tolist()[1:] == [1500, None] or history.players["rating"].isna()[2]
    assert cells_of(history) == SMALL.cells
    assert not len(history.repairs)
    assert swiss_perfect.read(tmp_path / "cup.trn").equals(history)


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_random_events_are_read_as_they_are(tmp_path: Path, seed: int) -> None:
    event = made_up(seed, unpaired="UFHZ", games=["10", "01", "==", "+-", "-+", "--", "10"])
    path = put(tmp_path, dbf(PLAYERS, players_of(event)), dbf(GAMES, games_of(event)))
    history = swiss_perfect.read(path, errors="strict")
    found = cells_of(history)
    assert {key: cell for key, cell in event.cells.items() if key in found} == found
    assert history.players["name"].tolist() == event.names


def test_settings(tmp_path: Path) -> None:
    history = swiss_perfect.read(put(tmp_path, TRN, SCO, INI.format(1, "1220,1222,")))
    assert history.tournaments[["system", "by"]].iloc[0].tolist() == ["round-robin", "PTS SB WIN"]
    history = swiss_perfect.read(put(tmp_path, TRN, SCO, INI.format(7, "1217,1223,")))
    assert history.tournaments["system"].tolist() == ["unknown"]
    assert history.tournaments["by"].isna().all()
    assert history.repairs["found"].tolist() == ["Minor scores"]


def test_deleted_records_and_empty_lines_count_for_nothing(tmp_path: Path) -> None:
    games = [*games_of(SMALL), {"ROUND": 1, "WHITE": 41, "BLACK": 43, "W_SCORE": 2}, {"WHITE": 0, "BLACK": 0}]
    players = [*players_of(SMALL), {"ID": 99, "SURNAME": "Gone", "START_NO": 0}]
    sco, trn = dbf(GAMES, games, deleted=(len(games) - 2,)), dbf(PLAYERS, players, deleted=(3,))
    history = swiss_perfect.read(put(tmp_path, trn, sco), errors="strict")
    assert cells_of(history) == SMALL.cells
    assert len(history.players) == 3


def test_a_bonus_is_a_bye_where_the_absence_is_dated(tmp_path: Path) -> None:
    event = MadeUp(
        ["A", "B", "C", "D", "E"],
        3,
        {(1, r): Cell("1", 2, "w") for r in (1, 2, 3)} | {(2, r): Cell("0", 1, "b") for r in (1, 2, 3)},
    )
    more = {"BONUS": {3: "0.5", 4: "1", 5: "0.5"}, "ABSENT": {3: "4", 5: "0"}, "LATE_ENTRY": {4: "3"}}
    history = swiss_perfect.read(
        put(tmp_path, dbf(PLAYERS, players_of(event, **more)), dbf(GAMES, games_of(event)))
    )
    outcomes = history.results.pivot(index="player", columns="round", values="outcome").astype(str)
    assert outcomes.loc[3].tolist() == ["Z", "Z", "H"]  # the third bit is the third round
    assert outcomes.loc[4].tolist() == ["H", "H", "Z"]  # he came in the third
    assert outcomes.loc[5].tolist() == ["Z", "Z", "Z"]
    assert history.players["adjustment"].tolist() == [0, 0, 0, 0, 0.5]
    assert history.repairs["player"].tolist()[:4] == [3, 4, 4, 5]
    memo = dbf(PLAYERS, players_of(event, MEMO={5: "0,5", 4: "not here"}))
    assert (
        swiss_perfect.read(put(tmp_path, memo, dbf(GAMES, games_of(event)))).players["adjustment"].sum()
        == 0.5
    )


@pytest.mark.parametrize(
    ("game", "outcomes", "said"),
    [
        ({"W_SCORE": 0, "B_SCORE": 0, "W_TYPE": 1, "B_TYPE": 1}, "XX", "a game without points"),
        ({"W_SCORE": 2, "B_SCORE": 2, "W_TYPE": 1, "B_TYPE": 1}, "XX", "no result of a game"),
        ({"W_SCORE": 1, "B_SCORE": 0, "W_TYPE": 1, "B_TYPE": 1}, "=0", ""),
        ({"W_SCORE": 0, "B_SCORE": 2, "W_TYPE": 1, "B_TYPE": 0}, "-+", ""),
    ],
)
def test_unusual_games(tmp_path: Path, game: dict[str, int], outcomes: str, said: str) -> None:
    rows = [game | {"ROUND": 1, "WHITE": 41, "BLACK": 42}]
    history = swiss_perfect.read(put(tmp_path, TRN, dbf(GAMES, rows)))
    found = history.results.set_index("player")["outcome"]
    assert [found[1], found[2]] == list(outcomes)
    assert not said or said in set(history.repairs["why"])


def test_what_is_wrong_is_said_or_refused(tmp_path: Path) -> None:
    path = put(tmp_path, TRN, dbf(GAMES, [*games_of(SMALL), {"ROUND": 1, "WHITE": 77, "BLACK": 0}]))
    said = swiss_perfect.read(path).repairs.iloc[0]
    assert said[["file", "column", "found", "taken"]].tolist() == [
        "cup.sco",
        "record 7",
        "player 77",
        "nobody",
    ]
    with pytest.raises(tb.FormatError, match="cup.sco, record 7: 'player 77': no player has this id"):
        swiss_perfect.read(path, errors="strict")
    history = swiss_perfect.read(put(tmp_path, TRN, dbf(GAMES, [{"ROUND": 0, "WHITE": 41, "BLACK": 42}])))
    assert set(history.repairs["why"]) == {"no round"}
    twice = players_of(SMALL)
    twice[1]["ID"] = 41
    assert "another player has this id" in set(
        swiss_perfect.read(put(tmp_path, dbf(PLAYERS, twice), SCO)).repairs["why"]
    )
    (tmp_path / "cup.sco").unlink()
    put(tmp_path, TRN, None)
    history = swiss_perfect.read(tmp_path / "cup.trn")
    assert (len(history.players), len(history.results)) == (3, 0)
    (tmp_path / "cup.trn").unlink()
    (tmp_path / "cup.sco").write_bytes(SCO)
    with pytest.raises(tb.FormatError, match="games without players; expected the file cup.trn beside it"):
        swiss_perfect.read(tmp_path / "cup.sco")


def test_starting_numbers_that_are_not_there_give_way_to_ids(tmp_path: Path) -> None:
    rows = [row | {"START_NO": 0} for row in players_of(SMALL)]
    assert swiss_perfect.read(put(tmp_path, dbf(PLAYERS, rows), SCO)).players["player"].tolist() == [
        41,
        42,
        43,
    ]


def test_the_head_of_a_table_is_checked_before_it_is_read(tmp_path: Path) -> None:
    assert swiss_perfect.recognises(TRN, tmp_path)
    assert swiss_perfect.recognises(SCO, tmp_path)
    for at, value in ((0, 4), (10, 0), (10, 1), (32, 7), (43, ord("M")), (48, 99)):
        bad = bytearray(SCO)
        bad[at] = value
        assert not swiss_perfect.recognises(bytes(bad), tmp_path)
        path = put(tmp_path, TRN, bytes(bad))
        with pytest.raises(tb.FormatError, match="no head of a dBase III table"):
            swiss_perfect.read(path)
    assert not dbase.fields_of(SCO[:40])


def test_without_the_library_the_message_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def fail(name: str, *rest: Any) -> Any:
        if name == "dbfread":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", fail)
    with pytest.raises(tb.MissingExtraError, match=r'pip install "chesstb\[dbase\]"'):
        swiss_perfect.read(put(tmp_path, TRN, SCO))


def test_damaged_files_are_read_or_refused(tmp_path: Path) -> None:
    fine = refused = 0
    for seed in range(200):
        rng = random.Random(seed)
        files = [TRN, SCO, INI.format(0, "1217,").encode("cp1252")]
        which = seed % 3
        files[which] = damage(files[which], rng)
        path = put(tmp_path, files[0], files[1])
        (tmp_path / "cup.ini").write_bytes(files[2])
        try:
            swiss_perfect.read(path, errors=rng.choice(["repair", "strict"]))
            fine += 1
        except tb.ChesstbError:
            refused += 1
    assert fine > 50
    assert refused > 20


def test_a_folder_holds_one_event_in_three_files(tmp_path: Path) -> None:
    put(tmp_path, TRN, SCO, INI.format(0, "1217,"))
    history = tb.read(tmp_path)
    assert history.events == ["cup"]
    assert history.repairs[["file", "taken"]].to_numpy().tolist() == [
        ["cup.trn", "cup.sco is read"],
        ["cup.ini", "cup.sco is read"],
    ]
    for ending in ("trn", "ini"):
        assert tb.read(tmp_path / f"cup.{ending}").events == ["cup"]
    (tmp_path / "cup.trn").unlink()
    assert not swiss_perfect.recognises((tmp_path / "cup.ini").read_bytes(), tmp_path / "cup.ini")


def test_a_table_that_is_cut_off_is_said(tmp_path: Path) -> None:
    path = put(tmp_path, TRN, SCO[:-40])
    said = swiss_perfect.read(path).repairs.iloc[0]
    assert said[["column", "found", "taken"]].tolist() == [
        "cup.sco length", "4 records", "those that are there",
    ]  # fmt: skip
    with pytest.raises(tb.FormatError, match="6 are announced: it is cut off"):
        swiss_perfect.read(path, errors="strict")
    with pytest.raises(tb.FormatError, match="4 records; expected 6. The file is cut off"):
        dbase.records(path)


def test_half_a_record_is_none_and_what_is_not_announced_is_not_read(tmp_path: Path) -> None:
    size = 1 + sum(width for *_, width in GAMES)
    history = swiss_perfect.read(put(tmp_path, TRN, SCO[: -1 - size // 2]))
    whole = swiss_perfect.read(put(tmp_path, TRN, SCO[: -1 - size]))
    assert history.results.equals(whole.results)
    games = games_of(SMALL)
    more = bytearray(dbf(GAMES, [*games, games[0] | {"W_SCORE": 0, "B_SCORE": 2}]))
    more[4] -= 1
    path = put(tmp_path, TRN, bytes(more))
    assert cells_of(swiss_perfect.read(path)) == SMALL.cells
    assert swiss_perfect.read(path).repairs["taken"].tolist() == [f"the first {len(games)}"]
    with pytest.raises(tb.FormatError, match=f"{len(games)} are announced"):
        swiss_perfect.read(path, errors="strict")


def test_a_table_of_too_many_records_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dbase, "MOST_RECORDS", 5)
    with pytest.raises(tb.FormatError, match="cup.sco: 6 records; expected at most 5"):
        swiss_perfect.read(put(tmp_path, TRN, SCO))


def test_a_remark_is_a_bonus_only_where_it_can_be_one(tmp_path: Path) -> None:
    for memo, points in (("0.5", 0.5), ("1,5", 1.5), ("20", 0.0), ("0.3", 0.0), ("paid 5", 0.0)):
        players = dbf(PLAYERS, players_of(SMALL, MEMO={1: memo}))
        history = swiss_perfect.read(put(tmp_path, players, SCO))
        assert history.players["adjustment"].tolist() == [points, 0.0, 0.0]


@pytest.mark.parametrize("odd", ["inserted", "ended"])
def test_records_that_stand_where_none_begins_are_said(tmp_path: Path, odd: str) -> None:
    size = 1 + sum(width for *_, width in GAMES)
    at = len(SCO) - 1 - 2 * size
    data = SCO[:at] + (b"\0\0\0" if odd == "inserted" else b"\x1a") + SCO[at + (odd == "ended") :]
    path = put(tmp_path, TRN, data)
    said = swiss_perfect.read(path).repairs.query("column == 'cup.sco records'")
    assert said[["found", "taken"]].to_numpy().tolist() == [["2 records", "left out"]]
    with pytest.raises(tb.FormatError, match="no record begins here|behind the last"):
        swiss_perfect.read(path, errors="strict")
    with pytest.raises(tb.FormatError, match="records that begin with a blank or a star"):
        dbase.records(path)


def test_starting_numbers_that_are_not_all_there_are_said(tmp_path: Path) -> None:
    rows = players_of(SMALL)
    rows[1]["START_NO"] = "x"
    history = swiss_perfect.read(put(tmp_path, dbf(PLAYERS, rows), SCO))
    assert history.players["player"].tolist() == [41, 42, 43]
    assert history.repairs["found"].tolist() == ["2 for 3 players"]


def test_bytes_behind_the_last_record_and_scores_that_are_none_are_said(tmp_path: Path) -> None:
    said = swiss_perfect.read(put(tmp_path, TRN, SCO[:-1] + b"4  44  0\x1a")).repairs
    assert said["found"].tolist() == ["8 bytes more"]
    games = [*games_of(SMALL), {"ROUND": 4, "WHITE": 41, "BLACK": 0, "W_SCORE": 44}]
    said = swiss_perfect.read(put(tmp_path, TRN, dbf(GAMES, games))).repairs
    assert "no score of a player alone" in set(said["why"])


# ---------------------------------------------------------------- the text

TEXT = """
No Name       Loc Id  Loc Total  1    2    3

1  Cy, C      2448372 657 2.5    0:W  3:+  2:D
2  Bob                    1.5    3:L  0:+  1:D
3  Ænn, A             404 1      2:W  1:-   :
"""
TABBED = (
    "No\tName  \tIntl Id\tTotal\t 1 \t 2 \n\n1 \tAnn, A\t2448372\t1,5\t 2:D\t 0:W\n2 \tBob\t\t½\t1:=\t 0: \n"
)


def read_text(tmp_path: Path, text: str, **options: Any) -> tb.History:
    path = tmp_path / "cup.txt"
    path.write_text(text, encoding="utf-8")
    assert swiss_perfect_text.recognises(path.read_bytes(), path)
    return swiss_perfect_text.read(path, **options)


def test_a_table_in_columns_of_blanks(tmp_path: Path) -> None:
    history = read_text(tmp_path, TEXT, errors="strict")
    assert history.players["name"].tolist() == ["Cy, C", "Bob", "Ænn, A"]
    assert history.players["rating"].tolist()[::2] == [657, 404]
    assert history.results["outcome"].tolist() == ["U", "+", "=", "0", "F", "=", "1", "-", "Z"]
    assert history.results["colour"].isna().all()
    assert history.published["value"].tolist() == [2.5, 1.5, 1.0]
    assert not len(history.repairs)
    assert history.tournaments["rounds"].tolist() == [3]


def test_a_table_with_tabs(tmp_path: Path) -> None:
    history = read_text(tmp_path, TABBED, errors="strict")
    assert history.results["outcome"].tolist() == ["=", "U", "=", "Z"]
    assert history.players["fide_id"].tolist()[0] == "2448372"
    assert history.published["value"].tolist() == [1.5, 0.5]


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_random_tables_are_read_as_they_are(tmp_path: Path, seed: int) -> None:
    event = made_up(seed, unpaired="UFHZ")
    history = read_text(tmp_path, table_of(event), errors="strict")
    plain = {key: cell._replace(colour=None) for key, cell in event.cells.items()}
    assert {key: cell for key, cell in plain.items() if key in cells_of(history)} == cells_of(history)
    assert all(why.startswith("every two players met") for why in history.repairs["why"])


def test_cells_are_told_by_place_and_a_missing_result_by_the_opponent(tmp_path: Path) -> None:
    text = (
        "No Name  Total  1    2    3\n1  Ann   1       3:        2:W\n"
        "2  Bob   1      0:W       1:L\n3  Cy    1       1:W  0:L"
    )
    history = read_text(tmp_path, text)
    outcomes = history.results.pivot(index="player", columns="round", values="outcome").astype(str)
    assert outcomes.to_numpy().tolist() == [["0", "Z", "1"], ["U", "Z", "0"], ["1", "Z", "Z"]]
    said = history.repairs.iloc[0]
    assert said[["line", "column", "taken", "player"]].tolist() == [2, "round 1", "0", 1]


def test_rows_that_are_wrong_are_said(tmp_path: Path) -> None:
    text = (
        "No Name Total 1\n1  Ann  9     2:W\n1  Ann  1     2:W\n2  Bob  x     1:L\n"
        "0  Cy   0     0:W\nThe end\n"
    )
    history = read_text(tmp_path, text)
    assert set(history.repairs["why"]) == {
        "two rows have this number", "no number of points", "no number of a player", "no row of a player",
        "the points in the file are not those of the results",
    }  # fmt: skip
    with pytest.raises(tb.FormatError, match="line 3"):
        read_text(tmp_path, text, errors="strict")
    with pytest.raises(tb.FormatError, match="no player"):
        read_text(tmp_path, "No Name Total 1\nx 1:W\n")
    with pytest.raises(tb.FormatError, match="no rounds"):
        read_text(tmp_path, "No Name Total 1.5\n1 A 1 2:W\n")
    (tmp_path / "cup.txt").write_text("Hello")
    with pytest.raises(tb.FormatError, match="no heading"):
        swiss_perfect_text.read(tmp_path / "cup.txt")
    assert not swiss_perfect_text.recognises(b"No Name Total 1\nnothing", tmp_path)


def test_damaged_texts_are_read_or_refused(tmp_path: Path) -> None:
    for text in (TEXT, TABBED):
        fine, refused = survives(swiss_perfect_text.read, tmp_path / "x.txt", text.encode(), range(150))
        assert fine
        assert refused


def test_a_row_without_a_total_is_said(tmp_path: Path) -> None:
    history = read_text(tmp_path, TEXT.replace(" 404 1 ", " 404   "))
    assert history.repairs["why"].tolist() == ["no number of points"]
