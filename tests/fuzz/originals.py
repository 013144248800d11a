"""The files that are damaged: made-up events in every format, several variants of each."""

from __future__ import annotations

import tempfile
import warnings
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import openpyxl

from chesstb import write_trf
from chesstb.errors import Note
from chesstb.formats import chess_results, crosstable, long_table, us_chess
from tests import chess_results_pages as pages
from tests import swiss_manager_file as tunx
from tests.makers import crosstable as tables
from tests.makers import icu, pair_two, programs, swiss_chess, swiss_perfect, us_chess_chart, vega
from tests.makers import long_table as games
from tests.makers import us_chess as charts
from tests.makers.events import history_of, some

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.made_up import MadeUp

KINDS = range(6)
"""Made-up events of each format; see `tests.makers.events.some`."""
PUBLISHED = "published"


@dataclass(frozen=True)
class Original:
    """A file, with those that belong to it.

    Attributes
    ----------
    files : dict of str to bytes
        Name and contents of each.
    main : str
        The one that is read.
    points : dict of int to float, optional
        What the players have, by their numbers; None where the event was not made by `some`.
    """

    files: dict[str, bytes]
    main: str
    points: dict[int, float] | None = None


def originals(name: str) -> list[Original]:
    """Return the files of a format."""
    return [*MAKERS[name]()]


def points_of(event: MadeUp) -> dict[int, float]:
    return {k: event.points(k) for k in range(1, len(event.names) + 1)}


def one(name: str, data: bytes | str, points: dict[int, float] | None = None) -> Original:
    return Original({name: data if isinstance(data, bytes) else data.encode()}, name, points)


def _each(
    make: Callable[[MadeUp], bytes | str], name: str, *, numbered: bool = True, **what: object
) -> Iterator[Original]:
    for kind in KINDS:
        event = some(kind, **what)  # type: ignore[arg-type]
        points = points_of(event)
        yield one(name, make(event), points if numbered else None)


def _written(
    write: Callable[..., object], name: str, *, kinds: range = KINDS, **what: object
) -> Iterator[Original]:
    """Write files with a writer of the package."""
    for kind in kinds:
        event = some(kind, **what)  # type: ignore[arg-type]
        system = "round-robin" if kind % 4 == 2 else "swiss"
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
            warnings.simplefilter("ignore", Note)
            write(history_of(event, system=system), Path(folder, name))
            points = points_of(event)
            yield one(name, Path(folder, name).read_bytes(), points)


def _trf() -> Iterator[Original]:
    for version, kinds in (("trf26", range(6)), ("trf16", range(4))):
        yield from _written(lambda h, p, v=version: write_trf(h, p, v), "cup.trf", kinds=kinds)


def _swiss_manager() -> Iterator[Original]:
    yield from _each(lambda event: tunx.file_of(event).data(), "cup.TUNX", unpaired="UFHZ")
    team = tunx.File(
        [tunx.Player(f"P{k}", team=1 + k % 2) for k in range(4)], [[(1, 2, 1), (4, 3, 2)]], tunx.TEAM_SWISS,
        tiebreaks=[tunx.TieBreak(13)], teams=["Rooks", "Knights"], matches=[[(1, 2)]],
    )  # fmt: skip
    yield one("cup.TUTX", team.data())
    yield one("cup.TUNX", replace(tunx.OPEN, tiebreaks=[tunx.TieBreak(84, 1), tunx.TieBreak(68)]).data())


def _swiss_chess() -> Iterator[Original]:
    for version in (883, 741):
        yield from _each(lambda event, v=version: swiss_chess.swt(event, version=v), "cup.swt")


def _chess_results() -> Iterator[Original]:
    made = {
        "cross.html": pages.crosstable_page(),
        "rank.html": pages.html(pages.by_rank(), art=4, view="Crosstable"),
        "list.html": pages.html(pages.start_list(), art=0, view="Starting rank"),
        "round.html": pages.html(pages.pairings(1), art=2, rd=1, view="Pairings"),
        "matrix.html": pages.html(pages.matrix(), art=5, view="Crosstable", legend=[]),
        "boards.html": pages.boards(),
        "card.html": pages.card_html(1),
    }
    for name, text in made.items():
        yield one(name, text)
    for ending in ("csv", "xlsx", "html"):
        yield from _written(chess_results.write, f"cup.{ending}", kinds=range(1, 4))


def _swiss_perfect() -> Iterator[Original]:
    made = swiss_perfect
    for kind in KINDS:
        event = some(kind, unpaired="UFHZ")
        files = {"cup.sco": made.dbf(made.GAMES, made.games_of(event)),
                 "cup.trn": made.dbf(made.PLAYERS, made.players_of(event)),
                 "cup.ini": made.INI.format(0, "1218,1217,").encode("cp1252")}  # fmt: skip
        yield Original(files, "cup.sco", points_of(event))


def _vega_event() -> Iterator[Original]:
    for kind in KINDS:
        event = some(kind)
        files = {"cup.veg": vega.veg_of(event, a_line=kind % 2 == 0).encode(), **programs.pairings(event)}
        yield Original(files, "cup.veg", points_of(event))


def _vega_page() -> Iterator[Original]:
    yield from _each(lambda event: vega.page_of(event, links=False), "crosstable.html")
    yield from _each(lambda event: vega.page_of(event, boxes=True), "crosstable.html", numbered=False)


def _many(make: Callable[..., dict[str, bytes]], main: str) -> Iterator[Original]:
    for kind in KINDS:
        event = some(kind)
        files = make(event)
        last = main.format(event.rounds)
        yield Original(files, last, points_of(event))


def _us_chess() -> Iterator[Original]:
    yield from _written(us_chess.write, "cup.txt")
    yield one("club.txt", charts.CHART)


def _chart() -> Iterator[Original]:
    yield from _each(programs.chart, "cup.txt")
    yield one("club.txt", us_chess_chart.CHART + us_chess_chart.RUNNING)


def _icu() -> Iterator[Original]:
    yield from _each(programs.icu_sheet, "cup.csv", forfeits=False)
    yield one("open.csv", icu.SHEET)


def _lichess() -> Iterator[Original]:
    for results in (True, False):
        yield from _each(
            lambda event, r=results: programs.lichess_games(event, results=r), "cup.ndjson",
            numbered=False, unpaired="Z", forfeits=False,
        )  # fmt: skip


def _pgn() -> Iterator[Original]:
    yield from _each(programs.pgn_games, "cup.pgn", numbered=False, unpaired="Z", forfeits=False)


def _long_table() -> Iterator[Original]:
    yield from _each(programs.game_table, "cup.csv", numbered=False, unpaired="UZ")
    for ending in ("csv", "parquet"):
        yield from _written(long_table.write, f"cup.{ending}", kinds=range(4))
    yield one("club.csv", games.GAMES)
    yield one("club.csv", games.ROUNDS)


def _crosstable() -> Iterator[Original]:
    for ending in ("csv", "md", "tsv"):
        yield from _written(crosstable.write, f"cup.{ending}", kinds=range(3))
    for split in (";", "\t"):
        yield from _each(lambda e, s=split: "\n".join(map(s.join, programs.crosstable_rows(e))), "cup.txt")
    for size in (2, 6):
        event = some(size)
        yield one("cup.txt", programs.matrix(event), points_of(event))
        book = openpyxl.Workbook()
        for row in programs.crosstable_rows(some(size - 1)):
            book.active.append(row)
        made = BytesIO()
        book.save(made)
        yield one("cup.xlsx", made.getvalue())
    yield one("club.csv", tables.WIDE)
    yield one("club.txt", tables.MATRIX)


def _published() -> Iterator[Original]:
    for original in _written(write_trf, "cup.trf", kinds=range(3)):
        rows = [f"cup,{k},{column},{code},{value:g}" for k, value in (original.points or {}).items()
                for column, code in (("points", "PTS"), ("Buchholz", "BH"), ("rank", ""))]  # fmt: skip
        text = "\n".join(["tournament,player,column,criterion,value", *rows, ""])
        yield replace(original, files={"values.csv": text.encode(), **original.files})


MAKERS: dict[str, Callable[[], Iterator[Original]]] = {
    "vega": lambda: _each(lambda event: vega.text_of(event, "BH-C1", "1.0"), "cup.txt"),
    "trf": _trf,
    "swiss_manager": _swiss_manager,
    "swiss_chess": _swiss_chess,
    "chess_results": _chess_results,
    "swiss_perfect": _swiss_perfect,
    "swiss_perfect.text": lambda: _each(swiss_perfect.table_of, "cup.txt", unpaired="UFHZ"),
    "vega.page": _vega_page,
    "vega.event_file": _vega_event,
    "vega.pairs": lambda: _many(programs.pairings, "pairs{}.txt"),
    "pair_two": lambda: _each(pair_two.sws, "cup.sws", unpaired="UZ"),
    "papi": lambda: _each(programs.papi_database, "cup.papi"),
    "papi.json_file": lambda: _each(programs.papi_json, "cup.json"),
    "swiss_sys": lambda: _each(programs.swiss_sys_json, "cup.sjson"),
    "swar": lambda: _each(programs.swar_json, "cup.json"),
    "us_chess.upload": lambda: _many(programs.upload, "TDEXPORT.DBF"),
    "us_chess": _us_chess,
    "us_chess.chart": _chart,
    "icu": _icu,
    "lichess": _lichess,
    "pgn": _pgn,
    "long_table": _long_table,
    "crosstable": _crosstable,
    PUBLISHED: _published,
}
