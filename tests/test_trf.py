"""TRF files: what each column and record becomes."""

from __future__ import annotations

import pandas as pd
import pytest

import chesstb as tb
from chesstb.formats.values import read_points
from tests.strategies import schedule
from tests.trf_text import PAIR, outcomes, player, points, read_lines, read_text, repairs

# ---------------------------------------------------------------- players


def test_every_column_of_a_player_is_read() -> None:
    line = player(
        7, "8 w 1", sex="w", title="WGM", name="Doe, Jane", rating="2345", federation="GER",
        fide_id="12345678", birth="1990/05/17", points="1.0", rank="3",
    )  # fmt: skip
    history = read_lines(line, player(8, "7 b 0"))
    row = history.players.iloc[0]
    assert row[["player", "sex", "title", "name", "rating", "federation", "fide_id", "birth"]].tolist() == [
        7, "w", "WGM", "Doe, Jane", 2345, "GER", "12345678", "1990",
    ]  # fmt: skip
    game = history.results.iloc[0]
    assert game[["player", "round", "opponent", "colour", "outcome", "points"]].tolist() == [
        7,
        1,
        8,
        "w",
        "1",
        1,
    ]
    published = history.published[history.published["player"] == 7]
    assert published[["column", "value"]].to_numpy(dtype=object).tolist() == [["points", 1.0], ["rank", 3.0]]
    assert published["criterion"].isna().tolist() == [False, True]


@pytest.mark.parametrize(
    ("written", "title"),
    [("g", "GM"), ("m", "IM"), ("f", "FM"), ("c", "CM"), ("wg", "WGM"), ("gf", "WGM"), ("wm", "WIM"),
     ("mf", "WIM"), ("wf", "WFM"), ("ff", "WFM"), ("wc", "WCM"), ("cf", "WCM"), ("GM", "GM"), ("wim", "WIM")],
)  # fmt: skip
def test_titles_are_read_in_old_and_new_spelling(written: str, title: str) -> None:
    assert read_lines(player(1, "2 w 1", title=written), PAIR[1]).players["title"].iloc[0] == title


@pytest.mark.parametrize("rating", ["", "0", "   0"])
def test_no_rating_and_rating_0_are_unrated(rating: str) -> None:
    assert pd.isna(read_lines(player(1, "2 w 1", rating=rating), PAIR[1]).players["rating"].iloc[0])


def test_a_national_id_with_letters_stays_text() -> None:
    players = read_lines(player(1, "2 w 1", fide_id="L01854"), player(2, "1 b 0", fide_id="0")).players
    assert players["fide_id"].iloc[0] == "L01854"
    assert pd.isna(players["fide_id"].iloc[1])


@pytest.mark.parametrize(
    ("written", "birth"),
    [("1990/05/17", "1990"), ("1990/00/00", "1990"), ("1990", "1990"), ("1990/05/00", "1990"),
     ("17.05.1990", "1990"), ("1990-05-17", "1990"), ("19900517", "1990"), ("17/05/1990", "1990"),
     ("03/04/1990", "1990"), ("17. 5.1990", "1990"), ("17.05.90", "1990"), ("0000/00/00", None), ("", None)],
)  # fmt: skip
def test_of_a_date_of_birth_the_year_is_read(written: str, birth: str | None) -> None:
    history = read_lines(player(1, "2 w 1", birth=written), PAIR[1], errors="strict")
    found = history.players["birth"].iloc[0]
    assert found == birth or (birth is None and pd.isna(found))
    assert "birth" not in " ".join(history.repairs["why"])


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        (player(1, birth="1990/05/17").replace("001", "GER", 1), player(1, birth="1990/00/00")),
        (player(1, birth="17.05.1990").replace("001", "GER", 1), player(1, birth="1990/00/00")),
        (player(1, birth="19900517").replace("001", "GER", 1), player(1, birth="1990")),
        (player(1, birth="17.05.90").replace("001", "GER", 1), player(1, birth="1990")),
        (player(1, birth="1990").replace("001", "GER", 1), player(1, birth="1990")),
        (
            "ger    1 Jos\u00e9, one column on, 1990-5-17 and more",
            "ger    1 Jos\u00e9, one column on, 1990      and more",
        ),
        (" " + player(1, birth="1990/05/17"), " " + player(1, birth="1990/00/00")),
        ("### " + player(1, birth="1990/05/17"), "### " + player(1, birth="1990/00/00")),
        ("### written on 2026/05/17", "### written on 2026/05/17"),
        ("132 " + " " * 87 + "26/05/17", "132 " + " " * 87 + "26/05/17"),
    ],
)
def test_no_date_of_birth_stays_in_the_lines_that_are_kept(line: str, kept: str) -> None:
    history = read_lines(*PAIR, line)
    expected = kept.replace("001", "GER", 1) if line.startswith("GER") else kept
    assert history.records["text"].tolist() == [expected.rstrip()]
    assert read_lines(*PAIR, expected).records.equals(history.records)


def test_a_line_that_is_about_a_date_of_birth_is_left_out() -> None:
    history = read_lines(*PAIR, "DAT    1 BIRTHDATE 1990-05-17")
    assert history.records.empty
    said = repairs(history, "personal data is not read")
    assert [found for _, _, found, _ in said] == ["a DAT line of a person"]


# ---------------------------------------------------------------- results


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [("1", "0", (1, 0)), ("=", "=", (0.5, 0.5)), ("+", "-", (1, 0)), ("-", "-", (0, 0)), ("w", "l", (1, 0)),
     ("W", "L", (1, 0)), ("D", "D", (0.5, 0.5)), ("d", "d", (0.5, 0.5)), ("0", "0", (0, 0)), ("=", "0", (0.5, 0)),
     ("", "", (0.5, 0.5))],
)  # fmt: skip
def test_every_code_with_an_opponent(mine: str, theirs: str, expected: tuple[float, float]) -> None:
    history = read_lines(player(1, f"2 w {mine}"), player(2, f"1 b {theirs}"))
    assert (points(history, 1)[0], points(history, 2)[0]) == expected
    assert outcomes(history, 1) == (mine.upper() or "X")
    assert len(history.repairs) == 0


@pytest.mark.parametrize(
    ("cell", "code", "expected"),
    [("- H", "H", 0.5), ("- F", "F", 1), ("- U", "U", 1), ("- Z", "Z", 0), ("- h", "H", 0.5), ("- u", "U", 1),
     ("- +", "F", 1), ("- -", "Z", 0), ("- =", "H", 0.5), ("- 1", "U", 1), ("-", "Z", 0)],
)  # fmt: skip
def test_every_code_without_an_opponent(cell: str, code: str, expected: float) -> None:
    history = read_lines(player(1, "2 w 1"), player(2, "1 b 0"), player(3, cell))
    assert outcomes(history, 3) == code
    assert points(history, 3) == [expected]


def test_a_pairing_without_a_result_is_pending_and_opens_no_round() -> None:
    history = read_lines(player(1, "2 w 1", "2 b"), player(2, "1 b 0", "1 w"), player(3, "- U"))
    assert outcomes(history, 1) == "1X"
    assert outcomes(history, 3) == "U"  # round 2 is not counted: nothing is filled in


def test_a_round_more_than_was_played_may_hold_byes() -> None:
    history = read_lines(
        player(1, "2 w 1"), player(2, "1 b 0"), player(3, "- U", "- H"), player(4, "- Z", "- -")
    )
    assert outcomes(history, 3) == "UH"
    assert outcomes(history, 1) == "1"


def test_missing_cells_before_and_behind_are_absences() -> None:
    history = read_lines(
        player(1, "2 w 1", "3 b 1", "2 w 1"), player(2, "1 b 0", "", "1 b 0"), player(3, "", "1 w 0")
    )
    assert outcomes(history, 2) == "0Z0"
    assert outcomes(history, 3) == "Z0Z"
    assert len(repairs(history, "absence")) == 3


# ---------------------------------------------------------------- what the event pays


def paid(history: tb.History) -> dict[str, float]:
    return history.tournaments.iloc[0].loc["win":"black_loss"].to_dict()


def test_162_says_what_is_paid_and_the_rest_follows() -> None:
    found = paid(read_lines("162  W 3.0    D 1.0    L 0.0", "162  A 0.5", *PAIR))
    assert (found["win"], found["draw"], found["bye"], found["full_bye"], found["forfeit_win"]) == (
        3,
        1,
        3,
        3,
        3,
    )
    assert (found["half_bye"], found["pending"], found["zero_bye"], found["forfeit_loss"]) == (1, 1, 0.5, 0.5)


def test_162_takes_bye_and_pending_apart() -> None:
    found = paid(read_lines("162  P 0.5    X 0.0", *PAIR))
    assert (found["bye"], found["pending"], found["win"]) == (0.5, 0, 1)


def test_xxs_has_defaults_of_its_own_and_later_overrides_earlier() -> None:
    history = read_lines("XXS W=3.0 D=1", "XXS WD=1.5", player(1, "2 w =", "- U"), player(2, "1 b =", "- F"))
    found = paid(history)
    assert (found["win"], found["black_win"], found["forfeit_win"], found["full_bye"], found["bye"]) == (
        3,
        3,
        3,
        3,
        1,
    )
    assert (found["draw"], found["black_draw"], found["half_bye"]) == (1.5, 1, 1)
    assert points(history, 1) == [1.5, 1]
    assert points(history, 2) == [1, 3]


def test_bb_records_say_what_is_paid() -> None:
    found = paid(read_lines("BBW  2.0", "BBD  1.0", "BBF -0.0", *PAIR))
    assert (found["win"], found["draw"], found["bye"], found["half_bye"]) == (2, 1, 2, 1)
    assert paid(read_lines("BBU  0.5", *PAIR))["bye"] == 0.5


def test_payments_that_are_none_are_reported_and_kept() -> None:
    history = read_lines("XXS WW=2 QQ=1", *PAIR)
    assert repairs(history, "no code with points") == [(1, "10", "QQ=1", "nothing")]
    assert history.records["text"].tolist() == ["XXS WW=2 QQ=1"]
    with pytest.raises(tb.FormatError, match="event.trf, line 1, column 10: 'QQ=1'"):
        read_lines("XXS WW=2 QQ=1", *PAIR, errors="strict")


@pytest.mark.parametrize("line", ["XXS D=1/2 W=3", "162  W 3.0    D 1/2", "XXS W=3,D=0,5", "XXS D=½;W=3.0"])
def test_one_half_may_be_a_fraction(line: str) -> None:
    history = read_lines(line, *PAIR)
    assert (paid(history)["win"], paid(history)["draw"]) == (3, 0.5)
    assert history.records.empty
    assert repairs(history, "no code with points") == []


@pytest.mark.parametrize(
    ("line", "bad"),
    [("XXS D=1/3 W=3", [(1, "5", "D=1/3", "nothing")]), ("162  D 1.0.5  W 3.0", [(1, "6", "D 1.0.5", "nothing")]),
     ("XXS W=3, D=11/2", [(1, "10", "D=11/2", "nothing")]), ("XXS D W=3", [(1, "5", "D", "nothing")]),
     ("XXS Q=1 W=3; D=x", [(1, "5", "Q=1", "nothing"), (1, "14", "D=x", "nothing")]),
     ("162  W 3.0 A 999999999", [(1, "12", "A 999999999", "nothing")])],
)  # fmt: skip
def test_a_pair_that_cannot_be_read_is_reported_whole_and_the_next_one_read(
    line: str, bad: list[tuple[int, str, str, str]]
) -> None:
    history = read_lines(line, *PAIR)
    assert repairs(history, "no code with points") == bad
    assert (paid(history)["win"], paid(history)["draw"]) == (3, 0.5)
    assert history.records["text"].tolist() == [line]


@pytest.mark.parametrize(
    ("won", "drawn", "bye"), [("3.0", "1.0", "3.0"), ("3.0", "1.0", "1.0"), ("2.0", "1.0", "2.0")]
)
def test_without_a_record_the_points_column_tells_the_scoring(won: str, drawn: str, bye: str) -> None:
    history = read_lines(
        player(1, "2 w 1", points=won), player(2, "1 b 0", points="0.0"), player(3, "4 w =", points=drawn),
        player(4, "3 b =", points=drawn), player(5, "- U", points=bye),
    )  # fmt: skip
    assert (paid(history)["win"], paid(history)["draw"], paid(history)["bye"]) == (
        float(won),
        float(drawn),
        float(bye),
    )
    assert len(repairs(history, "this fits the points")) == 1


@pytest.mark.parametrize("record", ["### no record of payments", "162  W 1.0    D 0.5    L 0.0"])
def test_a_free_round_that_does_not_score_is_seen_in_the_points(record: str) -> None:
    history = read_lines(
        "092 Individual: Round-Robin",
        record,
        player(1, "2 w 1", "- U", "3 b 1", points="2.0"), player(2, "1 b 0", "3 w 1", "- U", points="1.0"),
        player(3, "- U", "2 b 0", "1 w 0", points="0.0"),
    )  # fmt: skip
    assert paid(history)["bye"] == 0
    assert tb.standings(history, by="PTS", rules="fide-2026")["PTS"].tolist() == [2, 1, 0]


def test_points_that_contain_the_acceleration_are_explained() -> None:
    history = read_lines(
        f"250      {1.0:4.1f} {1:3d} {2:3d} {1:4d} {1:4d}",
        player(1, "2 w 1", points="2.0"),
        player(2, "1 b 0", points="0.0"),
    )
    assert points(history, 1) == [1]
    assert len(repairs(history, "acceleration")) == 1
    history = read_lines(
        "XXA    1  1.0  1.0", player(1, "2 w 1", points="2.0"), player(2, "1 b 0", points="0.0")
    )
    assert len(repairs(history, "acceleration")) == 1


def test_points_that_fit_nothing_are_reported_player_by_player() -> None:
    history = read_lines(player(1, "2 w 1", points="5.0"), player(2, "1 b 0", points="0.0"))
    assert repairs(history, "not those of the results") == [(1, "81-84", "5", "1")]
    assert points(history, 1) == [1]


# ---------------------------------------------------------------- byes, decisions, teams


def test_240_gives_byes_for_rounds_that_are_not_in_the_lines() -> None:
    history = read_lines("240 H   2    1", "240 Z   2    2", "240 F   1    1", *PAIR)
    assert outcomes(history, 1) == "1H"
    assert outcomes(history, 2) == "0Z"


def test_240_for_a_stranger_is_reported() -> None:
    assert repairs(read_lines("240 H   2    1    9", *PAIR), "not in the file") == [(1, "19", "9", "nothing")]


def test_299_with_a_round_adds_points_to_it() -> None:
    history = read_lines("299          -0.5    1    2", player(1, "2 w ="), player(2, "1 b ="))
    assert points(history, 2) == [0]
    assert history.results["decision"].tolist() == [False, True]
    assert outcomes(history, 2) == "="


def test_299_with_a_kind_of_result_sets_its_points() -> None:
    history = read_lines("299 W        0.5    1    1    2", *PAIR)
    assert points(history, 1) == [0.5]
    assert points(history, 2) == [0]
    assert history.results["decision"].tolist() == [True, False]


def test_299_without_players_or_round_is_for_all() -> None:
    history = read_lines("299 -        0.5", player(1, "2 w -", "2 w -"), player(2, "1 b +", "1 b -"))
    assert points(history, 1) == [0.5, 0.5]
    assert points(history, 2) == [1, 0.5]


def test_299_without_kind_and_round_is_an_adjustment() -> None:
    history = read_lines(
        "299          -1.0       2", player(1, "2 w 1", points="1.0"), player(2, "1 b 0", points="-1.0")
    )
    assert history.players["adjustment"].tolist() == [0, -1]
    assert not history.results["decision"].any()
    assert repairs(history, "not those of the results") == []


def test_299_for_a_round_in_which_a_player_was_not_there() -> None:
    history = read_lines("299           1.0    1    3", *PAIR, player(3))
    assert outcomes(history, 3) == "Z"
    assert points(history, 3) == [1]


def test_299_that_cannot_be_read_is_reported_and_kept() -> None:
    history = read_lines("299 Q        0.5    1    1", *PAIR)
    assert len(repairs(history, "no change of points")) == 1
    assert history.records["record"].tolist() == ["299"]


def test_teams_are_read_from_013() -> None:
    history = read_lines(*PAIR, f"013 {'Rooks':<32}   1    2")
    assert history.players["team"].tolist() == ["Rooks", "Rooks"]
    assert history.records.empty


def test_teams_are_read_from_310_which_makes_it_a_team_event() -> None:
    history = read_lines(
        "240 H   2    1", *PAIR, f"310   1 {'Rooks':<32} {'':31} {1:4d}", f"310   2 {'Knights':<32} {'':31} {2:4d}",
        f"013 {'Others':<32}   1    2",
    )  # fmt: skip
    assert history.players["team"].tolist() == ["Rooks", "Knights"]
    assert history.tournaments["system"].iloc[0] == "team-swiss"
    assert outcomes(history, 1) == "1"  # the 1 of record 240 is a team
    assert sorted(history.records["record"]) == ["013", "240", "310", "310"]


def test_lists_that_rank_teams_are_kept_for_them() -> None:
    history = read_lines("192 FIDE_TEAM_BAKU", "202 EDET/P,BH:MP", *PAIR)
    assert history.tournaments["by"].isna().all()
    assert "202 EDET/P,BH:MP" in history.records["text"].tolist()


def test_a_new_name_behind_players_opens_a_new_event() -> None:
    history = read_lines(
        "012 First", *PAIR, "### about the second", "012 Second", player(1, "2 b ="), player(2, "1 w =")
    )
    assert history.events == ["event", "event (2)"]
    assert history.repairs.empty  # the keys are given, not changed
    assert history.tournaments["name"].tolist() == ["First", "Second"]
    assert history.records["tournament"].astype("str").tolist() == ["event (2)"]


def test_players_may_come_before_everything_else() -> None:
    assert read_lines(*PAIR, "XXR 5", "012 Name").tournaments[["name", "rounds"]].iloc[0].tolist() == [
        "Name",
        5,
    ]


@pytest.mark.parametrize(
    ("text", "value"),
    [("5.5", 5.5), ("5,5", 5.5), ("5½", 5.5), ("½", 0.5), (".5", 0.5), ("11", 11), ("-0.5", -0.5), ("5.", 5),
     ("", None), ("five", None), ("1.2.3", None), ("nan", None), ("inf", None)],
)  # fmt: skip
def test_points_are_read_in_every_spelling(text: str, value: float | None) -> None:
    assert read_points(text) == value


def test_a_file_without_players_is_refused() -> None:
    with pytest.raises(
        tb.FormatError, match="event.trf, line 2: no player; expected lines that begin with 001"
    ):
        read_text("012 Nobody\n022 Nowhere\n")


def test_a_round_robin_is_seen_by_its_pairings() -> None:
    cells: dict[int, list[str]] = {n: [] for n in range(1, 5)}
    for games in schedule("round-robin", 4, 3):
        for white, black in games:
            cells[white].append(f"{black} w 1")
            cells[black].append(f"{white} b 0")
    history = read_lines(*(player(n, *c) for n, c in cells.items()))
    assert history.tournaments["system"].iloc[0] == "round-robin"
    assert len(repairs(history, "every two players met once")) == 1
