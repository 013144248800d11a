"""A whole archive ranked: as one event is, whatever fails, stops or dies in between."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chesstb as tb
from chesstb.bulk import parts, ranked
from chesstb.tiebreak import REGISTRY
from tests import reference
from tests.strategies import ROUND_ROBIN, SWISS, events, random_event
from tests.test_against_reference import codes_of
from tests.test_archive import games, history_of
from tests.test_ingest import contents_of

if TYPE_CHECKING:
    from tests.reference import Event

SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]
few = settings(max_examples=8, deadline=None, suppress_health_check=SLOW_IS_FINE)
LIST = "PTS DE BH/C1 SB WIN ARO/U1400"
VERSIONS = ["fide-2009", "fide-2023", "fide-2026"]
SMALL = sorted(Path("data/small").glob("*.trf"))


def archive_of(histories: list[tb.History], folder: Path | str, rows: int = 10**6) -> tb.Archive:
    archive = tb.open_archive(folder, new=True)
    for history in histories:
        archive.add(history, {}, rows)
    return archive


def run(source: Any, out: Path | str, *arguments: Any, workers: int = 1, **more: Any) -> Any:
    return tb.reprocess(source, out, *arguments, workers=workers, progress=False, **more)


def agrees(done: Any, history: tb.History, by: str | None, rules: str) -> None:
    """What was written of some events is what `standings` says of them."""
    expected = tb.standings(history, by=by, rules=rules)
    table = done.standings
    table = table[(table["rules"] == rules) & table["tournament"].isin(history.events)]
    assert len(table) == len(expected)
    assert table["tournament"].astype(str).tolist() == expected["tournament"].astype(str).tolist()
    criteria = [column for column in table.columns if column not in ("rules", "tournament")]
    for column in criteria:
        wanted = expected[column] if column in expected else np.full(len(expected), np.nan)
        np.testing.assert_array_equal(table[column].to_numpy(float), np.asarray(wanted, dtype=float))


# ---------------------------------------------------------------- as standings


@given(st.lists(events(SWISS), min_size=1, max_size=5), st.integers(1, 80))
@few
def test_an_archive_is_ranked_as_its_events_are(several: list[Event], rows: int) -> None:
    history = history_of(several)
    with tempfile.TemporaryDirectory() as folder:
        archive = archive_of([history], f"{folder}/archive", rows)
        done = run(archive, f"{folder}/out", LIST, VERSIONS)
        assert len(done.failures) == 0
        for rules in VERSIONS:
            agrees(done, history, LIST, rules)
        whole = run(history, f"{folder}/whole", LIST, VERSIONS)
        left, right = (
            one.standings.astype({"tournament": str}).sort_values(["rules", "tournament", "place", "player"])
            for one in (done, whole)
        )
        pd.testing.assert_frame_equal(left.reset_index(drop=True), right.reset_index(drop=True))


@pytest.mark.parametrize("systems", [SWISS, ROUND_ROBIN], ids=["swiss", "round-robin"])
@given(data=st.data())
@settings(few, max_examples=3)
def test_what_versions_share_is_the_same_for_each(systems: tuple[str, ...], data: st.DataObject) -> None:
    history = history_of(data.draw(st.lists(events(systems, withdrawn=True), min_size=2, max_size=4)))
    lists = {version: " ".join(codes_of(version, systems[0])) for version in reference.VERSIONS}
    with tempfile.TemporaryDirectory() as folder:
        done = run(history, f"{folder}/out", rules=lists)
        assert len(done.failures) == 0
        for rules, by in lists.items():
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", tb.Note)
                agrees(done, history, by, rules)


@given(st.lists(events(ROUND_ROBIN, withdrawn=True), min_size=1, max_size=4), st.integers(1, 80))
@few
def test_players_who_withdrew_from_a_round_robin(several: list[Event], rows: int) -> None:
    history, by = history_of(several), "PTS SB DE WIN"
    with tempfile.TemporaryDirectory() as folder:
        archive = archive_of([history], f"{folder}/archive", rows)
        done = run(archive, f"{folder}/out", by, VERSIONS)
        assert len(done.failures) == 0
        for rules in VERSIONS:
            agrees(done, history, by, rules)


@given(st.lists(events(), min_size=1, max_size=5))
@few
def test_the_summary_and_the_changes_are_those_of_compare(several: list[Event]) -> None:
    history, by = history_of(several), "PTS SB WIN"
    with tempfile.TemporaryDirectory() as folder:
        done = run(history, folder, by, VERSIONS, compare=True)
        assert len(done.failures) == 0
        expected = tb.compare(history, by, VERSIONS)
        summary = expected.summary().sort_values(["variant", "tournament"]).reset_index(drop=True)
        found = done.summary
        assert found["rules"].astype(str).tolist() == summary["variant"].astype(str).tolist()
        for column in found.columns[1:]:
            assert found[column].astype(object).where(found[column].notna(), None).tolist() == (
                summary[column].astype(object).where(summary[column].notna(), None).tolist()
            ), column
        moved = expected[(expected["because"] != "") & (expected["variant"].cat.codes > 0)]
        moved = moved.sort_values("variant", kind="stable")
        changes = done.changes
        assert len(changes) == len(moved)
        for column in changes.columns[1:]:
            assert changes[column].astype(str).tolist() == moved[column].astype(str).tolist(), column


def test_every_event_by_its_own_list(tmp_path: Path) -> None:
    rows = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]}
    one = tb.History.from_tables(rows, tournaments={"tournament": ["a"], "by": ["PTS WIN"]})
    other = tb.History.from_tables(
        rows, tournaments={"tournament": ["b"], "by": ["PTS BH"], "rules": ["fide-2009"]}
    )
    archive = archive_of([one, other, games("c")], tmp_path / "archive")
    done = run(archive, tmp_path / "out")
    assert list(done.standings.columns) == [
        "rules", "tournament", "place", "player", "PTS", "WIN", "BH", "BH/C1", "SB",
    ]  # fmt: skip
    schemas = {str(pq.read_schema(p).remove_metadata()) for p in (done.folder / "standings").glob("*")}
    assert len(schemas) == 1
    for history in archive:
        with pytest.warns(tb.Note):
            expected = tb.standings(history)
        mine = done.standings[done.standings["tournament"] == history.events[0]]
        assert mine["place"].tolist() == expected["place"].tolist()
        assert mine["PTS"].tolist() == expected["PTS"].tolist()


def test_what_one_version_does_not_ask_of_an_event_is_empty_there(tmp_path: Path) -> None:
    rows = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]}
    tournaments = {
        "tournament": ["own", "usual"],
        "system": ["swiss"] * 2,
        "by": ["PTS BH/C1 BH SB PS", None],
    }
    both = {name: values * 2 for name, values in rows.items()} | {"tournament": ["own"] * 2 + ["usual"] * 2}
    done = run(
        tb.History.from_tables(both, tournaments=tournaments), tmp_path, rules=["fide-2026", "ffe-papi"]
    )
    table = done.standings[lambda t: t["tournament"] == "usual"].set_index("rules")
    assert table.loc["fide-2026"].columns[table.loc["fide-2026"].isna().all()].tolist() == ["PS", "BH/C"]
    assert table.loc["ffe-papi"].columns[table.loc["ffe-papi"].isna().all()].tolist() == ["BH/C1", "SB"]


def test_a_list_for_each_version(tmp_path: Path) -> None:
    history = tb.read(SMALL)
    lists = {"fide-2009": "PTS BH", "fide-2026": "PTS BH/C1 SB"}
    done = run(history[["late-entry"]], tmp_path, rules=lists)
    for rules, by in lists.items():
        agrees(done, history["late-entry"], by, rules)


def test_a_tiebreak_of_the_users_own_is_known_to_all_processes(tmp_path: Path) -> None:
    @tb.declare_tiebreak("GAMES", title="Games", says="games over the board")
    def count(grid: Any, _: Any) -> tb.Contributions:
        return tb.Contributions(grid.played, scale=1)

    page = tb.rule_page("fide-2026") + '\nGAMES = { article = "Club, 1" }'
    club = tb.RuleVersion.from_page(page, name="club")
    archive = archive_of([tb.read(path) for path in SMALL[:3]], tmp_path / "archive")
    done = run(archive, tmp_path / "out", "PTS GAMES", club, workers=2)
    assert len(done.failures) == 0
    expected = pd.concat([tb.standings(h, "PTS GAMES", club) for h in archive])
    assert done.standings["GAMES"].tolist() == expected["GAMES"].tolist()


def test_a_tiebreak_of_the_users_own_may_look_at_all_of_a_version(tmp_path: Path) -> None:
    @tb.declare_tiebreak("PEEK", title="Peek", says="the length of the article, once a round")
    def peek(grid: Any, reading: Any) -> tb.Contributions:
        return tb.Contributions(np.full(grid.shape, len(reading.article)), scale=1)

    pages = {name: tb.rule_page("fide-2026") + f'\nPEEK = {{ article = "{name}" }}' for name in ("a", "bcd")}
    clubs = [tb.RuleVersion.from_page(page, name=name) for name, page in pages.items()]
    done = run(games(), tmp_path, "PEEK", clubs)
    assert done.standings["PEEK"].tolist() == [1, 1, 3, 3]


def test_an_empty_archive_and_events_without_players(tmp_path: Path) -> None:
    done = run(
        tb.open_archive(tmp_path / "archive", new=True), tmp_path / "out", "PTS", VERSIONS, compare=True
    )
    assert (done.events, done.parts) == (0, 0)
    assert len(done.standings) == len(done.failures) == len(done.summary) == 0
    nobody = tb.History.from_tables(
        {"player": [], "round": [], "opponent": [], "outcome": []}, tournaments={"tournament": ["planned"]}
    )
    done = run(nobody, tmp_path / "none", "PTS", VERSIONS, compare=True)
    assert done.summary["players"].tolist() == [0, 0, 0]
    assert len(done.standings) == len(done.changes) == len(done.failures) == 0


# ---------------------------------------------------------------- failures


def round_robin(key: str) -> tb.History:
    rows = {"player": [1, 2, 3] * 3, "round": [1, 1, 1, 2, 2, 2, 3, 3, 3],
            "opponent": [2, 1, None, 3, None, 1, None, 3, 2], "outcome": list("10Z1Z0Z10")}  # fmt: skip
    return tb.History.from_tables(rows, tournaments={"tournament": [key], "system": ["round-robin"]})


def test_what_a_version_bans_fails_there_and_nowhere_else(tmp_path: Path) -> None:
    history = tb.History.concat([tb.read(SMALL[0]), round_robin("closed"), tb.read(SMALL[1])])
    done = run(history, tmp_path, "PTS BH", ["fide-2009", "fide-2026"], compare=True)
    assert done.failures[["tournament", "rules", "error"]].to_numpy().tolist() == [
        ["closed", "fide-2026", "RuleError"]
    ]
    with pytest.raises(tb.RuleError) as said:
        tb.standings(history["closed"], "PTS BH", "fide-2026")
    assert done.failures["why"].tolist() == [str(said.value)]
    agrees(done, history, "PTS BH", "fide-2009")
    agrees(done, history[[SMALL[0].stem, SMALL[1].stem]], "PTS BH", "fide-2026")
    summary = done.summary
    assert len(summary) == 5
    assert summary.loc[summary["tournament"] == "closed", "rules"].tolist() == ["fide-2009"]
    assert "closed" not in set(done.changes["tournament"])


def test_the_baseline_fails_and_others_do_not(tmp_path: Path) -> None:
    done = run(round_robin("closed"), tmp_path, "PTS BH", ["fide-2026", "fide-2009"])
    assert done.summary["rules"].tolist() == ["fide-2009"]
    assert done.summary["places_changed"].isna().all()


def test_an_event_whose_own_list_is_none_takes_no_other_with_it(tmp_path: Path) -> None:
    rows = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]}
    bad = tb.History.from_tables(rows, tournaments={"tournament": ["bad"], "by": ["PTS NONSENSE"]})
    good = tb.History.from_tables(rows, tournaments={"tournament": ["good"], "by": ["PTS SB"]})
    history = tb.History.concat([games("first"), bad, good, games("last")])
    done = run(history, tmp_path, rules=["fide-2009", "fide-2026"])
    assert done.failures["tournament"].tolist() == ["bad", "bad"]
    assert done.failures["rules"].tolist() == ["fide-2009", "fide-2026"]
    assert done.failures["why"].str.contains("NONSENSE").all()
    keys = done.standings.drop_duplicates(["rules", "tournament"])
    assert keys["tournament"].tolist() == ["first", "good", "last"] * 2
    assert keys["rules"].tolist() == ["fide-2009"] * 3 + ["fide-2026"] * 3


def test_an_error_that_nobody_foresaw_takes_no_other_event_with_it(tmp_path: Path) -> None:
    newest = tb.RuleVersion.from_page(tb.rule_page("fide-2026"), name="newest")
    clause = "opponents-unplayed"
    word = next(c.reads for c in newest.swiss if c.name == clause)

    @tb.declare_tiebreak("BROKEN", title="Broken", says="breaks where somebody is rated 1234")
    def broken(grid: Any, reading: Any) -> tb.Contributions:
        if (grid.rating == 1234).any() and reading.word(clause) == word:
            raise ZeroDivisionError("rated 1234")
        return tb.Contributions(grid.played, scale=1)

    line = '\nBROKEN = { article = "Club, 1" }'
    club = tb.RuleVersion.from_page(tb.rule_page("fide-2009") + line, name="club")
    other = tb.RuleVersion.from_page(tb.rule_page("fide-2026") + line, name="other")
    rows = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]}
    listed = {"player": [1, 2], "rating": [1234, 2000]}
    bad = tb.History.from_tables(rows, listed, {"tournament": ["bad"]})
    history = tb.History.concat([games("a"), games("b"), bad, games("c")])
    done = run(history, tmp_path, "PTS BROKEN", [club, other])
    found = done.failures.to_dict("records")
    assert [(row["tournament"], row["error"]) for row in found] == [("bad", "ZeroDivisionError")]
    assert found[0]["rules"] == "other"
    keys = done.standings.drop_duplicates(["rules", "tournament"])
    assert keys["tournament"].tolist() == ["a", "b", "bad", "c", "a", "b", "c"]


def test_a_part_that_cannot_be_read_stops_no_other(tmp_path: Path) -> None:
    archive = archive_of([games(key) for key in "abc"], tmp_path / "archive")
    (archive.folder / "results" / "part-00000001.parquet").write_bytes(b"none")
    done = run(archive, tmp_path / "out", "PTS", "fide-2026")
    assert done.failures[["tournament", "error"]].to_numpy().tolist() == [["b", "FormatError"]]
    assert done.standings["tournament"].tolist() == ["a", "a", "c", "c"]


# ---------------------------------------------------------------- stopping and going on


def test_workers_and_resuming_change_no_byte(tmp_path: Path) -> None:
    archive = archive_of([tb.read(path) for path in SMALL], tmp_path / "archive")
    run(archive, tmp_path / "one", LIST, VERSIONS)
    run(archive, tmp_path / "two", LIST, VERSIONS, workers=2)
    whole = contents_of(tmp_path / "one")
    assert contents_of(tmp_path / "two") == whole
    (tmp_path / "two" / "failures" / "part-00000003.parquet").unlink()
    (tmp_path / "two" / "standings" / "part-00000004.parquet").write_bytes(b"half")
    (tmp_path / "two" / "failures" / "part-00000004.parquet").unlink()
    (tmp_path / "two" / "summary" / ".part-00000004.parquet.9").write_bytes(b"half")
    again = run(archive, tmp_path / "two", LIST, VERSIONS)
    assert (again.parts, again.before) == (len(SMALL), len(SMALL) - 2)
    assert contents_of(tmp_path / "two") == whole


def test_an_archive_that_has_grown(tmp_path: Path) -> None:
    archive = archive_of([games("a")], tmp_path / "archive")
    run(archive, tmp_path / "out", "PTS", "fide-2026")
    archive.append(games("b"))
    done = run(archive, tmp_path / "out", "PTS", "fide-2026")
    assert (done.parts, done.before) == (2, 1)
    assert done.standings["tournament"].tolist() == ["a", "a", "b", "b"]


REPROCESSING = """
import sys, chesstb as tb
tb.reprocess(sys.argv[1], sys.argv[2], "PTS BH SB", ["fide-2009", "fide-2026"], workers=int(sys.argv[3]))
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_that_is_killed_ends_with_the_same_bytes(tmp_path: Path, workers: int) -> None:
    archive = archive_of([tb.read(path) for path in SMALL] * 4, tmp_path / "archive")
    run(archive, tmp_path / "whole", "PTS BH SB", ["fide-2009", "fide-2026"])
    out = tmp_path / "killed"
    command = [sys.executable, "-c", REPROCESSING, str(archive.folder), str(out), str(workers)]
    running = subprocess.Popen(command, start_new_session=True, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 200
    while len(parts.numbers_in(out, ranked.FAILURES)) < 3 and time.monotonic() < until:
        time.sleep(0.002)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    done = run(archive, out, "PTS BH SB", ["fide-2009", "fide-2026"])
    assert done.before >= 3
    assert contents_of(out) == contents_of(tmp_path / "whole")


def test_a_worker_that_dies_is_survived(tmp_path: Path) -> None:
    mark = tmp_path / "died"

    @tb.declare_tiebreak("DEADLY", title="Deadly", says="kills its process, once")
    def deadly(grid: Any, _: Any) -> tb.Contributions:
        if (grid.rating == 1234).any() and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return tb.Contributions(grid.played, scale=1)

    page = tb.rule_page("fide-2026") + '\nDEADLY = { article = "Club, 1" }'
    club = tb.RuleVersion.from_page(page, name="club")
    archive = archive_of(with_a_deadly_event(), tmp_path / "archive")
    run(archive, tmp_path / "out", "PTS DEADLY", club, workers=2)
    assert mark.exists()
    run(archive, tmp_path / "calm", "PTS DEADLY", club)
    assert contents_of(tmp_path / "out") == contents_of(tmp_path / "calm")


def with_a_deadly_event() -> list[tb.History]:
    rows = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]}
    listed = {"player": [1, 2], "rating": [1234, 2000]}
    deadly = tb.History.from_tables(rows, listed, {"tournament": ["deadly"]})
    return [games("a"), games("b"), games("c"), deadly, games("d"), games("e"), games("f")]


def test_a_part_that_kills_every_process_is_a_failure(tmp_path: Path) -> None:
    here = os.getpid()

    @tb.declare_tiebreak("DEADLY", title="Deadly", says="kills its process")
    def deadly(grid: Any, _: Any) -> tb.Contributions:
        if (grid.rating == 1234).any() and os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return tb.Contributions(grid.played, scale=1)

    page = tb.rule_page("fide-2026") + '\nDEADLY = { article = "Club, 1" }'
    club = tb.RuleVersion.from_page(page, name="club")
    archive = archive_of(with_a_deadly_event(), tmp_path / "archive")
    done = run(archive, tmp_path / "out", "PTS DEADLY", club, workers=2)
    assert done.failures[["tournament", "error"]].to_numpy().tolist() == [["deadly", "Lost"]]
    assert len(done.standings) == 12
    again = run(archive, tmp_path / "out", "PTS DEADLY", club)
    assert again.before == 6
    assert len(again.failures) == 0
    run(archive, tmp_path / "calm", "PTS DEADLY", club)
    assert contents_of(tmp_path / "out") == contents_of(tmp_path / "calm")


# ---------------------------------------------------------------- mistakes


def test_what_cannot_begin(tmp_path: Path) -> None:
    history = games()
    with pytest.raises(tb.CriterionError, match="no tie-break 'NONE'"):
        run(history, tmp_path / "out", "PTS NONE")
    with pytest.raises(tb.RuleError, match="fide-2062"):
        run(history, tmp_path / "out", "PTS", "fide-2062")
    with pytest.raises(tb.RuleError, match="'fide-2026' twice"):
        run(history, tmp_path / "out", "PTS", ["fide-2026", "fide-2026"])
    with pytest.raises(tb.RuleError, match="no rule version"):
        run(history, tmp_path / "out", "PTS", [])
    with pytest.raises(tb.RuleError, match="at least two"):
        run(history, tmp_path / "out", "PTS", "fide-2026", compare=True)
    with pytest.raises(tb.DataError, match="engine: 'process'. Did you mean 'processes'"):
        run(history, tmp_path / "out", "PTS", "fide-2026", engine="process")
    assert not (tmp_path / "out").exists()


def test_a_folder_that_holds_something_else(tmp_path: Path) -> None:
    run(games(), tmp_path / "out", "PTS", "fide-2026")
    with pytest.raises(tb.DataError, match="another run"):
        run(games(), tmp_path / "out", "PTS WIN", "fide-2026")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.txt").write_text("precious")
    with pytest.raises(tb.DataError, match="something else is here"):
        run(games(), tmp_path / "other", "PTS", "fide-2026")


# ---------------------------------------------------------------- saying how far it has come


def test_two_runs_at_once_do_not_mix(tmp_path: Path) -> None:
    fcntl = pytest.importorskip("fcntl")
    archive = archive_of([games("a")], tmp_path / "archive")
    first = run(archive, tmp_path / "out", "PTS", ["fide-2026"])
    with (tmp_path / "out" / "reprocess.json").open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(tb.DataError, match="another run is writing to this folder"):
            run(archive, tmp_path / "out", "PTS", ["fide-2026"])
    again = run(archive, tmp_path / "out", "PTS", ["fide-2026"])
    assert (first.before, again.before) == (0, 1)


def test_without_a_terminal_a_line_says_what_was_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chesstb.bulk.progress.EVERY", 0.0)
    archive = archive_of([games(key) for key in "abc"], tmp_path / "archive")
    tb.reprocess(archive, tmp_path / "out", "PTS", "fide-2026", workers=1)
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith("reprocess: 2 of 6 player-rounds, ")
    assert said[0].endswith(" left")
    assert said[-1].startswith("reprocess: 6 player-rounds in 0:00:0")


def test_only_tiebreaks_that_say_so_look_at_colours(tmp_path: Path) -> None:
    """All others have the same values where no colour is on record: they may be left unread."""
    looking = set()
    for system in ("swiss", "round-robin"):
        history = history_of([random_event(system, 9, 7, k) for k in range(8)])
        nothing = pd.array([None] * len(history.results), dtype=history.results["colour"].dtype)
        colourless = replace(history, results=history.results.assign(colour=nothing))
        for rules in reference.VERSIONS:
            by = " ".join(codes_of(rules, system))
            one, two = (
                run(some, tmp_path / f"{system}-{rules}-{k}", by, rules).standings
                for k, some in enumerate((history, colourless))
            )
            assert len(one) == len(history.players)
            one, two = (table.sort_values(["tournament", "player"]).reset_index() for table in (one, two))
            looking |= {name.partition("/")[0] for name in by.split() if not one[name].equals(two[name])}
    assert looking == {code for code, tiebreak in REGISTRY.items() if tiebreak.colours}


@pytest.mark.parametrize("by", ["PTS BPG BWG", "PTS BH (2) BWG", "WIN WIN BPG"])
def test_colours_are_read_where_they_are_asked_for(by: str, tmp_path: Path) -> None:
    history = history_of([random_event("swiss", 9, 7, k) for k in range(6)])
    by = by.replace(" (2)", " BH")
    done = run(archive_of([history], tmp_path / "archive"), tmp_path / "out", by, "fide-2026")
    agrees(done, history, by, "fide-2026")
