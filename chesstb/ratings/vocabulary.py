"""The closed vocabulary of the editions of the rating rules: clauses, their words, what is said of a game."""

from __future__ import annotations

from typing import Final

CLAUSES: Final[dict[str, dict[str, str]]] = {
    "unplayed": {
        "both-moved": "a game counts where both sides made a move",
        "both-moved-unless-excepted": "a game counts where both sides made a move, unless force majeure or "
        "a decision on fair play takes it out",
    },
    "rate-of-play": {
        "by-rating": "the higher rated of the two asks for a minimum of minutes for 60 moves",
        "unsaid": "nothing that is looked at here",
    },
    "wide-gap": {
        "not-rated-in-rapid": "in rapid and blitz a wide gap to one of the highest rated is not rated",
        "rated": "rated as any other game",
    },
    "decided-match": {
        "not-rated": "games of a match of fixed length are not rated once it is decided",
    },
    "match": {
        "both-rated": "a match is rated only if both players are",
        "at-most-one-unrated": "a match is rated if at least one of the players is",
    },
    "composition": {
        "third-and-minima": "a round robin needs a third of rated players, and small ones a minimum",
        "any": "a round robin may have any field",
    },
    "scheveningen": {
        "at-most-one-unrated": "a Scheveningen event with more than one unrated player is not rated",
        "any": "a Scheveningen event is a team event like any other",
    },
    "stages": {
        "together": "preliminary and final stages that are named as one are one event",
        "each-alone": "every event stands for itself",
    },
    "first-event": {
        "half-or-less": "a newcomer with half a point or less, and all results against him, are ignored",
        "half-or-less-unless-earlier": "the same in the first event, unless he had a performance that counts",
        "nothing-at-first": "a newcomer without a point in the first event is ignored",
    },
    "round-robin-games": {
        "all-unless-unplayed": "all games of a round robin count; if one was not played, those of a Swiss",
        "as-swiss": "a round robin counts like a Swiss",
    },
    "newcomers": {
        "qualify": "games against rated opponents count where they are enough",
        "pooled": "games against rated opponents count, enough or not; they are pooled",
    },
    "rated-players": {
        "rated-opponents": "games against rated opponents count",
        "rated-and-qualifying": "games against rated opponents count, and against newcomers who qualify",
    },
    "initial": {
        "step-above-half": "average of the rated opponents; above half, points for each half point, "
        "below half, the difference of table 8.1.1",
        "two-draws": "average of the rated opponents and two imagined ones, drawn against, and the "
        "difference of table 8.1.1",
    },
    "publication": {
        "enough-games": "published once enough games are together and the rating reaches the floor",
    },
    "difference": {
        "limited": "a rating difference counts at most as much as the limit",
        "limited-below-top": "the same, but for the highest rated the full difference counts",
    },
    "rapid-difference": {
        "limited": "a rating difference counts at most as much as the limit",
    },
    "development": {
        "by-games-and-rating": "K by the number of games and the highest rating",
        "by-games-rating-and-age": "K by the number of games, the highest rating, and age",
    },
}
"""Clause to word to its meaning."""

NUMBERS: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("rate-of-play", "by-rating"): ("top", "top-minutes", "high", "high-minutes", "low-minutes"),
    ("wide-gap", "not-rated-in-rapid"): ("gap", "above"),
    ("composition", "third-and-minima"): (
        "one-in", "small", "small-rated", "double", "double-rated", "championship", "championship-women",
    ),
    ("first-event", "half-or-less"): ("score",),
    ("first-event", "half-or-less-unless-earlier"): ("score",),
    ("first-event", "nothing-at-first"): ("score",),
    ("newcomers", "qualify"): ("games", "score", "performance"),
    ("initial", "step-above-half"): ("step",),
    ("initial", "two-draws"): ("imagined", "maximum"),
    ("publication", "enough-games"): ("games",),
    ("difference", "limited"): ("limit",),
    ("difference", "limited-below-top"): ("limit", "top"),
    ("rapid-difference", "limited"): ("limit",),
    ("development", "by-games-and-rating"): ("new", "usual", "top", "games", "rating"),
    ("development", "by-games-rating-and-age"): (
        "new", "usual", "top", "games", "rating", "junior", "age", "junior-rating", "most",
    ),
}  # fmt: skip
"""Clause and word to the numbers that a page gives with them; other words have none."""

SAID: Final[dict[str, tuple[str, str]]] = {
    "forfeit": ("unplayed", "not played: a forfeit"),
    "no-move": ("unplayed", "not played: not both sides made a move"),
    "pending": ("unplayed", "not known: the game has no result yet"),
    "excepted": ("unplayed", "taken out: force majeure or a decision on fair play"),
    "too-fast": ("rate-of-play", "less than the minimum of minutes for these ratings"),
    "gap": ("wide-gap", "rapid or blitz, {gap:g} or more apart, one above {above:g}"),
    "decided": ("decided-match", "the match was decided before"),
    "length": ("decided-match", "not known: how many games the match was to have"),
    "match": ("match", "a match with an unrated player"),
    "match-two": ("match", "a match of two unrated players"),
    "third": ("composition", "fewer than one in {one-in:g} of the round robin's players are rated"),
    "small": ("composition", "fewer than {small-rated:g} rated in a round robin of fewer than {small:g}"),
    "double": (
        "composition",
        "a double round robin with unrated players, fewer than {double:g} in all or {double-rated:g} rated",
    ),
    "championship": ("composition", "not known: whether it is a national championship"),
    "women": ("composition", "not known: whether the national championship is for women only"),
    "scheveningen": ("scheveningen", "a Scheveningen event with more than one unrated player"),
    "ignored": ("first-event", "a newcomer with no more than {score:g} points is ignored"),
    "first": ("first-event", "not known: whether it is the newcomer's first event that counts"),
    "open": ("first-event", "not known: the newcomer has a game without a result yet"),
    "waiting": ("newcomers", "not known: the newcomer has a game without a result yet"),
    "both-unrated": ("newcomers", "neither player is rated"),
    "few-games": ("newcomers", "the newcomer met fewer than {games:g} rated opponents"),
    "few-points": ("newcomers", "the newcomer scored less than {score:g} against rated opponents"),
    "low": ("newcomers", "the newcomer's performance is below the rating floor"),
    "floor": ("newcomers", "not known: the rating floor of that time"),
    "qualified": ("newcomers", "against a rated opponent, by a newcomer who qualifies"),
    "earlier": ("first-event", "against a rated opponent, by a newcomer with an earlier performance"),
    "pooled": ("newcomers", "against a rated opponent; the results of several events are pooled"),
    "rated": ("rated-players", "both players are rated"),
    "unrated": ("rated-players", "the opponent is not rated"),
    "not-qualified": ("rated-players", "the opponent is not rated, and does not qualify"),
    "not-known": ("rated-players", "not known: whether the unrated opponent qualifies"),
    "newcomer": ("rated-players", "the opponent is a newcomer who qualifies"),
    "round-robin": ("round-robin-games", "a round robin in which all games were played"),
    "unplayed-game": ("round-robin-games", "not known: whether all games of the round robin will be played"),
    "published": ("publication", "at least {games:g} games, and not below the rating floor"),
    "too-few": ("publication", "fewer than {games:g} games so far"),
    "below-floor": ("publication", "below the rating floor"),
    "publication-floor": ("publication", "not known: the rating floor of that time"),
    "earlier-games": ("publication", "not known: games, score and opponents of earlier events"),
    "no-games": ("publication", "no game that counts"),
    "no-edition": ("", "not known: no edition of the rules is at hand for the start of the event"),
}
"""What is said of a game: the clause that it follows from, and the sentence."""
