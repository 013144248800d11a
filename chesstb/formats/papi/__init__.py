"""Papi, the program of the French federation: its Access database (``.papi``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from chesstb.errors import FormatError, message
from chesstb.formats.one_event import OneEvent, contents
from chesstb.formats.papi.access import SIGNATURE, tables
from chesstb.formats.papi.cells import (
    MOST_ROUNDS,
    Cell,
    add_cells,
    tell_criteria,
    tell_points,
    tell_system,
)
from chesstb.formats.values import TITLES

if TYPE_CHECKING:
    from pathlib import Path

    from chesstb.formats.papi.access import Row
    from chesstb.tables import Errors, History

NAME: Final = "a Papi file"

MOST_BYTES: Final = 64 * 1024 * 1024
EXEMPT: Final = 1
"""The player who stands for a bye."""
RATINGS: Final = {"rapide": "Rapide", "blitz": "Blitz"}
SEXES: Final = {"M": "m", "F": "w"}
_NEEDED: Final = ("Ref", "Nom", *(f"Rd{r:02d}{part}" for r in (1, 2) for part in ("Adv", "Res", "Cl")))


def recognises(head: bytes, path: Path) -> bool:  # noqa: ARG001 - every format is asked the same
    """Say whether the first bytes of a file are those of an Access database of that age."""
    return head[4:19] == SIGNATURE


def read(path: Path, *, errors: Errors = "repair") -> History:
    """Read a Papi file.

    Parameters
    ----------
    path : Path
        The file.
    errors : {"strict", "repair"}
        Whether mistakes are an error, or are repaired where there is one way to and reported.

    Returns
    -------
    History
        One event; its key is the name of the file without its ending. A player's number is one less
        than his ``Ref`` (number 1 is EXEMPT, who stands for a bye). The rating is the one that counts
        in the event. Against EXEMPT a round robin has its free round, which pays nothing; elsewhere it is
        a bye. Points, places and tie-breaks are not up to date in the file and are not read;
        nor are addresses, licences and clubs, and of dates of birth only the year.

    Raises
    ------
    FormatError
        The database is damaged, is of no tournament, or has no player; with ``errors="strict"`` also
        anything that had to be repaired.
    MissingExtraError
        The library that reads Access databases is not installed.
    """
    found = tables(contents(path, MOST_BYTES), ("INFO", "JOUEUR"), path.name)
    missing = [name for name in ("INFO", "JOUEUR") if name not in found]
    if missing:
        what = f"an Access database without the table {' and '.join(missing)}"
        raise FormatError(message(path.name, what, "a tournament of Papi"))
    event = OneEvent.of(path, errors)
    about = {str(row.get("Variable")): row.get("Value") for row in found["INFO"]}
    _tell(event, about)
    cells = []
    seen: set[int] = set()
    for number, row in enumerate(found["JOUEUR"], start=1):
        if row.get("Ref") != EXEMPT:
            cells += _player(event, number, row, seen, str(about.get("ClassElo") or ""))
    if not seen:
        raise FormatError(message(path.name, "no player", "rows of the table JOUEUR"))
    add_cells(event, cells)
    return event.history(errors)


def _tell(event: OneEvent, about: dict[str, Any]) -> None:
    told = event.tournament
    told["name"], told["place"] = (str(about.get(key) or "") for key in ("Nom", "Lieu"))
    for column, key in (("start", "DateDebut"), ("end", "DateFin")):
        day, month, year = [*str(about.get(key) or "").split("/"), "", "", ""][:3]
        event.date(column, (None, f"INFO, {key}"), f"{year}-{month}-{day}" if year else day)
    rounds = str(about.get("NbrRondes") or "")
    if rounds.isdecimal() and 0 < int(rounds[:5]) <= MOST_ROUNDS:
        told["rounds"] = int(rounds)
    tell_system(event, str(about.get("Genre") or ""))
    tell_points(event, (None, "INFO, DecomptePoints"), str(about.get("DecomptePoints") or ""))
    tell_criteria(event, (None, "INFO, Dep1"), [about.get(f"Dep{k}") for k in (1, 2, 3)])


def _player(event: OneEvent, number: int, row: Row, seen: set[int], kind: str) -> list[Cell]:
    """Add a player, and return his cells."""
    at = (None, f"JOUEUR, row {number}")
    ref = row.get("Ref")
    lost = [name for name in _NEEDED if name not in row]
    if lost or not isinstance(ref, int) or not EXEMPT < ref < 2**31 or ref in seen:
        found = f"no {lost[0]}" if lost else f"Ref {ref}"
        why = "a number that was there before" if ref in seen else "a row that cannot be read"
        event.notes.wrong(at, found, "left out", why, "a row for each player")
        return []
    seen.add(ref)
    rating = row.get(RATINGS.get(kind.strip().lower(), "Elo"))
    title = str(row.get("FideTitre") or "").strip().lower()
    event.players.append({
        "player": ref - 1,
        "name": ", ".join(filter(None, (str(row.get(key) or "").strip() for key in ("Nom", "Prenom")))),
        "title": TITLES.get(title, title.upper()),
        "sex": SEXES.get(str(row.get("Sexe") or "").strip().upper(), ""),
        "federation": str(row.get("Federation") or "").strip(),
        "rating": rating if isinstance(rating, int) and rating > 0 else None,
        "fide_id": str(row.get("FideCode") or "").strip().lstrip("0"),
        "birth": _year(row.get("NeLe")),
    })  # fmt: skip
    return [cell for r in range(1, MOST_ROUNDS + 1) if (cell := _cell(number, ref - 1, r, row))]


def _cell(number: int, player: int, round_: int, row: Row) -> Cell | None:
    prefix = f"Rd{round_:02d}"
    colour = str(row.get(f"{prefix}Cl") or "").strip().upper()
    opponent, result = (row.get(f"{prefix}{part}") for part in ("Adv", "Res"))
    if colour in ("", "R") and not opponent and not result:
        colour = "R"
    against = opponent - 1 if isinstance(opponent, int) and opponent > EXEMPT else None
    code = result if isinstance(result, int) else 0
    return Cell((None, f"JOUEUR, row {number}, {prefix}"), player, round_, colour, against, code)


def _year(value: Any) -> str:
    """Return the year of a date of birth."""
    year = str(value or "")[:4]
    return year if year.isdecimal() and "1900" <= year <= "2100" else ""
