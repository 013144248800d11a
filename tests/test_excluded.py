"""Players who are excluded by hand: how that is said, and how files hold it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import chesstb as tb
from chesstb.roundrobin import withdraw
from tests.test_withdrawal import round_robin, without_results

if TYPE_CHECKING:
    from pathlib import Path


def excluded_by_hand(event: tb.History, player: int, system: str) -> tb.History:
    players = event.players.assign(excluded=event.players["player"] == player)
    return tb.History.from_tables(event.results, players, event.tournaments.assign(system=system))


@pytest.mark.parametrize("system", ["swiss", "round-robin"])
def test_no_rule_excludes_from_a_swiss_or_after_half_of_a_round_robin(system: str) -> None:
    event = excluded_by_hand(round_robin(6), 2, system)
    (note,) = tb.standings(event, by="PTS SB", rules="fide-2026").attrs["notes"]
    assert note == "open: player 2 is excluded by decision; the games count for nobody."
    rows = tb.contributions(event, "SB", rules="fide-2026")
    struck = rows[rows["reason"].str.startswith("excluded")]
    assert len(struck) == 2 * 5
    assert set(struck["reason"]) == {"excluded by decision: the games count for nobody"}
    assert set(struck["article"]) == {"-"}
    shown = str(tb.explain(event, 1, "SB", rules="fide-2026"))
    assert "excluded by decision" in shown
    assert "withdrawn" not in shown
    assert "C.05" not in shown


def test_a_round_robin_with_both_kinds_of_excluded_players() -> None:
    left = withdraw(without_results(round_robin(6), 2, 1), 2, 1)
    both = left.players["player"].isin([2, 5])
    event = tb.History.from_tables(left.results, left.players.assign(excluded=both), left.tournaments)
    by_rule, by_decision = tb.standings(event, by="PTS", rules="fide-2026").attrs["notes"]
    assert by_rule.startswith("open: player 2 is excluded (C.05), withdrawn before half")
    assert by_decision.startswith("open: player 5 is excluded by decision")
    rows = tb.contributions(event, "SB", rules="fide-2026").query("player == 1")
    said = rows.set_index("opponent")["reason"]
    assert said[2].startswith("excluded: withdrawn before half")
    assert said[5].startswith("excluded by decision")


# ---------------------------------------------------------------- excluded players in files


@pytest.mark.parametrize("version", ["trf26", "trf16"])
@pytest.mark.parametrize("system", ["round-robin", "swiss"])
def test_trf_holds_who_is_excluded_in_a_comment(version: str, system: str, tmp_path: Path) -> None:
    under_way = excluded_by_hand(round_robin(6, results="=" * 6 + "X" * 9), 2, system)
    tb.write_trf(under_way, tmp_path / "open.trf", version)  # type: ignore[arg-type]
    lines = (tmp_path / "open.trf").read_text(encoding="utf-8").split("\n")
    assert lines.count("### chesstb: excluded 2") == 1
    again = tb.read(tmp_path / "open.trf")
    assert again.players.query("excluded")["player"].tolist() == [2]
    assert not len(again.records)
    tb.write_trf(again, tmp_path / "twice.trf", version)  # type: ignore[arg-type]
    assert (tmp_path / "twice.trf").read_bytes() == (tmp_path / "open.trf").read_bytes()


def test_excluded_players_of_several_events_in_one_file(tmp_path: Path) -> None:
    parts = [excluded_by_hand(round_robin(6), player, "swiss") for player in (2, 5)]
    parts.insert(1, round_robin(4))
    tb.write_trf(tb.History.concat(parts), tmp_path / "all.trf")
    again = tb.read(tmp_path / "all.trf")
    assert [part.players.query("excluded")["player"].tolist() for part in again] == [[2], [], [5]]


def test_a_comment_that_excludes_nobody_we_know(tmp_path: Path) -> None:
    path = tmp_path / "open.trf"
    tb.write_trf(round_robin(4), path)
    text = path.read_text(encoding="utf-8")
    path.write_text("### chesstb: excluded 3 9\n### excluded was nobody\n" + text, encoding="utf-8")
    event = tb.read(path)
    assert event.players.query("excluded")["player"].tolist() == [3]
    assert event.records["text"].tolist() == ["### excluded was nobody"]
    assert event.repairs["why"].tolist() == ["no such player"]
    with pytest.raises(tb.FormatError, match="no such player"):
        tb.read(path, errors="strict")
