"""Boards of a Swiss-Manager file as rows of results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from chesstb import schema
from chesstb.formats.one_event import offset
from chesstb.formats.swiss_manager.sections import refused
from chesstb.formats.swiss_manager.settings import ROUND_ROBINS
from chesstb.outcomes import NUMBER

if TYPE_CHECKING:
    from chesstb.formats.one_event import FileNotes
    from chesstb.formats.swiss_manager.sections import Section
    from chesstb.formats.swiss_manager.settings import RoundRecords, Settings

RECORD: Final = np.dtype([("white", "<u2"), ("black", "<u2"), ("result", "<u2"), ("rest", "V15")])

BYE, NOT_PAIRED = 0xFFFF, 0xFFFE
"""What stands for an opponent where there is none."""

GAME: Final = {0: "XX", 1: "10", 2: "==", 3: "01", 4: "+-", 5: "-+", 6: "--", 15: "WL", 16: "DD", 17: "LW"}
"""Result of a game to the codes of White and Black."""
EMPTY_SIDE: Final = {4: "+-", 5: "-+"}
"""The same where a team left one side of a board empty."""
BYES: Final = {0: "UU", 8: "ZZ", 9: "UU"}
UNPAIRED: Final = {0: "ZZ", 1: "FF", 2: "HH", 3: "ZZ"}
FREE: Final = {0: "ZZ", 8: "ZZ", 9: "ZZ"}
"""In a round robin a bye is a free round and earns nothing."""

MOST: Final = 32
"""Results from here on are none; the program uses smaller numbers."""
WHY_UNKNOWN: Final = {
    "X": ("a game without result",
          "no known result of a game: decisions such as 0-0 are stored under numbers that are not known"),
    "Z": ("an absence", "no known result of a bye or an empty board"),
}  # fmt: skip
"""By what stands for a result that is not known."""
NOT_SURE: Final = (
    (BYES, 0, "U", "a bye without a result yet: what it earns is certain"),
    (BYES, 8, "Z", "a free round, which earns nothing; no file has shown one"),
    (UNPAIRED, 1, "F", "a bye of a full point; no file has shown one"),
    (GAME, 16, "D", "a draw that is not rated; no file has shown one"),
)
"""Results that are reported though they are read."""

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass
class Boards:
    """The records of the boards of the paired rounds: one entry each in each array."""

    round: Ints
    white: Ints
    black: Ints
    result: Ints
    offset: Ints
    notes: FileNotes

    def report(self, where: Bools, taken: str, why: str, *, wrong: bool = False) -> None:
        """Report some records, each for the player that it names first."""
        say = self.notes.wrong if wrong else self.notes.say
        for row in np.flatnonzero(where):
            player = int(self.white[row] or self.black[row])
            found = (
                f"white {self.white[row]}, black {_shown(int(self.black[row]))}, result {self.result[row]}"
            )
            say(
                offset(int(self.offset[row])), found, taken, why,
                player=player, round=int(self.round[row]),
            )  # fmt: skip


def _shown(number: int) -> str:
    return {BYE: "bye", NOT_PAIRED: "not paired"}.get(number, str(number))


@dataclass(frozen=True)
class Rows:
    """Rows of results, and the offset of each in the file."""

    columns: dict[str, Any]
    at: Ints

    def places(self, file: str) -> pd.DataFrame:
        """Return where each row stands in the file."""
        nothing = pd.array([None], dtype="Int64").take(np.zeros(len(self.at), dtype=np.int64))
        texts = np.char.add("offset ", self.at.astype(str))
        return pd.DataFrame({"file": file, "line": nothing, "column": texts.astype(object)})


def read_boards(section: Section, settings: Settings, rounds: RoundRecords) -> Rows:
    """Return the results of the paired rounds.

    Raises
    ------
    FormatError
        The section does not hold as many records as the rounds have, or a round has more than players.
    """
    notes, due = section.notes, sum(rounds.boards)
    if section.left != due * RECORD.itemsize:
        found = f"the rounds have {due} boards of {RECORD.itemsize} bytes, the section {section.left} bytes"
        raise refused(notes, section.at, found)
    most = max(rounds.boards, default=0)
    if most > settings.players and not settings.of_teams:
        raise refused(notes, section.at, f"a round has {most} boards for {settings.players} players")
    records = np.frombuffer(section.data, RECORD, due, section.at)
    round_ = np.repeat(np.arange(1, settings.rounds + 1), rounds.boards)
    kept = round_ <= settings.paired
    if not kept.all():
        taken, why = "left out", "boards of rounds that are not paired yet"
        first = section.at + RECORD.itemsize * int(np.argmin(kept))
        notes.say(offset(first), f"{int((~kept).sum())} boards", taken, why)
    white, black, result = (records[name][kept].astype(np.int64) for name in ("white", "black", "result"))
    at = section.at + RECORD.itemsize * np.flatnonzero(kept)
    return _rows(Boards(round_[kept], white, black, result, at, notes), settings)


def _rows(boards: Boards, settings: Settings) -> Rows:
    """Return two rows for each game, one for everybody else."""
    white, black = boards.white, boards.black
    there = np.column_stack([_is_player(white, settings), _is_player(black, settings)])
    game: Bools = there[:, 0] & there[:, 1]
    kinds = [
        (game, GAME, "X"),
        (there[:, 0] & (black == BYE), FREE if settings.type in ROUND_ROBINS else BYES, "Z"),
        (there[:, 0] & (black == NOT_PAIRED), UNPAIRED, "Z"),
    ]
    known = game | kinds[1][0] | kinds[2][0]
    if settings.of_teams:
        kinds.append((there.any(axis=1) & (np.minimum(white, black) == 0), EMPTY_SIDE, "Z"))
        known |= kinds[3][0] | (np.maximum(white, black) == 0)
    boards.report(~known, "left out", "a board needs two players of the event, or one and a bye", wrong=True)
    outcome = np.zeros((len(white), 2), dtype=np.int64)
    for where, codes, otherwise in kinds:
        outcome[where] = _outcomes(boards, where, codes, otherwise)
    return _two_sides(boards, there & known[:, None], game, outcome)


def _outcomes(boards: Boards, where: Bools, codes: dict[int, str], otherwise: str) -> Ints:
    """Return the outcomes of both sides of some records; report results that are not sure."""
    table = np.full((MOST + 1, 2), NUMBER[otherwise], dtype=np.int64)
    unknown = np.ones(MOST + 1, dtype=bool)
    for result, code in codes.items():
        table[result], unknown[result] = [NUMBER[side] for side in code], False
    results = np.minimum(boards.result, MOST)
    boards.report(where & unknown[results], *WHY_UNKNOWN[otherwise], wrong=True)
    for of, number, taken, why in NOT_SURE:
        if of is codes:
            boards.report(where & (results == number), taken, why)
    found: Ints = table[results[where]]
    return found


def _is_player(number: Ints, settings: Settings) -> Bools:
    found: Bools = (number >= 1) & (number <= settings.players)
    return found


def _two_sides(boards: Boards, there: Bools, coloured: Bools, outcome: Ints) -> Rows:
    """Return a row for each player that a record names, White's before Black's."""
    at, side = np.nonzero(there)
    numbers = np.column_stack([boards.white, boards.black])
    opponent = np.where(there[at, 1 - side], numbers[at, 1 - side], 0)
    colour = np.where(coloured[at], side, schema.NOTHING).astype(np.int8)
    columns = {
        "player": numbers[at, side],
        "round": boards.round[at],
        "opponent": opponent,
        "colour": pd.Categorical.from_codes(colour, dtype=schema.COLOUR),
        "outcome": pd.Categorical.from_codes(outcome[at, side].astype(np.int8), dtype=schema.OUTCOME),
    }
    return Rows(columns, boards.offset[at])
