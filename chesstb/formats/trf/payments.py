"""What an event pays: records 162, XXS and BB*, and changes by decisions (299)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from chesstb.schema import MOST_POINTS

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from chesstb.formats.notes import Notes
    from chesstb.formats.trf.lines import Line

CODES_162: Final = {
    "W": ("win",), "D": ("draw",), "L": ("loss",), "A": ("zero_bye", "forfeit_loss"), "P": ("bye",),
    "X": ("pending",),
}  # fmt: skip
CODES_XXS: Final = {
    "WW": "win", "BW": "black_win", "WD": "draw", "BD": "black_draw", "WL": "loss", "BL": "black_loss",
    "ZPB": "zero_bye", "HPB": "half_bye", "FPB": "full_bye", "PAB": "bye", "FW": "forfeit_win",
    "FL": "forfeit_loss",
}  # fmt: skip
CODES_BB: Final = {
    "BBW": "win", "BBD": "draw", "BBL": "loss", "BBZ": "zero_bye", "BBF": "forfeit_loss", "BBU": "bye",
}  # fmt: skip
SHORT_XXS: Final = {"W": ("WW", "BW", "FW", "FPB"), "D": ("WD", "BD", "HPB"), "L": ("WL", "BL")}
DEFAULT_XXS: Final = {
    "WW": 1.0, "BW": 1.0, "WD": 0.5, "BD": 0.5, "WL": 0.0, "BL": 0.0,
    "ZPB": 0.0, "HPB": 0.5, "FPB": 1.0, "PAB": 1.0, "FW": 1.0, "FL": 0.0,
}  # fmt: skip
"""Unlike in 162, every code has a default of its own, and none follows another."""

_PAIR: Final = re.compile(r"([A-Z]+)\s*=?\s*(1/2|½|[+-]?\d*[.,]?\d+)(?=[\s,;A-Z]|$)[\s,;]*", re.IGNORECASE)
_NEXT: Final = re.compile(r"(?<=[\s,;])[A-Z]+\s*=?\s*[+-]?[.,]?[\d½]", re.IGNORECASE)
_NUMBER: Final = re.compile(r"[+-]?\d*[.,]?\d+")


def number(text: str) -> float | None:
    """Return points with point or comma, or one half written as a fraction; None for what is none."""
    if text in ("1/2", "½"):
        return 0.5
    found = float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else None
    return found if found is not None and abs(found) <= MOST_POINTS else None


def read_payments(lines: dict[str, list[Line]], notes: Notes) -> tuple[dict[str, float], list[Line]]:
    """Return the payments that the records say, and the lines that are not wholly understood.

    162 comes first, then BB*, then XXS: what is said later overrides.
    """
    paid: dict[str, float] = {}
    odd: list[Line] = []
    for line in lines.get("162", []):
        for code, points in _pairs(line, CODES_162.keys(), notes, odd):
            paid.update(dict.fromkeys(CODES_162[code], points))
    for record, payment in CODES_BB.items():
        for line in lines.get(record, []):
            points_ = number(line.text[3:].strip())
            if points_ is None:
                notes.wrong((line.number, "5"), line.text[3:].strip(), "nothing", "no points", "a number")
                odd.append(line)
            else:
                paid[payment] = points_
    given: dict[str, float] = {}
    for line in lines.get("XXS", []):
        for code, points in _pairs(line, {*CODES_XXS, *SHORT_XXS}, notes, odd):
            given.update(dict.fromkeys(SHORT_XXS.get(code, (code,)), points))
    if given and not paid:
        given = DEFAULT_XXS | given
    return paid | {CODES_XXS[code]: points for code, points in given.items()}, odd


def _pairs(line: Line, codes: AbstractSet[str], notes: Notes, odd: list[Line]) -> list[tuple[str, float]]:
    """Return the codes and points of a line; a pair that is neither is noted, and the next one read."""
    found, text = [], line.text.rstrip()
    at = len(text) - len(text[3:].lstrip())
    while at < len(text):
        pair = _PAIR.match(text, at)
        points = number(pair[2]) if pair else None
        if pair is None or points is None or pair[1].upper() not in codes:
            expected = f"codes ({' '.join(sorted(codes))}) with points"
            following = _NEXT.search(text, at + 1)
            end = following.start() if following else len(text)
            bad = text[at:end].rstrip(" \t,;")
            notes.wrong((line.number, str(at + 1)), bad, "nothing", "no code with points", expected)
            odd += [] if line in odd else [line]
            at = end
            continue
        found.append((pair[1].upper(), points))
        at = pair.end()
    return found


# ---------------------------------------------------------------- decisions


@dataclass(frozen=True)
class Change:
    """One line of record 299: points that a decision set (with a kind of result) or added (without)."""

    line: Line
    kind: str
    value: float
    round: int
    players: list[int]


CODES_299: Final = {"W": "1W", "D": "=D", "L": "0L", "+": "+", "-": "-", "F": "F", "H": "H", "Z": "Z"}
"""The kinds of result of record 299 and the codes that they cover."""


def numbers_in(text: str) -> list[int] | None:
    """Return all numbers of a text, or None if it holds anything else."""
    found = text.split()
    return [int(word) for word in found] if all(w.isdecimal() and len(w) < 10 for w in found) else None


def read_change(line: Line, notes: Notes) -> Change | None:
    """Return what one line of record 299 says, or None if it cannot be read."""
    text = f"{line.columns:<24}"
    points = number(text[13:17].strip() or text[7:11].strip())
    kind, round_, players = text[4].upper().strip(), text[19:22].strip() or "0", numbers_in(text[22:])
    if (kind and kind not in CODES_299) or points is None or not round_.isdecimal() or players is None:
        expected = "a kind of result in column 5, points in 14-17, a round in 20-22, then starting numbers"
        notes.wrong((line.number, "5"), line.text[3:].strip(), "nothing", "no change of points", expected)
        return None
    return Change(line, kind, points, int(round_), players)
