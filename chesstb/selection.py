"""What a call asks for: which criteria under which rule version for which events."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from chesstb import rules as rulebook
from chesstb.criteria import Criterion, parse
from chesstb.errors import ChesstbError, CriterionError, Note, message, nearest
from chesstb.lookup import check_history
from chesstb.roundrobin.advice import advice
from chesstb.rules import IN_FORCE, ROUND_ROBIN_SYSTEMS, RuleVersion
from chesstb.rules.vocabulary import SECTIONS
from chesstb.tiebreak import REGISTRY, TieBreak
from chesstb.values import Asked

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.grid import Grid
    from chesstb.tables import History

    Ints = NDArray[np.int64]

Rules = str | Path | RuleVersion
By = str | Iterable[str] | None


def tiebreak_of(criterion: Criterion) -> TieBreak:
    """Return the tie-break of a criterion.

    Raises
    ------
    CriterionError
        There is none of this code, or it has no view on match or game points.
    """
    for tiebreak in REGISTRY.values():
        if criterion.code in (tiebreak.code, *tiebreak.names):
            if criterion.view:
                found = f"{criterion.text!r}: views on match or game points need a team event"
                raise CriterionError(message("", found))
            return tiebreak
    found = f"no tie-break {criterion.code!r} ({criterion.text!r})"
    raise CriterionError(message("", found, remedy=nearest(criterion.code, REGISTRY)))


def asked(criteria: list[Criterion], version: RuleVersion, section: str) -> list[Asked]:
    """Return a list of criteria as a version reads them in one system.

    Raises
    ------
    CriterionError, RuleError
        A tie-break does not exist, or the version does not admit it.
    """
    ready = []
    for criterion in criteria:
        tiebreak = tiebreak_of(criterion)
        known = Criterion(**{**criterion.__dict__, "code": tiebreak.code})
        strange = [letter for letter in criterion.letters if letter not in tiebreak.modifiers]
        if strange:
            allowed = " ".join(tiebreak.modifiers) or "none"
            found = f"{criterion.text!r}: {tiebreak.code} knows no modifier {strange[0]}"
            raise CriterionError(message("", found, f"modifiers of {tiebreak.code}: {allowed}"))
        ready.append(Asked(criterion, tiebreak, version.reading(known, section)))
    return ready


@dataclass(frozen=True, eq=False)
class Call:
    """The criteria and versions of a call, event by event.

    Attributes
    ----------
    lists : list of list of Criterion
        Every list of criteria that is used.
    versions : list of RuleVersion
        Every version that is used.
    list_of, version_of : (events,) int
        For each event, which of them.
    columns : list of str
        The names of all criteria, in order of first use.
    notes : list of str
        What was chosen because the call left it open.
    """

    lists: list[list[Criterion]]
    versions: list[RuleVersion]
    list_of: Any
    version_of: Any
    columns: list[str]
    notes: list[str]

    @property
    def kind(self) -> Any:
        """A number for each event that says which list and version it asks for, (events,)."""
        return self.list_of * len(self.versions) + self.version_of

    def asked_of(self, grid: Grid, history: History) -> list[Asked]:
        """Return the criteria of a Grid whose events ask for the same.

        Raises
        ------
        CriterionError, RuleError
            A tie-break does not exist, or the version does not admit it; the message names the event
            where it is not the only one.
        """
        return self.asked_at(int(grid.event[0]), grid.section, history)

    def asked_at(self, event: int, section: str, history: History) -> list[Asked]:
        """Return the criteria of one event, by its row, as its version reads them in a section.

        Raises
        ------
        CriterionError, RuleError
            See `asked_of`.
        """
        criteria, version = self.lists[self.list_of[event]], self.versions[self.version_of[event]]
        try:
            return asked(criteria, version, section)
        except ChesstbError as error:
            raise _of_event(error, history.events, event) from None


def _of_event(error: ChesstbError, events: list[str], number: int) -> ChesstbError:
    """Return the same error with the name of the event that it is about."""
    return type(error)(f"event {events[number]!r}: {error}") if len(events) > 1 else error


def call(history: History, by: By, rules: Rules) -> Call:
    """Settle which criteria and which version each event is judged by, and say what was chosen."""
    found = settle(history, by, rules)
    say(found.notes)
    return found


def say(notes: Iterable[str], stacklevel: int = 4) -> None:
    """Say what was chosen: each note a warning at the line that called the public function."""
    for note in notes:
        warnings.warn(note, Note, stacklevel=stacklevel)


def settle(history: History, by: By, rules: Rules) -> Call:
    """Settle which criteria and which version each event is judged by; nothing is said yet."""
    check(history, by)
    notes: list[str] = []
    version_of, versions = versions_of(history, rules, notes)
    if by is not None:
        list_of, lists = np.zeros(len(version_of), dtype=np.int64), [_unique_columns(parse(by))]
        for criterion in lists[0]:
            tiebreak_of(criterion)  # a misspelt one is said even where there is nobody to rank
    else:
        list_of, unique = pd.factorize(_own_lists(history, versions, version_of, notes))
        lists = [_parsed(history, text, np.argmax(list_of == number)) for number, text in enumerate(unique)]
    columns = list(dict.fromkeys(c.text for criteria in lists for c in criteria))
    notes += _dropped(history, lists, list_of)
    found = Call(lists, versions, list_of, version_of, columns, notes)
    return replace(found, notes=notes + _telling_nothing(history, found))


def _telling_nothing(history: History, wanted: Call) -> list[str]:
    """Return a note for each criterion that parts nobody in the round robins that it is asked for.

    Where the version bans it, the error that follows says so.
    """
    codes = {criterion.code for criteria in wanted.lists for criterion in criteria}
    systems = history.tournaments["system"]
    if not codes & {code for said in advice().values() for code in said["never"]}:
        return []
    if not any(system in ROUND_ROBIN_SYSTEMS for system in systems.unique()):
        return []
    asked_in = pd.DataFrame({"system": systems, "list": wanted.list_of, "version": wanted.version_of})
    notes: dict[str, None] = {}
    for system, number, which in asked_in.drop_duplicates().to_numpy(dtype=object):
        said = advice().get(system, {})
        for criterion in wanted.lists[number] if system in ROUND_ROBIN_SYSTEMS else []:
            admission = wanted.versions[which].admission(criterion.code)
            if criterion.code in said.get("never", ()) and admission and not admission.banned_in:
                usual = ", ".join(said["use"])
                text = f"{criterion.text} says nothing in a {system}: {said['why']}. Usual are {usual}."
                notes[text] = None
    return list(notes)


def check(history: Any, by: Any) -> None:
    """Say what was expected where a call is given something else altogether."""
    check_history(history)
    if by is not None and not isinstance(by, str) and not isinstance(by, Iterable):
        raise CriterionError(message("", f"by={by!r}", "a list of criteria such as 'PTS BH/C1 BH SB'"))


def _parsed(history: History, text: str, event: Any) -> list[Criterion]:
    """Return an event's own list of criteria."""
    try:
        return _unique_columns(parse(text))
    except CriterionError as error:
        raise _of_event(error, history.events, int(event)) from None


def _dropped(history: History, lists: list[list[Criterion]], list_of: Any) -> list[str]:
    """Return a note for each criterion that is dropped where somebody has no rating (C.07 Art. 10)."""
    wanted = [[c for c in criteria if _needs_ratings(c)] for criteria in lists]
    if not any(wanted):
        return []
    players = history.players
    unrated = np.zeros(len(list_of), dtype=np.int64)
    without = (players["rating"].isna() & ~players["excluded"]).to_numpy()
    np.add.at(unrated, players["tournament"].cat.codes.to_numpy(), without)
    notes = []
    for number, criteria in enumerate(wanted):
        events = np.flatnonzero((list_of == number) & (unrated > 0))
        for criterion in criteria if len(events) else []:
            where = ", ".join(history.events[event] for event in events[:3])
            more = f" and {len(events) - 3} more events" if len(events) > 3 else ""
            count = int(unrated[events].sum())
            who = "1 player has" if count == 1 else f"{count} players have"
            instead = f"{criterion.text}/U1400 would give such a rating"
            notes.append(f"{where}{more}: {criterion.text} dropped, {who} no rating; {instead}.")
    return notes


def _needs_ratings(criterion: Criterion) -> bool:
    found = REGISTRY.get(criterion.code)
    return found is not None and found.needs_ratings and not criterion.unrated


def _unique_columns(criteria: list[Criterion]) -> list[Criterion]:
    """Give a criterion that stands in the list again a name of its own."""
    seen: dict[str, int] = {}
    renamed = []
    for criterion in criteria:
        seen[criterion.text] = seen.get(criterion.text, 0) + 1
        text = criterion.text if seen[criterion.text] == 1 else f"{criterion.text} ({seen[criterion.text]})"
        renamed.append(Criterion(**{**criterion.__dict__, "text": text}))
    return renamed


def _own_lists(
    history: History, versions: list[RuleVersion], version_of: Any, notes: list[str]
) -> pd.Series[Any]:
    """Return each event's own list of criteria, or the usual one of its version and system."""
    events = history.tournaments
    round_robin = events["system"].isin(ROUND_ROBIN_SYSTEMS).to_numpy()
    lists = np.array([[dict(page.lists)[section] for section in SECTIONS] for page in versions], dtype=object)
    lists = lists.reshape(len(versions), len(SECTIONS))
    usual = pd.Series(lists[version_of, round_robin.astype(int)], index=events.index, dtype="object")
    own = events["by"].notna()
    texts = events["by"].where(own, usual).astype("object")
    for key, text, is_own in _first_few(events["tournament"], texts, own, different=2):
        whose = "the event's own list" if is_own else "no list given: the usual one"
        notes.append(f"{key}: ranked by {text} ({whose}). Choose with by=.")
    return texts


def versions_of(history: History, rules: Rules, notes: list[str]) -> tuple[Any, list[RuleVersion]]:
    """Return the version of each event, (events,), and the versions; notes say what was chosen."""
    if str(rules).lower() == IN_FORCE:
        return _in_force(history, notes)
    return np.zeros(len(history.tournaments), dtype=np.int64), [rulebook.rules(rules)]


def _in_force(history: History, notes: list[str]) -> tuple[Any, list[RuleVersion]]:
    """Return the version that each event names itself, else the one in force at its start."""
    events = history.tournaments
    asked_for = events[["rules", "start"]].drop_duplicates()
    found: dict[Any, RuleVersion] = {}
    for said, start in asked_for.to_numpy(dtype=object):
        day = None if pd.isna(start) else pd.Timestamp(start).date()
        found[said, start] = rulebook.in_force(day) if pd.isna(said) else rulebook.rules(said)
    names = list(dict.fromkeys(page.name for page in found.values()))
    versions = [next(page for page in found.values() if page.name == name) for name in names]
    numbers = pd.Series(
        [names.index(page.name) for page in found.values()], index=asked_for.index, dtype="int64"
    )
    group = events.groupby(["rules", "start"], dropna=False, sort=False).ngroup().to_numpy()
    version_of = numbers.to_numpy()[group]
    said_of = events["rules"].notna()
    for key, number, said, start in _first_few(
        events["tournament"], pd.Series(version_of), said_of, events["start"], different=2
    ):
        why = "as the event itself says" if said else _why_in_force(versions[number], start)
        notes.append(f"{key}: judged by {versions[number].name} ({why}). Choose with rules=.")
    return version_of, versions


def _why_in_force(page: RuleVersion, start: Any) -> str:
    if pd.isna(start):
        return "the newest: no start date is given"
    if page.effective and page.effective > start.date():
        return f"the newest: none was in force on {start.date()}"
    return f"in force on {start.date()}"


def _first_few(*columns: pd.Series[Any], different: int) -> list[tuple[Any, ...]]:
    """Return the rows of a few events, one for each different choice; the rest is said by these.

    A choice is what the columns after the first say, as many as are ``different``.
    """
    frame = pd.concat([column.reset_index(drop=True) for column in columns], axis=1)
    frame.columns = pd.Index(range(len(columns)))
    first = frame.drop_duplicates(list(range(1, 1 + different))).head(5)
    return [tuple(row) for row in first.to_numpy(dtype=object)]
