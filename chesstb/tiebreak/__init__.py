"""Tie-breaks: one file a family, each tie-break one decorated function."""

from chesstb.contribution import Values
from chesstb.tiebreak import (
    buchholz,
    encounter,
    own,
    own_record,
    programs,
    ratings,
    sonneborn_berger,
    us_chess,
)
from chesstb.tiebreak.registry import REGISTRY, TieBreak, tiebreak

__all__ = [
    "REGISTRY",
    "TieBreak",
    "Values",
    "buchholz",
    "encounter",
    "own",
    "own_record",
    "programs",
    "ratings",
    "sonneborn_berger",
    "tiebreak",
    "us_chess",
]
