"""Player records (001) as arrays: all lines are one matrix of characters, cut by columns.

Only lines that do not keep to the columns, and cells that hold something strange, are looked at
one by one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from chesstb import schema
from chesstb.formats.dates import year_of_birth
from chesstb.formats.trf.columns import CELL, FIRST, straight
from chesstb.formats.values import TITLES, read_points
from chesstb.outcomes import CODES, NUMBER

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.formats.notes import Notes
    from chesstb.formats.trf.lines import Line

EMPTY: Final = -1
STRANGE: Final = -2

_UNSAID: Final = {"*": "", "?": "", "½": "=", "–": "-", "−": "-", "O": "0", "o": "0"}
"""Signs that are no TRF codes, but can mean only one thing."""


@dataclass
class Players:
    """The players of one event: a value each, and (players, rounds) arrays of their cells.

    ``opponent`` is 0 for none, ``colour`` 0 white, 1 black, -1 none, ``outcome`` the number of the
    code, -1 for nothing. ``there`` says which cells hold anything, ``blank`` which of these hold
    neither opponent nor result.
    """

    line: NDArray[np.int64]
    number: NDArray[np.int64]
    rank: NDArray[np.int64]
    points: NDArray[np.float64]
    columns: dict[str, Any]
    opponent: NDArray[np.int64]
    colour: NDArray[np.int8]
    outcome: NDArray[np.int8]
    there: NDArray[np.bool_]
    blank: NDArray[np.bool_]


def cut(lines: list[Line], notes: Notes) -> Players:
    """Return the players of one event from their lines.

    Raises
    ------
    FormatError
        A line has no starting number, or a cell a result that is no code.
    """
    chars = straight(lines, notes)
    lines, chars, number = _numbered(lines, chars, notes)
    opponent, colour, outcome, there, blank = _cells(chars, lines, notes)
    rank, odd = whole(chars[:, 85:89])
    for row in np.flatnonzero(odd):
        text = "".join(map(chr, chars[row, 85:89])).strip()
        notes.wrong((lines[row].number, "86-89"), text, "", "no rank", "a whole number")
    return Players(
        line=np.array([line.number for line in lines]), number=number, rank=np.where(odd, 0, rank),
        points=_points(chars, lines, notes), columns=_columns(chars, lines, notes),
        opponent=opponent, colour=colour, outcome=outcome, there=there, blank=blank,
    )  # fmt: skip


def _numbered(
    lines: list[Line], chars: NDArray[np.uint32], notes: Notes
) -> tuple[list[Line], NDArray[np.uint32], NDArray[np.int64]]:
    """Return the lines with their starting numbers; of several for one number, the first."""
    number, odd = whole(chars[:, 4:8])
    odd |= (chars[:, 8] >= 48) & (chars[:, 8] <= 57)
    for row in np.flatnonzero(odd | (number <= 0)):
        number[row] = _odd_number(lines[row], notes)
    if len(np.unique(number)) == len(number):
        return lines, chars, number
    first = np.zeros(len(number), dtype=bool)
    first[np.unique(number, return_index=True)[1]] = True
    for row in np.flatnonzero(~first):
        why = "another line has this starting number already"
        notes.wrong((lines[row].number, "5-8"), str(number[row]), "left out", why)
    return [line for line, there in zip(lines, first, strict=True) if there], chars[first], number[first]


def _odd_number(line: Line, notes: Notes) -> int:
    found = re.match(r"001\s*(\d+)", line.text[:13])
    if found and 0 < int(found[1]) < 2**31:
        why = "the starting number is out of its columns"
        notes.wrong((line.number, "5-8"), line.text[4:8], found[1], why, "a number from 1 to 9999")
        return int(found[1])
    text = line.text[4:8].strip()
    raise notes.refuse((line.number, "5-8"), f"{text!r} as starting number", "a number from 1 to 9999")


def whole(chars: NDArray[np.uint32]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return numbers cut out of a matrix (0 where blank), and where the columns hold something else."""
    digit = (chars >= 48) & (chars <= 57)
    value = np.zeros(chars.shape[:-1], dtype=np.int64)
    for place in range(chars.shape[-1]):
        value = np.where(digit[..., place], value * 10 + chars[..., place] - 48, value)
    starts = digit[..., 0] + (digit[..., 1:] & ~digit[..., :-1]).sum(axis=-1)
    return value, ((~digit & (chars != 32)).any(axis=-1)) | (starts > 1)


def words(chars: NDArray[np.uint32]) -> list[str]:
    """Return columns of a matrix as texts without the blanks around them."""
    block = np.ascontiguousarray(chars).view(f"U{chars.shape[1]}").ravel()
    return list(np.strings.strip(block).tolist())


# ---------------------------------------------------------------- cells of the rounds


def _code_table() -> NDArray[np.int8]:
    table = np.full(128, STRANGE, dtype=np.int8)
    for code, number in NUMBER.items():
        if code != "X":  # inside, the code of a game without a result; in a file, nothing stands for it
            table[[ord(code), ord(code.lower())]] = number
    table[32] = EMPTY
    return table


def _colour_table() -> NDArray[np.int8]:
    table = np.full(128, STRANGE, dtype=np.int8)
    table[[ord(c) for c in " -"]] = EMPTY
    table[[ord(c) for c in "wW"]] = 0
    table[[ord(c) for c in "bB"]] = 1
    return table


_CODE: Final = _code_table()
_COLOUR: Final = _colour_table()


def _looked_up(table: NDArray[np.int8], chars: NDArray[np.uint32]) -> NDArray[np.int8]:
    return np.where(chars < 128, table[np.minimum(chars, 127)], np.int8(STRANGE))


def _cells(
    chars: NDArray[np.uint32], lines: list[Line], notes: Notes
) -> tuple[NDArray[np.int64], NDArray[np.int8], NDArray[np.int8], NDArray[np.bool_], NDArray[np.bool_]]:
    cells = chars[:, FIRST - 1 :].reshape(len(chars), -1, CELL)
    opponent, odd = whole(cells[:, :, :4])
    colour, outcome = _looked_up(_COLOUR, cells[:, :, 5]), _looked_up(_CODE, cells[:, :, 7])
    odd |= (colour == STRANGE) | (outcome == STRANGE) | (cells[:, :, [4, 6, 8, 9]] != 32).any(axis=2)
    for row, round_ in np.argwhere(odd):
        text = "".join(map(chr, cells[row, round_]))
        opponent[row, round_], colour[row, round_], outcome[row, round_] = odd_cell(
            text, lines[row].number, FIRST + CELL * int(round_), notes
        )
    there = (cells[:, :, :4] != 32).any(axis=2) | (outcome != EMPTY)
    _look_at_byes(opponent, outcome, lines, notes)
    outcome[(opponent > 0) & (outcome == EMPTY)] = NUMBER["X"]
    blank = there & (outcome == EMPTY)
    outcome[blank] = NUMBER["Z"]
    return opponent, colour, outcome, there, blank


def _look_at_byes(
    opponent: NDArray[np.int64], outcome: NDArray[np.int8], lines: list[Line], notes: Notes
) -> None:
    """Report several pairing-allocated byes in one round; nobody but one player can be left over."""
    left_over = (outcome == NUMBER["U"]) & (opponent == 0)
    for round_ in np.flatnonzero(left_over.sum(axis=0) > 1):
        for row in np.flatnonzero(left_over[:, round_])[1:]:
            at = (lines[row].number, str(FIRST + CELL * int(round_) + 7))
            notes.say(at, "U", "U", f"another player has the pairing-allocated bye of round {round_ + 1}")


def odd_cell(text: str, line: int, column: int, notes: Notes) -> tuple[int, int, int]:
    """Read one cell that is no plain "opponent colour result"; say so, or refuse it."""
    spread = re.fullmatch(r"\s*(\d{1,4})\s+(\S)\s*(\S?)\s*", text)
    opponent, colour, code = spread.groups() if spread else (text[:4].strip(), text[5], text[7])
    if not spread and text[4] + text[6] + text[8:] != "    " and text.strip():
        expected = "an opponent, a colour and a result, four, one and one columns with blanks between"
        raise notes.refuse((line, str(column)), repr(text.strip()), expected)
    if not (opponent.isdecimal() or opponent.strip("-") == ""):
        raise notes.refuse((line, str(column)), f"opponent {opponent!r}", "a starting number or 0000")
    known = _COLOUR[ord(colour)] if colour and ord(colour) < 128 else STRANGE
    if known == STRANGE:
        black = colour in "sS"  # schwarz
        notes.wrong((line, str(column + 5)), colour, "b" if black else "", "no colour", "w, b, - or nothing")
        known = 1 if black else EMPTY
    number = int(opponent) if opponent.isdecimal() else 0
    return number, int(known), _odd_code(code.strip(), number, line, column + 7, notes)


def _odd_code(code: str, opponent: int, line: int, column: int, notes: Notes) -> int:
    known = _CODE[ord(code)] if code and ord(code) < 128 else (STRANGE if code else EMPTY)
    if known != STRANGE:
        return int(known)
    if code not in _UNSAID:
        expected = " ".join(c for c in CODES if c != "X") + " or nothing"
        raise notes.refuse((line, str(column)), f"result {code!r} is no TRF code", f"one of {expected}")
    meant = _UNSAID[code]
    taken = meant or ("no result yet" if opponent else "nothing")
    notes.wrong((line, str(column)), code, taken, "no TRF code, but it can mean only one thing")
    return NUMBER[meant] if meant else EMPTY


# ---------------------------------------------------------------- the other columns


def _points(chars: NDArray[np.uint32], lines: list[Line], notes: Notes) -> NDArray[np.float64]:
    texts = words(chars[:, 80:84])
    known = {text: read_points(text) for text in set(texts)}
    for row, text in enumerate(texts):
        if text and known[text] is None:
            notes.wrong((lines[row].number, "81-84"), text, "", "no points", "a number")
    return np.array([np.nan if (p := known[text]) is None else p for text in texts])


def _columns(chars: NDArray[np.uint32], lines: list[Line], notes: Notes) -> dict[str, Any]:
    rating, odd = whole(chars[:, 48:52])
    odd = odd | (rating > schema.MOST_RATING)
    for row in np.flatnonzero(odd):
        text = "".join(map(chr, chars[row, 48:52])).strip()
        notes.wrong(
            (lines[row].number, "49-52"), text, "", "no rating", f"a whole number up to {schema.MOST_RATING}"
        )
    sexes, titles = words(chars[:, 9:10]), words(chars[:, 10:13])
    return {
        "name": words(chars[:, 14:47]),
        "title": [TITLES.get(title.lower(), title.upper()) for title in titles] if any(titles) else titles,
        "sex": ["w" if sex in "wWfF" and sex else sex.lower() for sex in sexes],
        "federation": words(chars[:, 53:56]),
        "rating": np.where(odd, 0, rating),
        "fide_id": ["" if text == "0" else text for text in words(chars[:, 57:68])],
        "birth": _births(words(chars[:, 69:79]), lines, notes),
    }


def _births(texts: list[str], lines: list[Line], notes: Notes) -> list[str]:
    """Return the years of dates of birth; what is said of others does not repeat day and month."""
    known = {text: year_of_birth(text) for text in set(texts)}
    for row, text in enumerate(texts):
        year, sure = known[text]
        if not sure:
            shown = year.join(re.sub("[0-9]", "·", part) for part in (text.split(year) if year else [text]))
            notes.say((lines[row].number, "70-79"), shown, year, "no date of birth that can be read")
    return [known[text][0] for text in texts]
