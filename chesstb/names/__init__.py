"""Names of tie-breaks: what an old results sheet prints, as a criterion and the rules it is under.

`criterion` reads Swiss-Manager's numbers, the names that chess-results.com prints, and those of other
programs; `swiss_manager` writes a criterion as such a number. Both tables are data files beside this
module.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from chesstb import rules as rulebook
from chesstb.criteria import parse
from chesstb.errors import ChesstbError, CriterionError, message
from chesstb.names import printed, table
from chesstb.names.parameters import NEED_TEAMS, Found, read, text_of, write, wrong

if TYPE_CHECKING:
    from pathlib import Path

    from chesstb.criteria import Criterion
    from chesstb.names.table import Name, Number

__all__ = ["NamedCriterion", "criterion", "other_names", "swiss_manager"]

EXAMPLES: Final = "a code (BH/C1), a number of Swiss-Manager (sm:84(0,0,1,-)) or a printed name"


@dataclass(frozen=True)
class NamedCriterion:
    """What a name stands for.

    Attributes
    ----------
    text : str
        What was asked.
    by : str
        The criterion, as `standings` reads it.
    rules : str
        The rule version that the name implies; empty where it is the event's own.
    title : str
        The name as its source has it.
    source : str
        Whose name it is: ``Swiss-Manager 84``, ``Papi``, ``common name``; empty for a code.
    note : str
        What to know before comparing with a printed column.
    choices : tuple of str
        Criteria that the name leaves open, where parameters are not printed with it.
    """

    text: str
    by: str
    rules: str = ""
    title: str = ""
    source: str = ""
    note: str = ""
    choices: tuple[str, ...] = ()


def criterion(text: str) -> NamedCriterion:
    """Return the criterion that a name stands for.

    Parameters
    ----------
    text : str
        A code with its modifiers; ``sm:`` and a number of Swiss-Manager, with its parameters or
        without; the legend of a table of chess-results.com; a name of another program or of common
        use, which its program may precede. Case and punctuation do not matter.

    Raises
    ------
    CriterionError
        Nothing of that name is known, it needs a team event, or what it means is not settled.

    Examples
    --------
    >>> found = criterion("sm:84(0,0,1,-)")
    >>> found.by, found.rules, found.source
    ('BH/C1', 'fide-2023', 'Swiss-Manager 84')
    >>> criterion("Average Rating of Opponents (ARO) (1400, Cut1, Forfeits And Byes are ignored)").by
    'ARO/C1/U1400'
    >>> criterion("Median-Buchholz").by, criterion("Papi Solkoff").rules
    ('BH/M1', 'ffe-papi')
    """
    asked = " ".join(text.split())
    label = printed.label(asked)
    if label.is_number:
        number = _number(label.number)
        return _of_number(text, number, label, number.name)
    found = _of_code(text, asked) or _of_label(text, label)
    if found is None:
        raise _unknown(text)
    return found


def swiss_manager(by: str, rules: str | Path | rulebook.RuleVersion = "") -> str:
    """Return the number of Swiss-Manager for a criterion, with its parameters.

    Parameters
    ----------
    by : str
        One criterion.
    rules : str, pathlib.Path or RuleVersion
        The rules it is under; may be left out where the number is the same under all.

    Raises
    ------
    CriterionError
        There is no such number.
    RuleError
        There is no such rule version.

    Examples
    --------
    >>> swiss_manager("BH/C1", "fide-2023"), swiss_manager("BH/M1", "fide-2026")
    ('84(0,0,1,-)', '84(0,1,1,-,0,0,1)')
    >>> swiss_manager("BH/M1", "fide-2019"), swiss_manager("DE", "fide-2026")
    ('4', '81(-)')
    """
    wanted = parse(by)
    if len(wanted) != 1:
        raise CriterionError(message("", f"{by!r} is {len(wanted)} criteria", "one"))
    page = rulebook.rules(rules).name if rules else ""
    found = _written(wanted[0], page)
    if found:
        return found
    under = f"under {page}" if page else "that holds under all rules"
    pages = {name: _written(wanted[0], name) for name in rulebook.names()}
    having = ", ".join(f"{name}: {number}" for name, number in pages.items() if number)
    remedy = f"There is one under {having}." if having else "It has none under any rules."
    raise CriterionError(message("", f"no number of Swiss-Manager for {by!r} {under}", remedy=remedy))


def other_names(code: str) -> list[str]:
    """Return what else a tie-break is called; a name for it with modifiers says so.

    Examples
    --------
    >>> other_names("MEDIAN")[:2], "Median-Buchholz (BH/M1)" in other_names("BH")
    (['Median', 'Harkness'], True)
    """
    first = table.by_name(table.plain)
    found: dict[str, str] = {}
    for name in table.names():
        bare = first[table.plain(name.text)]
        if name.code == code.upper() and (bare is name or bare.by != name.by):
            text = name.text if bare is name else f"{name.program} {name.text}"
            text += f" ({name.by})" if name.by != name.code else ""
            found.setdefault(table.plain(text), text)
    return list(found.values())


# ---------------------------------------------------------------- by what it is


def _number(number: int) -> Number:
    """Return a number that is read as a criterion."""
    found = table.numbers().get(number)
    if found is None:
        remedy = f"Known are {', '.join(str(n) for n in table.numbers())}."
        raise CriterionError(message("", f"no number {number} of Swiss-Manager is known", remedy=remedy))
    if found.team:
        raise wrong(found, NEED_TEAMS)
    if not found.settled:
        raise wrong(found, f"is not settled: {found.unsettled}")
    return found


def _of_number(text: str, number: Number, label: printed.Label, title: str) -> NamedCriterion:
    """Return what a number means, with parameters as listed or as printed in words."""
    found = read(number, printed.values(number, label))
    edition = printed.edition(number, label)
    by, rules = _meaning(number, found if edition is None else replace(found, edition=edition))
    choices = number.choices if label.is_open else ()
    notes = [
        f"No parameters are given: read as {by}, one of several choices." if choices else "",
        number.note,
        "The rules follow from its name and age; no published table of it has been read." * number.inferred,
    ]
    return NamedCriterion(text, by, rules, title, number.source, " ".join(filter(None, notes)), choices)


def _meaning(number: Number, found: Found) -> tuple[str, str]:
    """Return a number's criterion and rules, which are sure to define it."""
    wanted = found.criterion
    names = (number.rules[found.edition],) if number.rules else number.under or tuple(rulebook.names())
    having = [name for name in names if _defines(rulebook.rules(name), wanted)]
    if not having:
        raise wrong(number, f"would be {text_of(wanted)}, which {' or '.join(names)} does not define")
    return text_of(wanted), having[0] if number.rules or len(having) == 1 else ""


def _defines(page: rulebook.RuleVersion, wanted: Criterion) -> bool:
    admission = page.admission(wanted.code)
    return admission is not None and set(wanted.letters) <= set(admission.modifiers)


def _of_name(text: str, name: Name, label: printed.Label) -> NamedCriterion:
    """Return what a name means, with what is printed in brackets behind it."""
    if name.unsettled:
        raise CriterionError(message("", f"{name.text!r} ({name.program}) is not settled: {name.unsettled}"))
    by = text_of(printed.with_modifiers(parse(name.by)[0], label)) if label.said else name.by
    years = [page.name for page in rulebook.pages() if page.effective and page.name.endswith(label.edition)]
    rules = years[0] if label.edition and years and not name.rules else name.rules
    return NamedCriterion(text, by, rules, name.text, name.program, name.note)


def _of_code(text: str, asked: str) -> NamedCriterion | None:
    """Return a criterion that is written as a code already, unchanged."""
    try:
        found = parse(asked)
    except CriterionError:
        return None
    code = found[0].code
    if len(found) == 1 and code in table.team_codes() - table.codes():
        raise CriterionError(message("", f"{text!r} {NEED_TEAMS}"))
    if len(found) > 1 or code not in table.codes():
        return None
    exact = next((name for name in table.names() if name.text == asked), None)
    if exact:
        return _of_name(text, exact, printed.Label(asked))
    titles = [name.text for by in (text_of(found[0]), code) for name in table.names() if name.by == by]
    return NamedCriterion(text, asked, table.home(code), next(iter(titles), code))


def _of_label(text: str, label: printed.Label) -> NamedCriterion | None:
    """Return what a printed name means: of chess-results.com where it is settled, else of others."""
    for form in (table.plain, table.reduced):
        for base in (label.text, f"{label.base} {label.edition}", label.base):
            found, name = table.by_label(form).get(form(base)), table.by_name(form).get(form(base))
            if found and (found[0].settled or not name):
                number, title, kind = found
                shown = replace(label, codes=label.codes or tuple(parse(kind))) if kind else label
                return _of_number(text, _number(number.number), shown, title)
            if name and (not label.code or label.code.code == name.code):
                return _of_name(text, name, label)
    if not label.code:
        return None
    coded = _of_code(text, text_of(printed.with_modifiers(label.code, label)))
    return replace(coded, title=label.base) if coded else None


def _unknown(text: str) -> CriterionError:
    """Return an error with the nearest names."""
    known = {name.text.casefold(): name.text for name in table.names()}
    known |= {label.casefold(): label for _, label, _ in table.by_label(table.plain).values()}
    known |= {code.casefold(): code for code in table.codes()}
    close = [known[word] for word in difflib.get_close_matches(text.casefold(), known, n=3, cutoff=0.5)]
    remedy = f"Did you mean {' or '.join(repr(word) for word in close)}? " if close else ""
    remedy += "'chesstb tiebreaks' lists the codes."
    return CriterionError(message("", f"no tie-break is known by the name {text!r}", EXAMPLES, remedy))


def _written(wanted: Criterion, page: str) -> str:
    """Return the first number, with parameters, that means a criterion under a page, or nothing."""
    for rules in dict.fromkeys((page, table.same().get(page, page))):
        for number in table.numbers().values():
            if not number.settled:
                continue
            edition = number.rules.index(rules) if rules in number.rules else 0
            values = write(number, Found(wanted, edition))
            try:
                by, own = _meaning(number, read(number, values))
            except ChesstbError:
                continue
            if by == text_of(wanted) and (own == rules or (not own and rules in (number.under or (rules,)))):
                return f"{number.number}({','.join(values)})" if values else str(number.number)
    return ""
