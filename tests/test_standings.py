"""Standings as a user sees them: places, defaults and notes, rounds, odd events."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import pytest

import chesstb as tb

ROUND_ROBIN = """
1 2w1 3b=  4w1
2 1b0 4w=  3b1
3 4b1 1w=  2w0
4 3w0 2b=  1b0
"""


def history(crosstable: str, **tournament: object) -> tb.History:
    """Return the event of a crosstable: number, then opponent, colour and code of each round."""
    rows = []
    for line in crosstable.strip().splitlines():
        player, *cells = line.split()
        for number, cell in enumerate(cells, 1):
            digits = cell.rstrip("wb-=+10WDLHFUZX") if cell[0] != "." else ""
            opponent = (
                int("".join(c for c in cell[:-2] if c.isdigit()) or 0) if digits or len(cell) > 2 else 0
            )
            if cell != ".":
                rows.append((int(player), number, opponent or None, cell[-2].strip("-.") or None, cell[-1]))
    results = pd.DataFrame(rows, columns=["player", "round", "opponent", "colour", "outcome"])
    return tb.History.from_tables(results, tournaments={k: [v] for k, v in tournament.items()} or None)


def values(table: pd.DataFrame, column: str) -> dict[int, float]:
    return table.set_index("player")[column].sort_index().to_dict()


SWISS = """
1 2w1 3b=  4w1
2 1b0 4w=  .-H
3 4b1 1w=  .-Z
4 3w0 2b=  1b0
"""


def test_columns_and_order() -> None:
    table = tb.standings(history(SWISS), by="pts BH/C1", rules="fide-2026")
    assert list(table.columns) == ["tournament", "place", "player", "name", "pts", "BH/C1"]
    assert table["player"].tolist() == [1, 3, 2, 4]
    assert table["pts"].dtype == "float64"


def test_places_are_shared_where_the_list_leaves_a_tie() -> None:
    event = history("1 2w1\n2 1b0\n3 4w1\n4 3b0\n5 .-U")
    table = tb.standings(event, by="PTS", rules="fide-2026")
    assert table[["place", "player"]].to_numpy().tolist() == [[1, 1], [1, 3], [1, 5], [4, 2], [4, 4]]


def test_after_a_round_the_event_is_judged_as_if_it_had_ended_there() -> None:
    crosstable = "1 2w1 .-H 3b1\n2 1b0 3w1 4w1\n3 4w1 2b0 1w0\n4 3b0 .-Z 2b0"
    whole = values(tb.standings(history(crosstable), by="PTS BH", rules="fide-2024"), "BH")
    two = values(tb.standings(history(crosstable), by="PTS BH", rules="fide-2024", after=2), "BH")
    cut_off = "\n".join(" ".join(line.split()[:3]) for line in crosstable.splitlines())
    assert two == values(tb.standings(history(cut_off), by="PTS BH", rules="fide-2024"), "BH")
    # player 4's absence in round 2 is the end of his event after two rounds, but not after three
    assert two[3] == 0.5 + 1.0
    assert whole[3] == 0.0 + 2.0 + 2.5


def test_fore_buchholz_waits_for_the_announced_final_round() -> None:
    for announced, same in ((3, False), (5, True)):
        event = history(SWISS, rounds=announced, system="swiss")
        table = tb.standings(event, by="BH FB", rules="fide-2026")
        assert (table["BH"] == table["FB"]).all() == same


def test_a_bye_for_the_next_round_opens_no_round() -> None:
    event = history("1 2w1 .-H\n2 1b0\n3 4w1\n4 3b0")
    assert values(tb.standings(event, by="PTS", rules="fide-2026"), "PTS") == {1: 1.0, 2: 0.0, 3: 1.0, 4: 0.0}
    asked = tb.standings(event, by="PTS", rules="fide-2026", after=2)
    assert values(asked, "PTS") == {1: 1.5, 2: 0.0, 3: 1.0, 4: 0.0}


def test_pairings_without_results_open_no_round_and_a_pending_game_counts_as_a_draw() -> None:
    event = history("1 2w1 3wX\n2 1b0 4wX\n3 4w1 1bX\n4 3b0 2bX")
    assert values(tb.standings(event, by="PTS", rules="fide-2026"), "PTS") == {1: 1.0, 2: 0.0, 3: 1.0, 4: 0.0}
    event = history("1 2w1 3wX\n2 1b0 4w1\n3 4w1 1bX\n4 3b0 2b0")
    assert values(tb.standings(event, by="PTS", rules="fide-2026"), "PTS") == {1: 1.5, 2: 1.0, 3: 1.5, 4: 0.0}


def test_a_round_that_no_event_has_is_an_error() -> None:
    with pytest.raises(tb.DataError, match="after=4; expected a round from 1 to 3"):
        tb.standings(history(SWISS), by="PTS", rules="fide-2026", after=4)
    with pytest.raises(tb.DataError, match="after=0"):
        tb.standings(history(SWISS), by="PTS", rules="fide-2026", after=0)


def test_events_of_any_length_go_through_one_call() -> None:
    joint = tb.History.concat(
        [history(SWISS), history("1 2w1\n2 1b0"), history(ROUND_ROBIN, system="round-robin")]
    )
    table = tb.standings(joint, by="PTS SB", rules="fide-2026")
    assert table.groupby("tournament", observed=True).size().tolist() == [4, 2, 4]
    assert table["tournament"].is_monotonic_increasing


def test_scoring_of_3_1_0_and_of_tenths() -> None:
    for win, draw in ((3.0, 1.0), (1.0, 0.4), (0.625, 0.3)):
        event = history("1 2w1 3b=\n2 1b0 .-U\n3 .-U 1w=", win=win, draw=draw, bye=draw)
        table = tb.standings(event, by="PTS SB BH WIN", rules="fide-2026")
        assert values(table, "PTS") == pytest.approx({1: win + draw, 2: draw, 3: 2 * draw})
        # 1: own bye none; 2's score is one bye, 3's a bye and a draw
        assert values(table, "SB")[1] == pytest.approx(win * draw + draw * 2 * draw)


def test_points_with_too_many_decimals_are_refused() -> None:
    with pytest.raises(tb.DataError, match="points with more than three decimals"):
        tb.standings(history("1 2w1\n2 1b0", win=0.12345, draw=0.1), by="PTS", rules="fide-2026")


def test_defaults_are_said() -> None:
    event = history(SWISS, system="swiss", start="2025-05-01")
    with pytest.warns(tb.Note) as said:
        table = tb.standings(event)
    assert list(table.columns[4:]) == ["PTS", "BH/C1", "BH", "SB"]
    assert [str(w.message) for w in said] == table.attrs["notes"] == [
        "event: judged by fide-2024 (in force on 2025-05-01). Choose with rules=.",
        "event: ranked by PTS BH/C1 BH SB (no list given: the usual one). Choose with by=.",
    ]  # fmt: skip


def test_a_round_robin_has_another_usual_list() -> None:
    event = history(ROUND_ROBIN, system="round-robin")
    with pytest.warns(tb.Note, match="PTS SB DE"):
        table = tb.standings(event, rules="fide-2026")
    assert list(table.columns[4:]) == ["PTS", "SB", "DE"]


def test_an_events_own_list_comes_first() -> None:
    event = history(SWISS, by="PTS WIN", system="swiss")
    with pytest.warns(tb.Note, match="the event's own list"):
        table = tb.standings(event, rules="fide-2026")
    assert list(table.columns[4:]) == ["PTS", "WIN"]


def test_what_is_chosen_is_not_noted() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        table = tb.standings(history(SWISS), by="PTS", rules="fide-2026")
    assert table.attrs["notes"] == []


def test_events_of_several_dates_are_judged_by_their_own_versions() -> None:
    old, new = (history(SWISS, start=day, system="swiss") for day in ("2015-01-01", "2026-05-01"))
    joint = tb.History.concat([old, new])
    with pytest.warns(tb.Note):
        table = tb.standings(joint, by="PTS BH")
    for key, rules in (("event", "fide-2009"), ("event (2)", "fide-2026")):
        alone = tb.standings(joint[key], by="PTS BH", rules=rules)
        assert values(table[table["tournament"] == key], "BH") == values(alone, "BH")
    assert values(table.head(4), "BH") != values(table.tail(4), "BH")


def test_a_version_that_the_event_names_itself_comes_before_its_date() -> None:
    event = history(SWISS, start="2026-05-01", rules="uscf", system="swiss")
    with pytest.warns(tb.Note, match="judged by uscf .as the event itself says."):
        table = tb.standings(event, by="PTS SOLKOFF")
    assert values(table, "SOLKOFF") == values(tb.standings(event, by="PTS SOLKOFF", rules="uscf"), "SOLKOFF")


def test_an_event_under_us_rules_has_their_list() -> None:
    with pytest.warns(tb.Note, match="PTS MODMED SOLKOFF CUMUL CUMOPP"):
        table = tb.standings(history(SWISS, system="swiss"), rules="uscf")
    assert list(table.columns[4:]) == ["PTS", "MODMED", "SOLKOFF", "CUMUL", "CUMOPP"]


def test_a_rating_criterion_is_dropped_where_somebody_has_no_rating() -> None:
    games = {
        "player": [1, 2, 3, 4],
        "round": [1] * 4,
        "opponent": [2, 1, 4, 3],
        "outcome": ["1", "0", "=", "="],
    }
    players = {"player": [1, 2, 3, 4], "rating": [2000, 0, 1800, 1900]}
    event = tb.History.from_tables(games, players=players)
    with pytest.warns(tb.Note, match="event: ARO dropped, 1 player has no rating; ARO/U1400 would give"):
        table = tb.standings(event, by="PTS ARO", rules="fide-2026")
    assert table["ARO"].isna().all()
    assert table["place"].tolist() == [1, 2, 2, 4]
    given = tb.standings(event, by="PTS ARO/U1400", rules="fide-2026")
    assert values(given, "ARO/U1400") == {1: 1400.0, 2: 2000.0, 3: 1900.0, 4: 1800.0}
    assert given["player"].tolist() == [1, 3, 4, 2]


def test_lists_of_their_own_leave_nulls_in_the_others_columns() -> None:
    one, two = history(SWISS, by="PTS WIN", system="swiss"), history(SWISS, by="PTS SB", system="swiss")
    with pytest.warns(tb.Note):
        table = tb.standings(tb.History.concat([one, two]), rules="fide-2026")
    assert list(table.columns[4:]) == ["PTS", "WIN", "SB"]
    assert table["SB"].isna().tolist() == [True] * 4 + [False] * 4


def test_a_player_without_a_game_is_ranked_all_the_same() -> None:
    games = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]}
    event = tb.History.from_tables(games, players={"player": [1, 2, 9]})
    table = tb.standings(event, by="PTS BH AOB", rules="fide-2026")
    assert table.set_index("player").loc[9, ["PTS", "BH"]].tolist() == [0.0, 0.0]
    assert np.isnan(values(table, "AOB")[9])
    assert table["player"].tolist() == [1, 2, 9]


def test_an_event_without_any_row_has_standings() -> None:
    empty = {"player": [], "round": [], "opponent": [], "outcome": []}
    event = tb.History.from_tables(empty, players={"player": [1, 2]})
    assert tb.standings(event, by="PTS BH/C1 FB", rules="fide-2026")["place"].tolist() == [1, 1]
    nobody = tb.History.from_tables(empty)
    assert tb.standings(nobody, by="PTS BH", rules="fide-2026").empty
    assert tb.contributions(nobody, "BH", rules="fide-2026").empty


def test_an_event_that_nobody_entered_yet_is_no_obstacle() -> None:
    games = {
        "tournament": ["a"] * 2,
        "player": [1, 2],
        "round": [1, 1],
        "opponent": [2, 1],
        "outcome": ["1", "0"],
    }
    both = tb.History.from_tables(games, tournaments={"tournament": ["a", "b"], "system": ["swiss"] * 2})
    table = tb.standings(both, by="PTS BH/C1 DE", rules="fide-2026")
    assert table["tournament"].tolist() == ["a", "a"]
    assert tb.standings(both["b"], by="PTS DE", rules="fide-2026").empty
    assert tb.contributions(both["b"], "DE", rules="fide-2026").empty
    assert len(tb.contributions(both, "BH", rules="fide-2026")) == 2
    with pytest.raises(tb.CriterionError, match="no tie-break 'XX'"):
        tb.standings(both["b"], by="PTS XX", rules="fide-2026")


def test_a_criterion_may_stand_twice() -> None:
    table = tb.standings(history(ROUND_ROBIN, system="round-robin"), by="PTS DE WIN DE", rules="fide-2026")
    assert list(table.columns[4:]) == ["PTS", "DE", "WIN", "DE (2)"]


def test_direct_encounter_is_null_where_nobody_is_tied() -> None:
    table = tb.standings(history(ROUND_ROBIN, system="round-robin"), by="PTS DE", rules="fide-2026")
    assert values(table, "PTS") == {1: 2.5, 2: 1.5, 3: 1.5, 4: 0.5}
    found = values(table, "DE")
    assert np.isnan(found[1])
    assert np.isnan(found[4])
    assert (found[2], found[3]) == (1.0, 2.0)


def test_contributions_say_what_was_cut_and_by_which_article() -> None:
    rows = tb.contributions(history(SWISS), "BH/C1", rules="fide-2026")
    mine = rows[rows["player"] == 2].set_index("round")
    assert mine["value"].tolist() == [2.5, 0.5, 1.0]
    assert mine["kept"].tolist() == [True, True, False]
    assert mine.loc[3, "article"] == "16.5"
    assert mine.loc[3, "reason"] == "cut: voluntary unplayed rounds go first"
    theirs = rows[rows["player"] == 1].set_index("round")
    assert theirs.loc[2, ["article", "reason"]].tolist() == [
        "16.3",
        "opponent's score, his unplayed rounds adjusted",
    ]


def test_a_cap_is_named() -> None:
    event = history("1 2w1 3w1 .-H\n2 1b0 .-U 3w1\n3 .-U 1b0 2b0", system="swiss")
    rows = tb.contributions(event, "BH", rules="fide-2026").set_index(["player", "round"])
    assert rows.loc[(1, 3), "value"] == 1.5
    assert rows.loc[(1, 3), "article"] == "16.4.2"
    assert (
        tb.contributions(event, "BH", rules="fide-2024").set_index(["player", "round"]).loc[(1, 3), "value"]
        == 2.5
    )


def test_an_adjustment_is_a_row_of_its_own() -> None:
    games = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]}
    event = tb.History.from_tables(games, players={"player": [1, 2], "adjustment": [-0.5, 0.0]})
    assert values(tb.standings(event, by="PTS BH", rules="fide-2026"), "PTS") == {1: 0.5, 2: 0.0}
    assert values(tb.standings(event, by="PTS BH", rules="fide-2026"), "BH") == {1: 0.0, 2: 0.5}
    rows = tb.contributions(event, "PTS", rules="fide-2026")
    extra = rows[rows["round"].isna()]
    assert extra[["player", "value", "reason"]].to_numpy().tolist() == [[1, -0.5, "belongs to no round"]]


def test_the_mini_crosstable_of_a_direct_encounter() -> None:
    event = history(ROUND_ROBIN, system="round-robin")
    rows = tb.contributions(event, "DE", rules="fide-2026")
    assert rows[rows["kept"]][["player", "opponent", "value"]].to_numpy().tolist() == [
        [2, 3, 1.0],
        [3, 2, 0.0],
    ]


def test_a_round_beyond_an_events_own_leaves_it_whole() -> None:
    short = history("1 2w1 .-H\n2 1b0\n3 4w1\n4 3b0", system="swiss")
    joint = tb.History.concat([short, history(SWISS, system="swiss")])
    whole = tb.standings(joint, by="PTS BH", rules="fide-2026").head(4)
    asked = tb.standings(joint, by="PTS BH", rules="fide-2026", after=3).head(4)
    assert asked.equals(whole)


@pytest.mark.filterwarnings("ignore::chesstb.Note")
def test_an_error_of_one_event_among_many_names_it() -> None:
    good, bad = history(SWISS, by="PTS", system="swiss"), history(SWISS, by="PTS OTHER_X", system="swiss")
    archive = tb.History.concat([good, bad])
    with pytest.raises(tb.CriterionError, match=r"event 'event \(2\)': .*no tie-break 'OTHER_X'"):
        tb.standings(archive, rules="fide-2026")
    archive = tb.History.concat([good, history(ROUND_ROBIN, system="round-robin")])
    with pytest.raises(tb.RuleError, match=r"event 'event \(2\)': fide-2026 bans BH"):
        tb.standings(archive, by="PTS BH", rules="fide-2026")


@pytest.mark.filterwarnings("ignore::chesstb.Note")
def test_a_note_of_a_dropped_criterion_is_never_dropped_itself() -> None:
    events = [history(SWISS, by="PTS SB", system="swiss")] * 6 + [
        history(SWISS, by="PTS ARO", system="swiss")
    ] * 5
    table = tb.standings(tb.History.concat(events), rules="fide-2026")
    notes = [note for note in table.attrs["notes"] if "dropped" in note]
    where = "event (7), event (8), event (9) and 2 more events"
    assert notes == [f"{where}: ARO dropped, 20 players have no rating; ARO/U1400 would give such a rating."]


def test_every_event_has_its_own_list_at_the_cost_of_its_own_size() -> None:
    lists = ["PTS BH", "PTS SB", "PTS BH/C1 SB", "PTS WIN"]
    archive = tb.History.concat([history(SWISS, by=by, system="swiss") for by in lists])
    with pytest.warns(tb.Note):
        table = tb.standings(archive, rules="fide-2026")
    for key, by in zip(archive.events, lists, strict=True):
        mine = table[table["tournament"] == key].set_index("player")
        alone = tb.standings(archive[key], by=by, rules="fide-2026").set_index("player")
        assert mine["place"].to_dict() == alone["place"].to_dict()
        assert mine[by.split()[1]].to_dict() == alone[by.split()[1]].to_dict()


def test_something_else_than_a_history_is_refused_in_words() -> None:
    with pytest.raises(tb.DataError, match="a str is no History. Read a file with chesstb.read"):
        tb.standings("open.trf", by="PTS")
    with pytest.raises(tb.CriterionError, match="by=5; expected a list of criteria"):
        tb.standings(history(SWISS), by=5, rules="fide-2026")
    with pytest.raises(tb.CriterionError, match="by=5; expected a list of criteria"):
        tb.contributions(history(SWISS), 5, rules="fide-2026")
    with pytest.raises(tb.DataError, match="after='1'; expected the number of a round"):
        tb.standings(history(SWISS), by="PTS", rules="fide-2026", after="1")


def reasons(event: tb.History, criterion: str, rules: str) -> dict[tuple[int, int], list[str]]:
    rows = tb.contributions(event, criterion, rules=rules)
    rounds = rows.dropna(subset="round").set_index(["player", "round"])
    return {
        key: list(row)
        for key, row in zip(rounds.index, rounds[["article", "reason"]].to_numpy(), strict=True)
    }


FORFEIT = "1 2w+ 3b1\n2 1b- 4w1\n3 4w1 1w0\n4 3b0 2b0"


def test_a_forfeit_that_counts_by_the_modifier_says_so() -> None:
    said = reasons(history(FORFEIT, system="swiss"), "BH/P", "fide-2026")
    assert said[1, 1] == ["8.1", "opponent's score: modifier P makes the forfeit a game"]
    assert reasons(history(FORFEIT, system="swiss"), "BH", "fide-2026")[1, 1][0] == "16.4.1"


def test_a_plain_cut_names_the_article_on_cuts() -> None:
    event = history("1 2w1 3b1\n2 1b0 4w1\n3 4w1 1w0\n4 3b0 2b0", system="swiss")
    assert reasons(event, "BH/C1", "fide-2026")[1, 1] == ["14.1", "cut: the lowest"]
    assert reasons(event, "PS/C1", "fide-2026")[1, 1] == ["14.1", "cut: the lowest"]


def test_forfeits_of_a_round_robin_name_the_clause_that_makes_them_games() -> None:
    event = history(FORFEIT, system="round-robin")
    assert reasons(event, "WON", "fide-2024")[1, 1] == ["15.2", "forfeits are games"]
    assert values(tb.standings(event, by="WON REP", rules="fide-2024"), "WON")[1] == 2
    unplayed = "forfeit losses are unplayed, and a game must have been played over the board"
    assert reasons(event, "WON", "fide-2026")[1, 1] == ["15.2", unplayed]
    assert values(tb.standings(event, by="WON REP", rules="fide-2026"), "WON")[1] == 1


def test_a_round_that_uses_up_a_cut_says_so() -> None:
    games = {"player": [1, 2, 3], "round": [1, 1, 1], "opponent": [2, 1, None], "outcome": ["1", "0", "U"]}
    more = {"player": [1, 2, 3], "round": [2, 2, 2], "opponent": [None, 3, 2], "outcome": ["U", "1", "0"]}
    rows = pd.concat([pd.DataFrame(games), pd.DataFrame(more)])
    event = tb.History.from_tables(rows, players={"player": [1, 2, 3], "rating": [2000, 1900, 1800]})
    said = reasons(event, "ARO/C1", "world-rapid-blitz")
    assert said[1, 2][1] == "no game: uses up a cut of the lowest"
    found = values(tb.standings(event, by="ARO/C1", rules="world-rapid-blitz"), "ARO/C1")
    assert found == {1: 1900.0, 2: 2000.0, 3: 1900.0}


def test_the_ladder_of_papi_follows_the_announced_rounds() -> None:
    rounds = " ".join(["2w=", "3b=", "4w="] * 1)
    event = history(f"1 {rounds}\n2 1b= 4w= 3b=\n3 4w= 1w= 2w=\n4 3b= 2b= 1b=", rounds=9, system="swiss")
    assert values(tb.standings(event, by="BH BH/C", rules="ffe-papi"), "BH/C") == dict.fromkeys(
        [1, 2, 3, 4], 1.5
    )


def test_contributions_of_nobody_have_the_dtypes_of_all_others() -> None:
    full = tb.contributions(history(SWISS), "BH", rules="fide-2026")
    nobody = tb.History.from_tables({"player": [], "round": [], "opponent": [], "outcome": []})
    empty = tb.contributions(nobody, "BH", rules="fide-2026")
    kinds = full.dtypes.drop("tournament")
    assert empty.dtypes.drop("tournament").equals(kinds)


def test_rounds_without_a_row_are_named_beside_the_standings() -> None:
    games = {
        "tournament": [*"aaaabbbb"],
        "player": [1, 2, 1, 3, 1, 2, 1, 2],
        "round": [1, 1, 2, 2, 1, 1, 2, 2],
        "opponent": [2, 1, 3, 1, 2, 1, 2, 1],
        "outcome": [*"10101010"],
    }
    table = tb.standings(tb.History.from_tables(games), by="PTS BH TPN", rules="fide-2026")
    assert table.attrs["notes"] == [
        "2 player-rounds of a without a row taken as absences: were they byes, PTS, BH would change."
    ]
    alone = tb.standings(tb.History.from_tables(games), by="TPN", rules="fide-2026")
    assert alone.attrs["notes"] == []
