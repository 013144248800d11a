"""The fuzz run of all readers: a small one, and that it finds what is wrong."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from chesstb.errors import FormatError
from chesstb.formats import FORMATS, trf
from tests.fuzz import __main__ as command
from tests.fuzz import damage, judging, watching
from tests.fuzz.judging import CLEAN, FINDING, REPAIRED, Verdict, case, judge
from tests.fuzz.originals import MAKERS

if TYPE_CHECKING:
    from pathlib import Path

SEED = 64
EACH = 6
"""Damaged files of each format."""
WHOLE = 3
"""Files that are looked at before they are damaged."""


@pytest.mark.parametrize("name", list(MAKERS))
def test_a_few_damaged_files_of_each_format(name: str, tmp_path: Path) -> None:
    for index in range(EACH):
        assert judge(name, index, SEED, tmp_path).kind != FINDING, index
    for number, original in enumerate(judging.whole_files(name)[:WHOLE]):
        facts = judging.whole_facts(name, number)
        if original.points:
            assert facts is not None
            assert facts.points == {(0, player): points for player, points in original.points.items()}


def test_the_same_numbers_give_the_same_input() -> None:
    first, _ = case("trf", 3, SEED)
    assert case("trf", 3, SEED)[0].files == first.files
    assert case("trf", 3, SEED + 1)[0].files != first.files
    assert first.files != first.original.files


# ---------------------------------------------------------------- what the judge finds


@pytest.fixture
def verdict(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Judge a file that the reader changes."""

    def judged(change: Any) -> Verdict:
        read = trf.read
        monkeypatch.setattr(trf, "read", lambda *args, **options: change(read(*args, **options)))
        monkeypatch.setattr(damage, "_kinds", lambda _: [lambda data, _: data])
        index = next(k for k in range(99) if not case("trf", k, SEED)[0].whole)
        return judge("trf", index, SEED, tmp_path)

    judging.prepare("trf")
    return judged


def fail(error: Exception) -> Any:
    def change(_: Any) -> Any:
        raise error

    return change


def test_a_whole_file_is_in_order(verdict: Any) -> None:
    assert verdict(lambda history: history).kind in (CLEAN, REPAIRED)


def test_another_error_is_a_finding(verdict: Any) -> None:
    assert "KeyError at test_fuzz.py" in verdict(fail(KeyError("x"))).why


def test_an_error_without_a_word_is_a_finding(verdict: Any) -> None:
    assert verdict(fail(FormatError(""))) == (FINDING, "FormatError without a message")


def test_another_score_without_a_word_is_a_finding(verdict: Any) -> None:
    def more(history: Any) -> Any:
        return replace(history, results=history.results.assign(points=history.results["points"] + 1))

    assert "another score, and nothing is said: player 1" in verdict(more).why


def test_a_warning_is_a_finding(verdict: Any) -> None:
    def warn(history: Any) -> Any:
        import warnings  # noqa: PLC0415

        warnings.warn("dtype", FutureWarning, stacklevel=1)
        return history

    assert verdict(warn) == (FINDING, "a warning: dtype")


# ---------------------------------------------------------------- the command


@pytest.mark.skipif(sys.platform != "linux", reason="the time of a process is read from /proc")
def test_processes_that_die_or_hang_are_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    tasks = [("no format", 0, SEED), ("icu", 0, SEED)]
    (first, died), (second, fine) = watching.verdicts(tasks)
    assert (first, second) == tuple(tasks)
    assert died == (FINDING, "the process ended with 1")
    assert fine.kind != FINDING
    monkeypatch.setattr(watching, "ASLEEP", 0)
    monkeypatch.setattr(watching, "SECONDS", 0)
    assert [told.why for _, told in watching.verdicts(tasks[1:])] == ["longer than 0 seconds"]


def test_the_command_shows_a_table(monkeypatch: pytest.MonkeyPatch, capsys: Any, tmp_path: Path) -> None:
    def verdicts(tasks: Any, workers: int) -> Any:
        assert workers == 1
        return [(task, Verdict(FINDING if task[1] else CLEAN, "odd")) for task in tasks]

    monkeypatch.setattr(command, "verdicts", verdicts)
    assert command.main(["--count", "2", "--format", "icu", "--keep", str(tmp_path)]) == 1
    shown = capsys.readouterr().out.splitlines()
    assert "icu:1  odd" in shown[0]
    assert shown[1].split() == ["format", "inputs", *command.KINDS]
    assert shown[2].split() == ["icu", "2", "1", "0", "0", "0", "1"]
    assert [path.name for path in tmp_path.iterdir()] == ["2026-icu-1"]
    assert command.main(["--count", "1", "--format", "icu"]) == 0


def test_one_input_again(capsys: Any) -> None:
    assert command.main(["--only", "icu:0"]) == 0
    assert "bytes (whole: " in capsys.readouterr().out


def test_every_format_has_originals() -> None:
    assert set(MAKERS) == {*FORMATS, "published"}
