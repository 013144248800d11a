"""The ties of a page: who was tied, what separated them, and what each value is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from chesstb.contribution import SAID, Reason
from chesstb.explanation import explain
from chesstb.explanation.wording import listed, signed
from chesstb.markup import escaped, tag
from chesstb.plot import style
from chesstb.report.grids import Cell, cell, grid, opens, row, text_of
from chesstb.standing import contributions
from chesstb.text import number

if TYPE_CHECKING:
    import pandas as pd

    from chesstb.report.judged import Judged

_PLAIN = (
    Reason.OPPONENT,
    Reason.COUNTED,
    Reason.NOT_COUNTED,
    Reason.CUT_LOWEST,
    Reason.CUT_HIGHEST,
    Reason.FREE_ROUND,
)
PLAIN: Final = {SAID[why][2] for why in _PLAIN}
"""Reasons that need no line of their own below a table of contributions."""


@dataclass(frozen=True, eq=False)
class Parts:
    """What the rounds add to one criterion, for every player.

    Attributes
    ----------
    criterion : str
        Its name in the standings.
    rows : pandas.DataFrame
        Of `chesstb.contributions`, by player.
    """

    criterion: str
    rows: dict[int, pd.DataFrame]


def ties(judged: Judged) -> str:
    """Return the part of a page on those with equal values of the first criterion."""
    groups = _groups(judged)
    leading = judged.criteria[0]
    if not groups:
        return tag("p", f"No two players have the same {escaped(leading)}: nothing had to be separated.")
    parts = [_parts(judged, at) for at in range(1, len(judged.criteria))]
    lead = (
        f"{len(groups)} group{'s' * (len(groups) != 1)} of players with the same {leading}. "
        "Open one to see which criterion separated them, and what each value is made of."
    )
    shown = [_group(judged, group, parts) for group in groups]
    return tag("p", escaped(lead)) + "\n".join(shown)


def _groups(judged: Judged) -> list[pd.DataFrame]:
    """Return the rows of the standings of those with equal first values, best first."""
    table = judged.standings
    if not judged.criteria or table.empty:
        return []
    number_of = table.groupby(judged.criteria[0], dropna=False, sort=False).ngroup()
    return [group for _, group in table.groupby(number_of.to_numpy(), sort=False) if len(group) > 1]


def _parts(judged: Judged, at: int) -> Parts:
    """Return the contributions to one criterion of the list."""
    table = contributions(judged.event, judged.by[: at + 1], rules=judged.version)
    by_player: dict[Any, pd.DataFrame] = dict(list(table.groupby("player")))
    nothing = table.iloc[:0]  # before the first round nobody has a row
    return Parts(judged.criteria[at], {player: by_player.get(player, nothing) for player in judged.names})


def _group(judged: Judged, group: pd.DataFrame, parts: list[Parts]) -> str:
    """Return one group: a line to click on, and what it opens."""
    players = group["player"].tolist()
    why = explain(judged.event, players=players, by=judged.by, rules=judged.version)
    leading = judged.criteria[0]
    value = style.number(group[leading].iloc[0])
    low, high = int(group["place"].min()), int(group["place"].max())
    places = f"place {low}" if low == high else f"places {low} to {int(group['place'].iloc[-1])}"
    summary = f"{value} {leading}, {places}: {len(group)} players, {_verdict(why.table)}."
    names = listed([judged.names[player] for player in players], 6)
    content = [
        _separation(judged, group, why.table),
        opens("Pair by pair, in words", why.html(style=False)),
        *(_made_of(judged, group, part) for part in parts if _asked(why.table, part.criterion)),
    ]
    if low <= judged.first:
        content.append(_at_length(judged, group, why.table))
    return opens(summary, *content, who=names)


def _verdict(table: pd.DataFrame) -> str:
    """Say which criteria separated a group, and whether any share a place."""
    used = table.loc[table["separates"], "criterion"].drop_duplicates().tolist()
    order = [name for name in table["criterion"].drop_duplicates() if name in used]
    separated = table.groupby(["player", "other"])["separates"].any()
    shared = "; some share a place" if not separated.all() else ""
    return f"separated by {listed(order)}{shared}" if order else "not separated"


def _asked(table: pd.DataFrame, criterion: str) -> bool:
    """Say whether a criterion had anything left to separate."""
    return bool((table.loc[table["criterion"] == criterion, "tied"] > 0).any())


def _separation(judged: Judged, group: pd.DataFrame, pairs: pd.DataFrame) -> str:
    """Return the values of a group, and what sets each apart from the next."""
    by_player = dict(list(pairs.groupby("player")))
    head: list[Cell] = [("number", "place"), ("number", "no."), ("", "name")]
    head += [("number", name) for name in judged.criteria] + [("words", "before the next by")]
    rows = []
    for values in group.to_dict("records"):
        player = int(values["player"])
        cells = [cell(int(values["place"])), cell(player), ("", judged.names[player])]
        cells += [cell(values[name]) for name in judged.criteria]
        rows.append(row([*cells, ("words", _to_next(by_player.get(player), judged.orders))], header=2))
    name = f"Players with {style.number(group[judged.criteria[0]].iloc[0])} {judged.criteria[0]}"
    return grid(head, rows, name, "Which criterion separates each from the next.")


def _to_next(pair: pd.DataFrame | None, orders: set[str]) -> str:
    """Say what sets a player apart from the next, and by how much where that is an amount."""
    if pair is None:
        return ""
    found = pair[pair["separates"]]
    if found.empty:
        return "nothing: the place is shared"
    difference = float(found["difference"].iloc[0])
    criterion = str(found["criterion"].iloc[0])
    return criterion if np.isnan(difference) or criterion in orders else f"{criterion} ({signed(difference)})"


# ---------------------------------------------------------------- what the values are made of


def _made_of(judged: Judged, group: pd.DataFrame, part: Parts) -> str:
    """Return what each round adds to one criterion of a group, players × rounds."""
    players = [int(player) for player in group["player"]]
    rounds = max((int(r) for p in players for r in part.rows[p]["round"].dropna()), default=0)
    others = any(part.rows[player]["round"].isna().any() for player in players)
    head: list[Cell] = [("name", "name"), *(("game", str(n + 1)) for n in range(rounds))]
    head += [("number", "other")] * others + [("number", part.criterion)]
    rows, notes = [], []
    for player, value in zip(players, group[part.criterion].tolist(), strict=True):
        mine = part.rows[player]
        made, said = _cells(mine, rounds)
        notes += [f"{judged.names[player]}, {words}" for words in said]
        beside = [cell(float(mine.loc[mine["round"].isna(), "value"].sum()))] if others else []
        rows.append(row([("name", judged.names[player]), *made, *beside, cell(value)], header=0))
    name = f"{part.criterion}: what each round adds"
    struck = "; what is struck out was cut." if any("cut" in line for line in rows) else "."
    below = tag("ul", *(tag("li", escaped(note)) for note in notes), class_="quiet") if notes else ""
    return grid(head, rows, name, f"{name}{struck}", "chart") + below


def _cells(mine: pd.DataFrame, rounds: int) -> tuple[list[Cell], list[str]]:
    """Return a player's cells, and a line for each round that is out of the ordinary."""
    made: list[Cell] = [("game", "")] * rounds
    said = []
    listed_ = mine[mine["round"].notna()]
    columns = listed_[["round", "value", "kept", "article", "reason"]].to_numpy(dtype=object).tolist()
    for round_, value, kept, article, reason in columns:
        cut = not kept and reason in style.CUTS
        words = number(float(value)) if kept or cut else "–"
        made[int(round_) - 1] = ("game cut" if cut else "game", words)
        if reason not in PLAIN:
            where = f" ({article})" if text_of(article) not in ("", "-") else ""
            said.append(f"round {round_}: {words}, {reason}{where}")
    return made, said


def _at_length(judged: Judged, group: pd.DataFrame, pairs: pd.DataFrame) -> str:
    """Return the values of a group round by round, in words."""
    shown = []
    for at, criterion in enumerate(judged.criteria):
        if at and _asked(pairs, criterion):
            for player, value in zip(group["player"].tolist(), group[criterion].tolist(), strict=True):
                why = explain(judged.event, player, judged.by[: at + 1], judged.version)
                title = f"{criterion} of {judged.names[player]}, round by round: {style.number(value)}"
                shown.append(opens(title, why.html(style=False)))
    return "\n".join(shown)
