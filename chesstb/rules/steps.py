"""From one rule version to another, a clause at a time: which clause makes which difference."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from chesstb.rules.vocabulary import CLAUSES, SECTIONS

if TYPE_CHECKING:
    from chesstb.rules import Clause, RuleVersion

DEFINITION: Final = "definition"
"""Name of the last step: the tie-breaks as the other version defines them."""


@dataclass(frozen=True)
class Step:
    """One step of the way from a version to another.

    Attributes
    ----------
    clause : str
        The clause that is exchanged; `DEFINITION` for the definitions of the tie-breaks.
    version : RuleVersion
        The version after the step: every clause so far as the other says, the rest as the first does.
    was, now : tuple of Clause
        The clause before and after, for Swiss tournaments and for round robins; empty for
        `DEFINITION`.
    """

    clause: str
    version: RuleVersion
    was: tuple[Clause, ...] = ()
    now: tuple[Clause, ...] = ()

    def article(self, section: str) -> str:
        """Return the article of the clause after the step; empty for `DEFINITION`."""
        return self.now[SECTIONS.index(section)].article if self.now else ""


def steps(a: RuleVersion, b: RuleVersion) -> list[Step]:
    """Return the steps from one version to another, in the order of a page's clauses.

    Differences between consecutive versions add up to the whole difference, so each has one clause
    to answer for it. The last step leads to ``b`` itself.

    Examples
    --------
    >>> from chesstb.rules import rules
    >>> [step.clause for step in steps(rules("fide-2024"), rules("fide-2026"))]
    ['own-unplayed', 'forfeits-own-record', 'forfeits-ratings', 'definition']
    """
    found = []
    version = a
    for clause in CLAUSES:
        was = tuple(_clause(a, section, clause) for section in SECTIONS)
        now = tuple(_clause(b, section, clause) for section in SECTIONS)
        if all(mine.reads == theirs.reads for mine, theirs in zip(was, now, strict=True)):
            continue
        version = replace(
            version,
            name=f"{a.name} with {clause} and all before it of {b.name}",
            swiss=_exchanged(version.swiss, now[0]),
            round_robin=_exchanged(version.round_robin, now[1]),
        )
        found.append(Step(clause, version, was, now))
    return [*found, Step(DEFINITION, b)]


def _clause(version: RuleVersion, section: str, name: str) -> Clause:
    return next(clause for clause in version.clauses(section) if clause.name == name)


def _exchanged(clauses: tuple[Clause, ...], new: Clause) -> tuple[Clause, ...]:
    return tuple(new if clause.name == new.name else clause for clause in clauses)
