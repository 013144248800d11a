"""The rounds of the games of a PGN: as their headers say, or by their order; games between the same two."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb.formats.long_table.players import each_once
from chesstb.formats.long_table.rematches import settle

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


_SIDES: Final = ("White", "Black")


def _again(games: pd.DataFrame, notes: Notes) -> pd.DataFrame:
    """Settle what further games of the same two in one round are."""
    ids = [games[f"{side}FideId"].where(games[f"{side}FideId"] != "", games[side]) for side in _SIDES]
    games = games.reset_index(drop=True)
    table = pd.DataFrame(
        {
            "event": games["group"], "round": games["round"], "one": ids[0].to_numpy(dtype=object),
            "other": ids[1].to_numpy(dtype=object), "text": games["Round"], "line": games["line"],
            "copy": pd.factorize(pd.MultiIndex.from_arrays([games["Result"], games["day"]]))[0],
        }
    )  # fmt: skip
    settled = settle(
        table, notes, "Round",
        lambda row: " - ".join(str(games.loc[row, side])[:40] for side in _SIDES),
        lambda row: f"rounds of {str(games.loc[row, 'Event'])[:60]!r}",
    )  # fmt: skip
    return games.loc[settled.index].assign(round=settled["round"])


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
