"""Influence: how the order of tied players depends on boards where they did not sit."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
import pandas as pd

from chesstb import ranking
from chesstb.contribution import Values
from chesstb.encoding import encode, grids
from chesstb.errors import DataError, Note, message
from chesstb.frame import Table
from chesstb.grid import LOST, PLAYED, WON
from chesstb.lookup import Who, only_event, player_number
from chesstb.outcomes import NUMBER
from chesstb.scenario import batches, rows_of
from chesstb.schema import COLOUR
from chesstb.selection import By, Call, Rules, asked, call, check

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.grid import Grid
    from chesstb.tables import History
    from chesstb.values import Asked

RESULTS: Final = ("1-0", "½-½", "0-1")
"""The three results of a game, White's points first."""

CODES_OF_RESULTS: Final = np.array([["1", "=", "0"], ["W", "D", "L"]], dtype=object)
"""The outcome of one side by its points: of a game, and of one under one move."""

UNDER_A_MOVE: Final = np.isin(np.array(list(NUMBER)), ["W", "D", "L"])
DRAWN: Final = np.isin(np.array(list(NUMBER)), ["=", "D"])


def influence(
    event: History,
    players: Iterable[Who],
    tiebreak: By,
    rules: Rules = "in force",
    *,
    round: int | Literal["all"] | None = None,  # noqa: A002 - the word for it
) -> Table:
    """Return how the order of tied players depends on games in which none of them played.

    Each game of a round between two others is given each of its three results, all else left as it
    is, and the tied players are put in order anew. Varied are games over the board, and those still
    without a result. Byes and forfeits are left alone: with them it is not the result that would be
    another, but whether there was a game.

    Parameters
    ----------
    event : History
        One event.
    players : list of int or str
        Two or more: starting numbers, or names as far as they are unique.
    tiebreak : str or list of str
        A criterion such as ``"BH/C1"``, or several in order of importance. A direct encounter is
        asked of all who have the same points as these players in the case at hand.
    rules : str, pathlib.Path or RuleVersion
        See `standings`.
    round : int or "all", optional
        The round whose games are varied, one at a time; ``"all"``: every round counted. Default: the
        last round counted. A round that is only paired yet counts as begun, its games as drawn but
        for the one in question.

    Returns
    -------
    pandas.DataFrame
        A row per game and result: ``round, white, black`` (starting numbers; where no colours are
        on record, the lower one first), ``white_name, black_name, result`` (``1-0``, ``½-½``,
        ``0-1``), ``happened`` (bool), ``order`` (text such as ``59 > 4 = 1``, the best first, equals
        by number), ``flips`` (bool: another order than the actual one); then for each criterion and
        player a float, named ``BH/C1 of 59``. ``table.query("flips")`` are the single results that
        change the order.

        ``.attrs["order"]`` is the actual order, ``.attrs["share"]`` the share of flips among the
        results that did not happen (NaN where there are none), ``.attrs["players"]`` the starting
        numbers, ``.attrs["notes"]`` what was chosen, each also a warning (`chesstb.Note`). Players
        who are not level on points are ordered by the tie-break as if they were, and a note says so.

    Raises
    ------
    DataError
        The History holds several events, a player is not there or none but one is given, or the
        event has no such round.
    CriterionError, RuleError
        See `standings`.

    Examples
    --------
    Player 1 beat 3, player 2 beat 4, and they drew with each other: whose victim does better decides.

    >>> import chesstb as tb
    >>> games = {
    ...     "player": [1, 2, 3, 4] * 3,
    ...     "round": [1] * 4 + [2] * 4 + [3] * 4,
    ...     "opponent": [2, 1, 4, 3, 3, 4, 1, 2, None, None, 4, 3],
    ...     "outcome": ["=", "=", "1", "0", "1", "1", "0", "0", "Z", "Z", "0", "1"],
    ... }
    >>> event = tb.History.from_tables(games)
    >>> table = tb.influence(event, [1, 2], "BH", rules="fide-2026")
    >>> table[["white", "black", "result", "happened", "order", "flips"]]
       white  black result  happened  order  flips
    0      3      4    1-0     False  1 > 2   True
    1      3      4    ½-½     False  1 > 2   True
    2      3      4    0-1      True  1 = 2  False
    >>> table.attrs["order"], table.attrs["share"]
    ('1 = 2', 1.0)
    """
    check(event, tiebreak)
    numbers = _numbers(event, players)
    wanted = call(event, tiebreak, rules)
    rounds, after = _rounds(event, round)
    games = _games(event, numbers, rounds)
    judge = _Judge.of(event, wanted, numbers, after)
    better, values = judge.verdicts(event)
    actual = str(_orders(better, numbers)[0])
    notes = list(wanted.notes)
    if not judge.level:
        notes.append(
            f"Players {_listed(numbers)} are not level on points: ordered by {_texts(wanted)} alone."
        )
        warnings.warn(notes[-1], Note, stacklevel=2)
    better, values = np.repeat(better, 3 * len(games), 0), np.repeat(values, 3 * len(games), 0)
    other = np.flatnonzero(~_happened(games))
    for part, history in batches(event, _changes(games, other), len(other)):
        better[other[part]], values[other[part]] = judge.verdicts(history)
    table = _table(event, games, better, numbers, actual)
    for number, criterion in enumerate(judge.columns):
        for place, player in enumerate(numbers):
            table[f"{criterion} of {player}"] = values[:, place, number]
    share = float(table["flips"].to_numpy()[other].mean()) if len(other) else float("nan")
    table.attrs = {"order": actual, "share": share, "players": numbers.tolist(), "notes": notes}
    return table


def _numbers(event: History, players: Any) -> NDArray[np.int64]:
    """Return the starting numbers asked for, each once, ascending."""
    several = isinstance(players, Iterable) and not isinstance(players, str)
    numbers = np.unique([player_number(event, who) for who in players]) if several else np.zeros(0)
    only_event(event)
    if len(numbers) < 2:
        raise DataError(message("", f"players={players!r}", "two players or more, such as [4, 7]"))
    return numbers.astype(np.int64)


def _listed(numbers: NDArray[np.int64]) -> str:
    return ", ".join(map(str, numbers[:-1])) + f" and {numbers[-1]}"


def _texts(wanted: Call) -> str:
    return " ".join(criterion.text for criterion in wanted.lists[0])


def _rounds(event: History, which: Any) -> tuple[NDArray[np.int64], int | None]:
    """Return the rounds to vary, and the last round that counts."""
    code = encode(event)
    counted, last = int(code.counted[0]), int(code.last[0])
    if isinstance(which, str) and which == "all":
        return np.arange(1, counted + 1), counted or None
    if which is None:
        return np.array([counted]), counted or None
    if not isinstance(which, int | np.integer) or not 1 <= which <= last:
        raise DataError(message("", f"round={which!r}", f"a round from 1 to {last}, or 'all'"))
    return np.array([which]), max(counted, int(which))


# ---------------------------------------------------------------- games among others


def _games(event: History, numbers: NDArray[np.int64], rounds: NDArray[np.int64]) -> pd.DataFrame:
    """Return the games of some rounds without the players: a row each, White's side and Black's."""
    results = event.results
    player, round_ = results["player"].to_numpy(), results["round"].to_numpy()
    opponent = results["opponent"].to_numpy(dtype=np.int64, na_value=0)
    outcome = results["outcome"].cat.codes.to_numpy()
    colour = results["colour"].cat.codes.to_numpy()
    others = ~np.isin(player, numbers) & ~np.isin(opponent, numbers)
    mine = np.flatnonzero(np.isin(round_, rounds) & PLAYED[outcome] & (player < opponent) & others)
    theirs = rows_of(event, opponent[mine], round_[mine])
    both = (theirs >= 0) & (opponent[theirs] == player[mine]) & PLAYED[outcome[theirs]]
    mine, theirs = mine[both], theirs[both]
    white, black = (COLOUR.categories.get_loc(c) for c in "wb")
    turned = (colour[mine] == black) | ((colour[mine] < 0) & (colour[theirs] == white))
    first, second = np.where(turned, theirs, mine), np.where(turned, mine, theirs)
    games = {"round": round_[first], "white": player[first], "black": player[second]}
    return pd.DataFrame(
        games | {"white_outcome": outcome[first], "black_outcome": outcome[second]}
    ).sort_values(["round", "white", "black"], ignore_index=True)


def _happened(games: pd.DataFrame) -> NDArray[np.bool_]:
    """Say of each game and result whether it is the one on record, (3 × games,)."""
    white, black = games["white_outcome"].to_numpy(), games["black_outcome"].to_numpy()
    won, drawn, lost = WON[white] & LOST[black], DRAWN[white] & DRAWN[black], LOST[white] & WON[black]
    found: NDArray[np.bool_] = np.stack([won, drawn, lost], axis=1).ravel()
    return found


def _changes(games: pd.DataFrame, other: NDArray[np.int64]) -> pd.DataFrame:
    """Return both sides' outcomes for the results that did not happen, a scenario each."""
    game, result = other // 3, other % 3
    sides = []
    for side, at in (("white", result), ("black", 2 - result)):
        kind = UNDER_A_MOVE[games[f"{side}_outcome"].to_numpy()[game]].astype(np.int64)
        change = {"scenario": np.arange(len(other)), "player": games[side].to_numpy()[game]}
        change |= {"round": games["round"].to_numpy()[game], "outcome": CODES_OF_RESULTS[kind, at]}
        sides.append(pd.DataFrame(change))
    return pd.concat(sides, ignore_index=True)


# ---------------------------------------------------------------- their order


@dataclass(frozen=True, eq=False)
class _Judge:
    """Puts the players in order, in as many events as a History holds."""

    wanted: Call
    event: History
    chosen: NDArray[np.int64]
    after: int | None
    level: bool

    @classmethod
    def of(cls, event: History, wanted: Call, numbers: NDArray[np.int64], after: int | None) -> _Judge:
        chosen = np.searchsorted(event.players["player"].to_numpy(), numbers)
        grid = grids(event, after)[0]
        level = bool((grid.score[chosen] == grid.score[chosen[0]]).all())
        return cls(wanted, event, chosen, after, level)

    @property
    def columns(self) -> list[str]:
        return self.wanted.columns

    def verdicts(self, history: History) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return how many of the players stand before each, and the values of the criteria.

        Returns
        -------
        (events, players) int64, (events, players, criteria) float64
        """
        size, people = len(history), len(self.chosen)
        better = np.zeros((size, people), dtype=np.int64)
        values = np.full((size, people, len(self.columns)), np.nan)
        for grid in grids(history, self.after):
            event, rows = np.unique(grid.event), self._rows(grid)
            groups = self._tied(grid, rows)
            for number, item in enumerate(self._asked(grid)):
                found, groups = item.part(grid, groups)
                values[event, :, number] = found.shown[rows]
            mine = groups[rows]
            better[event] = (mine[:, None, :] < mine[:, :, None]).sum(axis=2)
            grid.memo.clear()
        return better, values

    def _asked(self, grid: Grid) -> list[Asked]:
        """Return the criteria as the version reads them: the same for all cases of the event."""
        return asked(self.wanted.lists[0], self.wanted.versions[0], grid.section)

    def _rows(self, grid: Grid) -> NDArray[np.int64]:
        """Return the rows of the players in a Grid, (events, players)."""
        everyone = len(self.event.players)
        first = np.arange(0, len(grid.row), everyone)
        rows: NDArray[np.int64] = first[:, None] + self.chosen
        return rows

    def _tied(self, grid: Grid, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the groups before the tie-break: equal points, or these players as if they were level."""
        groups = ranking.rank(grid.event, [])
        score = grid.score
        if not self.level:
            score = np.zeros_like(score)
            score[rows] = 1
        return ranking.refine(groups, Values(score.astype(np.int64), grid.unit), higher_wins=True)


def _orders(better: NDArray[np.int64], numbers: NDArray[np.int64]) -> NDArray[np.object_]:
    """Write the order of each row in words; there are few different ones."""
    different, which = np.unique(better, axis=0, return_inverse=True)
    words = []
    for places in different:
        order = np.lexsort((numbers, places))
        signs = np.where(np.diff(places[order]) > 0, " > ", " = ")
        words.append("".join(f"{n}{sign}" for n, sign in zip(numbers[order], [*signs, ""], strict=True)))
    return np.array(words, dtype=object)[which.ravel()]


def _table(
    event: History,
    games: pd.DataFrame,
    better: NDArray[np.int64],
    numbers: NDArray[np.int64],
    actual: str,
) -> Table:
    """Return the rows of games and results with the order in each case."""
    people = event.players
    table = Table({name: np.repeat(games[name].to_numpy(), 3) for name in ("round", "white", "black")})
    for side in ("white", "black"):
        row = np.searchsorted(people["player"].to_numpy(), table[side].to_numpy())
        table[f"{side}_name"] = people["name"].array.take(row)
    table["result"] = pd.array(np.tile(np.array(RESULTS, dtype=object), len(games)), dtype="str")
    table["happened"] = _happened(games)
    order = _orders(better, numbers) if len(better) else np.zeros(0, dtype=object)
    table["order"] = pd.array(order, dtype="str")
    table["flips"] = table["order"].to_numpy() != actual
    return table
