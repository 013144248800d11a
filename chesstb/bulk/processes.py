"""Work spread over processes: one that dies takes nothing with it."""

from __future__ import annotations

import ctypes
import gc
import os
from collections import deque
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
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


def in_order(
    work: Callable[[Any], Any], items: Sequence[Any], workers: int, *, keep: bool = False
) -> Iterator[Any]:
    """Return what is made of each item, in order, `Lost` where its process died twice.

    Parameters
    ----------
    work : callable
        Item to result; both it and they can be pickled.
    items : sequence
    workers : int
        Processes; with one, or one item, no other process is started.
    keep : bool
        Whether the processes wait a minute for the next call, which then need not start any. They know
        nothing of what changed here in the meantime, such as the working directory.
    """
    if workers == 1 or len(items) < 2:
        yield from map(work, items)
        return
    pool = _Pool(work, workers, keep=keep)
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
        pool.release()
    finally:
        pool.stop()


class _Pool:
    """Processes at work; they are replaced when one of them dies."""

    def __init__(self, work: Callable[[Any], Any], workers: int, *, keep: bool) -> None:
        self.work, self.workers, self.keep = work, workers, keep
        self.executor: Any = None
        self.running: dict[Future[Any], tuple[int, Any]] = {}

    def start(self, number: int, item: Any) -> None:
        """Give an item to the processes."""
        if self.executor is None:
            self.executor = _KEPT.pop(self._key, None) if self.keep else None
            self.executor = self.executor or _executor(self.work, self.workers)
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

    @property
    def _key(self) -> tuple[int, int]:
        return os.getpid(), self.workers

    def release(self) -> None:
        """Let the processes wait for another call, if they may."""
        if self.keep and self.executor is not None and not self.running:
            kept = _KEPT.setdefault(self._key, self.executor)
            self.executor = None if kept is self.executor else self.executor

    def stop(self) -> None:
        """End the processes."""
        if self.executor is not None:
            self.executor.shutdown(wait=True, kill_workers=True)
            self.executor = None


_KEPT: Final[dict[tuple[int, int], Any]] = {}
"""Processes that wait for work, by the process that started them and their number."""

IDLE: Final = 60
"""Seconds after which a process that has nothing to do ends."""


def end_kept() -> None:
    """End the processes that wait for another call."""
    while _KEPT:
        _, executor = _KEPT.popitem()
        executor.shutdown(wait=True, kill_workers=True)


def _executor(work: Any, workers: int) -> Any:
    from joblib.externals.loky import ProcessPoolExecutor  # noqa: PLC0415 - slow to load

    return ProcessPoolExecutor(
        max_workers=workers, timeout=IDLE, initializer=_ready, initargs=(getattr(work, "modules", ()),)
    )


def _ready(modules: Sequence[str]) -> None:
    """Make a process ready for long work.

    What it needs is loaded, and left alone when unused objects are looked for, as is done every second.
    Memory that it frees it keeps: part after part needs as much, and new pages are slow.
    """
    gc.disable()
    for module in modules:
        with suppress(ImportError):  # whoever needs it says so
            import_module(module)
    gc.freeze()
    gc.enable()
    import pyarrow as pa  # noqa: PLC0415 - the processes need it, not whoever starts them

    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):  # only glibc has it
        return
    mallopt(_MMAP_THRESHOLD, 2**30)
    mallopt(_TRIM_THRESHOLD, 2**31 - 1)
    pa.set_memory_pool(pa.system_memory_pool())


_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""What glibc's malloc.h calls M_TRIM_THRESHOLD and M_MMAP_THRESHOLD."""


def _alone(work: Callable[[Any], Any], item: Any) -> Any:
    """Return what is made of an item in a process of its own."""
    executor = _executor(work, 1)
    try:
        return executor.submit(work, item).result()
    except BrokenProcessPool:
        return Lost()
    finally:
        executor.shutdown(wait=True, kill_workers=True)
