"""Scenarios: one event many times over, each time with some results changed, as one History.

What computes runs over all scenarios at once, as over any archive.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

from chesstb import schema
from chesstb.checks import due
from chesstb.errors import DataError, message
from chesstb.lookup import only_event
from chesstb.outcomes import NUMBER
from chesstb.rows import Rows
from chesstb.tables import History

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

MOST_ROWS: Final = 2_000_000
"""Player-rounds of a batch of scenarios: some hundred megabytes."""


def scenarios(event: History, changes: pd.DataFrame, count: int) -> History:
    """Return a History of the same event many times over, each with its changes.

    Parameters
    ----------
    event : History
        One event.
    changes : pandas.DataFrame
        ``scenario`` (from 0), ``player``, ``round``, ``outcome`` (TRF code): each replaces the
        outcome of a row of results, and its points by what the event pays for it to White or Black.
        The other side of a game is a change of its own.
    count : int
        Scenarios; one without changes is the event as it is.

    Returns
    -------
    History
        ``count`` events with the keys ``"0"``, ``"1"`` and so on, without published values.

    Raises
    ------
    DataError
        The History holds several events, or a change meets no row of results or is no TRF code.

    Examples
    --------
    >>> games = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]}
    >>> drawn = pd.DataFrame({"scenario": 1, "player": [1, 2], "round": 1, "outcome": "="})
    >>> scenarios(History.from_tables(games), drawn, 2).results["points"].tolist()
    [1.0, 0.0, 0.5, 0.5]
    """
    only_event(event)
    keys = pd.CategoricalDtype([str(number) for number in range(count)])
    tables = {name: schema.empty(name, keys) for name in schema.TABLES}
    tournaments = event.tournaments.take(np.zeros(count, dtype=np.int64)).reset_index(drop=True)
    tables["tournaments"] = tournaments.assign(tournament=schema.text(keys.categories.to_numpy(dtype=object)))
    for name in ("players", "results"):
        table = getattr(event, name)[list(schema.TABLES[name])]
        size = len(table)
        repeated = table.take(np.tile(np.arange(size), count)).reset_index(drop=True)
        repeated["tournament"] = pd.Categorical.from_codes(np.repeat(np.arange(count), size), dtype=keys)
        tables[name] = repeated
    if len(changes):
        tables["results"] = _changed(event, tables["results"], changes)
    return History(**tables)


def batches(
    event: History, changes: pd.DataFrame, count: int, most: int = MOST_ROWS
) -> Iterator[tuple[range, History]]:
    """Yield the scenarios, so many at a time that memory stays bounded, and their numbers.

    See `scenarios` for the parameters; ``most`` is the number of player-rounds of a batch.
    """
    step = max(1, most // max(len(event.results), 1))
    number = changes["scenario"].to_numpy()
    for first in range(0, count, step):
        numbers = range(first, min(first + step, count))
        mine = changes[(number >= numbers.start) & (number < numbers.stop)]
        yield numbers, scenarios(event, mine.assign(scenario=mine["scenario"] - first), len(numbers))


def _changed(event: History, results: pd.DataFrame, changes: pd.DataFrame) -> pd.DataFrame:
    """Write the changes into the repeated rows of results."""
    base = rows_of(event, changes["player"].to_numpy(), changes["round"].to_numpy())
    if (base < 0).any():
        player, round_ = changes[["player", "round"]].to_numpy()[int(np.argmin(base))]
        raise DataError(message("changes", f"player {player} has no row in round {round_}"))
    row = changes["scenario"].to_numpy() * len(event.results) + base
    code = changes["outcome"].map(NUMBER)
    if code.isna().any():
        strange = changes["outcome"][code.isna()].iloc[0]
        raise DataError(message("changes", f"outcome {strange!r}", f"one of {' '.join(NUMBER)}"))
    outcome = results["outcome"].cat.codes.to_numpy().astype(np.int8)
    points, decision = (results[column].to_numpy().copy() for column in ("points", "decision"))
    outcome[row] = code.to_numpy(dtype=np.int8)
    points[row] = _paid(event, base, outcome[row])
    decision[row] = False
    codes = pd.Categorical.from_codes(outcome, dtype=schema.OUTCOME)
    return results.assign(outcome=codes, points=points, decision=decision)


def rows_of(event: History, player: NDArray[np.int64], round_: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the row in the event's results of each player and round, -1 where there is none."""
    results = event.results
    span = int(max(results["round"].max() if len(results) else 0, round_.max(initial=0))) + 1
    key = results["player"].to_numpy().astype(np.int64) * span + results["round"].to_numpy()
    wanted = player.astype(np.int64) * span + round_
    order = np.argsort(key, kind="stable")
    at = np.searchsorted(key[order], wanted)
    there = at < len(key)
    there[there] = key[order][at[there]] == wanted[there]
    found = np.full(len(wanted), -1, dtype=np.int64)
    found[there] = order[at[there]]
    return found


def _paid(event: History, base: NDArray[np.int64], outcome: NDArray[np.int8]) -> NDArray[np.float64]:
    """Return what the event pays for an outcome, each to the player of a row of its results."""
    results, nothing = event.results.iloc[base], np.zeros(len(base), dtype=np.int64)
    rows = Rows(
        event=nothing,
        player=results["player"].to_numpy(dtype=np.int64),
        round=results["round"].to_numpy(dtype=np.int64),
        opponent=nothing,
        colour=results["colour"].cat.codes.to_numpy().astype(np.int8),
        outcome=outcome,
        points=results["points"].to_numpy(),
        decision=nothing.astype(bool),
        row=nothing,
    )
    pays = {str(column): values.to_numpy() for column, values in event.tournaments.items()}
    return due(rows, pays)
