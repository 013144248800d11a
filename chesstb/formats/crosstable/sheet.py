"""The parts of a crosstable on a sheet: lines above it, headings, rows of players, what stands below."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from chesstb.errors import CriterionError
from chesstb.formats import cells
from chesstb.formats.chess_results import words
from chesstb.formats.crosstable.signs import BLANK, DIAGONAL, Signs, read_cell, read_games, signs_of
from chesstb.formats.long_table.columns import ABOUT_EVENTS, SHOWN, short
from chesstb.names import criterion

if TYPE_CHECKING:
    from collections.abc import Iterable

    from chesstb.formats.sheets import Sheet

ABOVE: Final = 40
"""So many lines may stand above the headings."""
MOST_ROUNDS: Final = 500
MOST_PLAYERS: Final = 20_000

_PARTS: Final = {
    "number": "no nr number sno snr startno startnumber nº num noini stno stč start br ном нр "
    "startingnumber pairingno pairno player# no# seed",
    "rank": "rk rank pl place pos position # rg rang platz место м place poz mce hely sıra lugar puesto",
    "name": "name player names players spieler teilnehmer nombre nom nome имя jméno meno nazwisko név ime "
    "isim jugador joueur jogador giocatore speler",
    "title": "title ti titel tit",
    "federation": "fed federation country land nation cn фед",
    "rating": "rating rtg elo rtgi eloi elofide fiderating nwz dwz twz ratingint",
    "fide_id": "fideid fide idfide fidecode",
    "sex": "sex gender",
    "birth": "birth born birthyear yearofbirth birthdate dateofbirth birthday dob "
    "geburtsdatum geburtsjahr geburtstag",
    "team": "team club clubcity vereinort verein mannschaft",
    "points": "points pts pt score total punkte pkt pkte puntos pontos punti очки body puan tot sum итого",
}
_MEANINGS: Final = {
    "rank": "rank", "number": "number", "name": "name", "federation": "federation", "rating": "rating",
    "club": "team", "points": "points", "sex": "sex", "fide": "fide_id", "birth": "birth",
}  # fmt: skip
"""What headings of chess-results.com mean, as parts."""
_HEADINGS: Final = {word: part for part, words in _PARTS.items() for word in words.split()}
_ROUND: Final = re.compile(
    r"(?:r|rd|rnd|round|runde|ronde|ronda|rodada|tour|тур|kolo|tur|t|p|partie)?\.? ?([1-9][0-9]{0,2})"
    r"\.? ?(?:r|rd|rnd|round|runde|ronde|ronda|тур|kolo|tur)?\.?"
)


@dataclass
class Crosstable:
    """A crosstable that was found on a sheet.

    Attributes
    ----------
    parts : dict
        Part to position of its column.
    rounds : list of int
        Positions of the columns of rounds, or of opponents in a matrix.
    shown : dict
        Position to heading of other columns with published values, and the criterion each is.
    rows, lines : list
        The rows of players, and where they stand.
    headings : list of str
        All headings.
    numbers : list of int
        The round of each of those columns, as its heading says.
    aside : list
        Where rows stand that are none of a player, and what they say.
    about : dict
        What the lines above say of the event.
    signs : Signs, optional
        How results are written; None in a matrix.
    """

    parts: dict[str, int]
    rounds: list[int]
    shown: dict[int, tuple[str, str | None]]
    rows: list[list[str]]
    lines: list[int]
    headings: list[str]
    numbers: list[int]
    aside: list[tuple[int, str]] = field(default_factory=list)
    about: dict[str, str] = field(default_factory=dict)
    signs: Signs | None = None

    @property
    def is_matrix(self) -> bool:
        """Whether the columns are opponents and not rounds."""
        return self.signs is None

    def cell(self, row: int, part: str) -> str:
        """Return a cell by the part of its column, empty where there is none."""
        at = self.parts.get(part)
        return self.rows[row][at].strip() if at is not None else ""

    def results(self) -> Iterable[str]:
        """Return the cells of rounds."""
        return (row[at] for row in self.rows for at in self.rounds)


def find(sheet: Sheet) -> Crosstable | None:
    """Return the crosstable of a sheet, if there is one."""
    if len(sheet) > MOST_PLAYERS:
        return None
    for at, headings in enumerate(sheet.rows[:ABOVE]):
        parts, numbers = _columns(headings)
        if "name" not in parts:
            continue
        numbers = numbers or _opponents(sheet, at, parts)
        if numbers:
            table = _table(sheet, at, parts, numbers)
            if table and _is_crosstable(table):
                return table
    return None


def _columns(headings: list[str]) -> tuple[dict[str, int], dict[int, int]]:
    """Return the columns by their headings: parts of a player, and the number of each round."""
    parts: dict[str, int] = {}
    rounds: dict[int, int] = {}
    for position, heading in enumerate(headings):
        plain = cells.plain(heading).lower()
        part = _HEADINGS.get(short(heading)) or _HEADINGS.get(plain.strip(".:"))
        if part:
            parts.setdefault(part, position)
        elif (found := _ROUND.fullmatch(plain)) and "name" in parts and len(rounds) < MOST_ROUNDS:
            rounds[position] = int(found[1])
    return _in_their_language(headings, parts, rounds) if "name" in parts else (parts, rounds)


def _in_their_language(
    headings: list[str], parts: dict[str, int], rounds: dict[int, int]
) -> tuple[dict[str, int], dict[int, int]]:
    """Add what headings mean in the language that knows most of them; Rg is a rating in Polish only."""
    known = words.columns(headings, "english")
    meant = {part: known.first(meaning) for meaning, part in _MEANINGS.items() if known.has(meaning)}
    taken = set(meant.values())
    parts = {part: at for part, at in parts.items() if at not in taken and part not in meant} | meant
    more = {at: round_ for at, round_ in known.rounds.items() if at > parts["name"]}
    both = {at: rounds.get(at, more.get(at, 0)) for at in sorted({*rounds, *more}) if at not in taken}
    return parts, dict(list(both.items())[:MOST_ROUNDS])


def _opponents(sheet: Sheet, at: int, parts: dict[str, int]) -> dict[int, int]:
    """Return columns whose headings are the names of the rows, in their order."""
    headings = [short(heading) for heading in sheet.rows[at]]
    names = [short(row[parts["name"]]) for row in sheet.rows[at + 1 :] if len(row) > parts["name"]]
    for first in range(parts["name"] + 1, len(headings)):
        count = 0
        while (
            count < len(names) and first + count < len(headings) and names[count] == headings[first + count]
        ):
            count += 1
        if count > 2 and all(names[:count]) and len(set(names[:count])) == count:
            return {first + k: k + 1 for k in range(count)}
    return {}


def _table(sheet: Sheet, at: int, parts: dict[str, int], rounds: dict[int, int]) -> Crosstable | None:
    headings = [cells.plain(heading) for heading in sheet.rows[at]]
    width = len(headings)
    table = Crosstable(parts, list(rounds), {}, [], [], headings, list(rounds.values()))
    for cells_, line in zip(sheet.rows[at + 1 :], sheet.lines[at + 1 :], strict=True):
        row = (cells_ + [""] * width)[:width]
        if _is_player(row, table):
            table.rows.append(row)
            table.lines.append(line)
        else:
            table.aside.append((line, " ".join(text for cell in cells_ if (text := cells.plain(cell)))[:60]))
    _told_apart(table)
    table.about = _about(sheet.rows[:at])
    table.shown = _shown(table)
    return table if table.rows else None


def _told_apart(table: Crosstable) -> None:
    """Let a column called FIDE be what it holds: ratings, or ids."""
    for part, other in (("rating", "fide_id"), ("fide_id", "rating")):
        values = (
            [cells.whole(row[table.parts[part]]) or 0 for row in table.rows] if part in table.parts else []
        )
        if other not in table.parts and any(values):
            longer = [value >= 10_000 for value in values if value]
            if all(longer) if part == "rating" else not any(longer):
                table.parts[other] = table.parts.pop(part)


def _is_player(row: list[str], table: Crosstable) -> bool:
    """Say whether a row is one of a player: a name or a number, and not only text in the first cell."""
    parts = table.parts
    numbered = [row[parts[part]] for part in ("number", "rank") if part in parts]
    if any(cells.plain(cell) and cells.whole(cell) is None for cell in numbered[:1]):
        return False
    name = cells.plain(row[parts["name"]])
    filled = sum(bool(cells.plain(cell)) for cell in row)
    if name and short(name) in _HEADINGS:
        return False
    has_number = any(cells.whole(cell) for cell in numbered)
    return bool(has_number and (name or filled > 1)) or bool(name and filled > 1 and not numbered)


def _about(above: list[list[str]]) -> dict[str, str]:
    """Return what lines such as ``system, swiss`` above the headings say."""
    found: dict[str, str] = {}
    for row in above:
        filled = [cells.plain(cell) for cell in row if cells.plain(cell)]
        if len(filled) == 2 and (key := filled[0].lower().rstrip(":").replace(" ", "_")) in ABOUT_EVENTS:
            found.setdefault(key, filled[1])
        elif len(filled) == 1 and "name" not in found and len(filled[0]) <= 120:
            found["name"] = filled[0].lstrip("# ")
    return found


def _shown(table: Crosstable) -> dict[int, tuple[str, str | None]]:
    """Return columns with published values: those whose heading names a tie-break, all cells numbers."""
    found: dict[int, tuple[str, str | None]] = {}
    taken = {*table.parts.values(), *table.rounds}
    for position, heading in enumerate(table.headings):
        values = [cells.plain(row[position]) for row in table.rows]
        if not heading or not any(values) or any(v and cells.points(v) is None for v in values):
            continue
        if position == table.parts.get("points"):
            found[position] = (heading, "PTS")
        elif position == table.parts.get("rank") and "number" in table.parts:
            found[position] = (heading, None)
        elif heading.startswith(SHOWN):
            column, _, code = heading.removeprefix(SHOWN).partition(" [")
            found[position] = (column, code.removesuffix("]") or None)
        elif position not in taken:
            try:
                found[position] = (heading, criterion(heading).by or None)
            except (CriterionError, ValueError):
                if re.fullmatch(r"(?:tb|tie-?break|wtg|bu|so?be?)\.? ?[0-9]?", heading.lower()):
                    found[position] = (heading, None)
    return found


def _is_crosstable(table: Crosstable) -> bool:
    """Find out how results are written, and say whether most cells are results."""
    written = [cell for cell in table.results() if cells.plain(cell).lower() not in BLANK]
    if not written:
        return False
    if _fits_matrix(table):
        return True
    signs = signs_of(written)
    if signs is None:
        return False
    table.signs = signs
    read = [read_cell(cell, signs) for cell in written]
    games = sum(one is not None and one.opponent > 0 for one in read)
    return games > 0 and sum(one is not None for one in read) * 2 > len(read)


def _fits_matrix(table: Crosstable) -> bool:
    """Say whether the columns are the players: as many as rows, signs on the diagonal, results elsewhere."""
    size = len(table.rows)
    if len(table.rounds) < size or size < 3:
        return False
    for columns in _orders(table):
        marks = BLANK | DIAGONAL
        diagonal = [
            cells.plain(row[at]).lower() in marks for row, at in zip(table.rows, columns, strict=True)
        ]
        if not all(diagonal):
            continue
        others = [
            read_games(table.rows[i][columns[k]], figures=True)
            for i in range(size)
            for k in range(size)
            if i != k
        ]
        if all(games is not None for games in others) and any(others):
            table.rounds = columns
            return True
    return False


def _orders(table: Crosstable) -> Iterable[list[int]]:
    """Return the columns in the order of the rows: as they stand, or as a row's own number says."""
    yield table.rounds[: len(table.rows)]
    at = dict(zip(table.numbers, table.rounds, strict=True))
    for part in ("number", "rank"):
        read = [cells.whole(table.cell(row, part)) or 0 for row in range(len(table.rows))]
        if len(set(read)) == len(read) and all(number in at for number in read):
            yield [at[number] for number in read]
