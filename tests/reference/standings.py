"""Art. 4: the list of criteria, applied to each group still tied."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from .direct_encounter import direct_encounter, result_between_tied
from .model import Event, Table, table
from .tiebreaks import Values, values
from .versions import Code, defined, parse

if TYPE_CHECKING:
    from collections.abc import Sequence

Groups = list[list[int]]
AMONG_TIED = {"DE", "RES34E5"}


def _check(event: Event, version: str, code: Code, text: str) -> None:
    if not defined(version, code.base, code.letters, event.system):
        raise ValueError(f"{text!r} is not defined under {version!r} in {event.system!r}")


def value(event: Event, version: str, code: str, after: int | None = None) -> dict[int, Fraction | None]:
    """Values of one code; None where undefined.

    Of what looks at a tied group, the value is the place within the group tied on points.
    """
    _check(event, version, parse(code), code)
    if parse(code).base in AMONG_TIED:
        return columns(event, version, ["PTS", code], after)[1]
    return dict(values(table(event, after), version, parse(code)))


def columns(
    event: Event, version: str, codes: Sequence[str], after: int | None = None
) -> list[dict[int, Fraction | None]]:
    """Values of every code of a list, in its order."""
    return ranking(event, version, codes, after)[1]


def standings(
    event: Event, version: str, codes: Sequence[str], after: int | None = None
) -> list[tuple[int, int]]:
    """(place, player), best first; who is tied on all codes shares a place (1, 2, 2, 4)."""
    return ranking(event, version, codes, after)[0]


def ranking(
    event: Event, version: str, codes: Sequence[str], after: int | None = None
) -> tuple[list[tuple[int, int]], list[dict[int, Fraction | None]]]:
    """`standings` and `columns` in one go."""
    now = table(event, after)
    groups: Groups = [sorted(now.players)] if now.players else []
    found: list[dict[int, Fraction | None]] = []
    for text in codes:
        code = parse(text)
        _check(event, version, code, text)
        if code.base in AMONG_TIED:
            groups, column = _among_tied(now, version, code, groups)
        else:
            column = dict(values(now, version, code))
            groups = [part for group in groups for part in _split(group, column, code)]
        found.append(column)
    return _places(groups), found


def _split(group: list[int], column: Values, code: Code) -> Groups:
    """Higher is better, undefined comes last.

    Lower is better of the pairing number and of games with White; `/R` turns the order (7.8, 10.6).
    """
    lower_first = (code.base in {"TPN", "WHITES"}) != code.has("R")
    defined_values = sorted({v for i in group if (v := column[i]) is not None})
    order: list[Fraction | None] = [
        *(defined_values if lower_first else reversed(defined_values)),
        None,
    ]
    parts = [[i for i in group if column[i] == wanted] for wanted in order]
    return [part for part in parts if part]


def _among_tied(
    now: Table, version: str, code: Code, groups: Groups
) -> tuple[Groups, dict[int, Fraction | None]]:
    """Split every tied group; the column holds the place within it, None where nobody is tied."""
    split: Groups = []
    column: dict[int, Fraction | None] = dict.fromkeys(now.players)
    for group in groups:
        if code.base == "DE":
            parts = direct_encounter(now, version, group, forfeits_as_played=code.has("P"))
        else:
            parts = result_between_tied(now, group)
        split += parts
        if len(group) > 1:
            column |= {i: Fraction(place) for place, i in _places(parts)}
    return split, column


def _places(groups: Groups) -> list[tuple[int, int]]:
    placed: list[tuple[int, int]] = []
    for group in groups:
        place = len(placed) + 1
        placed += [(place, i) for i in group]
    return placed
