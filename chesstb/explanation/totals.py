"""How a total comes about: computed again from the rows that are shown, and said."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from chesstb.contribution import Reason
from chesstb.explanation.tied import margins, tied, who_is_tied
from chesstb.explanation.wording import how_many_are_cut
from chesstb.grid import HALVES
from chesstb.rating_tables import DIFFERENCE, expected_hundredths, half_up, rating_difference
from chesstb.text import number
from chesstb.tiebreak.ratings import halves_scored, ratings

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd
    from numpy.typing import NDArray

    from chesstb.explanation.working import Working
    from chesstb.frame import Table

    Ints = NDArray[np.int64]

PERCENT: Final = 50
"""Half points of one game in a hundred parts."""


@dataclass(frozen=True, eq=False)
class Shown:
    """What is shown of a value before it is totalled.

    Attributes
    ----------
    number : (R,) int64
        What each round adds, in parts.
    scale : int
        Parts in a whole.
    extra : Fraction
        What belongs to no round; 0: nothing.
    says : str
        What the extra is.
    """

    number: Ints
    scale: int
    extra: Fraction = Fraction(0)
    says: str = ""


@dataclass(frozen=True, eq=False)
class Total:
    """A total, how it comes about, and the table of the tied group where there is one."""

    value: float
    says: list[str]
    group: Table | None = None


NONE: Final = math.nan

# ---------------------------------------------------------------- what is shown


def shown(work: Working) -> Shown:
    """Return what each round and what belongs to none adds."""
    if work.item.tiebreak.way == "performance" and work.defined:
        return _SHOWN[work.item.reading.variant](work)
    tiebreak = work.item.tiebreak
    own = tiebreak.uncounted != type(tiebreak).uncounted
    says = tiebreak.uncounted if own else work.sentence(Reason.ADJUSTMENT)
    return Shown(work.contributed, work.found.scale, work.extra, says)


def _halves(work: Working) -> tuple[int, int]:
    """Return half points and games of the rounds that count."""
    met: Any = work.found.element
    return int(halves_scored(work.board.grid, met)[work.at]), int(work.element.sum())


def _with_difference(work: Working) -> Shown:
    halves, games = _halves(work)
    if not games:
        return Shown(work.contributed, 1)
    difference = int(rating_difference(np.array([halves]), np.array([games]))[0])
    percent = half_up(PERCENT * halves, games)
    says = f"{number(halves / 2)} out of {games} is {percent} %, worth {difference} by table 8.1.1"
    return Shown(work.contributed, 1, Fraction(difference), says)


def _five_hundred(work: Working) -> Shown:
    result = HALVES[work.board.grid.outcome[work.at]] - 1
    return Shown(np.where(work.element, work.contributed + 500 * result, 0), 1)


def _clamped(work: Working) -> Shown:
    halves, games = _halves(work)
    own = int(ratings(work.board.grid, work.item.reading)[0][work.at])
    near = np.where(work.element, np.clip(work.contributed, own - 400, own + 400), 0)
    if not games:
        return Shown(near, 1)
    ends = np.clip(DIFFERENCE, -677, 677)
    percent, rest = divmod(PERCENT * halves, games)
    step = int(ends[min(percent + 1, 100)] - ends[percent])
    difference = int(ends[percent]) + Fraction(step * rest, games)
    says = f"{number(halves / 2)} out of {games}, between whole percents by table 8.1.1"
    return Shown(near, 1, difference, says)


_SHOWN: Final[dict[str, Callable[[Working], Shown]]] = {
    "": _with_difference,
    "zero-for-nobody": _with_difference,
    "plus-minus-500": _five_hundred,
    "clamped": _clamped,
}
"""Variant of the tournament performance to what is shown."""


# ---------------------------------------------------------------- totals


def total(work: Working, table: pd.DataFrame, scale: int) -> Total:
    """Return the total of a table's kept rows, computed in the way that its sentences say."""
    if not work.defined:
        return Total(NONE, [_undefined(work)])
    kept = table[table["kept"].to_numpy()]
    return WAYS[work.item.tiebreak.way](work, kept, scale)


def _undefined(work: Working) -> str:
    excluded = work.board.grid.excluded
    if excluded is not None and excluded[work.at]:
        return f"Undefined: the games of {work.board.label(work.at)} count for nobody."
    unrated = int(((work.board.grid.rating == 0) & (True if excluded is None else ~excluded)).sum())
    who = "1 player of the event has" if unrated == 1 else f"{unrated} players of the event have"
    return f"Undefined: {who} no rating; {work.item.criterion.text}/U1400 would give one of 1400."


def _parts(kept: pd.DataFrame, scale: int) -> tuple[Ints, Ints]:
    """Return the values of the rounds, and of what belongs to none, as whole parts."""
    parts = np.rint(kept["value"].to_numpy() * scale).astype(np.int64)
    of_rounds = kept["round"].notna().to_numpy()
    return parts[of_rounds], parts[~of_rounds]


def _sum(work: Working, kept: pd.DataFrame, scale: int) -> Total:
    parts = np.concatenate(_parts(kept, scale))
    value = int(parts.sum()) / scale
    terms = [number(float(part) / scale) for part in parts[parts != 0]]
    said = " + ".join(terms).replace("+ −", "− ")
    equals = f" = {number(value)}" * (len(terms) > 1)
    cut = how_many_are_cut(work)
    says = f"Sum of what is kept: {said}{equals}." if terms else "Sum of what is kept: 0."
    return Total(value, [f"{cut}. {says}" if cut else says])


def _no_game() -> Total:
    return Total(NONE, ["No game counts, so there is nothing to average: undefined."])


def _mean(work: Working, kept: pd.DataFrame, scale: int) -> Total:
    rounds, _ = _parts(kept, scale)
    if not len(rounds):
        return _no_game()
    to = work.all_values.scale
    value = int(half_up(int(rounds.sum()) * to, len(rounds) * scale)) / to
    return Total(value, [f"{_mean_said(rounds, scale)}, {_rounded(to)}: {_exactly(value, to)}."])


def _mean_said(rounds: Ints, scale: int) -> str:
    whole, count = int(rounds.sum()), len(rounds)
    mean = whole / (count * scale)
    shown_mean = number(mean) if mean == round(mean * 4) / 4 else f"{mean:.4f}"
    return f"Mean of what is kept: {number(whole / scale)} / {count} = {shown_mean}"


def _rounded(to: int) -> str:
    decimals = len(str(to)) - 1
    return f"rounded half up to {f'{decimals} decimals' if decimals else 'a whole number'}"


def _exactly(value: float, to: int) -> str:
    return number(value) if value == round(value * 4) / 4 else f"{value:.{len(str(to)) - 1}f}"


def _performance(work: Working, kept: pd.DataFrame, scale: int) -> Total:
    rounds, extra = _parts(kept, scale)
    variant = work.item.reading.variant
    if not len(rounds):
        return Total(0.0, ["No game counts: 0."]) if variant == "zero-for-nobody" else _no_game()
    if variant == "plus-minus-500":
        result = _mean(work, kept, scale)
        return Total(
            result.value, ["500 are added to a rating for a win, taken away for a loss.", *result.says]
        )
    if variant == "clamped":
        outside = kept.loc[kept["round"].isna(), "value"].sum()
        difference = Fraction(float(outside)).limit_denominator(len(rounds))
        exact = Fraction(int(rounds.sum()), len(rounds)) + difference
        value = math.floor(exact + Fraction(1, 2))
        says = f"{_mean_said(rounds, 1)}, with the difference {number(float(exact))}, {_rounded(1)}: {value}."
        return Total(float(value), ["Ratings count as at most 400 from the player's own.", says])
    mean, more = int(half_up(int(rounds.sum()), len(rounds))), int(extra.sum())
    value = mean + more
    sign = "+" if more >= 0 else "−"
    says = f"{_mean_said(rounds, 1)}, {_rounded(1)}: {mean}; {mean} {sign} {abs(more)} = {value}."
    return Total(float(value), [says])


def _perfect(work: Working, kept: pd.DataFrame, scale: int) -> Total:
    rounds, _ = _parts(kept, scale)
    if not len(rounds):
        return _no_game()
    halves = int(HALVES[kept["outcome"].cat.codes.to_numpy()[kept["round"].notna().to_numpy()]].sum())
    if halves == 0:
        value = int(rounds.min()) - 800
        return Total(
            float(value), [f"Nothing scored: 800 below the lowest opponent, {rounds.min()}: {value}."]
        )
    tried = np.arange(rounds.min() - 800, rounds.max() + 800)
    expected = expected_hundredths(tried[:, None] - rounds).sum(axis=1)
    first = int(np.argmax(expected >= PERCENT * halves))
    value, scored = int(tried[first]), number(halves / 2)
    reached, short = expected[first] / 100, expected[first - 1] / 100
    says = (
        f"The lowest rating that is expected to score {scored} out of {len(rounds)} by table 8.1.2: "
        f"{value} is expected to score {reached:.2f}, {value - 1} only {short:.2f}."
    )
    return Total(float(value), [says])


def _mean_of_means(work: Working, kept: pd.DataFrame, scale: int) -> Total:
    if not len(kept):
        return _no_game()
    most = max(work.rounds, 1)
    means = [Fraction(float(v)).limit_denominator(most) for v in kept["value"]]
    to = work.all_values.scale
    exact: Fraction = sum(means, Fraction(0)) / len(means)
    value = math.floor(exact * to + Fraction(1, 2)) / to
    says = f"Mean of the {len(means)} performances, unrounded, then {_rounded(to)}: {_exactly(value, to)}."
    return Total(value, [says])


# ---------------------------------------------------------------- group procedures


def _encounter(work: Working, kept: pd.DataFrame, scale: int) -> Total:
    group = tied(work)
    if not group.is_tied:
        return Total(NONE, [who_is_tied(work)])
    order = int(group.order[group.position])
    shared = int((group.order == order).sum()) > 1
    so = f"So {work.board.label(work.at)} is number {order} of the {len(group.rows)}{', shared' * shared}."
    return Total(float(order), [who_is_tied(work), *group.says(), so], group.table())


def _margin(work: Working, kept: pd.DataFrame, scale: int) -> Total:
    table = margins(work)
    if len(table) == 1:
        return Total(NONE, [who_is_tied(work)])
    own, _ = _parts(kept, scale)
    margin = int(own.sum())
    order = 1 + int((table["margin"] > margin).sum())
    says = (
        f"Wins less losses against each other: {margin}. {order - 1} of the {len(table)} tied have more, "
        f"so {work.board.label(work.at)} is number {order} of them."
    )
    return Total(float(order), [who_is_tied(work), says], table)


WAYS: Final[dict[str, Callable[[Working, Any, int], Total]]] = {
    "sum": _sum,
    "mean": _mean,
    "performance": _performance,
    "perfect": _perfect,
    "mean-of-means": _mean_of_means,
    "encounter": _encounter,
    "margin": _margin,
}
"""`TieBreak.way` to its function: Working, kept rows and their scale to the total."""
