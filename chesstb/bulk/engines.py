"""What does the work of a run: processes here, or a cluster. None of them sees a number."""

from __future__ import annotations

import os
import sys
import warnings
from collections import deque
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from chesstb.bulk import processes
from chesstb.bulk.processes import AHEAD, Lost, worker_count
from chesstb.errors import DataError, MissingExtraError, message, nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Work = Callable[[Any], Any]

TRIES: Final = 4
"""So often Spark gives a task to a worker before it gives up."""

KILLED: Final = "the worker that had it died, and so did others that it was given to: out of memory?"


def checked(engine: str, scheduler: str | None) -> None:
    """Say whether there is such an engine, and whether a scheduler is of use to it.

    Raises
    ------
    DataError
        There is none, or it has no scheduler.
    """
    if engine not in ENGINES:
        raise DataError(message("engine", repr(engine), remedy=nearest(str(engine), ENGINES)))
    if scheduler and engine == "processes":
        found = f"scheduler={scheduler!r} with engine='processes'"
        raise DataError(message("", found, "the engine that the scheduler belongs to: dask or spark"))


def each(
    engine: str, work: Work, items: Sequence[Any], workers: int | None, scheduler: str | None
) -> Iterator[Any]:
    """Return what is made of each item, in order; `Lost` where its worker died again and again.

    Raises
    ------
    MissingExtraError
        What the engine needs is not installed.
    """
    found: Iterator[Any] = ENGINES[engine](work, items, worker_count(workers), scheduler)
    return found


def _processes(work: Work, items: Sequence[Any], workers: int, _: str | None) -> Iterator[Any]:
    return processes.in_order(work, items, workers, keep=True)


def _dask(work: Work, items: Sequence[Any], workers: int, scheduler: str | None) -> Iterator[Any]:
    """Give the items to a Dask cluster: the one at an address, or one of processes on this machine."""
    try:
        from distributed import Client, KilledWorker, LocalCluster  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise _missing("dask") from error
    local = None if scheduler else LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None
    )  # fmt: skip
    client = Client(local or scheduler)
    try:
        ahead = AHEAD * max(workers, len(client.scheduler_info()["workers"]))
        waiting: deque[Any] = deque()
        for number in range(len(items) + ahead):
            if number < len(items):
                waiting.append(client.submit(work, items[number], pure=False))
            if number >= ahead and waiting:
                yield _result(waiting.popleft(), KilledWorker)
        while waiting:
            yield _result(waiting.popleft(), KilledWorker)
    finally:
        client.close()
        if local is not None:
            local.close()


def _result(future: Any, killed: type[Exception]) -> Any:
    try:
        return future.result()
    except killed:
        return Lost(KILLED)


def _spark(work: Work, items: Sequence[Any], workers: int, scheduler: str | None) -> Iterator[Any]:
    """Give the items to Spark, some for each processor at a time: the session there is, or a new one."""
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    try:
        from pyspark.sql import SparkSession  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise _missing("spark") from error
    before = SparkSession.getActiveSession()
    master = scheduler or f"local[{workers},{TRIES}]"
    session = before or SparkSession.builder.master(master).appName("chesstb").getOrCreate()
    try:
        at_once = AHEAD * max(1, session.sparkContext.defaultParallelism)
        for start in range(0, len(items), at_once):
            yield from _job(session, work, items[start : start + at_once])
    finally:
        if before is None:
            session.stop()


def _job(session: Any, work: Work, items: Sequence[Any]) -> list[Any]:
    """Return what is made of some items in one job, a task for each; alone where that fails."""
    from pyspark import cloudpickle  # noqa: PLC0415 - an extra
    from pyspark.errors import PySparkException  # noqa: PLC0415 - an extra

    def done(batches: Iterable[Any]) -> Iterator[Any]:
        for batch in batches:
            results = [cloudpickle.dumps(work(cloudpickle.loads(one))) for one in batch["item"].to_pylist()]
            columns = [batch["number"], pa.array(results, pa.binary())]
            yield pa.RecordBatch.from_arrays(columns, ["number", "result"])

    tasks = [(number, bytearray(cloudpickle.dumps(item))) for number, item in enumerate(items)]
    frame = session.sparkContext.parallelize(tasks, len(tasks)).toDF("number int, item binary")
    try:
        with warnings.catch_warnings():  # of pandas nothing is used there
            warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
            rows = frame.mapInArrow(done, "number int, result binary").collect()
    except (PySparkException, OSError, RuntimeError):
        if len(items) == 1:
            return [Lost(KILLED)]
        return [result for item in items for result in _job(session, work, [item])]
    found = {row["number"]: cloudpickle.loads(bytes(row["result"])) for row in rows}
    return [found[number] for number in range(len(items))]


def _missing(engine: str) -> MissingExtraError:
    remedy = f"Install it: pip install 'chesstb[{engine}]'"
    return MissingExtraError(message("", f"the engine {engine} is not installed", remedy=remedy))


ENGINES: Final[dict[str, Any]] = {"processes": _processes, "dask": _dask, "spark": _spark}
