"""Crosstables: by starting number, by rank, and of round robins, where a column is an opponent."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeAlias

from chesstb.formats.cells import plain
from chesstb.formats.chess_results.people import (
    has_numbers,
    name_of,
    number_text,
    numbers_in,
    rating_of,
    said_of,
)
from chesstb.formats.chess_results.results import Played, letters_of, meetings, played
from chesstb.roundrobin import berger

if TYPE_CHECKING:
    from chesstb.formats.chess_results.draft import Draft
    from chesstb.formats.chess_results.page import Section

Grid: TypeAlias = dict[tuple[int, int], tuple[Played, tuple[int, int]]]
"""Cells and their places, by position of the player in the table and round."""

SURE: Final = re.compile(r"[0-9]{1,4} ?[wbsnz] ?[10½+-]")
"""A game, beyond doubt."""

CUT: Final = 150
"""So many rows a page shows where not all of them are asked for."""


def is_matrix(section: Section) -> bool:
    """Say whether the columns are opponents: the diagonal holds stars, and no cell names an opponent."""
    columns = section.columns.rounds
    if len(section.rows) != len(columns) or not columns:
        return False
    stars = [plain(row.at(at).text) for row, at in zip(section.rows, columns, strict=True)]
    return all(star in ("*", "X", "x", "") for star in stars) and any(stars)


def numbers_of(draft: Draft, section: Section) -> list[int]:
    """Return the starting number of each row, and take its players.

    Who has none in the table is known by name; in a table without numbers they are the positions,
    in one that lacks a few those who are left get new ones.
    """
    own = has_numbers(section)
    found = numbers_in(section) if own else [0] * len(section.rows)
    name = section.columns.first("name")
    for position, row in enumerate(section.rows):
        place = (row.line, str(name + 1))
        if not found[position]:
            number = draft.number_of(name_of(row, name), rating_of(row, section.columns), place)
            found[position] = 0 if number in found else number
    if not any(found):
        found = list(range(1, len(found) + 1))
    for position, row in enumerate(section.rows):
        if not found[position]:
            found[position] = max(*found, draft.new_number() - 1) + 1
            why = "no starting number of its own in the table"
            draft.notes.wrong((row.line, "1"), number_text(row, section.columns), str(found[position]), why)
    for number, row in zip(found, section.rows, strict=True):
        draft.listed(number, said_of(row, section.columns))
    return found


def read_rounds(draft: Draft, section: Section) -> None:
    """Take a crosstable whose columns are rounds."""
    columns = section.columns
    letters = letters_of(row.at(at).text for row in section.rows for at in columns.rounds)
    _look_beside(draft, section)
    numbers = numbers_of(draft, section)
    grid: Grid = {}
    for position, row in enumerate(section.rows):
        for at, round_ in columns.rounds.items():
            text = plain(row.at(at).text)
            what = played(text, letters) if text else None
            if what:
                grid[position, round_] = what, (row.line, at + 1)
            elif text:
                why = "no cell of a crosstable: number, colour and result, or - and points"
                where = {"player": numbers[position], "round": round_}
                draft.notes.wrong(
                    (row.line, str(at + 1)), text, "left out", why, "such as 12w1, 3b½ or -0", **where
                )
    opponents = _opponents(section, grid, numbers)
    _not_cut(draft, section, grid, opponents)
    if has_numbers(section) and any(number != opponent for number, opponent in opponents.items()):
        why = "so read, both sides of more games name each other"
        draft.notes.say((section.rows[0].line, "1"), "numbers in the cells", "places in the table", why)
    for (position, round_), (what, place) in grid.items():
        opponent = opponents.get(what.opponent, what.opponent)
        draft.did(numbers[position], round_, Played(opponent, what.colour, what.outcome), place)


def _look_beside(draft: Draft, section: Section) -> None:
    """Say where games stand in columns that are no rounds: a heading is lost or not known."""
    for row in section.rows:
        beside = (at for at in range(len(row.cells)) if at not in section.columns.rounds)
        found = next((at for at in beside if at and SURE.fullmatch(row.at(at).text)), 0)
        if found:
            why = "a game in a column that is no round: its heading is lost, or not known"
            place = (row.line, str(found + 1))
            draft.notes.wrong(place, row.at(found).text, "left out", why, "a heading such as 3.Rd")
            return


def _opponents(section: Section, grid: Grid, numbers: list[int]) -> dict[int, int]:
    """Return the starting number for each number in the cells: it is one itself, or a position.

    Both sides of a game name each other; what makes more of them do so is taken.
    """
    by_number = {number: number for number in numbers}
    by_position = dict(enumerate(numbers, start=1))
    if by_number == by_position:
        return by_number
    counted = [_mutual(grid, numbers, mapping) for mapping in (by_number, by_position)]
    rank, number = section.columns.first("rank"), section.columns.first("number")
    ranked = section.page.kind == "4" or (rank >= 0 and (number < 0 or rank < number))
    return by_position if counted[1] + ranked > counted[0] else by_number


def _mutual(grid: Grid, numbers: list[int], mapping: dict[int, int]) -> int:
    """Return how many cells name an opponent whose cell names them."""
    row_of = {number: position for position, number in enumerate(numbers)}
    count = 0
    for (position, round_), (what, _) in grid.items():
        other = row_of.get(mapping.get(what.opponent, 0), -1)
        back = grid.get((other, round_))
        count += back is not None and mapping.get(back[0].opponent) == numbers[position]
    return count


def _not_cut(draft: Draft, section: Section, grid: Grid, opponents: dict[int, int]) -> None:
    """Refuse a page that shows the first players only."""
    beyond = sorted({what.opponent for what, _ in grid.values() if what.opponent} - set(opponents))
    if len(section.rows) == CUT and beyond and not any(number in draft.players for number in beyond):
        found = f"a page of {CUT} players, who meet others that are not on it ({beyond[0]}, …)"
        expected = "all players: save the page with zeilen=99999 in its address"
        raise draft.notes.refuse((section.rows[0].line, "1"), found, expected)


# ---------------------------------------------------------------- round robins


def read_matrix(draft: Draft, section: Section) -> None:
    """Take the table of a round robin; the rounds are those of the Berger tables.

    Nothing is taken where other pages have the games already, which know rounds and colours.
    """
    numbers = numbers_of(draft, section)
    games = _games(draft, section, numbers)
    draft.tournament.setdefault("system", "round-robin")
    pairs = {frozenset((player, what.opponent)) for (player, _), (what, _) in draft.cells.items()}
    finished = {frozenset((numbers[i], numbers[j])) for (i, j), codes in games.items() if codes}
    if finished <= pairs:
        return
    draft.cells.clear()
    cycles = max(map(len, games.values()), default=1) or 1
    if cycles > 1:
        draft.tournament["system"] = "double-round-robin" if cycles == 2 else "match"
    line = section.rows[0].line
    why = "the table of a round robin names no rounds and no colours"
    draft.notes.say((line, "1"), "no rounds", "rounds of the Berger tables, no colours", why)
    _schedule(draft, section, games, numbers, cycles)


def _games(draft: Draft, section: Section, numbers: list[int]) -> dict[tuple[int, int], list[str]]:
    """Return the codes of the games of each two positions, from the side of the first."""
    games = {}
    for i, row in enumerate(section.rows):
        for j, at in enumerate(section.columns.rounds):
            if i == j:
                continue
            text = plain(row.at(at).text)
            codes = meetings(text)
            if codes is None:
                why = "no cell of a round robin"
                draft.notes.wrong(
                    (row.line, str(at + 1)), text, "left out", why, "1 ½ 0 + or -", player=numbers[i]
                )
            games[i, j] = codes or []
    return games


def _schedule(
    draft: Draft, section: Section, games: dict[tuple[int, int], list[str]], numbers: list[int], cycles: int
) -> None:
    """Put the games of a matrix into rounds."""
    size = len(numbers)
    if size > 2:
        table = berger(size, cycles)
        pairs = list(
            zip(table["round"].tolist(), table["white"].tolist(), table["black"].tolist(), strict=True)
        )
    else:
        pairs = [(turn, 1, 2) for turn in range(1, cycles + 1)] if size == 2 else []
    often: dict[frozenset[int], int] = {}
    rows = []
    for round_, one, other in pairs:
        turn = often.get(pair := frozenset((one, other)), 0)
        often[pair] = turn + 1
        for i, j in ((one - 1, other - 1), (other - 1, one - 1)):
            codes = games[i, j]
            rows.append((i, j, round_, codes[turn] if turn < len(codes) else ""))
    begun = {round_ for _, _, round_, code in rows if code}
    for i, row in enumerate(section.rows):
        for round_ in begun - {r for one, _, r, _ in rows if one == i}:  # free in an odd field
            draft.did(numbers[i], round_, Played(0, "", "Z"), (row.line, 1))
    columns = list(section.columns.rounds)
    for i, j, round_, code in rows:
        if round_ in begun:
            place = (section.rows[i].line, columns[j] + 1)
            draft.did(numbers[i], round_, Played(numbers[j], "", code or "X"), place)
