"""Long tables: a row per game, or per player and round."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chesstb as tb
from chesstb.errors import FormatError, Note
from chesstb.formats import long_table
from tests.accidents import try_damaged
from tests.makers.long_table import GAMES, ROUNDS
from tests.strategies import events, to_joint_tables


def read_text(
    text: str, encoding: str = "utf-8", errors: Any = "repair", name: str = "club.csv"
) -> tb.History:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(text.encode(encoding))
        assert long_table.recognises(path.read_bytes()[:65536], path)
        return long_table.read(path, errors=errors)


def rows_of(history: tb.History) -> dict[tuple[int, int], tuple[Any, ...]]:
    table = history.results.astype({"opponent": object, "colour": object, "outcome": object})
    table = table.where(table.notna(), None)
    return {
        (row["player"], row["round"]): (row["opponent"], row["colour"], row["outcome"], row["points"])
        for row in table.to_dict("records")
    }


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_games_with_titles_byes_forfeits_and_lines_around_the_table(encoding: str, newline: str) -> None:
    text = GAMES.replace("–", "-").replace("½", "1/2") if encoding == "cp1252" else GAMES
    history = read_text(text.replace("\n", newline), encoding)
    names = history.players.set_index("player")["name"].to_dict()
    assert names == {1: "Müller, Jörg", 2: "Lee, Ann", 3: "Bob", 4: "Óscar", 5: "Émile"}
    first = history.players.iloc[0]
    assert (first["title"], first["federation"], first["rating"]) == ("GM", "GER", 2501)
    rows = rows_of(history)
    assert rows[1, 1] == (2, "w", "1", 1.0)
    assert rows[2, 1] == (1, "b", "0", 0.0)
    assert rows[3, 1] == (None, None, "U", 1.0)
    assert rows[4, 1] == (5, "w", "=", 0.5)
    assert rows[2, 2] == (3, "w", "-", 0.0)
    assert rows[3, 2] == (2, "b", "+", 1.0)
    assert rows[3, 3] == (4, "w", "X", 0.5)
    aside = history.repairs[history.repairs["taken"] == "left aside"]
    assert aside["found"].tolist() == ["Printed by somebody"]
    assert aside["line"].tolist() == [10]


def test_what_a_list_of_games_lacks_is_named() -> None:
    history = read_text(GAMES)
    filled = history.repairs[history.repairs["why"].str.startswith("no row for this round")]
    assert set(zip(filled["player"], filled["round"], strict=True)) == {(4, 2)}
    assert rows_of(history)[4, 2] == (None, None, "Z", 0.0)


def test_player_rounds() -> None:
    rows = rows_of(read_text(ROUNDS))
    assert rows == {
        (1, 1): (2, "w", "1", 1.0), (1, 2): (3, "b", "+", 1.0), (2, 1): (1, "b", "0", 0.0),
        (2, 2): (None, None, "U", 1.0), (3, 1): (None, None, "H", 0.5), (3, 2): (1, "w", "-", 0.0),
    }  # fmt: skip


def test_letters_are_results_unless_the_table_holds_codes() -> None:
    text = "player,round,opponent,outcome\nAnn,1,Bob,W\nBob,1,Ann,L\nAnn,2,Bob,D\nBob,2,Ann,D\n"
    assert [row[2] for row in rows_of(read_text(text)).values()] == ["1", "=", "0", "="]
    codes = text.replace("D", "=").replace("\n", ",False\n").replace("outcome,False", "outcome,decision")
    assert [row[2] for row in rows_of(read_text(codes)).values()] == ["W", "=", "L", "="]


def test_points_alone_and_other_points() -> None:
    text = "round\tplayer\topponent\tpoints\n1\tAnn\tBob\t3\n1\tBob\tAnn\t0\n2\tAnn\tBob\t1\n2\tBob\tAnn\t1\n"
    history = read_text(text)
    assert [row[2:] for row in rows_of(history).values()] == [("1", 3), ("=", 1), ("0", 0), ("=", 1)]
    assert history.tournaments[["win", "draw", "loss"]].to_numpy().tolist() == [[3, 1, 0]]
    with pytest.raises(FormatError, match="not those of one round"):
        read_text(text + "3\tAnn\tBob\t7\n3\tBob\tAnn\t4\n")


def test_games_told_by_one_side_only() -> None:
    history = read_text("player,round,opponent,result\nAnn,1,Bob,1\nAnn,2,Cy,0\n")
    assert rows_of(history)[2, 1] == (1, None, "0", 0.0)
    assert "the opponent's row added" in history.repairs["taken"].tolist()


@pytest.mark.parametrize(
    ("white", "black"), [("W", "S"), ("B", "N"), ("blancas", "negras"), ("б", "ч"), ("w", "z")]
)
def test_colours_are_told_by_both_letters(white: str, black: str) -> None:
    history = read_text(f"Jugador;Ronda;Adversario;Color;Puntos\nAnn;1;Bob;{white};1\nBob;1;Ann;{black};0\n")
    assert rows_of(history) == {(1, 1): (2, "w", "1", 1.0), (2, 1): (1, "b", "0", 0.0)}


@pytest.mark.parametrize("headings", [
    "Round;White;Black;Result", "Runde;Weiß;Schwarz;Ergebnis", "Ronda;Blancas;Negras;Resultado",
    "Ronde;Blancs;Noirs;Résultat", "Rodada;Brancas;Pretas;Resultado", "Тур;Белые;Черные;Результат",
    "Kolo;Bílý;Černý;Výsledek", "Kolo;Biely;Čierny;Výsledok", "Runda;Białe;Czarne;Wynik",
    "Forduló;Világos;Sötét;Eredmény", "Kolo;Bijeli;Crni;Rezultat", "Turno;Bianco;Nero;Risultato",
    "Tur;Beyaz;Siyah;Sonuç", "Ronde;Wit;Zwart;Uitslag",
])  # fmt: skip
def test_headings_in_many_languages(headings: str) -> None:
    history = read_text(headings + "\n1;Ann;Bob;1-0\n2;Bob;Ann;½-½\n")
    assert [row[2] for row in rows_of(history).values()] == ["1", "=", "0", "="]


def test_a_workbook(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.append(["a note"])
    sheet = book.create_sheet("Games")
    for row in (
        ["Club"],
        ["Round", "White", "Black", "Result"],
        [1, "Ann", "Bob", "1-0"],
        [2, "Bob", "Ann", "½"],
    ):
        sheet.append(row)
    book.save(tmp_path / "club.xlsx")
    history = tb.read(tmp_path / "club.xlsx")
    assert [row[2] for row in rows_of(history).values()] == ["1", "=", "0", "="]


def test_headings_in_another_encoding() -> None:
    text = "Runde;Weiß;Schwarz;Ergebnis\n1;GM Müller, Jörg;Bob;1:0\n1;Cy;spielfrei;\n"
    assert read_text(text, "cp1252").players["name"].tolist() == ["Müller, Jörg", "Bob", "Cy"]


def test_several_events_and_points_of_sides() -> None:
    text = "event,round,white_no,black_no,white_result,black_result,type\n"
    text += "a,1,1,2,1.0,0.0,played\nb,1,1,2,0.5,0.5,played\nb,2,2,1,1.0,0.0,forfeit\nb,3,1,,0.0,,absent\n"
    text += "b,3,2,,0.5,,bye½\nb,4,1,2,,,pending\n"
    history = read_text(text)
    assert history.events == ["a", "b"]
    assert [row[2] for row in rows_of(history["b"]).values()] == ["=", "-", "Z", "X", "=", "+", "H", "X"]


def test_ids_tell_players_of_the_same_name_apart() -> None:
    text = "round,white,whitefideid,black,blackfideid,result\n1,Wang Li,1,Wang Li,2,1-0\n2,W. Li,1,Cy,,0-1\n"
    history = read_text(text)
    assert history.players["fide_id"].tolist()[:2] == ["1", "2"]
    assert history.players["name"].tolist() == ["Wang Li", "Wang Li", "Cy"]


def test_a_result_that_is_none_is_reported_or_refused() -> None:
    text = "round,white,black,result\n1,Ann,Bob,3-0\n"
    history = read_text(text)
    assert [row[2] for row in rows_of(history).values()] == ["X", "X"]
    assert history.repairs[["line", "column", "found"]].iloc[0].tolist() == [2, "result", "3-0"]
    with pytest.raises(FormatError, match=r"club.csv, line 2, column result: '3-0'"):
        read_text(text, errors="strict")


def test_no_column_for_the_round_is_said() -> None:
    with pytest.raises(FormatError, match="a column for the round"):
        read_text("white,black,result\nAnn,Bob,1-0\n")


@pytest.mark.parametrize(("first", "why"), [(10, "the table has no row of the rounds before"),
                                            (0, "rounds are counted from 1")])  # fmt: skip
def test_rounds_that_do_not_begin_with_the_first(first: int, why: str) -> None:
    games = {
        "round": [first, first + 1],
        "white": ["Ann", "Bob"],
        "black": ["Bob", "Ann"],
        "result": ["1-0", "="],
    }
    history = tb.from_long_table(games)
    assert sorted(rows_of(history)) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert history.repairs["why"].tolist() == [why]
    assert history.repairs["found"].tolist() == [f"rounds {first} to {first + 1}"]


def test_every_game_of_a_match_counts() -> None:
    text = "round,white,black,result\n1.2,Bob,Ann,=\n1.1,Ann,Bob,1-0\n1.1,Cy,Di,0-1\n1.2,Di,Cy,0-1\n"
    history = read_text(text + "1,Ed,bye,1\n2.1,Ed,Cy,1-0\n")
    rows = {(p, r): row[2] for (p, r), row in rows_of(history).items() if row[2] != "Z"}
    names = history.players.set_index("player")["name"].to_dict()
    found = sorted(f"{names[p]} {r} {code}" for (p, r), code in rows.items())
    assert found == ["Ann 1 1", "Ann 2 =", "Bob 1 0", "Bob 2 =", "Cy 1 0", "Cy 2 1", "Cy 3 0", "Di 1 1",
                     "Di 2 0", "Ed 1 U", "Ed 3 1"]  # fmt: skip
    assert history.repairs.iloc[0]["taken"] == "each game as a round of its own: 3 instead of 2"


def test_a_play_off_and_a_game_that_is_there_twice_are_said() -> None:
    text = "round,white,black,result\n1,Ann,Bob,=\n1,Cy,Di,0-1\n1,Ed,Fe,1-0\n1,Bob,Ann,1-0\n1,Cy,Di,0-1\n"
    history = read_text(text)
    assert [row[2] for row in rows_of(history).values()] == ["=", "=", "0", "1", "1", "0"]
    assert history.repairs[["line", "found", "why"]].to_numpy().tolist() == [
        [6, "a game", "the same game stands above"],
        [5, "Bob - Ann, round 1", "the same two have a game in this round: a play-off?"],
    ]


def test_rounds_that_nobody_can_have_played_are_refused() -> None:
    rows = "1,p0,q0,1-0\n" + "".join(f"32000,p{k},q{k},1-0\n" for k in range(1000))
    with pytest.raises(FormatError, match="events of 64,000,000 player-rounds"):
        read_text(f"round,white,black,result\n{rows}")


def test_personal_data_are_not_read() -> None:
    text = "round,white,white e-mail,black,phone,result\n1,Ann,ann@example.org,Bob,0123,1-0\n"
    history = read_text(text)
    for table in (history.players, history.results, history.records):
        assert not table.astype("str").isin(["ann@example.org", "0123"]).to_numpy().any()


def test_frames() -> None:
    frame = pd.DataFrame(
        {"Round": [1.0, 1.0], "White": ["Ann", "Cy"], "Black": ["Bob", None], "Result": ["1-0", "1"]}
    )
    history = long_table.from_long_table(frame, key="club")
    assert history.events == ["club"]
    assert rows_of(history)[3, 1] == (None, None, "U", 1.0)


def reordered(history: tb.History) -> dict[str, pd.DataFrame]:
    tables = {name: getattr(history, name) for name in ("tournaments", "players", "results", "published")}
    tables["tournaments"] = tables["tournaments"].drop(columns="source")
    return tables


def assert_same(one: tb.History, other: tb.History) -> None:
    for name, table in reordered(one).items():
        pd.testing.assert_frame_equal(table, reordered(other)[name])


def full_history() -> tb.History:
    players = {"player": [1, 2, 5], "name": ['<b>Ann</b>, "x"', "IM Bo;b", None], "title": ["GM", None, None],
               "sex": ["f", None, None], "federation": ["GER", None, None], "rating": [2400, None, 1500],
               "fide_id": ["012", None, None], "birth": ["1990", "1991", None],
               "team": ["T, 1", None, None],
               "adjustment": [0.0, -0.5, 0.0], "excluded": [False, True, False]}  # fmt: skip
    results = {"player": [1, 2, 1, 2], "round": [1, 1, 2, 2], "opponent": [2, 1, None, None],
               "colour": ["w", "b", None, None], "outcome": ["1", "0", "H", "U"],
               "points": [1, 0, 0.5, 0.3], "decision": [False, False, False, True]}  # fmt: skip
    about = {"tournament": ["club"], "name": ["Club, final"], "start": ["2026-01-02"], "system": ["swiss"],
             "rounds": [5], "by": ["PTS BH/C1"], "rules": ["uscf"], "bye": [0.5]}  # fmt: skip
    published = {"player": [1, 2, 1], "column": ["TB1", "TB1", "Rang (x)"], "criterion": ["BH", "BH", None],
                 "value": [1 / 3, 2.5, 1.0]}  # fmt: skip
    return tb.History.from_tables(results, players, about, published)


@pytest.mark.parametrize("ending", ["csv", "tsv", "parquet"])
def test_everything_comes_back(ending: str, tmp_path: Path) -> None:
    history = full_history()
    path = long_table.write(history, tmp_path / f"x.{ending}")
    assert long_table.recognises(path.read_bytes()[:65536], path)
    assert_same(history, long_table.read(path, errors="strict"))


@settings(max_examples=60, deadline=None)
@given(st.lists(events(withdrawn=True), max_size=3), st.sampled_from(["csv", "parquet"]))
def test_written_and_read_again(several: list[Any], ending: str) -> None:
    keyed = {f"event {k}": event for k, event in enumerate(several, start=1)}
    if not keyed:
        return
    history = tb.History.from_tables(**to_joint_tables(keyed))
    with tempfile.TemporaryDirectory() as folder:
        path = long_table.write(history, Path(folder, f"x.{ending}"))
        assert_same(history, long_table.read(path, errors="strict"))


def test_what_cannot_be_held_is_said(tmp_path: Path) -> None:
    history = full_history()
    with pytest.raises(FormatError, match=r"the ending '.docx'"):
        long_table.write(history, tmp_path / "x.docx")
    records = {"tournament": ["club"], "record": ["XXY"], "text": ["XXY 1"]}
    own = tb.History.from_tables(
        history.results.assign(board=1), history.players, history.tournaments, records=records
    )
    with pytest.warns(Note, match="1 lines of the source, the column results.board"):
        long_table.write(own, tmp_path / "x.csv")


@pytest.mark.parametrize("ending", ["csv", "parquet", "games", "rounds"])
def test_damage_gives_a_repair_or_an_error(ending: str, tmp_path: Path) -> None:
    if ending in ("csv", "parquet"):
        data = long_table.write(full_history(), tmp_path / f"x.{ending}").read_bytes()
    else:
        data = (GAMES if ending == "games" else ROUNDS).encode()
    seen = {try_damaged(data, seed, tmp_path, "damaged", long_table) for seed in range(100)}
    assert seen >= ({"refused"} if ending == "parquet" else {"refused", "read", "not recognised"})


def test_results_without_a_round_are_said() -> None:
    text = "player,round,opponent,result\nAnn,1,Bob,1\nBob,1,Ann,0\nAnn,,Bob,1\n"
    said = read_text(text).repairs
    assert said[["line", "found", "why"]].to_numpy().tolist() == [[4, "1 row with a result", "no round"]]
    with pytest.raises(FormatError, match="no round"):
        read_text(text, errors="strict")


@pytest.mark.parametrize("cell", ["??", "Â\ufffd"])
def test_the_result_of_nobody_s_opponent_that_is_none_is_said(cell: str) -> None:
    text = ROUNDS.replace("3,1,,,½", f"3,1,,,{cell}")
    said = read_text(text).repairs
    assert said[["line", "found", "taken"]].to_numpy().tolist() == [[4, cell, "Z"]]
    with pytest.raises(FormatError, match="no result"):
        read_text(text, errors="strict")


def test_a_table_without_any_round_is_said() -> None:
    history = read_text("player,round,opponent,result\nAnn,,,\nBob,,,\n")
    assert len(history.results) == 0
    assert history.repairs["found"].tolist() == ["2 rows without a round"]


@pytest.mark.parametrize("heading", ["birth", "Birthdate", "Date of birth"])
def test_of_a_date_of_birth_the_year_is_read(heading: str) -> None:
    births = ["1990-05-17", "17.05.1991", 1992, pd.Timestamp("1993-05-17"), None, "5th of June"]
    table = {
        "player": list("ABCDEF"),
        "round": [1] * 6,
        "opponent": [None] * 6,
        "outcome": ["Z"] * 6,
        heading: births,
    }
    history = tb.from_long_table(table)
    assert history.players["birth"].fillna("").tolist() == ["1990", "1991", "1992", "1993", "", ""]
    said = history.repairs[history.repairs["why"] == "no date of birth that can be read"]
    assert said["found"].tolist() == ["a date of birth"]


def test_a_formula_without_a_stored_value_is_reported(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in (
        ["Round", "White", "Black", "Result"],
        [1, "Ann", "Bob", "1-0"],
        [2, '="A"&"nn"', "Bob", "1-0"],
    ):
        book.active.append(row)
    book.save(path := tmp_path / "x.xlsx")
    said = long_table.read(path).repairs
    said = said[said["why"].str.contains("a formula without a stored value")]
    assert said[["line", "column", "found"]].to_numpy().tolist() == [[3, "B", '="A"&"nn"']]
    with pytest.raises(FormatError, match="x.xlsx, line 3, column B: .*a formula without a stored value"):
        long_table.read(path, errors="strict")
