"""The command line: whole archives."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
from click.testing import CliRunner, Result

import chesstb as tb
from chesstb.cli import main
from tests.test_ingest import contents_of

SMALL = Path("data/small")
QUIET = ["--workers", "1", "--quiet"]


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(a) for a in arguments])


def test_files_to_archive_to_standings(tmp_path: Path) -> None:
    archive, out = tmp_path / "archive", tmp_path / "out"
    done = run("ingest", SMALL / "*.trf", archive, *QUIET)
    assert done.exit_code == 0
    assert done.stdout.startswith(f"{archive}: 9 events added from 9 files; Archive: 9 events in 1 part")
    again = run("ingest", SMALL, archive, *QUIET)
    assert "0 events added from 0 files, 9 known from before" in again.stdout
    versions = ["--rules", "fide-2009", "--rules", "fide-2026"]
    done = run("reprocess", archive, out, "--by", "PTS SB", *versions, "--compare", *QUIET)
    assert done.exit_code == 0
    assert done.stderr == ""
    assert done.stdout == f"{out}: 9 events, 392 player-rounds, 1 part\n"
    table = pq.read_table(out / "standings").to_pandas()
    mine = table[(table["rules"] == "fide-2026") & (table["tournament"] == "late-entry")]
    expected = tb.standings(tb.read(SMALL / "late-entry.trf"), "PTS SB", "fide-2026")
    assert mine["player"].tolist() == expected["player"].tolist()
    assert mine["SB"].tolist() == expected["SB"].tolist()
    assert (out / "changes").is_dir()
    again = run("reprocess", archive, out, "--by", "PTS SB", *versions, "--compare", *QUIET)
    assert again.stdout.endswith("1 part (1 of them from before)\n")


def test_compiled_loops_are_a_choice_and_change_nothing(tmp_path: Path) -> None:
    for way in ("--fast", "--no-fast"):
        done = run("reprocess", SMALL / "late-entry.trf", tmp_path / way, "--by", "PTS BH/C1", way, *QUIET)
        assert done.exit_code == 0
    assert contents_of(tmp_path / "--fast") == contents_of(tmp_path / "--no-fast")


def test_failures_are_said_and_stop_nothing(tmp_path: Path) -> None:
    for number in range(7):
        (tmp_path / f"broken-{number}.trf").write_text("012 Broken\n001 what is this\n")
    done = run("ingest", tmp_path, SMALL / "late-entry.trf", tmp_path / "archive", *QUIET)
    assert done.exit_code == 0
    assert "1 event added" in done.stdout
    assert done.stderr.startswith("note: 7 failures:\n")
    assert done.stderr.endswith("  … and 2 more.\n")


def test_what_cannot_begin_is_one_message(tmp_path: Path) -> None:
    done = run("reprocess", tmp_path / "none", tmp_path / "out")
    assert done.exit_code == 2
    assert done.stderr.startswith("chesstb: ")
    assert "no such file" in done.stderr
    done = run("reprocess", SMALL / "late-entry.trf", tmp_path / "out", "--by", "PTS NONE", *QUIET)
    assert done.exit_code == 2
    assert "no tie-break 'NONE'" in done.stderr
    assert not (tmp_path / "out").exists()
