"""Swiss-Manager files: TUNX, TURX, TUMX and TUTX, which are one binary format.

The file says by itself what kind of event it holds; its ending does not matter. Points, ranks and values
of tie-breaks are not stored in it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import pandas as pd

from chesstb.formats.one_event import FileNotes, contents, offset
from chesstb.formats.swiss_manager import sections as parts
from chesstb.formats.swiss_manager.boards import read_boards
from chesstb.formats.swiss_manager.criteria import read_criteria
from chesstb.formats.swiss_manager.people import read_players, read_teams
from chesstb.formats.swiss_manager.settings import read_rounds, read_settings, tournament
from chesstb.tables import History

if TYPE_CHECKING:
    from chesstb.formats.swiss_manager.boards import Rows
    from chesstb.formats.swiss_manager.settings import Settings
    from chesstb.tables import Errors

__all__ = ["NAME", "read", "recognises"]

NAME: Final = "a Swiss-Manager file (TUNX, TURX, TUMX, TUTX)"

MOST_BYTES: Final = 16 * 1024 * 1024
"""An event of two thousand players has less than one million."""

NO_BOARDS: Final = "a bye of a whole team: who would have played is not in the file"


def recognises(head: bytes, path: Path) -> bool:  # noqa: ARG001 - every format is asked the same
    """Say whether the first bytes of a file are those of a Swiss-Manager file."""
    return parts.is_marked(head, 0, parts.HEADER)


def read(path: str | Path, *, errors: Errors = "repair") -> History:
    """Read a Swiss-Manager file.

    Parameters
    ----------
    path : str or Path
        The file.
    errors : {"strict", "repair"}
        Whether what cannot be right is an error, or is repaired and reported in ``repairs``.

    Returns
    -------
    History
        One event: its paired rounds. The rating is the one that the event counts. ``by`` and ``rules`` are
        the event's own list of tie-breaks up to the first whose reading is not sure; ``repairs``
        says which these are. ``published`` is empty. Of a team event, the players and their games,
        with the names of the teams; whoever was not fielded has a zero-point bye.

    Raises
    ------
    FormatError
        The file is cut, damaged, larger than 16 MB, or lists no player.
    DataError
        With ``errors="strict"``: results contradict each other.
    """
    path = Path(path)
    notes = FileNotes(path.name, strict=errors == "strict")
    data = contents(path, MOST_BYTES)
    found = parts.sections(data, notes)
    texts, start = parts.head(data, found[parts.ROUNDS])
    settings = read_settings(data, start, notes)
    row = tournament(texts, settings, notes)
    players = read_players(found[parts.PLAYERS], settings, read_teams(found.get(parts.TEAMS), settings))
    rounds = read_rounds(found[parts.ROUNDS], settings)
    rows = read_boards(found[parts.BOARDS], settings, rounds)
    _team_byes(found.get(parts.MATCHES), settings, notes)
    row |= read_criteria(settings, row, notes)
    return _history(path.stem, row, players, rows, notes, errors)


def _team_byes(matches: parts.Section | None, settings: Settings, notes: FileNotes) -> None:
    """Report byes of whole teams, which no board shows."""
    if matches is None or not settings.of_teams:
        return
    for at in range(matches.at, matches.end - 14, 15):
        if parts.u16(matches.data, at + 2) == 0xFFFF:
            team = parts.u16(matches.data, at)
            notes.say(offset(at), f"team {team}: bye", "nothing", NO_BOARDS)


def _history(
    key: str, row: dict[str, object], players: list[dict[str, object]], rows: Rows, notes: FileNotes,
    errors: Errors,
) -> History:  # fmt: skip
    """Return the event as a History."""
    tables = {
        "tournaments": pd.DataFrame([row]),
        "players": pd.DataFrame(players),
        "results": pd.DataFrame(rows.columns),
        "repairs": pd.DataFrame(notes.rows),
    }
    keyed = {name: table.assign(tournament=key) for name, table in tables.items()}
    return History.from_source(keyed, rows.places(notes.file), errors=errors)
