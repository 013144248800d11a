"""Lichess: results and games of Swiss tournaments as ndjson, a JSON object a line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from chesstb.errors import FormatError, message
from chesstb.formats.notes import Notes
from chesstb.formats.one_event import OneEvent, contents
from chesstb.tables import History

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chesstb.tables import Errors

__all__ = ["NAME", "read", "recognises"]

NAME: Final = "Lichess results or games (ndjson)"

MOST_BYTES: Final = 256 * 1024 * 1024
LONGEST: Final = 2_000_000
"""Signs of a line."""
CELLS: Final = 8
"""Games may make at most so many times their number of player-rounds."""

PUBLISHED: Final = {"rank": None, "points": "PTS", "score": None, "tieBreak": None, "performance": "TPR"}
"""What is published of a player, and the criterion it is."""
DRAWN: Final = frozenset(
    {"draw", "stalemate", "outoftime", "insufficientMaterialClaim", "variantEnd", "timeout"}
)
RUNNING: Final = frozenset({"created", "started"})


def recognises(head: bytes, path: Path) -> bool:  # noqa: ARG001 - every format is asked the same
    """Say whether the first line is a result or a game."""
    first = next((line for line in head.removeprefix(b"\xef\xbb\xbf").splitlines() if line.strip()), b"")
    if not first.lstrip().startswith(b"{"):
        return False
    found = _object(first.decode("utf-8", errors="replace"))
    return found is not None and (_is_result(found) or _is_game(found))


def _object(line: str) -> dict[str, Any] | None:
    """Return the object of a line, or None."""
    try:
        found = json.loads(line) if len(line) <= LONGEST else None
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _is_result(found: dict[str, Any]) -> bool:
    return (
        isinstance(found.get("username"), str) and "rank" in found and ("points" in found or "score" in found)
    )


def _is_game(found: dict[str, Any]) -> bool:
    sides = found.get("players")
    return isinstance(sides, dict) and {"white", "black"} <= sides.keys() and "status" in found


def read(path: Path, *, errors: Errors = "repair") -> History:
    r"""Read results or games of Lichess Swiss tournaments.

    Parameters
    ----------
    path : Path
        Lines of JSON as the results or the games of a tournament are downloaded; or both, one behind
        the other.
    errors : {"strict", "repair"}
        Whether mistakes are an error, or repaired and reported in ``repairs``.

    Returns
    -------
    History
        Results alone have no pairings: they are players and ``published`` values. Games have no round:
        a round begins when all games of the one before have ended. Byes are not in the file: rounds
        without a game are taken as absences, each a row of ``repairs``.

    Raises
    ------
    FormatError
        There is no result and no game of a Swiss tournament.

    Examples
    --------
    >>> import tempfile
    >>> line = '{"rank":1,"points":4.5,"tieBreak":15.0,"rating":1900,"username":"ann","performance":2000}\n'
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "abc.ndjson")
    ...     _ = path.write_text(line)
    ...     print(read(path).published[["column", "value"]].to_numpy().tolist())
    [['rank', 1.0], ['points', 4.5], ['tieBreak', 15.0], ['performance', 2000.0]]
    """
    path = Path(path)
    notes = Notes(path.name, strict=errors == "strict")
    results: list[tuple[int, dict[str, Any]]] = []
    games: dict[str, list[tuple[int, dict[str, Any]]]] = {}
    for number, found in _lines(contents(path, MOST_BYTES), notes):
        if _is_result(found):
            results.append((number, found))
        elif _plays(number, found, notes):
            games.setdefault(str(found.get("swiss") or ""), []).append((number, found))
    if not results and not games:
        raise FormatError(
            message(path.name, "no result and no game of a Swiss", "lines as Lichess writes them")
        )
    if not games:
        games[""] = []
    histories = []
    for k, (swiss, played) in enumerate(games.items(), start=1):
        event = OneEvent.of(path, errors)
        event.key = path.stem if k == 1 else f"{path.stem} ({k})"
        event.tournament = {"system": "swiss", "name": swiss or None}
        if k == 1:
            event.notes.rows += notes.rows
        _fill(event, played, results if len(games) == 1 else [])
        histories.append(event.history(errors))
    return histories[0] if len(histories) == 1 else History.concat(histories)


def _lines(data: bytes, notes: Notes) -> Iterator[tuple[int, dict[str, Any]]]:
    """Return the objects that are results or games, with their lines; say of others what they are."""
    text = data.decode("utf-8-sig", errors="replace")
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        found = _object(line)
        if found is not None and (_is_result(found) or _is_game(found)):
            yield number, found
        else:
            shown = line.strip()[:60]
            notes.wrong((number, "1"), shown, "left aside", "no result and no game", "a JSON object a line")


def _plays(number: int, game: dict[str, Any], notes: Notes) -> bool:
    """Say whether a game belongs to a Swiss and has two users; of others say that they are left aside."""
    why = ""
    if game.get("tournament") or game.get("arena"):
        why = "a game of an arena: it has no rounds"
    elif not (_user(game, "white") and _user(game, "black")):
        why = "a game without a user on both sides"
    elif game["status"] in ("aborted", "noStart") and game.get("winner") not in ("white", "black"):
        why = "a game that was not played"
    if why:
        notes.say((number, "1"), str(game.get("id", ""))[:20], "left aside", why)
    return not why


def _user(game: dict[str, Any], side: str) -> str:
    """Return the name of the user on a side, empty for none."""
    player = game["players"].get(side)
    user = player.get("user") if isinstance(player, dict) else None
    name = (user.get("name") or user.get("id")) if isinstance(user, dict) else None
    return name.strip()[:100] if isinstance(name, str) else ""


# ---------------------------------------------------------------- tables


def _fill(
    event: OneEvent, games: list[tuple[int, dict[str, Any]]], results: list[tuple[int, dict[str, Any]]]
) -> None:
    """Put players, games and published values into an event."""
    numbers: dict[str, int] = {}
    for _, found in results:
        _player(event, numbers, found["username"], found.get("rating"), found.get("title"))
    for _, game in games:
        for side in ("white", "black"):
            player = game["players"][side]
            user = player["user"]
            _player(event, numbers, _user(game, side), player.get("rating"), user.get("title"))
    for _, found in results:
        for column, criterion in PUBLISHED.items():
            value = _number(found.get(column))
            if value is not None:
                event.publish(numbers[found["username"].lower()], column, criterion, value)
    event.published.sort(key=lambda row: list(PUBLISHED).index(row["column"]))
    _games(event, games, numbers)


def _player(event: OneEvent, numbers: dict[str, int], name: str, rating: Any, title: Any) -> None:
    """Add a player who is not there yet; names of users are the same in small letters."""
    if name.lower() in numbers:
        return
    numbers[name.lower()] = len(numbers) + 1
    known = _number(rating)
    event.players.append(
        {
            "player": len(numbers),
            "name": name,
            "title": title if isinstance(title, str) and title != "BOT" else None,
            "rating": int(known) if known is not None and 0 < known <= 4000 else None,
        }
    )


def _number(value: Any) -> float | None:
    """Return a finite number of a JSON value, None for anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value) if abs(value) < 1e9 else None


def _games(event: OneEvent, games: list[tuple[int, dict[str, Any]]], numbers: dict[str, int]) -> None:
    """Add the games, in rounds told by when they were played."""
    ordered = sorted(games, key=lambda one: _number_of(one[1], "createdAt"))
    round_, ended, busy = 1, 0.0, set[str]()
    for line, game in ordered:
        sides = [_user(game, side).lower() for side in ("white", "black")]
        begun = _number_of(game, "createdAt")
        if busy and (busy.intersection(sides) or (ended and begun >= ended)):
            round_, ended, busy = round_ + 1, 0.0, set()
        ended = max(ended, _number_of(game, "lastMoveAt"))
        busy.update(sides)
        codes = _codes(game)
        if codes is None:
            found = f"{str(game['status'])[:30]}, winner {str(game.get('winner'))[:10]}"
            event.notes.wrong((line, "status"), found, "no result yet", "no result of a game")
            codes = ("X", "X")
        for me, you, colour, code in ((0, 1, "w", codes[0]), (1, 0, "b", codes[1])):
            opponent = numbers[sides[you]]
            event.cell((line, "winner"), numbers[sides[me]], round_, code, opponent=opponent, colour=colour)
    if not games:
        return
    if round_ * len(numbers) > max(CELLS * len(games), 100):
        found = f"{len(games)} games of {len(numbers)} users in {round_} rounds"
        raise FormatError(message(event.notes.file, found, "the games of one tournament"))
    why = "a round begins when the games of the one before have ended"
    event.notes.say(
        (ordered[0][0], "createdAt"),
        "games without rounds",
        f"{round_} round{'s' * (round_ > 1)} by their times",
        why,
    )


def _number_of(game: dict[str, Any], key: str) -> float:
    value = game.get(key)
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return float(value) if is_number and 0 <= value < 1e15 else 0.0  # type: ignore[operator,arg-type]


def _codes(game: dict[str, Any]) -> tuple[str, str] | None:
    """Return the codes of White and Black; a game in which nobody moved is a forfeit."""
    winner, status = game.get("winner"), game["status"]
    if winner in ("white", "black"):
        codes = ("+", "-") if status in ("noStart", "aborted") else ("1", "0")
        return codes if winner == "white" else (codes[1], codes[0])
    if not isinstance(status, str):
        return None
    if status in RUNNING:
        return "X", "X"
    return ("=", "=") if winner is None and status in DRAWN else None
