"""Players who withdraw, or are excluded: what of their games counts.

Russian competition rules, chapter 6 (after FIDE C.05): in a round robin, whoever completed less than
half of his games is taken out of the standings, his games stay in the crosstable and for rating; from
half on they count, and the rest are forfeits. In a Swiss the points stay, later rounds are zero-point
byes. Forfeits are no completed games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb import schema
from chesstb.errors import DataError, message
from chesstb.lookup import only_event, player_number
from chesstb.roundrobin.forfeits import settle_open_rounds, with_games_of, with_repairs
from chesstb.roundrobin.progress import COMPLETED, SYSTEMS, completed
from chesstb.tables import History

if TYPE_CHECKING:
    from chesstb.lookup import Who
    from chesstb.tables import Errors

WHY: Final = "withdrawn with {done} of {all} games completed, less than half: they count for nobody (C.05)"


def withdraw(history: History, player: Who, after_round: int) -> History:
    """Take a player out of an event after a round, as the rules have it.

    Parameters
    ----------
    history : History
        One event.
    player : int or str
        Starting number, or name.
    after_round : int
        The last round that he was there for; 0: he never came.

    Returns
    -------
    History
        A new one. In a round robin his later games are forfeits (``-`` for him, ``+`` for the
        opponent; ``-`` for both where the opponent forfeits, too), and where he completed less than
        half of the games scheduled for him he is ``excluded``: his games stay on record, and count
        for nobody's score or tie-break. In a Swiss later rounds are zero-point byes; one that is
        paired already is a forfeit. Points set by a decision stay.

    Raises
    ------
    DataError
        There is no such player or round, or he played in a later one.

    Notes
    -----
    Less than half means strictly less; both cycles of a double round robin count. A round robin
    whose later rounds are not yet on record has as many games as its table; such rounds stay open.
    Of one that went on to its end, rounds without an opponent get the one whom the schedule says.

    Examples
    --------
    >>> import chesstb as tb
    >>> games = {
    ...     "round": [1, 1, 2, 2, 3, 3],
    ...     "player": [1, 2, 1, 3, 2, 3],
    ...     "opponent": [2, 1, 3, 1, 3, 2],
    ...     "outcome": ["1", "0", "X", "X", "=", "="],
    ... }
    >>> event = tb.History.from_tables(games, tournaments={"system": ["round-robin"]})
    >>> left = tb.roundrobin.withdraw(event, 1, after_round=1)
    >>> left.results.query("player == 1")["outcome"].tolist(), left.players["excluded"].tolist()
    (['1', '-', 'Z'], [False, False, False])
    """
    only_event(history)
    number = player_number(history, player)
    last = int(history.results["round"].max()) if len(history.results) else 0
    whole = isinstance(after_round, int | np.integer) and not isinstance(after_round, bool)
    if not whole or not 0 <= after_round <= last:
        raise DataError(message("", f"after_round={after_round!r}", f"a round from 0 to {last}"))
    _later_games(history.results, number, int(after_round))
    round_robin = history.tournaments["system"].iloc[0] in SYSTEMS
    if round_robin:
        history = with_games_of(history, number, int(after_round))
    results = _left(history, number, int(after_round))
    changed = _replaced(history, results=results)
    return excluding(changed, _too_few(changed, [number])) if round_robin else changed


def _later_games(results: pd.DataFrame, number: int, after_round: int) -> None:
    mine = results[(results["player"] == number) & (results["round"] > after_round)]
    played = mine[mine["outcome"].isin(COMPLETED)]
    if len(played):
        found = f"player {number} has a game in round {played['round'].min()}"
        raise DataError(message("", found, f"none after round {after_round}, after which he is to be gone"))


def _left(history: History, number: int, after_round: int) -> pd.DataFrame:
    """Return the results with everything behind the round lost by forfeit, or a zero-point bye."""
    results, pays = history.results.copy(), history.tournaments.iloc[0]
    later = (results["round"] > after_round).to_numpy()
    paired = results["opponent"].notna().to_numpy()
    own = later & (results["player"] == number).to_numpy()
    theirs = later & (results["opponent"] == number).fillna(value=False).to_numpy(dtype=bool)
    theirs &= results["outcome"].isin(["X", "+"]).to_numpy()
    settled = results["decision"].to_numpy()
    for rows, code, points in (
        (own & paired, "-", pays["forfeit_loss"]),
        (own & ~paired, "Z", pays["zero_bye"]),
        (theirs, "+", pays["forfeit_win"]),
    ):
        results.loc[rows, "outcome"] = code
        results.loc[rows & ~settled, "points"] = points
    return results


def _too_few(history: History, numbers: list[int] | None = None, shown: Any = None) -> Any:
    """Return the index of these, or of those shown to have left, who completed less than half."""
    table = completed(history)
    if numbers is not None:
        chosen = history.players.loc[table.index, "player"].isin(numbers)
    else:
        chosen = table["gone"] & table["forfeited"] | pd.Series(shown, history.players.index)[table.index]
    chosen &= ~history.players.loc[table.index, "excluded"]
    return table.index[chosen & (2 * table["completed"] < table["scheduled"])]


def excluding(history: History, index: Any) -> History:
    """Return a History in which these rows of players are excluded; repairs say so."""
    if not len(index):
        return history
    players = history.players.copy()
    players.loc[index, "excluded"] = True
    table = completed(history).loc[index]
    said = pd.DataFrame(
        {
            "column": "excluded", "found": "", "taken": "excluded",
            "why": [WHY.format(done=done, all=scheduled) for done, scheduled in
                    zip(table["completed"], table["scheduled"], strict=True)],
            "tournament": players.loc[index, "tournament"].astype("str").array,
            "player": players.loc[index, "player"].array,
        }
    )  # fmt: skip
    return with_repairs(_replaced(history, players=players), said)


def settle_withdrawn(history: History, errors: Errors = "repair") -> History:
    """Treat everybody who left a finished round robin as the rules have it.

    Rounds that he left open become forfeits (see `settle_open_rounds`), and whoever completed less than
    half of his games is excluded. He left where he missed two rounds or more after the last that he was
    there for, by a game or a forfeit won, and these are forfeits or published points show it; whoever
    came late and played on did not leave, and while games of others are open nobody did. Repairs say
    whom it concerns.
    """
    if not history.tournaments["system"].isin(SYSTEMS).any():
        return history
    history, shown = settle_open_rounds(history, errors)
    return excluding(history, _too_few(history, shown=shown))


def _replaced(history: History, **tables: pd.DataFrame) -> History:
    return History(**{name: getattr(history, name) for name in schema.TABLES} | tables)
