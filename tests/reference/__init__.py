"""A slow, plain reading of the tie-break rules, article by article, to check the product against.

It shares no code with `chesstb`: dicts, loops and fractions only. Start with `model.py`, then the
file of the article you want to compare.
"""

from .direct_encounter import direct_encounter
from .model import Event, Row, Table, table
from .standings import columns, ranking, standings, value
from .versions import DEFINED, VERSIONS, Code, defined, parse

__all__ = [
    "DEFINED",
    "VERSIONS",
    "Code",
    "Event",
    "Row",
    "Table",
    "columns",
    "defined",
    "direct_encounter",
    "parse",
    "ranking",
    "standings",
    "table",
    "value",
]
