"""Which games count for rating, and what they are worth: FIDE's rating rules (Handbook B.02).

::

    import chesstb as tb

    event = tb.read("data/small/round-robin-of-five.trf")
    tb.ratings.rated_games(event, rules="b02-2010")
    tb.ratings.rating_change(event, k=20)
    tb.ratings.initial_ratings(event, players={"earlier_games": 0})
    tb.ratings.performance(event)
    tb.ratings.expected_score(2000, [1500, 1800, 2100])
    tb.ratings.editions()

An edition of the rules is one page of data, as with tie-breaks. What the rules ask for and a
crosstable does not say (a newcomer's earlier games, a national championship, K) is given as facts
about players and events; where a fact is missing that decides, the row says so instead of guessing.
"""

from chesstb.ratings.change import rating_change
from chesstb.ratings.formulas import expected_score, performance, performance_rating
from chesstb.ratings.listing import editions, initial_ratings, rated_games
from chesstb.ratings.page import Edition, edition

__all__ = [
    "Edition",
    "edition",
    "editions",
    "expected_score",
    "initial_ratings",
    "performance",
    "performance_rating",
    "rated_games",
    "rating_change",
]
