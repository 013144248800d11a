"""Byes of record 240, and whether they agree with the lines of the players."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from chesstb.outcomes import CODES, NUMBER, WITHOUT_OPPONENT

if TYPE_CHECKING:
    from chesstb.formats.trf.players import Players
    from chesstb.formats.trf.points import Rows
    from chesstb.formats.trf.records import Event


def add_byes(event: Event, players: Players, rows: Rows) -> None:
    """Add the byes of record 240 where the players' lines have nothing, or a cell without a result.

    A bye that contradicts the lines, an earlier record 240 or the number of rounds is reported.
    """
    row_of = {int(number): row for row, number in enumerate(players.number)}
    given: dict[tuple[int, int], str] = {}
    new: list[tuple[int, int, str, int, int]] = []
    rounds = int(event.tournament.get("rounds", 0))
    last = max(rounds, int(rows.round.max(initial=0))) if rounds else 999
    for line, kind, round_, numbers in event.byes:
        start = _behind_round(line.columns)
        why: dict[int, str] = {}
        for place, number in enumerate(numbers):
            who = row_of.get(number)
            if who is None:
                why[number] = "this player is not in the file"
            elif round_ > last:
                why[number] = f"the event has {rounds} rounds"
            elif (odd := _other(players, who, round_, given)) not in ("", kind):
                why[number] = f"round {round_} of this player is {odd!r}, not {kind!r}"
            elif not odd:
                given[who, round_] = kind
                there = rows.at(who, round_)
                rows.outcome[there] = NUMBER[kind]
                if not len(there):
                    new.append((who, round_, kind, line.number, 11 + 5 * place))
        event.without_effect(line, start, why)
    if new:
        rows.add(new)


def _behind_round(text: str) -> int:
    """Return the column from which a record 240 lists players: behind the round and a blank."""
    found = re.match(r"240\s*\D?\s*\d+", text)
    return found.end() + 2 if found else 11


def _other(players: Players, who: int, round_: int, given: dict[tuple[int, int], str]) -> str:
    """Return the code that a player has in a round already, or nothing."""
    if (who, round_) in given:
        return given[who, round_]
    at = who, round_ - 1
    if round_ > players.there.shape[1] or not players.there[at] or players.blank[at]:
        return ""
    code: str = CODES[players.outcome[at]]
    return code if players.opponent[at] else WITHOUT_OPPONENT.get(code, code)
