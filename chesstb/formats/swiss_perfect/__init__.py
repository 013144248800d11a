"""Files of SwissPerfect: players (``.trn``) and games (``.sco``) in dBase, settings (``.ini``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from chesstb.errors import CriterionError, FormatError, message
from chesstb.formats.dates import read_date
from chesstb.formats.dbase import fields_of, records
from chesstb.formats.one_event import OneEvent, contents
from chesstb.names import criterion

if TYPE_CHECKING:
    from pathlib import Path

    from chesstb.tables import Errors, History

__all__ = ["NAME", "read", "recognises"]

NAME: Final = "SwissPerfect files (SCO, TRN)"

GAMES: Final = frozenset(("ROUND", "WHITE", "BLACK", "W_SCORE", "B_SCORE"))
PLAYERS: Final = frozenset(("ID", "SURNAME", "FIRSTNAME", "LOC_RTG"))

TITLES: Final = {"1": "GM", "2": "WGM", "3": "IM", "4": "WIM", "5": "FM", "6": "WFM"}
TIEBREAKS: Final = {
    "1217": "Buchholz", "1218": "Median Buchholz", "1219": "Progressive", "1220": "Berger",
    "1221": "Rating sum", "1222": "Number of wins", "1223": "Minor scores", "1226": "Brightwell",
}  # fmt: skip
SCORES: Final = ("0", "1", "2")
"""Twice the points of a player who has no opponent."""
PLAYED: Final = "1"
INFO: Final = "[Tournament Info]"
SETTINGS_LIMIT: Final = 1024 * 1024


def recognises(head: bytes, path: Path) -> bool:
    """Say whether a file is a table of the games or of the players of SwissPerfect, or their settings."""
    if path.suffix.lower() == ".ini" and INFO.encode() in head:
        return beside(path, ".trn") is not None
    fields = fields_of(head).keys()
    return fields >= GAMES or fields >= PLAYERS


def read(path: Path, *, errors: Errors = "repair") -> History:
    """Read an event of SwissPerfect; its three files stand beside each other under one name.

    Parameters
    ----------
    path : Path
        The file of the games or of the players.
    errors : {"strict", "repair"}
        Whether mistakes are repaired and reported in ``repairs``, or are an error.

    Returns
    -------
    History
        One event; the key is the name of the file without its ending. Ratings are international
        ones, and local ones where there is none. Half-point byes, which the program books as a bonus,
        are dated where the rounds for which the player is marked absent say so; else the bonus is an
        ``adjustment``. Of dates of birth the year is read.

    Raises
    ------
    FormatError
        The file of the players is missing, or a file is damaged.
    MissingExtraError
        The library for dBase files is not installed.
    """
    players, games = beside(path, ".trn"), beside(path, ".sco")
    if players is None:
        name = f"{path.stem}.trn"
        raise FormatError(message(path.name, "games without players", f"the file {name} beside it"))
    event = OneEvent.of(path, errors)
    _settings(event, path)
    rows = records(players, event.notes)
    number = _numbers(event, rows, players.name)
    if games is None:
        event.notes.say((None, "games"), "no file", "no games", f"{path.stem}.sco is not there")
    else:
        _games(event, records(games, event.notes), number)
    played = _Played(event.cells)
    for row in rows:
        if row.get("ID", "") in number:
            _player(event, row, number[row["ID"]], played)
    return event.history(errors)


def beside(path: Path, ending: str) -> Path | None:
    """Return the file of the same name with another ending, whatever its case."""
    if path.suffix.lower() == ending:
        return path
    for written in (ending, ending.upper(), ending.capitalize()):
        other = path.with_suffix(written)
        if other.is_file():
            return other
    return None


def _whole(text: str) -> int:
    """Return a whole number; 0 where there is none."""
    return int(text) if text.isascii() and text.isdecimal() else 0


def _number(text: str) -> float:
    """Return a number of points; 0 where there is none, or one that nobody gets."""
    text = text.replace(",", ".")
    if not text.removeprefix("-").replace(".", "", 1).isdecimal() or not text.isascii():
        return 0.0
    return float(text) if abs(float(text)) <= 100 else 0.0


# ---------------------------------------------------------------- settings


def _settings(event: OneEvent, path: Path) -> None:
    file = beside(path, ".ini")
    settings: dict[str, str] = {}
    section = ""
    lines = contents(file, SETTINGS_LIMIT).decode("cp1252", errors="replace").splitlines() if file else []
    for line in lines:
        if line.startswith("["):
            section = line.strip()
        key, _, value = line.partition("=")
        settings.setdefault(f"{section}{key.strip()}", value.strip())
    event.tournament["name"] = settings.get(f"{INFO}Name") or None
    team = "team-" if settings.get(f"{INFO}Team or Individual") == "1" else ""
    kind = {"0": "swiss", "1": "round-robin"}.get(settings.get(f"{INFO}System", ""), "unknown")
    event.tournament["system"] = kind if kind == "unknown" else team + kind
    _tiebreaks(event, settings.get("[Standings]Tie Breaks", ""))


def _tiebreaks(event: OneEvent, listed: str) -> None:
    """Put the event's tie-breaks into its row, if all of them are known."""
    found, known = ["PTS"], True
    for number in (text.strip() for text in listed.split(",")):
        if not number:
            continue
        name = TIEBREAKS.get(number, f"tie-break {number}")
        try:
            found.append(criterion(f"SwissPerfect {name}" if number != "1222" else name).by)
        except CriterionError:
            known = False
            why = "its definition is not settled"
            event.notes.say((None, "Tie Breaks"), name, "no list of tie-breaks", why)
    if known and len(found) > 1:
        event.tournament["by"] = " ".join(found)


# ---------------------------------------------------------------- players


def _numbers(event: OneEvent, rows: list[dict[str, str]], file: str) -> dict[str, int]:
    """Return the number of each player by the id that games refer to: the starting number, else the id."""
    ids: dict[str, int] = {}
    starts: list[int] = []
    for at, row in enumerate(rows, start=1):
        identity = row.get("ID", "")
        if not _whole(identity) or identity in ids:
            what = "no id of a player" if not _whole(identity) else "another player has this id"
            event.notes.wrong((None, f"{file} record {at}"), identity or "nothing", "left out", what)
            continue
        ids[identity] = _whole(identity)
        starts.append(_whole(row.get("START_NO", "")))
    if all(starts) and len(set(starts)) == len(starts):
        return dict(zip(ids, starts, strict=True))
    if any(starts):
        found, why = (
            f"{len(set(starts) - {0})} for {len(starts)} players",
            "no starting number for each player",
        )
        event.notes.wrong((None, f"{file} START_NO"), found, "the ids of all players", why)
    return ids


class _Played:
    """The cells of an event by player and round, and its last round."""

    def __init__(self, cells: list[dict[str, Any]]) -> None:
        self.last = max((cell["round"] for cell in cells), default=0)
        self.of: dict[int, dict[int, dict[str, Any]]] = {}
        for cell in cells:
            self.of.setdefault(cell["player"], {})[cell["round"]] = cell


def _memo(text: str, last: int) -> float:
    """Return the bonus that a remark is: half points, for half of the rounds at most; else it is a remark."""
    points = _number(text)
    return points if 0 < points <= last / 2 and (2 * points).is_integer() else 0.0


def _player(event: OneEvent, row: dict[str, str], number: int, played: _Played) -> None:
    birth, identity = read_date(row.get("BIRTH_DATE", "")), row.get("INTL_ID", "")
    bonus = _number(row.get("BONUS", "")) or _memo(row.get("MEMO", ""), played.last)
    name = ", ".join(part for part in (row.get("SURNAME", ""), row.get("FIRSTNAME", "")) if part)
    rating = _whole(row.get("INTL_RTG", "")) or _whole(row.get("LOC_RTG", ""))
    event.players.append({
        "player": number,
        "name": name or None,
        "title": TITLES.get(row.get("TITLE", "")),
        "sex": {"1": "m", "2": "w"}.get(row.get("SEX", "")),
        "federation": row.get("FEDER") or None,
        "rating": rating or None,
        "fide_id": identity if _whole(identity) else None,
        "birth": birth.iso[:4] if birth else None,
        "adjustment": _undated(event, _Bonus(bonus, row.get("ABSENT", ""), _whole(row.get("LATE_ENTRY", ""))),
                               number, played),
    })  # fmt: skip


@dataclass(frozen=True)
class _Bonus:
    """Points that belong to no game, and the rounds in which the player was not there."""

    points: float
    absent: str
    late: int

    def rounds(self, last: int) -> list[int]:
        """Return the rounds for which he is marked absent, else those before he came."""
        marked = self.absent if len(self.absent) <= 16 and self.absent.isalnum() else ""
        try:
            bits = int(marked or "0", 16)
        except ValueError:
            bits = 0
        found = [round_ for round_ in range(1, last + 1) if bits >> (round_ - 1) & 1]
        return found or list(range(1, min(self.late, last + 1)))


def _undated(event: OneEvent, bonus: _Bonus, number: int, played: _Played) -> float:
    """Make half-point byes of a bonus that fits the rounds in which the player was absent.

    Return what of it belongs to no round.
    """
    if not bonus.points:
        return 0.0
    mine = played.of.get(number, {})
    open_rounds = [r for r in bonus.rounds(played.last) if mine.get(r, {"outcome": "Z"})["outcome"] == "Z"]
    at = (None, "BONUS")
    if not open_rounds or bonus.points != len(open_rounds) / 2:
        why = "a bonus; the round of a bye is not said"
        event.notes.say(at, f"{bonus.points:g}", "points of no round", why, player=number)
        return bonus.points
    for round_ in open_rounds:
        why = "a bonus of half a point for each round in which the player is marked absent, or had not come"
        event.notes.say(at, f"{bonus.points:g}", "H", why, player=number, round=round_)
        if round_ in mine:
            mine[round_]["outcome"] = "H"
        else:
            event.cell(at, number, round_, "H")
    return 0.0


# ---------------------------------------------------------------- games


def _games(event: OneEvent, rows: list[dict[str, str]], number: dict[str, int]) -> None:
    for at, row in enumerate(rows, start=1):
        place = (None, f"record {at}")
        white, black = row.get("WHITE", "0") or "0", row.get("BLACK", "0") or "0"
        round_ = _whole(row.get("ROUND", ""))
        if white == black == "0":
            continue  # an empty line
        sides = [number.get(identity) for identity in (white, black)]
        for identity, found in zip((white, black), sides, strict=True):
            if identity != "0" and found is None:
                event.notes.wrong(place, f"player {identity}", "nobody", "no player has this id")
        if not 1 <= round_ <= 999:
            event.notes.wrong(place, f"round {row.get('ROUND')!r}", "left out", "no round")
        elif sides[0] and sides[1]:
            _game(event, place, row, (sides[0], sides[1], round_))
        elif sides[0] or sides[1]:
            side = "W" if sides[0] else "B"
            outcome = _alone(row, side)
            if (score := row.get(f"{side}_SCORE", "")) not in SCORES:
                here: dict[str, Any] = {"player": sides[0] or sides[1], "round": round_}
                event.notes.wrong(
                    place, score or "nothing", outcome, "no score of a player alone", "0, 1 or 2", **here
                )
            event.cell(place, sides[0] or sides[1] or 0, round_, outcome)


def _alone(row: dict[str, str], side: str) -> str:
    """Return what it is to have no opponent: a full point by forfeit is none of the pairing's byes."""
    score = row.get(f"{side}_SCORE", "")
    if score == "2":
        return "U" if row.get(f"{side}_TYPE", PLAYED) == PLAYED else "F"
    return "H" if score == "1" else "Z"


def _game(event: OneEvent, place: Any, row: dict[str, str], who: tuple[int, int, int]) -> None:
    white, black, round_ = who
    score = f"{row.get('W_SCORE')}:{row.get('B_SCORE')}"
    played = row.get("W_TYPE", PLAYED) == PLAYED and row.get("B_TYPE", PLAYED) == PLAYED
    outcomes = {
        "2:0": ("1", "0") if played else ("+", "-"),
        "0:2": ("0", "1") if played else ("-", "+"),
        "1:1": ("=", "=") if played else None,
        "0:0": ("X", "X") if played else ("-", "-"),
        "1:0": ("=", "0") if played else None,
        "0:1": ("0", "=") if played else None,
    }.get(score)
    here: dict[str, Any] = {"player": white, "round": round_}
    if outcomes is None:
        event.notes.wrong(place, f"{score}, played {played}", "no result yet", "no result of a game", **here)
    elif score == "0:0" and played:
        event.notes.say(place, score, "no result yet", "a game without points", **here)
    mine, theirs = outcomes or ("X", "X")
    event.cell(place, white, round_, mine, opponent=black, colour="w")
    event.cell(place, black, round_, theirs, opponent=white, colour="b")
