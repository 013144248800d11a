"""Values known only as ranges: a bar from low to high, a mark where it is certain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd
from matplotlib.ticker import FuncFormatter

from chesstb.errors import DataError, message
from chesstb.plot import style

if TYPE_CHECKING:
    from collections.abc import Mapping

    from matplotlib.axes import Axes

MADE_BY: Final = "a table of chesstb.bounds"
LOOKS: Final = (
    ("#1c1c1d", "o", "full"),
    ("#D55E00", "D", "none"),
    ("#56B4E9", "s", "none"),
    ("#009E73", "^", "none"),
)
"""Colour, marker and filling of each kind, in the order of the kinds."""


def ranges(
    table: pd.DataFrame,
    *,
    label: str = "name",
    kind: str | None = None,
    marked: Mapping[Any, float] | None = None,
    mark: str = "published",
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Draw values that are known as ranges, one row each, from the first row of the table down.

    Where low and high are equal there is a marker, else a bar between them with both numbers.

    Parameters
    ----------
    table : pandas.DataFrame
        ``low``, ``high``, and a column to label the rows by; for instance some rows of
        `chesstb.bounds`, of one criterion.
    label : str
        The column that labels the rows.
    kind : str, optional
        A column of words, such as where a value is from: each word has a colour and a marker of its
        own, four at most, and stands in the legend.
    marked : mapping, optional
        Label to a further value, drawn as a cross.
    mark : str
        What the crosses are; it stands in the legend.
    title : str
        Above the picture.
    ax : matplotlib.axes.Axes, optional
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    DataError
        The table lacks a column, is empty, or has more than four kinds.

    Examples
    --------
    >>> import pandas as pd
    >>> import chesstb as tb
    >>> known = pd.DataFrame({"name": ["Ann", "Bo"], "low": [9.5, 7.0], "high": [9.5, 8.5]})
    >>> ax = tb.plot.ranges(known, marked={"Bo": 7.5})
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['Ann', 'Bo']
    """
    style.need(table, ["low", "high", label, *([kind] if kind else [])], MADE_BY)
    kinds = _kinds(table[kind]) if kind else [""]
    if len(kinds) > len(LOOKS):
        found = f"{len(kinds)} kinds in the column {kind!r}"
        raise DataError(message("", found, f"{len(LOOKS)} at most"))
    ax = style.axes(ax, 8.0, 0.28 * len(table) + 1.4)
    labels = table[label].astype("str").tolist()
    row = np.arange(len(table))
    for word, look in zip(kinds, LOOKS, strict=False):
        mine = np.ones(len(table), dtype=bool) if kind is None else (table[kind] == word).to_numpy()
        _draw(ax, row[mine], table[mine], look, str(word))
    _crosses(ax, labels, dict(marked or {}), mark)
    ax.set_yticks(row, labels, parse_math=False)
    ax.set_ylim(len(table) - 0.4, -0.6)
    ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: style.number(value)))
    ax.grid(axis="x", color=style.FAINT, lw=0.6)
    ax.set_axisbelow(True)
    style.bare(ax)
    if kind or marked:
        ax.legend(
            loc="upper center", bbox_to_anchor=(0.5, -0.28 / max(len(table) * 0.28, 1)), ncols=4,
            frameon=False, fontsize=style.SMALL,
        )  # fmt: skip
    style.title(ax, title)
    return ax


def _kinds(words: pd.Series[Any]) -> list[Any]:
    """Return the different words: in the order of their categories, else as they come."""
    there = list(dict.fromkeys(words))
    if isinstance(words.dtype, pd.CategoricalDtype):
        return [word for word in words.cat.categories if word in there]
    return there


def _draw(ax: Axes, row: Any, table: pd.DataFrame, look: tuple[str, str, str], word: str) -> None:
    """Draw the rows of one kind."""
    colour, marker, filling = look
    low, high = table["low"].to_numpy(dtype=float), table["high"].to_numpy(dtype=float)
    exact = low == high
    face = colour if filling == "full" else style.PAPER
    shape: dict[str, Any] = {"color": colour, "ls": "", "markerfacecolor": face}
    if exact.any():
        ax.plot(low[exact], row[exact], marker, ms=7, mew=1.5, label=word or None, **shape)
        word = ""
    if not exact.all():
        ax.hlines(row[~exact], low[~exact], high[~exact], color=colour, lw=3.0, alpha=0.75)
        ends, at = np.concatenate([low[~exact], high[~exact]]), np.tile(row[~exact], 2)
        ax.plot(ends, at, "|", ms=9, mew=1.8, label=word or None, **shape)
    for values, rows, side in ((low[~exact], row[~exact], -1), (high, row, 1)):
        for value, place in zip(values.tolist(), rows.tolist(), strict=True):
            ax.annotate(
                style.number(value), (value, place), xytext=(8 * side, 0), textcoords="offset points",
                ha="left" if side > 0 else "right", va="center", fontsize=style.SMALL, color=style.INK,
            )  # fmt: skip


def _crosses(ax: Axes, labels: list[str], marked: dict[Any, float], mark: str) -> None:
    """Draw the further values."""
    known = {str(name): value for name, value in marked.items()}
    at = [number for number, name in enumerate(labels) if name in known]
    if at:
        ax.plot(
            [known[labels[number]] for number in at], at, "x", color=style.INK, ms=9, mew=2.2, ls="",
            label=mark, zorder=5,
        )  # fmt: skip
