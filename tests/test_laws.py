"""Laws that every tie-break obeys under every version: what must not matter does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chesstb as tb
from chesstb import rules as rulebook
from chesstb.tiebreak import REGISTRY
from chesstb.tiebreak.registry import row_sum
from tests.strategies import ROUND_ROBIN, SWISS, events, to_joint_tables, to_tables

if TYPE_CHECKING:
    from tests.reference import Event

pytestmark = pytest.mark.filterwarnings("ignore::chesstb.Note")  # ratings are missing here and there
some = settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow])
VERSIONS = pytest.mark.parametrize("version", rulebook.names())
SYSTEMS = pytest.mark.parametrize("systems", [SWISS, ROUND_ROBIN], ids=["swiss", "round-robin"])


MEANS = {"AOB": 100, "ARO": 1, "APRO": 1, "APPO": 1, "AVGOPP": 1_000_000}


def everything(version: str, systems: tuple[str, ...]) -> str:
    """Return a list of all that a version defines, plain and with each modifier."""
    section = "round-robin" if systems == ROUND_ROBIN else "swiss"
    codes = ["PTS"]
    for item in rulebook.rules(version).tiebreaks:
        if item.banned_in != section and item.code != "PTS":
            number = {"C": "1", "M": "1", "L": "+1", "U": "1400"}
            codes += [item.code, *(f"{item.code}/{m}{number.get(m, '')}" for m in item.modifiers)]
    return " ".join(codes)


def table_of(event: Event, by: str, version: str) -> pd.DataFrame:
    table = tb.standings(tb.History.from_tables(**to_tables(event)), by=by, rules=version)
    return table.drop(columns=["tournament", "name"]).set_index("player").sort_index()


@VERSIONS
@SYSTEMS
@some
@given(data=st.data())
def test_renumbering_the_players_changes_nothing(
    version: str, systems: tuple[str, ...], data: st.DataObject
) -> None:
    event = data.draw(events(systems))
    by = " ".join(c for c in everything(version, systems).split() if not c.startswith("TPN"))
    old = sorted(event.players)
    new = dict(zip(old, data.draw(st.permutations([7 + 3 * n for n in old])), strict=True))
    tables = to_tables(event)
    tables["players"]["player"] = tables["players"]["player"].map(new)
    tables["results"]["player"] = tables["results"]["player"].map(new)
    tables["results"]["opponent"] = tables["results"]["opponent"].map(new).astype("Int32")
    renamed = tb.standings(tb.History.from_tables(**tables), by=by, rules=version)
    found = renamed.drop(columns=["tournament", "name"]).set_index("player")
    expected = table_of(event, by, version)
    expected.index = expected.index.map(new)
    pd.testing.assert_frame_equal(found.sort_index(), expected.sort_index(), check_index_type=False)


@VERSIONS
@SYSTEMS
@some
@given(data=st.data())
def test_other_events_in_the_archive_change_nothing(
    version: str, systems: tuple[str, ...], data: st.DataObject
) -> None:
    several = data.draw(st.lists(events(systems), min_size=2, max_size=5))
    by = everything(version, systems)
    history = tb.History.from_tables(**to_joint_tables({f"e{k}": event for k, event in enumerate(several)}))
    joint = tb.standings(history, by=by, rules=version)
    for k, event in enumerate(several):
        mine = joint[joint["tournament"] == f"e{k}"].drop(columns=["tournament", "name"])
        alone = table_of(event, by, version)
        pd.testing.assert_frame_equal(mine.set_index("player").sort_index(), alone)
        split = tb.standings(history[f"e{k}"], by=by, rules=version).drop(columns=["tournament", "name"])
        pd.testing.assert_frame_equal(split.set_index("player").sort_index(), alone)


@VERSIONS
@SYSTEMS
@some
@given(data=st.data())
def test_a_value_is_the_total_of_its_kept_contributions(
    version: str, systems: tuple[str, ...], data: st.DataObject
) -> None:
    history = tb.History.from_tables(**to_tables(data.draw(events(systems))))
    by = everything(version, systems)
    table = tb.standings(history, by=by, rules=version).set_index("player").sort_index()
    for code in by.split():
        item, values = REGISTRY[code.partition("/")[0]], table[code]
        rows = tb.contributions(history, code, rules=version)
        assert rows["article"].str.len().gt(0).all()
        assert rows["reason"].str.len().gt(0).all()
        kept = rows[rows["kept"].astype(bool)].groupby("player")["value"]
        if item.total is row_sum and not item.among_tied:
            total = kept.sum().reindex(values.index).fillna(0.0)
            assert np.allclose(total[values.notna()], values.dropna())
        elif item.code in MEANS:
            parts = MEANS[item.code]
            rounded = np.floor(kept.mean().reindex(values.index) * parts + 0.5 + 1e-7) / parts
            assert np.allclose(rounded[values.notna()], values.dropna())
        elif not item.among_tied:  # performances: the ratings that they are made of
            assert set(kept.groups) >= set(values[values.ne(0).where(values.notna(), other=False)].index)


@SYSTEMS
@some
@given(data=st.data())
def test_places_follow_the_columns(systems: tuple[str, ...], data: st.DataObject) -> None:
    history = tb.History.from_tables(**to_tables(data.draw(events(systems))))
    table = tb.standings(history, by="PTS SB", rules="fide-2026")
    keys = list(zip(-table["PTS"], -table["SB"], strict=True))
    assert keys == sorted(keys)
    expected = [1 + sum(other < key for other in keys) for key in keys]
    assert table["place"].tolist() == expected
