"""The events of a part ranked under all versions, as Arrow tables; one that fails stops no other."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa

from chesstb import ranking
from chesstb.bulk.lines import Lines
from chesstb.comparison.sides import Sides
from chesstb.encoding import grids
from chesstb.errors import ChesstbError, Note
from chesstb.selection import asked
from chesstb.values import Known, values_in_turn

if TYPE_CHECKING:
    from chesstb.bulk.plan import Plan
    from chesstb.grid import Grid
    from chesstb.selection import Call
    from chesstb.tables import History
    from chesstb.values import Asked

STANDINGS, CHANGES, SUMMARY, FAILURES = "standings", "changes", "summary", "failures"

NAME: Final = pa.dictionary(pa.int8(), pa.string())
KEY: Final = pa.dictionary(pa.int32(), pa.string())
FAILED: Final = pa.schema(
    [("tournament", pa.string()), ("rules", pa.string()), ("error", pa.string()), ("why", pa.string())]
)
COMPARED: Final = ("winner_changed", "podium_changed", "places_changed", "largest_move")
"""Columns of the summary that say what is another than in the baseline."""

Result = dict[str, Any]
"""Arrow tables by the name of their dataset."""


def rank_all(history: History, plan: Plan) -> Result:
    """Return the tables of a part: those of every event that can be ranked, and why the others cannot."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Note)
            return _rank(history, plan)
    except Exception as error:  # noqa: BLE001 - whatever it is, it takes no other event with it
        if len(history) > 1:
            half = len(history) // 2
            events = history.events
            found = [rank_all(history.select(some), plan) for some in (events[:half], events[half:])]
            names = [version.name for version in plan.versions]
            return {name: _merged([one[name] for one in found], names) for name in found[0]}
        return _rank_alone(history, plan, error)


def _merged(tables: list[pa.Table], names: list[str]) -> pa.Table:
    """Return tables of different events as one, in the order of the versions."""
    whole = pa.concat_tables(tables).unify_dictionaries().combine_chunks()
    rules = [names.index(name) if name in names else len(names) for name in whole["rules"].to_pylist()]
    return whole.take(pa.array(np.argsort(np.array(rules, dtype=np.int64), kind="stable"))).combine_chunks()


def _rank_alone(history: History, plan: Plan, error: Exception) -> Result:
    """Return what there is of one event with which something went wrong: version by version."""
    if plan.compare:
        found = rank_all(history, replace(plan, compare=False))
        changes = _no_changes(history, plan)
        if not len(found[FAILURES]):
            found[FAILURES] = failed(history.events, ["compare"], type(error).__name__, str(error))
        return found | {CHANGES: changes}
    if len(plan.versions) > 1:
        single = [rank_all(history, replace(plan, versions=[version])) for version in plan.versions]
        found = {FAILURES: pa.concat_tables([one[FAILURES] for one in single])}
        good = [k for k, one in enumerate(single) if not len(one[FAILURES])]
        some = replace(plan, versions=[plan.versions[k] for k in good])
        kept = _Found(history, some)
        if good:
            kept.fill([version.call(history) for version in some.versions])
        return kept.tables(plan) | found
    name = plan.versions[0].name
    kept = _Found(history, plan)
    kept.failing[0, :] = True
    return kept.tables(plan) | {FAILURES: failed(history.events, [name], type(error).__name__, str(error))}


def failed(events: list[str], names: list[str], error: str, why: str) -> pa.Table:
    """Return rows that say of events that they could not be ranked under some versions."""
    rows = [
        {"tournament": key, "rules": name, "error": error, "why": why} for name in names for key in events
    ]
    return pa.Table.from_pylist(rows, FAILED)


def _rank(history: History, plan: Plan) -> Result:
    found = _Found(history, plan)
    found.fill([version.call(history) for version in plan.versions])
    tables = found.tables(plan)
    if plan.compare:
        tables[CHANGES] = _changes(history, plan, ~found.failing.any(axis=0))
    return tables


@dataclass(eq=False)
class _Found:
    """Places and values of P players of E events under V versions, and which events failed under which."""

    history: History
    plan: Plan
    reasons: list[pa.Table] = field(default_factory=list)
    settled: dict[Any, list[Asked]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        shape = len(self.plan.versions), len(self.history.players)
        self.event = self.history.players["tournament"].cat.codes.to_numpy()
        self.place = np.zeros(shape, dtype=np.int32)
        self.failing = np.zeros((shape[0], len(self.history)), dtype=bool)
        self.lines = Lines(shape, self.plan.columns)

    def fill(self, calls: list[Call]) -> None:
        """Rank all events; what a Grid needs for several versions is computed once."""
        kinds = np.stack([call.kind for call in calls])
        alike = not kinds.size or (kinds == kinds[:, :1]).all()
        kind = None if alike else np.unique(kinds, axis=1, return_inverse=True)[1].ravel()
        for grid in grids(self.history, None, kind):
            known = Known() if len(calls) > 1 else None
            self.lines.open(grid)
            for number, call in enumerate(calls):
                self._fill(number, grid, call, known)
            grid.memo.clear()

    def _fill(self, number: int, grid: Grid, call: Call, known: Known | None) -> None:
        try:
            items = self._asked(number, call, grid)
        except ChesstbError as error:
            events = np.unique(grid.event)
            self.failing[number, events] = True
            keys, name = [self.history.events[k] for k in events], self.plan.versions[number].name
            self.reasons.append(failed(keys, [name], type(error).__name__, str(error)))
            return
        every, groups, parting = values_in_turn(grid, items, known)
        order, first = ranking.in_order(groups, parting)
        before = grid.once("above", lambda: ranking.above(grid.event))
        place = ranking.places_in_order(before, first)
        self.place[number, grid.row[order]] = place
        values = {item.criterion.text: one for item, one in zip(items, every, strict=True)}
        self.lines.write(number, grid, order, place, values)

    def _asked(self, number: int, call: Call, grid: Grid) -> list[Asked]:
        """Return what a version asks of a Grid's events; it is settled once for all that are alike.

        Raises
        ------
        CriterionError, RuleError
            A tie-break does not exist, or the version does not admit it.
        """
        event = int(grid.event[0])
        which = number, call.list_of[event], call.version_of[event], grid.section
        if which not in self.settled:
            criteria, version = call.lists[call.list_of[event]], call.versions[call.version_of[event]]
            self.settled[which] = asked(criteria, version, grid.section)
        return self.settled[which]

    # ------------------------------------------------------------ as tables

    def tables(self, plan: Plan) -> Result:
        """Return the tables of the plan that all parts have."""
        names = [version.name for version in plan.versions]
        failures = pa.concat_tables([FAILED.empty_table(), *self.reasons])
        found = {STANDINGS: self._standings(names), SUMMARY: self._summary(names, plan),
                 FAILURES: _in_order(failures, self.history.events, names)}  # fmt: skip
        if plan.compare:
            found[CHANGES] = _no_changes(self.history, plan)
        return found

    def _standings(self, names: list[str]) -> pa.Table:
        """Return a row for each version, event and player, in order of these and of the place."""
        kept = ~self.failing[:, self.event].ravel() if self.failing.any() else slice(None)
        rules = np.array([names.index(version.name) for version in self.plan.versions], dtype=np.int8)
        event = self.event.astype(np.int32)
        table = {
            "rules": _coded(np.repeat(rules, len(event))[kept], names, NAME),
            "tournament": _coded(np.tile(event, len(rules))[kept], self.history.events, KEY),
        } | self.lines.columns(kept)
        fields = [
            pa.field(name, values.type, nullable=name in self.plan.columns) for name, values in table.items()
        ]
        return pa.table(table, schema=pa.schema(fields))

    def _summary(self, names: list[str], plan: Plan) -> pa.Table:
        """Return a row for each version and event that could be ranked."""
        found: list[pa.Table] = []
        failing = self.failing if self.failing.size else np.zeros((1, 0), dtype=bool)
        if failing.any():
            patterns, which = np.unique(failing, axis=1, return_inverse=True)
        else:
            patterns, which = failing[:, :1], np.zeros(failing.shape[1], dtype=np.int64)
        for number, failed_ in enumerate(patterns.T):
            if not failed_.all():
                found.append(self._summary_of(which.ravel() == number, np.flatnonzero(~failed_), names, plan))
        whole = pa.concat_tables([_summary_types(plan).empty_table(), *found]).combine_chunks()
        whole = whole.sort_by([("rule", "ascending"), ("event", "ascending")])
        rules = _coded(whole["rule"].to_numpy().astype(np.int8), names, NAME)
        keys = _coded(whole["event"].to_numpy(), self.history.events, KEY)
        rest = whole.drop_columns(["rule", "event"])
        return pa.table({"rules": rules, "tournament": keys} | dict(zip(rest.column_names, rest.columns,
                                                                        strict=True)))  # fmt: skip

    def _summary_of(self, events: Any, versions: Any, names: list[str], plan: Plan) -> pa.Table:
        """Return the summary of events that failed under the same versions."""
        numbers = np.flatnonzero(events)
        place = self.place if len(versions) == len(self.place) else self.place[versions]
        event, player = self.event.astype(np.int64), self.history.players["player"].to_numpy(dtype=np.int64)
        if not events.all():
            there = events[event]
            event, player, place = (np.cumsum(events) - 1)[event[there]], player[there], place[:, there]
        mine = [self.plan.versions[k].name for k in versions]
        sides = Sides(mine, [""] * len(numbers), np.zeros(0, dtype=np.int64), event, player, place)
        ties, tied = sides.ties()
        columns: dict[str, Any] = {
            "rule": np.tile([names.index(name) for name in mine], len(numbers)),
            "event": np.repeat(numbers, len(mine)),
            "players": np.repeat(np.bincount(event, minlength=len(numbers)), len(mine)),
            "winners": pa.array(sides.winners(), pa.string(), from_pandas=True),
            "ties": ties,
            "tied": tied,
        }
        base = plan.versions[0].name == mine[0]
        if len(plan.versions) > 1:
            columns |= _compared(sides) if base else dict.fromkeys(COMPARED, pa.nulls(len(ties)))
        if plan.compare:
            tau = np.stack([sides.tau(0, k) for k in range(len(mine))], axis=1).ravel()
            columns["tau"] = pa.array(tau, from_pandas=True) if base else pa.nulls(len(ties))
        types = _summary_types(plan)
        return pa.table([pa.array(columns[name]).cast(types.field(name).type) for name in types.names],
                        schema=types)  # fmt: skip


def _compared(sides: Sides) -> dict[str, Any]:
    """Return what is another than under the first version."""
    base, others = sides.place[0], sides.place[1:]
    moves = np.abs(others - base)
    moved, best = moves != 0, np.minimum(others, base)
    found = {
        "winner_changed": sides.count(moved & (best == 1)) > 0,
        "podium_changed": sides.count(moved & (best <= 3)) > 0,
        "places_changed": sides.count(moved),
        "largest_move": sides.largest(moves),
    }
    shape = len(sides.events), len(others)
    return {name: np.insert(values.reshape(shape), 0, 0, axis=1).ravel() for name, values in found.items()}


def _summary_types(plan: Plan) -> pa.Schema:
    count = pa.int32()
    kinds: dict[str, Any] = {"rule": pa.int64(), "event": pa.int64(), "players": count}
    kinds |= {"winners": pa.string(), "ties": count, "tied": count}
    if len(plan.versions) > 1:
        kinds |= {name: pa.bool_() if name.endswith("changed") and name != "places_changed" else count
                  for name in COMPARED}  # fmt: skip
    if plan.compare:
        kinds["tau"] = pa.float64()
    return pa.schema(list(kinds.items()))


def _coded(numbers: Any, words: list[str], kind: Any) -> Any:
    found = pa.array(numbers, kind.index_type), pa.array(words, pa.string())
    return pa.DictionaryArray.from_arrays(*found, safe=False)  # numbers of words that there are


def stored(table: pa.Table) -> dict[str, Any]:
    """Return how a table is written: quickly.

    The least and the greatest of a row group are said of columns by which rows are looked for: not of
    the values of criteria. Places, which rise within each event, are smaller without a dictionary.
    """
    searched = [column.name for column in table.schema if not pa.types.is_floating(column.type)]
    repeated = [name for name in table.column_names if name != "place"]
    return {"write_statistics": searched, "use_dictionary": repeated}


def _in_order(failures: pa.Table, events: list[str], names: list[str]) -> pa.Table:
    """Return failures in the order of the versions and events."""
    place = {key: number for number, key in enumerate(events)}
    rows = sorted(failures.to_pylist(), key=lambda row: (names.index(row["rules"]), place[row["tournament"]]))
    return pa.Table.from_pylist(rows, FAILED)


# ---------------------------------------------------------------- what moved


def _changes(history: History, plan: Plan, good: Any) -> pa.Table:
    """Return who stands elsewhere than in the baseline, and why, of events that every version ranks."""
    events = [key for key, fine in zip(history.events, good, strict=True) if fine]
    some = history if len(events) == len(history) else history.select(events)
    if not len(some.players):
        return _no_changes(history, plan)
    from chesstb.comparison import compare  # noqa: PLC0415 - not every run compares

    wanted = {version.rules: version.by for version in plan.versions}
    table = compare(some, rules=wanted)
    table = table[(table["because"] != "").to_numpy() & (table["variant"].cat.codes > 0).to_numpy()]
    names = [version.name for version in plan.versions]
    order = np.argsort(table["variant"].cat.codes.to_numpy(), kind="stable")
    table = table.iloc[order]
    columns = {"rules": _coded(table["variant"].cat.codes.to_numpy(), names, NAME),
               "tournament": _coded(table["tournament"].cat.codes.to_numpy(), some.events, KEY)}  # fmt: skip
    for column, kind in _CHANGED.items():
        columns[column] = pa.array(table[column], kind, from_pandas=True)
    return pa.table(columns)


_CHANGED: Final[dict[str, Any]] = {
    "player": pa.int32(), "place": pa.int32(), "moved": pa.int32(), "sharing": pa.int32(),
    "because": pa.string(), "criterion": pa.string(), "clause": pa.string(), "article": pa.string(),
}  # fmt: skip


def _no_changes(history: History, plan: Plan) -> pa.Table:
    none = np.zeros(0, dtype=np.int8)
    columns = {"rules": _coded(none, [version.name for version in plan.versions], NAME),
               "tournament": _coded(none, history.events, KEY)}  # fmt: skip
    return pa.table(columns | {column: pa.array([], kind) for column, kind in _CHANGED.items()})
