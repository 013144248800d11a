"""A long table whose columns are known becomes a History."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb.errors import FormatError, message
from chesstb.formats import cells
from chesstb.formats.dates import year_of_birth
from chesstb.formats.long_table.columns import ABOUT_EVENTS, EVENT, SHOWN, is_games
from chesstb.formats.long_table.games import games
from chesstb.formats.long_table.players import YES, Long, Mentions, each_once, first_known
from chesstb.formats.long_table.rounds import player_rounds
from chesstb.tables import History

if TYPE_CHECKING:
    from chesstb.formats.notes import Notes
    from chesstb.tables import Errors

MOST_CELLS: Final = 50_000_000
"""Players times rounds, of all events."""
_ROUND: Final = re.compile(r"[^0-9]{0,12}([0-9]{1,5})(?:\.0*|\.[0-9]{1,4}|[^0-9]{0,12})?")


def build(found: Long, key: str, notes: Notes, errors: Errors) -> History:
    """Return the History of a long table.

    Raises
    ------
    FormatError
        There is no row with a player and a round.
    DataError
        With ``errors="strict"``: results contradict each other.
    """
    found = _without_footers(found, notes)
    keys, event = _events(found, key)
    round_ = each_once(found.text("round"), _round).astype(np.float64)
    round_ = _from_one(round_, event, keys, found, notes)
    make = games if is_games(found.columns) else player_rounds
    results, mentions = make(found, event, round_, notes)
    if not len(mentions.number) and not len(keys):
        raise FormatError(
            message(notes.file, "a table without rows", "a row per game or per player and round")
        )
    players = first_known(mentions.event, mentions.number, mentions.facts)
    _small_enough(players, results, notes.file)
    tables: dict[str, Any] = {
        "tournaments": _tournaments(found, event, keys, notes),
        "players": _finished_players(players, notes),
        "results": results,
        "published": _published(found, event, results, mentions),
    }
    dtype = pd.CategoricalDtype(keys)
    for table in (tables["players"], tables["results"], tables["published"]):
        table.insert(0, "tournament", pd.Categorical.from_codes(table.pop("event"), dtype=dtype))
    tables["repairs"] = pd.DataFrame(notes.rows)
    places = pd.DataFrame({"line": results.pop("line"), "column": results.pop("cell")})
    return History.from_source(tables, places.assign(file=notes.file), errors=errors)


# ---------------------------------------------------------------- rows and events


def _without_footers(found: Long, notes: Notes) -> Long:
    """Leave out rows without any player, and say so."""
    named = np.zeros(len(found.lines), dtype=bool)
    for part in ("white", "white_number", "black", "black_number", "player", "number", "name"):
        if part in found.columns:
            named |= found.text(part) != ""
    if not is_games(found.columns) and "tournament" in found.columns:
        named |= found.text("tournament") != ""
    round_ = found.text("round")
    fits = each_once(round_, lambda text: _round(text) is not None).astype(bool)
    blank = (round_ == "") & named & (not is_games(found.columns))
    kept = (named & fits) | blank
    for row in np.flatnonzero(~kept):
        shown = (
            " ".join(v for c in found.columns if (v := found.text(c)[row]))[:60]
            if (~kept).sum() < 200
            else ""
        )
        at = (int(found.lines[row]), found.titles["round"])
        why = "no row of a game: no round or no player"
        notes.say(at, shown, "left aside", why)
    return found.rows(kept)


def _round(text: str) -> float | None:
    """Return the number of a round: 3, 3.12 (round and board), Round 3."""
    match = _ROUND.fullmatch(cells.plain(text))
    return float(match[1]) if match and int(match[1]) <= 32_000 else None


def _from_one(round_: Any, event: Any, keys: list[str], found: Long, notes: Notes) -> Any:
    """Count the rounds of an event from 1 where the table begins later, or with 0."""
    there = pd.Series(round_).groupby(event)
    first = there.min()
    shift = (first - 1).fillna(0.0)
    for code in shift.index[shift != 0]:
        low, high = int(first[code]), int(there.max()[code])
        at = int(found.lines[np.flatnonzero((event == code) & (round_ == low))[0]])
        why = "the table has no row of the rounds before" if low else "rounds are counted from 1"
        name = f" of {keys[code][:60]!r}" if len(keys) > 1 else ""
        shown = f"rounds {low} to {high}{name}"
        notes.say((at, found.titles["round"]), shown, f"rounds 1 to {high - low + 1}", why)
    return round_ - shift.reindex(event).to_numpy() if (shift != 0).any() else round_


def _events(found: Long, key: str) -> tuple[list[str], Any]:
    """Return the keys of the events and the event of each row."""
    if "tournament" not in found.columns:
        return [key] if len(found.lines) else [], np.zeros(len(found.lines), dtype=np.int64)
    named = pd.Series(found.text("tournament"))
    named = named.where(named != "").ffill().fillna(key)
    codes, keys = pd.factorize(named)
    return [str(one) for one in keys], codes.astype(np.int64)


def _tournaments(found: Long, event: Any, keys: list[str], notes: Notes) -> pd.DataFrame:
    table = pd.DataFrame({"tournament": keys, "source": notes.file}, dtype="object")
    facts = {column: found.text(EVENT + column) for column in ABOUT_EVENTS if EVENT + column in found.columns}
    said = first_known(event, np.ones(len(event), dtype=np.int64), facts).set_index("event")
    for column in facts:
        table[column] = said[column].reindex(range(len(keys))).to_numpy(dtype=object)
    return table


def _small_enough(players: pd.DataFrame, results: pd.DataFrame, name: str) -> None:
    """Refuse events of so many players and rounds that nobody can have played them."""
    if not len(results) or not len(players):
        return
    field = players.groupby("event").size()
    many = int((results.groupby("event")["round"].max() * field).sum())
    if many > MOST_CELLS:
        found = f"events of {many:,} player-rounds"
        remedy = "Look at the column of the round."
        raise FormatError(message(name, found, f"at most {MOST_CELLS:,}", remedy))


def _finished_players(players: pd.DataFrame, notes: Notes) -> pd.DataFrame:
    """Return facts as values; a rating that is none is left for the check of the tables."""
    if "excluded" in players:
        players["excluded"] = [YES.get(str(value).lower(), False) for value in players["excluded"]]
    if "birth" in players:
        births = players["birth"].to_numpy(dtype=object)
        players["birth"] = each_once(births, lambda text: _birth(cells.plain(text), notes))
    if "rating" in players:
        read = each_once(players["rating"].to_numpy(dtype=object), cells.rating)
        raw = players["rating"].to_numpy(dtype=object)
        unknown = each_once(raw, lambda text: cells.plain(text).strip("0-").isdigit()).astype(bool)
        players["rating"] = np.where(pd.isna(read) & unknown, raw, read)
    return players


def _birth(text: str, notes: Notes) -> str | None:
    """Return the year of a date of birth."""
    year, sure = year_of_birth(text)
    if not sure:
        notes.say((None, "birth"), "a date of birth", year, "no date of birth that can be read")
    return year or None


# ---------------------------------------------------------------- published values


def _published(found: Long, event: Any, results: pd.DataFrame, mentions: Mentions) -> pd.DataFrame:
    """Return the values of published columns, the first that each player's rows have."""
    del results
    parts = []
    for part in found.columns:
        if not part.startswith(SHOWN):
            continue
        column, _, criterion = part.removeprefix(SHOWN).partition(" [")
        said = first_known(event, mentions.number[: len(event)], {"value": found.text(part)})
        said = said[said["value"].notna()]
        said["value"] = each_once(said["value"].to_numpy(dtype=object), cells.number).astype(np.float64)
        parts.append(said.assign(column=column, criterion=criterion.removesuffix("]") or None))
    columns = ["event", "player", "column", "criterion", "value"]
    if not parts:
        return pd.DataFrame(
            {name: pd.Series([], dtype="int64" if name in columns[:2] else "object") for name in columns}
        )
    table = pd.concat(parts, ignore_index=True)[columns]
    return table.sort_values("event", kind="stable", ignore_index=True)
