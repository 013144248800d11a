"""What a clause of a rule version does to a round, in a sentence with its article."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from chesstb.contribution import Reason
from chesstb.explanation.wording import caps, rounds_said
from chesstb.grid import NOBODY
from chesstb.rules.steps import DEFINITION
from chesstb.rules.vocabulary import CLAUSES, VARIANTS
from chesstb.unplayed import adjusted_score

if TYPE_CHECKING:
    from collections.abc import Callable

    from chesstb.explanation.working import Working
    from chesstb.rules import Clause
    from chesstb.rules.steps import Step


def because(before: Working, then: Working, step: Step, round_: int) -> tuple[str, str]:
    """Return the article of a change, and what it does."""
    if step.clause == DEFINITION:
        article, words = _definition(then)
    else:
        clause = then.clause(step.clause)
        article, words = clause.article, CLAUSES[clause.name][clause.reads]
        if clause.name == "own-unplayed":
            article = _own_article(before, then, clause, round_)
    if article in ("", "-"):
        article = then.version.name
    if round_ < 0:
        return article, f"says: {words}"
    was, now = bool(before.struck[round_]), bool(then.struck[round_])
    if was != now:
        return article, _cut_moved(before, then, round_)
    if int(then.reasons[round_]) == Reason.COUNTED and step.clause not in FORFEITS:
        return article, f"changes what counts, the {then.item.tiebreak.counted}"
    effect = EFFECTS.get(step.clause)
    return article, effect(before, then, round_) if effect else f"says: {words}"


def _own_article(before: Working, then: Working, clause: Clause, round_: int) -> str:
    """Return the article on the own forfeits or byes that a clause counts otherwise.

    Where a cut falls on another round it is the bye or forfeit counted otherwise that moves it.
    """
    at = then.at
    values = [np.broadcast_to(w.found.value, w.board.grid.shape)[at] for w in (before, then)]
    unplayed = ~then.board.grid.played[at]
    changed = (unplayed & ((values[0] != values[1]) | (before.element != then.element))).nonzero()[0]
    rounds = [round_] if round_ in changed else list(changed)
    kinds = {"bye" if then.opponent(k) == NOBODY else "forfeit" for k in rounds}
    return clause.article_of(kinds.pop()) if len(kinds) == 1 else clause.article


def _definition(then: Working) -> tuple[str, str]:
    """Return the article that defines a tie-break, and how."""
    reading, code = then.item.reading, then.item.tiebreak.code
    words = [
        VARIANTS.get(code, {}).get(reading.variant, ""),
        CLAUSES["cut-count"][reading.cut_count] if reading.cut_count != "as-asked" else "",
    ]
    return reading.article, "; ".join(filter(None, words)) or f"the usual {then.item.tiebreak.title}"


def _cut_moved(before: Working, then: Working, round_: int) -> str:
    """Say that a cut falls on another round, and on which."""
    freed = np.flatnonzero(before.struck & ~then.struck)
    taken = np.flatnonzero(then.struck & ~before.struck)
    if then.struck[round_]:
        return f"moves a cut here from {rounds_said(freed)}" if len(freed) else "cuts this round"
    return f"moves the cut from here to {rounds_said(taken)}" if len(taken) else "leaves this round uncut"


# ---------------------------------------------------------------- what a clause does to a round


def _own_round(before: Working, then: Working, round_: int) -> str:
    """Say what a player's own unplayed round counts."""
    counts = _basis(then, round_)
    opponent = "an opponent of " * then.item.tiebreak.times_points
    kind = "bye" if then.opponent(round_) == NOBODY else "forfeit"
    less = then.contributed[round_] / then.found.scale < before.contributed[round_] / before.found.scale
    if less and caps(then, round_):
        return f"caps the {kind} at {opponent}{counts}"
    clause = then.clause("own-unplayed")
    if not then.element[round_]:
        return f"counts nothing for the {kind}"
    return f"counts the {kind} as {opponent}{counts} ({CLAUSES[clause.name][clause.reads]})"


def _basis(work_: Working, round_: int) -> str:
    """Return what a round's opponent counts, real or made up."""
    basis = work_.found.value if work_.found.basis is None else work_.found.basis
    return work_.board.points(np.broadcast_to(basis, work_.seen.shape)[work_.at, round_])


def _opponents_round(before: Working, then: Working, round_: int) -> str:
    """Say what is made of the opponent's score."""
    row = then.opponent(round_)
    if row == NOBODY:
        return "changes what opponents count"
    old, new = (adjusted_score(w.seen, w.clause("opponents-unplayed").reads)[row] for w in (before, then))
    points = then.board.points
    if old == new:
        return f"({CLAUSES['opponents-unplayed'][then.clause('opponents-unplayed').reads]})"
    return f"takes {then.board.short(row)}'s score as {points(new)}, not {points(old)}"


FORFEITS: Final = ("forfeits-own-record", "forfeits-results", "forfeits-ratings", "forfeits-encounter")
"""Clauses that say whether a forfeit is a game."""


def _forfeit_round(family: str) -> Callable[[Working, Working, int], str]:
    def effect(before: Working, then: Working, round_: int) -> str:
        clause = then.clause(family)
        return f"({CLAUSES[clause.name][clause.reads]}) has the {then.kind(round_)} counted so"

    return effect


EFFECTS: Final[dict[str, Callable[[Working, Working, int], str]]] = {
    "own-unplayed": _own_round,
    "opponents-unplayed": _opponents_round,
    **{family: _forfeit_round(family) for family in FORFEITS},
}
"""Clause to what it does to a round that is cut under neither version, or under both."""
