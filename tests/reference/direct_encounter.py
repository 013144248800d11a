"""The tie-breaks that look at a tied group: direct encounter (Art. 6) and US Chess 34E5."""

from __future__ import annotations

from fractions import Fraction

from .model import Table, is_forfeit, is_over_the_board, result
from .readings import forfeits_count

Groups = list[list[int]]
Encounters = dict[tuple[int, int], Fraction]
PLACE_WITH_GAMES_MISSING = {"fide-2023", "fide-2024", "fide-2026"}


def direct_encounter(
    table: Table, version: str, tied: list[int], *, forfeits_as_played: bool = False
) -> Groups:
    """The tied players as groups, best first; whoever shares a group is still tied."""
    if len(tied) < 2:
        return [tied]
    met = encounters(table, tied, forfeits_as_played=forfeits_as_played or forfeits_count(table, version))
    points = {i: sum((met.get((i, j), Fraction(0)) for j in tied), Fraction(0)) for i in tied}
    unmet = {i: sum(i != j and (i, j) not in met for j in tied) for i in tied}
    if not any(unmet.values()):
        groups = _by_points(points)
    elif version in PLACE_WITH_GAMES_MISSING and not table.round_robin:
        groups = on_top_whatever_happens(table, points, unmet)
    else:
        groups = [tied]  # 6.3 is for Swiss pairings, and came with the 2023 text
    if len(groups) == 1:
        return groups
    return [
        part
        for group in groups  # every sub-group starts afresh with its own games
        for part in direct_encounter(table, version, group, forfeits_as_played=forfeits_as_played)
    ]


def encounters(table: Table, tied: list[int], *, forfeits_as_played: bool = False) -> Encounters:
    """Art. 6.1: points of each tied player against each other one, repeated games averaged.

    Forfeits are encounters under `/P`, and where pairings are predetermined (15.2).
    """
    found: dict[tuple[int, int], list[Fraction]] = {}
    for i in tied:
        for _, row in table.of(i):
            counts = is_over_the_board(row) or (is_forfeit(row) and forfeits_as_played)
            if counts and row["opponent"] in tied:
                assert row["opponent"] is not None
                found.setdefault((i, row["opponent"]), []).append(row["points"])
    return {pair: sum(games, Fraction(0)) / len(games) for pair, games in found.items()}


def _by_points(points: dict[int, Fraction]) -> Groups:
    return [[i for i in points if points[i] == value] for value in sorted(set(points.values()), reverse=True)]


def on_top_whatever_happens(table: Table, points: dict[int, Fraction], unmet: dict[int, int]) -> Groups:
    """Art. 6.3: rank whoever is alone on top for every outcome of the games not played.

    The worst case of a candidate is to lose every missing game, the best of a rival to win
    them all. Checking the rivals one by one is exact: the candidate's losses and that one
    rival's wins can happen together, since a game between the two is a win for the rival.
    """
    best = {i: points[i] + table.win * unmet[i] for i in points}
    remaining = list(points)
    ranked: Groups = []
    while len(remaining) > 1:
        top = [i for i in remaining if all(points[i] > best[k] for k in remaining if k != i)]
        if not top:
            break
        ranked.append(top)
        remaining.remove(top[0])
    return [*ranked, remaining]


def result_between_tied(table: Table, tied: list[int]) -> Groups:
    """US Chess 34E5: by wins minus losses in the games among the tied, one pass."""
    plus_minus = {i: Fraction(0) for i in tied}
    for i in tied:
        for _, row in table.of(i):
            if is_over_the_board(row) and row["opponent"] in tied:
                plus_minus[i] += 2 * result(row) - 1
    return _by_points(plus_minus)
