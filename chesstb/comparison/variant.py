"""What a comparison compares: rule versions, lists of criteria, or both, each with a name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from chesstb import rules as rulebook
from chesstb.errors import ChesstbError, CriterionError, RuleError, message
from chesstb.rules import IN_FORCE, RuleVersion
from chesstb.rules.vocabulary import SECTIONS
from chesstb.selection import Call, check, settle

if TYPE_CHECKING:
    from chesstb.selection import By, Rules
    from chesstb.tables import History
    from chesstb.values import Asked

Pair = tuple["By", "Rules"]


@dataclass(frozen=True, eq=False)
class Variant:
    """One way to rank the events.

    Attributes
    ----------
    name : str
        What it is called in the tables.
    call : Call
        The criteria and the version of each event.
    """

    name: str
    call: Call

    def asked_at(self, event: int, section: str, history: History) -> list[Asked]:
        """Return the criteria of an event; an error names the variant.

        Raises
        ------
        CriterionError, RuleError
            See `Call.asked_of`.
        """
        try:
            return self.call.asked_at(event, section, history)
        except ChesstbError as error:
            raise type(error)(f"variant {self.name!r}: {error}") from None


def variants(history: History, by: Any, rules: Any) -> tuple[list[Variant], list[str]]:
    """Return the variants that a call asks for, the baseline first, and what is to be said.

    Raises
    ------
    CriterionError, RuleError
        There are fewer than two, or a version does not admit its list.
    """
    check(history, None if isinstance(by, Mapping) else by)
    lists = _lists(by)
    if isinstance(rules, Mapping):
        if by is not None:
            found = f"by={by!r} beside rules that give each version its list"
            raise RuleError(message("", found, "one of the two"))
        pairs = [(criteria, version) for version, own in rules.items() for criteria in _lists(own)]
        ready = [Variant(_named(*pair, both=True), settle(history, *pair)) for pair in pairs]
        notes: list[str] = []
    elif rules is None and len(lists) == 1:
        ready, notes = _fide_line(history, lists[0])
    else:
        versions = [IN_FORCE] if rules is None else _versions(rules)
        pairs = [(criteria, version) for version in versions for criteria in lists]
        both = len(versions) > 1 and len(lists) > 1
        names = [_named(*pair, both=both, list_only=len(lists) > 1) for pair in pairs]
        ready = [Variant(name, settle(history, *pair)) for name, pair in zip(names, pairs, strict=True)]
        notes = []
    if len(ready) < 2:
        remedy = (
            "Name two rule versions, rules=[...], or two lists of criteria, by=['PTS BH SB', 'PTS SB BH']."
        )
        said = f": {' '.join(notes)}" if notes else ""
        variants_ = "1 variant" if ready else "no variant"
        raise RuleError(message("", f"{variants_} to compare{said}", "at least two", remedy))
    ready = _unique(ready)
    for variant in ready:
        _refuse(variant, history)
    said_once = dict.fromkeys([*notes, *(note for variant in ready for note in variant.call.notes)])
    return ready, list(said_once)


def _lists(by: Any) -> list[By]:
    """Return the lists of criteria: one, or several where an entry is a list itself."""
    if by is None or isinstance(by, str):
        return [by]
    if not isinstance(by, Iterable):
        raise CriterionError(message("", repr(by), "a list of criteria such as 'PTS BH SB'"))
    entries = list(by)
    several = any(not isinstance(entry, str) or re.search(r"[,;\s]", entry.strip()) for entry in entries)
    if not several:
        return [entries]
    for entry in entries:
        if not isinstance(entry, str | list | tuple):
            raise CriterionError(message("", f"{entry!r} in by", "a list of criteria such as 'PTS BH SB'"))
    return [entry if isinstance(entry, str) else list(entry) for entry in entries]


def _versions(rules: Any) -> list[Rules]:
    if isinstance(rules, str | Path | RuleVersion):
        return [rules]
    if not isinstance(rules, Iterable):
        raise RuleError(message("", f"rules={rules!r}", "a rule version, a list of them, or a dict"))
    return list(rules)


def _named(by: By, rules: Rules, *, both: bool, list_only: bool = False) -> str:
    """Name a variant by its version, its list, or both."""
    text = by if isinstance(by, str) else " ".join(by or [])
    text = " ".join(text.split())
    if list_only and not both:
        return text
    name = IN_FORCE if str(rules).lower() == IN_FORCE else rulebook.rules(rules).name
    return f"{name}: {text}" if both and text else name


def _unique(ready: list[Variant]) -> list[Variant]:
    """Give a variant that is asked for again a name of its own."""
    seen: dict[str, int] = {}
    found = []
    for variant in ready:
        seen[variant.name] = seen.get(variant.name, 0) + 1
        again = seen[variant.name]
        found.append(Variant(f"{variant.name} ({again})", variant.call) if again > 1 else variant)
    return found


def _fide_line(history: History, by: By) -> tuple[list[Variant], list[str]]:
    """Return the versions of the FIDE line that admit a list, and a note for each that does not."""
    ready, notes = [], []
    for page in rulebook.pages():
        if page.effective is None:
            continue
        variant = Variant(page.name, settle(history, by, page))
        try:
            _refuse(variant, history)
        except RuleError as error:
            why = str(error).removeprefix(f"variant {page.name!r}: ")
            notes.append(f"{page.name} left out: {why} Choose with rules=.")
        else:
            ready.append(variant)
    return ready, notes


def _refuse(variant: Variant, history: History) -> None:
    """Raise the error of the first event that the variant cannot rank."""
    for event, section in representatives(history, [variant]):
        variant.asked_at(event, section, history)


def representatives(history: History, ready: Iterable[Variant]) -> list[tuple[int, str]]:
    """Return one event, with its section, of each kind of event that the variants tell apart."""
    players = history.players["tournament"].cat.codes.to_numpy()
    peopled = np.unique(players)
    systems = history.tournaments["system"].isin(rulebook.ROUND_ROBIN_SYSTEMS).to_numpy().astype(np.int64)
    kinds = np.stack([systems, *(variant.call.kind for variant in ready)], axis=1)
    _, first = np.unique(kinds[peopled], axis=0, return_index=True)
    return [(int(event), SECTIONS[systems[event]]) for event in peopled[np.sort(first)]]
