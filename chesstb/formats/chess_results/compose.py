"""An event as the texts of a crosstable."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb.errors import FormatError, message
from chesstb.outcomes import CODES

if TYPE_CHECKING:
    from chesstb.tables import History

HEADINGS: Final = {
    "title": "", "name": "Name", "sex": "sex", "federation": "FED", "rating": "Rtg", "fide_id": "FideID",
    "birth": "Birth", "team": "Team",
}  # fmt: skip
"""Columns of ``players`` and their headings, in their order; the title stands before the name, untitled."""
SYSTEMS: Final = {
    "swiss": "Swiss-System", "round-robin": "Round robin", "double-round-robin": "Double round robin",
    "match": "Match", "team-swiss": "Swiss-System for teams", "team-round-robin": "Round robin for teams",
}  # fmt: skip
RESULTS: Final = dict(
    zip(CODES, ("1", "½", "0", "1", "½", "0", "", "+", "-", "1", "1", "½", "0"), strict=True)
)
"""What stands behind opponent and colour, or behind - where there is none."""
PTS, RANK = "PTS", "Rk."


@dataclass
class Sheet:
    """A crosstable as it is written."""

    name: str
    title: str
    details: list[tuple[str, str]]
    headings: list[str]
    rows: list[list[str]]
    legend: dict[int, str] = field(default_factory=dict)


def compose(history: History) -> Sheet:
    """Return an event as a crosstable.

    Raises
    ------
    FormatError
        There are no players.
    """
    players = history.players
    if not len(players):
        raise FormatError(message("", "an event without players", "players: a crosstable is made of them"))
    columns: list[tuple[str, Any]] = [("No.", players["player"].astype("str").to_numpy(dtype=object))]
    for column, heading in HEADINGS.items():
        texts = _texts(players[column])
        if column == "birth":
            texts = np.array([text[:4] for text in texts], dtype=object)
        if column == "name" or any(texts):
            columns.append((heading, texts))
    cells = _cells(history)
    columns += [(f"{round_}.Rd", cells[:, round_ - 1]) for round_ in range(1, cells.shape[1] + 1)]
    legend: dict[int, str] = {}
    columns += _values(history, legend)
    rows = np.column_stack([texts for _, texts in columns]).tolist()
    event = history.tournaments.iloc[0]
    title = "Starting rank crosstable" if cells.shape[1] else "Starting rank crosstable without rounds"
    return Sheet(_text(event["name"]), title, _details(event), [name for name, _ in columns], rows, legend)


def _text(value: Any) -> str:
    return "" if pd.isna(value) else str(value)


def _texts(values: pd.Series[Any]) -> Any:
    """Return a column as texts, with an empty one for nothing."""
    return values.astype("object").where(values.notna(), "").astype("str").to_numpy(dtype=object)


def _details(event: pd.Series[Any]) -> list[tuple[str, str]]:
    start, end = (event[column] for column in ("start", "end"))
    days = ["?" if pd.isna(day) else f"{day:%Y/%m/%d}" for day in (start, end)]
    said = [
        ("Federation", _text(event["federation"])),
        ("Location", _text(event["place"])),
        ("Number of rounds", _text(event["rounds"])),
        ("Tournament type", SYSTEMS.get(_text(event["system"]), "")),
        ("Date", "" if days == ["?", "?"] else " to ".join(days)),
        ("Tie-breaks", _text(event["by"])),
        ("Rules of the tie-breaks", _text(event["rules"])),
    ]
    return [(label, value) for label, value in said if value]


def _cells(history: History) -> Any:
    """Return the cells of the rounds: players by rounds."""
    results, players = history.results, history.players["player"].to_numpy()
    rounds = int(results["round"].max()) if len(results) else 0
    grid = np.full((len(players), rounds), "", dtype=object)
    opponent = results["opponent"].astype("object").where(results["opponent"].notna(), "").astype("str")
    colour = results["colour"].astype("object").where(results["colour"].notna(), "-").astype("str")
    code = results["outcome"].astype("object").map(RESULTS).astype("str")
    alone = (opponent == "").to_numpy()
    cell = np.where(alone, "-" + code, opponent + colour + code)
    row = np.searchsorted(players, results["player"].to_numpy())
    grid[row, results["round"].to_numpy() - 1] = cell
    return grid


def _values(history: History, legend: dict[int, str]) -> list[tuple[str, Any]]:
    """Return published columns, points in any case, and put their names into the legend."""
    published, players = history.published, history.players["player"].to_numpy()
    found: list[tuple[str, Any]] = []
    for name, rows in published.groupby("column", sort=False):
        criterion = rows["criterion"].iloc[0]
        value = rows.drop_duplicates("player").set_index("player")["value"].reindex(players)
        if criterion == PTS:
            found.insert(0, ("Pts.", _numbers(value)))
        elif str(name) == RANK or str(name).casefold() == "rank":
            found.append((RANK, _numbers(value)))
        else:
            legend[len(legend) + 1] = str(name) if pd.isna(criterion) else str(criterion)
            found.append((f"TB{len(legend)}", _numbers(value)))
    if not any(heading == "Pts." for heading, _ in found):
        total = history.results.groupby("player")["points"].sum().reindex(players, fill_value=0.0)
        found.insert(0, ("Pts.", _numbers(total)))
    return found


def _numbers(values: pd.Series[Any]) -> Any:
    """Return numbers with a decimal comma, and nothing for nothing."""
    texts = [f"{value:.10g}".replace(".", ",") if value == value else "" for value in values.tolist()]  # noqa: PLR0124
    return np.array(texts, dtype=object)
