"""Identify: which criterion and rule version reproduce each published column, and which list the ranks."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb import ranking
from chesstb import rules as rulebook
from chesstb.criteria import parse
from chesstb.encoding import grids
from chesstb.errors import DataError, Note, message, nearest
from chesstb.frame import Table
from chesstb.published import claims as claimed
from chesstb.published.search import Search
from chesstb.published.trials import groups_before, printed, shown, ways_to_print
from chesstb.rules import RuleVersion
from chesstb.schema import TEXT
from chesstb.selection import Rules, asked, check
from chesstb.values import Asked, in_turn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from chesstb.grid import Grid
    from chesstb.published.claims import Claims
    from chesstb.tables import History

DTYPES: Final[dict[str, Any]] = {
    "column": TEXT, "criterion": TEXT, "rules": TEXT, "right": "int64", "total": "int64",
    "consistent": "Int64", "also": TEXT, "telling": "int64",
}  # fmt: skip

NOTHING_PUBLISHED: Final = "No column is published: there is nothing to identify."


class Identified(Table):
    """What `identify` found: a table that can show the cells that differ."""

    _metadata = ["_history", "_pages"]  # noqa: RUF012 - pandas wants a list
    _history: History
    _pages: dict[str, RuleVersion]

    @property
    def _constructor(self) -> Any:
        return Identified

    def cells(
        self,
        column: str,
        criterion: str | None = None,
        rules: str | None = None,
        tournament: str | None = None,
    ) -> Table:
        """Return the published cells of a column that a candidate does not reproduce.

        Parameters
        ----------
        column : str
            A published column.
        criterion, rules : str, optional
            A row of this table. Default: the first of the column that fits the other one.
        tournament : str, optional
            The event; may be left out where there is only one with such a column.

        Returns
        -------
        Table
            ``player``, ``name``, ``published``, ``computed`` (floats; NaN: undefined), by player. Of
            the ranks those that are not the computed place, shared ones included.

        Raises
        ------
        DataError
            There is no such row, there are several events, or the table was joined of several.
        """
        if getattr(self, "_history", None) is None:
            remedy = "Ask a table as identify returned it, or a part of one."
            raise DataError(message("", "a table that has lost the events it is about", remedy=remedy))
        key, criterion, rules = self._row(column, criterion, rules, tournament)
        history: History = self._history[key]
        claims = claimed.claims(history)
        number = list(claims.names).index(column)
        grid = grids(history)[0]
        if claims.meanings()["rank"].iloc[number]:
            computed = _places(grid, criterion.split(), [self._pages[name] for name in rules.split()])
            cells = np.flatnonzero(claims.column == number)
            good = computed[claims.row[cells]] == claims.value[cells]
        else:
            item = asked(parse(criterion), self._pages[rules], grid.section)[0]
            computed, good = _column(grid, claims, number, item)
            cells = np.flatnonzero(claims.column == number)
        cells = cells[~good]
        row = claims.row[cells]
        table = Table(
            {
                "player": history.players["player"].to_numpy()[row],
                "name": history.players["name"].array.take(row),
                "published": claims.value[cells],
                "computed": computed[row].astype(float),
            }
        )
        return table.sort_values("player", kind="stable", ignore_index=True)

    def _row(
        self, column: str, criterion: str | None, rules: str | None, tournament: str | None
    ) -> tuple[str, str, str]:
        """Return event, criterion and version of the row that is meant."""
        rows = self.loc[self["column"] == column]
        if rows.empty:
            raise DataError(message("", f"no column {column!r}", remedy=nearest(column, self["column"])))
        for name, wanted in (("tournament", tournament), ("criterion", criterion), ("rules", rules)):
            if wanted is not None:
                known = rows[name].astype(str)
                rows = rows.loc[known == wanted]
                if rows.empty:
                    found = f"no row of column {column!r} with {name} {wanted!r}"
                    raise DataError(message("", found, remedy=nearest(wanted, known)))
        events = rows["tournament"].astype(str).unique()
        if len(events) > 1:
            found = f"{len(events)} events have a column {column!r}"
            raise DataError(message("", found, "one event", f"Choose one: tournament={events[0]!r}."))
        first = rows.iloc[0]
        return str(events[0]), str(first["criterion"]), str(first["rules"])


def _places(grid: Grid, criteria: list[str], pages: list[RuleVersion]) -> NDArray[np.int64]:
    """Return the places by a list under one version, or each criterion under its own, (P,)."""
    pages = pages * (len(criteria) if len(pages) == 1 else 1)
    items = [asked(parse(text), page, grid.section)[0] for text, page in zip(criteria, pages, strict=True)]
    return ranking.places(grid.event, in_turn(grid, items)[1])


def _column(grid: Grid, claims: Claims, number: int, item: Asked) -> tuple[Any, Any]:
    """Return a candidate's values (P,), and which cells of the column agree."""
    meanings = claims.meanings()
    found = printed(grid, claims, ~meanings["rank"].to_numpy(), (meanings["by"] == "PTS").to_numpy())
    mine = found.columns[found.column] == number
    ways = [shown(item, grid)] if not item.tiebreak.among_tied else []
    if not ways:
        place = max(int(found.place[found.columns == number][0]), 0)
        ways = ways_to_print(item, grid, groups_before(grid, found)[place])
    exact = claimed.is_sum(item.tiebreak)
    best: tuple[Any, Any] | None = None
    for values in ways:
        good = claimed.agrees(
            found.value[mine], values[found.player[mine]], found.decimals[mine], exact_whole=exact
        )
        if best is None or good.sum() > best[1].sum():
            best = values, good
    assert best is not None  # noqa: S101 - there is a way to print everything
    return best


# ---------------------------------------------------------------- the search


def identify(
    history: History, rules: Rules | Iterable[Rules] | None = None, top: int | None = 5
) -> Identified:
    """Find which criterion and rule version reproduce each published column, and which list the ranks.

    Parameters
    ----------
    history : History
        One event or many, with ``published`` values.
    rules : str, pathlib.Path, RuleVersion, or several of them, optional
        The versions that are tried. Default: all that the package has.
    top : int, optional
        Rows per column; None: all. Default: 5.

    Returns
    -------
    Identified
        A `Table`, one row per candidate, best first within each column; ``cells(column)`` of it
        shows the cells that differ. Its columns:

        ==============  ======================================================================
        ``tournament``  key of the event (categorical)
        ``column``      the published column, columns in the order of the source (text)
        ``criterion``   as `standings` reads it; of a ranking: the list (text)
        ``rules``       the preferred version under which it has these values (text). Where no
                        version has all the values of a list: one for each of its criteria
        ``right``       cells that agree (int64); of a ranking: that are the computed place
        ``total``       cells of the column (int64)
        ``consistent``  of a ranking: ranks that fit a computed place that several share (Int64)
        ``also``        the other versions with the same values in the whole event (text)
        ``telling``     different values that the column holds (int64): 1 means that it is
                        constant, and that agreeing with it says next to nothing
        ==============  ======================================================================

    Raises
    ------
    RuleError, DataError
        A version is unknown; ``top`` is no number above 0.

    Notes
    -----
    Candidates are all tie-breaks that a version defines in the system of the event, with every
    combination of the modifiers it admits: cuts C1 to C3 and M1 and M2, P, F, Koya's limits L+1, L+2,
    L-1, L-2, L40 and L60, and for the unrated the ratings 1000, 1200, 1400, the lowest of the event
    and the printed one; further the criterion that the source names. R turns an order and leaves the
    values as they are. Versions that read a criterion alike are computed once: a few hundred readings
    in all.

    When a value agrees is said at `verify`. A direct encounter's column is asked among those whom
    points and the columns printed before it leave tied, and is compared with each of what programs
    print there: the place among the tied, the points against them, and these points only where all
    of them have met (0 where nobody is tied); what fits best counts.

    Candidates with as many right cells stand in this order: the criterion that the source names
    itself; the version that the column's name implies, else the event's own, else the one in force at
    its start; fewer modifiers, smaller cuts; the tie-break that more versions define; the older
    version, FIDE's first.

    Of the ranks all lists are tried that begin with the points and go on with any of the criteria of
    the first five columns that are at least three quarters reproduced, in any order, with a direct
    encounter at any position or none; where no column says anything, the criteria of the event's own
    list, else of the usual one of its version. ``right`` counts the ranks that are the computed
    place (of k players who share place p, only rank p), ``consistent`` those that fit (p to p + k - 1:
    the source parted the tied by lot, or by something it does not print). More right ranks come
    first, then more consistent ones, then the order in print, then fewer printed criteria left out.

    Examples
    --------
    >>> import chesstb as tb
    >>> event = tb.read("data/world-blitz-2021")
    >>> found = tb.identify(event, top=1).set_index("column")
    >>> found.loc[["TB1", "TB3", "rank"], ["criterion", "rules", "right", "total"]]
                      criterion              rules  right  total
    column
    TB1                   BH/C1          fide-2009    179    179
    TB3                  ARO/C1  world-rapid-blitz    179    179
    rank    PTS BH/C1 BH ARO/C1  world-rapid-blitz    179    179
    """
    check(history, None)
    pages = _pages(rules)
    if top is not None and (not isinstance(top, int) or top < 1):
        raise DataError(message("", f"top={top!r}", "a number above 0, or None for all"))
    claims = claimed.claims(history)
    search = Search(history, claims, pages, top)
    parts = [part for grid in grids(history, None, search.kind) for part in search.of(grid)]
    table = _table(history, claims, parts)
    table._history, table._pages = history, {page.name: page for page in pages}  # noqa: SLF001 - its own
    if not len(claims.names):
        table.attrs["notes"] = [NOTHING_PUBLISHED]
        warnings.warn(NOTHING_PUBLISHED, Note, stacklevel=2)
    return table


def _pages(rules: Any) -> tuple[RuleVersion, ...]:
    """Return the versions that are tried, each once."""
    if rules is None:
        return tuple(rulebook.pages())
    one = isinstance(rules, str | RuleVersion) or not hasattr(rules, "__iter__")
    pages = {page.name: page for page in map(rulebook.rules, [rules] if one else rules)}
    if not pages:
        raise DataError(message("rules", "an empty list", "at least one rule version, or None for all"))
    return tuple(pages.values())


def _table(history: History, claims: Claims, parts: list[pd.DataFrame]) -> Identified:
    """Return the rows by event and column as printed, best first."""
    rows = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame({"number": np.zeros(0, dtype=int)})
    rows = rows.sort_values("number", kind="stable", ignore_index=True)
    number = rows["number"].to_numpy()
    rows = rows.assign(
        tournament=pd.Categorical.from_codes(claims.event[number], dtype=claimed.keys_of(history)),
        column=claims.names[number],
        total=claims.total[number],
        telling=claims.telling[number],
    )
    table = Identified(rows.reindex(columns=["tournament", *DTYPES]).astype(DTYPES))
    table.attrs["notes"] = []
    return table
