"""From a code to the values of everyone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from .buchholz import average_of_opponents, buchholz, fore_buchholz, papi_buchholz
from .own_record import bpg, bwg, progressive, pts, rep, standard, tpn, win, won
from .sonneborn import koya, sonneborn_berger
from .us_chess import median, modified_median, solkoff

if TYPE_CHECKING:
    from .model import Table
    from .versions import Code

Values = Mapping[int, Fraction | None]

SAME_FOR_ALL: dict[str, Callable[[Table], dict[int, Fraction]]] = {
    "PTS": pts,
    "WIN": win,
    "STD": standard,
    "TPN": tpn,
}
BY_VERSION: dict[str, Callable[[Table, str], dict[int, Fraction]]] = {
    "WON": won,
    "BPG": bpg,
    "BWG": bwg,
    "REP": rep,
}
US_CHESS: dict[str, Callable[[Table], dict[int, Fraction]]] = {
    "BH": solkoff,
    "SOLKOFF": solkoff,
    "MEDIAN": median,
    "MODMED": modified_median,
}


def values(table: Table, version: str, code: Code) -> Values:
    """Values of a code for everyone; direct encounter is not one (it needs a tied group)."""
    if code.base in SAME_FOR_ALL:
        return SAME_FOR_ALL[code.base](table)
    if code.base in BY_VERSION:
        return BY_VERSION[code.base](table, version)
    if code.base == "PS":
        return progressive(table, code.low)
    if code.base == "KS":
        return koya(table, code.limit)
    return _from_opponents(table, version, code)


def _from_opponents(table: Table, version: str, code: Code) -> Values:
    """Sonneborn-Berger, and the Buchholz family of every version."""
    if code.base == "SB":
        return sonneborn_berger(table, version, code.low, forfeits_as_played=code.has("P"))
    if version == "uscf":
        return US_CHESS[code.base](table)
    if code.base == "AOB":
        return average_of_opponents(table, version, fore=code.has("F"))
    if version == "ffe-papi":
        return papi_buchholz(table, cut=code.has("C"), median=code.has("M"))
    family = {"BH": buchholz, "FB": fore_buchholz}[code.base]
    return family(table, version, code.low, code.high, forfeits_as_played=code.has("P"))
