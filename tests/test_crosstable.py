"""Crosstables made by hand."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import openpyxl
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import chesstb as tb
from chesstb.errors import ChesstbError, FormatError
from chesstb.formats import crosstable
from tests.accidents import try_damaged
from tests.makers.crosstable import MATRIX, WIDE
from tests.strategies import events, to_tables

EXPECTED = {
    (1, 1): (2, "w", "1"), (1, 2): (3, "b", "="), (1, 3): (4, "w", "+"),
    (2, 1): (1, "b", "0"), (2, 2): (None, None, "U"), (2, 3): (3, "w", "-"),
    (3, 1): (None, None, "H"), (3, 2): (1, "w", "="), (3, 3): (2, "b", "+"),
    (4, 1): (None, None, "Z"), (4, 2): (None, None, "Z"), (4, 3): (1, "b", "-"),
}  # fmt: skip


def read_text(text: str | bytes, name: str = "club.csv", errors: Any = "repair") -> tb.History:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        assert crosstable.recognises(path.read_bytes()[:65536], path)
        return crosstable.read(path, errors=errors)


def rows_of(history: tb.History) -> dict[tuple[int, int], tuple[Any, ...]]:
    table = history.results.astype({"opponent": object, "colour": object, "outcome": object})
    table = table.where(table.notna(), None)
    return {
        (r["player"], r["round"]): (r["opponent"], r["colour"], r["outcome"])
        for r in table.to_dict("records")
    }


def test_a_row_per_player_with_lines_around_the_table() -> None:
    history = read_text(WIDE)
    assert rows_of(history) == EXPECTED
    assert history.tournaments["name"].tolist() == ["Club championship 2026"]
    assert history.players["name"].tolist() == ["Müller, Jörg", "Lee, Ann", "Bob", "Óscar"]
    assert history.players["title"].tolist()[0] == "GM"
    shown = history.published.groupby("column")["value"].apply(list).to_dict()
    assert shown == {"Pts": [2.5, 1.0, 2.0, 0.0], "BH": [3.5, 3.0, 3.5, 0.0]}
    assert history.published["criterion"].unique().tolist() == ["PTS", "BH"]
    aside = history.repairs[history.repairs["taken"] == "left aside"]
    assert aside["line"].tolist() == [8, 9]
    filled = history.repairs[history.repairs["why"].str.startswith("no row for this round")]
    assert filled[["player", "round"]].to_numpy().tolist() == [[4, 2]]


@pytest.mark.parametrize("as_text", ["tsv", "markdown", "columns"])
def test_the_same_as_other_text(as_text: str) -> None:
    rows = [line.split(";") for line in WIDE.splitlines()[2:7]]
    if as_text == "tsv":
        text = "\n".join("\t".join(row) for row in rows)
    elif as_text == "markdown":
        lines = ["| " + " | ".join(row) + " |" for row in rows]
        text = "\n".join([lines[0], "|" + "---|" * 8, *lines[1:]])
    else:
        widths = [max(len(row[k]) for row in rows) for k in range(8)]
        text = "\n".join(" ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) for row in rows)
        text = f"A club\n\n{text}\n\nPrinted by somebody\n"
    history = read_text(text, "club.txt")
    assert rows_of(history) == EXPECTED
    assert history.players["name"].tolist() == ["Müller, Jörg", "Lee, Ann", "Bob", "Óscar"]


def test_a_workbook(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.append(["nothing here"])
    sheet = book.create_sheet("table")
    for line in WIDE.splitlines():
        sheet.append([int(cell) if cell.isdigit() else cell for cell in line.split(";")])
    sheet["A20"] = "=1+1"
    path = tmp_path / "club.xlsx"
    book.save(path)
    assert crosstable.recognises(path.read_bytes()[:65536], path)
    assert rows_of(crosstable.read(path)) == EXPECTED


def formulas_of(path: Path) -> list[list[Any]]:
    rows = crosstable.read(path).repairs
    rows = rows[rows["why"].str.startswith("a formula without a stored value; open and save")]
    return [[*at, "" if pd.isna(taken) else taken]
            for *at, taken in rows[["line", "column", "found", "taken"]].to_numpy().tolist()]  # fmt: skip


def test_a_formula_without_a_stored_value_is_reported(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for line in WIDE.splitlines():
        book.active.append(line.split(";"))
    book.active["B4"], book.active["AA4"] = "=A1&B1", "=1+1"
    book.create_sheet("other")["A1"] = "=1+1"
    book.save(path := tmp_path / "club.xlsx")
    assert formulas_of(path) == [[4, "B", "=A1&B1", ""], [4, "AA", "=1+1", ""]]
    with pytest.raises(FormatError, match="club.xlsx, line 4, column B: '=A1&B1': a formula without a"):
        crosstable.read(path, errors="strict")


@pytest.mark.parametrize(
    ("cell", "reported"),
    [('<c r="J4"><f>1+1</f><v>2</v></c>', False), ('<c r="J4" t="str"><f>""</f><v></v></c>', False),
     ('<c r="J4" t="str"><f>""</f><v/></c>', False), ('<c r="J4"><f>1+1</f></c>', True),
     ('<c r="J4" t="str"><f>""</f></c>', True), ('<c r="J4"><f t="shared" si="0"/><v/></c>', True)],
)  # fmt: skip
def test_which_formulas_have_a_value(cell: str, reported: bool, tmp_path: Path) -> None:
    import zipfile  # noqa: PLC0415

    book = openpyxl.Workbook()
    for line in WIDE.splitlines():
        book.active.append(line.split(";"))
    book.active["J4"] = "=7"
    book.save(tmp_path / "x.xlsx")
    path = tmp_path / "club.xlsx"
    with zipfile.ZipFile(tmp_path / "x.xlsx") as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            written = '<c r="J4"><f>7</f><v></v></c>'
            new.writestr(
                name, old.read(name).decode().replace(written, cell).replace(written[:-9] + "/></c>", cell)
            )
        assert cell in new.read("xl/worksheets/sheet1.xml").decode()
    found = formulas_of(path)
    assert [at[:2] for at in found] == ([[4, "J"]] if reported else [])


def test_of_a_date_of_birth_the_year_is_read(tmp_path: Path) -> None:
    path = tmp_path / "club.csv"
    path.write_text("No;Name;Date of birth;1\n1;Ann;17.05.1990;2w1\n2;Bob;1991-05-17;1b0\n3;Cy;soon;bye\n")
    history = crosstable.read(path)
    assert history.players["birth"].fillna("").tolist() == ["1990", "1991", ""]
    said = history.repairs[history.repairs["why"] == "no date of birth that can be read"]
    assert said[["line", "column"]].to_numpy().tolist() == [[4, "Date of birth"]]


@pytest.mark.parametrize(
    ("cells", "codes"),
    [
        ("+2 -2 =2", ["1", "0", "="]), ("2+ 2- 2=", ["1", "0", "="]), ("W2 L2 D2", ["1", "0", "="]),
 ("2s1 2w0 2s½", ["1", "0", "="]), ("1/2w 0/2b ½/2w", ["1", "0", "="]),
        ("2:1 2:0 2:½", ["1", "0", "="]),
    ],
)  # fmt: skip
def test_spellings_of_cells(cells: str, codes: list[str]) -> None:
    mirror = str.maketrans({"+": "-", "-": "+", "1": "0", "0": "1", "W": "L", "L": "W", "2": "1"})
    mine = cells.split()
    theirs = [cell.translate(mirror) for cell in mine]
    if "/" in cells:
        theirs = ["0/1b", "1/1w", "½/1b"]
    if "s" in cells:
        theirs = ["1w0", "1s1", "1w½"]
    if ":" in cells:
        theirs = ["1:0", "1:1", "1:½"]
    text = f"Pl,Name,R1,R2,R3\n1,Ann,{','.join(mine)}\n2,Bob,{','.join(theirs)}\n"
    assert [row[2] for row in rows_of(read_text(text)).values()][:3] == codes


def test_opponents_are_places_where_that_makes_both_sides_agree() -> None:
    text = "Place;SNo;Name;R1;R2\n1;30;Ann;2w1;3b1\n2;10;Bob;1b0;-1\n3;20;Cy;-0;1w0\n"
    history = read_text(text)
    assert rows_of(history)[30, 1] == (10, "w", "1")
    assert "read as the place" in history.repairs["taken"].tolist()
    assert set(history.published["column"]) == {"Place"}


def test_other_points_than_one_and_a_half() -> None:
    history = read_text("Pl;Name;R1;R2;Pt\n1;Ann;2w2;2b1;3\n2;Bob;1b0;1w1;1\n")
    assert history.results["points"].tolist() == [2.0, 1.0, 0.0, 1.0]
    assert history.tournaments[["win", "draw", "loss"]].to_numpy().tolist() == [[2.0, 1.0, 0.0]]


def test_a_matrix() -> None:
    history = read_text(MATRIX)
    assert history.tournaments["system"].tolist() == ["round-robin"]
    points = history.results.groupby("player")["points"].sum().to_dict()
    assert points == {1: 2.5, 2: 1.5, 3: 1.5, 4: 0.5}
    pairs = {(p, o): code for (p, _), (o, _, code) in rows_of(history).items()}
    assert pairs[1, 4] == "+"
    assert pairs[4, 1] == "-"
    assert len(pairs) == 12
    assert "the rounds of the Berger table, no colours" in history.repairs["taken"].tolist()


def test_a_double_matrix_and_one_of_signs() -> None:
    history = read_text("Nr,Name,1,2,3\n1,Ann,x,1½,01\n2,Bob,0½,x,=1\n3,Cy,10,=0,x\n")
    assert history.tournaments["system"].tolist() == ["double-round-robin"]
    assert history.results.groupby("player")["points"].sum().to_dict() == {1: 2.5, 2: 2.0, 3: 1.5}
    signs = read_text("Nr,Name,1,2,3\n1,Ann,x,+,=\n2,Bob,-,x,+\n3,Cy,=,-,x\n")
    assert set(signs.results["outcome"]) == {"1", "=", "0", "Z"}  # a free round each
    assert not (signs.repairs["taken"] == "Z").any()


def test_b_is_white_where_the_other_colour_is_n() -> None:
    history = read_text("No;Name;1;2\n1;Ann;2b1;2n½\n2;Bob;1n0;1b½\n")
    assert rows_of(history) == {(1, 1): (2, "w", "1"), (1, 2): (2, "b", "="),
                                (2, 1): (1, "b", "0"), (2, 2): (1, "w", "=")}  # fmt: skip


@pytest.mark.parametrize("headings", [
    "Rk.;No.;Name;FED;Rtg;1.Rd;2.Rd;Pts.", "Rg.;Nr.;Name;Land;Elo;1.Rd;2.Rd;Pkt.",
    "Rk.;No.Ini.;Nombre;FED;FIDE;Rd.1;Rd.2;Pts.", "Rg.;No.;Nom;FED;Elo;Rd1;Rd2;Pts",
    "Rk.;Nº.Inic.;Nome;FED;EloI;1.Rd;2.Rd;Pts.", "Место;Ном.;Имя;ФЕД.;Рейт.;1.Тур;2.Тур;Очки",
    "Poř.;St.č.;Jméno;FED;Rtg;1.Kolo;2.Kolo;Body", "Por.;Č.;Meno;FED;Rtg;1.Kolo;2.Kolo;Body",
    "M-ce;Nr;Nazwisko;Fed;Rg;1.Rd;2.Rd;Pkt", "Hely;Rsz.;Név;FED;Élő;1.F.;2.F.;Pont",
    "Rang;Br.;Ime;FED;Rtg;1.Kolo;2.Kolo;Bod.", "Pos.;N°;Nome;FED;Elo;1.T.;2.T.;Pti",
    "Sıra;BNo;İsim;FED;Rtg;1.Tur;2.Tur;Puan",
])  # fmt: skip
def test_headings_in_many_languages(headings: str) -> None:
    body = "1;1;Ann;GER;2000;2w1;3b½;1½\n2;3;Cy;GER;1800;-0;1w½;½\n3;2;Bob;GER;1900;1b0;-1;1\n"
    history = read_text(f"{headings}\n{body}")
    assert history.players["name"].tolist() == ["Ann", "Bob", "Cy"]
    assert history.players["rating"].tolist() == [2000, 1900, 1800]
    assert history.published.query("criterion == 'PTS'")["value"].tolist() == [1.5, 0.5, 1.0]
    assert not len(history.repairs)


def test_a_matrix_whose_columns_are_named_or_stand_in_another_order() -> None:
    def points(text: str) -> dict[str, float]:
        history = read_text(text)
        names = history.players.set_index("player")["name"]
        return {names[k]: float(v) for k, v in history.results.groupby("player")["points"].sum().items()}

    right = {"Ann": 1.5, "Bob": 1.0, "Cy": 0.5}
    assert points("Name,Ann,Bob,Cy,Pts\nAnn,x,1,½,1½\nBob,0,x,1,1\nCy,½,0,x,½\n") == right
    by_rank = "Rank,No,Name,1,2,3,Pts\n1,3,Ann,½,1,x,1½\n2,2,Bob,1,x,0,1\n3,1,Cy,x,0,½,½\n"
    assert points(by_rank) == right


def test_rounds_are_those_of_the_headings() -> None:
    rows = [
        ["R1", "R3", "R2"],
        ["3w1", "4w1", "2b½"],
        ["4w1", "3b0", "1w½"],
        ["1b0", "2w1", "4b="],
        ["2b0", "1b0", "3w="],
    ]
    names = ["Name", "Ann", "Lee", "Bob", "Cy"]
    text = "\n".join(",".join([str(k or "No"), names[k], *row]) for k, row in enumerate(rows))
    assert rows_of(read_text(text))[1, 2] == (2, "b", "=")
    later = read_text(text.replace("R1", "R11").replace("R3", "R13").replace("R2", "R12"))
    assert rows_of(later)[1, 2] == (2, "b", "=")
    assert later.repairs.iloc[0][["found", "taken"]].tolist() == ["rounds 11 to 13", "rounds 1 to 3"]


def test_what_cannot_be_read_is_reported_or_refused(tmp_path: Path) -> None:
    text = WIDE.replace("3b½", "3b7x")
    history = read_text(text)
    odd = history.repairs[history.repairs["found"] == "3b7x"].iloc[0]
    assert (odd["line"], odd["column"]) == (4, "2.Rd")
    with pytest.raises(FormatError, match=r"club.csv, line 4, column 2.Rd: '3b7x': no cell of a round"):
        read_text(text, errors="strict")
    path = tmp_path / "x.csv"
    path.write_text("a,b\n1,2\n")
    with pytest.raises(FormatError, match="no crosstable"):
        crosstable.read(path)


def assert_same(one: tb.History, other: tb.History) -> None:
    for name in ("players", "results", "published", "tournaments"):
        mine, theirs = (getattr(h, name).drop(columns="source", errors="ignore") for h in (one, other))
        pd.testing.assert_frame_equal(mine, theirs)


@settings(max_examples=60, deadline=None)
@given(events(), st.sampled_from(["csv", "tsv", "md"]), st.data())
def test_written_and_read_again(event: Any, ending: str, data: st.DataObject) -> None:
    tables = to_tables(event, key="club")
    names = st.text(st.characters(codec="utf-8", categories=["L"]), min_size=1, max_size=8)
    tables["players"]["name"] = [f"{data.draw(names)}, <b>|{k}" for k in range(len(tables["players"]))]
    tables["players"]["adjustment"] = 0.0
    tables["tournaments"]["by"] = "PTS BH/C1"
    if not len(tables["results"]):
        return
    history = tb.History.from_tables(**tables)
    with tempfile.TemporaryDirectory() as folder:
        try:
            path = crosstable.write(history, Path(folder, f"club.{ending}"))
        except FormatError:
            assume(False)
        head = path.read_bytes()[:65536]
        assume(history.results["opponent"].notna().any())
        assert crosstable.recognises(head, path)
        assert_same(history, crosstable.read(path, errors="strict"))


@pytest.mark.parametrize("outcomes", ["10", "==", "WL", "DD", "+-", "--", "XX"])
def test_games_without_colours_are_written_and_read_again(tmp_path: Path, outcomes: str) -> None:
    games = {"player": [1, 2, 3], "round": 1, "opponent": [2, 1, None], "outcome": [*outcomes, "H"]}
    players = {"player": [1, 2, 3], "name": ["A", "B", "C"]}
    events = {"tournament": ["x"], "system": ["swiss"]}
    history = tb.History.from_tables(games, players, events)
    for ending in ("csv", "tsv", "md"):
        path = crosstable.write(history, tmp_path / f"x.{ending}")
        found = crosstable.read(path, errors="strict").results
        assert found["outcome"].tolist() == [*outcomes, "H"]
        assert found["colour"].isna().all()


def test_what_a_crosstable_cannot_hold_is_refused(tmp_path: Path) -> None:
    history = read_text(WIDE)
    with pytest.raises(FormatError, match="2 events"):
        crosstable.write(tb.History.concat([history, history]), tmp_path / "x.csv")
    decided = tb.History.from_tables(history.results.assign(decision=True), history.players)
    with pytest.raises(FormatError, match="points by a decision"):
        crosstable.write(decided, tmp_path / "x.csv")
    path = crosstable.write(history, tmp_path / "club.csv")
    assert_same(history, crosstable.read(path, errors="strict"))


@pytest.mark.parametrize("which", ["wide", "matrix", "xlsx"])
def test_damage_gives_a_repair_or_an_error(which: str, tmp_path: Path) -> None:
    if which == "xlsx":
        book = openpyxl.Workbook()
        for line in WIDE.splitlines():
            book.active.append(line.split(";"))
        book.save(tmp_path / "x.xlsx")
        data = (tmp_path / "x.xlsx").read_bytes()
    else:
        data = {"wide": WIDE, "matrix": MATRIX}[which].encode()
    seen = [try_damaged(data, seed, tmp_path, "damaged", crosstable) for seed in range(120)]
    assert set(seen) & {"read"}


def test_an_archive_that_unpacks_to_too_much_is_refused(tmp_path: Path) -> None:
    import zipfile  # noqa: PLC0415

    path = tmp_path / "bomb.xlsx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b"0" * (200 * 1024 * 1024))
    for read in (crosstable.read, tb.read):
        with pytest.raises(ChesstbError, match="unpacks to 200 MB"):
            read(path)


COPIED = "No\tName\t1\t2\tPts\n1\tAnn\t2w1\t3b=\t1½\n2\tBob\t1b0\tbye\t1\n3\tCy\t-0\t1w=\t½\n"


def test_a_text_a_frame_and_the_clipboard_are_read_as_a_file_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "crosstable.tsv"
    path.write_text(COPIED, encoding="utf-8")
    expected = tb.read(path)
    monkeypatch.setattr("pandas.io.clipboard.clipboard_get", lambda: COPIED)
    frame = pd.read_csv(path, sep="\t")
    bare = pd.read_csv(path, sep="\t", header=None, dtype=str)
    for found in (
        tb.from_crosstable(COPIED),
        tb.from_crosstable(),
        tb.from_crosstable(frame),
        tb.from_crosstable(bare),
    ):
        assert found.events == ["crosstable"]
        for name in ("players", "results"):
            pd.testing.assert_frame_equal(getattr(found, name), getattr(expected, name))


def test_numbers_of_a_frame_are_points_of_a_matrix() -> None:
    frame = pd.DataFrame(
        {"Name": ["Ann", "Bob", "Cy"], "1": [None, 0, 0.5], "2": [1, None, 0], "3": [0.5, 1, None]}
    )
    event = tb.from_crosstable(frame, "club")
    assert tb.standings(event, "PTS", "fide-2026")["PTS"].tolist() == [1.5, 1.0, 0.5]


def test_what_is_no_crosstable_in_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> str:
        raise RuntimeError("no clipboard")

    monkeypatch.setattr("pandas.io.clipboard.clipboard_get", none)
    with pytest.raises(tb.FormatError, match="the clipboard: cannot be read on this machine"):
        tb.from_crosstable()
    with pytest.raises(tb.FormatError, match="the table: no crosstable"):
        tb.from_crosstable("good morning")
    with pytest.raises(tb.FormatError, match="list was given"):
        tb.from_crosstable([1, 2])  # type: ignore[arg-type]
    with pytest.raises(tb.DataError, match="'strict' or 'repair'"):
        tb.from_crosstable(COPIED, errors="ignore")  # type: ignore[arg-type]
