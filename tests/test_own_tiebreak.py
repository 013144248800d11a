"""Tie-breaks and rule pages of the user's own work wherever the package's do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import chesstb as tb

if TYPE_CHECKING:
    from pathlib import Path

EVENT = tb.read("data/small/half-point-bye-and-withdrawal.trf")


@pytest.fixture
def club() -> tb.RuleVersion:
    """Rules with a tie-break that adds up the rounds won with Black, each 1½."""

    @tb.declare_tiebreak("BLKWIN", title="Wins with Black", says="1½ a win with Black", modifiers="C M R")
    def blacks(grid: Any, _reading: Any) -> tb.Contributions:
        won = grid.played & (grid.points == grid.win) & (grid.colour == 1)
        return tb.Contributions(3 * won, scale=2)

    return tb.RuleVersion.from_page(page(), name="club")


def page() -> str:
    return tb.rule_page("fide-2026") + '\nBLKWIN = { article = "Club 7", modifiers = "C M R" }\n'


def test_its_values_and_cuts_by_hand(club: tb.RuleVersion) -> None:
    won = EVENT.results.query("outcome == '1' and colour == 'b'").groupby("player").size()
    table = tb.standings(EVENT, by="PTS BLKWIN BLKWIN/C1 BLKWIN/M1", rules=club).set_index("player")
    assert (table["BLKWIN"] == 1.5 * won.reindex(table.index, fill_value=0)).all()
    assert (table["BLKWIN/C1"] == table["BLKWIN"]).all()  # a round without such a win goes first
    assert table.loc[2, "BLKWIN"] == 1.5  # only round 1
    assert table.loc[2, "BLKWIN/M1"] == 0.0


def test_direction(club: tb.RuleVersion) -> None:
    for by, ascending in (("BLKWIN", False), ("BLKWIN/R", True)):
        values = tb.standings(EVENT, by=by, rules=club)[by]
        assert values.is_monotonic_increasing if ascending else values.is_monotonic_decreasing


def test_contributions_add_up_and_name_the_article(club: tb.RuleVersion) -> None:
    rows = tb.contributions(EVENT, "BLKWIN/M1", rules=club)
    total = rows.query("kept").groupby("player")["value"].sum()
    values = tb.standings(EVENT, by="BLKWIN/M1", rules=club).set_index("player")["BLKWIN/M1"]
    assert (total.reindex(values.index, fill_value=0) == values).all()
    assert set(rows.query("kept")["article"]) == {"Club 7"}


def test_it_is_listed_compared_and_varied(club: tb.RuleVersion) -> None:
    listed = tb.tiebreaks().set_index("code").loc["BLKWIN"]
    assert listed["title"] == "Wins with Black"
    assert listed["versions"] == ""
    changes = tb.rule_changes("fide-2026", club)
    assert changes["clause"].tolist() == ["BLKWIN", "BLKWIN"]
    assert changes["b"].tolist() == ["defined, modifiers C M R"] * 2
    table = tb.compare(EVENT, by=["PTS BLKWIN", "PTS BH"], rules=club)
    assert list(table["variant"].unique()) == ["PTS BLKWIN", "PTS BH"]
    assert tb.influence(EVENT, [1, 3, 4, 16], "BLKWIN", rules=club)["flips"].sum() == 0


def test_a_file_of_the_same_page(club: tb.RuleVersion, tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text(page(), encoding="utf-8")
    by = "PTS BLKWIN BH"
    assert tb.standings(EVENT, by=by, rules=path).equals(tb.standings(EVENT, by=by, rules=club))
    assert tb.rule_page(path) == page().rstrip("\n")


@pytest.mark.usefixtures("club")
def test_no_other_version_defines_it() -> None:
    with pytest.raises(tb.RuleError, match="fide-2026 does not define BLKWIN"):
        tb.standings(EVENT, by="PTS BLKWIN", rules="fide-2026")


def test_it_may_be_declared_again_but_none_of_the_package(club: tb.RuleVersion) -> None:
    @tb.declare_tiebreak("BLKWIN", title="Nothing", says="0")
    def nothing(grid: Any, _reading: Any) -> tb.Contributions:
        return tb.Contributions(grid.points * 0, grid.unit)

    assert (tb.standings(EVENT, by="BLKWIN", rules=club)["BLKWIN"] == 0).all()
    assert nothing.__name__ == "nothing"
    for code in ("BH", "GE", "PTS"):
        with pytest.raises(tb.CriterionError, match=f"the code '{code}' is taken"):
            tb.declare_tiebreak(code, title="", says="")


@pytest.mark.parametrize(
    ("code", "modifiers", "error"),
    [
        ("my own", "", "'my own' is no code"),
        ("mine", "", "'mine' is no code"),
        ("MINE", "CM", "modifier 'CM'; expected letters of C M"),
        ("MINE", "C Q", "modifier 'Q'; expected letters of C M"),
    ],
)
def test_codes_and_modifiers(code: str, modifiers: str, error: str) -> None:
    with pytest.raises(tb.CriterionError, match=error):
        tb.declare_tiebreak(code, title="", says="", modifiers=modifiers)


@pytest.mark.parametrize(
    ("returned", "error"),
    [
        (lambda grid: grid.points, "its function returned a ndarray; expected chesstb.Contributions"),
        (lambda grid: tb.Contributions(grid.score, 1), "a value of shape (16,); expected (16, 5)"),
        (lambda grid: tb.Contributions(grid.points / 2, 1), "values of type float64; expected whole numbers"),
        (lambda grid: tb.Contributions(grid.points, 1, extra=grid.rating / 2), "extra of type float64;"),
        (
            lambda grid: tb.Contributions(grid.points, 1, grid.score),
            "element of shape (16,); expected (16, ",
        ),
        (lambda grid: tb.Contributions(grid.points, 1, grid.points / 2), "element of type float64; expected"),
        (lambda grid: tb.Contributions(grid.points, 1, grid.points), "element of 2; expected True"),
        (lambda grid: tb.Contributions(grid.points, 0), "scale=0; expected a whole number above 0"),
        (lambda grid: tb.Contributions(grid.points, True), "scale=True; expected a whole number above 0"),
    ],
)
def test_what_the_function_returns(returned: Any, error: str) -> None:
    tb.declare_tiebreak("BLKWIN", title="", says="")(lambda grid, _reading: returned(grid))
    with pytest.raises(tb.DataError, match="tie-break BLKWIN: ") as caught:
        tb.standings(EVENT, by="BLKWIN", rules=tb.RuleVersion.from_page(page(), name="club"))
    assert error in str(caught.value)


def test_flags_are_counted_not_joined() -> None:
    tb.declare_tiebreak("BLKWIN", title="", says="")(
        lambda grid, _reading: tb.Contributions(np.ones(grid.shape, dtype=bool), 1)
    )
    club = tb.RuleVersion.from_page(page(), name="club")
    assert (tb.standings(EVENT, by="BLKWIN", rules=club)["BLKWIN"] == 5).all()


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int64])
def test_flags_may_be_ones_and_zeros_of_any_type(kind: Any) -> None:
    """Buchholz of games played, by flags and by numbers, with cuts of every sort."""

    def declare(code: str, kind: Any) -> None:
        tb.declare_tiebreak(code, title="", says="", modifiers="C M")(
            lambda grid, _reading: tb.Contributions(
                grid.of_opponent(grid.score),
                grid.unit,
                grid.played.astype(kind),
                voluntary=grid.voluntary.astype(kind),
                spent=(~grid.played).sum(axis=1).astype(np.uint8),
            )
        )

    declare("FLAGS", bool)
    declare("ONES", kind)
    lines = "".join(f'\n{code} = {{ article = "1", modifiers = "C M" }}' for code in ("FLAGS", "ONES"))
    club = tb.RuleVersion.from_page(tb.rule_page("fide-2026") + lines, name="club")
    for cut in ("", "/C1", "/C2", "/M1"):
        table = tb.standings(EVENT, by=f"FLAGS{cut} ONES{cut}", rules=club)
        assert (table[f"FLAGS{cut}"] == table[f"ONES{cut}"]).all()
        assert table[f"ONES{cut}"].between(0, 20).all()


def test_a_page_in_words_is_checked_like_a_file() -> None:
    with pytest.raises(tb.RuleError, match="page 'club': cannot be read as a rule page"):
        tb.RuleVersion.from_page("title =", name="club")
    with pytest.raises(tb.RuleError, match="page 'club', title: nothing; expected a str"):
        tb.RuleVersion.from_page("", name="club")
