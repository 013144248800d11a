"""The restricted draw: Varma tables, so that players of one team do not meet in the last rounds.

Russian competition rules, chapter 6 (after FIDE C.05/C.06).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from chesstb.errors import DataError, message
from chesstb.frame import Table
from chesstb.roundrobin.tables import berger

if TYPE_CHECKING:
    from collections.abc import Sequence

LAST_ROUNDS = 3
"""In so many last rounds numbers of one letter shall not meet."""


@cache
def _letters(even: int) -> dict[str, list[int]]:
    tables = tomllib.loads(Path(__file__).with_name("varma.toml").read_text(encoding="utf-8"))
    if str(even) not in tables:
        sizes = [int(size) for size in tables]
        expected = f"{min(sizes) - 1} to {max(sizes)} players"
        raise DataError(message("", f"no Varma table for {even - 1} or {even} players", expected))
    found: dict[str, list[int]] = tables[str(even)]
    return found


def varma(n: int) -> Table:
    """Return the Varma table: which numbers are drawn from which letter.

    Parameters
    ----------
    n : int
        Players, 9 to 24.

    Returns
    -------
    Table
        ``letter, number``. Of an odd number of players the last number of the table is left out: it
        is the free round.

    Raises
    ------
    DataError
        There is no table for this number of players.

    Examples
    --------
    >>> varma(9).groupby("letter")["number"].agg(list).to_dict()
    {'A': [3, 4, 8], 'B': [5, 7, 9], 'C': [1, 6], 'D': [2]}
    """
    if isinstance(n, bool) or not isinstance(n, int | np.integer):
        raise DataError(message("", f"n={n!r}", "a whole number of players, 9 to 24"))
    letters = _letters(int(n) + int(n) % 2)
    rows = [(letter, number) for letter, numbers in letters.items() for number in numbers if number <= n]
    return Table(rows, columns=["letter", "number"])


def varma_meetings(n: int, rounds: int = LAST_ROUNDS) -> Table:
    """Return the games of the last rounds of the Berger table between numbers of one letter.

    Parameters
    ----------
    n : int
        Players, 9 to 24.
    rounds : int
        How many of the last rounds are looked at; the draw is made for three.

    Returns
    -------
    Table
        ``letter, round, white, black``: empty where the table keeps its promise. Of 12 players the
        printed table has one such game: 6 against 12 in round 11.

    Raises
    ------
    DataError
        There is no table for this number of players.

    Examples
    --------
    >>> varma_meetings(12)
      letter  round  white  black
    0      C     11      6     12
    >>> len(varma_meetings(11))
    0
    """
    letters = varma(n).set_index("number")["letter"]
    games = berger(n)
    games = games[games["round"] > games["round"].max() - rounds]
    white, black = games["white"].map(letters), games["black"].map(letters)
    found = games.assign(letter=white)[(white == black).to_numpy()]
    return Table(found[["letter", "round", "white", "black"]].reset_index(drop=True))


def draw_varma(teams: Any, n: int | None = None, seed: int | None = None) -> Table:
    """Draw starting numbers so that members of one team do not meet in the last three rounds.

    The largest team draws first (of equal size the first in the alphabet): one letter among those
    that have numbers enough, then its members, in alphabetical order, numbers of that letter. What
    is not drawn goes back. A letter is not on offer where taking it would leave a later team
    without one.

    Parameters
    ----------
    teams : mapping or DataFrame
        Team to its members' names, surname first; or a table with the columns ``team`` and ``name``.
    n : int, optional
        Players, 9 to 24; default: as many as are named.
    seed : int, optional
        The same seed draws the same numbers. Default: a new draw each time.

    Returns
    -------
    Table
        ``order`` (of the draw), ``team, name, letter, number``, and ``offered``: the letters that
        the team could draw from.

    Raises
    ------
    DataError
        The members are not n, a name stands twice, or a team is too large for every letter.

    Examples
    --------
    >>> teams = {"NOR": ["Aas", "Berg", "Dahl"], "SWE": ["Alm", "Ek"], "DEN": ["Holm"]}
    >>> teams |= {"FIN": ["Aho"], "ISL": ["Jonsson"], "EST": ["Tamm"]}
    >>> drawn = draw_varma(teams, seed=1)
    >>> int(drawn.groupby("team")["letter"].nunique().max())
    1
    """
    members = _members(teams)
    size = sum(len(names) for names in members.values())
    n = size if n is None else n
    if size != n:
        raise DataError(message("", f"{size} names for {n} players", "a name for each number"))
    left = {
        str(letter): numbers.tolist() for letter, numbers in varma(n).groupby("letter", sort=False)["number"]
    }
    teams_in_order = sorted(members, key=lambda team: (-len(members[team]), *by_alphabet(team)))
    need = [len(members[team]) for team in teams_in_order]
    free = {letter: len(numbers) for letter, numbers in left.items()}
    if not _fits(need, tuple(free.values())):
        large = f"teams of {', '.join(map(str, need))} players do not fit the letters"
        letters = ", ".join(f"{letter}: {count}" for letter, count in free.items())
        raise DataError(message("", large, f"numbers of each letter: {letters}", "Draw without restriction."))
    random = np.random.default_rng(_seed(seed))
    rows = []
    for order, team in enumerate(teams_in_order):
        size, rest = need[order], need[order + 1 :]
        offered = [
            letter for letter, numbers in left.items()
            if len(numbers) >= size
            and _fits(rest, tuple(len(n) - size * (key == letter) for key, n in left.items()))
        ]  # fmt: skip
        letter = offered[int(random.integers(len(offered)))]
        drawn = random.permutation(left[letter])[:size].tolist()
        left[letter] = [number for number in left[letter] if number not in drawn]
        rows += [
            (team, name, letter, number, " ".join(offered))
            for name, number in zip(members[team], drawn, strict=True)
        ]
    table = Table(rows, columns=["team", "name", "letter", "number", "offered"])
    table.insert(0, "order", np.arange(1, len(table) + 1))
    return table


def by_alphabet(name: str) -> tuple[str, str]:
    """Return what names are sorted by: capitals and small letters are the same."""
    return name.casefold(), name


def _seed(seed: Any) -> int | None:
    if seed is None:
        return None
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
        raise DataError(message("", f"seed={seed!r}", "a whole number, 0 or more"))
    return int(seed)


def _members(teams: Any) -> dict[str, list[str]]:
    """Return team to names, in alphabetical order."""
    if isinstance(teams, pd.DataFrame):
        missing = {"team", "name"} - set(teams.columns)
        if missing:
            raise DataError(message("teams", f"column {min(missing)!r} missing", "team and name"))
        unsaid = teams[["team", "name"]].isna().any(axis=1)
        if unsaid.any():
            row = teams.index[unsaid][0]
            raise DataError(message(f"teams, row {row}", "a blank", "a team and a name in each row"))
        teams = {str(team): names.tolist() for team, names in teams.groupby("team", sort=False)["name"]}
    if not isinstance(teams, Mapping):
        raise DataError(message("", f"a {type(teams).__name__}", "a mapping of team to names, or a table"))
    for team, names in teams.items():
        if isinstance(names, str) or not all(isinstance(name, str) for name in names):
            raise DataError(message(f"team {team!r}", repr(names), "a list of names"))
    members = {str(team): sorted(names, key=by_alphabet) for team, names in teams.items() if len(names)}
    names = pd.Series([name for group in members.values() for name in group], dtype="str")
    if names.duplicated().any():
        raise DataError(
            message("teams", f"the name {names[names.duplicated()].iloc[0]!r} stands twice", "once")
        )
    return members


@cache
def _fits_sorted(need: tuple[int, ...], free: tuple[int, ...]) -> bool:
    if not need:
        return True
    return any(
        _fits_sorted(need[1:], tuple(sorted((*free[:i], count - need[0], *free[i + 1 :]))))
        for i, count in enumerate(free)
        if count >= need[0] and count not in free[:i]
    )


def _fits(need: Sequence[int], free: tuple[int, ...]) -> bool:
    """Say whether teams of these sizes, the largest first, can each be given one letter."""
    return _fits_sorted(tuple(need), tuple(sorted(free)))
