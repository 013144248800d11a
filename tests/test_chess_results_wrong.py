"""Pages of chess-results.com with mistakes, and files that are none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import openpyxl
import pytest

from chesstb.errors import FormatError
from chesstb.formats import chess_results, read
from tests import chess_results_pages as made

if TYPE_CHECKING:
    from pathlib import Path


def test_a_cell_that_is_none_is_named(tmp_path: Path) -> None:
    path = made.page(
        tmp_path, "open.html", made.crosstable_page().replace("  2w1", "  2x1").replace(" &frac12;", "")
    )
    history = read(path)
    row = history.repairs.iloc[0]
    assert (row["file"], row["found"], row["player"], row["round"]) == ("open.html", "2x1", 3, 3)
    assert row["line"] > 1
    assert row["column"] == "8"
    assert history.repairs["why"].str.contains("points on the page").any()
    with pytest.raises(FormatError, match="'2x1'"):
        read(path, errors="strict")


def test_a_heading_of_a_round_that_is_lost_is_said(tmp_path: Path) -> None:
    text = made.crosstable_page().replace(">3.Rd<", ">?<")
    history = read(made.page(tmp_path, "open.html", text))
    assert history.results["round"].max() == 2
    assert history.repairs["why"].str.contains("column that is no round").sum() == 1
    assert history.repairs["why"].str.contains("points on the page").sum() == 4


def test_a_page_of_the_first_150_players_is_refused(tmp_path: Path) -> None:
    rows = [[str(n), f"Player {n}", f"{n + 150}w1", "1", "1"] for n in range(1, 151)]
    text = made.html(
        made.Table(["No.", "Name", "1.Rd", "Pts.", "Rk."], rows), art=5, view="Crosstable", legend=[]
    )
    with pytest.raises(FormatError, match="zeilen=99999"):
        read(made.page(tmp_path, "cut.html", text))


def test_two_players_of_one_name_need_numbers(tmp_path: Path) -> None:
    twins = made.Table(
        ["No.", "Name", "Rtg"], [["1", "Lee, Ann", "1500"], ["2", "Lee, Ann", "1600"], ["3", "Bo, B", "0"]]
    )
    made.page(tmp_path, "list.html", made.html(twins, art=0, view="Starting rank", legend=[]))
    heads = ["Bo.", "White", "Rtg", "Result", "Black", "Rtg"]
    games = made.Table(heads, [["1", "Lee, Ann", "1600", "1 - 0", "Bo, B", "0"]], "Round 1")
    made.page(tmp_path, "round.html", made.html(games, art=2, rd=1, view="Pairings", legend=[]))
    history = read(tmp_path)
    assert (2, 1, 3, "w", "1") in made.rows_of(history)
    games.rows[0][2] = "1700"
    path = made.page(tmp_path, "round.html", made.html(games, art=2, rd=1, view="Pairings", legend=[]))
    with pytest.raises(FormatError, match="several players have the name"):
        chess_results.read_together([tmp_path / "list.html", path])


def test_archives_that_unpack_to_too_much_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = openpyxl.Workbook()
    for row in made.lines(made.crosstable(), "Crosstable"):
        book.active.append(row)
    book.save(tmp_path / "book.xlsx")
    monkeypatch.setattr("chesstb.formats.chess_results.files.MOST_UNPACKED", 1000)
    with pytest.raises(FormatError, match="unpacks to"):
        chess_results.read(tmp_path / "book.xlsx")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.html", b"<html><body>no table</body></html>"),
        ("b.trf", b"012 Chess-results.com open\n001    1      Ann\n"),
        ("c.csv", b"player,round,opponent,outcome\n1,1,2,1\n"),
        ("g.csv", b"Event,Site,Round,White,Black,Result\nOpen,chess-results.com,1,Ann,Bob,1-0\n"),
        ("d.xlsx", b"PK\x03\x04 broken"),
        ("e.html", b"<html>vegachess.com</html>"),
    ],
)
def test_other_files_are_not_recognised(tmp_path: Path, name: str, data: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert not chess_results.recognises(data, path)


def test_rows_that_cannot_be_read_and_boards_that_are_missing_are_said(tmp_path: Path) -> None:
    text = made.html(made.pairings(1), art=2, rd=1, view="Pairings/Results")
    lost = text.replace('<td class="CRc">Brandt, Bo</td>', '<td class="CRc"></td>')
    assert lost != text
    history = read(made.page(tmp_path, "lost.html", lost))
    assert history.repairs["why"].str.contains("no two players").sum() == 1
    assert set(history.players["player"]) == {1, 3, 4, 6}
    gap = text.replace('<td class="CRc">2</td>', '<td class="CRc">5</td>', 1)
    assert read(made.page(tmp_path, "gap.html", gap)).repairs["why"].str.contains("rows may be missing").any()
    twice = text.replace('<td class="CRc">6</td>', '<td class="CRc">4</td>')
    found = read(made.page(tmp_path, "twice.html", twice))
    assert found.repairs["why"].str.contains("two rows for this player").any()


def test_points_before_a_round_tell_of_a_result_that_was_changed(tmp_path: Path) -> None:
    for round_ in (1, 2, 3):
        text = made.html(made.pairings(round_), art=2, rd=round_, view="Pairings/Results")
        made.page(tmp_path, f"{round_}.html", text.replace("1 - 0", "0 - 1") if round_ == 1 else text)
    said = read(tmp_path).repairs
    said = said[said["why"].str.startswith("the points printed before round")]
    assert said[["file", "found", "taken", "player", "round"]].to_numpy().tolist() == [
        ["2.html", "1", "0", 1, 1], ["2.html", "0", "1", 4, 1],
        ["3.html", "2", "1", 1, 2], ["3.html", "1", "2", 4, 2],
    ]  # fmt: skip


@pytest.mark.parametrize("row", [1, 2])
def test_a_row_that_is_none_is_said_and_loses_no_other(tmp_path: Path, row: int) -> None:
    rows = made.html(made.pairings(1), art=2, rd=1, view="Pairings/Results").split("<tr class=")
    broken = "<tr class=".join(rows[: -1 - row]) + "<trclass=" + "<tr class=".join(rows[-1 - row :])
    history = read(made.page(tmp_path, "1.html", broken))
    assert history.repairs["why"].str.contains("cells outside of a row").any()
    assert len(history.players) == 4


def test_a_row_in_another_is_said(tmp_path: Path) -> None:
    text = made.html(made.pairings(1), art=2, rd=1, view="Pairings/Results")
    at = text.rindex("</tr><tr class=") if "</tr><tr class=" in text else text.rindex("</tr>\n<tr class=")
    end = text.index(">", text.index("<tr class=", at))
    history = read(made.page(tmp_path, "1.html", text[:at] + text[end + 1 :]))
    assert history.repairs["why"].str.contains("another row may be in this one").any()


def test_boards_that_do_not_add_up_are_said(tmp_path: Path) -> None:
    text = made.boards()
    assert read(made.page(tmp_path, "right.html", text)).repairs.empty
    said = read(made.page(tmp_path, "changed.html", text.replace("0 - 1", "1 - 0"))).repairs
    assert said[["found", "taken"]].to_numpy().tolist() == [["1 : 1", "2 : 0"]]


def test_rows_below_headings_that_are_lost_are_said(tmp_path: Path) -> None:
    text = made.html(made.pairings(1), art=2, rd=1, view="Pairings/Results")
    rows = text.split("<tr class=")
    rows.insert(-2, '"x"><th>Rtg</th><th>No.</th></tr>\n')
    said = read(made.page(tmp_path, "1.html", "<tr class=".join(rows))).repairs
    assert said.iloc[0][["found", "why"]].tolist() == [
        "Rtg | No.",
        "headings that are not known, above 2 rows",
    ]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_ends_of_a_download(tmp_path: Path, newline: str) -> None:
    lines = [
        "Chess-Results",
        "Club",
        "Starting rank crosstable",
        "No.;Name;1.Rd",
        "1;Ann;2w1",
        "2;Bob;1b0",
        "",
    ]
    (tmp_path / "x.csv").write_bytes(newline.join(lines).encode())
    assert read(tmp_path / "x.csv").results["outcome"].tolist() == ["1", "0"]


def test_a_page_that_ends_early_is_said(tmp_path: Path) -> None:
    text = made.crosstable_page()
    path = made.page(tmp_path, "cut.html", text[: text.index("Eriksson")])
    history = read(path)
    assert history.repairs["why"].str.contains("ends before its end").any()
    with pytest.raises(FormatError, match="ends before its end"):
        read(path, errors="strict")
