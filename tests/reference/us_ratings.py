"""US Chess 34E10 and 34E11: the opposition's performance and its ratings."""

from __future__ import annotations

from fractions import Fraction

from .model import Row, Table, is_over_the_board, result
from .rating_tables import half_up

DIGITS = 6


def _mean(values: list[Fraction]) -> Fraction | None:
    return sum(values, Fraction(0)) / len(values) if values else None


def _six_digits(exact: Fraction | None) -> Fraction | None:
    return None if exact is None else half_up(exact, DIGITS)


def _games(table: Table, player: int) -> list[tuple[int, Row]]:
    """Opponent and row of every game over the board."""
    return [
        (row["opponent"], row)
        for _, row in table.of(player)
        if is_over_the_board(row) and row["opponent"] is not None
    ]


def performance(table: Table, player: int) -> Fraction | None:
    """34E10: per game against a rated opponent that rating, 400 more for a win, 400 less for a loss."""
    games = [(table.ratings[j], row) for j, row in _games(table, player)]
    return _mean([rating + 400 * (2 * result(row) - 1) for rating, row in games if rating is not None])


def opposition_performance(table: Table) -> dict[int, Fraction | None]:
    """34E10: mean performance of the opponents, without those who have none."""
    values: dict[int, Fraction | None] = {}
    theirs = {i: performance(table, i) for i in table.players}
    for i in table.players:
        met = [theirs[j] for j, _ in _games(table, i)]
        values[i] = _six_digits(_mean([value for value in met if value is not None]))
    return values


def average_opposition(table: Table, unrated: int | None) -> dict[int, Fraction | None]:
    """34E11: mean rating of the rated opponents; a value given for the unrated takes them in."""
    values: dict[int, Fraction | None] = {}
    for i in table.players:
        met = [table.ratings[j] if table.ratings[j] is not None else unrated for j, _ in _games(table, i)]
        values[i] = _six_digits(_mean([Fraction(rating) for rating in met if rating is not None]))
    return values
