"""What a run computes: which lists under which versions, and the columns that come of it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pandas as pd

from chesstb import rules as rulebook
from chesstb import schema
from chesstb.criteria import parse
from chesstb.errors import ChesstbError, RuleError, message
from chesstb.rules import IN_FORCE, RuleVersion
from chesstb.selection import settle, tiebreak_of
from chesstb.tables import History
from chesstb.tiebreak import REGISTRY
from chesstb.tiebreak.own import OWN

if TYPE_CHECKING:
    from chesstb.selection import Call
    from chesstb.tiebreak import TieBreak


_TOLD: Final[set[str]] = set()
"""Tie-breaks that are declared in this process because a plan did so."""


@dataclass(frozen=True)
class Version:
    """A rule version with its list of criteria: None is each event's own."""

    name: str
    by: str | None
    rules: str | RuleVersion

    def call(self, history: History) -> Call:
        """Settle what it asks of each event.

        Raises
        ------
        CriterionError, RuleError
            An event's own list or version is none.
        """
        return settle(history, self.by, self.rules)

    def described(self) -> dict[str, Any]:
        """Return what tells it from others, as it can be written down."""
        page = hashlib.blake2b(repr(self.rules).encode(), digest_size=16).hexdigest()
        return {"name": self.name, "by": self.by, "page": page}


@dataclass(frozen=True)
class Plan:
    """What is computed of every event.

    Attributes
    ----------
    versions : list of Version
        The baseline first.
    compare : bool
        Whether it is said why somebody stands elsewhere than in the baseline.
    columns : list of str
        Names of all criteria.
    own : dict
        Tie-breaks of the user's own, which other processes do not know.
    """

    versions: list[Version]
    compare: bool
    columns: list[str]
    own: dict[str, TieBreak]

    @property
    def colours(self) -> bool:
        """Whether a criterion depends on who had White."""
        return any(map(_looks_at_colours, self.columns))

    def known(self) -> None:
        """Declare the user's own tie-breaks in this process, instead of those that an earlier plan did."""
        for code in _TOLD - self.own.keys():
            REGISTRY.pop(code, None)
            OWN.discard(code)
        _TOLD.intersection_update(self.own)
        _TOLD.update(self.own.keys() - OWN)
        REGISTRY.update(self.own)
        OWN.update(self.own)

    def described(self) -> dict[str, Any]:
        """Return what tells this run from others, as it can be written down."""
        versions = [version.described() for version in self.versions]
        return {"rules": versions, "compare": self.compare, "columns": self.columns, "own": sorted(self.own)}


def _looks_at_colours(column: str) -> bool:
    """Say whether the criterion of a column does; what is none looks at nothing."""
    try:
        (criterion,) = parse(column.partition(" (")[0])  # a criterion's second time in a list is "BH (2)"
        return tiebreak_of(criterion).colours
    except ChesstbError:
        return False


def plan(by: Any, rules: Any, tournaments: Iterable[pd.DataFrame], *, compare: bool) -> Plan:
    """Return what a call asks for.

    Raises
    ------
    CriterionError, RuleError
        A criterion or version is none, or there is nothing to compare.
    """
    versions = _versions(by, rules)
    if compare and len(versions) < 2:
        raise RuleError(message("compare", "1 rule version", "at least two", "Name them: rules=[...]."))
    own_lists = any(version.by is None for version in versions)
    columns = _columns(versions, _kinds_of_event(tournaments) if own_lists else _events([]))
    return Plan(versions, compare, columns, {code: REGISTRY[code] for code in OWN if code in REGISTRY})


def _versions(by: Any, rules: Any) -> list[Version]:
    if isinstance(rules, Mapping):
        if by is not None:
            found = f"by={by!r} beside rules that give each version its list"
            raise RuleError(message("", found, "one of the two"))
        pairs = list(rules.items())
    else:
        several = isinstance(rules, Iterable) and not isinstance(rules, str | Path | RuleVersion)
        pairs = [(version, by) for version in (rules if several else [rules])]
    if not pairs:
        raise RuleError(message("rules", "no rule version", "one at least"))
    found_ = [_version(version, own) for version, own in pairs]
    names = [version.name for version in found_]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise RuleError(message("rules", f"{twice[0]!r} twice", "each version once"))
    return found_


def _version(rules: Any, by: Any) -> Version:
    text = None if by is None else " ".join(criterion.text for criterion in parse(by))
    if rules is None or (isinstance(rules, str) and rules.lower() == IN_FORCE):
        return Version(IN_FORCE, text, IN_FORCE)
    page = rulebook.rules(rules)
    return Version(page.name, text, page)


def _columns(versions: list[Version], events: History) -> list[str]:
    """Return the names of all criteria that the versions ask for in these events."""
    found: dict[str, None] = {}
    for version in versions:
        try:
            found |= dict.fromkeys(version.call(events).columns)
        except ChesstbError:
            if version.by is not None:
                raise
            for event in events:  # one whose own list is none is a failure of its own, later
                try:
                    found |= dict.fromkeys(version.call(event).columns)
                except ChesstbError:
                    continue
    return list(found)


def _kinds_of_event(tables: Iterable[pd.DataFrame]) -> History:
    """Return one event, without players, of each kind that may have a list of its own."""
    kinds = ["system", "start", "by", "rules"]
    found: list[pd.DataFrame] = []
    for table in tables:
        found = [pd.concat([*found, table], ignore_index=True).drop_duplicates(kinds)]
    return _events(found)


def _events(found: list[pd.DataFrame]) -> History:
    table = found[0].reset_index(drop=True) if found else schema.empty("tournaments")
    keys = pd.CategoricalDtype(pd.Index(table["tournament"], dtype="str"))
    rest = {name: schema.empty(name, keys) for name in schema.TABLES if name != "tournaments"}
    return History(tournaments=table, **rest)
