"""TRF, the FIDE tournament report: TRF16, its extensions TRF(x), and TRF26."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb import schema
from chesstb.errors import FormatError, message
from chesstb.formats.decoding import decode
from chesstb.formats.notes import Notes
from chesstb.formats.trf.byes import add_byes
from chesstb.formats.trf.columns import CELL, FIRST
from chesstb.formats.trf.lines import Line, events_of, lines_of
from chesstb.formats.trf.players import Players, cut
from chesstb.formats.trf.points import Rows, settle
from chesstb.formats.trf.privacy import without_addresses
from chesstb.formats.trf.records import Event, in_order, keep_counts, read_records
from chesstb.formats.trf.teams import fill_teams
from chesstb.formats.trf.writer import write_trf
from chesstb.outcomes import NUMBER
from chesstb.tables import History

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.tables import Errors

__all__ = ["NAME", "read", "read_trf", "recognises", "write_trf"]

NAME: Final = "TRF"


def recognises(head: bytes, path: Path) -> bool:  # noqa: ARG001 - every format is asked the same
    """Say whether the first bytes of a file are those of a TRF file."""
    text = head.decode("utf-16" if head[:2] in (b"\xff\xfe", b"\xfe\xff") else "latin-1", errors="replace")
    records = {line.record for line in lines_of(text.removeprefix("ï»¿").removeprefix("\ufeff"))}
    return bool(records & {"001", "012", "022", "032", "042", "XXR"})  # 142 begins lists of many players, too


def read_trf(path: str | Path, *, errors: Errors = "repair") -> History:
    r"""Read a TRF file: one event, or several one behind the other.

    Parameters
    ----------
    path : str or Path
        The file.
    errors : {"strict", "repair"}
        Whether mistakes in the file are an error, or are repaired where there is one way to and
        reported in ``repairs``.

    Returns
    -------
    History
        The key of the event is the name of the file without its ending; further events of the same
        file get a number behind it. Of dates of birth the year is read.

    Raises
    ------
    FormatError
        A line cannot be read; the message names file, line, column, what was found and expected.
    DataError
        With ``errors="strict"``: results contradict each other.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> lines = [
    ...     "012 Club final",
    ...     *(
    ...         f"001 {a:4d}      {name:<71}{a:4d}  {b:4d} {result}"
    ...         for a, b, name, result in [(1, 2, "Ann", "w 1"), (2, 1, "Bob", "b 0")]
    ...     ),
    ... ]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "final.trf")
    ...     _ = path.write_text("\n".join(lines))
    ...     read_trf(path)
    History: 1 event, 2 players, 1 round (2 player-rounds)
    """
    path = Path(path)
    notes = Notes(path.name, strict=errors == "strict")
    events = events_of(lines_of(decode(path.read_bytes(), notes)))
    keys = [path.stem, *(f"{path.stem} ({k})" for k in range(2, len(events) + 1))]
    histories = [_history(lines, key, notes, errors) for key, lines in zip(keys, events, strict=True)]
    return histories[0] if len(histories) == 1 else History.concat(histories)


read = read_trf


def _history(lines: list[Line], key: str, notes: Notes, errors: Errors) -> History:
    event = read_records(lines, notes)
    if not event.players:
        last = lines[-1].number if lines else 1
        raise FormatError(message(f"{notes.file}, line {last}", "no player", "lines that begin with 001"))
    players = cut(event.players, notes)
    keep_counts(event, len(players.number), int((players.columns["rating"] > 0).sum()))
    _ongoing(players, notes)
    rows = _rows(players)
    add_byes(event, players, rows)
    adjustment = settle(event, players, rows)
    told = event.tournament | {"source": notes.file}
    tables: dict[str, dict[str, Any]] = {
        "tournaments": {column: _one(value) for column, value in told.items()},
        "players": players.columns
        | {"player": players.number, "team": fill_teams(event, players), "adjustment": adjustment}
        | {"excluded": _excluded(event, players)},
        "results": _results(rows, players),
        "published": _published(players),
        "records": _records(event, players),
    }
    keyed = {name: _keyed(columns, key) for name, columns in tables.items()}
    return History.from_source(
        keyed | {"repairs": _repairs(notes, key)}, _places(rows, notes.file), errors=errors
    )


def _excluded(event: Event, players: Players) -> NDArray[np.bool_]:
    """Return whose games count for nobody."""
    known = set(players.number.tolist())
    for number, line in event.excluded.items():
        if number not in known:
            event.notes.wrong(
                (line.number, "5"), str(number), "nothing", "no such player", "excluded players"
            )
    return np.isin(players.number, list(event.excluded))


def _keyed(columns: dict[str, Any], key: str) -> dict[str, Any]:
    """Return columns as arrays, with the key of the event."""
    arrays = {
        c: np.array(values, dtype=object) if isinstance(values, list) else values
        for c, values in columns.items()
    }
    size = len(next(iter(arrays.values())))
    event = pd.Categorical.from_codes(np.zeros(size, dtype=np.int8), dtype=pd.CategoricalDtype([key]))
    return {"tournament": event} | arrays


def _one(value: Any) -> NDArray[Any]:
    """Return a column of one value."""
    if isinstance(value, datetime):
        return np.array([value], dtype="datetime64[s]")
    return np.array([value], dtype=object if isinstance(value, str) else None)


def _ongoing(players: Players, notes: Notes) -> None:
    """Take a zero-point bye of two players who name each other for a game that is still played."""
    odd = (players.outcome == NUMBER["Z"]) & (players.opponent > 0)
    row_of = {int(number): row for row, number in enumerate(players.number)}
    for row, round_ in np.argwhere(odd):
        other = row_of.get(int(players.opponent[row, round_]))
        if (
            other is not None
            and odd[other, round_]
            and players.opponent[other, round_] == players.number[row]
        ):
            players.outcome[row, round_] = NUMBER["X"]
            at = (int(players.line[row]), str(FIRST + CELL * int(round_) + 7))
            notes.say(at, "Z", "no result yet", "a bye of two players who are paired with each other")


def _rows(players: Players) -> Rows:
    """Return the cells that hold something as rows."""
    who, round_ = np.nonzero(players.there)
    return Rows(
        who=who, round=round_ + 1, opponent=players.opponent[who, round_], colour=players.colour[who, round_],
        outcome=players.outcome[who, round_], line=players.line[who], column=FIRST + CELL * round_,
        points=np.full(len(who), np.nan), decision=np.zeros(len(who), dtype=bool),
    )  # fmt: skip


# ---------------------------------------------------------------- tables


def _results(rows: Rows, players: Players) -> dict[str, Any]:
    return {
        "player": players.number[rows.who],
        "round": rows.round,
        "opponent": rows.opponent,
        "colour": pd.Categorical.from_codes(rows.colour, dtype=schema.COLOUR),
        "outcome": pd.Categorical.from_codes(rows.outcome, dtype=schema.OUTCOME),
        "points": rows.points,
        "decision": rows.decision,
    }


def _places(rows: Rows, file: str) -> pd.DataFrame:
    files = pd.Categorical.from_codes(
        np.zeros(len(rows.who), dtype=np.int8), dtype=pd.CategoricalDtype([file])
    )
    return pd.DataFrame({"file": files, "line": rows.line, "column": rows.column})


def _published(players: Players) -> dict[str, Any]:
    order = np.argsort(players.number, kind="stable")
    number, points, rank = players.number[order], players.points[order], players.rank[order]
    scored, ranked = ~np.isnan(points), rank > 0
    count: tuple[int, int] = (int(scored.sum()), int(ranked.sum()))
    return {
        "player": np.concatenate([number[scored], number[ranked]]),
        "column": _repeated(("points", "rank"), count),
        "criterion": _repeated(("PTS", None), count),
        "value": np.concatenate([points[scored], rank[ranked].astype(float)]),
    }


def _repeated(words: tuple[str | None, str | None], count: tuple[int, int]) -> NDArray[np.object_]:
    return np.repeat(np.array(words, dtype=object), count)


def _records(event: Event, players: Players) -> dict[str, Any]:
    lines = without_addresses(sorted(event.kept, key=lambda line: line.number), event.notes)
    lines = in_order(lines, set(players.number.tolist()))
    return {
        "record": [line.record or None for line in lines],
        "text": [line.text.rstrip() for line in lines],
    }


def _repairs(notes: Notes, key: str) -> list[dict[str, Any]]:
    rows = [row | {"tournament": key} for row in notes.rows]
    notes.rows.clear()
    return rows
