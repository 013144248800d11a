"""What the rules ask for and a table of results does not say: facts about players and events.

A fact is a column of the user's own in ``players`` or ``tournaments`` of the History, or is given with
the call, which goes first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb import schema
from chesstb.errors import DataError, message, nearest

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.tables import History

Given = Any
"""A table with the columns ``tournament`` (of several events), ``player`` and facts; or one value for all."""

PLAYER_FACTS: Final = (
    "earlier_games", "earlier_score", "earlier_average", "earlier_performance",
    "k", "games_played", "games_in_period", "highest_rating",
)  # fmt: skip
EVENT_FACTS: Final = (
    "national_championship", "women_only", "scheveningen", "speed", "minutes", "games", "stage_of",
)  # fmt: skip
TEXTS: Final = ("speed", "stage_of")
SPEEDS: Final = ("standard", "rapid", "blitz")


@dataclass(frozen=True, eq=False)
class Fact:
    """One fact for each row: its value (a number or a text), and where it is known."""

    value: NDArray[Any]
    known: NDArray[np.bool_]

    def filled(self, default: Any) -> NDArray[Any]:
        """Return the values with a default where nothing is known."""
        return np.where(self.known, self.value, default)

    def is_(self, answer: bool) -> NDArray[np.bool_]:
        """Say where a yes or no is known to be this."""
        return np.asarray(self.known & ((self.value != 0) == answer))


def player_facts(history: History, given: Given) -> dict[str, Fact]:
    """Return the facts of every player, in the order of the players' table."""
    return _facts(history, "players", PLAYER_FACTS, given)


def event_facts(history: History, given: Given) -> dict[str, Fact]:
    """Return the facts of every event, in the order of the tournaments' table."""
    facts = _facts(history, "tournaments", EVENT_FACTS, given)
    strange = facts["speed"].known & ~np.isin(facts["speed"].value.astype(str), SPEEDS)
    if strange.any():
        found = f"{facts['speed'].value[strange][0]!r} is no speed"
        raise DataError(message("events, column 'speed'", found, " or ".join(SPEEDS)))
    return facts


def _facts(history: History, table: str, names: tuple[str, ...], given: Given) -> dict[str, Fact]:
    frame: pd.DataFrame = getattr(history, table)
    facts = {name: _fact(frame.get(name), name, len(frame), table) for name in names}
    if given is None:
        return facts
    place = "players" if table == "players" else "events"
    keys = ("tournament", "player") if table == "players" else ("tournament",)
    if isinstance(given, dict) and all(np.ndim(value) == 0 for value in given.values()):
        _known(place, list(given), names)
        more = {
            name: _fact(pd.Series([value] * len(frame)), name, len(frame), place)
            for name, value in given.items()
        }
    else:
        columns = schema.columns_of(given, place)
        _known(place, [name for name in columns if name not in keys], names)
        rows = _rows(history, place, columns)
        more = {}
        for name, values in columns.items():
            if name not in keys:
                spread = pd.Series([None] * len(frame), dtype=object)
                spread.iloc[rows] = pd.Series(values, dtype=object).to_numpy()
                more[name] = _fact(spread, name, len(frame), place)
    for name, fact in more.items():
        before = facts[name]
        value = np.where(fact.known, fact.value, before.value)
        facts[name] = Fact(value, fact.known | before.known)
    return facts


def _known(place: str, columns: list[str], names: tuple[str, ...]) -> None:
    for name in columns:
        if name not in names:
            raise DataError(message(place, f"no fact is called {name!r}", remedy=nearest(name, names)))


def _fact(values: Any, name: str, size: int, place: str) -> Fact:
    """Return a column as a fact."""
    text = name in TEXTS
    if values is None:
        return Fact(np.full(size, "", dtype=object) if text else np.zeros(size), np.zeros(size, dtype=bool))
    series = pd.Series(values)
    if text:
        known = series.notna().to_numpy(dtype=bool)
        return Fact(np.where(known, series.astype("str").to_numpy(dtype=object), ""), known)
    numbers = pd.to_numeric(series.astype(object).where(series.notna(), None), errors="coerce")
    found = numbers.to_numpy(dtype=np.float64, na_value=np.nan)
    wrong = np.isnan(found) & series.notna().to_numpy(dtype=bool)
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        raise DataError(
            message(
                f"{place}, column {name!r}",
                f"{series.iloc[row]!r} is no number",
                remedy="Yes and no are True and False.",
            )
        )
    return Fact(np.nan_to_num(found), ~np.isnan(found))


def _rows(history: History, place: str, columns: dict[str, Any]) -> NDArray[np.int64]:
    """Return the row of the History's table that each row of a given table is about."""
    size = schema.size(columns)
    if "tournament" in columns:
        codes, keys = schema.key_codes(columns["tournament"])
        events = history.events
        unknown = [key for key in keys if key not in events]
        if unknown or (codes < 0).any():
            found = f"no event {unknown[0]!r}" if unknown else "a row without the key of an event"
            raise DataError(
                message(
                    f"{place}, column 'tournament'",
                    found,
                    remedy=nearest(unknown[0] if unknown else "", events),
                )
            )
        event = np.array([events.index(key) for key in keys], dtype=np.int64)[codes]
    elif len(history) == 1 or not size:
        event = np.zeros(size, dtype=np.int64)
    else:
        raise DataError(message(place, "no column 'tournament'", "the key of the event in each row"))
    if place == "events":
        return event
    if "player" not in columns:
        raise DataError(message(place, "no column 'player'", "starting numbers, or one value for everybody"))
    number, missing = schema.whole(columns, "player", place, low=1, high=2**31 - 1)
    table = history.players
    there = pd.MultiIndex.from_arrays(
        [table["tournament"].cat.codes.to_numpy(dtype=np.int64), table["player"].to_numpy(dtype=np.int64)]
    )
    rows = there.get_indexer(pd.MultiIndex.from_arrays([event, number]))
    wrong = (rows < 0) | missing
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        found = f"no player {number[row]} in {history.events[event[row]]!r}"
        raise DataError(
            message(f"{place}, row {row}, column 'player'", found, "a starting number of the event")
        )
    return np.asarray(rows, dtype=np.int64)
