"""The official tables at work on arrays: expected scores and performances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb.errors import DataError, message, nearest
from chesstb.frame import Table
from chesstb.lookup import check_history
from chesstb.rating_tables import expected_hundredths, half_up, rating_difference
from chesstb.ratings import page
from chesstb.ratings.facts import SPEEDS
from chesstb.ratings.field import by_person, field
from chesstb.ratings.listing import rating_column
from chesstb.rules import IN_FORCE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.ratings.asked import Rules
    from chesstb.ratings.field import Ints
    from chesstb.ratings.page import Edition
    from chesstb.tables import History

CLAUSE: Final = {"standard": "difference", "rapid": "rapid-difference", "blitz": "rapid-difference"}
"""Speed to the clause that limits differences."""


def expected_score(rating: Any, opponent: Any, rules: Rules = "in force", speed: str = "standard") -> Any:
    """Return the score that is expected of a player in a game, by table 8.1.2.

    Parameters
    ----------
    rating, opponent : number or array of numbers
        Ratings of the player and of the opponent; they are broadcast against each other.
    rules : str, pathlib.Path or Edition
        The edition that says how far a difference counts (see `editions`). Default: the newest.
    speed : {"standard", "rapid", "blitz"}
        The limit of a rating difference may depend on it.

    Returns
    -------
    float or numpy.ndarray of float64
        In points, in whole hundredths; NaN where a rating is missing.

    Raises
    ------
    DataError
        A rating is no number, or there is no such speed.
    RuleError
        There is no such edition.

    Notes
    -----
    Source: FIDE Handbook B.02, Art. 8.1.2 and 8.3.1. Since October 2025 the expected scores of both
    sides need not add up to 1: for a player rated 2650 or more the full difference counts.

    Examples
    --------
    >>> expected_score([2000, 2700], [1500, 2200], rules="b02-2025").tolist()
    [0.92, 0.96]
    """
    edition = page.pages()[-1] if str(rules).strip().lower() == IN_FORCE else page.edition(rules)
    if speed not in SPEEDS:
        raise DataError(message("speed", repr(speed), remedy=nearest(str(speed), SPEEDS)))
    mine, theirs = np.broadcast_arrays(_numbers(rating, "rating"), _numbers(opponent, "opponent"))
    known = ~(np.isnan(mine) | np.isnan(theirs))
    whole = [np.rint(np.where(known, side, 0)).astype(np.int64) for side in (mine, theirs)]
    found = np.where(known, expected_hundredths(difference(edition, speed, *whole)) / 100, np.nan)
    return found if found.ndim else float(found)


def difference(edition: Edition, speed: str, mine: Ints, theirs: Ints) -> Ints:
    """Return the rating differences as far as they count."""
    clause = CLAUSE[speed]
    limit = round(edition.number(clause, "limit"))
    full = mine - theirs
    limited = np.clip(full, -limit, limit)
    if edition.word(clause) == "limited":
        return np.asarray(limited)
    return np.where(mine >= edition.number(clause, "top"), full, limited)


def _numbers(values: Any, what: str) -> NDArray[np.float64]:
    """Return numbers as floats of the same shape, NaN for nothing."""
    given = np.asarray(values)
    try:
        found = pd.array(given.ravel(), dtype="Float64").to_numpy(dtype=np.float64, na_value=np.nan)
    except (ValueError, TypeError) as error:
        raise DataError(message(what, repr(values), "numbers")) from error
    return np.asarray(found.reshape(given.shape))


def performance_rating(average: Any, score: Any, games: Any) -> Any:
    """Return the performance that a score is worth, by table 8.1.1.

    Parameters
    ----------
    average : number or array of numbers
        Average rating of the opponents; it is rounded half up first.
    score : number or array of numbers
        Points by the results 1, ½ and 0.
    games : int or array of int
        Number of games.

    Returns
    -------
    float or numpy.ndarray of float64
        A whole number, NaN without a game.

    Raises
    ------
    DataError
        Something is no number, or a score is impossible.

    Notes
    -----
    Source: FIDE Handbook B.02, Art. 8.1.1, and B.01, Art. 1.4.7 to 1.4.9.

    Examples
    --------
    >>> performance_rating([1940, 1940], [3.5, 0], 5).tolist()
    [2089.0, 1140.0]
    """
    mean, points, count = np.broadcast_arrays(
        _numbers(average, "average"), _numbers(score, "score"), _numbers(games, "games")
    )
    known = ~(np.isnan(mean) | np.isnan(points) | np.isnan(count)) & (count != 0)
    halves, number = np.where(known, 2 * points, 0), np.where(known, count, 1)
    wrong = (halves < 0) | (halves > 2 * number) | (halves != np.rint(halves)) | (number != np.rint(number))
    if wrong.any():
        where = np.flatnonzero(wrong.ravel())[0]
        found = f"{points.ravel()[where]:g} points out of {count.ravel()[where]:g} games"
        raise DataError(message("score", found, "whole and half points, at most one a game"))
    dp = rating_difference(halves.astype(np.int64), number.astype(np.int64))
    worth = np.where(known, np.floor(np.where(known, mean, 0) + 0.5) + dp, np.nan)
    return worth if worth.ndim else float(worth)


def performance(history: History) -> pd.DataFrame:
    """Return every player's performance against the rated opponents that he met.

    Parameters
    ----------
    history : History
        One event or many.

    Returns
    -------
    pandas.DataFrame
        A row per player: ``tournament, player, name, rating`` (Int32), ``games`` (int32) over the
        board against rated opponents, ``score`` (float) by their results, ``average`` (float) of
        the opponents' ratings, ``performance`` (Int32): the rounded average and the difference of
        table 8.1.1. Null without such a game. Games of under a move are games here, games without a
        result yet are not.

    Notes
    -----
    Source: FIDE Handbook B.01, Art. 1.4.8, and C.07, Art. 10.2; opponents without a rating are left out.

    Examples
    --------
    >>> import chesstb as tb
    >>> games = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["=", "="]}
    >>> event = tb.History.from_tables(games, {"player": [1, 2], "rating": [2100, None]})
    >>> tb.ratings.performance(event)[["player", "games", "performance"]]
       player  games  performance
    0       1      0         <NA>
    1       2      1         2100
    """
    check_history(history)
    data = field(history)
    size = len(data.rating)
    met = data.moved_at_all & data.rated[data.opponent]
    games = by_person(data.me, met, size)
    halves = by_person(data.me, np.where(met, data.halves, 0), size)
    total = by_person(data.me, np.where(met, data.rating[data.opponent], 0), size)
    some = np.maximum(games, 1)
    found = half_up(total, some) + rating_difference(halves, some)
    players = history.players
    return Table(
        {
            "tournament": players["tournament"].array,
            "player": players["player"].to_numpy(),
            "name": players["name"].array,
            "rating": players["rating"].array,
            "games": games.astype(np.int32),
            "score": halves / 2,
            "average": np.where(games > 0, total / some, np.nan),
            "performance": rating_column(found, games == 0),
        }
    )
