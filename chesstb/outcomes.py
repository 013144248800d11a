"""The one table of result codes: what each TRF code means and what it pays.

Columns of `OUTCOMES`: the code; whether a game was played over the board; whether an opponent
was scheduled; whether the player asked for the round off; whether he was available to play
(a round that is none of his own doing); and which of the event's payments it earns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Outcome:
    """One TRF result code.

    Attributes
    ----------
    code : str
        The letter or sign in a results table.
    title : str
        What it is, in the words of the Handbook.
    played : bool
        A game over the board (also one of under a move, and one still pending).
    paired : bool
        An opponent was scheduled.
    requested : bool
        A half-point or zero-point bye: the player asked for it, or was not there.
    voluntary : bool
        A voluntary unplayed round (C.07 Art. 16.1): requested byes and forfeit losses.
    win, draw, loss : bool
        The result on the board.
    halves : int
        Half points of the result that it stands for, played or not: 2, 1 or 0.
    pays : str
        The column of ``tournaments`` that says how many points it earns.
    """

    code: str
    title: str
    played: bool = False
    paired: bool = False
    requested: bool = False
    voluntary: bool = False
    win: bool = False
    draw: bool = False
    loss: bool = False
    halves: int = 0
    pays: str = "loss"


OUTCOMES: Final[tuple[Outcome, ...]] = (
    Outcome("1", "win", played=True, paired=True, win=True, halves=2, pays="win"),
    Outcome("=", "draw", played=True, paired=True, draw=True, halves=1, pays="draw"),
    Outcome("0", "loss", played=True, paired=True, loss=True, pays="loss"),
    Outcome("W", "win, under one move", played=True, paired=True, win=True, halves=2, pays="win"),
    Outcome("D", "draw, under one move", played=True, paired=True, draw=True, halves=1, pays="draw"),
    Outcome("L", "loss, under one move", played=True, paired=True, loss=True, pays="loss"),
    Outcome("X", "game without a result yet", played=True, paired=True, draw=True, halves=1, pays="pending"),
    Outcome("+", "forfeit win", paired=True, halves=2, pays="forfeit_win"),
    Outcome("-", "forfeit loss", paired=True, voluntary=True, pays="forfeit_loss"),
    Outcome("U", "pairing-allocated bye", halves=2, pays="bye"),
    Outcome("F", "full-point bye", halves=2, pays="full_bye"),
    Outcome("H", "half-point bye", requested=True, voluntary=True, halves=1, pays="half_bye"),
    Outcome("Z", "zero-point bye or absence", requested=True, voluntary=True, pays="zero_bye"),
)

CODES: Final[tuple[str, ...]] = tuple(outcome.code for outcome in OUTCOMES)
"""The codes in the order in which they are encoded: the position is the number used inside."""

BY_CODE: Final[dict[str, Outcome]] = {outcome.code: outcome for outcome in OUTCOMES}

NUMBER: Final[dict[str, int]] = {code: number for number, code in enumerate(CODES)}
"""Code to the number used inside."""

WITHOUT_OPPONENT: Final[dict[str, str]] = {
    "1": "U", "W": "U", "=": "H", "D": "H", "0": "Z", "L": "Z", "+": "F", "-": "Z", "X": "Z",
}  # fmt: skip
"""What a code of a paired round means where no opponent is given (older TRF files)."""

SPELLINGS: Final[dict[str, str]] = {"½": "=", "−": "-", "–": "-", "": "Z"}
"""Other signs for the same codes."""

PAYMENTS: Final[dict[str, str]] = {
    "win": "1",
    "draw": "0.5",
    "loss": "0",
    "bye": "win",
    "half_bye": "draw",
    "full_bye": "win",
    "zero_bye": "0",
    "forfeit_win": "win",
    "forfeit_loss": "0",
    "pending": "draw",
    "black_win": "win",
    "black_draw": "draw",
    "black_loss": "loss",
}
"""The event's payments and their defaults: a number, or the payment that it follows."""
