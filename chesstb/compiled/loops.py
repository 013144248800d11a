"""Every loop that a NumPy function has behind it."""

from chesstb.compiled.layout import events, matrices, scaled
from chesstb.compiled.order import by_place, dense, groups, places, put
from chesstb.compiled.rounds import adjusted, opponents, totals

__all__ = [
    "adjusted", "by_place", "dense", "events", "groups", "matrices", "opponents", "places", "put", "scaled",
    "totals",
]  # fmt: skip
