"""Long tables with a row per game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from chesstb.formats import cells
from chesstb.formats.long_table.codes import Side, bye, game_codes, is_nobody
from chesstb.formats.long_table.players import (
    FACTS,
    Long,
    Mentions,
    all_numbers,
    as_number,
    each_once,
    mentioned,
    settled,
    zipped,
)
from chesstb.formats.long_table.rematches import settle

if TYPE_CHECKING:
    from chesstb.formats.notes import Notes


def games(found: Long, event: Any, round_: Any, notes: Notes) -> tuple[pd.DataFrame, Mentions]:
    """Return results of a table with a row per game, and who is mentioned."""
    mentions = _both_sides(found, event)
    number = mentions.number
    kept, round_ = _settled_rounds(found, event, round_, (number[0::2], number[1::2]), notes)
    found, event = found.rows(kept), event[kept]
    white, black = number[0::2][kept], number[1::2][kept]
    points = [found.text(f"{side}_points") for side in ("white", "black")]
    usual = all(_most(side) <= 1 for side in points)
    kind, result = found.text("kind"), found.text("result")
    names = found.text("black" if "black" in found.columns else "black_number")
    alone = (white <= 0) | (black <= 0)
    rows = pd.MultiIndex.from_arrays([result, *points, kind, np.where(alone, names, ""), alone])
    codes, different = pd.factorize(rows)
    made = [_game(*cell, usual=usual) for cell in different]
    for n in np.flatnonzero([not side.known for side, _ in made]).tolist():
        for row in np.flatnonzero(codes == n):
            at = (int(found.lines[row]), found.titles.get("result", found.titles.get("white_points", "")))
            shown = str(different[n][0] or f"{different[n][1]} {different[n][2]}".strip())
            notes.wrong(at, shown, "no result yet", "no result of a game", "1-0, 0-1, ½-½, + -, …")
    parts = []
    for side, (mine, theirs) in enumerate(((white, black), (black, white))):
        sides = [pair[side] for pair in made]
        parts.append(
            pd.DataFrame(
                {
                    "event": event, "player": mine, "round": round_, "opponent": theirs,
                    "colour": np.where(alone, None, "wb"[side]),  # type: ignore[call-overload]
                    "outcome": np.array([one.code for one in sides], dtype=object)[codes],
                    "points": np.array([one.points for one in sides], dtype=np.float64)[codes],
                    "line": found.lines,
                }
            )
        )  # fmt: skip
    table = pd.concat(parts, ignore_index=True)
    table["cell"] = found.titles.get("result", found.titles.get("white_points", ""))
    return settled(table), mentions


def _settled_rounds(
    found: Long, event: Any, round_: Any, sides: tuple[Any, Any], notes: Notes
) -> tuple[Any, Any]:
    """Return which rows count, and their rounds, where the same two play several games in a round."""
    row = np.flatnonzero((sides[0] > 0) | (sides[1] > 0))
    results = [found.text(part)[row] for part in ("result", "white_points", "black_points")]
    games_ = pd.DataFrame(
        {
            "event": event[row], "round": round_[row].astype(np.int64), "one": sides[0][row],
            "other": sides[1][row], "text": found.text("round")[row], "line": found.lines[row],
            "copy": pd.factorize(pd.MultiIndex.from_arrays(results))[0],
        }
    )  # fmt: skip
    names = [found.text(s if s in found.columns else f"{s}_number")[row] for s in ("white", "black")]
    heading = found.titles["round"]
    settled = settle(
        games_,
        notes,
        heading,
        lambda at: " - ".join(str(name[at])[:40] for name in names),
        lambda _: "rounds",
    )
    kept, round_ = np.ones(len(event), dtype=bool), round_.copy()
    kept[row] = False
    left = row[settled.index.to_numpy()]
    kept[left], round_[left] = True, settled["round"].to_numpy()
    return kept, round_[kept]


def _game(
    result: str, white: str, black: str, kind: str, name: str, alone: bool, *, usual: bool
) -> tuple[Side, Side]:
    if not alone:
        return game_codes(result, white, black, kind, usual=usual)
    read = cells.game(result)
    code = cells.outcome(result) or (read[0] if read else "")
    one = bye(code, cells.points(white if cells.plain(white) else black), name, kind)
    return one, one


def _most(values: Any) -> float:
    read = pd.to_numeric(pd.Series(each_once(values, cells.points), dtype="float64"))
    return float(read.max()) if read.notna().any() else 0.0


def _both_sides(found: Long, event: Any) -> Mentions:
    """Return white and black of each row, one behind the other."""
    names, numbers = [], []
    for side in ("white", "black"):
        cell, number = found.text(side), found.text(f"{side}_number")
        names.append(np.where(each_once(cell, is_nobody).astype(bool), "", cell))
        numbers.append(each_once(number, as_number).astype(np.float64))
    by_number = "white_number" in found.columns or all_numbers(names)
    if by_number and "white_number" not in found.columns:
        numbers, names = (
            [each_once(n, as_number).astype(np.float64) for n in names],
            [np.where(n, "", "") for n in names],
        )
    facts = {
        part: zipped(found.text(f"white_{part}"), found.text(f"black_{part}"))
        for part in FACTS
        if f"white_{part}" in found.columns or f"black_{part}" in found.columns
    }
    twice, name = np.repeat(event, 2), zipped(*names).astype(object)
    number = np.nan_to_num(zipped(*numbers)).astype(np.int64) if by_number else None
    return mentioned(twice, name, number, facts)
