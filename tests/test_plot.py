"""Pictures: what stands on the Axes is what the tables say."""

from __future__ import annotations

import itertools
import subprocess
import sys
import warnings
from typing import TYPE_CHECKING

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from matplotlib import pyplot as plt
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgba
from matplotlib.text import Text

import chesstb as tb
from chesstb.plot import style
from tests.strategies import events, to_tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.axes import Axes

mpl.use("agg")

BLITZ = "data/world-blitz-2021"
SMALL = "data/small/half-point-bye-and-withdrawal.trf"
BY = "PTS BH/C1 BH"
few = settings(
    phases=[Phase.generate],  # drawing is slow, and a smaller tournament tells no more
    max_examples=6,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def small() -> tb.History:
    return tb.read(SMALL)


@pytest.fixture(scope="module")
def blitz() -> tb.History:
    return tb.read(BLITZ)


def words(ax: Axes) -> list[str]:
    return [text.get_text() for text in ax.texts]


def left(ax: Axes) -> list[str]:
    return [label.get_text() for label in ax.get_yticklabels()]


def lines(ax: Axes) -> dict[str, list[float]]:
    return {line.get_label(): list(line.get_ydata()) for line in ax.lines if line.get_label().isdecimal()}


def drawn(ax: Axes) -> None:
    """Draw, and see that no label is cut off at the edge of the picture."""
    figure = ax.get_figure(root=True)
    figure.draw_without_rendering()
    frame = figure.bbox
    ticks = [*ax.xaxis._update_ticks(), *ax.yaxis._update_ticks()]  # those in view
    labels = [label for tick in ticks for label in (tick.label1, tick.label2)]
    for text in [*ax.texts, *labels, ax._left_title]:
        if text.get_text() and text.get_visible():
            box = Text.get_window_extent(text)  # an annotation without its line
            assert box.x0 >= frame.x0 - 1, text
            assert box.x1 <= frame.x1 + 1, text
            assert box.y0 >= frame.y0 - 1, text
            assert box.y1 <= frame.y1 + 1, text


def table(**columns: object) -> pd.DataFrame:
    return pd.DataFrame(columns)


# ---------------------------------------------------------------- loading


def test_the_pictures_load_on_first_use() -> None:
    shown = (
        "import sys, chesstb as tb; before = 'matplotlib' in sys.modules\n"
        "tb.plot.bump; print(before, 'matplotlib' in sys.modules)"
    )
    out = subprocess.run([sys.executable, "-c", shown], capture_output=True, text=True, check=True).stdout
    assert out.split() == ["False", "True"]


# ---------------------------------------------------------------- places


def test_by_round_is_the_standings_after_each_round(small: tb.History) -> None:
    found = tb.plot.by_round(small, by="PTS BH", rules="fide-2026")
    assert list(found.columns[:5]) == ["tournament", "round", "place", "player", "name"]
    for number in range(1, 6):
        expected = tb.standings(small, by="PTS BH", rules="fide-2026", after=number)
        mine = found[found["round"] == number].drop(columns="round").reset_index(drop=True)
        pd.testing.assert_frame_equal(pd.DataFrame(mine), pd.DataFrame(expected))


def test_by_round_gives_each_event_its_own_rounds(small: tb.History) -> None:
    four = tb.read("data/small/event-in-progress.trf")
    found = tb.plot.by_round(tb.History.concat([small, four]), by="PTS", rules="fide-2026")
    assert found.groupby("tournament", observed=True)["round"].max().tolist() == [5, 4]
    none = tb.plot.by_round(tb.History.concat([]), by="PTS", rules="fide-2026")
    assert list(none.columns) == ["tournament", "round", "place", "player", "name", "PTS"]
    assert none.empty


def test_bump_draws_places_and_sets_the_tied_below_each_other(small: tb.History) -> None:
    ax = tb.plot.bump(small, by="PTS", rules="fide-2026", first=5)
    places = tb.plot.by_round(small, by="PTS", rules="fide-2026")
    found = lines(ax)
    assert sorted(found) == ["1", "16", "2", "3", "4"]
    for number in range(1, 6):
        part = places[places["round"] == number].set_index("player")["place"]
        shares = part.map(part.value_counts())
        for player, slots in found.items():
            first = part[int(player)]
            assert first <= slots[number - 1] < first + shares[int(player)]
    grey = [line for line in ax.lines if not line.get_label().isdecimal()]
    assert len(grey) == 16 - 5
    at_last = sorted([line.get_ydata()[-1] for line in ax.lines])
    assert at_last == list(range(1, 17))
    drawn(ax)


def test_bump_joins_shared_places_visibly(small: tb.History) -> None:
    ax = tb.plot.bump(small, by="PTS", rules="fide-2026")
    (bars,) = [c for c in ax.collections if c.get_label() == "shared place"]
    spans = {(int(s[0][0]) + 1, int(s[0][1]), int(s[1][1])) for s in bars.get_segments()}
    places = tb.plot.by_round(small, by="PTS", rules="fide-2026")
    sizes = places.groupby(["round", "place"]).size()
    assert spans == {(r, p, p + n - 1) for (r, p), n in sizes.items() if n > 1}
    assert "2= Player A" in words(ax)
    assert "1 Player B" in words(ax)


def test_labels_at_the_ends_keep_clear_of_each_other(blitz: tb.History) -> None:
    ax = tb.plot.bump(blitz, by=BY, rules="fide-2009", first=25)
    drawn(ax)
    for side in ("left", "right"):
        boxes = [Text.get_window_extent(t) for t in ax.texts if t.get_ha() == side]
        boxes.sort(key=lambda box: box.y0)
        assert len(boxes) == 25
        assert all(low.y1 <= high.y0 + 0.5 for low, high in itertools.pairwise(boxes))
    assert ax.get_yscale() == "log"
    assert lines(ax)["5"][9:17] == [1.0] * 8  # Aronian led from round 10 to 17


def test_bump_takes_chosen_players_by_number_and_name(blitz: tb.History) -> None:
    ax = tb.plot.bump(blitz, by=BY, rules="fide-2009", players=["Carlsen", 3])
    assert list(lines(ax)) == ["3", "12"]
    assert list(lines(tb.plot.bump(blitz, by=BY, rules="fide-2009", players=12))) == ["12"]
    with pytest.raises(tb.DataError, match="no player is called 'Kasparov'"):
        tb.plot.bump(blitz, by=BY, rules="fide-2009", players="Kasparov")


def test_bump_by_variant_colours_who_is_on_top_under_any(small: tb.History) -> None:
    compared = tb.compare(small, "PTS BH/C1 BH SB", ["fide-2009", "fide-2024", "fide-2026"])
    ax = tb.plot.bump(compared, first=10)
    top = set(compared.loc[compared["place"] <= 10, "player"].astype(str))
    assert set(lines(ax)) == top
    assert len(top) > 10  # somebody comes in
    assert [label.get_text() for label in ax.get_xticklabels()] == ["fide-2009", "fide-2024", "fide-2026"]
    drawn(ax)


def test_every_line_has_its_own_look() -> None:
    several = table(
        round=[1] * 30 + [2] * 30, place=[*range(1, 31), *range(30, 0, -1)], player=[*range(1, 31)] * 2
    )
    ax = tb.plot.bump(several, first=30)
    looks = {(line.get_color(), line.get_marker()) for line in ax.lines}
    assert len(looks) == 30
    assert "30 player 1" in words(ax)


def test_moves_shows_movers_only_largest_first() -> None:
    compared = table(
        player=[1, 2, 3, 4] * 2,
        name=["Ann", "Bo & <Co>", None, "Dee"] * 2,
        variant=["old"] * 4 + ["new"] * 4,
        place=[1, 2, 3, 4, 1, 4, 2, 3],
        moved=[0, 0, 0, 0, 0, -2, 1, 1],
        because=["", "", "", "", "", "the cap of 16.4", "a cut", ""],
    )
    ax = tb.plot.moves(compared)
    assert left(ax) == ["Bo & <Co>", "player 3", "Dee"]
    assert "the cap of 16.4" in words(ax)
    spans = sorted((s[0][1], s[1][0]) for c in ax.collections for s in c.get_segments())
    assert spans == [(0, -2), (1, 1), (2, 1)]
    dashed = [c for c in ax.collections if c.get_linestyle()[0][1] is not None]
    assert [len(c.get_segments()) for c in dashed] == [1]  # losses can be told without colour
    assert "old → new\n3 players change place" in ax.get_title(loc="left")
    drawn(ax)
    assert left(tb.plot.moves(compared, first=1)) == ["Bo & <Co>"]


def test_moves_of_a_real_comparison(small: tb.History) -> None:
    compared = tb.compare(small, "PTS BH/C1 BH SB", ["fide-2009", "fide-2024", "fide-2026"])
    ax = tb.plot.moves(compared, variant="fide-2024")
    part = compared[(compared["variant"] == "fide-2024") & (compared["moved"] != 0)]
    assert sorted(left(ax)) == sorted(part["name"])
    assert [t for t in words(ax) if "\n" in t or " " in t]
    drawn(ax)
    with pytest.raises(tb.DataError, match=r"no variant 'fide-2004'.*Did you mean 'fide-2024'"):
        tb.plot.moves(compared, variant="fide-2004")


def test_moves_says_when_nobody_moves() -> None:
    same = table(player=[1, 1], variant=["a", "b"], place=[1, 1], moved=[0, 0])
    assert words(tb.plot.moves(same)) == ["Nobody changes place"]


# ---------------------------------------------------------------- wall chart


def test_crosstable_writes_every_game(small: tb.History) -> None:
    ax = tb.plot.crosstable(small, by=BY, rules="fide-2026")
    ranked = tb.standings(small, by=BY, rules="fide-2026")
    assert left(ax) == [
        f"{p}  {name} ({n})" for p, name, n in ranked[["place", "name", "player"]].to_numpy().tolist()
    ]
    cells = {
        (t.get_position()[1], t.get_position()[0]): t.get_text() for t in ax.texts if len(t.get_text()) > 0
    }
    rows = {number: row for row, number in enumerate(ranked["player"])}
    assert cells[rows[1], 0] == "9w1"
    assert cells[rows[4], 1] == "bye ½"
    assert cells[rows[9], 3] == "11w−"
    assert cells[rows[11], 3] == "9b+"
    assert cells[rows[12], 1] == "bye 1"
    assert cells[rows[12], 3] == "–"
    drawn(ax)


def test_crosstable_says_what_is_cut_and_what_it_is_worth(small: tb.History) -> None:
    ax = tb.plot.crosstable(small, "BH/C1", by=BY, rules="fide-2026")
    ranked = tb.standings(small, by=BY, rules="fide-2026")
    parts = tb.contributions(small, "BH/C1", rules="fide-2026")
    (struck,) = [c for c in ax.collections if isinstance(c, LineCollection)]
    order = {player: row for row, player in enumerate(ranked["player"])}
    cut = parts[~parts["kept"]]
    expected = sorted((order[p], r - 1) for p, r in zip(cut["player"], cut["round"], strict=True))
    assert sorted((round(s[0][1] - 0.2), round(s.mean(axis=0)[0])) for s in struck.get_segments()) == expected
    values = [style.number(v) for v in ranked["BH/C1"]]
    heading = words(ax).index("BH/C1")
    assert words(ax)[heading + 1 : heading + 17] == values
    image = ax.images[0].get_array()
    assert all(tuple(image[cell]) == to_rgba("#ffffff") for cell in expected)
    known = parts[parts["kept"]].sort_values("value")
    least, most = known.iloc[0], known.iloc[-1]
    light = [
        np.dot(image[order[row["player"]], row["round"] - 1][:3], [0.299, 0.587, 0.114])
        for row in (least, most)
    ]
    assert light[0] < 0.3  # seen in greyscale, too
    assert light[1] > 0.8
    drawn(ax)


def test_crosstable_of_a_large_event_shows_the_top_and_says_so(blitz: tb.History) -> None:
    ax = tb.plot.crosstable(blitz, by=BY, rules="fide-2009", first=7)
    assert len(left(ax)) == 7
    assert "the first 7 of 179" in ax.get_title(loc="left")


def test_crosstable_of_an_event_in_progress_counts_what_is_counted() -> None:
    event = tb.read("data/small/event-in-progress.trf")
    ax = tb.plot.crosstable(event, by="PTS BH", rules="fide-2026")
    ranked = tb.standings(event, by="PTS BH", rules="fide-2026")
    heading = words(ax).index("PTS")
    assert words(ax)[heading + 1 : heading + 9] == [style.number(v) for v in ranked["PTS"]]
    image = ax.images[0].get_array()
    assert all(tuple(image[row, 4]) == tuple(to_rgba("#ededee")) for row in range(8))


def test_crosstable_of_scores_that_are_no_halves() -> None:
    event = tb.read("data/small/three-one-nil-scoring.trf")
    ax = tb.plot.crosstable(event, "SB", by="PTS BH", rules="fide-2026")
    assert "bye 1" in words(ax)
    assert "bye 3" in words(ax)
    assert "11" in words(ax)


# ---------------------------------------------------------------- contributions, agreement, ties


def test_contributions_are_as_long_as_they_are_worth(small: tb.History) -> None:
    rows = tb.contributions(small, "BH/M1", rules="fide-2026")
    ax = tb.plot.contributions(rows, first=20)
    hatched = [p for p in ax.patches if p.get_hatch()]
    plain = [p for p in ax.patches if not p.get_hatch()]
    assert sum(p.get_width() for p in plain) == rows.loc[rows["kept"], "value"].sum()
    assert sum(p.get_width() for p in hatched) == rows.loc[~rows["kept"], "value"].sum()
    assert len(hatched) == 2 * 16
    values = tb.standings(small, by="BH/M1", rules="fide-2026").set_index("player")["BH/M1"]
    for row, name in enumerate(left(ax)):
        own = [p for p in plain if round(p.get_y() + p.get_height() / 2) == row]
        assert sum(p.get_width() for p in own) == values[int(name.removeprefix("player "))]
        ends = sorted((p.get_x(), p.get_x() + p.get_width()) for p in own)
        assert all(a[1] == b[0] for a, b in itertools.pairwise(ends))
    drawn(ax)


def test_contributions_of_an_event_have_names(small: tb.History) -> None:
    ax = tb.plot.contributions(small, "BH/C1", rules="fide-2026", players=[9, "Player A"])
    assert left(ax) == ["Player I", "Player A"]
    assert "BH/C1" in ax.get_title(loc="left")
    ax = tb.plot.contributions(small, "BH/C1", rules="fide-2026", first=3)
    assert "the 3 largest of 16" in ax.get_title(loc="left")
    with pytest.raises(tb.DataError, match="a History without a criterion"):
        tb.plot.contributions(small)


def test_contributions_below_nothing_go_to_the_left() -> None:
    rows = table(
        player=[1, 1, 1], round=[1, 2, None], value=[1.0, 2.0, -1.0], kept=[True] * 3, reason=["counts"] * 3
    )
    ax = tb.plot.contributions(rows)
    assert sorted((p.get_x(), p.get_width()) for p in ax.patches) == [(0.0, -1.0), (0.0, 1.0), (1.0, 2.0)]


def test_agreement_has_its_numbers_in_the_cells(small: tb.History) -> None:
    compared = tb.compare(small, ["PTS BH", "PTS SB", "PTS DE"], "fide-2026")
    matrix = compared.agreement()
    ax = tb.plot.agreement(matrix)
    assert words(ax) == [f"{v:.2f}" for v in matrix.to_numpy().ravel()]
    assert left(ax) == ["PTS BH", "PTS SB", "PTS DE"]
    drawn(ax)
    unknown = pd.DataFrame([[1.0, None], [None, 1.0]], ["a$b$", "b"], ["a$b$", "b"])
    ax = tb.plot.agreement(unknown)
    assert words(ax) == ["1.00", "–", "–", "1.00"]
    drawn(ax)
    with pytest.raises(tb.DataError, match="other names above"):
        tb.plot.agreement(unknown.iloc[:1])


def test_ties_counts_who_is_still_tied(blitz: tb.History) -> None:
    ranked = tb.standings(blitz, by=BY, rules="fide-2009")
    ax = tb.plot.ties(ranked)
    cells = ranked[BY.split()].to_numpy().tolist()
    for number, bar in enumerate(ax.patches):
        heads = [tuple(row[: number + 1]) for row in cells]
        assert bar.get_width() == sum(heads.count(head) > 1 for head in heads)
    assert left(ax) == ["PTS", "then BH/C1", "then BH"]
    drawn(ax)
    both = tb.History.concat([tb.read(SMALL), tb.read(SMALL)])
    one, two = (tb.plot.ties(tb.standings(h, by="PTS DE", rules="fide-2026")) for h in (tb.read(SMALL), both))
    assert [2 * p.get_width() for p in one.patches] == [p.get_width() for p in two.patches]
    assert "of 2 events" in two.get_title(loc="left")


# ---------------------------------------------------------------- what is asked wrongly, and odd events


def test_ranges_are_bars_and_what_is_certain_a_mark() -> None:
    basis = pd.Categorical(["derived", "unknown", "seen"], ["seen", "derived", "unknown"])
    known = pd.DataFrame(
        {"name": ["Ann", "Bo", "Cy"], "low": [9.5, 7.0, 3.0], "high": [9.5, 8.5, 3.0], "basis": basis}
    )
    ax = tb.plot.ranges(known, kind="basis", marked={"Bo": 7.5, "Nobody": 1.0}, title="Points")
    assert words(ax) == ["3", "9½", "7", "8½"]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        "seen", "derived", "unknown", "published",
    ]  # fmt: skip
    (bar,) = [each for each in ax.collections if isinstance(each, LineCollection)]
    assert bar.get_segments()[0].tolist() == [[7.0, 1.0], [8.5, 1.0]]
    cross = ax.lines[-1]
    assert (cross.get_xdata(), cross.get_ydata()) == ([7.5], [1])
    with pytest.raises(tb.DataError, match="5 kinds"):
        tb.plot.ranges(pd.DataFrame({"name": list("abcde"), "low": 1.0, "high": 1.0}), kind="name")


def test_several_events_are_a_choice_to_make(small: tb.History, blitz: tb.History) -> None:
    both = tb.History.concat([small, blitz])
    ranked = tb.standings(both, by="PTS", rules="fide-2026").assign(round=1)
    with pytest.raises(tb.DataError, match=r"a table of 2 events; expected one event\. Choose one: table\["):
        tb.plot.bump(ranked)
    with pytest.raises(tb.DataError, match=r"Choose one: history\["):
        tb.plot.crosstable(both, rules="fide-2026")
    with pytest.raises(tb.DataError, match=r"Choose one"):
        tb.plot.contributions(tb.contributions(both, "BH", rules="fide-2026"))
    compared = tb.compare(small, "PTS BH/C1", ["fide-2009", "fide-2026"])
    with pytest.raises(tb.DataError, match=r"a table of 2 variants; expected one variant"):
        tb.plot.ties(compared)
    assert left(tb.plot.ties(compared[compared["variant"] == "fide-2026"])) == ["PTS", "then BH/C1"]


@pytest.mark.parametrize("name", ["bump", "moves", "contributions", "agreement", "ties"])
def test_empty_and_foreign_tables_are_said(name: str) -> None:
    columns = ["player", "variant", "round", "place", "moved", "value", "kept", "reason"]
    draw = getattr(tb.plot, name)
    with pytest.raises(tb.DataError, match="an empty table: there is nothing to draw"):
        draw(pd.DataFrame({column: [] for column in columns}))
    with pytest.raises(tb.DataError, match="a list is no table"):
        draw([1, 2])
    if name != "agreement":
        with pytest.raises(tb.DataError, match="a table without the column"):
            draw(table(x=[1]))


def test_an_empty_history_is_said() -> None:
    empty = tb.History.concat([])
    for draw in (tb.plot.crosstable, tb.plot.bump):
        with pytest.raises(tb.DataError, match="a History of 0 events"):
            draw(empty, rules="fide-2026")
    with pytest.raises(tb.DataError, match="a DataFrame is no History"):
        tb.plot.crosstable(table(player=[1]))
    with pytest.raises(tb.DataError, match="first=0"):
        tb.plot.crosstable(tb.read(SMALL), by="PTS", rules="fide-2026", first=0)


def test_choices_are_said_once_at_the_users_line(small: tb.History) -> None:
    calls = [
        lambda: tb.plot.by_round(small),
        lambda: tb.plot.bump(small),
        lambda: tb.plot.crosstable(small, "SB"),
        lambda: tb.plot.contributions(small, "SB"),
    ]
    for call in calls:
        with pytest.warns(tb.Note) as said:
            call()
        assert {note.filename for note in said} == {__file__}
        assert len({str(note.message) for note in said}) == len(said)


def test_names_are_no_formulas() -> None:
    games = table(player=[1, 2], round=[1, 1], opponent=[2, 1], outcome=["1", "0"])
    players = table(player=[1, 2], name=["A_$x^2$ <b>", "50% & $$"])
    event = tb.History.from_tables(games, players)
    for ax in (
        tb.plot.bump(event, by="PTS", rules="fide-2026"),
        tb.plot.crosstable(event, "BH", by="PTS", rules="fide-2026"),
        tb.plot.contributions(event, "BH", rules="fide-2026"),
    ):
        drawn(ax)
        assert any("$x^2$" in t for t in [*left(ax), *words(ax)])


def test_given_axes_are_drawn_in(small: tb.History) -> None:
    ranked = tb.standings(small, by=BY, rules="fide-2026")
    _, (one, two) = plt.subplots(1, 2)
    assert tb.plot.ties(ranked, ax=two) is two
    assert tb.plot.crosstable(small, by=BY, rules="fide-2026", ax=one) is one
    before = plt.get_fignums()
    with style.detached():
        tb.plot.ties(ranked)
    assert plt.get_fignums() == before


@pytest.mark.parametrize("code", [None, "BH/C1"])
def test_an_event_that_has_not_begun_has_a_wall_chart(code: str | None) -> None:
    nothing = pd.DataFrame({"player": [], "round": [], "opponent": [], "outcome": []})
    history = tb.History.from_tables(nothing, players=pd.DataFrame({"player": [1, 2]}))
    ax = tb.plot.crosstable(history, code, by="PTS", rules="fide-2026")
    assert len(left(ax)) == 2
    drawn(ax)


@few
@given(event=events(), code=st.sampled_from(["PS/C1", "SB", "WIN", "DE", "KS"]))
def test_odd_events_can_be_drawn(event: object, code: str) -> None:
    history = tb.History.from_tables(**to_tables(event))
    with warnings.catch_warnings(), style.detached():
        warnings.simplefilter("ignore", tb.Note)
        ranked = tb.standings(history, by="PTS SB", rules="fide-2024")
        ax = tb.plot.crosstable(history, code, by="PTS SB", rules="fide-2024")
        assert len(left(ax)) == len(ranked)
        heading = words(ax).index("PTS")
        assert words(ax)[heading + 1 : heading + 1 + len(ranked)] == [style.number(v) for v in ranked["PTS"]]
        drawn(ax)
        rows = tb.contributions(history, ["PTS", code], rules="fide-2024")
        if len(rows):
            drawn(tb.plot.contributions(rows))
        drawn(tb.plot.ties(ranked))
        if len(tb.plot.by_round(history, by="PTS", rules="fide-2024")):
            drawn(tb.plot.bump(history, by="PTS", rules="fide-2024"))
