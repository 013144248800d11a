"""What a participant is worth to its opponents: the adjusted score of each rule version."""

from __future__ import annotations

from fractions import Fraction

from .model import Table, is_over_the_board, is_requested_bye, is_voluntary_unplayed, score
from .readings import reads_as

FACE_VALUE_EVERYWHERE = {"face-value", "chess-caddy", "lichess-swiss"}
CATEGORIES = {"fide-2023", "fide-2024", "fide-2026"}
DRAW_PER_UNPLAYED_ROUND = {"fide-2009", "draw-for-unplayed", "ffe-papi", "uscf"}


def adjusted_scores(table: Table, version: str) -> dict[int, Fraction]:
    """Adjusted score of everyone.

    In a round robin every version takes scores at face value, except US Chess, whose rule 34
    is read there as in a Swiss.
    """
    version = reads_as(version)
    if version in FACE_VALUE_EVERYWHERE or (table.round_robin and version != "uscf"):
        adjust = score
    elif version in CATEGORIES:
        adjust = trailing_byes_drawn
    elif version in DRAW_PER_UNPLAYED_ROUND:
        adjust = unplayed_rounds_drawn
    else:
        raise KeyError(version)
    return {i: adjust(table, i) for i in table.players}


def last_available(table: Table, player: int) -> int:
    """Art. 16.2.3: the last round that was not a voluntary unplayed one, 0 if there is none."""
    return max((r for r, row in table.of(player) if not is_voluntary_unplayed(row)), default=0)


def trailing_byes_drawn(table: Table, player: int) -> Fraction:
    """Art. 16.3: a requested bye that only VURs follow (16.2.5) is a draw; the rest as awarded."""
    last = last_available(table, player)
    total = table.adjustment.get(player, Fraction(0))
    for r, row in table.of(player):
        total += table.draw if is_requested_bye(row) and r > last else row["points"]
    return total


def unplayed_rounds_drawn(table: Table, player: int) -> Fraction:
    """FIDE 2009, US Chess 34E1: every unplayed round is a draw, whatever was awarded for it.

    34E1 means all rounds of the section, so also the free round of an odd round robin.
    """
    total = table.adjustment.get(player, Fraction(0))
    for _, row in table.of(player):
        total += row["points"] if is_over_the_board(row) else table.draw
    return total
