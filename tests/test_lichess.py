"""Lichess: results and games as ndjson."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from chesstb.errors import FormatError
from chesstb.formats import lichess
from tests.accidents import try_damaged
from tests.makers.lichess import RESULTS, game

if TYPE_CHECKING:
    from pathlib import Path

    import chesstb as tb


GAMES = (
    game("Cy", "Di", 100, 900, winner="black", status="noStart")
    + game("Ann", "Bob", 100, 500, winner="white")
    + game("Bob", "Di", 1000, 1500, status="draw")
    + game("Ann", "Cy", 1000, 1400, status="started")
    + game("Di", "Ann", 2000, 2100, winner="black", status="resign")
)


def read_text(text: str, tmp_path: Path, errors: Any = "repair") -> tb.History:
    path = tmp_path / "weekly.ndjson"
    path.write_text(text, encoding="utf-8")
    assert lichess.recognises(path.read_bytes()[:65536], path)
    return lichess.read(path, errors=errors)


def rows_of(history: tb.History) -> dict[tuple[str, int], tuple[Any, ...]]:
    name = history.players.set_index("player")["name"].to_dict()
    table = history.results.astype({"opponent": object, "colour": object, "outcome": object})
    table = table.where(table.notna(), None)
    return {
        (name[r["player"]], r["round"]): (name.get(r["opponent"]), r["colour"], r["outcome"])
        for r in table.to_dict("records")
    }


def test_results_are_published_values(tmp_path: Path) -> None:
    history = read_text(RESULTS, tmp_path)
    assert len(history.results) == 0
    assert history.players["rating"].tolist() == [1901, 1902, 1903]
    points = history.published[history.published["column"] == "points"]
    assert points["value"].tolist() == [1.5, 0.5, -0.5]
    assert set(points["criterion"]) == {"PTS"}


def test_games_in_rounds_by_their_times(tmp_path: Path) -> None:
    lines = GAMES.splitlines(keepends=True)
    history = read_text("".join(reversed(lines)), tmp_path)
    rows = rows_of(history)
    assert rows["Ann", 1] == ("Bob", "w", "1")
    assert rows["Di", 1] == ("Cy", "b", "+")
    assert rows["Cy", 1] == ("Di", "w", "-")
    assert rows["Bob", 2] == ("Di", "w", "=")
    assert rows["Cy", 2] == ("Ann", "b", "X")
    assert rows["Ann", 3] == ("Di", "b", "1")
    filled = history.repairs[history.repairs["why"].str.startswith("no row for this round")]
    assert sorted(filled["round"]) == [3, 3]
    assert history.players.set_index("name")["title"].to_dict()["Ann"] == "IM"


def test_a_free_pair_opens_the_next_round(tmp_path: Path) -> None:
    text = game("Ann", "Bob", 100, 500, winner="white") + game("Cy", "Di", 600, 700, winner="white")
    assert rows_of(read_text(text, tmp_path))["Cy", 2][2] == "1"


def test_results_and_games_together(tmp_path: Path) -> None:
    history = read_text(RESULTS + game("ann", "BOB", 1, 2, winner="white"), tmp_path)
    assert history.players["name"].tolist() == ["Ann", "Bob", "Cy"]
    assert rows_of(history)["Ann", 1] == ("Bob", "w", "1")
    assert "the points in the file are not those of the results" in history.repairs["why"].tolist()


def test_several_tournaments(tmp_path: Path) -> None:
    history = read_text(GAMES + game("Ann", "Bob", 1, 2, winner="white", swiss="SWISS2"), tmp_path)
    assert history.events == ["weekly", "weekly (2)"]
    assert history.tournaments["name"].tolist() == ["SWISS1", "SWISS2"]


def test_what_is_no_game_of_a_swiss_is_left_aside(tmp_path: Path) -> None:
    bare = json.loads(game("Ann", "Bob", 1, 2))
    bare["players"]["black"] = {"aiLevel": 3}
    arena = game("Ann", "Bob", 1, 2, tournament="ARENA")
    text = GAMES + json.dumps(bare) + "\n" + arena + game("Ann", "Bob", 1, 2, "aborted") + "no json\n"
    history = read_text(text, tmp_path)
    aside = history.repairs[history.repairs["taken"] == "left aside"]
    assert aside["line"].tolist() == [6, 7, 8, 9]
    with pytest.raises(FormatError, match="no result and no game"):
        read_text(arena, tmp_path)
    with pytest.raises(FormatError, match=r"weekly.ndjson, line 6, column 1: 'no json'"):
        read_text(GAMES + "no json", tmp_path, errors="strict")


def test_damage_gives_a_repair_or_an_error(tmp_path: Path) -> None:
    text = (RESULTS + GAMES).encode()
    seen = {try_damaged(text, seed, tmp_path, "damaged", lichess) for seed in range(150)}
    assert seen >= {"read"}
    deep = b'{"rank":1,"points":1,"username":"a"}\n' + b"[" * 100_000
    (tmp_path / "deep").write_bytes(deep)
    assert len(lichess.read(tmp_path / "deep").players) == 1
