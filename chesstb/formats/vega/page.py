"""Web pages of Vega: the crosstables ``crosstablescore`` (with standings) and ``crosstable``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from chesstb.errors import FormatError, MissingExtraError, message
from chesstb.formats.decoding import decode
from chesstb.formats.one_event import OneEvent, contents
from chesstb.formats.vega.values import BYES, NO_VALUE, TITLES, WITHDRAWN, dates, number_of, tiebreaks

if TYPE_CHECKING:
    from pathlib import Path

    from chesstb.tables import Errors, History

__all__ = ["NAME", "read", "recognises"]

NAME: Final = "a page of Vega (HTML)"

MARK: Final = b"vegachess.com"
MOST_BYTES: Final = 32 * 1024 * 1024
MOST_ROWS: Final = 20_000
COLOURS: Final = {"cw": "w", "cb": "b", "cf": None}
PLAYED: Final = {"1": "1", "½": "=", "0": "0"}
FORFEIT: Final = {"1": "+", "0": "-"}
NUMBER: Final = re.compile(r"#(\d{1,5})")
PLACE: Final = re.compile(r"([^()]*[^() ]) ?\(([A-Z]{3})\)")
FLAG: Final = re.compile(r"/([a-z]{3})\.(?:png|svg|gif)")


def recognises(head: bytes, path: Path) -> bool:  # noqa: ARG001 - every format is asked the same
    """Say whether a file is a web page that Vega wrote."""
    start = head[:2_000].lower()
    return head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") and b"<html" in start and MARK in head


@dataclass
class _Columns:
    """Which column of the table holds what."""

    player: int
    points: int
    rating: int | None
    federation: int | None
    rounds: list[int]
    values: dict[int, tuple[str, str | None]]


def read(path: Path, *, errors: Errors = "repair") -> History:
    """Read a crosstable page of Vega.

    Parameters
    ----------
    path : Path
        The file: ``crosstablescore`` holds most, ``crosstable`` no tie-breaks.
    errors : {"strict", "repair"}
        Whether mistakes are repaired and reported in ``repairs``, or are an error.

    Returns
    -------
    History
        One event. Players have their starting numbers where links give them, else their position
        in the table. ``published`` holds points, tie-breaks, and with these the rank.

    Raises
    ------
    FormatError
        The page holds no crosstable.
    MissingExtraError
        The library for HTML is not installed.
    """
    event = OneEvent.of(path, errors)
    tree = _tree(path, event)
    table = next((one for one in tree.iter("table") if _is_crosstable(one)), None)
    if table is None:
        expected = "a crosstable: the page crosstablescore of the event"
        raise FormatError(message(path.name, "a page of Vega without the results of rounds", expected))
    rows = [[cell for cell in row if cell.tag in ("td", "th")] for row in table.iter("tr")][:MOST_ROWS]
    lines = [row.sourceline or 0 for row in table.iter("tr")][:MOST_ROWS]
    columns = _columns(event, rows[0], lines[0])
    _titles(event, tree)
    event.tournament["rounds"] = len(columns.rounds)
    body = [(at, row) for at, row in zip(lines[1:], rows[1:], strict=True) if len(row) > columns.points]
    number = _numbers(event, body)
    for position, (at, row) in enumerate(body, start=1):
        _row(event, at, columns, row, number, position)
    return event.history(errors)


def _is_crosstable(table: Any) -> bool:
    """Say whether a table has a heading with points, and cells with a colour."""
    row = next(table.iter("tr"), None)
    if row is None or not table.xpath(".//*[@class='cw' or @class='cb' or @class='cf']"):
        return False
    return any(_text(cell) == "Pts" for cell in row if cell.tag in ("td", "th"))


def _tree(path: Path, event: OneEvent) -> Any:
    try:
        from lxml import etree, html  # noqa: PLC0415 - an extra
    except ImportError as error:
        found = "reading HTML needs the library lxml"
        raise MissingExtraError(
            message(path.name, found, remedy='Install it with: pip install "chesstb[html]"')
        ) from error
    text = decode(contents(path, MOST_BYTES), event.notes).replace("\0", " ")
    parser = html.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True)
    try:
        return html.document_fromstring(text.encode("utf-8", errors="replace"), parser=parser)
    except (etree.LxmlError, ValueError) as error:
        raise FormatError(message(path.name, "no HTML that can be read", NAME)) from error


def _text(element: Any) -> str:
    return " ".join(" ".join(element.itertext()).replace("\xa0", " ").split())


def _titles(event: OneEvent, tree: Any) -> None:
    """Take the name, the place and the dates from the headings above the table."""
    event.tournament["name"] = next((_text(one) for one in tree.iter("h1")), None) or None
    for one in tree.iter("h5"):
        text = _text(one)
        dates(event, (one.sourceline or 0, "h5"), text)
        place = PLACE.fullmatch(text)
        if place and "place" not in event.tournament:
            event.tournament |= {"place": place[1], "federation": place[2]}


def _columns(event: OneEvent, row: list[Any], line: int) -> _Columns:
    names = [_text(cell) for cell in row]
    if "Pts" not in names or "Player" not in names:
        found = ", ".join(names)[:60] or "nothing"
        raise FormatError(message(f"{event.notes.file}, line {line}", found, "Pos, Player, Pts, 1, 2, …"))
    first = names.index("Pts") + 1
    rounds = 0
    while first + rounds < len(names) and names[first + rounds] == str(rounds + 1):
        rounds += 1
    headings = names[first + rounds :]
    known = [name for name in headings if name not in NO_VALUE]
    criteria = dict(zip(known, tiebreaks(event, known, (line, "heading")), strict=True))
    return _Columns(
        player=names.index("Player"),
        points=names.index("Pts"),
        rating=names.index("Rtg") if "Rtg" in names else None,
        federation=names.index("Fed") if "Fed" in names else None,
        rounds=list(range(first, first + rounds)),
        values={
            at: (name, criteria[name])
            for at, name in enumerate(headings, start=first + rounds)
            if name in criteria
        },
    )


def _numbers(event: OneEvent, body: list[tuple[int, list[Any]]]) -> list[int]:
    """Return the number of each row: the starting number, if all links to players hold one."""
    found = []
    for _, row in body:
        links = [a.get("href") or "" for cell in row[:2] for a in cell.iter("a")]
        told = next((match for link in links if (match := NUMBER.search(link))), None)
        found.append(int(told[1]) if told else 0)
    if all(found) and len(set(found)) == len(found):
        return found
    if any(found):
        event.notes.say(
            (None, "links"), "not all hold a number", "positions in the table", "numbers of players"
        )
    return list(range(1, len(body) + 1))


def _row(
    event: OneEvent, at: int, columns: _Columns, row: list[Any], number: list[int], position: int
) -> None:
    player = number[position - 1]
    _player(event, columns, row, player)
    value = number_of(_text(row[columns.points]))
    if value is None:
        event.notes.wrong((at, "Pts"), _text(row[columns.points]), "no points", "no number", player=player)
    else:
        event.publish(player, "points", "PTS", value)
    for round_, column in enumerate(columns.rounds, start=1):
        if column < len(row):
            _cell(event, (at, f"round {round_}"), row[column], (player, round_), number)
    if columns.values:
        event.publish(player, "rank", None, position)
    for column, (name, code) in columns.values.items():
        text = _text(row[column]) if column < len(row) else ""
        value = number_of(text)
        if value is not None:
            event.publish(player, name, code, value)
        elif text not in ("", "-"):
            event.notes.wrong((at, name), text, "no value", "no number", player=player)


def _player(event: OneEvent, columns: _Columns, row: list[Any], player: int) -> None:
    cells = row[: columns.points]
    words = [(name, _text(one)) for cell in cells for one in cell.iter() if (name := one.get("class") or "")]
    said = {part: text for name, text in words for part in name.split()}
    title = next((text for name, text in words if name.startswith("title") and text in TITLES), None)
    name = said.get("player-name-box2") or _text(
        next(iter(row[columns.player].iter("a")), row[columns.player])
    )
    rating = said.get("rating") or (_text(row[columns.rating]) if columns.rating is not None else "")
    flags = [image.get("src") or "" for cell in cells for image in cell.iter("img")]
    flag = next((found for source in flags if (found := FLAG.search(source.lower()))), None)
    event.players.append({
        "player": player,
        "name": name.removesuffix(WITHDRAWN).strip().replace(",", ", ").replace(",  ", ", ") or None,
        "title": title,
        "sex": "w" if "female" in said else "m" if "male" in said else None,
        "federation": flag[1].upper() if flag else None,
        "rating": int(rating) if rating.isascii() and rating.isdecimal() and int(rating) else None,
    })  # fmt: skip


def _cell(event: OneEvent, at: Any, cell: Any, who: tuple[int, int], number: list[int]) -> None:
    player, round_ = who
    here: dict[str, Any] = {"player": player, "round": round_}
    blocks = {one.get("class"): _text(one) for one in cell.iter("div") if one.get("class")}
    kind = next((name for name in COLOURS if name in blocks), None)
    result = blocks.get("res", "").replace("=", "½").replace("0.5", "½")
    if kind is None:
        if _text(cell):
            event.notes.wrong(at, _text(cell), "Z", "no cell of a round", **here)
        event.cell(at, player, round_, "Z")
        return
    opponent = blocks[kind]
    if opponent.upper() == "BYE" and result in BYES:
        event.cell(at, player, round_, BYES[result])
        return
    outcome = (FORFEIT if kind == "cf" else PLAYED).get(result, "" if result else "X")
    position = int(opponent) if opponent.isascii() and opponent.isdecimal() and len(opponent) < 6 else 0
    if not outcome or not 1 <= position <= len(number):
        event.notes.wrong(at, f"{result} {opponent}", "Z", "no result against a player of the table", **here)
        event.cell(at, player, round_, "Z")
        return
    event.cell(at, player, round_, outcome, opponent=number[position - 1], colour=COLOURS[kind])
