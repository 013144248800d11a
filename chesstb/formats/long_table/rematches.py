"""Further games of the same two in one round of a list of games: copies, matches, play-offs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb.formats.long_table.players import each_once

if TYPE_CHECKING:
    from collections.abc import Callable

    from chesstb.formats.notes import Notes

_MINOR: Final = re.compile(r"[^0-9]*[0-9]+[.](?P<minor>[0-9]{1,6})")


def settle(
    games: pd.DataFrame, notes: Notes, heading: str, shown: Callable[[int], str], of: Callable[[int], str]
) -> pd.DataFrame:
    """Settle what further games of the same two in one round are.

    A game that is twice in the file counts once. Where most pairs of a round play several games, the
    event is one of matches, and each game gets a round of its own. Any other further game, a play-off
    in a Swiss say, is left aside. All of it is said.

    Parameters
    ----------
    games : DataFrame
        ``event, round``, ``one, other`` (who they are), ``text`` (the round as it is written), ``line``,
        and ``copy`` (alike for copies of a game); the index is 0, 1, 2, …
    notes : Notes
        Where it is said.
    heading : str
        What the column of the round is called.
    shown, of : callable
        The names of the two of a row; what rounds of the event of a row are called.

    Returns
    -------
    DataFrame
        The games that are left, with their rounds.
    """
    low = games["one"].where(games["one"] < games["other"], games["other"])
    high = games["other"].where(games["one"] < games["other"], games["one"])
    pair = pd.MultiIndex.from_arrays([games["event"], games["round"], low, high])
    if not pair.has_duplicates:
        return games
    games = games.assign(pair=pd.factorize(pair)[0])
    same = games.duplicated(["pair", "one", "text", "copy"])
    for line in games["line"][same]:
        notes.say((int(line), "1"), "a game", "left aside", "the same game stands above")
    games = games[~same].copy()
    games["minor"] = each_once(games["text"], _minor).astype(np.int64)
    order = games.sort_values(["pair", "minor"], kind="stable")
    games["nth"] = order.groupby("pair", sort=False).cumcount()
    in_round = [games["event"], games["round"]]
    pairs = games["pair"].groupby(in_round).transform("nunique")
    several = games["pair"].where(games["nth"] == 1).groupby(in_round).transform("nunique")
    matches = (several * 2 > pairs).groupby(games["event"]).transform("any")
    further = (games["nth"] > 0) & ~matches
    for row, line, text in zip(
        games.index[further], games["line"][further], games["text"][further], strict=True
    ):
        why = "the same two have a game in this round: a play-off?"
        notes.say((int(line), heading), f"{shown(row)}, round {text}", "left aside", why)
    return _matches(games[~further].copy(), notes, heading, of).drop(columns=["pair", "minor", "nth"])


def _minor(text: str) -> int:
    """Return the number behind the point of a round, 0 for none."""
    found = _MINOR.match(text)
    return int(found["minor"]) if found else 0


def _matches(games: pd.DataFrame, notes: Notes, heading: str, of: Callable[[int], str]) -> pd.DataFrame:
    """Give each game of a match a round of its own."""
    longest = games.groupby(["event", "round"])["nth"].max() + 1
    long = longest[longest.groupby("event").transform("max") > 1]
    first = long.groupby("event").cumsum() - long
    where = pd.MultiIndex.from_frame(games[["event", "round"]])
    number: Any = first.reindex(where).to_numpy()
    played = ~np.isnan(number)
    for event, rounds in long.groupby("event"):
        row = games.index[games["event"] == event][0]
        found = f"{of(row)} with up to {rounds.max()} games of the same two"
        taken = f"each game as a round of its own: {rounds.sum()} instead of {len(rounds)}"
        notes.say((int(games.loc[row, "line"]), heading), found, taken, "the event is one of matches")
    games.loc[played, "round"] = (number[played] + games["nth"][played] + 1).astype(np.int64)
    return games
