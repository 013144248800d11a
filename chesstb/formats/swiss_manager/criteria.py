"""The tie-breaks of a Swiss-Manager file as a list of criteria, and the rules that they are under.

The list is read up to the first number whose reading is not sure: an order by what stands before is
right as far as it goes, one that leaves something out of the middle is not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from chesstb import names
from chesstb import rules as rulebook
from chesstb.criteria import parse
from chesstb.errors import ChesstbError, CriterionError
from chesstb.formats.one_event import offset
from chesstb.formats.swiss_manager.sections import u8, u16
from chesstb.names import table
from chesstb.rules import ROUND_ROBIN_SYSTEMS
from chesstb.rules.vocabulary import SECTIONS

if TYPE_CHECKING:
    from collections.abc import Callable

    from chesstb.formats.one_event import FileNotes
    from chesstb.formats.swiss_manager.settings import Settings

POINTS: Final = 1
"""The number of the points, which come first in any case."""
SCORES: Final = 76
"""The number of special points: five are stored, for a win, Black's win, a draw, Black's draw and a loss."""
MOST: Final = 9
SLOT: Final = 19
VIRTUAL: Final = 8
"""The flag of the virtual opponent."""

LOOSE: Final = frozenset({8, 11, 12, 45, 53, 61})
"""Older numbers that count the same under every page: none looks at what an unplayed round is worth."""


@dataclass(frozen=True)
class Slot:
    """The parameters of one number as they are stored."""

    low: int
    high: int
    flags: int
    value: int
    edition: int

    @classmethod
    def at(cls, data: bytes, start: int) -> Slot:
        """Return what is stored from a byte on."""
        cuts = u8(data, start)
        return cls(cuts & 15, cuts >> 4, u8(data, start + 1), u16(data, start + 2), u8(data, start + 14))


def _plain(slot: Slot, _round_robin: bool) -> list[str]:
    if slot.low or slot.high or slot.flags:
        raise CriterionError("its parameters are set, and where each stands is not known")
    return []


def _of_today(slot: Slot, _round_robin: bool) -> list[str]:
    if slot.flags or slot.edition > 1:
        raise CriterionError("it has flags whose meaning is not known")
    return ["0", str(slot.high), str(slot.low), "-", "0", "0", str(slot.edition)]


def _of_old(slot: Slot, round_robin: bool) -> list[str]:
    if not slot.flags & VIRTUAL and not round_robin:
        raise CriterionError("it counts unplayed rounds without the virtual opponent, how is not known")
    return [str(slot.high), str(slot.low)]


def _koya(slot: Slot, round_robin: bool) -> list[str]:
    _plain(slot, round_robin)
    if not slot.value:
        raise CriterionError("it has no limit")
    return ["0", str(slot.value)]


READERS: Final[dict[int, Callable[[Slot, bool], list[str]]]] = {
    37: _of_old, 52: _of_old, 81: _plain, 84: _of_today, 85: _of_today, 86: _plain, 87: _koya,
}  # fmt: skip
"""Numbers whose parameters are read: slot to parameters as they are printed."""


@dataclass
class List:
    """The list as far as it is read.

    Attributes
    ----------
    round_robin : bool
        Which section of the rules it is for.
    by : list of str
        Criteria, the points first.
    pages : list of str
        Rule pages under which all of them can be read.
    settled : bool
        Whether a number names its page.
    """

    round_robin: bool
    by: list[str] = field(default_factory=lambda: ["PTS"])
    pages: list[str] = field(default_factory=lambda: list(rulebook.names()))
    settled: bool = False

    def add(self, number: int, slot: Slot) -> str:
        """Add a number, and return what is to be said of it.

        Raises
        ------
        CriterionError
            Its reading is not sure, or it does not go with those before it.
        """
        if number == POINTS:
            _plain(slot, self.round_robin)
            return ""
        found = _criterion(number, slot, self.round_robin)
        fitting = [page for page in _pages(number, found) if self._admits(page, found.by)]
        pages = [page for page in self.pages if page in fitting]
        if not pages:
            own = " or ".join(fitting[:3]) or "no rules of such an event"
            before = " or ".join(self.pages[:3])
            raise CriterionError(f"it means {found.by} under {own}, and those before it are under {before}")
        self.pages = pages
        self.settled |= bool(found.rules) and number not in LOOSE
        if found.by not in self.by:
            self.by.append(found.by)
        return found.note if number in LOOSE or self.round_robin else ""

    def _admits(self, page: str, by: str) -> bool:
        version = rulebook.rules(page)
        try:
            version.admits(parse(by)[0], SECTIONS[int(self.round_robin)])
        except ChesstbError:
            return False
        return True

    @property
    def end(self) -> str:
        """What is taken where a number is not sure."""
        return f"not read; the list ends with {self.by[-1]}" if len(self.by) > 1 else "not read; no list"

    def rules(self, start: Any) -> str:
        """Return the page that the list is under; nothing where the date says it as well."""
        if self.settled:
            return self.pages[0]
        in_force, order = rulebook.in_force(start.date() if start else None).name, rulebook.names()
        near = min(self.pages, key=lambda page: abs(order.index(page) - order.index(in_force)))
        return "" if near == in_force else near


def _criterion(number: int, slot: Slot, round_robin: bool) -> names.NamedCriterion:
    """Return what a number means with the parameters that are stored.

    Raises
    ------
    CriterionError
        It is not known, or its reading is not sure.
    """
    known = table.numbers().get(number)
    if known is None:
        raise CriterionError("no tie-break of this number is known")
    if number not in READERS and (known.parameters or known.further) and known.settled:
        raise CriterionError("it has parameters, and where each stands is not known")
    values = READERS[number](slot, round_robin) if number in READERS else []
    return names.criterion(f"sm:{number}({','.join(values)})" if values else f"sm:{number}")


def _pages(number: int, found: names.NamedCriterion) -> list[str]:
    """Return the pages that a number can be under."""
    known, same = table.numbers()[number], table.same()
    if number in LOOSE:
        return [page.name for page in rulebook.pages() if page.effective]
    if found.rules:
        return [page for page in rulebook.names() if found.rules in (page, same.get(page))]
    return list(known.under) or list(rulebook.names())


def read_criteria(settings: Settings, tournament: dict[str, Any], notes: FileNotes) -> dict[str, str]:
    """Return ``by`` and ``rules`` of an event as far as its list is sure; what is not is reported.

    Lists of team events rank teams, and are reported only.
    """
    count = u16(settings.data, settings.at("criteria"))
    if count > MOST:
        why, expected = "no number of tie-breaks", f"at most {MOST}"
        notes.wrong(offset(settings.at("criteria")), str(count), "no list", why, expected)
        return {}
    if settings.of_teams:
        numbers = [u16(settings.data, settings.at("numbers", 2 * k)) for k in range(count)]
        shown = " ".join(map(str, numbers)) or "none"
        notes.say(offset(settings.at("numbers")), f"tie-breaks {shown}", "not read", "they rank teams")
        return {}
    found = List(tournament["system"] in ROUND_ROBIN_SYSTEMS)
    whole = _read(settings, count, found, notes)
    if not whole and len(found.by) == 1:
        return {}
    rules = found.rules(tournament.get("start")) if len(found.by) > 1 else ""
    return {"by": " ".join(found.by)} | ({"rules": rules} if rules else {})


def _stored(settings: Settings, number: int, slot: Slot, k: int) -> str:
    """Return what of the parameters a user may want to see where a number is not read."""
    if number == SCORES:
        values = [u16(settings.data, settings.at("parameters", SLOT * k + 4 + 2 * n)) for n in range(5)]
        return f" (scores {' '.join(map(str, values))})"
    return f" (flags {slot.flags:02X})" if slot.flags else ""


def _read(settings: Settings, count: int, found: List, notes: FileNotes) -> bool:
    """Read the numbers of a list up to the first that is not sure, and say whether that was all."""
    stopped = False
    for k in range(count):
        number = u16(settings.data, settings.at("numbers", 2 * k))
        slot = Slot.at(settings.data, settings.at("parameters", SLOT * k))
        place = offset(settings.at("numbers", 2 * k))
        shown = f"tie-break {k + 1}: number {number}{_stored(settings, number, slot, k)}"
        if stopped:
            notes.say(place, shown, "not read", "nothing behind one that is not sure is read")
            continue
        try:
            remark = found.add(number, slot)
        except CriterionError as error:
            stopped = True
            notes.say(place, shown, found.end, str(error))
        else:
            if remark:
                notes.say(place, shown, found.by[-1], remark)
    return not stopped
