"""Which method gives the range of which tie-break."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from chesstb import ranking
from chesstb.bound import means, own_record, results, tied
from chesstb.bound.spread import Spread

if TYPE_CHECKING:
    from collections.abc import Callable

    from chesstb.bound.unknown import Unknown
    from chesstb.values import Asked

METHODS: Final[dict[str, Callable[[Unknown, Asked], Spread]]] = {
    "PTS": own_record.points,
    "WIN": own_record.by_round,
    "WON": own_record.by_round,
    "BPG": own_record.by_round,
    "BWG": own_record.by_round,
    "REP": own_record.by_round,
    "ARZ": own_record.by_round,
    "KASHDAN": own_record.by_round,
    "WHITES": own_record.by_round,
    "PS": own_record.running,
    "CUMUL": own_record.cumulative,
    "STD": own_record.standard_points,
    "KS": own_record.koya,
    "TPN": own_record.record,
    "RTNG": own_record.record,
    "BH": results.buchholz,
    "SOLKOFF": results.buchholz,
    "MODMED": results.buchholz,
    "MEDIAN": results.buchholz,
    "FB": results.fore_buchholz,
    "SB": results.sonneborn_berger,
    "SB34E8": results.sonneborn_berger,
    "AOB": means.average_buchholz,
    "SBH": means.sum_of_buchholz,
    "CUMOPP": means.cumulative_of_opposition,
    "ARO": means.average_rating,
    "TPR": means.performance,
    "PTP": means.performance,
    "APRO": means.average_performance,
    "APPO": means.average_perfect_performance,
    "AVGOPP": means.average_opposition,
    "OPPPERF": means.opposition_performance,
}
"""Tie-break to the function that gives its range; of others nothing is said where anything is unknown."""


def spreads(unknown: Unknown, asked: list[Asked]) -> list[Spread]:
    """Return the range of every criterion of a list."""
    grid, open_events = unknown.grid, unknown.open_events()
    groups = ranking.rank(grid.event, [])
    ties: Any = None
    found: list[Spread] = []
    for item in asked:
        values = item.tiebreak.values(grid, item.reading, groups)
        groups = ranking.refine(groups, values, higher_wins=item.tiebreak.wins_high(item.reading))
        spread = Spread.exact(values.shown)
        if open_events.any():
            if item.tiebreak.among_tied and ties is None:
                ties = tied.everybody(grid.event)
                for before in found:
                    ties.refine(before)
            spread = spread.but(open_events, _spread(unknown, item, ties))
            if ties is not None:
                ties.refine(spread)
        found.append(spread)
    return found


def _spread(unknown: Unknown, item: Asked, ties: Any) -> Spread:
    if item.tiebreak.among_tied:
        return tied.encounter(unknown, item, ties)
    method = METHODS.get(item.tiebreak.code)
    return method(unknown, item) if method else Spread.unlimited(len(unknown.grid.event))
