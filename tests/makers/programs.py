"""Made-up events in the formats of programs that hold them as JSON, tables or text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.makers import lichess, papi, pgn, swar, swiss_sys, us_chess_upload
from tests.makers.access import database

if TYPE_CHECKING:
    from tests.made_up import Cell, MadeUp


def _rows(event: MadeUp, player: int) -> list[tuple[int, Cell]]:
    return [(r, event.cells[player, r]) for r in range(1, event.rounds + 1)]


def _side(cell: Cell) -> str:
    """Return the letter of a colour that was played."""
    return (cell.colour or "").upper() if cell.outcome not in "+-" else ""


def _games(event: MadeUp) -> list[tuple[int, int, int, str]]:
    """Return the games: round, White, Black, both outcomes."""
    return sorted(
        (round_, player, cell.opponent, cell.outcome + event.cells[cell.opponent, round_].outcome)
        for (player, round_), cell in event.cells.items()
        if cell.opponent and cell.colour == "w"
    )


def swar_json(event: MadeUp) -> bytes:
    """Return the JSON of SWAR, as the program writes it."""
    played = {"1": "1", "=": "½", "0": "0", "+": "1F", "-": "0F", "U": "1B", "H": "½", "Z": "-"}
    sides = {"w": "White", "b": "Black", None: "No Color"}
    players = [
        swar.person(k, f"{event.points(k):.1f}", Name=name, RoundArray=[
            swar.cell(r, cell.opponent or -1, played[cell.outcome], sides[cell.colour])
            for r, cell in _rows(event, k)
        ])
        for k, name in enumerate(event.names, start=1)
    ]  # fmt: skip
    about = swar.ABOUT | {"NbOfRounds": event.rounds}
    found = {"Swar": {"TournamentDesc": about, "Player": players}}
    return json.dumps(found, indent=1, ensure_ascii=False).encode("utf-8-sig")


def swiss_sys_json(event: MadeUp) -> bytes:
    """Return a file of SwissSys with one section."""
    signs = {"1": "+", "=": "=", "0": "-", "+": "X", "-": "F", "U": "B", "H": "H", "Z": "U"}
    players = [
        swiss_sys.person(k, *[
            f"{signs[cell.outcome]};{cell.opponent or 0};{(cell.colour or '-').upper()};1;1;1;0"
            for _, cell in _rows(event, k)
        ], Name=name)
        for k, name in enumerate(event.names, start=1)
    ]  # fmt: skip
    section = {"Section name": "Open", "Type": 0, "Rounds paired": event.rounds,
               "Final round": event.rounds, "Players": players}  # fmt: skip
    return json.dumps({"Overview": swiss_sys.OVERVIEW, "Sections": [section]}, indent=1).encode()


PAPI = {"1": 3, "=": 2, "0": 1, "+": 6, "-": 4, "H": 2, "Z": 0, "F": 6, "U": 6}


def papi_json(event: MadeUp) -> bytes:
    """Return the JSON that a converter makes of a Papi file."""

    def listed(cell: Cell) -> tuple[str, int | None, int | None]:
        if cell.opponent:
            return ("B" if cell.colour == "w" else "N", cell.opponent - 1, PAPI[cell.outcome])
        return ("B" if cell.outcome == "U" else "F", None, PAPI[cell.outcome])

    players = [papi.person(name, *[listed(cell) for _, cell in _rows(event, k)])
               for k, name in enumerate(event.names, start=1)]  # fmt: skip
    return json.dumps({"variables": papi.VARIABLES, "players": players}, indent=1).encode()


def papi_database(event: MadeUp) -> bytes:
    """Return an Access database of Papi."""

    def listed(cell: Cell) -> tuple[str, int, int]:
        if cell.opponent:
            return ("B" if cell.colour == "w" else "N", cell.opponent + 1, PAPI[cell.outcome])
        return ("B" if cell.outcome == "U" else "F", 0, PAPI[cell.outcome])

    nobody = papi.row(1, "EXEMPT", *[("R", 0, 0)] * 24)
    players = [papi.row(k + 1, name, *[listed(cell) for _, cell in _rows(event, k)],
                        *[("R", 0, 0)] * (24 - event.rounds))
               for k, name in enumerate(event.names, start=1)]  # fmt: skip
    info = [{"Variable": key, "Value": value} for key, value in papi.INFO.items()]
    return database({"INFO": info, "JOUEUR": [nobody, *players]})


def upload(event: MadeUp) -> dict[str, bytes]:
    """Return the three tables that are sent to US Chess."""
    letters = {"1": "W", "=": "D", "0": "L", "+": "X", "-": "F", "U": "B", "H": "H", "Z": "U"}
    rows = [
        (name, str(1500 + k), *(
            f"{letters[c.outcome]}{c.opponent or 0}{_side(c)}" for _, c in _rows(event, k)
        ))
        for k, name in enumerate(event.names, start=1)
    ]  # fmt: skip
    about = {"S_SEC_NUM": "1", "S_SEC_NAME": "OPEN", "S_TRN_TYPE": "S", "S_TOT_RNDS": str(event.rounds),
             "S_BEG_DATE": "20260330"}  # fmt: skip
    made = us_chess_upload
    return {
        "TDEXPORT.DBF": made.dbase(made.fields(event.rounds), made.table(rows)),
        "TSEXPORT.DBF": made.dbase(made.TS, [about]),
        "THEXPORT.DBF": made.dbase(made.TH, [{"H_NAME": "CLUB", "H_CITY": "X", "H_STATE": "NY"}]),
    }


def chart(event: MadeUp) -> bytes:
    """Return a wall chart as text."""
    letters = {"1": "W", "=": "D", "0": "L", "+": "X", "-": "F", "U": "B", "H": "H", "Z": "U"}
    heads = "".join(f"{f'Rd {r}':<8}" for r in range(1, event.rounds + 1))
    lines = ["SwissSys Wall Chart. Club Open: Open", "", f"{'No.':<5}{'Name':<26}{'Rate':<8}{heads}Tot"]
    for k, name in enumerate(event.names, start=1):
        shown = "".join(f"{letters[c.outcome] + (f'{c.opponent:>4}' if c.opponent else ''):<8}"
                        for _, c in _rows(event, k))  # fmt: skip
        colours = "".join(f"{c.colour.upper() if c.colour and c.outcome not in '+-' else '':<8}"
                          for _, c in _rows(event, k))  # fmt: skip
        lines += [
            f"{f'{k:>2}.':<5}{name:<26}{1500 + k:<8}{shown}{event.points(k):.1f}",
            " " * 39 + colours.rstrip(),
        ]
    return ("\n".join(lines) + "\n").encode()


def pairings(event: MadeUp) -> dict[str, bytes]:
    """Return Vega's pairings, a file for each round."""
    results = {"10": "1 - 0", "01": "0 - 1", "==": "½ - ½", "+-": "1F-0F", "-+": "0F-1F"}
    found = {}
    name, half = event.names, {"U": "1", "H": "½", "Z": "0"}
    for round_ in range(1, event.rounds + 1):
        boards = [f"{name[a - 1]} ( 0.0) - {name[b - 1]} ( 0.0) = {a:>3} - {b:>3} = {results[codes]}"
                  for r, a, b, codes in _games(event) if r == round_]  # fmt: skip
        alone = [(k, event.cells[k, round_].outcome) for k in range(1, len(name) + 1)
                 if not event.cells[k, round_].opponent]  # fmt: skip
        boards += [f"{name[k - 1]} ( 0.0) - BYE ( 0.0) = {k:>3} -   0 = {half[code]}" for k, code in alone]
        text = "\n---\n".join(f"  {b} = {line}" for b, line in enumerate(boards, start=1))
        whole = f"Cup: Pairing of round {round_}\n\n=====\n{text}\n---\n\n"
        whole += " Generated by Vega - www.vegachess.com\n"
        found[f"pairs{round_}.txt"] = whole.encode()
    return found


def pgn_games(event: MadeUp) -> bytes:
    """Return the games as PGN."""
    results = {"10": "1-0", "01": "0-1", "==": "1/2-1/2"}
    name = event.names
    return "".join(
        pgn.game(name[a - 1], name[b - 1], results[codes], f"{r}.{k}", WhiteElo=str(1500 + a))
        for k, (r, a, b, codes) in enumerate(_games(event), start=1)
    ).encode()


def lichess_games(event: MadeUp, *, results: bool) -> bytes:
    """Return the games of a Swiss, below its results where asked."""
    ends = {"10": "white", "01": "black"}
    plain = {k: f"user_{k}" for k in range(1, len(event.names) + 1)}
    listed = "".join(
        json.dumps({"rank": k, "points": event.points(k), "rating": 1500 + k, "username": plain[k]}) + "\n"
        for k in plain
    )
    games = ""
    for r, a, b, codes in _games(event):
        more: dict[str, Any] = {"winner": ends[codes]} if codes in ends else {}
        status = "mate" if more else "draw"
        games += lichess.game(plain[a], plain[b], 10_000 * r, 10_000 * r + 5_000 + a, status, **more)
    return ((listed if results else "") + games).encode()


def icu_sheet(event: MadeUp) -> bytes:
    """Return a sheet with all the players of an event."""
    lines = ["Event,Made-up Open", "Start,2026-03-07", "End,2026-03-09", f"Rounds,{event.rounds}", ""]
    signs = {"1": "1", "=": "=", "0": "0", "U": "1", "H": "=", "Z": "0"}
    for k, name in enumerate(event.names, start=1):
        lines.append(f"Player,{k + 10},{name.replace(', ', ',')}")
        for r, cell in _rows(event, k):
            other = event.names[cell.opponent - 1].replace(", ", ",") if cell.opponent else ""
            game = f"{(cell.colour or '').upper()},{other},{1500 + (cell.opponent or 0)},,IRL"
            lines.append(f"{r},{signs[cell.outcome]},{game if cell.opponent else '-'}")
        lines += [f"Total,{event.points(k):g}", ""]
    return "\n".join(lines).encode()


def game_table(event: MadeUp) -> bytes:
    """Return a table with a row for each game."""
    results = {"10": "1-0", "01": "0-1", "==": "½-½", "+-": "+ -", "-+": "- +"}
    lines = ["Round;White;Black;Result"]
    for r, a, b, codes in _games(event):
        lines.append(f"{r};{event.names[a - 1]};{event.names[b - 1]};{results[codes]}")
    for (k, r), cell in sorted(event.cells.items()):
        if cell.outcome == "U":
            lines.append(f"{r};{event.names[k - 1]};bye;1")
    return ("\n".join(lines) + "\n").encode()


def crosstable_rows(event: MadeUp) -> list[list[str]]:
    """Return a crosstable as people type it: a row for each player, a column for each round."""
    signs = {"=": "½", "U": "bye", "H": "-½", "Z": "-0"}
    rows = [["No.", "Name", "Rtg", *(f"{r}.Rd" for r in range(1, event.rounds + 1)), "Pts"]]
    for k, name in enumerate(event.names, start=1):
        shown = [
            f"{c.opponent or ''}{c.colour or ''}{signs.get(c.outcome, c.outcome)}" for _, c in _rows(event, k)
        ]
        rows.append([str(k), name, "" if k % 4 == 0 else str(1500 + k), *shown, f"{event.points(k):g}"])
    return rows


def matrix(event: MadeUp) -> bytes:
    """Return a round robin as a table of everybody against everybody."""
    size = len(event.names)
    signs = {"=": "½"}
    scores = {(k, c.opponent): signs.get(c.outcome, c.outcome) for (k, _), c in event.cells.items()}
    lines = [
        " | ".join(["Nr", "Name", *map(str, range(1, size + 1)), "Total"]),
        "|".join(["---"] * (size + 3)),
    ]
    for k, name in enumerate(event.names, start=1):
        cells = ["*" if k == j else scores.get((k, j), "") for j in range(1, size + 1)]
        lines.append(" | ".join([str(k), name, *cells, f"{event.points(k):g}"]))
    return ("\n".join(lines) + "\n").encode()
