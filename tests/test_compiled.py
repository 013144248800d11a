"""Loops that Numba compiles give what NumPy gives, and what the reference says."""

from __future__ import annotations

import random
import sys
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chesstb as tb
from chesstb import compiled
from chesstb.compiled import base, rounds
from chesstb.encoding import Encoding, encode, grids
from tests import reference
from tests.strategies import ROUND_ROBIN, SWISS, events, random_event
from tests.test_against_reference import codes_of, compare, history_of
from tests.test_ingest import contents_of
from tests.test_reprocess import SMALL, VERSIONS, archive_of, run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

few = settings(
    max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@pytest.fixture
def in_use() -> Iterator[None]:
    with compiled.using(True):
        assert compiled.in_use() is not None
        yield
    assert compiled.in_use() is None


@pytest.mark.usefixtures("in_use")
@pytest.mark.parametrize("version", reference.VERSIONS)
@pytest.mark.parametrize("systems", [SWISS, ROUND_ROBIN], ids=["swiss", "round-robin"])
@few
@given(data=st.data())
def test_every_value_agrees_with_the_reference(
    version: str, systems: tuple[str, ...], data: st.DataObject
) -> None:
    several = data.draw(st.lists(events(systems, withdrawn=True), min_size=1, max_size=10))
    compare(several, version, codes_of(version, systems[0]))


def many_events() -> tb.History:
    dice = random.Random(7)
    systems = [*SWISS, *ROUND_ROBIN, *SWISS]
    drawn = [
        random_event(dice.choice(systems), dice.randrange(1, 40), dice.randrange(1, 13), k)
        for k in range(150)
    ]
    return history_of(drawn)


def test_results_are_laid_out_alike() -> None:
    history = many_events()
    plain, layouts = encode(history), grids(history)
    history._memo.clear()
    with compiled.using(True):
        found, others = encode(history), grids(history)
    for field in fields(Encoding):
        one, two = getattr(plain, field.name), getattr(found, field.name)
        assert np.array_equal(one, two), field.name
        assert np.asarray(one).dtype == np.asarray(two).dtype, field.name
    assert len(layouts) == len(others) > 20
    for one, two in zip(layouts, others, strict=True):
        for name in ("row", "event", "player", "opponent", "outcome", "colour", "points", "adjustment"):
            assert np.array_equal(getattr(one, name), getattr(two, name)), name
            assert getattr(one, name).dtype == getattr(two, name).dtype, name


@pytest.mark.parametrize("points", [[0.5, 0.25], [1.0, 2e9], [np.nan, 1.0], [np.inf, 0.0]])
def test_points_that_are_no_small_whole_units_are_left_to_numpy(points: list[float]) -> None:
    loops = compiled_loops()
    assert not loops.scaled(np.array(points), 2)[1]
    assert loops.scaled(np.array([0.5, -1.0, 3.0]), 2)[0].tolist() == [1, -2, 6]


def compiled_loops() -> Any:
    with compiled.using(True):
        return compiled.in_use()


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_cuts_one_by_one(data: st.DataObject) -> None:
    """As a person would: strike out the lowest, then the next, in plain lists."""
    dice = random.Random(data.draw(st.integers(0, 2**32 - 1)))
    players, many = dice.choice([1, 3, 1030]), dice.randrange(9)

    def numbers(most: int) -> Any:
        return np.array(
            [[dice.randrange(most) for _ in range(many)] for _ in range(players)], dtype=np.int32
        ).reshape(players, many)

    value, basis = numbers(6), numbers(4)
    there, voluntary = numbers(5) > 0, numbers(4) == 0
    low = np.array([dice.randrange(3) for _ in range(players)])
    high = dice.randrange(3)
    found = rounds.totals(value, basis, there, voluntary, (low, high))
    for p in range(players):
        left = [r for r in range(many) if there[p, r]]
        for _ in range(low[p]):
            if left:
                least = min(left, key=lambda r: (basis[p, r], value[p, r], r))
                own = [r for r in left if voluntary[p, r]]
                first = min(own, key=lambda r: (value[p, r], basis[p, r], r)) if own else least
                left.remove(first if value[p, first] >= value[p, least] else least)
        for _ in range(high):
            if left:
                left.remove(min(left, key=lambda r: (-basis[p, r], -value[p, r], r)))
        assert found[p] == sum(int(value[p, r]) for r in left)


@pytest.mark.parametrize("kind", [np.bool_, np.int8, np.int32, np.int64])
def test_what_cuts_look_at_may_be_larger_than_what_is_summed(kind: Any) -> None:
    value, basis = np.array([[1, 0, 1]], dtype=kind), np.array([[300, 2**40, 200]])
    assert rounds.totals(value, basis, None, None, (1, 0)).tolist() == [1]
    assert rounds.totals(value, basis, None, None, (0, 1)).tolist() == [2]
    assert rounds.totals(value, basis, None, None, (2, 0)).tolist() == [0]


@pytest.mark.parametrize("compare_too", [False, True])
def test_the_output_is_the_same_to_the_byte(tmp_path: Path, compare_too: bool) -> None:
    archive = archive_of([many_events(), *(tb.read(path) for path in SMALL)], tmp_path / "archive", 3000)
    by = "PTS DE BH/C1 BH SB WIN PS ARO"
    for name, fast in (("numpy", False), ("numba", True)):
        run(archive, tmp_path / name, by, VERSIONS, compare=compare_too, fast=fast)
    assert contents_of(tmp_path / "numba") == contents_of(tmp_path / "numpy")
    assert compiled.in_use() is None


def test_without_numba_it_is_numpy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chesstb.compiled.loops", None)
    with compiled.using(True):
        assert compiled.in_use() is None
    with pytest.raises(tb.MissingExtraError, match=r"pip install 'chesstb\[fast\]'"):
        run(tb.read(SMALL[0]), tmp_path, "PTS", "fide-2026", fast=True)
    monkeypatch.setattr("chesstb.bulk.reprocessing.COMPILED_FROM", 1)
    assert len(run(tb.read(SMALL[0]), tmp_path, "PTS", "fide-2026").standings)


def test_loops_that_cannot_be_kept_are_compiled_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(*, cache: bool = False, **options: Any) -> Any:
        if cache:
            raise RuntimeError("no locator available")
        return njit(**options)

    njit = base.numba.njit
    monkeypatch.setattr(base.numba, "njit", nowhere)
    assert base.compiled(lambda x: x + 1)(1) == 2


def test_a_large_run_compiles_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    used = []
    monkeypatch.setattr("chesstb.bulk.reprocessing.COMPILED_FROM", 1)
    monkeypatch.setattr(
        "chesstb.bulk.ranked.grids", lambda *given: used.append(compiled.in_use()) or grids(*given)
    )
    run(tb.read(SMALL[0]), tmp_path / "one", "PTS", "fide-2026")
    run(tb.read(SMALL[0]), tmp_path / "two", "PTS", "fide-2026", fast=False)
    assert [one is not None for one in used] == [True, False]
