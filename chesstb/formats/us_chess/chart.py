"""Wall charts of US Chess as SwissSys and WinTD print them: columns under a heading with the rounds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from chesstb import schema
from chesstb.errors import FormatError, message
from chesstb.formats.decoding import decode
from chesstb.formats.notes import Notes
from chesstb.formats.one_event import OneEvent, contents
from chesstb.formats.us_chess.letters import PAIRED, add_cell, check_totals, name_forfeits
from chesstb.formats.values import read_points
from chesstb.tables import History

if TYPE_CHECKING:
    from pathlib import Path

    from chesstb.formats.notes import Place
    from chesstb.tables import Errors

NAME: Final = "a US Chess wall chart (text)"

MARGIN: Final = 3
"""A cell may begin so much before its heading."""
LONGEST: Final = 2_000
"""Signs of a line that are looked at."""
_NAME: Final = re.compile(r"\b(?:name|player)\b", re.IGNORECASE)
_ROUND: Final = re.compile(r"\b(?:Rd|Rnd|Round)?[ .#]{0,2}(\d{1,2})\b", re.IGNORECASE)
_TOTAL: Final = re.compile(r"\b(?:tot|total|score|pts|points)\b", re.IGNORECASE)
_PLAYER: Final = re.compile(r" {0,20}(\d{1,4})[.)]? +(?=[^\W\d_])")
_CELL: Final = re.compile(r"(?<!\S)([WDLXFBHUZ]) {0,4}(\d{1,4})?(?!\S)")
_RATING: Final = re.compile(r"(?<!\S)(\d{3,4})(?:[P/]\d{1,3})?(?!\S)")
_NUMBER: Final = re.compile(r"(?<!\S)\d{1,3}(?:[.,]\d|½)?(?!\S)")
_COLOUR: Final = re.compile(r"(?<!\S)[WB](?!\S)")


class _Heading:
    """Where the rounds and the total stand."""

    def __init__(self, line: str) -> None:
        name = _NAME.search(line)
        found = list(_ROUND.finditer(line, name.end())) if name else []
        numbers = [int(label[1]) for label in found]
        self.rounds = len(found) if numbers == list(range(1, len(numbers) + 1)) else 0
        self.middles = [(label.start() + label.end()) / 2 for label in found]
        self.start = max(int(found[0].start()) - MARGIN, 0) if found else 0
        total = _TOTAL.search(line)
        self.total = (total.start() + total.end()) / 2 if total else -1.0

    def round_at(self, middle: float) -> int:
        """Return the round whose label is nearest."""
        return min(range(self.rounds), key=lambda k: abs(self.middles[k] - middle)) + 1


def _plain(line: str) -> str:
    return line[:LONGEST].expandtabs(8).replace("|", " ")


def recognises(head: bytes, path: Path) -> bool:  # noqa: ARG001 - every format is asked the same
    """Say whether the first bytes of a file are those of a wall chart."""
    heading: _Heading | None = None
    for raw in head.decode("latin-1").splitlines():
        line = _plain(raw)
        read = _Heading(line)
        if read.rounds:
            heading = read
        elif heading and _PLAYER.match(line) and _has_game(raw, heading.start):
            return True
    return False


def _has_game(raw: str, start: int) -> bool:
    """Say whether a row has a letter with an opponent; an initial beside a score is none."""
    cells = _CELL.finditer(raw[:LONGEST].expandtabs(8).replace("|", "\n"), start)
    return any(cell[1] in PAIRED and int(cell[2] or 0) for cell in cells)


def read(path: Path, *, errors: Errors = "repair") -> History:
    r"""Read a wall chart: one section, or several one below the other.

    Parameters
    ----------
    path : Path
        The file.
    errors : {"strict", "repair"}
        Whether mistakes are an error, or are repaired where there is one way to and reported.

    Returns
    -------
    History
        Each section is an event: the name of the file without its ending, further ones with a number
        behind it. A cell belongs to the round whose heading is nearest. Colours are read from a line
        below that has nothing but ``W`` and ``B`` under the rounds. US Chess numbers are left out.

    Raises
    ------
    FormatError
        There is no player; with ``errors="strict"`` also anything that had to be repaired.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> lines = [
    ...     "No. Name           Rate   Rd 1   Rd 2   Tot",
    ...     "1.  Lee, Ann       1800   W   2  H      1.5",
    ...     "2.  Ray, Bob       1500   L   1  B      1.0",
    ... ]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "quad.txt")
    ...     _ = path.write_text("\n".join(lines))
    ...     read(path).results["outcome"].tolist()
    ['1', 'H', '0', 'U']
    """
    notes = Notes(path.name, strict=errors == "strict")
    charts: list[_Chart] = []
    heading: _Heading | None = None
    for number, raw in enumerate(decode(contents(path), notes).splitlines(), start=1):
        line = _plain(raw)
        found = _Heading(line)
        player = _PLAYER.match(line)
        if found.rounds:
            heading = found
            if not charts or charts[-1].event.players:
                key = path.stem + (f" ({len(charts) + 1})" if charts else "")
                charts.append(_Chart(OneEvent(key, Notes(path.name, notes.strict, notes.rows))))
                notes.rows = []
            charts[-1].heading = heading
        elif heading and player:
            charts[-1].player(number, line, player)
        elif heading and line.strip():
            charts[-1].further(number, line)
        elif _has_game(raw, 0):
            why = "results without a heading above them"
            notes.wrong((number, "1"), line.strip()[:40], "left aside", why, "the numbers of the rounds")
    lost = [row for chart in charts if not chart.event.players for row in chart.event.notes.rows]
    charts = [chart for chart in charts if chart.event.players]
    if not charts:
        raise FormatError(message(path.name, "no player", "numbered lines under a heading with the rounds"))
    charts[0].event.notes.rows += lost
    histories = [chart.history(errors) for chart in charts]
    return histories[0] if len(histories) == 1 else History.concat(histories)


class _Chart:
    """One section while its lines are read."""

    def __init__(self, event: OneEvent) -> None:
        self.event = event
        self.heading = _Heading("")
        self.seen: set[int] = set()
        self.cells: dict[tuple[int, int], tuple[Place, str, int]] = {}
        self.colours: dict[tuple[int, int], str] = {}
        self.totals: dict[int, tuple[Place, float]] = {}
        self.now = 0

    def player(self, line: int, text: str, found: re.Match[str]) -> None:
        """Read the line of a player."""
        number, notes = int(found[1]), self.event.notes
        if not number or number in self.seen:
            why = "a second line for this player" if number else "no number of a player"
            notes.wrong((line, "1"), found[1], "left out", why, "one line for each number from 1")
            self.now = 0
            return
        self.now = number
        self.seen.add(number)
        first = _CELL.search(text, self.heading.start)
        left = text[found.end() : first.start() if first else self.heading.start + MARGIN]
        rating = _RATING.search(left)
        name = re.split(r" {2,}", left.strip(), maxsplit=1)[0]
        name = re.sub(r"(?: \d{3,8}(?:[P/]\d{1,3})?)+$", "", name)
        row = {"player": number, "name": name, "rating": int(rating[1]) if rating else None}
        if rating and int(rating[1]) > schema.MOST_RATING:
            row["rating"] = None
        self.event.players.append(row)
        self._cells(line, text)
        self._total(line, text)

    def _cells(self, line: int, text: str) -> None:
        end = 0
        for cell in _CELL.finditer(text, self.heading.start):
            round_ = self.heading.round_at((cell.start() + min(cell.end(), cell.start() + 5)) / 2)
            at: Place = (line, str(cell.start() + 1))
            opponent = int(cell[2] or 0) if cell[1] in PAIRED else 0  # behind a bye stands a running total
            if (self.now, round_) in self.cells:
                where = {"player": self.now, "round": round_}
                why = "a second result in the column of this round"
                self.event.notes.wrong(at, cell[0], "left out", why, "one result", **where)
                continue
            self.cells[self.now, round_] = (at, cell[1], opponent)
            end = cell.end()
        strange = re.search(
            r"(?<!\S)[A-Z*?]\w*(?!\S)", _CELL.sub(lambda m: " " * len(m[0]), text[self.heading.start :])
        )
        if strange and end:
            place = (line, str(self.heading.start + strange.start() + 1))
            expected = "a letter and an opponent"
            self.event.notes.wrong(place, strange[0][:40], "left out", "no result that is known", expected,
                                   player=self.now)  # fmt: skip

    def _total(self, line: int, text: str) -> None:
        """Read the number under the heading of the totals."""
        if self.heading.total < 0:
            return
        rest = _CELL.sub(lambda cell: " " * len(cell[0]), text)
        near = [(abs((n.start() + n.end()) / 2 - self.heading.total), n) for n in _NUMBER.finditer(rest)]
        distance, found = min(near, key=lambda pair: pair[0], default=(99.0, None))
        total = read_points(found[0]) if found and distance <= 3 else None
        if total is None:
            why = "no number below the heading of the totals"
            self.event.notes.say((line, "total"), "nothing", "no total", why, player=self.now)
        if found and total is not None:
            self.event.publish(self.now, "Total", "PTS", total)
            self.totals[self.now] = ((line, str(found.start() + 1)), total)

    def further(self, line: int, text: str) -> None:
        """Read a line below a player's: colours, and a rating that stands there."""
        if _has_game(text, self.heading.start):
            why = "results without the number of a player"
            self.event.notes.wrong((line, "1"), text.strip()[:40], "left aside", why, "a number and a name")
        if not self.now:
            return
        under = text[self.heading.start :]
        if under.strip() and not under.replace("W", "").replace("B", "").strip(" -"):
            for colour in _COLOUR.finditer(text, self.heading.start):
                round_ = self.heading.round_at((colour.start() + colour.end()) / 2)
                self.colours.setdefault((self.now, round_), colour[0])
        rating = _RATING.search(text[: self.heading.start])
        if rating and self.event.players[-1]["rating"] is None and int(rating[1]) <= schema.MOST_RATING:
            self.event.players[-1]["rating"] = int(rating[1])

    def history(self, errors: Errors) -> History:
        """Return the section as an event."""
        for (player, round_), (at, letter, opponent) in self.cells.items():
            colour = self.colours.get((player, round_), "")
            add_cell(self.event, at, player, round_, (letter, opponent, colour))
        for player, round_ in sorted(self.colours.keys() - self.cells.keys()):
            at = (None, f"player {player}, round {round_}")
            found, why = self.colours[player, round_], "a colour without a result above it"
            self.event.notes.wrong(at, found, "no game", why, player=player, round=round_)
        if not self.cells:
            found = f"{self.heading.rounds} rounds without a result"
            self.event.notes.say((None, "rounds"), found, "no games", "an event without results")
        name_forfeits(self.event)
        check_totals(self.event, self.totals)
        self.event.tournament["rounds"] = self.heading.rounds
        return self.event.history(errors)
