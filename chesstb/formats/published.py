"""Published values beside the files of events: a CSV file, one row per player and column."""

from __future__ import annotations

import csv
import math
from typing import TYPE_CHECKING, Any, Final

import pandas as pd

from chesstb import schema
from chesstb.errors import FormatError, message, nearest
from chesstb.tables import History

if TYPE_CHECKING:
    from pathlib import Path

    from chesstb.tables import Errors

HEADER: Final = ("tournament", "player", "column", "criterion", "value")

MOST_DIGITS: Final = 9
"""No starting number has more."""


def recognises(head: bytes, path: Path) -> bool:  # noqa: ARG001 - every format is asked the same
    """Say whether a file begins with the header of published values."""
    first = head.removeprefix(b"\xef\xbb\xbf").split(b"\n", 1)[0].strip()
    return first.replace(b'"', b"").replace(b" ", b"") == ",".join(HEADER).encode()


def read_values(path: Path) -> pd.DataFrame:
    """Read the values, with the file and line of each.

    Raises
    ------
    FormatError
        A row has another number of columns, or a player or value that is no number.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FormatError(message(path.name, "bytes that are no UTF-8", "text")) from None
    reader = csv.reader(text.splitlines())
    try:
        lines = [(reader.line_num, [cell.strip() for cell in cells]) for cells in reader if any(cells)]
    except csv.Error as error:
        place = f"{path.name}, line {reader.line_num}"
        raise FormatError(message(place, str(error), "values between commas")) from None
    rows = [_row(path.name, line, cells) for line, cells in lines if line > 1]
    return pd.DataFrame(rows, columns=[*HEADER, "file", "line"])


def _row(file: str, line: int, cells: list[str]) -> tuple[Any, ...]:
    place = f"{file}, line {line}"
    if len(cells) != len(HEADER):
        raise FormatError(message(place, f"{len(cells)} columns", f"{len(HEADER)}: {', '.join(HEADER)}"))
    tournament, player, column, criterion, value = cells
    if not player.isdecimal() or len(player) > MOST_DIGITS:
        raise FormatError(message(f"{place}, column player", repr(player), "a starting number"))
    if not column:
        raise FormatError(message(f"{place}, column column", "nothing", "the name of a published column"))
    number = _number(value)
    if number is not None and not math.isfinite(number):
        raise FormatError(message(f"{place}, column value", repr(value), "a number or nothing"))
    return tournament, int(player), column, criterion or None, number, file, line


def _number(text: str) -> float | None:
    """Return a number with point, comma or ½; nothing for nothing, NaN for anything else."""
    try:
        return float(text.replace(",", ".").replace("½", ".5")) if text else None
    except ValueError:
        return math.nan


def _left_out(column: str, found: str, rows: pd.DataFrame) -> dict[str, Any]:
    what = "event" if column == "tournament" else "player"
    why = f"no such {what} ({len(rows)} value{'s' * (len(rows) > 1)})"
    return {"file": rows["file"].iloc[0], "line": int(rows["line"].iloc[0]), "column": column,
            "found": found, "taken": "left out", "why": why}  # fmt: skip


def attach(history: History, values: list[pd.DataFrame], errors: Errors) -> History:
    """Add published values to the events that they name.

    Raises
    ------
    FormatError
        With ``errors="strict"``: an event or a player is not there.
    """
    table = pd.concat(values, ignore_index=True)
    known = table["tournament"].isin(history.events).to_numpy()
    players = pd.MultiIndex.from_frame(
        history.players[["tournament", "player"]].astype({"tournament": "str"})
    )
    there = pd.MultiIndex.from_frame(table[["tournament", "player"]]).isin(players)
    said = [
        _left_out("tournament", str(found), rows)
        for found, rows in table[~known].groupby("tournament", sort=False)
    ] + [
        _left_out("player", str(found[1]), rows)
        for found, rows in table[known & ~there].groupby(["tournament", "player"], sort=False)
    ]
    if said and errors == "strict":
        first, events = said[0], history.events
        place = f"{first['file']}, line {first['line']}, column {first['column']}"
        event = first["column"] == "tournament"
        expected = "the key of an event beside it" if event else "a player of the event"
        remedy = nearest(first["found"], events) if event else ""
        raise FormatError(message(place, repr(first["found"]), expected, remedy))
    keys = history.results["tournament"].dtype
    new = schema.finish(
        table.loc[there, list(HEADER)].astype({"tournament": keys, "player": "int32"}), "published", keys
    )
    parts = [part for part in (history.published, new) if len(part)] or [new]
    joined = pd.concat(parts, ignore_index=True).sort_values("tournament", kind="stable", ignore_index=True)
    tables = {"published": joined}
    if said:
        repairs = [
            part
            for part in (history.repairs, schema.finish(pd.DataFrame(said), "repairs", keys))
            if len(part)
        ]
        tables["repairs"] = pd.concat(repairs, ignore_index=True)
    return replaced(history, **tables)


def replaced(history: History, **tables: pd.DataFrame) -> History:
    """Return a History with other tables in the place of some, and nothing remembered."""
    return History(**{name: getattr(history, name) for name in schema.TABLES} | tables)
