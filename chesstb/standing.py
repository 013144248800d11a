"""Standings and contributions: History, criteria and rule version in, one tidy table out."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb import ranking
from chesstb.border import NO_ROW
from chesstb.contribution import ELSEWHERE, SAID, Contributions, Reason
from chesstb.criteria import parse
from chesstb.cuts import cut
from chesstb.encoding import encode, grids
from chesstb.errors import DataError, message
from chesstb.frame import Table
from chesstb.rules.vocabulary import CLAUSES
from chesstb.schema import OUTCOME
from chesstb.selection import By, Call, Rules, call, check, tiebreak_of
from chesstb.values import Asked, in_turn

OF_NO_ROUND: Final = ("TPN", "RTNG")
"""Tie-breaks that no round has a part in."""

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.grid import Grid
    from chesstb.tables import History


def standings(
    history: History, by: By = None, rules: Rules = "in force", after: int | None = None
) -> pd.DataFrame:
    """Rank the players of every event by a list of criteria under a rule version.

    Parameters
    ----------
    history : History
        One event or many.
    by : str or list of str, optional
        Criteria in order of importance, written as in TRF26: ``"PTS BH/C1 BH SB"``. Default: the
        event's own list, else that of the rule page: of the FIDE pages ``PTS BH/C1 BH SB`` (Swiss)
        or ``PTS SB DE`` (round robin).
    rules : str, pathlib.Path or RuleVersion
        Name, alias, path to a page of your own, or a `RuleVersion`. Default: the version that the
        event itself names, else the FIDE version in force on its start date, else the newest.
    after : int, optional
        Judge as if every event had ended with this round; events without it are judged whole.
        Whoever withdrew from a round robin later is still in it. Default: the last round with a result.

    Returns
    -------
    pandas.DataFrame
        ``tournament, place, player, name``, then a column of floats for each criterion, named as
        written; ordered by tournament and place. Places are shared where the list leaves a tie
        (1, 2, 2, 4). Undefined values are NaN and rank last. ``.attrs["notes"]`` says what was
        chosen because the call left it open, each also a warning (`chesstb.Note`), and where rounds
        without a row were taken as absences (``history.repairs`` lists them) or a player is excluded.

    Raises
    ------
    CriterionError
        A criterion is unknown or misspelt.
    RuleError
        The version does not define a criterion, bans it in this system, or gives it no such
        modifier.
    DataError
        ``after`` names a round that no event has.

    Examples
    --------
    >>> import chesstb as tb
    >>> games = {
    ...     "player": [1, 2, 3, 1, 2, 3],
    ...     "round": [1, 1, 1, 2, 2, 2],
    ...     "opponent": [2, 1, None, 3, None, 1],
    ...     "outcome": ["1", "0", "U", "=", "U", "="],
    ... }
    >>> table = tb.standings(tb.History.from_tables(games), by="PTS BH", rules="fide-2026")
    >>> table[["place", "player", "PTS", "BH"]]
       place  player  PTS   BH
    0      1       1  1.5  2.5
    1      1       3  1.5  2.5
    2      3       2  1.0  2.5
    """
    wanted = call(history, by, rules)
    size = len(history.players)
    place = np.zeros(size, dtype=np.int64)
    columns = {name: np.full(size, np.nan) for name in wanted.columns}
    for grid in grids(history, round_number(after), wanted.kind):
        _rank_batch(grid, wanted.asked_of(grid, history), place, columns)
        grid.memo.clear()
    return _table(history, wanted, place, columns)


def round_number(after: Any) -> int | None:
    """Return a round as a whole number, or say that it is none."""
    if after is None:
        return None
    try:
        return operator.index(after)
    except TypeError:
        raise DataError(message("", f"after={after!r}", "the number of a round")) from None


def _rank_batch(
    grid: Grid,
    asked: list[Asked],
    place: NDArray[np.int64],
    columns: dict[str, NDArray[np.float64]],
) -> None:
    """Write places and values of a Grid's events into the columns."""
    every, groups = in_turn(grid, asked)
    for item, values in zip(asked, every, strict=True):
        columns[item.criterion.text][grid.row] = values.shown
    place[grid.row] = ranking.places(grid.event, groups)


def _table(
    history: History, wanted: Call, place: NDArray[np.int64], columns: dict[str, NDArray[np.float64]]
) -> pd.DataFrame:
    """Return the tidy table, ordered by tournament and place."""
    players = history.players
    event = players["tournament"].cat.codes.to_numpy().astype(np.int64)
    order = np.argsort(event * (int(place.max(initial=0)) + 1) + place, kind="stable")
    table = Table(
        {
            "tournament": players["tournament"].array.take(order),
            "place": place[order],
            "player": players["player"].to_numpy()[order],
            "name": players["name"].array.take(order),
            **{name: values[order] for name, values in columns.items()},
        }
    )
    table.attrs["notes"] = wanted.notes + _filled_in(history, wanted) + _excluded(history, columns)
    return table


def _excluded(history: History, columns: dict[str, NDArray[np.float64]]) -> list[str]:
    """Return a note for those who are last because their games count for nobody."""
    players = history.players
    gone = players["excluded"].to_numpy()
    if not gone.any():
        return []
    gone = gone & np.logical_and.reduce([np.isnan(values) for values in columns.values()])
    first = np.flatnonzero(gone)[:5]
    rows = players.iloc[first][["tournament", "player"]].to_numpy(dtype=object)
    article = ELSEWHERE[Reason.EXCLUDED]
    rule = f"excluded ({article}), withdrawn before half of the games; they count for nobody"
    why = np.where(encode(history).early[first], rule, "excluded by decision; the games count for nobody")
    more = [f"So are {gone.sum() - 5} more."] if gone.sum() > 5 else []
    return [
        f"{event}: player {number} is {said}." for (event, number), said in zip(rows, why, strict=True)
    ] + more


def _filled_in(history: History, wanted: Call) -> list[str]:
    """Return a note for each event with rounds that nobody recorded, as in a list of games without byes."""
    repairs = history.repairs
    if not len(repairs):
        return []
    counts = repairs.loc[(repairs["why"] == NO_ROW).to_numpy(), "tournament"].value_counts(sort=False)
    found = []
    for key, count in counts.head(5).items():
        criteria = wanted.lists[wanted.list_of[history.events.index(str(key))]]
        resting = ", ".join(c.text for c in criteria if c.code not in OF_NO_ROUND)
        if resting:
            rows = f"{count} player-round{'s' * (count != 1)} of {key} without a row"
            found.append(f"{rows} taken as absences: were they byes, {resting} would change.")
    more = [f"So in {len(counts) - 5} more events."] if len(counts) > 5 else []
    return found + more


# ---------------------------------------------------------------- contributions


def contributions(
    history: History, criterion: By, rules: Rules = "in force", after: int | None = None
) -> pd.DataFrame:
    """Return what every round of every player adds to one tie-break, and why.

    Parameters
    ----------
    history : History
        One event or many.
    criterion : str or list of str
        One criterion, such as ``"BH/C1"``. Of a list the last is shown; those before it say who is
        still tied, which matters to direct encounter only (alone, it looks at equal points).
    rules : str, pathlib.Path or RuleVersion
        See `standings`.
    after : int, optional
        See `standings`.

    Returns
    -------
    pandas.DataFrame
        A row per player and round: ``tournament, player, round, opponent, outcome, value`` (float),
        ``kept`` (not cut, and there to be counted), ``article``, ``reason``. For additive tie-breaks the kept
        values of a player add up to his value in `standings`. What belongs to no round
        (an adjustment, a pairing number) is a row with a null round.

    Raises
    ------
    CriterionError, RuleError, DataError
        See `standings`.

    Examples
    --------
    >>> import chesstb as tb
    >>> games = {
    ...     "player": [1, 2, 3],
    ...     "round": [1, 1, 1],
    ...     "opponent": [2, 1, None],
    ...     "outcome": ["1", "0", "H"],
    ... }
    >>> table = tb.contributions(tb.History.from_tables(games), "BH", rules="fide-2026")
    >>> print(table.loc[2, ["value", "article", "reason"]].to_string())
    value                             0.5
    article                        16.4.2
    reason     own score, at most a draw in every round
    """
    check(history, criterion)
    wanted = call(history, with_points(criterion), rules)
    parts = []
    for grid in grids(history, round_number(after), wanted.kind):
        *before, item = wanted.asked_of(grid, history)
        parts.append(_rows(history, grid, item, in_turn(grid, before)[1]))
        grid.memo.clear()
    table = pd.concat(parts, ignore_index=True) if parts else _rows_empty(history)
    event = table["tournament"].cat.codes
    table = table.assign(event=event).sort_values(
        ["event", "player", "round"], kind="stable", ignore_index=True
    )
    table = Table(table.drop(columns="event"))
    table.attrs["notes"] = wanted.notes
    return table


def with_points(criterion: By) -> list[str]:
    """Return the list of criteria of a call; a group procedure alone is asked of those with equal points."""
    criteria = parse(criterion or "")
    alone = len(criteria) == 1 and tiebreak_of(criteria[0]).among_tied
    return ["PTS"] * alone + [c.text for c in criteria]


def _rows_empty(history: History) -> pd.DataFrame:
    kinds: dict[str, Any] = {"player": "int32", "round": "Int16", "opponent": "Int32", "outcome": OUTCOME,
             "value": "float64", "kept": "bool", "article": "str", "reason": "str"}  # fmt: skip
    empty = {"tournament": history.players["tournament"].iloc[:0]}
    return pd.DataFrame(empty | {name: pd.Series([], dtype=kind) for name, kind in kinds.items()})


def _rows(history: History, grid: Grid, item: Asked, groups: NDArray[np.int64]) -> pd.DataFrame:
    """Return the contributions of one Grid as rows."""
    found = item.tiebreak.contributions(grid, item.reading, groups)
    after_cuts = cut(found, grid, item.reading)
    players, rounds = grid.shape
    element = np.ones(grid.shape, dtype=bool) if found.element is None else found.element
    played = grid.recorded or grid
    opponent = (
        np.where(played.paired, grid.player[played.opponent], 0).ravel() if rounds else np.zeros(0, dtype=int)
    )
    table = pd.DataFrame(
        {
            "tournament": history.players["tournament"].array.take(np.repeat(grid.row, rounds)),
            "player": np.repeat(grid.player, rounds),
            "round": pd.array(np.tile(np.arange(1, rounds + 1), players), dtype="Int16"),
            "opponent": pd.array(opponent, dtype="Int32"),
            "outcome": pd.Categorical.from_codes(played.outcome.ravel().astype(int), dtype=OUTCOME),
            "value": (np.where(element, found.value, 0) / found.scale).ravel(),
            "kept": _kept(grid, found, after_cuts.kept(found)).ravel(),
        }
    )
    table["opponent"] = table["opponent"].mask(table["opponent"] == 0)
    said = sentences(item)
    reasons = after_cuts.reasons(found)
    if grid.struck is not None and grid.by_rule is not None:
        why = np.where(grid.by_rule, Reason.EXCLUDED, Reason.EXCLUDED_BY_DECISION)
        reasons = np.where(grid.struck & (found.value == 0), why, reasons)
    reasons = reasons.ravel()
    table["article"] = said["article"].array.take(reasons)
    table["reason"] = said["reason"].array.take(reasons)
    if found.extra is not None:
        table = pd.concat([table, _extra_rows(history, grid, found, said)], ignore_index=True)
    return table


def _kept(grid: Grid, found: Contributions, kept: Any) -> Any:
    """Return what is kept: games that count for nobody are not, but a score carried through one is."""
    return kept if grid.struck is None else kept & ~(grid.struck & (found.value == 0))


def _extra_rows(history: History, grid: Grid, found: Contributions, said: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of what belongs to no round."""
    assert found.extra is not None  # noqa: S101 - asked for by the caller
    there = np.flatnonzero(found.extra)
    rows = pd.DataFrame(
        {
            "tournament": history.players["tournament"].array.take(grid.row[there]),
            "player": grid.player[there],
            "round": pd.array([None] * len(there), dtype="Int16"),
            "opponent": pd.array([None] * len(there), dtype="Int32"),
            "outcome": pd.Categorical([None] * len(there), dtype=OUTCOME),
            "value": found.extra[there] / found.scale,
            "kept": True,
        }
    )
    for column in ("article", "reason"):
        rows[column] = str(said[column].iloc[Reason.ADJUSTMENT])
    return rows


def sentences(item: Asked) -> pd.DataFrame:
    """Return article and sentence of every reason under the item's version."""
    rows = []
    for reason in Reason:
        clause, case, sentence = SAID[reason]
        own = {Reason.COUNTED: item.tiebreak.counted, Reason.NOT_COUNTED: item.tiebreak.uncounted}
        if clause and not sentence:
            sentence = CLAUSES[clause][item.reading.word(clause)]
        sentence = own.get(reason, sentence)
        article = item.reading.clause(clause).article_of(case) if clause else item.reading.article
        rows.append((ELSEWHERE.get(reason, article), sentence))
    return pd.DataFrame(rows, columns=["article", "reason"], index=list(Reason), dtype="str")
