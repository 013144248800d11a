"""What kind of event the free text of record 092, or the code of record 192, names."""

from __future__ import annotations

import re
from typing import Final

TYPES: Final = {
    "swiss": "Individual: Swiss-System",
    "round-robin": "Individual: Round-Robin",
    "double-round-robin": "Individual: Double Round-Robin",
    "match": "Individual: Match",
    "team-swiss": "Team: Swiss-System",
    "team-round-robin": "Team: Round-Robin",
}
"""What is written in record 092 for each system."""

TEAM: Final = (
    "team", "mannschaft", "equip", "équip", "squadr", "команд", "zespoł", "zespol", "drużyn", "druzyn",
    "csapat", "družst", "druzst", "takım", "takim",
)  # fmt: skip
ROUND_ROBIN: Final = (
    "round-robin", "round robin", "round_robin", "roundrobin", "berger", "rundenturnier", "vollrund",
    "jeder gegen jeden", "toutes rondes", "toutes-rondes", "todos contra todos", "girone", "italian",
    "круг", "körmérk", "kormerk", "kołow", "kolow", "każdy z każdym", "all play all", "all-play-all",
    "alle gegen alle", "liga",
)  # fmt: skip
DOUBLE: Final = (
    "double",
    "dbl",
    "doppel",
    "doble",
    "doppio",
    "двух",
    "двой",
    "podwój",
    "dupl",
    "dubbel",
    "kettős",
)
SWISS: Final = (
    "swiss", "schweiz", "suisse", "suizo", "svizz", "suíço", "suico", "zwitser", "швейцар", "svájc",
    "svajc", "szwajcar", "švýcar", "svycar", "švajčiar", "sveits", "sviçre", "svicre", "elveț", "elvet",
    "dutch", "burstein", "dubov", "lim_", "baku",
)  # fmt: skip
_TIE_BREAK: Final = re.compile(r"sonn?eborn[\s_-]*berger", re.IGNORECASE)
MATCH: Final = ("match", "матч", "duell", "duelo")


def named(text: str, words: tuple[str, ...]) -> bool:
    """Say whether a text contains one of some words."""
    return any(word in text.lower() for word in words)


def is_team(text: str) -> bool:
    """Say whether a text names a team event."""
    return named(text, TEAM) and not named(text, ("individual", "einzel"))


def system_of(text: str) -> str:
    """Return the system that a description or a code names; a Swiss system wins over all others.

    Leagues and names of tie-breaks say little: "Schweizer System (Liga)" is a Swiss system.

    Examples
    --------
    >>> [system_of(text) for text in ("Schweizer System", "FIDE_TEAM_BAKU", "Doppelrundenturnier", "?")]
    ['swiss', 'team-swiss', 'double-round-robin', 'unknown']
    """
    team = "team-" if is_team(text) else ""
    text = _TIE_BREAK.sub(" ", text)
    if named(text, SWISS):
        return f"{team}swiss"
    if named(text, ROUND_ROBIN):
        return "double-round-robin" if named(text, DOUBLE) and not team else f"{team}round-robin"
    if named(text, MATCH) and not team:
        return "match"
    return "unknown"
