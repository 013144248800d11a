"""Reading of events of older versions of Vega: their file and the pairings beside it, made up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chesstb as tb
from chesstb.formats.vega import event_file
from tests.made_up import Cell, MadeUp, cells_of, made_up, survives
from tests.makers.programs import pairings
from tests.makers.vega import veg_of

if TYPE_CHECKING:
    from pathlib import Path

SMALL = MadeUp(
    ["Ann, A", "Bo <b>", "Cy, C"],
    2,
    {
        (1, 1): Cell("1", 2, "w"), (2, 1): Cell("0", 1, "b"), (3, 1): Cell("U"),
        (1, 2): Cell("-", 3, "b"), (3, 2): Cell("+", 1, "w"), (2, 2): Cell("H"),
    },
)  # fmt: skip


def put(folder: Path, event: MadeUp, text: str | None = None, **options: Any) -> Path:
    for name, data in pairings(event).items():
        (folder / name).write_bytes(data)
    path = folder / "cup.veg"
    path.write_text(veg_of(event, **options) if text is None else text, encoding="utf-8")
    assert event_file.recognises(path.read_bytes(), path)
    return path


@pytest.mark.parametrize("a_line", [False, True])
def test_a_file_and_its_pairings_are_one_event(tmp_path: Path, a_line: bool) -> None:
    path = put(tmp_path, SMALL, a_line=a_line)
    history = tb.read(path, errors="strict")
    event = history.tournaments.iloc[0]
    told = ["tournament", "name", "place", "federation", "system", "rounds", "by", "rules"]
    assert event[told].tolist() == ["cup", "Cup", "Alta", "NOR", "swiss", 2, "PTS BH/C1 BH", "fide-2009"]
    assert [str(event[day].date()) for day in ("start", "end")] == ["2007-12-24", "2007-12-27"]
    first = history.players.iloc[0].drop(["tournament", "team", "adjustment", "excluded"]).tolist()
    assert first == [1, "Ann, A", "FM", "w", "NOR", 2001, "77001", "1981"]
    assert history.players["rating"].tolist() == [2001, 1502, 2003]
    assert cells_of(history) == SMALL.cells
    assert history.repairs.empty
    assert tb.read(tmp_path).results.equals(history.results)


@given(st.integers(0, 2**32 - 1), st.booleans())
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_random_events_are_read_as_they_are(tmp_path: Path, seed: int, a_line: bool) -> None:
    event = made_up(seed)
    for old in tmp_path.glob("pairs*.txt"):
        old.unlink()
    history = event_file.read(put(tmp_path, event, a_line=a_line), errors="strict")
    assert cells_of(history) == event.cells
    assert history.players["name"].tolist() == event.names


def test_systems_points_and_tiebreaks(tmp_path: Path) -> None:
    def event(**options: Any) -> Any:
        return tb.read(put(tmp_path, SMALL, **options)).tournaments.iloc[0]

    assert event(kind=2)["system"] == "round-robin"
    assert event(kind=5)["system"] == "double-round-robin"
    assert event(kind=9)["system"] == "unknown"
    assert event(points="1.0 3.0")[["win", "draw"]].tolist() == [3.0, 1.0]
    assert event(ties="1 2 3 0 0 0 0 0 0 0")["by"] == "PTS BH/C1 BH BH/M1"
    for ties in ("2 1 4 3 0 0 0 0 0 0", "0 1 0 0 0 0 0 0 0 0", "2 0 1 0 0 0 0 0 0 0"):
        history = tb.read(put(tmp_path, SMALL, ties=ties))
        same = ties.startswith("2 1")  # either way: second, first, fourth, third
        assert history.tournaments["by"].notna().all() == same
        assert history.repairs["found"].tolist() == ([] if same else [ties])


def test_what_is_missing_or_contradicts_itself_is_said(tmp_path: Path) -> None:
    path = put(tmp_path, SMALL)
    (tmp_path / "pairs2.txt").unlink()
    history = tb.read(path)
    assert history.repairs["why"].tolist() == ["pairs2.txt is not beside cup.veg"]
    assert history.results["round"].max() == 1
    other = (tmp_path / "pairs1.txt").read_text(encoding="utf-8").replace("Cup: ", "Bowl: ")
    (tmp_path / "pairs1.txt").write_text(other, encoding="utf-8")
    assert "the pairings of another event" in set(tb.read(path).repairs["why"])
    with pytest.raises(tb.FormatError, match="pairs: '2: Bo <b>': the list of the players has another name"):
        tb.read(put(tmp_path, SMALL, veg_of(SMALL).replace("Bo <b>", "Nobody")), errors="strict")
    few = veg_of(MadeUp(SMALL.names[:2], 2, {}))
    history = tb.read(put(tmp_path, SMALL, few))
    assert history.players["name"].tolist() == ["Ann, A", "Bo <b>", "Cy, C"]
    assert history.repairs["why"].tolist() == ["no player of the list"]
    assert cells_of(history) == SMALL.cells


def test_players_have_the_numbers_of_the_pairings(tmp_path: Path) -> None:
    text = veg_of(MadeUp(["Cy, C", "Bo <b>", "Ann, A"], 2, {}))
    history = tb.read(put(tmp_path, SMALL, text))
    assert history.players["name"].tolist() == SMALL.names
    assert history.players["fide_id"].tolist() == ["77003", "77002", "77001"]
    assert cells_of(history) == SMALL.cells
    assert history.repairs["taken"].tolist() == ["the numbers of the pairings"]


def test_damaged_files_are_read_or_refused(tmp_path: Path) -> None:
    text = veg_of(SMALL)
    with pytest.raises(tb.FormatError, match="cup.veg, line 8: 0 numbers and no heading of players"):
        event_file.read(_write(tmp_path / "cup.veg", text.replace("NAME ", "NAMES")))
    with pytest.raises(tb.FormatError, match="cup.veg, line 8: 12 numbers and a heading of players"):
        event_file.read(_write(tmp_path / "cup.veg", text.replace("2 2 10 1 1 0 1\n0 0 0 0 2300 2000", "#")))
    with pytest.raises(tb.FormatError, match="no player"):
        event_file.read(_write(tmp_path / "cup.veg", text.split("\nAnn")[0] + "\n"))
    fine, refused = survives(event_file.read, put(tmp_path, SMALL), text.encode(), range(150))
    assert fine
    assert refused


def _write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_more_players_than_are_announced_are_said(tmp_path: Path) -> None:
    path = put(tmp_path, SMALL, veg_of(SMALL).replace("\n3\nNAME", "\n2\nNAME"))
    said = event_file.read(path).repairs
    assert said.loc[said["why"] == "2 players are announced", "found"].tolist() == ["1 line more"]
    with pytest.raises(tb.FormatError, match="2 players are announced"):
        event_file.read(path, errors="strict")
