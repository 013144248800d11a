"""What the pictures share: colours, Axes, labels that keep clear of each other, checks of the tables."""

from __future__ import annotations

import math
import textwrap
import warnings
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd
from matplotlib import colormaps
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from chesstb import lookup, text
from chesstb.contribution import SAID, Reason
from chesstb.errors import DataError, Note, message
from chesstb.selection import say, settle
from chesstb.tables import History

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap

    from chesstb.lookup import Who
    from chesstb.selection import By, Rules

INK: Final = "#1c1c1d"
"""Text, axes and whatever must stand out."""
QUIET: Final = "#6e6e6f"
"""Lines of those whom the picture is not about; leaders from labels."""
FAINT: Final = "#d4d4d5"
"""What lies behind the rest."""
PAPER: Final = "#fefefe"
"""The ground: gaps and outlines in this colour separate what touches."""
COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", INK, "#E69F00", "#56B4E9")
"""Okabe and Ito's colours, which the colour-blind can tell apart; their yellow is lost on white."""
MARKERS: Final = ("o", "s", "^", "D", "v", "P", "X", "p", "<", "h", ">")
"""A number of markers that shares no divisor with that of the colours: 77 different pairs."""
SMALL: Final = 8.0
"""Size of labels, in points."""
CUTS: Final = tuple(SAID[why][2] for why in (Reason.CUT_LOWEST, Reason.CUT_VOLUNTARY, Reason.CUT_HIGHEST))
"""Reasons that say a contribution was cut."""

_DETACHED: ContextVar[bool] = ContextVar("detached", default=False)


@contextmanager
def detached() -> Iterator[None]:
    """Make Figures that pyplot knows nothing of: no window, nothing to close."""
    token = _DETACHED.set(True)
    try:
        yield
    finally:
        _DETACHED.reset(token)


def axes(ax: Axes | None, width: float, height: float) -> Axes:
    """Return the Axes to draw in: those given, or new ones of a size in inches."""
    if ax is not None:
        return ax
    if _DETACHED.get():
        return Figure(figsize=(width, height), layout="constrained").add_subplot()
    from matplotlib import pyplot as plt  # noqa: PLC0415 - it looks for a screen when loaded

    return plt.subplots(figsize=(width, height), layout="constrained")[1]


def figure_of(ax: Axes) -> Figure:
    """Return the Figure that Axes belong to."""
    figure = ax.get_figure(root=True)
    assert figure is not None  # noqa: S101 - Axes are made by a Figure
    return figure


def shades() -> Colormap:
    """Return the colours of a heat map, in steps of lightness that greyscale keeps."""
    return colormaps["cividis"]


def ink_on(colour: Any) -> str:
    """Return the colour of text that can be read on a ground."""
    red, green, blue = colour[:3]
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 else "#ffffff"


def bare(ax: Axes) -> None:
    """Take the frame off where it says nothing."""
    for side in ("top", "right", "left", "bottom"):
        ax.spines[side].set_visible(False)
    ax.tick_params(length=0, labelsize=SMALL, labelcolor=INK)


def title(ax: Axes, words: str, pad: float = 6.0) -> None:
    """Write the title, flush left, in lines that fit; names are never taken for formulas."""
    room = int(figure_of(ax).get_figwidth() * ax.get_position().width * 72 * 0.85 / 5.6)
    lines = [part for line in words.split("\n") for part in textwrap.wrap(line, max(room, 20))]
    ax.set_title("\n".join(lines), loc="left", fontsize=10, color=INK, parse_math=False, pad=pad)


def column(ax: Axes, right: float, heading: str, cells: Sequence[str], *, bold: bool = False) -> None:
    """Write a column of numbers beside rows 0, 1, 2 ..., its right edge so many points off the Axes."""
    places = [((1.0, 1.0), ax.transAxes, "bottom", 4.0, heading)]
    places += [
        ((1.0, float(row)), ax.get_yaxis_transform(), "center", 0.0, cell) for row, cell in enumerate(cells)
    ]
    for where, system, level, lift, words in places:
        ax.annotate(
            words, where, xytext=(right, lift), xycoords=system, textcoords="offset points", ha="right",
            va=level, fontsize=SMALL, color=INK, weight="bold" if bold or lift else "normal",
            parse_math=False, annotation_clip=False,
        )  # fmt: skip


def names(table: pd.DataFrame, longest: int = 30) -> pd.Series[Any]:
    """Return the name of each player, by starting number; ``player 5`` where there is none."""
    first = table.drop_duplicates("player").set_index("player")
    unnamed = pd.Series("player " + first.index.astype("str"), index=first.index, dtype="object")
    if "name" not in first:
        return unnamed
    given = first["name"].astype("object")
    found = given.where(given.notna() & (given != ""), unnamed).astype("str")
    return found.where(found.str.len() <= longest, found.str.slice(0, longest - 1) + "…").astype("object")


# ---------------------------------------------------------------- labels


def spread(wanted: Sequence[float], gap: float) -> list[float]:
    """Move labels apart as little as possible: sorted positions in, positions ``gap`` apart out.

    Examples
    --------
    >>> spread([0.0, 0.0, 5.0], 1.0)
    [-0.5, 0.5, 5.0]
    """
    blocks: list[list[float]] = []  # sum of what is left of each position without the gaps, how many
    for number, position in enumerate(wanted):
        blocks.append([position - number * gap, 1])
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] >= blocks[-1][0] / blocks[-1][1]:
            total, count = blocks.pop()
            blocks[-1][0] += total
            blocks[-1][1] += count
    flat = [total / count for total, count in blocks for _ in range(int(count))]
    return [position + number * gap for number, position in enumerate(flat)]


def fractions(ax: Axes, values: Any) -> Any:
    """Return where values stand on the y-axis, 0 at its foot and 1 at its head."""
    scale = ax.yaxis.get_transform().transform
    low, high = scale(np.array(ax.get_ylim(), dtype=float))
    return (scale(np.asarray(values, dtype=float)) - low) / (high - low)


def label_ends(ax: Axes, at: float, ends: pd.DataFrame, *, right: bool) -> None:
    """Write labels outside the Axes, level with points on one edge as far as there is room.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Where.
    at : float
        The edge's place on the x-axis.
    ends : pandas.DataFrame
        A row for each label: ``slot`` (place on the y-axis), ``words``, ``colour`` of the leader,
        ``ink`` of the words.
    right : bool
        Which edge.
    """
    figure = figure_of(ax)
    tall = max(figure.get_figheight() * ax.get_position().height, 0.5)
    ends = ends.assign(level=fractions(ax, ends["slot"])).sort_values("level", kind="stable")
    placed = spread(ends["level"].tolist(), 1.3 * SMALL / 72 / tall)
    edge = 1.0 if right else 0.0
    low, high = ax.get_xlim()
    points = [((at - low) / (high - low), level) for level in ends["level"].tolist()]
    leaders = [[point, (edge, height)] for point, height in zip(points, placed, strict=True)]
    lines = LineCollection(
        leaders, colors=ends["colour"].tolist(), lw=0.7, transform=ax.transAxes, zorder=0.8
    )
    lines.set(clip_on=False, label="leaders")
    ax.add_collection(lines, autolim=False)
    for height, (words, ink) in zip(placed, ends[["words", "ink"]].to_numpy().tolist(), strict=True):
        ax.annotate(
            words, (edge, height), xycoords="axes fraction", xytext=(3 if right else -3, 0),
            textcoords="offset points", ha="left" if right else "right", va="center", fontsize=SMALL,
            color=ink, parse_math=False, annotation_clip=False,
        )  # fmt: skip


# ---------------------------------------------------------------- tables


def need(table: Any, columns: Sequence[str], made_by: str) -> pd.DataFrame:
    """Return the table if it is one with these columns and any row.

    Raises
    ------
    DataError
        It is something else, a column is missing, or nothing is in it.
    """
    if not isinstance(table, pd.DataFrame):
        raise DataError(message("", f"a {type(table).__name__} is no table", made_by))
    missing = [name for name in columns if name not in table.columns]
    if missing:
        found = f"a table without the column {missing[0]!r}"
        remedy = f"{made_by[:1].upper()}{made_by[1:]} has them."
        raise DataError(message("", found, f"the columns {', '.join(columns)}", remedy))
    if table.empty:
        raise DataError(message("", "an empty table: there is nothing to draw", made_by))
    return table


def one_event(table: pd.DataFrame) -> str:
    """Return the key of the only event of a table, empty where the table names none.

    Raises
    ------
    DataError
        There are several.
    """
    if "tournament" not in table:
        return ""
    keys = list(table["tournament"].dropna().astype("str").unique())
    if len(keys) > 1:
        shown = ", ".join(repr(key) for key in keys[:5]) + (", ..." if len(keys) > 5 else "")
        remedy = f"Choose one: table[table['tournament'] == {keys[0]!r}]; there are {shown}."
        raise DataError(message("", f"a table of {len(keys)} events", "one event", remedy))
    return keys[0] if keys else ""


@contextmanager
def said(history: History, by: By, rules: Rules) -> Iterator[None]:
    """Say once, at the user's line, what a call leaves open; nothing inside says it again.

    To be entered by the public function itself.
    """
    say(settle(history, by, rules).notes, stacklevel=5)  # say, this, its context manager, the function
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Note)
        yield


def event_of(history: Any) -> str:
    """Return the title of the only event of a History that has players.

    Raises
    ------
    DataError
        It is no History, has several events or none, or nobody plays in it.
    """
    if not isinstance(history, History):
        remedy = "Read a file with chesstb.read, or build one with chesstb.History.from_tables."
        raise DataError(message("", f"a {type(history).__name__} is no History", remedy=remedy))
    key = lookup.only_event(history)
    if history.players.empty:
        raise DataError(message(key, "an event without players: there is nothing to draw"))
    name = history.tournaments["name"].iloc[0]
    return key if pd.isna(name) or not name else str(name)


def several(players: Any) -> list[Who]:
    """Return one player or many as a list."""
    return [players] if isinstance(players, str | int) else list(players)


def how_many(first: Any) -> int:
    """Return a number of players to draw, or say what is none."""
    if isinstance(first, bool) or not isinstance(first, int | np.integer) or first < 1:
        raise DataError(message("", f"first={first!r}", "a number of players, at least 1"))
    return int(first)


def number(value: Any) -> str:
    """Write a value for a picture: half points as ½, a dash where there is none."""
    if value is None or value is pd.NA or (isinstance(value, float) and math.isnan(value)):
        return "–"
    return text.number(float(value))
