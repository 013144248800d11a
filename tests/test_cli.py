"""The command line: output formats, several files, notes and exit statuses."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner, Result

import chesstb as tb
from chesstb.cli import main
from chesstb.text import number

DATA = Path(__file__).parent.parent / "data"
SMALL = DATA / "small" / "half-point-bye-and-withdrawal.trf"
BY = ["--by", "PTS BH/C1 SB"]


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(a) for a in arguments])


def test_text_is_aligned_and_has_half_points() -> None:
    done = run("standings", SMALL, *BY, "--rules", "fide-2026", "--first", 3)
    assert done.exit_code == 0
    head, rule, columns, *rows = done.stdout.rstrip("\n").split("\n")
    assert head.endswith(", fide-2026")
    assert set(rule) == {"-"}
    assert columns.split() == ["place", "no", "name", "PTS", "BH/C1", "SB"]
    assert len(rows) == 3
    assert "½" in done.stdout
    assert max(len(line) for line in rows) <= 100


@pytest.mark.parametrize("form", ["csv", "json", "parquet"])
def test_other_formats_carry_the_table(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"out.{form}"
    done = run("standings", SMALL, *BY, "--rules", "fide-2026", "-o", path)
    assert done.exit_code == 0
    expected = tb.standings(tb.read(SMALL), by=BY[1], rules="fide-2026")
    if form == "json":
        found = pd.DataFrame(json.loads(path.read_text(encoding="utf-8")))
    else:
        found = pd.read_csv(path) if form == "csv" else pd.read_parquet(path)
    assert list(found.columns) == list(expected.columns)
    for column in ("place", "player", "PTS", "BH/C1", "SB"):
        assert found[column].tolist() == expected[column].tolist()


def test_several_files_and_versions() -> None:
    other = DATA / "small" / "late-entry.trf"
    done = run(
        "standings",
        SMALL,
        other,
        "--by",
        "PTS BH",
        "--rules",
        "fide-2009",
        "--rules",
        "fide-2026",
        "--format",
        "csv",
    )
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0].startswith("rules,tournament,place")
    assert len(lines) == 1 + 2 * (16 + 8)


def test_what_was_chosen_is_said_beside_the_table() -> None:
    done = run("standings", SMALL, "--by", "PTS", "--format", "csv")
    assert done.exit_code == 0
    assert "note: half-point-bye-and-withdrawal: judged by" in done.stderr
    assert "note" not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["standings", "nowhere.trf"], "nowhere.trf"),
        (["standings", SMALL, "--by", "PTS XX"], "no tie-break 'XX'"),
        (["standings", SMALL, "--by", "PTS STD", "--rules", "fide-2009"], "fide-2009 does not define STD"),
        (["standings", SMALL, "--rules", "fide-1999"], "no rule version 'fide-1999'"),
        (["standings", SMALL, "--by", "PTS", "--rules", "fide-2026", "--after", "40"], "after=40"),
        (["standings"], "Missing argument"),
        (["standings", SMALL, "--format", "xlsx"], "Invalid value"),
        (["rules", "fide-2026", "nosuch"], "no rule version 'nosuch'"),
        (["standings", SMALL, *BY, "--rules", "fide-2026", "--format", "parquet"], "parquet needs a file"),
    ],
)
def test_bad_usage_and_bad_input_end_with_status_2(arguments: list[str | Path], message: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert message in done.stderr
    assert "Traceback" not in done.output


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("again.trf", []),
        ("again.txt", ["--to", "trf16"]),
        ("tables", []),
        ("again.csv", []),
        ("again.tsv", []),
        ("again.parquet", ["--to", "long"]),
        ("again.md", []),
        ("again.csv", ["--to", "crosstable"]),
        ("again.csv", ["--to", "chess-results"]),
        ("again.xlsx", []),
        ("again.html", []),
        ("again.txt", ["--to", "us-chess-crosstable"]),
    ],
)
def test_convert_there_and_back(tmp_path: Path, name: str, options: list[str]) -> None:
    target = tmp_path / name
    done = run("convert", SMALL, target, *options)
    assert done.exit_code == 0, done.output
    first, again = (tb.standings(tb.read(p), by="PTS BH SB", rules="fide-2026") for p in (SMALL, target))
    columns = ["place", "player", "name", "PTS", "BH", "SB"]
    assert first[columns].equals(again[columns])


def test_rules_are_listed_shown_and_compared() -> None:
    assert "fide-2009" in run("rules").stdout
    assert run("rules", "fide-2019").stdout.startswith("title")
    assert "own-score-capped" in run("rules", "fide-2024", "fide-2026").stdout
    assert run("rules", "fide-2024", "fide-2026", "--format", "csv").stdout.startswith("clause,system,a,b")


def test_a_page_of_ones_own_is_shown_as_it_is(tmp_path: Path) -> None:
    page = tmp_path / "club.toml"
    page.write_text(run("rules", "fide-2026").stdout, encoding="utf-8")
    assert run("rules", page).stdout == run("rules", "fide-2026").stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["standings", SMALL, "--by", "PTS", "--rules", "fide-2026", "-o", "out.xlsx"],
        ["standings", SMALL, "--by", "PTS", "--rules", "fide-2026", "--first", "0"],
        ["convert", SMALL, "out.docx"],
        ["convert", SMALL, "out.csv", "--to", "pdf"],
    ],
)
def test_output_that_cannot_be_written_is_refused(
    arguments: list[str | Path], tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(*arguments).exit_code == 2
    assert not list(tmp_path.iterdir())


def test_tiebreaks_are_listed() -> None:
    assert "Sonneborn-Berger" in run("tiebreaks").stdout
    assert json.loads(run("tiebreaks", "--format", "json").stdout)[0]["code"]


@pytest.mark.parametrize("command", [[], ["standings"], ["convert"], ["rules"], ["tiebreaks"]])
def test_every_command_has_help(command: list[str]) -> None:
    done = run(*command, "--help")
    assert done.exit_code == 0
    assert "Usage" in done.stdout


def test_numbers_as_on_a_wall_chart() -> None:
    assert [number(v) for v in (-0.5, -1.5, 0.75, 2400.0, 33.333, 0.01)] == [
        "−½",
        "−1½",
        "¾",
        "2400",
        "33.33",
        "0.01",
    ]


def test_a_large_berger_table_goes_on_in_the_next_line() -> None:
    wide = run("berger", 61).stdout.splitlines()
    assert max(map(len, wide)) <= 100
    assert " ".join(wide).count("-") == 61 * 30
    assert [line for line in wide if not line.startswith(" ")][60].startswith("round 61")


def test_reasons_are_shown_in_full() -> None:
    shown = run("rated", DATA / "real" / "mannheim-1914.trf").stdout
    assert max(map(len, shown.splitlines())) <= 100
    assert "…" not in shown
    assert "of the event" in shown
