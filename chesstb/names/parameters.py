"""The parameters of a Swiss-Manager number: read into a criterion, and written from one.

A parameter is a word of the data file and two short functions: `take` puts its value into what has
been found so far, `give` says which value a criterion would need.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from chesstb.criteria import Criterion, parse
from chesstb.errors import CriterionError, message
from chesstb.names.table import Number

NEED_TEAMS: Final = "needs a team event; chesstb ranks individual events"
HALF: Final = 50


@dataclass(frozen=True)
class Found:
    """A criterion, and which of the rule pages of its number."""

    criterion: Criterion
    edition: int = 0


Take = Callable[[Number, Found, str], Found]
Give = Callable[[Number, Found], str]


def wrong(number: Number, what: str, remedy: str = "") -> CriterionError:
    """Return an error about a number."""
    return CriterionError(message("", f"{number.source} ({number.name}) {what}", remedy=remedy))


def read(number: Number, values: list[str]) -> Found:
    """Return what a number means with these parameters; those left out are off.

    Raises
    ------
    CriterionError
        There are too many, one has no such value, or the meaning of one is not settled.
    """
    slots = [slot.removesuffix("?") for slot in number.parameters]
    if len(values) > len(slots):
        takes = f"takes {len(slots)} parameters ({', '.join(slots) or 'none'}), not {len(values)}"
        raise wrong(number, f"{takes}: {number.further}" if number.further else takes)
    found = Found(parse(number.by)[0])
    for slot, value in zip(slots, values, strict=False):
        if value:
            found = PARAMETERS[slot][0](number, found, value)
    low, high = found.criterion.low, found.criterion.high
    if high not in (0, low):
        cuts = f"drops the {high} strongest and the {low} weakest"
        raise wrong(number, f"{cuts}: a criterion can drop weakest only (/C) or as many of both (/M)")
    return found


def write(number: Number, found: Found) -> list[str]:
    """Return the parameters that say a criterion, those at the end left out that need not be written."""
    slots = number.parameters
    values = [PARAMETERS[slot.removesuffix("?")][1](number, found) for slot in slots]
    while values and slots[len(values) - 1].endswith("?") and values[-1] in ("0", "-"):
        values.pop()
    return values


def text_of(criterion: Criterion) -> str:
    """Return a criterion as it is written in a list.

    Examples
    --------
    >>> text_of(parse("bh-p-c")[0]), text_of(parse("ARO/M1/U1400")[0]), text_of(parse("KS/L50")[0])
    ('BH/C1/P', 'ARO/M1/U1400', 'KS')
    """
    text = f"{criterion.code}:{criterion.view}" if criterion.view else criterion.code
    if criterion.low or criterion.high:
        text += f"/M{criterion.low}" if criterion.high else f"/C{criterion.low}"
    text += "".join(f"/{letter}" for letter in "PFR" if criterion.has(letter))
    if criterion.percent not in (0, HALF):
        text += f"/L{criterion.percent}"
    text += f"/L{criterion.limit:+d}" if criterion.limit else ""
    text += f"/U{criterion.unrated}" if criterion.unrated else ""
    return text + (f"/K{criterion.divisor}" if criterion.divisor else "")


def with_cuts(criterion: Criterion, strongest: int, weakest: int) -> Criterion:
    """Return a criterion with other cuts."""
    letter = "" if not strongest + weakest else "M" if strongest else "C"
    letters = "".join(sorted(set(criterion.letters) - set("CM") | set(letter)))
    return replace(criterion, low=weakest, high=strongest, letters=letters)


def with_letter(criterion: Criterion, letter: str) -> Criterion:
    """Return a criterion with one modifier more."""
    return replace(criterion, letters="".join(sorted({*criterion.letters, letter})))


def whole(number: Number, slot: str, value: str) -> int:
    """Return a whole number; a hyphen is 0."""
    if value != "-" and not (value.isascii() and value.isdigit()):
        raise wrong(number, f"has {value!r} as its parameter '{slot}', which takes a whole number")
    return 0 if value == "-" else int(value)


def _switch(number: Number, slot: str, value: str, on: str) -> bool:
    if value.upper() not in ("0", "1", "-", on):
        raise wrong(number, f"has {value!r} as its parameter '{slot}', which takes - or {on}, 0 or 1")
    return value.upper() in ("1", on)


# ---------------------------------------------------------------- values in


def _points(number: Number, found: Found, value: str) -> Found:
    if _switch(number, "points", value, "1"):
        raise wrong(number, f"on match points {NEED_TEAMS}")
    return found


def _kind(number: Number, found: Found, value: str) -> Found:
    kind = whole(number, "kind", value)
    if kind >= len(number.kinds):
        known = ", ".join(f"{k} {code}" for k, code in enumerate(number.kinds))
        raise wrong(number, f"has no kind {kind}; there are {known}")
    return replace(found, criterion=replace(found.criterion, code=number.kinds[kind]))


def _strongest(number: Number, found: Found, value: str) -> Found:
    cut = whole(number, "strongest", value)
    return replace(found, criterion=with_cuts(found.criterion, cut, found.criterion.low))


def _weakest(number: Number, found: Found, value: str) -> Found:
    cut = whole(number, "weakest", value)
    return replace(found, criterion=with_cuts(found.criterion, found.criterion.high, cut))


def _first(number: Number, found: Found, value: str) -> Found:
    return replace(found, criterion=with_cuts(found.criterion, 0, whole(number, "first", value)))


def _forfeits(number: Number, found: Found, value: str) -> Found:
    if not _switch(number, "forfeits", value, "P") or found.criterion.code in number.plain:
        return found
    return replace(found, criterion=with_letter(found.criterion, "P"))


def _fore(number: Number, found: Found, value: str) -> Found:
    if not _switch(number, "fore", value, "F"):
        return found
    if not number.fore:
        raise wrong(number, "has no fore; the edition is the seventh parameter")
    if number.fore == "F":
        return replace(found, criterion=with_letter(found.criterion, "F"))
    return replace(found, criterion=replace(found.criterion, code=number.fore))


def _match_points(number: Number, found: Found, value: str) -> Found:
    _switch(number, "match-points", value, "1")
    return found


def _edition(number: Number, found: Found, value: str) -> Found:
    return replace(found, edition=int(_switch(number, "edition", value, "1")))


def _rating(number: Number, found: Found, value: str) -> Found:
    rating = whole(number, "rating", value)
    if not rating:
        return found
    return replace(found, criterion=replace(with_letter(found.criterion, "U"), unrated=rating))


def _unplayed(number: Number, found: Found, value: str) -> Found:
    if _switch(number, "unplayed", value, "1"):
        raise wrong(number, "with unplayed rounds counted is not settled: what rating they get is not known")
    return found


def _limit(number: Number, found: Found, value: str) -> Found:
    percent = whole(number, "limit", value) or HALF
    if not 10 <= percent <= 90:
        raise wrong(number, f"has a limit of {percent} per cent: a criterion can have 10 to 90")
    if percent == HALF:
        return found
    return replace(found, criterion=replace(with_letter(found.criterion, "L"), percent=percent))


# ---------------------------------------------------------------- values out


def _off(_number: Number, _found: Found) -> str:
    return "0"


def _which_kind(number: Number, found: Found) -> str:
    return str(number.kinds.index(found.criterion.code)) if found.criterion.code in number.kinds else "0"


def _counted(number: Number, found: Found) -> str:
    return "P" if found.criterion.has("P") or found.criterion.code in number.plain else "-"


def _final_round(number: Number, found: Found) -> str:
    if number.fore == "F":
        return "F" if found.criterion.has("F") else "-"
    return str(int(found.criterion.code == number.fore))


PARAMETERS: Final[dict[str, tuple[Take, Give]]] = {
    "points": (_points, _off),
    "kind": (_kind, _which_kind),
    "strongest": (_strongest, lambda _, found: str(found.criterion.high)),
    "weakest": (_weakest, lambda _, found: str(found.criterion.low)),
    "first": (_first, lambda _, found: str(found.criterion.low)),
    "forfeits": (_forfeits, _counted),
    "fore": (_fore, _final_round),
    "match-points": (_match_points, _off),
    "edition": (_edition, lambda _, found: str(found.edition)),
    "rating": (_rating, lambda _, found: str(found.criterion.unrated)),
    "unplayed": (_unplayed, _off),
    "limit": (_limit, lambda _, found: str(found.criterion.percent or HALF)),
}
"""Word of the data file: how its value is taken in, and which value a criterion needs."""
