"""What a source itself claims: its published columns as arrays, what they mean, when a value agrees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb.criteria import parse
from chesstb.errors import CriterionError
from chesstb.names import criterion
from chesstb.selection import tiebreak_of
from chesstb.tiebreak.registry import row_sum

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.grid import Bools
    from chesstb.tables import History
    from chesstb.tiebreak import TieBreak

RANK: Final = frozenset({"rank", "rk", "rk.", "place", "pos", "pos.", "position"})
"""Names of columns that hold the ranking."""

POINTS: Final = frozenset({"points", "pts", "pts.", "score"})
"""Names of columns that hold the points."""

DECIMALS: Final = 6
"""Most decimals that a printed number is looked at with."""

EXACT: Final = 1e-9
"""Numbers closer than this are equal: they come from whole numbers by one division."""


@dataclass(frozen=True)
class Meaning:
    """What a published column holds.

    Attributes
    ----------
    by : str
        The criterion; empty for a ranking, and where it is not known.
    rules : str
        The rule version that the name implies; empty where it says nothing of it.
    rank : bool
        Whether it is the ranking.
    why : str
        Why it cannot be checked; empty where it can.
    """

    by: str = ""
    rules: str = ""
    rank: bool = False
    why: str = ""


def meaning(column: str, said: str | None) -> Meaning:
    """Return what a column holds: by the criterion that the source gives, else by its name.

    A version that only the name implies holds beside a given criterion too.

    Examples
    --------
    >>> meaning("TB1", "BH/C1").by, meaning("points", None).by, meaning("rank", None).rank
    ('BH/C1', 'PTS', True)
    >>> meaning("Buchholz Tie-Break Variable (2023) (Gamepoints, Cut1)", "BH/C1").rules
    'fide-2023'
    >>> meaning("TB4", None).why
    'its criterion is not known'
    """
    plain = column.strip().casefold()
    if said is None and plain in RANK:
        return Meaning(rank=True)
    if said is None and plain in POINTS:
        return Meaning("PTS")
    try:
        found = criterion(column if said is None else said)
        tiebreak = tiebreak_of(parse(found.by)[0])
    except CriterionError as error:
        return Meaning(why="its criterion is not known" if said is None else str(error))
    if found.choices:
        return Meaning(found.by, found.rules, why=f"its name leaves open which: {', '.join(found.choices)}")
    if tiebreak.among_tied:
        why = "programs print points, places or 0 among the tied; the order is checked with the ranks"
        return Meaning(found.by, found.rules, why=why)
    return Meaning(found.by, found.rules or _implied(column, found.by))


def _implied(column: str, by: str) -> str:
    """Return the rule version that the name of a column implies if it means this criterion, or nothing."""
    try:
        found = criterion(column)
    except CriterionError:
        return ""
    return found.rules if found.by == by else ""


@dataclass(frozen=True, eq=False)
class Claims:
    """The published cells of a History and the columns that they belong to.

    Attributes
    ----------
    row : (cells,) int
        Row of each cell's player in the ``players`` table.
    column : (cells,) int
        Number of its column; the cells of a column stand together.
    value : (cells,) float
        What is printed.
    event : (columns,) int
        Event of each column; the columns of an event stand together, as printed.
    names, said : (columns,) object
        Name of each column, and its criterion if the source gives it, else NaN or None.
    decimals : (columns,) int
        The most decimals that one of its cells shows.
    telling : (columns,) int
        Different values that it holds.
    first : (columns + 1,) int
        Where the cells of each column begin.
    """

    row: NDArray[np.int64]
    column: NDArray[np.int64]
    value: NDArray[np.float64]
    event: NDArray[np.int64]
    names: NDArray[np.object_]
    said: NDArray[np.object_]
    decimals: NDArray[np.int64]
    telling: NDArray[np.int64]
    first: NDArray[np.int64]

    @property
    def total(self) -> NDArray[np.int64]:
        """Cells of each column, (columns,)."""
        return np.diff(self.first)

    def meanings(self) -> pd.DataFrame:
        """Return what each column holds, a row per column: the fields of `Meaning`."""
        pairs = pd.DataFrame({"name": self.names, "said": self.said}, dtype="object")
        number = pairs.groupby(["name", "said"], dropna=False, sort=False).ngroup().to_numpy()
        different = pairs.iloc[_starts_of(number)].to_numpy(dtype=object)
        found = [meaning(name, None if pd.isna(said) else said) for name, said in different]
        table = pd.DataFrame([vars(one) for one in found], columns=list(Meaning.__annotations__))
        return table.iloc[number].reset_index(drop=True)


def _starts_of(number: NDArray[Any]) -> NDArray[np.int64]:
    """Return where each number, from 0 in the order of first appearance, appears first."""
    return np.unique(number, return_index=True)[1]


def keys_of(history: History) -> pd.CategoricalDtype[Any]:
    """Return the events as categories."""
    return pd.CategoricalDtype(history.events)


def claims(history: History) -> Claims:
    """Return what a History's sources claim; a row without a value is no cell."""
    table = history.published[history.published["value"].notna()].reset_index(drop=True)
    table["tournament"] = table["tournament"].astype(keys_of(history))
    event = table["tournament"].cat.codes.to_numpy().astype(np.int64)
    table = table.iloc[np.argsort(event, kind="stable")]
    groups = table.groupby(["tournament", "column"], sort=False, observed=True)
    column = groups.ngroup().to_numpy().astype(np.int64)
    said = groups["criterion"].first()
    order = np.argsort(column, kind="stable")
    table, column = table.iloc[order], column[order]
    value = table["value"].to_numpy()
    keys = said.index
    return Claims(
        row=_player_rows(history, table),
        column=column,
        value=value,
        event=table["tournament"].cat.codes.to_numpy().astype(np.int64)[_starts_of(column)],
        names=keys.get_level_values("column").to_numpy(dtype=object),
        said=said.to_numpy(dtype=object),
        decimals=_decimals(column, value, len(keys)),
        telling=groups["value"].nunique().to_numpy().astype(np.int64),
        first=np.searchsorted(column, np.arange(len(keys) + 1)),
    )


def _player_rows(history: History, table: pd.DataFrame) -> NDArray[np.int64]:
    """Return the row of each cell's player; players stand by event and number."""
    players = history.players
    if players.empty:
        return np.zeros(0, dtype=np.int64)
    span = int(players["player"].max()) + 1
    known, asked = (
        frame["tournament"].cat.codes.to_numpy().astype(np.int64) * span + frame["player"].to_numpy()
        for frame in (players, table)
    )
    rows: NDArray[np.int64] = np.searchsorted(known, asked)
    return rows


def _decimals(column: NDArray[np.int64], value: NDArray[np.float64], columns: int) -> NDArray[np.int64]:
    found = np.zeros(columns, dtype=np.int64)
    for decimals in range(DECIMALS):
        scaled = value * 10.0**decimals
        found[column[np.abs(scaled - np.rint(scaled)) > 1e-6 * np.maximum(1, np.abs(scaled))]] = decimals + 1
    return found


# ---------------------------------------------------------------- when a value agrees


def is_sum(tiebreak: TieBreak) -> bool:
    """Say whether a tie-break is a sum of points or counts, which nobody prints as a rounded whole number."""
    return tiebreak.total is row_sum


def agrees(published: Any, computed: Any, decimals: Any, *, exact_whole: bool) -> Bools:
    """Say which computed values a source printed.

    A computed value agrees when it rounds, up or down from the middle, to what is printed at the
    decimals that the column shows. In a column of whole numbers this holds for means only: sums
    (Buchholz 24½) are printed in full by every program. An undefined value is printed as 0.

    Parameters
    ----------
    published, computed : (cells,) float
        What is printed; what was computed, NaN where it is undefined.
    decimals : (cells,) int
        Decimals that the column shows.
    exact_whole : bool
        Whether whole numbers are exact, see `is_sum`.

    Examples
    --------
    >>> import numpy as np
    >>> agrees(np.array([2.67, 24.0, 0.0]), np.array([8 / 3, 24.5, np.nan]), [2, 0, 0], exact_whole=True)
    array([ True, False,  True])
    """
    places = np.asarray(decimals)
    half = 0.5 * 10.0**-places
    if exact_whole:
        half = np.where(places == 0, 0.0, half)
    missing = np.isnan(computed)
    near = np.abs(np.where(missing, 0.0, computed) - published) <= half + EXACT
    found: Bools = np.where(missing, published == 0, near)
    return found
