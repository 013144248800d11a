"""History: tournaments as tables, one event or a hundred thousand.

`History.from_tables` is the border: dtypes and the sense of the rows are checked there once, and
everything further in trusts them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pandas as pd

from chesstb import schema
from chesstb.border import admit
from chesstb.errors import DataError, message, nearest
from chesstb.joining import events_of_rows, fresh_names, joined, part_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


Errors = Literal["strict", "repair"]


@dataclass(frozen=True, eq=False)
class History:
    """Who played whom, what was scored, and which rounds were not played and why.

    The tables are read once and must not be changed in place: what was computed from them is
    remembered. Make a new History of changed tables instead (`from_tables`). ``for`` goes through the
    events, each a History of its own; ``history["open"]`` is one of them.

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
        ``sex``, ``federation``, ``rating`` (null: unrated), ``fide_id``, ``birth`` (of a date of
        birth, files are read for the year only), ``team``,
        ``adjustment`` (points that belong to no round), ``excluded`` (withdrawn from a round robin
        before half of his games: they stay on record and count for nobody, see
        `chesstb.roundrobin.withdraw`).
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
        Lines of the source that no other table holds, word for word except for addresses and days of
        birth: ``tournament``, ``record``, ``text``.
    failures : pandas.DataFrame
        Files of a folder that could not be read: ``file``, ``error``, ``why``. Of the call that read
        the folder only: it is not stored, and parts of the History have none.
    """

    tournaments: pd.DataFrame
    players: pd.DataFrame
    results: pd.DataFrame
    published: pd.DataFrame
    repairs: pd.DataFrame
    records: pd.DataFrame
    failures: pd.DataFrame = field(
        default_factory=partial(pd.DataFrame, columns=["file", "error", "why"], dtype="str"), repr=False
    )
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
        errors: Errors = "strict",
    ) -> History:
        """Build a History from tables: DataFrames, Arrow tables, or anything that exports Arrow.

        Parameters
        ----------
        results : table
            Needs ``player``, ``round``, ``opponent`` and ``outcome``. ``points`` are derived from
            the outcome where they are missing; without ``tournament`` it is all one event.
        players, tournaments, published : table, optional
            See the attributes of `History`; every column has a default. Payments that
            ``tournaments`` leaves open are what the points of ``results`` show (a row of ``repairs``
            says so), else 1, ½, 0. In a round robin a listed player who never played makes the field
            one larger; free rounds of an odd field are no absences.
        repairs, records : table, optional
            Rows to carry along.
        errors : {"strict", "repair"}
            Whether contradictions are an error, or are repaired where there is one way to and
            reported in ``repairs``. Where no ``system`` is given and everybody met everybody equally
            often, ``"repair"`` takes the event for a round robin; ``"strict"`` reads it as a Swiss,
            and ``repairs`` says how to say otherwise.

        Raises
        ------
        DataError
            A column is missing, a value is none, or (``errors="strict"``) rows contradict each
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
        errors : {"strict", "repair"}
            See `from_tables`.
        """
        check_errors(errors)
        if tables.get("results") is None:
            raise DataError(message("results", "nothing", schema.A_TABLE))
        return cls(**admit(tables, repair=errors == "repair", places=places))

    # ------------------------------------------------------------ looking

    @property
    def events(self) -> list[str]:
        """The keys of the tournaments, in their order."""
        if "events" not in self._memo:
            self._memo["events"] = self.tournaments["tournament"].to_list()
        return list(self._memo["events"])

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

    def __getstate__(self) -> dict[str, Any]:
        """Return what is copied and pickled: the tables, and nothing that was computed from them."""
        return {name: getattr(self, name) for name in schema.TABLES}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state | {"_memo": {}})

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

        Repairs that belong to no event stay.

        Raises
        ------
        DataError
            An event is not there.
        """
        wanted, events = set(_keys_in(tournaments)), self.events
        unknown = sorted(wanted.difference(events))
        if unknown:
            raise DataError(message("", f"no event {unknown[0]!r}", remedy=nearest(unknown[0], events)))
        there = np.array([*(key in wanted for key in events), True], dtype=bool)  # the last: no event
        keys = pd.CategoricalDtype([key for key in events if key in wanted])
        number = np.where(there, np.cumsum(there) - 1, -1)
        picked = {}
        for name, event in events_of_rows(self).items():
            rows = np.flatnonzero(there[event])
            picked[name] = part_of(getattr(self, name), name, rows, number[event[rows]], keys)
        return History(**picked)

    def __getitem__(self, tournaments: str | list[str]) -> History:
        return self.select(tournaments)

    def __contains__(self, tournament: object) -> bool:
        return tournament in self.events

    def __iter__(self) -> Iterator[History]:
        """Go through the events, each a History of its own, in one pass."""
        tables = []
        for name, event in events_of_rows(self).items():
            order = np.argsort(event, kind="stable")
            starts = np.searchsorted(event[order], np.arange(-1, len(self) + 1))
            tables.append((name, getattr(self, name), order, starts))
        for number, key in enumerate(self.events, start=1):
            keys, parts = pd.CategoricalDtype([key]), {}
            for name, table, order, starts in tables:
                rows = order[starts[number] : starts[number + 1]]
                if starts[1]:  # repairs that belong to no event
                    rows = np.sort(np.concatenate([order[: starts[1]], rows]))
                parts[name] = part_of(table, name, rows, np.zeros(len(rows), dtype=np.int64), keys)
            yield History(**parts)

    @staticmethod
    def concat(histories: Iterable[History]) -> History:
        """Join several Histories; a key that is there already gets a number behind it, and a row in repairs.

        Raises
        ------
        DataError
            Something is no History.

        Examples
        --------
        >>> games = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]}
        >>> one = History.from_tables(games)
        >>> History.concat([one, one]).events
        ['event', 'event (2)']
        """
        if isinstance(histories, History):
            return histories
        parts: list[History] = []
        seen: dict[str, int] = {}
        for history in _all_histories(histories):
            names = fresh_names(history.events, seen)
            changed = any(key != name for key, name in names.items())
            why = "another event has this key already"
            parts.append(history.renamed(names, why) if changed else history)
        if not parts:
            nothing = pd.CategoricalDtype(pd.Index([], dtype="str"))
            return History(**{name: schema.empty(name, nothing) for name in schema.TABLES})
        keys = pd.CategoricalDtype([key for part in parts for key in part.events])
        return History(**{name: joined(parts, name, keys) for name in schema.TABLES})

    def renamed(self, names: dict[str, str], why: str = "renamed") -> History:
        """Return the same with other keys, each change a row of repairs.

        Parameters
        ----------
        names : dict
            Old key to new; events that it does not name keep theirs.
        why : str
            What the rows of repairs say.

        Raises
        ------
        DataError
            Two events would have the same key.
        """
        new = [names.get(key, key) for key in self.events]
        if len(set(new)) < len(new):
            twice = next(key for key in new if new.count(key) > 1)
            raise DataError(message("", f"two events would be called {twice!r}", "a key for each event"))
        keys, tables = pd.CategoricalDtype(new), {}
        for name, event in events_of_rows(self).items():
            keyed = schema.TABLES[name]["tournament"] == "key"
            column = (
                pd.Categorical.from_codes(event, dtype=keys)
                if keyed
                else schema.text(np.array([*new, None], dtype=object)[event])
            )
            tables[name] = getattr(self, name).assign(tournament=column)
        changed = {old: name for old, name in zip(self.events, new, strict=True) if old != name}
        taken = list(changed.values())
        said = {
            "column": "tournament",
            "found": list(changed),
            "taken": taken,
            "why": why,
            "tournament": taken,
        }
        more = schema.finish(pd.DataFrame(said), "repairs", keys)
        before = tables["repairs"]
        tables["repairs"] = pd.concat([before, more], ignore_index=True) if len(before) else more
        return History(**tables)

    # ------------------------------------------------------------ storing

    def save(self, folder: str | Path) -> Path:
        """Store the tables as Parquet, one file each, in a folder; `chesstb.read` reads it back."""
        from chesstb.storage import save  # noqa: PLC0415 - pyarrow.parquet is slow to load

        save({f.name: getattr(self, f.name) for f in fields(self) if f.name in schema.TABLES}, Path(folder))
        return Path(folder)

    @classmethod
    def load(cls, folder: str | Path, *, errors: Errors = "strict") -> History:
        """Read what `save` stored; files that were changed since are checked like any table.

        Parameters
        ----------
        folder : str or Path
            The folder.
        errors : {"strict", "repair"}
            See `from_tables`; nothing can be wrong in files that are as they were saved.

        Raises
        ------
        DataError
            A table is missing, or the rows contradict each other.
        FormatError
            A file is no Parquet.
        """
        from chesstb.storage import load  # noqa: PLC0415 - pyarrow.parquet is slow to load

        tables, trusted = load(Path(folder))
        if not trusted:
            try:
                return cls.from_source(tables, errors=errors)
            except DataError as error:
                raise DataError(f"{folder}: {error}", error.problems) from error
        keys = pd.CategoricalDtype(list(tables["tournaments"]["tournament"]))
        return cls(**{name: schema.finish(table, name, keys) for name, table in tables.items()})


def check_errors(errors: Any) -> None:
    """Refuse what does not say how mistakes are treated.

    Raises
    ------
    DataError
        It is neither ``"strict"`` nor ``"repair"``.
    """
    if errors not in ("strict", "repair"):
        raise DataError(message("errors", f"{errors!r}", "'strict' or 'repair'"))


def _keys_in(tournaments: Any) -> list[str]:
    """Return the keys that were asked for, or say what a key is."""
    keys = [tournaments] if isinstance(tournaments, str) or not _several(tournaments) else list(tournaments)
    for key in keys:
        if not isinstance(key, str):
            found = f"{key!r} is no key of an event"
            remedy = "Events are named by key; history.events lists the keys."
            raise DataError(message("", found, "text, or a list of texts", remedy))
    return keys


def _several(value: Any) -> bool:
    return hasattr(value, "__iter__")


def _all_histories(histories: Any) -> list[History]:
    found = list(histories) if _several(histories) else [histories]
    for one in found:
        if not isinstance(one, History):
            raise DataError(message("concat", f"a {type(one).__name__} is no History", "a list of Histories"))
    return found
