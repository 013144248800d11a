"""Pairings of Vega as text: ``pairs1.txt``, ``pairs2.txt``, …, one round each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from chesstb.errors import FormatError, message
from chesstb.formats.decoding import decode
from chesstb.formats.one_event import OneEvent, contents

if TYPE_CHECKING:
    from pathlib import Path

    from chesstb.tables import Errors, History

__all__ = ["NAME", "read", "read_rounds", "recognises", "rounds_beside"]

NAME: Final = "pairings of Vega (text)"

TITLE: Final = re.compile(r"(.*): Pairing of round (\d{1,3})[ \t]*")
FILE: Final = re.compile(r"(.*?)(\d{1,3})")
NUMBERS: Final = re.compile(r"\s*(\d{1,5}) -\s*(\d{1,5}|BYE|)\s*")
POINTS: Final = re.compile(r"\([ \d.,½]{0,12}\)")
BETWEEN: Final = re.compile(r"\([ \d.,½]{0,12}\) - ")
LIMIT: Final = 1024 * 1024
RESULTS: Final = {
    "1-0": "10", "0-1": "01", "½-½": "==", "1F-0F": "+-", "0F-1F": "-+", "0F-0F": "--", "": "XX", "-": "XX",
}  # fmt: skip
ALONE: Final = {"1": "U", "½": "H", "0": "Z", "": "U"}


def recognises(head: bytes, path: Path) -> bool:  # noqa: ARG001 - every format is asked the same
    """Say whether the first line is the title of the pairings of a round, and boards follow."""
    text = head.decode("latin-1").removeprefix("ï»¿")
    first, _, rest = text.partition("\n")
    return len(first) < 500 and TITLE.fullmatch(first.rstrip("\r")) is not None and "====" in rest


def rounds_beside(path: Path) -> list[Path]:
    """Return the files of all rounds, in order: those of the same name with another number.

    The file of the round that was asked for is always among them; further rounds are not.
    """
    found = FILE.fullmatch(path.stem)
    if not found:
        return [path]
    last = int(found[2])
    names = [path.with_name(f"{found[1]}{k}{path.suffix}") for k in range(1, last)]
    return [*(name for name in names if name.is_file()), path]


def read(path: Path, *, errors: Errors = "repair") -> History:
    """Read the pairings of a round, with those of all rounds before it that stand beside it.

    Parameters
    ----------
    path : Path
        The file of the last round.
    errors : {"strict", "repair"}
        Whether mistakes are repaired and reported in ``repairs``, or are an error.

    Returns
    -------
    History
        One event. Who is not on the list of a round has no row in it: the border fills in an
        absence, and ``repairs`` says so.

    Raises
    ------
    FormatError
        A file is damaged.
    """
    event = OneEvent.of(path, errors)
    title, names = read_rounds(event, rounds_beside(path))
    event.notes.file = path.name
    event.tournament["name"] = title.strip() or None
    event.players = [{"player": number, "name": name or None} for number, name in sorted(names.items())]
    if not names:
        raise FormatError(message(path.name, "no board", "b = NAME (pts) - NAME (pts) = no - no = result"))
    return event.history(errors)


def read_rounds(event: OneEvent, files: list[Path], title: str = "") -> tuple[str, dict[int, str]]:
    """Add the results of rounds to an event, and return its name and those of the players by number.

    Parameters
    ----------
    event : OneEvent
        The event.
    files : list of Path
        The pairings of its rounds.
    title : str
        Its name; that of the first file where it is not known.

    Raises
    ------
    FormatError
        A file is damaged.
    """
    names: dict[int, str] = {}
    for file in files:
        event.notes.file = file.name
        lines = decode(contents(file, LIMIT), event.notes).splitlines()
        head = TITLE.fullmatch(lines[0].strip()) if lines else None
        if head is None:
            raise FormatError(message(f"{file.name}, line 1", "no title", "EVENT: Pairing of round N"))
        if title and head[1].strip() != title.strip():
            event.notes.say((1, "1"), head[1][:60], "left aside", "the pairings of another event")
            continue
        title = head[1]
        _round(event, lines, int(head[2]), names)
    return title, names


def _round(event: OneEvent, lines: list[str], round_: int, names: dict[int, str]) -> None:
    boards: set[int] = set()
    for at, line in enumerate(lines[1:], start=2):
        if not line.strip(" =-\t") or "www.vegachess.com" in line:
            continue
        board, *parts = line.split("=")
        numbers = NUMBERS.fullmatch(parts[1]) if len(parts) == 3 and board.strip().isdecimal() else None
        if numbers is None:
            event.notes.wrong((at, "1"), line.strip()[:60], "left aside", "no board")
            continue
        boards.add(int(board.strip()[:6]))
        white, black = int(numbers[1]), int(numbers[2] if numbers[2] not in ("", "BYE") else 0)
        for number, name in zip((white, black), _two_names(parts[0]), strict=True):
            if number:
                names.setdefault(number, name)
        _board(event, (at, "result"), (white, black, round_), "".join(parts[2].split()))
    missing = max(boards) - len(boards) if boards else 1
    if missing:
        shown = f"{len(boards)} boards" + (f", the last is number {max(boards)}" if boards else "")
        event.notes.wrong((1, "1"), shown, "those that are there", "boards of the round are missing")


def _two_names(text: str) -> tuple[str, str]:
    """Return the names of a board, without the points behind them."""
    parts = BETWEEN.split(text, maxsplit=1)
    if len(parts) < 2:
        parts = [*text.split(" - ", 1), ""]
    last = [*POINTS.finditer(parts[1])]
    second = parts[1][: last[-1].start()] if last else parts[1]
    return parts[0].strip(), second.strip()


def _board(event: OneEvent, at: tuple[int, str], who: tuple[int, int, int], result: str) -> None:
    white, black, round_ = who
    if not white or not black:
        if white or black:
            side = result.split("-")[0 if white else -1]
            if side not in ALONE:
                here: dict[str, Any] = {"player": white or black, "round": round_}
                event.notes.wrong(at, result, "U", "no result of a bye", "1, ½ or 0", **here)
            event.cell(at, white or black, round_, ALONE.get(side, "U"))
        return
    outcomes = RESULTS.get(result)
    if outcomes is None:
        here = {"player": white, "round": round_}
        event.notes.wrong(at, result, "no result yet", "no result that is known", **here)
        outcomes = "XX"
    event.cell(at, white, round_, outcomes[0], opponent=black, colour="w")
    event.cell(at, black, round_, outcomes[1], opponent=white, colour="b")
