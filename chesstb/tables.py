"""History: tournaments as tables, one event or a hundred thousand.

`History.from_tables` is the border: dtypes and the sense of the rows are checked there once, and
everything further in trusts them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pandas as pd

from chesstb import schema
from chesstb.border import admit
from chesstb.errors import DataError, message, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable

Errors = Literal["raise", "repair"]


@dataclass(frozen=True, eq=False)
class History:
    """Who played whom, what was scored, and which rounds were not played and why.

    Attributes
    ----------
    tournaments : pandas.DataFrame
        One row per event: ``tournament`` (key), ``name``, ``place``, ``federation``, ``start``,
        ``end``, ``system``, ``rounds`` (announced), what the event pays (``win``, ``draw``, ``loss``,
        ``bye`` for a pairing-allocated bye, ``half_bye``, ``full_bye``, ``zero_bye``,
        ``forfeit_win``, ``forfeit_loss``, ``pending``, ``black_win``, ``black_draw``,
        ``black_loss``), ``by`` (its own criteria), ``rules``, ``source``.
    players : pandas.DataFrame
        One row per participant: ``tournament``, ``player`` (starting number), ``name``, ``title``,
        ``sex``, ``federation``, ``rating`` (null: unrated), ``fide_id``, ``birth``, ``team``,
        ``adjustment`` (points that belong to no round).
    results : pandas.DataFrame
        One row per participant and round: ``tournament``, ``player``, ``round``, ``opponent``
        (null: none), ``colour`` (w, b, null), ``outcome`` (TRF code), ``points`` as awarded,
        ``decision`` (the points were set by a decision, not by the code). Complete for every round
        that counts: whoever has no row in one is given an absence (``Z``), and ``repairs`` says so.
    published : pandas.DataFrame
        One row per participant and published column: ``tournament``, ``player``, ``column``,
        ``criterion`` (if known), ``value``.
    repairs : pandas.DataFrame
        One row per thing repaired or filled in: ``file``, ``line``, ``column``, ``found``,
        ``taken``, ``why``, and where it concerns one, ``tournament``, ``player``, ``round``.
    records : pandas.DataFrame
        Lines of the source that no other table holds, word for word: ``tournament``, ``record``,
        ``text``.
    """

    tournaments: pd.DataFrame
    players: pd.DataFrame
    results: pd.DataFrame
    published: pd.DataFrame
    repairs: pd.DataFrame
    records: pd.DataFrame
    _memo: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def from_tables(
        cls,
        results: Any,
        players: Any = None,
        tournaments: Any = None,
        published: Any = None,
        *,
        repairs: Any = None,
        records: Any = None,
        errors: Errors = "raise",
    ) -> History:
        """Build a History from tables: DataFrames, Arrow tables, or anything that exports Arrow.

        Parameters
        ----------
        results : table
            Needs ``player``, ``round``, ``opponent`` and ``outcome``. ``points`` are derived from
            the outcome where they are missing; without ``tournament`` it is all one event.
        players, tournaments, published : table, optional
            See the attributes of `History`; every column has a default. Payments that
            ``tournaments`` leaves open are what the points of ``results`` show, else 1, ½, 0.
        repairs, records : table, optional
            Rows to carry along.
        errors : {"raise", "repair"}
            Whether contradictions are an error, or are repaired where there is one way to and
            reported in ``repairs``.

        Raises
        ------
        DataError
            A column is missing, a value is none, or (``errors="raise"``) rows contradict each
            other; ``error.problems`` lists all of them.

        Examples
        --------
        >>> games = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]}
        >>> History.from_tables(games)
        History: 1 event, 2 players, 1 round (2 player-rounds)
        """
        given = {"results": results, "players": players, "tournaments": tournaments,
                 "published": published, "repairs": repairs, "records": records}  # fmt: skip
        return cls.from_source(given, errors=errors)

    @classmethod
    def from_source(
        cls, tables: dict[str, Any], places: pd.DataFrame | None = None, *, errors: Errors = "repair"
    ) -> History:
        """Build a History for a reader of files: `from_tables` with the place of each row of results.

        Parameters
        ----------
        tables : dict
            Table by name; see `from_tables`.
        places : pandas.DataFrame, optional
            As many rows as ``tables["results"]``: ``file``, ``line``, ``column`` in the source, for
            messages and repairs.
        errors : {"raise", "repair"}
            See `from_tables`.
        """
        if errors not in ("raise", "repair"):
            raise DataError(message("errors", f"{errors!r}", "'raise' or 'repair'"))
        return cls(**admit(tables, repair=errors == "repair", places=places))

    # ------------------------------------------------------------ looking

    @property
    def events(self) -> list[str]:
        """The keys of the tournaments, in their order."""
        return list(self.tournaments["tournament"])

    def __len__(self) -> int:
        return len(self.tournaments)

    def __repr__(self) -> str:
        rounds = int(self.results["round"].max()) if len(self.results) else 0
        events, players = len(self.tournaments), len(self.players)
        return (
            f"History: {events} event{'s' * (events != 1)}, {players} player{'s' * (players != 1)}, "
            f"{'up to ' * (events > 1)}{rounds} round{'s' * (rounds != 1)} "
            f"({len(self.results)} player-rounds)"
        )

    def equals(self, other: History) -> bool:
        """Say whether all tables hold the same (repairs and the source aside)."""
        for name in ("tournaments", "players", "results", "published", "records"):
            mine, theirs = (getattr(h, name).drop(columns="source", errors="ignore") for h in (self, other))
            if not mine.equals(theirs):
                return False
        return True

    # ------------------------------------------------------------ selecting and joining

    def select(self, tournaments: str | Iterable[str]) -> History:
        """Return the History of some events only, in the order of this one.

        Raises
        ------
        DataError
            An event is not there.
        """
        wanted = [tournaments] if isinstance(tournaments, str) else list(tournaments)
        for key in wanted:
            if key not in set(self.events):
                raise DataError(message("", f"no event {key!r}", remedy=nearest(key, self.events)))
        keys = pd.CategoricalDtype([key for key in self.events if key in set(wanted)])
        picked = {}
        for name in schema.TABLES:
            table = getattr(self, name)
            table = table[table["tournament"].isin(keys.categories)]
            picked[name] = schema.finish(table, name, keys)
        return History(**picked)

    def __getitem__(self, tournaments: str | list[str]) -> History:
        return self.select(tournaments)

    @staticmethod
    def concat(histories: Iterable[History]) -> History:
        """Join several Histories; a key that is there already gets a number behind it, and a row in repairs.

        Examples
        --------
        >>> games = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]}
        >>> one = History.from_tables(games)
        >>> History.concat([one, one]).events
        ['event', 'event (2)']
        """
        parts, seen = [], set[str]()
        for history in histories:
            names = _fresh_names(history.events, seen)
            parts.append(history.renamed(names) if any(k != v for k, v in names.items()) else history)
            seen.update(names.values())
        if not parts:
            return History(**{name: schema.empty(name) for name in schema.TABLES})
        keys = pd.CategoricalDtype([key for part in parts for key in part.events])
        return History(**{name: _joined(parts, name, keys) for name in schema.TABLES})

    def renamed(self, names: dict[str, str]) -> History:
        """Return the same with other keys, each change a row of repairs."""
        keys = pd.CategoricalDtype([names[key] for key in self.events])
        tables = {}
        for name in schema.TABLES:
            table = getattr(self, name)
            renamed = table["tournament"].astype("str").map(names)
            tables[name] = schema.finish(table.assign(tournament=renamed), name, keys)
        changed = {old: new for old, new in names.items() if old != new}
        said = pd.DataFrame({"column": "tournament", "found": list(changed), "taken": list(changed.values()),
                             "tournament": list(changed.values())})  # fmt: skip
        said["why"] = "another event has this key already"
        tables["repairs"] = schema.finish(
            pd.concat([tables["repairs"], schema.finish(said, "repairs", keys)]), "repairs", keys
        )
        return History(**tables)

    # ------------------------------------------------------------ storing

    def save(self, folder: str | Path) -> Path:
        """Store the tables as Parquet, one file each, in a folder; `chesstb.read` reads it back."""
        from chesstb.storage import save  # noqa: PLC0415 - pyarrow.parquet is slow to load

        save({f.name: getattr(self, f.name) for f in fields(self) if f.name in schema.TABLES}, Path(folder))
        return Path(folder)

    @classmethod
    def load(cls, folder: str | Path) -> History:
        """Read what `save` stored.

        Raises
        ------
        DataError
            A table is missing, or the rows contradict each other.
        """
        from chesstb.storage import load  # noqa: PLC0415 - pyarrow.parquet is slow to load

        tables, trusted = load(Path(folder))
        if not trusted:
            return cls(**admit(tables, repair=False))
        keys = pd.CategoricalDtype(list(tables["tournaments"]["tournament"]))
        return cls(**{name: schema.finish(table, name, keys) for name, table in tables.items()})


def _fresh_names(keys: list[str], taken: set[str]) -> dict[str, str]:
    names: dict[str, str] = {}
    used = set(taken)
    for key in keys:
        name, number = key, 2
        while name in used:
            name, number = f"{key} ({number})", number + 1
        names[key] = name
        used.add(name)
    return names


def _joined(parts: list[History], name: str, keys: pd.CategoricalDtype[Any]) -> pd.DataFrame:
    """Return the same table of several Histories as one; their keys follow each other in ``keys``."""
    first = np.cumsum([0, *(len(part) for part in parts)])
    tables = [(getattr(part, name), number) for part, number in zip(parts, first, strict=False)]
    filled = [(table, number) for table, number in tables if len(table)]
    if not filled:
        return schema.empty(name, keys)
    keyed = schema.TABLES[name]["tournament"] == "key"
    plain = [table.drop(columns="tournament") if keyed else table for table, _ in filled]
    joined = pd.concat(plain, ignore_index=True)
    if keyed:
        codes = [codes_of(table["tournament"]).astype(np.int64) + number for table, number in filled]
        joined["tournament"] = pd.Categorical.from_codes(np.concatenate(codes), dtype=keys)
    return schema.finish(joined, name, keys)


def codes_of(column: pd.Series[Any]) -> np.ndarray[Any, np.dtype[Any]]:
    """Return the numbers behind a categorical column; -1 where there is nothing."""
    return column.cat.codes.to_numpy()
