"""Contradictions between rows of results: found on whole columns, then raised or reported."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from chesstb import schema
from chesstb.errors import DataError, message
from chesstb.outcomes import NUMBER, OUTCOMES, PAYMENTS
from chesstb.remarks import Remark
from chesstb.rows import ALONE, CODE_NAMES, among
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


# ---------------------------------------------------------------- points


def learn_payments(events: Columns, rows: Rows, found: Found) -> None:
    """Take win, draw, loss and bye from the points of the rows, where all rows of a code agree.

    What makes no sense as a scoring system (a draw not between win and loss) is not taken. What
    nothing says is paid by default.
    """
    seen = ~np.isnan(rows.points) & ~rows.decision
    if seen.any():
        learnt = {
            payment: np.where(np.isnan(events[payment]), _agreed(rows, seen, code, events), events[payment])
            for code, payment in _TEACHING.items()
        }
        win, draw, loss = (
            np.where(np.isnan(learnt[p]), float(PAYMENTS[p]), learnt[p]) for p in ("win", "draw", "loss")
        )
        sensible = (win > draw) & (draw > loss)
        bounded = np.isnan(learnt["bye"]) | ((learnt["bye"] >= loss) & (learnt["bye"] <= win))
        usual = {"win": 1.0, "draw": 0.5, "loss": 0.0, "bye": np.where(sensible, win, 1.0)}
        for payment, column in learnt.items():
            fits = sensible & bounded if payment == "bye" else sensible
            new = fits & np.isnan(events[payment]) & ~np.isnan(column)
            events[payment] = np.where(new, column, events[payment])
            why = f"every {payment} of the event was paid so"
            remark = Remark(payment, "", _shown(column), why)
            found.say_events(new & (column != usual[payment]), remark)
    for payment, default in PAYMENTS.items():
        other = events[default] if default in events else float(default)
        events[payment] = np.where(np.isnan(events[payment]), other, events[payment])


_TEACHING: Final = {"1": "win", "=": "draw", "0": "loss", "U": "bye"}
"""Codes whose points say what an event pays."""


def _shown(points: NDArray[np.float64]) -> NDArray[np.object_]:
    return np.array([f"{value:g}" for value in points], dtype=object)


def _agreed(rows: Rows, seen: Bools, code: str, events: Columns) -> NDArray[np.float64]:
    """Return the points of a code in each event, NaN where they differ or nobody has it."""
    at = seen & (rows.outcome == NUMBER[code])
    size = len(events["system"])
    low, high = np.full(size, np.inf), np.full(size, -np.inf)
    np.minimum.at(low, rows.event[at], rows.points[at])
    np.maximum.at(high, rows.event[at], rows.points[at])
    return np.where(low == high, low, np.nan)


def due(rows: Rows, events: Columns) -> NDArray[np.float64]:
    """Return what the event pays for each row's code."""
    pays = np.column_stack([events[outcome.pays] for outcome in OUTCOMES])
    black = pays.copy()
    for code, payment in (
        ("1", "win"),
        ("=", "draw"),
        ("0", "loss"),
        ("W", "win"),
        ("D", "draw"),
        ("L", "loss"),
    ):
        black[:, NUMBER[code]] = events[f"black_{payment}"]
    due: NDArray[np.float64] = pays[rows.event, rows.outcome]
    if (pays != black).any():
        due = np.where(
            rows.colour == schema.COLOUR.categories.get_loc("b"), black[rows.event, rows.outcome], due
        )
    return due


def unknown_codes(rows: Rows, strange: Bools, raw: Columns, events: Columns, found: Found) -> None:
    """Take for a code that is none what its points say, if they say it; the rows are changed."""
    at = np.flatnonzero(strange[rows.row])
    if not len(at):
        return
    some = rows.take(at)
    pays = {}
    for code in "10=ZHU":
        some.outcome = np.full(len(at), NUMBER[code], dtype=np.int8)
        pays[code] = np.abs(due(some, events) - some.points) < 1e-9
    paired, taken = some.opponent != NOTHING, rows.outcome[at]
    one = paired & (pays["1"].astype(int) + pays["="] + pays["0"] == 1)
    for code in "1=0":
        taken = np.where(one & pays[code], NUMBER[code], taken)
    for code in "UHZ":  # the last that fits: the one that claims least
        taken = np.where(~paired & pays[code], NUMBER[code], taken)
    rows.outcome[at] = taken
    where = np.zeros(len(rows), dtype=bool)
    where[at] = True
    why = "no result code: read as what its points say, else as a game without result or an absence"
    remark = Remark("outcome", lambda: raw["outcome"][rows.row], lambda: CODE_NAMES[rows.outcome], why)
    found.add(where, remark, rows)


def points(rows: Rows, paid: NDArray[np.float64], found: Found) -> None:
    """Report points that the event does not pay for the code; they are kept as awarded."""
    off = (np.abs(rows.points - paid) > 1e-9) & ~rows.decision

    def given() -> NDArray[np.object_]:
        shown = np.full(len(off), "", dtype=object)
        for i in np.flatnonzero(off):
            shown[i] = f"{rows.points[i]:g} ({CODE_NAMES[rows.outcome[i]]} pays {paid[i]:g})"
        return shown

    why = "the code cannot give these points; mark them as a decision, or give the event's payments"
    found.add(off, Remark("points", given, "kept as awarded", why), rows)


# ---------------------------------------------------------------- between rows, and between tables


def published(columns: Columns, event: NDArray[np.int64], players: Columns, found: Found) -> Bools:
    """Bring published values to numbers, and return which rows cannot be kept.

    Raises
    ------
    DataError
        A column is missing.
    """
    missing = [c for c in ("player", "column", "value") if c not in columns]
    if missing:
        what = f"column{'s' * (len(missing) > 1)} {', '.join(missing)} missing"
        raise DataError(message("published", what, "tournament, player, column and value"))
    read, strange = schema.numbers_of(columns["player"])
    span = int(players["player"].max(initial=0)) + 1
    with np.errstate(invalid="ignore"):
        strange = strange | ~((read >= 1) & (read < span) & (read == np.floor(read)))
    number = np.where(strange, 0, read).astype(np.int64)
    strange = strange | ~among(event * span + number, players["event"] * span + players["player"])
    why = "no player of the event"
    found.add_other(
        "published", strange & (event != NOTHING), Remark("player", columns["player"], "left out", why)
    )
    unnamed = schema.as_series(schema.text(columns["column"])).isna().to_numpy(dtype=bool)
    found.add_other(
        "published", unnamed, Remark("column", columns["column"], "left out", "no name of a column")
    )
    value, odd = schema.numbers_of(columns["value"])
    found.add_other("published", odd, Remark("value", columns["value"], "left out", "no number"))
    columns["player"], columns["value"] = number.astype(np.int32), value
    return np.asarray(strange | unnamed | odd)


COLOUR_NAMES = np.array([*schema.COLOUR.categories, ""], dtype=object)


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
    colour = np.zeros(len(rows), dtype=bool)
    mine, theirs = rows.colour[paired[mutual]], rows.colour[at[mutual]]
    colour[paired[mutual]] = (mine == theirs) & (mine >= 0)
    why = "the opponent's row has the same colour"
    found.say(colour, Remark("colour", lambda: COLOUR_NAMES[rows.colour], "each side's own row", why), rows)
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


def note_round_robins(rows: Rows, players: Columns, events: Columns, found: Found) -> None:
    """Say of an event of unknown system in which all met equally often that it looks like a round robin.

    Where repairs are asked for, it is taken for one.
    """
    unknown = events["system"] == "unknown"
    if not unknown.any():
        return
    size, owner = len(unknown), players["event"]
    paired = rows.opponent != NOTHING
    games = np.bincount(rows.event[paired], minlength=size)
    field = np.bincount(owner, minlength=size)
    for times, system, how in ((1, "round-robin", "once"), (2, "double-round-robin", "twice")):
        likely = unknown & (field > 3) & (games == times * field * (field - 1))
        if not likely.any():
            continue
        different, often = np.unique(_pairs(rows, paired & likely[rows.event], players), return_counts=True)
        event = owner[different // len(owner)]
        other = np.bincount(event[often != times], minlength=size)
        fits = likely & (other == 0)
        if found.repair:
            events["system"] = np.where(fits, system, events["system"])
            found.say_events(fits, Remark("system", "unknown", system, f"every two players met {how}"))
        else:
            why = f'every two players met {how}: if it is one, say so, tournaments={{"system": ["{system}"]}}'
            found.say_events(fits, Remark("system", "unknown", "swiss", why))


def _pairs(rows: Rows, where: Bools, players: Columns) -> NDArray[np.int64]:
    """Return a number for each player and opponent, made of their rows in the table of players."""
    span = int(players["player"].max(initial=0)) + 1
    key = players["event"] * span + players["player"]
    event = rows.event[where] * span
    player = np.searchsorted(key, event + rows.player[where])
    pairs: NDArray[np.int64] = player * len(key) + np.searchsorted(key, event + rows.opponent[where])
    return pairs
