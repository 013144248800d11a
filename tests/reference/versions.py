"""Which codes and modifiers each rule version defines, and how a code is written."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .model import ROUND_ROBINS

FIDE_2023 = {
    "PTS": "",
    "WIN": "",
    "WON": "",
    "BPG": "",
    "BWG": "",
    "REP": "",
    "PS": "C",
    "BH": "CMP",
    "FB": "CMP",
    "AOB": "",
    "SB": "CP",
    "KS": "L",
    "DE": "P",
    "ARO": "CMU",
    "TPR": "U",
    "PTP": "U",
    "APRO": "U",
    "APPO": "U",
}
FIDE_2009 = {
    "PTS": "",
    "WIN": "",
    "BPG": "",
    "PS": "C",
    "BH": "CM",
    "SB": "C",
    "KS": "L",
    "DE": "",
    "ARO": "CMU",
    "TPR": "U",
    "APRO": "U",
    "SBH": "",
    "ARZ": "",
}
GENERIC = {
    "PTS": "",
    "WIN": "",
    "WON": "",
    "BPG": "",
    "BWG": "",
    "REP": "",
    "PS": "C",
    "BH": "CM",
    "SB": "C",
    "KS": "L",
    "DE": "",
    "ARO": "CMU",
    "TPR": "U",
}
US_CHESS = dict.fromkeys(
    (
        *("PTS", "BH", "SOLKOFF", "MODMED", "MEDIAN", "SB", "BPG", "CUMUL", "CUMOPP", "KASHDAN"),
        *("WHITES", "RES34E5", "SB34E8", "OPPPERF"),
    ),
    "",
) | {"AVGOPP": "U"}
DEFINED = {
    "fide-2009": FIDE_2009,
    "world-rapid-blitz": FIDE_2009,
    "fide-2023": FIDE_2023,
    "fide-2024": FIDE_2023,
    "fide-2026": FIDE_2023 | {"STD": "", "TPN": "R", "AOB": "F", "RTNG": "RU"},
    "uscf": US_CHESS,
    "uscf-club": US_CHESS,
    "chess-caddy": dict.fromkeys(("PTS", "BH", "SB", "PS"), ""),
    "face-value": GENERIC,
    "draw-for-unplayed": GENERIC,
    "lichess-swiss": {"PTS": "", "SB": "", "TPR": "U"},
    "lichess-broadcast": GENERIC
    | {"FB": "CM", "AOB": "", "PTP": "U", "APRO": "U", "APPO": "U", "ARZ": "", "STD": ""},
    "ffe-papi": {"PTS": "", "WIN": "", "PS": "", "BH": "CM", "SBH": "", "KASHDAN": "", "TPR": "U"},
}
VERSIONS = tuple(DEFINED)
NOT_IN_ROUND_ROBINS = {"fide-2026": {"BH", "FB", "AOB"}}  # note to Art. 8


@dataclass(frozen=True)
class Code:
    """A tie-break code taken apart: `BH/C1/P` is BH with low=1 and forfeits as played."""

    base: str
    letters: str = ""
    low: int = 0
    high: int = 0
    limit: str = ""
    unrated: int | None = None

    def has(self, letter: str) -> bool:
        """Whether the modifier was written."""
        return letter in self.letters


def parse(text: str) -> Code:
    """Read a code: `Cn` cuts n low, `Mn` n low and n high, `L` a Koya limit, `U` a rating."""
    base, *modifiers = text.upper().split("/")
    letters, low, high, limit, unrated = "", 0, 0, "", None
    for modifier in modifiers:
        match = re.fullmatch(r"([CMPFRLU])([+-]?\d+)?", modifier)
        if match is None:
            raise ValueError(f"cannot read modifier {modifier!r} of {text!r}")
        letter, number = match[1], match[2] or ""
        letters += letter
        if letter in "CM":
            low = int(number or 1)
            high = low if letter == "M" else 0
        if letter == "L":
            limit = number
        if letter == "U":
            unrated = int(number)
    return Code(base, letters, low, high, limit, unrated)


def defined(version: str, code_base: str, modifier_letters: str, system: str) -> bool:
    """Whether a version has this code with these modifiers in this system."""
    codes = DEFINED[version]
    if code_base not in codes:
        return False
    if system in ROUND_ROBINS and code_base in NOT_IN_ROUND_ROBINS.get(version, set()):
        return False
    return set(modifier_letters) <= set(codes[code_base])
