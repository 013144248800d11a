"""A tournament as plain dicts, and the few facts about it that every tie-break asks for.

Nothing here comes from the package under test: the reference is a second reading of the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from collections.abc import Iterator

ROUND_ROBINS = {"round-robin", "double-round-robin", "match", "team-round-robin"}

PLAYED = {"1", "=", "0", "W", "D", "L"}
PENDING = {"X"}
FORFEITS = {"+", "-"}
PAY_OF_OUTCOME = {
    "1": "win",
    "W": "win",
    "=": "draw",
    "D": "draw",
    "0": "loss",
    "L": "loss",
    "+": "forfeit_win",
    "-": "forfeit_loss",
    "U": "bye",
    "F": "full_bye",
    "H": "half_bye",
    "Z": "zero_bye",
    "X": "pending",
}


class Row(TypedDict):
    """One player in one round."""

    opponent: int | None
    colour: str | None
    outcome: str
    points: Fraction


ABSENT: Row = {"opponent": None, "colour": None, "outcome": "Z", "points": Fraction(0)}

STRUCK: Row = {"opponent": None, "colour": None, "outcome": "Z", "points": Fraction(0)}
"""A game of somebody who withdrew from a round robin before half of his games: it is nothing."""


@dataclass(frozen=True)
class Event:
    """A tournament as recorded: rows may be missing, rounds may lie in the future."""

    system: str
    announced: int | None
    pay: dict[str, Fraction]
    players: list[int]
    adjustment: dict[int, Fraction]
    rows: dict[tuple[int, int], Row]
    ratings: dict[int, int | None] = field(default_factory=dict)  # None and missing: unrated
    excluded: frozenset[int] = frozenset()


@dataclass(frozen=True, eq=False)
class Table:
    """What one standings list is computed from: rounds 1..n, every absence filled in."""

    round_robin: bool
    n: int
    announced: int
    pay: dict[str, Fraction]
    players: list[int]
    adjustment: dict[int, Fraction]
    rows: dict[tuple[int, int], Row]
    ratings: dict[int, int | None]
    odd: bool

    @property
    def rounds(self) -> range:
        """The rounds that count."""
        return range(1, self.n + 1)

    @property
    def win(self) -> Fraction:
        """W of the rules."""
        return self.pay["win"]

    @property
    def draw(self) -> Fraction:
        """D of the rules."""
        return self.pay["draw"]

    def of(self, player: int) -> Iterator[tuple[int, Row]]:
        """The player's rounds in order."""
        return ((r, self.rows[player, r]) for r in self.rounds)


def rounds_in_data(event: Event) -> int:
    """The last round with any row at all."""
    return max((r for _, r in event.rows), default=0)


def rounds_counted(event: Event, after: int | None) -> int:
    """Rounds n of a list: as asked, else up to the last round with a result of a pairing.

    A half-point bye entered in advance and pairings still without results do not make a round. An
    event that ends before the round asked for stands as at its end.
    """
    if after is not None and after <= rounds_in_data(event):
        return after
    with_result = [r for (_, r), row in event.rows.items() if row["outcome"] in PLAYED | FORFEITS]
    return max(with_result) if with_result else rounds_in_data(event)


def announced_rounds(event: Event) -> int:
    """Rounds the tournament was announced with; never fewer than it has."""
    return max(event.announced or 0, rounds_in_data(event))


def table(event: Event, after: int | None = None) -> Table:
    """Cut the event after a round and fill every missing row with an absence."""
    n = rounds_counted(event, after)
    absent = ABSENT | {"points": event.pay["zero_bye"]}
    out = withdrawn(event, n)
    players = [i for i in event.players if i not in out]
    rows = {(i, r): event.rows.get((i, r), absent) for i in players for r in range(1, n + 1)}
    for key, row in rows.items():
        if row["opponent"] in out:
            rows[key] = STRUCK
    return Table(
        round_robin=event.system in ROUND_ROBINS,
        n=n,
        announced=announced_rounds(event),
        pay=event.pay,
        players=players,
        adjustment=event.adjustment,
        rows=rows,
        ratings={i: event.ratings.get(i) for i in players},
        odd=len([i for i in event.players if i not in event.excluded or was_paired(event, i)]) % 2 == 1,
    )


def withdrawn(event: Event, n: int) -> set[int]:
    """Excluded players, but for those who still played after round n: they were in the event then."""
    still = {i for (i, r), row in event.rows.items() if r > n and row["outcome"] in PLAYED}
    return set(event.excluded) - still


def was_paired(event: Event, player: int) -> bool:
    """Whether a player was ever in the draw, as far as the rows tell."""
    return any(i == player and row["opponent"] is not None for (i, _), row in event.rows.items())


def is_over_the_board(row: Row) -> bool:
    """A game both sides started (1 = 0, W D L); a pending game counts as a drawn one."""
    return row["outcome"] in PLAYED | PENDING


def is_forfeit(row: Row) -> bool:
    """Forfeit win or forfeit loss: an opponent was scheduled, no game was started."""
    return row["outcome"] in FORFEITS


def is_won(row: Row) -> bool:
    """A game won over the board, rated or not."""
    return row["outcome"] in {"1", "W"}


def result(row: Row) -> Fraction:
    """1, 1/2, 0 by the code of a game or forfeit, whatever the event pays; pending is drawn."""
    if row["outcome"] in {"1", "W", "+"}:
        return Fraction(1)
    return Fraction(1, 2) if row["outcome"] in {"=", "D", "X"} else Fraction(0)


def is_requested_bye(row: Row) -> bool:
    """RB: half-point or zero-point bye, absences included (Art. 16.1)."""
    return row["outcome"] in {"H", "Z"}


def is_voluntary_unplayed(row: Row) -> bool:
    """VUR: requested bye or forfeit loss (Art. 16.1)."""
    return is_requested_bye(row) or row["outcome"] == "-"


def is_free(table: Table, row: Row) -> bool:
    """The round without opponent that an odd round robin gives everyone: no round at all."""
    return row is STRUCK or (table.round_robin and table.odd and row["opponent"] is None)


def score(table: Table, player: int) -> Fraction:
    """Points of the standings: all points awarded and the adjustment without a round."""
    awarded = sum((row["points"] for _, row in table.of(player)), Fraction(0))
    return awarded + table.adjustment.get(player, Fraction(0))


def points_before(table: Table, player: int, round_: int) -> Fraction:
    """SPR: points awarded in the rounds before this one."""
    return sum((row["points"] for r, row in table.of(player) if r < round_), Fraction(0))


@lru_cache(maxsize=8)  # only to be quick: one list asks for it many times
def last_round_drawn(table: Table) -> Table:
    """Art. 8.3: every paired game of the final round becomes a draw, forfeits included.

    While the announced final round is not among the rounds counted, nothing changes.
    """
    if table.n < table.announced:
        return table
    drawn = {
        (i, r): Row(opponent=row["opponent"], colour=row["colour"], outcome="=", points=table.draw)
        for (i, r), row in table.rows.items()
        if r == table.n and row["opponent"] is not None
    }
    return replace(table, rows=table.rows | drawn)
