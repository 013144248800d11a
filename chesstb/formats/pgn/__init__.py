"""PGN: the headers of games become events; moves are never read."""

from __future__ import annotations

import re
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb.errors import FormatError, message
from chesstb.formats import cells
from chesstb.formats.dates import as_datetime, read_date
from chesstb.formats.long_table.players import each_once, first_known, identities, numbered, zipped
from chesstb.formats.notes import Notes
from chesstb.formats.pgn.headers import plain, read_headers
from chesstb.formats.pgn.rounds import aside, with_rounds
from chesstb.tables import History

if TYPE_CHECKING:
    from chesstb.formats.pgn.headers import Headers
    from chesstb.tables import Errors

__all__ = ["NAME", "read", "recognises"]

NAME: Final = "PGN"

APART: Final = 180
"""Games of the same name that are so many days apart are of two events."""
MOST_CELLS: Final = 50_000_000
"""Players times rounds, of all events."""

_HEAD: Final = re.compile(rb'^\s{0,4}\[(Event|Site|White|Black|Result|Round|Date)\s{1,4}"', re.MULTILINE)
_BYES: Final = frozenset({"bye", "half bye", "spielfrei", "exempt", "riposo", "volno", "pauza"})
"""What may stand in the place of an opponent where there is none."""
_ALONE: Final = {"1": "U", "+": "U", "=": "H", "0": "Z", "-": "Z"}
_RESULTS: Final = {
    "1-0": ("1", "0"), "0-1": ("0", "1"), "1/2-1/2": ("=", "="), "*": ("X", "X"), "": ("X", "X"),
}  # fmt: skip


def recognises(head: bytes, path: Path) -> bool:  # noqa: ARG001 - every format is asked the same
    """Say whether the first bytes of a file hold headers of a game."""
    return len(set(_HEAD.findall(plain(head)(head)))) >= 3


def read(path: Path, *, errors: Errors = "repair") -> History:
    r"""Read the headers of the games of a PGN file.

    Parameters
    ----------
    path : Path
        A file of any size: only headers are kept in memory.
    errors : {"strict", "repair"}
        Whether mistakes are an error, or repaired and reported in ``repairs``.

    Returns
    -------
    History
        An event for each ``Event``, ``Site`` and ``EventDate``; without that date, games half a year
        apart are of two events. Players are told by FIDE id, else by their exact name, and numbered in
        the order in which they appear. ``Round "3.12"`` is round 3. A PGN holds neither byes nor
        forfeits: the rounds in which a player has no game are taken as absences, each a row of
        ``repairs``. Without any round, games are numbered in their order where that gives nearly
        everybody a game a round; else they are left aside. Where most pairs of a round play several
        games, each game is a round of its own; a single further game is left aside. A file that begins
        with a later round counts from there. ``repairs`` says all of this.

    Raises
    ------
    FormatError
        No game has two players and a round.
    DataError
        With ``errors="strict"``: games contradict each other.

    Examples
    --------
    >>> import tempfile
    >>> game = '[Event "Cup"]\n[Round "1.1"]\n[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 1-0\n'
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "cup.pgn")
    ...     _ = path.write_text(game)
    ...     print(read(path).players["name"].tolist())
    ['Ann', 'Bob']
    """
    path = Path(path)
    notes = Notes(path.name, strict=errors == "strict")
    return _history(_games(read_headers(path, notes), notes), path, notes, errors)


def _games(headers: Headers, notes: Notes) -> pd.DataFrame:
    """Return games of two players with a result and a round, as a table."""
    games = pd.DataFrame({tag: headers.column(tag) for tag in ("Event", "White", "Black", "Result", "Round")})
    games["line"] = np.frombuffer(headers.line, dtype=np.int64) if len(headers) else []
    for side in ("White", "Black"):
        for tag in ("FideId", "Elo", "Title", "Team"):
            games[side + tag] = headers.column(side + tag)
        ids = games[side + "FideId"]
        games[side + "FideId"] = ids.where(ids.str.fullmatch(r"[1-9][0-9]{2,11}"), "")
    games["day"] = each_once(headers.column("Date"), _day)
    games["date"] = each_once(headers.column("Date"), _date).astype("datetime64[s]")
    site = headers.column("Site")
    games["place"] = each_once(site, lambda text: "" if text.lower().startswith("http") else text)
    games["group"] = _groups(games, headers.column("EventDate"))
    nameless = (games["White"] == "") | (games["Black"] == "")
    aside(games, nameless, "a game without a name of White or Black", notes)
    games = _without_names_of_byes(games[~nameless].copy(), notes)
    aside(games, games["Result"] == "", "a game without a result", notes, taken="*")
    unknown = pd.isna(pd.Series(each_once(games["Result"], _codes), index=games.index))
    for line, found in zip(games["line"][unknown], games["Result"][unknown], strict=True):
        expected = "1-0, 0-1, 1/2-1/2 or *"
        notes.wrong((int(line), "Result"), found, "*", "no result of a game", expected)
    games.loc[unknown, "Result"] = "*"
    games = with_rounds(games, notes)
    if not len(games):
        expected = "headers with White, Black and a Round"
        raise FormatError(message(notes.file, f"{len(headers)} games, none of an event", expected))
    return games.sort_values("group", kind="stable", ignore_index=True)


def _without_names_of_byes(games: pd.DataFrame, notes: Notes) -> pd.DataFrame:
    """Make rounds without opponent of games in which one side is called a bye."""
    for side, other in (("White", "Black"), ("Black", "White")):
        free = each_once(games[side], lambda name: name.lower().strip("()") in _BYES).astype(bool)
        free &= (games[side + "FideId"] == "").to_numpy() & (games[other] != "").to_numpy()
        for line, name in zip(games["line"][free], games[side][free], strict=True):
            notes.say((int(line), side), name, "no opponent", "a bye that is written like a game")
        games.loc[free, side] = ""
    return games


def _codes(text: str) -> tuple[str, str] | None:
    """Return the codes of both sides; other spellings than those of the standard are read, too."""
    return _RESULTS.get(text) or cells.game(text)


def _day(text: str) -> float:
    """Return the day of a date as a number of days; NaN where it is none, the middle of what is known."""
    parts = re.fullmatch(r"([12][0-9]{3})[.\-/]([0-9?]{2})[.\-/]([0-9?]{2})", text)
    if not parts:
        return np.nan
    month = int(parts[2]) if parts[2].isdigit() else 7
    day = int(parts[3]) if parts[3].isdigit() else 1
    return int(parts[1]) * 365.2425 + max(min(month, 12) - 1, 0) * 30.44 + day


def _date(text: str) -> Any:
    """Return a full date, nothing for any other text."""
    day = read_date(text) if re.fullmatch(r"[12][0-9]{3}[.\-/][0-9]{2}[.\-/][0-9]{2}", text) else None
    return np.datetime64(as_datetime(day), "s") if day and day.full else np.datetime64("NaT", "s")


def _groups(games: pd.DataFrame, event_date: Any) -> Any:
    """Return the number of the event of each game, in the order in which the events appear."""
    keys = pd.MultiIndex.from_arrays([games["Event"], games["place"], event_date])
    name = pd.Series(pd.factorize(keys)[0])
    table = pd.DataFrame({"name": name, "day": games["day"].astype(float), "dated": event_date != ""})
    ordered = table.sort_values(["name", "day"], kind="stable")
    far = ordered.groupby("name")["day"].diff().gt(APART) & ~ordered["dated"]
    table["part"] = far.groupby(ordered["name"]).cumsum().reindex(table.index)
    return pd.factorize(pd.MultiIndex.from_frame(table[["name", "part"]]))[0]


# ---------------------------------------------------------------- tables


def _history(games: pd.DataFrame, path: Path, notes: Notes, errors: Errors) -> History:
    event = pd.factorize(games["group"])[0].astype(np.int64)
    size = int(event.max()) + 1
    keys = [path.stem, *(f"{path.stem} ({k})" for k in range(2, size + 1))]
    dtype = pd.CategoricalDtype(keys)
    twice = np.repeat(event, 2)
    name = _sides(games, "")
    ids = _sides(games, "FideId")
    number = numbered(twice, identities(twice, name, ids))
    facts = {
        "name": name, "fide_id": ids, "rating": each_once(_sides(games, "Elo"), cells.rating),
        "title": each_once(_sides(games, "Title"), cells.title), "team": _sides(games, "Team"),
    }  # fmt: skip
    players = first_known(twice, number, facts)
    _small_enough(players, games, event, path.name)
    results = _results(games, event, number)
    tournaments = _tournaments(games, event, keys, path.name)
    for table in (players, results):
        table["tournament"] = pd.Series(pd.Categorical.from_codes(table.pop("event"), dtype=dtype))
    places = pd.DataFrame({"file": path.name, "line": results.pop("line"), "column": "Result"})
    del games, event, twice, name, ids, number, facts  # of a large file hundreds of megabytes
    tables = {"tournaments": tournaments, "players": players, "results": results,
              "repairs": pd.DataFrame(notes.rows)}  # fmt: skip
    return History.from_source(tables, places, errors=errors)


def _sides(games: pd.DataFrame, tag: str) -> Any:
    """Return a tag of White and Black, one behind the other."""
    return zipped(games["White" + tag].to_numpy(dtype=object), games["Black" + tag].to_numpy(dtype=object))


def _small_enough(players: pd.DataFrame, games: pd.DataFrame, event: Any, name: str) -> None:
    field = np.bincount(players["event"])
    last = pd.Series(games["round"].to_numpy()).groupby(event).max().to_numpy()
    many = int((field * last).sum())
    if many > MOST_CELLS:
        found = f"events of {many:,} player-rounds"
        remedy = "Take the games of tournaments only."
        raise FormatError(message(name, found, f"at most {MOST_CELLS:,}", remedy))


def _results(games: pd.DataFrame, event: Any, number: Any) -> pd.DataFrame:
    """Return a row per player and game."""
    result = games["Result"].to_numpy(dtype=object)
    both = each_once(result, _codes)
    codes = [each_once(both, itemgetter(side)) for side in (0, 1)]
    sides = []
    for side, colour in enumerate("wb"):
        sides.append(
            pd.DataFrame(
                {
                    "event": event, "player": number[side::2], "round": games["round"].to_numpy(),
                    "opponent": number[1 - side :: 2], "colour": colour, "outcome": codes[side],
                    "line": games["line"].to_numpy(),
                }
            )
        )  # fmt: skip
    table = pd.concat(sides, ignore_index=True)
    if not number.all():
        alone = table["opponent"] == 0
        table.loc[alone, "outcome"] = table.loc[alone, "outcome"].map(_ALONE).fillna("U")
        table["colour"] = table["colour"].mask(alone, None)
        table["opponent"] = table["opponent"].mask(alone).astype("Int64")
        table = table[table["player"] > 0]
    return table.sort_values(["event", "player", "round", "line"], kind="stable", ignore_index=True)


def _tournaments(games: pd.DataFrame, event: Any, keys: list[str], source: str) -> pd.DataFrame:
    """Return name and first and last day of each event."""
    grouped = games.groupby(event)
    return pd.DataFrame(
        {
            "tournament": keys, "name": grouped["Event"].first().to_numpy(dtype=object),
            "place": grouped["place"].first().to_numpy(dtype=object),
            "start": grouped["date"].min().to_numpy(), "end": grouped["date"].max().to_numpy(),
            "source": source,
        }
    )  # fmt: skip
