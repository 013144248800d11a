"""Files that are read together with another: one event in several files beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chesstb.formats import swiss_perfect

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SWISS_PERFECT: Final = (".sco", ".trn", ".ini")
"""In the order in which they stand for the event."""


def read_with(files: list[Path], head: Callable[[Path], bytes]) -> dict[Path, Path]:
    """Return the file that stands for the event of another one, by that other file.

    Parameters
    ----------
    files : list of Path
        All files to be read.
    head : callable
        The first bytes of a file.
    """
    return _swiss_perfect(files, head)


def _swiss_perfect(files: list[Path], head: Callable[[Path], bytes]) -> dict[Path, Path]:
    groups: dict[Path, dict[str, Path]] = {}
    for path in files:
        if path.suffix.lower() in SWISS_PERFECT:
            groups.setdefault(path.with_suffix(""), {})[path.suffix.lower()] = path
    found: dict[Path, Path] = {}
    for group in groups.values():
        first, *others = (group[ending] for ending in SWISS_PERFECT if ending in group)
        if others and swiss_perfect.recognises(head(first), first):
            found |= dict.fromkeys(others, first)
    return found
