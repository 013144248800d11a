"""How large an event may be, so that a small hostile file does not fill the memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chesstb.errors import FormatError, message

if TYPE_CHECKING:
    from chesstb.formats.one_event import OneEvent

MOST_CELLS: Final = 500_000
"""Players times rounds; every player has a row in every round."""


def too_many(file: str, found: str) -> FormatError:
    """Return the error of an event that is larger than any."""
    return FormatError(message(file, found, f"at most {MOST_CELLS:,} cells of a crosstable"))


def check_size(event: OneEvent) -> None:
    """Refuse an event that names more players and rounds than any event has.

    Raises
    ------
    FormatError
        Players times rounds are above the limit.
    """
    named = {player["player"] for player in event.players}
    named.update(cell["opponent"] for cell in event.cells if cell.get("opponent"))
    rounds = max((cell["round"] for cell in event.cells), default=0)
    if len(named) * rounds > MOST_CELLS:
        raise too_many(event.notes.file, f"{len(named)} players are named, and {rounds} rounds")
