"""Printed names: what stands in brackets behind them, as facts about a criterion.

``Buchholz Tie-Break Variable (2026) (Gamepoints, Cut1)`` is a name and three facts. A bracket of
which not every word is a known fact belongs to the name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from chesstb.criteria import Criterion, parse
from chesstb.errors import CriterionError, message
from chesstb.names.parameters import HALF, NEED_TEAMS, Found, text_of, with_cuts, with_letter, write, wrong
from chesstb.names.table import codes, plain, team_codes

if TYPE_CHECKING:
    from collections.abc import Callable

    from chesstb.names.table import Number

LEGEND = re.compile(r"(tie[ -]?break|desempate|wertung|tb|des|wtg)\.? ?\d+ ?: ?", re.IGNORECASE)
NUMBERED = re.compile(r"(?:sm|swiss[ -]?manager) ?[:#]? ?(\d+) ?(?:\((.*)\))?", re.IGNORECASE)
PREFIX = re.compile(r"sm ?[:#]|swiss[ -]?manager ?[:#]? ?\d", re.IGNORECASE)
BRACKET = re.compile(r"[(\[]([^()\[\]]*)[)\]]")

SLOTS: Final = {"low": {"weakest", "first"}, "high": {"strongest"}, "unrated": {"rating"},
                "percent": {"limit"}, "forfeits": {"forfeits"}}  # fmt: skip
"""Printed facts, and the parameters of a number that can hold them."""


@dataclass(frozen=True)
class Label:
    """A printed name and the facts behind it.

    Attributes
    ----------
    text, base : str
        The name without "Tie Break1:" before it; the same without the facts.
    number : int
        Number of Swiss-Manager, where it is given; else -1.
    values : list of str, optional
        Its parameters, where they are listed.
    codes : tuple of Criterion
        Codes in brackets.
    low, high, unrated, percent : int
        Cuts, lowest rating and limit, 0 where none is printed.
    edition : str
        The year of the rules.
    forfeits, said : bool
        Whether forfeits are said to count, and whether anything is said but codes and edition.
    """

    text: str
    base: str = ""
    number: int = -1
    values: list[str] | None = None
    codes: tuple[Criterion, ...] = ()
    low: int = 0
    high: int = 0
    unrated: int = 0
    percent: int = 0
    edition: str = ""
    forfeits: bool = False
    said: bool = False

    @property
    def is_number(self) -> bool:
        """Say whether a number of Swiss-Manager is named."""
        return self.number >= 0

    @property
    def code(self) -> Criterion | None:
        """Return the code in brackets, where there is one only."""
        return self.codes[0] if len(self.codes) == 1 else None

    @property
    def is_open(self) -> bool:
        """Say whether no parameters stand behind the name."""
        return self.values is None and not self.said and not self.code


def label(text: str) -> Label:
    """Read a printed name.

    Raises
    ------
    CriterionError
        It begins like a number of Swiss-Manager and is none, or it counts match points.

    Examples
    --------
    >>> found = label("Tie Break4: Buchholz Tie-Break Variable (2026) (Gamepoints, Cut1)")
    >>> found.base, found.edition, found.low
    ('Buchholz Tie-Break Variable', '2026', 1)
    """
    numbered = NUMBERED.fullmatch(text)
    if numbered:
        listed = numbered[2]
        values = None if listed is None else [value.strip() for value in listed.split(",")]
        return Label(text, number=int(numbered[1]), values=values)
    if PREFIX.match(text):
        expected = "sm:, a number and its parameters, such as sm:84(0,0,1,-)"
        raise CriterionError(message("", f"{text!r} is no number of Swiss-Manager", expected))
    found = Label(LEGEND.sub("", text, count=1) if LEGEND.match(text) else text)
    base = found.text
    for bracket in BRACKET.finditer(found.text):
        more = _facts(found, bracket)
        if more:
            found, base = more, base.replace(bracket[0], " ", 1)
    return replace(found, base=" ".join(base.split()).rstrip(" -:,"))


def values(number: Number, found: Label) -> list[str]:
    """Return the parameters of a number: as listed, as the printed facts ask for, or the usual ones.

    Raises
    ------
    CriterionError
        The number has no parameter for something that is printed.
    """
    if found.values is not None:
        return found.values
    if found.is_open:
        return number.usual.split(",") if number.usual else []
    own = parse(number.by)[0]
    code = found.code.code if found.code else own.code
    if code not in (own.code, *number.kinds, number.fore):
        raise wrong(number, f"is not {code}")
    wanted = with_modifiers(replace(own, code=code), found)
    slots = {word.removesuffix("?") for word in number.parameters}
    lost = [fact for fact, having in SLOTS.items() if getattr(found, fact) and not slots & having]
    if lost and text_of(wanted) != number.by:
        raise wrong(number, f"cannot be {text_of(wanted)}: it has no such parameter")
    return write(number, Found(wanted))


def edition(number: Number, found: Label) -> int | None:
    """Return which of a number's rule pages bears the printed year; None where no year is printed."""
    if not found.edition or not number.rules:
        return None
    years = [rules[-4:] for rules in number.rules]
    if found.edition not in years:
        raise wrong(number, f"is not known in an edition of {found.edition}")
    return years.index(found.edition)


def with_modifiers(criterion: Criterion, found: Label) -> Criterion:
    """Return a criterion with the modifiers that the printed facts add to it."""
    if found.low or found.high:
        criterion = with_cuts(criterion, found.high, found.low)
    if found.unrated:
        criterion = replace(with_letter(criterion, "U"), unrated=found.unrated)
    if found.percent not in (0, HALF):
        criterion = replace(with_letter(criterion, "L"), percent=found.percent)
    return with_letter(criterion, "P") if found.forfeits else criterion


# ---------------------------------------------------------------- brackets


def _facts(found: Label, bracket: re.Match[str]) -> Label | None:
    """Return a label with the facts of a bracket, or None where it belongs to the name."""
    inside = bracket[1].strip()
    if bracket[0][0] == "[" and inside.isdigit():
        return replace(found, number=int(inside))
    coded = _fact(found, inside)
    if coded:
        return coded
    more: Label | None = found
    for piece in re.split(r"[,;/]", inside):
        more = _fact(more, piece.strip()) if more else None
    return more


def _fact(found: Label, piece: str) -> Label | None:
    """Return a label with one fact more, or None where the words are no fact."""
    code = _code(piece)
    if code:
        known = tuple(dict.fromkeys((*found.codes, code)))
        return replace(found, codes=known, low=code.low or found.low, high=code.high or found.high)
    for pattern, fact in FACTS:
        match = re.fullmatch(pattern, plain(piece))
        if match:
            given = fact(int(match[1]) if match.groups() else 0)
            return replace(found, said=found.said or "edition" not in given, **given)
    return None


def _code(piece: str) -> Criterion | None:
    """Return a code with its modifiers, in capitals, or None."""
    try:
        found = parse(piece) if piece == piece.upper() else []
    except CriterionError:
        return None
    one = found[0] if len(found) == 1 else None
    return one if one and one.code in codes() | team_codes() else None


def _match_points(_: int) -> dict[str, Any]:
    raise CriterionError(message("", f"a tie-break on match points {NEED_TEAMS}"))


FACTS: Final[tuple[tuple[str, Callable[[int], dict[str, Any]]], ...]] = (
    (r"game ?points", lambda _: {}),
    (r"match ?points", _match_points),
    (r"cut (\d+)", lambda n: {"low": n}),
    (r"median (\d+)", lambda n: {"low": n, "high": n}),
    (r"limit (\d+)", lambda n: {"percent": n}),
    (r"(20\d\d)", lambda n: {"edition": str(n)}),
    (r"(\d{3,4})", lambda n: {"unrated": n}),
    (r"forfeited games count", lambda _: {"forfeits": True}),
    (r"forfeits and byes are ignored", lambda _: {}),
)
"""What a bracket may say, in the plain form of names, and the fields of `Label` that it sets."""
