"""Work spread over processes: one that dies takes nothing with it."""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

AHEAD: Final = 4
"""So many items for each process may be done before the first of them is asked for."""


@dataclass(frozen=True)
class Lost:
    """An item whose process died, and died again when it had nothing else to do."""

    why: str = "the process that worked on it died, and again when it was tried alone: out of memory?"


def worker_count(workers: int | None) -> int:
    """Return how many processes are to work: as many as are said, else one for each processor."""
    return workers or os.cpu_count() or 1


def in_order(work: Callable[[Any], Any], items: Sequence[Any], workers: int) -> Iterator[Any]:
    """Return what is made of each item, in order, `Lost` where its process died twice.

    Parameters
    ----------
    work : callable
        Item to result; both it and they can be pickled.
    items : sequence
    workers : int
        Processes; with one, or one item, no other process is started.
    """
    if workers == 1 or len(items) < 2:
        yield from map(work, items)
        return
    pool = _Pool(work, workers)
    try:
        waiting = deque(range(len(items)))
        ready: dict[int, Any] = {}
        for at in range(len(items)):
            while at not in ready:
                while waiting and waiting[0] < at + AHEAD * workers and len(pool.running) < 2 * workers:
                    number = waiting.popleft()
                    pool.start(number, items[number])
                ready |= pool.finished()
            yield ready.pop(at)
    finally:
        pool.stop()


class _Pool:
    """Processes at work; they are replaced when one of them dies."""

    def __init__(self, work: Callable[[Any], Any], workers: int) -> None:
        self.work, self.workers = work, workers
        self.executor: Any = None
        self.running: dict[Future[Any], tuple[int, Any]] = {}

    def start(self, number: int, item: Any) -> None:
        """Give an item to the processes."""
        if self.executor is None:
            self.executor = _executor(self.workers)
        try:
            future = self.executor.submit(self.work, item)
        except (BrokenProcessPool, RuntimeError) as error:  # it broke since the last one
            future = Future()
            future.set_exception(BrokenProcessPool(str(error)))
        self.running[future] = number, item

    def finished(self) -> dict[int, Any]:
        """Wait until something is done, and return it by its number."""
        done, _ = wait(self.running, return_when=FIRST_COMPLETED)
        results, broken = {}, []
        for future in done:
            number, item = self.running.pop(future)
            try:
                results[number] = future.result()
            except BrokenProcessPool:
                broken.append((number, item))
        if broken:  # whoever died, whatever was running may be the reason: each is tried alone
            broken += self.running.values()
            self.running.clear()
            self.stop()
            results |= {number: _alone(self.work, item) for number, item in broken}
        return results

    def stop(self) -> None:
        """End the processes."""
        if self.executor is not None:
            self.executor.shutdown(wait=True, kill_workers=True)
            self.executor = None


def _executor(workers: int) -> Any:
    from joblib.externals.loky import ProcessPoolExecutor  # noqa: PLC0415 - slow to load

    return ProcessPoolExecutor(max_workers=workers)


def _alone(work: Callable[[Any], Any], item: Any) -> Any:
    """Return what is made of an item in a process of its own."""
    executor = _executor(1)
    try:
        return executor.submit(work, item).result()
    except BrokenProcessPool:
        return Lost()
    finally:
        executor.shutdown(wait=True, kill_workers=True)
