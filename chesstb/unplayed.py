"""The readings of unplayed rounds: one short function for each word of the vocabulary.

An opponent's unplayed rounds change what he is worth to others (his adjusted score); one's own
unplayed round is an opponent that has to be made up. The two are never mixed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from chesstb import compiled
from chesstb.arrays import outer, pick, running
from chesstb.contribution import Reason
from chesstb.grid import DRAWN, Bools, Grid, Ints

if TYPE_CHECKING:
    from chesstb.rules import Reading

# ---------------------------------------------------------------- what an opponent is worth


def _as_awarded(grid: Grid) -> Ints:
    """Everything that he was awarded."""
    return grid.score


def _draw_each(grid: Grid) -> Ints:
    """A draw for each of his unplayed rounds, whatever he was awarded."""
    points = pick(grid.played, grid.points, grid.draw)
    adjusted: Ints = points.sum(axis=1, dtype=points.dtype) + grid.adjustment
    return adjusted


def _draw_once_gone(grid: Grid) -> Ints:
    """A draw for each requested bye after which he was available no more (16.2.5, 16.3)."""
    points = pick(grid.gone, grid.draw, grid.points)
    adjusted: Ints = points.sum(axis=1, dtype=points.dtype) + grid.adjustment
    return adjusted


OPPONENTS_UNPLAYED: Final = {
    "as-awarded": _as_awarded,
    "draw-each": _draw_each,
    "draw-once-gone": _draw_once_gone,
}
"""Word to function: Grid to adjusted score, (P,), units."""


def adjusted_score(grid: Grid, word: str) -> Ints:
    """Return what each player is worth to his opponents, (P,), units."""
    loops = compiled.in_use()
    compute: Any = OPPONENTS_UNPLAYED[word] if loops is None else partial(loops.adjusted, word=word)
    found: Ints = grid.once(("adjusted", word), lambda: compute(grid))
    return found


# ---------------------------------------------------------------- one's own unplayed round


def _virtual(grid: Grid, rest: Ints) -> Ints:
    before = running(grid.points) - grid.points
    remaining = np.arange(grid.rounds - 1, -1, -1, dtype=grid.points.dtype)
    found: Ints = before + rest + outer(np.multiply, remaining, grid.draw[:, 0])
    return found


def _virtual_opponent(grid: Grid, adjusted: Ints) -> Ints:
    """Own score before the round, what the round left of a win, a draw in every later round."""
    return _virtual(grid, grid.win - grid.points)


def _virtual_opponent_by_kind(grid: Grid, adjusted: Ints) -> Ints:
    """The same, the round's rest told by its kind: nothing after a full point, all after none."""
    rest = (grid.halves == 0) * grid.win + (grid.halves == 1) * grid.draw
    return _virtual(grid, rest)


def _own_score(grid: Grid, adjusted: Ints) -> Ints:
    """A dummy with the player's own final score."""
    return grid.score[:, None]


def _theirs(grid: Grid, adjusted: Ints) -> Ints:
    """Return the adjusted score of each round's opponent, (P, R); looked up once for the same scores."""
    last, found = grid.memo.get("theirs", (None, None))
    if last is not adjusted:
        found = grid.of_opponent(adjusted)
        grid.memo["theirs"] = adjusted, found
    theirs: Ints = found
    return theirs


def _own_score_capped(grid: Grid, adjusted: Ints) -> Ints:
    """Own score: at most the scheduled opponent's adjusted one (16.4.1), or a draw a round (16.4.2)."""
    cap = pick(grid.paired, _theirs(grid, adjusted), grid.draw * grid.rounds)
    capped: Ints = np.minimum(grid.score[:, None], cap)
    return capped


def _zero_opponent(grid: Grid, adjusted: Ints) -> Ints:
    """An opponent without points."""
    return np.zeros((1, 1), dtype=grid.points.dtype)


OWN_UNPLAYED: Final = {
    "virtual-opponent": (_virtual_opponent, Reason.VIRTUAL),
    "virtual-opponent-by-kind": (_virtual_opponent_by_kind, Reason.VIRTUAL),
    "own-score": (_own_score, Reason.OWN_SCORE),
    "own-score-capped": (_own_score_capped, Reason.OWN_SCORE),
    "zero-opponent": (_zero_opponent, Reason.ZERO_OPPONENT),
    "nothing": (_zero_opponent, Reason.NOTHING),
}
"""Word to function, Grid and adjusted scores to (P, R) units, and what to say of it."""


# ---------------------------------------------------------------- both together


@dataclass(frozen=True, eq=False)
class Opponents:
    """Each round's opponent, real or made up.

    Attributes
    ----------
    score : (P, R) int
        What he counts, in units.
    element : (P, R) bool, optional
        Rounds that count at all; None: all.
    games : (P, R) bool
        Rounds that count as games against the scheduled opponent.
    voluntary : (P, R) bool
        Voluntary unplayed rounds among the others.
    words : tuple
        The readings that they rest on.
    """

    score: Ints
    element: Bools | None
    games: Bools
    voluntary: Bools
    words: tuple[str | bool, ...]


def games(grid: Grid, reading: Reading, family: str) -> Bools:
    """Return the rounds that a family of tie-breaks takes for games, (P, R)."""
    return grid.paired if reading.forfeits_are_games(family) else grid.played & grid.paired


def opponents(grid: Grid, reading: Reading) -> Opponents:
    """Return each round's opponent as the version reads it, (P, R); shared by all who ask alike."""
    words = (
        reading.word("opponents-unplayed"),
        reading.word("own-unplayed"),
        reading.forfeits_are_games("results"),
    )
    found: Opponents = grid.once(("opponents", *words), lambda: _opponents(grid, reading, words))
    return found


def _opponents(grid: Grid, reading: Reading, words: tuple[str | bool, ...]) -> Opponents:
    adjusted = adjusted_score(grid, reading.word("opponents-unplayed"))
    word, loops = reading.word("own-unplayed"), compiled.in_use()
    if loops is None:
        played = games(grid, reading, "results")
        score = pick(played, _theirs(grid, adjusted), OWN_UNPLAYED[word][0](grid, adjusted))
        voluntary = grid.voluntary & ~played
    else:
        score, played, voluntary = loops.opponents(
            grid, adjusted, word, reading.forfeits_are_games("results")
        )
    if word == "nothing":
        return Opponents(score, played, played, voluntary & played, words)
    if grid.whole:
        return Opponents(score, None, played, voluntary, words)
    return Opponents(score, ~grid.free, played, voluntary & ~grid.free, words)


def reasons(grid: Grid, reading: Reading) -> Ints:
    """Return why each round's opponent counts what he counts, (P, R)."""
    found = opponents(grid, reading)
    adjusted = adjusted_score(grid, reading.word("opponents-unplayed"))
    theirs = np.where(
        grid.of_opponent(adjusted) != grid.of_opponent(grid.score), Reason.OPPONENT_ADJUSTED, Reason.OPPONENT
    )
    by_rule = reading.word("forfeits-results") == "played"
    forfeit = Reason.OPPONENT_FORFEIT if by_rule else Reason.OPPONENT_BY_MODIFIER
    theirs = np.where(grid.played, theirs, forfeit)
    word = reading.word("own-unplayed")
    own = np.full(grid.shape, OWN_UNPLAYED[word][1], dtype=np.int8)
    if word == "own-score-capped":
        own = np.where(grid.paired, Reason.CAPPED_BY_OPPONENT, Reason.CAPPED_BY_DRAWS)
    why: Ints = np.where(found.games, theirs, np.where(grid.free, Reason.FREE_ROUND, own))
    return why


def fore(grid: Grid) -> Grid:
    """Return the Grid with every paired game of the announced final round drawn (8.3).

    Events whose final round is not among the rounds counted stay as they are.
    """

    def compute() -> Grid:
        last = np.zeros(grid.shape, dtype=bool)
        last[:, -1:] = grid.paired[:, -1:] & (grid.rounds >= grid.announced)
        return replace(
            grid,
            outcome=np.where(last, np.int8(DRAWN), grid.outcome),
            points=np.where(last, grid.draw, grid.points),
            memo={},
        )

    found: Grid = grid.once("fore", compute)
    return found
