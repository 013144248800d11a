"""Files that are read together with another: one event in several files beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from chesstb.formats import swiss_perfect
from chesstb.formats.us_chess import upload as us_chess_upload
from chesstb.formats.vega import event_file as vega_event
from chesstb.formats.vega import page as vega_page
from chesstb.formats.vega import pairs as vega_pairs

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SWISS_PERFECT: Final = (".sco", ".trn", ".ini")
"""In the order in which they stand for the event."""
PAGES: Final = ("crosstablescore", "crosstable")
"""Pages of Vega that hold the results, the fuller one first."""


def read_with(files: list[Path], head: Callable[[Path], bytes]) -> dict[Path, Path]:
    """Return the file that stands for the event of another one, by that other file.

    Parameters
    ----------
    files : list of Path
        All files to be read.
    head : callable
        The first bytes of a file.
    """
    return _swiss_perfect(files, head) | _vega(files, head) | _us_chess(files, head)


def _swiss_perfect(files: list[Path], head: Callable[[Path], bytes]) -> dict[Path, Path]:
    groups: dict[Path, dict[str, Path]] = {}
    for path in files:
        if path.suffix.lower() in SWISS_PERFECT:
            groups.setdefault(path.with_suffix(""), {})[path.suffix.lower()] = path
    found: dict[Path, Path] = {}
    for group in groups.values():
        first, *others = (group[ending] for ending in SWISS_PERFECT if ending in group)
        if others and swiss_perfect.recognises(head(first), first):
            found |= dict.fromkeys(others, first)
    return found


def _us_chess(files: list[Path], head: Callable[[Path], bytes]) -> dict[Path, Path]:
    """Sections and event of an upload stand beside the table of its players, under fixed names."""
    tables = [path for path in files if path.suffix.lower() == ".dbf"]
    players = {path.parent: path for path in tables if us_chess_upload.recognises(head(path), path)}
    beside = us_chess_upload.BESIDE.values()
    return {
        path: players[path.parent] for path in files if path.name.upper() in beside and path.parent in players
    }


def _vega(files: list[Path], head: Callable[[Path], bytes]) -> dict[Path, Path]:
    """Vega writes a report, its own file, pages and pairings of one event into one folder."""
    pages: dict[Path, list[Path]] = {}
    pairs: dict[Path, list[Path]] = {}
    reports: dict[Path, list[Path]] = {}
    events: dict[Path, list[Path]] = {}
    for path in files:
        ending = path.suffix.lower()
        if ending == ".trfx":
            reports.setdefault(path.parent, []).append(path)
        elif ending == ".veg" and vega_event.recognises(head(path), path):
            events.setdefault(path.parent, []).append(path)
        elif ending in (".html", ".htm", ".php") and vega_page.recognises(head(path), path):
            pages.setdefault(path.parent, []).append(path)
        elif (
            ending == ".txt"
            and path.stem.lower().startswith("pairs")
            and vega_pairs.recognises(head(path), path)
        ):
            pairs.setdefault(path.parent, []).append(path)
    found: dict[Path, Path] = {}
    for folder in pages.keys() | pairs.keys() | events.keys():
        of_event = [path for kind in (pages, events, pairs) for path in kind.get(folder, [])]
        wholes = [reports.get(folder, []), events.get(folder, [])]
        first = _first(wholes, pages.get(folder, []), pairs.get(folder, []))
        found |= {path: first for path in of_event if first and path != first}
    return found


def _first(wholes: list[list[Path]], pages: list[Path], pairs: list[Path]) -> Path | None:
    """Return the file that says most of an event; nothing where that is not clear."""
    reports, events = wholes
    if len(reports) == 1:
        return reports[0]
    if len(reports) > 1 or len(events) > 1:
        return None
    for name in PAGES:
        if found := [path for path in pages if path.stem.lower() == name]:
            return found[0]
    if events:
        return events[0]
    return max(pairs, key=lambda path: len(vega_pairs.rounds_beside(path)), default=None)
