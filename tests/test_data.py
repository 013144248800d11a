"""The example events in data/: named, sized, and what is said of them holds."""

from __future__ import annotations

import csv
from pathlib import Path

import pandas as pd
import pytest

import chesstb as tb

DATA = Path(__file__).parent.parent / "data"


def rows(path):
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


INDEX = rows(DATA / "index.csv")
PATHS = [row["path"] for row in INDEX]
EVENTS = [path for path in PATHS if path.endswith(".trf")]


def test_the_index_names_every_file_once():
    there = {path.relative_to(DATA).as_posix() for path in DATA.rglob("*") if path.is_file()}
    assert sorted(PATHS) == sorted(there - {"index.csv"})


@pytest.mark.parametrize("row", INDEX, ids=PATHS)
def test_the_index_is_complete(row):
    assert row["kind"] in {"real", "made-up"}
    assert all(row[column] for column in ("title", "players", "source", "oddity"))


@pytest.mark.parametrize("row", INDEX, ids=PATHS)
def test_sizes_are_as_stated(row):
    path = DATA / row["path"]
    if path.suffix == ".trf":
        history = tb.read(path)
        found = (len(history.players), str(history.tournaments["rounds"].item()))
    else:
        table = pd.read_csv(path)
        found = (table["player"].nunique(), str(table["round"].max()) if "round" in table else "")
    assert found == (int(row["players"]), row["rounds"])


@pytest.mark.parametrize("path", EVENTS)
def test_events_are_clean(path):
    history = tb.read(DATA / path)
    assert history.repairs.empty
    own = history.tournaments["by"].item().replace(" ARO/C1", "")
    ranked = tb.standings(history, by=own, rules="fide-2009" if "2021" in path else "fide-2026")
    assert len(ranked) == len(history.players)


@pytest.mark.parametrize("path", [path for path in EVENTS if path.startswith("small/")])
def test_small_events_carry_the_places_of_their_own_list(path):
    history = tb.read(DATA / path)
    ranked = tb.standings(history, by=history.tournaments["by"].item(), rules="fide-2026")
    claimed = history.published[history.published["column"] == "rank"].set_index("player")["value"]
    assert list(ranked["place"]) == list(claimed[ranked["player"]])


@pytest.mark.parametrize("path", EVENTS)
def test_events_are_written_back_byte_by_byte(path, tmp_path):
    tb.write_trf(tb.read(DATA / path), tmp_path / "again.trf", version="trf26")
    assert (tmp_path / "again.trf").read_bytes() == (DATA / path).read_bytes()


def test_world_blitz_2021_is_ranked_as_published():
    event = tb.read(DATA / "world-blitz-2021")
    table = tb.standings(event, by="PTS BH/C1 BH", rules="fide-2009").set_index("player").sort_index()
    for criterion in ("PTS", "BH/C1", "BH"):
        claimed = event.published[event.published["criterion"] == criterion].set_index("player")["value"]
        assert list(table[criterion]) == list(claimed.sort_index())


class TestWorldRapid2021:
    """Games of the four players tied on 9.5; of their opponents only scores or ranges of scores."""

    folder = DATA / "world-rapid-2021"
    games = pd.read_csv(folder / "results.csv")
    scores = pd.read_csv(folder / "scores.csv").set_index("player")
    published = pd.read_csv(folder / "published.csv")

    def test_every_game_has_two_sides(self):
        sides = {(g.player, g.round): g for g in self.games.itertuples()}
        for game in self.games.itertuples():
            other = sides[game.opponent, game.round]
            assert other.opponent == game.player
            assert {game.colour, other.colour} == {"w", "b"}
            assert {game.outcome, other.outcome} in ({"1", "0"}, {"="})

    def test_only_observed_and_derived_players_have_a_score(self):
        known = self.scores["basis"].isin(["observed", "derived"])
        assert set(self.scores["basis"]) == {"observed", "derived", "unknown"}
        assert (self.scores["score"].notna() == known).all()
        assert (self.scores["argument"].notna() == (self.scores["basis"] != "observed")).all()
        assert (
            self.scores.loc[known, "score"]
            .between(self.scores["low"][known], self.scores["high"][known])
            .all()
        )

    def test_the_published_values_lie_within_what_is_known(self):
        claimed = self.published[self.published["criterion"] == "BH/C1"].set_index("player")["value"]
        assert list(claimed.sort_values(ascending=False).index) == [59, 4, 1, 6]
        for player, value in claimed.items():
            met = self.scores.loc[self.games.loc[self.games["player"] == player, "opponent"]]
            assert len(met) == 13
            low, high = met["score"].fillna(met["low"]), met["score"].fillna(met["high"])
            assert low.sum() - low.min() <= value <= high.sum() - high.min()
