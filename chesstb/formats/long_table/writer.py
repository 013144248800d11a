"""Writing a History as one long table: a row per player and round, as CSV or Parquet."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb import schema
from chesstb.errors import FormatError, Note, message
from chesstb.formats.long_table.columns import ABOUT_EVENTS, EVENT, SHOWN
from chesstb.outcomes import BY_CODE, PAYMENTS

if TYPE_CHECKING:
    from chesstb.tables import History

ALWAYS: Final = ("tournament", "player", "name", "title", "rating", "federation",
                 "round", "opponent", "colour", "outcome", "points", "decision")  # fmt: skip
"""Columns that are written even where they are empty."""
ENDINGS: Final = {".csv": ",", ".tsv": "\t", ".tab": "\t", ".txt": "\t", ".parquet": ""}


def write(history: History, path: str | Path) -> Path:
    """Write events as one table with a row per player and round.

    Parameters
    ----------
    history : History
        One event or many. What is known of a player or of an event is repeated in each of his or its
        rows; published values are columns ``published NAME [CRITERION]``. Lines of the source that no
        other table holds, and columns of your own, are left out, and a `Note` says so.
    path : str or Path
        The ending decides: ``.csv`` (commas, UTF-8), ``.tsv`` or ``.parquet``.

    Returns
    -------
    Path
        The file. Read again it gives the same tables, but for published values that are no number.

    Raises
    ------
    FormatError
        The ending is none of these, or a published column has a name that cannot be one here.

    Examples
    --------
    >>> import tempfile
    >>> from chesstb.tables import History
    >>> games = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = write(History.from_tables(games), Path(folder, "final.csv"))
    ...     print(path.read_text(encoding="utf-8"))
    tournament,player,name,title,rating,federation,round,opponent,colour,outcome,points,decision
    event,1,,,,,1,2,,1,1.0,False
    event,2,,,,,1,1,,0,0.0,False
    """
    path = Path(path)
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise FormatError(message(path.name, f"the ending {ending!r}", ", ".join(ENDINGS)))
    table = table_of(history)
    if ending == ".parquet":
        table.to_parquet(path, index=False)
    else:
        table.to_csv(path, index=False, sep=ENDINGS[ending], encoding="utf-8", lineterminator="\n")
    return path


def table_of(history: History) -> pd.DataFrame:
    """Return the rows that are written."""
    _say_what_is_left_out(history)
    key = ["tournament", "player"]
    players = history.players[list(schema.TABLES["players"])].merge(
        _published(history), how="left", on=key, validate="1:1"
    )
    results = history.results[list(schema.TABLES["results"])]
    table = players.merge(results, how="left", on=key, validate="1:m")
    known = set(history.players["tournament"].astype(str))
    without = [event for event in history.events if event not in known]
    table["tournament"] = table["tournament"].astype("str")
    if without:
        bare = {"tournament": without, "decision": np.full(len(without), None, dtype=object)}
        table = pd.concat([table.astype({"decision": object}), pd.DataFrame(bare)], ignore_index=True)
    about = _about_events(history)
    table = (
        table.merge(about, how="left", on="tournament", validate="m:1") if len(about.columns) > 1 else table
    )
    table["decision"] = table["decision"].astype("boolean")
    table["colour"], table["outcome"] = table["colour"].astype("str"), table["outcome"].astype("str")
    order = {event: number for number, event in enumerate(history.events)}
    table = table.sort_values("tournament", key=lambda names: names.map(order), kind="stable")
    kept = [c for c in table.columns if c in ALWAYS or _says_something(table[c])]
    ordered = [*(c for c in ALWAYS if c in kept), *(c for c in kept if c not in ALWAYS)]
    return table[ordered].reset_index(drop=True)


def _says_something(column: pd.Series[Any]) -> bool:
    there = column.dropna()
    if column.name in ("adjustment", "excluded"):
        return bool((there != 0).any())
    return bool(len(there))


def _about_events(history: History) -> pd.DataFrame:
    """Return what is known of the events; payments only where they are not those that a reader takes."""
    events = history.tournaments
    table = pd.DataFrame({"tournament": events["tournament"].astype("str")})
    pays = _unusual(history)
    for column in ABOUT_EVENTS:
        values = events[column]
        if column in PAYMENTS and not pays:
            continue
        if column == "system" and (values == "unknown").all():
            continue
        if values.dtype.kind == "M":
            values = values.dt.strftime("%Y-%m-%d")
        if values.notna().any():
            table[EVENT + column] = values.to_numpy(dtype=object) if values.dtype == object else values
    return table


def _unusual(history: History) -> bool:
    """Say whether the payments would not be found again from the outcomes and points."""
    usual: dict[str, float] = {}
    for name, follows in PAYMENTS.items():
        usual[name] = usual[follows] if follows in usual else float(follows)
    events, results = history.tournaments, history.results
    if any((events[name] != value).any() for name, value in usual.items()):
        return True
    due = (
        results["outcome"].map({code: usual[outcome.pays] for code, outcome in BY_CODE.items()}).astype(float)
    )
    return bool((results["points"] != due).any())


def _published(history: History) -> pd.DataFrame:
    """Return a row per player with the published values as columns."""
    key = ["tournament", "player"]
    published = history.published
    published = published[published["value"].notna()]
    criterion = published["criterion"].fillna("")
    behind = (" [" + criterion.astype("str") + "]").where(criterion != "", "")
    names: pd.Series[Any] = SHOWN + published["column"].astype("str") + behind
    odd = published["column"].astype("str").str.contains(" [", regex=False) | names.str.contains("\n|\r")
    if odd.any():
        name = str(published["column"][odd].iloc[0])
        raise FormatError(message("", f"a published column {name!r}", "a name in one line without ' ['"))
    table = history.players[key]
    for name in pd.unique(names):
        values = published.loc[names == name, [*key, "value"]].drop_duplicates(key)
        table = table.merge(values.rename(columns={"value": name}), how="left", on=key, validate="1:1")
    return table


def _say_what_is_left_out(history: History) -> None:
    own = [
        f"{table}.{column}"
        for table in ("tournaments", "players", "results", "published")
        for column in getattr(history, table).columns
        if column not in schema.TABLES[table]
    ]
    lines = len(history.records)
    said = ([f"{lines} lines of the source"] if lines else []) + [f"the column {name}" for name in own]
    if said:
        text = message("", f"left out: {', '.join(said)}", remedy="History.save keeps everything.")
        warnings.warn(text, Note, stacklevel=4)
