"""Pairings of rounds, boards of team matches, and cards of players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chesstb.formats import cells
from chesstb.formats.chess_results import words
from chesstb.formats.chess_results.page import round_of, sections
from chesstb.formats.chess_results.people import YEAR, clean, name_of, title_of
from chesstb.formats.chess_results.results import MIRROR, WITHOUT, Played, row_of

if TYPE_CHECKING:
    from chesstb.formats.chess_results.draft import Draft
    from chesstb.formats.chess_results.page import Page, Row, Section

OTHER = {"w": "b", "b": "w", "": ""}


def round_in(section: Section) -> int:
    """Return the round of a table: of the line above it, else of the page."""
    return round_of(section.above) or section.page.round


def read_pairings(draft: Draft, section: Section) -> None:
    """Take the games and byes of a round."""
    columns, round_ = section.columns, round_in(section)
    if not round_:
        expected = "the round above the table or in the address (rd=)"
        raise draft.notes.refuse(
            (section.rows[0].line, "1"), "pairings of a round that is not said", expected
        )
    sides = _sides(columns, columns.first("white"), columns.first("black"), columns.first("result"))
    _look_at_boards(draft, section)
    _look_at_widths(draft, section)
    for row in section.rows:
        first, second = (cells.plain(row.at(side["name"]).text) for side in sides)
        if words.alone(first) or words.alone(second):
            _alone(draft, row, round_, sides[::-1] if words.alone(first) else sides, columns.first("result"))
        elif first and second and not first.isdecimal() and not second.isdecimal():
            players = [_player(draft, row, side) for side in sides]
            for player, side in zip(players, sides, strict=True):
                _points_before(draft, row, round_, player, side["points"])
            _game(draft, row, round_, (players[0], players[1]), columns.first("result"), "w")
        else:
            _no_names(draft, row, round_)


def _no_names(draft: Draft, row: Row, round_: int) -> None:
    """Say of a row that it has no players."""
    why = "no two players in the columns of their names"
    text = " | ".join(filter(None, row.texts))[:80]
    draft.notes.wrong((row.line, "1"), text, "left out", why, "two names, or a bye", round=round_)


def _look_at_boards(draft: Draft, section: Section) -> None:
    """Say where the numbers of the boards leave one out, or have one twice: rows may be missing."""
    at = section.columns.first("board")
    before = _board_above(section)
    for row in section.rows:
        text = cells.plain(row.at(at).text)
        if text and not _follows(before, text):
            why = (
                f"this board follows {before}; rows may be missing"
                if before
                else "the first board; rows may be missing"
            )
            draft.notes.say((row.line, str(at + 1)), text, text, why)
        before = text or before


def _look_at_widths(draft: Draft, section: Section) -> None:
    """Say of rows with more cells than there are headings that another row may be in them."""
    most = len(section.columns.headings)
    for row in section.rows:
        if text := " | ".join(filter(None, row.texts[most:]))[:80]:
            why = f"{len(row.cells)} cells below {most} headings: another row may be in this one"
            draft.notes.wrong((row.line, str(most + 1)), text, "left out", why)


def _points_before(draft: Draft, row: Row, round_: int, player: int, at: int) -> None:
    """Keep the points that a player had before the round."""
    points = cells.points(row.at(at).text)
    if points is not None:
        draft.before[player, round_] = points, (draft.notes.file, row.line, at + 1)


def _board_above(section: Section) -> str:
    """Return the last board of the table above it in the same round."""
    whole = sections(section.page)
    at = next(position for position, other in enumerate(whole) if other is section)
    above = whole[at - 1] if at else section
    if above is section or above.above != section.above or not above.rows:
        return ""
    return cells.plain(above.rows[-1].at(above.columns.first("board")).text)


def _follows(before: str, board: str) -> bool:
    """Say whether a board is the next one.

    Examples
    --------
    >>> [_follows(*pair) for pair in (("3", "4"), ("2.4", "3.1"), ("", "1"), ("", "1.1"), ("2.3", "2.4"))]
    [True, True, True, True, True]
    >>> [_follows(*pair) for pair in (("3", "5"), ("2.4", "4.1"), ("", "2"), ("2.3", "2.5"), ("3", "3"))]
    [False, False, False, False, False]
    """
    last, now = (before or ("0.9" if "." in board else "0")).split("."), board.split(".")
    numbers = all(piece.isdecimal() and len(piece) < 6 for piece in (*last, *now))
    if not numbers or len(last) != len(now) or len(now) > 2:
        return True
    next_match = len(now) == 2 and (int(now[0]), int(now[1])) == (int(last[0]) + 1, 1)
    return next_match or (now[:-1] == last[:-1] and int(now[-1]) == int(last[-1]) + 1)


def _sides(columns: words.Columns, white: int, black: int, result: int) -> list[dict[str, int]]:
    """Return the columns of both sides; those of White stand before the result."""
    middle = result if white < result < black else black
    found = []
    for name, span in ((white, range(middle)), (black, range(middle, 1000))):
        side = {"name": name}
        for meaning in ("number", "rating", "points"):
            at = [column for column in columns.by.get(meaning, []) if column in span]
            side[meaning] = at[0] if at else -1
        found.append(side)
    return found


def _player(draft: Draft, row: Row, side: dict[str, int]) -> int:
    """Return the number of a player of a game, who may be new."""
    name, rating = name_of(row, side["name"]), cells.rating(row.at(side["rating"]).text)
    number = row.at(side["name"]).link or cells.whole(row.at(side["number"]).text) or 0
    at = (row.line, str(side["name"] + 1))
    if not number:
        number = draft.number_of(name, rating, at)
    if not number:
        number = draft.new_number()
        why = "the page has no starting numbers: players are numbered in their order on it"
        draft.notes.say(at, name, str(number), why, player=number)
    title = title_of(row, side["name"])
    draft.listed(number, {"name": name, "rating": rating, "title": title} | _extra(side))
    return number


def _extra(side: dict[str, Any]) -> dict[str, Any]:
    return {"team": side["team"]} if side.get("team") else {}


def _game(draft: Draft, row: Row, round_: int, players: tuple[int, int], result: int, colour: str) -> None:
    """Take a game; the colour is that of the first player."""
    text = cells.plain(row.at(result).text)
    codes = cells.game(text) if text else ("X", "X")
    at = (row.line, result + 1)
    if result >= len(row.cells):
        why = "the row ends before the column of results"
        draft.notes.wrong((row.line, str(result + 1)), "nothing", "no result yet", why, round=round_)
    if codes is None:
        why = "no result of a game"
        draft.notes.wrong(
            (row.line, str(result + 1)), text, "no result yet", why, "such as 1 - 0", round=round_
        )
        codes = ("X", "X")
    first, second = players
    draft.did(first, round_, Played(second, colour, codes[0]), at)
    draft.did(second, round_, Played(first, OTHER[colour], codes[1]), at)


def _alone(draft: Draft, row: Row, round_: int, sides: list[dict[str, int]], result: int) -> None:
    """Take a bye or an absence."""
    player = _player(draft, row, sides[0])
    _points_before(draft, row, round_, player, sides[0]["points"])
    kind = words.alone(row.at(sides[1]["name"]).text)
    text = cells.plain(row.at(result).text)
    code = _code_alone(draft, kind, text)
    at = (row.line, result + 1)
    if code is None:
        return  # a free round of a round robin
    if code == "":
        why = "no points of a bye"
        draft.notes.wrong(
            (row.line, str(result + 1)), text, "0", why, "1, ½ or 0", player=player, round=round_
        )
        code = "Z"
    draft.did(player, round_, Played(0, "", code), at)


def _code_alone(draft: Draft, kind: str, text: str) -> str | None:
    """Return the code of a round without opponent, an empty text for none, None for a free round."""
    number = cells.number(text)
    if kind == "bye" and draft.tournament.get("system", "").endswith("round-robin") and not number:
        return None
    if kind == "bye":
        return "U" if not text else {1.0: "U", 0.5: "H", 0.0: "Z"}.get(-1.0 if number is None else number, "")
    if not text:
        return "Z"
    return {1.0: "F", 0.5: "H", 0.0: "Z"}.get(-1.0 if number is None else number, "")


# ---------------------------------------------------------------- teams


def read_boards(draft: Draft, section: Section) -> None:
    """Take the boards of a team match; colours are those shown beside the names."""
    headings, round_ = section.columns.headings, round_in(section)
    result = next(at for at in range(len(headings) - 1, -1, -1) if words.MATCH.fullmatch(headings[at]))
    middle = headings.index("-") if "-" in headings else -1
    names = _team_columns(headings, middle, result)
    if not round_ or names is None:
        expected = "the round above the table, and two teams"
        raise draft.notes.refuse(
            (section.rows[0].line if section.rows else 0, "1"), "boards of a match", expected
        )
    _look_at_boards(draft, section)
    ratings = section.columns.by.get("rating", [])
    sides = []
    for name, span in zip(names, (range(middle), range(middle, 1000)), strict=True):
        at = [column for column in ratings if column in span]
        team = headings[name]
        sides.append({"name": name, "number": -1, "rating": at[0] if at else -1, "team": team})
    for row in section.rows:
        _board(draft, row, round_, sides, result)
    _look_at_match(draft, section, result)


def _look_at_match(draft: Draft, section: Section, result: int) -> None:
    """Say where a match has fewer boards than others, or its boards do not add up to its result."""
    at, heading = (
        (section.rows[0].line if section.rows else 0, str(result + 1)),
        section.columns.headings[result],
    )
    most = max(len(other.rows) for other in sections(section.page) if other.kind == "boards")
    if len(section.rows) < most:
        why = "other matches of the page have more; rows may be missing"
        draft.notes.say(at, f"{len(section.rows)} boards", "these", why)
    said = [cells.number(text) for text in heading.split(":")]
    codes = [cells.game(row.at(result).text) for row in section.rows]
    if None in said or None in codes:
        return
    worth = {"1": 1.0, "+": 1.0, "=": 0.5}
    total = [sum(worth.get(both[side], 0.0) for both in codes if both) for side in (0, 1)]
    if total != said:
        why = "the boards do not add up to the result of the match"
        draft.notes.say(at, heading, f"{total[0]:g} : {total[1]:g}", why)


def _team_columns(headings: list[str], middle: int, result: int) -> tuple[int, int] | None:
    """Return the columns that the names of the teams head: behind the number of each team."""
    spans = (range(1, middle), range(middle + 1, result))
    found = [[at for at in span if at and headings[at - 1].isdecimal() and headings[at]] for span in spans]
    return (found[0][0], found[1][0]) if all(found) else None


def _board(draft: Draft, row: Row, round_: int, sides: list[dict[str, Any]], result: int) -> None:
    there = [
        bool(name_of(row, side["name"])) and not words.alone(row.at(side["name"]).text) for side in sides
    ]
    if all(there):
        colours = [row.at(side["name"]).colour for side in sides]
        colour = colours[0] or OTHER[colours[1]]
        players = [_player(draft, row, side) for side in sides]
        _game(draft, row, round_, (players[0], players[1]), result, colour)
    elif any(there):
        side = there.index(True)
        player = _player(draft, row, sides[side])
        codes = cells.game(row.at(result).text)
        mine = codes[side] if codes else "X"
        code = {"+": "+", "1": "+", "=": "H", "X": "Z"}.get(mine, "Z")
        if mine not in ("+", "-"):
            why = "a board with one player, and no result without a game"
            draft.notes.wrong(
                (row.line, str(result + 1)), row.at(result).text, code, why, player=player, round=round_
            )
        draft.did(player, round_, Played(0, "", code), (row.line, result + 1))
    else:
        _no_names(draft, row, round_)


def read_team(draft: Draft, section: Section) -> None:
    """Take the players of a team, whose name stands above the table."""
    team = section.above.partition(". ")[2].partition(" (")[0].strip() or section.above
    columns = section.columns
    for row in section.rows:
        name = name_of(row, columns.first("name"))
        number = row.at(columns.first("name")).link or draft.number_of(name, None, (row.line, "1"))
        if number and name:
            draft.listed(number, {"name": name, "team": team})


# ---------------------------------------------------------------- cards


def read_card(draft: Draft, section: Section) -> None:
    """Take the rounds of a player's card, and the other side of each game."""
    player = _holder(draft, section.page)
    where = {
        meaning: section.columns.first(meaning) for meaning in ("name", "number", "rating", "result", "round")
    }
    for row in section.rows:
        round_ = cells.whole(row.at(where["round"]).text) or 0
        name = cells.plain(row.at(where["name"]).text)
        if name and not round_:
            found = row.at(where["round"]).text[:20] or "nothing"
            draft.notes.wrong((row.line, "1"), found, "left out", "no round of a card", player=player)
        elif round_ and words.alone(name):
            text = cells.plain(row.at(where["result"]).text).removeprefix("-").strip()
            if text not in WITHOUT:
                place, why = (row.line, str(where["result"] + 1)), "no result without an opponent"
                draft.notes.wrong(place, text or "nothing", "Z", why, player=player, round=round_)
            code = "F" if text == "1" and words.alone(name) == "unpaired" else WITHOUT.get(text, "Z")
            draft.did(player, round_, Played(0, "", code), (row.line, where["result"] + 1))
        elif round_ and name:
            _card_game(draft, row, (player, round_), where)


def _card_game(draft: Draft, row: Row, who: tuple[int, int], where: dict[str, int]) -> None:
    """Take a game of a card; who is its player, and the round."""
    player, round_ = who
    cell, at = row.at(where["result"]), (row.line, where["result"] + 1)
    code = row_of(cell.text)
    if code is None:
        why = "no result of a game"
        draft.notes.wrong((at[0], str(at[1])), cell.text, "no result yet", why, "1, ½ or 0", round=round_)
    opponent = _player(draft, row, where)
    draft.did(player, round_, Played(opponent, cell.colour, code or "X"), at)
    if (opponent, round_) not in draft.cells:
        draft.did(opponent, round_, Played(player, OTHER[cell.colour], MIRROR[code or "X"]), at)


def _holder(draft: Draft, page: Page) -> int:
    """Return the number of the player whose card a page is."""
    said: dict[str, str] = {}
    for table in page.tables:
        for row in table:
            texts = row.texts
            meaning = words.means("card").get(words.bare(texts[0].rstrip(":")), "") if len(texts) == 2 else ""
            if meaning:
                said.setdefault(meaning, texts[1])
    number = cells.whole(said.get("number", "")) or 0
    if not number:
        number = draft.number_of(said.get("name", ""), cells.rating(said.get("rating", "")), (1, "1"))
    if not number:
        raise draft.notes.refuse((1, "1"), "a card without the starting number", "the card of a player")
    year = YEAR.fullmatch(said.get("birth", ""))
    draft.listed(number, {
        "name": clean(said.get("name", "")), "rating": cells.rating(said.get("rating", "")),
        "fide_id": said.get("fide", "") if said.get("fide", "").isdecimal() else "",
        "birth": year[1] if year else "",
    })  # fmt: skip
    return number
