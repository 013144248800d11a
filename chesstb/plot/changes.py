"""Who moves between two rule versions or lists of criteria."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd
from matplotlib.ticker import FuncFormatter, MaxNLocator

from chesstb.errors import DataError, message, nearest
from chesstb.plot import style

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MADE_BY: Final = "a table of chesstb.compare"
NEEDED: Final = ("player", "variant", "place", "moved")
UP, DOWN = style.COLOURS[0], style.COLOURS[1]
LONGEST: Final = 46
"""Characters in a line of a reason."""


def moves(
    table: pd.DataFrame, *, variant: str | None = None, first: int = 25, ax: Axes | None = None
) -> Axes:
    """Draw who moves between two rule versions or lists of criteria: from which place to which, and why.

    One line for each player whose place changes, the largest change on top. A ring marks the place under
    the first variant, a triangle the new one, both with their numbers: gains to the right, losses to the
    left and dashed.

    Parameters
    ----------
    table : pandas.DataFrame
        Of `chesstb.compare`, one event.
    variant : str, optional
        Which variant is compared with the first one of the table. Default: the last.
    first : int
        So many players at most; the title says how many there are.
    ax : matplotlib.axes.Axes, optional
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        Where nobody moves it says so.

    Raises
    ------
    DataError
        The table lacks a column, is empty, holds several events, or has no such variant.

    Examples
    --------
    >>> import pandas as pd
    >>> import chesstb as tb
    >>> table = pd.DataFrame({"player": [1, 2] * 2, "name": ["Ann", "Bo"] * 2, "variant": list("aabb"),
    ...     "place": [1, 2, 2, 1], "moved": [0, 0, -1, 1]})
    >>> ax = tb.plot.moves(table)
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['Bo', 'Ann']
    """  # fmt: skip
    style.need(table, NEEDED, MADE_BY)
    key = style.one_event(table)
    base, other = _pair(table, variant)
    movers = _movers(table, base, other)
    shown = movers.head(style.how_many(first))
    ax = style.axes(ax, 8.0, 0.3 * max(len(shown), 2) + 1.5)
    words = f"{base} → {other}{f', {key}' if key else ''}"
    if shown.empty:
        return _nobody(ax, words)
    _draw(ax, shown)
    _annotate(ax, shown, style.names(table))
    count = f"{len(movers)} player{'s' * (len(movers) != 1)} change{'s' * (len(movers) == 1)} place"
    more = f"; the {len(shown)} largest changes" if len(shown) < len(movers) else ""
    style.title(ax, f"{words}\n{count}{more}")
    return ax


def _pair(table: pd.DataFrame, variant: str | None) -> tuple[str, str]:
    """Return the names of the first variant and of the one that is compared with it."""
    column = table["variant"]
    if isinstance(column.dtype, pd.CategoricalDtype):
        there = set(column.unique())
        names = [str(name) for name in column.cat.categories if name in there]
    else:
        names = [str(name) for name in column.unique()]
    if len(names) < 2:
        found = f"one variant only, {names[0]!r}"
        raise DataError(message("", found, "two variants at least", "Compare it with another."))
    if variant is None:
        return names[0], names[-1]
    if str(variant) not in names[1:]:
        raise DataError(
            message("", f"no variant {str(variant)!r} to move to", remedy=nearest(str(variant), names[1:]))
        )
    return names[0], str(variant)


def _movers(table: pd.DataFrame, base: str, other: str) -> pd.DataFrame:
    """Return those who move, by size of the change: player, place before and after, moved, because."""
    variant = table["variant"].astype("str")
    columns = ["place", "moved", *(["because"] if "because" in table else [])]
    after = table[variant == other].set_index("player")[columns]
    before = table[variant == base].set_index("player")["place"].rename("before")
    found = after.join(before, how="inner")
    found = found[found["place"] != found["before"]].reset_index()
    found["size"] = (found["place"] - found["before"]).abs()
    return found.sort_values(["size", "place", "player"], ascending=[False, True, True], ignore_index=True)


def _nobody(ax: Axes, words: str) -> Axes:
    """Say that nobody moves."""
    ax.text(
        0.5, 0.5, "Nobody changes place", ha="center", va="center", color=style.INK, transform=ax.transAxes
    )
    ax.set_xticks([])
    ax.set_yticks([])
    style.bare(ax)
    style.title(ax, words)
    return ax


def _draw(ax: Axes, shown: pd.DataFrame) -> None:
    """Draw a ring at the old place and a triangle at the new one; losses by a dashed line."""
    at, change = np.arange(len(shown)), (shown["before"] - shown["place"]).to_numpy()
    up = change > 0
    ax.axvline(0, color=style.FAINT, lw=0.8, zorder=0)
    for mask, colour, marker, dashes in ((up, UP, ">", "-"), (~up, DOWN, "<", (0, (4, 1.5)))):
        ax.hlines(at[mask], 0, change[mask], color=colour, lw=1.6, linestyle=dashes, zorder=1)
        ax.plot(np.zeros(int(mask.sum())), at[mask], "o", mfc=style.PAPER, mec=colour, ms=6, zorder=2)
        ax.plot(change[mask], at[mask], marker, color=colour, ms=7, zorder=3)
    ends = zip(change.tolist(), shown["before"].tolist(), shown["place"].tolist(), strict=True)
    for row, (size, before, after) in enumerate(ends):
        side = 1 if size > 0 else -1
        for x, place, way in ((0, before, -side), (size, after, side)):
            ax.annotate(str(place), (x, row), xytext=(7 * way, 0), textcoords="offset points", va="center",
                        ha="left" if way > 0 else "right", fontsize=style.SMALL, color=style.INK)  # fmt: skip


def _annotate(ax: Axes, shown: pd.DataFrame, name: pd.Series[Any]) -> None:
    """Write who it is, the reason, and the scale."""
    ax.set_yticks(range(len(shown)), [name[player] for player in shown["player"]], parse_math=False)
    ax.set_ylim(len(shown) - 0.4, -0.6)
    reasons = shown["because"].fillna("").tolist() if "because" in shown else []
    for row, reason in enumerate(reasons):
        lines = textwrap.wrap(str(reason), LONGEST, max_lines=2, placeholder=" …")
        ax.annotate(
            "\n".join(lines), (1.0, row), xytext=(8, 0), xycoords=ax.get_yaxis_transform(),
            textcoords="offset points", va="center", fontsize=style.SMALL - (len(lines) > 1), color=style.INK,
            parse_math=False, annotation_clip=False,
        )  # fmt: skip
    style.bare(ax)
    reach = 1.35 * max((shown["before"] - shown["place"]).abs().max(), 3)
    gains, losses = (shown["before"] > shown["place"]).any(), (shown["before"] < shown["place"]).any()
    ax.set_xlim(-reach if losses else -0.35 * reach, reach if gains else 0.35 * reach)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=8))
    ax.xaxis.set_major_formatter(
        FuncFormatter(lambda value, _: f"{value:+.0f}".replace("-", "−") if value else "0")
    )
    ax.set_xlabel(
        "places gained (+) or lost (−); the ring is the place before", fontsize=style.SMALL, color=style.INK
    )
    ax.grid(axis="y", color=style.FAINT, lw=0.5)
    ax.set_axisbelow(True)
