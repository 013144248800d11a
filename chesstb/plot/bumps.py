"""Places from step to step: round by round, or under one rule version after another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from chesstb.encoding import encode
from chesstb.errors import DataError, message
from chesstb.frame import Table
from chesstb.lookup import Who, number_among
from chesstb.plot import style
from chesstb.standing import standings
from chesstb.tables import History

if TYPE_CHECKING:
    from collections.abc import Iterable

    from matplotlib.axes import Axes

    from chesstb.selection import By, Rules

MADE_BY: Final = "a table of chesstb.compare or of chesstb.plot.by_round, or a History"
LINEAR_TO: Final = 45
"""Tables down to this place are drawn to an even scale; of deeper ones the top is drawn larger."""
LABELLED: Final = 30
"""In fields up to this size everybody is labelled."""


def by_round(history: History, by: By = None, rules: Rules = "in force") -> pd.DataFrame:
    """Return the standings after every round, one below the other.

    Parameters
    ----------
    history : History
        One event or many.
    by, rules
        As in `chesstb.standings`.

    Returns
    -------
    pandas.DataFrame
        ``tournament, round`` (int), ``place, player, name``, then a column of floats for each
        criterion; ordered by tournament, round and place. Each event has its own number of rounds;
        one without a counted round has no rows.

    Raises
    ------
    CriterionError, RuleError
        See `chesstb.standings`.

    Examples
    --------
    >>> import chesstb as tb
    >>> games = {"player": [1, 2] * 2, "round": [1, 1, 2, 2], "opponent": [2, 1] * 2, "outcome": list("1001")}
    >>> table = tb.plot.by_round(tb.History.from_tables(games), by="PTS", rules="fide-2026")
    >>> table[["round", "place", "player", "PTS"]]
       round  place  player  PTS
    0      1      1       1  1.0
    1      1      2       2  0.0
    2      2      1       1  1.0
    3      2      1       2  1.0
    """
    with style.said(history, by, rules):
        return _stacked(history, by, rules)


def _stacked(history: History, by: By, rules: Rules) -> pd.DataFrame:
    """Return the standings after every round; see `by_round`."""
    whole = standings(history, by=by, rules=rules)
    counted = encode(history).counted
    parts = []
    for number in range(1, int(counted.max(initial=0)) + 1):
        table = standings(history, by=by, rules=rules, after=number)
        there = counted[table["tournament"].cat.codes] >= number
        parts.append(table[there].assign(round=number))
    found = pd.concat(parts, ignore_index=True) if parts else whole.iloc[:0].assign(round=0)
    order = np.lexsort([found["place"], found["round"], found["tournament"].cat.codes])
    first = ["tournament", "round"]
    found = Table(found.iloc[order].reset_index(drop=True))
    found = found[[*first, *found.columns.difference(first, sort=False)]]
    found.attrs["notes"] = whole.attrs["notes"]
    return found


def bump(
    what: History | pd.DataFrame,
    *,
    by: By = None,
    rules: Rules = "in force",
    first: int = 10,
    players: Iterable[Who] | Who | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the places of players round by round, or under one rule version after another.

    Players who share a place stand below each other on a common bar. The scale of places is even;
    for more than 45 players the upper places are drawn larger (a logarithmic scale).

    Parameters
    ----------
    what : History or pandas.DataFrame
        One event, drawn round by round; or a table: of `chesstb.compare` (a column ``variant``), or
        of standings stacked over rounds as `by_round` makes it (a column ``round``).
    by, rules
        As in `chesstb.standings`; for a History only.
    first : int
        In colour are the players who have a place up to this one after the last round, or under any
        variant.
    players : list of int or str, optional
        Instead of these: starting numbers, names, or parts of names.
    ax : matplotlib.axes.Axes, optional
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    DataError
        The table lacks a column, is empty or holds several events; a player is not there.

    Examples
    --------
    >>> import chesstb as tb
    >>> event = tb.read("data/small/late-entry.trf")
    >>> ax = tb.plot.bump(event, by="PTS BH", rules="fide-2026", first=3)
    >>> [label.get_text() for label in ax.get_xticklabels()]
    ['1', '2', '3', '4', '5']
    """
    if isinstance(what, History):
        style.event_of(what)
        with style.said(what, by, rules):
            what = _stacked(what, by, rules)
    table, step = _checked(what)
    slots = _slots(table, step)
    coloured = _coloured(table, step, style.how_many(first), players)
    few = len(slots) <= LABELLED
    deepest = _deepest(slots, coloured, step)
    wide = 4.2 + 0.42 * len(slots.columns) if step == "round" else 4.6 + 1.5 * len(slots.columns)
    ax = style.axes(ax, min(wide, 14.0), float(np.clip(0.27 * deepest + 1.2, 2.5, 9.0)))
    _scale(ax, slots, deepest)
    _draw_shared(ax, table, step, None if few else coloured)
    rest = slots.drop(index=coloured)
    if len(rest):
        ax.plot(
            np.arange(len(slots.columns)), rest.T.to_numpy(), color=style.QUIET, alpha=0.5 if few else 0.25,
            lw=0.8 if few else 0.4, zorder=1,
        )  # fmt: skip
    _draw_coloured(ax, slots.loc[coloured])
    _label(
        ax, table, step, slots.loc[[*coloured, *rest.index]] if few else slots.loc[coloured], len(coloured)
    )
    return ax


def _checked(what: Any) -> tuple[pd.DataFrame, str]:
    """Return the table and the name of the column that says the step."""
    table = style.need(what, ["place", "player"], MADE_BY)
    step = next((name for name in ("variant", "round") if name in table), None)
    if step is None:
        found = "a table without a column 'round' or 'variant'"
        raise DataError(message("", found, MADE_BY))
    style.one_event(table)
    twice = table.duplicated([step, "player"])
    if twice.any():
        row = table[twice].iloc[0]
        found = f"player {row['player']} stands twice in {step} {row[step]}"
        raise DataError(message("", found, f"a row for each player and {step}"))
    return table, step


def _steps(table: pd.DataFrame, step: str) -> list[Any]:
    """Return the steps in their order."""
    if step == "round":
        return sorted(table[step].unique().tolist())
    column = table[step]
    if isinstance(column.dtype, pd.CategoricalDtype):
        there = set(column.unique())
        return [name for name in column.cat.categories if name in there]
    return list(column.unique())


def _slots(table: pd.DataFrame, step: str) -> pd.DataFrame:
    """Return where each player stands at each step: his place, the tied below each other."""
    steps = _steps(table, step)
    plain = pd.DataFrame(
        {
            "step": pd.Categorical(table[step].astype("object"), categories=steps).codes,
            "place": table["place"].to_numpy(),
            "player": table["player"].to_numpy(),
        }
    )
    reference = len(steps) - 1 if step == "round" else 0
    order = plain[plain["step"] == reference].set_index("player")["place"]
    plain["final"] = plain["player"].map(order)
    plain = plain.sort_values(["step", "place", "final", "player"])
    plain["slot"] = plain["place"] + plain.groupby(["step", "place"]).cumcount()
    slots = plain.pivot_table(index="player", columns="step", values="slot").astype("float64")
    slots.columns = pd.Index(steps)
    return slots


def _coloured(table: pd.DataFrame, step: str, first: int, players: Any) -> list[int]:
    """Return the numbers of the players in colour, by their place at the last step."""
    last = _steps(table, step)[-1]
    ranked = table[table[step] == last].sort_values(["place", "player"], kind="stable")
    if players is None:
        among = ranked if step == "round" else table
        wanted = set(among.loc[among["place"] <= first, "player"])
    else:
        each = table.drop_duplicates("player")
        given = each["name"] if "name" in each else pd.Series(None, index=each.index, dtype="str")
        wanted = {number_among(each["player"], given, who) for who in style.several(players)}
    order = ranked["player"].tolist()
    return [p for p in order if p in wanted] + sorted(wanted.difference(order))


def _deepest(slots: pd.DataFrame, coloured: list[int], step: str) -> float:
    """Return the last place that is drawn: of large fields under several variants only the upper part."""
    last = float(np.nanmax(slots.to_numpy()))
    if step == "variant" and len(slots) > LABELLED and coloured:
        return min(last, float(np.nanmax(slots.loc[coloured].to_numpy())) + 3)
    return last


def _scale(ax: Axes, slots: pd.DataFrame, deepest: float) -> None:
    """Let places run down from 1, deep tables to a scale that draws the top larger."""
    marks = [1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 50, 100, 200, 500, 1000, 2000]
    if deepest > LINEAR_TO:
        ax.set_yscale("log")
        ax.set_ylim(deepest * 1.08, 0.85)
    else:
        ax.set_ylim(deepest + 0.7, 0.3)
        marks = [1, *range(5, int(deepest) + 1, 5)]
    labelled = len(slots) <= LABELLED  # everybody's label has his place
    ax.yaxis.set_major_locator(FixedLocator([] if labelled else [mark for mark in marks if mark <= deepest]))
    ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.0f}"))
    ax.yaxis.set_minor_locator(NullLocator())
    margin = 0.12 + 0.03 * len(slots.columns) if len(slots.columns) > 1 else 0.5
    ax.set_xlim(-margin, len(slots.columns) - 1 + margin)


def _draw_shared(ax: Axes, table: pd.DataFrame, step: str, only: list[int] | None) -> None:
    """Lay a bar behind all those who share a place; in large fields only where somebody is in colour."""
    codes = pd.Categorical(table[step].astype("object"), categories=_steps(table, step)).codes
    wanted = table["player"].isin(only) if only is not None else True
    groups = table.assign(step=codes, wanted=wanted).groupby(["step", "place"])["wanted"].agg(["size", "any"])
    shared = groups[(groups["size"] > 1) & groups["any"]].reset_index()
    ax.vlines(
        shared["step"], shared["place"], shared["place"] + shared["size"] - 1, color=style.FAINT, lw=9,
        capstyle="round", zorder=0.5, label="shared place",
    )  # fmt: skip


def _draw_coloured(ax: Axes, slots: pd.DataFrame) -> None:
    """Draw the lines of those in colour; a second round of the colours is dashed."""
    for number, (player, row) in enumerate(slots.T.items()):
        ax.plot(
            np.arange(len(row)), row.to_numpy(),
            color=style.COLOURS[number % len(style.COLOURS)],
            marker=style.MARKERS[number % len(style.MARKERS)],
            linestyle=("-", (0, (5, 1.2)), (0, (1.5, 1)))[number // len(style.COLOURS) % 3],
            ms=5.5, lw=1.7, mec=style.PAPER, mew=0.5, zorder=3, label=str(player), clip_on=False,
        )  # fmt: skip


def _label(ax: Axes, table: pd.DataFrame, step: str, slots: pd.DataFrame, coloured: int) -> None:
    """Write names and places at both ends, the steps below, and what the picture is."""
    steps = _steps(table, step)
    ax.set_xticks(range(len(steps)), [str(name) for name in steps], parse_math=False)
    style.bare(ax)
    hue = [style.COLOURS[n % len(style.COLOURS)] if n < coloured else style.FAINT for n in range(len(slots))]
    ink = [style.INK if n < coloured else style.QUIET for n in range(len(slots))]
    looks = pd.DataFrame({"colour": hue, "ink": ink}, index=slots.index)
    foot = max(ax.get_ylim())
    for at, right in ((0, False), (len(steps) - 1, True)):
        ends = looks.assign(slot=slots.iloc[:, at])
        ends = ends[ends["slot"] <= foot]
        part = table[table[step] == steps[at]].set_index("player")["place"]
        ends["words"] = _words(part, style.names(table), right=right).reindex(ends.index)
        style.label_ends(ax, at, ends, right=right)
        if not right:
            _part_ticks(ax, ends["slot"])
    ax.set_xlabel("round" if step == "round" else "", fontsize=style.SMALL, color=style.INK)
    ax.tick_params(axis="y", labelsize=style.SMALL - 1, labelcolor=style.QUIET, pad=2)
    said = "Places by round" if step == "round" else "Places by variant"
    key = style.one_event(table)
    below = "" if foot > len(style.names(table)) else f"; the upper {int(foot)} of {len(style.names(table))}"
    scale = "; upper places are drawn larger" if ax.get_yscale() == "log" else ""
    style.title(ax, f"{said}{f', {key}' if key else ''}{below}\n=, grey bar: a shared place{scale}")


def _words(place: pd.Series[Any], name: pd.Series[Any], *, right: bool) -> pd.Series[Any]:
    """Return the label of each player: name and place, ``=`` where it is shared."""
    mark: pd.Series[Any] = place.astype("str") + np.where(place.duplicated(keep=False), "=", "")
    who = name.reindex(place.index).astype("str")
    return mark + " " + who if right else who + " " + mark


def _part_ticks(ax: Axes, slots: pd.Series[Any]) -> None:
    """Take away the places on the axis that labels of players stand beside."""
    marks = np.asarray(ax.yaxis.get_major_locator()(), dtype=float)
    if len(marks) and len(slots):
        apart = np.abs(style.fractions(ax, marks)[:, None] - style.fractions(ax, slots)[None, :]).min(axis=1)
        ax.yaxis.set_major_locator(FixedLocator(marks[apart > 0.035].tolist()))
