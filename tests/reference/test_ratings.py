"""The reference's ratings: tables against what they must satisfy, codes against worked examples."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.reference import Event, value
from tests.reference.examples import PAY, SWISS16, read_result
from tests.reference.performance import Game, by_table, expected_score, five_hundred, lowest_sufficient, papi
from tests.reference.rating_tables import (
    LARGEST_DIFFERENCE,
    RATING_DIFFERENCE,
    expected_hundredths,
    half_up,
    papi_difference,
    rating_difference,
)

HALF = Fraction(1, 2)


def event(ratings: list[int | None], crosstable: str, system: str = "swiss") -> Event:
    lines = crosstable.strip().splitlines()
    rows = {
        (i, r): read_result(cell)
        for i, line in enumerate(lines, start=1)
        for r, cell in enumerate(line.split(), start=1)
    }
    players = list(range(1, len(lines) + 1))
    return Event(system, None, PAY, players, {}, rows, dict(zip(players, ratings, strict=True)))


# ---------------------------------------------------------------- tables


def test_tables_are_complete_rising_and_symmetric() -> None:
    assert len(RATING_DIFFERENCE) == 51
    assert len(LARGEST_DIFFERENCE) == 50
    assert sorted(set(RATING_DIFFERENCE)) == RATING_DIFFERENCE
    assert sorted(set(LARGEST_DIFFERENCE)) == LARGEST_DIFFERENCE
    assert all(rating_difference(100 - p) == -rating_difference(p) for p in range(101))
    assert all(expected_hundredths(d) + expected_hundredths(-d) == 100 for d in range(900))


@pytest.mark.parametrize(
    ("difference", "hundredths"), [(0, 50), (3, 50), (4, 51), (400, 92), (735, 99), (736, 100)]
)
def test_bands_of_the_expected_score(difference: int, hundredths: int) -> None:
    """Table 8.1.2; 400 is 92 and not 90: the full scale."""
    assert expected_hundredths(difference) == hundredths


def test_the_two_tables_belong_together() -> None:
    """A difference of dp(p) expects p percent, but for p = 100, where dp is a convention."""
    assert all(expected_hundredths(rating_difference(p)) == p for p in range(1, 100))


@pytest.mark.parametrize(("exact", "rounded"), [("1/2", 1), ("-1/2", 0), ("-3/2", -1), ("7/3", 2)])
def test_half_up_also_below_zero(exact: str, rounded: int) -> None:
    assert half_up(Fraction(exact)) == rounded


def test_papi_goes_in_straight_lines_and_not_beyond_677() -> None:
    assert [papi_difference(Fraction(p)) for p in (0, 1, 50, 99, 100)] == [-677, -677, 0, 677, 677]
    assert papi_difference(Fraction(200, 3)) == Fraction(117) + Fraction(2, 3) * (125 - 117)
    assert papi_difference(Fraction(100, 3)) == -papi_difference(Fraction(200, 3))


# ---------------------------------------------------------------- 10.2, 10.3 by themselves


def test_perfect_performance_walks_to_2112() -> None:
    """TEC exercises, Ex. 22: 3.5 points against these five."""
    opponents = [1700, 1950, 1850, 2050, 2150]
    for rating, expected in [(2089, "3.37"), (2130, "3.59"), (2170, "3.79"), (2112, "3.5")]:
        assert expected_score(rating, opponents) == Fraction(expected)
    assert expected_score(2111, opponents) < Fraction("3.5")
    assert lowest_sufficient(opponents, Fraction("3.5")) == 2112
    played = [Game(r, Fraction("0.7")) for r in opponents]
    assert by_table({r: r for r in opponents}, played, 0) == 2089


def test_perfect_performance_at_the_ends() -> None:
    """No point: 800 below the weakest opponent; all points: 736 above the strongest."""
    assert lowest_sufficient([1500, 2300], Fraction(0)) == 700
    assert lowest_sufficient([1500, 2300], Fraction(2)) == 3036
    assert lowest_sufficient([], Fraction(0)) is None


def test_five_hundred_either_way() -> None:
    """Lichess: (1500 + 500 + 1700 + 2000 - 500) / 3 = 1733 1/3."""
    played = [Game(1, Fraction(1)), Game(2, HALF), Game(3, Fraction(0))]
    assert five_hundred({1: 1500, 2: 1700, 3: 2000}, played, 4) == 1733


def test_papi_brings_opponents_within_400() -> None:
    """Own 2000: 2900 counts 2400, 1000 counts 1600; mean 2000, 50 percent."""
    assert papi({1: 2900, 2: 1000, 3: 2000}, [Game(1, Fraction(0)), Game(2, Fraction(1))], 3) == 2000


# ---------------------------------------------------------------- whole events


def test_unplayed_rounds_are_cut_before_opponents() -> None:
    """World Rapid and Blitz 2022: player 12 of the exercise played one game of five, player 4 four."""
    exercise = SWISS16.event()
    plain, practice = (value(exercise, v, "ARO/C1") for v in ("fide-2009", "world-rapid-blitz"))
    assert {i for i in plain if plain[i] != practice[i]} == {4, 6, 9, 11, 12, 14}
    assert [practice[i] for i in (4, 6, 9, 11, 12, 14)] == [1888, 1813, 1975, 1863, 2050, 1800]
    twice = value(exercise, "world-rapid-blitz", "ARO/C2")
    assert twice[4] == 1983  # one cut for the half-point bye, one for player 13


def test_medians_cut_both_ends() -> None:
    """Player 1 of the exercise met 1800 1600 2150 1500 2050: without ends 5450 / 3 = 1816 2/3."""
    assert value(SWISS16.event(), "fide-2026", "ARO/M1")[1] == 1817
    assert value(SWISS16.event(), "fide-2026", "ARO/M2")[1] == 1800
    assert value(SWISS16.event(), "fide-2026", "ARO/M3")[1] is None


def test_one_without_rating_leaves_nobody_a_value() -> None:
    """Art. 10: dropped for the whole event, unless a rating is given for the unrated."""
    small = event([2000, 1800, None], "2w1 3b=\n1b0 U\nU 1w=")
    for code in ("ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"):
        assert set(value(small, "fide-2026", code).values()) == {None}
    assert value(small, "fide-2026", "ARO/U1400") == {1: 1600, 2: 2000, 3: 2000}
    assert value(small, "fide-2026", "RTNG/U1400/R") == {1: 2000, 2: 1800, 3: 1400}


def test_forfeits_of_a_round_robin_count_for_ratings_until_2024() -> None:
    """15.2 of 2023 and 2024: regular games everywhere; since 2026 not in Art. 10."""
    small = event([2000, 1800, 1600], "2w+ 3b1 Z\n1b- Z 3w=\nZ 1w0 2b=", "round-robin")
    assert value(small, "fide-2024", "ARO") == {1: 1700, 2: 1800, 3: 1900}
    assert value(small, "fide-2026", "ARO") == {1: 1600, 2: 1600, 3: 1900}
    assert value(small, "fide-2024", "TPR")[1] == 2500
    assert value(small, "fide-2024", "TPR")[2] == 1800 - rating_difference(75)


def test_who_met_nobody() -> None:
    small = event([2000, 1800], "U\nZ")
    assert set(value(small, "fide-2024", "TPR").values()) == {None}
    assert set(value(small, "lichess-broadcast", "TPR").values()) == {0}
    assert set(value(small, "lichess-broadcast", "PTP").values()) == {None}
