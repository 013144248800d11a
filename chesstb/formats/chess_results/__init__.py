"""Pages of chess-results.com, and their downloads: HTML, CSV and XLSX.

A page shows one view of an event: starting list, ranking, crosstable, pairings of a round, boards of
teams, a player's card. Pages of one event that are read together complete each other.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Final

from chesstb.errors import ChesstbError
from chesstb.formats.chess_results.files import MARK, MOST_UNPACKED, ZIP, is_heading_line, is_html, read_page
from chesstb.formats.chess_results.joining import groups, read_event
from chesstb.formats.chess_results.page import Page
from chesstb.formats.chess_results.writer import write
from chesstb.formats.one_event import FileNotes
from chesstb.tables import History

if TYPE_CHECKING:
    from collections.abc import Iterable

    from chesstb.tables import Errors

__all__ = ["NAME", "Page", "join", "read", "read_part", "read_together", "recognises", "write"]

NAME: Final = "a page of chess-results.com (HTML, CSV, XLSX)"
TABLE: Final = re.compile(rb"""class=["']?CRs1|class=["']?CRn?g[0-9]b""", re.IGNORECASE)
LINES: Final = 60
"""In so many lines of a CSV file the headings stand."""
LOOKED_AT: Final = 512 * 1024
"""So many bytes of a page are looked at: its table may stand far down."""


def recognises(head: bytes, path: Path) -> bool:
    """Say whether a file is a page of chess-results.com, or a download of one."""
    if head.startswith(ZIP):
        return _in_workbook(path)
    if is_html(head):
        return MARK in head.lower() and bool(TABLE.search(head) or b"tnr" in head)
    lines = head.replace(b"\0", b"").splitlines()
    heading = next((at for at, line in enumerate(lines[:LINES]) if is_heading_line(line)), 0)
    return MARK in b"\n".join(lines[:heading]).lower()


def _in_workbook(path: Path) -> bool:
    """Say whether a workbook names chess-results among its first texts."""
    try:
        with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
            names = [
                name
                for name in archive.namelist()
                if re.fullmatch(r"xl/(sharedStrings|worksheets/sheet1)\.xml", name)
            ]
            for name in names:
                with archive.open(name) as file:
                    if MARK in file.read(min(LOOKED_AT, MOST_UNPACKED)).lower():
                        return True
    except (OSError, ValueError, zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error):
        return False
    return False


def read(path: str | Path, *, errors: Errors = "repair") -> History:
    """Read one page; see `read_together`."""
    return read_together([path], errors=errors)


def read_part(path: str | Path, *, errors: Errors = "repair") -> Page:
    """Read a file as a page, which others may complete."""
    path = Path(path)
    notes = FileNotes(path.name, strict=errors == "strict")
    page = read_page(path, notes)
    page.said = notes.rows
    return page


def join(
    pages: Iterable[Page], *, errors: Errors = "repair"
) -> list[tuple[list[Page], History | ChesstbError]]:
    """Return the events of pages, each with its pages; what cannot be read as its error."""
    found: list[tuple[list[Page], History | ChesstbError]] = []
    numbers: dict[str, str] = {}
    for group in groups(pages):
        first = group[0]
        if numbers.setdefault(first.number, first.file) != first.file and first.number:
            why = "it gives starting numbers to other players; kept apart"
            said = {
                "file": first.file,
                "found": f"the event of {numbers[first.number]}",
                "taken": "another event",
            }
            first.said.append(said | {"line": 1, "column": "1", "why": why})
        notes = FileNotes(group[0].file, strict=errors == "strict")
        try:
            found.append((group, read_event(group, notes, errors)))
        except ChesstbError as error:
            found.append((group, error))
    return found


def read_together(paths: Iterable[str | Path], *, errors: Errors = "repair") -> History:
    r"""Read pages of chess-results.com; those of one event become one event.

    Pages belong together that have the same number of the event in their address, or, where one has
    no number, the same name; where they give a starting number to different players, they do not. Of
    two pages that differ in a result, the one that was updated later is right.

    Parameters
    ----------
    paths : iterable of str or Path
        Files: HTML as the browser saves it, CSV or XLSX.
    errors : {"repair", "strict"}
        Whether what cannot be read in a table is reported in ``repairs``, or is an error.

    Returns
    -------
    History
        The key of an event is the name of its first file with games, without the ending. Ranks, points
        and tie-breaks are in ``published`` under their headings, with the criterion where the legend
        names one that is known; where it names all, they are the event's own list (``by``). The
        tables of round robins show neither rounds nor colours: without the pairings beside them the
        rounds are those of the Berger tables, and ``repairs`` says so.

    Raises
    ------
    FormatError
        A page has no players or games, shows the first 150 players only, or rounds are missing: the
        message says which, and what to save instead.

    Examples
    --------
    >>> import tempfile
    >>> lines = [
    ...     "From the Tournament-Database of Chess-Results",
    ...     "Club final",
    ...     "Starting rank crosstable",
    ...     "No.;Name;1.Rd;Pts.;Rk.",
    ...     "1;Ann;2w1;1;1",
    ...     "2;Bob;1b0;0;2",
    ... ]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "final.csv")
    ...     _ = path.write_text("\n".join(lines))
    ...     history = read_together([path])
    >>> history
    History: 1 event, 2 players, 1 round (2 player-rounds)
    """
    histories = []
    for _, found in join([read_part(path, errors=errors) for path in paths], errors=errors):
        if not isinstance(found, History):
            raise found
        histories.append(found)
    return histories[0] if len(histories) == 1 else History.concat(histories)
