"""Sums after cuts, orders within events, and lines of standings: as a person would find them, in lists."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chesstb import compiled, ranking
from chesstb.bulk.lines import Lines
from chesstb.contribution import Contributions, Values
from chesstb.criteria import Criterion
from chesstb.cuts import cut, total
from chesstb.rules import Clause, Reading

SEEDS = st.integers(0, 2**32 - 1)
often = settings(max_examples=150, deadline=None)


def reading_of(word: str, low: int, high: int) -> Reading:
    clause = Clause("lowest-cut", word, "14")
    return Reading((clause,), Criterion("BH", "BH", low=low, high=high), "as-asked", "8.1")


def by_hand(rows: list[list[Any]], word: str, low: int, high: int) -> int:
    """Strike out the lowest, then the next; each row is basis, value, there, voluntary."""
    left = [row for row in rows if row[2]]
    if word == "smallest-value":
        left = [[value, value, there, voluntary] for _, value, there, voluntary in left]
    for _ in range(low):
        if left:
            least = min(left, key=lambda row: row[:2])
            own = [row for row in left if row[3]] if word == "voluntary-first" else []
            first = min(own, key=lambda row: (row[1], row[0])) if own else least
            left.remove(first if first[1] >= least[1] else least)
    for _ in range(high):
        if left:
            left.remove(max(left, key=lambda row: row[:2]))
    return sum(row[1] for row in left)


@pytest.mark.parametrize("word", ["lowest", "voluntary-first", "smallest-value"])
@given(seed=SEEDS)
@often
def test_sums_after_cuts(word: str, seed: int) -> None:
    dice = random.Random(seed)
    players, rounds = dice.choice([1, 4]), dice.randrange(8)
    kind, most = dice.choice([(np.int32, 5), (np.int32, 2**29), (np.int32, 2**31 - 1), (np.int64, 2**40)])

    def table(draw: Any, dtype: Any) -> Any:
        drawn = [[draw() for _ in range(players)] for _ in range(rounds)]
        return np.array(drawn, dtype=dtype).reshape(rounds, players).T

    value = table(lambda: dice.randrange(-(most // 3), most), kind)
    basis = dice.choice([None, table(lambda: dice.randrange(4), np.int32)])
    there = dice.choice([None, table(lambda: dice.random() < 0.7, bool)])
    own = dice.choice([None, table(lambda: dice.random() < 0.3, bool)])
    low, high = dice.choice([(0, 0), (1, 0), (1, 0), (2, 0), (1, 1), (0, 1), (9, 0)])
    spent = dice.choice([None, np.array([dice.randrange(3) for _ in range(players)])])
    extra = dice.choice([None, np.arange(players)])
    found = Contributions(value, 1, there, basis, own, extra, spent=spent)
    expected = []
    for p in range(players):
        rows = [
            [
                int(value[p, r] if basis is None else basis[p, r]),
                int(value[p, r]),
                there is None or bool(there[p, r]),
                own is not None and bool(own[p, r]),
            ]
            for r in range(rounds)
        ]
        mine = low if spent is None else max(low - int(spent[p]), 0)
        expected.append(by_hand(rows, word, mine, high) + (0 if extra is None else int(extra[p])))
    grid: Any = None  # "as-asked" does not look at it
    reading = reading_of(word, low, high)
    assert cut(found, grid, reading).total.tolist() == expected
    for fast in (False, True):
        with compiled.using(fast):
            sums = total(found, grid, reading)
            assert sums.tolist() == expected
            assert sums.dtype == np.int64


@given(seed=SEEDS)
@often
def test_order_within_events(seed: int) -> None:
    """Rows by event, list of values and row; places shared by those whom the list leaves tied."""
    dice = random.Random(seed)
    sizes = [dice.randrange(1, 9) for _ in range(dice.randrange(5))]
    event = np.repeat(np.arange(len(sizes)) * 3, sizes)
    columns = []
    for _ in range(dice.randrange(9)):
        most = dice.choice([2, 2, 100, 2**40, 2**61])
        number = np.array([dice.randrange(-most, most) for _ in event], dtype=np.int64)
        undefined = dice.choice([None, np.array([dice.random() < 0.7 for _ in event], dtype=bool)])
        columns.append((Values(number, 1, undefined), dice.random() < 0.6))

    def key(p: int) -> list[Any]:
        found: list[Any] = [event[p]]
        for values, higher_wins in columns:
            there = values.defined is None or bool(values.defined[p])
            found += [not there, there and int(values.number[p]) * (-1 if higher_wins else 1)]
        return found

    order, first = ranking.in_order(ranking.groups_of(event), columns)
    assert order.tolist() == sorted(range(len(event)), key=lambda p: (key(p), p))
    assert first.tolist() == [k == 0 or key(p) != key(order[k - 1]) for k, p in enumerate(order)]
    expected = [1 + sum(key(q) < key(p) for q in range(len(event)) if event[q] == event[p]) for p in order]
    assert ranking.places_in_order(ranking.above(event), first).tolist() == expected
    groups = ranking.rank(event, columns)
    assert groups.tolist() == [sorted({tuple(key(q)) for q in range(len(event))}).index(tuple(key(p)))
                               for p in range(len(event))]  # fmt: skip
    assert ranking.places(event, groups)[order].tolist() == expected


def test_lines_of_batches_that_are_not_in_the_order_of_events() -> None:
    """Three events, the first and the last in one batch; what a version leaves out is not kept."""
    names = [f"column {k}" for k in range(4)]
    lines, numbers = Lines((2, 6), names), np.arange(6)
    said: dict[tuple[int, int], list[Any]] = {}
    for rows, order in (([0, 1, 4, 5], [1, 0, 2, 3]), ([2, 3], [1, 0])):
        grid: Any = SimpleNamespace(row=np.array(rows), player=np.array(rows, dtype=np.int32) + 10)
        lines.open(grid)
        for version in range(2):
            if version and 2 in rows:
                continue  # it fails there
            place = np.array([1, 2, 1, 2], dtype=np.int32)[: len(rows)]
            shown = {name: np.array(rows) * 10 + k + 100 * version for k, name in enumerate(names)}
            values = {name: Values(number, 2) for name, number in shown.items()}
            values[names[2]] = Values(shown[names[2]], 2, np.array(rows) != 4)
            if version:
                del values[names[3]]
            lines.write(version, grid, np.array(order), place, values)
            for at, k in enumerate(order):
                own = [shown[name][k] / 2 for name in names]
                own[2] = None if rows[k] == 4 else own[2]
                own[3] = None if version else own[3]
                said[version, rows[at]] = [place[at], rows[k] + 10, *own]
    kept = np.array([True] * 6 + [row not in (2, 3) for row in numbers])
    found = pa.table(lines.columns(kept))
    assert [list(row.values()) for row in found.to_pylist()] == [said[key] for key in sorted(said)]
    assert len(found) == 10
