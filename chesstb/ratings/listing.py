"""Which games count, and what newcomers made of an event, as tidy tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb.frame import Table
from chesstb.ratings import page
from chesstb.ratings.asked import NO_EDITION, Asked, Rules, ask
from chesstb.ratings.field import NO, UNKNOWN, YES, by_person
from chesstb.ratings.newcomers import initial
from chesstb.ratings.verdict import CASES
from chesstb.ratings.vocabulary import CLAUSES
from chesstb.schema import nullable

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.ratings.facts import Given
    from chesstb.ratings.field import Field
    from chesstb.tables import History


NOTHING_OPEN: Final = -1


def rated_games(
    history: History,
    rules: Rules = "in force",
    *,
    floor: float | None = None,
    players: Given = None,
    events: Given = None,
) -> pd.DataFrame:
    """Say of every game whether it counts for rating, and why.

    A game has two rows, one for each player: against a newcomer it may count for one of them only.

    Parameters
    ----------
    history : History
        One event or many. A column ``excepted`` of its results (yes or no) marks games that force
        majeure or a decision on fair play takes out; without it there are none.
    rules : str, pathlib.Path or Edition
        Name or alias of an edition of the rating rules (see `editions`), or the path of a page of
        your own. Default: the edition in force on the start date, the newest without one. An event
        from a time of which no edition is at hand is not judged, and says so.
    floor : float, optional
        The rating floor. Default: that of the edition and the start date.
    players : table or dict, optional
        Facts about players: a table with ``player`` (and ``tournament``, of several events), or a
        dict with one value for everybody. ``earlier_games``: games that a newcomer has from earlier
        events; ``earlier_performance``: the best performance in one of them. They may also be
        columns of the players' table.
    events : table or dict, optional
        Facts about events: a table with ``tournament``, or a dict with one value for all.
        ``national_championship``, ``women_only`` (default: by the sex of all players),
        ``scheveningen`` (default: no); ``speed``: standard, rapid or blitz (default: standard);
        ``minutes`` for 60 moves (default: enough); ``games`` of a match (default: the rounds
        announced); ``stage_of``: the name of the event of which it is a stage (default: of none);
        players are known in several stages by FIDE number, else by name.

    Returns
    -------
    pandas.DataFrame
        A row per player and game: ``tournament, player, round, opponent`` (Int32), ``outcome``,
        ``rating, opponent_rating`` (Int32, null: unrated), ``rated`` (boolean, null: not known),
        ``rules`` (the edition), ``article, reason``. Rounds without an opponent are no games.
        ``.attrs["notes"]`` says what was chosen because the call left it open.

    Raises
    ------
    RuleError
        There is no such edition.
    DataError
        A fact is about somebody who is not there, or is none.

    Notes
    -----
    Source: FIDE Handbook B.02, Art. 5 and 6 of the edition. Limits of games a day and dates of
    reports are not looked at.

    Examples
    --------
    >>> import chesstb as tb
    >>> games = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["+", "-"]}
    >>> players = {"player": [1, 2], "rating": [2100, 2000]}
    >>> table = tb.ratings.rated_games(tb.History.from_tables(games, players), rules="b02-2010")
    >>> print(table[["player", "rated", "article", "reason"]].to_string(index=False))
     player  rated article                  reason
          1  False     5.1 not played: a forfeit
          2  False     5.1 not played: a forfeit
    """
    asked = ask(history, rules, floor, players, events)
    data = asked.data
    results = history.results
    article, reason = asked.said(data.event, asked.case)
    table = Table(
        {
            "tournament": results["tournament"].array.take(data.row),
            "player": results["player"].to_numpy()[data.row],
            "round": results["round"].to_numpy()[data.row],
            "opponent": results["opponent"].array.take(data.row),
            "outcome": results["outcome"].array.take(data.row),
            "rating": rating_column(data.rating[data.me]),
            "opponent_rating": rating_column(data.rating[data.opponent]),
            "rated": boolean(asked.rated),
            "rules": asked.names(data.event),
            "article": article,
            "reason": reason,
        }
    )
    table.attrs["notes"] = asked.notes
    return table


def rating_column(rating: NDArray[Any], missing: Any = None) -> Any:
    """Return whole numbers as a column, null where there is nothing."""
    return nullable(rating, (rating == 0) if missing is None else missing, "Int32")


def boolean(state: NDArray[np.int8]) -> Any:
    """Return a column of yes and no, null where it is not known."""
    return pd.arrays.BooleanArray(state == YES, state == UNKNOWN)


def editions() -> pd.DataFrame:
    """List the editions of the rating rules: one row each, with the word that each clause takes.

    Returns
    -------
    pandas.DataFrame
        ``name, title, effective, until`` (null: still in force), ``aliases, source, notes``, then a
        column for each clause; ``not_sure`` lists the clauses of which the text was not at hand.

    Examples
    --------
    >>> editions().set_index("name").loc["b02-2010", "newcomers"]
    'qualify'
    """
    return Table(
        [
            {
                "name": one.name,
                "title": one.title,
                "effective": pd.Timestamp(one.effective),
                "until": pd.Timestamp(one.until) if one.until else pd.NaT,
                "aliases": ", ".join(one.aliases),
                "source": one.source,
                "notes": one.notes,
                **{name: one.word(name) for name in CLAUSES},
                "not_sure": ", ".join(name for name in CLAUSES if not one.clauses[name].sure),
            }
            for one in page.pages()
        ]
    )


# ---------------------------------------------------------------- newcomers


def initial_ratings(
    history: History,
    rules: Rules = "in force",
    *,
    floor: float | None = None,
    players: Given = None,
    events: Given = None,
) -> pd.DataFrame:
    """Return what every unrated player made of an event, and the rating that follows.

    Parameters
    ----------
    history, rules, floor, events
        See `rated_games`.
    players : table or dict, optional
        See `rated_games`. For the pooled rating ``earlier_games``, and if there are any,
        ``earlier_score`` and ``earlier_average`` (of the opponents' ratings): of the earlier events
        that are pooled with this one.

    Returns
    -------
    pandas.DataFrame
        A row per unrated player and event: ``tournament, player, name``, ``games`` (Int32) and
        ``score`` (float) in games against rated opponents that count, ``average`` (float) of their
        ratings, ``performance`` (Int32) in this event, ``rating`` (Int32) over this and the earlier
        events, whether it is ``published`` (boolean), ``rules, article, reason``. Null where there
        is nothing, or it is not known.

    Raises
    ------
    RuleError, DataError
        See `rated_games`.

    Notes
    -----
    Source: FIDE Handbook B.02, of 2024 Art. 7.1.4 and 8.2. In a round robin, too, the average is that
    of the rated opponents; the formula that older editions have for round robins is not applied.

    Examples
    --------
    >>> import chesstb as tb
    >>> games = {
    ...     "player": [1, 2, 1, 3, 1, 4, 1, 5, 1, 6],
    ...     "round": [1, 1, 2, 2, 3, 3, 4, 4, 5, 5],
    ...     "opponent": [2, 1, 3, 1, 4, 1, 5, 1, 6, 1],
    ...     "outcome": list("====100110"),
    ... }
    >>> ratings = {"player": [1, 2, 3, 4, 5, 6], "rating": [None, 1902, 1877, 1884, 2012, 1832]}
    >>> event = tb.History.from_tables(games, ratings)
    >>> table = tb.ratings.initial_ratings(event, "b02-2024", players={"earlier_games": 0})
    >>> table[["games", "score", "rating", "published"]]
       games  score  rating  published
    0      5    3.0    1922       True
    """
    asked = ask(history, rules, floor, players, events)
    data, out = asked.data, np.flatnonzero(~asked.data.rated)
    result = _pooled(asked)
    event = data.home[out]
    article, reason = asked.said(event, result["case"][out])
    met = result["met"][out]
    table = Table(
        {
            "tournament": history.players["tournament"].array.take(out),
            "player": history.players["player"].to_numpy()[out],
            "name": history.players["name"].array.take(out),
            "games": nullable(met, np.zeros(len(out), dtype=bool), "Int32"),
            "score": result["scored"][out] / 2,
            "average": np.where(met > 0, result["total"][out] / np.maximum(met, 1), np.nan),
            "performance": rating_column(result["performance"][out], met == 0),
            "rating": rating_column(result["rating"][out], ~result["known"][out]),
            "published": boolean(result["published"][out]),
            "rules": asked.names(event),
            "article": article,
            "reason": reason,
        }
    )
    table.attrs["notes"] = asked.notes
    return table


def _pooled(asked: Asked) -> dict[str, Any]:
    """Return for each player what counts of his games, and what it comes to with earlier events, (P,)."""
    data, size = asked.data, len(asked.data.rating)
    more = _earlier(data)
    names = ("met", "scored", "total", "performance", "rating", "published", "case")
    result: dict[str, Any] = {name: np.zeros(size, dtype=np.int64) for name in names}
    which = asked.of_event[data.home]
    for number, one in enumerate(asked.judged):
        found = _counted(asked, one.person)
        met, scored, total = found["met"], found["scored"], found["total"]
        found["performance"] = initial(one.edition, met, scored, total)
        both = (met + more["games"], scored + more["halves"], total + more["ratings"])
        found["rating"] = initial(one.edition, *both)
        games = found["counted"] + more["games"]
        found["published"], found["case"] = _published(
            one.edition, games, both[0], found["rating"], one.floor
        )
        for name in names:
            result[name] = np.where(which == number, found[name], result[name])
    open_ = _first_unknown(asked)
    said = np.where(more["known"], result["case"], CASES["earlier-games"])
    result["case"] = np.where(open_ != NOTHING_OPEN, open_, said)
    known = more["known"] & (open_ == NOTHING_OPEN)
    result["known"] = known & (result["met"] + more["games"] > 0)
    result["published"] = np.where(known, result["published"], UNKNOWN).astype(np.int8)
    return result


def _earlier(data: Field) -> dict[str, Any]:
    """Return what is known of the earlier events: games, half points, sum of ratings, (P,)."""
    games, points, average = (data.players[f"earlier_{name}"] for name in ("games", "score", "average"))
    none = games.known & (games.value == 0)
    some = games.known & points.known & average.known & ~none
    return {
        "known": none | some,
        "games": np.where(some, games.value, 0).astype(np.int64),
        "halves": np.rint(np.where(some, 2 * points.value, 0)).astype(np.int64),
        "ratings": np.rint(np.where(some, average.value * games.value, 0)).astype(np.int64),
    }


def _counted(asked: Asked, person: NDArray[np.int64]) -> dict[str, Any]:
    """Return sums over the games of each person that count, (P,)."""
    data, people = asked.data, int(person.max(initial=-1)) + 1
    mine, yes = person[data.me], asked.rated == YES
    against = yes & data.rated[data.opponent]
    sums = {
        "counted": yes,
        "met": against,
        "scored": np.where(against, data.halves, 0),
        "total": np.where(against, data.rating[data.opponent], 0),
    }
    return {name: by_person(mine, values, people)[person] for name, values in sums.items()}


def _first_unknown(asked: Asked) -> NDArray[np.int64]:
    """Return what is said of each player's first game of which nothing is known, (P,)."""
    data = asked.data
    rows = np.flatnonzero(asked.rated == UNKNOWN)[::-1]
    found = np.full(len(data.rating), NOTHING_OPEN, dtype=np.int64)
    found[data.me[rows]] = asked.case[rows]
    return np.where(asked.of_event[data.home] == NO_EDITION, CASES["no-edition"], found)


def _published(
    edition: page.Edition, games: Any, met: Any, rating: Any, floor: NDArray[np.float64]
) -> tuple[Any, Any]:
    """Return whether a rating is published, and the number of what is said of it."""
    need = edition.number("publication", "games")
    no_floor = np.isnan(floor)
    choices = [met == 0, games < need, no_floor, rating < np.nan_to_num(floor)]
    said = np.select(
        choices,
        [CASES["no-games"], CASES["too-few"], CASES["publication-floor"], CASES["below-floor"]],
        CASES["published"],
    )
    return np.select(choices, [NO, NO, UNKNOWN, NO], YES), said
