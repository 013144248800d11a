"""Tie-breaks of a player's own record: points, wins, games with Black, progressive score (C.07 Art. 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chesstb.arrays import running
from chesstb.contribution import Contributions, Reason, told
from chesstb.grid import BLACK, HALVES, Bools, Grid
from chesstb.tiebreak.registry import tiebreak

if TYPE_CHECKING:
    from chesstb.rules import Reading


def _rounds(counted: Bools, forfeits: Bools | None = None) -> Contributions:
    """Return one for each round that counts; of forfeits a clause may say so."""
    reason = told(counted) if forfeits is None else told(counted, forfeits)
    return Contributions(counted.astype(np.int32), scale=1, reason=reason)


def _forfeits(grid: Grid) -> Bools:
    return grid.paired & ~grid.played


def _games(grid: Grid, reading: Reading) -> Bools:
    """Return the rounds that count as games of the player's own record, (P, R)."""
    return grid.paired if reading.forfeits_are_games("own-record") else grid.played


def _won(grid: Grid, reading: Reading) -> Bools:
    won: Bools = _games(grid, reading) & (HALVES[grid.outcome] == HALVES.max())
    return won


@tiebreak(
    "PTS",
    title="Points",
    says="points scored, byes and forfeits included",
    counted="points awarded",
)
def points(grid: Grid, reading: Reading) -> Contributions:
    """The points awarded in each round."""
    return Contributions(grid.points, grid.unit, extra=grid.adjustment if grid.adjustment.any() else None)


@tiebreak(
    "WIN",
    title="Number of wins",
    says="rounds with as many points as for a win, byes and forfeits included",
    counted="as many points as for a win",
    uncounted="fewer points than for a win",
)
def wins(grid: Grid, reading: Reading) -> Contributions:
    """Rounds with as many points as for a win (7.1)."""
    return _rounds(grid.points >= grid.win)


@tiebreak(
    "WON",
    title="Games won",
    says="games won over the board",
    counted="a win over the board",
    uncounted="no win over the board",
)
def won(grid: Grid, reading: Reading) -> Contributions:
    """Games won over the board (7.2)."""
    return _rounds(_won(grid, reading), _forfeits(grid))


@tiebreak(
    "BPG",
    title="Games played with Black",
    says="games played over the board with Black",
    counted="a game with Black",
    uncounted="no game with Black",
    names=("BLACKS",),
    colours=True,
)
def black_games(grid: Grid, reading: Reading) -> Contributions:
    """Games played over the board with Black (7.3)."""
    return _rounds(_games(grid, reading) & (grid.colour == BLACK), _forfeits(grid))


@tiebreak(
    "BWG",
    title="Games won with Black",
    says="games won over the board with Black",
    counted="a win with Black",
    uncounted="no win with Black",
    colours=True,
)
def black_wins(grid: Grid, reading: Reading) -> Contributions:
    """Games won over the board with Black (7.4)."""
    return _rounds(_won(grid, reading) & (grid.colour == BLACK), _forfeits(grid))


@tiebreak(
    "PS",
    title="Progressive score",
    says="sum of the scores after each round",
    counted="score after the round",
    modifiers="C",
    lowest="the score after the earliest round",
)
def progressive(grid: Grid, reading: Reading) -> Contributions:
    """The running score after each round (7.5); cuts take the first rounds."""
    order = np.broadcast_to(np.arange(grid.rounds, dtype=np.int32), grid.shape)
    return Contributions(running(grid.points), grid.unit, basis=order)


@tiebreak(
    "REP",
    title="Rounds elected to play",
    says="rounds less requested byes and forfeit losses",
    counted="elected to play",
    uncounted="a requested bye or a forfeit loss",
    names=("GE",),
)
def rounds_elected(grid: Grid, reading: Reading) -> Contributions:
    """Rounds in which the player was neither absent by his own wish nor forfeited (7.6)."""
    losses = _forfeits(grid) & grid.voluntary
    elected = ~(grid.requested & ~grid.free)
    if not reading.forfeits_are_games("own-record"):
        elected &= ~losses
    return _rounds(elected, losses)


@tiebreak(
    "STD",
    title="Standard points",
    says="1 for more points than the opponent in a round, ½ for as many",
)
def standard_points(grid: Grid, reading: Reading) -> Contributions:
    """More points than the opponent 1, as many ½; without opponent compared with a draw (7.7)."""
    columns = np.arange(grid.rounds)
    theirs = np.where(grid.paired, grid.points[grid.opponent, columns], grid.draw)
    more = np.sign(grid.points - theirs)
    return Contributions((1 + more).astype(np.int32), scale=2, reason=lambda: Reason.EQUAL - more)


@tiebreak(
    "TPN",
    title="Pairing number",
    says="the lower pairing number first (R: the higher)",
    uncounted="the number belongs to no round",
    modifiers="R",
    names=("SNO",),
    higher_wins=False,
)
def pairing_number(grid: Grid, reading: Reading) -> Contributions:
    """The final pairing number, which belongs to no round (7.8)."""
    return Contributions(
        np.zeros(grid.shape, dtype=np.int32), 1, np.zeros(grid.shape, dtype=bool), extra=grid.player
    )
