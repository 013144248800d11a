"""Players of lists of games: told apart by id, else by name, and numbered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb.formats import cells

if TYPE_CHECKING:
    from collections.abc import Callable


Ints = Any  # arrays of whole numbers
Objects = Any  # arrays of text or objects
FACTS: Final = ("title", "sex", "federation", "rating", "fide_id", "birth", "team", "adjustment", "excluded")
"""What a long table may say of a player, besides his name."""
YES: Final = {"true": True, "yes": True, "1": True, "x": True, "1.0": True}
"""Words for yes in a column of yes and no."""


def each_once(values: Any, function: Callable[[Any], Any]) -> Objects:
    """Return what a function makes of each value, called once for each different one."""
    codes, different = pd.factorize(pd.Series(values, dtype=object), use_na_sentinel=False)
    made = np.empty(len(different), dtype=object)
    for n, value in enumerate(different):
        made[n] = function(value)
    found: Objects = made[codes]
    return found


def texts(values: Any) -> Objects:
    """Return cells as text, empty for nothing; whole numbers without a point."""
    return each_once(values, _text)


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value.strip()
    if value is None or pd.isna(value):
        return ""
    if isinstance(value, (float, np.floating)) and float(value).is_integer():
        return str(int(value))
    return str(value)


def identities(event: Ints, names: Objects, ids: Objects | None) -> Ints:
    """Return a number for each player, counted in the order in which they appear: -1 for no name and no id.

    Parameters
    ----------
    event : array of int
        The event of each mention.
    names, ids : array of str
        His name and his id, empty where there is none. Whoever has an id is told by it, and a mention
        of the same name without one is his.

    Examples
    --------
    >>> event = np.zeros(4, dtype=np.int64)
    >>> names = np.array(["Lee", "Bob", "Lee", "A. Lee"], dtype=object)
    >>> identities(event, names, np.array(["7", "", "", "7"], dtype=object)).tolist()
    [0, 1, 0, 0]
    """
    frame = pd.DataFrame({"event": event, "name": names, "id": names if ids is None else ids})
    if ids is not None:
        known = frame[(frame["id"] != "") & (frame["name"] != "")].drop_duplicates(["event", "name"])
        found = frame[["event", "name"]].merge(known, how="left", on=["event", "name"], validate="m:1")["id"]
        key = frame["id"].mask(frame["id"] == "", found)
        frame["id"] = np.where(key.notna() & (key != ""), "#" + key.fillna("").astype(str), frame["name"])
    nobody = (frame["id"] == "").to_numpy(dtype=bool)
    number = np.full(len(frame), -1, dtype=np.int64)
    number[~nobody] = frame[~nobody].groupby(["event", "id"], sort=False).ngroup().to_numpy()
    return number


def numbered(event: Ints, identity: Ints) -> Ints:
    """Return starting numbers from 1 in each event, as the players appear; 0 for nobody."""
    there = np.flatnonzero(identity >= 0)
    _, first = np.unique(identity[there], return_index=True)
    owner = event[there[first]]
    rank = pd.Series(owner).groupby(owner, sort=False).cumcount().to_numpy() + 1
    numbers = np.zeros(len(identity), dtype=np.int64)
    numbers[there] = rank[identity[there]]
    return numbers


def people(names: Objects) -> Objects:
    """Return a `Person` for each cell of a name."""
    return each_once(names, cells.person)


def first_known(event: Ints, number: Ints, facts: dict[str, Objects]) -> pd.DataFrame:
    """Return one row per player, in order, with the first thing that is said of him in each column."""
    there = np.flatnonzero(number > 0)
    span = int(number.max(initial=0)) + 1
    key = event[there].astype(np.int64) * span + number[there]
    keys = np.unique(key)
    table: dict[str, Any] = {"event": keys // span, "player": keys % span}
    for column, values in facts.items():
        cells_ = np.asarray(values, dtype=object)[there]
        said = np.flatnonzero((cells_ != "") & ~pd.isna(cells_))
        owner, first = np.unique(key[said], return_index=True)
        known = np.full(len(keys), None, dtype=object)
        known[np.searchsorted(keys, owner)] = cells_[said[first]]
        table[column] = known
    return pd.DataFrame(table)


# ---------------------------------------------------------------- tables and their mentions of players


@dataclass(frozen=True)
class Long:
    """Columns by the part they play, as they are called in the source, and the line of each row."""

    columns: dict[str, Objects]
    titles: dict[str, str]
    lines: Ints

    def text(self, part: str) -> Objects:
        """Return a column as text, empty where there is no such column."""
        if part not in self.columns:
            return np.full(len(self.lines), "", dtype=object)
        return texts(self.columns[part])

    def rows(self, where: Any) -> Long:
        """Return some rows."""
        return Long({c: v[where] for c, v in self.columns.items()}, self.titles, self.lines[where])


@dataclass
class Mentions:
    """Players as rows of results name them: their event, number, and what is said of them."""

    event: Ints
    number: Ints
    facts: dict[str, Objects]


def zipped(first: Any, second: Any) -> Any:
    """Return the values of White and Black of each row, one behind the other."""
    return np.column_stack([first, second]).ravel()


def all_numbers(names: list[Any]) -> bool:
    """Say whether all cells that hold something are whole numbers."""
    there = np.concatenate([name[name != ""] for name in names])
    return bool(len(there)) and all(cells.whole(text) is not None for text in pd.unique(pd.Series(there)))


def as_number(text: str) -> float | None:
    """Return a starting number as a float, None for anything else."""
    read = cells.whole(text)
    return float(read) if read and read < 2**31 else None


def mentioned(event: Any, name: Any, number: Any, facts: dict[str, Any]) -> Mentions:
    """Number those who have no number, and take titles, federations and ratings out of their names."""
    keep = "title" in facts
    people_ = people(name)
    shown = name if keep else np.array([one.name for one in people_], dtype=object)
    for part in () if keep else ("title", "federation", "rating"):
        own = np.array([getattr(one, part) or "" for one in people_], dtype=object)
        facts[part] = np.where(facts[part] != "", facts[part], own) if part in facts else own
    if number is None:
        ids = facts.get("fide_id")
        number = numbered(event, identities(event, shown, ids))
    return Mentions(event, number, {"name": shown} | facts)


def settled(table: pd.DataFrame) -> pd.DataFrame:
    """Return rows of players, in order, with nothing for no opponent."""
    table = table[table["player"] > 0].sort_values(
        ["event", "player", "round", "line"], kind="stable", ignore_index=True
    )
    table["opponent"] = table["opponent"].where(table["opponent"] > 0).astype("Int64")
    table["round"] = table["round"].astype(np.int64)
    return table
