"""The rounds of the games of a PGN: as their headers say, or by their order; games between the same two."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb.formats.long_table.players import each_once

if TYPE_CHECKING:
    from chesstb.formats.notes import Notes

MOST_ROUNDS: Final = 400
"""A higher number is no round."""

_ROUND: Final = re.compile(r"(?:round |r)?([0-9]{1,4})(?:[.(/, -].{0,20})?", re.IGNORECASE)


def with_rounds(games: pd.DataFrame, notes: Notes) -> pd.DataFrame:
    """Return the games that have a round, with its number."""
    games["round"] = each_once(games["Round"].to_numpy(dtype=object), _round).astype(np.int64)
    games = _without_rounds(games, notes)
    games = _again(games, notes)
    return _from_one(games, notes)


def _round(text: str) -> int:
    """Return the number of a round, 0 for none: 3, 3.12, 3.1.4, Round 3, 3 (Tie-break)."""
    found = _ROUND.fullmatch(text)
    number = int(found[1]) if found else 0
    return number if number <= MOST_ROUNDS else 0


# ---------------------------------------------------------------- the same two in one round


def _again(games: pd.DataFrame, notes: Notes) -> pd.DataFrame:
    """Settle what further games of the same two in one round are.

    A game that is twice in the file counts once. Where most pairs of a round play several games, the
    event is one of matches, and each game gets a round of its own. Any other further game, a play-off
    in a Swiss say, is left aside.
    """
    ids = [games[f"{side}FideId"].where(games[f"{side}FideId"] != "", games[side]) for side in _SIDES]
    low = np.where(ids[0] < ids[1], ids[0], ids[1])
    high = np.where(ids[0] < ids[1], ids[1], ids[0])
    pair = pd.MultiIndex.from_arrays([games["group"], games["round"], low, high])
    if not pair.has_duplicates:
        return games
    games = games.assign(pair=pd.factorize(pair)[0])
    same = games.duplicated(["pair", "White", "Result", "Round", "day"])
    for line in games["line"][same]:
        notes.say((int(line), "1"), "a game", "left aside", "the same game stands above")
    games = games[~same].copy()
    games["nth"] = games.groupby("pair", sort=False).cumcount()
    further = games["nth"] > 0
    in_round = [games["group"], games["round"]]
    pairs = games["pair"].groupby(in_round).transform("nunique")
    several = games["pair"].where(games["nth"] == 1).groupby(in_round).transform("nunique")
    matches = (several * 2 > pairs).groupby(games["group"]).transform("any")
    aside_ = games[further & ~matches]
    for line, text, white, black in zip(*(aside_[c] for c in ("line", "Round", *_SIDES)), strict=True):
        found = f"{white[:40]} - {black[:40]}, round {text}"
        why = "the same two have a game in this round: a play-off?"
        notes.say((int(line), "Round"), found, "left aside", why)
    games = games[~further | matches].copy()
    return _matches(games, notes).drop(columns=["pair", "nth"])


_SIDES: Final = ("White", "Black")


def _matches(games: pd.DataFrame, notes: Notes) -> pd.DataFrame:
    """Give each game of a match a round of its own."""
    longest = games.groupby(["group", "round"])["nth"].max() + 1
    long = longest[longest.groupby("group").transform("max") > 1]
    first = long.groupby("group").cumsum() - long
    where = pd.MultiIndex.from_frame(games[["group", "round"]])
    number = first.reindex(where).to_numpy()
    played = ~np.isnan(number)
    for group, rounds in long.groupby("group"):
        part = games[games["group"] == group].iloc[0]
        found = f"rounds of {str(part['Event'])[:60]!r} with up to {rounds.max()} games of the same two"
        taken = f"each game as a round of its own: {rounds.sum()} instead of {len(rounds)}"
        notes.say((int(part["line"]), "Round"), found, taken, "the event is one of matches")
    games.loc[played, "round"] = (number[played] + games["nth"][played] + 1).astype(np.int64)
    return games


def _from_one(games: pd.DataFrame, notes: Notes) -> pd.DataFrame:
    """Count the rounds of an event from 1 where the file begins later."""
    if games["round"].eq(1).groupby(games["group"]).any().all():
        return games
    first = games.groupby("group")["round"].transform("min")
    for _, part in games[first > 1].groupby("group", sort=False):
        low, high = int(part["round"].min()), int(part["round"].max())
        found = f"rounds {low} to {high} of {str(part['Event'].iloc[0])[:60]!r}"
        taken = f"rounds 1 to {high - low + 1}"
        notes.say(
            (int(part["line"].iloc[0]), "Round"), found, taken, "the file has no game of the rounds before"
        )
    return games.assign(round=games["round"] - first + 1)


# ---------------------------------------------------------------- games without rounds


def _without_rounds(games: pd.DataFrame, notes: Notes) -> pd.DataFrame:
    """Number the games of events without any round, and leave aside other games without one."""
    if games["round"].all():
        return games
    known = games.groupby("group")["round"].transform("max")
    bare = games[known == 0]
    for _, part in bare.groupby("group", sort=False):
        rounds, players = _in_order(part)
        first = part.iloc[0]
        if players * max(rounds) <= 8 * len(part):
            games.loc[part.index, "round"] = rounds
            found = f"no rounds of {str(first['Event'])[:60]!r}"
            why = "each game is the next round of its players"
            notes.say((int(first["line"]), "Round"), found, "numbered in their order", why)
    missing = games["round"] == 0
    aside(games, missing, "no number of a round", notes)
    return games[~missing].copy()


def _in_order(part: pd.DataFrame) -> tuple[list[int], int]:
    """Return the round of each game, counted by its players' games so far, and the number of players."""
    so_far: dict[str, int] = {}
    rounds = []
    for white, black in zip(part["White"], part["Black"], strict=True):
        number = max(so_far.get(white, 0), so_far.get(black, 0)) + 1
        so_far[white] = so_far[black] = number
        rounds.append(number)
    return rounds, len(so_far)


def aside(games: pd.DataFrame, where: Any, why: str, notes: Notes, taken: str = "left aside") -> None:
    """Say of the games of each event that are left aside how many, and where the first stands."""
    for group, part in games[where].groupby("group", sort=False):
        del group
        first = part.iloc[0]
        found = f"{len(part)} game{'s' * (len(part) > 1)} of {str(first['Event'])[:60]!r}"
        notes.say((int(first["line"]), "1"), found, taken, why)
