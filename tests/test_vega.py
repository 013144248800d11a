"""Reading of Vega: made-up crosstables as text and pages, pairings, and a folder of them."""

from __future__ import annotations

import builtins
import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chesstb as tb
from chesstb.formats import vega
from chesstb.formats.vega import page as vega_page
from chesstb.formats.vega import pairs as vega_pairs
from tests.made_up import Cell, MadeUp, cells_of, made_up, survives
from tests.makers.vega import BOARDS, PAGE, page_of, put_pairs, text_of

if TYPE_CHECKING:
    from pathlib import Path

quick = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

SMALL = MadeUp(
    ["Ann, A", "Bob", "Ævar, C"],
    3,
    {
        (1, 1): Cell("1", 2, "w"), (2, 1): Cell("0", 1, "b"), (3, 1): Cell("U"),
        (1, 2): Cell("-", 3), (3, 2): Cell("+", 1), (2, 2): Cell("H"),
        (1, 3): Cell("Z"), (2, 3): Cell("=", 3, "w"), (3, 3): Cell("=", 2, "b"),
    },
)  # fmt: skip


def without_forfeit_colours(event: MadeUp) -> dict[tuple[int, int], Cell]:
    return {k: c._replace(colour=None) if c.outcome in "+-" else c for k, c in event.cells.items()}


# ---------------------------------------------------------------- text


def read_text(tmp_path: Path, text: str, **options: Any) -> tb.History:
    path = tmp_path / "cup.txt"
    path.write_text(text, encoding="utf-8")
    assert vega.recognises(path.read_bytes(), path)
    return vega.read(path, **options)


def test_a_text_gives_event_players_results_and_values(tmp_path: Path) -> None:
    history = read_text(tmp_path, text_of(SMALL, "User  BH-C1  SB", "0.0 3.5 2.75"), errors="strict")
    event = history.tournaments.iloc[0]
    assert event[["name", "place", "by"]].tolist() == ["Spring Cup", "Alta", "PTS BH/C1 SB"]
    assert (str(event["start"].date()), str(event["end"].date())) == ("2025-04-15", "2025-04-16")
    assert history.players["name"].tolist() == SMALL.names
    assert history.players.iloc[0][["title", "federation", "rating"]].tolist() == ["FM", "NOR", 1501]
    assert cells_of(history) == SMALL.cells
    values = history.published.set_index(["player", "column"])["value"]
    assert values[1].to_dict() == {"points": 1.0, "BH-C1": 3.5, "SB": 2.75}
    assert not len(history.repairs)


@given(st.integers(0, 2**32 - 1))
@quick
def test_random_texts_are_read_as_they_are(tmp_path: Path, seed: int) -> None:
    event = made_up(seed)
    history = read_text(tmp_path, text_of(event), errors="strict")
    found = cells_of(history)
    assert {k: c for k, c in without_forfeit_colours(event).items() if k in found} == found
    assert all(why.startswith("every two players met") for why in history.repairs["why"])


def test_rounds_not_played_yet_and_rows_pasted_twice(tmp_path: Path) -> None:
    later = MadeUp(SMALL.names, 5, SMALL.cells | {(k, r): Cell("") for k in (1, 2, 3) for r in (4, 5)})
    text = text_of(later).replace("at round 5", "at round 3")
    lines = text.split("\n")
    history = read_text(tmp_path, "\n".join([*lines, *lines[-2:]]))
    assert cells_of(history) == SMALL.cells
    assert history.repairs["why"].tolist() == ["another row has this position"] * 2


def test_byes_of_rounds_not_paired_yet_are_said_and_left_out(tmp_path: Path) -> None:
    later = MadeUp(SMALL.names, 4, SMALL.cells | {(k, 4): Cell("H" if k == 1 else "") for k in (1, 2, 3)})
    history = read_text(tmp_path, text_of(later).replace("at round 4", "at round 3"))
    assert cells_of(history) == SMALL.cells
    said = history.repairs[history.repairs["taken"] == "left out"].iloc[0]
    assert said[["found", "player", "round"]].tolist() == ["=BYE", 1, 4]


def test_a_text_that_is_wrong_is_said_or_refused(tmp_path: Path) -> None:
    text = text_of(SMALL).replace("+W2", "?W2").replace(" 1.0 |", "  x  |") + "\nremarks below\n"
    history = read_text(tmp_path, text)
    assert {"no cell like +W12", "no number", "no row of a player"} <= set(history.repairs["why"])
    assert history.repairs.iloc[0][["file", "line"]].tolist() == ["cup.txt", 8]
    with pytest.raises(tb.FormatError, match="cup.txt, line 8"):
        read_text(tmp_path, text, errors="strict")
    history = read_text(tmp_path, text_of(SMALL, "BH  Luck", "1.0"))
    assert {"no tie-break is known by this name", "2 columns"} <= set(history.repairs["why"])
    assert set(history.published["column"]) == {"points"}
    for cut, said in (("Pos", "no heading"), ("Rtg", "Pos NAME"), ("FM", "")):
        broken = text_of(SMALL).replace(cut, "xxx")
        if said:
            with pytest.raises(tb.FormatError, match=said):
                read_text(tmp_path, broken)
    with pytest.raises(tb.FormatError, match="no player"):
        read_text(tmp_path, "\n".join(text_of(SMALL).split("\n")[:7]))
    assert not vega.recognises(b"", tmp_path)
    assert not vega.recognises(b"<html>\n Cross Table at round 3\n", tmp_path)


# ---------------------------------------------------------------- pages


def read_page(tmp_path: Path, text: str, **options: Any) -> tb.History:
    path = tmp_path / "crosstablescore.html"
    path.write_text(text, encoding="utf-8")
    assert vega_page.recognises(path.read_bytes(), path)
    return vega_page.read(path, **options)


@pytest.mark.parametrize("boxes", [False, True])
def test_a_page_gives_event_players_results_and_values(tmp_path: Path, boxes: bool) -> None:
    history = read_page(tmp_path, page_of(SMALL, boxes=boxes), errors="strict")
    event = history.tournaments.iloc[0]
    assert event[["name", "place", "federation", "by"]].tolist() == [
        "Spring & Cup",
        "Alta Club",
        "NOR",
        "PTS BH BH/C1",
    ]
    assert (str(event["start"].date()), str(event["end"].date())) == ("2025-04-15", "2025-06-05")
    assert history.players["player"].tolist() == [10, 20, 30]
    assert history.players["name"].tolist() == SMALL.names
    first = history.players.iloc[0][["title", "sex", "federation", "rating"]].tolist()
    assert first == ["FM", "w", "NOR", 1501]
    by_position = {(k // 10, r): c._replace(opponent=c.opponent and c.opponent // 10)
                   for (k, r), c in cells_of(history).items()}  # fmt: skip
    assert by_position == SMALL.cells
    values = history.published.set_index(["player", "column"])["value"]
    assert values[20].to_dict() == {"points": 1.0, "rank": 2, "BH": 2.5, "BH-C1": 2.0}
    assert not len(history.repairs)


@given(st.integers(0, 2**32 - 1))
@quick
def test_random_pages_are_read_as_they_are(tmp_path: Path, seed: int) -> None:
    event = made_up(seed)
    history = read_page(tmp_path, page_of(event, links=False, values=False), errors="strict")
    found = cells_of(history)
    assert {k: c for k, c in without_forfeit_colours(event).items() if k in found} == found
    assert history.players["name"].tolist() == event.names


def test_a_page_that_is_wrong_is_said_or_refused(tmp_path: Path) -> None:
    text = page_of(SMALL).replace(">2  <", ">77 <").replace(" 1.0</td>", " x</td>").replace(" 1.5 ", " y ")
    history = read_page(tmp_path, text.replace("<td> </td>", "<td>?</td>"))
    whys = {"no result against a player of the table", "no number", "no cell of a round"}
    assert whys <= set(history.repairs["why"])
    with pytest.raises(tb.FormatError, match="crosstablescore.html, line"):
        read_page(tmp_path, text, errors="strict")
    one = page_of(SMALL).replace("#10", "#x")
    assert "not all hold a number" in set(read_page(tmp_path, one).repairs["found"])
    with pytest.raises(tb.FormatError, match="without the results of rounds; expected a crosstable"):
        read_page(tmp_path, PAGE.format(rounds=1, heads="<th>Pts</th>", rows=""))
    with pytest.raises(tb.FormatError, match="expected Pos, Player, Pts"):
        read_page(tmp_path, page_of(SMALL).replace("Player", "Name"))
    assert not vega_page.recognises(b"<html> nothing of it", tmp_path)


def test_a_number_that_is_longer_than_python_reads_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "crosstable.html"
    text = re.sub(r"\b[12]\d{3}\b(?!/)", "9" * 5000, page_of(SMALL, links=False, boxes=False))
    path.write_text(text, encoding="utf-8")
    with pytest.raises(tb.FormatError, match="a number of several thousand digits"):
        tb.read(path)


def test_without_the_library_the_message_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def fail(name: str, *rest: Any) -> Any:
        if name == "lxml":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", fail)
    with pytest.raises(tb.MissingExtraError, match=r'pip install "chesstb\[html\]"'):
        read_page(tmp_path, page_of(SMALL))


# ---------------------------------------------------------------- pairings


def test_pairings_of_all_rounds_up_to_a_file(tmp_path: Path) -> None:
    path = put_pairs(tmp_path)
    assert vega_pairs.recognises(path.read_bytes(), path)
    history = vega_pairs.read(path, errors="strict")
    assert history.results["outcome"].tolist() == ["1", "-", "Z", "0", "H", "=", "U", "-", "="]
    assert history.results["colour"].tolist()[:2] == ["w", "b"]
    assert history.tournaments["name"].tolist() == ["Cup"]
    assert history.players["name"].tolist()[1:] == ["Bob", "Cy - Dee"]
    assert vega_pairs.read(tmp_path / "pairs2.txt").results["round"].max() == 2


def test_pairings_that_are_wrong_are_said(tmp_path: Path) -> None:
    path = put_pairs(tmp_path, {1: ["A ( 0.0) - B ( 0.0) = 1 - 2 = 7 - 7", "A ( 0.0) - B = 1 - = x = 0"]})
    history = vega_pairs.read(path)
    assert set(history.repairs["why"]) == {"no result that is known", "no board"}
    assert history.results["outcome"].tolist() == ["X", "X"]
    with pytest.raises(tb.FormatError, match="pairs1.txt, line 4"):
        vega_pairs.read(path, errors="strict")
    put_pairs(tmp_path, {2: BOARDS[2]}, "Another")
    assert "the pairings of another event" in set(vega_pairs.read(tmp_path / "pairs2.txt").repairs["why"])


@pytest.mark.parametrize(("boards", "found"), [([], "0 boards"), (["", 1], "1 boards, the last is number 2")])
def test_boards_that_are_missing_are_said(tmp_path: Path, boards: list[Any], found: str) -> None:
    path = put_pairs(tmp_path)
    lines = path.read_text(encoding="utf-8").replace("  1 = ", "xx").split("\n")
    text = "\n".join(line for line in lines if not line.startswith("xx"))
    path.write_text(text if boards else text.split("\n  2 = ")[0], encoding="utf-8")
    said = vega_pairs.read(path).repairs.query("why == 'boards of the round are missing'")
    assert said["found"].tolist() == [found]
    with pytest.raises(tb.FormatError, match="boards of the round are missing"):
        vega_pairs.read(path, errors="strict")


def test_the_result_of_a_bye_that_is_none_is_said(tmp_path: Path) -> None:
    boards = {1: ["Ann ( 0.0) - Bob ( 0.0) = 1 - 2 = 1 - 0", "Cy ( 0.0) - BYE ( 0.0) = 3 - 0 =0½"]}
    said = vega_pairs.read(put_pairs(tmp_path, boards)).repairs
    assert said[["found", "taken", "player"]].to_numpy().tolist() == [["0½", "U", 3]]


# ---------------------------------------------------------------- folders


def test_a_folder_is_one_event(tmp_path: Path) -> None:
    put_pairs(tmp_path)
    assert tb.read(tmp_path).events == ["pairs3"]
    (tmp_path / "crosstable.html").write_text(page_of(SMALL, values=False), encoding="utf-8")
    (tmp_path / "standings.html").write_text(PAGE.format(rounds=1, heads="", rows=""), encoding="utf-8")
    assert tb.read(tmp_path).events == ["crosstable"]
    (tmp_path / "crosstablescore.html").write_text(page_of(SMALL), encoding="utf-8")
    assert tb.read(tmp_path).events == ["crosstablescore"]
    tb.write_trf(tb.read(tmp_path / "pairs3.txt"), tmp_path / "cup.trfx")
    history = tb.read(tmp_path)
    assert history.events == ["cup"]
    assert set(history.repairs["taken"]) == {"cup.trfx is read"}


@pytest.mark.parametrize("what", ["text", "page", "boxes", "pairs"])
def test_damaged_files_are_read_or_refused(tmp_path: Path, what: str) -> None:
    texts = {"text": text_of(SMALL, "BH", "1.0"), "page": page_of(SMALL), "boxes": page_of(SMALL, boxes=True),
             "pairs": put_pairs(tmp_path).read_text(encoding="utf-8")}  # fmt: skip
    module = {"text": vega, "pairs": vega_pairs}.get(what, vega_page)
    fine, refused = survives(module.read, tmp_path / "pairs3.txt", texts[what].encode(), range(100))
    assert fine
    assert refused
