"""The search of `chesstb.identify`: from Grid to Grid, first the columns, then the ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb.contribution import Values
from chesstb.criteria import parse
from chesstb.errors import ChesstbError
from chesstb.names.parameters import text_of
from chesstb.published.candidates import candidates, filled, ratings_given
from chesstb.published.choosing import Chosen, Hints, choose
from chesstb.published.orders import MOST, Ranks, Slot, lists, texts
from chesstb.published.trials import printed, shown, trials
from chesstb.rules import IN_FORCE, RuleVersion
from chesstb.selection import asked, versions_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.grid import Grid
    from chesstb.published.candidates import Candidate
    from chesstb.published.claims import Claims
    from chesstb.published.trials import Printed
    from chesstb.tables import History
    from chesstb.values import Asked

    Ints = NDArray[np.int64]

POINTS: Final = "PTS"
ENOUGH: Final = 0.75
"""Share of a column's cells that its criterion must reproduce to be tried in lists."""


class Search:
    """What is the same for all Grids of a call."""

    def __init__(
        self, history: History, claims: Claims, pages: tuple[RuleVersion, ...], top: int | None
    ) -> None:
        self.claims, self.pages, self.top = claims, pages, top
        self.names = np.array([page.name for page in pages], dtype=object)
        known = {page.name: number for number, page in enumerate(pages)}
        version_of, versions = versions_of(history, IN_FORCE, [])
        of_version = np.array([known.get(page.name, -1) for page in versions] or [-1], dtype=np.int64)
        self.own = of_version[version_of]
        list_of, unique = pd.factorize(history.tournaments["by"])
        self.lists = [*unique, None]
        self.list_of = list_of
        self.kind = version_of * len(self.lists) + list_of
        meanings = claims.meanings()
        implied = meanings["rules"].map(known).fillna(-1).to_numpy(dtype=np.int64)
        by = meanings["by"]
        said = {text: _without_rating(text) for text in by.unique()}
        self.hints = Hints(
            said=by.map({text: base for text, (base, _) in said.items()}).to_numpy(dtype=object),
            rating=by.map({text: rating for text, (_, rating) in said.items()}).to_numpy(dtype=np.int64),
            expected=np.where(implied >= 0, implied, self.own[claims.event]),
        )
        self.named = tuple(dict.fromkeys(base for base, _ in said.values() if base))
        self.rating = np.zeros(len(history), dtype=np.int64)
        np.maximum.at(self.rating, claims.event, self.hints.rating)
        self.is_rank = meanings["rank"].to_numpy(dtype=bool)
        self.is_points = (by == POINTS).to_numpy(dtype=bool)

    def of(self, grid: Grid) -> list[pd.DataFrame]:
        """Return the rows of a Grid's events: of their columns, and of their ranks."""
        among = candidates(self.pages, grid.section, self.named)
        found = printed(grid, self.claims, ~self.is_rank, self.is_points)
        given = ratings_given(grid, self.rating[grid.event])
        results = trials(grid, found, among, given)
        said = Hints(*(values[found.columns] for values in vars(self.hints).values()))
        chosen = choose(results, among, self.pages, said, self.top)
        ranked = RankSearch(self, grid, found, among, chosen.best)
        rows = [self._rows(found, among, chosen), *ranked.rows()]
        grid.memo.clear()
        return rows

    def _rows(self, found: Printed, among: tuple[Candidate, ...], chosen: Chosen) -> pd.DataFrame:
        return pd.DataFrame(
            {
                "number": found.columns[chosen.column],
                "criterion": criteria_text(among, chosen),
                "rules": self.names[chosen.version],
                "right": chosen.right,
                "also": also(chosen.agree, self.names[chosen.version], self.names),
            }
        )


def _without_rating(text: str) -> tuple[str, int]:
    """Return a criterion without the rating of the unrated, and that rating."""
    if not text:
        return "", 0
    found = parse(text)[0]
    whole = text_of(found)
    return whole.replace(f"/U{found.unrated}", ""), found.unrated


def criteria_text(among: tuple[Candidate, ...], chosen: Chosen) -> NDArray[np.object_]:
    """Return the criteria as they are written in a list, (rows,)."""
    text = np.array([one.text for one in among] or [""], dtype=object)[chosen.candidate]
    ratings = np.array([f"/U{rating}" for rating in np.unique(chosen.rating)] or [""], dtype=object)
    with_rating = text + ratings[np.searchsorted(np.unique(chosen.rating), chosen.rating)]
    written: NDArray[np.object_] = np.where(chosen.rating > 0, with_rating, text)
    return written


def also(agree: Any, mine: Any, names: NDArray[np.object_]) -> NDArray[np.object_]:
    """Return the other versions with the same values, separated by blanks, (rows,)."""
    others = agree & (mine[:, None] != names)
    different, number = np.unique(others, axis=0, return_inverse=True)
    told = np.array([" ".join(names[which]) for which in different] or [""], dtype=object)
    return told[number.ravel()]


class RankSearch:
    """The search for the lists behind the ranks of a Grid's events, all of one version."""

    def __init__(
        self, search: Search, grid: Grid, found: Printed, among: tuple[Candidate, ...], best: Chosen
    ) -> None:
        self.search, self.grid, self.found, self.among, self.best = search, grid, found, among, best
        self.events = np.unique(grid.event)
        claims = search.claims
        columns = np.flatnonzero(search.is_rank & np.isin(claims.event, self.events))
        event = np.searchsorted(self.events, claims.event[columns])
        self.columns = columns[np.diff(event, prepend=-1) > 0]  # the first, where there are several
        self.version = int(search.own[self.events[0]])
        self.page = search.pages[max(self.version, 0)]
        self.own_list = search.lists[search.list_of[self.events[0]]]

    def rows(self) -> list[pd.DataFrame]:
        """Return the best lists of each event with ranks."""
        if not len(self.columns):
            return []
        slots, encounter = self._slots()
        ranks = self._ranks()
        tried = lists(self.grid, slots, encounter, ranks)
        node, event = self._best(tried, ranks.events)
        claims = self.search.claims
        where = np.searchsorted(self.events, claims.event[self.columns])
        column = np.full(ranks.events, -1, dtype=np.int64)
        column[where] = self.columns
        depth = max((len(one) for one in tried.slots), default=0)
        padded = np.array([[*one, *[-1] * (depth - len(one))] for one in tried.slots], dtype=np.int64)
        padded = padded.reshape(len(tried.slots), depth)
        expected = np.full(len(event), max(self.version, 0), dtype=np.int64)
        text, page, allowed = texts(slots, padded[node], event, expected, self.search.names)
        return [
            pd.DataFrame(
                {
                    "number": column[event],
                    "criterion": text,
                    "rules": page,
                    "right": tried.right[node, event],
                    "consistent": tried.consistent[node, event],
                    "also": also(allowed, page, self.search.names),
                }
            )
        ]

    def _ranks(self) -> Ranks:
        claims = self.search.claims
        cell = np.flatnonzero(np.isin(claims.column, self.columns))
        player = np.searchsorted(self.grid.row, claims.row[cell])
        event = np.searchsorted(self.events, self.grid.event[player])
        return Ranks(player, claims.value[cell], event, len(self.events))

    def _best(self, tried: Any, events: int) -> tuple[Ints, Ints]:
        """Return list and event of the rows that are shown, best first within each event."""
        has = np.zeros(events, dtype=bool)
        has[np.searchsorted(self.events, self.search.claims.event[self.columns])] = True
        node, event = np.nonzero((tried.right >= 0) & has)
        length = np.array([len(one) for one in tried.slots], dtype=np.int64)
        keys = [length[node], tried.missing[node, event], tried.turned[node, event]]
        order = np.lexsort([*keys, -tried.consistent[node, event], -tried.right[node, event], event])
        node, event = node[order], event[order]
        place = np.arange(len(event)) - np.searchsorted(event, event)
        kept = place < (len(place) if self.search.top is None else self.search.top)
        return node[kept], event[kept]

    # ------------------------------------------------------------ what a list is made of

    def _slots(self) -> tuple[list[Slot], Asked | None]:
        """Return the criteria of the printed columns, or the usual ones, and direct encounter."""
        place = self._places()
        slots = [slot for number in range(MOST) if (slot := self._printed(number, place)) is not None]
        some = np.any([slot.there for slot in slots], axis=0) if slots else np.zeros(len(self.events), bool)
        if not some.all():
            slots += self._usual(~some)
        encounter = self._asked("DE")
        if encounter is not None:
            slots.append(self._encounter(encounter))
        return slots, encounter

    def _places(self) -> Ints:
        """Return for each best row how many-th criterion of its event's lists it is; -1: none."""
        best, found = self.best, self.found
        total = self.search.claims.total[found.columns[best.column]]
        telling = self.search.claims.telling[found.columns[best.column]]
        parts = [one.item.tiebreak for one in self.among]
        parting = np.array([not (one.among_tied or one.code == POINTS) for one in parts], dtype=bool)
        usable = (best.right >= ENOUGH * total) & (telling > 1) & (found.place[best.column] >= 0)
        usable &= parting[best.candidate]
        event = found.event[best.column]
        before: Ints = np.cumsum(usable) - usable
        start = np.searchsorted(event, event)
        return np.where(usable, before - before[start], -1)

    def _printed(self, number: int, place: Ints) -> Slot | None:
        """Return the criteria of the columns that are the number-th of their event."""
        rows = self.best.part(np.flatnonzero(place == number))
        if not len(rows.column):
            return None
        event = self.found.event[rows.column]
        many = len(self.events)
        text, there = np.full(many, "", dtype=object), np.zeros(many, dtype=bool)
        allowed = np.zeros((many, len(self.search.pages)), dtype=bool)
        version, printed_at = np.zeros(many, dtype=np.int64), np.full(many, np.nan)
        text[event], there[event] = criteria_text(self.among, rows), True
        allowed[event], version[event] = rows.agree, rows.version
        printed_at[event] = self.found.place[rows.column]
        return Slot(text, there, self._values(rows, event), allowed, version, printed_at)

    def _values(self, rows: Chosen, event: Ints) -> Values:
        """Return the values of the chosen criteria, each for the players of its event."""
        of_player = np.searchsorted(self.events, self.grid.event)
        rating, chosen = np.zeros(len(self.events), np.int64), np.full(len(self.events), -1)
        rating[event], chosen[event] = rows.rating, rows.candidate
        values = np.full(len(of_player), np.nan)
        with_ratings = filled(self.grid, rating[of_player])
        for number in np.unique(rows.candidate):
            item = self.among[number].item
            sign = 1 if item.tiebreak.wins_high(item.reading) else -1
            grid = with_ratings if self.among[number].fills else self.grid
            values = np.where(chosen[of_player] == number, sign * shown(item, grid), values)
        return _whole(values)

    def _usual(self, where: NDArray[np.bool_]) -> list[Slot]:
        """Return the criteria of the event's list, else the version's, where no column says anything."""
        slots = []
        in_event = where[np.searchsorted(self.events, self.grid.event)]
        for place, text in enumerate(self._usual_list()):
            item = self._asked(text)
            if item is None or item.tiebreak.among_tied or item.tiebreak.code == POINTS:
                continue
            sign = 1 if item.tiebreak.wins_high(item.reading) else -1
            values = _whole(np.where(in_event, sign * shown(item, self.grid), np.nan))
            slots.append(self._fixed(text, where, values, self._same(None), place))
        return slots[:MOST]

    def _usual_list(self) -> list[str]:
        try:
            listed = parse(self.own_list) if self.own_list else []
        except ChesstbError:
            listed = []
        return [one.text for one in listed or parse(dict(self.page.lists)[self.grid.section])]

    def _encounter(self, item: Asked) -> Slot:
        """Return direct encounter, printed where the source names it."""
        found = self.found
        named = (self.search.hints.said[found.columns] == "DE") & (found.place >= 0)
        place = np.full(len(self.events), np.nan)
        place[found.event[named]] = found.place[named]
        slot = self._fixed("DE", np.ones(len(place), dtype=bool), None, self._same(item), 0)
        return Slot(slot.text, slot.there, None, slot.allowed, slot.version, place)

    def _fixed(
        self, text: str, where: NDArray[np.bool_], values: Values | None, allowed: Any, place: int
    ) -> Slot:
        many = len(self.events)
        return Slot(
            np.full(many, text, dtype=object),
            where,
            values,
            np.tile(allowed, (many, 1)),
            np.full(many, max(self.version, 0), dtype=np.int64),
            np.full(many, float(place)),
        )

    def _same(self, item: Asked | None) -> NDArray[np.bool_]:
        """Return the versions that read direct encounter as the own one does; without it that one only."""
        same: NDArray[np.bool_] = np.arange(len(self.search.pages)) == max(self.version, 0)
        if item is None:
            return same
        for number, page in enumerate(self.search.pages):
            if page.admission("DE") is not None:
                words = [
                    next(c.reads for c in page.clauses(self.grid.section) if c.name == clause)
                    for clause in ("forfeits-encounter", "encounter-unmet")
                ]
                mine = [item.reading.word(clause) for clause in ("forfeits-encounter", "encounter-unmet")]
                same[number] = words == mine
        return same

    def _asked(self, text: str) -> Asked | None:
        try:
            return asked(parse(text), self.page, self.grid.section)[0]
        except ChesstbError:
            return None


def _whole(values: NDArray[np.float64]) -> Values:
    """Return values as whole numbers in their order."""
    defined = ~np.isnan(values)
    number = np.zeros(len(values), dtype=np.int64)
    number[defined] = np.unique(values[defined], return_inverse=True)[1]
    return Values(number, 1, defined)
