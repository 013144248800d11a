"""The elements that Buchholz and Sonneborn-Berger add up: one per round that counts."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from .adjusted import adjusted_scores
from .model import (
    Row,
    Table,
    is_forfeit,
    is_free,
    is_over_the_board,
    is_voluntary_unplayed,
    points_before,
    score,
)
from .readings import forfeits_count, reads_as


@dataclass(frozen=True)
class Element:
    """The opponent's (or dummy's) score, own points of the round, and whether it was a VUR."""

    basis: Fraction
    points: Fraction
    vur: bool = False

    @property
    def product(self) -> Fraction:
        """Contribution to Sonneborn-Berger."""
        return self.basis * self.points


@lru_cache(maxsize=8)  # only to be quick: one list asks for them many times
def elements(table: Table, version: str, *, forfeits_as_played: bool = False) -> dict[int, list[Element]]:
    """Elements of everyone, in the order of the rounds; `/P` is Art. 14's forfeits as played."""
    adjusted = adjusted_scores(table, version)
    found: dict[int, list[Element]] = {}
    for i in table.players:
        found[i] = []
        for r, row in table.of(i):
            regular = is_over_the_board(row) or (
                is_forfeit(row) and (forfeits_as_played or forfeits_count(table, version))
            )
            if regular:
                assert row["opponent"] is not None
                found[i].append(Element(adjusted[row["opponent"]], row["points"]))
            elif not is_free(table, row):
                found[i] += own_unplayed(table, version, adjusted, i, r)
    return found


def own_unplayed(
    table: Table, version: str, adjusted: dict[int, Fraction], player: int, round_: int
) -> list[Element]:
    """The element of a player's own unplayed round, if the version has one."""
    row = table.rows[player, round_]
    version = reads_as(version)
    if version == "uscf":
        return [Element(Fraction(0), row["points"])]
    if table.round_robin:
        return []
    if version in {"fide-2023", "fide-2024", "fide-2026"}:
        basis = dummy(table, version, adjusted, player, row)
        return [Element(basis, row["points"], vur=is_voluntary_unplayed(row))]
    if version == "fide-2009":
        return [Element(virtual_opponent(table, player, round_), row["points"])]
    if version == "ffe-papi":
        return [Element(papi_opponent(table, player, round_), row["points"])]
    return []


def dummy(table: Table, version: str, adjusted: dict[int, Fraction], player: int, row: Row) -> Fraction:
    """Art. 16.4: a dummy with the player's own score, since 2026 not above a cap.

    16.4.1: for a forfeit the cap is the scheduled opponent's adjusted score;
    16.4.2: for any other unplayed round it is a draw in every round.
    """
    own = score(table, player)
    if version != "fide-2026":
        return own
    if is_forfeit(row):
        assert row["opponent"] is not None
        return min(own, adjusted[row["opponent"]])
    return min(own, table.draw * table.n)


def virtual_opponent(table: Table, player: int, round_: int) -> Fraction:
    """FIDE 2009: Svon = SPR + (1 - SfPR) + 0.5 (n - R), with W for 1 and D for 0.5."""
    before = points_before(table, player, round_)
    awarded = table.rows[player, round_]["points"]
    return before + (table.win - awarded) + table.draw * (table.n - round_)


def papi_opponent(table: Table, player: int, round_: int) -> Fraction:
    """Papi: the virtual opponent, its result read from the kind of the unplayed round."""
    result = {
        "+": Fraction(0),
        "U": Fraction(0),
        "F": Fraction(0),
        "H": table.draw,
        "-": table.win,
        "Z": table.win,
    }[table.rows[player, round_]["outcome"]]
    return points_before(table, player, round_) + table.draw * (table.n - round_) + result
