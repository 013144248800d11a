"""Prize money: pooled, shared to the cent, nothing lost."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chesstb as tb
from tests.strategies import events, to_joint_tables

READ_AT = {"rules": "fide-2026"}


def standings(*places: int, tournament: str = "open") -> pd.DataFrame:
    """Return standings with these places, the players numbered from the last to the first."""
    numbers = range(len(places), 0, -1)
    return pd.DataFrame(
        {"tournament": tournament, "place": places, "player": numbers, "name": [f"P{n}" for n in numbers]}
    )


def cents(table: pd.DataFrame) -> list[int]:
    return table["cents"].tolist()


def plain(places: list[int], prizes: list[int]) -> list[int]:
    """The rule with loops: pool what the tied occupy, one cent more to the first of them."""
    paid = []
    for place in places:
        tied = places.count(place)
        pool = sum(prizes[place - 1 : place - 1 + tied])
        turn = len([p for p in paid if p[0] == place])
        paid.append((place, pool // tied + (1 if turn < pool % tied else 0)))
    return [money for _, money in paid]


def test_by_hand() -> None:
    table = tb.split_prizes(standings(1, 2, 2, 2, 5), [200, 100, 50, 20])
    assert cents(table) == [20000, 5667, 5667, 5666, 0]  # 170 among three
    assert table["prize"].tolist() == [200, 56.67, 56.67, 56.66, 0]
    assert list(table.columns) == ["tournament", "place", "player", "name", "prize", "cents"]
    assert str(table["cents"].dtype) == "Int64"
    assert str(table["prize"].dtype) == "float64"
    assert type(table).__name__ == "Table"
    assert table.attrs["notes"] == []


def test_the_tied_share_what_is_there_of_their_prizes() -> None:
    assert cents(tb.split_prizes(standings(1, 1, 1), [100])) == [3334, 3333, 3333]


def test_cents_left_over_go_by_the_order_of_the_table() -> None:
    table = standings(1, 1, 1)
    forth = tb.split_prizes(table, [100]).set_index("player")["cents"]
    back = tb.split_prizes(table[::-1], [100]).set_index("player")["cents"]
    assert forth.to_dict() == {3: 3334, 2: 3333, 1: 3333}
    assert back.to_dict() == {1: 3334, 2: 3333, 3: 3333}


def test_rows_keep_their_order() -> None:
    shuffled = standings(1, 2, 3).iloc[[2, 0, 1]]
    table = tb.split_prizes(shuffled, [3, 2, 1])
    assert table["place"].tolist() == [3, 1, 2]
    assert cents(table) == [100, 300, 200]
    assert table.index.tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    "prize",
    [50, 50.0, "50", " 50.00 ", Decimal("50.00"), Fraction(50), np.int32(50), np.float64(50), "5e1"],
)
def test_a_prize_may_be_written_in_many_ways(prize: Any) -> None:
    assert cents(tb.split_prizes(standings(1), [prize])) == [5000]


@pytest.mark.parametrize(
    ("prize", "expected"), [(0.1 + 0.2, 30), (1.1 * 3, 330), (4.35, 435), (np.float32(0.5), 50)]
)
def test_noise_of_binary_fractions_is_none(prize: float, expected: int) -> None:
    assert cents(tb.split_prizes(standings(1), [prize])) == [expected]


@pytest.mark.parametrize(
    "prize",
    [33.333, "33.333", Decimal("0.001"), Fraction(1, 3), 0.00001, -1, "-1", float("nan"), float("inf"),
     "inf", "NaN", "fifty", "", "1,000", None, True, [1], 1j, 2**60, pd.NA],
)  # fmt: skip
def test_what_is_no_whole_number_of_cents_is_refused(prize: Any) -> None:
    with pytest.raises(tb.DataError, match="expected a whole number of 1/100, not negative"):
        tb.split_prizes(standings(1), [prize])


def test_other_currencies() -> None:
    assert cents(tb.split_prizes(standings(1, 1), [101], decimals=0)) == [51, 50]
    table = tb.split_prizes(standings(1, 1), ["1.001"], decimals=3)
    assert table["prize"].tolist() == [0.501, 0.5]
    with pytest.raises(tb.DataError, match="whole number of units"):
        tb.split_prizes(standings(1), [0.5], decimals=0)
    for decimals in (-1, 7, 1.5, True, "2", None):
        with pytest.raises(tb.DataError, match="from 0 to 6"):
            tb.split_prizes(standings(1), [1], decimals=decimals)


@pytest.mark.parametrize("prizes", [100, "100", None, 5.5])
def test_prizes_are_a_list(prizes: Any) -> None:
    with pytest.raises(tb.DataError, match="a list, the first prize first"):
        tb.split_prizes(standings(1), prizes)


def test_prizes_beyond_the_players_are_not_paid_and_said_so() -> None:
    with pytest.warns(tb.Note, match=r"^open: 2 prizes are not paid \(70.00 in all\)") as said:
        table = tb.split_prizes(standings(1, 1), [200, 100, 50, 20])
    assert said[0].filename == __file__
    assert cents(table) == [15000, 15000]
    assert len(table.attrs["notes"]) == 1


def test_several_events_in_one_table() -> None:
    both = pd.concat([standings(1, 2, 2, tournament="b"), standings(1, 1, tournament="a")])
    mixed = both.iloc[[3, 0, 4, 1, 2]]
    table = tb.split_prizes(mixed, {"a": [10], "b": [5, 4, 3]})
    assert table["tournament"].tolist() == ["a", "b", "a", "b", "b"]
    assert cents(table) == [500, 500, 500, 350, 350]
    assert cents(tb.split_prizes(mixed, [4, 2])) == [300, 400, 300, 100, 100]


def test_a_tournament_without_prizes_pays_nothing() -> None:
    both = pd.concat([standings(1, tournament="a"), standings(1, tournament="b")])
    assert cents(tb.split_prizes(both, {"b": ["7.50"]})) == [0, 750]
    assert cents(tb.split_prizes(both, [])) == [0, 0]
    with pytest.raises(tb.DataError, match="no tournament 'c'.*There are: a, b"):
        tb.split_prizes(both, {"c": [1]})


def test_prizes_of_an_event_that_nobody_entered() -> None:
    table = standings(1, tournament="a")
    table["tournament"] = pd.Categorical(table["tournament"], categories=["a", "b"])
    with pytest.warns(tb.Note, match=r"^b: 1 prize is not paid \(9.50 in all\)"):
        assert cents(tb.split_prizes(table, {"a": [1], "b": [9.5]})) == [100]


@pytest.mark.parametrize("places", [(2, 3), (1, 3), (1, 1, 2), (1, 2, 2, 3), (1, 2, 3, 3, 3, 5)])
def test_places_that_are_not_those_of_whole_standings_are_refused(places: tuple[int, ...]) -> None:
    with pytest.raises(tb.DataError, match=r"standings of 'open': place . of player"):
        tb.split_prizes(standings(*places), [1])


@pytest.mark.parametrize("bad", [0, -1, 1.5, None])
def test_a_row_without_a_place_is_refused(bad: Any) -> None:
    table = standings(1, 2).assign(place=[1, bad])
    with pytest.raises(tb.DataError, match="without tournament or place"):
        tb.split_prizes(table, [1])


def test_what_is_no_standings_is_refused() -> None:
    for table in (pd.DataFrame({"place": [1]}), [1, 2], None):
        with pytest.raises(tb.DataError, match="Give what chesstb.standings returns"):
            tb.split_prizes(table, [1])


def test_prizes_among_some_of_the_players() -> None:
    table = standings(1, 2, 2, 4, 5).query("player != 4")
    place = table.groupby("tournament", observed=True)["place"].rank("min")
    assert cents(tb.split_prizes(table.assign(place=place), [30, 20, 10])) == [3000, 2000, 1000, 0]


def test_no_players_at_all() -> None:
    empty = tb.standings(tb.History.concat([]), by="PTS", **READ_AT)
    assert len(tb.split_prizes(empty, [1, 2])) == 0
    assert len(tb.split_prizes(empty, {})) == 0


purses = st.lists(st.integers(0, 10**6), max_size=16)


@settings(max_examples=60, deadline=None)
@given(several=st.lists(events(), min_size=1, max_size=5), data=st.data())
def test_every_cent_is_paid_and_the_tied_get_the_same(several: list[Any], data: st.DataObject) -> None:
    history = tb.History.from_tables(**to_joint_tables({f"e{k}": e for k, e in enumerate(several)}))
    table = tb.standings(history, by=data.draw(st.sampled_from(["PTS", "PTS WIN SB"])), rules="fide-2024")
    own = {key: data.draw(purses) for key in history.events}
    own = {key: purse[: (table["tournament"] == key).sum()] for key, purse in own.items()}
    money = {key: [Decimal(cent) / 100 for cent in purse] for key, purse in own.items()}
    paid = tb.split_prizes(table, money)
    assert paid["prize"].to_numpy().tolist() == [cent / 100 for cent in cents(paid)]
    for key, purse in own.items():
        mine = paid[paid["tournament"] == key]
        assert cents(mine) == plain(mine["place"].tolist(), purse)
        assert sum(cents(mine)) == sum(purse)
        spread = mine.groupby("place")["cents"].agg(["min", "max"])
        assert (spread["max"] - spread["min"] <= 1).all()


@settings(max_examples=60, deadline=None)
@given(sizes=st.lists(st.integers(1, 4), min_size=1, max_size=6), purse=purses)
def test_nobody_gets_more_than_who_stands_higher_where_prizes_fall(
    sizes: list[int], purse: list[int]
) -> None:
    places = [1 + sum(sizes[:k]) for k, size in enumerate(sizes) for _ in range(size)]
    purse = sorted(purse, reverse=True)[: len(places)]
    paid = cents(tb.split_prizes(standings(*places), purse, decimals=0))
    assert paid == plain(places, purse)
    assert sorted(paid, reverse=True) == paid
    assert sum(paid) == sum(purse)
