"""A tie-break of the user's own, declared from outside the package."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from chesstb.contribution import Contributions
from chesstb.criteria import ALIASES, LETTERS
from chesstb.errors import CriterionError, DataError, message
from chesstb.tiebreak.registry import REGISTRY, tiebreak

if TYPE_CHECKING:
    from chesstb.grid import Grid
    from chesstb.rules import Reading

OWN: Final[set[str]] = set()
"""Codes that were declared from outside; they may be declared again."""

Function = Callable[..., Contributions]


def declare_tiebreak(
    code: str,
    *,
    title: str,
    says: str,
    modifiers: str = "",
    higher_wins: bool = True,
    counted: str = "counts",
    uncounted: str = "does not count",
) -> Callable[[Function], Function]:
    r"""Declare a tie-break of your own: decorates the function that computes it.

    The function is given a Grid and the reading of the rule page, and returns a `Contributions`: what
    each round adds. The value is their sum, after the cuts that were asked for. A page allows the
    tie-break by a line ``CODE = { article = "..." }`` under ``[tie-breaks]``; from then on it is a
    criterion like any other. It is known in the running Python only.

    Parameters
    ----------
    code : str
        Its code: capitals and digits, none that is taken.
    title, says : str
        Its name, and its definition in a line.
    modifiers : str
        Letters of the modifiers that it knows: ``"C M"`` for cuts.
    higher_wins : bool
        Direction.
    counted, uncounted : str
        What to say of a round that counts, and of one that does not.

    Returns
    -------
    callable
        The decorator; it leaves the function as it is.

    Raises
    ------
    CriterionError
        The code is none or is taken, or a modifier is unknown.

    Notes
    -----
    A Grid holds the events as arrays of P players and R rounds: ``points`` (P, R) in ``unit`` parts
    of a point, ``score`` and ``rating`` (P,; rating 0: none), ``played`` and ``paired`` (P, R; a game
    over the board, a scheduled opponent), ``colour`` (P, R; 0 White, 1 Black, -1 none), ``win`` and
    ``draw`` (P, 1; what they pay). ``grid.of_opponent(values)`` gives each round's opponent's value,
    (P, R), and anything where there is no opponent.

    Examples
    --------
    >>> import chesstb as tb
    >>> @tb.declare_tiebreak("GIANT", title="Giant-killing", says="wins against higher-rated players")
    ... def giant(grid, reading):
    ...     higher = grid.of_opponent(grid.rating) > grid.rating[:, None]
    ...     return tb.Contributions(grid.played & (grid.points == grid.win) & higher, scale=1)
    >>> page = tb.rule_page("fide-2026") + '\nGIANT = { article = "Club rules, 3" }'
    >>> club = tb.RuleVersion.from_page(page, name="club")
    >>> event = tb.read("data/small/half-point-bye-and-withdrawal.trf")
    >>> tb.standings(event, by="PTS GIANT", rules=club)[["place", "name", "PTS", "GIANT"]].head(3)
       place      name  PTS  GIANT
    0      1  Player B  4.0    0.0
    1      2  Player P  3.5    3.0
    2      3  Player A  3.5    0.0
    """
    _check(code, modifiers)

    def declare(function: Function) -> Function:
        @wraps(function)
        def checked(grid: Grid, reading: Reading) -> Contributions:
            return _checked(code, function(grid, reading), grid.shape)

        options: dict[str, Any] = {
            "colours": True,
            "higher_wins": higher_wins,
            "counted": counted,
            "uncounted": uncounted,
        }
        tiebreak(code, title=title, says=says, modifiers=modifiers, **options)(checked)
        OWN.add(code)
        return function

    return declare


def _check(code: str, modifiers: str) -> None:
    if not re.fullmatch(r"[A-Z][A-Z0-9_]*", code):
        expected = "a capital letter, then capitals and digits"
        raise CriterionError(message("", f"{code!r} is no code of a tie-break", expected))
    taken = {name for item in REGISTRY.values() for name in (item.code, *item.names)} | set(ALIASES)
    if code in taken - OWN:
        raise CriterionError(
            message("", f"the code {code!r} is taken", "another", "See chesstb.tiebreaks().")
        )
    for letter in modifiers.split():
        if letter not in LETTERS:
            known = f"letters of {' '.join(LETTERS)}, separated by blanks"
            raise CriterionError(message(f"tie-break {code}", f"modifier {letter!r}", known))


def _checked(code: str, found: Any, shape: tuple[int, int]) -> Contributions:
    """Return what the function gave, in whole numbers, or say what is wrong with it."""
    place = f"tie-break {code}"
    if not isinstance(found, Contributions):
        what = f"its function returned a {type(found).__name__}"
        raise DataError(message(place, what, "chesstb.Contributions(value, scale)"))
    if np.shape(found.value) != shape:
        what = f"a value of shape {np.shape(found.value)}"
        raise DataError(message(place, what, f"{shape}: players and rounds"))
    if isinstance(found.scale, bool) or not isinstance(found.scale, int | np.integer) or found.scale < 1:
        raise DataError(message(place, f"scale={found.scale!r}", "a whole number above 0"))
    parts = {name: getattr(found, name) for name in (*_WHOLE, *_FLAGS)}
    parts = {name: _part(place, name, part, shape) for name, part in parts.items() if part is not None}
    return replace(found, scale=int(found.scale), **parts)


_WHOLE: Final = ("value", "basis", "extra", "spent")
_FLAGS: Final = ("element", "voluntary", "defined")
_BY_PLAYER: Final = ("extra", "spent", "defined")
"""What contributions are made of: whole numbers, flags, and those that belong to no round."""


def _part(place: str, name: str, part: Any, shape: tuple[int, int]) -> Any:
    """Return whole numbers in full width, or flags, of the shape that they should have."""
    found, wanted = np.asarray(part), shape[:1] if name in _BY_PLAYER else shape
    try:
        found = np.broadcast_to(found, wanted)
    except ValueError:
        raise DataError(message(place, f"{name} of shape {found.shape}", f"{wanted}")) from None
    whole = found.dtype.kind in "biu"
    if name in _FLAGS:
        other = found[(found != 0) & (found != 1)] if whole else found
        if other.size or not whole:
            what = f"{name} of {other.flat[0]}" if whole else f"{name} of type {found.dtype}"
            raise DataError(message(place, what, "True or False"))
        return found.astype(bool)
    if not whole:
        what = f"{'values' if name == 'value' else name} of type {found.dtype}"
        remedy = "Quarter points are whole numbers with scale=4."
        raise DataError(message(place, what, "whole numbers", remedy))
    return found.astype(np.int64)
