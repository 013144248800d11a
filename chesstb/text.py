"""Tables as text for a terminal: aligned, half points as ½."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Iterable

FRACTIONS = {0.0: "", 0.25: "¼", 0.5: "½", 0.75: "¾"}


def number(value: float) -> str:
    """Write a number as it is written on a wall chart.

    Examples
    --------
    >>> [number(v) for v in (9.5, 0.5, 0.0, 24.25, 2.67, 10.5, float("nan"), -float("inf"))]
    ['9½', '½', '0', '24¼', '2.67', '10½', '-', '-∞']
    """
    if math.isnan(value):
        return "-"
    whole, sign = abs(value), "-" if value < 0 else ""
    if math.isinf(value):
        return f"{sign}∞"
    fraction = FRACTIONS.get(whole - math.floor(whole))
    if fraction is None:
        return f"{value:.4g}" if whole < 10 else f"{value:.2f}".rstrip("0").rstrip(".")
    return sign + (f"{math.floor(whole)}{fraction}" if whole >= 1 or not fraction else fraction)


def table(frame: pd.DataFrame, *, wide: int = 34) -> str:
    """Write a table in aligned columns: text to the left, numbers to the right.

    Parameters
    ----------
    frame : pandas.DataFrame
        What to show.
    wide : int
        Longest text of a cell; longer ones are cut and end in an ellipsis.
    """
    columns = []
    for name in frame.columns:
        column = frame[name]
        numeric = pd.api.types.is_numeric_dtype(column)
        cells = [_cell(value, wide) for value in column.to_numpy(dtype=object)]
        width = max([len(str(name)), *(len(cell) for cell in cells)])
        cells = [str(name), *cells]
        columns.append([cell.rjust(width) if numeric else cell.ljust(width) for cell in cells])
    return "\n".join("  ".join(row).rstrip() for row in zip(*columns, strict=True))


def _cell(value: Any, wide: int) -> str:
    if value is None or value is pd.NA or value is pd.NaT:
        return "-"
    if isinstance(value, float):
        return number(value)
    if isinstance(value, pd.Timestamp):
        return str(value.date())
    words = str(value)
    return words if len(words) <= wide else words[: wide - 1] + "…"


def heading(words: str) -> str:
    """Underline a heading."""
    return f"{words}\n{'-' * len(words)}"


def paragraphs(parts: Iterable[str]) -> str:
    """Join blocks with an empty line between them."""
    return "\n\n".join(parts)
