"""JSON files of pairing programs: read whole, and asked for what they hold without trusting its type."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

from chesstb.errors import FormatError, message
from chesstb.formats.decoding import decode
from chesstb.formats.one_event import contents

if TYPE_CHECKING:
    from pathlib import Path

    from chesstb.formats.notes import Notes

Object = dict[str, Any]

_FIRST: Final = re.compile(r'\{\s{0,99}"([^"]{0,40})"\s{0,99}:')


def first_key(head: bytes) -> str:
    """Return the first key of the object that a file begins with, or nothing."""
    found = _FIRST.match(head[:1000].decode("utf-8", "replace").lstrip("\ufeff \t\r\n"))
    return found[1] if found else ""


def load(path: Path, notes: Notes) -> Object:
    """Return the object that a file holds.

    Raises
    ------
    FormatError
        It holds none, is damaged, or is nested too deeply.
    """
    text = decode(contents(path), notes)
    try:
        found = json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        place = f"{path.name}, line {error.lineno}, column {error.colno}"
        raise FormatError(message(place, f"no JSON ({error.msg})", "a whole file")) from None
    except (ValueError, RecursionError) as error:
        what = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise FormatError(message(path.name, f"no JSON that can be read ({what})")) from None
    if not isinstance(found, dict):
        raise FormatError(message(path.name, f"a {type(found).__name__}", "an object"))
    return found


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is no number")


def inner(parent: Any, key: str) -> Object:
    """Return an object in an object, an empty one where there is none."""
    found = parent.get(key) if isinstance(parent, dict) else None
    return found if isinstance(found, dict) else {}


def objects(parent: Any, key: str) -> list[Object]:
    """Return a list of objects in an object; what is none is an empty one, so that all keep their places."""
    found = parent.get(key) if isinstance(parent, dict) else None
    return [item if isinstance(item, dict) else {} for item in found] if isinstance(found, list) else []


def text(parent: Object, *keys: str) -> str:
    """Return the first text or number of some keys as text in one line, or nothing."""
    for key in keys:
        found = parent.get(key)
        if isinstance(found, (str, int, float)) and not isinstance(found, bool) and str(found).strip():
            return " ".join("".join(c if c.isprintable() else " " for c in str(found)[:500]).split())
    return ""


def whole(parent: Object, key: str, most: int) -> int | None:
    """Return a whole number from 0 to a limit, written as number or text, or None."""
    found = parent.get(key)
    if isinstance(found, str) and found.strip().isdecimal() and found.strip().isascii() and len(found) < 12:
        found = int(found)
    if isinstance(found, float) and found.is_integer():
        found = int(found)
    right = isinstance(found, int) and not isinstance(found, bool) and 0 <= found <= most
    return int(found) if right and found is not None else None
