"""What a call means by "the event" and by a player: found, or said to be ambiguous."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from chesstb.errors import DataError, message, nearest

if TYPE_CHECKING:
    import pandas as pd

    from chesstb.tables import History

Who = int | str
"""A player: his starting number, his name, or a part of the name that no other player has."""


def check_history(history: Any) -> None:
    """Say what was expected where a call is given something else than a History.

    Raises
    ------
    DataError
        It is none.
    """
    if not hasattr(history, "tournaments"):
        found = f"a {type(history).__name__} is no History"
        remedy = "Read a file with chesstb.read, or build one with chesstb.History.from_tables."
        raise DataError(message("", found, remedy=remedy))


def only_event(history: History) -> str:
    """Return the key of the only event.

    Raises
    ------
    DataError
        There are several, or none.
    """
    check_history(history)
    events = history.events
    if len(events) == 1:
        return events[0]
    shown = ", ".join(repr(key) for key in events[:5]) + (", ..." if len(events) > 5 else "")
    remedy = f"Choose one: history[{events[0]!r}]; there are {shown}." if events else ""
    raise DataError(message("", f"a History of {len(events)} events", "one event", remedy))


def player_number(history: History, who: Who) -> int:
    """Return the starting number of a player of the only event.

    Raises
    ------
    DataError
        There is no such player, or the part of a name fits several.
    """
    only_event(history)
    return number_among(history.players["player"], history.players["name"], who)


def number_among(players: pd.Series[Any], given: pd.Series[Any], who: Who) -> int:
    """Return the starting number of a player among numbers and names, each player once.

    Raises
    ------
    DataError
        See `player_number`.
    """
    numbers = players.to_numpy()
    if not isinstance(who, int | np.integer | str):
        raise DataError(message("", f"{who!r} names no player", "a starting number or a name"))
    if not len(numbers):
        raise DataError(
            message("", "an event without players", remedy="Give it results or a list of players.")
        )
    if not isinstance(who, str) or who.strip().isdecimal():
        if int(who) in numbers:
            return int(who)
        expected = f"a starting number from {numbers.min()} to {numbers.max()}"
        raise DataError(message("", f"no player has the number {int(who)}", expected))
    names = given.fillna("").str.casefold()
    wanted = who.strip().casefold()
    found = numbers[(names == wanted).to_numpy()]
    if not len(found):
        found = numbers[names.str.contains(wanted, regex=False).to_numpy()]
    if len(found) == 1:
        return int(found[0])
    if len(found):
        several = ", ".join(str(number) for number in found[:5])
        raise DataError(message("", f"{who!r} fits {len(found)} players ({several})", "a starting number"))
    known = given.dropna()
    if not len(known):
        expected = f"a starting number from {numbers.min()} to {numbers.max()}: no player here has a name"
        raise DataError(message("", f"no player is called {who!r}", expected))
    raise DataError(message("", f"no player is called {who!r}", remedy=nearest(who, known.head(20))))
