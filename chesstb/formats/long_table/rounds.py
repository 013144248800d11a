"""Long tables with a row per player and round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb.errors import FormatError, message
from chesstb.formats import cells
from chesstb.formats.long_table.codes import Side, bye, is_nobody, round_code
from chesstb.formats.long_table.players import (
    FACTS,
    YES,
    Long,
    Mentions,
    all_numbers,
    as_number,
    each_once,
    mentioned,
    settled,
)

if TYPE_CHECKING:
    from chesstb.formats.notes import Notes

USUAL: Final = (1.0, 0.5, 0.0)
PAIRED: Final = "\x01"
"""Stands for the name of an opponent, where there is one."""


def player_rounds(found: Long, event: Any, round_: Any, notes: Notes) -> tuple[pd.DataFrame, Mentions]:
    """Return results of a table with a row per player and round, and who is mentioned."""
    mentions, opponent = _player_and_opponent(found, event)
    player = mentions.number[: len(event)]
    given = found.text("colour")
    means = cells.colours(pd.unique(pd.Series(given, dtype=object)))
    colour = each_once(given, lambda text: means.get(cells.plain(text).lower(), ""))
    outcome, result = found.text("outcome"), found.text("result")
    if "decision" not in found.columns and not {"1", "0", "="} & set(outcome):
        outcome, result = np.full(len(event), "", dtype=object), np.where(outcome != "", outcome, result)
    points = found.text("points")
    levels = _levels(points[opponent > 0]) if not ((outcome != "").any() or (result != "").any()) else USUAL
    if not levels:
        what = "points that are not those of one round"
        raise FormatError(
            message(notes.file, what, "at most three different ones, or a column for the outcome")
        )
    word = found.text("opponent" if "opponent" in found.columns else "opponent_name")
    alone = opponent <= 0
    rows = pd.MultiIndex.from_arrays(
        [outcome, result, points, colour, np.where(alone, word, PAIRED), found.text("kind")]
    )
    codes, different = pd.factorize(rows)
    made = [_player_round(*cell, levels=levels) for cell in different]
    table = pd.DataFrame(
        {
            "event": event, "player": player, "round": round_, "opponent": opponent,
            "colour": np.where(colour == "", None, colour),
            "outcome": np.array([one.code for one in made], dtype=object)[codes],
            "points": np.array([one.points for one in made], dtype=np.float64)[codes],
            "decision": each_once(found.text("decision"), lambda t: YES.get(t.lower(), False)).astype(bool),
            "line": found.lines,
        }
    )  # fmt: skip
    title = next((found.titles[part] for part in ("outcome", "result", "points") if part in found.titles), "")
    table["cell"] = title
    strange = np.array([not one.known for one in made], dtype=bool)[codes] & ~np.isnan(round_)
    for row in np.flatnonzero(strange):
        shown = outcome[row] or result[row] or points[row]
        taken = table["outcome"].iloc[row] if alone[row] else "no result yet"
        notes.wrong((int(found.lines[row]), title), shown, taken, "no result", "1, ½, 0, + or -")
    _without_round(found, np.isnan(round_) & ((outcome != "") | (result != "") | ~alone), notes)
    table = table[~np.isnan(round_)]
    if len(event) and not len(table):
        at, shown = (int(found.lines[0]), found.titles["round"]), f"{len(event)} rows without a round"
        notes.say(at, shown, "no results", "an event without results")
    return settled(_mirrored(table, notes)), mentions


def _without_round(found: Long, lost: Any, notes: Notes) -> None:
    """Say that rows have a result or an opponent, and no round."""
    if lost.any():
        at = (int(found.lines[np.flatnonzero(lost)[0]]), found.titles["round"])
        shown = f"{lost.sum()} row{'s' * (int(lost.sum()) > 1)} with a result"
        notes.wrong(at, shown, "no results", "no round", "the number of a round")


def _levels(points: Any) -> tuple[float, ...]:
    """Return what is paid for win, draw and loss, by the points that occur; nothing if none can be told."""
    read = {
        value
        for text in pd.unique(pd.Series(points, dtype=object))
        if (value := cells.points(text)) is not None
    }
    if read <= set(USUAL):
        return USUAL
    if len(read) > 3 or min(read) < 0:
        return ()
    found = tuple(sorted(read, reverse=True))
    if len(found) == 3:
        return found
    return (found[0], found[0] / 2, found[-1])


def _player_round(
    outcome: str, result: str, points: str, colour: str, word: str, kind: str, *, levels: tuple[float, ...]
) -> Side:
    if word == PAIRED:
        side = round_code(outcome, result, points, colour, levels)
        forfeit = {"1": "+", "0": "-"}.get(side.code)
        return Side(forfeit, side.points, side.known) if forfeit and "forfeit" in kind.lower() else side
    code = cells.plain(outcome).upper()
    if code not in ("U", "F", "H", "Z"):
        read = cells.outcome(outcome or result)
        code = read or ""
    side = bye(code, cells.points(points), word, kind)
    lost = ((outcome or result) and not code) or (points and cells.points(points) is None)
    return Side(side.code, side.points, known=False) if lost else side


def _player_and_opponent(found: Long, event: Any) -> tuple[Mentions, Any]:
    """Return everybody who is named, players first, and the number of each row's opponent, 0 for none."""
    size = len(event)
    name, number = found.text("name"), each_once(found.text("number"), as_number).astype(np.float64)
    cell = found.text("player")
    if "player" in found.columns and ("number" not in found.columns and all_numbers([cell])):
        number = each_once(cell, as_number).astype(np.float64)
    elif "player" in found.columns:
        name = np.where(name == "", cell, name)
    other, named = found.text("opponent"), found.text("opponent_name")
    other = np.where(each_once(other, is_nobody).astype(bool), "", other)
    theirs = each_once(found.text("opponent_number"), as_number).astype(np.float64)
    if "opponent_number" not in found.columns and all_numbers([other]):
        theirs, other = each_once(other, as_number).astype(np.float64), np.full(size, "", dtype=object)
    opponent = np.where(named == "", other, np.where(each_once(named, is_nobody).astype(bool), "", named))
    nothing = np.full(size, "", dtype=object)
    facts: dict[str, Any] = {
        part: np.concatenate([found.text(part), nothing]) for part in FACTS if part in found.columns
    }
    everyone = np.concatenate([name, opponent]).astype(object)
    numbers = None
    if not np.isnan(number).all():
        by_name = {(e, n): k for e, n, k in zip(event, name, number, strict=True) if n and not np.isnan(k)}
        met = np.array(
            [by_name.get(pair, np.nan) for pair in zip(event, opponent, strict=True)], dtype=np.float64
        )
        theirs = np.where(np.isnan(theirs), met, theirs)
        numbers = np.nan_to_num(np.concatenate([number, theirs])).astype(np.int64)
    mentions = mentioned(np.concatenate([event, event]), everyone, numbers, facts)
    return mentions, mentions.number[size:]


def _mirrored(table: pd.DataFrame, notes: Notes) -> pd.DataFrame:
    """Add the other side of games that only one player's row tells, where he has no row for the round."""
    key = ["event", "player", "round"]
    there = pd.MultiIndex.from_frame(table[key])
    paired = table[table["opponent"] > 0]
    wanted = pd.MultiIndex.from_frame(paired[["event", "opponent", "round"]])
    lonely = paired[~wanted.isin(there)]
    turned = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "X": "X", "W": "L", "L": "W", "D": "D"}
    lonely = lonely[lonely["outcome"].isin(list(turned))]
    if not len(lonely):
        return table
    other = lonely.assign(
        player=lonely["opponent"], opponent=lonely["player"], outcome=lonely["outcome"].map(turned),
        colour=lonely["colour"].map({"w": "b", "b": "w"}), points=np.nan, decision=False,
    )  # fmt: skip
    at = (int(lonely["line"].iloc[0]), str(lonely["cell"].iloc[0]))
    found = f"{len(lonely)} game{'s' * (len(lonely) > 1)} in one row"
    notes.say(at, found, "the opponent's row added", "the opponent has no row for this round")
    return pd.concat([table, other], ignore_index=True)
