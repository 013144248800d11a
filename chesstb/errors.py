"""Errors of the package, and how their messages are built.

Every message says where, what was found, what was expected, and how to go on.
All are ``ValueError`` too, so callers may be coarse or fine.
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pandas as pd


class ChesstbError(ValueError):
    """Base of every error that the package raises on purpose."""


class DataError(ChesstbError):
    """Rows of a table contradict each other or the meaning of their columns.

    Attributes
    ----------
    problems : pandas.DataFrame or None
        All problems found, one row each, with the columns of ``History.repairs``.
    """

    def __init__(self, message: str, problems: pd.DataFrame | None = None) -> None:
        super().__init__(message)
        self.problems = problems


class FormatError(ChesstbError):
    """A file is of no known format, or a line of it cannot be read."""


class RuleError(ChesstbError):
    """A rule page is unknown, incomplete, or does not define what was asked for."""


class CriterionError(ChesstbError):
    """A tie-break is unknown, misspelt, or carries a modifier that it does not have."""


class MissingExtraError(ChesstbError, ImportError):
    """An optional dependency is not installed."""


class Note(UserWarning):
    """A choice that was made because the call left it open, said to the user."""


def message(place: str, found: str, expected: str = "", remedy: str = "") -> str:
    """Build one message in the house form.

    Examples
    --------
    >>> message("open.trf, line 17, column 99", "result 'x' is no TRF code", "one of 1 0 =", "Correct it.")
    "open.trf, line 17, column 99: result 'x' is no TRF code; expected one of 1 0 =. Correct it."
    """
    text = f"{place}: {found}" if place else found
    if expected:
        text += f"; expected {expected}"
    return f"{text}. {remedy}".strip() if remedy else f"{text}."


def nearest(word: str, words: Iterable[str]) -> str:
    """Return a sentence that lists what exists, and the nearest to what was asked for.

    Examples
    --------
    >>> nearest("fide-2025", ["fide-2023", "fide-2024", "uscf"])
    "Did you mean 'fide-2024'? There are: fide-2023, fide-2024, uscf."
    """
    known = sorted(set(words))
    close = difflib.get_close_matches(word, known, n=1)
    hint = f"Did you mean {close[0]!r}? " if close else ""
    return f"{hint}There are: {', '.join(known)}."
