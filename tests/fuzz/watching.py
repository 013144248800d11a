"""Processes that read files while they are watched: who hangs or dies is replaced, and it is said."""

from __future__ import annotations

import gc
import multiprocessing
import os
import resource
import signal
import tempfile
import warnings
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from .judging import FINDING, Verdict, judge, prepare
from .originals import MAKERS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

Task = tuple[str, int, int]
"""Format, number, seed."""

SECONDS = 10
"""No file takes longer: seconds of the processor, for the machine may have other work."""
ASLEEP = 120
"""Nor does one take so many seconds of the clock."""
MEMORY = 1024**3
"""Bytes that a process may ask for beyond those it has at its start."""


def work(connection: Connection) -> None:
    """Judge the inputs that are sent, until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is the parent that ends
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    with tempfile.TemporaryDirectory() as folder, suppress(EOFError, ConnectionError):
        while (task := connection.recv()) is not None:
            connection.send(judge(*task, Path(folder)))


@dataclass
class _Worker:
    process: BaseProcess
    connection: Connection
    task: Task
    until: float = field(default=0.0)
    """When it is time to look at the process."""
    since: float = field(default=0.0)
    spent: float = field(default=0.0)
    """Time of the clock and of the processor at the start of the task."""

    def give(self, task: Task) -> None:
        self.task, self.since, self.spent = task, monotonic(), seconds_of(self.process)
        self.until = self.since + SECONDS
        self.connection.send(task)

    def hangs(self) -> bool:
        """Say whether the task takes too long; if not, look again in a second."""
        self.until = monotonic() + 1.0
        return monotonic() - self.since > ASLEEP or seconds_of(self.process) - self.spent > SECONDS


def seconds_of(process: BaseProcess) -> float:
    """Return what a process has had of the processor."""
    try:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def verdicts(tasks: list[Task], workers: int = 1) -> Iterator[tuple[Task, Verdict]]:
    """Judge all inputs; yields each with its verdict.

    The whole files are made and read before the first process starts: all of them share these.
    """
    for name in dict.fromkeys(task[0] for task in tasks if task[0] in MAKERS):
        prepare(name)
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    waiting, busy = iter(tasks), []
    try:
        for task in waiting:
            busy.append(_start(task))
            if len(busy) == workers:
                break
        while busy:
            yield from _step(busy, waiting)
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
        for worker in busy:
            worker.process.kill()
            worker.process.join()


def _start(task: Task) -> _Worker:
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(theirs,), daemon=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # threads of the libraries are idle
        process.start()
    theirs.close()
    worker = _Worker(process, ours, task)
    worker.give(task)
    return worker


def _step(busy: list[_Worker], waiting: Iterator[Task]) -> Iterator[tuple[Task, Verdict]]:
    """Take what is ready, and give the workers more to do."""
    rest = max(min(worker.until for worker in busy) - monotonic(), 0.0)
    ready = wait([worker.connection for worker in busy], rest)
    for worker in [*busy]:
        dead = False
        if worker.connection in ready:
            try:
                verdict = worker.connection.recv()
            except (EOFError, ConnectionError):
                worker.process.join()
                verdict, dead = Verdict(FINDING, f"the process ended with {worker.process.exitcode}"), True
        elif worker.until < monotonic() and worker.hangs():
            worker.process.kill()
            worker.process.join()
            verdict, dead = Verdict(FINDING, f"longer than {SECONDS} seconds"), True
        else:
            continue
        yield worker.task, verdict
        task = next(waiting, None)
        if task is None or dead:
            busy.remove(worker)
            if not dead:
                worker.connection.send(None)
                worker.process.join()
            if task is not None:
                busy.append(_start(task))
        else:
            worker.give(task)
