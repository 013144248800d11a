"""explain: the total is the value, always; what is said of rounds, players and versions is true."""

from __future__ import annotations

import math
import warnings
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chesstb as tb
from chesstb.explanation.totals import WAYS
from chesstb.tiebreak import REGISTRY
from tests import reference
from tests.strategies import ROUND_ROBIN, SWISS, events, to_tables
from tests.test_against_reference import codes_of

if TYPE_CHECKING:
    from tests.reference import Event

SMALL = Path(__file__).parents[1] / "data" / "small"
many = settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
SYSTEMS = pytest.mark.parametrize("systems", [SWISS, ROUND_ROBIN], ids=["swiss", "round-robin"])


@pytest.fixture(scope="module")
def swiss():
    return tb.read(SMALL / "half-point-bye-and-withdrawal.trf")


def same(one: float, other: float) -> bool:
    return one == other or (math.isnan(one) and math.isnan(other))


def widths(text: str) -> int:
    return max(len(line) for line in text.splitlines())


def quiet(function, *arguments, **options):
    """Call without the notes on ratings that are missing."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tb.Note)
        return function(*arguments, **options)


# ---------------------------------------------------------------- laws


@pytest.mark.parametrize("version", reference.VERSIONS)
@SYSTEMS
@many
@given(data=st.data())
def test_the_total_is_the_value_of_the_standings(version, systems, data):
    event: Event = data.draw(events(systems, withdrawn=True))
    history = tb.History.from_tables(**to_tables(event))
    who = data.draw(st.sampled_from(event.players))
    after = data.draw(st.none() | st.just(1)) if event.rows else None
    codes = data.draw(st.lists(st.sampled_from(codes_of(version, systems[0])), max_size=8, unique=True))
    codes = [code for code in codes if code != "PTS"]
    plain = [code for code in codes if not REGISTRY[why_code(code)].among_tied]
    table = quiet(tb.standings, history, ["PTS", *plain], version, after=after).set_index("player")
    for code in ["PTS", *codes]:
        why = quiet(tb.explain, history, who, code, version, after=after)
        if code not in table:
            by = f"PTS {code}"
            table[code] = quiet(tb.standings, history, by, version, after=after).set_index("player")[code]
        assert same(why.value, table.loc[who, code]), (code, str(why))
        assert same(why.total, why.value), (code, str(why))
        assert widths(str(why)) <= 100
        assert why._repr_html_().count("<table>") == why._repr_html_().count("</table>")


def why_code(code: str) -> str:
    head = code.partition("/")[0]
    return {"GE": "REP", "SNO": "TPN"}.get(head, head)


@pytest.mark.parametrize("version", reference.VERSIONS)
@SYSTEMS
@many
@given(data=st.data())
def test_rounds_are_those_of_the_contributions(version, systems, data):
    event: Event = data.draw(events(systems, withdrawn=True))
    history = tb.History.from_tables(**to_tables(event))
    who = data.draw(st.sampled_from(event.players))
    code = data.draw(st.sampled_from(codes_of(version, systems[0])))
    table = quiet(tb.explain, history, who, code, version).table
    rows = quiet(tb.contributions, history, code, version).query("player == @who")
    mine, theirs = (t[t["round"].notna()].reset_index(drop=True) for t in (table, rows))
    columns = ["round", "opponent", "outcome", "kept", "article"]
    pd.testing.assert_frame_equal(pd.DataFrame(mine[columns]), pd.DataFrame(theirs[columns]))
    if not code.startswith("TPR"):  # whose ratings are shown as the variant counts them
        assert mine["value"].tolist() == theirs["value"].tolist()


def both(one: str, other: str, system: str) -> list[str]:
    theirs = codes_of(other, system)
    return [code for code in codes_of(one, system) if code in theirs]


@SYSTEMS
@settings(many, max_examples=40)
@given(data=st.data())
def test_what_clauses_change_adds_up(systems, data):
    event: Event = data.draw(events(systems, withdrawn=True))
    history = tb.History.from_tables(**to_tables(event))
    who = data.draw(st.sampled_from(event.players))
    versions = data.draw(st.lists(st.sampled_from(reference.VERSIONS), min_size=2, max_size=2))
    codes = both(*versions, systems[0])
    for code in data.draw(st.lists(st.sampled_from(codes), min_size=1, max_size=4, unique=True)):
        why = quiet(tb.explain, history, who, code, rules=versions)
        ends = [quiet(tb.explain, history, who, code, version) for version in versions]
        assert_adds_up(why, ends, code)


def assert_adds_up(why, ends, code):
    values = [end.value for end in ends]
    parts, table = why.parts, why.table
    assert same(why.value, values[1] - values[0]) or math.isclose(why.value, values[1] - values[0])
    assert same(why.total, why.value), (code, str(why))
    assert widths(str(why)) <= 100
    if math.isnan(why.value):
        return
    if REGISTRY[why_code(code)].way != "sum":
        assert math.isclose(parts["difference"].sum(), why.value, abs_tol=1e-9)
        assert parts["round"].isna().all()
        return
    for column, end in zip(table.columns[4:6], ends, strict=True):
        kept = end.table["value"].where(end.table["kept"], 0)
        counted = table.loc[table["round"].notna(), column]
        assert counted.tolist() == kept[end.table["round"].notna()].tolist()
    by_round = parts.groupby(parts["round"].fillna(0))["difference"].sum()
    rows = table.assign(round=table["round"].fillna(0)).set_index("round")["difference"]
    for number, difference in rows.items():
        assert math.isclose(by_round.get(number, 0.0), difference, abs_tol=1e-9), (code, str(why))
    assert math.isclose(parts["difference"].sum(), why.value, abs_tol=1e-9)


@SYSTEMS
@many
@given(data=st.data())
def test_what_separates_is_what_the_standings_say(systems, data):
    event: Event = data.draw(events(systems).filter(lambda e: len(e.players) > 1))
    history = tb.History.from_tables(**to_tables(event))
    codes = data.draw(st.lists(st.sampled_from(codes_of("fide-2026", systems[0])), min_size=1, max_size=4))
    by = ["PTS", "DE", *(code for code in codes if code not in ("PTS", "DE"))]
    by = list(dict.fromkeys(by))
    standings = quiet(tb.standings, history, by, "fide-2026")
    places = standings.set_index("player")["place"]
    lists = [by[: k + 1] for k in range(len(by))]
    shorter = [quiet(tb.standings, history, part, "fide-2026").set_index("player")["place"] for part in lists]
    why = quiet(tb.explain, history, players=event.players, by=by, rules="fide-2026")
    assert widths(str(why)) <= 100
    pairs = why.table.drop_duplicates(["player", "other"])[["player", "other"]].to_numpy().tolist()
    assert len(pairs) == len(event.players) - 1
    for one, other in pairs:
        rows = why.table.query("player == @one and other == @other").reset_index(drop=True)
        assert rows["criterion"].tolist() == by
        assert len(pairs) == 1 or places[one] <= places[other]
        assert rows["separates"].sum() == (places[one] != places[other])
        for k in range(len(by)):
            before = k == 0 or shorter[k - 1][one] == shorter[k - 1][other]
            assert rows.loc[k, "separates"] == (before and shorter[k][one] != shorter[k][other])
            assert (rows.loc[k, "tied"] > 0) == before


def test_every_way_of_totalling_is_one_that_can_be_said():
    assert {item.way for item in REGISTRY.values()} == set(WAYS)


# ---------------------------------------------------------------- one value, by hand


def test_a_half_point_bye_a_forfeit_and_a_bye(swiss):
    """Extract D of the worked examples: two dummies of 1½ are voluntary, the first of them is cut."""
    why = tb.explain(swiss, 9, "BH/C1", "fide-2026")
    assert (why.value, why.total) == (7.5, 7.5)
    table = why.table.set_index("round")
    assert table["value"].tolist() == [3.5, 1, 1.5, 1.5, 1.5]
    assert table["kept"].tolist() == [True, True, False, True, True]
    assert table["article"].tolist() == ["8.1", "8.1", "16.5", "16.4.1", "16.4.2"]
    assert table["colour"].tolist()[:2] == ["b", "w"]
    assert table["points"].tolist() == [0, 0, 0.5, 0, 1]
    assert table.loc[1, "name"] == "Player A"
    assert table.loc[[3, 5], "opponent"].isna().all()
    assert table.loc[3, "reason"] == (
        "cut: voluntary unplayed rounds go first. Half-point bye: the own score 1½, not above 2½, "
        "a draw in each of 5 rounds (16.4.2)"
    )
    assert table.loc[4, "reason"] == "forfeit loss: the own score 1½, not above the opponent's score 2½"
    assert why.says[-1] == "Sum of what is kept: 3½ + 1 + 1½ + 1½ = 7½."


def test_modifier_p_makes_the_forfeit_a_game(swiss):
    why = tb.explain(swiss, 9, "BH/P", "fide-2026")
    assert why.value == 10
    assert why.table.loc[3, "reason"] == "forfeit loss, by modifier P a game: opponent scored 2½"


def test_the_cap_of_a_forfeit_win(swiss):
    """Extract C: player 11, 2½ points, won by forfeit against player 9, who has 1½."""
    why = tb.explain(swiss, 11, "BH", "fide-2026")
    assert why.value == 12.5
    assert why.table.loc[3, "article"] == "16.4.1"
    said = "forfeit win: the own score 2½, capped at the opponent's score 1½"
    assert why.table.loc[3, "reason"] == said


def test_an_opponent_who_left(swiss):
    """Extract B: player 12 scored 2, of which the two absences at the end become draws."""
    why = tb.explain(swiss, "Player D", "SB/C1", "fide-2026")
    assert why.value == 7.75
    assert why.table.loc[0, "reason"] == (
        "opponent scored 2, adjusted to 3: gone for good, his requested byes (rounds 4 and 5) count as draws "
        "(16.3); 3 × 1 = 3"
    )
    assert why.table.loc[2, "reason"].startswith(
        "cut: the lowest opponent, as no voluntary unplayed round contributes as much (16.5)."
    )


def test_a_virtual_opponent_is_taken_apart(swiss):
    """Extract A: 1½, 2, 3½ and 3 for the unplayed rounds of player 12."""
    why = tb.explain(swiss, 12, "BH", "fide-2009")
    assert why.value == 13.5
    assert why.table["value"].tolist() == [3.5, 1.5, 2, 3.5, 3]
    assert why.table.loc[1, "reason"].endswith(
        "virtual opponent: 0 scored before + 0 in the round + 1½ for 3 drawn rounds after it = 1½"
    )


def test_us_chess_counts_the_cuts_itself(swiss):
    why = tb.explain(swiss, 4, "MODMED", "uscf")
    assert why.value == 10.5
    assert "of a plus score the lowest" in why.says[-1]


def test_the_lowest_rating_that_was_to_be_expected(swiss):
    why = tb.explain(swiss, 4, "PTP", "fide-2026")
    ratings = why.table.loc[why.table["kept"], "value"].tolist()
    assert ratings == [1650, 1600, 2100, 2200]
    low = f"{int(why.value) - 1} only"
    assert f"{int(why.value)} is expected to score" in why.says[-1]
    assert low in why.says[-1]


def test_the_difference_for_the_percentage_has_a_row_of_its_own(swiss):
    why = tb.explain(swiss, 4, "TPR", "fide-2026")  # 3 out of 4: mean 1887½, up to 1888, and 193
    last = why.table.iloc[-1]
    assert pd.isna(last["round"])
    assert last["value"] == 193
    assert last["reason"] == "3 out of 4 is 75 %, worth 193 by table 8.1.1"
    assert why.value == 1888 + 193


def test_who_has_not_met_whom(swiss):
    why = tb.explain(swiss, 4, "DE", "fide-2026")
    assert (why.value, why.total) == (1, 1)
    assert why.group["player"].tolist() == [1, 3, 4, 16]
    assert why.group["unmet"].tolist() == [2, 2, 1, 3]
    assert why.group.loc[2, ["1", "3", "points"]].tolist() == [0.5, 0.5, 1]
    assert pd.isna(why.group.loc[0, "3"])
    said = "Not met: 1–3, 1–16, 3–16 and 4–16. Nobody stays ahead whatever the missing games give (6.3)."
    assert said in " ".join(why.says)


def test_passes_of_a_direct_encounter():
    """Extract F: A beat B, C and D; B beat C and D; C and D have not met."""
    games = {
        "player": [1, 2, 3, 4] * 3,
        "round": [1] * 4 + [2] * 4 + [3] * 4,
        "opponent": [2, 1, None, None, 3, 4, 1, 2, 4, 3, 2, 1],
        "outcome": list("10ZZ11001100"),
    }
    event = tb.History.from_tables(games)
    orders = [tb.explain(event, who, "BPG DE", "fide-2026") for who in (1, 2, 3, 4)]
    assert [why.value for why in orders] == [1, 2, 3, 3]
    assert [why.total for why in orders] == [1, 2, 3, 3]
    said = "Not met: 3–4. player 1 and player 2 stay, in this order, ahead whatever the missing games give"
    assert f"{said} (6.3)." in " ".join(orders[0].says)
    assert "Among these 2: player 3 with 0 and player 4 with 0. Not met: 3–4." in " ".join(orders[3].says)
    undecided = tb.explain(event, 1, "BPG DE", "draw-for-unplayed")
    assert undecided.total == undecided.value == 1
    assert "Where not all have met nothing is decided" in " ".join(undecided.says)


def test_nobody_is_tied(swiss):
    why = tb.explain(swiss, 2, "DE", "fide-2026")
    assert math.isnan(why.value)
    assert math.isnan(why.total)
    assert why.says[-1] == "Nobody is tied with 2 Player B on PTS, so there is no order: undefined."


def test_an_unrated_field_is_undefined_and_says_so():
    event = tb.read(SMALL / "player-without-games.trf")
    with pytest.warns(tb.Note, match="dropped"):
        why = tb.explain(event, 1, "ARO", "fide-2026")
    assert math.isnan(why.value)
    assert math.isnan(why.total)
    assert why.says[-1] == (
        "Undefined: 1 player of the event has no rating; ARO/U1400 would give one of 1400."
    )


def test_nobody_to_average():
    event = tb.read(SMALL / "player-without-games.trf")
    why = tb.explain(event, 9, "ARO/U1400", "fide-2026")
    assert math.isnan(why.total)
    assert why.says[-1] == "No game counts, so there is nothing to average: undefined."


def test_points_that_belong_to_no_round():
    games = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]}
    players = {"player": [1, 2], "adjustment": [-0.5, 0.0]}
    why = tb.explain(tb.History.from_tables(games, players), 1, "PTS", "fide-2026")
    assert (why.value, why.total) == (0.5, 0.5)
    assert why.table["value"].tolist() == [1, -0.5]
    assert why.table["round"].isna().tolist() == [False, True]
    assert why.says[-1] == "Sum of what is kept: 1 − ½ = ½."


# ---------------------------------------------------------------- two players


def test_what_separates_two_players(swiss):
    why = tb.explain(swiss, players=(1, 3), by="PTS DE BH/C1 BH", rules="fide-2026")
    assert why.table["criterion"].tolist() == ["PTS", "DE", "BH/C1", "BH"]
    assert why.table["separates"].tolist() == [False, False, True, False]
    assert why.table["value"].tolist() == [3.5, 1, 11, 12.5]
    assert why.table["other_value"].tolist() == [3.5, 1, 13, 15.5]
    assert why.table["difference"].tolist() == [0, 0, -2, -3]
    assert why.table["tied"].tolist() == [16, 4, 4, 0]
    assert why.says[:2] == [
        "Buchholz Cut-1 (BH/C1) separates them: 3 Player C is ahead with 13 against 11, 2 more.",
        "Before it, PTS and DE do not separate them.",
    ]
    assert "DE. Tied on PTS: 1 Player A, 3 Player C, 4 Player D and 16 Player P." in why.says


def test_nothing_separates_them(swiss):
    why = tb.explain(swiss, players=(1, 3), by="PTS", rules="fide-2026")
    assert not why.table["separates"].any()
    assert why.says[0] == (
        "Nothing in the list separates 1 Player A and 3 Player C: they share place 2. Equal: PTS."
    )


def test_an_undefined_value_ranks_last():
    event = tb.read(SMALL / "player-without-games.trf")
    why = tb.explain(event, players=(1, 9), by="ARO/U1400", rules="fide-2026")
    assert why.table["difference"].isna().all()
    assert why.says[0].endswith("the other has none, which ranks last.")


def test_the_lower_number_goes_first(swiss):
    why = tb.explain(swiss, players=("Player C", "Player A"), by="PTS TPN", rules="fide-2026")
    assert why.says[0].endswith("1 Player A is ahead with 1 against 3, 2 less, and the lower goes first.")


def test_more_than_two_players_in_the_order_of_the_standings(swiss):
    why = tb.explain(swiss, players=[16, 3, 2, 1], by="PTS BH/C1", rules="fide-2026")
    standings = tb.standings(swiss, "PTS BH/C1", "fide-2026")["player"].tolist()
    order = [player for player in standings if player in (16, 3, 2, 1)]
    pairs = why.table[["player", "other"]].drop_duplicates().to_numpy().tolist()
    assert pairs == [list(pair) for pair in pairwise(order)]


# ---------------------------------------------------------------- versions


def test_the_cap_of_a_bye(swiss):
    """Extract B: the half-point bye of player 4, worth 3½ in 2024, 2½ in 2026."""
    why = tb.explain(swiss, 4, "BH", rules=["fide-2024", "fide-2026"])
    assert (why.value, why.total) == (-1, -1)
    assert why.table.columns.tolist() == [
        "round", "opponent", "name", "outcome", "fide-2024", "fide-2026", "difference", "because",
    ]  # fmt: skip
    assert why.table["difference"].tolist() == [0, -1, 0, 0, 0]
    assert why.table.loc[1, "because"] == "16.4.2 caps the bye at 2½: −1"
    assert why.parts[["clause", "article", "difference"]].to_numpy().tolist() == [
        ["own-unplayed", "16.4.2", -1.0]
    ]


def test_what_becomes_more_is_not_called_capped():
    event = tb.History.from_tables({"player": [1], "round": [1], "opponent": [None], "outcome": ["U"]})
    why = tb.explain(event, 1, "BH", rules=["fide-2009", "fide-2026"])
    assert why.value == 0.5
    says = "16.4.2 counts the bye as ½ (a dummy opponent with the player's own score, capped): +½"
    assert why.table.loc[0, "because"] == says


def test_the_cap_of_a_forfeit(swiss):
    why = tb.explain(swiss, 11, "BH", rules=["fide-2024", "fide-2026"])
    assert why.table.loc[3, "because"] == "16.4.1 caps the forfeit at 1½: −1"


def test_a_cut_that_falls_on_another_round(swiss):
    """Extract B: the cut moves from the bye to a played game."""
    why = tb.explain(swiss, 4, "SB/C1", rules=["fide-2024", "fide-2026"])
    assert why.value == -0.25
    assert why.table.loc[1, ["fide-2024", "fide-2026"]].tolist() == [0, 1.25]
    assert why.table.loc[1, "because"] == "16.4.2 moves the cut from here to round 3: +1¼"
    assert why.table.loc[2, "because"] == "16.4.2 moves a cut here from round 2: −1½"


def test_a_round_with_several_causes(swiss):
    why = tb.explain(swiss, 4, "SB/C1", rules=["fide-2009", "fide-2024", "fide-2026"])
    first = why.parts.query("round == 2")["difference"].tolist()
    assert first == [0.25, -1.75, 1.25]
    assert why.table.loc[1, "difference"] == sum(map(Fraction, first))


def test_a_version_against_itself_changes_nothing(swiss):
    why = tb.explain(swiss, 4, "BH", rules=["fide-2026", "fide-2026"])
    assert why.value == 0
    assert why.parts.empty
    assert why.table.columns.tolist()[4:6] == ["fide-2026", "fide-2026 (2)"]
    assert "No clause changes anything in any round." in why.says


def test_an_average_is_no_sum_and_says_so(swiss):
    why = tb.explain(swiss, 4, "AOB", rules=["fide-2024", "fide-2026"])
    assert "The value is no sum of its rounds" in " ".join(why.says)
    assert why.parts["round"].isna().all()
    assert math.isclose(why.parts["difference"].sum(), why.value)


# ---------------------------------------------------------------- what is shown


def test_text_fits_and_marks_what_is_cut(swiss):
    text = str(tb.explain(swiss, 9, "BH/C1", "fide-2026"))
    assert widths(text) <= 100
    cut = [line for line in text.splitlines() if line.startswith("cut")]
    assert len(cut) == 1
    assert "[1½]" in cut[0]


def test_names_are_escaped_and_kept_in_one_line():
    games = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]}
    evil = '<script>alert("x")</script>\n & Co'
    event = tb.History.from_tables(games, {"player": [1, 2], "name": [evil, evil]})
    shown = [
        tb.explain(event, 1, "BH", "fide-2026"),
        tb.explain(event, players=(1, 2), by="PTS DE", rules="fide-2026"),
        tb.explain(event, 1, "BH", rules=["fide-2009", "fide-2026"]),
    ]
    for why in shown:
        assert "<script>" not in why._repr_html_()
        assert "&lt;script&gt;" in why._repr_html_()
        assert widths(str(why)) <= 100
        assert "\n &" not in str(why)


def test_html_strikes_what_is_cut_and_stands_for_itself(swiss):
    page = tb.explain(swiss, 9, "BH/C1", "fide-2026")._repr_html_()
    assert page.count('<tr class="cut">') == 1
    assert '<td class="number"><s>1½</s></td>' in page
    assert "<tfoot>" in page
    assert "http" not in page
    with pd.option_context("display.notebook_repr_html", False):
        assert tb.explain(swiss, 9, "BH/C1", "fide-2026")._repr_html_() is None


def test_players_without_names():
    games = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]}
    why = tb.explain(tb.History.from_tables(games), 1, "BH", "fide-2026")
    assert "of player 1 by" in why.title
    assert why.table["name"].isna().all()


def test_notes_say_what_was_chosen(swiss):
    with pytest.warns(tb.Note, match="in force") as said:
        why = tb.explain(swiss, 9, "BH/C1")
    assert said[0].filename == __file__
    assert why.notes
    assert "fide-2026" in why.title


def test_after_a_round(swiss):
    why = tb.explain(swiss, 9, "BH", "fide-2026", after=2)
    assert len(why.table) == 2
    assert "2 rounds counted" in why.event


# ---------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("arguments", "options", "error", "words"),
    [
        ((99, "BH"), {}, tb.DataError, "no player has the number 99"),
        (("Nobody", "BH"), {}, tb.DataError, "no player is called 'Nobody'"),
        (("Player", "BH"), {}, tb.DataError, "fits 16 players"),
        ((), {}, tb.DataError, "neither player nor players"),
        ((4, "BH"), {"players": (1, 2)}, tb.DataError, "both player and players"),
        ((4,), {}, tb.CriterionError, "a player without a tie-break"),
        ((4,), {"by": "PTS"}, tb.CriterionError, "player and by"),
        ((None, "BH"), {"players": (1, 2)}, tb.CriterionError, "by="),
        ((), {"players": (1,), "by": "PTS"}, tb.DataError, "at least two players"),
        ((), {"players": 4, "by": "PTS"}, tb.DataError, "at least two players"),
        (((4, 9), "BH"), {}, tb.DataError, "names no player"),
        ((), {"players": (4, 9.5), "by": "PTS"}, tb.DataError, "names no player"),
        ((), {"players": (1, "Player A"), "by": "PTS"}, tb.DataError, "names a player twice"),
        ((4, "BX"), {}, tb.CriterionError, "no tie-break 'BX'"),
        ((4, "BH"), {"after": 12}, tb.DataError, "after=12"),
    ],
)
def test_errors(swiss, arguments, options, error, words):
    with pytest.raises(error, match=words):
        tb.explain(swiss, *arguments, rules="fide-2026", **options)


def test_a_version_that_does_not_define_it(swiss):
    with pytest.raises(tb.RuleError, match="does not define"):
        tb.explain(swiss, 4, "STD", "fide-2024")
    with pytest.raises(tb.RuleError, match="does not define"):
        tb.explain(swiss, 4, "STD", rules=["fide-2024", "fide-2026"])
    with pytest.raises(tb.RuleError, match="an empty list"):
        tb.explain(swiss, 4, "STD", rules=[])
    with pytest.raises(tb.RuleError, match="one version"):
        tb.explain(swiss, players=(1, 2), by="PTS", rules=["fide-2024", "fide-2026"])


def test_several_events_or_none(swiss):
    with pytest.raises(tb.DataError, match="2 events"):
        tb.explain(tb.History.concat([swiss, swiss]), 4, "BH", "fide-2026")
    with pytest.raises(tb.DataError, match="0 events"):
        tb.explain(tb.History.concat([]), 4, "BH", "fide-2026")
    nobody = {"player": [], "round": [], "opponent": [], "outcome": []}
    with pytest.raises(tb.DataError, match="nobody|0 events"):
        tb.explain(tb.History.from_tables(nobody), 4, "BH", "fide-2026")


def test_what_is_counted_of_opponents_has_no_cap_of_its_own():
    """A Buchholz of opponents changes because theirs does, not because of an own bye."""
    games = {
        "player": [1, 2, 3, 4] * 3,
        "round": [1] * 4 + [2] * 4 + [3] * 4,
        "opponent": [2, 1, 4, 3, 3, None, 1, None, None, 4, None, 2],
        "outcome": list("1010") + list("1U0H") + list("H1U0"),
    }
    why = tb.explain(tb.History.from_tables(games), 1, "AOB", rules=["fide-2024", "fide-2026"])
    changed = why.table[why.table["difference"] != 0]
    assert len(changed)
    assert all("changes what counts, the opponent's Buchholz" in words for words in changed["because"])
    assert why.total == why.value
    assert "As a whole: " in why.says[-1]
    assert why.parts["round"].isna().all()


def test_a_player_whose_games_count_for_nobody():
    games = {
        "player": [1, 2, 3] * 3,
        "round": [1] * 3 + [2] * 3 + [3] * 3,
        "opponent": [2, 1, None, 3, None, 1, None, 3, 2],
        "outcome": list("10Z1Z0Z10"),
    }
    players = {"player": [1, 2, 3], "excluded": [False, False, True]}
    events = {"system": ["round-robin"]}
    history = tb.History.from_tables(games, players, events)
    out = tb.explain(history, 3, "SB", "fide-2026")
    assert math.isnan(out.value)
    assert math.isnan(out.total)
    assert out.says == ["Undefined: the games of player 3 count for nobody."]
    stays = tb.explain(history, 1, "PTS", "fide-2026")
    assert stays.value == stays.total == 1
    assert stays.table.loc[1, "reason"] == tb.contributions(history, "PTS", "fide-2026").loc[1, "reason"]


def test_a_version_of_ones_own_is_explained_like_any_other(swiss):
    page = tb.rule_page("fide-2026").replace('"own-score-capped"', '"zero-opponent"')
    club = tb.RuleVersion.from_page(page, name="club")
    why = tb.explain(swiss, 4, "BH", rules=["fide-2026", club])
    assert why.value == -2.5
    assert why.table.loc[1, "because"].endswith("counts the bye as 0 (an opponent with no points): −2½")


def test_letters_stand_for_versions_with_long_names(swiss):
    versions = ["draw-for-unplayed", "world-rapid-blitz", "lichess-broadcast"]
    why = tb.explain(swiss, 4, "BH", rules=versions)
    assert why.table.columns.tolist()[4:7] == versions
    assert "A: draw-for-unplayed, B: world-rapid-blitz and C: lichess-broadcast." in why.says
    assert widths(str(why)) <= 100


def test_a_whole_event_of_many_rounds_fits():
    blitz = tb.read(SMALL.parent / "world-blitz-2021")
    for code in ("TPR", "PTP", "ARO/C1", "BH/C1", "SB", "FB/M1", "DE"):
        assert widths(str(tb.explain(blitz, 1, code, "fide-2026"))) <= 100
