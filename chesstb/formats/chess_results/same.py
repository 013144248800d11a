"""Whether a crosstable says what the event is: it is read back before it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb.errors import FormatError, message
from chesstb.formats.chess_results.joining import read_event
from chesstb.formats.chess_results.page import Cell, Page, Row
from chesstb.formats.one_event import FileNotes
from chesstb.outcomes import PAYMENTS

if TYPE_CHECKING:
    from chesstb.formats.chess_results.compose import Sheet
    from chesstb.tables import History

EVENT: Final = ("name", "place", "federation", "start", "end", "rounds", "system", "by", "rules")
PLAYER: Final = ("name", "title", "sex", "federation", "rating", "fide_id", "birth", "team")
ROW: Final = ("opponent", "colour", "outcome")
OFFER: Final = "leave_out=True writes the rest."


def as_page(sheet: Sheet) -> Page:
    """Return a sheet as the page that is read from it."""
    page = Page("crosstable", name=sheet.name, title=sheet.title)
    for label, value in sheet.details:
        page.detail(label, value)
    for number, text in sheet.legend.items():
        page.explain(f"Tie Break{number}: {text}")
    heading = Row(1, [Cell(text) for text in sheet.headings], heading=True)
    rows = [Row(at, [Cell(text) for text in row]) for at, row in enumerate(sheet.rows, start=2)]
    page.tables = [[heading, *rows]]
    return page


def check(history: History, sheet: Sheet, *, leave_out: bool) -> None:
    """Refuse an event that a crosstable cannot hold, and name what it is.

    Raises
    ------
    FormatError
        Points are not 1, ½ and 0, or (not with ``leave_out``) something would be read back otherwise.
    """
    notes = FileNotes("crosstable", strict=False)
    try:
        again = read_event([as_page(sheet)], notes, "repair")
    except FormatError as error:
        raise _refuse(f"this event ({error})") from None
    _points(history, again)
    if leave_out:
        return
    event, read = history.tournaments.iloc[0], again.tournaments.iloc[0]
    for column in EVENT:
        known = not pd.isna(event[column]) and event[column] != "unknown"
        if known and event[column] != read[column]:
            raise _refuse(f"{column} {event[column]!s} of the event")
    if len(history.players) != len(again.players):
        raise _refuse("players without a name, a result and a rating")
    for column in PLAYER:
        _column(history.players, again.players, column)
    for column in ROW:
        _column(history.results, again.results, column)
    if history.players["excluded"].any():
        raise _refuse("players who count for nobody (excluded)")
    if len(history.records):
        raise _refuse(f"the record {history.records['record'].iloc[0]} of another format")


def _refuse(what: str) -> FormatError:
    return FormatError(message("", f"a crosstable of chess-results.com cannot hold {what}", "", OFFER))


def _points(history: History, again: History) -> None:
    """Refuse points that a crosstable does not give."""
    event = history.tournaments.iloc[0]
    unlike = [
        p for p in PAYMENTS if event[p] != again.tournaments[p].iloc[0] and p in ("win", "draw", "loss")
    ]
    if unlike:
        found = f"{unlike[0]} pays {event[unlike[0]]:g}"
        raise FormatError(message("", found, "1, ½ and 0: a crosstable of chess-results.com says no others"))
    if (history.players["adjustment"] != 0).any():
        raise FormatError(message("", "points that belong to no round (adjustment)", "points of rounds only"))
    mine, theirs = (h.results[["player", "round", "points"]] for h in (history, again))
    both = mine.merge(theirs, on=["player", "round"], how="left", suffixes=("", "_read"))
    off = both[both["points"].to_numpy() != both["points_read"].to_numpy()]
    if len(off):
        row = off.iloc[0]
        found = f"{row['points']:g} points of player {row['player']:g} in round {row['round']:g}"
        expected = f"{row['points_read']:g}, as a crosstable of chess-results.com would say"
        raise FormatError(message("", found, expected))


def _column(mine: pd.DataFrame, theirs: pd.DataFrame, column: str) -> None:
    """Refuse a column that is read back otherwise."""
    if len(mine) != len(theirs):
        raise _refuse("rounds without a row of results")
    one, other = (_plain(table[column], column) for table in (mine, theirs))
    off = np.flatnonzero(one != other)
    if len(off):
        row = mine.iloc[int(off[0])]
        where = f" in round {row['round']}" if "round" in mine else ""
        raise _refuse(f"{column} {row[column]!s} of player {row['player']}{where}")


def _plain(values: pd.Series[Any], column: str) -> Any:
    texts = values.astype("object").where(values.notna(), "").astype("str")
    return (texts.str.slice(0, 4) if column == "birth" else texts).to_numpy(dtype=object)
