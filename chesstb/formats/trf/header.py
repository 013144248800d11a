"""The records in front of the players, as they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from chesstb.formats.dates import read_date
from chesstb.formats.trf.payments import CODES_162, CODES_XXS
from chesstb.formats.trf.points import resolved
from chesstb.formats.trf.records import order_of, value
from chesstb.formats.trf.tournament_types import TYPES, is_team, system_of
from chesstb.outcomes import PAYMENTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from chesstb.formats.trf.lines import Line

    Decimal = Callable[[float, str], str]


def header_lines(
    tournament: pd.Series[Any],
    players: pd.DataFrame,
    kept: list[Line],
    own: list[str],
    version: str,
    decimal: Decimal,
) -> list[str]:
    """Return the lines in front of the players: what the tables say, and the kept records.

    A record 012 is always written: it separates events in one file.
    """
    made = [f"012 {_text(tournament['name'])}".rstrip()]
    made += [f"{record} {tournament[column]}" for record, column in (("022", "place"), ("032", "federation"))
             if pd.notna(tournament[column])]  # fmt: skip
    dates, kept = _dates(tournament, kept)
    types, kept = _types(tournament["system"], kept)
    made += dates + _counts(players, kept)
    double = any(line.record == "142" for line in kept)
    if pd.notna(tournament["rounds"]) and tournament["rounds"] > 0:
        made.append(f"{'142' if version == 'trf26' or double else 'XXR'} {tournament['rounds']}")
    made += payment_lines(tournament, version, decimal)
    if pd.notna(tournament["by"]):
        made.append(f"212 {','.join(tournament['by'].replace(',', ' ').split())}")
    made += own
    lines = made + [line.text for line in kept] + types  # of several types, the last counts
    return sorted(lines, key=lambda text: order_of(text[:3], text, set()))


def _text(text: Any) -> str:
    return "" if pd.isna(text) else str(text)


def _dates(tournament: pd.Series[Any], kept: list[Line]) -> tuple[list[str], list[Line]]:
    """Write the dates, unless a kept record says the same in its own way."""
    made = []
    for record, column in (("042", "start"), ("052", "end")):
        when = tournament[column]
        said = None if pd.isna(when) else f"{when.year:04d}-{when.month:02d}-{when.day:02d}"
        theirs = [line for line in kept if line.record == record]
        read = read_date(value(theirs[0])) if theirs else None
        if said is not None and not (read is not None and read.full and read.iso == said):
            made.append(f"{record} {said.replace('-', '/')}")
    return made, kept


def _types(system: str, kept: list[Line]) -> tuple[list[str], list[Line]]:
    """Write the type of the event, and no kept record that says another."""
    kept = [line for line in kept if not _contradicts(line, system)]
    said = [found for line in kept if line.record == "092" and (found := system_of(value(line))) != "unknown"]
    has_text = any(line.record == "092" for line in kept)
    if system not in TYPES or (has_text and said[-1:] == [system]):
        return [], kept
    return [f"092 {TYPES[system]}"], kept


def _contradicts(line: Line, system: str) -> bool:
    """Say whether a kept record would be read as another system, whatever else is written."""
    if line.record == "192" and system_of(value(line)) not in ("unknown", system):
        return True
    return line.record in ("092", "192") and is_team(value(line)) and not system.startswith("team")


def _counts(players: pd.DataFrame, kept: list[Line]) -> list[str]:
    numbers = {"062": len(players), "072": int(players["rating"].notna().sum())}
    there = {line.record for line in kept}
    return [f"{record} {number}" for record, number in numbers.items() if record not in there]


def payment_lines(tournament: pd.Series[Any], version: str, decimal: Decimal) -> list[str]:
    """Write what the event pays: 162 in TRF26, XXS in TRF16 and for what 162 cannot say."""
    paid = {payment: float(tournament[payment]) for payment in PAYMENTS}
    if version == "trf16" and paid == resolved({}):
        return []
    names = {code: names[0] for code, names in CODES_162.items()}
    said = {name: paid[names[code]] for code, names_ in CODES_162.items() for name in names_}
    shown = [f"{code}{decimal(paid[name], name)}" for code, name in names.items()]
    lines = []
    if version == "trf26":
        lines = ["162  " + "    ".join(shown[:3]), "162  " + "    ".join(shown[3:])]
    elif paid["pending"] != paid["draw"]:
        lines = [f"162  {shown[-1]}"]
    if version == "trf16" or resolved(said) != paid:
        lines.append(
            "XXS "
            + " ".join(f"{code}={decimal(paid[name], name).strip()}" for code, name in CODES_XXS.items())
        )
    return lines
