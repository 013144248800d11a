"""Art. 10: ratings of the opponents and performances against them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from .model import Row, Table, is_forfeit, is_free, is_over_the_board, result
from .rating_tables import expected_hundredths, half_up, papi_difference, rating_difference

if TYPE_CHECKING:
    from .versions import Code

Ratings = dict[int, int]
Optional = dict[int, Fraction | None]
FORFEITS_ARE_RATED_GAMES_IN_ROUND_ROBIN = {"fide-2023", "fide-2024"}
UNPLAYED_CUT_FIRST = {"world-rapid-blitz"}


@dataclass(frozen=True)
class Game:
    """A game of the rating tie-breaks: against whom, and 1, 1/2 or 0."""

    opponent: int
    result: Fraction


def ratings_of_all(table: Table, unrated: int | None) -> Ratings | None:
    """Art. 10: nobody's ratings are used while one is missing and no value stands for it."""
    found = {}
    for i in table.players:
        rating = table.ratings[i] if table.ratings[i] is not None else unrated
        if rating is None:
            return None
        found[i] = rating
    return found


def is_rating_game(table: Table, version: str, row: Row) -> bool:
    """Over the board; in the round robins of 2023 and 2024 also forfeits (15.2)."""
    forfeits = table.round_robin and version in FORFEITS_ARE_RATED_GAMES_IN_ROUND_ROBIN
    return is_over_the_board(row) or (forfeits and is_forfeit(row))


def games(table: Table, version: str, player: int) -> list[Game]:
    """The player's games that Art. 10 looks at."""
    found = []
    for _, row in table.of(player):
        if is_rating_game(table, version, row):
            assert row["opponent"] is not None
            found.append(Game(row["opponent"], result(row)))
    return found


def mean(values: list[Fraction]) -> Fraction | None:
    """Mean, half up; of nothing undefined."""
    return half_up(sum(values, Fraction(0)) / len(values)) if values else None


# ---------------------------------------------------------------- 10.1


def average_rating(table: Table, version: str, ratings: Ratings, low: int, high: int) -> Optional:
    """Art. 10.1, cuts by 14.1: mean rating of the opponents without the lowest and the highest."""
    values: Optional = {}
    for i in table.players:
        left = sorted(ratings[game.opponent] for game in games(table, version, i))
        left = left[_low_cuts(table, version, i, low) :]
        left = left[: max(0, len(left) - high)]
        values[i] = mean([Fraction(r) for r in left])
    return values


def _low_cuts(table: Table, version: str, player: int, asked: int) -> int:
    """World Rapid and Blitz: rounds without a game are the first to be cut; a free round is no round."""
    if version not in UNPLAYED_CUT_FIRST:
        return asked
    rounds = [row for _, row in table.of(player) if not is_free(table, row)]
    without = sum(not is_rating_game(table, version, row) for row in rounds)
    return max(0, asked - without)


# ---------------------------------------------------------------- 10.2


def performance(table: Table, version: str, ratings: Ratings) -> Optional:
    """Art. 10.2, or what the program of the version takes for it."""
    readings = {
        "lichess-swiss": five_hundred,
        "lichess-broadcast": by_table_or_zero,
        "ffe-papi": papi,
    }
    reading = readings.get(version, by_table)
    return {i: reading(ratings, games(table, version, i), i) for i in table.players}


def by_table(ratings: Ratings, played: list[Game], _: int) -> Fraction | None:
    """Art. 10.2: rounded mean rating plus dp of the percentage, itself rounded half up."""
    average = mean([Fraction(ratings[g.opponent]) for g in played])
    return None if average is None else average + rating_difference(int(half_up(percentage(played))))


def percentage(played: list[Game]) -> Fraction:
    """Hundred times the score by game."""
    return 100 * sum((g.result for g in played), Fraction(0)) / len(played)


def by_table_or_zero(ratings: Ratings, played: list[Game], player: int) -> Fraction | None:
    """Lichess broadcasts: who met nobody has 0."""
    return by_table(ratings, played, player) if played else Fraction(0)


def five_hundred(ratings: Ratings, played: list[Game], _: int) -> Fraction | None:
    """Lichess: the opponent's rating, 500 more for a win, 500 less for a loss."""
    return mean([ratings[g.opponent] + 500 * (2 * g.result - 1) for g in played])


def papi(ratings: Ratings, played: list[Game], player: int) -> Fraction | None:
    """Papi: opponents at most 400 from the player, dp between the whole percentages, one rounding."""
    own = ratings[player]
    near = [Fraction(max(own - 400, min(own + 400, ratings[g.opponent]))) for g in played]
    if not near:
        return None
    return half_up(sum(near, Fraction(0)) / len(near) + papi_difference(percentage(played)))


# ---------------------------------------------------------------- 10.3


def perfect_performance(table: Table, version: str, ratings: Ratings) -> Optional:
    """Art. 10.3."""
    values: Optional = {}
    for i in table.players:
        played = games(table, version, i)
        score = sum((g.result for g in played), Fraction(0))
        perfect = lowest_sufficient([ratings[g.opponent] for g in played], score)
        values[i] = None if perfect is None else Fraction(perfect)
    return values


def lowest_sufficient(opponents: list[int], score: Fraction) -> int | None:
    """The lowest whole rating whose expected score is no less than the score made.

    With no points at all 800 below the weakest opponent.
    """
    if not opponents:
        return None
    if score == 0:
        return min(opponents) - 800
    low, high = min(opponents) - 800, max(opponents) + 800  # expects nothing; expects everything
    while high - low > 1:
        middle = (low + high) // 2
        if expected_score(middle, opponents) >= score:
            high = middle
        else:
            low = middle
    return high


def expected_score(rating: int, opponents: list[int]) -> Fraction:
    """Sum of the expected scores against these opponents."""
    return Fraction(sum(expected_hundredths(rating - r) for r in opponents), 100)


# ---------------------------------------------------------------- 10.4 to 10.6


def average_of_opponents(table: Table, version: str, theirs: Optional) -> Optional:
    """Art. 10.4, 10.5: mean performance of the opponents, one for each game."""
    values: Optional = {}
    for i in table.players:
        met = [theirs[game.opponent] for game in games(table, version, i)]
        values[i] = mean([value for value in met if value is not None])
    return values


def rating_values(table: Table, version: str, code: Code) -> Optional:
    """Any code of Art. 10 for everyone."""
    ratings = ratings_of_all(table, code.unrated)
    if ratings is None:
        return dict.fromkeys(table.players)
    if code.base == "RTNG":
        return {i: Fraction(ratings[i]) for i in table.players}
    if code.base == "ARO":
        return average_rating(table, version, ratings, code.low, code.high)
    reading = {
        "TPR": performance,
        "APRO": performance,
        "PTP": perfect_performance,
        "APPO": perfect_performance,
    }
    values = reading[code.base](table, version, ratings)
    return average_of_opponents(table, version, values) if code.base in {"APRO", "APPO"} else values
