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
        people = len(table[["tournament", "player"]].drop_duplicates())
        found = (people, str(table["round"].max()) if "round" in table else "")
    assert found == (int(row["players"]), row["rounds"])


@pytest.mark.parametrize("path", EVENTS)
def test_events_are_clean(path):
    history = tb.read(DATA / path)
    assert history.repairs.empty
    own = history.tournaments["by"].item()
    ranked = tb.standings(history, by="PTS" if pd.isna(own) else own, rules="fide-2023")
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


def test_everything_reads_as_one_archive():
    archive = tb.read([DATA / folder for folder in ("real", "small", "world-blitz-2021")])
    assert archive.repairs.empty
    assert sorted(archive.events) == sorted(Path(path).stem for path in EVENTS)
    assert archive.published.groupby("tournament", observed=True)["column"].nunique().nlargest(
        3
    ).to_dict() == {
        "arad-open-2026-a": 2 + 5,
        "moscow-open-2018-a": 2 + 4,
        "ussa-2026-round-robin": 2 + 4,
    }


def test_only_world_championships_have_names():
    players = tb.read(DATA / "real").players
    named = players[players["name"].notna()]
    assert set(named["tournament"]) == {"world-rapid-2024"}
    assert players[["fide_id", "birth", "sex"]].isna().all(axis=None)


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


MOSCOW, ARAD, USSA = "moscow-open-2018-a", "arad-open-2026-a", "ussa-2026-round-robin"

PUBLISHED = [
    # event, criterion, rules, cells that differ: what is printed and what the rules give
    (MOSCOW, "BH", "fide-2009", {}),
    (MOSCOW, "BH/C1", "fide-2009", {}),
    (ARAD, "APRO", "fide-2026", {121: (0, None)}),
    (ARAD, "ARO/C1", "fide-2026", {121: (0, None)}),
    (ARAD, "BH/C1", "fide-2026", {140: (41, 42)}),
    (ARAD, "BH/M1", "fide-2023", {140: (35, 36.5)}),
    ("frome-open-2026", "PTS", "fide-2026", {}),
    ("frome-open-2026", "PS", "fide-2026", {}),
    ("frome-standard-2026", "PTS", "fide-2026", {}),
    ("frome-standard-2026", "PS", "fide-2026", {}),
    (USSA, "WIN", "fide-2026", {}),
    (USSA, "SB", "fide-2023", {2: (20, 17.5)}),
    (USSA, "KS", "fide-2026", {}),
]


class TestRealEvents:
    """Published tie-breaks of real events, every cell of them."""

    archive = tb.read(DATA / "real")

    def event(self, key):
        return self.archive.select(key)

    def printed(self, key, what):
        said = self.event(key).published.query("column != 'points'")
        found = said[said["criterion"].eq(what) | said["column"].eq(what)]
        return found.set_index("player")["value"].sort_index()

    @pytest.mark.parametrize(("key", "criterion", "rules", "differing"), PUBLISHED)
    def test_a_column_is_reproduced(self, key, criterion, rules, differing):
        printed = self.printed(key, criterion)
        table = tb.standings(self.event(key), by=criterion, rules=rules).set_index("player").sort_index()
        computed = table[criterion].astype("Float64")
        assert list(printed.index) == list(computed.index)
        same = computed.eq(printed.astype("Float64")).fillna(value=False)
        found = {p: (printed[p], None if pd.isna(computed[p]) else computed[p]) for p in same.index[~same]}
        assert found == differing

    def test_the_criteria_are_named_as_they_are_reproduced(self):
        said = self.archive.published.query("column != 'points'").dropna(subset="criterion")
        named = set(zip(said["tournament"], said["criterion"], strict=True))
        assert named == {row[:2] for row in PUBLISHED} | {(MOSCOW, "SB")}

    @pytest.mark.parametrize(("key", "rules"), [(ARAD, "fide-2026"), (USSA, "fide-2023")])
    def test_the_printed_ranks_follow_from_the_list(self, key, rules):
        event = self.event(key)
        table = tb.standings(event, by=event.tournaments["by"].item(), rules=rules)
        assert dict(zip(table["player"], table["place"], strict=True)) == self.printed(key, "rank").to_dict()

    @pytest.mark.parametrize(("criterion", "rules"), [("BH/C1", "fide-2026"), ("BH/M1", "fide-2023")])
    def test_arad_cut_the_full_point_bye_first(self, criterion, rules):
        rows = tb.contributions(self.event(ARAD), criterion, rules=rules).query("player == 140")
        bye, low = rows[rows["outcome"] == "F"].iloc[0], rows.loc[rows["value"].idxmin()]
        assert not low["kept"]
        kept = rows.loc[rows["kept"], "value"].sum()
        assert kept + low["value"] - bye["value"] == self.printed(ARAD, criterion)[140]

    def test_ussa_left_a_forfeit_unplayed(self):
        event = self.event(USSA)
        rows = tb.contributions(event, "SB", rules="fide-2023").query("player == 2")
        forfeit = rows[rows["outcome"] == "+"]["value"].item()
        own = tb.standings(event, by="PTS", rules="fide-2023").set_index("player")["PTS"][2]
        assert rows["value"].sum() - forfeit + own == self.printed(USSA, "SB")[2]

    def test_moscow_drew_against_virtual_opponents(self):
        event, printed = self.event(MOSCOW), self.printed(MOSCOW, "SB")
        weighed, plain = (tb.contributions(event, code, rules="fide-2009") for code in ("SB", "BH"))
        assert (weighed[["player", "round"]] == plain[["player", "round"]]).all(axis=None)
        played = weighed["outcome"].isin(["1", "=", "0"])
        drawn = weighed["value"].where(played, plain["value"] / 2)
        assert drawn.groupby(weighed["player"]).sum().to_dict() == printed.to_dict()
        usual = weighed.groupby("player")["value"].sum()
        assert set(usual.index[usual != printed]) <= set(weighed.loc[~played, "player"])
        assert (usual != printed).sum() == 38

    def test_games_without_a_result_are_where_the_index_says(self):
        results = self.archive.results[self.archive.results["outcome"] == "X"]
        found = results.groupby(["tournament", "round"], observed=True).size().to_dict()
        assert found == {
            ("british-championship-2026", 9): 2 * 47,
            ("jeddah-2026", 2): 32,
            ("world-rapid-2024", 12): 2,
        }

    def test_the_stepan_avagyan_memorial_was_decided_by_sonneborn_berger(self):
        table = tb.standings(self.event("stepan-avagyan-2025"), by="PTS SB", rules="fide-2024")
        assert list(table["PTS"].head(2)) == [6.5, 6.5]
        assert list(table["player"].head(2)) == [2, 1]
        assert list(table["place"].head(2)) == [1, 2]


def test_three_tie_breaks_have_three_winners():
    event = tb.read(DATA / "small/three-winners.trf")
    table = tb.standings(event, by="PTS BH BH/C1 BH/M1", rules="fide-2026").set_index("name")
    best = table[table["PTS"] == table["PTS"].max()]
    assert list(best.index) == ["Bo", "Ana", "Cai"]
    assert best[["BH", "BH/C1", "BH/M1"]].idxmax().to_dict() == {"BH": "Bo", "BH/C1": "Ana", "BH/M1": "Cai"}
    assert best.loc[["Ana", "Bo", "Cai"], ["BH", "BH/C1", "BH/M1"]].to_numpy().tolist() == [
        [13, 12, 8],
        [13.5, 11.5, 7.5],
        [12.5, 11.5, 8.5],
    ]
