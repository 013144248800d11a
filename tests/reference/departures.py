"""Who left a round robin and what becomes of his open games, by plain loops over dicts.

Nothing of the package is used here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

Table = dict[tuple[int, int], tuple[int, str]]
"""Player and round to opponent and outcome; X where the game has no result."""

THERE = "1=0WDL+"


Missed = dict[int, dict[int, int]]
"""Player to the rounds that he missed after the last that he was there for, and the opponents."""


def forfeits(table: Table, players: Iterable[int], end: int) -> dict[tuple[int, int], str]:
    """Return player and round to the outcome, open games of those who left turned to forfeits.

    Without published points it is two forfeits that show who left.
    """
    outcome = {where: code for where, (_, code) in table.items()}
    if not any(code in THERE and round_ == end for (_, round_), code in outcome.items()):
        return outcome
    last = {p: max((r for (q, r), code in outcome.items() if q == p and code in THERE), default=0)
            for p in players}  # fmt: skip
    missed = {p: {r: table[q, r][0] for (q, r) in sorted(table) if q == p and r > last[p]} for p in last}
    left = {p for p in missed if _has_left(p, missed, last)}
    absent, unknown = _absent(outcome, missed, left)
    unknown |= _before_they_came(table, missed, left, last)
    shown = {p for p in left if sum(outcome[p, r] == "-" for r in missed[p]) >= 2}
    new = dict(outcome)
    for (p, r), (other, code) in table.items():
        if code != "X":
            continue
        if not any(who in left and r > last[who] for who in (p, other)):
            return outcome  # the event is still going on
        departed = {who for who in (p, other) if who in left and r in missed[who]}
        if (p, r) not in unknown and (other, r) not in unknown and departed <= shown:
            new[p, r] = "-" if (p, r) in absent else "+"
    return new


def _has_left(p: int, missed: Missed, last: dict[int, int]) -> bool:
    """Two games at least against opponents who went on, or who missed nobody else."""
    return sum(last[other] >= r or len(missed[other]) < 2 for r, other in missed[p].items()) >= 2


def _before_they_came(
    table: Table, missed: Missed, left: set[int], last: dict[int, int]
) -> set[tuple[int, int]]:
    """Return the games that players missed before their first, where not all opponents were gone."""
    found = set()
    for p in missed:
        first = min((r for (q, r), (_, code) in table.items() if q == p and code in THERE), default=99)
        early = {r: table[p, r] for (q, r) in table if q == p and r < first and table[p, r][1] in "X-"}
        if any(other not in left or r <= last[other] for r, (other, _) in early.items()):
            found |= {(p, r) for r in early if last[p] > 0}
    return found


def _absent(
    outcome: dict[tuple[int, int], str], missed: Missed, left: set[int]
) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """Return where players were certainly not there, and where nobody knows."""
    absent, unknown = set(), set()
    for p, games in missed.items():
        shown = False
        for r, other in games.items():
            shown = shown or other not in left or outcome[p, r] == "-"
            if p in left:
                (absent if shown else unknown).add((p, r))
            elif any(one not in left for one in games.values()):
                unknown.add((p, r))
    return absent, unknown
