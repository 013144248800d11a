"""Direct encounter: the games among those still tied (C.07 Art. 6).

A group procedure: it is called with all tied groups of all events at once, and works on the pairs
of tied players that met. Each pass parts every group that it can; the parts start afresh.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from chesstb import unplayed
from chesstb.contribution import Contributions, Reason, Values, told
from chesstb.ranking import places_within, refine
from chesstb.tiebreak.registry import tiebreak

if TYPE_CHECKING:
    from collections.abc import Callable

    from chesstb.grid import Bools, Grid
    from chesstb.rules import Reading

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Encounters:
    """The pairs of tied players that met, each from both sides.

    Attributes
    ----------
    player, opponent : (pairs,)
        Rows of the Grid.
    points : (pairs,)
        Average of the player's points in the games of the pair, in ``parts`` of a unit.
    parts : int
        Parts of a unit in which all averages are whole.
    """

    player: Ints
    opponent: Ints
    points: Ints
    parts: int


@dataclass(frozen=True, eq=False)
class Record:
    """Each player's encounters within his group: points, players not met, size of the group."""

    points: Ints
    unmet: Ints
    size: Ints


def encounters(grid: Grid, reading: Reading, groups: Ints) -> Encounters:
    """Return the pairs within groups, repeated games averaged (6.1.2)."""
    games = unplayed.games(grid, reading, "encounter")
    player, round_ = np.nonzero(games & (grid.of_opponent(groups) == groups[:, None]))
    opponent = grid.opponent[player, round_].astype(np.int64)
    pair, index, times = np.unique(player * len(groups) + opponent, return_inverse=True, return_counts=True)
    total = np.zeros(len(pair), dtype=np.int64)
    np.add.at(total, index, grid.points[player, round_])
    parts = int(np.lcm.reduce(np.unique(times))) if len(times) else 1
    return Encounters(pair // len(groups), pair % len(groups), total * (parts // times), parts)


def _record(met: Encounters, groups: Ints) -> Record:
    """Sum up the encounters of players who share a group."""
    within = groups[met.player] == groups[met.opponent]
    points, faced = np.zeros(len(groups), dtype=np.int64), np.zeros(len(groups), dtype=np.int64)
    np.add.at(points, met.player[within], met.points[within])
    np.add.at(faced, met.player[within], 1)
    size = np.bincount(groups)[groups]
    return Record(points, size - 1 - faced, size)


# ---------------------------------------------------------------- where not all have met


def _undecided(record: Record, groups: Ints, win: Ints) -> Ints:
    """Leave the group tied."""
    return np.zeros(len(groups), dtype=np.int64)


def _whatever_happens(record: Record, groups: Ints, win: Ints) -> Ints:
    """Rank who stays ahead whatever the missing games give (6.3); the rest share the place behind them.

    A candidate loses all his missing games, a rival wins all of his. Only the one with the best
    outlook can be ahead of every other, so one look along that order finds all who are ranked.
    """
    outlook = record.points + win * record.unmet
    order = np.lexsort((-outlook, groups))
    group = groups[order]
    same_as_next = group[:-1] == group[1:]
    ahead = same_as_next & (record.points[order[:-1]] > outlook[order[1:]])
    starts = np.flatnonzero(np.diff(group, prepend=-1))
    position = np.arange(len(order)) - np.repeat(starts, np.diff(starts, append=len(order)))
    stopped = np.append(~ahead & same_as_next, False)
    first_stop = np.full(len(order), len(order))
    np.minimum.at(first_stop, group, np.where(stopped, position, len(order)))
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.minimum(position, first_stop[group])
    return rank


ENCOUNTER_UNMET: Final[dict[str, Callable[[Record, Ints, Ints], Ints]]] = {
    "undecided": _undecided,
    "whatever-happens": _whatever_happens,
}
"""Word of the clause ``encounter-unmet`` to function: rank within each group, 0 first, (P,)."""


# ---------------------------------------------------------------- the procedure


def direct_encounter_values(grid: Grid, reading: Reading, groups: Ints) -> Values:
    """Return the order within each tied group, from 1; undefined where nobody is tied (6.1 to 6.3)."""
    tied = np.bincount(groups)[groups] > 1
    parts = groups
    met = encounters(grid, reading, groups)
    unmet_rule = ENCOUNTER_UNMET[reading.word("encounter-unmet")]
    win = grid.win[:, 0].astype(np.int64) * met.parts
    settled = ~tied
    while not settled.all():
        record = _record(met, parts)
        complete = _all_of(record.unmet == 0, parts)
        rank = np.where(complete, -record.points, unmet_rule(record, parts, win))
        finer = refine(parts, Values(np.where(settled, 0, rank), 1), higher_wins=False)
        size = np.bincount(finer)[finer]
        settled = settled | (size == 1) | (size == record.size)
        parts = finer
    return places_within(groups, parts)


def _all_of(true: Bools, groups: Ints) -> Bools:
    """Say of each player whether it is true of his whole group."""
    whole = np.ones(len(groups), dtype=bool)
    np.logical_and.at(whole, groups, true)
    return whole[groups]


@tiebreak(
    "DE",
    title="Direct encounter",
    says="order by the games among those still tied, from 1 in each tied group",
    counted="points against a tied player, repeated games averaged",
    uncounted="not a game among the tied",
    modifiers="P",
    higher_wins=False,
    among_tied=True,
    ranks=direct_encounter_values,
    way="encounter",
)
def direct_encounter(grid: Grid, reading: Reading, groups: Ints) -> Contributions:
    """The mini-crosstable: points against those tied with the player, repeated games averaged."""
    among = grid.paired & (grid.of_opponent(groups) == groups[:, None])
    within: Any = among & unplayed.games(grid, reading, "encounter")
    player, round_ = np.nonzero(within)
    pair = player * len(groups) + grid.opponent[player, round_].astype(np.int64)
    _, index, times = np.unique(pair, return_inverse=True, return_counts=True)
    parts = int(np.lcm.reduce(np.unique(times))) if len(times) else 1
    value = np.zeros(grid.shape, dtype=np.int64)
    value[player, round_] = grid.points[player, round_] * (parts // times[index])
    forfeits = among & ~grid.played & (not reading.criterion.has("P"))
    return Contributions(
        value,
        grid.unit * parts,
        element=within,
        reason=told(within, forfeits, Reason.FORFEIT_ENCOUNTER),
    )
