"""The reference's US Chess, program and Lichess codes against worked examples."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.reference import columns, standings, table, value
from tests.reference.adjusted import unplayed_rounds_drawn
from tests.reference.cuts import after_cuts, by_basis, total
from tests.reference.elements import Element
from tests.reference.examples import SWISS16
from tests.reference.test_ratings import event

HALF = Fraction(1, 2)


def one_player(cells: str):
    """One player whose opponents are made up: player 2 is everybody."""
    rounds = len(cells.split())
    answers = {"1": "0", "0": "1", "=": "="}
    mine = " ".join(cell if cell in "FHUZ" else f"2w{cell}" for cell in cells.split())
    theirs = " ".join("Z" if cell in "FHUZ" else f"1b{answers[cell]}" for cell in cells.split())
    assert len(theirs.split()) == rounds
    return event([None, None], f"{mine}\n{theirs}")


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ("1 0 1 = 0", "9"),  # US Chess Official Rules, 34E3
        ("F 1 0 = 1", "10"),  # Michigan Chess Association: 1 2 2 2.5 3.5, less 1 for the bye
        ("H 1 1", "4"),  # 0.5 1.5 2.5, less 0.5
    ],
)
def test_cumulative(cells: str, expected: str) -> None:
    assert value(one_player(cells), "uscf", "CUMUL")[1] == Fraction(expected)


def test_adjusted_score_of_a_withdrawal() -> None:
    """US Chess Official Rules, 34E1: 1 1 0 and then withdrawn, 3.0 in the eyes of opponents."""
    assert unplayed_rounds_drawn(table(one_player("1 1 0 Z Z"), after=5), 1) == 3


@pytest.mark.parametrize(
    ("scores", "drop", "median", "solkoff"),
    [
        ("1 2 3 3.5 4", 1, "12.5", "13.5"),
        ("2 2.5 3 3 4", 1, "12.5", "14.5"),
        ("2 2 3.5 4 5 5 5.5", 1, "25", "27"),
        ("1 2.5 4 4 5 5.5 6", 1, "27", "28"),
    ],
)
def test_modified_median_of_a_plus_score(scores: str, drop: int, median: str, solkoff: str) -> None:
    """Big Rapids Chess."""
    elements = [Element(Fraction(s), Fraction(1)) for s in scores.split()]
    assert total(after_cuts(elements, by_basis, drop), by_basis) == Fraction(median)
    assert total(elements, by_basis) == Fraction(solkoff)


@pytest.mark.parametrize(
    ("version", "expected"),
    [("uscf", 7), ("uscf-club", 7 + 10), ("ffe-papi", 7 + 4 + 4 + 2 + 1 + 1)],
)
def test_kashdan_of_unplayed_rounds(version: str, expected: int) -> None:
    """Win, draw, loss; then F U H Z and a missing row."""
    small = one_player("1 = 0 F U H Z Z")
    del small.rows[1, 8]
    assert value(small, version, "KASHDAN", after=8)[1] == expected


def test_fewer_whites_come_first() -> None:
    small = event([None] * 2, "2w1 2b0\n1b0 1w1")
    assert value(small, "uscf", "WHITES") == {1: 1, 2: 1}
    assert standings(event([None] * 2, "2w=\n1b="), "uscf", ["PTS", "WHITES"]) == [(1, 2), (2, 1)]


def test_result_between_the_tied_is_one_pass() -> None:
    """34E5: 1 beat 2 and lost to 3, 2 beat 3: all even. A fourth who lost to 1 puts 1 ahead."""
    circle = event([None] * 4, "2w1 3w0 Z\n1b0 Z 3w1\nZ 1b1 2b0\nZ Z Z")
    assert columns(circle, "uscf", ["PTS", "RES34E5"])[1] == {1: 1, 2: 1, 3: 1, 4: None}
    more = event([None] * 4, "2w1 3w0 Z 4w1\n1b0 Z 3w1 U\nZ 1b1 2b0 U\nF F Z 1b0")
    assert columns(more, "uscf", ["PTS", "RES34E5"])[1] == {1: 1, 2: 2, 3: 2, 4: 4}


def test_opposition_has_its_own_performance() -> None:
    """34E10: 1 (1600) beat 2 (1500), drew with 3 (unrated); 2 beat 3."""
    small = event([1600, 1500, None], "2w1 3b= Z\n1b0 Z 3w1\nZ 1w= 2b0")
    # 1: 1500 + 400 = 1900; 2: 1600 - 400 = 1200; 3: (1600 + 1100) / 2 = 1350
    assert value(small, "uscf", "OPPPERF") == {1: 1275, 2: 1625, 3: 1550}
    assert value(small, "uscf", "AVGOPP") == {1: 1500, 2: 1600, 3: 1550}
    assert value(small, "uscf", "AVGOPP/U1000") == {1: 1250, 2: 1300, 3: 1550}


def test_six_digits_half_up() -> None:
    small = event([1600, 1500, 1501, 1501], "2w1 3w1 4w1\n1b0 Z Z\nZ 1b0 Z\nZ Z 1b0")
    assert value(small, "uscf", "AVGOPP")[1] == Fraction("1500.666667")


# ---------------------------------------------------------------- programs


def test_arranz() -> None:
    """1, 0.6 with Black, 0.4 with White, 0.5 without a colour; nothing for a forfeit or a bye."""
    small = event([None] * 2, "2w1 2b= 2w= 2w+ U\n1b0 1w= 1b= 1b- Z")
    assert value(small, "fide-2009", "ARZ") == {1: 2, 2: 1}
    small.rows[1, 2]["colour"] = None
    assert value(small, "fide-2009", "ARZ")[1] == Fraction("1.9")


def test_sum_of_buchholz_by_games_or_by_pairings() -> None:
    """Player 12 of the exercise met 4, and won from 14 by forfeit."""
    exercise = SWISS16.event()
    buchholz = value(exercise, "fide-2009", "BH")
    assert value(exercise, "fide-2009", "SBH")[12] == buchholz[4]
    papi = value(exercise, "ffe-papi", "BH")
    assert value(exercise, "ffe-papi", "SBH")[12] == papi[4] + papi[14]


def test_broadcasts_cut_the_smallest_product() -> None:
    """1 lost to 2 (2 points) and beat 3 (1 point) and 4 (0.5): 0 is cut, not the weakest opponent."""
    small = event([None] * 4, "2w0 3w1 4w1\n1b1 4w1 Z\n4b1 1b0 Z\n3w0 2b0 1b0")
    small.rows[4, 3]["points"] = Fraction(1, 2)
    assert value(small, "face-value", "SB")[1] == Fraction("1.5")
    assert value(small, "face-value", "SB/C1")[1] == 1
    assert value(small, "lichess-broadcast", "SB/C1")[1] == Fraction("1.5")


def test_koya_of_broadcasts_takes_the_most_games_of_anyone() -> None:
    """Three rounds, but nobody played more than two games: 1 point is half, and not 1.5."""
    small = event([None] * 3, "2w1 3w= Z\n1b0 Z 3b=\nZ 1b= 2w=")
    assert value(small, "lichess-broadcast", "KS") == {1: HALF, 2: HALF, 3: HALF}
    assert value(small, "face-value", "KS") == {1: 0, 2: 0, 3: HALF}
