"""What is said of one round of a value: what the opponent counted, which cap applied, which cut and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from chesstb.contribution import Reason
from chesstb.grid import NOBODY
from chesstb.rules.vocabulary import CLAUSES
from chesstb.text import number
from chesstb.tiebreak.sonneborn_berger import limit
from chesstb.unplayed import adjusted_score

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from chesstb.criteria import Criterion
    from chesstb.explanation.working import Working


def listed(words: Sequence[str], most: int = 10) -> str:
    """Join words with commas and a last "and"; after so many the rest is counted.

    Examples
    --------
    >>> listed(["1", "4", "5"]), listed(["1", "2", "3"], most=1)
    ('1, 4 and 5', '1 and 2 more')
    """
    shown = list(words[:most])
    if len(words) > most:
        shown.append(f"{len(words) - most} more")
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


def rounds_said(rounds: Any) -> str:
    """Name some rounds, which are counted from 0."""
    words = [str(round_ + 1) for round_ in rounds]
    return f"round{'s' * (len(words) > 1)} {listed(words, 30)}"


def signed(value: float) -> str:
    """Write a difference with its sign.

    Examples
    --------
    >>> [signed(v) for v in (2.0, -0.5, 0.0, float("nan"))]
    ['+2', '−½', '0', '-']
    """
    sign = "+" if value > 0 else "−" if value < 0 else ""
    return sign + number(abs(value))


def titled(criterion: Criterion, title: str) -> str:
    """Return the name of a criterion: Buchholz Cut-1 (BH/C1).

    Examples
    --------
    >>> from chesstb.criteria import parse
    >>> titled(parse("BH/C1/P")[0], "Buchholz")
    'Buchholz Cut-1, forfeits as games (BH/C1/P)'
    """
    low, high = criterion.low, criterion.high
    cut = f" Median-{high}" if high else f" Cut-{low}" if low else ""
    more = [
        "forfeits as games" * criterion.has("P"),
        "Fore" * criterion.has("F"),
        "reversed" * criterion.has("R"),
        f"limit {criterion.percent} %" if criterion.percent else "",
        f"limit {signed(criterion.limit / 2)}" if criterion.limit else "",
        f"{criterion.unrated} for the unrated" if criterion.unrated else "",
    ]
    return ", ".join([title + cut, *filter(None, more)]) + f" ({criterion.text})"


# ---------------------------------------------------------------- what an opponent counts


def opponents_score(work: Working, round_: int) -> str:
    """Say what the scheduled opponent scored, and what is made of it where that differs."""
    row, grid = work.opponent(round_), work.seen
    word = work.item.reading.word("opponents-unplayed")
    points = work.board.points
    awarded, adjusted = grid.score[row], adjusted_score(grid, word)[row]
    said = f"opponent scored {points(awarded)}"
    if awarded == adjusted:
        return said
    return f"{said}, adjusted to {points(adjusted)}: {_adjustment(work, row, word)}"


def _adjustment(work: Working, row: int, word: str) -> str:
    grid = work.seen
    clause = work.clause("opponents-unplayed")
    if word == "draw-once-gone":
        gone = rounds_said(np.flatnonzero(grid.gone[row]))
        return f"gone for good, his requested byes ({gone}) count as draws ({clause.article})"
    changed = ~grid.played[row] & (grid.points[row] != grid.draw[row])
    return f"unplayed rounds count as draws, so {rounds_said(np.flatnonzero(changed))} ({clause.article})"


def _opponent(work: Working, round_: int) -> str:
    fore = work.seen is not work.board.grid and round_ == work.rounds - 1
    drawn = fore and work.board.grid.outcome[work.at, round_] != work.seen.outcome[work.at, round_]
    return opponents_score(work, round_) + ", the game taken as drawn" * bool(drawn)


def _opponent_forfeit(work: Working, round_: int) -> str:
    return f"{work.kind(round_)}, which counts as a game: {opponents_score(work, round_)}"


def _opponent_by_modifier(work: Working, round_: int) -> str:
    return f"{work.kind(round_)}, by modifier P a game: {opponents_score(work, round_)}"


# ---------------------------------------------------------------- one's own unplayed round


def _virtual(work: Working, round_: int) -> str:
    grid, points = work.seen, work.board.points
    total = _opponents_units(work, round_)
    before = int(grid.points[work.at, :round_].sum())
    later = work.rounds - 1 - round_
    draws = later * int(grid.draw[work.at, 0])
    rest = total - before - draws
    follow = f" + {points(draws)} for {later} drawn round{'s' * (later != 1)} after it" if later else ""
    made_of = f"{points(before)} scored before + {points(rest)} in the round{follow} = {points(total)}"
    return f"{work.kind(round_)}, virtual opponent: {made_of}"


def _own_score(work: Working, round_: int) -> str:
    own = work.board.points(work.seen.score[work.at])
    return f"{work.kind(round_)}: the own score {own}, as that of a dummy opponent"


def _capped(work: Working, round_: int) -> str:
    """Say which cap applied, and from what to what (16.4.1, 16.4.2)."""
    grid, points = work.seen, work.board.points
    own, row = grid.score[work.at], work.opponent(round_)
    if row == NOBODY:
        cap = int(grid.draw[work.at, 0]) * work.rounds
        whose = f"{points(cap)}, a draw in each of {work.rounds} rounds"
    else:
        cap = adjusted_score(grid, work.item.reading.word("opponents-unplayed"))[row]
        adjusted = "adjusted " * bool(cap != grid.score[row])
        whose = f"the opponent's {adjusted}score {points(cap)}"
    start = f"{work.kind(round_)}: the own score {points(own)}"
    return f"{start}, capped at {whose}" if own > cap else f"{start}, not above {whose}"


def caps(work: Working, round_: int) -> bool:
    """Say whether a cap takes something from the own score in a round."""
    by_cap = work.reasons[round_] in (Reason.CAPPED_BY_OPPONENT, Reason.CAPPED_BY_DRAWS)
    return bool(by_cap and _opponents_units(work, round_) < work.seen.score[work.at])


def _opponents_units(work: Working, round_: int) -> int:
    """Return what a round's opponent counts, real or made up, in units."""
    of = work.found.value if work.found.basis is None else work.found.basis
    return int(np.broadcast_to(of, work.seen.shape)[work.at, round_])


OPPONENTS: Final[dict[int, Callable[[Working, int], str]]] = {
    Reason.OPPONENT: _opponent,
    Reason.OPPONENT_ADJUSTED: _opponent,
    Reason.OPPONENT_FORFEIT: _opponent_forfeit,
    Reason.OPPONENT_BY_MODIFIER: _opponent_by_modifier,
    Reason.VIRTUAL: _virtual,
    Reason.OWN_SCORE: _own_score,
    Reason.CAPPED_BY_OPPONENT: _capped,
    Reason.CAPPED_BY_DRAWS: _capped,
}
"""Reasons that have numbers of their own to say."""


COMPARED: Final[dict[int, tuple[str, str]]] = {
    Reason.MORE: ("more points than the opponent", "more points than a draw gives"),
    Reason.EQUAL: ("as many points as the opponent", "as many points as a draw gives"),
    Reason.FEWER: ("fewer points than the opponent", "fewer points than a draw gives"),
}
"""Reasons that say something else with an opponent than without."""


# ---------------------------------------------------------------- the whole sentence


def round_sentence(work: Working, round_: int) -> str:
    """Return the sentence of a round: what it counts, and first of all whether and why it was cut."""
    base = _counted(work, round_)
    cut = int(work.reasons_after[round_])
    if not work.struck[round_]:
        return base
    own = work.article(int(work.reasons[round_]))
    where = f" ({own})" * (own not in ("", "-", work.article(cut)))
    return f"{_cut(work, cut)}. {base[:1].upper()}{base[1:]}{where}"


def _counted(work: Working, round_: int) -> str:
    """Say what a round counts, the cuts left aside."""
    reason = int(work.reasons[round_])
    if reason in (Reason.EXCLUDED, Reason.EXCLUDED_BY_DECISION):
        return work.sentence(reason)
    said = OPPONENTS[reason](work, round_) if reason in OPPONENTS else work.sentence(reason)
    tiebreak = work.item.tiebreak
    if tiebreak.times_points and work.element[round_]:
        points = work.board.points
        score, taken = points(_opponents_units(work, round_)), points(work.seen.points[work.at, round_])
        return f"{said}; {score} × {taken} = {number(float(work.contributed[round_]) / work.found.scale)}"
    if tiebreak.code == "KS":
        said = "no opponent" if work.opponent(round_) == NOBODY else _limit(work, round_)
    if reason in COMPARED:
        said = COMPARED[reason][work.opponent(round_) == NOBODY]
    if reason not in OPPONENTS and not work.board.grid.played[work.at, round_]:
        return f"{work.kind(round_)}: {said.removeprefix('free round: ').removeprefix('unplayed: ')}"
    return said


def _limit(work: Working, round_: int) -> str:
    """Say how a score compares with Koya's limit."""
    row, grid = work.opponent(round_), work.board.grid
    at = np.broadcast_to(limit(grid, work.item.reading), grid.score.shape)[row]
    score = grid.score[row]
    verb = "reaches" if 100 * int(score) >= int(at) else "is short of"
    return f"opponent's score {work.board.points(score)} {verb} the limit {work.board.points(at / 100)}"


def _cut(work: Working, reason: int) -> str:
    """Say which cut took a round, and why that one."""
    lowest = work.item.tiebreak.lowest
    if work.item.reading.word("lowest-cut") == "smallest-value":
        lowest = "the smallest contribution"
    if reason == Reason.CUT_HIGHEST:
        return f"cut: {lowest.replace('lowest', 'highest').replace('smallest', 'largest')}"
    if reason == Reason.CUT_VOLUNTARY:
        return "cut: voluntary unplayed rounds go first"
    spared = work.found.voluntary is not None and (work.found.voluntary[work.at] & work.kept).any()
    if work.item.reading.word("lowest-cut") == "voluntary-first" and spared:
        return f"cut: {lowest}, as no voluntary unplayed round contributes as much ({_article(work)})"
    return f"cut: {lowest}"


def _article(work: Working) -> str:
    return work.clause("lowest-cut").article


def how_many_are_cut(work: Working) -> str:
    """Say why so many are cut, where the version counts them itself; empty where the modifier says it."""
    word = work.item.reading.cut_count
    if word == "as-asked":
        return ""
    return f"Cuts: {CLAUSES['cut-count'][word]} ({work.item.reading.article})"
