"""The report: a page that is whole, safe, complete, and opens in a browser."""

from __future__ import annotations

import itertools
import json
import re
import shutil
import subprocess
import warnings
from fractions import Fraction
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pandas as pd
import pytest
from hypothesis import HealthCheck, Phase, given, settings

import chesstb as tb
from tests.strategies import events, to_tables

if TYPE_CHECKING:
    from pathlib import Path

SMALL = "data/small/half-point-bye-and-withdrawal.trf"
BY = "PTS BH/C1 BH SB"
VOID = {"meta", "br", "hr", "img", "input", "link", "col"}
FRACTIONS = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}


class Node:
    """An element of a page."""

    def __init__(self, name: str, attributes: dict[str, str | None]) -> None:
        self.name, self.attributes = name, attributes
        self.children: list[Node | str] = []

    def all(self, name: str, **wanted: str) -> list[Node]:
        found = []
        for child in self.children:
            if isinstance(child, Node):
                if child.name == name and all(child.attributes.get(k) == v for k, v in wanted.items()):
                    found.append(child)
                found += child.all(name, **wanted)
        return found

    @property
    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text for child in self.children)


class Page(HTMLParser):
    """A page read strictly: what is opened is closed, in order."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("", {})
        self.open = [self.root]
        self.feed(source)
        self.close()
        assert self.open == [self.root], [node.name for node in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), (tag, attrs)
        node = Node(tag, dict(attrs))
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Node(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].name == tag, f"</{tag}> closes <{self.open[-1].name}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def written(history: tb.History, folder: Path, **options: object) -> tuple[str, Node]:
    path = tb.write_report(history, folder / "report.html", **options)
    source = path.read_text(encoding="utf-8")
    return source, whole(source)


def whole(source: str) -> Node:
    """Parse a page, and see that it needs nothing from outside and that its links lead somewhere."""
    page = Page(source).root
    everything = [node for name in set(re.findall(r"<(\w+)", source)) for node in page.all(name.lower())]
    ids = [node.attributes["id"] for node in everything if "id" in node.attributes]
    assert len(ids) == len(set(ids))
    assert not page.all("script")
    assert not page.all("link")
    assert not page.all("img")
    for node in everything:
        for name, value in node.attributes.items():
            assert not name.startswith("on"), node.name
            if name in ("href", "src", "xlink:href"):
                assert (value or "").startswith("#"), value
                assert (value or "")[1:] in ids, value
            if name in ("aria-labelledby", "aria-describedby"):
                assert set((value or "").split()) <= set(ids)
            used = re.findall(r"url\(([^)]*)\)", value or "")
            assert all(target.startswith("#") and target[1:] in ids for target in used), used
    (css,) = page.all("style")[:1]
    assert "url(" not in css.text
    assert "@import" not in css.text
    assert not re.search(r"(href|src)\s*=\s*[\"']?\s*(https?:)?//", source)
    return page


def number(words: str) -> Fraction:
    whole_, fraction = (words[:-1], FRACTIONS[words[-1]]) if words[-1] in FRACTIONS else (words, Fraction(0))
    return Fraction(whole_ or 0) + fraction


def tables(page: Node, name: str) -> list[Node]:
    return page.all("table", **{"aria-label": name})


def rows(table: Node) -> list[list[str]]:
    return [[c.text for c in r.children if isinstance(c, Node)] for r in table.all("tbody")[0].all("tr")]


def groups(page: Node) -> list[Node]:
    """The details of the ties themselves, without those inside them."""
    inner = {id(d) for outer in page.all("details") for d in outer.all("details")}
    return [d for d in page.all("details") if id(d) not in inner]


# ---------------------------------------------------------------- what is on the page


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[tb.History, str, Node]:
    history = tb.read(SMALL)
    return history, *written(history, tmp_path_factory.mktemp("small"), by=BY, rules="fide-2026")


def test_standings_are_those_of_standings(small: tuple[tb.History, str, Node]) -> None:
    history, _, page = small
    (table,) = tables(page, "Standings")
    ranked = tb.standings(history, by=BY, rules="fide-2026")
    found = rows(table)
    assert [r[2] for r in found] == ranked["name"].tolist()
    assert [r[0].rstrip("=") for r in found] == ranked["place"].astype(str).tolist()
    for at, criterion in enumerate(BY.split()):
        shown = [float(number(r[len(r) - 4 + at])) for r in found]
        assert shown == ranked[criterion].tolist()


def test_every_tie_has_its_details(small: tuple[tb.History, str, Node]) -> None:
    history, _, page = small
    ranked = tb.standings(history, by=BY, rules="fide-2026")
    sizes = ranked.groupby("PTS").size().sort_index(ascending=False)
    found = groups(page)
    assert len(found) == (sizes > 1).sum()
    for tie, (points, size) in zip(found, sizes[sizes > 1].items(), strict=True):
        members = ranked[ranked["PTS"] == points]
        summary = tie.all("summary")[0].text
        assert f"{size} players" in summary
        (table,) = [
            t for t in tie.all("table") if (t.attributes.get("aria-label") or "").startswith("Players")
        ]
        assert [r[2] for r in rows(table)] == members["name"].tolist()
        assert members["name"].iloc[0] in summary


def test_what_separates_is_the_first_criterion_that_differs(small: tuple[tb.History, str, Node]) -> None:
    _, _, page = small
    checked = 0
    for tie in groups(page):
        table = tie.all("table")[0]
        found = rows(table)
        for one, other in itertools.pairwise(found):
            values = [
                (name, number(a), number(b))
                for name, a, b in zip(BY.split(), one[3:], other[3:], strict=False)
            ]
            first = next((name, a - b) for name, a, b in values if a != b)
            assert one[-1].startswith(first[0] + " (+")
            assert number(one[-1].split("+")[1].rstrip(")")) == first[1]
            checked += 1
    assert checked == 9


def test_contributions_add_up_to_the_value(small: tuple[tb.History, str, Node]) -> None:
    _, _, page = small
    checked = 0
    for criterion in ("BH/C1", "BH", "SB"):
        for table in tables(page, f"{criterion}: what each round adds"):
            for line in table.all("tbody")[0].all("tr"):
                cells = [c for c in line.children if isinstance(c, Node)][1:]
                kept = [number(c.text) for c in cells[:-1] if not c.all("s")]
                assert sum(kept) == number(cells[-1].text)
                assert len(cells) - 1 - len(kept) == (criterion == "BH/C1")
                checked += 1
    assert checked > 20


def test_the_value_is_explained_at_length_for_the_first_places(small: tuple[tb.History, str, Node]) -> None:
    _, _, page = small
    (mine,) = [d for d in page.all("details") if d.all("summary")[0].text.startswith("BH/C1 of Player D")]
    assert "cut: voluntary unplayed rounds go first" in mine.text or "cut" in mine.text
    assert "16.4.2" in mine.text


def test_versions_are_compared_with_the_one_that_judges(small: tuple[tb.History, str, Node]) -> None:
    history, _, page = small
    (summary,) = tables(page, "Versions compared")
    names = [r[0] for r in rows(summary)]
    assert names[0] == "fide-2026"
    assert set(names[1:]) == {"fide-2009", "fide-2023", "fide-2024"}
    compared = tb.compare(history, BY, names)
    changed = compared.groupby("variant", observed=True)["moved"].apply(lambda moved: int((moved != 0).sum()))
    assert [int(r[3]) for r in rows(summary)] == [changed[name] for name in names]
    (movers,) = tables(page, "Places under each version")
    moved = set(compared.loc[compared["moved"] != 0, "name"])
    assert {r[0] for r in rows(movers)} == moved
    for line in rows(movers):
        own = compared[compared["name"] == line[0]].set_index("variant")["place"]
        assert [int(v) for v in line[1:5]] == [own[name] for name in names]
        assert line[5]


def test_the_wall_chart_has_every_result(small: tuple[tb.History, str, Node]) -> None:
    history, _, page = small
    (chart,) = tables(page, "Wall chart")
    found = {int(r[1]): r[3:] for r in rows(chart)}
    assert found[1] == ["9w1", "13b½", "2w½", "15b1", "4w½", "3½"]
    assert found[12] == ["4w0", "bye 1", "14w+", "–", "–", "2"]
    assert len(found) == len(history.players)


def test_pictures_are_named_and_drawn_with_letters(small: tuple[tb.History, str, Node]) -> None:
    _, _, page = small
    pictures = page.all("svg")
    assert len(pictures) == 4
    for picture in pictures:
        assert picture.attributes["role"] == "img"
        assert picture.all("title")[0].text
        assert picture.all("desc")[0].text
        assert picture.all("text")
        assert not picture.all("metadata")
    assert any(t.text == "1 Player B" for t in pictures[-1].all("text"))
    assert "fill: #1c1c1d" not in small[1]  # ink is that of the page, light or dark


def test_the_same_page_twice_is_the_same(small: tuple[tb.History, str, Node], tmp_path: Path) -> None:
    again, _ = written(small[0], tmp_path, by=BY, rules="fide-2026")
    assert again == small[1]


# ---------------------------------------------------------------- odd events


def named(*names: str | None) -> tb.History:
    games = pd.DataFrame(
        {
            "player": [1, 2, 3] * 2,
            "round": [1] * 3 + [2] * 3,
            "opponent": [2, 1, None, 3, None, 1],
            "outcome": ["=", "=", "H", "=", "H", "="],
        }
    )
    players = pd.DataFrame({"player": [1, 2, 3], "name": names, "federation": ['<"&', None, "x"]})
    about = pd.DataFrame({"name": ["Cup <script>alert('1')</script> & \"more\""], "place": ["</title><b>"]})
    return tb.History.from_tables(games, players, about)


def test_names_are_escaped(tmp_path: Path) -> None:
    names = ["<script>alert(1)</script>", 'O\'Brien & "Son" $name ${x} </style> $', None]
    source, page = written(named(*names), tmp_path, by="PTS BH SB", rules="fide-2026")
    assert "<script" not in source.lower()
    (table,) = tables(page, "Standings")
    assert {r[2] for r in rows(table)} == {names[0], names[1], "player 3"}
    assert page.all("title")[0].text == "Cup <script>alert('1')</script> & \"more\""
    short = names[1][:29] + "…"
    assert any(short in text.text for svg in page.all("svg") for text in svg.all("text"))


def test_letters_that_the_font_lacks_are_no_trouble(tmp_path: Path) -> None:
    source, _ = written(named("王", "Ærø", "ช้าง"), tmp_path, by="PTS BH", rules="fide-2026")
    assert "王" in source


def test_several_events_have_a_table_of_contents(tmp_path: Path) -> None:
    history = tb.read(["data/small/late-entry.trf", "data/small/round-robin-with-forfeit.trf"])
    with pytest.warns(tb.Note) as said:
        _, page = written(history, tmp_path, title="All of <them>")
    assert {note.filename for note in said} == {__file__}
    assert page.all("h1")[0].text == "All of <them>"
    nav = page.all("nav", **{"aria-label": "Events"})[0]
    titles = ["Eight players, one of them from round 3 on", "Round robin of six"]
    assert [a.text for a in nav.all("a")] == titles
    assert [h.text for h in page.all("h2")][1:] == titles
    assert "Choose with rules=" in page.text
    assert len(tables(page, "Wall chart")) == 2


def test_versions_asked_for_are_those_compared(tmp_path: Path) -> None:
    _, page = written(tb.read(SMALL), tmp_path, by="PTS BH", rules=["fide-2023", "chess-caddy"])
    assert [r[0] for r in rows(tables(page, "Versions compared")[0])] == ["fide-2023", "chess-caddy"]


def test_one_version_only_is_said(tmp_path: Path) -> None:
    event = tb.read("data/small/round-robin-of-five.trf")
    _, page = written(event, tmp_path, by="PTS SB", rules=["fide-2026", "fide-2026"])
    assert "No other version" in page.text


def test_places_without_a_tie_and_a_list_of_one(tmp_path: Path) -> None:
    games = pd.DataFrame({"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]})
    _, page = written(tb.History.from_tables(games), tmp_path, by="PTS", rules="fide-2026")
    assert not page.all("details")
    assert "No two players have the same PTS" in page.text
    _, page = written(named("a", "b", "c"), tmp_path, by="PTS", rules="fide-2026")
    assert "not separated" in groups(page)[0].text


def test_nothing_to_report_is_said(tmp_path: Path) -> None:
    with pytest.raises(tb.DataError, match="a History of 0 events"):
        tb.write_report(tb.History.concat([]), tmp_path / "x.html", by="PTS", rules="fide-2026")
    with pytest.raises(tb.RuleError, match="empty list of rule versions"):
        tb.write_report(tb.read(SMALL), tmp_path / "x.html", rules=[])
    with pytest.raises(tb.DataError, match="first=0"):
        tb.write_report(tb.read(SMALL), tmp_path / "x.html", first=0)
    with pytest.raises(tb.DataError, match="no History"):
        tb.write_report(pd.DataFrame(), tmp_path / "x.html")
    with pytest.raises(tb.DataError, match="cannot be written"):
        tb.write_report(tb.read(SMALL), tmp_path / "none" / "x.html", by="PTS", rules="fide-2026")
    assert not list(tmp_path.iterdir())


def test_an_event_that_has_not_begun_has_a_page(tmp_path: Path) -> None:
    nothing = pd.DataFrame({"player": [], "round": [], "opponent": [], "outcome": []})
    players = pd.DataFrame({"player": [1, 2], "name": ["Ann", "Bo"]})
    history = tb.History.from_tables(nothing, players=players)
    _, page = written(history, tmp_path, by="PTS DE BH", rules="fide-2026")
    assert len(rows(tables(page, "Standings")[0])) == 2
    assert len(groups(page)) == 1


def test_a_large_event_stays_small_enough_to_mail(tmp_path: Path) -> None:
    history = tb.read("data/world-blitz-2021")
    source, page = written(history, tmp_path, by="PTS BH/C1 BH", rules="fide-2009")
    assert len(source.encode()) < 2_000_000
    ranked = tb.standings(history, by="PTS BH/C1 BH", rules="fide-2009")
    assert len(groups(page)) == (ranked.groupby("PTS").size() > 1).sum()
    assert [r[2] for r in rows(tables(page, "Wall chart")[0])] == ranked["name"].tolist()


@settings(
    phases=[Phase.generate],  # a smaller tournament tells no more, and drawing is slow
    max_examples=8,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(event=events())
def test_odd_events_have_a_whole_page(event: object, tmp_path_factory: pytest.TempPathFactory) -> None:
    history = tb.History.from_tables(**to_tables(event))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tb.Note)
        _, page = written(history, tmp_path_factory.mktemp("odd"), by="PTS DE SB", rules="fide-2024")
        ranked = tb.standings(history, by="PTS DE SB", rules="fide-2024")
    assert len(rows(tables(page, "Standings")[0])) == len(ranked)
    assert len(groups(page)) == (ranked.groupby("PTS").size() > 1).sum()


# ---------------------------------------------------------------- in a browser

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
FLAGS += "--disable-component-update --disable-sync --enable-logging=stderr --window-size=390,900"
CLICKS = """<script>
const all = [...document.querySelectorAll("details")];
const before = all.filter((d) => d.open).length;
for (const summary of document.querySelectorAll("summary")) summary.click();
const visible = all.filter((d) => d.open && d.lastElementChild.getBoundingClientRect().height > 20);
const box = document.documentElement;
box.dataset.seen = JSON.stringify({
  details: all.length, before, visible: visible.length,
  loads: performance.getEntriesByType("resource").length,
  wide: box.scrollWidth - box.clientWidth, drawn: [...document.querySelectorAll("svg")].filter(
    (s) => s.getBoundingClientRect().height > 50).length,
});
</script></body>"""


@pytest.mark.skipif(BROWSER is None, reason="no chromium, chromium-browser or google-chrome is installed")
def test_in_a_browser_every_tie_opens_on_a_click(small: tuple[tb.History, str, Node], tmp_path: Path) -> None:
    _, source, page = small
    path = tmp_path / "clicked.html"
    path.write_text(source.replace("</body>", CLICKS), encoding="utf-8")
    command = [str(BROWSER), *FLAGS.split(), f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom"]
    shown = subprocess.run([*command, path.as_uri()], capture_output=True, text=True, timeout=120, check=True)
    said = Page(shown.stdout[shown.stdout.index("<html") :]).root.all("html")[0].attributes["data-seen"]
    seen = json.loads(said or "{}")
    assert seen["details"] == len(page.all("details")) == seen["visible"]
    assert seen["before"] == 0
    assert seen["drawn"] == len(page.all("svg"))
    assert seen["loads"] == 0
    assert seen["wide"] <= 0  # only tables and pictures scroll sideways on a phone
    assert "CONSOLE" not in shown.stderr
