"""Chess tie-breaks on dataframes.

Read a tournament, rank it under any rule version, and see what every number is made of::

    import chesstb as tb

    event = tb.read("data/world-blitz-2021")
    tb.standings(event, by="PTS BH/C1 BH SB", rules="fide-2026")
    tb.contributions(event, "BH/C1", rules="fide-2009")
    tb.explain(event, 4, "BH/C1", rules="fide-2026")
    tb.explain(event, players=(1, 2), by="PTS DE BH/C1 BH", rules="fide-2026")
    tb.rule_changes("fide-2024", "fide-2026")

How it works: an event is a crosstable, players × rounds. A tie-break turns it into a matrix of
contributions; a cut crosses some out; a row's total is the value. A rule version is one page of
data that says how unplayed rounds are read. The explanation is the row of contributions, so value
and explanation cannot differ.

Names load on first use, so that ``chesstb --help`` waits for nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from chesstb import plot, ratings, roundrobin
    from chesstb.bound import Bounds, bounds
    from chesstb.bulk.archive import Archive, open_archive
    from chesstb.bulk.ingestion import ingest
    from chesstb.bulk.reprocessing import reprocess
    from chesstb.catalogue import rule_changes, rule_page, rule_versions, tiebreaks
    from chesstb.comparison import Comparison, compare
    from chesstb.contribution import Contributions
    from chesstb.errors import (
        ChesstbError,
        CriterionError,
        DataError,
        FormatError,
        MissingExtraError,
        Note,
        RuleError,
    )
    from chesstb.explanation import Explanation, explain
    from chesstb.formats import read
    from chesstb.formats.crosstable import from_crosstable
    from chesstb.formats.long_table import from_long_table
    from chesstb.formats.trf import write_trf
    from chesstb.formats.writing import write
    from chesstb.influences import influence
    from chesstb.names import NamedCriterion, criterion, swiss_manager
    from chesstb.prizes import split_prizes
    from chesstb.published.identification import Identified, identify
    from chesstb.published.verification import verify
    from chesstb.report import write_report
    from chesstb.rules import RuleVersion
    from chesstb.standing import contributions, standings
    from chesstb.tables import History
    from chesstb.tiebreak.own import declare_tiebreak

_HOME = {
    "plot": "chesstb.plot",
    "write_report": "chesstb.report",
    "ratings": "chesstb.ratings",
    "roundrobin": "chesstb.roundrobin",
    "read": "chesstb.formats",
    "from_crosstable": "chesstb.formats.crosstable",
    "from_long_table": "chesstb.formats.long_table",
    "write": "chesstb.formats.writing",
    "write_trf": "chesstb.formats.trf",
    "History": "chesstb.tables",
    "standings": "chesstb.standing",
    "contributions": "chesstb.standing",
    "split_prizes": "chesstb.prizes",
    "compare": "chesstb.comparison",
    "Comparison": "chesstb.comparison",
    "explain": "chesstb.explanation",
    "Explanation": "chesstb.explanation",
    "influence": "chesstb.influences",
    "bounds": "chesstb.bound",
    "Bounds": "chesstb.bound",
    "Archive": "chesstb.bulk.archive",
    "open_archive": "chesstb.bulk.archive",
    "ingest": "chesstb.bulk.ingestion",
    "reprocess": "chesstb.bulk.reprocessing",
    "rule_versions": "chesstb.catalogue",
    "rule_changes": "chesstb.catalogue",
    "rule_page": "chesstb.catalogue",
    "declare_tiebreak": "chesstb.tiebreak.own",
    "Contributions": "chesstb.contribution",
    "tiebreaks": "chesstb.catalogue",
    "RuleVersion": "chesstb.rules",
    "NamedCriterion": "chesstb.names",
    "criterion": "chesstb.names",
    "swiss_manager": "chesstb.names",
    "ChesstbError": "chesstb.errors",
    "CriterionError": "chesstb.errors",
    "DataError": "chesstb.errors",
    "FormatError": "chesstb.errors",
    "MissingExtraError": "chesstb.errors",
    "Note": "chesstb.errors",
    "RuleError": "chesstb.errors",
    "verify": "chesstb.published.verification",
    "identify": "chesstb.published.identification",
    "Identified": "chesstb.published.identification",
}

__all__ = [
    "Archive",
    "Bounds",
    "ChesstbError",
    "Comparison",
    "Contributions",
    "CriterionError",
    "DataError",
    "Explanation",
    "FormatError",
    "History",
    "Identified",
    "MissingExtraError",
    "NamedCriterion",
    "Note",
    "RuleError",
    "RuleVersion",
    "bounds",
    "compare",
    "contributions",
    "criterion",
    "declare_tiebreak",
    "explain",
    "from_crosstable",
    "from_long_table",
    "identify",
    "influence",
    "ingest",
    "open_archive",
    "plot",
    "ratings",
    "read",
    "reprocess",
    "roundrobin",
    "rule_changes",
    "rule_page",
    "rule_versions",
    "split_prizes",
    "standings",
    "swiss_manager",
    "tiebreaks",
    "verify",
    "write",
    "write_report",
    "write_trf",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'chesstb' has no attribute {name!r}")
    home = import_module(_HOME[name])
    value = home if home.__name__ == f"chesstb.{name}" else getattr(home, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
