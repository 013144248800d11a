"""The command line: compare, explain, verify, identify, report, and the arbiter's book."""

from __future__ import annotations

import io
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner, Result

import chesstb as tb
from chesstb.cli import main

DATA = Path(__file__).parent.parent / "data"
SMALL = DATA / "small" / "half-point-bye-and-withdrawal.trf"
FIVE = DATA / "small" / "round-robin-of-five.trf"
BLITZ = DATA / "world-blitz-2021"
BY = ["--by", "PTS BH/C1 BH"]
TWO = ["--rules", "fide-2009", "--rules", "fide-2026"]


def run(*arguments: str | Path, status: int = 0) -> Result:
    done = CliRunner().invoke(main, [str(a) for a in arguments])
    assert done.exit_code == status, done.output
    return done


def widest(text: str) -> int:
    return max(len(line) for line in text.splitlines())


def table_of(done: Result) -> pd.DataFrame:
    return pd.read_csv(io.StringIO(done.stdout), keep_default_na=False)


# ---------------------------------------------------------------- compare


def test_compare_shows_what_each_version_makes_of_it_and_who_moves() -> None:
    shown = run("compare", SMALL, *BY, *TWO).stdout
    _head, _rule, columns, first, second, _blank, movers, *rows = shown.splitlines()
    assert columns.split() == ["variant", "winners", "ties", "tied", "places_changed", "largest_move", "tau"]
    assert first.split()[0] == "fide-2009"
    assert second.split()[0] == "fide-2026"
    assert movers.split() == ["no", "name", "fide-2009", "fide-2026", "because"]
    expected = tb.compare(tb.read(SMALL), BY[1], ["fide-2009", "fide-2026"]).query("moved != 0")
    assert {int(row.split()[0]) for row in rows} == set(expected["player"])
    assert "(16.3)" in shown
    assert widest(shown) <= 100


def test_compare_writes_the_tidy_table_and_its_summary() -> None:
    expected = tb.compare(tb.read(SMALL), BY[1], ["fide-2009", "fide-2026"])
    found = table_of(run("compare", SMALL, *BY, *TWO, "--format", "csv"))
    assert list(found.columns) == list(expected.columns)
    assert found["place"].tolist() == expected["place"].tolist()
    assert found["because"].tolist() == expected["because"].tolist()
    summary = table_of(run("compare", SMALL, *BY, *TWO, "--summary", "--format", "csv"))
    assert summary["places_changed"].tolist() == expected.summary()["places_changed"].tolist()


def test_lists_are_compared_under_one_version() -> None:
    lists = ["--by", "PTS BH SB", "--by", "PTS SB BH", "--rules", "fide-2026"]
    found = table_of(run("compare", SMALL, *lists, "--format", "csv"))
    assert found["variant"].unique().tolist() == ["PTS BH SB", "PTS SB BH"]


def test_any_number_of_versions_fits_100_columns() -> None:
    names = [name for name in tb.rule_versions()["name"] if name != "lichess-swiss"]
    versions = [word for name in names for word in ("--rules", name)]
    shown = run("compare", SMALL, "--by", "PTS BH", *versions).stdout
    assert len(names) > 10
    assert widest(shown) <= 100


def test_one_variant_is_bad_usage() -> None:
    done = run("compare", SMALL, "--rules", "fide-2026", status=2)
    assert "--rules A --rules B" in done.output


def test_nobody_moves_in_a_round_robin() -> None:
    shown = run("compare", FIVE, "--by", "PTS SB", "--rules", "fide-2009", "--rules", "fide-2026").stdout
    assert "Nobody has another place." in shown


# ---------------------------------------------------------------- explain


def test_explain_is_the_explanation() -> None:
    event = tb.read(SMALL)
    shown = run("explain", SMALL, "9", "BH/C1", "--rules", "fide-2026").stdout
    assert shown.rstrip("\n") == str(tb.explain(event, 9, "BH/C1", "fide-2026"))
    named = run("explain", SMALL, "Player I", "BH/C1", "--rules", "fide-2026").stdout
    assert named == shown
    both = run("explain", SMALL, "9", "BH", *TWO).stdout
    assert both.rstrip("\n") == str(tb.explain(event, 9, "BH", ["fide-2009", "fide-2026"]))
    against = run("explain", SMALL, "8", "--against", "11", *BY, "--rules", "fide-2009").stdout
    assert against.rstrip("\n") == str(tb.explain(event, players=[8, 11], by=BY[1], rules="fide-2009"))
    assert widest(shown + both + against) <= 100


def test_explain_writes_a_page_and_tables(tmp_path: Path) -> None:
    run("explain", SMALL, "9", "BH/C1", "--rules", "fide-2026", "-o", tmp_path / "why.html")
    page = (tmp_path / "why.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "7½" in page
    found = table_of(run("explain", SMALL, "9", "BH/C1", "--rules", "fide-2026", "--format", "csv"))
    kept = found[found["kept"].astype(str) == "True"]
    assert kept["value"].astype(float).sum() == 7.5


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["9"], "expected chesstb explain FILE PLAYER BH/C1, or --against PLAYER"),
        (["9", "BH", "--against", "8"], "both a tie-break and --against"),
        (["99", "BH"], "no player has the number 99"),
        (["nobody", "BH"], "no player is called 'nobody'"),
        (["9", "BH", "--event", "other"], "no event 'other'"),
    ],
)
def test_explain_says_what_is_missing(arguments: list[str], says: str) -> None:
    done = run("explain", SMALL, *arguments, status=2)
    assert says in done.output
    assert "Traceback" not in done.output


# ---------------------------------------------------------------- verify and identify


def test_verify_exits_with_1_and_explains_each_difference() -> None:
    done = run("verify", BLITZ, "--rules", "fide-2009", "--first", 2, status=1)
    assert "895 cells checked, 17 differ." in done.stderr
    assert "TB4, 179 cells not checked" in done.stderr
    assert done.stdout.count("Average rating of opponents Cut-1 (ARO/C1) of ") == 2
    run("verify", BLITZ, "--rules", "world-rapid-blitz", status=0)
    found = table_of(run("verify", BLITZ, "--rules", "fide-2009", "--format", "csv", status=1))
    assert len(found) == 17
    assert found["column"].unique().tolist() == ["TB3"]


def test_verify_explains_a_rank_against_the_player_who_is_printed_there(tmp_path: Path) -> None:
    event = tb.read(SMALL)
    ranks = tb.standings(event, by="PTS BH/C1 BH", rules="fide-2026").set_index("player")["place"]
    ranks[2], ranks[16] = ranks[16], ranks[2]
    path = tmp_path / "published.csv"
    key = event.events[0]
    rows = "".join(f"{key},{player},rank,,{place}\n" for player, place in ranks.items())
    path.write_text("tournament,player,column,criterion,value\n" + rows, encoding="utf-8")
    done = run("verify", SMALL, path, "--by", "PTS BH/C1 BH", "--rules", "fide-2026", status=1)
    assert "cells checked, 2 differ." in done.stderr
    assert done.stdout.count("What separates ") == 2


@pytest.mark.parametrize("by", ["PTS", "PTS BH"])
def test_verify_explains_a_rank_that_nobody_else_is_printed_with(by: str, tmp_path: Path) -> None:
    path = tmp_path / "published.csv"
    key = tb.read(SMALL).events[0]
    path.write_text(f"tournament,player,column,criterion,value\n{key},2,rank,,9\n", encoding="utf-8")
    shown = run("verify", SMALL, path, "--by", by, "--rules", "fide-2026", status=1).stdout
    assert "What separates 2 Player B and " in shown


def test_identify_finds_what_made_the_columns() -> None:
    shown = run("identify", BLITZ, "--top", 1).stdout
    lines = {line.split()[0]: line for line in shown.splitlines() if line}
    assert "PTS BH/C1 BH ARO/C1" in lines["rank"]
    assert lines["TB1"].split()[1:5] == ["BH/C1", "fide-2009", "179", "179"]
    found = table_of(run("identify", BLITZ, "--top", 1, "--format", "csv"))
    assert found.set_index("column").loc["TB3", "rules"] == "world-rapid-blitz"


def test_what_identify_finds_fits_100_columns() -> None:
    shown = run("identify", DATA / "real", "--top", 1).stdout
    assert widest(shown) <= 100
    assert "PTS APRO DE ARO/C1" in shown


def test_a_tie_break_that_nobody_knows_is_an_error() -> None:
    done = run("verify", SMALL, "--by", "PTS NOSUCH", "--rules", "fide-2026", status=2)
    assert "no tie-break 'NOSUCH'" in done.output


def test_notes_and_errors_name_options() -> None:
    assert "Choose with --rules." in run("explain", SMALL, "9", "BH").stderr
    assert "--event KEY" in run("explain", DATA / "real", "9", "BH", status=2).output


# ---------------------------------------------------------------- report


def test_report_writes_a_page(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    done = run("report", SMALL, *BY, "--rules", "fide-2026", "-o", path)
    assert "1 event, 16 players" in done.stderr
    assert "Player P" in path.read_text(encoding="utf-8")


# ---------------------------------------------------------------- the arbiter's book


def test_berger_prints_pairs_and_who_is_free() -> None:
    shown = run("berger", 5).stdout.splitlines()
    assert shown[0].split() == ["round", "1", "2-5", "3-4", "free", "1"]
    assert len(run("berger", 6, "--cycles", 2).stdout.splitlines()) == 10
    found = table_of(run("berger", 6, "--format", "csv"))
    assert found.to_numpy().tolist() == tb.roundrobin.berger(6).to_numpy().tolist()
    assert "n=2" in run("berger", 2, status=2).output


def test_varma_prints_the_letters_and_the_exception() -> None:
    assert run("varma", 9).stdout.splitlines() == ["A  3 4 8", "B  5 7 9", "C  1 6", "D  2"]
    assert "6 and 12 meet in round 11" in run("varma", 12).stdout
    assert "no Varma table" in run("varma", 30, status=2).output


def test_schedule_compares_with_the_berger_table() -> None:
    shown = run("schedule", FIVE).stdout
    assert "10 of 10 games stand in their round of the Berger table." in shown
    assert "no event is a round robin" in run("schedule", SMALL, status=2).output


def test_rated_names_the_games_that_do_not_count() -> None:
    done = run("rated", SMALL, "--rules", "b02-2024")
    assert "not played: a forfeit" in done.stdout
    found = table_of(run("rated", SMALL, "--rules", "b02-2024", "--format", "csv"))
    assert list(found.columns[:5]) == ["tournament", "player", "round", "opponent", "outcome"]
    assert "no edition" in run("rated", SMALL, "--rules", "b99", status=2).output
