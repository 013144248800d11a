"""What does the work of a run: processes here, or a cluster. None of them sees a number."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Final

from chesstb.bulk import processes
from chesstb.bulk.processes import AHEAD, Lost, worker_count
from chesstb.errors import DataError, MissingExtraError, message, nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Work = Callable[[Any], Any]

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
    return ENGINES[engine](work, items, worker_count(workers), scheduler)


def _processes(work: Work, items: Sequence[Any], workers: int, _: str | None) -> Iterator[Any]:
    return processes.in_order(work, items, workers)


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


def _missing(engine: str) -> MissingExtraError:
    remedy = f"Install it: pip install 'chesstb[{engine}]'"
    return MissingExtraError(message("", f"the engine {engine} is not installed", remedy=remedy))


ENGINES: Final[dict[str, Any]] = {"processes": _processes, "dask": _dask}
