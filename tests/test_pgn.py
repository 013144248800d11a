"""PGN: headers only."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings

from chesstb.errors import FormatError
from chesstb.formats import pgn
from chesstb.formats.notes import Notes
from chesstb.formats.pgn import headers as pgn_headers
from tests.accidents import try_damaged
from tests.makers.pgn import game
from tests.strategies import SWISS, events

if TYPE_CHECKING:
    import chesstb as tb

MIRROR = {"1": "0", "0": "1", "=": "="}


def read_text(text: str, errors: Any = "repair", encoding: str = "utf-8") -> tb.History:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "cup.pgn")
        path.write_bytes(text.encode(encoding))
        assert pgn.recognises(path.read_bytes()[:65536], path)
        return pgn.read(path, errors=errors)


def rows_of(history: tb.History) -> dict[tuple[int, int], tuple[Any, ...]]:
    table = history.results.astype({"opponent": object, "colour": object, "outcome": object})
    table = table.where(table.notna(), None)
    rows = table.to_dict("records")
    return {(r["player"], r["round"]): (r["opponent"], r["colour"], r["outcome"]) for r in rows}


def test_results_rounds_and_what_a_pgn_cannot_hold() -> None:
    text = game("Lee, Ann", "Bob", "1-0", "1.1", WhiteElo="2000", WhiteTitle="WGM", WhiteFideId="4100018")
    text += game("Cy", "Di", "1/2-1/2", "1.2") + game("Bob", "Cy", "*", "2.1", Date="2026.01.05")
    history = read_text(text)
    assert rows_of(history)[1, 1] == (2, "w", "1")
    assert rows_of(history)[3, 1] == (4, "w", "=")
    assert rows_of(history)[2, 2] == (3, "w", "X")
    first = history.players.iloc[0]
    assert (first["name"], first["rating"], first["title"], first["fide_id"]) == (
        "Lee, Ann",
        2000,
        "WGM",
        "4100018",
    )
    about = history.tournaments.iloc[0]
    assert (about["name"], about["place"]) == ("Cup", "Riga")
    assert (str(about["start"].date()), str(about["end"].date())) == ("2026-01-02", "2026-01-05")


def test_rounds_without_a_game_are_named_one_by_one() -> None:
    text = game("Ann", "Bob", "1-0", "1") + game("Ann", "Cy", "1-0", "2")
    history = read_text(text)
    filled = history.repairs[history.repairs["why"].str.startswith("no row for this round")]
    assert filled[["player", "round", "taken"]].to_numpy().tolist() == [[2, 2, "Z"], [3, 1, "Z"]]


def test_events_are_told_apart_by_name_place_and_date() -> None:
    text = game("Ann", "Bob", "1-0") + game("Ann", "Bob", "0-1", event="Other")
    text += game("Bob", "Ann", "1-0", "2") + game("Ann", "Bob", "0-1", Site="Oslo")
    text += game("Ann", "Bob", "1/2-1/2", Date="2027.01.03") + game(
        "Ann", "Bob", "1-0", Site="https://x.org/1"
    )
    text += game("Cy", "Di", "1-0", Site="https://x.org/2")
    history = read_text(text)
    assert history.events == ["cup", "cup (2)", "cup (3)", "cup (4)", "cup (5)"]
    assert [len(event.results) for event in history] == [4, 2, 2, 2, 4]
    dated = game("Ann", "Bob", "1-0", EventDate="2026.01.01")
    assert (
        len(read_text(dated + game("Bob", "Ann", "1-0", "2", EventDate="2026.01.01", Date="2027.01.01"))) == 1
    )


def test_players_are_told_by_id_else_by_exact_name() -> None:
    text = game("Wang Li", "Wang Li", "1-0", "1", WhiteFideId="8600001", BlackFideId="8600002")
    text += game("W. Li", "wang li", "1-0", "2", WhiteFideId="8600001")
    assert read_text(text).players["name"].tolist() == ["Wang Li", "Wang Li", "wang li"]


def test_moves_and_comments_are_not_read() -> None:
    tricky = '1. e4 {\n[White "Nobody"]\n[Result "0-1"]\n} e5 {[%clk 0:01]}\n[Black "Moves"] 1-0\n\n'
    text = game("Ann", "Bob", "1-0").replace("1. e4 {a comment} e5 1-0\n", tricky) + game(
        "Bob", "Ann", "1-0", "2"
    )
    history = read_text(text)
    assert "Nobody" not in history.players["name"].tolist()
    assert rows_of(history)[1, 1] == (2, "w", "1")
    unended = game("Ann", "Bob", "1-0").replace("}", "") + game("Bob", "Ann", "1-0", "2")
    history = read_text(unended)
    assert len(history.results) == 4
    assert "a comment that does not end" in history.repairs["found"].tolist()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_encodings_escapes_and_line_ends(encoding: str) -> None:
    text = game('Jos\\"e\\" Müller\\\\', "Bob", "1-0").replace("\n", "\r\n")
    assert read_text(text, encoding=encoding).players["name"].tolist()[0] == 'Jos"e" Müller\\'


def test_games_without_rounds() -> None:
    match = "".join(game("Ann", "Bob", "1-0", "?") for _ in range(4))
    history = read_text(match)
    assert sorted(set(history.results["round"])) == [1, 2, 3, 4]
    assert "numbered in their order" in history.repairs["taken"].tolist()
    pool = "".join(game(f"a{k}", "x", "1-0", "-", event="Rated game") for k in range(40))
    history = read_text(match + pool)
    assert len(history) == 1
    assert "40 games of 'Rated game'" in history.repairs["found"].tolist()
    with pytest.raises(FormatError, match="40 games, none of an event"):
        read_text(pool)


def test_a_result_that_is_none() -> None:
    text = game("Ann", "Bob", "2-0")
    assert rows_of(read_text(text))[1, 1] == (2, "w", "X")
    with pytest.raises(FormatError, match=r"cup.pgn, line 1, column Result: '2-0'"):
        read_text(text, errors="strict")


def test_a_bye_that_is_written_like_a_game() -> None:
    text = game("Ann", "Bob", "1-0") + game("Cy", "BYE", "1-0") + game("(bye)", "Di", "1/2-1/2")
    history = read_text(text)
    assert history.players["name"].tolist() == ["Ann", "Bob", "Cy", "Di"]
    assert rows_of(history)[3, 1] == (None, None, "U")
    assert rows_of(history)[4, 1] == (None, None, "H")
    assert history.repairs["taken"].tolist() == ["no opponent"] * 2


@pytest.mark.parametrize(("result", "codes"), [("½-½", "=="), ("1/2", "=="), ("1:0", "10"), ("+/-", "+-"),
                                               ("0-0", "00"), ("-:+", "-+")])  # fmt: skip
def test_results_in_other_spellings(result: str, codes: str) -> None:
    rows = rows_of(read_text(game("Ann", "Bob", result)))
    assert rows[1, 1][2] + rows[2, 1][2] == codes


@settings(max_examples=40, deadline=None)
@given(events(SWISS))
def test_games_over_the_board_come_back(event: Any) -> None:
    """The games of any tournament, written as PGN in any order, are the games that are read."""
    signs = {"1": "1-0", "0": "0-1", "=": "1/2-1/2"}
    games = [
        (round_, player, row["opponent"], row["outcome"])
        for (player, round_), row in event.rows.items()
        if row["colour"] == "w" and row["outcome"] in signs
        and event.rows.get((row["opponent"], round_), {}).get("outcome") == MIRROR[row["outcome"]]
    ]  # fmt: skip
    if not games:
        return
    random.Random(0).shuffle(games)
    history = read_text("".join(game(f"p{w}", f"p{b}", signs[code], f"{r}.1") for r, w, b, code in games))
    name = history.players.set_index("player")["name"].to_dict()
    table = history.results[history.results["colour"] == "w"]
    found = {
        (r["round"], int(name[r["player"]][1:]), int(name[r["opponent"]][1:]), r["outcome"])
        for r in table.to_dict("records")
    }
    first = min(round_ for round_, *_ in games)
    assert found == {(round_ - first + 1, *rest) for round_, *rest in games}


def scores(history: tb.History) -> dict[str, float]:
    names = history.players.set_index("player")["name"]
    return {str(names[k]): float(v) for k, v in history.results.groupby("player")["points"].sum().items()}


def test_every_game_of_a_match_counts() -> None:
    text = game("Ann", "Bob", "1-0", "1.1") + game("Bob", "Ann", "1/2-1/2", "1.2")
    text += game("Cy", "Di", "0-1", "1.1") + game("Di", "Cy", "0-1", "1.2") + game("Cy", "Di", "1-0", "1.3")
    text += game("Ann", "Cy", "1-0", "2.1") + game("Cy", "Ann", "1-0", "2.2")
    history = read_text(text)
    assert scores(history) == {"Ann": 2.5, "Bob": 0.5, "Cy": 3.0, "Di": 1.0}
    assert set(history.results.loc[history.results["opponent"].notna(), "round"]) == {1, 2, 3, 4, 5}
    said = history.repairs.iloc[0]
    assert said["found"] == "rounds of 'Cup' with up to 3 games of the same two"
    assert said["taken"] == "each game as a round of its own: 5 instead of 2"


def test_a_play_off_and_a_game_that_is_there_twice_are_said() -> None:
    text = (
        game("Ann", "Bob", "1/2-1/2", "1.1") + game("Cy", "Di", "0-1", "1.2") + game("Ed", "Fe", "1-0", "1.3")
    )
    history = read_text(text + game("Bob", "Ann", "1-0", "1.4") + game("Cy", "Di", "0-1", "1.2"))
    assert scores(history) == {"Ann": 0.5, "Bob": 0.5, "Cy": 0.0, "Di": 1.0, "Ed": 1.0, "Fe": 0.0}
    assert history.repairs[["line", "found", "why"]].to_numpy().tolist() == [
        [41, "a game", "the same game stands above"],
        [31, "Bob - Ann, round 1.4", "the same two have a game in this round: a play-off?"],
    ]


def test_a_part_of_an_event_is_counted_from_its_first_round() -> None:
    text = game("Ann", "Bob", "1-0", "10.1") + game("Cy", "Di", "0-1", "10.2")
    text += game("Ann", "Cy", "1-0", "12.1") + game("Di", "Bob", "0-1", "12.2")
    history = read_text(text)
    assert sorted(set(history.results["round"])) == [1, 2, 3]
    assert history.repairs.iloc[0][["found", "taken"]].tolist() == [
        "rounds 10 to 12 of 'Cup'",
        "rounds 1 to 3",
    ]
    assert set(history.repairs["round"].dropna()) == {2}


@pytest.mark.parametrize(("old", "new", "encoding"), [("\n", "\r", "utf-8"), ("", "", "utf-16")])
def test_old_line_ends_and_wide_text(old: str, new: str, encoding: str) -> None:
    text = game("Ann", "Bob", "1-0", "1") + game("Bob", "Ánn", "1-0", "2")
    history = read_text(text.replace(old, new) if old else text, encoding=encoding)
    assert history.players["name"].tolist() == ["Ann", "Bob", "Ánn"]


def test_memory_is_bounded_by_the_headers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pgn_headers, "CHUNK", 7)
    monkeypatch.setattr(pgn_headers, "LONGEST_LINE", 50)
    path = tmp_path / "x.pgn"
    path.write_text(game("Ann", "Bob", "1-0") + "x" * 5000 + "\n\n" + game("Bob", "Ann", "1-0", "2"))
    headers = pgn_headers.read_headers(path, Notes("x.pgn", strict=True))
    assert headers.column("White").tolist() == ["Ann", "Bob"]


def test_damage_gives_a_repair_or_an_error(tmp_path: Path) -> None:
    text = (
        game("Ann", "Bob", "1-0", "1.1") + game("Cy", "Di", "1/2-1/2", "1.2") + game("Bob", "Cy", "*", "2.1")
    )
    seen = {try_damaged(text.encode(), seed, tmp_path, "damaged", pgn) for seed in range(120)}
    assert seen >= {"read"}


def test_a_game_without_a_result_is_said() -> None:
    text = game("Ann", "Bob", "1-0", "1.1") + game("Cy", "Di", "1-0", "1.2").replace('[Result "1-0"]\n', "")
    said = read_text(text).repairs
    assert said[["why", "taken"]].to_numpy().tolist() == [["a game without a result", "*"]]


@pytest.mark.parametrize("end", ["", " ", "\u2028"])
def test_games_that_lost_their_lines_are_said(tmp_path: Path, end: str) -> None:
    text = (game("Ann", "Bob", "1-0", "1") + game("Bob", "Ann", "1-0", "2")).replace("\n", end)
    path = tmp_path / "cup.pgn"
    path.write_text(text, encoding="utf-8")
    assert "two values of a header" in set(pgn.read(path).repairs["found"])
    with pytest.raises(FormatError, match="two values of a header"):
        pgn.read(path, errors="strict")
