"""Many files at once: read in parallel, with a progress bar; one that cannot be read stops no other."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import click
import pandas as pd

from chesstb.errors import ChesstbError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

MANY: Final = 32
"""From so many files on it pays to start further processes."""
SHOWN: Final = 50
"""From so many files on a terminal is shown how far it has come."""


@dataclass(frozen=True)
class Failure:
    """A file that could not be read: what it is called, the kind of error, and its message."""

    file: str
    error: str
    why: str


def failures(found: Sequence[Failure]) -> pd.DataFrame:
    """Return failures as a table: ``file, error, why``."""
    rows = [(one.file, one.error, one.why) for one in found]
    return pd.DataFrame(rows, columns=["file", "error", "why"], dtype="str")


def each(
    read_one: Callable[[Path], Any], paths: Sequence[Path], workers: int | None, *, keep_going: bool
) -> Iterator[Any]:
    """Return what a function makes of each file, in order; a `Failure` for one that it cannot read.

    Parameters
    ----------
    read_one : callable
        Path to anything that can be pickled.
    paths : sequence of Path
    workers : int, optional
        Processes. Default: one for few files, else one for each processor.
    keep_going : bool
        Whether errors become Failures.
    """
    task = _Task(read_one, keep_going)
    count = workers or (os.cpu_count() or 1 if len(paths) >= MANY else 1)
    with click.progressbar(
        _done(task, paths, count), length=len(paths), label="reading", file=sys.stderr,
        hidden=len(paths) < SHOWN or not sys.stderr.isatty(), item_show_func=None,
    ) as bar:  # fmt: skip
        yield from bar


@dataclass(frozen=True)
class _Task:
    """Reads one file; can be sent to another process."""

    read_one: Callable[[Path], Any]
    keep_going: bool

    def __call__(self, path: Path) -> Any:
        try:
            return self.read_one(path)
        except (ChesstbError, OSError) as error:
            if not self.keep_going:
                raise
            return Failure(path.name, type(error).__name__, str(error))


def _done(task: _Task, paths: Sequence[Path], workers: int) -> Iterator[Any]:
    if workers == 1 or len(paths) < 2:
        yield from map(task, paths)
        return
    from joblib import Parallel, delayed  # noqa: PLC0415 - only where there are many files

    pool = Parallel(n_jobs=workers, return_as="generator", batch_size="auto")
    yield from pool(delayed(task)(path) for path in paths)
