"""Grid: events as arrays of players × rounds, in whole numbers.

A Grid holds a batch of whole events of equal length. Points are counted in the event's smallest unit
(half points, as a rule), so that equal values are equal.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from chesstb.arrays import outer, taken
from chesstb.outcomes import NUMBER, OUTCOMES
from chesstb.rules.vocabulary import SECTIONS

Ints = NDArray[np.integer[Any]]
Bools = NDArray[np.bool_]

NOBODY: Final = -1
DRAWN: Final = NUMBER["="]
WHITE, BLACK, NO_COLOUR = 0, 1, -1


def _flags(name: str) -> Bools:
    return np.array([getattr(outcome, name) for outcome in OUTCOMES], dtype=bool)


PLAYED, REQUESTED, VOLUNTARY, WON, LOST = (
    _flags(name) for name in ("played", "requested", "voluntary", "win", "loss")
)
_SAID: Final = (PLAYED * 1 + REQUESTED * 2 + VOLUNTARY * 4).astype(np.uint8)
"""What is asked of every code, a bit each."""

HALVES: Final = np.array([outcome.halves for outcome in OUTCOMES], dtype=np.int64)
"""Half points of the result that each code stands for."""


@dataclass(frozen=True, eq=False)
class Grid:
    """A batch of P players of whole events, R rounds each.

    Attributes
    ----------
    row : (P,) int64
        Row of each player in the ``players`` table of the History.
    event : (P,) int32
        Row of his event in the ``tournaments`` table.
    player : (P,) int32
        Starting number.
    opponent : (P, R) int32
        Row of the opponent in this Grid, `NOBODY` where none was scheduled.
    outcome : (P, R) int8
        Number of the code in `chesstb.outcomes.CODES`.
    colour : (P, R) int8
        `WHITE`, `BLACK` or `NO_COLOUR`.
    points : (P, R) int
        Points awarded, in units.
    rating : (P,) int32
        Rating, 0 where there is none.
    adjustment : (P,) int
        Points that belong to no round, in units.
    win, draw : (P, 1) int
        What the event pays, in units.
    unit : int
        Units in a point.
    announced : (P, 1) int
        Rounds announced, at least those with any row.
    round_robin : bool
        Whether the pairings were predetermined.
    odd : (P, 1) bool
        Whether the field of the event is odd.
    excluded : (P,) bool, optional
        Players whose games count for nobody; None: there are none.
    struck : (P, R) bool, optional
        Rounds with a game that counts for nobody: as if they were free; None: there are none.
    by_rule : (P, R) bool, optional
        Those of them that the rules on withdrawals strike out; the others were a decision.
    recorded : Grid, optional
        The same events with these games as they were played; None: they are all here.
    """

    row: NDArray[np.int64]
    event: NDArray[np.int32]
    player: NDArray[np.int32]
    opponent: NDArray[np.int32]
    outcome: NDArray[np.int8]
    colour: NDArray[np.int8]
    points: Ints
    rating: NDArray[np.int32]
    adjustment: Ints
    win: Ints
    draw: Ints
    unit: int
    announced: Ints
    round_robin: bool
    odd: Bools
    excluded: Bools | None = None
    struck: Bools | None = None
    by_rule: Bools | None = None
    recorded: Grid | None = field(default=None, repr=False)
    memo: dict[Any, Any] = field(default_factory=dict, repr=False)

    @property
    def shape(self) -> tuple[int, int]:
        """Players, rounds."""
        return self.outcome.shape[0], self.outcome.shape[1]

    @property
    def section(self) -> str:
        """Section of a rule page that reads these events."""
        return SECTIONS[self.round_robin]

    @property
    def rounds(self) -> int:
        """Rounds counted."""
        return int(self.outcome.shape[1])

    @cached_property
    def score(self) -> Ints:
        """Points of each player, units, (P,): byes, forfeits and adjustments included."""
        score: Ints = self.points.sum(axis=1, dtype=self.points.dtype) + self.adjustment
        return score

    @cached_property
    def said(self) -> NDArray[np.uint8]:
        """Bits of each round's code: played 1, requested 2, voluntary 4, (P, R)."""
        found: NDArray[np.uint8] = taken(_SAID, self.outcome)
        return found

    @cached_property
    def halves(self) -> Ints:
        """Half points of the result that each round's code stands for, (P, R)."""
        found: Ints = taken(HALVES, self.outcome)
        return found

    @cached_property
    def played(self) -> Bools:
        """Rounds with a game over the board, (P, R)."""
        return (self.said & 1).astype(bool)

    @cached_property
    def paired(self) -> Bools:
        """Rounds with a scheduled opponent, (P, R)."""
        paired: Bools = self.opponent != NOBODY
        return paired

    @cached_property
    def requested(self) -> Bools:
        """Rounds with a half-point or zero-point bye, absences included, (P, R)."""
        return (self.said & 2).astype(bool)

    @cached_property
    def voluntary(self) -> Bools:
        """Voluntary unplayed rounds: requested byes and forfeit losses, (P, R)."""
        return (self.said & 4).astype(bool)

    @cached_property
    def free(self) -> Bools:
        """Rounds that are nothing at all: of a round robin with an odd field, or struck out, (P, R)."""
        free = ~self.paired & self.odd if self.round_robin else np.zeros(self.shape, dtype=bool)
        return free if self.struck is None else free | self.struck

    @property
    def whole(self) -> bool:
        """Whether there is no free round anywhere, and so every round is there to be counted."""
        return self.struck is None and not (self.round_robin and self.odd.any())

    @cached_property
    def gone(self) -> Bools:
        """Requested byes after which only voluntary unplayed rounds follow (Art. 16.2.5), (P, R)."""
        numbers = np.arange(1, self.rounds + 1, dtype=np.int16)
        last = (~self.voluntary * numbers).max(axis=1, initial=0)
        gone: Bools = self.requested & outer(np.greater, numbers, last)
        return gone

    def without(self, excluded: Bools, early: Bools) -> Grid:
        """Return the Grid with the games of excluded players struck out; ``early`` are those by a rule."""
        struck, by_rule = (
            out[:, None] | (self.paired & out[self.opponent]) for out in (excluded, excluded & early)
        )
        return replace(
            self,
            opponent=np.where(struck, np.int32(NOBODY), self.opponent),
            outcome=np.where(struck, np.int8(NUMBER["Z"]), self.outcome),
            colour=np.where(struck, np.int8(NO_COLOUR), self.colour),
            points=np.where(struck, self.points.dtype.type(0), self.points),
            adjustment=np.where(excluded, self.adjustment.dtype.type(0), self.adjustment),
            excluded=excluded,
            struck=struck,
            by_rule=by_rule,
            recorded=self,
            memo={},
        )

    def over_event(self, function: Any, values: Any) -> Any:
        """Return for each player a NumPy ufunc of the values of all players of his event, (P,)."""
        if not len(values):
            return values
        starts = np.flatnonzero(np.diff(self.event, prepend=self.event[0] - 1))
        return np.repeat(function.reduceat(values, starts), np.diff(starts, append=len(values)))

    def of_opponent(self, values: Any) -> Any:
        """Return each round's opponent's value, (P, R); whatever it is where there is no opponent."""
        return taken(values, self.opponent)

    def once(self, key: Any, compute: Any) -> Any:
        """Return what was computed under a key before, or compute it now."""
        if key not in self.memo:
            self.memo[key] = compute()
        return self.memo[key]
