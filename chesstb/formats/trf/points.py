"""Points: what each cell is worth, what decisions change, and which scoring fits the points column."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from chesstb.formats.trf.payments import CODES_299
from chesstb.outcomes import CODES, NUMBER, OUTCOMES, PAYMENTS, WITHOUT_OPPONENT

if TYPE_CHECKING:
    import pandas as pd
    from numpy.typing import NDArray

    from chesstb.formats.trf.payments import Change
    from chesstb.formats.trf.players import Players
    from chesstb.formats.trf.records import Event

SCORINGS: Final[tuple[dict[str, float], ...]] = (
    {},
    {"bye": 0.5},
    {"bye": 0.0},
    {"win": 3.0, "draw": 1.0},
    {"win": 3.0, "draw": 1.0, "bye": 1.0},
    {"win": 3.0, "draw": 1.0, "bye": 0.0},
    {"win": 2.0, "draw": 1.0},
    {"win": 2.0, "draw": 1.0, "bye": 1.0},
)
"""What is tried, in this order, where no record says what the event pays."""

_BLACK: Final = {"1": "black_win", "=": "black_draw", "0": "black_loss",
                 "W": "black_win", "D": "black_draw", "L": "black_loss"}  # fmt: skip
_ALONE: Final = np.array([NUMBER[WITHOUT_OPPONENT.get(code, code)] for code in CODES])
_SETTLED: Final = np.array([o.paired and o.code != "X" for o in OUTCOMES])


@dataclass
class Rows:
    """The rows of results of one event; ``who`` counts the players of the file from 0.

    ``points`` is NaN where the code says what it pays.
    """

    who: NDArray[np.int64]
    round: NDArray[np.int64]
    opponent: NDArray[np.int64]
    colour: NDArray[np.int8]
    outcome: NDArray[np.int8]
    line: NDArray[np.int64]
    column: NDArray[np.int64]
    points: NDArray[np.float64]
    decision: NDArray[np.bool_]

    def at(self, who: int, round_: int) -> NDArray[np.int64]:
        """Return the row of a player and round, if there is one."""
        return np.flatnonzero((self.who == who) & (self.round == round_))

    def add(self, rows: list[tuple[int, int, str, int, int]]) -> None:
        """Add rows without opponent: player, round, code, line and column."""
        who, round_, code, line, column = (list(part) for part in zip(*rows, strict=True))
        size = len(rows)
        new: dict[str, Any] = {
            "who": who, "round": round_, "opponent": [0] * size, "colour": [-1] * size,
            "outcome": [NUMBER[c] for c in code], "line": line, "column": column,
            "points": [np.nan] * size, "decision": [False] * size,
        }  # fmt: skip
        for name, values in new.items():
            old = getattr(self, name)
            setattr(self, name, np.concatenate([old, np.array(values, dtype=old.dtype)]))


def resolved(paid: dict[str, float]) -> dict[str, float]:
    """Return all payments, those that nothing says by their defaults."""
    full: dict[str, float] = {}
    for payment, default in PAYMENTS.items():
        full[payment] = paid.get(
            payment, full[default] if default in full else float(default if default not in PAYMENTS else 0)
        )
    return full


def due(rows: Rows, paid: dict[str, float]) -> NDArray[np.float64]:
    """Return what the event pays for the code of each row."""
    full = resolved(paid)
    white = np.array([full[outcome.pays] for outcome in OUTCOMES])
    black = np.array([full[_BLACK.get(o.code, o.pays)] for o in OUTCOMES])
    code = np.where(rows.opponent > 0, rows.outcome, _ALONE[rows.outcome])
    return np.where((rows.colour == 1) & (rows.opponent > 0), black[code], white[code])


def due_of(results: pd.DataFrame, tournament: pd.Series[Any]) -> NDArray[np.float64]:
    """Return what an event pays for rows of the table of results."""
    white = np.array([tournament[outcome.pays] for outcome in OUTCOMES], dtype=float)
    black = np.array([tournament[_BLACK.get(o.code, o.pays)] for o in OUTCOMES], dtype=float)
    code = results["outcome"].cat.codes.to_numpy()
    return np.where(results["colour"].cat.codes.to_numpy() == 1, black[code], white[code])


def settle(event: Event, players: Players, rows: Rows) -> NDArray[np.float64]:
    """Find out what the event pays, apply its decisions to the rows, and compare with the points column.

    Returns the adjustment of each player; the payments go to ``event.tournament``.
    """
    _rows_for_decisions(event, players, rows)
    _unmet(event, players, rows)
    said = {name: event.tournament[name] for name in PAYMENTS if name in event.tournament}
    scorings = (said,) if said else SCORINGS
    if said and "bye" not in said and "robin" in event.tournament.get("system", ""):
        scorings = (said, said | {"bye": 0.0})  # a free round, not a bye
    judged = [_Judged(event, players, rows, paid) for paid in scorings[:1]]
    if not judged[0].fits.all() and not judged[0].accelerated.all():
        judged += [_Judged(event, players, rows, paid) for paid in scorings[1:]]
    chosen = _chosen(judged)
    learnt = {name: points for name, points in chosen.paid.items() if name not in said}
    if learnt:
        event.tournament |= learnt
        taken = ", ".join(f"{name} {points:g}" for name, points in learnt.items())
        why = "no record says what the event pays; this fits the points of the players"
        event.notes.say((int(players.line[0]), "81-84"), "", taken, why)
    chosen.report()
    rows.points = np.where(chosen.decided, chosen.points, np.nan)
    rows.decision = chosen.decided
    return chosen.adjustment


def _chosen(judged: list[_Judged]) -> _Judged:
    """Return the first scoring that fits all players, else one that fits nearly all, else the first."""
    for one in judged:
        if one.fits.all():
            return one
    best = max(judged, key=lambda one: one.fits.sum())
    other_game = best.fits.mean() >= 0.9 and "win" in best.paid and best is not judged[0]
    return best if other_game else judged[0]


class _Judged:
    """The points of an event under one scoring, against the points column."""

    def __init__(self, event: Event, players: Players, rows: Rows, paid: dict[str, float]) -> None:
        self.event, self.players, self.paid = event, players, paid
        self.points, self.decided, self.adjustment = _decide(event, players, rows, due(rows, paid))
        size = len(players.number)
        self.counted = _counted(rows)
        pending = rows.outcome == NUMBER["X"]
        inside = rows.round <= self.counted
        written = _in_lines(players, rows)
        sums = [
            np.bincount(rows.who[mask], weights=self.points[mask], minlength=size) + self.adjustment
            for mask in (inside, inside & ~pending, written, np.ones(len(inside), dtype=bool), ~pending)
        ]
        self.score = sums[0]
        unsaid = np.isnan(players.points)
        self.fits = unsaid | np.any([np.abs(total - players.points) < 1e-6 for total in sums], axis=0)

    @cached_property
    def accelerated(self) -> NDArray[np.bool_]:
        """Whose points fit when those of the acceleration are added."""
        total = self.score + acceleration(self.event, self.players, self.counted)
        fits: NDArray[np.bool_] = self.fits | np.any(np.abs(total - self.players.points) < 1e-6, axis=0)
        return fits

    def report(self) -> None:
        """Say whose points in the file are not those of his results."""
        if self.fits.all():
            return
        say, players = self.event.notes.say, self.players
        if self.accelerated.all():
            why = "the points in the file contain the points of the acceleration"
            say((int(players.line[0]), "81-84"), "acceleration", "left out", why)
            return
        for row in np.flatnonzero(~self.fits):
            say((int(players.line[row]), "81-84"), f"{players.points[row]:g}", f"{self.score[row]:g}",
                "the points are not those of the results", player=int(players.number[row]))  # fmt: skip


# ---------------------------------------------------------------- decisions


def _named(change: Change, players: Players) -> NDArray[np.bool_]:
    everyone = np.ones(len(players.number), dtype=bool)
    return np.isin(players.number, change.players) if change.players else everyone


def _counted(rows: Rows) -> int:
    """Return the last round with a result, else the last with anything."""
    settled = _SETTLED[rows.outcome] & (rows.opponent > 0)
    return int(rows.round[settled].max(initial=0)) or int(rows.round.max(initial=0))


def _in_lines(players: Players, rows: Rows) -> NDArray[np.bool_]:
    """Say which rows stand in the lines of the players; byes entered ahead may stand elsewhere."""
    width = players.there.shape[1]
    padded = np.column_stack([players.there, np.zeros(len(players.there), dtype=bool)])
    found: NDArray[np.bool_] = padded[rows.who, np.minimum(rows.round - 1, width)]
    return found


def _covered(change: Change, players: Players, rows: Rows) -> NDArray[np.bool_]:
    """Say which rows a decision changes."""
    where: NDArray[np.bool_] = _named(change, players)[rows.who] & (
        (rows.round == change.round) | (change.round == 0)
    )
    if change.kind:
        where &= np.isin(rows.outcome, [NUMBER[code] for code in CODES_299[change.kind]])
    return where


def _rows_for_decisions(event: Event, players: Players, rows: Rows) -> None:
    """Give a player whose absence, or whose round, was changed by a decision a row, if he has none.

    No decision opens a round: what lies behind the rounds announced and the rounds of the players'
    lines stays as it is; so does a round not played yet where a decision is for all players.
    """
    counted = _counted(rows)
    last = max(int(rows.round.max(initial=0)), int(event.tournament.get("rounds", 0)))
    there = np.zeros((len(players.number), last + 1), dtype=bool)
    there[rows.who, rows.round] = True
    new = []
    for change in event.changes:
        if change.kind not in ("", "Z") or not (change.kind or change.round):
            continue
        for round_ in [change.round] if change.round else range(1, counted + 1):
            if round_ <= (last if change.players else counted):
                missing = np.flatnonzero(_named(change, players) & ~there[:, round_])
                there[missing, round_] = True
                new += [(int(who), round_, "Z", change.line.number, 24) for who in missing]
    if new:
        rows.add(new)


def _unmet(event: Event, players: Players, rows: Rows) -> None:
    """Report decisions that change nothing, player by player."""
    known = set(players.number.tolist())
    for change in event.changes:
        if not change.kind and not change.round:
            met = known
        else:
            met = set(players.number[rows.who[_covered(change, players, rows)]].tolist())
        what = f"no result of kind {change.kind}" if change.kind else "nothing"
        there = f"{what} in round {change.round}" if change.round else what
        if change.players:
            why = {n: f"this player has {there}" if n in known else "this player is not in the file"
                   for n in change.players if n not in met}  # fmt: skip
            event.without_effect(change.line, 23, why)
        elif not met:
            at = (change.line.number, "5")
            event.notes.wrong(at, change.line.text[3:].strip(), "nothing", f"nobody has {there}")
            event.kept.append(change.line)


def _decide(
    event: Event, players: Players, rows: Rows, points: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.float64]]:
    """Return the points of the rows after decisions, which rows they changed, and the adjustments."""
    points = points.copy()
    decided = np.zeros(len(points), dtype=bool)
    adjustment = np.zeros(len(players.number))
    for change in sorted(event.changes, key=lambda change: change.kind == ""):
        if not change.kind and not change.round:
            adjustment[_named(change, players)] += change.value
            continue
        where = _covered(change, players, rows)
        if change.kind:
            points[where] = change.value
        else:
            points[where] += change.value
        decided |= where
    return np.round(points, 6), decided, np.round(adjustment, 6)


# ---------------------------------------------------------------- acceleration


def acceleration(event: Event, players: Players, counted: int) -> NDArray[np.float64]:
    """Return the fictitious points of the players, in the last round counted and in the next."""
    extra = np.zeros((2, len(players.number)))
    for line in event.all("XXA"):
        columns = line.columns
        number = columns[4:8].strip()
        for at, round_ in enumerate((counted, counted + 1)):
            start = 9 + 5 * (round_ - 1)
            text = columns[start : start + 4].strip().replace(",", ".")
            if number.isdecimal() and text.replace(".", "", 1).isdecimal():
                extra[at, players.number == int(number)] += float(text)
    for line in event.all("250"):
        text = f"{line.columns:<31}"
        points, bounds = (
            text[9:13].strip() or text[4:8].strip(),
            (text[14:17], text[18:21], text[22:26], text[27:31]),
        )
        if not points.replace(".", "", 1).isdecimal() or not all(b.strip().isdecimal() for b in bounds):
            continue
        first, last, low, high = (int(b) for b in bounds)
        for at, round_ in enumerate((counted, counted + 1)):
            if first <= round_ <= last:
                extra[at, (players.number >= low) & (players.number <= high)] += float(points)
    return extra
