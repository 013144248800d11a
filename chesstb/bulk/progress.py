"""How far a long run has come: a bar on a terminal, else a line now and then."""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Self

import click

if TYPE_CHECKING:
    from types import TracebackType

EVERY: Final = 10.0
"""Seconds between two lines where there is no terminal."""


class Progress:
    """Says on the error output how far it has come, how fast, and how long it will take.

    Parameters
    ----------
    label : str
        What is being done.
    unit : str
        What is counted.
    total : int
        How many there are.
    shown : bool
        Whether anything is said.
    """

    def __init__(self, label: str, unit: str, total: int, *, shown: bool) -> None:
        self.label, self.unit, self.total, self.shown = label, unit, total, shown
        self.done = 0
        self.bar: Any = None

    def __enter__(self) -> Self:
        self.started = self.said = monotonic()
        if self.shown and sys.stderr.isatty():
            self.bar = click.progressbar(
                length=self.total, label=self.label, file=sys.stderr, item_show_func=lambda _: self.rate()
            )
            self.bar.__enter__()
        return self

    def advance(self, count: int) -> None:
        """Count some more as done."""
        self.done += count
        if self.bar is not None:
            self.bar.update(count, self.rate())
        elif self.shown and monotonic() - self.said >= EVERY:
            self.said = monotonic()
            self.line()

    def rate(self) -> str:
        """Return how fast it goes."""
        return f"{self.done / max(monotonic() - self.started, 1e-9):,.0f} {self.unit}/s"

    def line(self) -> None:
        """Print a line."""
        spent = monotonic() - self.started
        left = spent * (self.total - self.done) / max(self.done, 1)
        click.echo(
            f"{self.label}: {self.done:,} of {self.total:,} {self.unit}, {self.rate()}, {_time(left)} left",
            err=True,
        )

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.bar is not None:
            self.bar.__exit__(kind, error, trace)
        elif self.shown and kind is None and self.total:
            spent = _time(monotonic() - self.started)
            click.echo(f"{self.label}: {self.done:,} {self.unit} in {spent}, {self.rate()}", err=True)


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"
