"""What headings and other words of chess-results.com mean, in its languages."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from chesstb.formats.cells import plain

WORDS: Final = Path(__file__).parent / "headings.toml"
APART: Final = frozenset({"languages", "alone", "labels", "systems", "card"})
"""Tables of the file that are no language."""

FIGURE_FIRST: Final = re.compile(r"([0-9]{1,3})\.? ?([^0-9]{0,10})")
FIGURE_LAST: Final = re.compile(r"([^0-9]{1,10}?)\.? ?([0-9]{1,3})")
MATCH: Final = re.compile(r"[0-9½,.]{0,6} ?: ?[0-9½,.]{0,6}")
"""Board points of a match, which head the column of results."""


def bare(text: str) -> str:
    """Return a word without case, dots and blanks.

    Examples
    --------
    >>> bare("No.Ini."), bare(" Rd. "), bare("M-ce")
    ('noini', 'rd', 'm-ce')
    """
    return plain(text).casefold().replace(".", "").replace(" ", "").replace("i̇", "i")


@cache
def data() -> dict[str, Any]:
    """Return the file of words."""
    return tomllib.loads(WORDS.read_text(encoding="utf-8"))


@cache
def languages() -> dict[str, dict[str, str]]:
    """Return for each language what its words mean; English ones count everywhere."""
    found = {}
    for language, words in data().items():
        if language not in APART:
            both = [data()["english"], words]
            found[language] = {bare(w): meaning for part in both for meaning, ws in part.items() for w in ws}
    return found


@cache
def stems(meaning: str) -> frozenset[str]:
    """Return the words of all languages that stand beside the figure of a round or of a tie-break."""
    parts = [words for language, words in data().items() if language not in APART]
    return frozenset(bare(word) for part in parts for word in part.get(meaning, ()))


@cache
def means(table: str) -> dict[str, str]:
    """Return what the words of a table that holds all languages mean."""
    return {bare(word): meaning for meaning, words in data()[table].items() for word in words}


def alone(text: str) -> str:
    """Return ``bye`` or ``unpaired`` for what stands in the place of an opponent, else nothing.

    Examples
    --------
    >>> alone("spielfrei"), alone("not paired"), alone("Byers, Donald")
    ('bye', 'unpaired', '')
    """
    return means("alone").get(bare(text), "")


@dataclass
class Columns:
    """The columns of a table by what they hold.

    Attributes
    ----------
    by : dict
        Meaning to positions, in their order.
    rounds : dict
        Position to round.
    tiebreaks : dict
        Position to the number of the tie-break.
    headings : list of str
        What is printed.
    """

    headings: list[str]
    by: dict[str, list[int]] = field(default_factory=dict)
    rounds: dict[int, int] = field(default_factory=dict)
    tiebreaks: dict[int, int] = field(default_factory=dict)

    @property
    def known(self) -> int:
        """How many columns are known."""
        return sum(map(len, self.by.values())) + len(self.rounds) + len(self.tiebreaks)

    def first(self, meaning: str) -> int:
        """Return the first column of a meaning, -1 for none."""
        return self.by.get(meaning, [-1])[0]

    def has(self, *meanings: str) -> bool:
        """Say whether there is a column of each meaning."""
        return all(meaning in self.by for meaning in meanings)


def columns(headings: list[str], language: str) -> Columns:
    """Return the columns that headings name, in the language that knows most of them.

    Examples
    --------
    >>> found = columns(["Rg.", "Snr", "", "Name", "Land", "1.Rd", "Pkt.", "Wtg1"], "english")
    >>> found.by
    {'rank': [0], 'number': [1], 'name': [3], 'federation': [4], 'points': [6]}
    >>> found.rounds, found.tiebreaks
    ({5: 1}, {7: 1})
    """
    order = [language, *(name for name in languages() if name != language)]
    found = [_columns(headings, languages()[name]) for name in order if name in languages()]
    return max(found, key=lambda one: one.known)


def _columns(headings: list[str], words: dict[str, str]) -> Columns:
    found = Columns([plain(heading) for heading in headings])
    for at, heading in enumerate(found.headings):
        meaning = words.get(bare(heading), "")
        if meaning and meaning != "tiebreak":
            found.by.setdefault(meaning, []).append(at)
        elif heading:
            _figure(found, at, heading)
    return found


def _figure(found: Columns, at: int, heading: str) -> None:
    """Take a heading with a figure for a round or a tie-break, if it is one."""
    first, last = FIGURE_FIRST.fullmatch(heading), FIGURE_LAST.fullmatch(heading)
    if first and (not first[2].strip() or bare(first[2]) in stems("round")):
        found.rounds[at] = int(first[1])
    elif last and bare(last[1]) in stems("tiebreak"):
        found.tiebreaks[at] = int(last[2])
    elif last and bare(last[1]) in stems("round"):
        found.rounds[at] = int(last[2])
