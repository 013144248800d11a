"""Published values of real events, cell by cell."""

from __future__ import annotations

from pathlib import Path

import pytest

import chesstb as tb
from chesstb.errors import FormatError
from chesstb.formats import published

DATA = Path(__file__).parent.parent / "data"


@pytest.fixture(scope="module")
def blitz() -> tb.History:
    return tb.read(DATA / "world-blitz-2021")


@pytest.mark.parametrize(("column", "criterion"), [("TB1", "BH/C1"), ("TB2", "BH"), ("points", "PTS")])
def test_world_blitz_2021_is_reproduced(blitz: tb.History, column: str, criterion: str) -> None:
    published = blitz.published[blitz.published["column"] == column].set_index("player")["value"]
    computed = tb.standings(blitz, by=criterion, rules="fide-2009").set_index("player")[criterion]
    assert len(published) == 179
    assert computed.sort_index().to_dict() == published.sort_index().to_dict()


def test_world_blitz_2021_cut_its_ratings_by_unplayed_rounds_first(blitz: tb.History) -> None:
    published = blitz.published[blitz.published["column"] == "TB3"].set_index("player")["value"]
    computed = tb.standings(blitz, by="ARO/C1", rules="world-rapid-blitz").set_index("player")["ARO/C1"]
    assert len(published) == 179
    assert computed.sort_index().to_dict() == published.sort_index().to_dict()


def test_world_blitz_2021_would_have_another_buchholz_today(blitz: tb.History) -> None:
    old, new = (tb.standings(blitz, by="PTS BH/C1 BH", rules=rules) for rules in ("fide-2009", "fide-2026"))
    differ = old.set_index("player")["BH"].sort_index() != new.set_index("player")["BH"].sort_index()
    assert 0 < differ.sum() < 179


def test_its_own_dates_choose_the_virtual_opponent(blitz: tb.History) -> None:
    with pytest.warns(tb.Note, match="judged by fide-2009 .in force on 2021-12-29"):
        found = tb.standings(blitz, by="PTS BH/C1")
    expected = tb.standings(blitz, by="PTS BH/C1", rules="fide-2009")
    assert found.equals(expected)


@pytest.mark.parametrize(
    "row", ['a,1,TB,,"' + "x" * 200_000, f"a,{'9' * 5000},TB,,1"], ids=["cell", "number"]
)
def test_cells_that_are_blown_up_are_refused(tmp_path: Path, row: str) -> None:
    path = tmp_path / "values.csv"
    path.write_text(f"tournament,player,column,criterion,value\n{row}\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"values.csv, line \d"):
        published.read_values(path)
