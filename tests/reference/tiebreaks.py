"""From a code to the values of everyone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from .buchholz import average_of_opponents, buchholz, fore_buchholz, papi_buchholz, sum_of_buchholz
from .own_record import arranz, bpg, bwg, progressive, pts, rep, standard, tpn, win, won
from .performance import rating_values
from .readings import reads_as
from .sonneborn import koya, sonneborn_berger
from .us_chess import (
    cumulative,
    cumulative_of_opposition,
    kashdan,
    median,
    modified_median,
    solkoff,
    whites,
)
from .us_ratings import average_opposition, opposition_performance

if TYPE_CHECKING:
    from .model import Table
    from .versions import Code

Values = Mapping[int, Fraction | None]

SAME_FOR_ALL: dict[str, Callable[[Table], Values]] = {
    "PTS": pts,
    "WIN": win,
    "STD": standard,
    "TPN": tpn,
    "SOLKOFF": solkoff,
    "MEDIAN": median,
    "MODMED": modified_median,
    "CUMUL": cumulative,
    "CUMOPP": cumulative_of_opposition,
    "WHITES": whites,
    "OPPPERF": opposition_performance,
}
BY_VERSION: dict[str, Callable[[Table, str], Values]] = {
    "WON": won,
    "BPG": bpg,
    "BWG": bwg,
    "REP": rep,
    "ARZ": arranz,
    "KASHDAN": kashdan,
    "SBH": sum_of_buchholz,
}
BY_MODIFIERS: dict[str, Callable[[Table, str, Code], Values]] = {
    **dict.fromkeys(("ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"), rating_values),
    "AVGOPP": lambda table, _, code: average_opposition(table, code.unrated),
    "PS": lambda table, version, code: progressive(table, version, code.low),
    "KS": lambda table, version, code: koya(table, version, code.limit),
}


def values(table: Table, version: str, code: Code) -> Values:
    """Values of a code for everyone; what looks at a tied group is none of them."""
    if code.base in SAME_FOR_ALL:
        return SAME_FOR_ALL[code.base](table)
    if code.base in BY_VERSION:
        return BY_VERSION[code.base](table, version)
    if code.base in BY_MODIFIERS:
        return BY_MODIFIERS[code.base](table, version, code)
    return _from_opponents(table, version, code)


def _from_opponents(table: Table, version: str, code: Code) -> Values:
    """Sonneborn-Berger, and the Buchholz family of every version."""
    if code.base in {"SB", "SB34E8"}:
        return sonneborn_berger(table, version, code.low, forfeits_as_played=code.has("P"))
    if reads_as(version) == "uscf":
        return solkoff(table)
    if code.base == "AOB":
        return average_of_opponents(table, version, fore=code.has("F"))
    if version == "ffe-papi":
        return papi_buchholz(table, cut=code.has("C"), median=code.has("M"))
    family = {"BH": buchholz, "FB": fore_buchholz}[code.base]
    return family(table, version, code.low, code.high, forfeits_as_played=code.has("P"))
