"""Contradictions between rows of results: found on whole columns, then raised or reported."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from chesstb import schema
from chesstb.errors import DataError, message
from chesstb.outcomes import OUTCOMES, WITHOUT_OPPONENT

NOTHING = -1
Mask = Any


class Found:
    """What was found wrong so far (an error in the end), and what is merely to be said."""

    def __init__(self, *, repair: bool, places: pd.DataFrame | None = None) -> None:
        self.repair = repair
        self.places = places
        self.wrong: list[pd.DataFrame] = []
        self.said: list[pd.DataFrame] = []

    def add(self, where: Mask, found: Any, column: str, taken: Any, why: str, rows: Any = None) -> None:
        """Note something that is an error unless repairs are asked for."""
        self._note(self.wrong, where, found, column, taken, why, rows)

    def say(self, where: Mask, found: Any, column: str, taken: Any, why: str, rows: Any = None) -> None:
        """Note something that is no error, but is not silent either."""
        self._note(self.said, where, found, column, taken, why, rows)

    def say_rows(self, rows: pd.DataFrame, column: str, found: str, taken: str, why: str) -> None:
        """Note the same of every row of a table."""
        everywhere = np.ones(len(rows), dtype=bool)
        self._note(self.said, everywhere, found, column, taken, why, rows)

    def _note(
        self, store: list[pd.DataFrame], where: Mask, found: Any, column: str, taken: Any, why: str, rows: Any
    ) -> None:
        where = np.asarray(where, dtype=bool)
        if not where.any():
            return
        noted = pd.DataFrame({"line": np.flatnonzero(where) if rows is None else pd.NA, "column": column},
                             index=range(int(where.sum())))  # fmt: skip
        noted["found"] = _picked(found, where)
        noted["taken"] = _picked(taken, where)
        noted["why"] = why
        if rows is not None:
            part = rows[where].reset_index(drop=True)
            noted["tournament"] = part["tournament"].astype("str")
            noted["player"], noted["round"] = part["player"], part["round"]
            noted["line"] = part["row"] if "row" in part else pd.NA
        store.append(self._placed(noted))

    def _placed(self, noted: pd.DataFrame) -> pd.DataFrame:
        """Say where in its source each row stands, instead of its number in the table."""
        noted["file"] = "results"
        if self.places is not None:
            row = noted["line"].fillna(-1).astype("int64").to_numpy()
            known = pd.Series(row >= 0)
            places = self.places.iloc[np.maximum(row, 0)].reset_index(drop=True)
            noted["file"] = places["file"]
            noted["line"] = places["line"].astype("Int64").where(known)
            noted["column"] = places["column"].astype("str").where(known, noted["column"])
        return noted

    def settle(self) -> None:
        """Raise everything that is wrong, unless it is to be repaired."""
        if not self.wrong or self.repair:
            return
        problems = _joined(self.wrong)
        first = problems.iloc[0]
        unit = "row" if self.places is None else "line"
        where = f"{first['file']}, {unit} {first['line']}, column {first['column']}"
        if pd.notna(first["player"]):
            where += f" (event {first['tournament']!r}, player {first['player']}, round {first['round']})"
        more = f" ({len(problems)} problems in all: error.problems lists them)" if len(problems) > 1 else ""
        found = f"{first['found']!r}: {first['why']}{more}"
        remedy = 'To load the rows all the same, repaired and reported, use errors="repair".'
        raise DataError(message(where, found, remedy=remedy), problems)

    def table(self, before: pd.DataFrame) -> pd.DataFrame:
        """Return all notes as rows of ``repairs``, after those that came with the source."""
        notes = self.said + (self.wrong if self.repair else [])
        return _joined([before, *notes]) if len(before) else _joined(notes)


def _picked(value: Any, where: NDArray[np.bool_]) -> Any:
    if isinstance(value, pd.Series):
        return value.astype("str").to_numpy(dtype=object)[where]
    return value


def _joined(notes: list[pd.DataFrame]) -> pd.DataFrame:
    keys = pd.CategoricalDtype([])
    if not notes:
        return schema.empty("repairs")
    return pd.concat([schema.finish(note, "repairs", keys) for note in notes], ignore_index=True)


# ---------------------------------------------------------------- the checks


def drop_duplicates(rows: pd.DataFrame, found: Found) -> pd.DataFrame:
    """Keep the first of several rows for one player and round."""
    twice = rows.duplicated(["tournament", "player", "round"])
    if not twice.any():
        return rows
    found.add(twice, rows["outcome"], "round", "the first row", "a second row for this player and round", rows)
    return rows[~twice].reset_index(drop=True)


def strangers(rows: pd.DataFrame, players: pd.DataFrame, found: Found) -> None:
    """Report players and opponents that the table of players does not list."""
    numbers = (rows["player"], rows["opponent"], players["player"])
    span = max(int(column.to_numpy().max(initial=0)) for column in numbers) + 1
    listed = players["tournament"].cat.codes.to_numpy().astype(np.int64) * span + players["player"]
    event = rows["tournament"].cat.codes.to_numpy().astype(np.int64)
    for column in ("player", "opponent"):
        there = rows[column] != NOTHING
        unknown = there & ~np.isin(event * span + rows[column].to_numpy(), listed)
        why = f"this {column} is not in the table of players"
        found.add(unknown, rows[column], column, "added to the players", why, rows)


def self_pairings(rows: pd.DataFrame, found: Found) -> None:
    """Take the opponent away from whoever is paired with himself."""
    alone = rows["opponent"] == rows["player"]
    if not alone.any():
        return
    found.add(alone, rows["opponent"], "opponent", "no opponent", "a player cannot meet himself", rows)
    codes = rows["outcome"].astype("str")
    rows["outcome"] = codes.mask(alone, codes.map(WITHOUT_OPPONENT)).astype(schema.OUTCOME)
    rows["opponent"] = rows["opponent"].mask(alone, NOTHING)


def points(rows: pd.DataFrame, due: NDArray[np.float64], found: Found) -> None:
    """Report points that the event does not pay for the code; they are kept as awarded."""
    given = rows["points"].to_numpy()
    off = (np.abs(given - due) > 1e-9) & ~rows["decision"].to_numpy()
    if not off.any():
        return
    pays = rows["outcome"].astype("str") + " pays " + pd.Series(due, index=rows.index).map("{:g}".format)
    why = "the code cannot give these points; mark them as a decision, or give the event's payments"
    found.add(off, rows["points"].map("{:g}".format) + " (" + pays + ")", "points", "kept as awarded", why, rows)


def two_sides(rows: pd.DataFrame, found: Found) -> None:
    """Report games whose sides do not name each other, or contradict each other."""
    paired = np.flatnonzero(rows["opponent"].to_numpy() != NOTHING)
    if not len(paired):
        return
    span = int(max(rows["player"].max(), rows["opponent"].max())) + 1
    rounds = int(rows["round"].max()) + 1
    event = rows["tournament"].cat.codes.to_numpy().astype(np.int64)
    player, opponent, round_ = (rows[c].to_numpy() for c in ("player", "opponent", "round"))
    key = (event * span + player) * rounds + round_
    wanted = (event[paired] * span + opponent[paired]) * rounds + round_[paired]
    at = np.minimum(np.searchsorted(key, wanted), len(key) - 1)
    mutual = (key[at] == wanted) & (opponent[at] == player[paired])
    lonely = np.zeros(len(rows), dtype=bool)
    lonely[paired[~mutual]] = True
    why = "the opponent's row does not name this player"
    found.add(lonely, rows["opponent"], "opponent", "each side's own row", why, rows)
    codes = rows["outcome"].cat.codes.to_numpy()
    clash = np.zeros(len(rows), dtype=bool)
    clash[paired[mutual]] = _clashing()[codes[paired[mutual]], codes[at[mutual]]]
    why = "the opponent's row has another kind of result"
    found.add(clash, rows["outcome"], "outcome", "each side's own row", why, rows)


def _clashing() -> NDArray[np.bool_]:
    """Return which pairs of codes cannot be the two sides of one game.

    Decisions may leave the points short (0-0, ½-0), never above a full game.
    """
    size = len(OUTCOMES)
    clash = np.ones((size, size), dtype=bool)
    for i, mine in enumerate(OUTCOMES):
        for j, theirs in enumerate(OUTCOMES):
            same_kind = mine.played == theirs.played and mine.paired and theirs.paired
            above = (mine.win + theirs.win + (mine.draw or theirs.draw)) > 1
            clash[i, j] = not same_kind or above or mine.code == theirs.code == "+"
    pending = [i for i, o in enumerate(OUTCOMES) if o.code == "X"]
    clash[pending, :] = clash[:, pending] = True
    clash[np.ix_(pending, pending)] = False
    return clash


def note_round_robins(rows: pd.DataFrame, players: pd.DataFrame, tournaments: pd.DataFrame, found: Found) -> None:
    """Take an event of unknown system in which all met equally often for the round robin that it is."""
    unknown = (tournaments["system"] == "unknown").to_numpy()
    if not unknown.any():
        return
    event = rows["tournament"].cat.codes.to_numpy().astype(np.int64)
    met = rows[(rows["opponent"] != NOTHING).to_numpy() & unknown[event]]
    field = players.groupby("tournament", observed=False).size().to_numpy()
    times = met.groupby(["tournament", "player", "opponent"], observed=True).size()
    by_event = times.groupby("tournament", observed=False)
    pairs, least, most = (
        by_event.agg(how).reindex(players["tournament"].cat.categories).fillna(0).to_numpy()
        for how in ("size", "min", "max")
    )
    cycles = np.where((pairs == field * (field - 1)) & (field > 3) & (least == most), most, 0)
    for number, system in ((1, "round-robin"), (2, "double-round-robin")):
        fits = unknown & (cycles == number)
        tournaments["system"] = tournaments["system"].mask(pd.Series(fits), system)
        keyed = pd.DataFrame({"tournament": tournaments["tournament"], "player": pd.NA, "round": pd.NA})
        how = "once" if number == 1 else "twice"
        found.say(fits, "unknown", "system", system, f"every two players met {how}", keyed)
