"""Known differences between gacrux and the text of C.07, each with the article that decides."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from .agreement_events import Case

OVER_THE_BOARD = "1=0WDL"


@dataclass(frozen=True)
class Difference:
    """A value, or a place by a whole list, in which the programs may differ."""

    case: Case
    rules: str
    code: str
    player: int
    ours: float | None
    theirs: float | None
    later: float | None = None  # ours under fide-2026, which takes forfeits of round robins otherwise

    @property
    def base(self) -> str:
        return self.code.partition("/")[0]

    @property
    def round_robin(self) -> bool:
        return self.case.system != "swiss"

    @property
    def less(self) -> float | None:
        """By how much the other program's value is lower."""
        return None if self.ours is None or self.theirs is None else self.ours - self.theirs

    def __str__(self) -> str:
        cells = " ".join(f"{o}{c}{x}" for o, c, x in self.case.cells(self.player))
        return (
            f"seed {self.case.seed}, {self.case.system}, {self.rules}, after {self.case.after}, "
            f"player {self.player}, {self.code}: chesstb {self.ours}, gacrux {self.theirs}; {cells}"
        )


@dataclass(frozen=True)
class Fault:
    """Where it can occur, and whether it accounts for the very difference found."""

    name: str
    article: str
    possible: Callable[[Difference], bool]
    accounts: Callable[[Difference], bool] = lambda _: True


def explain(found: Difference) -> Fault | None:
    """The first known fault that accounts for the difference."""
    return next((fault for fault in FAULTS if fault.possible(found) and fault.accounts(found)), None)


# ---------------------------------------------------------------- what they look at


def double_forfeits(d: Difference) -> int:
    return sum(
        outcome == "-" and d.case.outcome(opponent, r) == "-"
        for r, (opponent, _, outcome) in enumerate(d.case.cells(d.player), start=1)
    )


def voluntary(d: Difference) -> int:
    return sum(outcome in "HZ-" for _, _, outcome in d.case.cells(d.player))


def tied_with(d: Difference) -> list[int]:
    """Everybody with as many points."""
    points = {i: score(d.case, i) for i in range(1, d.case.event.players + 1)}
    return [i for i in points if points[i] == points[d.player]]


def score(case: Case, player: int) -> int:
    worth = {"1": 2, "W": 2, "+": 2, "U": 2, "F": 2, "=": 1, "D": 1, "H": 1}
    return sum(worth.get(outcome, 0) for _, _, outcome in case.cells(player))


def meetings(d: Difference) -> Counter[tuple[int, int]]:
    """How often each pair of the tied met over the board, seen from both sides."""
    tied = tied_with(d)
    return Counter((i, o) for i in tied for o, _, x in d.case.cells(i) if o in tied and x not in "+-")


def free_rounds(d: Difference) -> int:
    return sum(opponent == 0 for opponent, _, _ in d.case.cells(d.player)) if d.round_robin else 0


def forfeit_of(d: Difference, *, opponents: bool) -> bool:
    mine = d.case.cells(d.player)
    looked_at = [d.player, *(o for o, _, _ in mine if o and opponents)]
    return any(outcome in "+-" for i in looked_at for _, _, outcome in d.case.cells(i))


def unfinished(d: Difference) -> bool:
    return d.case.after < d.case.event.rounds


# ---------------------------------------------------------------- where they are possible


def rematch_among_three(d: Difference) -> bool:
    return d.base == "DE" and len(tied_with(d)) >= 3 and max(meetings(d).values(), default=0) > 1


def forfeits_were_games(d: Difference) -> bool:
    codes = {"WON", "BPG", "BWG", "REP", "AOB", "ARO", "TPR", "PTP", "APRO", "APPO"}
    affected = d.rules == "fide-2024" and d.round_robin and d.base in codes
    return affected and forfeit_of(d, opponents=d.base in {"APRO", "APPO"})


def as_in_2026(d: Difference) -> bool:
    """The other program has what the text of 2026 gives; AOB is no tie-break there."""
    if d.base == "AOB" or d.theirs is None or d.later is None:
        return d.base == "AOB" or d.theirs == d.later
    return d.theirs == d.later - (free_rounds(d) if d.base == "REP" else 0)


FAULTS = (
    Fault(
        "STD: a double forfeit is compared with a draw, not with the opponent",
        "7.7: equal points are ½ each",
        lambda d: d.base == "STD" and double_forfeits(d) > 0,
        lambda d: d.less == double_forfeits(d) / 2,
    ),
    Fault(
        "SB cut with two or more voluntary unplayed rounds",
        "16.5.1: the lowest contribution among them",
        lambda d: d.code.startswith("SB/C") and not d.round_robin and voluntary(d) >= 2,
    ),
    Fault("DE with a rematch in a group of three or more", "6.1.2: the average", rematch_among_three),
    Fault(
        "DE of a round robin with games to come",
        "6.2: only if all have met",
        lambda d: d.base == "DE" and d.round_robin and unfinished(d),
    ),
    Fault(
        "KS of an odd round robin: the maximum counts free rounds",
        "9.2: rounds in which a player could be paired",
        lambda d: d.base == "KS" and d.round_robin and d.case.event.players % 2 == 1 and not unfinished(d),
    ),
    Fault(
        "KS of an odd round robin that is not finished: the same",
        "9.2",
        lambda d: d.base == "KS" and d.round_robin and d.case.event.players % 2 == 1 and unfinished(d),
    ),
    Fault(
        "AOB with three decimals from nine rounds on",
        "8.2: two decimals, as in the exercises",
        lambda d: d.base == "AOB" and d.case.after >= 9,
        lambda d: d.less is not None and abs(d.less) < 0.0051,
    ),
    Fault(
        "forfeits of a round robin are no games in 2024",
        "15.2 of 2024: regular games everywhere",
        forfeits_were_games,
        as_in_2026,
    ),
    Fault(
        "REP: the free round of an odd round robin is taken for a bye asked for",
        "7.6: nobody asked",
        lambda d: d.base == "REP" and free_rounds(d) > 0,
        lambda d: d.less == free_rounds(d),
    ),
)
