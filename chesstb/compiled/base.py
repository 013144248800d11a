"""How loops are compiled."""

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np


def compiled(loop: Any) -> Any:
    """Have a loop compiled at its first call, and kept on disk for later processes if there is a place."""
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
    try:
        return numba.njit(cache=True, **options)(loop)
    except RuntimeError:  # no folder that can be written to
        return numba.njit(**options)(loop)


BLOCK: Final = 1024
"""Players that are worked on together: what is known of each of them stays in the fastest cache."""

NONE: Final = np.zeros((0, 0), dtype=bool)


def laid(values: Any) -> Any:
    """Return a matrix of players and rounds as the loops want it: (R, P), round after round in memory."""
    return NONE if values is None else np.ascontiguousarray(values.T)
