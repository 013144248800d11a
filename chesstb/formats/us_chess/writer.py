"""Histories as crosstables of US Chess: text, two lines a player."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb import rules as rulebook
from chesstb.criteria import parse
from chesstb.errors import ChesstbError, FormatError, message
from chesstb.outcomes import BY_CODE, PAYMENTS

if TYPE_CHECKING:
    from chesstb.tables import History

LETTERS: Final = {"1": "W", "=": "D", "0": "L", "+": "X", "-": "F", "D": "Z", "U": "B", "H": "H", "Z": "U"}
"""Outcome to letter: what the crosstable says exactly."""
NEARLY: Final = {"F": "B", "W": "W", "L": "L"}
"""Outcome to letter where the crosstable says less."""

PAID: Final = {"win": 1.0, "draw": 0.5, "loss": 0.0, "bye": 1.0, "half_bye": 0.5, "zero_bye": 0.0,
               "forfeit_win": 1.0, "forfeit_loss": 0.0, "black_win": 1.0, "black_draw": 0.5,
               "black_loss": 0.0}  # fmt: skip
"""What a US Chess crosstable pays."""

_ABOVE: Final = {"name": "Event", "place": "Place", "federation": "Federation", "start": "Start",
                 "end": "End", "system": "System", "rounds": "Rounds", "by": "Tie-breaks",
                 "rules": "Rules"}  # fmt: skip
_NO_PLACE: Final = ("title", "sex", "fide_id", "birth", "team")


def write(history: History, path: str | Path, *, tournament: str | None = None, drop: bool = False) -> Path:
    r"""Write a History as a US Chess crosstable (text); several events stand one below the other.

    Reading the file gives the same events, players and results, except for the keys of several
    events. Published values are not written; the totals are computed.

    Parameters
    ----------
    history : History
        One event or several.
    path : str or Path
        The file; it appears when it is complete.
    tournament : str, optional
        Write this event only.
    drop : bool
        Leave out what the crosstable has no place for but the scores do not depend on: titles, sexes,
        FIDE ids, births, teams, kept lines of the source; and write a requested full-point bye like
        any other and an unrated win or loss like a rated one.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    FormatError
        The History holds something that the crosstable cannot; nothing is written then.

    Examples
    --------
    >>> import tempfile
    >>> from chesstb.tables import History
    >>> games = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "colour": ["w", "b"]}
    >>> event = History.from_tables(games | {"outcome": ["1", "0"]})
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     print(write(event, Path(folder, "event.txt")).read_text().splitlines()[5])
        1 |                                  | 1.0 |W   2|
    """
    if tournament is not None:
        history = history.select(tournament)
    if not len(history):
        raise FormatError(message("", "a History without events", "one event at least"))
    lines = [line for event in history for line in _Chart(event, drop=drop).lines()]
    target = Path(path)
    aside = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        aside.write_bytes(("\n".join(lines) + "\n").encode())
        aside.replace(target)
    except OSError as error:
        raise FormatError(message(str(path), f"cannot be written ({error.strerror})")) from error
    finally:
        if aside.exists():
            aside.unlink()
    return target


class _Chart:
    """One event on its way to lines."""

    def __init__(self, event: History, *, drop: bool) -> None:
        self.key, self.drop = event.events[0], drop
        self.tournament = event.tournaments.iloc[0]
        self.players = event.players
        self.results = event.results
        self.records = len(event.records)
        if self.players.empty:
            raise self._refusal("no player", "one player at least")
        self._check_scores()
        self._check_rest()
        self._check_texts()

    def _refusal(self, found: str, expected: str, remedy: str = "") -> FormatError:
        return FormatError(message(self.key, found, expected, remedy))

    def _check_scores(self) -> None:
        """Refuse what would change a score."""
        pays = {name: float(self.tournament[name]) for name in PAYMENTS if name in PAID}
        odd = [name for name, points in pays.items() if points != PAID[name]]
        if odd:
            raise self._refusal(f"{odd[0]} pays {pays[odd[0]]:g}", f"{PAID[odd[0]]:g}, as at US Chess")
        for column, what in (("adjustment", "points that belong to no round"), ("excluded", "withdrawn")):
            at = self.players[column].astype(float) != 0
            if at.any():
                who = int(self.players.loc[at, "player"].iloc[0])
                raise self._refusal(f"player {who}: {what}", "results only")
        due = self.results["outcome"].map({code: o.halves / 2 for code, o in BY_CODE.items()}).astype(float)
        pending = self.results["outcome"] == "X"
        for at, what in ((pending, "no result yet"), (self.results["decision"], "a decision on the points"),
                         (due != self.results["points"], "other points than the result gives")):  # fmt: skip
            if at.any():
                row = self.results[at].iloc[0]
                raise self._refusal(f"player {row['player']}, round {row['round']}: {what}", "results only")

    def _check_rest(self) -> None:
        """Refuse what the crosstable has no place for, unless it is to be left out."""
        if self.drop:
            return
        odd = [column for column in _NO_PLACE if self.players[column].notna().any()]
        odd += ["records"] if self.records else []
        odd += [f"{BY_CODE[c].title}s ({c})" for c in NEARLY if (self.results["outcome"] == c).any()]
        if odd:
            remedy = "drop=True leaves it out, or writes what comes nearest."
            raise self._refusal(", ".join(odd), "what the crosstable has a place for", remedy)

    def _check_texts(self) -> None:
        """Refuse texts that would come back as something else."""
        texts = [("name", str(name)) for name in self.players["name"].dropna()]
        texts += [(label, str(self.tournament[c])) for c, label in _ABOVE.items() if c not in ("start", "end")
                  and not pd.isna(self.tournament[c])]  # fmt: skip
        for column, text in texts:
            whole = text.encode("utf-8", "replace").decode("utf-8") == text and len(text.splitlines()) == 1
            if not whole or "|" in text or text != text.strip() or "\x1a" in text:
                expected = "text in one line, without bars and without blanks around it"
                raise self._refusal(f"{column} {text!r}", expected)
        federations = self.players["federation"].dropna()
        odd = federations[~federations.str.fullmatch("[A-Z]{3}")]
        if len(odd):
            raise self._refusal(f"federation {odd.iloc[0]!r}", "three capital letters")
        rules, by = self.tournament["rules"], self.tournament["by"]
        if not pd.isna(rules) and rules not in rulebook.names():
            raise self._refusal(f"rules {rules!r}", ", ".join(rulebook.names()))
        if not pd.isna(by):
            try:
                parse(str(by))
            except ChesstbError as error:
                raise self._refusal(f"criteria {by!r} ({error})", "criteria that can be read") from None

    # ------------------------------------------------------------ lines

    def lines(self) -> list[str]:
        """Return all lines, from the name of the event to the rule below the last player."""
        announced = self.tournament["rounds"]
        rounds = max(int(self.results["round"].max()) if len(self.results) else 0,
                     0 if pd.isna(announced) else int(announced))  # fmt: skip
        cells, colours = self._cells(rounds)
        opponents = self.results["opponent"].dropna()
        wide = max(4, len(str(opponents.max())) if len(opponents) else 0)
        size = max(5, len(str(self.players["player"].max())) + 1)
        names = self.players["name"].fillna("")
        name_size = max(32, int(names.str.len().max()))
        heads = [self._heading(size, name_size, wide, rounds, line) for line in (0, 1)]
        rule = "-" * len(heads[0])
        lines = [*self._above(rounds), rule, *heads, rule]
        points = self.results.groupby("player")["points"].sum()
        for row in self.players.to_dict("records"):
            who = row["player"]
            mine = [_spread(text, wide) for text in cells[who]]
            theirs = [text.ljust(wide + 1) for text in colours[who]]
            rating = "Unrated" if pd.isna(row["rating"]) else str(row["rating"])
            federation, name = ("" if pd.isna(row[c]) else row[c] for c in ("federation", "name"))
            total, known = f"{points.get(who, 0.0):.1f}", f"{'':8} / R: {rating:<7}->"
            lines.append(f"{who:>{size}} | {name:<{name_size}} |{total:>4} |" + _joined(mine))
            lines.append(f"{federation:>{size}} | {known:<{name_size}} |{'':4} |" + _joined(theirs))
            lines.append(rule)
        return lines

    def _above(self, rounds: int) -> list[str]:
        """Return what stands above the table."""
        told: list[str] = []
        for column, label in _ABOVE.items():
            value: Any = self.tournament[column]
            if column == "rounds":
                shown = "-" if pd.isna(value) else "" if int(value) == rounds else str(int(value))
            elif pd.isna(value) or (column == "system" and value == "unknown"):
                shown = ""
            else:
                shown = str(value.date()) if column in ("start", "end") else str(value)
            told += [f"{label}: {shown}"] if shown else []
        return told

    @staticmethod
    def _heading(size: int, name_size: int, wide: int, rounds: int, line: int) -> str:
        first = (("Pair", "Player Name", "Tot", "Round"), ("Num", "USCF ID / Rtg (Pre->Post)", "Pts", ""))
        number, name, total, _ = first[line]
        cells = [("Round" if line == 0 else str(r)).ljust(wide + 1) for r in range(1, rounds + 1)]
        return f"{number:>{size}} | {name:<{name_size}} |{total:>4} |" + _joined(cells)

    def _cells(self, rounds: int) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
        """Return of each player the cells of his rounds, and his colours."""
        letters = self.results["outcome"].astype("str").map(LETTERS | NEARLY).to_numpy(dtype=object)
        opponents = self.results["opponent"].astype(object)
        named = opponents.where(opponents.notna(), "").astype("str").to_numpy(dtype=object)
        colours = self.results["colour"].astype(object)
        hues = colours.where(colours.notna(), "").str.upper().to_numpy(dtype=object)
        numbers = self.players["player"].to_numpy()
        row = np.searchsorted(numbers, self.results["player"].to_numpy())
        column = self.results["round"].to_numpy() - 1
        found = []
        for values in (letters + " " + named, hues):
            grid = np.full((len(numbers), rounds), "", dtype=object)
            grid[row, column] = values
            found.append(dict(zip(numbers.tolist(), grid.tolist(), strict=True)))
        return found[0], found[1]


def _spread(cell: str, wide: int) -> str:
    """Return a letter and an opponent as wide as the others."""
    letter, _, opponent = cell.partition(" ")
    return f"{letter or ' '}{opponent:>{wide}}"


def _joined(cells: list[str]) -> str:
    return "".join(f"{cell}|" for cell in cells)
