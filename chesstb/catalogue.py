"""The registries as tables: rule versions, what differs between them, tie-breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from chesstb import rules as rulebook
from chesstb.frame import Table
from chesstb.names import other_names
from chesstb.rules.vocabulary import SECTIONS
from chesstb.tiebreak import REGISTRY

if TYPE_CHECKING:
    from pathlib import Path

    from chesstb.selection import Rules


def rule_versions() -> pd.DataFrame:
    """List the rule versions: one row each, with what they say of unplayed rounds and cuts.

    Returns
    -------
    pandas.DataFrame
        ``name, title, approved, effective, aliases, source, notes``, then the word of each clause
        for Swiss tournaments and for round robins (``swiss own-unplayed`` and so on).

    Examples
    --------
    >>> rule_versions().set_index("name").loc["fide-2026", "swiss own-unplayed"]
    'own-score-capped'
    """
    rows = []
    for page in rulebook.pages():
        row: dict[str, object] = {
            "name": page.name,
            "title": page.title,
            "approved": pd.Timestamp(page.approved) if page.approved else pd.NaT,
            "effective": pd.Timestamp(page.effective) if page.effective else pd.NaT,
            "aliases": ", ".join(page.aliases),
            "source": page.source,
            "notes": page.notes,
        }
        for section in SECTIONS:
            row |= {f"{section} {clause.name}": clause.reads for clause in page.clauses(section)}
        rows.append(row)
    return Table(rows)


def rule_page(version: str | Path) -> str:
    """Return the page of a rule version as it is written: to read beside the text, or to start from.

    Parameters
    ----------
    version : str or pathlib.Path
        Name, alias, or path to a page of your own.

    Returns
    -------
    str
        TOML. Changed, it is a page of your own: in a file ``club.toml``, given as
        ``rules="club.toml"``, or by `RuleVersion.from_page`.

    Raises
    ------
    RuleError
        There is no such version.

    Examples
    --------
    >>> print(rule_page("fide-2026").splitlines()[0])
    title     = "FIDE Tie-Break Regulations (C.07), March 2026"
    """
    return rulebook.page_text(version)


def rule_changes(a: Rules, b: Rules) -> pd.DataFrame:
    """Return what two rule versions say differently.

    Parameters
    ----------
    a, b : str, pathlib.Path or RuleVersion
        The versions.

    Returns
    -------
    pandas.DataFrame
        ``clause, system, a, b, article_a, article_b``: a row for each clause and tie-break on which
        they differ; ``system`` is ``swiss`` or ``round-robin``.

    Raises
    ------
    RuleError
        There is no such version.

    Examples
    --------
    >>> rule_changes("fide-2024", "fide-2026").loc[0, ["clause", "a", "b"]].tolist()
    ['own-unplayed', 'own-score', 'own-score-capped']
    """
    columns = ["clause", "system", "a", "b", "article_a", "article_b"]
    return Table(rulebook.changes(a, b), columns=columns, dtype="str")


def tiebreaks() -> pd.DataFrame:
    """List the tie-breaks: one row each.

    Returns
    -------
    pandas.DataFrame
        ``code, title, names`` (other codes and the names of other programs), ``modifiers``,
        ``direction`` (higher, lower, or group: the order within a tied group), ``versions`` (that
        define it, each with its article: ``fide-2023 (8.1); fide-2024 (8.1)``), ``definition``.

    Examples
    --------
    >>> tiebreaks().set_index("code").loc["SB", "title"]
    'Sonneborn-Berger'
    """
    rows = []
    for item in REGISTRY.values():
        found = [(page.name, page.admission(item.code)) for page in rulebook.pages()]
        rows.append(
            {
                "code": item.code,
                "title": item.title,
                "names": ", ".join(dict.fromkeys([*item.names, *other_names(item.code)])),
                "modifiers": " ".join(item.modifiers),
                "direction": "group" if item.among_tied else "higher" if item.higher_wins else "lower",
                "versions": "; ".join(f"{name} ({a.article})" for name, a in found if a),
                "definition": item.says,
            }
        )
    return Table(rows, dtype="str")
