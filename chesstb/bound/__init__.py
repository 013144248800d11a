"""Bounds: values as ranges where the record is incomplete."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final

import numpy as np
import pandas as pd

from chesstb.bound.cases import enumerated, plan, spreads_of_cases
from chesstb.bound.method import spreads
from chesstb.bound.orders import MOST_PLAYERS, Orders, orders
from chesstb.bound.reading import Record
from chesstb.errors import DataError, message
from chesstb.frame import Table
from chesstb.lookup import Who, player_number
from chesstb.selection import By, Call, Rules, call

if TYPE_CHECKING:
    from collections.abc import Iterable

    from chesstb.bound.spread import Spread
    from chesstb.bound.unknown import Bools, Unknown
    from chesstb.tables import History

METHODS: Final = pd.CategoricalDtype(["record", "range", "every case", "open"])
"""How a range was found; see `bounds`."""


@dataclass(frozen=True, eq=False)
class Question:
    """What a call of `bounds` was about, to ask on."""

    history: History
    wanted: Call
    record: Record


class Bounds(Table):
    """The table that `bounds` returns."""

    _metadata: ClassVar[list[str]] = ["_question"]
    _question: Question | None

    @property
    def _constructor(self) -> Any:
        return Bounds

    def orders(self, players: Iterable[Who]) -> Table:
        """Return every order of some players by the list as a whole, and whether it can come about.

        Parameters
        ----------
        players : list of int or str
            Two to six players of the only event: starting numbers, names, or parts of names.

        Returns
        -------
        Table
            A row per order, ties included: ``order`` (players by starting number, from the first to
            the last, ``>`` before who is behind, ``=`` before who is tied), ``state``, ``method``.
            ``certain``: no other order can come about. ``excluded``: it cannot come about. ``possible``:
            neither could be shown (where the method is ``every case``: it does come about in some case).

        Raises
        ------
        DataError
            The History holds several events, a player is not found, or there are not two to six.

        Notes
        -----
        Methods: ``every case``, see `bounds`; ``shared scores``: what an opponent of two or more of the
        players is worth is tried at every value that it may have, while what concerns one of them alone
        stays a range; ``ranges``: all ranges are taken for independent of each other, since no opponent
        of unknown worth is shared, or there are too many. Criterion by criterion, two players whose
        ranges are apart are in a certain order; while they overlap, the rest of the list may decide.

        Examples
        --------
        >>> import chesstb as tb
        >>> games = {"player": [1, 2, 3, 4], "round": [1] * 4, "opponent": [2, 1, 4, 3], "outcome": [*"10XX"]}
        >>> found = tb.bounds(tb.History.from_tables(games), by="PTS", rules="fide-2026", until=1)
        >>> found.orders([1, 2])
          order     state      method
        0  1 > 2   certain  every case
        1  2 > 1  excluded  every case
        2  1 = 2  excluded  every case
        """
        numbers, found = self._ordered(players)
        order = np.argsort(found.rank, axis=1, kind="stable")
        behind = np.diff(np.take_along_axis(found.rank, order, axis=1), axis=1) > 0
        texts = np.array([str(number) for number in numbers], dtype=object)[order]
        words = texts[:, 0]
        for position in range(1, len(numbers)):
            words = (
                words + np.where(behind[:, position - 1], " > ", " = ").astype(object) + texts[:, position]
            )
        ties = found.rank.max(axis=1)
        sequence = np.lexsort((*found.rank.T[::-1], -ties, ~found.possible))
        table = {"order": words, "state": _states(found.possible), "method": found.method}
        return Table(pd.DataFrame(table).iloc[sequence].reset_index(drop=True))

    def pairs(self, players: Iterable[Who]) -> Table:
        """Return for each two of some players whether the first may be ahead, tied, behind.

        Parameters
        ----------
        players : list of int or str
            See `orders`.

        Returns
        -------
        Table
            A row per pair: ``player, other`` (starting numbers), ``ahead``, ``tied``, ``behind``, each
            ``certain``, ``possible`` or ``excluded`` (see `orders`), and ``method``.

        Raises
        ------
        DataError
            See `orders`.

        Examples
        --------
        >>> import chesstb as tb
        >>> games = {"player": [1, 2, 3, 4], "round": [1] * 4, "opponent": [2, 1, 4, 3], "outcome": [*"1=XX"]}
        >>> games["outcome"][:2] = "1", "0"
        >>> found = tb.bounds(tb.History.from_tables(games), by="PTS", rules="fide-2026", until=1)
        >>> found.pairs([1, 2, 3])
           player  other    ahead      tied    behind      method
        0       1      2  certain  excluded  excluded  every case
        1       1      3 possible  possible  excluded  every case
        2       2      3 excluded  possible  possible  every case
        """
        numbers, found = self._ordered(players)
        pairs = np.array(found.pairs)
        columns: dict[str, Any] = {"player": numbers[pairs[:, 0]], "other": numbers[pairs[:, 1]]}
        states = np.stack([_states(relation) for relation in found.relations])
        columns |= {name: states[:, k] for k, name in enumerate(("ahead", "tied", "behind"))}
        return Table(columns | {"method": found.method})

    def _ordered(self, players: Iterable[Who]) -> tuple[Any, Orders]:
        """Return the starting numbers of some players, and their orders."""
        asking = getattr(self, "_question", None)
        if asking is None:
            raise DataError(message("", "a table that was put together from others", "what bounds returned"))
        history = asking.history
        numbers = np.array([player_number(history, who) for who in players], dtype=np.int64)
        if not 2 <= len(numbers) <= MOST_PLAYERS or len(np.unique(numbers)) < len(numbers):
            found = f"players {', '.join(str(number) for number in numbers) or 'none'}"
            raise DataError(message("", found, f"2 to {MOST_PLAYERS} different players"))
        (unknown,) = asking.record.unknowns(asking.wanted.kind)
        who = np.searchsorted(unknown.grid.player, numbers)
        return numbers, orders(unknown, asking.wanted.asked_of(unknown.grid, history), who)


def _states(possible: Bools) -> Any:
    """Return certain, possible or excluded of each of several, one of which comes about."""
    only = possible & (possible.sum() == 1)
    return np.where(only, "certain", np.where(possible, "possible", "excluded")).astype(object)


def bounds(
    event: History, by: By = None, rules: Rules = "in force", *, scores: Any = None, until: int | None = None
) -> Bounds:
    """Return the range in which each value lies, whatever the unknown rounds turn out to be.

    Whatever happens, the value lies between ``low`` and ``high``, both included: a range may be wider
    than need be, never narrower than the truth.

    Parameters
    ----------
    event : History
        One event or many.
    by, rules
        See `standings`.
    scores : table, optional
        What is known of final scores from elsewhere: ``player``, ``low``, ``high`` (points of the
        final standings, everything awarded included), and ``tournament`` where there are several
        events. Of players in it, a round without a row is unknown; of all others it is an absence, as
        everywhere. The optional column ``unplayed`` says how many of those rounds the player did not
        play over the board, at most (0: he is known to have played them all; nothing: no limit).
    until : int, optional
        The round after which values are meant. Default: the last announced.

    Returns
    -------
    Bounds
        ``tournament, player, name, criterion, low, high`` (floats) and ``method``, a row per player
        and criterion. The ends are equal where the value is certain. NaN: there is no value in any
        case; where there is one in some cases only, the range covers those. `Bounds.orders` says
        which orders of some players are possible.

    Raises
    ------
    CriterionError, RuleError
        See `standings`.
    DataError
        ``until`` is no round; ``scores`` lacks a column, names a player who is not there, or
        contradicts the record.

    Notes
    -----
    *What is unknown, and what it may become.* A game without a result (``X``) may end in any result
    that the event pays for: a win, a draw, a loss on both sides, ½-0, a forfeit of one or both. A
    round behind the last one counted in which a player has no row may bring any opponent of the
    event, any colour, any of those results, or any bye. The same goes for the missing rows of
    players in ``scores``; in their events opponents may also be players who are not listed, but
    nobody who is not listed ends up tied with one who is. Points awarded by decision are not foreseen.

    *Methods.* ``record``: what is on record settles the value. ``every case``: no round of the event
    is unpaired and at most 5000 cases are left; all were computed, so both ends occur, for any
    tie-break. ``range``: every unknown round is taken as a game, as unplayed by the player's own
    doing, or as unplayed otherwise (all combinations, up to four unknown rounds of a player; beyond
    that the widest). With that fixed, values rise with every score, point and rating that is unknown,
    so the lowest of each give ``low`` and the highest ``high``. What cuts look at may be unknown,
    too: then every contribution that could be the one to go is considered. Unknown scores are taken
    for independent of each other (that two opponents play each other is not used), so an end need not
    occur. ``open``: nothing can be said beyond
    what holds of anybody, such as a place from 1 to the number of those who may be tied; among
    them tie-breaks of your own where anything in the event is unknown, and direct encounter unless it
    is certain who is tied and no unknown game is among them.

    Examples
    --------
    >>> import chesstb as tb
    >>> games = {
    ...     "player": [1, 2, 3, 1, 2, 3],
    ...     "round": [1, 1, 1, 2, 2, 2],
    ...     "opponent": [2, 1, None, 3, None, 1],
    ...     "outcome": ["1", "0", "U", "X", "U", "X"],
    ... }
    >>> event = tb.History.from_tables(games)
    >>> found = tb.bounds(event, by="PTS BH", rules="fide-2026", until=2)
    >>> found[["player", "criterion", "low", "high", "method"]]
       player criterion  low  high      method
    0       1       PTS  1.0   2.0  every case
    1       1        BH  2.0   3.0  every case
    2       2       PTS  1.0   1.0      record
    3       2        BH  2.0   3.0  every case
    4       3       PTS  1.0   2.0  every case
    5       3        BH  2.0   3.0  every case
    """
    wanted = call(event, by, rules)
    record = Record(event, scores, until)
    players = len(event.players)
    ends = {name: np.full((2, players), np.nan) for name in wanted.columns}
    methods = {name: np.full(players, -1, dtype=np.int8) for name in wanted.columns}
    for unknown in record.unknowns(wanted.kind):
        asked = wanted.asked_of(unknown.grid, event)
        found, every = _ranges(unknown, asked)
        for item, spread in zip(asked, found, strict=True):
            name, row = item.criterion.text, unknown.grid.row
            ends[name][:, row] = spread.low, spread.high
            methods[name][row] = np.select([spread.settled, every, spread.open], [0, 2, 3], default=1)
    table = _table(event, wanted.columns, ends, methods)
    table._question = Question(event, wanted, record)  # noqa: SLF001 - its own
    table.attrs["notes"] = wanted.notes
    return table


def _ranges(unknown: Unknown, asked: list[Any]) -> tuple[list[Spread], Bools]:
    """Return the range of every criterion, and whose event was completed in every way."""
    found = spreads(unknown, asked)
    planned = plan(unknown)
    every = enumerated(planned)
    if every.any():
        exact = spreads_of_cases(unknown, asked, planned)
        found = [wide.but(every, narrow) for wide, narrow in zip(found, exact, strict=True)]
    return found, every


def _table(history: History, columns: list[str], ends: Any, methods: Any) -> Bounds:
    """Return the tidy table, ordered by tournament, player and criterion."""
    players = history.players
    size, times = len(players), len(columns)
    row = np.repeat(np.arange(size), times)
    asked = np.stack([methods[name] for name in columns], axis=1).ravel() >= 0
    parts = {
        "low": np.stack([ends[name][0] for name in columns], axis=1).ravel(),
        "high": np.stack([ends[name][1] for name in columns], axis=1).ravel(),
        "method": np.stack([methods[name] for name in columns], axis=1).ravel(),
    }
    method = pd.Categorical.from_codes(parts["method"][asked], dtype=METHODS)
    return Bounds(
        {
            "tournament": players["tournament"].array.take(row[asked]),
            "player": players["player"].to_numpy()[row[asked]],
            "name": players["name"].array.take(row[asked]),
            "criterion": pd.array(np.tile(np.array(columns, dtype=object), size)[asked], dtype="str"),
            "low": parts["low"][asked],
            "high": parts["high"][asked],
            "method": method,
        }
    )
