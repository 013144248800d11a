"""SWAR, the program of the Belgian federation: its JSON."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from chesstb import schema
from chesstb.errors import ChesstbError, FormatError, message
from chesstb.formats.dates import read_date
from chesstb.formats.json_file import first_key, inner, load, objects, text, whole
from chesstb.formats.one_event import OneEvent
from chesstb.formats.values import read_points
from chesstb.names import criterion
from chesstb.outcomes import BY_CODE

if TYPE_CHECKING:
    from pathlib import Path

    from chesstb.formats.json_file import Object
    from chesstb.tables import Errors, History

NAME: Final = "a SWAR file (JSON)"

GAMES: Final = {"1": "1", "½": "=", "0.5": "=", "=": "=", "0": "0", "-": "X", "": "X"}
ABSENT: Final = {"-": "Z", "": "Z", "0": "Z", "½": "H", "0.5": "H", "1": "F"}
BYES: Final = {"1B": 1.0, "½B": 0.5, "0.5B": 0.5, "0B": 0.0}
LESS: Final = {0.5: "H", 0.0: "Z"}
"""What a bye is where others of the event are worth more."""
COLOURS: Final = {"white": "w", "black": "b"}
SEXES: Final = {"m": "m", "f": "w"}
CRITERIA: Final = {
    "Nb.Games Won": "WON", "Nb.played with Black": "BPG", "Nb.Won with Black": "BWG", "Progressif": "PS",
    "Average Rating Opp.": "ARO", "Average Rating Opp. Cut": "ARO/C1", "Bucholtz": "BH",
}  # fmt: skip
"""Names that only this program prints."""
WITH_OPPONENTS: Final = {"BH", "SB"}
HALF_ABSENT: Final = (
    "the half point of an absence counts as nothing here: not in the score before the round, and its virtual "
    "opponent wins"
)
UNKNOWN_YEAR: Final = 1900
"""Stands where no date of birth is known."""
MOST_PLAYER: Final = 99_999
MOST_ROUNDS: Final = 200
_FORFEIT: Final = re.compile(r"([01]?)\s?-?\s?F{1,2}")


def recognises(head: bytes, path: Path) -> bool:  # noqa: ARG001 - every format is asked the same
    """Say whether the first bytes of a file are those of a SWAR file."""
    return first_key(head) == "Swar"


def read(path: Path, *, errors: Errors = "repair") -> History:
    """Read a SWAR file.

    Parameters
    ----------
    path : Path
        The file.
    errors : {"strict", "repair"}
        Whether mistakes are an error, or are repaired where there is one way to and reported.

    Returns
    -------
    History
        One event; its key is the name of the file without its ending. Players have their inscription
        numbers. Points, rank and tie-breaks are published, unless they belong to an earlier round than
        the last. The points of the program's own systems are taken where the kind of event says so, or
        where they give the points of everybody. Who has no rating of the kind that counts in the event has
        the other one. Clubs and national numbers are not read; of dates of
        birth the year.

    Notes
    -----
    The program's Buchholz and Sonneborn-Berger are those of FIDE's virtual opponent of 2009, but for
    players who got half a point for an absence: it counts as nothing there. Its average rating leaves
    out opponents without a rating.

    Raises
    ------
    FormatError
        The JSON is damaged or has no player; with ``errors="strict"`` also anything that had to be
        repaired.
    """
    event = OneEvent.of(path, errors)
    found = inner(load(path, event.notes), "Swar")
    about, players = inner(found, "TournamentDesc"), objects(found, "Player")
    _tell(event, about)
    _tell_bye(event, players)
    totals: dict[int, tuple[float, Object]] = {}
    for number, player in enumerate(players, start=1):
        _read_player(event, f"player {number}", player, totals, text(about, "EloUsed"))
    if not event.players:
        raise FormatError(message(path.name, "no player", "a list of players"))
    _pay(event, about, totals)
    _publish(event, totals)
    return event.history(errors)


# ---------------------------------------------------------------- the event


def _tell(event: OneEvent, about: Object) -> None:
    told = event.tournament
    told["name"], told["place"] = text(about, "Tournament"), text(about, "Place")
    for column, key in (("start", "StartDate"), ("end", "EndDate")):
        event.date(column, (None, f"TournamentDesc, {key}"), _iso(text(about, key)))
    told["rounds"] = whole(about, "NbOfRounds", MOST_ROUNDS) or None
    kind = text(about, "TournamentType").lower()
    double = "double-" * ("double" in kind)
    told["system"] = (
        f"{double}round-robin" if "robin" in kind else "swiss" if kind.startswith("swiss") else "unknown"
    )
    names = [text(item, "Type") for item in objects(about, "TieBreaks")]
    known = ["PTS"]
    for name in names:
        if name in ("", "None"):
            continue
        by = _criterion(name)
        if by is None:
            at = (None, "TournamentDesc, TieBreaks")
            event.notes.say(at, name, "the criteria before it", "no tie-break that is known")
            break
        known.append(by)
    if len(known) > 1:
        told["by"] = " ".join(known)


def _tell_bye(event: OneEvent, players: list[Object]) -> None:
    """Put what a bye is worth into the event: the most that anybody got for one."""
    cells = (cell for player in players for cell in objects(player, "RoundArray"))
    found = {BYES[result] for cell in cells if (result := _result(cell)) in BYES}
    if found:
        event.tournament["bye"] = max(found)


def _result(cell: Object) -> str:
    return text(cell, "Result").upper().replace(",", ".")


def _iso(date: str) -> str:
    """Return a date DD/MM/YYYY with the year in front."""
    parts = date.split("/")
    return "-".join(reversed(parts)) if len(parts) == 3 else date


def _criterion(name: str) -> str | None:
    if name in CRITERIA:
        return CRITERIA[name]
    try:
        return criterion(name).by
    except ChesstbError:
        return None


# ---------------------------------------------------------------- players


def _read_player(
    event: OneEvent, place: str, player: Object, totals: dict[int, tuple[float, Object]], elo: str
) -> None:
    number = whole(player, "Ni", MOST_PLAYER)
    if not number or number in totals:
        why = "a number that was there before" if number else "no number of a player"
        found = str(player.get("Ni"))[:40]
        event.notes.wrong((None, place), found, "left out", why, f"1 to {MOST_PLAYER}")
        return
    total = read_points(text(player, "Points"))
    totals[number] = (float("nan") if total is None else total, player)
    born = read_date(_iso(text(player, "BirthDate"))) if text(player, "BirthDate") else None
    ratings = [whole(player, key, schema.MOST_RATING) for key in ("FideElo", "NationalElo")]
    if "fide" not in elo.lower():
        ratings.reverse()
    event.players.append({
        "player": number,
        "name": text(player, "Name"),
        "title": text(player, "Titel").upper(),
        "sex": SEXES.get(text(player, "Sex").lower()[:1], ""),
        "federation": text(player, "Country"),
        "rating": ratings[0] or ratings[1] or None,
        "fide_id": str(whole(player, "FideId", 10**11) or ""),
        "birth": str(born.year) if born and born.year != UNKNOWN_YEAR else "",
    })  # fmt: skip
    for cell in objects(player, "RoundArray"):
        round_ = whole(cell, "RoundNr", MOST_ROUNDS)
        if not round_:
            found = str(cell.get("RoundNr"))[:40]
            expected = f"1 to {MOST_ROUNDS}"
            event.notes.wrong((None, place), found, "left out", "no round", expected, player=number)
            continue
        _read_cell(event, (None, f"{place}, round {round_}"), (number, round_), cell)


def _read_cell(event: OneEvent, at: Any, who: tuple[int, int], cell: Object) -> None:
    """Add a round of a player."""
    opponent = whole(cell, "OpponentNi", MOST_PLAYER) or None
    result = _result(cell)
    forfeit = _FORFEIT.fullmatch(result)
    if opponent:
        code = GAMES.get(result)
        if forfeit:
            code = "+" if forfeit[1] == "1" else "-"
    else:
        worth = BYES.get(result)
        code = ABSENT.get(result) if worth is None else "U"
        if worth is not None and worth < event.tournament["bye"]:
            code = LESS[worth]
    if code is None:
        expected = "1, ½, 0, - and an opponent, or 1B, ½, -"
        taken = "no result yet" if opponent else "an absence"
        shown = f"{result or 'nothing'} ({'with' if opponent else 'without'} opponent)"
        event.notes.wrong(at, shown, taken, "no result that is known", expected, player=who[0], round=who[1])
        code = "X" if opponent else "Z"
    colour = COLOURS.get(text(cell, "Color").lower()) if opponent else None
    event.cell(at, *who, code, opponent=opponent, colour=colour)


# ---------------------------------------------------------------- points


def _pay(event: OneEvent, about: Object, totals: dict[int, tuple[float, Object]]) -> None:
    """Find out what the event pays: the usual points, or those of its own system."""
    own = {key: read_points(text(about, f"SW321_{key}")) for key in ("Win", "Null", "Loss", "Bye")}
    win, draw, loss, bye = own.values()
    if win is None or draw is None or loss is None or bye is None or not win > draw > loss:
        return
    system = {"win": win, "draw": draw, "loss": loss, "bye": bye}
    usual = {"win": 1.0, "draw": 0.5, "loss": 0.0, "bye": event.tournament.get("bye", 1.0)}
    said = "321" in text(about, "TournamentType")
    if said or (_last_fit(event, totals, system) and not _last_fit(event, totals, usual)):
        event.tournament |= system


def _last_fit(event: OneEvent, totals: dict[int, tuple[float, Object]], pays: dict[str, float]) -> int:
    """Return the last round after which everybody has the points that are stored, or 0."""
    worth = pays | {"half_bye": pays["draw"], "full_bye": pays["win"], "zero_bye": 0.0, "pending": 0.0,
                    "forfeit_win": pays["win"], "forfeit_loss": 0.0}  # fmt: skip
    points = {who: _extra(player) for who, (_, player) in totals.items()}
    off = {who for who, (total, _) in totals.items() if points[who] != total}
    found, now = 0, 0
    for cell in sorted(event.cells, key=lambda one: one["round"]):
        if cell["round"] != now:
            found, now = (found if off else now), cell["round"]
        who = cell["player"]
        points[who] += worth[BY_CODE[cell["outcome"]].pays]
        (off.discard if points[who] == totals[who][0] else off.add)(who)
    return found if off else now


def _extra(player: Object) -> float:
    return sum(read_points(text(player, key)) or 0.0 for key in ("ExtraPts", "SpecialPts"))


def _publish(event: OneEvent, totals: dict[int, tuple[float, Object]]) -> None:
    """Publish what is stored, unless it is of an earlier round; points that belong to no round are kept."""
    for row in event.players:
        row["adjustment"] = _extra(totals[row["player"]][1])
    told = event.tournament
    usual = {"win": 1.0, "draw": 0.5, "loss": 0.0, "bye": 1.0}
    fit = _last_fit(event, totals, usual | {key: told[key] for key in usual if key in told})
    scored = max((cell["round"] for cell in event.cells if cell["outcome"] != "X"), default=0)
    if 0 < fit < scored:
        why = f"they are those after round {fit}, and results go on to round {scored}"
        event.notes.say((None, "Points, Ranking, TieBreak"), "stored values", "left out", why)
        return
    for number, (total, player) in totals.items():
        if total == total:  # noqa: PLR0124 - NaN is the value that differs from itself
            event.publish(number, "Points", "PTS", total)
        rank = whole(player, "Ranking", MOST_PLAYER)
        if rank:
            event.publish(number, "rank", None, rank)
        for item in objects(player, "TieBreak"):
            name, value = text(item, "Type"), read_points(text(item, "Points"))
            if name not in ("", "None") and value is not None:
                event.publish(number, name, _criterion(name), value)
    _say_half_points(event)


def _say_half_points(event: OneEvent) -> None:
    """Say which columns are not those of any rules where somebody got half a point for an absence."""
    if not any(cell["outcome"] == "H" for cell in event.cells):
        return
    about = {row["column"]: row["criterion"] or "" for row in event.published}
    for name, code in about.items():
        if code.partition("/")[0] in WITH_OPPONENTS:
            event.notes.say((None, f"TieBreak, {name}"), code, "as it is", HALF_ABSENT)
