"""Processes: they wait for the next call if they may, and what died or was stopped is never kept."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

import chesstb as tb
from chesstb.bulk import processes
from chesstb.bulk.plan import Plan
from chesstb.bulk.processes import Lost, end_kept, in_order
from chesstb.tiebreak import REGISTRY
from chesstb.tiebreak.own import OWN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chesstb.tiebreak import TieBreak


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    end_kept()
    yield
    end_kept()


def whose(_: int) -> int:
    return os.getpid()


def dies_of_three(item: int) -> int:
    if item == 3:
        os.kill(os.getpid(), 9)
    return os.getpid()


def test_processes_wait_for_the_next_call() -> None:
    first = set(in_order(whose, range(40), 2, keep=True))
    assert os.getpid() not in first
    assert set(in_order(whose, range(40), 2, keep=True)) <= first
    assert first.isdisjoint(in_order(whose, range(40), 2))
    end_kept()
    assert first.isdisjoint(in_order(whose, range(40), 2, keep=True))


def test_processes_at_work_are_not_shared() -> None:
    one, two = in_order(whose, range(40), 2, keep=True), in_order(whose, range(40), 2, keep=True)
    both = [*zip(one, two, strict=True)]
    assert {mine for mine, _ in both}.isdisjoint({theirs for _, theirs in both})


def test_what_was_stopped_or_died_is_not_kept() -> None:
    stopped = in_order(whose, range(40), 2, keep=True)
    next(stopped)
    stopped.close()  # type: ignore[attr-defined]
    assert not processes._KEPT
    found = list(in_order(dies_of_three, range(6), 2, keep=True))
    assert isinstance(found[3], Lost)
    assert not any(isinstance(one, Lost) for one in found[:3] + found[4:])
    assert os.getpid() not in in_order(whose, range(6), 2, keep=True)


def declared(code: str) -> TieBreak:
    @tb.declare_tiebreak(code, title=code, says="points")
    def points(grid: Any, _: Any) -> tb.Contributions:
        return tb.Contributions(grid.points, grid.unit)

    return REGISTRY[code]


def test_a_tiebreak_of_an_earlier_run_is_forgotten() -> None:
    """A process that was told of it must not know it when an event of the next run asks for it."""
    gone = declared("GONE")
    del REGISTRY["GONE"]  # as in a process that was started
    OWN.discard("GONE")
    Plan([], compare=False, columns=[], own={"GONE": gone}).known()
    assert "GONE" in REGISTRY
    Plan([], compare=False, columns=[], own={}).known()
    assert "GONE" not in REGISTRY
    assert "GONE" not in OWN


def test_a_tiebreak_declared_here_stays() -> None:
    here = declared("HERE")
    for own in ({"HERE": here}, {}):
        Plan([], compare=False, columns=[], own=own).known()
        assert "HERE" in REGISTRY
    OWN.discard("HERE")
