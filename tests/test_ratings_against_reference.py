"""`chesstb.ratings` agrees with the reference on random events: every edition, every game."""

from __future__ import annotations

import dataclasses
import datetime as dt
import random
from collections import Counter
from typing import Any

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chesstb as tb
from tests.reference.eligibility import EDITIONS, Rated, Stage
from tests.reference.model import PAY_OF_OUTCOME, Event, Row
from tests.reference.rating_change import Changed
from tests.strategies import (
    ORDINARY,
    ROUND_ROBIN,
    SWISS,
    UNUSUAL,
    random_event,
    schedule,
    to_joint_tables,
)

SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]
many = settings(max_examples=25, deadline=None, suppress_health_check=SLOW_IS_FINE)

MAYBE: list[Any] = [None, None, True, False]
PLAYER_FACTS: dict[str, list[Any]] = {
    "earlier_games": [None, None, 0, 0, 3, 8],
    "earlier_performance": [None, None, 950, 1000, 1001, 1400, 1750],
    "earlier_score": [None, 0.5, 2, 3],
    "earlier_average": [None, 1500, 1900],
    "games_played": [None, 0, 29, 30, 400],
    "highest_rating": [None, 2399, 2400, 2500],
    "games_in_period": [None, 0, 4, 30],
    "k": [None, None, None, 10, 15, 40],
}
EVENT_FACTS: dict[str, list[Any]] = {
    "national_championship": MAYBE,
    "women_only": MAYBE,
    "scheveningen": MAYBE,
    "speed": [None, None, "standard", "rapid", "blitz"],
    "minutes": [None, None, None, 60, 89, 90, 119, 120],
    "games": [None, None, 2, 4, 6],
    "stage_of": [None, None, None, "the whole"],
}
STARTS = [
    None,
    dt.date(2008, 5, 1),
    dt.date(2010, 1, 1),
    dt.date(2013, 5, 1),
    dt.date(2018, 1, 1),
    dt.date(2024, 3, 1),
    dt.date(2026, 1, 9),
]
TEAMS = ("team-swiss", "team-round-robin")


def random_stage(system: str, players: int, rounds: int, rng: random.Random) -> Stage:
    """Return an event, most of them with newcomers, and whatever may be known of it."""
    event = random_event(system, players, rounds, rng.getrandbits(32))
    if system in ROUND_ROBIN and rng.random() < 0.5:
        event = dataclasses.replace(event, rows=tidy_rows(event, rng))
    centre = rng.choice([1050, 1450, 1800, 2300, 2650])
    unrated = rng.choice([0, 0.2, 0.5, 0.8, 1])
    ratings = {
        i: None if rng.random() < unrated else max(1, round(rng.gauss(centre, rng.choice([20, 300]))))
        for i in event.players
    }
    stage = Stage(dataclasses.replace(event, ratings=ratings), start=rng.choice(STARTS))
    knows = rng.random()
    for name, values in EVENT_FACTS.items():
        value = rng.choice(values)
        if value is not None and rng.random() < knows:
            stage.facts[name] = value
    sexes = rng.choice([[None, "w"], ["m", "w"], ["w", "f"], [None, "m", "w", "f"]])
    for i in event.players:
        chosen = {name: rng.choice(values) for name, values in PLAYER_FACTS.items() if rng.random() < knows}
        stage.player_facts[i] = {name: value for name, value in chosen.items() if value is not None}
        if rng.random() < 0.7:
            stage.people[i] = f"person {rng.randint(1, 20)}"
        stage.sex[i] = rng.choice(sexes)
        stage.birth[i] = rng.choice([None, 1960, 1995, 2006, 2007, 2008, 2015])
    names = Counter(stage.people.values())
    stage.people = {i: name for i, name in stage.people.items() if names[name] == 1}
    for (i, r), row in event.rows.items():
        if row["opponent"] is not None and rng.random() < 0.02:
            stage.excepted |= {(i, r), (row["opponent"], r)}
    return stage


def tidy_rows(event: Event, rng: random.Random) -> dict[tuple[int, int], Row]:
    """Return a schedule that was played as it should be, but for one game at most."""
    numbers = dict(enumerate(event.players, start=1))
    rows = {}
    for r, pairs in enumerate(schedule(event.system, len(numbers), 4), start=1):
        for i, j in pairs:
            if i and j:
                for (a, b), code in zip(((i, j), (j, i)), rng.choice(ORDINARY).split(), strict=True):
                    points = event.pay[PAY_OF_OUTCOME[code]]
                    rows[numbers[a], r] = Row(opponent=numbers[b], colour=None, outcome=code, points=points)
    if rows and rng.random() < 0.6:
        one = rng.choice(sorted(rows))
        for key, code in zip(
            (one, (rows[one]["opponent"], one[1])), rng.choice(UNUSUAL).split(), strict=True
        ):
            rows[key] = Row(rows[key] | {"outcome": code, "points": event.pay[PAY_OF_OUTCOME[code]]})
    return rows


@st.composite
def archives(draw: st.DrawFn) -> dict[str, Stage]:
    rng = random.Random(draw(st.integers(0, 2**32 - 1)))
    found = {}
    for k in range(draw(st.integers(1, 4))):
        system = draw(st.sampled_from(SWISS + ROUND_ROBIN + ROUND_ROBIN + TEAMS))
        players = 2 if system == "match" else draw(st.integers(1, 12))
        found[f"event {k}"] = random_stage(system, players, draw(st.integers(1, 9)), rng)
    return found


def history_of(stages: dict[str, Stage]) -> tb.History:
    tables = to_joint_tables({key: stage.event for key, stage in stages.items()})
    tables["tournaments"]["start"] = [stage.start for stage in stages.values()]
    players = tables["players"]
    for column in ("people", "sex", "birth"):
        values = [
            getattr(stages[key], column).get(i)
            for key, i in zip(players["tournament"], players["player"], strict=True)
        ]
        if column == "birth":
            values = [None if value is None else f"{value}/00/00" for value in values]
        players["name" if column == "people" else column] = values
    results = tables["results"]
    results["excepted"] = [
        (i, r) in stages[key].excepted
        for key, i, r in zip(results["tournament"], results["player"], results["round"], strict=True)
    ]
    return tb.History.from_tables(**tables)


def facts_of(stages: dict[str, Stage]) -> dict[str, pd.DataFrame]:
    players = [
        {"tournament": key, "player": i} | facts
        for key, stage in stages.items()
        for i, facts in stage.player_facts.items()
    ]
    events = [{"tournament": key} | stage.facts for key, stage in stages.items()]
    return {"players": pd.DataFrame(players, dtype=object), "events": pd.DataFrame(events, dtype=object)}


SEEN: Counter[tuple[str, bool | None, str]] = Counter()


@pytest.mark.parametrize("edition", EDITIONS)
@many
@given(stages=archives(), floor=st.sampled_from([None, None, 1000, 1400, 1800]))
def test_every_game(edition: str, stages: dict[str, Stage], floor: int | None) -> None:
    table = tb.ratings.rated_games(history_of(stages), edition, floor=floor, **facts_of(stages))
    reference = Rated(stages, edition, floor).all_games()
    found = {
        (str(row["tournament"]), row["player"], row["round"]): (
            None if pd.isna(row["rated"]) else bool(row["rated"]), row["article"]
        )
        for row in table.to_dict("records")
    }  # fmt: skip
    assert found == reference
    assert (table["reason"].str.startswith("not known") == table["rated"].isna()).all()
    SEEN.update((edition, *answer) for answer in found.values())


@pytest.mark.parametrize("edition", EDITIONS)
@many
@given(stages=archives(), floor=st.sampled_from([None, 1000, 1400]))
def test_every_change(edition: str, stages: dict[str, Stage], floor: int | None) -> None:
    history, facts = history_of(stages), facts_of(stages)
    table = tb.ratings.rating_change(history, edition, floor=floor, **facts)
    reference = Changed(stages, edition, floor)
    rated = [
        (key, i) for key, stage in stages.items() for i in stage.event.players if stage.rating(i) is not None
    ]
    assert [(str(t), p) for t, p in zip(table["tournament"], table["player"], strict=True)] == rated
    for row in table.to_dict("records"):
        expected = reference.change(str(row["tournament"]), row["player"])
        assert row["games"] == expected["games"]
        assert row["score"] == float(expected["score"])
        assert round(100 * row["expected"]) == 100 * expected["expected"]
        assert (None if pd.isna(row["k"]) else row["k"]) == expected["k"]
        if expected["change"] is None:
            assert pd.isna(row["change"])
            assert pd.isna(row["new_rating"])
            assert row["reason"].startswith("not known")
        else:
            assert round(100 * row["change"]) == 100 * expected["change"]
            assert row["new_rating"] == expected["new"]
            assert pd.isna(row["reason"])
    games = tb.ratings.rating_change(history, edition, per="game", floor=floor, **facts)
    sums = games.groupby(["tournament", "player"], observed=True)[["score", "expected"]].sum()
    for (key, player), row in sums.iterrows():
        expected = reference.change(str(key), player)
        assert row["score"] == float(expected["score"])
        assert round(100 * row["expected"]) == 100 * expected["expected"]


@pytest.mark.parametrize("edition", EDITIONS)
@many
@given(stages=archives(), floor=st.sampled_from([None, 1000, 1400]))
def test_every_first_rating(edition: str, stages: dict[str, Stage], floor: int | None) -> None:
    table = tb.ratings.initial_ratings(history_of(stages), edition, floor=floor, **facts_of(stages))
    reference = Changed(stages, edition, floor)
    unrated = [
        (key, i) for key, stage in stages.items() for i in stage.event.players if stage.rating(i) is None
    ]
    assert [(str(t), p) for t, p in zip(table["tournament"], table["player"], strict=True)] == unrated
    for row in table.to_dict("records"):
        expected = reference.first_rating(str(row["tournament"]), row["player"])
        found = {name: None if pd.isna(row[name]) else row[name] for name in expected}
        assert found == expected
