"""Which games count for rating, clause by clause."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from chesstb.ratings.field import (
    BRIEF,
    FORFEIT,
    NO,
    ROUND_ROBINS,
    UNKNOWN,
    YES,
    Bools,
    Field,
    Ints,
)
from chesstb.ratings.newcomers import Newcomers, floors, ignored, newcomers
from chesstb.ratings.verdict import Verdict

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.ratings.page import Edition

AGAINST_HIM_TOO: Final = ("half-or-less", "half-or-less-unless-earlier")
"""Words of the clause ``first-event`` that take out what others scored against the newcomer, too."""


@dataclass(frozen=True, eq=False)
class Judged:
    """What an edition says of every game.

    Attributes
    ----------
    edition : Edition
        The edition.
    rated : (G,) int8
        `YES`, `NO` or `UNKNOWN`.
    case : (G,) int16
        Number of what is said of it.
    person : (P,) int64
        Person that each player is.
    newcomers : Newcomers
        What each person made of the event.
    ignored : (P,) int8
        Whether a newcomer's result is ignored.
    floor : (P,) float64
        Rating floor, NaN where it is not known.
    """

    edition: Edition
    rated: NDArray[np.int8]
    case: NDArray[np.int16]
    person: Ints
    newcomers: Newcomers
    ignored: NDArray[np.int8]
    floor: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class _Case:
    """What the clauses look at, by whole event (a stage named with others, or an event of its own)."""

    data: Field
    edition: Edition
    verdict: Verdict
    whole: Ints
    person: Ints

    @property
    def wholes(self) -> int:
        return int(self.whole.max(initial=-1)) + 1

    def of_all(self, stages: Bools) -> Bools:
        """Return for each event whether something is so of all stages of its whole, (E,)."""
        without = np.bincount(self.whole[~stages], minlength=self.wholes)
        return np.asarray(without[self.whole] == 0)

    def people(self) -> tuple[Ints, Ints]:
        """Return how many persons the whole of each event has, and how many of them are rated, (E,)."""
        size, there = int(self.person.max(initial=-1)) + 1, self.data.takes_part
        rated, home = np.zeros(size, dtype=bool), np.full(size, self.wholes)  # the last: nowhere
        np.logical_or.at(rated, self.person[there], self.data.rated[there])
        home[self.person[there]] = self.whole[self.data.home[there]]
        everyone = np.bincount(home, minlength=self.wholes + 1)
        return everyone[self.whole], np.bincount(home[rated], minlength=self.wholes + 1)[self.whole]


def judge(data: Field, edition: Edition, floor: float | None = None) -> Judged:
    """Return which games count under an edition."""
    whole, person = data.wholes(edition.word("stages") == "together")
    case = _Case(data, edition, Verdict(data.size), whole, person)
    _unplayed(case)
    _rate_of_play(case)
    _wide_gap(case)
    case.verdict.state(np.ones(data.size, dtype=bool), data.decided, "decided", "length")
    counts = data.moved & case.verdict.clean
    _match(case)
    _composition(case)
    _scheveningen(case)
    lowest = floors(data, edition, floor)[data.home]
    found = newcomers(data, edition, person, counts, lowest)
    out = ignored(data, edition, person, found, lowest)
    _first_event(case, found, out)
    _counted(case, found, out)
    rated, said = case.verdict.result()
    return Judged(edition, rated, said, person, found, out, lowest)


# ---------------------------------------------------------------- single games


def _unplayed(case: _Case) -> None:
    data, verdict = case.data, case.verdict
    verdict.against(np.isin(data.outcome, FORFEIT), "forfeit")
    verdict.against(np.isin(data.outcome, BRIEF), "no-move")
    verdict.unknown(data.pending, "pending")
    if case.edition.word("unplayed") == "both-moved-unless-excepted":
        verdict.against(data.excepted, "excepted")


def _higher(data: Field) -> Ints:
    return np.maximum(data.rating[data.me], data.rating[data.opponent])


def _rate_of_play(case: _Case) -> None:
    if case.edition.word("rate-of-play") != "by-rating":
        return
    data, minutes = case.data, case.data.events["minutes"]
    top, top_minutes, high, high_minutes, low_minutes = (
        case.edition.number("rate-of-play", name)
        for name in ("top", "top-minutes", "high", "high-minutes", "low-minutes")
    )
    higher = _higher(data)
    need = np.where(higher >= top, top_minutes, np.where(higher >= high, high_minutes, low_minutes))
    standard = (data.events["speed"].filled("standard") == "standard")[data.event]
    case.verdict.against(
        standard & minutes.known[data.event] & (minutes.value[data.event] < need), "too-fast"
    )


def _wide_gap(case: _Case) -> None:
    if case.edition.word("wide-gap") != "not-rated-in-rapid":
        return
    data = case.data
    gap, above = (case.edition.number("wide-gap", name) for name in ("gap", "above"))
    mine, theirs = data.rating[data.me], data.rating[data.opponent]
    fast = (data.events["speed"].filled("standard") != "standard")[data.event]
    wide = (mine > 0) & (theirs > 0) & (np.abs(mine - theirs) >= gap)
    case.verdict.against(fast & wide & (_higher(data) > above), "gap")


# ---------------------------------------------------------------- whole events


def _match(case: _Case) -> None:
    """Say what of a match counts; matches that are stages of an event are not looked at as matches."""
    data = case.data
    stages = np.bincount(case.whole, minlength=case.wholes)[case.whole]
    match = ((data.system == "match") & (stages == 1))[data.event]
    unrated = (~data.rated[data.me]).astype(int) + ~data.rated[data.opponent]
    both = case.edition.word("match") == "both-rated"
    case.verdict.against(match & (unrated > (0 if both else 1)), "match" if both else "match-two")


def _composition(case: _Case) -> None:
    """Say which round robins have too few rated players."""
    if case.edition.word("composition") == "any":
        return
    data, verdict, number = case.data, case.verdict, case.edition.clauses["composition"].numbers
    everyone, rated = case.people()
    round_robin = case.of_all(np.isin(data.system, ROUND_ROBINS))
    double = case.of_all(data.system == "double-round-robin")
    third = round_robin & (rated * number["one-in"] < everyone)
    small = round_robin & (everyone < number["small"]) & (rated < number["small-rated"])
    twice = double & (rated < everyone)
    twice &= (everyone < number["double"]) | (rated < number["double-rated"])
    champions, women = data.events["national_championship"], _women_only(data)
    enough = rated >= number["championship"]
    enough_women = rated >= number["championship-women"]
    saved = champions.is_(True) & (enough | (enough_women & (women == YES)))
    maybe = ~champions.is_(False) & (enough | (enough_women & (women != NO)))
    lacking = third | small
    verdict.against((twice)[data.event], "double")
    verdict.against((third & ~maybe)[data.event], "third")
    verdict.against((small & ~maybe)[data.event], "small")
    open_ = lacking & maybe & ~saved
    verdict.unknown((open_ & ~champions.known)[data.event], "championship")
    verdict.unknown(open_[data.event], "women")


def _women_only(data: Field) -> NDArray[np.int8]:
    """Return whether each event is for women only: as is said, else by the sex of all its players."""
    fact = data.events["women_only"]
    sex = (
        data.history.players["sex"]
        .astype("str")
        .str.strip()
        .str.lower()
        .str[:1]
        .fillna("")
        .to_numpy(dtype=object)
    )
    events = len(data.history)
    women = np.bincount(data.home[np.isin(sex, ["w", "f"]) & data.takes_part], minlength=events)
    men = np.bincount(data.home[(sex == "m") & data.takes_part], minlength=events)
    by_sex = np.where(men > 0, NO, np.where((women == data.size_of_event) & (women > 0), YES, UNKNOWN))
    return np.where(fact.known, np.where(fact.value != 0, YES, NO), by_sex).astype(np.int8)


def _scheveningen(case: _Case) -> None:
    if case.edition.word("scheveningen") == "any":
        return
    data = case.data
    everyone, rated = case.people()
    out = data.events["scheveningen"].is_(True) & (everyone - rated > 1)
    case.verdict.against(out[data.event], "scheveningen")


# ---------------------------------------------------------------- newcomers


def _first_event(case: _Case, found: Newcomers, out: NDArray[np.int8]) -> None:
    """Say whose results are ignored for being too little."""
    data = case.data
    sides = [data.me]
    if case.edition.word("first-event") in AGAINST_HIM_TOO:
        sides.append(data.opponent)
    for side in sides:
        waiting = found.waiting[case.person[side]]
        case.verdict.state(~waiting, out[side], "ignored", "first")
        case.verdict.state(waiting, out[side], "ignored", "open")


def _counted(case: _Case, found: Newcomers, out: NDArray[np.int8]) -> None:
    """Say which games count of those that nothing else is against."""
    data, verdict = case.data, case.verdict
    round_robin = case.of_all(np.isin(data.system, ROUND_ROBINS))
    if case.edition.word("round-robin-games") == "as-swiss":
        round_robin = np.zeros(len(data.system), dtype=bool)
    full = case.of_all((data.all_played == YES) | ~round_robin)
    possible = case.of_all((data.all_played != NO) | ~round_robin)
    complete = (round_robin & full)[data.event]
    likely = (round_robin & possible & ~full)[data.event]
    verdict.favour(complete, "round-robin")
    inner = Verdict(data.size)
    _newcomers_own(case, inner, found, out)
    _rated_players_own(case, inner, found)
    rated, said = inner.result()
    verdict.unknown(likely & (rated != YES), "unplayed-game")
    verdict.adopt(~complete & ~likely, rated, said)
    verdict.adopt(likely & (rated == YES), rated, said)


def _newcomers_own(case: _Case, verdict: Verdict, found: Newcomers, out: NDArray[np.int8]) -> None:
    """Say which games count for the unrated player himself."""
    data, edition = case.data, case.edition
    mine = ~data.rated[data.me]
    verdict.against(mine & ~data.rated[data.opponent], "both-unrated")
    if edition.word("newcomers") == "pooled":
        verdict.favour(mine, "pooled")
        return
    who = case.person[data.me]
    earlier = mine & _counts_by_earlier(case, found, out)[data.me]
    mine &= ~earlier
    waiting = found.waiting[who]
    games, score = edition.number("newcomers", "games"), 2 * edition.number("newcomers", "score")
    verdict.unknown(mine & waiting, "waiting")
    verdict.against(mine & ~waiting & (found.met[who] < games), "few-games")
    verdict.against(mine & ~waiting & (found.scored[who] < score), "few-points")
    if edition.number("newcomers", "performance"):
        verdict.against(mine & ~waiting & (found.above[who] == NO), "low")
        verdict.unknown(mine & (found.above[who] == UNKNOWN), "floor")
    verdict.favour(mine, "qualified")
    verdict.favour(earlier, "earlier")


def _counts_by_earlier(case: _Case, found: Newcomers, out: NDArray[np.int8]) -> Bools:
    """Return who scored little, but counts for a performance made before, (P,)."""
    if case.edition.word("first-event") != "half-or-less-unless-earlier":
        return np.zeros(len(out), dtype=bool)
    little = found.halves[case.person] <= 2 * case.edition.number("first-event", "score")
    waiting = found.waiting[case.person]
    return np.asarray(~case.data.rated & little & ~waiting & (out == NO))


def _rated_players_own(case: _Case, verdict: Verdict, found: Newcomers) -> None:
    """Say which games count for the rated player himself."""
    data = case.data
    against_newcomer = data.rated[data.me] & ~data.rated[data.opponent]
    if case.edition.word("rated-players") == "rated-opponents":
        verdict.against(against_newcomer, "unrated")
        return
    state = qualifies(case.edition, found)[case.person[data.opponent]]
    verdict.against(against_newcomer & (state == NO), "not-qualified")
    verdict.unknown(against_newcomer & (state == UNKNOWN), "not-known")
    verdict.favour(against_newcomer, "newcomer")


def qualifies(edition: Edition, found: Newcomers) -> NDArray[np.int8]:
    """Return whether each person did enough against rated opponents, (people,)."""
    if edition.word("newcomers") == "pooled":
        return np.where(found.met > 0, YES, NO).astype(np.int8)
    enough = (found.met >= edition.number("newcomers", "games")) & (
        found.scored >= 2 * edition.number("newcomers", "score")
    )
    above = found.above if edition.number("newcomers", "performance") else np.full(len(enough), YES)
    state = np.where(enough, above, NO)
    return np.where(found.waiting, UNKNOWN, state).astype(np.int8)
