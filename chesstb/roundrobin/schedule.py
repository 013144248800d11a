"""Does a round robin follow the Berger table, up to renumbering? Deviations as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb.frame import Table
from chesstb.lookup import check_history
from chesstb.roundrobin.numbering import Events, Fit, begins, best, events_of, spans

if TYPE_CHECKING:
    from chesstb.tables import History

Ints = Any


def check_schedule(history: History) -> Table:
    """Compare the pairings of round robins with the Berger table, up to renumbering.

    Parameters
    ----------
    history : History
        One event or many; only those whose system is a round robin are looked at.

    Returns
    -------
    Table
        A row per deviation: ``tournament, kind, round, white, black`` (starting numbers),
        ``expected``. Kinds: ``another schedule`` (fewer than half of the games fit the numbering that
        fits best), ``colours exchanged`` (most games have the colours of the table the other way
        round), ``another round`` and ``wrong colour`` (of an event that does follow the table), ``met
        too often``, ``met too seldom`` (of an event of which all rounds are on record; round and
        colours are null). ``.attrs["summary"]`` has a row per event: ``tournament, players, cycles, games,
        fitting, colours, renumbered, swapped, exchanged``; ``.attrs["numbers"]`` each player's number.

    Raises
    ------
    DataError
        No event is a round robin.

    Notes
    -----
    FIDE C.05 Annex 1. A second cycle has the colours reversed, with or without the recommended
    exchange of the last two rounds of the first.

    Examples
    --------
    >>> import chesstb as tb
    >>> games = tb.roundrobin.berger(4)
    >>> white = games.set_axis(["round", "board", "player", "opponent"], axis=1).assign(colour="w")
    >>> black = games.set_axis(["round", "board", "opponent", "player"], axis=1).assign(colour="b")
    >>> rows = pd.concat([white, black]).drop(columns="board").assign(outcome="=")
    >>> event = tb.History.from_tables(rows, tournaments={"system": ["round-robin"]})
    >>> len(check_schedule(event))
    0
    """
    check_history(history)
    events = events_of(history)
    fit = best(events)
    fitting = np.bincount(events.event, fit.in_round, len(events.size)).astype(int)
    follows = 2 * fitting >= events.games
    rows = [
        _whole(events, ~follows, "another schedule", "the Berger table"),
        _whole(events, follows & fit.exchanged, "colours exchanged", "the colours of the table"),
    ]
    rows += [_games(events, fit, follows), _pairs(events)]
    table = Table(pd.concat(rows, ignore_index=True))
    order = {kind: place for place, kind in enumerate(KINDS)}
    table = table.sort_values(
        ["tournament", "kind", "round", "white"], key=lambda column: column.map(order).fillna(0)
        if column.name == "kind" else column, kind="stable", ignore_index=True,
    )  # fmt: skip
    table.attrs["numbers"] = _numbers(events, fit)
    table.attrs["summary"] = _summary(events, fit, fitting)
    return table


KINDS: Final = (
    "another schedule",
    "colours exchanged",
    "another round",
    "wrong colour",
    "met too often",
    "met too seldom",
)


# ---------------------------------------------------------------- deviations


def _rows(events: Events, event: Ints, kind: str, **columns: Any) -> pd.DataFrame:
    blank = pd.array([None] * len(event), dtype="Int32")
    shown = {"round": blank, "white": blank, "black": blank} | columns
    return pd.DataFrame(
        {"tournament": events.key[event], "kind": kind}
        | {name: pd.array(shown[name], dtype="Int32") for name in ("round", "white", "black")}
        | {"expected": pd.array(np.asarray(shown["expected"], dtype=object), dtype="str")},
        index=range(len(event)),
    ).astype({"tournament": "str", "kind": "str"})


def _whole(events: Events, concerned: Any, kind: str, expected: str) -> pd.DataFrame:
    """Return a row for each event of which something is true as a whole."""
    event = np.flatnonzero(concerned)
    return _rows(events, event, kind, expected=[expected] * len(event))


def _games(events: Events, fit: Fit, follows: Any) -> pd.DataFrame:
    """Return the games of events that follow the table which stand elsewhere or have other colours."""
    parts = []
    followed = follows[events.event]
    start = events.first[events.event]
    white, black = events.player[start + events.white], events.player[start + events.black]
    for kind, wrong in (("another round", ~fit.in_round), ("wrong colour", fit.in_round & ~fit.colour)):
        rows = np.flatnonzero(followed & wrong)
        due = fit.due[rows].astype(str)
        said = np.char.add("round ", due) if kind == "another round" else np.char.add(
            black[rows].astype(str), " has White")  # fmt: skip
        parts.append(
            _rows(events, events.event[rows], kind, round=events.round[rows], white=white[rows],
                  black=black[rows], expected=said)
        )  # fmt: skip
    return pd.concat(parts, ignore_index=True)


def _pairs(events: Events) -> pd.DataFrame:
    """Return the pairs that met more often than there are cycles, or less often once all is played."""
    cells = events.size**2
    start = begins(cells)
    low, high = np.minimum(events.white, events.black), np.maximum(events.white, events.black)
    met = np.bincount(
        start[events.event] + low * events.size[events.event] + high, minlength=int(cells.sum())
    )
    event = np.repeat(np.arange(len(cells)), cells)
    one, other = np.divmod(spans(np.zeros(len(cells), dtype=int), cells), np.repeat(events.size, cells))
    pair = one < other
    complete = events.last >= events.cycles * (events.even - 1)
    parts = []
    for kind, wrong in (
        ("met too often", met > events.cycles[event]),
        ("met too seldom", (met < events.cycles[event]) & complete[event]),
    ):
        rows = np.flatnonzero(pair & wrong)
        wanted = events.cycles[event[rows]]
        said = np.char.add(wanted.astype(str), np.where(wanted == 1, " game, not ", " games, not "))
        said = np.char.add(said, met[rows].astype(str))
        begin = events.first[event[rows]]
        parts.append(
            _rows(events, event[rows], kind, white=events.player[begin + one[rows]],
                  black=events.player[begin + other[rows]], expected=said)
        )  # fmt: skip
    return pd.concat(parts, ignore_index=True)


def _numbers(events: Events, fit: Fit) -> Table:
    key = np.repeat(events.key, events.size)
    return Table({"tournament": key, "player": events.player, "number": fit.number})


def _summary(events: Events, fit: Fit, fitting: Ints) -> Table:
    local = np.arange(len(fit.number)) - np.repeat(events.first[:-1], events.size) + 1
    changed = np.bincount(
        np.repeat(np.arange(len(events.size)), events.size), fit.number != local, len(events.size)
    )
    colours = np.bincount(events.event, fit.in_round & fit.colour, len(events.size)).astype(int)
    return Table(
        {
            "tournament": events.key, "players": events.size, "cycles": events.cycles, "games": events.games,
            "fitting": fitting, "colours": colours, "renumbered": changed > 0, "swapped": fit.swapped,
            "exchanged": fit.exchanged,
        }
    )  # fmt: skip
