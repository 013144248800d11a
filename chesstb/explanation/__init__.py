"""Why a value is what it is, why a player is before another, and what a rule version changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from chesstb.contribution import Reason
from chesstb.errors import CriterionError, DataError, RuleError, message
from chesstb.explanation import exchange, separation, tied, totals
from chesstb.explanation.explained import Explanation
from chesstb.explanation.wording import round_sentence, titled
from chesstb.explanation.working import board, work
from chesstb.frame import Table
from chesstb.grid import NOBODY
from chesstb.lookup import only_event
from chesstb.markup import Row, Sheet, one_line
from chesstb.schema import COLOUR, OUTCOME
from chesstb.selection import check, say, settle
from chesstb.standing import with_points
from chesstb.text import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chesstb.explanation.totals import Shown
    from chesstb.explanation.working import Working
    from chesstb.lookup import Who
    from chesstb.selection import By, Rules
    from chesstb.tables import History

__all__ = ["Explanation", "explain"]


def explain(
    history: History,
    player: Who | None = None,
    tiebreak: By = None,
    rules: Rules | Sequence[Rules] = "in force",
    *,
    players: Sequence[Who] | None = None,
    by: By = None,
    after: int | None = None,
) -> Explanation:
    """Explain one value, what separates players, or what rule versions change about a value.

    Parameters
    ----------
    history : History
        One event.
    player : int or str, optional
        Whose value: starting number, name, or a part of the name that fits nobody else.
    tiebreak : str or list of str, optional
        The criterion, such as ``"BH/C1"``. Of a list the last is explained; those before it say who
        is still tied, which matters to direct encounter only (alone, it looks at equal points).
    rules : str, pathlib.Path, RuleVersion, or list of these
        See `standings`. Several: what each changes about the value, from one to the next.
    players : list of int or str, optional
        Instead of a player: what separates these two; of more than two each from the next in the
        order of the standings.
    by : str or list of str, optional
        With ``players``: the criteria in order of importance; see `standings`.
    after : int, optional
        See `standings`.

    Returns
    -------
    Explanation
        ``print`` it, or let a notebook show it. ``.table`` is

        - of one value a row per round: ``round`` (Int16), ``opponent`` (Int32), ``name`` (of the
          opponent), ``colour`` (w, b), ``outcome`` (TRF code), ``points`` (as awarded, float64),
          ``value`` (what the round adds, float64), ``kept`` (bool), ``article``, ``reason``. What
          belongs to no round (an adjustment, the difference that a percentage is worth) has a null
          round. ``.total``, computed from the kept rows as the last sentences say, equals ``.value``.
        - of players a row per pair and criterion: ``player, other`` (int32), ``criterion``,
          ``value``, ``other_value``, ``difference`` (float64, value less other_value; NaN where one is
          undefined, or where an order in different groups cannot be compared), ``tied`` (how many
          were still tied before it, both included; 0 where they were apart already), ``separates``
          (bool): true of the first criterion that separates them.
        - of versions a row per round: ``round, opponent, name, outcome``, a column for each version
          (what the round counts, 0 where it is cut), ``difference`` (last less first), ``because``.
          ``.parts`` has a row for each difference that one clause makes: ``a, b`` (versions),
          ``round``, ``clause``, ``article``, ``difference``, ``because``. Clauses are exchanged one at
          a time, so the differences of a round add up to its difference, and all together to
          ``.value``. Of a value that is no sum (a mean, an order) they are differences of the whole
          value, with a null round.

    Raises
    ------
    DataError
        Neither or both of ``player`` and ``players`` are given, a player is not there, or the History
        is not of one event.
    CriterionError, RuleError
        See `standings`.

    Examples
    --------
    >>> import chesstb as tb
    >>> games = {
    ...     "player": [1, 2, 3, 1, 2, 3],
    ...     "round": [1, 1, 1, 2, 2, 2],
    ...     "opponent": [2, 1, None, 3, None, 1],
    ...     "outcome": ["1", "0", "H", "1", "U", "0"],
    ... }
    >>> event = tb.History.from_tables(games)
    >>> why = tb.explain(event, 3, "BH", "fide-2026")
    >>> why.value, why.total
    (2.5, 2.5)
    >>> print(why.table.loc[0, "reason"])
    half-point bye: the own score ½, not above 1, a draw in each of 2 rounds
    >>> print(tb.explain(event, players=(1, 2), by="PTS BH", rules="fide-2026").says[0])
    Points (PTS) separates them: player 1 is ahead with 2 against 1, 1 more.
    """
    check(history, tiebreak)
    only_event(history)
    versions = _versions(rules)
    if (player is None) == (players is None):
        found = "neither player nor players" if player is None else "both player and players"
        raise DataError(message("", found, "player= and tiebreak=, or players= and by="))
    if players is not None:
        if tiebreak is not None:
            found = f"players and tiebreak={tiebreak!r}"
            raise CriterionError(message("", found, "a list of criteria: by=, such as 'PTS DE BH/C1 BH'"))
        if len(versions) > 1:
            raise RuleError(message("", f"players and {len(versions)} rule versions", "one version"))
        return separation.separate(history, _several(players), by, versions[0], after)
    assert player is not None  # noqa: S101 - one of the two is given
    if tiebreak is None or by is not None:
        found = "player and by" if by is not None else "a player without a tie-break"
        raise CriterionError(message("", found, "player= and tiebreak=, such as 'BH/C1'"))
    if len(versions) > 1:
        return exchange.across(history, player, tiebreak, versions, after)
    return _one_value(history, player, tiebreak, versions[0], after)


def _versions(rules: Any) -> list[Rules]:
    """Return the versions asked for, one or several."""
    versions = list(rules) if isinstance(rules, list | tuple) else [rules]
    if not versions:
        raise RuleError(message("", "an empty list of rule versions", "at least one"))
    return versions


def _several(players: Any) -> list[Who]:
    """Return the players asked for, at least two."""
    several = list(players) if hasattr(players, "__iter__") and not isinstance(players, str) else []
    if len(several) < 2:
        raise DataError(message("", f"players={players!r}", "at least two players, such as (4, 9)"))
    return several


# ---------------------------------------------------------------- one value


def _one_value(history: History, player: Who, tiebreak: By, rules: Rules, after: int | None) -> Explanation:
    wanted = settle(history, with_points(tiebreak), rules)
    say(wanted.notes)
    place = board(history, wanted, after)
    items = wanted.asked_of(place.grid, history)
    version = wanted.versions[wanted.version_of[0]]
    working = work(place, place.at(history, player), wanted.lists[0], version, items)
    shown = totals.shown(working)
    table = _table(working, shown)
    total = totals.total(working, table, shown.scale)
    rounds = _sheet(working, table)
    first, *more = total.says
    blocks: list[str | Sheet] = [*[rounds] * bool(rounds.rows), first]
    if total.group is not None:
        names = [place.short(int(row)) for row in tied.group_rows(working)]
        blocks.append(tied.sheet(total.group, names))
    place.grid.memo.clear()
    return Explanation(
        title=f"{_title(working)} of {place.label(working.at)} by {version.name}: {number(working.value)}",
        event=said_of_event(working),
        table=table,
        value=working.value,
        total=total.value,
        shown=[*blocks, *more],
        group=total.group,
        notes=wanted.notes,
    )


def _title(working: Working) -> str:
    return titled(working.item.criterion, working.item.tiebreak.title)


def said_of_event(working: Working) -> str:
    """Name the event, how far it is counted, and the article of the tie-break."""
    article = working.item.reading.article
    says = working.item.tiebreak.says
    where = f" ({article})" * (article != "-")
    return f"{working.board.said()} {says[:1].upper()}{says[1:]}{where}."


def _table(working: Working, shown: Shown) -> Table:
    """Return the rounds of a value, and what belongs to none."""
    grid, at, rounds = working.board.played, working.at, working.rounds
    opponent = grid.opponent[at]
    there = opponent != NOBODY
    sentences = [round_sentence(working, round_) for round_ in range(rounds)]
    table = Table(
        {
            "round": pd.array(np.arange(1, rounds + 1), dtype="Int16"),
            "opponent": pd.array(np.where(there, grid.player[opponent], 0), dtype="Int32"),
            "name": working.board.known(opponent),
            "colour": pd.Categorical.from_codes(grid.colour[at].astype(int), dtype=COLOUR),
            "outcome": pd.Categorical.from_codes(grid.outcome[at].astype(int), dtype=OUTCOME),
            "points": grid.points[at] / grid.unit,
            "value": shown.number / shown.scale,
            "kept": working.kept,
            "article": pd.array([working.article(int(r)) for r in working.reasons_after], dtype="str"),
            "reason": pd.array(sentences, dtype="str"),
        }
    )
    table["opponent"] = table["opponent"].mask(~there)
    if shown.extra:
        table = Table(pd.concat([table, _extra(working, shown, table)], ignore_index=True))
    return table


def _extra(working: Working, shown: Shown, like: Table) -> Table:
    """Return the row of what belongs to no round."""
    row = {
        "value": float(shown.extra),
        "kept": True,
        "article": working.article(Reason.ADJUSTMENT),
        "reason": shown.says,
    }
    return Table([row], columns=like.columns).astype(like.dtypes.to_dict())


HEAD = ("round", "no", "name", "colour", "result", "points", "counts", "article", "why")


def _sheet(working: Working, table: Table) -> Sheet:
    """Return the rounds to be shown."""
    element = np.append(working.element, np.ones(len(table) - working.rounds, dtype=bool))
    struck = np.append(working.struck, np.zeros(len(table) - working.rounds, dtype=bool))
    names = [
        one_line(working.board.short(int(r))) if r != NOBODY else "-" for r in _opponents(working, table)
    ]
    columns = [
        cells(table["round"]),
        cells(table["opponent"]),
        names,
        cells(table["colour"]),
        cells(table["outcome"], nothing=""),
        [number(v) for v in table["points"]],
        [number(v) if there else "-" for v, there in zip(table["value"], element, strict=True)],
        list(table["article"]),
        list(table["reason"]),
    ]
    wanted = element | ~np.bool_(working.item.tiebreak.among_tied)  # of a group only the games within it
    rows = [Row(row, bool(cut)) for row, cut in zip(zip(*columns, strict=True), struck, strict=True)]
    rows = [row for row, there in zip(rows, wanted, strict=True) if there]
    word = "total" if working.item.tiebreak.way == "sum" else "value"
    foot = ["", "", word, "", "", "", number(working.value), "", ""]
    return Sheet(HEAD, frozenset({"round", "no", "points", "counts"}), rows, foot, strike="counts")


def _opponents(working: Working, table: Table) -> Any:
    """Return the opponents' rows, `NOBODY` also for what belongs to no round."""
    own = working.board.played.opponent[working.at]
    return np.append(own, np.full(len(table) - working.rounds, NOBODY))


def cells(column: pd.Series[Any], nothing: str = "-") -> list[str]:
    """Return a column as text, one sign for what is not there."""
    return [nothing if gone else str(value) for value, gone in zip(column, column.isna(), strict=True)]
