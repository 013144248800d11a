"""The reference gives what the published examples say, before it judges anything else."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from tests.reference import (
    VERSIONS,
    Event,
    Row,
    columns,
    defined,
    direct_encounter,
    parse,
    standings,
    table,
    value,
)
from tests.reference.adjusted import adjusted_scores
from tests.reference.cuts import after_cuts, by_basis, by_product, total
from tests.reference.direct_encounter import on_top_whatever_happens
from tests.reference.elements import Element, virtual_opponent
from tests.reference.examples import FR14, PAY, RR6, SWISS16, TWO_VURS, Example, read_result, read_values

if TYPE_CHECKING:
    from collections.abc import Iterator

EXAMPLES = {"swiss16": SWISS16, "rr6": RR6, "fr14": FR14, "two-vurs": TWO_VURS}


def columns_of_examples() -> Iterator[Any]:
    for name, example in EXAMPLES.items():
        for key, column in example.expected.items():
            versions = VERSIONS if key == "any" else key.split()
            for code, each in itertools.product(column, versions):
                base, letters = parse(code).base, parse(code).letters
                if base == "ADJ" or defined(each, base, letters, example.system):
                    yield pytest.param(example, each, code, column[code], id=f"{name}-{each}-{code}")


@pytest.mark.parametrize(("example", "version", "code", "expected"), list(columns_of_examples()))
def test_published_column(example: Example, version: str, code: str, expected: str) -> None:
    event = example.event()
    found = adjusted_scores(table(event), version) if code == "ADJ" else value(event, version, code)
    given = read_values(expected)
    assert {i: found[i] for i in given} == given


# ---------------------------------------------------------------- cuts


def test_voluntary_contribution_below_the_least_significant_stays() -> None:
    """Public defect report on the TEC member's program (Sept 2026), finding B."""
    half = Fraction(1, 2)
    nine_rounds = [
        Element(Fraction(9, 2), half, vur=True),
        Element(Fraction(5), Fraction(0), vur=True),
        Element(Fraction(3), half),
        Element(Fraction(22), Fraction(1)),
    ]
    assert total(nine_rounds, by_product) == Fraction("25.75")
    assert total(after_cuts(nine_rounds, by_product, low=1), by_product) == Fraction("24.25")


def test_voluntary_contribution_equal_to_the_least_significant_is_cut() -> None:
    """Boundary case of the same test set."""
    half = Fraction(1, 2)
    bye = Element(Fraction(2), half, vur=True)
    lowest = Element(Fraction(1), Fraction(1))
    left = after_cuts(
        [lowest, bye, Element(Fraction(3), half), Element(Fraction(2), Fraction(1))], by_product, 1
    )
    assert bye not in left
    assert total(left, by_product) == Fraction("4.5")


@pytest.mark.parametrize(
    ("scores", "whole", "cut", "median"),
    [
        ("4 3 3 2 1", "13", "12", "8"),
        ("4 3 2.5 2 2", "13.5", "11.5", "7.5"),
        ("3 3 3 2.5 1", "12.5", "11.5", "8.5"),
    ],
)
def test_three_winners(scores: str, whole: str, cut: str, median: str) -> None:
    """Chess Caddy guide to Buchholz, 25 July 2026."""
    elements = [Element(Fraction(s), Fraction(1)) for s in scores.split()]
    assert total(elements, by_basis) == Fraction(whole)
    assert total(after_cuts(elements, by_basis, 1), by_basis) == Fraction(cut)
    assert total(after_cuts(elements, by_basis, 1, 1), by_basis) == Fraction(median)


def test_more_cuts_than_elements_leave_nothing() -> None:
    assert after_cuts([Element(Fraction(1), Fraction(1))], by_basis, 2, 2) == []


# ---------------------------------------------------------------- virtual opponent


@pytest.mark.parametrize(
    ("n", "round_", "before", "outcome", "expected"),
    [
        (9, 3, "2", "+", "5"),
        (9, 7, "4", "Z", "6"),
        (3, 3, "3/2", "Z", "5/2"),
        (9, 3, "3/2", "Z", "11/2"),
        (6, 6, "7/2", "+", "7/2"),
        (9, 6, "7/2", "+", "5"),
    ],
)
def test_virtual_opponent(n: int, round_: int, before: str, outcome: str, expected: str) -> None:
    """Minutes of Kallithea 2009, item 7, and the old handbook's examples."""
    forfeit = outcome == "+"
    rows = {
        (1, 1): Row(opponent=2, colour="w", outcome="1", points=Fraction(before)),
        (1, round_): Row(
            opponent=2 if forfeit else None, colour=None, outcome=outcome, points=Fraction(int(forfeit))
        ),
    }
    event = Event("swiss", n, PAY, [1, 2], {}, rows | {(2, n): read_result("Z")})
    assert virtual_opponent(table(event, after=n), 1, round_) == Fraction(expected)


# ---------------------------------------------------------------- direct encounter


def swiss_of(games: dict[tuple[int, int], str]) -> Event:
    """One game a round; the first of a pair is White."""
    answer = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}
    rows = {}
    for r, ((i, j), result) in enumerate(games.items(), start=1):
        rows[i, r] = read_result(f"{j}w{result}")
        rows[j, r] = read_result(f"{i}b{answer[result]}")
    return Event("swiss", None, PAY, sorted({i for pair in games for i in pair}), {}, rows)


def test_first_whatever_the_missing_game_gives() -> None:
    """TEC exercises 6.3: 1 beat 2, 3, 4; 2 beat 3, 4; 3 and 4 have not met."""
    event = swiss_of({(1, 2): "1", (1, 3): "1", (1, 4): "1", (2, 3): "1", (2, 4): "1"})
    assert direct_encounter(table(event), "fide-2024", [1, 2, 3, 4]) == [[1], [2], [3, 4]]
    assert direct_encounter(table(event), "fide-2009", [1, 2, 3, 4]) == [[1, 2, 3, 4]]


def test_forfeit_counts_only_when_asked_for_in_a_swiss() -> None:
    event = swiss_of({(1, 2): "+"})
    assert direct_encounter(table(event), "fide-2026", [1, 2]) == [[1, 2]]
    assert direct_encounter(table(event), "fide-2026", [1, 2], forfeits_as_played=True) == [[1], [2]]


def test_repeated_games_are_averaged() -> None:
    """Art. 6.1.2: 1 scored 1-1 against 2 and 1-0 against 3."""
    event = swiss_of({(1, 2): "1", (1, 3): "1", (2, 3): "1"})
    again = {(i, 4): read_result(cell) for i, cell in [(1, "2w0"), (2, "1b1"), (3, "Z")]}
    more = Event("swiss", None, PAY, [1, 2, 3], {}, event.rows | again)
    assert direct_encounter(table(more), "fide-2024", [1, 2, 3]) == [[1, 2], [3]]


def test_direct_encounter_of_the_published_round_robin() -> None:
    """TEC exercises, Ex. 26: 3.5 points 1, then 2 and 3; 1.5 points 6, 5, 4."""
    event = RR6.event()
    assert standings(event, "fide-2024", ["PTS", "DE"]) == [(1, 1), (2, 2), (2, 3), (4, 6), (5, 5), (6, 4)]
    column = columns(event, "fide-2024", ["PTS", "DE"])[1]
    assert column == {1: 1, 2: 2, 3: 2, 6: 1, 5: 2, 4: 3}


def alone_on_top(points: dict[int, Fraction], missing: list[tuple[int, int]], rest: set[int]) -> set[int]:
    """Who of the rest is alone on top for every outcome of the missing games, by enumeration."""
    tops = []
    shares = [Fraction(0), Fraction(1, 2), Fraction(1)]
    for outcomes in itertools.product(shares, repeat=len(missing)):
        final = dict(points)
        for (i, j), share in zip(missing, outcomes, strict=True):
            final[i] += share
            final[j] += 1 - share
        best = max(final[i] for i in rest)
        tops.append({i for i in rest if final[i] == best})
    return tops[0] if len(tops[0]) == 1 and all(top == tops[0] for top in tops) else set()


@pytest.mark.parametrize("seed", range(60))
def test_worst_case_check_is_the_enumeration(seed: int) -> None:
    rng = random.Random(seed)
    tied = list(range(1, rng.randint(3, 5)))
    games = {pair: rng.choice("10=") for pair in itertools.combinations(tied, 2) if rng.random() < 0.6}
    missing = [pair for pair in itertools.combinations(tied, 2) if pair not in games]
    worth = {"1": Fraction(1), "=": Fraction(1, 2), "0": Fraction(0)}
    points = dict.fromkeys(tied, Fraction(0))
    for (i, j), result in games.items():
        points[i] += worth[result]
        points[j] += 1 - worth[result]
    unmet = {i: sum(i in pair for pair in missing) for i in tied}
    event = Event("swiss", None, PAY, tied, {}, {})
    rest, expected = set(tied), []
    while len(rest) > 1 and (top := alone_on_top(points, missing, rest)):
        expected.append(sorted(top))
        rest -= top
    assert on_top_whatever_happens(table(event), points, unmet) == [*expected, sorted(rest)]
