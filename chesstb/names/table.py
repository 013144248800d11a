"""The tables of names, read from the two data files beside this module."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chesstb import rules as rulebook
from chesstb.criteria import ALIASES

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = Path(__file__).parent
FILLERS = frozenset({"tie", "break", "system"})


@dataclass(frozen=True)
class Number:
    """A tie-break number of Swiss-Manager; the data file says what each field means."""

    number: int
    name: str
    labels: tuple[str, ...] = ()
    by: str = ""
    rules: tuple[str, ...] = ()
    under: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    usual: str = ""
    kinds: tuple[str, ...] = ()
    kind_labels: tuple[tuple[str, str], ...] = ()
    plain: tuple[str, ...] = ()
    fore: str = ""
    choices: tuple[str, ...] = ()
    further: str = ""
    inferred: bool = False
    events: tuple[str, ...] = ()
    status: str = ""
    unsettled: str = ""
    team: bool = False
    note: str = ""

    @property
    def settled(self) -> bool:
        """Say whether the number is read as a criterion."""
        return bool(self.by)

    @property
    def source(self) -> str:
        """Return how the number is called."""
        return f"Swiss-Manager {self.number}"


@dataclass(frozen=True)
class Name:
    """A name that a program or a federation gives to a criterion."""

    program: str
    text: str
    by: str = ""
    rules: str = ""
    note: str = ""
    unsettled: str = ""

    @property
    def code(self) -> str:
        """Return the code of the criterion, without modifiers."""
        return self.by.partition("/")[0]


@cache
def numbers() -> dict[int, Number]:
    """Return every number that is known, in their order."""
    data = _data("swiss_manager.toml")
    lists = {field.name for field in fields(Number) if field.type == "tuple[str, ...]"}
    table = {}
    for key in sorted((key for key in data if key.isdigit()), key=int):
        given: dict[str, Any] = {k: _words(k, v) if k in lists else v for k, v in data[key].items()}
        labels = tuple(given.pop("kind-labels", {}).items())
        table[int(key)] = Number(int(key), kind_labels=labels, **given)
    return table


@cache
def same() -> dict[str, str]:
    """Return the pages on which a number means the same as on another."""
    return dict(_data("swiss_manager.toml")["same"])


@cache
def names() -> tuple[Name, ...]:
    """Return all names, those in common use first."""
    found = []
    for program in _data("names.toml")["program"]:
        for text, given in program["names"].items():
            entry = given if isinstance(given, dict) else {"by": given}
            found.append(Name(program["name"], text, **({"rules": program["rules"]} | entry)))
    return tuple(found)


@cache
def codes() -> frozenset[str]:
    """Return every code that some rule page defines, and their aliases."""
    defined = {admission.code for page in rulebook.pages() for admission in page.tiebreaks}
    return frozenset(defined | set(ALIASES))


@cache
def team_codes() -> frozenset[str]:
    """Return the codes that need a team event."""
    return frozenset(_data("names.toml")["team"]["codes"].split())


@cache
def home(code: str) -> str:
    """Return the rules of a code that no FIDE page defines, else an empty text."""
    return next((rules for rules, own in _data("names.toml")["home"].items() if code in own.split()), "")


@cache
def by_name(form: Callable[[str], str]) -> dict[str, Name]:
    """Return names by their plain or reduced form, alone and with their program; the first wins."""
    found: dict[str, Name] = {}
    for name in names():
        for text in (name.text, f"{name.program} {name.text}", f"{name.text} {name.program}"):
            found.setdefault(form(text), name)
    return found


@cache
def by_label(form: Callable[[str], str]) -> dict[str, tuple[Number, str, str]]:
    """Return numbers, what is printed for them and which kind it says, by the form of what is printed."""
    found: dict[str, tuple[Number, str, str]] = {}
    for number in numbers().values():
        kinds = dict(number.kind_labels)
        for label in (number.name, *number.labels, *kinds):
            found.setdefault(form(label), (number, label, kinds.get(label, "")))
    return found


@cache
def plain(text: str) -> str:
    """Return a name without case, accents and punctuation, usual misspellings corrected.

    Examples
    --------
    >>> plain("Buchholz Tie-Breaks, CUT1"), plain("Bucholz tiebreak (Cut-1)")
    ('buchholz tie break cut 1', 'buchholz tie break cut 1')
    """
    letters = unicodedata.normalize("NFKD", text.replace("'", "").replace("’", ""))
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold()
    words = re.findall(r"[a-z]+|\d+", bare)
    spellings: dict[str, str] = _data("names.toml")["spellings"]
    return " ".join(spellings.get(word, word) for word in words)


def reduced(text: str) -> str:
    """Return a plain name without the words that say no more than that it is a tie-break."""
    return " ".join(word for word in plain(text).split() if word not in FILLERS) or plain(text)


@cache
def _data(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name).read_text(encoding="utf-8"))


def _words(key: str, value: str | list[str]) -> tuple[str, ...]:
    """Return a field of several words: a list, one text, or words separated by blanks."""
    if isinstance(value, list):
        return tuple(value)
    return tuple(value.split()) if key in ("parameters", "events") else (value,)
