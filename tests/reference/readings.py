"""Which page a version follows for unplayed rounds, and where forfeits are results of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .model import Table

READS_AS = {
    "world-rapid-blitz": "fide-2009",
    "uscf-club": "uscf",
    "lichess-broadcast": "face-value",
}
FORFEITS_COUNT_IN_ROUND_ROBIN = {
    "fide-2009",
    "fide-2023",
    "fide-2024",
    "fide-2026",
    "draw-for-unplayed",
    "ffe-papi",
}


def reads_as(version: str) -> str:
    """The version whose unplayed rounds this one takes over."""
    return READS_AS.get(version, version)


def forfeits_count(table: Table, version: str) -> bool:
    """Art. 15.2, and Art. 15 of 2009: in a round robin forfeits are results as any other."""
    return table.round_robin and reads_as(version) in FORFEITS_COUNT_IN_ROUND_ROBIN
