"""The bytes of a file as text, whatever it was written in."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from chesstb.formats.notes import Notes

CENTRAL: Final = frozenset(
    "ALB BIH CRO CZE HUN MNE POL ROU SLO SRB SVK".split()  # noqa: SIM905 - a list of words reads better
)
"""Federations whose languages Windows wrote in its Central European code page."""


def decode(data: bytes, notes: Notes) -> str:
    """Return the text of a file, whatever it was written in; a guess is noted."""
    for mark, name in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if data.startswith(mark):
            return data.decode(name, errors="replace").lstrip("\ufeff")
    if data.isascii():
        return data.decode("ascii")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        bad = error.start
    line = data.count(b"\n", 0, bad) + 1
    text = data.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    if sum(not c.isascii() for c in text) > 5 * broken:  # UTF-8 that was damaged
        why = "damaged letters are replaced by a sign"
        notes.say((line, "1"), f"{broken} bytes that are no UTF-8", "the rest read as utf-8", why)
        return text
    name, text = _guess(data)
    why = "the encoding is not said and was guessed"
    notes.say((line, "1"), "bytes that are no UTF-8", f"read as {name}", why)
    return text


def _guess(data: bytes) -> tuple[str, str]:
    """Return the code page whose text looks most like names.

    The Windows pages share most letters, so the federation of the event decides between western
    and Central European; Cyrillic and the DOS page betray themselves.
    """
    federation = re.search(rb"^032[ \t]+([A-Za-z]{3})", data, re.MULTILINE)
    central = federation is not None and federation[1].decode().upper() in CENTRAL
    order = ["cp1250", "cp1252"] if central else ["cp1252", "cp1250"]
    best, best_text, best_score = "latin-1", data.decode("latin-1"), -1.0
    for name in [*order, "cp1251", "cp850"]:
        try:
            text = data.decode(name)
        except UnicodeDecodeError:
            continue
        score = _likeness(text)
        if score > best_score + 1e-9:
            best, best_text, best_score = name, text, score
    return best, best_text


def _likeness(text: str) -> float:
    """Return how many of the words with foreign letters look like words: one script, one case inside."""
    words = [word for word in re.findall(r"[^\s\d,.;:()/'\"-]+", text) if not word.isascii()]
    if not words:
        return 0.0
    return sum(map(_word_likeness, words)) / len(words)


def _word_likeness(word: str) -> float:
    if not word.isalpha():
        return 0.0
    foreign = [c for c in word if ord(c) > 127]
    cyrillic = sum("\u0400" <= c <= "\u04ff" for c in foreign)
    if cyrillic and cyrillic < len(word):
        return 0.0
    lowered = word[1:] == word[1:].lower()
    if not lowered and word != word.upper():
        return 0.3
    # A western name has a few foreign letters, a Cyrillic one nothing else.
    return 1.0 if cyrillic or len(foreign) * 2 <= len(word) else 0.6
