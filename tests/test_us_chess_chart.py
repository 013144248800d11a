"""Wall charts as SwissSys and WinTD print them, made up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from chesstb.errors import FormatError
from chesstb.formats.us_chess import chart as us_chess_chart
from tests.harm import harmed, read_harmed
from tests.makers.us_chess_chart import CHART, RUNNING

if TYPE_CHECKING:
    from pathlib import Path

    import chesstb as tb


def read(folder: Path, text: str, **options: Any) -> tb.History:
    path = folder / "club.txt"
    path.write_text(text, encoding="utf-8")
    assert us_chess_chart.recognises(path.read_bytes(), path)
    return us_chess_chart.read(path, **options)


def cells(history: tb.History) -> list[str]:
    rows = history.results
    opponent = rows["opponent"].astype("object").where(rows["opponent"].notna(), "").astype("str")
    colour = rows["colour"].astype("object").where(rows["colour"].notna(), "")
    joined = (opponent + colour + rows["outcome"].astype("str")).groupby(rows["player"]).agg(" ".join)
    return joined.tolist()


def test_cells_by_their_columns(tmp_path: Path) -> None:
    history = read(tmp_path, CHART)
    assert cells(history) == ["2w1 3b= U", "10 41 H", "H 1= 4+", "Z 2b0 3-"]
    assert history.players["name"].tolist() == [
        "Madeup, Ann D",
        "Invented, Bob",
        "Fiction, Cy",
        "Nobody, Dee",
    ]
    assert history.players["rating"].tolist() == [1794, 1500, 1600, 905]
    assert history.published["value"].tolist() == [2.5, 1.5, 2, 0]
    assert history.tournaments["rounds"].tolist() == [3]
    assert set(history.repairs["why"]) == {"no row for this round: taken as an absence"}


def test_running_totals_are_no_opponents(tmp_path: Path) -> None:
    history = read(tmp_path, RUNNING, errors="strict")
    assert cells(history) == ["21 3=", "10 U", "H 1="]
    assert history.published["value"].tolist() == [1.5, 1, 1]
    assert history.repairs.empty


def test_bars_and_tabs_between_the_columns(tmp_path: Path) -> None:
    barred = CHART.replace("    Rd", "  | Rd").replace("    Tot", "  | Tot")
    assert cells(read(tmp_path, barred)) == cells(read(tmp_path, CHART))


def test_sections_are_events(tmp_path: Path) -> None:
    history = read(tmp_path, CHART + RUNNING)
    assert history.events == ["club", "club (2)"]
    assert cells(history["club (2)"]) == ["21 3=", "10 U", "H 1="]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [("W   4   H", "W   4 H H", "a second result in the column of this round"),
     (" 2.  Invented", " 1.  Invented", "a second line for this player"),
     (" 2.  Invented", " 0.  Invented", "no number of a player"),
     ("W   4   H ", "W   4   Q ", "no result that is known"),
     ("2.5", "3.0", "the points in the file are not those of the results")],
)  # fmt: skip
def test_mistakes_are_said_and_refused_in_strict_reading(
    tmp_path: Path, old: str, new: str, why: str
) -> None:
    text = CHART.replace(old, new, 1)
    assert why in set(read(tmp_path, text).repairs["why"])
    with pytest.raises(FormatError, match=r"club.txt, line \d+"):
        read(tmp_path, text, errors="strict")


def test_text_that_only_looks_like_one_is_none(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    for text in (
        "No. Name 1 2 3\n1 Ann +W2 =B3 -W4\n",
        "No Name Total 1 2\n1 Ann 1.0 2:W 3:L\n",
        "1 Ann W 2\n",
        "No. | Name | 1 | 2 | Total\n1 | Lee, X | * | 1 | 1\n2 | Roe, W | 0 | * | 0\n",
        "",
    ):
        assert not us_chess_chart.recognises(text.encode(), path)
    path.write_text("No. Name Rd 1\n", encoding="utf-8")
    with pytest.raises(FormatError, match="no player"):
        us_chess_chart.read(path)


def test_harmed_files_give_repairs_or_clear_errors(tmp_path: Path) -> None:
    for seed in range(120):
        data = harmed((CHART + RUNNING).encode(), seed)
        read_harmed(us_chess_chart.read, tmp_path / "club.txt", data)
        read_harmed(us_chess_chart.read, tmp_path / "club.txt", data, errors="strict")


def test_a_colour_without_a_result_is_said(tmp_path: Path) -> None:
    said = read(tmp_path, CHART.replace("L   2   F", "        F")).repairs
    assert "a colour without a result above it" in set(said["why"])


def test_results_of_nobody_are_said(tmp_path: Path) -> None:
    text = CHART.replace(" 2.  Invented, Bob", "     Invented, Bob")
    assert "results without the number of a player" in set(read(tmp_path, text).repairs["why"])
    for number in "1234":
        text = text.replace(f" {number}.  ", "     ")
    said = read(tmp_path, text + RUNNING).repairs
    assert "results without the number of a player" in set(said["why"])


def test_rows_above_a_heading_and_rows_without_a_total_are_said(tmp_path: Path) -> None:
    rows = "\n".join(CHART.splitlines()[3:])
    path = tmp_path / "club.txt"
    path.write_text(rows + "\n" + RUNNING.replace("1 1.0   1.0", "1 1.0"), encoding="utf-8")
    said = set(us_chess_chart.read(path).repairs["why"])
    assert {"results without a heading above them", "no number below the heading of the totals"} <= said
