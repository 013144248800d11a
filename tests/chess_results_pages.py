"""Made-up pages in the form of chess-results.com, of one small event that never took place.

Six players, three rounds: a bye, a half-point bye, absences, a forfeit and a double forfeit. Every view
is built from the games below, by code of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

NUMBER = "987654"
NAME = "Harbour Open 2026"

PLAYERS = {
    1: ("GM", "Almqvist, Ada", "SWE", 2451, "10100001"),
    2: ("", "Brandt, Bo", "GER", 2300, "10100002"),
    3: ("WFM", "Cohen, Chana", "ISR", 2188, "10100003"),
    4: ("", "Dupont, D <b>&", "FRA", 2101, ""),
    5: ("", "Eriksson, Eva", "SWE", 1999, "10100005"),
    6: ("", "Farkas", "HUN", 0, ""),
}
# (white, black, result of White, of Black) and (player, kind, result) by round
GAMES = {
    1: [(1, 4, "1", "0"), (5, 2, "½", "½"), (3, 6, "-", "-")],
    2: [(2, 1, "0", "1"), (4, 3, "+", "-")],
    3: [(1, 5, "½", "½"), (3, 2, "1", "0")],
}
ALONE = {
    1: [],
    2: [(5, "bye", "1"), (6, "not paired", "0")],
    3: [(4, "not paired", "½"), (6, "not paired", "0")],
}
POINTS = {1: 2.5, 2: 0.5, 3: 1.0, 4: 1.5, 5: 2.0, 6: 0.0}
RANKS = [1, 5, 4, 3, 2, 6]  # starting numbers by rank
LEGEND = [
    "Tie Break1: Buchholz Tie-Break Variable (2026) (Gamepoints, Cut1)",
    "Tie Break2: Direct Encounter (DE)",
]
CODES = {"1": "1", "½": "=", "0": "0", "+": "+", "-": "-"}

EXPECTED = sorted(
    [
        row
        for round_, games in GAMES.items()
        for white, black, a, b in games
        for row in ((white, round_, black, "w", CODES[a]), (black, round_, white, "b", CODES[b]))
    ]
    + [
        (player, round_, None, None, "U" if kind == "bye" else {"½": "H", "0": "Z"}[result])
        for round_, alone in ALONE.items()
        for player, kind, result in alone
    ],
    key=lambda row: row[:2],
)
"""What every view must give: player, round, opponent, colour, code."""


def rows_of(history, event=None):
    """Return the results of an event in the form of `EXPECTED`."""
    results = (history if event is None else history[event]).results
    opponents = results["opponent"].fillna(0)
    colours = results["colour"].astype("str")
    return [
        (int(p), int(r), int(o) or None, c if c in ("w", "b") else None, str(code))
        for p, r, o, c, code in zip(
            results["player"], results["round"], opponents, colours, results["outcome"], strict=True
        )
    ]


@dataclass
class Table:
    headings: list[str]
    rows: list[list[str]]
    above: str = ""


def number(value: float) -> str:
    return f"{value:g}".replace(".", ",")


def cell(player: int, round_: int, names: dict[int, int]) -> str:
    """Return the cell of a crosstable, opponents by the numbers given."""
    for white, black, a, b in GAMES[round_]:
        if player == white:
            return f"{names[black]:3d}w{a}"
        if player == black:
            return f"{names[white]:3d}b{b}"
    return next(f"  -{result}" for who, _, result in ALONE[round_] if who == player)


def crosstable(words: dict[str, str] | None = None, rounds: int = 3) -> Table:
    """Return the crosstable by starting number; words are headings of another language."""
    said = {"number": "No.", "name": "Name", "rating": "Rtg", "federation": "FED", "round": "Rd",
            "points": "Pts.", "rank": "Rk.", "tiebreak": "TB"} | (words or {})  # fmt: skip
    heads = [f"{r}.{said['round']}" for r in range(1, rounds + 1)]
    heads = [said["number"], "", said["name"], said["rating"], said["federation"], *heads, said["points"]]
    heads += [said["rank"], f" {said['tiebreak']}1 ", f" {said['tiebreak']}2 "]
    same = {n: n for n in PLAYERS}
    rows = [
        [str(n), title, name.replace(", ", " "), str(rating), fed]
        + [cell(n, r, same) for r in range(1, rounds + 1)]
        + [number(POINTS[n]), str(RANKS.index(n) + 1), number(n + 0.5), "0"]
        for n, (title, name, fed, rating, _) in PLAYERS.items()
    ]
    return Table(heads, rows)


def by_rank() -> Table:
    """Return the crosstable by rank: the numbers in its cells are ranks."""
    ranks = {n: RANKS.index(n) + 1 for n in PLAYERS}
    heads = ["Rk.", "", "Name", "Rtg", "FED", "1.Rd", "2.Rd", "3.Rd", "Pts.", "TB1", "TB2"]
    rows = [
        [str(ranks[n]), PLAYERS[n][0], PLAYERS[n][1].replace(", ", " "), str(PLAYERS[n][3]), PLAYERS[n][2]]
        + [cell(n, r, ranks) for r in (1, 2, 3)]
        + [number(POINTS[n]), number(n + 0.5), "0"]
        for n in RANKS
    ]
    return Table(heads, rows)


def start_list() -> Table:
    heads = ["No.", "", "Name", "FideID", "FED", "Rtg", "sex", "Club/City"]
    rows = [
        [str(n), title, name, fide, fed, str(rating), "w" if n in (1, 3, 5) else "", "Harbour Club"]
        for n, (title, name, fed, rating, fide) in PLAYERS.items()
    ]
    return Table(heads, rows)


def ranking() -> Table:
    heads = [
        "Rk.",
        "SNo",
        "",
        "Name",
        "FED",
        "RtgI",
        "Pts.",
        "TB1",
        "TB2",
        "Rp",
        "n",
        "w",
        "we",
        "w-we",
        "K",
        "rtg+/-",
    ]
    rest = ["2000", "3", "1", "1,5", "-0,5", "20", "-10"]
    rows = []
    for at, n in enumerate(RANKS, start=1):
        title, name, fed, rating, _ = PLAYERS[n]
        rows.append(
            [str(at), str(n), title, name, fed, str(rating), number(POINTS[n]), number(n + 0.5), "0", *rest]
        )
    return Table(heads, rows)


def points_before(player: int, round_: int) -> str:
    """Return the points of a player before a round, as pairings print them."""
    worth = {"1": 1.0, "½": 0.5, "+": 1.0}
    total = 0.0
    for earlier in range(1, round_):
        total += sum(worth.get(a, 0) for white, _, a, _ in GAMES[earlier] if white == player)
        total += sum(worth.get(b, 0) for _, black, _, b in GAMES[earlier] if black == player)
        total += sum(worth.get(result, 0) for who, _, result in ALONE[earlier] if who == player)
    return f"{total:.1f}".replace(".0", "").replace(".5", "½").removeprefix("0") or "0"


def pairings(round_: int, *, numbers: bool = True, results: bool = True) -> Table:
    heads = ["Bo.", "No.", "", "White", "Rtg", "Pts.", "Result", "Pts.", "", "Black", "Rtg", "No."]
    rows = []
    for white, black, a, b in GAMES[round_]:
        left, right = PLAYERS[white], PLAYERS[black]
        rows.append([str(white), left[0], left[1], str(left[3]), points_before(white, round_),
                     f"{a} - {b}" if results else "", points_before(black, round_), right[0],
                     right[1], str(right[3]), str(black)])  # fmt: skip
    for player, kind, result in ALONE[round_]:
        who = PLAYERS[player]
        rows.append(
            [
                str(player),
                who[0],
                who[1],
                str(who[3]),
                points_before(player, round_),
                result,
                "",
                "",
                kind,
                "",
                "",
            ]
        )
    rows = [[str(board), *row] for board, row in enumerate(rows, start=1)]
    if not numbers:
        heads, rows = heads[:1] + heads[2:-1], [row[:1] + row[2:-1] for row in rows]
    return Table(heads, rows, f"Round {round_} on 2026/05/0{round_} at 10:00")


def card_rows(player: int) -> list[list[str]]:
    """Return the rounds of a player's card: round, board, SNo, title, name, rating, result, colour."""
    rows = []
    for round_, games in GAMES.items():
        for white, black, a, b in games:
            if player in (white, black):
                other, result = (black, a) if player == white else (white, b)
                title, name, _, rating, _ = PLAYERS[other]
                shown = {"+": "- 1K", "-": "- 0K"}.get(result, result)
                rows.append([str(round_), "1", str(other), title, name, str(rating), shown,
                             "FarbewT" if player == white else "FarbesT"])  # fmt: skip
        for who, kind, result in ALONE[round_]:
            if who == player:
                rows.append(
                    [str(round_), "2", "-1" if kind == "bye" else "-2", "", kind, "0", f"- {result}", ""]
                )
    return rows


# ---------------------------------------------------------------- files


def html(
    *tables: Table, art: int, view: str, lan: int = 1, rd: int = 0, updated: str = "03.05.2026 18:00:00",
    number: str = NUMBER, name: str = NAME, legend: list[str] = LEGEND, details: dict[str, str] | None = None,
) -> str:  # fmt: skip
    """Return a page as the site makes it: nested tables, mixed th and td, no-break spaces."""
    address = (
        f"./tnr{number}.aspx?lan={lan}&amp;art={art}" + (f"&amp;rd={rd}" if rd else "") + "&amp;SNode=S0"
    )
    more = "".join(
        f'<tr><td class="CR">{k}</td><td class="CR">{escape(v)}</td></tr>' for k, v in (details or {}).items()
    )
    above = f"<h3>{tables[0].above}</h3>" if tables and tables[0].above else ""
    body = "".join(table_html(table) for table in tables)
    notes = "<br/>".join(legend)
    return f"""\r
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head id="Head1"><title>
	Chess-Results Server Chess-results.com - {escape(name)}
</title></head><body><form method="post" action="{address}" id="form1">
<table id="datenxx"><tr><td><div class="defaultDialog"><h2>{escape(name)} </h2>
<table border="0">{more}</table>
<p class="CRsmall">Last update {updated}, Creator/Last Upload: nobody</p></div>
<div class="defaultDialog"><h2>{view}</h2>{above}{body}<p class="CR"><b>Annotation:</b><br/>{notes}</p></div>
</td></tr></table></form></body></html>
"""


def table_html(table: Table) -> str:
    heads = "".join(f'<th class="CR">{escape(h).replace(" ", "&nbsp;")}</th>' for h in table.headings)
    name_at = next((at for at, h in enumerate(table.headings) if h == "Name"), -1)

    def data(at: int, text: str) -> str:
        shown = escape(text).replace("½", "&frac12;")
        if at == name_at:
            shown = f"<table><tr><td></td><td>{shown}</td></tr></table>"
        return f'<td class="CRc">{shown}</td>'

    rows = "".join(
        f'<tr class="CRng{1 + at % 2} {next((c for c in row[4:5] if len(c) == 3 and c.isalpha()), "")}">'
        + "".join(data(column, text) for column, text in enumerate(row)) + "</tr>\n"
        for at, row in enumerate(table.rows)
    )  # fmt: skip
    return f'<table class="CRs1" border="0"><tr class="CRng1b">{heads}</tr>\n{rows}</table>'


def card_html(player: int, *, number: str = NUMBER) -> str:
    title, name, _, rating, fide = PLAYERS[player]
    facts = {"Name": name, "Title": title, "Starting rank": str(player), "Rating international": str(rating),
             "Fide-ID": fide, "Year of birth": "1990", "Points": "1"}  # fmt: skip
    first = "".join(f'<tr class="CRg1"><td>{k}</td><td>{escape(v)}</td></tr>' for k, v in facts.items())
    heads = "".join(f"<th>{h}</th>" for h in ("Rd.", "Bo.", "SNo", "", "Name", "Rtg", "FED", "Pts.", "Res."))
    rows = ""
    for round_, board, sno, opponent_title, opponent, opponent_rating, result, colour in card_rows(player):
        shown = f'<table><tr><td><div class="{colour}"></div></td><td>{result}</td></tr></table>'
        cells = [round_, board, sno, opponent_title, escape(opponent), opponent_rating, "", "0"]
        rows += '<tr class="CRg2">' + "".join(f"<td>{c}</td>" for c in cells) + f"<td>{shown}</td></tr>"
    page = html(art=9, view="Player info", legend=[], number=number)
    tables = (
        f'<table class="CRs1">{first}</table><table class="CRs1"><tr class="CRg1b">{heads}</tr>{rows}</table>'
    )
    return page.replace('<p class="CR"><b>Annotation', tables + '<p class="CR"><b>Annotation')


def lines(table: Table, view: str, legend: list[str] = LEGEND) -> list[list[str]]:
    """Return a download: lines above, the table, the legend, a last line."""
    head = [["From the Tournament-Database of Chess-Results http://chess-results.com"], [NAME],
            ["Organizer(s) : Harbour Club"], ["Number of rounds : 3"], ["Date : 2026/05/01 to 2026/05/03"],
            ["Last update 03.05.2026 18:00:00"], [view], []]  # fmt: skip
    last = [[], *([line] for line in legend), ["Program Swiss-Manager"]]
    return [*head, table.headings, *table.rows, *last]


def crosstable_page(**options) -> str:
    return html(crosstable(), art=5, view="Starting rank crosstable", **options)


# ---------------------------------------------------------------- other events

ROUND_ROBIN = [["*", "1", "½", "+"], ["0", "*", "1", "½"], ["½", "0", "*", "0"], ["-", "½", "1", "*"]]


def matrix() -> Table:
    rows = [[str(i), f"Player {i}", *cells, "0", "1"] for i, cells in enumerate(ROUND_ROBIN, start=1)]
    return Table(["No.", "Name", "1", "2", "3", "4", "XX", "Rk."], rows)


def boards() -> str:
    def name(text: str, colour: str, number: int) -> str:
        link = f'<a Class="CRdb" href="https://chess-results.com/tnr1.aspx?lan=1&amp;art=9&amp;snr={number}">{text}</a>'
        return (
            f'<table><tr><td><div class="Farbe{colour}T"></div></td><td class="CR">{link}</td></tr></table>'
        )

    rows = [("1.1", "Ann", "w", 3, "Bob", "s", 1, "1 - 0"), ("1.2", "Cid", "s", 4, "Dan", "w", 2, "0 - 1")]
    body = '<tr class="CRg1b"><td class="none" colspan="9">Round 1 on 2026/01/03 at 15:00</td></tr>'
    heads = ["Bo.", "2", "North", "Rtg", "-", "1", "South", "Rtg", "1 : 1"]
    body += '<tr class="CRg1b">' + "".join(f"<th>{h}</th>" for h in heads) + "</tr>"
    for board, home, colour, number, away, other, away_number, result in rows:
        cells = [
            board,
            "",
            name(home, colour, number),
            "1500",
            "-",
            "",
            name(away, other, away_number),
            "0",
            result,
        ]
        body += '<tr class="CRg2">' + "".join(f"<td>{c}</td>" for c in cells) + "</tr>"
    text = html(art=3, rd=1, view="Board Pairings", legend=[])
    return text.replace('<p class="CR"><b>', f'<table class="CRs1">{body}</table><p class="CR"><b>')


def page(folder, name, text):
    """Write a page."""
    path = folder / name
    path.write_bytes(text.encode())
    return path
