"""Where tables come in: columns brought to their dtypes, gaps filled, contradictions found.

Everything works on whole columns; the cost is linear in the rows, but for one sort.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from chesstb import checks, schema
from chesstb.errors import DataError, message, nearest
from chesstb.outcomes import OUTCOMES, PAYMENTS
from chesstb.remarks import Found, Remark
from chesstb.rows import ABSENT, Rows, among, different, order_of, read_rows
from chesstb.schema import NOTHING

if TYPE_CHECKING:
    from chesstb.schema import Columns

Tables = dict[str, pd.DataFrame]
Ints = NDArray[np.int64]
AnyInts = NDArray[np.integer[Any]]

DEFAULT_KEY = "event"
CARRIED = ("published", "records")
"""Tables whose rows are left out where they belong to nothing."""
NO_ROW = "no row for this round: taken as an absence"
"""Why of the repairs that say which rows of results were filled in."""
SETTLED = np.array([outcome.paired and outcome.code != "X" for outcome in OUTCOMES])


def admit(given: dict[str, Any], *, repair: bool, places: pd.DataFrame | None = None) -> Tables:
    """Return the six tables of a History from raw ones.

    Parameters
    ----------
    given : dict
        Tables by name; only ``results`` must have rows and columns.
    repair : bool
        Whether contradictions become rows of ``repairs`` instead of an error.
    places : DataFrame, optional
        Where each row of results stands in its source: ``file``, ``line``, ``column``.
    """
    raw = {name: schema.columns_of(given.get(name), name) for name in schema.TABLES}
    keys, events = _keys(raw, repair=repair)
    found = Found(list(keys.categories), repair=repair, places=places)
    _unlisted(raw, events, found)
    rows, strange = read_rows(raw["results"], events["results"], found)
    players = _players(raw["players"], events["players"], rows, found)
    tournaments = _tournaments(raw["tournaments"], events["tournaments"], keys, found)
    rows = checks.drop_duplicates(rows.ordered(), found)
    checks.self_pairings(rows, found)
    if len(keys.categories):
        checks.learn_payments(tournaments, rows, found)
        checks.unknown_codes(rows, strange, raw["results"], tournaments, found)
        due = checks.due(rows, tournaments)
        rows.points = np.where(np.isnan(rows.points), due, rows.points)
        checks.points(rows, due, found)
    checks.two_sides(rows, found)
    carried = _carried(raw, events, players, found)
    found.settle()
    rows = _fill_absences(rows, players, tournaments, found)
    checks.note_round_robins(rows, players, tournaments, found)
    players["tournament"] = pd.Categorical.from_codes(players.pop("event"), dtype=keys)
    tables = {"tournaments": tournaments, "players": players, "results": _results(rows, raw["results"], keys)}
    for name, kept in carried.items():
        column = pd.Categorical.from_codes(kept.pop("event"), dtype=keys) if kept else None
        tables[name] = kept | {"tournament": column} if kept else {}
    finished = {name: schema.finish(columns, name, keys) for name, columns in tables.items()}
    return finished | {"repairs": found.table(raw["repairs"])}


# ---------------------------------------------------------------- keys


def _keys(raw: dict[str, Columns], *, repair: bool) -> tuple[pd.CategoricalDtype, dict[str, Ints]]:
    """Return all events in the order in which they are named, and the event of each row of the tables.

    The tournaments table names them first; a table without keys belongs to the only event. Where
    repairs are asked for, carried rows of no event have the event `NOTHING`.
    """
    coded = {name: schema.key_codes(raw[name]["tournament"]) for name in schema.TABLES
             if name != "repairs" and "tournament" in raw[name]}  # fmt: skip
    named: dict[str, int] = {}
    for name in ("tournaments", "players", "results"):
        if name in coded:
            codes, different = coded[name]
            for code in (
                pd.unique(codes) if len(different) > 1 else range(len(different) if len(codes) else 0)
            ):
                if code >= 0:
                    named.setdefault(different[code], len(named))
    if not named and any(schema.size(raw[name]) for name in ("tournaments", "players", "results")):
        named[DEFAULT_KEY] = 0
    events = {
        name: _numbered(name, *coded[name], named, lenient=repair and name in CARRIED)
        if name in coded
        else _of_one(name, schema.size(raw[name]), named)
        for name in schema.TABLES
    }
    return pd.CategoricalDtype(list(named)), events


def _numbered(table: str, codes: Ints, different: list[str], named: dict[str, int], *, lenient: bool) -> Ints:
    """Return the number of the event of each row."""
    numbers = np.array([*(named.get(key, NOTHING) for key in different), NOTHING], dtype=np.int64)
    events: Ints = numbers[codes]
    if (events < 0).any() and not lenient:
        row = int(np.flatnonzero(events < 0)[0])
        place = f"{table}, row {row}, column 'tournament'"
        if codes[row] < 0:
            raise DataError(message(place, "nothing", "the key of an event"))
        raise DataError(message(place, f"no event {different[codes[row]]!r}", "", nearest("", named)))
    return events


def _unlisted(raw: dict[str, Columns], events: dict[str, Ints], found: Found) -> None:
    """Report events that the table of tournaments, if it has keys, does not list."""
    if "tournament" not in raw["tournaments"] or not len(events["tournaments"]):
        return
    known = np.zeros(len(found.events), dtype=bool)
    known[events["tournaments"]] = True
    for name in ("players", "results"):
        if known.all():
            return
        new = np.flatnonzero(~known[events[name]])
        first = np.zeros(len(events[name]), dtype=bool)
        first[new[np.unique(events[name][new], return_index=True)[1]]] = True
        why = "this event is not in the table of tournaments"
        remark = Remark("tournament", found.events[events[name]], "added to the tournaments", why)
        found.add_other(name, first, remark)
        known[events[name]] = True


def _of_one(table: str, rows: int, named: dict[str, int]) -> Ints:
    if rows and len(named) > 1 and table != "repairs":
        raise DataError(
            message(
                table, "without the column 'tournament' several events cannot be told apart", "", "Add it."
            )
        )
    return np.zeros(rows, dtype=np.int64)


# ---------------------------------------------------------------- players


def _players(columns: Columns, event: Ints, rows: Rows, found: Found) -> Columns:
    """Return one row per participant, in order: all who are named anywhere."""
    numbers: Ints = np.zeros(0, dtype=np.int64)
    if schema.size(columns):
        if "player" not in columns:
            raise DataError(message("players", "column player missing", "the starting numbers"))
        numbers, nothing = schema.whole(columns, "player", "players", low=1, high=2**31 - 1)
        if nothing.any():
            place = f"players, row {int(np.flatnonzero(nothing)[0])}, column 'player'"
            raise DataError(message(place, "nothing", "a whole number"))
    span = int(max(numbers.max(initial=0), rows.player.max(initial=0), rows.opponent.max(initial=0))) + 1
    listed = event * span + numbers
    met = rows.opponent != NOTHING
    seen = different(
        np.concatenate([rows.event * span + rows.player, (rows.event * span + rows.opponent)[met]])
    )
    order, twice = order_of(listed)
    if twice.any():
        remark = Remark("player", numbers, "the first row", "two rows for the same player")
        found.add_other("players", twice, remark)
        order = order[~twice[order]]
    if "rating" in columns:
        columns["rating"] = _ratings(columns["rating"], found)
    new = seen[~among(seen, listed[order])]
    if len(new) and len(listed):
        checks.strangers(rows, new, span, found)
    return _merged(columns, listed, order, new, span)


def _merged(columns: Columns, listed: Ints, order: Ints, new: Ints, span: int) -> Columns:
    """Return the listed players in order, and those who are only named in results among them."""
    columns = {c: values for c, values in columns.items() if c not in ("tournament", "player", "event")}
    if len(new) == 0 and np.array_equal(order, np.arange(len(listed))):
        keys = listed
    else:
        everyone = np.concatenate([listed[order], new])
        place = np.argsort(everyone, kind="stable")
        keys = everyone[place]
        source = np.concatenate([order, np.full(len(new), NOTHING)])[place]
        columns = taken(columns, source)
    players: Columns = {"event": keys // span, "player": keys % span} | columns
    if "adjustment" in players:
        players["adjustment"] = np.nan_to_num(schema.number(players, "adjustment", "players"), nan=0.0)
    if "excluded" in players:
        players["excluded"] = schema.flags(players, "excluded", "players")
    return players


def _ratings(raw: Any, found: Found) -> Any:
    """Return ratings, null where there is none; 0 is none."""
    rating, wrong = schema.numbers_of(raw)
    wrong = wrong | (rating < 0) | (rating > schema.MOST_RATING)
    why = f"no rating: a number up to {schema.MOST_RATING}, or nothing, was expected"
    found.add_other("players", wrong, Remark("rating", raw, "", why))
    unrated = ~(rating > 0) | wrong
    return schema.nullable(np.where(unrated, 0, rating).round(), unrated, "Int32")


def _carried(
    raw: dict[str, Columns], events: dict[str, Ints], players: Columns, found: Found
) -> dict[str, Columns]:
    """Return published values and records of the source with the event of each row."""
    carried = {}
    for name in CARRIED:
        columns = {c: values for c, values in raw[name].items() if c != "tournament"}
        event = events[name]
        wrong = event == NOTHING
        why = "no event of this key"
        found.add_other(name, wrong, Remark("tournament", raw[name].get("tournament", ""), "left out", why))
        if name == "published" and columns:
            wrong = wrong | checks.published(columns, event, players, found)
        if wrong.any():
            columns, event = taken(columns, np.flatnonzero(~wrong)), event[~wrong]
        carried[name] = columns | {"event": event} if columns else {}
    return carried


def taken(columns: Columns, rows: Ints) -> Columns:
    """Return some rows of columns, nothing where the row is `NOTHING`."""
    if (rows != NOTHING).all():
        return {c: values[rows] for c, values in columns.items()}
    frame = pd.DataFrame(columns).reindex(rows)
    return schema.columns_of(frame.reset_index(drop=True), "")


# ---------------------------------------------------------------- tournaments


def _tournaments(columns: Columns, event: Ints, keys: pd.CategoricalDtype, found: Found) -> Columns:
    """Return one row per event with what it pays and its system."""
    size = len(keys.categories)
    if len(event) and np.bincount(event).max() > 1:
        twice = keys.categories[int(np.argmax(np.bincount(event)))]
        raise DataError(message("tournaments", f"two rows for the event {twice!r}", "one"))
    row = np.full(size, NOTHING)
    row[event] = np.arange(len(event))
    columns = {c: values for c, values in columns.items() if c != "tournament"}
    _dates(columns, found)
    if columns and not np.array_equal(row, np.arange(len(event))):
        columns = taken(columns, row)
    events: Columns = {"tournament": keys.categories.to_numpy(dtype=object)} | columns
    events["system"] = (
        _systems(events["system"]) if "system" in events else np.full(size, "unknown", dtype=object)
    )
    if "rounds" in events:
        rounds, nothing = schema.whole(events, "rounds", "tournaments", low=0, high=32_000)
        events["rounds"] = schema.nullable(rounds, nothing, "Int16")
    for payment in PAYMENTS:
        known = payment in events
        events[payment] = schema.number(events, payment, "tournaments") if known else np.full(size, np.nan)
    return events


def _dates(columns: Columns, found: Found) -> None:
    for column in ("start", "end"):
        if column in columns:
            raw = columns[column]
            columns[column], wrong = schema.dates(raw)
            why = "no date: YYYY-MM-DD, or a column of dates, was expected"
            found.add_other("tournaments", wrong, Remark(column, raw, "", why))


def _systems(values: Any) -> NDArray[np.object_]:
    if isinstance(values, np.ndarray) and set(schema.SYSTEMS).issuperset(values):
        return values
    raw = schema.as_series(values)
    systems = raw.astype("str").str.strip().str.lower().str.replace(r"[_ ]", "-", regex=True)
    systems = systems.fillna("unknown").replace("", "unknown")
    strange = ~systems.isin(schema.SYSTEMS)
    if strange.any():
        what = f"{raw[strange].iloc[0]!r} is no system"
        raise DataError(message("tournaments, column 'system'", what, ", ".join(schema.SYSTEMS)))
    return systems.to_numpy(dtype=object)


# ---------------------------------------------------------------- rounds


def rounds_counted(event: AnyInts, round_: AnyInts, outcome: AnyInts, events: int) -> Ints:
    """Return for each event the last round with a result of a pairing, else the last with any row.

    A bye entered before the next round is paired, or pairings without results, open no new round.
    The rows of an event stand together, in the order of the events.
    """
    counted = last_round(event, round_ * SETTLED.take(outcome), events)
    return np.where(counted > 0, counted, last_round(event, round_, events))


def last_round(event: AnyInts, round_: AnyInts, events: int) -> Ints:
    """Return the highest round of each event, 0 where it has no row."""
    last = np.zeros(events, dtype=np.int64)
    starts = np.searchsorted(event, np.arange(events))
    there = np.append(np.diff(starts), len(event) - starts[-1:]) > 0 if events else np.zeros(0, dtype=bool)
    if there.any():
        last[there] = np.maximum.reduceat(round_, starts[there])
    return last


def _fill_absences(rows: Rows, players: Columns, events: Columns, found: Found) -> Rows:
    """Add a zero-point bye for each counted round in which a participant has no row."""
    counted = rounds_counted(rows.event, rows.round, rows.outcome, len(events["system"]))
    need = counted[players["event"]]
    start = np.concatenate([[0], np.cumsum(need)])
    span = int(players["player"].max(initial=0)) + 1
    who = np.searchsorted(players["event"] * span + players["player"], rows.event * span + rows.player)
    inside = rows.round <= counted[rows.event]
    there = np.zeros(start[-1], dtype=bool)
    there[start[who[inside]] + rows.round[inside] - 1] = True
    if there.all():
        return rows
    hole = np.flatnonzero(~there)
    owner = np.searchsorted(start, hole, side="right") - 1
    event, size = players["event"][owner], len(hole)
    nothing = np.full(size, NOTHING)
    absent = Rows(
        event=event, player=players["player"][owner], round=hole - start[owner] + 1, opponent=nothing,
        colour=nothing.astype(np.int8), outcome=np.full(size, ABSENT, dtype=np.int8),
        points=events["zero_bye"][event], decision=np.zeros(size, dtype=bool), row=nothing,
    )  # fmt: skip
    found.say(np.ones(size, dtype=bool), Remark("outcome", "", "Z", NO_ROW), absent)
    return rows.joined(absent).ordered()


def _results(rows: Rows, raw: Columns, keys: pd.CategoricalDtype) -> Columns:
    """Return the columns of the table of results."""
    alone = rows.opponent == NOTHING
    done: Columns = {
        "tournament": pd.Categorical.from_codes(rows.event, dtype=keys),
        "player": rows.player.astype(np.int32),
        "round": rows.round.astype(np.int16),
        "opponent": schema.nullable(np.where(alone, 1, rows.opponent), alone, "Int32"),
        "colour": pd.Categorical.from_codes(rows.colour, dtype=schema.COLOUR),
        "outcome": pd.Categorical.from_codes(rows.outcome, dtype=schema.OUTCOME),
        "points": rows.points,
        "decision": rows.decision,
    }
    own = {c: values for c, values in raw.items() if c not in done}
    return done | taken(own, rows.row) if own else done
