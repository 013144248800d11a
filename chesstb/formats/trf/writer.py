"""Histories as TRF files."""

from __future__ import annotations

import os
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
import pandas as pd

from chesstb import schema
from chesstb.errors import DataError, Note, message
from chesstb.formats.dates import year_of_birth
from chesstb.formats.trf.header import header_lines
from chesstb.formats.trf.lines import NO_RECORD, PLAYER, Line, lines_of
from chesstb.formats.trf.payments import CODES_299
from chesstb.formats.trf.points import due_of
from chesstb.formats.trf.records import BEHIND, HEADER, OF_PLAYER, excluded_line, order_of, rules_line
from chesstb.formats.trf.teams import team_lines
from chesstb.outcomes import BY_CODE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from chesstb.tables import History

Version = Literal["trf16", "trf26"]
VERSIONS: Final = ("trf16", "trf26")

WIDTHS: Final = {"name": 33, "title": 3, "sex": 1, "federation": 3, "fide_id": 11}
MOST_PLAYERS: Final = 9999
RANKS: Final = frozenset({"rank", "rk", "rg", "place"})
"""Names of published columns that are ranks, without dot and in small letters."""


def write_trf(
    history: History,
    path: str | Path,
    version: Version = "trf26",
    *,
    tournament: str | None = None,
    newline: str = "\n",
) -> Path:
    """Write a History as a TRF file; several events stand one behind the other.

    The points column (81-84) is always computed: the points up to the last round with a result, with
    byes that stand in the line for a round not paired yet, and the adjustment.
    Published points are not written; where they differ, reading the file gives the computed ones as
    published, and where nothing was published, it gives published points all the same. The rank
    (86-89) is the published one; it is blank for players, and for events, without one. Of a date of
    birth the year is written.

    Else reading the file gives the same tables, except for what TRF has no place for: keys of
    events, columns of one's own, published values other than points and rank; a `Note` names the last
    two. Who is ``excluded``, and the rules, stand in comments (``### chesstb: excluded 5 12``), which
    other programs pass over.
    Records that the version does not know (decisions and criteria in TRF16) are written all the same:
    they do no harm there.

    Parameters
    ----------
    history : History
        One event or several.
    path : str or Path
        The file; it appears when it is complete.
    version : {"trf26", "trf16"}
        Which records say the rounds and what is paid.
    tournament : str, optional
        Write this event only.
    newline : str
        What ends a line.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    DataError
        The History holds something that TRF has no room for; nothing is written then.

    Examples
    --------
    >>> import tempfile
    >>> from chesstb.tables import History
    >>> games = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "colour": ["w", "b"]}
    >>> event = History.from_tables(games | {"outcome": ["1", "0"]})
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     written = write_trf(event, Path(folder, "event.trf"))
    ...     print(written.read_text().splitlines()[-1].split())
    ['001', '2', '0.0', '1', 'b', '0']
    """
    if version not in VERSIONS:
        raise DataError(message("version", f"{version!r}", " or ".join(map(repr, VERSIONS))))
    if newline not in ("\n", "\r\n", "\r"):
        raise DataError(message("newline", f"{newline!r}", r"'\n', '\r\n' or '\r'"))
    if tournament is not None:
        history = history.select(tournament)
    if not len(history):
        raise DataError(message("", "a History without events", "one event at least"))
    lines = [line for key in history.events for line in _Event(history, key, version).lines()]
    _say_what_is_left_out(history)
    target = Path(path)
    aside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        aside.write_bytes((newline.join(lines) + newline).encode())
        aside.replace(target)
    except OSError as error:
        raise DataError(message(str(path), f"cannot be written ({error.strerror})")) from error
    finally:
        if aside.exists():
            aside.unlink()
    return target


def _say_what_is_left_out(history: History) -> None:
    """Name what TRF has no place for."""
    values = history.published[history.published["value"].notna() & (history.published["criterion"] != "PTS")]
    rank = {_rank_column(rows) for _, rows in values.groupby("tournament", observed=True)}
    columns = [name for name in pd.unique(values["column"].astype("str")) if name not in rank]
    said = [f"the published values {', '.join(columns)}"] if columns else []
    said += [
        f"the column {table}.{column}"
        for table in ("tournaments", "players", "results")
        for column in getattr(history, table).columns
        if column not in schema.TABLES[table]
    ]
    if said:
        text = message("", f"left out: {'; '.join(said)}", remedy="A long table or History.save keeps them.")
        warnings.warn(text, Note, stacklevel=3)


def _rank_column(published: pd.DataFrame) -> str:
    """Return the name of the column of an event that holds the ranks."""
    without = published.loc[published["criterion"].isna(), "column"].astype("str")
    names = [str(name) for name in pd.unique(without) if name.casefold().rstrip(".") in RANKS]
    return "rank" if "rank" in names or not names else names[0]


class _Event:
    """One event of a History on its way to lines."""

    def __init__(self, history: History, key: str, version: Version) -> None:
        self.key, self.version = key, version
        self.tournament = _only(history.tournaments, key).iloc[0]
        self.players, self.results, self.published, self.records = (
            _only(table, key)
            for table in (history.players, history.results, history.published, history.records)
        )
        if self.players.empty:
            raise self.refuse("no player", "players: a TRF file is made of them")
        self.team = (
            self.tournament["system"].startswith("team") or self.records["record"].isin(["310", "362"]).any()
        )
        self.check()
        self.number = self.players["player"].to_numpy()
        self.counted = _rounds_counted(self.results)
        self.byes, self.in_lines = self.byes_ahead()

    def refuse(self, found: str, expected: str) -> DataError:
        return DataError(message(f"event {self.key!r}", found, expected))

    # ------------------------------------------------------------ what has no room

    def check(self) -> None:
        """Refuse what a TRF file cannot hold."""
        high = int(self.players["player"].max())
        if high > MOST_PLAYERS:
            raise self.refuse(f"starting number {high}", f"at most {MOST_PLAYERS}: TRF has four columns")
        if int(self.results["round"].max() if len(self.results) else 0) > 999:
            raise self.refuse("more than 999 rounds", "at most 999")
        for column, width in (*WIDTHS.items(), ("team", 32)):
            self._check_width(self.players[column], column, width)
        for column in ("name", "place", "federation", "by", "rules"):
            self._check_width(self.tournament[[column]], column, 100 if column == "rules" else 10_000)
        self._check_records()
        for column in ("points", "adjustment"):
            table = self.results if column == "points" else self.players
            for value in np.unique(table[column].to_numpy()):
                self.decimal(value, column)

    def _check_records(self) -> None:
        for record, text in zip(
            self.records["record"].fillna(NO_RECORD), self.records["text"].fillna(""), strict=True
        ):
            named = next((line.record for line in lines_of(text)), None)
            if named != record or record == PLAYER or {"\n", "\r"} & set(text):
                expected = "one line of text that begins with its record, and no player"
                raise self.refuse(f"record {record!r} with text {text!r}", expected)

    def _check_width(self, column: pd.Series[Any], name: str, width: int) -> None:
        for text in column.dropna():
            if len(text) > width:
                raise self.refuse(f"{name} {text!r} has {len(text)} characters", f"at most {width}")
            if any(c in text for c in "\n\r\t\0\x0b\x0c\x1a\x1c\x1d\x1e\x85\u2028\u2029"):
                raise self.refuse(f"{name} {text!r} contains a control character", "text on one line")

    def decimal(self, value: float, what: str, width: int = 4) -> str:
        """Return points with one decimal, as wide as their columns."""
        text = f"{value:.1f}".replace("-0.0", "0.0") if value > -0.05 else f"{value:.1f}"
        if not abs(float(text) - value) < 1e-9 or len(text) > width:
            raise self.refuse(f"{what} {value}", f"one decimal in {width} columns: TRF has no room for more")
        return text.rjust(width)

    # ------------------------------------------------------------ the lines

    def lines(self) -> Iterable[str]:
        numbers = set(self.number.tolist())
        parts: dict[int, list[Line]] = {HEADER: [], OF_PLAYER: [], BEHIND: []}
        for record, text in zip(self.records["record"].fillna(NO_RECORD), self.records["text"], strict=True):
            parts[order_of(record, text, numbers)[0]].append(Line(0, record, text))
        kept = {line.record for line in parts[BEHIND]}
        own, cells = [*self.comments(), *self.decisions(), *self.byes], self.cells()
        yield from header_lines(self.tournament, self.players, parts[HEADER], own, self.version, self.decimal)
        beside: dict[int, list[str]] = {}
        for line in parts[OF_PLAYER]:
            beside.setdefault(order_of(line.record, line.text, numbers)[1], []).append(line.text)
        for number, text in zip(self.number.tolist(), self.player_texts(), strict=True):
            yield text + cells[number]
            yield from beside.get(number, [])
        if "310" not in kept:
            named = self.players["team"].fillna("")
            yield from team_lines(list(zip(self.number.tolist(), named, strict=True)))
        yield from (line.text for line in parts[BEHIND])

    def comments(self) -> list[str]:
        """Return the comments that say the rules, and whose games count for nobody."""
        numbers = self.number[self.players["excluded"].to_numpy()].tolist()
        rules = self.tournament["rules"]
        said = [rules_line(str(rules))] if isinstance(rules, str) and rules.strip() else []
        return said + ([excluded_line(numbers)] if numbers else [])

    def player_texts(self) -> list[str]:
        """Return columns 1 to 89 of the players."""
        p = self.players
        text = {column: p[column].fillna("").tolist() for column in (*WIDTHS, "birth")}
        ratings, scores = p["rating"].fillna(0).tolist(), self.scores()
        ranks = self.ranks()
        return [
            f"001 {number:4d} {sex:1}{title:>3} {name:<33} {rating or '':>4} {federation:<3} {fide_id:>11} "
            f"{_birth(birth):<10} {self.decimal(score, 'a score')} {rank:>4}"
            for number, sex, title, name, rating, federation, fide_id, birth, score, rank in zip(
                self.number.tolist(), text["sex"], text["title"], text["name"], ratings, text["federation"],
                text["fide_id"], text["birth"], scores.tolist(), ranks, strict=True,
            )
        ]  # fmt: skip

    def scores(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Return the points of the rounds counted, and of byes entered in the lines for one not paired yet.

        The latter is how pairing programs that read TRF16 add up the cells.
        """
        rows = self.results
        ahead = rows["round"] > self.counted
        paired = rows.loc[rows["opponent"].notna(), "round"].unique()
        inside = rows[~ahead | (self.in_lines & ~rows["round"].isin(paired))]
        who = np.searchsorted(self.number, inside["player"].to_numpy())
        total = np.bincount(who, weights=inside["points"], minlength=len(self.number))
        return np.asarray(np.round(total + self.players["adjustment"].to_numpy(), 6))

    def ranks(self) -> list[str]:
        """Return the published ranks; nothing where there is none."""
        said = self.published[self.published["column"] == _rank_column(self.published)]
        known = dict(zip(said["player"].tolist(), said["value"].tolist(), strict=True))
        ranks = [f"{known[n]:.0f}" if n in known and known[n] > 0 else "" for n in self.number.tolist()]
        if max(map(len, ranks)) > 4:
            raise self.refuse(f"rank {max(ranks, key=len)}", "at most 9999")
        return ranks

    # ------------------------------------------------------------ rounds

    def cells(self) -> dict[int, str]:
        """Return the cells of each player."""
        rows = self.results[self.in_lines]
        last = int(rows["round"].max()) if len(rows) else 0
        cells = {number: [" " * 10] * last for number in self.number.tolist()}
        columns = (
            rows["player"],
            rows["round"],
            rows["opponent"].fillna(0),
            rows["colour"].astype("str"),
            rows["outcome"].astype("str"),
        )
        for player, round_, opponent, colour, code in zip(*(c.tolist() for c in columns), strict=True):
            shown = " " if code == "X" else code
            number = f"{opponent:4d}" if opponent else "0000"
            cells[player][round_ - 1] = f"  {number} {colour if colour in ('w', 'b') else '-'} {shown}"
        return {number: "".join(row) for number, row in cells.items()}

    def byes_ahead(self) -> tuple[list[str], np.ndarray[Any, np.dtype[np.bool_]]]:
        """Return records 240 for rounds not played yet, and which rows stand in the players' lines."""
        if self.version == "trf16" or self.team:
            return [], np.ones(len(self.results), dtype=bool)
        rounds = self.tournament["rounds"]
        last = rounds if pd.notna(rounds) and rounds > 0 else 999
        ahead = self.results[(self.results["round"] > self.counted) & (self.results["round"] <= last)]
        plain = ahead["outcome"].isin(["F", "H", "Z"]) & ahead["colour"].isna()
        whole = plain.groupby(ahead["round"]).all()
        listed = ahead[ahead["round"].isin(whole.index[whole])]
        lines = [
            f"240 {code} {round_:3d} " + " ".join(f"{n:4d}" for n in rows["player"])
            for (round_, code), rows in listed.groupby(["round", "outcome"], observed=True)
        ]
        return lines, ~self.results["round"].isin(listed["round"]).to_numpy()

    def decisions(self) -> list[str]:
        """Return records 299: points that the code does not give, and adjustments."""
        due = due_of(self.results, self.tournament)
        rows = self.results.assign(due=due)
        rows = rows[rows["decision"] | ((rows["points"] - due).abs() > 1e-9)]
        if self.team and (len(rows) or self.players["adjustment"].any()):
            raise self.refuse(
                "points by decision in a team event", "none: there the numbers of record 299 are teams"
            )
        kinds = {code: kind for kind, codes in CODES_299.items() for code in codes}
        said: dict[tuple[str, str, int], list[int]] = {}
        for player, round_, code, points, paid in zip(
            *(rows[c].tolist() for c in ("player", "round", "outcome", "points", "due")), strict=True
        ):
            kind = kinds.get(code, " ")
            value = self.decimal(points if kind != " " else points - paid, "points")
            said.setdefault((kind, value, round_), []).append(player)
        for player, value in zip(self.number.tolist(), self.players["adjustment"].tolist(), strict=True):
            if value:
                said.setdefault((" ", self.decimal(value, "adjustment"), 0), []).append(player)
        return [
            f"299 {kind}        {value}  {round_:03d} " + " ".join(f"{n:4d}" for n in players)
            for (kind, value, round_), players in said.items()
        ]


def _only(table: pd.DataFrame, key: str) -> pd.DataFrame:
    return table[table["tournament"] == key]


def _rounds_counted(results: pd.DataFrame) -> int:
    paired = [code for code, outcome in BY_CODE.items() if outcome.paired and code != "X"]
    settled = results.loc[results["outcome"].isin(paired), "round"]
    last = settled if len(settled) else results["round"]
    return int(last.max()) if len(last) else 0


def _birth(text: str) -> str:
    """Return the year of a date of birth as TRF writes it: day and month are 00."""
    year, _ = year_of_birth(text)
    return f"{year}/00/00" if year else ""
