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
from chesstb.outcomes import NUMBER, OUTCOMES, PAYMENTS
from chesstb.remarks import Found, Remark
from chesstb.rows import ABSENT, Rows, read_rows
from chesstb.schema import NOTHING

if TYPE_CHECKING:
    from chesstb.schema import Columns

Tables = dict[str, pd.DataFrame]
Ints = NDArray[np.int64]
AnyInts = NDArray[np.signedinteger[Any]]

DEFAULT_KEY = "event"
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
    keys, events = _keys(raw)
    found = Found(list(keys.categories), repair=repair, places=places)
    rows = read_rows(raw["results"], events["results"], found)
    players = _players(raw["players"], events["players"], rows, found)
    tournaments = _tournaments(raw["tournaments"], events["tournaments"], keys, found)
    rows = checks.drop_duplicates(rows.ordered(), found)
    checks.self_pairings(rows, found)
    if len(keys.categories):
        _learn_payments(tournaments, rows)
        due = _due(rows, tournaments)
        rows.points = np.where(np.isnan(rows.points), due, rows.points)
        checks.points(rows, due, found)
    checks.two_sides(rows, found)
    found.settle()
    rows = _fill_absences(rows, players, tournaments, found)
    if repair:
        checks.note_round_robins(rows, players["event"], tournaments, found)
    players["tournament"] = pd.Categorical.from_codes(players.pop("event"), dtype=keys)
    tables = {"tournaments": tournaments, "players": players, "results": _results(rows, raw["results"], keys)}
    for name in ("published", "records"):
        column = pd.Categorical.from_codes(events[name], dtype=keys)
        tables[name] = raw[name] | {"tournament": column} if raw[name] else {}
    finished = {name: schema.finish(columns, name, keys) for name, columns in tables.items()}
    return finished | {"repairs": found.table(raw["repairs"])}


# ---------------------------------------------------------------- keys


def _keys(raw: dict[str, Columns]) -> tuple[pd.CategoricalDtype, dict[str, Ints]]:
    """Return all events in the order in which they are named, and the event of each row of the tables.

    The tournaments table names them first; a table without keys belongs to the only event.
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
        name: _numbered(name, *coded[name], named)
        if name in coded
        else _of_one(name, schema.size(raw[name]), named)
        for name in schema.TABLES
    }
    return pd.CategoricalDtype(list(named)), events


def _numbered(table: str, codes: Ints, different: list[str], named: dict[str, int]) -> Ints:
    """Return the number of the event of each row."""
    numbers = np.array([*(named.get(key, NOTHING) for key in different), NOTHING], dtype=np.int64)
    events: Ints = numbers[codes]
    if (events < 0).any():
        row = int(np.flatnonzero(events < 0)[0])
        place = f"{table}, row {row}, column 'tournament'"
        if codes[row] < 0:
            raise DataError(message(place, "nothing", "the key of an event"))
        raise DataError(message(place, f"no event {different[codes[row]]!r}", "", nearest("", named)))
    return events


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
    seen = _different(
        np.concatenate([rows.event * span + rows.player, (rows.event * span + rows.opponent)[met]])
    )
    order, twice = _order(listed)
    if twice.any():
        remark = Remark("player", numbers, "the first row", "two rows for the same player")
        found.add_other("players", twice, remark)
        order = order[~twice[order]]
    new = seen[~_among(seen, listed[order])]
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
    players = {"event": keys // span, "player": keys % span} | columns
    if "rating" in players:
        rating = schema.number(players, "rating", "players")
        unrated = ~(rating > 0)
        players["rating"] = schema.nullable(np.where(unrated, 0, rating).round(), unrated, "Int32")
    if "adjustment" in players:
        players["adjustment"] = np.nan_to_num(schema.number(players, "adjustment", "players"), nan=0.0)
    return players


def taken(columns: Columns, rows: Ints) -> Columns:
    """Return some rows of columns, nothing where the row is `NOTHING`."""
    if (rows != NOTHING).all():
        return {c: values[rows] for c, values in columns.items()}
    frame = pd.DataFrame(columns).reindex(rows)
    return schema.columns_of(frame.reset_index(drop=True), "")


def _order(keys: Ints) -> tuple[Ints, NDArray[np.bool_]]:
    """Return the order of keys, and which of them were there before."""
    order = np.argsort(keys, kind="stable")
    twice = np.zeros(len(keys), dtype=bool)
    twice[order[1:]] = keys[order[1:]] == keys[order[:-1]]
    return order, twice


def _different(keys: Ints) -> Ints:
    """Return the different keys, in order."""
    most = int(keys.max(initial=0)) + 1
    if most > max(1_000_000, 16 * len(keys)):
        return np.unique(keys)
    there = np.zeros(most, dtype=bool)
    there[keys] = True
    return np.flatnonzero(there)


def _among(keys: Ints, ordered: Ints) -> NDArray[np.bool_]:
    if not len(ordered):
        return np.zeros(len(keys), dtype=bool)
    return np.asarray(ordered[np.minimum(np.searchsorted(ordered, keys), len(ordered) - 1)] == keys)


# ---------------------------------------------------------------- tournaments and points


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


def _learn_payments(events: Columns, rows: Rows) -> None:
    """Take win, draw, loss and bye from the points of the rows, where all rows of a code agree.

    What makes no sense as a scoring system (a win below a draw) is not taken. What nothing says is
    paid by default.
    """
    seen = ~np.isnan(rows.points) & ~rows.decision
    if seen.any():
        learnt = {}
        for code, payment in (("1", "win"), ("=", "draw"), ("0", "loss"), ("U", "bye")):
            said = events[payment]
            learnt[payment] = np.where(np.isnan(said), _agreed(rows, seen, code, len(said)), said)
        win, draw, loss = (
            np.where(np.isnan(learnt[p]), float(PAYMENTS[p]), learnt[p]) for p in ("win", "draw", "loss")
        )
        sensible = (win > draw) & (draw >= loss)
        bounded = np.isnan(learnt["bye"]) | ((learnt["bye"] >= loss) & (learnt["bye"] <= win))
        for payment, column in learnt.items():
            fits = sensible & bounded if payment == "bye" else sensible
            events[payment] = np.where(fits, column, events[payment])
    for payment, default in PAYMENTS.items():
        other = events[default] if default in events else float(default)
        events[payment] = np.where(np.isnan(events[payment]), other, events[payment])


def _agreed(rows: Rows, seen: NDArray[np.bool_], code: str, events: int) -> NDArray[np.float64]:
    """Return the points of a code in each event, NaN where they differ or nobody has it."""
    at = seen & (rows.outcome == NUMBER[code])
    low, high = np.full(events, np.inf), np.full(events, -np.inf)
    np.minimum.at(low, rows.event[at], rows.points[at])
    np.maximum.at(high, rows.event[at], rows.points[at])
    return np.where(low == high, low, np.nan)


def _due(rows: Rows, events: Columns) -> NDArray[np.float64]:
    """Return what the event pays for each row's code."""
    pays = np.column_stack([events[outcome.pays] for outcome in OUTCOMES])
    black = pays.copy()
    for code, payment in (
        ("1", "win"),
        ("=", "draw"),
        ("0", "loss"),
        ("W", "win"),
        ("D", "draw"),
        ("L", "loss"),
    ):
        black[:, NUMBER[code]] = events[f"black_{payment}"]
    due: NDArray[np.float64] = pays[rows.event, rows.outcome]
    if (pays != black).any():
        due = np.where(
            rows.colour == schema.COLOUR.categories.get_loc("b"), black[rows.event, rows.outcome], due
        )
    return due


# ---------------------------------------------------------------- rounds


def rounds_counted(event: AnyInts, round_: AnyInts, outcome: AnyInts, events: int) -> Ints:
    """Return for each event the last round with a result of a pairing, else the last with any row.

    A bye entered before the next round is paired, or pairings without results, open no new round.
    The rows of an event stand together, in the order of the events.
    """
    counted = last_round(event, np.where(SETTLED[outcome], round_, 0), events)
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
    why = "no row for this round: taken as an absence"
    found.say(np.ones(size, dtype=bool), Remark("outcome", "", "Z", why), absent)
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
