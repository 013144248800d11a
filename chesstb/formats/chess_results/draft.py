"""An event as it is put together from pages: players by number, what each did, what is published."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import pandas as pd

from chesstb.formats.cells import name_key, plain
from chesstb.tables import History

if TYPE_CHECKING:
    from chesstb.formats.chess_results.page import Page
    from chesstb.formats.chess_results.results import Played
    from chesstb.formats.notes import Notes
    from chesstb.tables import Errors

MOST_ROUNDS: Final = 999
"""No event has more."""
Place = tuple[str, int, int]
"""File, line and column of a cell."""


@dataclass
class Draft:
    """What pages of one event say.

    Attributes
    ----------
    key : str
        The key of the event.
    notes : Notes
        What was repaired; ``notes.file`` is the page that is being read.
    tournament : dict
        The row of ``tournaments``.
    players : dict
        Number to the row of ``players``.
    cells : dict
        Player and round to what was done, and where it stands.
    published : list of dict
        The rows of ``published``.
    before : dict
        Player and round to the points that its pairings print for him, those before the round, and where.
    """

    key: str
    notes: Notes
    tournament: dict[str, Any] = field(default_factory=dict)
    players: dict[int, dict[str, Any]] = field(default_factory=dict)
    cells: dict[tuple[int, int], tuple[Played, Place]] = field(default_factory=dict)
    published: list[dict[str, Any]] = field(default_factory=list)
    before: dict[tuple[int, int], tuple[float, Place]] = field(default_factory=dict)
    _names: dict[str, list[int]] = field(default_factory=dict)

    # ------------------------------------------------------------ players

    def listed(self, number: int, said: dict[str, Any]) -> None:
        """Add what a row says of a player; what was said before stays, but a name gains its comma."""
        row = self.players.setdefault(number, {"player": number})
        name = said.get("name", "")
        if name and ("name" not in row or ("," in name and "," not in row["name"])):
            row["name"] = name
            self._names.setdefault(name_key(name), [])
        if name and number not in self._names.setdefault(name_key(name), []):
            self._names[name_key(name)].append(number)
        for column, value in said.items():
            if value not in ("", None):
                row.setdefault(column, value)

    def number_of(self, name: str, rating: Any, at: tuple[int, str]) -> int:
        """Return the number of a player who is known by name; 0 for nobody.

        Raises
        ------
        FormatError
            Several have this name, and the rating does not tell them apart.
        """
        found = self._names.get(name_key(name), [])
        if len(found) > 1:
            found = [number for number in found if self.players[number].get("rating") == rating]
            if len(found) != 1:
                expected = "numbers beside the names, or a starting list that tells them apart"
                raise self.notes.refuse(at, f"several players have the name {plain(name)!r}", expected)
        return found[0] if found else 0

    def new_number(self) -> int:
        """Return the first number that is free."""
        return max(self.players, default=0) + 1

    # ------------------------------------------------------------ results

    def did(self, player: int, round_: int, what: Played, at: tuple[int, int]) -> None:
        """Set what a player did in a round; pages are read from the oldest to the newest."""
        if not 0 < round_ <= MOST_ROUNDS:
            here, expected = (at[0], str(at[1])), f"1 to {MOST_ROUNDS}"
            self.notes.wrong(here, str(round_)[:20], "left out", "no round", expected, player=player)
            return
        before = self.cells.get((player, round_))
        if before and before[0] != what and before[0].outcome != "X" and what.outcome == "X":
            return  # a page of before the result
        if before and before[0] != what and before[1][0] == self.notes.file:
            why = f"the page has two rows for this player and round, the other in line {before[1][1]}"
            place = (at[0], str(at[1]))
            self.notes.wrong(place, what.outcome, before[0].outcome, why, player=player, round=round_)
            return
        if before and before[0].opponent == what.opponent and before[0].outcome == what.outcome:
            if not what.colour:
                return
        elif before and (before[0].opponent == what.opponent) and before[0].outcome != "X":
            why = f"another page says otherwise ({before[1][0]}, line {before[1][1]})"
            self.notes.wrong(
                (at[0], str(at[1])), before[0].outcome, what.outcome, why, player=player, round=round_
            )
        self.cells[player, round_] = what, (self.notes.file, *at)

    def round_cells(self, round_: int) -> dict[int, Played]:
        """Return what the players did in a round."""
        return {player: what for (player, r), (what, _) in self.cells.items() if r == round_}

    # ------------------------------------------------------------ tables

    def history(self, pages: list[Page], errors: Errors) -> History:
        """Return the event as a History."""
        ordered = sorted(self.cells)
        rows = [(player, round_, *self.cells[player, round_]) for player, round_ in ordered]
        results = {
            "player": [row[0] for row in rows],
            "round": [row[1] for row in rows],
            "opponent": [row[2].opponent or None for row in rows],
            "colour": [row[2].colour or None for row in rows],
            "outcome": [row[2].outcome for row in rows],
        }
        places = pd.DataFrame([row[3] for row in rows], columns=["file", "line", "column"])
        self.tournament["source"] = ", ".join(page.file for page in pages)
        said = pd.DataFrame(self.notes.rows)
        self.notes.rows.clear()
        players = pd.DataFrame([self.players[number] for number in sorted(self.players)])
        published = pd.DataFrame(self.published, columns=["player", "column", "criterion", "value"])
        tables = {
            "tournaments": pd.DataFrame([self.tournament]), "players": players, "repairs": said,
            "results": pd.DataFrame(results).astype({"opponent": "Int64"}), "published": published,
        }  # fmt: skip
        keyed = {
            name: table.assign(tournament=self.key) for name, table in tables.items() if len(table.columns)
        }
        if not rows:
            keyed["results"] = keyed["results"].astype({"player": "int64", "round": "int64"})
        return History.from_source(keyed, places, errors=errors)
