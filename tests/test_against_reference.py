"""The package agrees with the reference on random tournaments: every version, every code.

`tests.reference` computes article by article with fractions; what differs here is a bug in one of
the two, or a sentence of the rules that was read in two ways.
"""

from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chesstb as tb
from tests import reference
from tests.strategies import ROUND_ROBIN, SWISS, events, to_joint_tables, to_tables

if TYPE_CHECKING:
    import pandas as pd

    from tests.reference import Event

BUCHHOLZ = ["", "/C1", "/C2", "/C3", "/M1", "/M2", "/P", "/C1/P", "/P/C2", "/M1/P"]
VARIANTS = {
    "TPN": ["", "/R"],
    "DE": ["", "/P"],
    "PS": ["", "/C1", "/C2", "/C3"],
    "BH": BUCHHOLZ,
    "FB": ["", "/C1", "/M2", "/P", "/C1/P"],
    "AOB": ["", "/F"],
    "SB": ["", "/C1", "/C2", "/C3", "/P", "/C1/P", "/P/C2"],
    "KS": ["", "/L+1", "/L-1", "/L2", "/L40", "/L60"],
    "ARO": ["", "/C1", "/C2", "/M1", "/U1400", "/C1/U1400", "/U2200/M2"],
    **{code: ["", "/U1400"] for code in ("TPR", "PTP", "APRO", "APPO", "AVGOPP")},
    "RTNG": ["", "/R", "/U1400", "/R/U1400"],
}
PAPI_BUCHHOLZ = ["", "/C", "/C1", "/M", "/M1"]  # the rounds say how many are cut

SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]
many = settings(max_examples=14, deadline=None, suppress_health_check=SLOW_IS_FINE)
some = settings(many, max_examples=8)


def codes_of(version: str, system: str) -> list[str]:
    """Return all the variants above that the version defines in this system."""
    found = []
    for base in reference.DEFINED[version]:
        variants = VARIANTS.get(base, [""])
        if version == "ffe-papi" and base == "BH":
            variants = PAPI_BUCHHOLZ
        for variant in variants:
            letters = reference.parse(base + variant).letters
            if reference.defined(version, base, letters, system):
                found.append(base + variant)
    return found


def history_of(several: list[Event]) -> tb.History:
    return tb.History.from_tables(**to_joint_tables({f"event {k}": e for k, e in enumerate(several)}))


def expected_rows(event: Event, version: str, codes: list[str], after: int | None) -> dict[int, list[float]]:
    """Place and values of every player by the reference."""
    places, columns = reference.ranking(event, version, codes, after)
    values = [{i: math.nan if v is None else float(v) for i, v in column.items()} for column in columns]
    rows = {player: [place, *(column[player] for column in values)] for place, player in places}
    last = [len(rows) + 1.0, *[math.nan] * len(codes)]
    return rows | dict.fromkeys(set(event.players) - set(rows), last)


def found_rows(standings: pd.DataFrame, key: str) -> dict[int, list[float]]:
    """Place and values of every player by the package."""
    mine = standings[standings["tournament"].astype(str) == key]
    numbers = mine.drop(columns=["tournament", "player", "name"]).to_numpy(dtype=float)
    return dict(zip(mine["player"].tolist(), numbers.tolist(), strict=True))


def compare(several: list[Event], version: str, codes: list[str], after: int | None = None) -> None:
    """Compare one call of the package for all the events with the reference for each."""
    with warnings.catch_warnings():
        if any(None in event.ratings.values() for event in several):
            warnings.simplefilter("ignore", tb.Note)  # a criterion without ratings is dropped, and said so
        standings = tb.standings(history_of(several), by=" ".join(codes), rules=version, after=after)
    wrong = []
    for k, event in enumerate(several):
        expected = expected_rows(event, version, codes, after)
        found = found_rows(standings, f"event {k}")
        assert sorted(found) == sorted(expected)
        for player, values in expected.items():
            for name, value, other in zip(("place", *codes), values, found[player], strict=True):
                if value != other and not (math.isnan(value) and math.isnan(other)):
                    wrong.append(f"event {k}, player {player}, {name}: {other} instead of {value}")
    assert not wrong, "\n".join([version, *wrong[:20]])


SYSTEMS = pytest.mark.parametrize("systems", [SWISS, ROUND_ROBIN], ids=["swiss", "round-robin"])
RULES = pytest.mark.parametrize("version", reference.VERSIONS)


@RULES
@SYSTEMS
@many
@given(data=st.data())
def test_every_value(version: str, systems: tuple[str, ...], data: st.DataObject) -> None:
    several = data.draw(st.lists(events(systems, withdrawn=True), min_size=1, max_size=10))
    compare(several, version, codes_of(version, systems[0]))


@RULES
@SYSTEMS
@some
@given(data=st.data())
def test_places_by_any_list(version: str, systems: tuple[str, ...], data: st.DataObject) -> None:
    several = data.draw(st.lists(events(systems), min_size=1, max_size=6))
    codes = st.lists(st.sampled_from(codes_of(version, systems[0])), min_size=1, max_size=3)
    compare(several, version, data.draw(codes))
    compare(several, version, ["PTS", *data.draw(codes)])


@pytest.mark.parametrize("version", [v for v in reference.VERSIONS if "DE" in reference.DEFINED[v]])
@SYSTEMS
@some
@given(data=st.data())
def test_direct_encounter_amid_a_list(version: str, systems: tuple[str, ...], data: st.DataObject) -> None:
    several = data.draw(st.lists(events(systems), min_size=1, max_size=6))
    codes = [c for c in codes_of(version, systems[0]) if not c.startswith("DE")]
    first, second = data.draw(st.sampled_from(codes)), data.draw(st.sampled_from(codes))
    compare(several, version, ["PTS", "DE", first, "DE", second])
    compare(several, version, ["WIN", first, "DE", "DE"])


@RULES
@SYSTEMS
@some
@given(data=st.data())
def test_after_a_round(version: str, systems: tuple[str, ...], data: st.DataObject) -> None:
    drawn = events(systems, withdrawn=True).filter(lambda e: e.rows)
    several = data.draw(st.lists(drawn, min_size=1, max_size=3))
    after = data.draw(st.integers(1, max(r for event in several for _, r in event.rows)))
    compare(several, version, codes_of(version, systems[0]), after)


@SYSTEMS
@some
@given(data=st.data())
def test_order_of_rows_means_nothing(systems: tuple[str, ...], data: st.DataObject) -> None:
    event = data.draw(events(systems))
    tables = to_tables(event)
    shuffled = {
        name: table.sample(frac=1, random_state=data.draw(st.integers(0, 9)))
        for name, table in tables.items()
    }
    by = " ".join(codes_of("fide-2024", systems[0]))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tb.Note)
        first, second = (
            tb.standings(tb.History.from_tables(**t), by=by, rules="fide-2024") for t in (tables, shuffled)
        )
    assert first.equals(second)
