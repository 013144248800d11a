"""Crosstables in the form of chess-results.com: written, read back, and refused where they cannot hold it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import chesstb as tb
from chesstb.errors import FormatError
from chesstb.formats import chess_results, read
from tests import chess_results_pages as made
from tests.strategies import events, to_tables
from tests.test_against_reference import many

if TYPE_CHECKING:
    from pathlib import Path

PLAIN = {"W": "1", "D": "=", "L": "0", "F": "U"}
LETTERS = st.text("abcdefXYZ äöő½', -.&<>\"=+@", min_size=1, max_size=20)


def holdable(event: Any, names: list[str]) -> tb.History:
    """Return a random tournament without what a crosstable cannot hold."""
    tables = to_tables(event)
    results = tables["results"].drop(columns=["points", "decision"], errors="ignore")
    results["outcome"] = results["outcome"].astype("object").replace(PLAIN)
    alone = results["opponent"].isna()
    results = results[~(alone & results["outcome"].isin(["+", "-"]))]
    players = tables["players"].drop(columns=["adjustment", "excluded", "birth"], errors="ignore")
    clean = [" ".join(name.split()).rstrip(", ") or "A" for name in names]
    players["name"] = [f"{clean[i % len(clean)]} {i}" for i in range(len(players))]
    tournaments = tables["tournaments"][["tournament", "system", "rounds"]].assign(
        name="Open: the 2nd", place="Café <1>", federation="NOR", start="2024-02-03", end="2024-02-05",
        by="PTS BH/C1", rules="fide-2023",
    )  # fmt: skip
    return tb.History.from_tables(results, players, tournaments, errors="repair")


@given(
    event=events(),
    names=st.lists(LETTERS, min_size=1, max_size=5),
    ending=st.sampled_from(["csv", "html", "xlsx"]),
)
@many
def test_what_is_written_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, event: Any, names: list[str], ending: str
) -> None:
    history = holdable(event, names)
    path = chess_results.write(history, tmp_path_factory.mktemp("written") / f"event.{ending}")
    again = chess_results.read(path)
    for table in ("players", "results"):
        mine, theirs = (getattr(h, table).drop(columns="tournament") for h in (history, again))
        pd.testing.assert_frame_equal(mine, theirs)
    for column in ("name", "place", "federation", "start", "end", "rounds", "by", "rules"):
        pd.testing.assert_series_equal(history.tournaments[column], again.tournaments[column])
    twice = chess_results.write(again, path.with_name(f"twice.{ending}"))
    assert ending == "xlsx" or twice.read_bytes() == path.read_bytes()


def test_published_values_are_written_and_read_back(tmp_path: Path) -> None:
    history = read(made.page(tmp_path, "open.html", made.crosstable_page()))
    for ending in ("csv", "xlsx", "html"):
        again = read(chess_results.write(history, tmp_path / f"again.{ending}"))
        columns = ["player", "column", "criterion", "value"]
        order = ["column", "player"]
        mine, theirs = (h.published[columns].sort_values(order, ignore_index=True) for h in (history, again))
        pd.testing.assert_frame_equal(mine, theirs)
        assert again.tournaments["by"].tolist() == ["PTS BH/C1 DE"]


GAME = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "colour": ["w", "b"], "outcome": ["1", "0"]}
TWO = {"player": [1, 2], "name": ["Ann", "Bob"]}


@pytest.mark.parametrize(
    ("tables", "named"),
    [
        ({"results": GAME | {"outcome": ["W", "L"]}}, "outcome W of player 1 in round 1"),
        (
            {"results": GAME, "tournaments": {"tournament": ["event"], "win": [3.0], "draw": [1.0]}},
            "win pays 3",
        ),
        ({"results": GAME, "players": TWO | {"adjustment": [1.0, 0.0]}}, "adjustment"),
        ({"results": GAME, "players": TWO | {"federation": ["Norway", ""]}}, "federation Norway of player 1"),
        ({"results": GAME, "players": TWO | {"title": ["Dr.", ""]}}, "title Dr. of player 1"),
        (
            {"results": GAME | {"opponent": [None, None], "colour": ["", ""], "outcome": ["F", "Z"]}},
            "outcome F",
        ),
        ({"results": GAME | {"points": [0.5, 0.5], "decision": [True, True]}}, "0.5 points of player 1"),
    ],
)
def test_what_a_crosstable_cannot_hold_is_named(tmp_path: Path, tables: dict[str, Any], named: str) -> None:
    history = tb.History.from_tables(**({"players": TWO} | tables), errors="repair")
    with pytest.raises(FormatError, match=named):
        chess_results.write(history, tmp_path / "x.csv")
    assert not list(tmp_path.iterdir())


def test_what_is_asked_for_is_left_out(tmp_path: Path) -> None:
    history = tb.History.from_tables(GAME | {"outcome": ["W", "L"]}, TWO)
    path = chess_results.write(history, tmp_path / "x.html", leave_out=True)
    assert made.rows_of(read(path)) == [(1, 1, 2, "w", "1"), (2, 1, 1, "b", "0")]


def test_one_event_and_a_known_ending(tmp_path: Path) -> None:
    one = tb.History.from_tables(GAME, TWO)
    two = tb.History.concat([one, one])
    with pytest.raises(FormatError, match="2 events"):
        chess_results.write(two, tmp_path / "x.csv")
    assert chess_results.write(two, tmp_path / "x.csv", tournament="event (2)").exists()
    with pytest.raises(FormatError, match=r"\.pdf"):
        chess_results.write(one, tmp_path / "x.pdf")
