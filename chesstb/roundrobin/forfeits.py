"""Rounds left open by whoever went home from a round robin: forfeits, as the rules have it.

Russian competition rules, chapter 6 (after FIDE C.05): the games that are left are ``-`` for him and
``+`` for the opponent, or ``-`` for both where neither is there. A game without a result may as well be
one that is still to be played, so a round is changed only where it is shown that he left: he lost two
games at the end by forfeit, or the published points of an opponent come out with a forfeit only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb import schema
from chesstb.errors import DataError, message
from chesstb.outcomes import CODES
from chesstb.roundrobin.absences import PENDING, Field, there
from chesstb.roundrobin.opponents import NOBODY, UNKNOWN
from chesstb.roundrobin.progress import ENOUGH, Progress, last_of
from chesstb.tables import History

if TYPE_CHECKING:
    from chesstb.tables import Errors

LEFT: Final = "player {who} left after round {last} with {done} of {all} games completed, {half} half"
MADE: Final = "{left}: the rest are forfeits (C.05)"
REFUSED: Final = "the published points have no forfeit here, but {left} (C.05)"
UNCLEAR: Final = "who of the two was there is not known, but {left} (C.05)"
UNSHOWN: Final = (
    "no result, and no points that show a forfeit: should it be one, roundrobin.withdraw makes it (C.05)"
)


def settle_open_rounds(history: History, errors: Errors = "repair") -> tuple[History, Any]:
    """Make forfeits of the rounds that players who left a finished round robin left open.

    Parameters
    ----------
    history : History
    errors : {"repair", "strict"}
        Whether rows of repairs say what was changed, or it is an error.

    Returns
    -------
    History
        Rounds without an opponent get the one whom the schedule says. Where nothing shows that somebody
        left, the published points show that nobody was given points for a round, or nobody knows who was
        there, it stays as it is; repairs say so.
    numpy.ndarray
        Of whom it is shown that he left, (players,) bool.

    Raises
    ------
    DataError
        There is such a round, and ``errors`` is not ``"repair"``.
    """
    way = Progress.of(history)
    chosen = _concerned(way)
    shown = np.zeros(len(way.owner), dtype=bool)
    if not chosen.any():
        return history, shown
    field = Field.of(way, chosen)
    shown[field.player] = field.change.shown
    said = _said(field)
    made = said[(said["found"] != said["taken"]).to_numpy()]
    if errors != "repair" and len(made):
        first = made.iloc[0]
        where = f"{first['tournament']}, round {first['round']}, player {first['player']}"
        found, remedy = f"nothing; {first['why']}", 'Enter what it was, or read with errors="repair".'
        raise DataError(message(where, found, "a result", remedy), schema.finish(made, "repairs", None))
    tables = {name: getattr(history, name) for name in schema.TABLES}
    tables["results"] = _changed(field, field.change.made, field.change.code)
    return with_repairs(History(**tables), said), shown


def with_games_of(history: History, player: int, after_round: int) -> History:
    """Return a round robin in which open rounds of a player name the opponents whom the schedule has.

    Parameters
    ----------
    history : History
        One event.
    player : int
        Starting number.
    after_round : int
        Later rounds only, as far as the event went on.
    """
    way = Progress.of(history)
    field = Field.of(way, way.round_robin & way.over)
    mine = history.players["player"].to_numpy()[field.player] == player
    later = (field.round > after_round) & field.bare & (field.opponent != NOBODY)
    made = later & (mine[:, None] | mine[field.opponent])
    if not made.any():
        return history
    tables = {name: getattr(history, name) for name in schema.TABLES}
    tables["results"] = _changed(field, made, np.where(made, PENDING, field.code))
    return History(**tables)


def with_repairs(history: History, said: pd.DataFrame) -> History:
    """Return a History with further repairs; what is said there already is not said again."""
    if not len(said):
        return history
    more, before = schema.finish(said, "repairs", None), history.repairs
    repairs = pd.concat([before, more], ignore_index=True).drop_duplicates(ignore_index=True) if len(
        before) else more  # fmt: skip
    return History(**({name: getattr(history, name) for name in schema.TABLES} | {"repairs": repairs}))


def _concerned(way: Progress) -> Any:
    """Return the finished round robins in which somebody left rounds open, (events,)."""
    results, size = way.history.results, len(way.owner)
    outcome = results["outcome"]
    last = last_of(*there(way), size)
    later = way.regular & (way.round > last[way.row]) & way.over[way.event] & way.entered[way.row]
    is_open = np.where(way.paired, outcome == "X", (outcome == "Z").to_numpy())
    missed = np.bincount(way.row[later & (is_open | (outcome == "-").to_numpy())], minlength=size)
    left = np.bincount(way.row[later & is_open], minlength=size) > 0
    return np.bincount(way.owner, left & (missed >= ENOUGH), len(way.over)) > 0


def _said(field: Field) -> pd.DataFrame:
    """Return a row of repairs for each round that became a forfeit, or could have."""
    change, way = field.change, field.way
    player, round_ = np.nonzero(change.made | change.refused | change.unclear | change.unshown)
    gone = change.gone[player, round_]
    leaver = np.where(gone, player, field.opponent[player, round_])
    row = field.player[leaver]
    numbers = way.history.players["player"].to_numpy()
    left = [
        LEFT.format(who=who, last=last, done=done, all=games, half="less than" if few else "at least")
        for who, last, done, games, few in zip(
            numbers[row], field.last[leaver], way.completed[row], way.scheduled[row], field.few[leaver],
            strict=True,
        )
    ]  # fmt: skip
    words = np.select([change.made, change.refused, change.unclear], [0, 1, 2], 3)[player, round_]
    codes = np.array(CODES)
    return pd.DataFrame(
        {
            "column": "outcome",
            "found": codes[field.code[player, round_]],
            "taken": codes[change.code[player, round_]],
            "why": [
                (MADE, REFUSED, UNCLEAR, UNSHOWN)[w].format(left=said)
                for w, said in zip(words, left, strict=True)
            ],
            "tournament": way.history.tournaments["tournament"].to_numpy()[field.chosen[field.event[player]]],
            "player": numbers[field.player[player]],
            "round": round_ + 1,
        }
    )


def _changed(field: Field, made: Any, code: Any) -> pd.DataFrame:
    """Return the results with other outcomes, and with the opponents whom the schedule has."""
    results = field.way.history.results.copy()
    rows = field.row[made]
    numbers = field.way.history.players["player"].to_numpy()[field.player]
    outcome = results["outcome"].cat.codes.to_numpy().copy()
    outcome[rows] = code[made]
    colour, found = results["colour"].cat.codes.to_numpy().copy(), field.schedule[1][made]
    colour[rows] = np.where(found == UNKNOWN, colour[rows], found)
    opponent, points = results["opponent"].array.copy(), results["points"].to_numpy().copy()
    opponent[rows] = numbers[field.opponent[made]]
    points[rows] = field.points(code)[made]
    results["opponent"], results["points"] = opponent, points
    for column, codes, kind in (("outcome", outcome, schema.OUTCOME), ("colour", colour, schema.COLOUR)):
        results[column] = pd.Categorical.from_codes(codes, dtype=kind)
    return results
