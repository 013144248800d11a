"""Every loop that a NumPy function has behind it."""

from chesstb.compiled.layout import events, matrices, scaled
from chesstb.compiled.rounds import adjusted, opponents, totals

__all__ = ["adjusted", "events", "matrices", "opponents", "scaled", "totals"]
