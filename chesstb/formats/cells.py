"""Cells of results sheets as people and programs write them: points, results, colours, names.

Every function takes the text of one cell and returns nothing (None or empty) for what it does not know,
so that the reader of a table can say which cell it was.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Iterable

TITLES: Final = frozenset(
    {
        "GM", "IM", "FM", "CM", "NM", "WGM", "WIM", "WFM", "WCM", "WNM", "WLM",
        "AGM", "AIM", "AFM", "ACM", "HM", "LM", "SM", "LGM", "LNM",
    }
)  # fmt: skip
"""Titles that may stand in front of a name, or behind it in brackets."""

LONGEST: Final = 1_000
"""Signs of a cell that are looked at: no name, number or result is longer."""

_BLANK: Final = re.compile(r"[\s\u00a0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f\u2060\u3000\ufeff\u00ad]+")
_SIGNS: Final = str.maketrans(
    dict.fromkeys("−–—‐‑‒―⁃﹘﹣－", "-")
    | dict.fromkeys("⁄∕／", "/")
    | dict.fromkeys("：∶", ":")
    | {"˝": "½"}  # what a half becomes in the Central European code page
    | {"＋": "+", "＝": "=", "，": ",", "．": ".", "×": "x", "’": "'"}
    | {chr(0xFF10 + figure): str(figure) for figure in range(10)},
)


def plain(text: object) -> str:
    r"""Return the text of a cell with plain blanks and signs: no-break spaces, Unicode minus, wide figures.

    Parameters
    ----------
    text : object
        The cell; None and NaN are nothing.

    Returns
    -------
    str
        Without blanks at the ends, one blank where there were several.

    Examples
    --------
    >>> (
    ...     plain("\u00a0Ann\u202f Lee \ufeff"),
    ...     plain("+ \u2212 \u2013"),
    ...     plain(None),
    ...     plain(float("nan")),
    ...     plain(2.5),
    ... )
    ('Ann Lee', '+ - -', '', '', '2.5')
    """
    if not isinstance(text, str):
        if text is None or pd.isna(text):  # type: ignore[call-overload]
            return ""
        text = str(text)
    return _BLANK.sub(" ", text[:LONGEST]).strip().translate(_SIGNS)


# ---------------------------------------------------------------- numbers

_HALVES: Final = {"½": 0.5, "¼": 0.25, "¾": 0.75}
_NUMBER: Final = re.compile(
    r"(?P<sign>[+-]?)(?P<whole>[0-9]{0,9})(?:[.,](?P<part>[0-9]{1,30})|[.,]?)"
    r"(?P<half>(?: ?[½¼¾]| ?1/2| 1/4| 3/4)?)"
)


def number(text: object) -> float | None:
    r"""Read a number with a point or a comma, or with a fraction glued to it or behind a blank.

    Parameters
    ----------
    text : object
        The cell.

    Returns
    -------
    float or None
        None where the cell is empty or no number.

    Examples
    --------
    >>> [
    ...     number(t)
    ...     for t in ("1/2", "0.5", "0,5", "½", ".5", ",5", "9½", "9 1/2", "10 ½", "43,25", "7.", "−2")
    ... ]
    [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 9.5, 9.5, 10.5, 43.25, 7.0, -2.0]
    >>> [number(t) for t in ("", "=", "x", "1.2.3", "-", "nan", "1e9", "½½", "11/2", "1,5½")]
    [None, None, None, None, None, None, None, None, None, None]
    """
    cell = plain(text)
    if cell == "1/2":
        return 0.5
    found = _NUMBER.fullmatch(cell)
    if not found or not any(found[part] for part in ("whole", "part", "half")):
        return None
    half = found["half"]
    if half and (found["part"] or (half == "1/2" and found["whole"])):
        return None  # 1,5½ or 11/2, which may be eleven halves
    whole = float(f"{found['whole'] or 0}.{found['part'] or 0}")
    fraction = {"1/2": 0.5, "1/4": 0.25, "3/4": 0.75}.get(half.strip(), _HALVES.get(half.strip(), 0.0))
    return -(whole + fraction) if found["sign"] == "-" else whole + fraction


def points(text: object) -> float | None:
    """Read points: a `number`, or ``=`` for half a point.

    Examples
    --------
    >>> [points(t) for t in ("=", "6=", "6½", "6,5", "6 1/2", "0", "+3", "", "w")]
    [0.5, 6.5, 6.5, 6.5, 6.5, 0.0, 3.0, None, None]
    """
    cell = plain(text)
    return number(cell[:-1] + "½" if cell.endswith("=") else cell)


def whole(text: object) -> int | None:
    """Read a whole number that is not negative; a point, bracket or ``#`` may be put to it.

    Examples
    --------
    >>> [whole(t) for t in ("12", "12.", "#12", "12)", "12.0", "3½", "-3", "", "1234567890123")]
    [12, 12, 12, 12, 12, None, None, None, None]
    """
    found = re.fullmatch(r"#?([0-9]{1,12})(?:\.0*|\))?", plain(text))
    return int(found[1]) if found else None


# ---------------------------------------------------------------- results

_WORDS: Final = {
    "w": "1", "win": "1", "won": "1", "wins": "1", "victory": "1",
    "d": "=", "draw": "=", "drawn": "=", "remis": "=", "tablas": "=", "nulle": "=", "patta": "=",
    "l": "0", "loss": "0", "lost": "0", "lose": "0", "defeat": "0",
    "+": "+", "-": "-", "+f": "+", "-f": "-", "f+": "+", "f-": "-", "1f": "+", "0f": "-", "1 f": "+",
    "0 f": "-", "forfeit win": "+", "forfeit loss": "-", "win by forfeit": "+", "loss by forfeit": "-",
    "=": "=", "x": "X", "*": "X", "?": "X", "pending": "X", "unfinished": "X", "adjourned": "X",
    "u": "U", "f": "F", "h": "H", "z": "Z",
    "bye": "U", "full bye": "F", "full-point bye": "F", "half bye": "H", "half-point bye": "H",
    "1/2 bye": "H", "½ bye": "H", "zero bye": "Z", "zero-point bye": "Z", "pairing-allocated bye": "U",
    "spielfrei": "U", "exempt": "U", "absent": "Z", "not paired": "Z", "unpaired": "Z", "withdrawn": "Z",
}  # fmt: skip
"""What one side's result is called, as a code."""


def outcome(text: object) -> str | None:
    """Read one player's result as a code of `chesstb.outcomes`; an empty cell is none.

    A single letter W, D or L is a win, a draw, a loss, as people write them.

    Examples
    --------
    >>> [
    ...     outcome(t)
    ...     for t in ("1", "1.0", "½", "0,5", "1/2", "=", "0", "+", "−", "W", "draw", "lost", "bye", "H")
    ... ]
    ['1', '1', '=', '=', '=', '=', '0', '+', '-', '1', '=', '0', 'U', 'H']
    >>> [outcome(t) for t in ("", "2", "won it", "*")]
    [None, None, None, 'X']
    """
    cell = plain(text).lower()
    if cell in _WORDS:
        return _WORDS[cell]
    return {1.0: "1", 0.5: "=", 0.0: "0"}.get(value) if (value := number(cell)) is not None else None


_GAME: Final = re.compile(r"(?P<white>[^-:]{1,6}?|-) ?[-:] ?(?P<black>[^-:]{1,6}|-)")
_SIDE: Final = {
    "1": "1", "1.0": "1", "1,0": "1", "0": "0", "0.0": "0", "0,0": "0",
    "=": "=", "½": "=", "1/2": "=", "0.5": "=", "0,5": "=", ".5": "=", ",5": "=",
    "+": "+", "-": "-", "1f": "+", "0f": "-", "1 f": "+", "0 f": "-",
}  # fmt: skip
_FORFEIT: Final = re.compile(r" ?(?:f|ff|forfeit|forfait|wo|w/o|k|\(f\)|\(ff\)|\(forfeit\))")
_WHOLE_GAME: Final = {
    "*": ("X", "X"), "pending": ("X", "X"), "white": ("1", "0"), "black": ("0", "1"),
    "white wins": ("1", "0"), "black wins": ("0", "1"), "1 0": ("1", "0"), "0 1": ("0", "1"),
    "½ ½": ("=", "="), "1/0": ("1", "0"), "0/1": ("0", "1"), "=/=": ("=", "="), "½/½": ("=", "="),
    "+": ("+", "-"), "+/-": ("+", "-"), "+--": ("+", "-"), "+ -": ("+", "-"), "+-": ("+", "-"),
    "-": ("-", "+"), "-/+": ("-", "+"), "--+": ("-", "+"), "- +": ("-", "+"), "-+": ("-", "+"),
    "-/-": ("-", "-"), "---": ("-", "-"), "- -": ("-", "-"), "--": ("-", "-"),
}  # fmt: skip
_MIRROR: Final = {"1": "0", "0": "1", "=": "="}


def game(text: object) -> tuple[str, str] | None:
    """Read the result of a game as the codes of White and Black; an empty cell is none.

    A single result is White's.

    Examples
    --------
    >>> [game(t) for t in ("1-0", "0 – 1", "1/2-1/2", "½:½", "0.5 - 0.5", "0,5:0,5", "=", "draw", "1", "*")]
    [('1', '0'), ('0', '1'), ('=', '='), ('=', '='), ('=', '='), ('=', '='), ('=', '='), ('=', '='),
     ('1', '0'), ('X', 'X')]
    >>> [game(t) for t in ("+ - -", "− − +", "---", "+:-", "1-0F", "1F-0F", "0-0", "½-0")]
    [('+', '-'), ('-', '+'), ('-', '-'), ('+', '-'), ('+', '-'), ('+', '-'), ('0', '0'), ('=', '0')]
    >>> [game(t) for t in ("", "2-0", "1-1", "bye", "1-0-1")]
    [None, None, None, None, None]
    """
    cell = plain(text).lower()
    if cell in _WHOLE_GAME:
        return _WHOLE_GAME[cell]
    found = _GAME.fullmatch(cell)
    if found and found["white"] in _SIDE and found["black"] in _SIDE:
        return _sides(_SIDE[found["white"]], _SIDE[found["black"]])
    forfeit = _FORFEIT.search(cell)
    if forfeit and forfeit.end() == len(cell) and forfeit.start() > 2:
        sides = game(cell[: forfeit.start()])
        return _forfeited(sides) if sides else None
    alone = outcome(cell) if cell else None
    return (alone, _MIRROR[alone]) if alone in _MIRROR else None


def _sides(white: str, black: str) -> tuple[str, str] | None:
    """Return both codes where they can be the result of one game."""
    if {white, black} & {"+", "-"}:
        if (white, black) in {("1", "-"), ("+", "0")}:
            return "+", "-"
        if (white, black) in {("-", "1"), ("0", "+")}:
            return "-", "+"
        return (white, black) if {white, black} <= {"+", "-"} and (white, black) != ("+", "+") else None
    return None if (white, black) in {("1", "1"), ("1", "="), ("=", "1")} else (white, black)


def _forfeited(sides: tuple[str, str]) -> tuple[str, str] | None:
    """Return the codes of a forfeit whose result was given in figures."""
    return {("1", "0"): ("+", "-"), ("0", "1"): ("-", "+"), ("0", "0"): ("-", "-")}.get(sides)


_COLOURS: Final = {
    "w": "w", "white": "w", "weiß": "w", "weiss": "w", "blancas": "w", "blancs": "w", "bianco": "w",
    "brancas": "w", "белые": "w", "beli": "w", "bijeli": "w", "wit": "w",
    "b": "b", "black": "b", "schwarz": "b", "s": "b", "negras": "b", "noirs": "b", "nero": "b",
    "pretas": "b", "черные": "b", "чёрные": "b", "crni": "b", "zwart": "b", "n": "b", "z": "b",
}  # fmt: skip
"""Colours, in some languages; a single letter s is Schwarz, n is Negras, z is Zwart."""


def colour(text: object) -> str | None:
    """Read a colour as ``w`` or ``b``.

    Examples
    --------
    >>> [colour(t) for t in ("White", "b", "schwarz", "", "green")]
    ['w', 'b', 'b', None, None]
    """
    return _COLOURS.get(plain(text).lower())


_BLACKS: Final = frozenset({"n", "p", "c", "č", "s", "ч"})
"""Letters that mean Black where b (or v) is White."""


def colours(texts: Iterable[object]) -> dict[str, str]:
    """Return what the colours of a table mean, told by all of them: b is Blancas where the other is n.

    Examples
    --------
    >>> colours(["w", "b", ""]), colours(["B", "N"]), colours(["W", "S"])
    ({'w': 'w', 'b': 'b'}, {'b': 'w', 'n': 'b'}, {'w': 'w', 's': 'b'})
    """
    seen = list(dict.fromkeys(text for one in texts if (text := plain(one).lower())))
    if "w" not in seen and _BLACKS.intersection(seen) and {"b", "v", "б"}.intersection(seen):
        words = _COLOURS | dict.fromkeys(_BLACKS, "b") | dict.fromkeys(("b", "v", "б"), "w")
        return {text: words[text] for text in seen if text in words}
    return {text: found for text in seen if (found := _COLOURS.get(text))}


# ---------------------------------------------------------------- players


@dataclass(frozen=True)
class Person:
    """What the cell of a name holds: the name, and a title, federation and rating put to it."""

    name: str
    title: str = ""
    federation: str = ""
    rating: int | None = None


_BEHIND: Final = re.compile(r"[(\[]([A-Z]{3}|[1-3][0-9]{3}|[WA]?[GIFCN]M)[)\]]$")
_FOOTNOTE: Final = re.compile(r"\s*(?:\*{1,3}\)?|†|‡)$")


def person(text: object) -> Person:
    """Take a title in front, and a title, federation or rating in brackets behind, from a name.

    Parameters
    ----------
    text : object
        The cell.

    Returns
    -------
    Person
        The name as it is written, with comma or without.

    Examples
    --------
    >>> person("GM Carlsen, Magnus (NOR)")
    Person(name='Carlsen, Magnus', title='GM', federation='NOR', rating=None)
    >>> person("Magnus\u00a0Carlsen [2830] (GM) *)")
    Person(name='Magnus Carlsen', title='GM', federation='', rating=2830)
    >>> person("wgm. Lee Ann").title, person("IM").name, person("Im Sung").name, person("WIM").title
    ('', 'IM', 'Im Sung', '')
    """
    name = _FOOTNOTE.sub("", plain(text))
    parts = {"title": "", "federation": ""}
    rating = None
    while found := _BEHIND.search(name):
        what, rest = found[1], name[: found.start()].rstrip(" ,")
        if not rest:
            break
        if what.isdigit():
            rating = int(what)
        else:
            parts["title" if what in TITLES else "federation"] = what
        name = rest
    first, _, rest = name.partition(" ")
    if first.rstrip(".") in TITLES and rest.strip():
        parts["title"], name = first.rstrip("."), rest.strip()
    return Person(name, **parts, rating=rating)


def title(text: object) -> str:
    """Return the title that a cell holds, else nothing.

    Examples
    --------
    >>> title("gm"), title("WIM."), title("Dr")
    ('GM', 'WIM', '')
    """
    cell = plain(text).rstrip(".").upper()
    return cell if cell in TITLES else ""


def federation(text: object) -> str:
    """Return the three letters of a federation in capitals, else nothing.

    Examples
    --------
    >>> federation("ger"), federation("(NOR)"), federation("Norway")
    ('GER', 'NOR', '')
    """
    cell = plain(text).strip("()[] ").upper()
    return cell if re.fullmatch(r"[A-Z]{3}", cell) else ""


def rating(text: object) -> int | None:
    """Return the rating that a cell holds, None for 0, nothing, or something else.

    Examples
    --------
    >>> [rating(t) for t in ("2405", "2405.0", "0", "", "unr.", "1543P", "77777")]
    [2405, 2405, None, None, None, 1543, None]
    """
    found = re.fullmatch(r"([0-9]{1,4})(?:\.0+|[Pp][0-9]{0,2})?", plain(text))
    return int(found[1]) or None if found and int(found[1]) <= 4000 else None


def name_key(name: str) -> str:
    """Return what two spellings of a name share: with comma or without, in either order, in any case.

    Examples
    --------
    >>> name_key("Carlsen, Magnus") == name_key("Magnus CARLSEN"), name_key("José Pérez")
    (True, 'jose perez')
    """
    letters = unicodedata.normalize("NFKD", plain(name)).casefold()
    words = re.split(r"[\s,.;]+", "".join(c for c in letters if not unicodedata.combining(c)))
    return " ".join(sorted(word for word in words if word))
