"""compare: places under several variants, what moves whom, how much variants agree."""

from __future__ import annotations

import math
import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chesstb as tb
from chesstb.comparison.concordance import inversions, tau_b
from chesstb.rules import page_text, rules
from chesstb.rules.steps import steps
from tests import reference
from tests.reference import comparison as plain
from tests.strategies import ROUND_ROBIN, SWISS, events, random_event, to_joint_tables
from tests.test_against_reference import codes_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.reference import Event

SMALL = "data/small/half-point-bye-and-withdrawal.trf"
LINE = ["fide-2009", "fide-2023", "fide-2024", "fide-2026"]
LIST = "PTS BH/C1 BH SB"
COLUMNS = ["tournament", "player", "name", "variant", "place", "moved", "because", "sharing", "criterion",
           "clause", "article"]  # fmt: skip

many = settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def history_of(several: list[Event]) -> tb.History:
    return tb.History.from_tables(**to_joint_tables({f"e{k}": e for k, e in enumerate(several)}))


def quiet(*args: Any, **options: Any) -> tb.Comparison:
    """Compare without a word on players without a rating."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tb.Note)
        return tb.compare(*args, **options)


def of(table: pd.DataFrame, variant: str, column: str) -> dict[int, Any]:
    """Return a column of one variant by player."""
    mine = table[table["variant"] == variant]
    return dict(zip(mine["player"].tolist(), mine[column].tolist(), strict=True))


@pytest.fixture(scope="module")
def small() -> tb.History:
    return tb.read(SMALL)


# ---------------------------------------------------------------- worked by hand

OPPONENTS = "BH/C1: opponents-unplayed (16.3)"
OWN = "BH/C1: own-unplayed (16.4)"

PLACES = {  # players 1 to 16, A to P
    "fide-2009": [4, 1, 2, 3, 9, 6, 14, 7, 15, 16, 8, 10, 13, 12, 11, 5],
    "fide-2023": [4, 1, 2, 3, 9, 6, 13, 8, 15, 16, 7, 11, 14, 12, 10, 5],
    "fide-2024": [4, 1, 2, 3, 9, 6, 13, 8, 15, 16, 7, 11, 14, 12, 10, 5],
    "fide-2026": [4, 1, 2, 3, 9, 6, 13, 7, 15, 16, 8, 11, 14, 12, 10, 5],
}

BECAUSE = {
    "fide-2009": {},
    "fide-2023": {
        # K's forfeit win: virtual opponent ½ + 0 + ½ = 1, so 12 - 1 = 11; under 2023 his own 2½ counts,
        # 13½ - 1½ = 12, as many as H (12, since N counts 2 and no longer 3, F 3 and no longer 2½).
        # BH is 13½ for both, SB puts K ahead.
        11: (1, OWN),
        8: (-1, OWN),
        # L sat out twice and drops from 13½ - 1½ = 12 to 11½ - 2 = 9½ when his own score counts, below
        # O (11 throughout). But O moved before that: N rises from 10½ to 11 with F's 3 and passes O
        # by BH (12½ to 12); the first difference is the opponents' unplayed rounds.
        12: (-1, OWN),
        15: (1, OPPONENTS),
        # K counts 2½ and no longer 2 for G (12 to 12½), N counts 2 and no longer 3 for M (12½ to 12).
        7: (1, OPPONENTS),
        13: (-1, OPPONENTS),
    },
}
BECAUSE["fide-2024"] = BECAUSE["fide-2023"]
# K's dummy opponent is capped at the 1½ of I, whom he should have met: 12½ - 1½ = 11, H stays ahead.
BECAUSE["fide-2026"] = {player: BECAUSE["fide-2023"][player] for player in (12, 15, 7, 13)}


def test_the_way_from_2009_to_2026_by_hand(small: tb.History) -> None:
    table = tb.compare(small, LIST, LINE)
    for variant in LINE:
        places = of(table, variant, "place")
        assert [places[player] for player in range(1, 17)] == PLACES[variant]
        moved, because = (of(table, variant, column) for column in ("moved", "because"))
        said = {player: (moved[player], because[player]) for player in moved if because[player]}
        assert said == BECAUSE[variant]
    k = table[(table["player"] == 11) & (table["variant"] == "fide-2023")].iloc[0]
    assert k[["criterion", "clause", "article"]].tolist() == ["BH/C1", "own-unplayed", "16.4"]
    assert [of(table, variant, "BH/C1")[11] for variant in LINE] == [11, 12, 12, 11]


def test_the_summary_by_hand(small: tb.History) -> None:
    summary = tb.compare(small, LIST, LINE).summary()
    assert summary["variant"].tolist() == LINE
    assert summary["winners"].tolist() == ["2"] * 4
    assert summary["places_changed"].tolist() == [0, 6, 6, 4]
    assert summary["largest_move"].tolist() == [0, 1, 1, 1]
    assert summary["players"].tolist() == [16] * 4
    assert not summary["winner_changed"].any()
    # Of 120 pairs 3 are turned round under 2023 (KH, LO, GM), 2 under 2026.
    assert summary["tau"].tolist() == pytest.approx([1, 114 / 120, 114 / 120, 116 / 120])


# ---------------------------------------------------------------- what a user sees


def test_columns_order_and_types(small: tb.History) -> None:
    table = tb.compare(small, LIST, LINE)
    assert isinstance(table, tb.Comparison)
    assert list(table.columns) == [*COLUMNS, "PTS", "BH/C1", "BH", "SB"]
    assert table["variant"].cat.categories.tolist() == LINE
    assert table["variant"].cat.ordered
    sorted_ = table.sort_values(["tournament", "variant", "place"], kind="stable")
    assert sorted_.index.tolist() == list(range(64))
    for column in ("place", "moved", "sharing"):
        assert table[column].dtype == "int64"
    for column in ("because", "criterion", "clause", "article"):
        assert table[column].dtype == "str"
        assert table[column].notna().all()
    assert (table.dtypes.iloc[len(COLUMNS) :] == "float64").all()
    assert table.attrs["variants"] == LINE
    assert table.attrs["criteria"] == ["PTS", "BH/C1", "BH", "SB"]
    assert type(table.head()).__name__ == "Table"
    assert type(table.summary()).__name__ == "Table"
    assert type(table.agreement()).__name__ == "Table"
    assert "<td>3½</td>" in table._repr_html_()


def test_a_version_with_itself_moves_nobody(small: tb.History) -> None:
    table = tb.compare(small, LIST, ["fide-2026", "fide-2026"])
    assert table["variant"].cat.categories.tolist() == ["fide-2026", "fide-2026 (2)"]
    assert not table["moved"].any()
    assert not table["because"].str.len().any()
    assert table.summary()["tau"].tolist() == [1, 1]


def test_an_alias_is_the_version_that_it_stands_for(small: tb.History) -> None:
    table = tb.compare(small, "PTS", ["fide-2019", "FIDE_2026"])
    assert table.attrs["variants"] == ["fide-2009", "fide-2026"]


@pytest.mark.parametrize(
    "by",
    [
        ["PTS BH", "PTS SB"],
        ["PTS,BH", "PTS  SB"],
        [["PTS", "BH"], ["PTS", "SB"]],
        [("PTS", "BH"), "PTS SB"],
    ],
)
def test_lists_of_criteria(small: tb.History, by: Any) -> None:
    table = tb.compare(small, by, "fide-2026")
    assert [name.replace(",", " ") for name in table.attrs["variants"]] == ["PTS BH", "PTS SB"]
    assert list(table.columns[len(COLUMNS) :]) == ["PTS", "BH", "SB"]
    names = table.attrs["variants"]
    assert table.loc[table["variant"] == names[0], "SB"].isna().all()
    assert table.loc[table["variant"] == names[1], "BH"].isna().all()
    assert set(table["because"]) == {"", "SB"}
    assert set(table["clause"]) == {""}
    assert set(table["article"]) == {"", "9.1"}


def test_one_list_of_plain_entries_is_one_list(small: tb.History) -> None:
    table = tb.compare(small, ["PTS", "BH"], ["fide-2009", "fide-2026"])
    assert table.attrs["variants"] == ["fide-2009", "fide-2026"]


def test_a_list_that_ends_early(small: tb.History) -> None:
    longer, shorter = "PTS SB", "PTS"
    table = tb.compare(small, [[*longer.split()], [shorter]], "fide-2026")
    assert set(table["because"]) == {"", "without SB"}
    table = tb.compare(small, [[shorter], longer.split()], "fide-2026")
    assert set(table["because"]) == {"", "SB"}
    tied = of(table, "PTS", "sharing")
    because = of(table, "PTS SB", "because")
    assert {player for player in tied if tied[player] > 1} == {p for p in because if because[p]}


def test_versions_times_lists(small: tb.History) -> None:
    table = tb.compare(small, ["PTS BH/C1", "PTS WIN"], ["fide-2009", "fide-2026"])
    assert table.attrs["variants"] == [
        "fide-2009: PTS BH/C1",
        "fide-2009: PTS WIN",
        "fide-2026: PTS BH/C1",
        "fide-2026: PTS WIN",
    ]
    last = table[table["variant"] == "fide-2026: PTS WIN"]
    assert set(last["because"]) <= {"", OPPONENTS, OWN, "WIN"}  # first the clauses, then the list
    assert {"", OPPONENTS, "WIN"} <= set(last["because"])
    assert len(set(table.loc[table["variant"] == "fide-2026: PTS BH/C1", "because"])) > 1


def test_a_list_for_each_version(small: tb.History) -> None:
    table = tb.compare(small, rules={"fide-2026": "PTS BH/C1", "uscf": ["PTS", "MODMED", "SOLKOFF"]})
    assert table.attrs["variants"] == ["fide-2026: PTS BH/C1", "uscf: PTS MODMED SOLKOFF"]
    assert {"", "MODMED"} <= set(table["because"]) <= {"", "MODMED", "SOLKOFF"}
    assert set(table.loc[table["because"] == "MODMED", "article"]) == {"34E1"}
    alone = tb.standings(small, "PTS MODMED SOLKOFF", "uscf")
    mine = table[table["variant"] == "uscf: PTS MODMED SOLKOFF"]
    assert mine["player"].tolist() == alone["player"].tolist()
    assert mine["MODMED"].tolist() == alone["MODMED"].tolist()


def test_the_fide_line_where_no_version_is_named(small: tb.History) -> None:
    assert tb.compare(small, LIST).attrs["variants"] == LINE
    with pytest.warns(tb.Note, match="fide-2009 left out: fide-2009 gives BH no modifier P") as said:
        table = tb.compare(small, "PTS BH/P")
    assert table.attrs["variants"] == LINE[1:]
    assert len(said) == len(table.attrs["notes"]) == 1
    assert said[0].filename == __file__


def test_a_version_that_bans_the_list_in_one_of_the_events_is_left_out(small: tb.History) -> None:
    both = tb.History.concat([small, tb.read("data/small/round-robin-of-five.trf")])
    with pytest.warns(tb.Note) as said:
        table = tb.compare(both, "PTS BH")
    start = "fide-2026 left out: event 'round-robin-of-five': fide-2026 bans BH"
    assert [note.startswith(start) for note in table.attrs["notes"]].count(True) == 1
    assert [str(one.message) for one in said] == table.attrs["notes"]
    assert table.attrs["variants"] == LINE[:-1]


def test_in_force_where_lists_are_compared(small: tb.History) -> None:
    with pytest.warns(tb.Note, match="judged by fide-2026") as said:
        table = tb.compare(small, ["PTS BH", "PTS SB"])
    assert len(said) == 1
    assert table.attrs["variants"] == ["PTS BH", "PTS SB"]
    with pytest.warns(tb.Note, match="judged by fide-2026"):
        table = tb.compare(small, LIST, ["in force", "fide-2009"])
    assert table.attrs["variants"] == ["in force", "fide-2009"]


def test_the_events_own_list_is_said_once(small: tb.History) -> None:
    with pytest.warns(tb.Note, match="ranked by PTS BH/C1 BH SB") as said:
        table = tb.compare(small, rules=["fide-2009", "fide-2026"])
    assert len(said) == 1
    assert list(table.columns[len(COLUMNS) :]) == LIST.split()
    with pytest.warns(tb.Note, match="ranked by"):
        assert tb.compare(small).attrs["variants"] == LINE


def test_a_page_of_ones_own(small: tb.History, tmp_path: Path) -> None:
    page = tmp_path / "club.toml"
    text = page_text("fide-2026").replace("own-score-capped", "own-score")
    page.write_text(text, encoding="utf-8")
    table = tb.compare(small, LIST, ["fide-2026", page])
    assert table.attrs["variants"] == ["fide-2026", "club"]
    assert of(table, "club", "place") == of(tb.compare(small, LIST, LINE), "fide-2024", "place")
    assert set(of(table, "club", "because").values()) == {"", "BH/C1: own-unplayed (16.4)"}


def test_a_mixture_that_no_version_admits_is_passed_over(small: tb.History, tmp_path: Path) -> None:
    """With the other page's count of cuts, but not yet its definition of BH, BH/C2 cannot be asked for."""
    text = page_text("fide-2026")
    for old, new in [
        ('"as-asked", ', '"by-rounds",'),
        ('forfeits-results     = { reads = "unplayed",  ', 'forfeits-results     = { reads = "played",    '),
        ('BH   = { article = "8.1",', 'BH   = { article = "8.1", cut-count = "as-asked",'),
    ]:
        assert old in text
        text = text.replace(old, new)
    page = tmp_path / "mixed.toml"
    page.write_text(text, encoding="utf-8")
    table = tb.compare(small, "PTS BH/C2", ["fide-2026", page])
    assert set(of(table, "mixed", "because").values()) == {"", "BH/C2: definition (8.1)"}
    alone = tb.standings(small, "PTS BH/C2", page)
    assert table.loc[table["variant"] == "mixed", "BH/C2"].tolist() == alone["BH/C2"].tolist()


def test_after_a_round(small: tb.History) -> None:
    table = tb.compare(small, LIST, LINE, after=3)
    for version in LINE:
        alone = tb.standings(small, LIST, version, after=3)
        assert of(table, version, "place") == dict(zip(alone["player"], alone["place"], strict=True))


# ---------------------------------------------------------------- errors and odd events


@pytest.mark.parametrize(
    "call",
    [
        {"by": LIST, "rules": "fide-2026"},
        {"by": LIST, "rules": ["fide-2026"]},
        {"by": [LIST], "rules": "fide-2026"},
        {"by": LIST, "rules": []},
        {"rules": {"fide-2026": LIST}},
        {"by": [], "rules": ["fide-2026"]},
    ],
)
def test_one_variant_is_nothing_to_compare(small: tb.History, call: dict[str, Any]) -> None:
    with pytest.raises((tb.RuleError, tb.CriterionError), match="at least two|empty list of criteria"):
        tb.compare(small, **call)


def test_no_version_is_left(small: tb.History) -> None:
    with pytest.raises(tb.RuleError, match="1 variant to compare: fide-2009 left out: .*at least two"):
        tb.compare(small, "PTS RTNG")


def test_an_error_names_the_variant(small: tb.History) -> None:
    with pytest.raises(tb.RuleError, match="variant 'fide-2009': fide-2009 gives BH no modifier P"):
        tb.compare(small, "PTS BH/P", ["fide-2026", "fide-2009"])
    with pytest.raises(tb.RuleError, match="variant 'uscf: PTS FB': uscf does not define FB"):
        tb.compare(small, rules={"fide-2026": "PTS", "uscf": "PTS FB"})
    both = tb.History.concat([small, tb.read("data/small/round-robin-of-five.trf")])
    with pytest.raises(tb.RuleError, match="variant 'PTS BH': event 'round-robin-of-five': fide-2026 bans"):
        tb.compare(both, ["PTS SB", "PTS BH"], "fide-2026")


def test_the_matrix_of_agreement_can_be_stored(small: tb.History, tmp_path: Path) -> None:
    matrix = tb.compare(small, LIST, LINE).agreement()
    matrix.to_parquet(tmp_path / "agreement.parquet")
    stored = pd.read_parquet(tmp_path / "agreement.parquet")
    assert stored.columns.tolist() == stored.index.tolist() == LINE
    assert (stored.to_numpy() == matrix.to_numpy()).all()


def test_what_cannot_be_read_is_said(small: tb.History) -> None:
    with pytest.raises(tb.RuleError, match="no rule version 'fide-2025'"):
        tb.compare(small, LIST, ["fide-2026", "fide-2025"])
    with pytest.raises(tb.CriterionError, match="no tie-break 'XX'"):
        tb.compare(small, "PTS XX", LINE)
    with pytest.raises(tb.CriterionError, match="a list of criteria"):
        tb.compare(small, ["PTS BH", 5], LINE)
    with pytest.raises(tb.CriterionError, match="a list of criteria"):
        tb.compare(small, 5, LINE)
    with pytest.raises(tb.CriterionError, match="7; expected a list of criteria"):
        tb.compare(small, rules={"fide-2026": "PTS", "uscf": 7})
    with pytest.raises(tb.RuleError, match="no variant to compare"):
        tb.compare(small, LIST, [])
    with pytest.raises(tb.DataError, match="no criterion 3"):
        tb.compare(small, LIST, LINE).agreement(within=3)
    with pytest.raises(tb.RuleError, match="one of the two"):
        tb.compare(small, LIST, {"fide-2026": "PTS", "uscf": "PTS"})
    with pytest.raises(tb.DataError, match="is no History"):
        tb.compare(SMALL, LIST, LINE)
    with pytest.raises(tb.DataError, match="a round from 1 to 5"):
        tb.compare(small, LIST, LINE, after=6)
    with pytest.raises(tb.RuleError, match="rules=5; expected"):
        tb.compare(small, LIST, 5)


def test_no_events_at_all() -> None:
    nothing = tb.History.concat([])
    table = tb.compare(nothing, LIST, LINE)
    assert list(table.columns) == [*COLUMNS, *LIST.split()]
    assert len(table) == len(table.summary()) == 0
    assert (
        table.dtypes.equals(tb.compare(tb.read(SMALL), LIST, LINE).dtypes[table.columns]) or len(table) == 0
    )
    assert table.agreement().shape == (4, 4)
    assert table.agreement().isna().all(axis=None)
    assert table.agreement(within="PTS").isna().all(axis=None)
    assert tb.compare(nothing, LIST).attrs["variants"] == LINE


def test_an_event_that_nobody_entered_and_one_of_one_player() -> None:
    games = {"tournament": ["a"], "player": [1], "round": [1], "opponent": [None], "outcome": ["U"]}
    history = tb.History.from_tables(games, tournaments={"tournament": ["a", "b"]})
    summary = tb.compare(history, LIST, LINE).summary()
    assert summary["tournament"].tolist() == ["a"] * 4 + ["b"] * 4
    assert summary["players"].tolist() == [1] * 4 + [0] * 4
    assert summary["winners"].tolist() == ["1"] * 4 + [""] * 4
    assert summary["tau"].isna().all()
    assert summary["largest_move"].tolist() == [0] * 8


def test_shared_wins_and_ties() -> None:
    games = {
        "player": [1, 2, 3, 4, 5],
        "round": [1] * 5,
        "opponent": [2, 1, 4, 3, None],
        "outcome": ["1", "0", "1", "0", "H"],
    }
    history = tb.History.from_tables(games, {"player": [1, 2, 3, 4, 5], "name": ["<b>", None, "C", "D", "E"]})
    table = tb.compare(history, [["PTS"], ["PTS", "TPN"], ["TPN"]], "fide-2026")
    summary = table.summary()
    assert summary["winners"].tolist() == ["1, 3", "1", "1"]
    assert summary["winner_changed"].tolist() == [False, True, True]
    assert summary["podium_changed"].tolist() == [False, True, True]
    assert summary["ties"].tolist() == [2, 0, 0]
    assert summary["tied"].tolist() == [4, 0, 0]
    assert "&lt;b&gt;" in table._repr_html_()
    # Under PTS 1 and 3 are tied, 2 and 4 as well: 8 of 10 pairs are decided, all alike under PTS TPN.
    assert summary["tau"].tolist()[:2] == pytest.approx([1, 8 / math.sqrt(8 * 10)])


def test_agreement_among_players_with_equal_points(small: tb.History) -> None:
    table = tb.compare(small, ["PTS BH", "PTS SB", "PTS TPN"], "fide-2026")
    matrix = table.agreement(within="PTS")
    assert matrix.index.tolist() == matrix.columns.tolist() == ["PTS BH", "PTS SB", "PTS TPN"]
    points = of(table, "PTS BH", "PTS")
    for a in matrix.index:
        for b in matrix.columns:
            expected = plain.tau_b(of(table, a, "place"), of(table, b, "place"), points)
            assert matrix.loc[a, b] == pytest.approx(expected)
    assert (matrix.to_numpy() <= table.agreement().to_numpy() + 1e-12).all()
    with pytest.raises(tb.DataError, match="no criterion 'XY'"):
        table.agreement(within="XY")
    with pytest.raises(tb.DataError, match="variant 'PTS SB' has no BH"):
        table.agreement(within="BH")


# ---------------------------------------------------------------- against plain loops


def lists_of(version: str, systems: tuple[str, ...], data: st.DataObject, others: str = "") -> list[str]:
    """Draw a list of criteria that one or two versions define."""
    codes = [code for code in codes_of(version, systems[0]) if code != "PTS"]
    if others:
        codes = [code for code in codes if code in codes_of(others, systems[0])]
    return ["PTS", *data.draw(st.lists(st.sampled_from(codes), min_size=1, max_size=3, unique=True))]


SYSTEMS = pytest.mark.parametrize("systems", [SWISS, ROUND_ROBIN], ids=["swiss", "round-robin"])


def check_against_plain_places(
    table: tb.Comparison, several: list[Event], variants: list[tuple[str, list[str]]]
) -> None:
    """Places, moves, who has a cause, the summary and the agreement by plain loops."""
    names, summary = table.attrs["variants"], table.summary()
    taus: dict[tuple[int, int], list[float]] = {}
    for k, event in enumerate(several):
        mine = table[table["tournament"] == f"e{k}"]
        ranked = [plain.ranked(event, version, codes) for version, codes in variants]
        for name, standing in zip(names, ranked, strict=True):
            moved = {i: ranked[0][i][0] - place for i, (place, _) in standing.items()}
            differs = {i for i in standing if standing[i] != ranked[0][i]}
            assert of(mine, name, "place") == {i: place for i, (place, _) in standing.items()}
            assert of(mine, name, "sharing") == {i: sharing for i, (_, sharing) in standing.items()}
            assert of(mine, name, "moved") == moved
            assert {i for i, said in of(mine, name, "because").items() if said} == differs
            row = summary[(summary["tournament"] == f"e{k}") & (summary["variant"] == name)].iloc[0]
            winners = [[i for i in sorted(s) if s[i][0] == 1] for s in (ranked[0], standing)]
            assert row["winners"] == ", ".join(str(i) for i in winners[1])
            assert row["winner_changed"] == (winners[0] != winners[1])
            assert row["places_changed"] == sum(1 for move in moved.values() if move)
            assert row["largest_move"] == max(abs(move) for move in moved.values())
            assert row["tied"] == sum(sharing > 1 for _, sharing in standing.values())
            assert row["ties"] == len({place for place, sharing in standing.values() if sharing > 1})
            podium = [{i: s[i][0] for i in s if s[i][0] <= 3} for s in (ranked[0], standing)]
            assert row["podium_changed"] == (podium[0] != podium[1])
        for i, a in enumerate(ranked):
            for j, b in enumerate(ranked):
                places = [{p: s[p][0] for p in s} for s in (a, b)]
                tau = plain.tau_b(*places, dict.fromkeys(event.players))
                if tau is not None:
                    taus.setdefault((i, j), []).append(tau)
    agreement = table.agreement().to_numpy()
    for i, j in np.ndindex(agreement.shape):
        found = taus.get((i, j), [])
        expected = sum(found) / len(found) if found else math.nan
        assert agreement[i, j] == pytest.approx(expected, nan_ok=True)


@SYSTEMS
@many
@given(data=st.data())
def test_versions_against_plain_loops(systems: tuple[str, ...], data: st.DataObject) -> None:
    several = data.draw(st.lists(events(systems), min_size=1, max_size=4))
    first, second = (data.draw(st.sampled_from(reference.VERSIONS)) for _ in range(2))
    codes = lists_of(first, systems, data, second)
    history = history_of(several)
    table = quiet(history, " ".join(codes), [first, second])
    check_against_plain_places(table, several, [(first, codes), (second, codes)])
    for name, version in zip(table.attrs["variants"], (first, second), strict=True):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", tb.Note)
            alone = tb.standings(history, codes, version)
        mine = table[table["variant"] == name].reset_index(drop=True)
        for column in ("player", "place", *codes):
            assert mine[column].equals(alone[column])
    check_clauses(table, history, (first, second), codes)


def prefixes(history: tb.History, version: tb.RuleVersion, codes: list[str]) -> list[dict[Any, Any]]:
    """What stands after each criterion: (event, player) to place and how many share it."""
    found = []
    for length in range(1, len(codes) + 1):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", tb.Note)
            table = tb.standings(history, codes[:length], version)
        rows = list(zip(table["tournament"], table["player"], table["place"], strict=True))
        places: dict[Any, dict[int, int]] = {}
        for key, player, place in rows:
            places.setdefault(key, {})[player] = place
        found.append(
            {(key, i): said for key, own in places.items() for i, said in plain.standing(own).items()}
        )
    return found


@pytest.mark.parametrize(
    "versions", [("fide-2009", "fide-2026"), ("fide-2026", "fide-2009"), ("fide-2024", "draw-for-unplayed")]
)
@pytest.mark.parametrize("by", ["PTS BH BH/C1", "BH/C1 WIN SB", "SB BH"])
def test_every_cause_of_an_archive(by: str, versions: tuple[str, str]) -> None:
    """Large enough for a clause to change the order by a criterion, and another to change the place."""
    archive = history_of([random_event("swiss", 3 + k % 10, 2 + k % 6, k) for k in range(200)])
    table = quiet(archive, by, list(versions))
    assert (table["because"] != "").sum() > 100
    check_clauses(table, archive, versions, by.split())


def check_clauses(
    table: tb.Comparison, history: tb.History, versions: tuple[str, str], codes: list[str]
) -> None:
    """Walk the way by whole standings, step by step, and name the first that made a difference."""
    way = steps(rules(versions[0]), rules(versions[1]))
    stops = [prefixes(history, rules(versions[0]), codes)]
    stops += [prefixes(history, step.version, codes) for step in way]
    mine = table[table["variant"] == table.attrs["variants"][1]]
    said = zip(mine["tournament"], mine["player"], mine["criterion"], mine["clause"], strict=True)
    for key, player, criterion, clause in said:
        who, expected = (key, player), ("", "")
        if stops[-1][-1][who] != stops[0][-1][who]:
            k = next(k for k in range(1, len(stops)) if stops[k][-1][who] != stops[0][-1][who])
            here = next(c for c, _ in enumerate(codes) if stops[k][c][who] != stops[k - 1][c][who])
            expected = (codes[here], way[k - 1].clause)
        assert (criterion, clause) == expected


@SYSTEMS
@many
@given(data=st.data())
def test_lists_against_plain_loops(systems: tuple[str, ...], data: st.DataObject) -> None:
    several = data.draw(st.lists(events(systems), min_size=1, max_size=4))
    version = data.draw(st.sampled_from(reference.VERSIONS))
    lists = [lists_of(version, systems, data) for _ in range(3)]
    table = quiet(history_of(several), lists, version)
    check_against_plain_places(table, several, [(version, codes) for codes in lists])
    for k, event in enumerate(several):
        mine = table[table["tournament"] == f"e{k}"]
        for name, codes in list(zip(table.attrs["variants"], lists, strict=True))[1:]:
            because = of(mine, name, "because")
            for player in event.players:
                length = plain.first_criterion(
                    lambda n, e=event: plain.ranked(e, version, lists[0][:n]),
                    lambda n, e=event, c=codes: plain.ranked(e, version, c[:n]),
                    max(len(lists[0]), len(codes)),
                    player,
                )
                ended = length is not None and length > len(codes)
                word = "" if length is None else (lists[0] if ended else codes)[length - 1]
                whole = (
                    plain.ranked(event, version, lists[0])[player]
                    != plain.ranked(event, version, codes)[player]
                )
                assert because[player] == (f"without {word}" if ended else word) * whole


numbers = st.lists(st.integers(0, 7), max_size=12)


@settings(max_examples=200, deadline=None)
@given(several=st.lists(numbers, min_size=1, max_size=4), seed=st.integers(0, 999))
def test_tau_of_many_events_at_once(several: list[list[int]], seed: int) -> None:
    rng = np.random.default_rng(seed)
    event = np.repeat(np.arange(len(several)), [len(one) for one in several])
    a = np.array([value for one in several for value in one], dtype=np.int64)
    b, group = rng.integers(0, 9, len(a)), rng.integers(0, 3, len(a))
    order = rng.permutation(len(a))
    for within in (None, group):
        chosen = None if within is None else within[order]
        found = tau_b(event[order], a[order], b[order], len(several), chosen)
        for number in range(len(several)):
            rows = np.flatnonzero(event == number).tolist()
            groups = {r: 0 if within is None else int(within[r]) for r in rows}
            expected = plain.tau_b({r: int(a[r]) for r in rows}, {r: int(b[r]) for r in rows}, groups)
            assert found[number] == pytest.approx(math.nan if expected is None else expected, nan_ok=True)


@settings(max_examples=100, deadline=None)
@given(several=st.lists(st.lists(st.integers(0, 20), min_size=1), min_size=1, max_size=4))
def test_inversions_by_counting(several: list[list[int]]) -> None:
    segment = np.repeat(np.arange(len(several)), [len(one) for one in several])
    found = inversions(segment, np.array([v for one in several for v in one]))
    expected = [
        sum(one[i] > one[j] for i in range(len(one)) for j in range(i + 1, len(one))) for one in several
    ]
    assert found.tolist() == expected
