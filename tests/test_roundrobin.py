"""Berger and Varma tables against printed tables, a construction by hand, and their properties."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import groupby
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chesstb import DataError
from chesstb.roundrobin import (
    berger,
    berger_round,
    berger_white,
    check_schedule,
    draw_varma,
    varma,
    varma_meetings,
    withdraw,
)

Rounds = list[list[tuple[int, int]]]


def printed() -> dict[int, Rounds]:
    blocks = (Path(__file__).parent / "tables" / "berger.txt").read_text(encoding="utf-8").split("\n\n")[1:]
    tables = {}
    for block in blocks:
        size, *lines = block.split("\n")
        pairs = [[tuple(map(int, pair.split("-"))) for pair in line.split()] for line in lines if line]
        tables[int(size)] = pairs
    return tables  # type: ignore[return-value]


def by_rotation(even: int) -> Rounds:
    """The construction with cards: one stays, the others move on by half of their number."""
    ring = [*range(1, even)]
    rounds = []
    for number in range(even - 1):
        first, rest = ring[0], ring[1:]
        pairs = [(first, even) if number % 2 == 0 else (even, first)]
        pairs += list(zip(rest[: len(rest) // 2], reversed(rest[len(rest) // 2 :]), strict=True))
        rounds.append(pairs)
        ring = ring[even // 2 :] + ring[: even // 2]
    return rounds


def rounds_of(table: pd.DataFrame) -> Rounds:
    return [
        list(zip(games["white"], games["black"], strict=True))
        for _, games in table.sort_values(["round", "board"]).groupby("round")
    ]


def colours(table: pd.DataFrame) -> dict[int, str]:
    """Return each player's colours in the order of the rounds."""
    found: dict[int, str] = defaultdict(str)
    for white, black in zip(table["white"].tolist(), table["black"].tolist(), strict=True):
        found[white] += "w"
        found[black] += "b"
    return found


def longest_run(text: str) -> int:
    return max((len(list(run)) for _, run in groupby(text)), default=0)


@pytest.mark.parametrize(("size", "rounds"), printed().items(), ids=str)
def test_printed_tables_board_by_board(size: int, rounds: Rounds) -> None:
    assert rounds_of(berger(size)) == rounds
    odd = [[pair for pair in pairs if size not in pair] for pairs in rounds]
    assert rounds_of(berger(size - 1)) == odd


def test_the_printed_tables_are_all_there() -> None:
    # Rule books print 4 to 20; 22 and 24 are another program's tables, see berger.txt.
    assert list(printed()) == [4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24]
    for size, rounds in printed().items():
        assert len(rounds) == size - 1
        assert rounds == by_rotation(size)


@pytest.mark.parametrize("n", range(3, 101))
def test_a_table_of_any_size(n: int) -> None:
    table = berger(n)
    even = n + n % 2
    assert rounds_of(table) == [[pair for pair in pairs if max(pair) <= n] for pairs in by_rotation(even)]
    pairs = [frozenset(pair) for pair in zip(table["white"], table["black"], strict=True)]
    assert len(set(pairs)) == len(pairs) == n * (n - 1) // 2
    for _, games in table.groupby("round"):
        assert games["board"].tolist() == list(range(1, n // 2 + 1))
        assert len({*games["white"], *games["black"]}) == 2 * len(games)
    whites, blacks = Counter(table["white"]), Counter(table["black"])
    assert all(abs(whites[player] - blacks[player]) <= 1 for player in range(1, n + 1))
    assert all(longest_run(run) <= 2 for run in colours(table).values())


@pytest.mark.parametrize("n", [3, 4, 5, 6, 7, 12, 23, 24, 41])
@pytest.mark.parametrize("cycles", [2, 3, 4])
def test_several_cycles_reverse_the_colours_and_nobody_has_one_three_times(n: int, cycles: int) -> None:
    table = berger(n, cycles)
    met = Counter(zip(table["white"], table["black"], strict=True))
    for a in range(1, n + 1):
        for b in range(1, a):
            assert met[a, b] + met[b, a] == cycles
            assert abs(met[a, b] - met[b, a]) == cycles % 2
    few = n <= 4 and cycles > 2  # three rounds a cycle leave no room
    assert all(longest_run(run) <= 2 + few for run in colours(table).values())


def test_the_last_two_rounds_of_the_first_cycle_change_places() -> None:
    single, double = rounds_of(berger(6)), rounds_of(berger(6, 2))
    assert double[:5] == [single[i] for i in (0, 1, 2, 4, 3)]
    assert double[5:] == [[(b, a) for a, b in pairs] for pairs in single]
    plain = berger(6, 2, swap_last_rounds=False)
    assert rounds_of(plain)[:5] == single
    assert max(longest_run(run) for run in colours(plain).values()) == 3


@pytest.mark.parametrize("n", [3, 4, 9, 10, 22])
def test_round_and_white_of_two_numbers(n: int) -> None:
    table = berger(n)
    assert (berger_round(table["white"], table["black"], n) == table["round"]).all()
    assert (berger_white(table["white"], table["black"], n) == table["white"]).all()
    assert (berger_white(table["black"], table["white"], n) == table["white"]).all()
    if n % 2:
        for number in range(1, n + 1):
            free = berger_round(number, n + 1, n)
            games = table[table["round"] == free]
            assert number not in {*games["white"], *games["black"]}


def test_no_numbers_meet_in_no_rounds() -> None:
    assert berger_round([], [], 5).tolist() == berger_white([], [], 5).tolist() == []


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: berger(2), "n=2"),
        (lambda: berger(4.0), "n=4.0"),  # type: ignore[arg-type]
        (lambda: berger(4, 0), "cycles=0"),
        (lambda: berger_round(1.5, 7, 5), "no number of a table of 5: 1.5"),
        (lambda: berger_round(0, 3, 5), "no number of a table of 5: 0"),
        (lambda: berger_round([1, 2], [2, 2], 5), "number 2 meets itself"),
        (lambda: varma(8), "no Varma table for 7 or 8 players"),
        (lambda: varma(25), "9 to 24"),
        (lambda: draw_varma({"A": ["x"] * 2} | {str(i): [str(i)] for i in range(8)}), "stands twice"),
        (lambda: draw_varma({"A": list("abcdefgh"), "B": ["y", "z"]}), "do not fit the letters"),
        (lambda: draw_varma({"A": ["a"]}, n=10), "1 names for 10 players"),
        (lambda: draw_varma(pd.DataFrame({"team": ["A"]})), "column 'name' missing"),
        (lambda: draw_varma(["a"]), "a mapping of team to names"),
        (lambda: draw_varma({"A": "Smith", "B": ["Jones"]}), "team 'A': 'Smith'; expected a list of names"),
        (lambda: draw_varma(pd.DataFrame({"team": ["A", None], "name": ["x", "y"]})), "row 1: a blank"),
        (lambda: draw_varma({str(i): [str(i)] for i in range(9)}, seed=-1), "seed=-1"),
        (lambda: check_schedule("open.trf"), "a str is no History"),  # type: ignore[arg-type]
        (lambda: withdraw(None, 1, 1), "a NoneType is no History"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_is_said(call: object, says: str) -> None:
    with pytest.raises(DataError) as error:
        call()  # type: ignore[operator]
    assert says in str(error.value)


# ---------------------------------------------------------------- Varma


@pytest.mark.parametrize("n", range(9, 25))
def test_varma_letters_hold_each_number_once(n: int) -> None:
    table = varma(n)
    assert sorted(table["number"]) == list(range(1, n + 1))
    assert table["letter"].unique().tolist() == list("ABCD")


@pytest.mark.parametrize("n", range(9, 25))
def test_numbers_of_a_letter_do_not_meet_in_the_last_three_rounds(n: int) -> None:
    letter = dict(zip(varma(n)["number"], varma(n)["letter"], strict=True))
    late = [
        (number + 1, a, b)
        for number, pairs in enumerate(by_rotation(n + n % 2))
        for a, b in pairs
        if number >= n + n % 2 - 4 and max(a, b) <= n and letter[a] == letter[b]
    ]
    found = varma_meetings(n)
    assert list(zip(found["round"], found["white"], found["black"], strict=True)) == late
    assert late == ([(11, 6, 12)] if n == 12 else [])


@st.composite
def teams(draw: st.DrawFn) -> dict[str, list[str]]:
    n = draw(st.integers(9, 24))
    left, found = n, {}
    while left:
        size = draw(st.integers(1, min(4, left)))
        team = f"T{len(found)}"
        found[team] = [f"{team}-{i}" for i in range(size)]
        left -= size
    return found


def fits(sizes: list[int], letters: list[int]) -> bool:
    """Say whether each team can have one letter: by trying all."""
    sizes = sorted(sizes, reverse=True)
    if not sizes or sizes[0] == 1:
        return sum(sizes) <= sum(letters)
    return any(
        fits(sizes[1:], [size - sizes[0] * (i == chosen) for i, size in enumerate(letters)])
        for chosen, room in enumerate(letters)
        if room >= sizes[0]
    )


@settings(deadline=None)
@given(teams(), st.integers(0, 1000))
def test_a_draw_keeps_a_team_on_one_letter(groups: dict[str, list[str]], seed: int) -> None:
    n = sum(map(len, groups.values()))
    if not fits([len(names) for names in groups.values()], list(varma(n).groupby("letter").size())):
        with pytest.raises(DataError, match="do not fit the letters"):
            draw_varma(groups, seed=seed)
        return
    drawn = draw_varma(groups, seed=seed)
    letter = dict(zip(varma(n)["number"], varma(n)["letter"], strict=True))
    assert sorted(drawn["number"]) == list(range(1, n + 1))
    assert [letter[number] for number in drawn["number"]] == drawn["letter"].tolist()
    assert len(drawn[["team", "letter"]].drop_duplicates()) == len(groups)
    sizes = drawn.groupby("team", sort=False).size()
    assert sizes.tolist() == sorted(sizes, reverse=True)
    assert all(row in offered.split() for row, offered in zip(drawn["letter"], drawn["offered"], strict=True))
    assert draw_varma(groups, seed=seed).equals(drawn)


def test_each_letter_and_number_on_offer_is_as_likely_as_another() -> None:
    groups = {"A": ["a", "b", "c"]} | {str(i): [str(i)] for i in range(6)}
    draws = [draw_varma(groups, seed=seed).iloc[:3] for seed in range(600)]
    assert {drawn["offered"].iloc[0] for drawn in draws} == {"A B"}
    numbers = Counter(tuple(drawn["number"]) for drawn in draws)
    assert len(numbers) == 12  # the orders of 3 4 8 and of 5 7 9
    assert min(numbers.values()) > 25  # 50 each on average; below 25 is out of the question
    assert max(numbers.values()) < 80


def test_small_letters_sort_as_capitals_do() -> None:
    groups = {"b": ["Zhu", "de Vries"], "A": ["y", "X"]} | {str(i): [str(i)] for i in range(5)}
    drawn = draw_varma(groups, seed=0)
    assert drawn["name"].tolist()[:4] == ["X", "y", "de Vries", "Zhu"]


def test_the_largest_team_draws_first_and_names_go_by_the_alphabet() -> None:
    groups = {"B": ["q", "p"], "A": ["s", "r"], "C": ["z", "x", "y"], "D": ["d"], "E": ["e"], "F": ["f"]}
    drawn = draw_varma(groups, seed=3)
    assert drawn["team"].unique().tolist() == ["C", "A", "B", "D", "E", "F"]
    assert drawn["name"].tolist() == ["x", "y", "z", "r", "s", "p", "q", "d", "e", "f"]
    as_table = pd.DataFrame({"team": list("CCCBBAADEF"), "name": list("zxyqpsrdef")})
    assert draw_varma(as_table, seed=3).equals(drawn)
