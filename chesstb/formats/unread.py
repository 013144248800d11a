"""Files that are known and not read: what to do instead."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

ARCHIVE: Final = rb"PK\x03\x04.{26}(?!\[Content_Types\]|_rels/|docProps/|xl/|mimetype)"
"""A ZIP archive whose first file is none of an office document."""
BEGINNINGS: Final = (
    (re.compile(ARCHIVE, re.DOTALL), "An archive is not unpacked: unpack it, and read what is in it."),
    (re.compile(rb"SQLite format 3\0"), "Databases of Sharly-Chess are not read: let it write TRF or Papi."),
    (re.compile(rb"[\x01-\x20]\0\0\0v[0-9]\."), "Of SWAR, only JSON is read: let it write that."),
    (re.compile(rb"%PDF-"), "Printed pages are not read: get the web page or a table of the event."),
)
"""How such a file begins, and the remedy."""
ENDINGS: Final = {
    ".vegz": "From version 9 on, Vega keeps events in files that others cannot read: read NAME.trfx, "
    "crosstablescore or pairs1.txt … beside it.",
}


def remedy(head: bytes, path: Path) -> str:
    """Return what to do instead of reading a file that is known and not read; nothing of others.

    Examples
    --------
    >>> from pathlib import Path
    >>> remedy(b"%PDF-1.7", Path("cup.pdf"))
    'Printed pages are not read: get the web page or a table of the event.'
    """
    found = (what for pattern, what in BEGINNINGS if pattern.match(head))
    return next(found, ENDINGS.get(path.suffix.lower(), ""))
