"""Art. 7: tie-breaks from a participant's own record, and the points themselves."""

from __future__ import annotations

from fractions import Fraction

from .model import (
    Row,
    Table,
    is_forfeit,
    is_free,
    is_over_the_board,
    is_requested_bye,
    is_won,
    result,
    score,
)

ALL_FORFEITS_REGULAR_IN_ROUND_ROBIN = {"fide-2023", "fide-2024"}
HALF = Fraction(1, 2)


def forfeits_are_games(table: Table, version: str) -> bool:
    """Art. 15.2 of 2023 and 2024: in a round robin forfeits are regular games everywhere.

    The 2026 text excepts Art. 7 (a forfeit loss is unplayed, WON BPG BWG need the board).
    """
    return table.round_robin and version in ALL_FORFEITS_REGULAR_IN_ROUND_ROBIN


def is_game(table: Table, version: str, row: Row) -> bool:
    """A game in the sense of Art. 7."""
    return is_over_the_board(row) or (is_forfeit(row) and forfeits_are_games(table, version))


def pts(table: Table) -> dict[int, Fraction]:
    """Score in the standings."""
    return {i: score(table, i) for i in table.players}


def win(table: Table) -> dict[int, Fraction]:
    """Art. 7.1: rounds in which at least as many points as for a win were awarded."""
    return {i: Fraction(sum(row["points"] >= table.win for _, row in table.of(i))) for i in table.players}


def won(table: Table, version: str) -> dict[int, Fraction]:
    """Art. 7.2: games won over the board."""
    return {i: Fraction(sum(_is_win(table, version, row) for _, row in table.of(i))) for i in table.players}


def _is_win(table: Table, version: str, row: Row) -> bool:
    return is_won(row) or (row["outcome"] == "+" and forfeits_are_games(table, version))


def bpg(table: Table, version: str) -> dict[int, Fraction]:
    """Art. 7.3: games played with Black."""
    return {
        i: Fraction(sum(is_game(table, version, row) and row["colour"] == "b" for _, row in table.of(i)))
        for i in table.players
    }


def bwg(table: Table, version: str) -> dict[int, Fraction]:
    """Art. 7.4: games won with Black."""
    return {
        i: Fraction(sum(_is_win(table, version, row) and row["colour"] == "b" for _, row in table.of(i)))
        for i in table.players
    }


def rep(table: Table, version: str) -> dict[int, Fraction]:
    """Art. 7.6: rounds minus half-point byes, zero-point byes and forfeit losses."""
    return {
        i: Fraction(table.n - sum(_elected_out(table, version, row) for _, row in table.of(i)))
        for i in table.players
    }


def _elected_out(table: Table, version: str, row: Row) -> bool:
    if row["outcome"] == "-":
        return not forfeits_are_games(table, version)
    return is_requested_bye(row) and not is_free(table, row)


def progressive(table: Table, version: str, cut: int = 0) -> dict[int, Fraction]:
    """Art. 7.5: sum of the running scores; Cut-k leaves out those after rounds 1..k (14.1).

    Lichess broadcasts leave out the k smallest.
    """
    values = {}
    for i in table.players:
        running = running_scores(table, i)
        if version == "lichess-broadcast":
            running.sort()
        values[i] = sum(running[cut:], Fraction(0))
    return values


def running_scores(table: Table, player: int) -> list[Fraction]:
    """Points after round 1, 2, 3 ... ; no adjustment without a round is in them."""
    running = []
    total = Fraction(0)
    for _, row in table.of(player):
        total += row["points"]
        running.append(total)
    return running


def standard(table: Table) -> dict[int, Fraction]:
    """Art. 7.7: 1 for outscoring the scheduled opponent, 1/2 for equal points.

    Without an opponent the draw takes the opponent's place. A pending game is 1/2 each.
    """
    return {
        i: sum((_standard_round(table, r, row) for r, row in table.of(i)), Fraction(0)) for i in table.players
    }


def _standard_round(table: Table, round_: int, row: Row) -> Fraction:
    if row["outcome"] == "X":
        return HALF
    opponent = row["opponent"]
    other = table.draw if opponent is None else table.rows[opponent, round_]["points"]
    if row["points"] > other:
        return Fraction(1)
    return HALF if row["points"] == other else Fraction(0)


def arranz(table: Table, version: str) -> dict[int, Fraction]:
    """Arranz system: 1 a win, a draw 0.6 with Black and 0.4 with White, 0 a loss; byes nothing."""
    return {
        i: sum(
            (_arranz_game(row) for _, row in table.of(i) if is_game(table, version, row)),
            Fraction(0),
        )
        for i in table.players
    }


def _arranz_game(row: Row) -> Fraction:
    if result(row) != HALF:
        return result(row)
    return {"b": Fraction(6, 10), "w": Fraction(4, 10)}.get(row["colour"] or "", HALF)


def tpn(table: Table) -> dict[int, Fraction]:
    """Art. 7.8: the pairing number."""
    return {i: Fraction(i) for i in table.players}
