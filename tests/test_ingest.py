"""Files into an archive: every file once, whatever stops it in between."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import chesstb as tb
from chesstb.bulk import parts
from chesstb.bulk.processes import Lost, in_order
from tests.test_archive import games, same

SMALL = Path("data/small")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Some files as they are found: folders in folders, one file twice, one that is broken."""
    made = tmp_path / "files"
    (made / "2025" / "may").mkdir(parents=True)
    for number, path in enumerate(sorted(SMALL.glob("*.trf"))):
        shutil.copy(path, made / ("2025/may" if number % 2 else "2025") / path.name)
    games("saved").save(made / "saved")
    return made


@pytest.mark.parametrize("workers", [1, 2])
def test_a_folder_with_folders(folder: Path, tmp_path: Path, workers: int) -> None:
    done = tb.ingest(folder, tmp_path / "archive", workers, progress=False)
    assert done.failures["why"].tolist() == done.duplicates["why"].tolist() == []
    assert (done.files, done.before, done.events) == (10, 0, 10)
    assert sorted(done.archive.events) == sorted([*(p.stem for p in SMALL.glob("*.trf")), "saved"])
    for path in SMALL.glob("*.trf"):
        same(done.archive[path.stem], tb.read(path))


def test_a_second_run_reads_nothing_and_changes_nothing(folder: Path, tmp_path: Path) -> None:
    tb.ingest(folder, tmp_path / "archive", 1, progress=False)
    before = contents_of(tmp_path / "archive")
    again = tb.ingest(folder, tmp_path / "archive", 1, progress=False)
    assert (again.files, again.before, again.events) == (0, 10, 0)
    assert contents_of(tmp_path / "archive") == before


def test_what_is_there_already_is_left_out_and_said(folder: Path, tmp_path: Path) -> None:
    late = folder / "2025" / "late-entry.trf"
    late = late if late.exists() else folder / "2025" / "may" / "late-entry.trf"
    shutil.copy(late, folder / "zz-same-bytes.trf")
    (folder / "zz-same-event.trf").write_bytes(late.read_bytes().replace(b"\n", b"\r\n"))
    done = tb.ingest(folder, tmp_path / "archive", 1, progress=False)
    assert done.events == 10
    second, first = done.duplicates.to_dict("records")
    assert first["file"].endswith("zz-same-bytes.trf")
    assert first["why"] == f"the same as {late}"
    assert second["tournament"] == "zz-same-event"
    assert second["why"] == "the same as event 'late-entry'"
    again = tb.ingest(folder, tmp_path / "archive", 1, progress=False)
    assert (again.files, again.before, len(again.duplicates)) == (0, 12, 0)


def test_events_that_were_appended_are_known(tmp_path: Path) -> None:
    archive = tb.open_archive(tmp_path / "archive", new=True)
    archive.append(tb.read(SMALL / "late-entry.trf").renamed({"late-entry": "mine"}))
    done = tb.ingest(SMALL / "late-entry.trf", archive, 1, progress=False)
    assert done.events == 0
    assert done.duplicates["why"].tolist() == ["the same as event 'mine'"]


def test_files_that_fail_stop_no_other_and_are_tried_again(folder: Path, tmp_path: Path) -> None:
    (folder / "broken.trf").write_text("012 Broken\n001 what is this\n")
    (folder / "unknown.xyz").write_text("nothing known")
    done = tb.ingest(folder, tmp_path / "archive", 1, progress=False)
    assert done.events == 10
    assert [Path(name).name for name in done.failures["file"]] == ["broken.trf", "unknown.xyz"]
    assert done.failures["error"].tolist() == ["FormatError", "FormatError"]
    assert done.failures["why"].str.len().min() > 20
    shutil.copy(SMALL / "late-entry.trf", folder / "broken.trf")
    (folder / "unknown.xyz").unlink()
    again = tb.ingest(folder, tmp_path / "archive", 1, progress=False)
    assert len(again.failures) == 0
    log = pq.read_table(tmp_path / "archive" / "files").to_pandas()
    assert log["status"].value_counts().to_dict() == {"read": 10, "failed": 2, "same file": 1}


def test_published_values_belong_to_the_events_beside_them(tmp_path: Path) -> None:
    files = tmp_path / "files"
    files.mkdir()
    shutil.copy(SMALL / "late-entry.trf", files)
    lines = ["tournament,player,column,criterion,value", "late-entry,1,BH,BH,3.5", "nowhere,1,BH,BH,2"]
    (files / "printed.csv").write_text("\n".join(lines) + "\n")
    done = tb.ingest(files, tmp_path / "archive", 1, progress=False)
    table = done.archive["late-entry"].published
    assert 3.5 in table.loc[table["column"] == "BH", "value"].tolist()
    assert done.failures["why"].str.contains("event 'nowhere' left out").tolist() == [True]


def test_what_cannot_begin(tmp_path: Path) -> None:
    with pytest.raises(tb.FormatError, match="no such file"):
        tb.ingest(tmp_path / "none.trf", tmp_path / "archive", progress=False)
    with pytest.raises(tb.FormatError, match="no file fits"):
        tb.ingest(str(tmp_path / "*.trf"), tmp_path / "archive", progress=False)
    (tmp_path / "empty").mkdir()
    with pytest.raises(tb.FormatError, match="no files; expected one at least"):
        tb.ingest(tmp_path / "empty", tmp_path / "archive", progress=False)


def contents_of(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


INGESTING = """
import sys, chesstb as tb
from chesstb.bulk import parts
parts.PART_ROWS = 60
tb.ingest(sys.argv[1], sys.argv[2], 1, progress=False)
"""


def test_a_run_that_is_killed_goes_on_where_it_stopped(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "PART_ROWS", 60)
    tb.ingest(folder, tmp_path / "whole", 1, progress=False)
    killed = tmp_path / "killed"
    running = subprocess.Popen([sys.executable, "-c", INGESTING, str(folder), str(killed)])
    until = time.monotonic() + 100
    while len(parts.numbers_in(killed)) < 2 and time.monotonic() < until:
        time.sleep(0.002)
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    tb.ingest(folder, killed, 1, progress=False)
    left, right = contents_of(tmp_path / "whole"), contents_of(killed)
    assert len(parts.numbers_in(killed)) > 2
    assert left == right


# ---------------------------------------------------------------- processes


def square_or_die(number: int) -> int:
    if number == 7:
        os._exit(1)
    return number * number


def die_once(task: tuple[int, str]) -> int:
    number, mark = task
    if number == 3 and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_process_that_dies_takes_nothing_with_it(tmp_path: Path) -> None:
    mark = str(tmp_path / "died")
    assert list(in_order(die_once, [(k, mark) for k in range(12)], 2)) == list(range(12))
    assert Path(mark).exists()
    found = list(in_order(square_or_die, range(12), 2))
    assert found == [Lost() if k == 7 else k * k for k in range(12)]
