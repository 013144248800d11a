"""Points on which programs in use are known to differ from the text of C.07, or from each other.

Every event is made up for its point and small enough to be worked out by hand; the comments do it.
A crosstable has one line per player: `2w1` met 2 with White and won, `H` had a half-point bye, a
dot is a round without any row.
"""

from __future__ import annotations

import math
import re

import pytest

import chesstb as tb

CELL = re.compile(r"(?:(\d+)([wb]))?([-+=10WDLHFUZX])")


def event(crosstable: str, system: str = "swiss", rounds: int | None = None) -> tb.History:
    rows = []
    for player, line in enumerate(crosstable.strip().splitlines(), start=1):
        for number, cell in enumerate(line.split(), start=1):
            if cell != ".":
                opponent, colour, outcome = CELL.fullmatch(cell).groups()
                rows.append((player, number, opponent and int(opponent), colour, outcome))
    names = ("player", "round", "opponent", "colour", "outcome")
    results = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
    players = sorted(set(results["player"]))
    return tb.History.from_tables(
        results,
        players={"player": players, "rating": [1500 + 100 * i for i in players]},
        tournaments={"system": [system], "rounds": [rounds]},
    )


def column(history: tb.History, by: str, rules: str, after: int | None = None) -> list[float | None]:
    """The last column of a list, of players 1, 2, 3 ..."""
    table = tb.standings(history, by=by, rules=rules, after=after).sort_values("player")
    return [None if math.isnan(v) else v for v in table[by.rsplit(maxsplit=1)[-1]].astype(float)]


def articles(history: tb.History, criterion: str, rules: str, player: int) -> list[str]:
    rows = tb.contributions(history, criterion, rules=rules)
    return rows[rows["player"] == player].sort_values("round")["article"].tolist()


# ---------------------------------------------------------------- 16.5: cuts of Sonneborn-Berger

TWO_VOLUNTARY = """
H   4b-  2w1  3b1
3w= 5w0  1b0  4b0
2b= U    4w0  1w0
5w1 1w+  3b1  2w1
4b0 2b1  U    Z
"""


def test_sb_cut_of_two_voluntary_unplayed_rounds() -> None:
    """The lowest contribution among them counts (16.5.1), not the lowest dummy.

    Player 1 has 2.5 points. 16.4.2: half-point bye min(2.5, 4 x 0.5) = 2, contributes 1.
    16.4.1: forfeit loss min(2.5, adjusted score 4 of player 4) = 2.5, contributes 0.
    Player 2 has 0.5, contributes 0.5; player 3 has 1.5, contributes 1.5. SB = 3.

    Cut-1: the least significant is player 2 (0.5); the lowest voluntary contribution, 0, is below
    it, so player 2 goes: 2.5. Going by the lowest dummy (2, the bye, worth 1) would leave 2.
    Cut-2: left are 1, 0 and 1.5; the lowest basis is player 3's 1.5, and 0 is below that: 1.
    """
    history = event(TWO_VOLUNTARY)
    assert column(history, "SB", "fide-2026")[0] == 3
    assert column(history, "SB/C1", "fide-2026")[0] == 2.5
    assert column(history, "SB/C2", "fide-2026")[0] == 1
    rows = tb.contributions(history, "SB/C1", rules="fide-2026").query("player == 1")
    assert rows.loc[~rows["kept"].astype(bool), "opponent"].tolist() == [2]


LOST_TO_THE_BEST = """
2b0 3w1 4b1
1w1 4b1 3w0
4w= 1b0 2b1
3b= 2w0 1w0
"""


@pytest.mark.parametrize(
    ("rules", "left"),
    [("fide-2024", 1.5), ("fide-2026", 1.5), ("face-value", 1.5), ("lichess-broadcast", 2)],
)
def test_sb_cut_takes_the_lowest_opponent_and_lichess_the_smallest_product(rules: str, left: float) -> None:
    """Art. 14.1: the least significant opponent is the one with the lowest score.

    Player 1 lost to 2 (2 points: 0), beat 3 (1.5) and 4 (0.5). SB = 2. Cut: player 4, 1.5 is left.
    A Lichess broadcast drops the smallest product, the 0 of the lost game: 2 is left.
    """
    history = event(LOST_TO_THE_BEST)
    assert column(history, "PTS", rules) == [2, 2, 1.5, 0.5]
    assert column(history, "SB", rules)[0] == 2
    assert column(history, "SB/C1", rules)[0] == left


@pytest.mark.parametrize("code", ["BH/C2", "BH/C9", "BH/M1", "BH/M4", "SB/C3", "PS/C2", "FB/C2"])
def test_as_many_cuts_as_elements_leave_nothing(code: str) -> None:
    """Two rounds, two elements each: a sum of nothing is 0, not one element and no error."""
    history = event("2w1 3b1\n1b0 U\nU 1w0")
    assert column(history, code, "fide-2026") == [0, 0, 0]
    assert not tb.contributions(history, code, rules="fide-2026")["kept"].any()


def test_a_mean_of_nothing_is_undefined() -> None:
    """Art. 10.1: 2 and 3 met one opponent over the board, player 1 (1600)."""
    history = event("2w1 3b1\n1b0 U\nU 1w0")
    assert column(history, "ARO", "fide-2026") == [1750, 1600, 1600]
    assert column(history, "ARO/C1", "fide-2026") == [1800, None, None]
    assert column(history, "ARO/M1", "fide-2026") == [None, None, None]


# ---------------------------------------------------------------- 8.3: Fore Buchholz

AWAY_THEN_FORFEIT = """
2w= 3b= 4w1
1b= Z   3b-
4w1 1w= 2w+
3b0 U   1b0
"""


@pytest.mark.parametrize("first", ["", "FB ", "FB/C1 FB/P "])
def test_fore_buchholz_changes_nothing_behind_it(first: str) -> None:
    """8.3 makes draws of the final round for FB alone.

    Player 2 (0.5) was away in round 2 and lost the final round by forfeit. For BH only voluntary
    unplayed rounds follow the bye (16.2.5): a draw, adjusted 0.5 + 0.5 + 0 = 1. For FB the final
    round is a game: the bye keeps its 0 (16.2.3), adjusted 0.5 + 0 + 0.5.

    BH: 1 met 2 (1), 3 (2.5), 4 (1): 4.5. 2 met 1 (2), bye min(0.5, 1.5), forfeit min(0.5, 2.5): 3.
    3 met 4 (1), 1 (2), forfeit min(2.5, 1): 4. 4 met 3 (2.5), bye min(1, 1.5), 1 (2): 5.5.
    SB: 1 has 0.5 + 1.25 + 1, 2 has 1, 3 has 1 + 1 + 1, 4 has the bye's 1.
    """
    history = event(AWAY_THEN_FORFEIT, rounds=3)
    assert column(history, f"{first}BH", "fide-2026") == [4.5, 3, 4, 5.5]
    assert column(history, f"{first}SB", "fide-2026") == [2.75, 1, 3, 1]
    # Final round drawn: 1.5 1 2 1.5 points. 1: 1 + 2 + 1.5; 2: 1.5 + min(1, 1.5) + 2;
    # 3: 1.5 + 1.5 + 1; 4: 2 + min(1.5, 1.5) + 1.5.
    assert column(history, "PTS FB", "fide-2026") == [4.5, 4.5, 4, 5]


def test_fore_buchholz_leaves_the_bye_of_the_final_round_its_points() -> None:
    """8.3 speaks of paired games: a pairing-allocated bye of the final round stays a point.

    Final round drawn: 1 has 1 + 1, 2 has 0.5, 3 has 1 + 0.5. Player 2 met 1 and 3: 3.5.
    With the bye as a draw it would be 3. Player 1: 0.5 + min(2, 1); player 3: min(1.5, 1) + 0.5.
    """
    history = event("2w1 U\n1b0 3w0\nU 2b1", rounds=2)
    assert column(history, "BH", "fide-2026")[1] == 4
    assert column(history, "FB", "fide-2026") == [1.5, 3.5, 1.5]


def test_fore_buchholz_leaves_a_requested_bye_of_the_final_round_as_it_is() -> None:
    """The same for a zero-point bye: for opponents a draw (16.3), for the player's own score 0.

    Final round drawn: 2 has 0.5. Player 1 has 1 and its dummy, uncapped in 2024, is 1: FB = 1.5.
    Taking the bye for a drawn game would make the dummy 1.5 and FB 2.
    """
    history = event("2w1 Z\n1b0 3w0\nU 2b1", rounds=2)
    assert column(history, "FB", "fide-2024") == [1.5, 3, 2]


# ---------------------------------------------------------------- 16.4: the dummy's caps


def test_the_dummy_of_a_forfeit_has_one_cap() -> None:
    """16.4.1 caps a forfeit by the scheduled opponent's adjusted score, and by nothing else.

    Player 1 (3) won round 1 from player 2 (2) by forfeit: min(3, 2) = 2, though three draws are
    1.5. BH = 2 + 0.5 + 0.5 = 3. Player 2: min(2, 3) = 2, BH = 3. Both caps would give 2.5.
    """
    history = event("2w+ 3w1 4b1\n1b- 4w1 3b1\n4w= 1b0 2w0\n3b= 2b0 1w0")
    assert column(history, "BH", "fide-2026")[:2] == [3, 3]
    assert articles(history, "BH", "fide-2026", 1) == ["16.4.1", "8.1", "8.1"]


BYE_AND_WIN = """
U   2w1 .
3w1 1b0 U
2b0 U   .
"""


@pytest.mark.parametrize(("after", "rounds"), [(2, 3), (2, 9)])
def test_the_cap_of_a_bye_takes_the_rounds_counted(after: int, rounds: int) -> None:
    """16.4.2 in the standings after two rounds of a longer event: two draws, however long it is.

    After round 2: 2 1 1 points. Player 1: bye min(2, 2 x 0.5) = 1, and player 2 (1): BH = 2.
    With the draws of all announced rounds the bye would be worth 1.5 or 2.
    """
    history = event(BYE_AND_WIN, rounds=rounds)
    assert column(history, "BH", "fide-2026", after)[0] == 2
    assert column(history, "BH", "fide-2024", after)[0] == 3  # no cap before 2026


# ---------------------------------------------------------------- 6: direct encounter


def test_direct_encounter_averages_a_rematch_among_three() -> None:
    """6.1.2: points against the same opponent are averaged, so two wins over 2 are one point.

    1 beat 2 twice, 2 beat 3, 3 beat 1, all have 2 points: 1 each, nothing is decided.
    Added up, player 1 would have 2 and be first.
    """
    history = event("2w1 Z   3b0 2b1\n1b0 3w1 U   1w0\nU   2b0 1w1 Z")
    assert column(history, "PTS DE", "fide-2026") == [1, 1, 1]


def test_direct_encounter_with_an_average_that_decides() -> None:
    """1 took a win and a draw from 2 (0.75 to 0.25), 2 beat 3, 3 beat 1: 0.75, 1.25 and 1.

    Added up it would be 1.5, 1.5 and 1, with player 1 before player 2.
    """
    history = event("2w1 H   3b0 2b=\n1b0 3w1 H   1w=\nU   2b0 1w1 Z")
    assert column(history, "PTS", "fide-2026") == [2, 2, 2]
    assert column(history, "PTS DE", "fide-2026") == [3, 1, 2]


def test_direct_encounter_waits_for_the_games_of_a_round_robin() -> None:
    """6.2: after one round of four, 1 and 2 (winners) have not met: nothing is decided yet."""
    history = event("4w1 3w=\n3b1 4b0\n2w0 1b=\n1b0 2w1", "round-robin", rounds=3)
    assert column(history, "PTS DE", "fide-2026", after=1) == [1, 1, 1, 1]


# ---------------------------------------------------------------- 9.2: Koya

FIVE = """
{free} 3b1 5b1 2w1 4w1
5w1 {free} 4b1 1b0 3w=
4w1 1w0 {free} 5b= 2b=
3b0 5w= 2w0 {free} 1b0
2b0 4b= 1w0 3w= {free}
"""


@pytest.mark.parametrize("free", [".", "Z"])
@pytest.mark.parametrize("rules", ["fide-2009", "fide-2024", "fide-2026"])
def test_koya_of_an_odd_field(rules: str, free: str) -> None:
    """9.2: five players play four games each in five rounds; half of the maximum is 2, not 2.5.

    Points 4 2.5 2 0.5 1, so 1, 2 and 3 qualify. 1 took two points from 2 and 3; 2 half a point
    from 3; 3 half a point from 2; 4 none; 5 half a point from 3.
    """
    history = event(FIVE.format(free=free), "round-robin")
    assert column(history, "PTS", rules) == [4, 2.5, 2, 0.5, 1]
    assert column(history, "KS", rules) == [2, 0.5, 0.5, 0, 0.5]


@pytest.mark.parametrize("free", [".", "Z"])
def test_nobody_refuses_to_play_in_a_free_round(free: str) -> None:
    """7.6 subtracts requested byes and forfeit losses; the free round of an odd field is neither."""
    assert column(event(FIVE.format(free=free), "round-robin"), "REP", "fide-2026") == [5] * 5


# ---------------------------------------------------------------- 7.7: standard points


def test_standard_points_of_a_double_forfeit() -> None:
    """7.7 compares with the scheduled opponent: 0 and 0 are equal, half a point to each.

    Round 2 was won by player 1. A comparison with the draw would leave the double forfeit 0.
    """
    assert column(event("2w- 2b1\n1b- 1w0"), "STD", "fide-2026") == [1.5, 0.5]


def test_standard_points_without_opponent() -> None:
    """7.7: without an opponent the draw is the measure: a bye of one point 1, of half ½, of none 0."""
    assert column(event("U H\nZ 3w1\nH 2b0"), "STD", "fide-2026") == [1.5, 1, 0.5]
