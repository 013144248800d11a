"""Writing one event as a crosstable: CSV, TSV or Markdown, a row per player and a column per round."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pandas as pd

from chesstb.errors import FormatError, message
from chesstb.formats.long_table.columns import ABOUT_EVENTS, SHOWN
from chesstb.outcomes import PAYMENTS

if TYPE_CHECKING:
    from chesstb.tables import History

FACTS: Final = ("name", "title", "sex", "federation", "rating", "fide_id", "birth", "team")
ENDINGS: Final = {".csv": ",", ".tsv": "\t", ".md": "|"}
CODES: Final = {"1": "1", "=": "½", "0": "0", "W": "W", "D": "D", "L": "L", "X": "*", "+": "1F", "-": "0F"}
"""What is written behind the opponent and the colour."""


def write(history: History, path: str | Path) -> Path:
    """Write one event as a crosstable, with what is known of the event in lines above it.

    Parameters
    ----------
    history : History
        One event.
    path : str or Path
        The ending decides: ``.csv``, ``.tsv`` or ``.md``. The name is the key of the event when it is
        read again.

    Returns
    -------
    Path
        The file. Cells are ``12w1``: the opponent's number, the colour (``:`` if there is none), the
        result; ``1F`` and ``0F`` are forfeits, U, F, H and Z rounds without an opponent.

    Raises
    ------
    FormatError
        It is not one event with results, or the crosstable cannot hold it: points by decision,
        adjustments, excluded players.

    Examples
    --------
    >>> import tempfile
    >>> from chesstb.tables import History
    >>> games = {
    ...     "player": [1, 2, 3],
    ...     "round": [1, 1, 1],
    ...     "opponent": [2, 1, None],
    ...     "outcome": ["1", "0", "H"],
    ... }
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     print(
    ...         write(History.from_tables(games), Path(folder, "final.md"))
    ...         .read_text(encoding="utf-8")
    ...         .strip()
    ...     )
    | No. | Name | Title | R1  |
    |-----|------|-------|-----|
    | 1   |      |       | 2:1 |
    | 2   |      |       | 1:0 |
    | 3   |      |       | H   |
    """
    path = Path(path)
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise FormatError(message(path.name, f"the ending {ending!r}", ", ".join(ENDINGS)))
    _check(history, path.name)
    rows = _rows(history)
    about = _about(history)
    text = _markdown(about, rows) if ending == ".md" else _delimited(about + rows, ENDINGS[ending])
    path.write_text(text, encoding="utf-8", newline="\n")
    return path


def _check(history: History, name: str) -> None:
    """Refuse what the cells cannot hold."""
    players, results = history.players, history.results
    found = ""
    if len(history) != 1:
        found = f"{len(history)} events"
    elif not len(results):
        found = "an event without results"
    elif results["decision"].any():
        found = "points by a decision"
    elif (players["adjustment"] != 0).any():
        found = "points that belong to no round (adjustment)"
    elif players["excluded"].any():
        found = "excluded players"
    elif (results["points"] - _due(history)).abs().gt(1e-9).any():
        found = "points that the event does not pay for the result"
    elif len(history.records):
        found = f"{len(history.records)} lines of the source that no table holds"
    if found:
        raise FormatError(
            message(name, found, "what a crosstable can hold", "A long table (CSV, Parquet) holds more.")
        )


def _due(history: History) -> Any:
    """Return what the event pays for each row."""
    from chesstb.outcomes import BY_CODE  # noqa: PLC0415

    pays = history.tournaments.iloc[0]
    due = (
        history.results["outcome"].map({code: pays[one.pays] for code, one in BY_CODE.items()}).astype(float)
    )
    black = history.results["colour"] == "b"
    for codes, payment in (("1W", "win"), ("=D", "draw"), ("0L", "loss")):
        at = black & history.results["outcome"].isin(list(codes))
        due = due.mask(at, pays[f"black_{payment}"])
    return due


def _about(history: History) -> list[list[str]]:
    """Return what is known of the event, a line each; payments where one is not 1, ½ or 0."""
    event = history.tournaments.iloc[0]
    usual: dict[str, float] = {}
    for name, follows in PAYMENTS.items():
        usual[name] = usual[follows] if follows in usual else float(follows)
    unusual = any(event[name] != value for name, value in usual.items())
    lines = []
    for column in ABOUT_EVENTS:
        value = event[column]
        if (
            pd.isna(value)
            or (column in PAYMENTS and not unusual)
            or (column == "system" and value == "unknown")
        ):
            continue
        lines.append([column, value.strftime("%Y-%m-%d") if isinstance(value, pd.Timestamp) else f"{value}"])
    return lines


def _rows(history: History) -> list[list[str]]:
    """Return headings and rows of players."""
    players, results = history.players, history.results
    facts = ["name", "title", *(c for c in FACTS[2:] if players[c].notna().any())]
    rounds = int(results["round"].max())
    cells = pd.DataFrame({"player": results["player"], "round": results["round"], "cell": _cells(results)})
    wide = cells.pivot_table(index="player", columns="round", values="cell", aggfunc="first")
    wide = wide.reindex(index=players["player"], columns=range(1, rounds + 1)).fillna("")
    titles = {"name": "Name", "title": "Title", "fide_id": "FideID", "rating": "Rating", "federation": "FED"}
    shown = _published(history)
    table = players[facts].astype(object).where(players[facts].notna(), "")
    headings = [
        "No.",
        *(titles.get(c, c.capitalize()) for c in facts),
        *shown,
        *(f"R{k}" for k in range(1, rounds + 1)),
    ]
    body = zip(
        players["player"].astype(str), *(table[c].astype(str) for c in facts), *shown.values(),
        *(wide[k] for k in wide.columns), strict=True,
    )  # fmt: skip
    return [headings, *(list(row) for row in body)]


def _cells(results: Any) -> Any:
    outcome = results["outcome"].astype("str")
    opponent = results["opponent"].astype("string").fillna("")
    colour = results["colour"].astype("str").fillna(":")  # after a blank, W would be White
    behind = outcome.map(CODES).fillna("")
    paired = results["opponent"].notna()
    games = opponent.astype("str") + colour + behind
    return games.where(paired, outcome)


def _published(history: History) -> dict[str, list[str]]:
    """Return columns of published values, by their headings."""
    found: dict[str, list[str]] = {}
    order = history.players["player"]
    published = history.published[history.published["value"].notna()]
    for (column, criterion), rows in published.groupby(["column", "criterion"], sort=False, dropna=False):
        if " [" in str(column) or "\n" in str(column) or rows["player"].duplicated().any():
            raise FormatError(
                message("", f"a published column {column!r}", "one value a player, a name without ' ['")
            )
        code = f" [{criterion}]" if isinstance(criterion, str) else ""
        values = rows.set_index("player")["value"].reindex(order)
        found[f"{SHOWN}{column}{code}"] = ["" if pd.isna(v) else repr(float(v)) for v in values]
    return found


def _delimited(rows: list[list[str]], delimiter: str) -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _markdown(about: list[list[str]], rows: list[list[str]]) -> str:
    """Return an aligned table; lines about the event are rows of two cells in a table above."""
    escaped = [[cell.replace("|", "\\|").replace("\n", " ") for cell in row] for row in rows]
    widths = [max(len(row[k]) for row in escaped) for k in range(len(rows[0]))]
    lines = [
        "| " + " | ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)) + " |"
        for row in escaped
    ]
    lines.insert(1, "|" + "|".join("-" * (w + 2) for w in widths) + "|")
    above = [f"| {key} | {value.replace('|', chr(92) + '|')} |" for key, value in about]
    return "\n".join([*above, *([""] if above else []), *lines]) + "\n"
