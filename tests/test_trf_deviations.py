"""What real TRF files do differently from the specification, and how it is read."""

from __future__ import annotations

import pandas as pd
import pytest

import chesstb as tb
from tests.trf_text import PAIR, cell, lines, outcomes, player, points, read_lines, read_text, repairs

PLAIN = read_lines("012 Event", *PAIR)


# ---------------------------------------------------------------- bytes


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\r\r\n"])
def test_every_end_of_line_is_read(end: str) -> None:
    text = end.join(["012 Event", "", *PAIR, ""])
    assert read_text(text).equals(PLAIN)


def test_line_numbers_are_those_of_an_editor() -> None:
    text = "\r\n".join(["012 Event", "", "777 new", *PAIR])
    assert repairs(read_text(text), "no known record")[0][0] == 3


@pytest.mark.parametrize("tail", [b"\x1a", b"\r\n\x1a\r\n", b"\0\0"])
def test_an_old_end_of_file_mark_is_no_line(tail: bytes) -> None:
    history = read_text(lines("012 Event", *PAIR).encode() + tail)
    assert history.equals(PLAIN)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_is_no_text(encoding: str) -> None:
    assert read_text(lines("012 Event", *PAIR).encode(encoding)).equals(PLAIN)


@pytest.mark.parametrize(
    ("encoding", "federation", "name"),
    [("cp1252", "GER", "Müller, Jürgen"), ("cp1252", "ESP", "Peña, José"), ("cp1250", "CZE", "Šťastný, Jiří"),
     ("cp1250", "POL", "Wałęsa, Łukasz"), ("cp1250", "HUN", "Győri, Ödön"), ("cp1251", "RUS", "Иванов, Пётр"),
     ("cp850", "GER", "Müller, Jürgen"), ("utf-8", "RUS", "Иванов, Пётр")],
)  # fmt: skip
def test_the_encoding_is_guessed_and_the_guess_reported(encoding: str, federation: str, name: str) -> None:
    text = lines(f"032 {federation}", player(1, "2 w 1", name=name), PAIR[1])
    history = read_text(text.encode(encoding))
    assert history.players["name"].iloc[0] == name
    assert len(repairs(history, "the encoding is not said")) == (encoding != "utf-8")


def test_a_damaged_letter_does_not_spoil_the_others() -> None:
    text = lines(player(1, "2 w 1", name="Šťastný, Jiří"), player(2, "1 b 0", name="Győri, Ödön")).encode()
    history = read_text(text.replace("ö".encode(), b"\xf6"))
    assert history.players["name"].iloc[0] == "Šťastný, Jiří"
    assert len(repairs(history, "damaged letters")) == 1


# ---------------------------------------------------------------- columns


def test_columns_counted_in_bytes_are_found() -> None:
    line = player(1, "2 w 1", "3 b =", name="Ångström-Müller, Jürgen", rating="2100", points="1.5", rank="1")
    name = "Ångström-Müller, Jürgen"
    displaced = line.replace(f"{name:<33}", name + " " * (33 - len(name.encode())))
    history = read_lines(displaced, player(2, "1 b 0", "- U"), player(3, "- Z", "1 w ="))
    row = history.players.iloc[0]
    assert row[["name", "rating"]].tolist() == [name, 2100]
    assert outcomes(history, 1) == "1="
    assert len(repairs(history, "counted in bytes")) == 1
    with pytest.raises(tb.FormatError, match="event.trf, line 1, column 48: .*counted in bytes"):
        read_lines(displaced, *PAIR, errors="strict")


def test_a_name_that_is_too_long_is_cut_and_the_rest_moved_back() -> None:
    name = "Abcdefghijkl Mnopqrstuvwxyz, Alexander"
    line = player(1, "2 w 1", name=name, rating="2100", points="1.0")
    history = read_lines(line, PAIR[1])
    assert history.players["name"].iloc[0] == name[:33]
    assert history.players["rating"].iloc[0] == 2100
    assert len(repairs(history, "displaced")) == 1


@pytest.mark.parametrize("width", ["one", "eight"])
def test_a_tab_in_a_name_is_not_counted_silently(width: str) -> None:
    line = player(1, "2 w 1", name="Doe,\tJohn", rating="2100")
    if width == "eight":
        line = line.replace(
            "Doe,\tJohn" + " " * 24,
            "Doe,\tJohn" + " " * (33 - len(("x" * 14 + "Doe,\tJohn").expandtabs()) + 14),
        )
    history = read_lines(line, PAIR[1])
    assert history.players["rating"].iloc[0] == 2100
    assert history.players["name"].iloc[0].split() == ["Doe,", "John"]
    assert outcomes(history, 1) == "1"


def test_a_tab_behind_a_record_is_a_blank() -> None:
    assert read_lines("012\tEvent", *PAIR).tournaments["name"].iloc[0] == "Event"


def test_stripped_blanks_at_the_end_are_blank_columns() -> None:
    history = read_lines(
        player(1, "2 w 1", "2 b").rstrip(), player(2, "1 b 0", "1 w").rstrip(), player(3, "- U", "-").rstrip()
    )
    assert outcomes(history, 1) == "1X"
    assert outcomes(history, 3) == "UZ"


def test_ruler_and_example_lines_are_no_records() -> None:
    rulers = ["         1         2         3", "123456789012345678901234567890", "DDD SSSS sTTT NNNN RRRR"]
    history = read_lines("012 Event", *rulers, *PAIR)
    assert history.results.equals(PLAIN.results)
    assert history.records["text"].tolist() == rulers


def test_a_starting_number_out_of_its_columns_is_read_if_it_is_clear() -> None:
    history = read_lines("001  12" + player(12, "2 w 1")[8:], player(2, "12 b 0"))
    assert history.players["player"].tolist() == [2, 12]
    with pytest.raises(
        tb.FormatError, match=r"event.trf, line 1, column 5-8: '' as starting number; expected a number"
    ):
        read_lines("001" + player(1, "2 w 1")[3:].replace("   1", "    ", 1), PAIR[1])


def test_a_starting_number_twice_is_reported_and_the_first_line_kept() -> None:
    history = read_lines(*PAIR, player(1, "2 b 1", name="Again"))
    assert history.players["name"].tolist() == ["Player 1", "Player 2"]
    assert repairs(history, "has this starting number already") == [(3, "5-8", "1", "left out")]
    with pytest.raises(
        tb.FormatError, match="line 3, column 5-8: '1': another line has this starting number"
    ):
        read_lines(*PAIR, player(1, "2 b 1"), errors="strict")


def test_five_digits_have_no_room() -> None:
    line = player(1, "2 w 1")
    with pytest.raises(tb.FormatError, match="event.trf, line 1"):
        read_lines(line[:91] + "10000 w 1", PAIR[1])


# ---------------------------------------------------------------- cells


@pytest.mark.parametrize(
    ("text", "code", "taken"),
    [
        ("½", "=", "="),
        ("–", "-", "-"),
        ("O", "0", "0"),
        ("*", "X", "no result yet"),
        ("?", "X", "no result yet"),
    ],
)
def test_signs_that_can_mean_only_one_thing_are_repaired(text: str, code: str, taken: str) -> None:
    theirs = {"=": "=", "-": "+", "0": "1", "X": ""}[code]
    parts = player(1, f"2 w {text}"), player(2, f"1 b {theirs}")
    history = read_lines(*parts)
    assert outcomes(history, 1) == code
    assert repairs(history, "only one thing") == [(1, "99", text, taken)]
    with pytest.raises(tb.FormatError, match="event.trf, line 1, column 99"):
        read_lines(*parts, errors="strict")


def test_a_code_that_is_none_is_refused_with_its_place() -> None:
    message = "event.trf, line 2, column 109: result 'q' is no TRF code; expected one of 1 = 0 W D L"
    for errors in ("repair", "strict"):
        with pytest.raises(tb.FormatError, match=message):
            read_lines("012 Event", player(1, "2 w 1", "2 b q"), PAIR[1], errors=errors)


def test_an_opponent_that_is_no_number_is_refused_with_its_place() -> None:
    with pytest.raises(
        tb.FormatError, match="event.trf, line 1, column 92: opponent 'ab'; expected a starting number"
    ):
        read_lines(player(1, "ab w 1"), PAIR[1])


@pytest.mark.parametrize(("colour", "read"), [("W", "w"), ("B", "b"), ("-", None), ("", None)])
def test_colours_in_upper_case_or_missing_are_accepted(colour: str, read: str | None) -> None:
    line = player(1, "2 w 1")[:96] + f"{colour:1} 1"
    history = read_lines(line, player(2, "1 w 0") if read == "b" else PAIR[1])
    found = history.results["colour"].astype("object").iloc[0]
    assert found == read or read is None
    assert len(history.repairs) == 0


def test_a_colour_that_is_none_is_reported() -> None:
    history = read_lines(player(1, "2 x 1"), PAIR[1])
    assert history.results["colour"].isna().iloc[0]
    assert repairs(history, "no colour") == [(1, "97", "x", "")] or len(repairs(history, "no colour")) == 1


def test_a_forfeit_needs_no_colour() -> None:
    history = read_lines(player(1, "2 - +"), player(2, "1 - -"))
    assert outcomes(history, 1) + outcomes(history, 2) == "+-"
    assert len(history.repairs) == 0


def test_several_pairing_allocated_byes_in_a_round_are_accepted_and_reported() -> None:
    history = read_lines(*PAIR, player(3, "- U"), player(4, "- U"))
    assert points(history, 4) == [1]
    assert [row[:3] for row in repairs(history, "pairing-allocated bye")] == [(4, "99", "U")]


def test_a_bye_of_two_players_who_are_paired_is_a_game_still_played() -> None:
    history = read_lines(player(1, "2 w Z"), player(2, "1 b Z"))
    assert outcomes(history, 1) + outcomes(history, 2) == "XX"
    assert len(repairs(history, "paired with each other")) == 2


def test_a_bye_with_an_opponent_who_has_another_result_keeps_no_opponent() -> None:
    history = read_lines(player(1, "2 w H"), player(2, "1 b 0"))
    assert outcomes(history, 1) == "H"
    assert repairs(history, "a bye has no opponent") == [(1, "92", "H", "no opponent")]


def test_an_opponent_who_does_not_list_the_game_is_reported_with_its_place() -> None:
    text = player(1, "2 w 1", "3 b 1"), player(2, "1 b 0", "- Z"), player(3, "- Z", "2 w 0")
    history = read_lines("012 Event", *text)
    assert [row[:3] for row in repairs(history, "does not name this player")] == [
        (2, "102", "3"),
        (4, "102", "2"),
    ]
    assert points(history, 1) == [1, 1]
    with pytest.raises(tb.DataError, match="event.trf, line 2, column 102"):
        read_lines("012 Event", *text, errors="strict")


def test_an_opponent_who_is_not_listed_is_reported_and_added() -> None:
    history = read_lines(player(1, "2 w 1", "9 b 1"), player(2, "1 b 0", "- Z"))
    assert history.players["player"].tolist() == [1, 2, 9]
    assert len(repairs(history, "not in the table of players")) == 1


def test_a_player_against_himself_is_reported() -> None:
    history = read_lines(player(1, "2 w 1", "1 b 1"), player(2, "1 b 0", "- Z"))
    assert outcomes(history, 1) == "1U"
    assert repairs(history, "cannot meet himself")[0][:2] == (1, "102")


def test_results_that_contradict_each_other_are_reported() -> None:
    history = read_lines(player(1, "2 w 1"), player(2, "1 b 1"))
    assert len(repairs(history, "another kind of result")) == 2
    assert points(history, 2) == [1]


# ---------------------------------------------------------------- the other columns


@pytest.mark.parametrize("text", ["1.0", "1", "1,0", "1."])
def test_points_without_decimals_or_with_a_comma_are_points(text: str) -> None:
    history = read_lines(player(1, "2 w 1", points=text), PAIR[1])
    assert history.published["value"].tolist() == [1.0]


def test_half_points_in_every_spelling() -> None:
    history = read_lines(player(1, "2 w =", points="½"), player(2, "1 b =", points=".5"))
    assert history.published["value"].tolist() == [0.5, 0.5]
    assert len(history.repairs) == 0


@pytest.mark.parametrize("rank", ["", "0"])
def test_no_rank_and_rank_0_are_no_rank(rank: str) -> None:
    assert read_lines(player(1, "2 w 1", rank=rank), PAIR[1]).published.empty


@pytest.mark.parametrize(("column", "text"), [("points", "x.5"), ("rank", "1st"), ("rating", "2x00")])
def test_a_column_that_is_no_number_is_reported(column: str, text: str) -> None:
    parts = player(1, "2 w 1", **{column: text}), PAIR[1]
    assert len(repairs(read_lines(*parts), f"no {column}")) == 1
    with pytest.raises(tb.FormatError, match="event.trf, line 1, column"):
        read_lines(*parts, errors="strict")


@pytest.mark.parametrize(
    ("written", "taken", "found"),
    [("unknown", "", "unknown"), ("1990/13/45", "1990", "1990/··/··"), ("45.13.1990", "1990", "··.··.1990"),
     ("17May1990", "1990", "··May1990"), ("45131990", "", "········"), ("0001/01/01", "", "····/··/··")],
)  # fmt: skip
def test_a_date_of_birth_that_cannot_be_read_is_reported(written: str, taken: str, found: str) -> None:
    history = read_lines(player(1, "2 w 1", birth=written), PAIR[1])
    assert history.players["birth"].fillna("").iloc[0] == taken
    said = repairs(history, "no date of birth that can be read")
    assert [(*at, "" if pd.isna(year) else year) for *at, year in said] == [(1, "70-79", found, taken)]


def test_players_in_another_order_are_the_same() -> None:
    assert read_lines("012 Event", *reversed(PAIR)).equals(PLAIN)


def test_a_line_without_end_is_refused() -> None:
    with pytest.raises(tb.FormatError, match="a line without end; expected at most 999 rounds"):
        read_lines(player(1) + cell("2 w 1") * 1000, PAIR[1])


def test_many_lines_that_fit_nowhere_are_refused_soon() -> None:
    parts = [f"001 {n:4d} " + "x y" * 90 for n in range(1, 2000)]
    with pytest.raises(tb.FormatError, match="event.trf, line 1"):
        read_lines(*parts)
