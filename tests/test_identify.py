"""identify: what a published column is, counted again by the plain reference."""

from __future__ import annotations

import pickle
import random
import time
import warnings
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chesstb as tb
from tests import reference
from tests.strategies import ROUND_ROBIN, SWISS, events
from tests.test_against_reference import codes_of
from tests.test_verify import AMONG_TIED, claim, history_of, published_by_reference, small

if TYPE_CHECKING:
    from tests.reference import Event

DATA = Path(__file__).parent.parent / "data"
MEANS = ("AOB", "ARO", "TPR", "PTP", "APRO", "APPO", "AVGOPP", "OPPPERF")
NOT_TRIED = ("/L2", "/U2200/M2", "/R", "/R/U1400")
"""Variants of the tests that are written otherwise, leave the values as they are, or have another rating."""
some = settings(
    max_examples=4,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
SYSTEMS = pytest.mark.parametrize("systems", [SWISS, ROUND_ROBIN], ids=["swiss", "round-robin"])


def identify(history: tb.History, **options: Any) -> tb.Identified:
    """Identify, whether anything is published or not."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tb.Note)
        return tb.identify(history, **options)


def tried(version: str, system: str) -> list[str]:
    """Return criteria of a version whose values a column may hold, and which are tried."""
    return [
        code
        for code in codes_of(version, system)
        if not code.startswith(AMONG_TIED) and not code.endswith(NOT_TRIED)
    ]


# ---------------------------------------------------------------- plain counting


def plainly_right(event: Event, version: str, code: str, printed: dict[int, float]) -> int:
    """Count the cells that agree, one by one."""
    values = reference.value(event, version, code)
    shown = [-Decimal(repr(value)).normalize().as_tuple().exponent for value in printed.values()]
    decimals = min(max(0, *shown), 6) if shown else 0
    right = 0
    for player, value in printed.items():
        computed = values[player]
        if computed is None:
            right += value == 0
        elif decimals == 0 and not code.startswith(MEANS):
            right += value == float(computed)
        else:
            right += abs(value - float(computed)) <= 0.5 * 10**-decimals + 1e-9
    return right


def known(event: Event, version: str, code: str) -> bool:
    return any(value is not None for value in reference.value(event, version, code).values())


def plain_ranks(event: Event, version: str, by: list[str], printed: dict[int, int]) -> tuple[int, int]:
    """Count the ranks that are the computed place, and those that fit a shared one."""
    places = {player: place for place, player in reference.standings(event, version, by)}
    shared = list(places.values())
    right = sum(printed[p] == places[p] for p in printed)
    fits = sum(places[p] <= printed[p] < places[p] + shared.count(places[p]) for p in printed)
    return right, fits


# ---------------------------------------------------------------- columns


@pytest.mark.parametrize("version", reference.VERSIONS)
@some
@given(data=st.data())
def test_a_column_of_a_known_version_is_found_and_every_row_is_counted_again(
    version: str, data: st.DataObject
) -> None:
    systems = data.draw(st.sampled_from([SWISS, ROUND_ROBIN]))
    several = data.draw(st.lists(events(systems), min_size=1, max_size=3))
    codes = data.draw(
        st.lists(st.sampled_from(tried(version, systems[0])), min_size=1, max_size=2, unique=True)
    )
    published = published_by_reference(several, codes, version).assign(criterion=None)
    rng = random.Random(data.draw(st.integers(0, 99)))
    if rng.random() < 0.5:  # some cells are wrong, so that the winner need not be the truth
        wrong = [rng.random() < 0.3 for _ in range(len(published))]
        published["value"] += np.where(wrong, rng.choice([0.5, 1, 2]), 0)
    published["column"] = "column " + published["column"]
    found = identify(history_of(several, published), top=3)

    for k, event in enumerate(several):
        for code in codes:
            mine = published.query(f"tournament == 'event {k}' and column == 'column {code}'").dropna(
                subset="value"
            )
            printed = dict(zip(mine["player"], mine["value"], strict=True))
            rows = found[(found["tournament"] == f"event {k}") & (found["column"] == f"column {code}")]
            if not printed:
                assert rows.empty
                continue
            truth = plainly_right(event, version, code, printed)
            assert rows["right"].iloc[0] >= truth
            assert rows["right"].is_monotonic_decreasing
            assert set(rows["total"]) == {len(printed)}
            assert set(rows["telling"]) == {len(set(printed.values()))}
            for row in rows.itertuples():
                check_row(event, row, printed)


def check_row(event: Event, row: Any, printed: dict[int, float]) -> None:
    """Count a row again, and see that exactly the versions it names have its values."""
    code = reference.parse(row.criterion)
    if code.base in AMONG_TIED:
        return
    assert row.right == plainly_right(event, row.rules, row.criterion, printed), row
    values = reference.value(event, row.rules, row.criterion)
    same = set(row.also.split())
    for version in reference.VERSIONS:
        if version == row.rules or not reference.defined(version, code.base, code.letters, event.system):
            assert version not in same
        elif not (version == "ffe-papi" and code.base == "BH" and row.criterion[-1] in "23"):
            assert (reference.value(event, version, row.criterion) == values) == (version in same), version


@SYSTEMS
@settings(some, max_examples=3)
@given(data=st.data())
def test_no_criterion_of_any_version_is_better_than_the_first_row(
    systems: tuple[str, ...], data: st.DataObject
) -> None:
    event = data.draw(events(systems).filter(lambda e: len(e.players) > 1))
    values = {player: float(data.draw(st.integers(0, 6))) for player in event.players}
    published = pd.DataFrame(
        {"tournament": "event 0", "player": list(values), "column": "x", "value": list(values.values())}
    )
    best = tb.identify(history_of([event], published), top=1)["right"].item()
    for version in reference.VERSIONS:
        for code in tried(version, systems[0]):
            if known(event, version, code):
                assert plainly_right(event, version, code, values) <= best, (version, code)


def test_the_source_decides_between_equals_then_the_version_in_force() -> None:
    def first(**options: Any) -> tuple[str, str]:
        criterion = options.pop("criterion", None)
        found = tb.identify(small(claim("x", [2.5, 2.0, 1.5], criterion), **options), top=1)
        return found["criterion"].item(), found["rules"].item()

    assert first() == ("PTS", "fide-2026")
    assert first(start="2019-05-01") == ("PTS", "fide-2009")
    assert first(start="2019-05-01", rules="uscf") == ("PTS", "uscf")
    assert first(criterion="STD") == ("STD", "fide-2026")


def test_the_unrated_are_given_a_rating_only_where_there_are_some() -> None:
    ratings = {"player": [1, 2, 3], "rating": [2000, 1850, None]}
    published = claim("x", [1625.0, 1700.0, 1925.0])
    history = tb.History.from_tables(GAMES, players=ratings, published=published)
    found = tb.identify(history, top=None)
    best = found.iloc[0]
    assert (best["criterion"], best["right"]) == ("ARO/U1400", 3)
    lowest = found[found["criterion"] == "ARO/U1850"]
    assert lowest["right"].max() == 1  # player 3 met nobody without a rating
    assert not found["criterion"].isin(["ARO", "TPR"]).any()  # undefined as they stand
    rated = tb.identify(small(claim("x", [1850.0, 1900.0, 1950.0])), top=None)
    assert not rated["criterion"].str.contains("/U").any()


def test_the_printed_rating_of_the_unrated_and_a_printed_limit_are_tried_too() -> None:
    ratings = {"player": [1, 2, 3], "rating": [2000, 1850, None]}
    published = pd.concat(
        [claim("x", [1556.0, 1631.0, 1925.0], "ARO/U1262"), claim("y", [0.0, 0.0, 0.5], "KS/L70")]
    )
    found = tb.identify(tb.History.from_tables(GAMES, players=ratings, published=published), top=1)
    assert found["criterion"].tolist() == ["ARO/U1262", "KS/L70"]
    assert found["right"].tolist() == [3, 3]


GAMES = {
    "player": [1, 2, 3, 1, 2, 3, 1, 2, 3],
    "round": [1, 1, 1, 2, 2, 2, 3, 3, 3],
    "opponent": [2, 1, None, 3, None, 1, None, 3, 2],
    "outcome": ["1", "0", "U", "=", "U", "=", "U", "1", "0"],
}


@pytest.mark.parametrize("byes", range(1, 17))
def test_versions_agree_only_where_all_values_do(byes: int) -> None:
    """Several values that differ by the same round number are not taken for the same."""
    resting = range(3, 3 + byes)
    rows = {
        "player": [1, 2, *resting],
        "round": 1,
        "opponent": [2, 1, *(None for _ in resting)],
        "outcome": ["1", "0", *("H" for _ in resting)],
    }
    pay = {"win": [3.0], "draw": [2.0], "loss": [1.0], "half_bye": [2.0]}
    tournaments = {"tournament": ["event"], "system": ["swiss"], **pay}
    event = tb.History.from_tables(rows, tournaments=tournaments)
    values = {
        version: tb.standings(event, "BH", version).set_index("player")["BH"]
        for version in ("fide-2023", "face-value", "ffe-papi", "uscf")
    }
    assert values["uscf"][3] == 0 != values["fide-2023"][3]
    printed = values["fide-2023"].rename("value").reset_index()
    published = printed.assign(tournament="event", column="BH", criterion="BH")
    found = tb.identify(tb.History.from_tables(rows, tournaments=tournaments, published=published), top=None)
    best = found[found["criterion"] == "BH"].iloc[0]
    said = {best["rules"], *best["also"].split()}
    for version, own in values.items():
        assert (version in said) == own.equals(values["fide-2023"]), version


def test_a_constant_column_says_that_it_tells_nothing() -> None:
    found = tb.identify(small(claim("x", [0, 0, 0])), top=None)
    perfect = found[found["right"] == found["total"]]
    assert perfect["criterion"].nunique() > 3
    assert set(found["telling"]) == {1}


# ---------------------------------------------------------------- direct encounter


@pytest.mark.parametrize("way", ["place", "points"])
def test_direct_encounter_as_programs_print_it(way: str) -> None:
    games = {
        "player": [1, 2, 3, 4] * 3,
        "round": [1] * 4 + [2] * 4 + [3] * 4,
        "opponent": [2, 1, 4, 3, 3, 4, 1, 2, 4, 3, 2, 1],
        "outcome": [*"10==0=1=", "=", "0", "1", "="],
    }
    bare = tb.History.from_tables(games)
    scores = tb.standings(bare, by="PTS", rules="fide-2026").set_index("player")["PTS"].to_dict()
    tied = [p for p in scores if list(scores.values()).count(scores[p]) > 1]
    assert tied
    printed = reference_encounter(bare, tied)[way]
    found = tb.identify(tb.History.from_tables(games, published=claim("x", printed)), top=None)
    rows = found[found["criterion"] == "DE"]
    assert rows["right"].max() == 4
    assert found.cells("x", criterion="DE", rules=rows["rules"].iloc[0]).empty


def reference_encounter(history: tb.History, tied: list[int]) -> dict[str, list[float]]:
    """Return place and points of direct encounter as standings and contributions show them."""
    table = tb.standings(history, by="PTS DE", rules="fide-2026").set_index("player")["DE"]
    rows = tb.contributions(history, "DE", rules="fide-2026")
    points = rows[rows["kept"]].groupby("player")["value"].sum()
    players = range(1, 5)
    return {
        "place": [float(table[p]) if p in tied else 0.0 for p in players],
        "points": [float(points.get(p, 0)) if p in tied else 0.0 for p in players],
    }


# ---------------------------------------------------------------- ranks


@pytest.mark.parametrize("version", ["fide-2009", "fide-2026", "uscf"])
@some
@given(data=st.data())
def test_the_list_behind_the_ranks_is_found_and_every_row_is_counted_again(
    version: str, data: st.DataObject
) -> None:
    systems = data.draw(st.sampled_from([SWISS, ROUND_ROBIN]))
    event = data.draw(events(systems).filter(lambda e: len(e.players) > 1))
    codes = data.draw(
        st.lists(st.sampled_from(tried(version, systems[0])[1:]), min_size=1, max_size=3, unique=True)
    )
    rng = random.Random(data.draw(st.integers(0, 99)))
    by = ["PTS", *rng.sample(codes, len(codes))]
    if "DE" in reference.DEFINED[version] and rng.random() < 0.5:
        by.insert(rng.randint(1, len(by)), "DE")
    places = {player: place for place, player in reference.standings(event, version, by)}
    order = sorted(places, key=lambda player: (places[player], rng.random()))
    ranks = {player: rank for rank, player in enumerate(order, start=1)}
    columns = published_by_reference([event], codes, version)
    published = pd.concat(
        [
            columns,
            pd.DataFrame(
                {
                    "tournament": "event 0",
                    "player": list(ranks),
                    "column": "rank",
                    "value": list(ranks.values()),
                }
            ),
        ]
    )
    history = history_of([event], published)
    history = tb.History.from_tables(
        history.results,
        players=history.players,
        tournaments=history.tournaments.assign(rules=version),
        published=published,
    )
    found = identify(history, rules=version, top=None)
    rows = found[found["column"] == "rank"]
    truth = plain_ranks(event, version, by, ranks)
    useful = {c for c in codes if len(set(columns.loc[columns["column"] == c, "value"].dropna())) > 1}
    named = set(found.loc[found["column"].isin(codes)].groupby("column")["criterion"].first())
    if useful == set(codes) == named and set(codes) - {"PTS"} == set(codes):
        assert " ".join(by) in set(rows["criterion"])
        assert (rows["right"].iloc[0], rows["consistent"].iloc[0]) >= truth
    assert rows["right"].is_monotonic_decreasing
    for row in rows.head(12).itertuples():
        again = plain_ranks(event, version, row.criterion.split(), ranks)
        assert (row.right, row.consistent) == again, row
        assert row.total == row.telling == len(ranks)


def test_lists_without_printed_columns_are_made_of_the_events_own_criteria() -> None:
    rank = claim("rank", [1, 2, 3])
    found = tb.identify(small(rank, by="PTS WIN PS"))
    assert found["criterion"].iloc[0] == "PTS WIN PS"
    assert tb.identify(small(rank))["criterion"].str.contains("BH/C1").any()
    broken = tb.identify(small(rank, by="PTS NO!SUCH"))
    assert broken["criterion"].str.contains("BH/C1").any()


def test_the_lower_pairing_number_stands_first_in_a_list() -> None:
    games = {"player": [1, 2, 3, 4], "round": [1] * 4, "opponent": [2, 1, 4, 3], "outcome": ["="] * 4}
    published = pd.concat([claim("rank", [1, 2, 3, 4]), claim("x", [1, 2, 3, 4], "TPN")])
    found = tb.identify(tb.History.from_tables(games, published=published), top=1)
    assert found["criterion"].tolist() == ["PTS TPN", "TPN"]
    assert found["right"].tolist() == [4, 4]


# ---------------------------------------------------------------- real events


@pytest.fixture(scope="module")
def blitz() -> tb.Identified:
    history = tb.read(DATA / "world-blitz-2021")
    start = time.perf_counter()
    found = tb.identify(history)
    assert time.perf_counter() - start < 10
    return found


@pytest.mark.parametrize(
    ("column", "criterion", "rules"),
    [
        ("TB1", "BH/C1", "fide-2009"),
        ("TB2", "BH", "fide-2009"),
        ("TB3", "ARO/C1", "world-rapid-blitz"),
        ("points", "PTS", "fide-2009"),
        ("rank", "PTS BH/C1 BH ARO/C1", "world-rapid-blitz"),
    ],
)
def test_world_blitz_2021(blitz: tb.Identified, column: str, criterion: str, rules: str) -> None:
    best = blitz[blitz["column"] == column].iloc[0]
    assert (best["criterion"], best["rules"], best["right"], best["total"]) == (criterion, rules, 179, 179)
    assert blitz.cells(column).empty


def test_the_cells_of_any_row_are_shown(blitz: tb.Identified) -> None:
    for row in blitz.itertuples():
        cells = blitz.cells(row.column, row.criterion, row.rules)
        assert len(cells) == row.total - row.right, row
        assert cells.columns.tolist() == ["player", "name", "published", "computed"]
        assert cells["player"].is_monotonic_increasing
    under_fide = blitz[blitz["column"] == "TB3"].cells("TB3", rules="fide-2009")
    assert under_fide.iloc[0].to_list() == [4, "Dubov Daniil", 2670.0, 2683.0]


@pytest.mark.parametrize("top", [1, 3, 40])
def test_top_takes_the_first_rows_of_all(top: int) -> None:
    history = tb.read(DATA / "world-blitz-2021")
    whole = tb.identify(history, top=None)
    first = whole.groupby("column", sort=False).head(top).reset_index(drop=True)
    assert tb.identify(history, top=top).to_dict("list") == first.to_dict("list")


def test_parts_and_copies_still_show_cells_and_joined_tables_say_why_not(blitz: tb.Identified) -> None:
    expected = blitz.cells("TB3", rules="fide-2009")
    parts = [blitz.query("column == 'TB3'"), blitz.copy(), pickle.loads(pickle.dumps(blitz))]  # noqa: S301
    for part in parts:
        assert part.cells("TB3", rules="fide-2009").equals(expected)
    with pytest.raises(tb.DataError, match="lost the events"):
        pd.concat([blitz, blitz]).cells("TB3")


def test_arad_and_moscow() -> None:
    archive = tb.read(DATA / "real").select(["moscow-open-2018-a", "arad-open-2026-a"])
    found = tb.identify(archive, top=1)
    best = {(row.criterion, row.rules, row.right, row.total) for row in found.itertuples() if row.telling > 1}
    assert {
        ("BH", "fide-2009", 220, 220),
        ("BH/C1", "fide-2009", 220, 220),
        ("DE", "fide-2009", 220, 220),  # points against those whom the columns before it leave tied
        ("BH/C1", "fide-2026", 208, 209),
        ("BH/M1", "fide-2023", 208, 209),
        ("ARO/C1", "fide-2026", 209, 209),
        ("APRO", "fide-2026", 209, 209),
    } <= best
    lists = found[found["column"] == "rank"].set_index("tournament")
    arad = lists.loc["arad-open-2026-a"]
    assert (arad["criterion"], arad["right"]) == ("PTS APRO DE ARO/C1 BH/C1 BH/M1", 209)
    assert arad["rules"].split() == ["fide-2026"] * 5 + ["fide-2023"]
    assert found.cells("rank", tournament="arad-open-2026-a").empty
    with pytest.raises(tb.DataError, match="2 events have a column 'rank'"):
        found.cells("rank")


def test_ussa_was_ranked_by_its_list_in_print() -> None:
    event = tb.read(DATA / "real").select("ussa-2026-round-robin")
    found = tb.identify(event, top=1).set_index("column")
    best = found.loc["rank"]
    assert best["criterion"] == event.tournaments["by"].item() == "PTS DE WIN SB KS"
    assert (best["right"], best["consistent"], best["total"]) == (9, 9, 9)
    assert set(found["criterion"]) > {"WIN", "SB", "KS"}


# ---------------------------------------------------------------- the table


def test_columns_and_dtypes_also_of_nothing() -> None:
    dtypes = {
        "tournament": "category",
        "column": "str",
        "criterion": "str",
        "rules": "str",
        "right": "int64",
        "total": "int64",
        "consistent": "Int64",
        "also": "str",
        "telling": "int64",
    }
    full = tb.identify(small(pd.concat([claim("rank", [1, 2, 3]), claim("x", [1, 2, 3])])), top=2)
    assert full.dtypes.astype(str).to_dict() == dtypes
    assert full["column"].tolist() == ["rank", "rank", "x", "x"]
    assert full["consistent"].isna().tolist() == [False, False, True, True]
    for history in (small(), tb.History.concat([]), small(claim("x", [None] * 3))):
        with pytest.warns(tb.Note, match="nothing to identify"):
            nothing = tb.identify(history)
        assert nothing.empty
        assert nothing.dtypes.astype(str).to_dict() == dtypes
        assert nothing.attrs["notes"] == ["No column is published: there is nothing to identify."]


@some
@given(data=st.data())
def test_an_archive_is_what_its_events_are(data: st.DataObject) -> None:
    several = data.draw(st.lists(events(), min_size=2, max_size=4))
    published = pd.concat(
        [
            pd.DataFrame(
                {
                    "tournament": f"event {k}",
                    "player": event.players * 2,
                    "column": ["x"] * len(event.players) + ["rank"] * len(event.players),
                    "value": [i % 4 / 2 for i in range(len(event.players))]
                    + list(range(1, len(event.players) + 1)),
                }
            )
            for k, event in enumerate(several)
        ]
    )
    history = history_of(several, published)
    whole = tb.identify(history, top=3)
    parts = [tb.identify(one, top=3) for one in history]
    joined = pd.concat(
        [pd.DataFrame(part).astype({"tournament": "str"}) for part in parts], ignore_index=True
    )
    assert pd.DataFrame(whole).astype({"tournament": "str"}).to_dict("records") == joined.to_dict("records")


def test_versions_may_be_chosen_also_ones_own(tmp_path: Path) -> None:
    page = tmp_path / "club.toml"
    page.write_text(
        tb.rules_page("fide-2026") if hasattr(tb, "rules_page") else club_page(), encoding="utf-8"
    )
    history = small(claim("x", [3.0, 3.0, 3.0]))
    found = tb.identify(history, rules=[page, "uscf"], top=None)
    assert set(found["rules"]) == {"club", "uscf"}
    assert (
        len(found.cells("x", rules="club"))
        == found["total"].iloc[0] - found.query("rules == 'club'")["right"].iloc[0]
    )
    assert set(tb.identify(history, rules="chess-caddy", top=None)["rules"]) == {"chess-caddy"}


def club_page() -> str:
    return (Path(tb.__file__).parent / "rules" / "fide-2026.toml").read_text(encoding="utf-8")


def test_wrong_calls_say_so() -> None:
    history = small(claim("x", [1, 2, 3]))
    found = tb.identify(history)
    with pytest.raises(tb.RuleError, match="fide-1999"):
        tb.identify(history, rules="fide-1999")
    for top in (0, -1, "5", 2.5):
        with pytest.raises(tb.DataError, match="top="):
            tb.identify(history, top=top)  # type: ignore[arg-type]
    with pytest.raises(tb.DataError, match="an empty list"):
        tb.identify(history, rules=[])
    with pytest.raises(tb.DataError, match="no column 'y'"):
        found.cells("y")
    with pytest.raises(tb.DataError, match="criterion 'NO'"):
        found.cells("x", criterion="NO")
    with pytest.raises(tb.DataError, match="is no History"):
        tb.identify(None)  # type: ignore[arg-type]


def test_a_published_table_of_teams_does_no_harm() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = tb.identify(small(claim("x", [1, 2, 3], "EDE:MP"), system="team-swiss"))
    assert len(found) == 5
