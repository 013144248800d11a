"""Loops compiled by Numba, behind the NumPy functions of other modules, with the same results.

Nothing is compiled unless `use` asks for it: loading Numba takes longer than ranking a few hundred events.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

_in_use: Any = None


def installed() -> bool:
    """Say whether Numba is installed."""
    return find_spec("numba") is not None


def use(wanted: bool) -> None:
    """Have functions of this process call compiled loops from now on, or NumPy alone."""
    global _in_use  # noqa: PLW0603 - one switch for the process
    _in_use = import_module("chesstb.compiled.loops") if wanted and installed() else None


def in_use() -> Any:
    """Return the module of compiled loops where they are in use, else None."""
    return _in_use
