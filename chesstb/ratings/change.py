"""Rating changes: K times the score above the expected one, over the games that count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import numpy as np
import pandas as pd

from chesstb.errors import DataError, message
from chesstb.frame import Table
from chesstb.rating_tables import expected_hundredths
from chesstb.ratings.asked import NO_EDITION, Asked, Rules, ask, is_number
from chesstb.ratings.field import UNKNOWN, YES, by_person
from chesstb.ratings.formulas import difference
from chesstb.ratings.listing import rating_column
from chesstb.schema import TEXT, nullable

if TYPE_CHECKING:
    from chesstb.ratings.facts import Given
    from chesstb.ratings.field import Bools, Field, Ints
    from chesstb.ratings.page import Edition
    from chesstb.tables import History

K_UNKNOWN: Final = "not known: K (games played so far, year of birth)"
GAMES_UNKNOWN: Final = "not known: whether all his games count"


def rating_change(
    history: History,
    rules: Rules = "in force",
    *,
    k: int | None = None,
    per: Literal["player", "game"] = "player",
    floor: float | None = None,
    players: Given = None,
    events: Given = None,
) -> pd.DataFrame:
    """Return how much every rated player wins and loses.

    Parameters
    ----------
    history, rules, floor, events
        See `rated_games`.
    k : int, optional
        The development coefficient of everybody. Default: the fact ``k`` of each player, else by the
        edition. A K for too many games is lowered where the edition says so, a given one too.
    per : {"player", "game"}
        What a row is.
    players : table or dict, optional
        See `rated_games`. For K: ``k`` itself, or ``games_played``: rated games before the event,
        ``highest_rating`` (default: the rating at the start) and the column ``birth`` of the players'
        table, which begins with the year. ``games_in_period``: other rated games of the same
        rating period (default: none).

    Returns
    -------
    pandas.DataFrame
        A row per rated player: ``tournament, player, name, rating, games`` (Int32, that count),
        ``score, expected`` (float, points), ``k`` (Int32), ``change`` (float, not rounded),
        ``new_rating`` (Int32, rounded once), ``rules, reason``: why something is not known.
        ``per="game"``: a row per game of theirs that counts: ``tournament, player, round, opponent,
        rating, opponent_rating`` (of a newcomer: his performance), ``score, expected, k, change,
        rules``.

    Raises
    ------
    RuleError, DataError
        See `rated_games`; also where K is no whole number above 0.

    Notes
    -----
    Source: FIDE Handbook B.02, of 2024 Art. 8.3. Half a point of rating is rounded away from zero.

    Examples
    --------
    >>> import chesstb as tb
    >>> games = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["=", "="]}
    >>> event = tb.History.from_tables(games, {"player": [1, 2], "rating": [2000, 1800]})
    >>> table = tb.ratings.rating_change(event, "b02-2024", k=20)
    >>> table[["player", "expected", "change", "new_rating"]]
       player  expected  change  new_rating
    0       1      0.76    -5.2        1995
    1       2      0.24     5.2        1805
    """
    if per not in ("player", "game"):
        raise DataError(message("per", repr(per), "'player' or 'game'"))
    if k is not None and not is_number(k):
        raise DataError(message("k", repr(k), "a whole number above 0, or K of each player as players="))
    asked = ask(history, rules, floor, players, events)
    counts = (asked.rated == YES) & asked.data.rated[asked.data.me]
    theirs = _opponents(asked)
    counts &= theirs > 0
    cents = _expected(asked, theirs)
    number = by_person(asked.data.me, counts, len(asked.data.rating))
    coefficient, known = _k(asked, k, number)
    table = (
        _by_game(asked, counts, theirs, cents, coefficient, known)
        if per == "game"
        else _by_player(asked, counts, cents, coefficient, known)
    )
    table.attrs["notes"] = asked.notes
    return table


def _opponents(asked: Asked) -> Ints:
    """Return the rating of each game's opponent; a newcomer's is his performance in the event, (G,)."""
    data, which = asked.data, asked.of_event[asked.data.home]
    rating = data.rating
    for number, one in enumerate(asked.judged):
        performance = one.newcomers.performance[one.person] if len(one.person) else rating
        rating = np.where((rating == 0) & (which == number), performance, rating)
    return np.asarray(rating[data.opponent])


def _expected(asked: Asked, theirs: Ints) -> Ints:
    """Return the expected score of each game in hundredths, (G,)."""
    data = asked.data
    fast = (data.events["speed"].filled("standard") != "standard")[data.event]
    mine, which = data.rating[data.me], asked.of_event[data.event]
    counted = np.zeros(data.size, dtype=np.int64)
    for number, one in enumerate(asked.judged):
        slow = difference(one.edition, "standard", mine, theirs)
        quick = difference(one.edition, "rapid", mine, theirs)
        counted = np.where(which == number, np.where(fast, quick, slow), counted)
    return expected_hundredths(counted)


# ---------------------------------------------------------------- K


def _k(asked: Asked, given: int | None, games: Ints) -> tuple[Ints, Bools]:
    """Return everybody's K and where it is known, (P,)."""
    data = asked.data
    fact = data.players["k"]
    if given is not None:
        value, known = np.full(len(games), given), np.ones(len(games), dtype=bool)
    else:
        value, known = fact.value, fact.known
    wrong = known & ((value <= 0) | (value != np.rint(value)))
    if wrong.any():
        raise DataError(message("k", f"{value[wrong][0]:g}", "a whole number above 0"))
    which = asked.of_event[data.home]
    period = games + data.players["games_in_period"].filled(0).astype(np.int64)
    for number, one in enumerate(asked.judged):
        here = which == number
        by_rule, certain = _by_rule(data, one.edition)
        value = np.where(here & ~known, by_rule, value)
        known = np.where(here & ~known, certain, known)
        most = one.edition.clauses["development"].numbers.get("most")
        if most:
            value = np.where(here, np.minimum(value, round(most) // np.maximum(period, 1)), value)
    return value.astype(np.int64), known.astype(bool)


def _by_rule(data: Field, edition: Edition) -> tuple[Ints, Bools]:
    """Return K by an edition, and where it does not hang on something that is not known, (P,)."""
    number = edition.clauses["development"].numbers
    rating = data.rating
    played = data.players["games_played"]
    highest = np.maximum(data.players["highest_rating"].filled(0), rating)
    usual = np.where(highest >= number["rating"], number["top"], number["usual"])
    new = np.where(played.known, played.value < number["games"], False)
    young, certain_age = np.zeros(len(rating), dtype=bool), np.ones(len(rating), dtype=bool)
    if "junior" in number:
        low = rating < number["junior-rating"]
        age, age_known = _age(data)
        young = low & age_known & (age <= number["age"])
        certain_age = age_known | ~low
    value = np.where(new, number["new"], np.where(young, number.get("junior", 0), usual))
    same = young & (number.get("junior") == number["new"])
    certain = new & played.known | (same | played.known) & certain_age
    return value.astype(np.int64), np.asarray(certain)


def _age(data: Field) -> tuple[Ints, Bools]:
    """Return the age that everybody reaches in the year in which his event begins, (P,)."""
    birth = data.history.players["birth"].astype("str").str.extract(r"^\s*(\d{4})", expand=False)
    year = pd.to_numeric(birth, errors="coerce").to_numpy(dtype=np.float64, na_value=np.nan)
    start = data.history.tournaments["start"].dt.year.to_numpy(dtype=np.float64, na_value=np.nan)[data.home]
    age = start - year
    return np.nan_to_num(age).astype(np.int64), ~np.isnan(age) & (year > 0)


# ---------------------------------------------------------------- tables


def _by_player(asked: Asked, counts: Bools, cents: Ints, k: Ints, known: Bools) -> pd.DataFrame:
    data, size = asked.data, len(asked.data.rating)
    players = asked.data.history.players
    games = by_person(data.me, counts, size)
    halves = by_person(data.me, np.where(counts, data.halves, 0), size)
    expected = by_person(data.me, np.where(counts, cents, 0), size)
    hundredths = k * (50 * halves - expected)
    change = np.sign(hundredths) * ((2 * np.abs(hundredths) + 100) // 200)  # half a point away from zero
    nowhere = asked.of_event[data.home] == NO_EDITION
    open_ = np.zeros(size, dtype=bool)
    open_[data.me[asked.rated == UNKNOWN]] = True
    open_ |= nowhere
    missing = open_ | (~known & (games > 0))
    out = np.flatnonzero(data.rated)
    reason = np.select([open_, missing], [0, 1], -1)[out]
    return Table(
        {
            "tournament": players["tournament"].array.take(out),
            "player": players["player"].to_numpy()[out],
            "name": players["name"].array.take(out),
            "rating": rating_column(data.rating[out]),
            "games": nullable(games[out], nowhere[out], "Int32"),
            "score": halves[out] / 2,
            "expected": expected[out] / 100,
            "k": nullable(k[out], ~known[out], "Int32"),
            "change": np.where(missing, np.nan, hundredths / 100)[out],
            "new_rating": rating_column((data.rating + change)[out], missing[out]),
            "rules": asked.names(data.home[out]),
            "reason": pd.array([GAMES_UNKNOWN, K_UNKNOWN, None], dtype=TEXT).take(reason),
        }
    )


def _by_game(asked: Asked, counts: Bools, theirs: Ints, cents: Ints, k: Ints, known: Bools) -> pd.DataFrame:
    data, results = asked.data, asked.data.history.results
    out = np.flatnonzero(counts)
    row, me = data.row[out], data.me[out]
    hundredths = k[me] * (50 * data.halves[out] - cents[out])
    return Table(
        {
            "tournament": results["tournament"].array.take(row),
            "player": results["player"].to_numpy()[row],
            "round": results["round"].to_numpy()[row],
            "opponent": results["opponent"].array.take(row),
            "rating": rating_column(data.rating[me]),
            "opponent_rating": rating_column(theirs[out]),
            "score": data.halves[out] / 2,
            "expected": cents[out] / 100,
            "k": nullable(k[me], ~known[me], "Int32"),
            "change": np.where(known[me], hundredths / 100, np.nan),
            "rules": asked.names(data.event[out]),
        }
    )
