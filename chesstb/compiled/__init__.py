"""Loops compiled by Numba, behind the NumPy functions of other modules, with the same results.

Nothing is compiled unless `using` asks for it: loading Numba takes longer than ranking a few hundred events.
"""

from __future__ import annotations

from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

_in_use: Any = None


def load() -> Any:
    """Return the module of compiled loops, None where there is no Numba or none that works here."""
    try:
        return import_module("chesstb.compiled.loops")
    except ImportError:
        return None


@contextmanager
def using(wanted: bool) -> Iterator[None]:
    """Have functions of this process call compiled loops for a while, or NumPy alone.

    Where there is no Numba it is NumPy in any case.
    """
    global _in_use  # noqa: PLW0603 - one switch for the process
    before = _in_use
    _in_use = load() if wanted else None
    try:
        yield
    finally:
        _in_use = before


def in_use() -> Any:
    """Return the module of compiled loops where they are in use, else None."""
    return _in_use
