"""Files that are made to take long or to fill the memory are read at once, or refused at once."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import pytest

import chesstb as tb
from chesstb.formats import json_file, notes, one_event, sizes, vega
from chesstb.formats.decoding import decode
from chesstb.formats.notes import Notes
from chesstb.formats.swiss_perfect import text as swiss_perfect_text

if TYPE_CHECKING:
    from pathlib import Path

SECONDS = 10
"""Each of these took minutes or hours, or would have."""


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_a_long_word_in_an_unknown_encoding_is_decoded_at_once() -> None:
    start = time.perf_counter()
    text = decode(b"\xe9 " + b"a" * 300_000 + b" J\xe9r\xf4me", Notes("x", strict=False))
    assert text.endswith(" Jérôme")
    assert time.perf_counter() - start < SECONDS


def test_tables_of_many_rows_are_read_at_once(tmp_path: Path) -> None:
    rows = 30_000
    heading = "t\nCross Table at round 1\n Pos NAME   Rtg T Fed Pts | 1 |\n"
    vega_text = heading + "".join(f" {k} N   0     1 | --\n" for k in range(1, rows))
    swiss_perfect = "No\tName\tTotal\t1\n" + "".join(f"{k}\tN\t0\t0:L\n" for k in range(1, rows))
    start = time.perf_counter()
    assert len(vega.read(write(tmp_path / "v.txt", vega_text)).players) == rows - 1
    assert len(swiss_perfect_text.read(write(tmp_path / "s.txt", swiss_perfect)).players) == rows - 1
    assert time.perf_counter() - start < 3 * SECONDS


def test_headings_of_endless_rounds_are_cut_or_refused(tmp_path: Path) -> None:
    numbers = list(map(str, range(1, 5_000)))
    text = (
        "t\nCross Table at round 1\n Pos NAME   Rtg T Fed Pts | " + " ".join(numbers) + " |\n 1 N 0 1 | --\n"
    )
    with pytest.raises(tb.FormatError, match=r"v.txt, line 3: .*expected Pos NAME"):
        vega.read(write(tmp_path / "v.txt", text))
    text = "No\tName\tTotal\t" + "\t".join(numbers) + "\n1\tN\t1\t0:W\n"
    history = swiss_perfect_text.read(write(tmp_path / "s.txt", text))
    assert history.tournaments["rounds"].tolist() == [swiss_perfect_text.MOST_ROUNDS]


def test_more_results_than_any_event_has_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "No\tName\tTotal\t1\t2\n" + "".join(f"{k}\tN\t0\t0:L\t0:L\n" for k in range(1, 50))
    path = write(tmp_path / "s.txt", text)
    monkeypatch.setattr(one_event, "MOST_CELLS", 90)
    with pytest.raises(tb.FormatError, match="s.txt: more than 90 results; expected at most"):
        swiss_perfect_text.read(path)
    monkeypatch.undo()
    monkeypatch.setattr(sizes, "MOST_CELLS", 90)
    with pytest.raises(
        tb.FormatError, match="s.txt: 49 players are named, and 2 rounds; expected at most 90"
    ):
        swiss_perfect_text.read(path)


def test_bars_without_end_are_one_field(tmp_path: Path) -> None:
    line = " 1 | ANN |1.0 |W   2|" + "|" * 200_000
    path = write(tmp_path / "u.txt", line + "\n 2 | BOB |0.0 |L   1|\n")
    start = time.perf_counter()
    history = tb.read(path)
    assert len(history.results) == 2
    assert history.repairs["taken"].tolist() == ["left out"]
    assert time.perf_counter() - start < SECONDS


def test_a_file_of_repairs_only_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes, "MOST", 90)
    path = write(tmp_path / "x.json", '{"Swar":{"Player":[' + ",".join(["{}"] * 100) + "]}}")
    with pytest.raises(tb.FormatError, match="x.json, player 91: more than 90 repairs up to here"):
        tb.read(path)


def test_json_is_limited_in_size_and_depth(tmp_path: Path) -> None:
    said = Notes("x.json", strict=False)
    with pytest.raises(tb.FormatError, match="x.json: no JSON that can be read"):
        json_file.load(write(tmp_path / "x.json", '{"Swar":' + "[" * 100_000), said)
    with pytest.raises(tb.FormatError, match="x.json: more than 16 MB; expected at most 16 MB for one event"):
        json_file.load(write(tmp_path / "x.json", '{"Swar":"' + "x" * one_event.MOST_BYTES + '"}'), said)
    with pytest.raises(tb.FormatError, match="no JSON that can be read"):
        json_file.load(write(tmp_path / "x.json", '{"Swar":' + "9" * 10_000 + "}"), said)
    assert json_file.load(write(tmp_path / "x.json", json.dumps({"Swar": {}})), said) == {"Swar": {}}
