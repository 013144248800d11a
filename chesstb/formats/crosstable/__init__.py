"""Crosstables made by hand: a row per player and a column per round, or a matrix of all against all."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pandas as pd

from chesstb.errors import FormatError, message
from chesstb.formats import cells
from chesstb.formats.crosstable.plain_text import columns_of_text
from chesstb.formats.crosstable.sheet import Crosstable, find
from chesstb.formats.crosstable.signs import BLANK, Cell, Signs, read_cell, read_games
from chesstb.formats.crosstable.writer import write
from chesstb.formats.dates import year_of_birth
from chesstb.formats.decoding import decode
from chesstb.formats.formulas import say_formulas
from chesstb.formats.notes import Notes
from chesstb.formats.one_event import OneEvent, contents
from chesstb.formats.sheets import Sheet, sheet_of, text_of_head
from chesstb.formats.workbook import ZIP, sheet_with, workbook_fits
from chesstb.outcomes import PAYMENTS
from chesstb.roundrobin import berger_round
from chesstb.tables import check_errors

if TYPE_CHECKING:
    from chesstb.tables import Errors, History

__all__ = ["NAME", "from_crosstable", "read", "recognises", "write"]

NAME: Final = "a crosstable (CSV, TSV, XLSX, Markdown or text)"

MOST_BYTES: Final = 16 * 1024 * 1024


def recognises(head: bytes, path: Path) -> bool:
    """Say whether a file has the headings and cells of a crosstable."""
    if head[:4] == ZIP:
        return workbook_fits(path, _fits, otherwise=True)
    text = text_of_head(head)
    if not text.strip():
        return False
    try:
        return _in_text(text, path.name) is not None
    except FormatError:
        return False


def _fits(sheet: Sheet) -> bool:
    return find(sheet) is not None


def _in_text(text: str, name: str) -> Crosstable | None:
    """Return the crosstable of a text: cut by a delimiter, else by where the columns stand."""
    sheet = sheet_of(text, name)
    return find(sheet) or find(columns_of_text(text))


def read(path: Path, *, errors: Errors = "repair") -> History:
    r"""Read a crosstable: a row per player, a column per round, or a round-robin matrix.

    Parameters
    ----------
    path : Path
        CSV, TSV, XLSX, a Markdown table, or text as it was copied from a page.
    errors : {"strict", "repair"}
        Whether mistakes are an error, or repaired and reported in ``repairs``.

    Returns
    -------
    History
        One event. Opponents are starting numbers where that makes both sides name each other, else
        places in the table. A matrix has no rounds: those of the Berger table are taken.

    Raises
    ------
    FormatError
        There is no crosstable, or the file is too large.
    MissingExtraError
        The packages for XLSX are not installed.

    Examples
    --------
    >>> import tempfile
    >>> text = "No;Name;1;2;Pts\n1;Ann;2w1;3b=;1½\n2;Bob;1b0;bye;1\n3;Cy;-0;1w=;½\n"
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "club.csv")
    ...     _ = path.write_text(text, encoding="utf-8")
    ...     print(read(path).results["points"].tolist())
    [1.0, 0.5, 0.0, 1.0, 0.0, 0.5]
    """
    path = Path(path)
    event = OneEvent.of(path, errors)
    data = contents(path, MOST_BYTES)
    if data[:4] == ZIP:
        sheet = sheet_with(path, _fits) or Sheet([], [])
        say_formulas(sheet.formulas, event.notes)
        table = find(sheet)
    else:
        table = _in_text(decode(data, event.notes), path.name)
    if table is None:
        raise FormatError(_none(path.name))
    _fill(event, table)
    return event.history(errors)


def _none(name: str) -> str:
    expected = "headings for the name and the rounds (Name, 1, 2, …), and cells such as 12w1, +3 or ½"
    return message(name, "no crosstable", expected)


def from_crosstable(
    table: str | pd.DataFrame | None = None, key: str = "crosstable", *, errors: Errors = "repair"
) -> History:
    r"""Read a crosstable that is no file: a text, a DataFrame, or what was copied to the clipboard.

    Parameters
    ----------
    table : str or pandas.DataFrame, optional
        Text with tabs, another delimiter, Markdown, or in aligned columns; or a table. Default: the
        text on the clipboard, copied from a spreadsheet or a page.
    key : str
        That of the event.
    errors : {"strict", "repair"}
        Whether mistakes are an error, or repaired and reported in ``repairs``.

    Returns
    -------
    History
        One event; see `chesstb.read` of such a file.

    Raises
    ------
    FormatError
        There is no crosstable, or no clipboard.

    Examples
    --------
    >>> import chesstb as tb
    >>> text = "Name;1;2;3\nAnn;*;1;½\nBob;0;*;1\nCy;½;0;*"
    >>> event = tb.from_crosstable(text)
    >>> tb.standings(event, "PTS SB", "fide-2026")[["name", "PTS", "SB"]].to_numpy().tolist()
    [['Ann', 1.5, 1.25], ['Bob', 1.0, 0.5], ['Cy', 0.5, 0.75]]
    """
    check_errors(errors)
    event = OneEvent(key, Notes("the table", strict=errors == "strict"))
    if isinstance(table, pd.DataFrame):
        found = find(_sheet(table))
    else:
        found = _in_text(_clipboard() if table is None else _text(table), "the table")
    if found is None:
        raise FormatError(_none("the table"))
    _fill(event, found)
    return event.history(errors)


def _text(table: Any) -> str:
    if not isinstance(table, str):
        raise FormatError(message("the table", f"{type(table).__name__} was given", "a text or a DataFrame"))
    if len(table) > MOST_BYTES:
        raise FormatError(message("the table", f"{len(table)} characters", f"at most {MOST_BYTES}"))
    return table


def _clipboard() -> str:
    """Return the text on the clipboard."""
    clipboard: Any = import_module("pandas.io.clipboard")
    try:
        return str(clipboard.clipboard_get())
    except RuntimeError as error:
        remedy = "Give the text itself: from_crosstable(text)."
        raise FormatError(message("the clipboard", "cannot be read on this machine", "", remedy)) from error


def _sheet(table: pd.DataFrame) -> Sheet:
    """Return a table as rows of text; its headings are the first, unless they are only numbered."""
    names: Any = table.columns
    headings = [] if isinstance(names, pd.RangeIndex) else [[str(name) for name in names]]
    rows = headings + [[_said(value) for value in row] for row in table.to_numpy(dtype=object).tolist()]
    return Sheet(rows, list(range(1, len(rows) + 1)))


def _said(value: Any) -> str:
    if pd.isna(value):
        return ""
    return f"{value:g}" if isinstance(value, float) else str(value)


def _fill(event: OneEvent, table: Crosstable) -> None:
    """Put players, results and published values of a crosstable into an event."""
    for line, text in table.aside:
        event.notes.say((line, "1"), text, "left aside", "no row of a player")
    for column, value in table.about.items():
        if column in ("start", "end"):
            event.date(column, (None, "above the table"), value)
        else:
            event.tournament[column] = cells.number(value) if column in (*PAYMENTS, "rounds") else value
    numbers = _numbers(table)
    for row, number in enumerate(numbers):
        _player(event, table, row, number)
    if table.is_matrix:
        _matrix(event, table, numbers)
    else:
        _rounds(event, table, numbers)


def _player(event: OneEvent, table: Crosstable, row: int, number: int) -> None:
    text = table.cell(row, "name")
    person = cells.Person(text) if "title" in table.parts else cells.person(text)
    event.players.append(
        {
            "player": number,
            "name": person.name,
            "title": table.cell(row, "title") or person.title,
            "federation": table.cell(row, "federation") or person.federation,
            "rating": cells.rating(table.cell(row, "rating")) or person.rating,
            **{part: table.cell(row, part) for part in ("fide_id", "sex", "team") if part in table.parts},
            "birth": _birth(event, table, row),
        }
    )
    for position, (heading, code) in table.shown.items():
        value = cells.points(table.rows[row][position])
        if value is not None:
            event.publish(number, heading, code, value)


def _birth(event: OneEvent, table: Crosstable, row: int) -> str:
    """Return the year of a date of birth."""
    year, sure = year_of_birth(table.cell(row, "birth"))
    if not sure:
        at = (table.lines[row], table.headings[table.parts["birth"]])
        event.notes.say(at, "a date of birth", year, "no date of birth that can be read")
    return year


# ---------------------------------------------------------------- numbers


def _numbers(table: Crosstable) -> list[int]:
    """Return the number of each row: its own, its place, or where it stands."""
    for part in ("number", "rank"):
        read = [cells.whole(table.cell(row, part)) or 0 for row in range(len(table.rows))]
        if part in table.parts and all(0 < n < 2**31 for n in read) and len(set(read)) == len(read):
            return read
    return list(range(1, len(table.rows) + 1))


def _meanings(table: Crosstable, numbers: list[int]) -> dict[str, dict[int, int]]:
    """Return what the number of an opponent can mean: a starting number, a place, or the row."""
    found = {"number": {n: n for n in numbers}}
    ranks = [cells.whole(table.cell(row, "rank")) or 0 for row in range(len(table.rows))]
    if "rank" in table.parts and all(ranks) and len(set(ranks)) == len(ranks):
        found["place"] = dict(zip(ranks, numbers, strict=True))
    found["row of the table"] = dict(enumerate(numbers, start=1))
    return found


def _rounds(event: OneEvent, table: Crosstable, numbers: list[int]) -> None:
    """Add the rounds of every player."""
    signs = table.signs or Signs(figures=True, letters=False)
    read = [[_read(event, table, row, at, signs) for at in table.rounds] for row in range(len(table.rows))]
    meanings = _meanings(table, numbers)
    agreed = {name: _agreeing(read, numbers, meaning) for name, meaning in meanings.items()}
    best = max(agreed, key=lambda name: agreed[name])
    if best != "number":
        why = "so read, opponents name each other"
        event.notes.say((table.lines[0], "1"), "opponents' numbers", f"read as the {best}", why)
    rounds = _round_numbers(event, table)
    for row, number in enumerate(numbers):
        for k, cell in enumerate(read[row]):
            if cell is not None:
                at = (table.lines[row], table.headings[table.rounds[k]])
                _add(event, at, number, rounds[k], cell, meanings[best], signs)


def _round_numbers(event: OneEvent, table: Crosstable) -> list[int]:
    """Return the round of each column: its heading's number, counted from the first that is there."""
    given = table.numbers
    first, last = min(given), max(given)
    if len(set(given)) < len(given) or last - first >= 2 * len(given):
        rounds = list(range(1, len(given) + 1))
        why = "the headings do not count the rounds, so the columns are counted"
    else:
        rounds = [number - first + 1 for number in given]
        why = "the table has no column of the rounds before"
    if rounds != given:
        at = (table.lines[0], table.headings[table.rounds[0]])
        event.notes.say(at, f"rounds {first} to {last}", f"rounds 1 to {max(rounds)}", why)
    return rounds


def _read(event: OneEvent, table: Crosstable, row: int, at: int, signs: Signs) -> Cell | None:
    text = table.rows[row][at]
    if cells.plain(text).lower() in BLANK:
        return None
    cell = read_cell(text, signs)
    if cell is None:
        where = (table.lines[row], table.headings[at])
        event.notes.wrong(where, text.strip(), "nothing", "no cell of a round", "12w1, +3, 5=, bye, …")
    return cell


def _agreeing(read: list[list[Cell | None]], numbers: list[int], meaning: dict[int, int]) -> int:
    """Return how many cells have an opponent whose cell of the round names the player."""
    row_of = {number: row for row, number in enumerate(numbers)}
    agreed = 0
    for row, cells_ in enumerate(read):
        for k, cell in enumerate(cells_):
            if cell is None or not cell.opponent or cell.opponent not in meaning:
                continue
            other = read[row_of[meaning[cell.opponent]]][k]
            agreed += other is not None and meaning.get(other.opponent) == numbers[row]
    return agreed


def _add(
    event: OneEvent, at: Any, number: int, round_: int, cell: Cell, meaning: dict[int, int], signs: Signs
) -> None:
    opponent = meaning.get(cell.opponent)
    if cell.opponent and opponent is None:
        event.notes.wrong(at, str(cell.opponent), "no opponent", "no player has this number")
        if cell.result not in ("X", "-", "0"):
            event.cell(at, number, round_, cell.result, opponent=None)
        return
    pays = dict(zip("1=0", signs.levels, strict=True)) if signs.levels != ("1", "½", "0") else {}
    points = float(pays[cell.result]) if cell.result in pays else None
    event.cell(at, number, round_, cell.result, opponent=opponent, colour=cell.colour or None, points=points)


# ---------------------------------------------------------------- matrices


def _matrix(event: OneEvent, table: Crosstable, numbers: list[int]) -> None:
    """Add the games of a matrix, in the rounds of the Berger table."""
    size = len(numbers)
    figures = any(re.search(r"[10½]|[.,]5", cells.plain(cell)) for cell in table.results())
    games = [
        [
            [] if i == k else read_games(table.rows[i][at], figures=figures) or []
            for k, at in enumerate(table.rounds)
        ]
        for i in range(size)
    ]
    most = max(len(one) for row in games for one in row)
    cycle = size - 1 + size % 2
    for i in range(size):
        for k in range(size):
            for n, code in enumerate(games[i][k]):
                round_ = int(berger_round(i + 1, k + 1, size)) + n * cycle
                at = (table.lines[i], table.headings[table.rounds[k]])
                event.cell(at, numbers[i], round_, code, opponent=numbers[k])
    if size % 2:
        _free_rounds(event, table, numbers, most)
    full = all(len(games[i][k]) == most for i in range(size) for k in range(size) if i != k)
    system = {1: "round-robin", 2: "double-round-robin"}.get(most) if full else None
    event.tournament.setdefault("system", system or "round-robin")
    why = "a matrix has no rounds and no colours"
    event.notes.say((table.lines[0], "1"), "a matrix", "the rounds of the Berger table, no colours", why)


def _free_rounds(event: OneEvent, table: Crosstable, numbers: list[int], cycles: int) -> None:
    """Add the round without an opponent that each player of an odd field has in each cycle."""
    size = len(numbers)
    for i in range(size):
        round_ = int(berger_round(i + 1, size + 1, size + 1))
        for n in range(cycles):
            event.cell((table.lines[i], "1"), numbers[i], round_ + n * size, "Z")
