"""Where tables come in: columns brought to their dtypes, gaps filled, contradictions found.

Everything works on whole columns; the cost is linear in the rows, but for one sort.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from chesstb import checks, schema
from chesstb.checks import Found
from chesstb.errors import DataError, message, nearest
from chesstb.outcomes import CODES, NUMBER, OUTCOMES, PAYMENTS, SPELLINGS, WITHOUT_OPPONENT

Frames = dict[str, pd.DataFrame]
Ints = NDArray[np.int64]

DEFAULT_KEY = "event"
BYES = [outcome.code for outcome in OUTCOMES if not outcome.paired]
SETTLED = np.array([outcome.paired and outcome.code != "X" for outcome in OUTCOMES])
NOTHING = -1
"""Stands for no opponent among whole numbers, inside this module only."""


def admit(frames: Frames, *, repair: bool, places: pd.DataFrame | None = None) -> Frames:
    """Return the six tables of a History from raw ones.

    Parameters
    ----------
    frames : dict of DataFrame
        By table name; only ``results`` must have rows and columns.
    repair : bool
        Whether contradictions become rows of ``repairs`` instead of an error.
    places : DataFrame, optional
        Where each row of results stands in its source: ``file``, ``line``, ``column``.
    """
    found = Found(repair=repair, places=places)
    rows = _read_results(frames["results"], found)
    keys = _keys(frames, rows)
    rows["tournament"] = rows["tournament"].astype(keys)
    players = _players(frames["players"], rows, keys, found)
    tournaments = _tournaments(frames["tournaments"], rows, keys)
    rows = rows.sort_values(["tournament", "player", "round"], kind="stable", ignore_index=True)
    rows = checks.drop_duplicates(rows, found)
    checks.self_pairings(rows, found)
    if len(tournaments):
        rows["points"] = _points(rows, tournaments)
        checks.points(rows, _due(rows, tournaments), found)
    checks.two_sides(rows, found)
    found.settle()
    rows = _fill_absences(rows, players, tournaments, found)
    if repair:
        checks.note_round_robins(rows, players, tournaments, found)
    rows["opponent"] = rows["opponent"].astype("Int64").mask(rows["opponent"] == NOTHING)
    tables = {"tournaments": tournaments, "players": players, "results": rows.drop(columns="row")}
    for name in ("published", "records"):
        tables[name] = _keyed(frames[name], keys)
    tables["repairs"] = found.table(frames["repairs"])
    return {name: schema.finish(table, name, keys) for name, table in tables.items()}


# ---------------------------------------------------------------- keys


def _keys(frames: Frames, rows: pd.DataFrame) -> pd.CategoricalDtype:
    """Return all events in the order in which they are named, the tournaments table first."""
    named: list[str] = []
    for frame in (frames["tournaments"], frames["players"], rows):
        if "tournament" in frame:
            named += list(frame["tournament"].astype("str").unique())
    if not named and len(frames["tournaments"]):
        named = [DEFAULT_KEY]
    return pd.CategoricalDtype(list(dict.fromkeys(named)))


def _keyed(frame: pd.DataFrame, keys: pd.CategoricalDtype) -> pd.DataFrame:
    """Give a table its key column; a table without one belongs to the only event."""
    frame = frame.copy(deep=False)
    if "tournament" not in frame:
        if len(keys.categories) > 1 and len(frame):
            raise DataError(
                message("", "a table without the column 'tournament' cannot be told apart", "", "Add it.")
            )
        frame["tournament"] = keys.categories[0] if len(keys.categories) else None
    column = frame["tournament"].astype("str")
    unknown = ~column.isin(keys.categories)
    if unknown.any():
        raise DataError(message("", f"no event {column[unknown].iloc[0]!r}", "", nearest("", keys.categories)))
    frame["tournament"] = column.astype(keys)
    return frame


# ---------------------------------------------------------------- results


def _read_results(frame: pd.DataFrame, found: Found) -> pd.DataFrame:
    """Bring the raw results to whole columns: codes understood, opponents as numbers."""
    missing = [c for c in ("player", "round", "opponent", "outcome") if c not in frame]
    if missing:
        what = f"column{'s' * (len(missing) > 1)} {', '.join(missing)} missing"
        raise DataError(message("results", what, "player, round, opponent and outcome"))
    rows = frame.copy(deep=False)
    rows["row"] = np.arange(len(frame))
    rows["tournament"] = frame["tournament"].astype("str") if "tournament" in frame else DEFAULT_KEY
    for column, high in (("player", 2**31 - 1), ("round", 32_000)):
        numbers = schema.whole(frame, column, "results", low=1, high=high)
        if numbers.isna().any():
            row = int(np.flatnonzero(numbers.isna().to_numpy(dtype=bool))[0])
            raise DataError(message(f"results, row {row}, column {column!r}", "nothing", "a whole number"))
        rows[column] = numbers.astype("int64")
    opponents = schema.whole(frame, "opponent", "results", low=0, high=2**31 - 1)
    rows["opponent"] = opponents.fillna(0).astype("int64").replace(0, NOTHING)
    rows["points"] = schema.number(frame, "points", "results") if "points" in frame else np.nan
    decision = frame["decision"] if "decision" in frame else pd.Series(False, index=rows.index)
    rows["decision"] = decision.fillna(value=False).astype("bool")
    rows["colour"] = _colours(frame, found)
    rows["outcome"] = _outcomes(frame, rows, found)
    rows["opponent"] = rows["opponent"].mask(rows["outcome"].isin(BYES), NOTHING)
    return rows


def _colours(frame: pd.DataFrame, found: Found) -> pd.Series[Any]:
    if "colour" not in frame:
        return pd.Series(pd.array([None] * len(frame), dtype=schema.COLOUR))
    if frame["colour"].dtype == schema.COLOUR:
        return frame["colour"]
    raw = frame["colour"].astype("str").str.strip().str.lower()
    read = raw.map({"w": "w", "b": "b", "white": "w", "black": "b"})
    strange = read.isna() & raw.notna() & ~raw.isin(["", "-", "none", "nan"])
    found.add(
        strange, frame["colour"], "colour", taken="", why="no colour: w, b, - or nothing was expected"
    )
    return read.astype(schema.COLOUR)


def _outcomes(frame: pd.DataFrame, rows: pd.DataFrame, found: Found) -> pd.Series[Any]:
    """Return codes of the table of outcomes; codes that need an opponent and have none are translated."""
    raw = frame["outcome"].astype("str").str.strip()
    spelled = {str(code): _spell(str(code)) for code in raw.dropna().unique()}
    paired = rows["opponent"] != NOTHING
    codes = raw.map(spelled).mask(raw.isna() | (raw == ""), pd.Series(np.where(paired, "X", "Z")))
    unknown = codes.isna()
    if unknown.any():
        row = int(np.flatnonzero(unknown.to_numpy(dtype=bool))[0])
        place = f"results, row {row}, column 'outcome'"
        what = f"{frame['outcome'].iloc[row]!r} is no result code"
        raise DataError(message(place, what, f"one of {' '.join(CODES)}", "Correct it or remove the row."))
    alone = ~paired & codes.isin(list(WITHOUT_OPPONENT))
    translated = codes.map(WITHOUT_OPPONENT)
    found.say(alone, codes, "outcome", translated, "no opponent: read as the bye that it stands for")
    codes = codes.mask(alone, translated)
    byes = paired & codes.isin(BYES)
    found.add(byes, codes, "outcome", "no opponent", "a bye has no opponent")
    return codes.astype(schema.OUTCOME)


def _spell(code: str) -> str | None:
    code = SPELLINGS.get(code, code).upper()
    if code.endswith(".0") and code[:-2] in NUMBER:  # a column of 1 and 0 that was read as floats
        code = code[:-2]
    return code if code in NUMBER else None


# ---------------------------------------------------------------- players, tournaments, points


def _players(frame: pd.DataFrame, rows: pd.DataFrame, keys: pd.CategoricalDtype, found: Found) -> pd.DataFrame:
    """Return one row per participant: all who are named anywhere."""
    sides = [rows[["tournament", "player"]]]
    met = rows.loc[rows["opponent"] != NOTHING, ["tournament", "opponent"]]
    if len(frame):
        listed = _keyed(frame, keys)
        listed["player"] = schema.whole(frame, "player", "players", low=1, high=2**31 - 1).astype("int64")
        twice = listed.duplicated(["tournament", "player"])
        found.add(twice, listed["player"], "player", "the first row", "two rows for the same player")
        listed = listed[~twice]
        checks.strangers(rows, listed, found)
        sides.insert(0, listed)
    sides.append(met.rename(columns={"opponent": "player"}))
    everyone = pd.concat(sides, ignore_index=True).drop_duplicates(["tournament", "player"])
    everyone["tournament"] = everyone["tournament"].astype(keys)
    everyone = everyone.sort_values(["tournament", "player"], kind="stable", ignore_index=True)
    if "rating" in everyone:
        rating = schema.number(everyone, "rating", "players")
        everyone["rating"] = rating.mask(rating <= 0).round().astype("Int32")
    if "adjustment" in everyone:
        everyone["adjustment"] = schema.number(everyone, "adjustment", "players").fillna(0.0)
    return everyone


def _tournaments(frame: pd.DataFrame, rows: pd.DataFrame, keys: pd.CategoricalDtype) -> pd.DataFrame:
    """Return one row per event with what it pays and its system."""
    given = _keyed(frame, keys)
    if given["tournament"].duplicated().any():
        twice = given.loc[given["tournament"].duplicated(), "tournament"].iloc[0]
        raise DataError(message("tournaments", f"two rows for the event {twice!r}", "one"))
    events = given.set_index("tournament").reindex(pd.CategoricalIndex(keys.categories, dtype=keys))
    events = events.rename_axis("tournament").reset_index()
    events["tournament"] = events["tournament"].astype("str")
    if "system" in events:
        events["system"] = _systems(events["system"])
    else:
        events["system"] = "unknown"
    if "rounds" in events:
        events["rounds"] = schema.whole(events, "rounds", "tournaments", low=0, high=32_000)
    for column in ("start", "end"):
        if column in events:
            events[column] = pd.to_datetime(events[column], errors="coerce").astype("datetime64[s]")
    for payment in PAYMENTS:
        known = payment in events
        events[payment] = schema.number(events, payment, "tournaments") if known else np.nan
    _learn_payments(events, rows)
    for payment, default in PAYMENTS.items():
        other = events[default] if default in events else float(default)
        events[payment] = events[payment].fillna(other)
    return events


def _systems(column: pd.Series[Any]) -> pd.Series[Any]:
    systems = column.astype("str").str.strip().str.lower().str.replace(r"[_ ]", "-", regex=True)
    systems = systems.fillna("unknown").replace("", "unknown")
    strange = ~systems.isin(schema.SYSTEMS)
    if strange.any():
        what = f"{column[strange].iloc[0]!r} is no system"
        raise DataError(message("tournaments, column 'system'", what, ", ".join(schema.SYSTEMS)))
    return systems


def _learn_payments(events: pd.DataFrame, rows: pd.DataFrame) -> None:
    """Take win, draw, loss and bye from the points of the rows, where all rows of a code agree.

    What makes no sense as a scoring system (a win below a draw) is not taken.
    """
    seen = rows[rows["points"].notna() & ~rows["decision"]]
    learnt = {}
    for code, payment in (("1", "win"), ("=", "draw"), ("0", "loss"), ("U", "bye")):
        points = seen.loc[seen["outcome"] == code].groupby("tournament", observed=False)["points"]
        agreed = points.min().where(points.min() == points.max()).to_numpy(dtype="float64")
        learnt[payment] = events[payment].fillna(pd.Series(agreed, index=events.index))
    win, draw, loss = (learnt[p].fillna(float(PAYMENTS[p])) for p in ("win", "draw", "loss"))
    sensible = (win > draw) & (draw >= loss)
    bounded = learnt["bye"].isna() | learnt["bye"].between(loss, win)
    for payment, column in learnt.items():
        fits = sensible & bounded if payment == "bye" else sensible
        events[payment] = events[payment].where(~fits, column)


def _due(rows: pd.DataFrame, tournaments: pd.DataFrame) -> NDArray[np.float64]:
    """Return what the event pays for each row's code."""
    pays = np.column_stack([tournaments[outcome.pays].to_numpy() for outcome in OUTCOMES])
    black = pays.copy()
    for code, payment in (("1", "win"), ("=", "draw"), ("0", "loss"), ("W", "win"), ("D", "draw"), ("L", "loss")):
        black[:, NUMBER[code]] = tournaments[f"black_{payment}"]
    event, code = rows["tournament"].cat.codes.to_numpy(), rows["outcome"].cat.codes.to_numpy()
    is_black = rows["colour"].to_numpy(dtype=object) == "b" if (pays != black).any() else False
    due: NDArray[np.float64] = np.where(is_black, black[event, code], pays[event, code])
    return due


def _points(rows: pd.DataFrame, tournaments: pd.DataFrame) -> pd.Series[Any]:
    return rows["points"].fillna(pd.Series(_due(rows, tournaments), index=rows.index))


# ---------------------------------------------------------------- rounds


def rounds_counted(event: Ints, round_: Ints, outcome: Ints, events: int) -> Ints:
    """Return for each event the last round with a result of a pairing, else the last with any row.

    A bye entered before the next round is paired, or pairings without results, open no new round.
    The rows of an event stand together, in the order of the events.
    """
    counted = last_round(event, np.where(SETTLED[outcome], round_, 0), events)
    return np.where(counted > 0, counted, last_round(event, round_, events))


def last_round(event: Ints, round_: Ints, events: int) -> Ints:
    """Return the highest round of each event, 0 where it has no row."""
    last = np.zeros(events, dtype=np.int64)
    starts = np.searchsorted(event, np.arange(events))
    there = np.append(np.diff(starts), len(event) - starts[-1:]) > 0 if events else np.zeros(0, dtype=bool)
    if there.any():
        last[there] = np.maximum.reduceat(round_, starts[there])
    return last


def _fill_absences(
    rows: pd.DataFrame, players: pd.DataFrame, tournaments: pd.DataFrame, found: Found
) -> pd.DataFrame:
    """Add a zero-point bye for each counted round in which a participant has no row."""
    event = rows["tournament"].cat.codes.to_numpy().astype(np.int64)
    codes = rows["outcome"].cat.codes.to_numpy()
    counted = rounds_counted(event, rows["round"].to_numpy(), codes, len(tournaments))
    everyone = players["tournament"].cat.codes.to_numpy().astype(np.int64)
    need = counted[everyone]
    start = np.concatenate([[0], np.cumsum(need)])
    span = int(players["player"].max()) + 1 if len(players) else 1
    who = np.searchsorted(everyone * span + players["player"].to_numpy(), event * span + rows["player"].to_numpy())
    inside = rows["round"].to_numpy() <= counted[event]
    there = np.zeros(start[-1], dtype=bool)
    there[start[who[inside]] + rows["round"].to_numpy()[inside] - 1] = True
    if there.all():
        return rows
    hole = np.flatnonzero(~there)
    owner = np.searchsorted(start, hole, side="right") - 1
    absent = pd.DataFrame({
        "tournament": players["tournament"].iloc[owner].array,
        "player": players["player"].to_numpy()[owner],
        "round": hole - start[owner] + 1,
        "opponent": NOTHING,
        "colour": pd.array([None] * len(hole), dtype=schema.COLOUR),
        "outcome": pd.array(["Z"] * len(hole), dtype=schema.OUTCOME),
        "points": tournaments["zero_bye"].to_numpy()[everyone[owner]],
        "decision": False,
    })  # fmt: skip
    found.say_rows(absent, "outcome", "", "Z", "no row for this round: taken as an absence")
    rows = pd.concat([rows, absent], ignore_index=True)
    return rows.sort_values(["tournament", "player", "round"], kind="stable", ignore_index=True)
