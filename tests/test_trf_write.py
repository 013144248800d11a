"""TRF files that are written: what stands in them, what is refused, and that reading gives the same."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chesstb as tb
from chesstb.errors import Note
from chesstb.formats import read_trf, write_trf
from tests.strategies import events, to_joint_tables, to_tables
from tests.trf_text import PAIR, outcomes, player, points, read_lines

if TYPE_CHECKING:
    from pathlib import Path

some = settings(
    max_examples=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
VERSIONS = ("trf26", "trf16")
GAMES = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "colour": ["w", "b"], "outcome": ["1", "0"]}


def written(history: tb.History, folder: Path, version: str = "trf26", **options: Any) -> list[str]:
    path = write_trf(history, folder / "event.trf", version, **options)  # type: ignore[arg-type]
    return path.read_text(encoding="utf-8").splitlines()


def again(history: tb.History, folder: Path, version: str) -> tb.History:
    return read_trf(write_trf(history, folder / f"{history.events[0]}.trf", version))  # type: ignore[arg-type]


def assert_same(one: tb.History, two: tb.History, *, published: bool = True) -> None:
    for name in ("tournaments", "players", "results", "records", *(["published"] if published else [])):
        mine, theirs = (getattr(h, name).drop(columns="source", errors="ignore") for h in (one, two))
        pd.testing.assert_frame_equal(mine, theirs, obj=name)


# ---------------------------------------------------------------- reading what was written


@pytest.mark.parametrize("version", VERSIONS)
@given(event=events())
@some
def test_random_events_come_back_as_they_were(tmp_path: Path, version: str, event: Any) -> None:
    history = tb.History.from_tables(**to_tables(event), errors="repair")
    once = again(history, tmp_path, version)
    assert_same(history, once, published=False)
    assert again(once, tmp_path, version).equals(once)
    assert not once.repairs["why"].str.contains("not those of the results|fits the points", regex=True).any()


LINE = st.characters(exclude_categories=["C", "Z"]) | st.just(" ")


def texts(longest: int) -> st.SearchStrategy[str | None]:
    return st.none() | st.text(LINE, min_size=1, max_size=longest).map(str.strip).map(
        lambda text: text or None
    )


BIRTHS = st.none() | st.integers(1850, 2150).map(str)
DAYS = st.none() | st.dates(dt.date(1, 1, 1)).map(str)
RECORDS = st.sampled_from(
    ["102", "112", "122", "152", "172", "182", "XXP", "XXZ", "###", "260", "777", "013"]
)


@pytest.mark.parametrize("version", VERSIONS)
@given(data=st.data())
@some
def test_texts_come_back_as_they_were(tmp_path: Path, version: str, data: st.DataObject) -> None:
    def two(strategy: st.SearchStrategy[Any]) -> list[Any]:
        return [data.draw(strategy), data.draw(strategy)]

    players = {
        "player": [1, 2], "name": two(texts(33)), "federation": two(texts(3)), "birth": two(BIRTHS),
        "fide_id": two(texts(11).filter(lambda t: t != "0")), "rating": two(st.none() | st.integers(1, 4000)),
        "title": two(st.sampled_from([None, "GM", "WFM", "CM"])), "sex": two(st.sampled_from([None, "m", "w"])),
        "team": two(texts(32)),
    }  # fmt: skip
    event = {
        "name": [data.draw(texts(60))], "place": [data.draw(texts(60))], "federation": [data.draw(texts(9))],
        "start": [data.draw(DAYS)], "end": [data.draw(DAYS)], "by": [data.draw(st.sampled_from([None, "PTS BH/C1 SB"]))],
        "system": [data.draw(st.sampled_from(["swiss", "round-robin", "match", "unknown", "team-swiss"]))],
    }  # fmt: skip
    lines = texts(40).filter(lambda text: "@" not in (text or ""))  # addresses are not read
    kept = [f"{name} {data.draw(lines) or 'x'}" for name in sorted(data.draw(st.lists(RECORDS, max_size=4)))]
    records = {"record": [text[:3] for text in kept], "text": kept}
    history = tb.History.from_tables(GAMES, players, event, records=records)
    once = again(history, tmp_path, version)
    assert_same(history, once.__class__(**{**vars_of(once), "records": history.records}), published=False)
    assert sorted(once.records["text"]) == sorted(history.records["text"])
    assert again(once, tmp_path, version).equals(once)


def vars_of(history: tb.History) -> dict[str, pd.DataFrame]:
    names = ("tournaments", "players", "results", "published", "repairs", "records")
    return {name: getattr(history, name) for name in names}


@given(several=st.lists(events(), min_size=2, max_size=3), version=st.sampled_from(VERSIONS))
@some
def test_several_events_stand_one_behind_the_other(tmp_path: Path, several: list[Any], version: str) -> None:
    tables = to_joint_tables({f"event {k}": event for k, event in enumerate(several)})
    history = tb.History.from_tables(**tables, errors="repair")
    once = read_trf(write_trf(history, tmp_path / "all.trf", version))  # type: ignore[arg-type]
    assert once.events == ["all", *(f"all ({k})" for k in range(2, len(several) + 1))]
    for old, new in zip(history.events, once.events, strict=True):
        assert (
            history[old]
            .results.drop(columns="tournament")
            .equals(once[new].results.drop(columns="tournament"))
        )


def test_one_of_several_events_can_be_picked(tmp_path: Path) -> None:
    both = tb.History.concat([tb.History.from_tables(GAMES)] * 2)
    assert len([line for line in written(both, tmp_path) if line.startswith("001")]) == 4
    picked = written(both, tmp_path, tournament="event (2)")
    assert len([line for line in picked if line.startswith("001")]) == 2
    with pytest.raises(tb.DataError, match="no event 'evnt'"):
        written(both, tmp_path, tournament="evnt")


# ---------------------------------------------------------------- what stands in the file


def test_every_column_is_in_its_place(tmp_path: Path) -> None:
    line = player(
        7, "8 w 1", "- H", "8 b", sex="w", title="WGM", name="Żółć, Ąę", rating="2345", federation="POL",
        fide_id="12345678", birth="1990/05/17", points="1.5", rank="1",
    )  # fmt: skip
    history = read_lines(line, player(8, "7 b 0", "9 w 1", "7 w"), player(9, "- U", "8 b 0", "- Z"))
    assert written(history, tmp_path)[-3].rstrip() == line.rstrip().replace("1990/05/17", "1990/00/00")


@pytest.mark.parametrize("version", VERSIONS)
def test_of_a_date_of_birth_the_year_is_written(tmp_path: Path, version: str) -> None:
    births = ["1990-05-17", "17.05.1991", "1992", "1993-05", "unknown", None]
    history = tb.History.from_tables(
        {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]},
        {"player": [1, 2, 3, 4, 5, 6], "birth": births},
    )
    found = [line[69:79].strip() for line in written(history, tmp_path, version) if line.startswith("001")]
    assert found == ["1990/00/00", "1991/00/00", "1992/00/00", "1993/00/00", "", ""]
    once = read_trf(tmp_path / "event.trf", errors="strict")
    assert once.players["birth"].fillna("").tolist() == ["1990", "1991", "1992", "1993", "", ""]


def test_trf26_says_rounds_and_payments_in_its_own_records(tmp_path: Path) -> None:
    history = tb.History.from_tables(
        GAMES, tournaments={"rounds": [5], "win": [3], "draw": [1], "by": ["PTS BH SB"]}
    )
    found = written(history, tmp_path)
    assert "142 5" in found
    assert "162  W 3.0    D 1.0    L 0.0" in found
    assert "162  A 0.0    P 3.0    X 1.0" in found
    assert "212 PTS,BH,SB" in found
    assert not any(line.startswith("XX") for line in found)


def test_trf16_says_them_in_the_older_ones(tmp_path: Path) -> None:
    history = tb.History.from_tables(GAMES, tournaments={"rounds": [5], "win": [3], "draw": [1]})
    found = written(history, tmp_path, "trf16")
    assert "XXR 5" in found
    xxs = "XXS WW=3.0 BW=3.0 WD=1.0 BD=1.0 WL=0.0 BL=0.0 ZPB=0.0 HPB=1.0 FPB=3.0 PAB=3.0 FW=3.0 FL=0.0"
    assert xxs in found
    usual = tb.History.from_tables(GAMES, tournaments={"rounds": [5]})
    assert not any(line.startswith(("XXS", "162")) for line in written(usual, tmp_path, "trf16"))


@pytest.mark.parametrize("version", VERSIONS)
def test_what_162_cannot_say_is_said_by_xxs(tmp_path: Path, version: str) -> None:
    event = {"black_win": [2.0], "half_bye": [0.0], "pending": [1.0]}
    history = tb.History.from_tables(GAMES, tournaments=event)
    found = written(history, tmp_path, version)
    assert any(line.startswith("XXS") and "BW=2.0" in line and "HPB=0.0" in line for line in found)
    assert any(line.startswith("162") and line.endswith("X 1.0") for line in found)
    assert_same(history, again(history, tmp_path, version), published=False)


def test_points_are_computed_and_no_rank_is_invented(tmp_path: Path) -> None:
    history = read_lines(
        "299          -0.5       3", player(1, "2 w ="), player(2, "1 b ="), player(3, "- U")
    )
    found = [line for line in written(history, tmp_path) if line.startswith("001")]
    assert [line[80:89].split() for line in found] == [["0.5"], ["0.5"], ["0.5"]]


def test_published_points_give_way_to_computed_ones(tmp_path: Path) -> None:
    history = read_lines(player(1, "2 w 1", points="2.5"), player(2, "1 b 0"))
    published = again(history, tmp_path, "trf26").published
    assert published[["player", "column", "value"]].to_numpy(dtype=object).tolist() == [
        [1, "points", 1.0],
        [2, "points", 0.0],
    ]


def test_published_ranks_are_written(tmp_path: Path) -> None:
    history = read_lines(player(1, "2 w 1", rank="2"), player(2, "1 b 0", rank="1"), player(3, "- Z"))
    assert [line[85:89].strip() for line in written(history, tmp_path)[-3:]] == ["2", "1", ""]


def test_decisions_and_adjustments_are_written_as_299(tmp_path: Path) -> None:
    history = read_lines(
        "299 W        0.5    1    1",
        "299           1.0       2",
        "299          -0.5    1    3",
        *PAIR,
        player(3, "- U"),
    )
    found = [line for line in written(history, tmp_path) if line.startswith("299")]
    assert found == [
        "299 W         0.5  001    1",
        "299          -0.5  001    3",
        "299           1.0  000    2",
    ]


def test_byes_of_rounds_ahead_are_240_in_trf26_and_a_cell_in_trf16(tmp_path: Path) -> None:
    history = read_lines(player(1, "2 w 1", "- H"), player(2, "1 b 0", "- Z"), player(3, "- U", "- H"))
    assert [line for line in written(history, tmp_path) if line.startswith("240")] == [
        "240 H   2    1    3",
        "240 Z   2    2",
    ]
    assert written(history, tmp_path, "trf16")[-3].endswith("2 w 1  0000 - H")


def test_a_pairing_without_a_result_has_a_blank_result(tmp_path: Path) -> None:
    history = read_lines(player(1, "2 w 1", "2 b"), player(2, "1 b 0", "1 w"))
    assert written(history, tmp_path)[-1].endswith("   1 b 0     1 w  ")
    assert outcomes(again(history, tmp_path, "trf26"), 1) == "1X"


def test_records_keep_their_words_and_their_part_of_the_file(tmp_path: Path) -> None:
    given = [
        "### remark",
        "012 Name",
        "102 Arbiter",
        "XXP 1 2",
        PAIR[0],
        "ABC    1   note",
        PAIR[1],
        "801    1 table",
        "ruler",
    ]
    found = written(read_lines(*given), tmp_path)
    assert [line[:6] for line in found if line[:3] not in ("062", "072", "162")] == [
        line[:6] for line in given
    ]
    assert set(given) - set(PAIR) <= set(found)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    "records",
    [["042 13. 09. 2025"], ["042 2025/00/00"], ["092 Schweizer System"], ["092 Knock-out"], ["192 FIDE_DUTCH_2026"],
     ["142 9", "XXR 7"], ["202 SB", "212 PTS,BH"], ["202 SB"], ["062 99"], ["022 Here", "022 There"],
     ["192 FIDE_TEAM_BAKU", "240 H   2    1", "299 W   1.0", "202 EDET,MPvGP"], ["XXS WW=2 oops"],
     [f"310   1 {'Rooks':<32} {'':31} {1:4d}"], [f"013 {'Rooks':<32}   1"], [f"013  {'odd':<20} 1 2"]],
)  # fmt: skip
def test_records_in_their_own_spelling_survive(tmp_path: Path, version: str, records: list[str]) -> None:
    history = read_lines(
        *records,
        player(1, "2 w 1", "- Z", points="1.0", rank="1"),
        player(2, "1 b 0", points="0.0", rank="2"),
    )
    assert_same(history, again(history, tmp_path, version), published="XXS" not in str(records))


@pytest.mark.parametrize(
    "types", [["092 Schweizer System", "192 FIDE_DUTCH"], ["092 Mannschaftsturnier, Schweizer System"]]
)
def test_a_changed_table_wins_over_a_kept_record(tmp_path: Path, types: list[str]) -> None:
    history = read_lines("042 13. 09. 2025", *types, *PAIR)
    event = history.tournaments.assign(start=pd.Timestamp("2025-10-01").as_unit("s"), system="round-robin")
    changed = tb.History(**{**vars_of(history), "tournaments": event})
    found = again(changed, tmp_path, "trf26").tournaments.iloc[0]
    assert (found["start"], found["system"]) == (pd.Timestamp("2025-10-01"), "round-robin")


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_the_end_of_line_can_be_chosen(tmp_path: Path, newline: str) -> None:
    history = tb.History.from_tables(GAMES)
    path = write_trf(history, tmp_path / "event.trf", newline=newline)
    assert path.read_bytes().endswith(b"1 b 0" + newline.encode())
    assert read_trf(path).results.equals(history.results)


# ---------------------------------------------------------------- what is refused


def refused(tables: dict[str, Any]) -> tb.History:
    return tb.History.from_tables(**{"results": GAMES, "errors": "repair", **tables})


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        ({"players": {"player": [1, 2], "name": ["A" * 34, "B"]}}, "name 'A{34}' has 34 characters; expected at most 33"),
        ({"players": {"player": [1, 2], "name": ["A\nB", "B"]}}, "contains a control character"),
        ({"players": {"player": [1, 2], "federation": ["GERM", "B"]}}, "federation 'GERM' has 4 characters"),
        ({"players": {"player": [1, 2], "adjustment": [0.25, 0]}}, "adjustment 0.25; expected one decimal"),
        ({"tournaments": {"win": [1.25]}}, "points 1.25; expected one decimal"),
        ({"results": {**GAMES, "player": [1, 10_000], "opponent": [10_000, 1]}}, "starting number 10000"),
        ({"results": {**GAMES, "round": [1000, 1000]}}, "more than 999 rounds"),
        ({"tournaments": {"system": ["team-swiss"]}, "players": {"player": [1, 2], "adjustment": [1, 0]}}, "in a team event"),
        ({"records": {"record": ["001"], "text": ["001    3"]}}, "one line of text that begins with its record"),
        ({"records": {"record": ["102"], "text": ["112 other"]}}, "one line of text that begins with its record"),
        ({"published": {"player": [1], "column": ["rank"], "value": [12345]}}, "rank 12345"),
    ],
)  # fmt: skip
def test_what_has_no_room_is_refused_before_anything_is_written(
    tmp_path: Path, tables: dict[str, Any], message: str
) -> None:
    with pytest.raises(tb.DataError, match=message):
        written(refused(tables), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_bad_arguments_are_refused(tmp_path: Path) -> None:
    history = tb.History.from_tables(GAMES)
    with pytest.raises(tb.DataError, match="version: 'trf06'; expected 'trf16' or 'trf26'"):
        written(history, tmp_path, "trf06")
    with pytest.raises(tb.DataError, match="newline"):
        written(history, tmp_path, newline=" ")
    with pytest.raises(tb.DataError, match="without events"):
        written(tb.History.concat([]), tmp_path)
    with pytest.raises(tb.DataError, match="cannot be written"):
        write_trf(history, tmp_path / "nowhere" / "event.trf")


def test_a_file_that_was_there_is_replaced_as_a_whole(tmp_path: Path) -> None:
    history = tb.History.from_tables(GAMES)
    before = written(history, tmp_path)
    with pytest.raises(tb.DataError):
        written(refused({"tournaments": {"win": [1.25]}}), tmp_path)
    assert (tmp_path / "event.trf").read_text(encoding="utf-8").splitlines() == before
    assert [path.name for path in tmp_path.iterdir()] == ["event.trf"]


def test_points_that_no_code_gives_come_back_as_decisions(tmp_path: Path) -> None:
    history = tb.History.from_tables({**GAMES, "points": [0.7, 0]}, tournaments={"win": [1]}, errors="repair")
    once = again(history, tmp_path, "trf26")
    assert points(once, 1) == [0.7]
    assert once.results["decision"].tolist() == [True, False]


def test_byes_of_a_round_that_is_not_paired_yet_count_where_they_stand_in_the_line(tmp_path: Path) -> None:
    history = read_lines(player(1, "2 w 1", "- H"), player(2, "1 b 0", "- Z"))
    assert written(history, tmp_path)[-2][80:84] == " 1.0"
    assert written(history, tmp_path, "trf16")[-2][80:84] == " 1.5"
    paired = read_lines(player(1, "2 w 1", "- H"), player(2, "1 b 0", "3 w"), player(3, "- U", "2 b"))
    assert written(paired, tmp_path, "trf16")[-3][80:84] == " 1.0"


def test_rules_come_back_and_what_has_no_place_is_said(tmp_path: Path) -> None:
    values = {"player": [1, 2] * 2, "column": ["TB1"] * 2 + ["Rk."] * 2, "criterion": ["BH"] * 2 + [None] * 2,
              "value": [0.0, 1.0, 1.0, 2.0]}  # fmt: skip
    history = tb.History.from_tables(
        {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]},
        tournaments={"rules": ["fide-2023"]}, published=values,
    )  # fmt: skip
    with pytest.warns(Note, match=r"left out: the published values TB1\."):
        write_trf(history, tmp_path / "x.trf")
    again = tb.read(tmp_path / "x.trf")
    assert again.tournaments["rules"].tolist() == ["fide-2023"]
    assert again.published.query("column == 'rank'")["value"].tolist() == [1.0, 2.0]


def test_points_of_a_round_of_byes_before_a_requested_one_are_those_of_the_results(tmp_path: Path) -> None:
    rows = {"player": [1, 2, 1, 2, 1], "round": [1, 1, 2, 2, 3], "opponent": [2, 1, None, None, None],
            "outcome": ["1", "0", "U", "Z", "H"]}  # fmt: skip
    history = tb.History.from_tables(rows, tournaments={"tournament": ["event"], "system": ["swiss"]})
    once = again(history, tmp_path, "trf26")
    assert "the points are not those of the results" not in set(once.repairs["why"])
