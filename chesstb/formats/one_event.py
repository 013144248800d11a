"""One event put together by a reader whose file holds players, cells and published values, but no TRF.

The reader adds a dictionary per player, per round of a player and per published value; the places in
the file go along, so that whatever is repaired later names its line or its offset.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb import schema
from chesstb.errors import FormatError, message
from chesstb.formats.dates import as_datetime, read_date
from chesstb.formats.notes import Notes, Place
from chesstb.formats.sizes import MOST_CELLS, check_size, too_many
from chesstb.tables import History

if TYPE_CHECKING:
    from pathlib import Path

    from chesstb.tables import Errors

__all__ = ["MOST_BYTES", "FileNotes", "OneEvent", "Place", "contents", "offset"]

FileNotes = Notes
"""The notes on a file, whatever its format."""

MOST_BYTES: Final = 16 * 1024 * 1024
"""No text, no JSON and no table of one event is larger than this."""


def offset(position: int) -> Place:
    """Return the place of a byte in a binary file."""
    return None, f"offset {position}"


@dataclass
class OneEvent:
    """An event as it is read.

    Attributes
    ----------
    key : str
        The key of the event.
    notes : Notes
        What was repaired on the way.
    tournament : dict
        The row of ``tournaments``.
    players, cells, published : list of dict
        The rows of ``players``, ``results`` and ``published``.
    at : list of tuple
        The place of each cell.
    """

    key: str
    notes: Notes
    tournament: dict[str, Any] = field(default_factory=dict)
    players: list[dict[str, Any]] = field(default_factory=list)
    cells: list[dict[str, Any]] = field(default_factory=list)
    published: list[dict[str, Any]] = field(default_factory=list)
    at: list[Place] = field(default_factory=list)

    @classmethod
    def of(cls, path: Path, errors: Errors) -> OneEvent:
        """Return an event without players, with the key that the name of its file gives."""
        return cls(path.stem, Notes(path.name, strict=errors == "strict"))

    def cell(self, at: Place, player: int, round_: int, outcome: str, **rest: Any) -> None:
        """Add what a player did in a round: ``opponent``, ``colour`` and ``points`` may be said.

        Raises
        ------
        FormatError
            There are more than any event has.
        """
        if len(self.cells) >= MOST_CELLS:
            raise too_many(self.notes.file, f"more than {MOST_CELLS:,} results")
        self.cells.append({"player": player, "round": round_, "outcome": outcome} | rest)
        self.at.append(at)

    def not_paired_yet(self, at: Place, player: int, round_: int, outcome: str) -> None:
        """Say that a bye does not count: its round is not paired yet, and the others have nothing in it."""
        why = "a bye in a round that is not paired yet"
        self.notes.say(at, outcome, "left out", why, player=player, round=round_)

    def publish(self, player: int, column: str, criterion: str | None, value: float) -> None:
        """Add a published value."""
        self.published.append(
            {"player": player, "column": column, "criterion": criterion, "value": float(value)}
        )

    def date(self, column: str, at: Place, text: str) -> None:
        """Put a date into the row of the tournament; say where it is none, or not sure."""
        day = read_date(text) if text.strip() else None
        if day is not None and day.full:
            self.tournament[column] = as_datetime(day)
            if not day.sure:
                self.notes.say(at, text, day.iso, "day and month may be swapped")
        elif text.strip():
            self.notes.say(at, text, "no date", "no full date")

    def history(self, errors: Errors) -> History:
        """Return the event as a History.

        Raises
        ------
        FormatError
            It has no player, or is larger than any.
        """
        if not self.players:
            found, expected = "no player: the event has not been set up yet", "an event with players"
            raise FormatError(message(self.notes.file, found, expected))
        check_size(self)
        tables = {
            "tournaments": _table([self.tournament | {"source": self.notes.file}], ()),
            "players": _table(self.players, ("player",)),
            "results": _table(self.cells, ("player", "round", "opponent", "colour", "outcome")),
            "published": _table(self.published, ("player", "column", "criterion", "value")),
            "repairs": pd.DataFrame(self.notes.rows),
        }
        places = pd.DataFrame(self.at, columns=["line", "column"]).assign(file=self.notes.file)
        places["line"] = places["line"].astype("Int64")
        keyed = {name: table.assign(tournament=self.key) for name, table in tables.items()}
        return _with_totals(History.from_source(keyed, places, errors=errors), self.notes)


def _with_totals(history: History, notes: Notes) -> History:
    """Say whose points in the file are not those of his results.

    Raises
    ------
    FormatError
        In strict reading: somebody's are not.
    """
    printed = history.published[history.published["criterion"] == "PTS"]
    if not len(printed):
        return history
    played = history.results[history.results["outcome"] != "X"].groupby("player")["points"].sum()
    extra = history.players.set_index("player")["adjustment"]
    numbers = printed["player"].to_numpy()
    total = played.reindex(numbers, fill_value=0.0).to_numpy() + extra.reindex(numbers).to_numpy()
    stored = printed["value"].to_numpy(dtype=float)
    off = np.abs(total - stored) > 1e-6
    if not off.any():
        return history
    if notes.strict:
        first = int(np.flatnonzero(off)[0])
        found, expected = (
            f"{stored[first]:g} points of player {numbers[first]}",
            f"{total[first]:g}, by the results",
        )
        remedy = 'To read the file all the same, and have it reported, use errors="repair".'
        raise FormatError(message(notes.file, found, expected, remedy))
    said = pd.DataFrame(
        {
            "tournament": history.events[0],
            "player": numbers[off],
            "file": notes.file,
            "column": "points",
            "found": [f"{value:g}" for value in stored[off]],
            "taken": [f"{value:g}" for value in total[off]],
            "why": "the points in the file are not those of the results",
        }
    )
    more = schema.finish(said, "repairs", None)
    return replace(history, repairs=pd.concat([history.repairs, more], ignore_index=True))


def _table(rows: list[dict[str, Any]], columns: tuple[str, ...]) -> pd.DataFrame:
    """Return rows as a table that has some columns even where no row has them."""
    table = pd.DataFrame(rows)
    for column in columns:
        if column not in table:
            table[column] = np.full(len(table), None, dtype=object)
    return table


def contents(path: Path, limit: int = MOST_BYTES) -> bytes:
    """Return the bytes of a file that is not larger than a limit.

    Raises
    ------
    FormatError
        The file is larger, or cannot be read.
    """
    try:
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise FormatError(message(str(path), f"cannot be read ({error.strerror})")) from None
    if len(data) > limit:
        most = f"at most {limit // 1024 // 1024} MB for one event"
        raise FormatError(message(path.name, f"more than {limit // 1024 // 1024} MB", most))
    return data
