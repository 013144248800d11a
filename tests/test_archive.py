"""Archives: what is put in comes out, reading reads no more than it must, writing is all or nothing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chesstb as tb
from chesstb.bulk import parts
from chesstb.bulk.content import contents
from tests.strategies import events, to_joint_tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.reference import Event

SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]
few = settings(max_examples=10, deadline=None, suppress_health_check=SLOW_IS_FINE)
TABLES = ("tournaments", "players", "results", "published", "repairs", "records")


def history_of(several: list[Event], prefix: str = "event") -> tb.History:
    return tb.History.from_tables(
        **to_joint_tables({f"{prefix} {k}": e for k, e in enumerate(several)}), errors="repair"
    )


def games(key: str = "event", first: str = "1", **columns: object) -> tb.History:
    rows = {
        "player": [1, 2],
        "round": [1, 1],
        "opponent": [2, 1],
        "outcome": [first, {"1": "0"}.get(first, first)],
    }
    return tb.History.from_tables(rows | columns, tournaments={"tournament": [key]})


def same(a: tb.History, b: tb.History) -> None:
    """All tables hold the same, dtypes and repairs included."""
    for name in TABLES:
        left, right = getattr(a, name), getattr(b, name)
        pd.testing.assert_frame_equal(left, right, check_categorical=True)


@pytest.fixture
def archive(tmp_path: Path) -> tb.Archive:
    return tb.open_archive(tmp_path / "archive", new=True)


# ---------------------------------------------------------------- what is put in comes out


@given(
    st.lists(st.lists(events(withdrawn=True), max_size=4), min_size=1, max_size=3),
    st.integers(1, 60),
    st.data(),
)
@few
def test_append_iterate_and_select(batches: list[list[Event]], rows: int, data: st.DataObject) -> None:
    histories = [history_of(batch, f"batch {k}, event") for k, batch in enumerate(batches) if batch]
    whole = tb.History.concat(histories)
    with tempfile.TemporaryDirectory() as folder:
        archive = tb.open_archive(folder, new=True)
        for history in histories:
            archive.add(history, {}, rows)
        assert archive.events == whole.events
        assert len(archive) == len(whole)
        same(tb.History.concat(archive.parts()), whole)
        for mine, theirs in zip(archive, whole, strict=True):
            same(mine, theirs)
        reopened = tb.open_archive(folder)
        wanted = data.draw(st.lists(st.sampled_from(whole.events), unique=True)) if len(whole) else []
        if wanted:
            same(reopened[wanted], whole[wanted])
        index = archive.index.groupby("part")["results"].sum()
        assert (index.iloc[:-1] > 0).all() or len(index) < 2
        pd.testing.assert_frame_equal(pd.DataFrame(reopened.tournaments), whole.tournaments)


def test_real_events_come_out_as_they_went_in(archive: tb.Archive) -> None:
    read = tb.read(sorted(Path("data/small").glob("*.trf")))
    late = {"player": [1, 2, 3], "round": [1, 1, 2], "opponent": [2, 1, None], "outcome": ["1", "0", "H"]}
    printed = {"player": [3, 1], "column": ["BH", "BH"], "value": [1.5, None]}
    lines = {"record": ["132", "012"], "text": ["word for word", "½"]}
    read = tb.History.concat([read, tb.History.from_tables(late, published=printed, records=lines)])
    assert all(len(getattr(read, name)) for name in TABLES)
    archive.append(read)
    same(tb.History.concat(archive.parts()), read)
    same(archive[read.events[3]], read[read.events[3]])


def test_columns_of_the_users_own_are_kept(archive: tb.Archive) -> None:
    history = games(clock=["3+2", None], moves=[40, 41])
    archive.append(history)
    archive.append(games("plain"))
    same(archive["event"], history)
    whole = tb.History.concat(archive.parts())
    assert whole.results["clock"].tolist()[:1] == ["3+2"]
    assert whole.results["moves"].isna().tolist() == [False, False, True, True]


def test_a_key_that_is_there_already_gets_a_number(archive: tb.Archive) -> None:
    for _ in range(3):
        archive.append(games())
    archive.append(tb.History.concat([games(), games("other")]))
    assert archive.events == ["event", "event (2)", "event (3)", "event (4)", "other"]
    assert archive["event (2)"].repairs["why"].tolist() == ["another event has this key already"]
    assert "event (3)" in archive
    assert "event (5)" not in archive


def test_an_empty_archive(archive: tb.Archive) -> None:
    assert repr(archive) == "Archive: 0 events in 0 parts (0 player-rounds)"
    assert list(archive) == list(archive.parts()) == archive.events == []
    assert len(archive.tournaments) == len(archive[[]]) == 0
    archive.append(tb.History.concat([]))
    assert len(archive) == 0


def test_two_players_without_names_or_rounds(archive: tb.Archive) -> None:
    listed = tb.History.from_tables(
        {"player": [], "round": [], "opponent": [], "outcome": []}, players={"player": [1, 7]}
    )
    archive.append(listed)
    same(archive["event"], listed)


# ---------------------------------------------------------------- layout


def test_parts_hold_whole_events_of_about_so_many_rows() -> None:
    history = tb.History.concat([games(f"e{k}") for k in range(10)])  # 2 rows each
    sizes = [len(piece) for piece in parts.pieces(history, 5)]
    assert sum(sizes) == 10
    assert max(sizes) <= 3
    assert [len(piece) for piece in parts.pieces(history, 1)] == [1] * 10
    assert [len(piece) for piece in parts.pieces(history, 1000)] == [10]
    listed = tb.History.from_tables(
        {"player": [], "round": [], "opponent": [], "outcome": []}, players={"player": [1, 7]}
    )
    assert [len(piece) for piece in parts.pieces(tb.History.concat([listed, games("e1")]), 1000)] == [2]


def test_types_on_disk_are_the_same_in_every_part(archive: tb.Archive) -> None:
    archive.append(games())
    archive.append(tb.read("data/small/late-entry.trf"))
    archive.append(
        tb.History.from_tables({"player": [1], "round": [1], "opponent": [None], "outcome": ["H"]})
    )
    for name in (*TABLES, "index"):
        files = sorted((archive.folder / name).glob("*.parquet"))
        assert len(files) == 3
        schemas = [pq.read_schema(file).remove_metadata() for file in files]
        assert schemas[0].equals(schemas[1]), name
        assert schemas[0].equals(schemas[2]), name
    group = pq.ParquetFile(archive.folder / "results" / "part-00000000.parquet").metadata.row_group(0)
    assert group.column(0).statistics.min == "event"
    assert {group.column(k).compression for k in range(group.num_columns)} == {"ZSTD"}
    schema = pq.read_schema(archive.folder / "results" / "part-00000000.parquet")
    assert str(schema.field("round").type) == "int16"
    assert pa.types.is_dictionary(schema.field("tournament").type)


def test_any_reader_of_parquet_joins_the_tables(archive: tb.Archive) -> None:
    archive.append(tb.read(sorted(Path("data/small").glob("*.trf"))))
    archive.append(games("another"))
    results = pq.read_table(archive.folder / "results").to_pandas()
    players = pq.read_table(archive.folder / "players").to_pandas()
    joined = results.merge(players, on=["tournament", "player"])
    whole = tb.History.concat(archive.parts())
    assert joined["tournament"].tolist() == whole.results["tournament"].tolist()
    for column in ("player", "round", "points", "decision"):
        assert joined[column].tolist() == whole.results[column].tolist()
    for column in ("colour", "outcome"):
        assert joined[column].astype(object).equals(whole.results[column].astype(object))
    rated = joined.groupby("tournament", observed=True)["rating"].max()
    assert rated["late-entry"] == read_rating("late-entry")


def read_rating(name: str) -> int:
    return int(tb.read(f"data/small/{name}.trf").players["rating"].max())


def test_a_selection_reads_only_its_parts(archive: tb.Archive) -> None:
    for key in ("a", "b", "c"):
        archive.append(games(key))
    for name in TABLES:
        (archive.folder / name / "part-00000001.parquet").write_bytes(b"none")
    assert archive[["a", "c"]].events == ["a", "c"]
    with pytest.raises(tb.FormatError, match="part-00000001.parquet: cannot be read"):
        archive["b"]


# ---------------------------------------------------------------- mistakes


def test_what_is_no_archive(tmp_path: Path) -> None:
    with pytest.raises(tb.FormatError, match="no such folder; expected a folder with archive.json"):
        tb.open_archive(tmp_path / "none")
    games().save(tmp_path / "saved")
    with pytest.raises(tb.FormatError, match="a folder that History.save wrote"):
        tb.open_archive(tmp_path / "saved", new=True)
    (tmp_path / "file").write_text("x")
    with pytest.raises(tb.FormatError, match="something else is here"):
        tb.open_archive(tmp_path / "file", new=True)
    made = tb.open_archive(tmp_path / "made", new=True)
    (made.folder / "archive.json").write_text(json.dumps({"layout": 99}))
    with pytest.raises(tb.FormatError, match="another layout"):
        tb.open_archive(made.folder)


def test_what_a_history_saved_is_read_as_an_archive_of_one_part(tmp_path: Path) -> None:
    history = tb.History.concat([games("a"), games("b")])
    history.save(tmp_path / "saved")
    opened = tb.open_archive(tmp_path / "saved")
    assert (opened.events, len(opened), "b" in opened) == (["a", "b"], 2, True)
    assert opened.index["part"].tolist() == [0, 0]
    same(opened["b"], history.select("b"))
    assert [event.events for event in opened] == [["a"], ["b"]]
    assert opened.tournaments["tournament"].tolist() == ["a", "b"]
    with pytest.raises(tb.DataError, match="open_archive.another, new=True"):
        opened.append(games("c"))
    done = tb.reprocess(opened, tmp_path / "out", "PTS BH", ["fide-2026"], workers=1, progress=False)
    assert done.events == 2
    assert not len(done.failures)


def test_an_event_that_is_not_there(archive: tb.Archive) -> None:
    archive.append(games("summer open"))
    with pytest.raises(tb.DataError, match="no event 'sumer open'. Did you mean 'summer open'"):
        archive["sumer open"]
    with pytest.raises(tb.DataError, match="is no History"):
        archive.append("event.trf")  # type: ignore[arg-type]


def test_files_that_were_changed_are_said(archive: tb.Archive) -> None:
    archive.append(games())
    path = archive.folder / "results" / "part-00000000.parquet"
    table = pq.read_table(path)
    pq.write_table(table.slice(0, 1), path)
    with pytest.raises(tb.DataError, match="1 rows; expected 2"):
        archive["event"]
    path.unlink()
    with pytest.raises(tb.FormatError, match="no such file|cannot be read"):
        archive["event"]


# ---------------------------------------------------------------- all or nothing


def test_a_part_without_index_is_not_there_and_is_removed(archive: tb.Archive) -> None:
    archive.append(games("a"))
    archive.append(games("b"))
    (archive.folder / "index" / "part-00000001.parquet").unlink()
    (archive.folder / "results" / ".part-00000002.parquet.123").write_bytes(b"half")
    again = tb.open_archive(archive.folder)
    assert again.events == ["a"]
    again.append(games("c"))
    assert again.events == ["a", "c"]
    left = [path.name for path in archive.folder.rglob("*part-*")]
    assert set(left) == {"part-00000000.parquet", "part-00000001.parquet"}


APPENDING = """
import sys, chesstb as tb
from tests.test_archive import games
archive = tb.open_archive(sys.argv[1])
for k in range(int(sys.argv[3])):
    archive.append(games(f"{sys.argv[2]} {k}"))
    print(k, flush=True)
"""


def appending(archive: tb.Archive, name: str, times: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", APPENDING, str(archive.folder), name, str(times)],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def test_two_processes_append_at_once(archive: tb.Archive) -> None:
    running = [appending(archive, name, 8) for name in "ab"]
    for one in running:
        one.communicate(timeout=100)
        assert one.returncode == 0
    archive.refresh()
    assert sorted(archive.events) == sorted(f"{name} {k}" for name in "ab" for k in range(8))
    assert [history.events[0] for history in archive] == archive.events


def test_a_process_that_is_killed_while_it_appends(archive: tb.Archive) -> None:
    running = appending(archive, "a", 10_000)
    said = [running.stdout.readline() for _ in range(5)]  # type: ignore[union-attr]
    assert said[-1] == "4\n"
    os.kill(running.pid, signal.SIGKILL)
    running.communicate()
    archive.refresh()
    there = len(archive)
    assert there >= 5
    archive.append(games("after"))
    assert archive.events == [*(f"a {k}" for k in range(there)), "after"]
    assert [history.events[0] for history in archive] == archive.events


# ---------------------------------------------------------------- content


@given(events(), events())
@few
def test_content_is_that_of_the_event_and_not_of_its_key(one: Event, other: Event) -> None:
    both = tb.History.from_tables(**to_joint_tables({"a": one, "b": other, "c": one}), errors="repair")
    a, b, c = contents(both)
    assert a == c
    assert a == contents(both["a"])[0] == contents(both["c"].renamed({"c": "z"}))[0]
    assert (a == b) == both["a"].equals(both["b"].renamed({"b": "a"}))


def changed_games() -> Iterator[tb.History]:
    rows = {
        "player": [1, 2],
        "round": [1, 1],
        "opponent": [2, 1],
        "outcome": ["1", "0"],
        "colour": ["w", "b"],
    }
    names = {"player": [1, 2], "name": ["Ann", "Bob"], "rating": [2000, None]}
    yield tb.History.from_tables(rows, names)
    yield tb.History.from_tables(rows | {"outcome": ["0", "1"]}, names)
    yield tb.History.from_tables(rows | {"colour": ["b", "w"]}, names)
    yield tb.History.from_tables(rows | {"outcome": ["W", "L"]}, names)
    yield tb.History.from_tables(rows, names | {"name": ["Ann", "Rob"]})
    yield tb.History.from_tables(rows, names | {"name": ["Bob", "Ann"]})
    yield tb.History.from_tables(rows, names | {"rating": [None, 2000]})
    yield tb.History.from_tables(rows, names | {"rating": [2000, 1999]})
    yield tb.History.from_tables(rows, names, {"start": ["2026-01-01"]})
    yield tb.History.from_tables(rows, names, {"bye": [0.5]})
    yield tb.History.from_tables(rows | {"clock": [1, 2]}, names)
    printed = {"player": [1], "column": ["BH"], "value": [1.5]}
    yield tb.History.from_tables(rows, names, published=printed)


def test_any_change_of_an_event_changes_its_content() -> None:
    found = [contents(history)[0] for history in changed_games()]
    assert len(set(found)) == len(found)
    assert all(len(text) == 32 for text in found)


def test_content_is_stored_in_the_index(archive: tb.Archive) -> None:
    both = tb.History.concat([games("a"), games("b", "=")])
    archive.append(both)
    assert archive.index["content"].tolist() == contents(both)
