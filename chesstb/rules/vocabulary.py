"""The closed vocabulary of rule pages: every clause, and the words that it may take."""

from __future__ import annotations

from typing import Final

CLAUSES: Final[dict[str, dict[str, str]]] = {
    "opponents-unplayed": {
        "as-awarded": "an opponent's unplayed rounds count what he was awarded for them",
        "draw-each": "each unplayed round of an opponent counts as a draw",
        "draw-once-gone": "an opponent's requested byes count as draws once he is gone for good",
    },
    "own-unplayed": {
        "virtual-opponent": "a virtual opponent: score before the round, rest of its result, then draws",
        "virtual-opponent-by-kind": "a virtual opponent whose result in the round follows from its kind",
        "own-score": "a dummy opponent with the player's own final score",
        "own-score-capped": "a dummy opponent with the player's own score, capped",
        "zero-opponent": "an opponent with no points",
        "nothing": "nothing",
    },
    "lowest-cut": {
        "lowest": "the lowest goes first",
        "smallest-value": "the smallest contribution goes first, whoever the opponent was",
        "voluntary-first": "voluntary unplayed rounds go first, unless the lowest contributes more",
    },
    "cut-count": {
        "as-asked": "as many as the modifier says",
        "by-rounds": "one, two or three by the number of rounds (up to 7, up to 12, more)",
        "by-own-score": "of a plus score the lowest, of a minus score the highest, of an even score both",
        "both-ends": "the lowest and the highest, two of each from nine rounds on",
    },
    "forfeits-own-record": {
        "played": "forfeits are games",
        "loss-unplayed": "forfeit losses are unplayed, and a game must have been played over the board",
        "unplayed": "forfeits are unplayed",
    },
    "forfeits-results": {
        "played": "forfeits are games",
        "unplayed": "forfeits are unplayed",
    },
    "forfeits-ratings": {
        "played": "forfeits are games",
        "unplayed": "forfeits are unplayed",
    },
    "forfeits-encounter": {
        "played": "forfeits are games",
        "unplayed": "forfeits are unplayed",
    },
    "encounter-unmet": {
        "undecided": "a direct encounter decides only where all have met",
        "whatever-happens": "who stays ahead whatever the missing games give is ranked",
    },
}
"""Clause to word to its meaning."""

SECTIONS: Final = ("swiss", "round-robin")
"""A page reads Swiss tournaments and round robins by the same clauses, each in its own section."""

VARIANTS: Final[dict[str, dict[str, str]]] = {
    "ARO": {
        "unplayed-cut-first": "low cuts are used up by rounds without a game before any rating is cut",
    },
    "TPR": {
        "plus-minus-500": "mean of the opponents' ratings, 500 more for a win, 500 less for a loss",
        "clamped": "ratings at most 400 from the player's own, differences interpolated between percents",
        "zero-for-nobody": "by the table; 0 without a game",
    },
    "KS": {
        "most-games": "the limit is half of what the most games of anybody could have given",
    },
    "SBH": {
        "all-paired": "over all scheduled opponents, forfeits included",
    },
    "KASHDAN": {
        "two-for-unplayed": "an unplayed round counts as a draw",
        "result-for-unplayed": "an unplayed round counts as the result that it stands for",
    },
}
"""Tie-break to the variants in which a page may define it (``reads``); without one it is the usual."""
