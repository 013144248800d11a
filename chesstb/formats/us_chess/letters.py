"""The letters of US Chess crosstables, wall charts and upload tables, and what they stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pandas as pd

from chesstb.outcomes import OUTCOMES

if TYPE_CHECKING:
    from chesstb.formats.notes import Place
    from chesstb.formats.one_event import OneEvent

PAIRED: Final = {"W": "1", "D": "=", "L": "0", "X": "+", "F": "-", "Z": "D"}
"""Letter to outcome where an opponent is named."""
ALONE: Final = {"B": "U", "H": "H", "U": "Z", "X": "+", "F": "-"}
"""Letter to outcome where none is."""
COLOURS: Final = {"W": "w", "B": "b"}
MOST_ROUNDS: Final = 200
"""No section has more rounds."""

_EXPECTED: Final = "W, D, L, X, F or Z and an opponent, or B, H, U, X or F"
_HALVES: Final = {outcome.code: outcome.halves for outcome in OUTCOMES}


def add_cell(event: OneEvent, at: Place, player: int, round_: int, cell: tuple[str, int, str]) -> None:
    """Add a cell (letter, opponent or 0, colour) to an event; what cannot be read is noted.

    Raises
    ------
    FormatError
        In strict reading: the letter is none.
    """
    letter, opponent, colour = cell
    notes, found = event.notes, f"{letter}{opponent or ''}"
    where = {"player": player, "round": round_}
    code = (PAIRED if opponent else ALONE).get(letter)
    if code is None and opponent and letter in ALONE:
        notes.wrong(at, found, letter, "a bye has no opponent", _EXPECTED, **where)
        opponent, code = 0, ALONE[letter]
    elif code is None:
        code = "X" if opponent else "Z"
        taken = "no result yet" if opponent else "an absence"
        notes.wrong(at, found, taken, "no result that is known", _EXPECTED, **where)
    elif letter == "Z":
        notes.say(at, found, "D", "a draw by forfeit: read as a draw that is not rated", **where)
    event.cell(at, player, round_, code, opponent=opponent or None, colour=COLOURS.get(colour))


def name_forfeits(event: OneEvent) -> None:
    """Name the opponents of forfeits where a round has one winner and one loser by forfeit without any."""
    lonely = [cell for cell in event.cells if cell["outcome"] in "+-" and not cell["opponent"]]
    if not lonely:
        return
    for _, of_round in pd.DataFrame(lonely).groupby("round"):
        if sorted(of_round["outcome"]) == ["+", "-"]:
            one, other = (lonely[row] for row in of_round.index)
            one["opponent"], other["opponent"] = other["player"], one["player"]
            place = event.at[next(k for k, cell in enumerate(event.cells) if cell is one)]  # noqa: PD008
            why = "the only two forfeits of the round without an opponent"
            taken = f"{one['player']} and {other['player']}"
            event.notes.say(place, "no opponent", taken, why, player=one["player"], round=one["round"])


def check_totals(event: OneEvent, totals: dict[int, tuple[Place, float]]) -> None:
    """Refuse totals that are not what the results add up to, in strict reading; else the History says so.

    Raises
    ------
    FormatError
        In strict reading: a total is another.
    """
    if not event.notes.strict:
        return
    points = dict.fromkeys(totals, 0.0)
    for cell in event.cells:
        if cell["player"] in points:
            points[cell["player"]] += _HALVES[cell["outcome"]] / 2
    for player, (at, total) in totals.items():
        if total != points[player]:
            why = f"the results add up to {points[player]:g}"
            event.notes.wrong(at, f"{total:g}", "the results", why, "their sum", player=player)
