"""The wall chart: a row for each player, a column for each round."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd
from matplotlib.collections import LineCollection
from matplotlib.patches import Patch

from chesstb.criteria import parse
from chesstb.encoding import encode
from chesstb.outcomes import OUTCOMES
from chesstb.plot import style
from chesstb.standing import contributions, standings

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from chesstb.selection import By, Rules
    from chesstb.tables import History

SIGNS: Final = {"1": "1", "=": "½", "0": "0", "W": "1", "D": "½", "L": "0", "X": "", "+": "+", "-": "−"}
"""Sign of a result beside the opponent, by TRF code."""

RESULTS: Final = (("win", 0.95), ("draw", 0.6), ("loss", 0.25))
"""What is played, and how light it is in the colours of the heat map."""

KIND: Final = {
    outcome.code: next((name for name, _ in RESULTS if getattr(outcome, name)), "")
    for outcome in OUTCOMES
    if outcome.pays != "pending"
}
"""TRF code to the result on the board, empty where there is none; without games still to be played."""

UNPLAYED: Final = "#ededee"
"""Ground of a round without a game."""


@dataclass(frozen=True, eq=False)
class Chart:
    """A wall chart as arrays of players × rounds, in the order of the standings.

    Attributes
    ----------
    order : (P,) starting numbers
    place, name, points : (P,)
    text, outcome : (P, R) str
        What stands in a cell; the TRF code, empty where there is no row.
    value, cut : (P, R) float, bool
        What the round adds to the tie-break, NaN where nothing; whether that was cut.
    void : (P, R) bool
        Games of players who withdrew before half of them: they count for nobody.
    total : (P,) float
        The tie-break's value.
    of : int
        Players of the event.
    """

    order: list[int]
    place: list[int]
    name: list[str]
    points: list[float]
    text: Any
    outcome: Any
    value: Any
    cut: Any
    void: Any
    total: list[float]
    of: int


def crosstable(
    event: History,
    tiebreak: str | None = None,
    *,
    by: By = None,
    rules: Rules = "in force",
    first: int = 40,
    ax: Axes | None = None,
) -> Axes:
    """Draw the wall chart of an event, by result or by what each round adds to a tie-break.

    A row for each player in the order of the standings, a column for each round. A cell names the
    opponent, the colour of the pieces and the result: ``12w1``, ``3b½``; ``+`` and ``−`` are forfeits,
    a bye says what it pays, a dash is an absence. Struck through are games that count for nobody: of a
    player who withdrew from a round robin before half of them. With a tie-break the number below is
    what the round adds to it, the colour its size; what was cut is struck out, and the value stands on
    the right.

    Parameters
    ----------
    event : History
        One event.
    tiebreak : str, optional
        A criterion, such as ``"BH/C1"``.
    by, rules
        As in `chesstb.standings`: the order of the rows, and how the tie-break is read.
    first : int
        So many players at most, from the top; the title says so.
    ax : matplotlib.axes.Axes, optional
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    DataError
        It is no History of one event with players.
    CriterionError, RuleError
        See `chesstb.standings`.

    Examples
    --------
    >>> import chesstb as tb
    >>> event = tb.read("data/small/half-point-bye-and-withdrawal.trf")
    >>> ax = tb.plot.crosstable(event, "BH/C1", rules="fide-2026", by="PTS BH/C1", first=3)
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['1  Player B (2)', '2  Player C (3)', '3  Player D (4)']
    """
    name = style.event_of(event)
    with style.said(event, by, rules):
        chart = wall_chart(event, tiebreak, by, rules, style.how_many(first))
    rounds = chart.text.shape[1]
    tall = 0.35 if tiebreak else 0.24
    ax = style.axes(ax, 3.6 + max(0.54 * rounds, 2.0), tall * len(chart.order) + 1.4)
    colours = _by_value(chart) if tiebreak else _by_result(chart)
    if rounds:
        ax.imshow(colours, aspect="auto", interpolation="nearest")
    else:  # matplotlib draws no picture of nothing
        ax.set(xlim=(-0.5, 0.5), ylim=(len(chart.order) - 0.5, -0.5))
    _grid(ax, chart)
    _write(ax, chart, colours, with_values=tiebreak is not None)
    _frame(ax, chart, tiebreak)
    part = f", the first {len(chart.order)} of {chart.of}" if len(chart.order) < chart.of else ""
    what = f"\n{tiebreak}: what each round adds; the lighter the more; struck out: cut" if tiebreak else ""
    style.title(ax, f"{name}{part}{what}", pad=20)
    return ax


def wall_chart(event: History, tiebreak: str | None, by: By, rules: Rules, first: int) -> Chart:
    """Return an event's wall chart, the first so many players in the order of the standings."""
    ranked = standings(event, by=by, rules=rules)
    listed = [re.sub(r" \(\d+\)$", "", name) for name in ranked.columns[4:]]
    top = ranked.head(first)
    order = top["player"].tolist()
    results = event.results[event.results["player"].isin(order)]
    rounds = range(1, int(event.results["round"].max()) + 1 if len(event.results) else 1)
    outcome = _square(results, results["outcome"].astype("object"), order, rounds)
    cells = _square(results, _cells(results), order, rounds)
    value: Any = np.full(outcome.shape, np.nan)
    cut: Any = np.zeros(outcome.shape, dtype=bool)
    total = [float("nan")] * len(order)
    if tiebreak:
        wanted = parse(tiebreak)[-1].text
        before = listed[: listed.index(wanted)] if wanted in listed else listed
        values = standings(event, by=[*before, wanted], rules=rules).set_index("player").iloc[:, -1]
        parts = contributions(event, [*before, wanted], rules=rules)
        total = values.reindex(order).tolist()
        parts = parts[parts["round"].notna() & parts["player"].isin(order)]
        struck = parts["reason"].isin(style.CUTS)
        counted = parts["value"].where(parts["kept"] | struck)
        value = _square(parts, counted, order, rounds).astype("float64")
        cut = _square(parts, struck, order, rounds).to_numpy(dtype=object) == True  # noqa: E712
    listed_players = event.players.set_index("player")
    excluded = listed_players.index[listed_players["excluded"]]
    void = results["player"].isin(excluded) | results["opponent"].isin(excluded)
    scored = results[(results["round"] <= int(encode(event).counted[0])) & ~void]
    points: pd.Series[Any] = scored.groupby("player")["points"].sum().reindex(order).fillna(0)
    points += listed_players["adjustment"].reindex(order)
    points = points.mask(points.index.isin(excluded))
    name = style.names(event.players)
    return Chart(
        order, top["place"].tolist(), [name[player] for player in order], points.tolist(),
        cells.fillna("").to_numpy(dtype=object), outcome.fillna("").to_numpy(dtype=object),
        np.asarray(value, dtype=float), np.asarray(cut),
        _square(results, void, order, rounds).to_numpy(dtype=object) == True, total, len(ranked),  # noqa: E712
    )  # fmt: skip


def _square(rows: pd.DataFrame, what: pd.Series[Any], order: list[int], rounds: range) -> pd.DataFrame:
    """Return a column of rows as players × rounds."""
    filled = np.full((len(order), len(rounds)), None, dtype=object)
    where = pd.Index(order).get_indexer(pd.Index(rows["player"].astype("int64")))
    filled[where, rows["round"].to_numpy(dtype=np.int64) - 1] = what.to_numpy(dtype=object)
    return pd.DataFrame(filled, index=order, columns=list(rounds))


def _cells(results: pd.DataFrame) -> pd.Series[Any]:
    """Return what stands in the cell of each row of results."""
    code = results["outcome"].astype("object")
    colour = results["colour"].astype("object").fillna("").astype("str")
    against = results["opponent"].astype("str") + colour + code.map(SIGNS).fillna("").astype("str")
    amounts = results["points"].drop_duplicates()
    paid = results["points"].map(dict(zip(amounts, [f"bye {style.number(a)}" for a in amounts], strict=True)))
    alone = paid.astype("object").where(code != "Z", "–")
    return against.astype("object").where(results["opponent"].notna(), alone)


def _by_result(chart: Chart) -> Any:
    """Return the colours of cells by result, (P, R, 4)."""
    ground = np.tile(_rgba(UNPLAYED), (*chart.outcome.shape, 1))
    played = pd.DataFrame(chart.outcome).map(KIND.get).to_numpy(dtype=object)
    for kind, light in RESULTS:
        ground[played == kind] = _pale(light)
    return ground


def _by_value(chart: Chart) -> Any:
    """Return the colours of cells by contribution, (P, R, 4); what was cut is left white."""
    ground = np.tile(_rgba(UNPLAYED), (*chart.value.shape, 1))
    known = np.isfinite(chart.value)
    if known.any():
        low, high = float(chart.value[known].min()), float(chart.value[known].max())
        share = (chart.value - low) / (high - low) if high > low else np.where(known, 1.0, np.nan)
        ground[known] = style.shades()(0.1 + 0.9 * share[known])
    ground[chart.cut] = _rgba("#ffffff")
    return ground


def _rgba(colour: str) -> Any:
    from matplotlib.colors import to_rgba  # noqa: PLC0415 - a name that says little outside

    return np.array(to_rgba(colour))


def _pale(light: float) -> Any:
    return np.array(style.shades()(light))


def _grid(ax: Axes, chart: Chart) -> None:
    """Part the cells by lines of the colour of the paper."""
    rows, columns = chart.text.shape
    ax.set_xticks(np.arange(columns + 1) - 0.5, minor=True)
    ax.set_yticks(np.arange(rows + 1) - 0.5, minor=True)
    ax.grid(which="minor", color=style.PAPER, lw=1.2)
    ax.tick_params(which="minor", length=0)


def _write(ax: Axes, chart: Chart, colours: Any, *, with_values: bool) -> None:
    """Write into every cell who it was, and what it adds; strike out what was cut."""
    middle: dict[str, Any] = {"ha": "center", "va": "center"}
    for row, column in np.argwhere(chart.text != "").tolist():
        words, value = chart.text[row, column], chart.value[row, column]
        ink = style.ink_on(colours[row, column])
        if with_values and np.isfinite(value):
            weight = "normal" if chart.cut[row, column] else "bold"
            ax.text(column, row + 0.2, style.number(value), size=8, color=ink, weight=weight, **middle)
            ax.text(column, row - 0.23, words, size=6, color=ink, **middle)
        else:
            ax.text(column, row, words, size=7, color=ink, **middle)
    struck = [[(x - 0.42, y + 0.2), (x + 0.42, y + 0.2)] for y, x in np.argwhere(chart.cut).tolist()]
    void = [[(x - 0.42, y), (x + 0.42, y)] for y, x in np.argwhere(chart.void).tolist()]
    if void:
        ax.add_collection(LineCollection(void, colors=style.QUIET, linewidths=0.9, label="counts for nobody"))
    if struck:
        ax.add_collection(LineCollection(struck, colors=style.COLOURS[1], linewidths=1.1, label="cut"))


def _frame(ax: Axes, chart: Chart, tiebreak: str | None) -> None:
    """Write the names on the left, points and value on the right, the rounds on top."""
    rows, columns = chart.text.shape
    lines = zip(chart.place, chart.name, chart.order, strict=True)
    who = [f"{place}  {name} ({number})" for place, name, number in lines]
    ax.set_yticks(range(rows), who, parse_math=False)
    ax.set_xticks(range(columns), [str(number + 1) for number in range(columns)])
    ax.tick_params(top=True, bottom=False, labeltop=True, labelbottom=False)
    style.bare(ax)
    style.column(ax, 34, "PTS", [style.number(value) for value in chart.points])
    if tiebreak:
        style.column(ax, 80, tiebreak, [style.number(value) for value in chart.total], bold=True)
    ax.annotate(
        "place  name (number)", (0, 1), xytext=(-4, 4), xycoords="axes fraction", textcoords="offset points",
        ha="right", va="bottom", fontsize=style.SMALL, color=style.QUIET, annotation_clip=False,
    )  # fmt: skip
    if not tiebreak:
        key = [Patch(color=tuple(_pale(light)), label=kind) for kind, light in RESULTS]
        key.append(Patch(color=UNPLAYED, label="no game, or none yet"))
        ax.legend(handles=key, fontsize=style.SMALL, frameon=False, ncols=4, loc="upper left",
                  bbox_to_anchor=(0, 0), borderaxespad=0.3)  # fmt: skip
