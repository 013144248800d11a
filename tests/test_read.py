"""`chesstb.read`: any known format, files, folders and lists of them."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pandas as pd
import pytest

import chesstb as tb
from tests.trf_text import PAIR, lines, player

TRF = lines("012 Event", *PAIR)
VALUES = "tournament,player,column,criterion,value\n"


def put(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


# ---------------------------------------------------------------- what is read


@pytest.mark.parametrize("name", ["final.trf", "final.txt", "final", "final.trfx", "final.input"])
def test_the_format_is_told_by_content_not_by_name(tmp_path: Path, name: str) -> None:
    history = tb.read(put(tmp_path, name, TRF))
    assert history.events == ["final"]
    assert history.tournaments["source"].iloc[0] == name


@pytest.mark.parametrize("kind", [str, Path])
def test_a_path_may_be_text_or_a_path(tmp_path: Path, kind: type) -> None:
    assert len(tb.read(kind(put(tmp_path, "a.trf", TRF)))) == 1


@pytest.mark.parametrize(
    "text",
    [
        lines(*PAIR),
        "### only a comment first\n" + TRF,
        "\ufeff" + TRF,
        "\n\n  \n" + TRF,
        TRF.replace("\n", "\r"),
        TRF.encode("utf-16"),
        TRF.encode() + b"\x1a",
        "".join(f"### {n:80}\n" for n in range(500)) + TRF,
    ],
)
def test_trf_is_recognised_however_it_begins(tmp_path: Path, text: str | bytes) -> None:
    assert len(tb.read(put(tmp_path, "a.trf", text)).players) == 2


def test_a_folder_is_read_in_the_order_of_names(tmp_path: Path) -> None:
    for name in ("b.trf", "c.trf", "a.trf"):
        put(tmp_path, name, TRF)
    put(tmp_path, ".hidden.trf", TRF)
    (tmp_path / "folder").mkdir()
    assert tb.read(tmp_path).events == ["a", "b", "c"]


def test_other_files_of_a_folder_are_named_in_the_repairs(tmp_path: Path) -> None:
    put(tmp_path, "a.trf", TRF)
    put(tmp_path, "notes.md", "# Notes\n")
    put(tmp_path, "empty", "")
    repairs = tb.read(tmp_path).repairs
    left = repairs[repairs["why"] == "no known format"]
    assert left[["file", "line", "found", "taken"]].to_numpy().tolist() == [
        ["empty", 1, "nothing", "left aside"],
        ["notes.md", 1, "'# Notes'", "left aside"],
    ]


def test_a_list_is_read_in_its_order_and_equal_keys_get_numbers(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    paths = [put(tmp_path, "b.trf", TRF), put(tmp_path, "a.trf", TRF), put(tmp_path / "other", "a.trf", TRF)]
    history = tb.read(paths)
    assert history.events == ["b", "a", "a (2)"]
    assert history.repairs["why"].tolist() == ["another event has this key already"]


def test_a_saved_history_is_read(tmp_path: Path) -> None:
    history = tb.read(put(tmp_path, "a.trf", TRF))
    history.save(tmp_path / "stored")
    assert tb.read(tmp_path / "stored").equals(history)
    assert tb.read([tmp_path / "stored", tmp_path / "a.trf"]).events == ["a", "a (2)"]


def test_a_rating_beyond_all_ratings_is_reported_at_its_line(tmp_path: Path) -> None:
    path = put(tmp_path, "a.trf", lines(player(1, "2 w 1", rating="9999"), PAIR[1]))
    history = tb.read(path)
    assert pd.isna(history.players["rating"].iloc[0])
    assert history.repairs[["line", "column", "found", "why"]].to_numpy().tolist() == [
        [1, "49-52", "9999", "no rating"]]  # fmt: skip
    with pytest.raises(tb.FormatError, match="a.trf, line 1, column 49-52: .*9999.*up to 4000"):
        tb.read(path, errors="strict")


# ---------------------------------------------------------------- published values


def test_published_values_are_attached_to_their_events(tmp_path: Path) -> None:
    put(tmp_path, "a.trf", TRF)
    put(tmp_path, "b.trf", lines(player(1, "2 w 1", points="1.0"), PAIR[1]))
    put(tmp_path, "published.csv", VALUES + "b,1,TB1,BH/C1,0.5\na,2,TB1,,\n")
    published = tb.read(tmp_path).published
    assert published["tournament"].astype("str").tolist() == ["a", "b", "b"]
    assert published["column"].tolist() == ["TB1", "points", "TB1"]
    assert published["value"].tolist()[1:] == [1.0, 0.5]
    assert pd.isna(published["criterion"].iloc[0])
    assert pd.isna(published["value"].iloc[0])


def test_published_values_may_come_in_a_list_and_with_a_byte_order_mark(tmp_path: Path) -> None:
    csv = put(tmp_path, "values.csv", "\ufeff" + VALUES + "a,1,TB1,BH,1\r\n")
    assert len(tb.read([csv, put(tmp_path, "a.trf", TRF)]).published) == 1


def test_published_values_of_another_event_are_reported(tmp_path: Path) -> None:
    put(tmp_path, "a.trf", TRF)
    put(tmp_path, "values.csv", VALUES + "a,1,TB1,BH,1\nb,1,TB1,BH,1\nb,2,TB1,BH,1\n")
    history = tb.read(tmp_path)
    assert history.published["player"].tolist() == [1]
    row = history.repairs.iloc[0]
    assert row[["file", "line", "found", "taken"]].tolist() == ["values.csv", 3, "b", "left out"]
    assert "2 values" in row["why"]
    with pytest.raises(
        tb.FormatError, match="values.csv, line 3, column tournament: 'b'; expected the key of an event"
    ):
        tb.read(tmp_path, errors="strict")


def test_published_values_of_players_who_are_not_there_are_reported(tmp_path: Path) -> None:
    put(tmp_path, "a.trf", TRF)
    put(tmp_path, "values.csv", VALUES + 'a,1,TB1,BH,½\na,9,TB1,BH,1\na,2,TB1,BH,"1,5"\n')
    history = tb.read(tmp_path)
    assert history.published["value"].tolist() == [0.5, 1.5]
    row = history.repairs.iloc[0]
    assert row[["file", "line", "column", "found", "taken"]].tolist() == [
        "values.csv", 3, "player", "9", "left out"]  # fmt: skip
    with pytest.raises(
        tb.FormatError, match="values.csv, line 3, column player: '9'; expected a player of the event"
    ):
        tb.read(tmp_path, errors="strict")


@pytest.mark.parametrize(
    ("row", "message"),
    [("a,1,,BH,1", "values.csv, line 2, column column: nothing; expected the name"),
     ("a,1,TB1,BH,inf", "values.csv, line 2, column value: 'inf'; expected a number or nothing"),
     ("a,1,TB1,BH", "values.csv, line 2: 4 columns; expected 5"),
     ("a,one,TB1,BH,1", "values.csv, line 2, column player: 'one'; expected a starting number"),
     ("a,1,TB1,BH,much", "values.csv, line 2, column value: 'much'; expected a number")],
)  # fmt: skip
def test_a_row_of_published_values_that_is_none_is_refused(tmp_path: Path, row: str, message: str) -> None:
    put(tmp_path, "a.trf", TRF)
    put(tmp_path, "values.csv", VALUES + row + "\n")
    with pytest.raises(tb.FormatError, match=message):
        tb.read(tmp_path, errors="strict")
    with pytest.raises(tb.FormatError, match=message):
        tb.read([tmp_path / "a.trf", tmp_path / "values.csv"])
    with pytest.warns(tb.Note, match="1 file could not be read, see failures: values.csv"):
        history = tb.read(tmp_path)
    assert history.events == ["a"]
    assert history.failures["file"].tolist() == ["values.csv"]
    assert history.failures["error"].tolist() == ["FormatError"]
    assert message in history.failures["why"].iloc[0]


def test_many_files_are_read_by_several_processes_in_order(tmp_path: Path) -> None:
    for number in range(40):
        put(tmp_path, f"event-{number:02}.trf", TRF)
    put(tmp_path, "event-07.trf", TRF.replace("001    2", "001    1"))
    alone = tb.read(tmp_path, workers=1)
    several = tb.read(tmp_path, workers=2)
    assert several.events == alone.events == [f"event-{number:02}" for number in range(40)]
    assert several.results.equals(alone.results)
    assert several.repairs.equals(alone.repairs)
    assert alone.failures.empty


def test_a_pattern_names_files_in_any_folder(tmp_path: Path) -> None:
    for folder in ("2020", "2021"):
        (tmp_path / folder).mkdir()
        put(tmp_path / folder, f"open-{folder}.trf", TRF)
        put(tmp_path / folder, "notes.txt", "nothing")
    assert tb.read(tmp_path / "**" / "*.trf").events == ["open-2020", "open-2021"]
    assert tb.read(str(tmp_path / "*" / "open-2021.*")).events == ["open-2021"]
    with pytest.raises(tb.FormatError, match="no file fits this pattern"):
        tb.read(tmp_path / "*.pgn")


def test_where_no_file_can_be_read_the_first_says_why(tmp_path: Path) -> None:
    put(tmp_path, "values.csv", VALUES + "a,1,,BH,1\n")
    with pytest.raises(tb.FormatError, match=r"no file could be read; the first: values.csv, line 2"):
        tb.read(tmp_path)


def test_published_values_alone_are_refused(tmp_path: Path) -> None:
    with pytest.raises(tb.FormatError, match="published values without an event"):
        tb.read(put(tmp_path, "values.csv", VALUES))


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        (
            "a.txt",
            b"Dear all,\nthe event is over.\n",
            "a.txt, line 1: 'Dear all,'; expected a file of a known format: ",
        ),
        ("a.trf", b"", "a.trf: an empty file; expected a file of a known format"),
        ("a.trf", b"\n \n\t\n", "a.trf, line 1: nothing but blanks; expected"),
        ("a.trf", bytes(range(256)) * 9, "a.trf, line 1: bytes that are no text; expected"),
        ("a.trf", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + b"\0\xff" * 90, "a.trf, line 1: .*expected"),
        ("a.csv", b"x" * 500, "a.csv, line 1: 'x{57}…'"),
    ],
)
def test_what_is_no_known_format_is_refused_in_one_sentence(
    tmp_path: Path, name: str, content: bytes, message: str
) -> None:
    with pytest.raises(tb.FormatError, match=message):
        tb.read(put(tmp_path, name, content))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(tb.FormatError, match="missing.trf: no such file or folder"):
        tb.read(tmp_path / "missing.trf")


def test_folders_without_anything_to_read(tmp_path: Path) -> None:
    with pytest.raises(tb.FormatError, match="a folder without files"):
        tb.read(tmp_path)
    put(tmp_path, "notes.md", "# Notes")
    put(tmp_path, "more.md", "# More")
    with pytest.raises(tb.FormatError, match=r"2 files, none of a known format \(more.md, notes.md\)"):
        tb.read(tmp_path)


def test_an_empty_list() -> None:
    with pytest.raises(tb.FormatError, match="an empty list of files"):
        tb.read([])


def test_errors_must_be_one_of_two_words(tmp_path: Path) -> None:
    with pytest.raises(tb.DataError, match="errors: 'ignore'; expected 'strict' or 'repair'"):
        tb.read(put(tmp_path, "a.trf", TRF), errors="ignore")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (5, "int was given; expected a path, or a list of paths"),
        (None, "NoneType was given"),
        (b"x.trf", "bytes was given"),
        ([None], "NoneType was given"),
        ("", "'' is no path"),
        ("a\0b", "is no path"),
        ("012 Open\n001    1", "is no path"),
        ([], "an empty list of files"),
    ],
)
def test_what_is_no_path_is_refused_in_words(source: object, message: str) -> None:
    with pytest.raises(tb.FormatError, match=message):
        tb.read(source)  # type: ignore[arg-type]


def test_folders_in_a_folder_are_said(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    with pytest.raises(
        tb.FormatError, match=r"a folder with folders only \(sub\).* Name the folders themselves"
    ):
        tb.read(tmp_path)
    put(tmp_path, "a.trf", TRF)
    row = tb.read(tmp_path).repairs.query("file == 'sub'").iloc[0]
    assert row["taken"] == "left aside"


def test_what_is_wrong_with_a_container_is_said(tmp_path: Path) -> None:
    games = {"Round": [1], "White": ["Ann"], "Black": ["Bob"], "Result": ["1-0"]}
    pd.DataFrame(games).to_parquet(tmp_path / "x.parquet")
    (tmp_path / "x.parquet").write_bytes((tmp_path / "x.parquet").read_bytes()[:-40])
    with zipfile.ZipFile(tmp_path / "large.xlsx", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", "<a/>")
        archive.writestr("xl/worksheets/sheet1.xml", b"0" * 140 * 2**20)
    with zipfile.ZipFile(tmp_path / "some.zip", "w") as archive:
        archive.writestr("a.txt", "text")
    expected = {"x.parquet": "a Parquet file that cannot be read", "large.xlsx": "unpacks to 140 MB",
                "some.zip": "archive"}  # fmt: skip
    for name, text in expected.items():
        with pytest.raises(tb.FormatError, match=text):
            tb.read(tmp_path / name)


def test_an_archive_is_refused_with_what_to_call_instead(tmp_path: Path) -> None:
    games = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]}
    tb.open_archive(tmp_path / "all", new=True).append(tb.History.from_tables(games))
    with pytest.raises(tb.FormatError, match=r"an archive; .* Open it by chesstb\.open_archive"):
        tb.read(tmp_path / "all")


def test_a_stored_folder_that_lost_a_table_is_refused(tmp_path: Path) -> None:
    tb.read(put(tmp_path, "a.trf", TRF)).save(tmp_path / "stored")
    for lost in ("players.parquet", "results.parquet"):
        (tmp_path / "stored" / lost).rename(tmp_path / lost)
        with pytest.raises(
            tb.DataError, match=rf"{lost}: no such file; expected all files that chesstb.json names"
        ):
            tb.read(tmp_path / "stored")
        (tmp_path / lost).rename(tmp_path / "stored" / lost)
    assert len(tb.read(tmp_path / "stored")) == 1


def test_lists_of_many_players_are_no_trf(tmp_path: Path) -> None:
    rows = [f"{k:<3} P{k:<10} 0.5    0:D 0:L" for k in range(1, 160)]  # 142 is a record of TRF
    put(tmp_path, "club.txt", "No  Name        Total  1   2\n\n" + "\n".join(rows))
    assert len(tb.read(tmp_path / "club.txt").players) == 159
    boards = "\n---\n".join(f"{k:>3} = A{k} - B{k} = {k} - {k + 150} = 1 - 0" for k in range(1, 150))
    put(tmp_path, "pairs1.txt", f"Cup: Pairing of round 1\n\n=====\n{boards}\n")
    assert len(tb.read(tmp_path / "pairs1.txt").players) == 298


@pytest.mark.parametrize(
    ("name", "head", "remedy"),
    [("cup.zip", b"PK\x03\x04" + bytes(26) + b"cup.trf", "An archive is not unpacked"),
     ("cup.vegz", b"\xe2\x90\x01x", "read NAME.trfx, crosstablescore or pairs1.txt"),
     ("cup.swar", b"\x05\0\0\0v5.20", "Of SWAR, only JSON is read"),
     ("cup.sce", b"SQLite format 3\0", "let it write TRF or Papi"),
     ("cup.pdf", b"%PDF-1.4 x", "Printed pages are not read")],
)  # fmt: skip
def test_files_that_are_known_and_not_read_have_a_remedy(
    tmp_path: Path, name: str, head: bytes, remedy: str
) -> None:
    (tmp_path / name).write_bytes(head * 3)
    with pytest.raises(tb.FormatError, match=f"{name}: a file that is not read. .*{remedy}"):
        tb.read(tmp_path / name)
    put(tmp_path, "open.trf", TRF)
    said = tb.read(tmp_path).repairs
    assert said["why"].str.contains(remedy, regex=False).any()
