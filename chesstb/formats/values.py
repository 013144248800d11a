"""Values that files of many formats write alike: points and titles."""

from __future__ import annotations

import re
from typing import Final

TITLES: Final = {
    "g": "GM", "m": "IM", "wg": "WGM", "gf": "WGM", "f": "FM", "wm": "WIM", "mf": "WIM", "c": "CM",
    "wf": "WFM", "ff": "WFM", "wc": "WCM", "cf": "WCM",
}  # fmt: skip
"""Titles by the letters that files abbreviate them with."""


def read_points(text: str) -> float | None:
    """Return points as files write them (``5.5``, ``5,5``, ``5½``, ``½``, ``.5``), or None.

    Examples
    --------
    >>> [read_points(text) for text in ("5.5", "5,5", "5½", ".5", "x")]
    [5.5, 5.5, 5.5, 0.5, None]
    """
    plain = text.strip().replace(",", ".")
    if plain.endswith("½"):
        plain = (plain[:-1] or "0") + ".5"
    return float(plain) if re.fullmatch(r"[+-]?\d*\.?\d+|[+-]?\d+\.", plain) else None
