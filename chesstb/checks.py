"""Contradictions between rows of results: found on whole columns, then raised or reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from chesstb.outcomes import OUTCOMES
from chesstb.remarks import Remark
from chesstb.rows import ALONE, CODE_NAMES
from chesstb.schema import NOTHING

if TYPE_CHECKING:
    from chesstb.remarks import Found
    from chesstb.rows import Rows
    from chesstb.schema import Columns

Bools = NDArray[np.bool_]


def drop_duplicates(rows: Rows, found: Found) -> Rows:
    """Keep the first of several rows for one player and round; rows are in order."""
    key = rows.key()
    twice = np.zeros(len(key), dtype=bool)
    twice[1:] = key[1:] == key[:-1]
    if not twice.any():
        return rows
    why = "a second row for this player and round"
    found.add(twice, Remark("round", lambda: CODE_NAMES[rows.outcome], "the first row", why), rows)
    return rows.take(~twice)


def strangers(rows: Rows, new: NDArray[np.int64], span: int, found: Found) -> None:
    """Report players and opponents that the table of players does not list."""
    for column in ("player", "opponent"):
        number = getattr(rows, column)
        unknown = (number != NOTHING) & np.isin(rows.event * span + number, new)
        why = f"this {column} is not in the table of players"
        found.add(unknown, Remark(column, number, "added to the players", why), rows)


def self_pairings(rows: Rows, found: Found) -> None:
    """Take the opponent away from whoever is paired with himself."""
    alone = rows.opponent == rows.player
    if not alone.any():
        return
    found.add(alone, Remark("opponent", rows.opponent, "no opponent", "a player cannot meet himself"), rows)
    rows.outcome = np.where(alone, ALONE[rows.outcome], rows.outcome)
    rows.opponent = np.where(alone, NOTHING, rows.opponent)


def points(rows: Rows, due: NDArray[np.float64], found: Found) -> None:
    """Report points that the event does not pay for the code; they are kept as awarded."""
    off = (np.abs(rows.points - due) > 1e-9) & ~rows.decision

    def given() -> NDArray[np.object_]:
        shown = np.full(len(off), "", dtype=object)
        for i in np.flatnonzero(off):
            shown[i] = f"{rows.points[i]:g} ({CODE_NAMES[rows.outcome[i]]} pays {due[i]:g})"
        return shown

    why = "the code cannot give these points; mark them as a decision, or give the event's payments"
    found.add(off, Remark("points", given, "kept as awarded", why), rows)


def two_sides(rows: Rows, found: Found) -> None:
    """Report games whose sides do not name each other, or contradict each other."""
    paired = np.flatnonzero(rows.opponent != NOTHING)
    if not len(paired):
        return
    span = int(max(rows.player.max(), rows.opponent.max())) + 1
    rounds = int(rows.round.max()) + 1
    key = (rows.event * span + rows.player) * rounds + rows.round
    wanted = (rows.event[paired] * span + rows.opponent[paired]) * rounds + rows.round[paired]
    at = _find(key, wanted, (int(rows.event.max()) + 1) * span * rounds)
    mutual = (key[at] == wanted) & (rows.opponent[at] == rows.player[paired])
    lonely = np.zeros(len(rows), dtype=bool)
    lonely[paired[~mutual]] = True
    why = "the opponent's row does not name this player"
    found.add(lonely, Remark("opponent", rows.opponent, "each side's own row", why), rows)
    clash = np.zeros(len(rows), dtype=bool)
    clash[paired[mutual]] = _CLASHING[rows.outcome[paired[mutual]], rows.outcome[at[mutual]]]
    why = "the opponent's row has another kind of result"
    found.add(clash, Remark("outcome", lambda: CODE_NAMES[rows.outcome], "each side's own row", why), rows)


def _find(key: NDArray[np.int64], wanted: NDArray[np.int64], most: int) -> NDArray[np.int64]:
    """Return where each number stands among ordered ones; anywhere if it does not."""
    if most > max(1_000_000, 16 * len(key)):
        return np.minimum(np.searchsorted(key, wanted), len(key) - 1)
    at = np.zeros(most, dtype=np.int64)
    at[key] = np.arange(len(key))
    return at[wanted]


def _clashing() -> Bools:
    """Return which pairs of codes cannot be the two sides of one game.

    Decisions may leave the points short (0-0, ½-0), never above a full game.
    """
    clash = np.ones((len(OUTCOMES), len(OUTCOMES)), dtype=bool)
    for i, mine in enumerate(OUTCOMES):
        for j, theirs in enumerate(OUTCOMES):
            same_kind = mine.played == theirs.played and mine.paired and theirs.paired
            above = (mine.win + theirs.win + (mine.draw or theirs.draw)) > 1
            clash[i, j] = not same_kind or above or mine.code == theirs.code == "+"
    pending = [i for i, o in enumerate(OUTCOMES) if o.code == "X"]
    clash[pending, :] = clash[:, pending] = True
    clash[np.ix_(pending, pending)] = False
    return clash


_CLASHING = _clashing()


def note_round_robins(rows: Rows, owner: NDArray[np.int64], events: Columns, found: Found) -> None:
    """Take an event of unknown system in which all met equally often for the round robin that it is."""
    unknown = events["system"] == "unknown"
    if not unknown.any():
        return
    size = len(unknown)
    met = (rows.opponent != NOTHING) & unknown[rows.event]
    span = int(max(rows.player.max(initial=0), rows.opponent.max(initial=0))) + 1
    key = (rows.event[met] * span + rows.player[met]) * span + rows.opponent[met]
    different, times = np.unique(key, return_counts=True)
    event = different // (span * span)
    pairs = np.bincount(event, minlength=size)
    low, high = np.full(size, np.iinfo(np.int64).max), np.zeros(size, dtype=np.int64)
    np.minimum.at(low, event, times)
    np.maximum.at(high, event, times)
    field = np.bincount(owner, minlength=size)
    all_met = unknown & (pairs == field * (field - 1)) & (field > 3) & (low == high)
    for number, system, how in ((1, "round-robin", "once"), (2, "double-round-robin", "twice")):
        fits = all_met & (high == number)
        events["system"] = np.where(fits, system, events["system"])
        found.say_events(fits, Remark("system", "unknown", system, f"every two players met {how}"))
