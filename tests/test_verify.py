"""verify: published columns against computed ones, with published values from the plain reference."""

from __future__ import annotations

import random
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chesstb as tb
from chesstb.published.claims import agrees
from tests import reference
from tests.strategies import ROUND_ROBIN, SWISS, events, to_joint_tables
from tests.test_against_reference import codes_of

if TYPE_CHECKING:
    from tests.reference import Event

DATA = Path(__file__).parent.parent / "data"
COLUMNS = ["tournament", "player", "name", "column", "criterion", "rules", "published", "computed"]
AMONG_TIED = ("DE", "RES34E5")
some = settings(
    max_examples=5,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
SYSTEMS = pytest.mark.parametrize("systems", [SWISS, ROUND_ROBIN], ids=["swiss", "round-robin"])

GAMES = {
    "player": [1, 2, 3, 1, 2, 3, 1, 2, 3],
    "round": [1, 1, 1, 2, 2, 2, 3, 3, 3],
    "opponent": [2, 1, None, 3, None, 1, None, 3, 2],
    "outcome": ["1", "0", "U", "=", "U", "=", "U", "1", "0"],
}


def claim(column: str, values: list[Any], criterion: str | None = None) -> pd.DataFrame:
    """Publish a value for each of the players 1, 2, 3 ..."""
    players = range(1, len(values) + 1)
    return pd.DataFrame({"player": players, "column": column, "criterion": criterion, "value": values})


def small(published: Any = None, **tournament: Any) -> tb.History:
    players = {"player": [1, 2, 3], "name": ["<b>Ada</b>", "Bo", None], "rating": [2000, 1900, 1800]}
    given = {key: [value] for key, value in tournament.items()}
    return tb.History.from_tables(GAMES, players=players, tournaments=given or None, published=published)


def published_by_reference(several: list[Event], codes: list[str], version: str) -> pd.DataFrame:
    """Publish what the reference computes; nothing where it is undefined."""
    rows = [
        (f"event {k}", player, code, code, None if value is None else float(value))
        for k, event in enumerate(several)
        for code in codes
        for player, value in reference.value(event, version, code).items()
    ]
    return pd.DataFrame(rows, columns=["tournament", "player", "column", "criterion", "value"]).astype(
        {"value": "float64"}
    )


def history_of(several: list[Event], published: pd.DataFrame) -> tb.History:
    tables = to_joint_tables({f"event {k}": event for k, event in enumerate(several)})
    return tb.History.from_tables(**tables, published=published)


def verify(history: tb.History, rules: str = "fide-2026", **options: Any) -> pd.DataFrame:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tb.Note)
        return tb.verify(history, rules=rules, **options)


def why(found: pd.DataFrame) -> dict[str, str]:
    return {row["column"]: row["why"] for row in found.attrs["unchecked"]}


# ---------------------------------------------------------------- against the reference


@pytest.mark.parametrize("version", reference.VERSIONS)
@SYSTEMS
@some
@given(data=st.data())
def test_what_the_reference_computes_has_no_difference_and_changed_cells_are_found(
    version: str, systems: tuple[str, ...], data: st.DataObject
) -> None:
    several = data.draw(st.lists(events(systems), min_size=1, max_size=4))
    codes = [c for c in codes_of(version, systems[0]) if not c.startswith(AMONG_TIED)]
    chosen = data.draw(st.lists(st.sampled_from(codes), min_size=1, max_size=4, unique=True))
    published = published_by_reference(several, chosen, version)
    cells = published["value"].notna()
    found = verify(history_of(several, published), version)
    assert found.empty
    assert found.attrs["checked"] == cells.sum()
    assert found.attrs["unchecked"] == []

    rng = random.Random(data.draw(st.integers(0, 99)))
    changed = [k for k in published.index[cells] if rng.random() < 0.2]
    published.loc[changed, "value"] += 1
    found = verify(history_of(several, published), version)
    assert sorted(zip(found["tournament"], found["player"], found["column"], strict=True)) == sorted(
        tuple(row) for row in published.loc[changed, ["tournament", "player", "column"]].to_numpy()
    )
    assert (found["published"] - found["computed"]).round(6).eq(1).all()
    assert found.attrs["checked"] == cells.sum()


@SYSTEMS
@some
@given(data=st.data())
def test_ranks_may_part_the_tied_by_lot_and_nobody_else(
    systems: tuple[str, ...], data: st.DataObject
) -> None:
    several = data.draw(st.lists(events(systems), min_size=1, max_size=4))
    codes = codes_of("fide-2026", systems[0])
    by = ["PTS", *data.draw(st.lists(st.sampled_from(codes), max_size=2))]
    rng = random.Random(data.draw(st.integers(0, 99)))
    rows, wrong = [], set()
    for k, event in enumerate(several):
        places = {player: place for place, player in reference.standings(event, "fide-2026", by)}
        order = sorted(places, key=lambda player: (places[player], rng.random()))
        if len(order) > 1 and rng.random() < 0.5:
            i, j = rng.sample(range(len(order)), 2)
            order[i], order[j] = order[j], order[i]
        for rank, player in enumerate(order, start=1):
            rows.append((f"event {k}", player, "rank", float(rank)))
            size = list(places.values()).count(places[player])
            if not places[player] <= rank < places[player] + size:
                wrong.add((f"event {k}", player))
    published = pd.DataFrame(rows, columns=["tournament", "player", "column", "value"])
    found = verify(history_of(several, published), by=by)
    assert set(zip(found["tournament"].astype(str), found["player"], strict=True)) == wrong
    assert found.attrs["checked"] == len(rows)


# ---------------------------------------------------------------- a real event


@pytest.fixture(scope="module")
def blitz() -> tb.History:
    return tb.read(DATA / "world-blitz-2021")


def test_world_blitz_2021_differs_from_the_rules_in_force_in_its_rating_average_only(
    blitz: tb.History,
) -> None:
    with pytest.warns(tb.Note, match="judged by fide-2009"):
        found = tb.verify(blitz)
    assert found.attrs["checked"] == 5 * 179
    assert found.groupby(["column", "criterion", "rules"]).size().to_dict() == {
        ("TB3", "ARO/C1", "fide-2009"): 17
    }
    assert found.attrs["unchecked"] == [
        {"tournament": "world-blitz-2021", "column": "TB4", "cells": 179, "why": "its criterion is not known"}
    ]


def test_world_blitz_2021_is_reproduced_whole_ranks_included(blitz: tb.History) -> None:
    assert verify(blitz, "world-rapid-blitz").empty


# ---------------------------------------------------------------- what counts as equal


@pytest.mark.parametrize(
    ("printed", "computed", "decimals", "of_mean", "of_sum"),
    [
        (2.67, 8 / 3, 2, True, True),
        (2.66, 8 / 3, 2, False, False),
        (2.7, 8 / 3, 1, True, True),
        (44.3, 44.25, 1, True, True),
        (44.2, 44.25, 1, True, True),
        (44.1, 44.25, 1, False, False),
        (24, 24.5, 0, True, False),
        (25, 24.5, 0, True, False),
        (26, 24.5, 0, False, False),
        (24.5, 24.5, 1, True, True),
        (0, float("nan"), 0, True, True),
        (1, float("nan"), 0, False, False),
    ],
)
def test_rounding(printed: float, computed: float, decimals: int, of_mean: bool, of_sum: bool) -> None:
    given = np.array([printed]), np.array([computed]), np.array([decimals])
    assert agrees(*given, exact_whole=False).tolist() == [of_mean]
    assert agrees(*given, exact_whole=True).tolist() == [of_sum]


@pytest.mark.parametrize(
    ("criterion", "values", "differ"),
    [
        ("PTS", [2.5, 2, 1.5], []),
        ("PTS", [2, 2, 2], [1, 3]),  # a sum is printed in full: 2½ is neither 2 nor 3
        ("AVGOPP", [1850, 1900, 1950], []),
        ("AVGOPP", [1849, 1900, 1950], [1]),
    ],
)
def test_whole_numbers(criterion: str, values: list[float], differ: list[int]) -> None:
    found = verify(small(claim("x", values, criterion)), "uscf")
    assert found["player"].tolist() == differ


def test_means_may_be_printed_as_whole_numbers_and_to_any_decimals() -> None:
    players = {"player": [1, 2, 3], "rating": [2000, 1901, 1800]}
    # player 1 met 2 and 3: the mean is 1850.5
    for value, differs in [(1850, False), (1851, False), (1850.5, False), (1849, True), (1851.5, True)]:
        published = claim("x", [value], "AVGOPP")
        history = tb.History.from_tables(GAMES, players=players, published=published)
        assert verify(history, "uscf").empty is not differs


def test_an_undefined_value_is_printed_as_0_or_not_at_all() -> None:
    games = {"player": [1, 2, 3], "round": [1] * 3, "opponent": [2, 1, None], "outcome": ["1", "0", "Z"]}
    ratings = {"player": [1, 2, 3], "rating": [2000, 1900, 1800]}
    for value, differs, cells in [(0.0, False, 3), (None, False, 2), (1850.0, True, 3)]:
        published = claim("ARO", [1900.0, 2000.0, value])
        found = verify(tb.History.from_tables(games, players=ratings, published=published))
        assert found["player"].tolist() == [3] * differs
        assert found["computed"].isna().all()
        assert found.attrs["checked"] == cells


# ---------------------------------------------------------------- what cannot be checked


def test_nothing_is_left_out_in_silence() -> None:
    published = pd.concat(
        [
            claim("TB1", [1, 2, 3]),
            claim("rank", [1, 2, 3]),
            claim("DE", [0, 0, 0]),
            claim("STD", [1, 2, 3]),
            claim("Buchholz Tie-Breaks (variabel with parameter)", [1, 2, 3]),
            claim("x", [1, 2, 3], "BH:MP"),
            claim("WIN", [2, 2, 1]),
        ]
    )
    found = verify(small(published), "fide-2023")
    assert found.empty
    assert found.attrs["checked"] == 3
    reasons = why(found)
    assert list(reasons) == [
        "TB1",
        "rank",
        "DE",
        "STD",
        "Buchholz Tie-Breaks (variabel with parameter)",
        "x",
    ]
    assert reasons["TB1"] == "its criterion is not known"
    assert "no list of criteria" in reasons["rank"]
    assert "checked with the ranks" in reasons["DE"]
    assert "fide-2023 does not define STD" in reasons["STD"]
    assert "BH, BH/C1" in reasons["Buchholz Tie-Breaks (variabel with parameter)"]
    assert "team event" in reasons["x"]
    assert sum(row["cells"] for row in found.attrs["unchecked"]) + 3 == len(published)


def test_a_ban_and_missing_ratings_are_said() -> None:
    found = verify(small(claim("BH", [1, 2, 3]), system="round-robin"))
    assert "bans BH in round robins" in why(found)["BH"]
    unrated = tb.History.from_tables(GAMES, published=claim("ARO", [1, 2, 3]))
    assert "somebody has no rating" in why(verify(unrated))["ARO"]


def test_a_source_with_a_broken_list_is_unchecked_and_a_broken_call_an_error() -> None:
    history = small(claim("rank", [1, 2, 3]), by="PTS NOSUCH")
    assert "NOSUCH" in why(verify(history))["rank"]
    with pytest.raises(tb.CriterionError):
        tb.verify(history, by="PTS BH/", rules="fide-2026")
    with pytest.raises(tb.CriterionError, match="no tie-break 'NOSUCH'"):
        tb.verify(small(claim("rank", [1, 2, 3])), by="PTS NOSUCH", rules="fide-2026")
    with pytest.raises(tb.RuleError):
        tb.verify(history, rules="fide-1999")


def test_no_published_values() -> None:
    for history in (small(), tb.History.concat([]), small(claim("BH", [None, None, None]))):
        with pytest.warns(tb.Note, match="nothing to check"):
            found = tb.verify(history, rules="fide-2026")
        assert found.empty
        assert found.columns.tolist() == COLUMNS
        assert found.attrs["checked"] == 0


# ---------------------------------------------------------------- which version


def test_the_version_is_the_one_given_else_the_names_else_the_events() -> None:
    column = "Buchholz Tie-Break Variable (2023) (Gamepoints)"
    history = small(pd.concat([claim(column, [99] * 3), claim("BH", [99] * 3)]), rules="fide-2024")
    with pytest.warns(tb.Note, match="as the event itself says"):
        found = tb.verify(history)
    assert found.groupby("column")["rules"].unique().map(list).to_dict() == {
        column: ["fide-2023"],
        "BH": ["fide-2024"],
    }
    assert set(verify(history)["rules"]) == {"fide-2026"}


# ---------------------------------------------------------------- the table


def test_columns_dtypes_and_order() -> None:
    published = pd.concat([claim("WIN", [9, 9, 9]), claim("PTS", [9, 9, 9])])
    archive = tb.History.concat([small(published), small(published)])
    found = verify(archive)
    assert found.dtypes.astype(str).to_dict() == {
        "tournament": "category",
        "player": "int32",
        "name": "str",
        "column": "str",
        "criterion": "str",
        "rules": "str",
        "published": "float64",
        "computed": "float64",
    }
    assert found["tournament"].astype(str).tolist() == ["event"] * 6 + ["event (2)"] * 6
    assert found["column"].tolist() == (["WIN"] * 3 + ["PTS"] * 3) * 2
    assert found["player"].tolist() == [1, 2, 3] * 4
    assert "&lt;b&gt;Ada" in found._repr_html_()
    assert pd.concat([found, verify(archive)]).shape == (24, 8)  # what is attached can be compared
