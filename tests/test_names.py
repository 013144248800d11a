"""Names: numbers of Swiss-Manager, what chess-results.com prints, and what others call a tie-break."""

from __future__ import annotations

import itertools

import pytest

import chesstb as tb
from chesstb import rules as rulebook
from chesstb.criteria import parse
from chesstb.names import other_names, table
from chesstb.names.parameters import PARAMETERS, text_of

SETTLED = [1, 2, 3, 4, 8, 10, 11, 12, 17, 19, 20, 21, 25, 30, 36, 37, 45, 52, 53, 60, 61, 68, 70,
           77, 79, 80, 81, 84, 85, 86, 87, 88]  # fmt: skip
UNSETTLED = [9, 28, 29, 31, 33, 41, 54, 55, 69, 76, 92]
TEAM = [7, 13, 15, 16, 22, 24, 35, 40, 49, 50, 56, 57, 67, 71, 74, 75, 78, 82, 83, 89, 90, 91]


def numbers(kind: str) -> list[table.Number]:
    return [
        n
        for n in table.numbers().values()
        if {"settled": n.settled, "unsettled": bool(n.unsettled), "team": n.team}[kind]
    ]


# ---------------------------------------------------------------- the table


def test_every_number_is_settled_or_unsettled_or_of_teams_and_only_one_of_them() -> None:
    for number in table.numbers().values():
        assert number.settled + bool(number.unsettled) + number.team == 1, number
    known = {kind: {n.number for n in numbers(kind)} for kind in ("settled", "unsettled", "team")}
    assert set(SETTLED) == known["settled"]
    assert set(UNSETTLED) <= known["unsettled"]
    assert set(TEAM) <= known["team"]


@pytest.mark.parametrize("number", table.numbers().values(), ids=lambda n: n.number)
def test_the_words_of_the_table_are_known(number: table.Number) -> None:
    assert {slot.removesuffix("?") for slot in number.parameters} <= set(PARAMETERS)
    assert {*number.rules, *number.under} <= set(rulebook.names())
    assert set(number.events) <= {"S", "RR", "TRR", "TS"}
    assert number.status in ("", "history", "hidden", "new")
    assert not (number.rules and number.under)
    assert len(number.usual.split(",")) <= max(len(number.parameters), 1)
    assert not number.team or set(number.events) <= {"TRR", "TS"}


def test_the_table_names_pages_that_exist() -> None:
    assert {*table.same(), *table.same().values()} <= set(rulebook.names())
    assert {name.rules for name in table.names()} <= {"", *rulebook.names()}
    for code in (code for code in table.codes() if table.home(code)):
        assert not any(page.effective and page.admission(code) for page in rulebook.pages())
        assert rulebook.rules(table.home(code)).admission(code)


# ---------------------------------------------------------------- numbers


@pytest.mark.parametrize(
    ("text", "by", "rules"),
    [
        ("sm:84(0,0,1,-)", "BH/C1", "fide-2023"),
        ("sm:84(0,0,0,-)", "BH", "fide-2023"),
        ("sm:84()", "BH", "fide-2023"),
        ("SM:84 (0, 0, 2, P)", "BH/C2/P", "fide-2023"),
        ("sm:84(0,1,1,-,0,0,1)", "BH/M1", "fide-2026"),
        ("sm:84(0,0,1,-,1)", "FB/C1", "fide-2023"),
        ("swiss-manager 84(0,2,2,p,1,1,1)", "FB/M2/P", "fide-2026"),
        ("sm:85", "SB", "fide-2023"),
        ("sm:85(0,0,1,-,-,-,1)", "SB/C1", "fide-2026"),
        ("sm:1", "PTS", ""),
        ("sm:2", "BH", "fide-2009"),
        ("sm:3", "BH/C1", "fide-2009"),
        ("sm:4", "BH/M1", "fide-2009"),
        ("sm:8", "PS", "fide-2009"),
        ("sm:10", "ARO", "fide-2009"),
        ("sm:11", "DE", "fide-2009"),
        ("sm:12", "WIN", "fide-2009"),
        ("sm:17", "BH", "face-value"),
        ("sm:19", "SB", "fide-2009"),
        ("sm:20", "ARO/C1", "fide-2009"),
        ("sm:21", "TPR", "fide-2009"),
        ("sm:25", "SBH", "fide-2009"),
        ("sm:30", "BH", "face-value"),
        ("sm:36(0,1)", "ARO/C1", "world-rapid-blitz"),
        ("sm:37(0,1)", "BH/C1", "fide-2009"),
        ("sm:37(1,1)", "BH/M1", "fide-2009"),
        ("sm:45", "KS", "fide-2009"),
        ("sm:52(-,1)", "SB/C1", "fide-2009"),
        ("sm:53", "BPG", "fide-2009"),
        ("sm:61", "ARZ", "fide-2009"),
        ("sm:68(0,P)", "WIN", ""),
        ("sm:68(0,-)", "WIN", ""),
        ("sm:68(1,-)", "WON", ""),
        ("sm:68(2,-)", "BWG", ""),
        ("sm:68(3,-)", "BPG", ""),
        ("sm:70", "SBH", "fide-2009"),
        ("sm:77(-)", "AOB", ""),
        ("sm:77(F)", "AOB/F", "fide-2026"),
        ("sm:79", "REP", ""),
        ("sm:80(1400,0,1,0)", "ARO/C1/U1400", ""),
        ("sm:80(0,1,1,0)", "ARO/M1", ""),
        ("sm:81(P)", "DE/P", ""),
        ("sm:86(0,2)", "PS/C2", ""),
        ("sm:87", "KS", ""),
        ("sm:87(0,50)", "KS", ""),
        ("sm:87(0,40)", "KS/L40", ""),
        ("sm:88(0,0)", "TPR", ""),
        ("sm:88(1,1400)", "APRO/U1400", ""),
        ("sm:88(2)", "PTP", ""),
        ("sm:88(3,1000)", "APPO/U1000", ""),
    ],
)
def test_a_number_is_read_with_its_parameters(text: str, by: str, rules: str) -> None:
    found = tb.criterion(text)
    assert (found.text, found.by, found.rules) == (text, by, rules)
    assert found.source.split()[-1] in text


def test_a_number_without_parameters_takes_the_usual_ones_and_says_what_else_is_possible() -> None:
    found = tb.criterion("sm:84")
    assert (found.by, found.rules) == ("BH/C1", "fide-2023")
    assert found.choices == ("BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2")
    assert "No parameters are given: read as BH/C1" in found.note
    assert not tb.criterion("sm:84(0,0,1,-)").choices
    assert not tb.criterion("sm:11").choices


def combinations(number: table.Number) -> list[str]:
    """Return the number with every combination of small values of its parameters."""
    values = {"strongest": "012", "weakest": "012", "first": "012", "forfeits": "-P", "kind": "0123",
              "rating": ["0", "1000", "1400"], "limit": ["40", "50", "60"], "points": "0", "unplayed": "0",
              "fore": "-F" if number.fore == "F" else "01"}  # fmt: skip
    slots = [slot.removesuffix("?") for slot in number.parameters]
    every = itertools.product(*(values.get(slot, "01") for slot in slots))
    return [f"sm:{number.number}({','.join(v)})" if v else f"sm:{number.number}" for v in every]


@pytest.mark.parametrize("number", numbers("settled"), ids=lambda n: n.number)
def test_a_criterion_written_as_a_number_is_read_as_the_same_criterion(number: table.Number) -> None:
    readable = 0
    for text in combinations(number):
        try:
            found = tb.criterion(text)
        except tb.CriterionError:
            continue
        readable += 1
        back = tb.criterion("sm:" + tb.swiss_manager(found.by, found.rules))
        assert (back.by, back.rules) == (found.by, found.rules), text
    assert readable


@pytest.mark.parametrize("number", numbers("settled"), ids=lambda n: n.number)
def test_what_a_number_means_is_defined_by_its_rules(number: table.Number) -> None:
    for text in combinations(number):
        try:
            found = tb.criterion(text)
        except tb.CriterionError:
            continue
        for rules in [found.rules] if found.rules else number.under or rulebook.names():
            admission = rulebook.rules(rules).admission(parse(found.by)[0].code)
            assert admission
            assert set(parse(found.by)[0].letters) <= set(admission.modifiers)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sm:84(0,1,0,-)", "drops the 1 strongest and the 0 weakest: a criterion can drop weakest only"),
        ("sm:84(0,2,1,-)", "drops the 2 strongest and the 1 weakest"),
        ("sm:84(0,1)", "drops the 1 strongest and the 0 weakest"),
        (
            "sm:84(1,0,1,-)",
            "Swiss-Manager 84 (Buchholz Tie-Break Variable) on match points needs a team event",
        ),
        ("sm:84(0,0,x,-)", "has 'x' as its parameter 'weakest', which takes a whole number"),
        ("sm:84(0,0,1,Q)", "has 'Q' as its parameter 'forfeits', which takes - or P, 0 or 1"),
        ("sm:84(0,0,1,-,0,0,1,0)", "takes 7 parameters (points, strongest, weakest, forfeits, fore,"),
        ("sm:85(0,0,0,-,1)", "has no fore; the edition is the seventh parameter"),
        ("sm:85(0,1,1,-)", "would be SB/M1, which fide-2023 does not define"),
        ("sm:68(1,P)", "would be WON/P, which fide-2023 or fide-2024 or fide-2026 does not define"),
        ("sm:68(4,-)", "has no kind 4; there are 0 WIN, 1 WON, 2 BWG, 3 BPG"),
        ("sm:37(0,1,1)", "takes 2 parameters (strongest, weakest), not 3: the switches for unplayed games"),
        ("sm:60(1)", "takes 0 parameters (none), not 1: what its parameters mean is not known"),
        ("sm:2(1)", "takes 0 parameters (none), not 1"),
        ("sm:80(0,0,1,1)", "with unplayed rounds counted is not settled"),
        ("sm:87(0,5)", "has a limit of 5 per cent: a criterion can have 10 to 90"),
        ("sm:99", "no number 99 of Swiss-Manager is known. Known are 1, 2, 3"),
        ("sm:BH", "'sm:BH' is no number of Swiss-Manager; expected sm:, a number and its parameters"),
        ("sm:84(0,0", "is no number of Swiss-Manager"),
        ("84(0,0,1,-)", "no tie-break is known by the name '84(0,0,1,-)'; expected a code (BH/C1), a number"),
    ],
)
def test_a_number_that_cannot_be_written_as_a_criterion_says_why(text: str, message: str) -> None:
    with pytest.raises(tb.CriterionError) as error:
        tb.criterion(text)
    assert message in str(error.value)


@pytest.mark.parametrize(
    "number", [n for n in table.numbers().values() if not n.settled], ids=lambda n: n.number
)
def test_unsettled_numbers_give_the_reason_and_those_of_teams_ask_for_a_team_event(
    number: table.Number,
) -> None:
    with pytest.raises(tb.CriterionError) as error:
        tb.criterion(f"sm:{number.number}")
    reason = "needs a team event" if number.team else f"is not settled: {number.unsettled}"
    assert f"Swiss-Manager {number.number} ({number.name}) {reason}" in str(error.value)


# ---------------------------------------------------------------- back to numbers


@pytest.mark.parametrize(
    ("by", "rules", "number"),
    [
        ("BH/C1", "fide-2023", "84(0,0,1,-)"),
        ("bh-c1", "fide-2024", "84(0,0,1,-)"),
        ("BH/M1/P", "fide-2026", "84(0,1,1,P,0,0,1)"),
        ("FB", "fide-2023", "84(0,0,0,-,1)"),
        ("SB", "fide-2026", "85(0,0,0,-,0,0,1)"),
        ("BH/C1", "fide-2019", "3"),
        ("BH/C2", "fide-2009", "37(0,2)"),
        ("BH", "world-rapid-blitz", "2"),
        ("ARO/C1", "world-rapid-blitz", "36(0,1)"),
        ("ARO/U1400/C1", "fide-2026", "80(1400,0,1,0)"),
        ("PTS", "", "1"),
        ("PTS", "uscf", "1"),
        ("WIN", "fide-2026", "68(0,P)"),
        ("WIN", "fide-2009", "12"),
        ("DE", "", "81(-)"),
        ("DE", "fide-2009", "11"),
        ("GE", "fide-2023", "79"),
        ("KS/L50", "fide-2026", "87(0,50)"),
        ("AOB/F", "fide-2026", "77(F)"),
    ],
)
def test_a_criterion_is_written_as_the_number_of_its_rules(by: str, rules: str, number: str) -> None:
    assert tb.swiss_manager(by, rules) == number


def test_a_rule_version_can_be_given_as_itself() -> None:
    assert tb.swiss_manager("BH", rulebook.rules("fide-2026")) == "84(0,0,0,-,0,0,1)"


@pytest.mark.parametrize(
    ("by", "rules", "message"),
    [
        ("BH/C1", "", "holds under all rules. There is one under fide-2009: 3, fide-2023: 84(0,0,1,-)"),
        ("STD", "fide-2026", "no number of Swiss-Manager for 'STD' under fide-2026. It has none under any"),
        ("KS/L+1", "fide-2026", "no number of Swiss-Manager for 'KS/L+1'"),
        ("BH:MP", "fide-2026", "no number of Swiss-Manager for 'BH:MP'"),
        ("MODMED", "uscf", "no number of Swiss-Manager for 'MODMED'"),
        ("BH SB", "fide-2026", "'BH SB' is 2 criteria; expected one"),
    ],
)
def test_a_criterion_without_a_number_says_so(by: str, rules: str, message: str) -> None:
    with pytest.raises(tb.CriterionError) as error:
        tb.swiss_manager(by, rules)
    assert message in str(error.value)


# ---------------------------------------------------------------- printed names

PRINTED = [
    ("points (game-points)", "PTS", ""),
    ("Direct Encounter (DE)", "DE", ""),
    ("Direct Encounter (The results of the players in the same point group)", "DE", "fide-2009"),
    ("Buchholz Tie-Breaks (variabel with parameter)", "BH", "fide-2009"),
    ("Buchholz Tie-Breaks (all Results)", "BH", "fide-2009"),
    ("Buchholz Tie-Breaks (without two results=middle Tie-Breaks)", "BH/M1", "fide-2009"),
    ("Buchholz Tie-Breaks (with the real points)", "BH", "face-value"),
    ("Buchholz Tie-Break Variable (2023) (Gamepoints)", "BH", "fide-2023"),
    ("Buchholz Tie-Break Variable (2023) (Gamepoints, Cut1)", "BH/C1", "fide-2023"),
    ("Buchholz Tie-Break Variable (2023) (Gamepoints, Median1)", "BH/M1", "fide-2023"),
    ("Buchholz Tie-Break Variable (2026) (Gamepoints, Cut1)", "BH/C1", "fide-2026"),
    ("Buchholz Tie-Break Variable (2026) (Gamepoints)", "BH", "fide-2026"),
    ("Sonneborn-Berger-Tie-Break variable", "SB", "fide-2009"),
    ("Sonneborn Berger Tie-Break Variable (2023) (Gamepoints)", "SB", "fide-2023"),
    ("Sonneborn Berger Tie-Break Variable (2026) (Gamepoints)", "SB", "fide-2026"),
    ("rating average of the opponents (variabel with parameters)", "ARO", "world-rapid-blitz"),
    ("Average Rating of Opponents (ARO) (1400, Cut1, Forfeits And Byes are ignored)", "ARO/C1/U1400", ""),
    ("Average [Tournament] Performance Rating Of Opponents (APRO) (1400)", "APRO/U1400", ""),
    ("Progressive Score, before FIDE-Tie-Break (PS)(Gamepoints)", "PS", ""),
    ("Fide Tie-Break", "PS", "fide-2009"),
    ("Number of wins including byes (WIN) (Gamepoints, Forfeited games count)", "WIN", ""),
    ("Number of games won with black (BWG) (Gamepoints)", "BWG", ""),
    ("The greater number of victories (variable)", "WIN", ""),
    ("The greater number of victories", "WIN", "fide-2009"),
    ("Most black", "BPG", "fide-2009"),
    ('Koya System (KS) (Gamepoints/Limit 50")', "KS", ""),
    ("Koya-System (Points against player with >= 50% of the points)", "KS", "fide-2009"),
    ("Sum of Buchholz-Tie-Breaks (all Results)", "SBH", "fide-2009"),
    ("Arranz System", "ARZ", "fide-2009"),
    ("Buchholz Tie-Break Variable (2026) [84]", "BH/C1", "fide-2026"),
    ("Median Buchholz (BH-M1) [84]", "BH/M1", "fide-2023"),
    ("Greater number of games won (WON) [68]", "WON", ""),
    ("Greater number of victories/games (WIN,WON,BPG,BWG) [68]", "WIN", ""),
    ("Direct Encounter [DE] [81]", "DE", ""),
    ("FIDE Tiebreak (Progressive Score) [86]", "PS", ""),
]


@pytest.mark.parametrize("before", ["", "Tie Break3: ", "Desempate 2: ", "TB1: "])
@pytest.mark.parametrize(("text", "by", "rules"), PRINTED)
def test_what_is_printed_below_a_table_is_read(text: str, by: str, rules: str, before: str) -> None:
    found = tb.criterion(before + text)
    assert (found.by, found.rules) == (by, rules)
    assert found.source.startswith("Swiss-Manager ")


@pytest.mark.parametrize(("text", "by", "rules"), PRINTED)
def test_case_spacing_and_no_break_spaces_do_not_matter(text: str, by: str, rules: str) -> None:
    spaced = tb.criterion(text.replace(" ", "\u00a0 "))
    assert (spaced.by, spaced.rules) == (by, rules)
    if "(2" not in text and "[" not in text:
        upper = tb.criterion(text.upper())
        assert (upper.by, upper.rules) == (by, rules)


def test_a_name_printed_without_its_parameters_says_what_else_is_possible() -> None:
    found = tb.criterion("Buchholz Tie-Breaks (variabel with parameter)")
    assert found.choices == ("BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2")
    assert found.title == "Buchholz Tie-Breaks (variabel with parameter)"
    assert "virtual opponent" in found.note
    assert not tb.criterion("Buchholz Tie-Break Variable (2026) (Gamepoints)").choices


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Matchpoints (2 for wins, 1 for Draws, 0 for Losses)", "13 (Matchpoints (2 for wins, 1 for Draws"),
        ("FIDE-Sonneborn-Berger-Tie-Break", "Swiss-Manager 35"),
        ("Sonneborn-Berger-Tie-Break (with real points)", "Swiss-Manager 7"),
        ("Olympiad-Sonneborn-Berger-Tie-Break without lowest result", "Swiss-Manager 57"),
        ("The results of the teams in then same point group according to Matchpoints", "Swiss-Manager 14"),
        ("Buchholz Tie-Break Variable (2023) (Matchpoints, Cut1)", "match points"),
        ("EDE", "'EDE'"),
    ],
)
def test_names_of_team_events_ask_for_a_team_event(text: str, message: str) -> None:
    with pytest.raises(tb.CriterionError, match="needs a team event") as error:
        tb.criterion(text)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Direct Encounter (DE) (Cut1)", "cannot be DE/C1: it has no such parameter"),
        ("Buchholz Tie-Break Variable (2025) (Gamepoints)", "is not known in an edition of 2025"),
        (
            "Buchholz Tie-Break Variable (2023) (SB)",
            "Swiss-Manager 84 (Buchholz Tie-Break Variable) is not SB",
        ),
        ("Buchholz-Tie-Breaks (all Results (special))", "Swiss-Manager 28"),
    ],
)
def test_a_printed_name_that_contradicts_itself_or_is_unsettled_is_refused(text: str, message: str) -> None:
    with pytest.raises(tb.CriterionError) as error:
        tb.criterion(text)
    assert message in str(error.value)


# ---------------------------------------------------------------- other programs


@pytest.mark.parametrize(
    ("text", "by", "rules", "source"),
    [
        ("Median-Buchholz", "BH/M1", "", "common name"),
        ("median buchholz 2", "BH/M2", "", "common name"),
        ("Buchholz Cut 1", "BH/C1", "", "common name"),
        ("Buchholz, Cut-1", "BH/C1", "", "common name"),
        ("Buchholz (Cut 2)", "BH/C2", "", "common name"),
        ("Bucholtz Cut 1", "BH/C1", "", "common name"),
        ("Buchholz tiebreak", "BH", "", "common name"),
        ("Sum of Buchholz", "SBH", "fide-2009", "common name"),
        ("Sonneborn-Berger", "SB", "", "common name"),
        ("SonneBorn Berger", "SB", "", "common name"),
        ("Neustadtl", "SB", "", "common name"),
        ("Progressive", "PS", "", "common name"),
        ("Cumulative", "PS", "", "common name"),
        ("Koya", "KS", "", "common name"),
        ("Arranz", "ARZ", "fide-2009", "common name"),
        ("Most Blacks", "BPG", "", "common name"),
        ("Average rating of opponents", "ARO", "", "Swiss-Manager 80"),
        ("FIDE tie-break", "PS", "fide-2009", "Swiss-Manager 8"),
        ("Solkoff", "SOLKOFF", "uscf", "US Chess"),
        ("Modified Median", "MODMED", "uscf", "US Chess"),
        ("Harkness", "MEDIAN", "uscf", "US Chess"),
        ("Median", "MEDIAN", "uscf", "US Chess"),
        ("Kashdan", "KASHDAN", "uscf", "US Chess"),
        ("Kashdan, club variant", "KASHDAN", "uscf-club", "US Chess"),
        ("US Chess Cumulative", "CUMUL", "uscf", "US Chess"),
        ("Cumulative (US Chess)", "CUMUL", "uscf", "US Chess"),
        ("34E9", "CUMOPP", "uscf", "US Chess"),
        ("Bu.", "BH", "ffe-papi", "Papi"),
        ("Tr.", "BH/C", "ffe-papi", "Papi"),
        ("Me.", "BH/M", "ffe-papi", "Papi"),
        ("SBh", "SBH", "ffe-papi", "Papi"),
        ("Ka.", "KASHDAN", "ffe-papi", "Papi"),
        ("Perf", "TPR", "ffe-papi", "Papi"),
        ("Cu.", "PS", "ffe-papi", "Papi"),
        ("Brésilien", "BH/C", "ffe-papi", "Papi"),
        ("Papi Solkoff", "BH", "ffe-papi", "Papi"),
        ("Solkoff (Papi)", "BH", "ffe-papi", "Papi"),
        ("BH Total", "BH", "", "Vega"),
        ("BH Cut 1", "BH/C1", "", "Vega"),
        ("Most Paired", "REP", "", "Vega"),
        ("Standard Score (1-½-0)", "STD", "", "Vega"),
        ("Mutual Result", "DE", "", "PairTwo"),
        ("Lichess Sonneborn-Berger", "SB", "lichess-swiss", "Lichess"),
        ("Chess Caddy: Buchholz", "BH", "chess-caddy", "Chess Caddy"),
    ],
)
def test_names_of_other_programs_are_read(text: str, by: str, rules: str, source: str) -> None:
    found = tb.criterion(text)
    assert (found.by, found.rules, found.source) == (by, rules, source)


@pytest.mark.parametrize(
    ("text", "rules", "title"),
    [
        ("BH/C1", "", "Buchholz Cut 1"),
        ("bh-c1", "", "Buchholz Cut 1"),
        ("KS/L+1", "", "Koya"),
        ("BH:MP", "", "Buchholz"),
        ("SBH", "", "Sum of Buchholz"),
        ("GE", "", "Rounds elected to play"),
        ("SOLKOFF", "uscf", "Solkoff"),
        ("kashdan", "uscf", "Kashdan"),
    ],
)
def test_codes_go_through_unchanged(text: str, rules: str, title: str) -> None:
    found = tb.criterion(text)
    assert (found.by, found.rules, found.title, found.source) == (text, rules, title, "")


def test_a_code_in_brackets_settles_an_unknown_name() -> None:
    found = tb.criterion("Tournament Performance (TPR) (1400)")
    assert (found.by, found.title) == ("TPR/U1400", "Tournament Performance")


def test_a_year_behind_a_common_name_chooses_the_rules_of_that_year() -> None:
    assert tb.criterion("Median Buchholz (2026)").rules == "fide-2026"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Medan Buchholz", "no tie-break is known by the name 'Medan Buchholz'"),
        ("Medan Buchholz", "Did you mean 'Median Buchholz'"),
        ("", "no tie-break is known by the name ''"),
        ("BHH/C1", "no tie-break is known by the name 'BHH/C1'"),
        ("BH SB", "no tie-break is known by the name 'BH SB'"),
        ("Brightwell", "'Brightwell' (SwissPerfect) is not settled"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest(text: str, message: str) -> None:
    with pytest.raises(tb.CriterionError) as error:
        tb.criterion(text)
    assert message in str(error.value)


@pytest.mark.parametrize("code", sorted(table.codes()))
def test_every_other_name_of_a_code_leads_to_it(code: str) -> None:
    for name in other_names(code):
        assert parse(tb.criterion(name).by)[0].code == code
    assert len({table.plain(name) for name in other_names(code)}) == len(other_names(code))


def test_every_individual_code_has_a_name() -> None:
    aliases = {"GE", "SNO"}
    assert not [code for code in table.codes() - aliases if not other_names(code)]
    assert other_names("solkoff")[0] == "Solkoff"
    assert "Median-Buchholz (BH/M1)" in other_names("BH")


def test_what_is_found_can_be_used(half_point_bye: tb.History) -> None:
    asked = [tb.criterion("sm:84(0,0,1,-)"), tb.criterion("Buchholz Tie-Breaks (all Results)")]
    for found in asked:
        standing = tb.standings(half_point_bye, by=["PTS", found.by], rules=found.rules)
        assert found.by in standing.columns


@pytest.fixture
def half_point_bye() -> tb.History:
    rows = [
        (1, 1, 2, "1"),
        (2, 1, 1, "0"),
        (3, 1, None, "H"),
        (1, 2, 3, "="),
        (3, 2, 1, "="),
        (2, 2, None, "U"),
    ]
    columns = list(zip(*rows, strict=True))
    results = dict(zip(["player", "round", "opponent", "outcome"], map(list, columns), strict=True))
    return tb.History.from_tables(results)


def test_a_criterion_is_written_in_one_way_only() -> None:
    for text in (
        "BH/C1/P",
        "BH/M2",
        "TPN/R",
        "AOB/F",
        "KS/L+1",
        "KS/L-2",
        "KS/L40",
        "ARO/C1/U1400",
        "SSSC/K5",
    ):
        assert text_of(parse(text)[0]) == text
