"""Engines: the same bytes from each, workers that die included."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

import chesstb as tb
from chesstb.bulk import engines
from tests.test_archive import games
from tests.test_ingest import contents_of
from tests.test_reprocess import SMALL, VERSIONS, archive_of, run, with_a_deadly_event

if TYPE_CHECKING:
    from pathlib import Path

dask = pytest.mark.skipif(find_spec("distributed") is None, reason="Dask is not installed: chesstb[dask]")

spark = pytest.mark.skipif(
    find_spec("pyspark") is None or shutil.which("java") is None,
    reason="Spark or Java is not installed: chesstb[spark]",
)


@pytest.mark.parametrize("engine", ["dask", "spark"])
def test_what_is_not_installed_is_said(engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("distributed", "pyspark.sql"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(tb.MissingExtraError, match=rf"pip install 'chesstb\[{engine}\]'"):
        run(games(), tmp_path / "out", "PTS", "fide-2026", engine=engine)
    again = run(games(), tmp_path / "out", "PTS", "fide-2026")
    assert again.before == 0
    assert len(again.standings) == 2


def test_a_scheduler_needs_an_engine_that_has_one(tmp_path: Path) -> None:
    with pytest.raises(tb.DataError, match="the engine that the scheduler belongs to"):
        run(games(), tmp_path / "out", "PTS", "fide-2026", scheduler="tcp://127.0.0.1:8786")


ENGINES = [pytest.param("dask", marks=dask), pytest.param("spark", marks=spark)]


@pytest.mark.parametrize("engine", ENGINES)
def test_an_engine_writes_the_same_bytes(engine: str, tmp_path: Path) -> None:
    archive = archive_of([tb.read(path) for path in SMALL] * 3, tmp_path / "archive")
    run(archive, tmp_path / "here", "PTS BH SB", VERSIONS, compare=True)
    done = run(archive, tmp_path / engine, "PTS BH SB", VERSIONS, compare=True, engine=engine, workers=2)
    assert done.parts == 27
    assert contents_of(tmp_path / engine) == contents_of(tmp_path / "here")


@dask
def test_a_cluster_is_reached_by_the_address_of_its_scheduler(tmp_path: Path) -> None:
    command = [sys.executable, "-c", CLUSTER]
    cluster = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        address = cluster.stdout.readline().strip()  # type: ignore[union-attr]
        archive = archive_of([tb.read(path) for path in SMALL], tmp_path / "archive")
        run(archive, tmp_path / "dask", "PTS BH", "fide-2026", engine="dask", scheduler=address)
    finally:
        cluster.communicate("\n", timeout=60)
    run(archive, tmp_path / "here", "PTS BH", "fide-2026")
    assert contents_of(tmp_path / "dask") == contents_of(tmp_path / "here")


CLUSTER = """
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        print(cluster.scheduler_address, flush=True)
        input()
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_a_worker_that_dies_is_survived(engine: str, tmp_path: Path) -> None:
    mark, here = tmp_path / "died", os.getpid()

    @tb.declare_tiebreak("DEADLY", title="Deadly", says="kills its process, once")
    def deadly(grid: Any, _: Any) -> tb.Contributions:
        if (grid.rating == 1234).any() and os.getpid() != here and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return tb.Contributions(grid.played, scale=1)

    page = tb.rule_page("fide-2026") + '\nDEADLY = { article = "Club, 1" }'
    club = tb.RuleVersion.from_page(page, name="club")
    archive = archive_of(with_a_deadly_event(), tmp_path / "archive")
    done = run(archive, tmp_path / "out", "PTS DEADLY", club, engine=engine, workers=2)
    assert mark.exists()
    assert len(done.failures) == 0
    run(archive, tmp_path / "calm", "PTS DEADLY", club)
    assert contents_of(tmp_path / "out") == contents_of(tmp_path / "calm")


def test_all_engines_are_tested() -> None:
    assert set(engines.ENGINES) == {"processes", "dask", "spark"}
