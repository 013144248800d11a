"""What tie-breaks are made of, how they agree, and how many ties they leave."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from chesstb.errors import DataError, message
from chesstb.lookup import Who, number_among
from chesstb.plot import style
from chesstb.standing import contributions as rows_of
from chesstb.tables import History

if TYPE_CHECKING:
    from collections.abc import Iterable

    from matplotlib.axes import Axes

    from chesstb.selection import Rules

MADE_BY: Final = "a table of chesstb.contributions"
KEPT: Final = (("#5b9bd0", ""), ("#9cc3e6", ""))
CUT: Final = (style.PAPER, "//////")
"""Colour and hatch of contributions: of odd and of even rounds, and of what was cut."""
KEY: Final = ("tournament", "place", "player", "name")
FOREIGN: Final = ("variant", "moved", "because", "sharing", "criterion", "clause", "article", "round")
"""Columns of tables of several standings, which are no criteria."""


# ---------------------------------------------------------------- contributions


def contributions(
    what: History | pd.DataFrame,
    criterion: str | None = None,
    *,
    rules: Rules = "in force",
    players: Iterable[Who] | Who | None = None,
    first: int = 20,
    ax: Axes | None = None,
) -> Axes:
    """Draw what a tie-break of each player is made of: a bar, one part for each round.

    Kept contributions come first, in the order of the rounds, each with its amount; what was cut
    follows them, hatched. The sum of what is kept stands beside the bar: the value, where the tie-break
    is a sum.

    Parameters
    ----------
    what : pandas.DataFrame or History
        A table of `chesstb.contributions`, one event (with a column ``name``, names are shown); or
        one event, with the criterion.
    criterion, rules
        As in `chesstb.contributions`; for a History only.
    players : list of int or str, optional
        Starting numbers, names, or parts of names. Default: those with the largest totals.
    first : int
        So many players at most where none are named; the title says so.
    ax : matplotlib.axes.Axes, optional
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    DataError
        The table lacks a column, is empty or holds several events; a History without a criterion.

    Examples
    --------
    >>> import chesstb as tb
    >>> event = tb.read("data/small/late-entry.trf")
    >>> ax = tb.plot.contributions(event, "BH/C1", rules="fide-2026", players=[1, 7])
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['Player A', 'Player G']
    """
    if isinstance(what, History):
        style.event_of(what)
        if not criterion:
            raise DataError(message("", "a History without a criterion", "one, such as 'BH/C1'"))
        with style.said(what, criterion, rules):
            what = rows_of(what, criterion, rules=rules).merge(what.players[["player", "name"]], on="player")
    table = style.need(what, ["player", "round", "value", "kept", "reason"], MADE_BY)
    key = style.one_event(table)
    totals = table["value"].where(table["kept"], 0.0).groupby(table["player"]).sum()
    shown, part = _chosen(table, totals, players, style.how_many(first))
    ax = style.axes(ax, 8.5, 0.36 * len(shown) + 1.5)
    rows = table[table["player"].isin(shown)].copy()
    rows["at"] = rows["player"].map({player: number for number, player in enumerate(shown)})
    cut = rows["reason"].isin(style.CUTS) & ~rows["kept"]
    rows = rows[rows["kept"] | cut].assign(cut=cut).sort_values(["at", "cut", "round"], kind="stable")
    rows["left"] = _lefts(rows)
    _bars(ax, rows)
    name = style.names(table)
    ax.set_yticks(range(len(shown)), [name[player] for player in shown], parse_math=False)
    ax.set_ylim(len(shown) - 0.4, -0.6)
    _totals(ax, rows, [float(totals[player]) for player in shown])
    words = f"{criterion or 'Tie-break'}: what each round adds{f', {key}' if key else ''}"
    style.title(ax, f"{words}\n{part}")
    return ax


def _chosen(table: pd.DataFrame, totals: pd.Series[Any], players: Any, first: int) -> tuple[list[int], str]:
    """Return the players of the picture, the largest total first, and what to say of the rest."""
    if players is not None:
        each = table.drop_duplicates("player")
        given = each["name"] if "name" in each else pd.Series(None, index=each.index, dtype="str")
        wanted = [number_among(each["player"], given, who) for who in style.several(players)]
        return list(dict.fromkeys(wanted)), ""
    order = totals.sort_values(ascending=False, kind="stable").index.tolist()
    part = f"the {first} largest of {len(order)}" if first < len(order) else ""
    return order[:first], part


def _lefts(rows: pd.DataFrame) -> Any:
    """Return where each part begins: sums of those before it, losses to the left of 0."""
    value = rows["value"]
    up, down = value.clip(lower=0), value.clip(upper=0)
    before = [(part.groupby(rows["at"]).cumsum() - part).to_numpy() for part in (up, down)]
    return np.where(value >= 0, before[0], before[1])


def _bars(ax: Axes, rows: pd.DataFrame) -> None:
    """Draw the parts, every other round a little lighter, and write the amounts that fit."""
    odd = (rows["round"].fillna(0).astype(int) % 2 == 1).to_numpy()
    cut = rows["cut"].to_numpy(dtype=bool)
    for mask, colour, hatch in ((~cut & odd, *KEPT[0]), (~cut & ~odd, *KEPT[1]), (cut, *CUT)):
        part = rows[mask]
        edge = style.QUIET if hatch else style.PAPER
        ax.barh(
            part["at"], part["value"], left=part["left"], height=0.74, color=colour, hatch=hatch,
            edgecolor=edge, lw=0.8,
        )  # fmt: skip
    widest = float((rows["left"] + rows["value"]).max()) if len(rows) else 0.0
    room = 72 * 0.68 * style.figure_of(ax).get_figwidth()  # points from the left to the right of the Axes
    for at, left, value, struck in rows[["at", "left", "value", "cut"]].to_numpy(dtype=object).tolist():
        words = style.number(value)
        if abs(value) * room > widest * (4.4 * len(words) + 2):
            box = {"boxstyle": "square,pad=0.1", "fc": style.PAPER, "ec": "none"} if struck else None
            ax.text(left + value / 2, at, words, ha="center", va="center", size=7,
                    color=style.INK, bbox=box)  # fmt: skip


def _totals(ax: Axes, rows: pd.DataFrame, totals: list[float]) -> None:
    """Write the sums of what is kept beside the bars, and set scale and key."""
    style.column(ax, 58, "sum kept", [style.number(total) for total in totals], bold=True)
    ax.margins(x=0.02)
    style.bare(ax)
    words = "contributions, round by round; what was cut stands at the end"
    ax.set_xlabel(words, fontsize=style.SMALL, color=style.INK)
    key = [Patch(facecolor=KEPT[0][0], label="kept")]
    if rows["cut"].any():
        key.append(Patch(facecolor=CUT[0], hatch=CUT[1], edgecolor=style.QUIET, label="cut"))
    ax.legend(handles=key, fontsize=style.SMALL, frameon=False, ncols=2, loc="lower right",
              bbox_to_anchor=(1, 1), borderaxespad=0.1)  # fmt: skip


# ---------------------------------------------------------------- agreement


def agreement(matrix: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw how well each pair agrees: a heat map with the numbers in it, light where they agree.

    Parameters
    ----------
    matrix : pandas.DataFrame
        A square table with the same names above and on the left, such as ``.agreement()`` of the
        table of `chesstb.compare`: 1 where two order alike, less where they do not; missing values
        are dashes.
    ax : matplotlib.axes.Axes, optional
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    DataError
        The table is empty or not square, or holds something else than numbers.

    Examples
    --------
    >>> import pandas as pd
    >>> import chesstb as tb
    >>> ax = tb.plot.agreement(pd.DataFrame([[1, 0.9], [0.9, 1]], ["BH", "SB"], ["BH", "SB"]))
    >>> [text.get_text() for text in ax.texts]
    ['1.00', '0.90', '0.90', '1.00']
    """
    made_by = "a square table, such as that of agreement()"
    style.need(matrix, [], made_by)
    if list(matrix.index) != list(matrix.columns):
        raise DataError(message("", "other names above than on the left", made_by))
    try:
        values = matrix.to_numpy(dtype=float, na_value=np.nan)
    except (TypeError, ValueError):
        raise DataError(message("", "a table of something else than numbers", made_by)) from None
    names = [str(name) for name in matrix.columns]
    size = len(names)
    ax = style.axes(ax, 0.62 * size + 2.6, 0.5 * size + 1.8)
    lowest = min(float(np.nanmin(values, initial=0.0)), 0.0)
    image = ax.imshow(np.ma.masked_invalid(values), cmap=style.shades(), vmin=lowest, vmax=1.0, aspect="auto")
    for row, column in np.ndindex(size, size):
        value = values[row, column]
        colour = image.cmap(image.norm(value)) if np.isfinite(value) else (1.0, 1.0, 1.0)
        words = f"{value:.2f}".replace("-", "−") if np.isfinite(value) else "–"
        ax.text(column, row, words, ha="center", va="center", size=style.SMALL, color=style.ink_on(colour))
    long = max(len(name) for name in names) > 5
    ax.set_xticks(range(size), names, parse_math=False, rotation=35 if long else 0,
                  ha="left" if long else "center", rotation_mode="anchor")  # fmt: skip
    ax.set_yticks(range(size), names, parse_math=False)
    ax.tick_params(top=True, bottom=False, labeltop=True, labelbottom=False)
    style.bare(ax)
    style.title(ax, "Agreement (1: the same order)")
    return ax


# ---------------------------------------------------------------- ties


def ties(standings: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw how many players are still tied after each criterion of the list.

    Parameters
    ----------
    standings : pandas.DataFrame
        Of `chesstb.standings`; of several events the ties are added up.
    ax : matplotlib.axes.Axes, optional
        Where to draw.

    Returns
    -------
    matplotlib.axes.Axes
        A bar for each criterion: the players who share all values so far with somebody; beside it, in
        how many groups.

    Raises
    ------
    DataError
        The table has no criteria, is empty, or holds several variants or rounds.

    Examples
    --------
    >>> import chesstb as tb
    >>> event = tb.read("data/small/late-entry.trf")
    >>> ax = tb.plot.ties(tb.standings(event, by="PTS BH", rules="fide-2026"))
    >>> [text.get_text() for text in ax.texts]
    ['7 players in 3 groups', '2 players in 1 group']
    """
    table = style.need(standings, ["place", "player"], "a table of chesstb.standings")
    table = _one_standing(table)
    criteria = [name for name in table.columns if name not in (*KEY, *FOREIGN)]
    if not criteria:
        raise DataError(message("", "a table without criteria", "a table of chesstb.standings"))
    counts = [_tied(table, criteria[: number + 1]) for number in range(len(criteria))]
    ax = style.axes(ax, 7.0, 0.42 * len(criteria) + 1.4)
    players = [tied for tied, _ in counts]
    ax.barh(range(len(criteria)), players, color=style.COLOURS[0], height=0.62)
    for at, (tied, groups) in enumerate(counts):
        words = f"{tied} players in {groups} group{'s' * (groups != 1)}" if tied else "no ties left"
        ax.annotate(words, (tied, at), xytext=(5, 0), textcoords="offset points", va="center",
                    size=style.SMALL, color=style.INK)  # fmt: skip
    steps = [name if not number else f"then {name}" for number, name in enumerate(criteria)]
    ax.set_yticks(range(len(criteria)), steps, parse_math=False)
    ax.set_ylim(len(criteria) - 0.4, -0.6)
    ax.set_xlim(0, max([*players, 1]) * 1.4)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=6))
    style.bare(ax)
    ax.set_xlabel("players still tied", fontsize=style.SMALL, color=style.INK)
    events = table["tournament"].nunique() if "tournament" in table else 1
    field = f"{len(table)} players" + (f" of {events} events" if events > 1 else "")
    style.title(ax, f"Ties that each criterion leaves\n{field}")
    return ax


def _one_standing(table: pd.DataFrame) -> pd.DataFrame:
    """Return the table, or say that it holds several standings."""
    for name in ("variant", "round"):
        there: Any = table[name].unique() if name in table else []
        if len(there) > 1:
            remedy = f"Choose one: table[table[{name!r}] == {there[0]!r}]."
            raise DataError(message("", f"a table of {len(there)} {name}s", f"one {name}", remedy))
    return table


def _tied(table: pd.DataFrame, criteria: list[str]) -> tuple[int, int]:
    """Return how many players share these values with somebody of their event, in how many groups."""
    by = [*(["tournament"] if "tournament" in table else []), *criteria]
    sizes = table.groupby(by, dropna=False, observed=True, sort=False).size()
    shared = sizes[sizes > 1]
    return int(shared.sum()), len(shared)
