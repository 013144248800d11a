"""The sections of a page: one event from its standings to its wall chart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb import plot
from chesstb.encoding import encode
from chesstb.explanation.wording import listed
from chesstb.markup import escaped, tag
from chesstb.plot.charts import KIND, wall_chart
from chesstb.report.grids import Cell, cell, grid, row, text_of
from chesstb.report.svg import figure
from chesstb.report.ties import ties

if TYPE_CHECKING:
    from chesstb.report.judged import Judged

PARTS: Final = (
    ("standings", "Standings"),
    ("ties", "Ties, and what separated them"),
    ("versions", "Under other rule versions"),
    ("rounds", "Round by round"),
    ("chart", "Wall chart"),
    ("notes", "Notes on the data"),
)
"""Id and heading of the parts of an event."""

LOOKS: Final = {"win": "w", "draw": "d", "loss": "l", "": "u"}


def section(judged: Judged, *, alone: bool) -> str:
    """Return the section of one event; alone on a page it has no heading but that of the page."""
    head = (tag("h2", escaped(judged.title), id=judged.id()) if not alone else "") + _about(judged)
    level = "h2" if alone else "h3"
    if judged.standings.empty:
        return tag("section", head, tag("p", "Nobody is listed in this event."))
    makers = (_standings, ties, _versions, _rounds, _chart, _notes)
    links = tag(
        "ul", *(tag("li", tag("a", escaped(words), href=f"#{judged.id(part)}")) for part, words in PARTS)
    )
    parts = [
        tag(level, escaped(words), id=judged.id(part)) + make(judged)
        for (part, words), make in zip(PARTS, makers, strict=True)
    ]
    inside = tag("nav", links, class_="inside", **{"aria-label": f"Parts of {judged.title}"})
    return tag("section", head, inside, "\n".join(parts), **{"aria-labelledby": judged.id()})


def _about(judged: Judged) -> str:
    """Say where and when, how many, and by which criteria and version."""
    event = judged.event.tournaments.iloc[0]
    start, end = (text_of(event[name]).partition(" ")[0] for name in ("start", "end"))
    days = f"{start} to {end}" if start and end and start != end else start or end
    counted = int(encode(judged.event).counted[0]) if len(judged.event.players) else 0
    announced = text_of(event["rounds"])
    of = f" of {announced}" if announced and int(announced) > counted else ""
    facts = [
        text_of(event["place"]), days, text_of(event["system"]).replace("-", " "),
        f"{len(judged.event.players)} players", f"{counted}{of} round{'s' * (counted != 1 or bool(of))}",
    ]  # fmt: skip
    version = judged.version
    ranked = f"Ranked by {listed(judged.criteria, 30)} under {version.name} ({version.title})."
    return tag("p", escaped(", ".join(fact for fact in facts if fact)), class_="quiet") + tag(
        "p", escaped(ranked)
    )


# ---------------------------------------------------------------- standings


def _standings(judged: Judged) -> str:
    """Return the standings; a shared place is marked."""
    table = judged.standings
    players = judged.event.players.set_index("player")
    extra = [name for name in ("title", "federation", "rating") if players[name].notna().any()]
    shared = table["place"].duplicated(keep=False).to_numpy()
    head: list[Cell] = [("number", "place"), ("number", "no."), ("", "name")]
    head += [("number" if name == "rating" else "", name) for name in extra]
    head += [("number", name) for name in judged.criteria]
    rows = []
    for values, tied in zip(table.to_dict("records"), shared.tolist(), strict=True):
        player = int(values["player"])
        who = players.loc[player]
        cells = [
            ("number place", f"{values['place']}{'=' * tied}"),
            cell(player),
            ("", judged.names[player]),
        ]
        cells += [("number" if name == "rating" else "", text_of(who[name])) for name in extra]
        cells += [cell(values[name]) for name in judged.criteria]
        rows.append(row(cells, header=2, kind="tied" if tied else ""))
    said = "= marks a shared place." if shared.any() else ""
    drawn = figure(
        lambda: plot.ties(table),
        "Ties that each criterion leaves",
        _ties_said(judged),
        judged.id("picture-ties"),
    )
    return grid(head, rows, "Standings", said) + drawn


def _ties_said(judged: Judged) -> str:
    shared = judged.standings["place"].duplicated(keep=False)
    left = f"{int(shared.sum())} players share a place" if shared.any() else "nobody shares a place"
    return f"How many players are still tied after each criterion of the list. In the end {left}."


# ---------------------------------------------------------------- rule versions


def _versions(judged: Judged) -> str:
    """Return what other rule versions would have made of the event."""
    compared = judged.compared
    if compared is None:
        return tag("p", "No other version was asked for, or admits these criteria in this event.")
    prefix = judged.id("picture")
    moved = compared[compared["place"].ne(_baseline(compared))]
    parts = [_summary(judged)]
    if moved.empty:
        return "".join([*parts, tag("p", "The places are the same under all of them.")])
    parts.append(_movers(judged, moved))
    counts = moved["variant"].value_counts(sort=False).iloc[::-1]
    last, count = str(counts.idxmax()), int(counts.max())  # the last of those under which most move
    said = (
        f"Who changes place from {judged.version.name} to {last}, the largest change on top: {count} in all."
    )
    parts.append(figure(lambda: plot.moves(compared, variant=last), "Who moves", said, f"{prefix}-moves"))
    said = f"Places under each version: who has one of the first {judged.first} under any is in colour."
    parts.append(
        figure(
            lambda: plot.bump(compared, first=judged.first), "Places by version", said, f"{prefix}-versions"
        )
    )
    return "".join(parts)


def _baseline(compared: pd.DataFrame) -> Any:
    """Return for each row the player's place under the first variant."""
    first = compared["variant"].cat.categories[0]
    place = compared[compared["variant"] == first].set_index("player")["place"]
    return place.reindex(compared["player"]).to_numpy()


def _summary(judged: Judged) -> str:
    """Return one row for each version: who wins, how many ties, how many places change."""
    assert judged.compared is not None  # noqa: S101 - asked by the caller
    head = [("", "version"), ("words", "place 1"), ("number", "shared places"), ("number", "places changed"),
            ("number", "largest change"), ("number", "agreement")]  # fmt: skip
    rows = []
    for values in judged.compared.summary().to_dict("records"):
        winners = [judged.names[int(who)] for who in str(values["winners"]).split(",") if who.strip()]
        tau = values["tau"]
        cells = [("", str(values["variant"])), ("words", listed(winners, 4)), cell(int(values["ties"])),
                 cell(int(values["places_changed"])), cell(int(values["largest_move"])),
                 ("number", "–" if np.isnan(tau) else f"{tau:.3f}")]  # fmt: skip
        rows.append(row(cells, header=0))
    said = f"Compared with {judged.version.name}. Agreement is Kendall's tau-b: 1 for the same order."
    return grid(head, rows, "Versions compared", said)


def _movers(judged: Judged, moved: pd.DataFrame) -> str:
    """Return a row for each player who moves under any version: his places, and why."""
    assert judged.compared is not None  # noqa: S101 - asked by the caller
    compared = judged.compared
    variants = [str(name) for name in compared["variant"].cat.categories]
    some = compared[compared["player"].isin(moved["player"])]
    places: Any = some.assign(variant=some["variant"].astype("str")).pivot_table(
        index="player", columns="variant", values="place"
    )[variants]
    whys = moved.drop_duplicates(["player", "because"]).groupby("player")["because"].agg("; ".join)
    order = places.sort_values(variants).index.tolist()
    head = [("", "name"), *(("number", name) for name in variants), ("words", "first difference")]
    rows = [
        row([("", judged.names[player]), *(cell(int(places.loc[player, name])) for name in variants),
             ("words", str(whys.get(player, "")))], header=0)
        for player in order
    ]  # fmt: skip
    one = len(order) == 1
    said = f"{len(order)} player{'s' * (not one)} whose place is not the same under all versions."
    return grid(head, rows, "Places under each version", said)


# ---------------------------------------------------------------- rounds and wall chart


def _rounds(judged: Judged) -> str:
    """Return the picture of places round by round."""
    table = plot.by_round(judged.event, judged.by, judged.version)
    if table["round"].nunique() < 2:
        return tag("p", "Fewer than two rounds are counted.")
    said = f"Places after each round; who ends on one of the first {judged.first} is in colour."
    return figure(
        lambda: plot.bump(table, first=judged.first), "Places by round", said, judged.id("picture-rounds")
    )


def _chart(judged: Judged) -> str:
    """Return the wall chart: every result of every player."""
    chart = wall_chart(judged.event, None, judged.by, judged.version, len(judged.standings))
    rounds = chart.text.shape[1]
    head = [("number", "place"), ("number", "no."), ("name", "name")]
    head += [("game", str(number + 1)) for number in range(rounds)] + [("number", "points")]
    looks = pd.DataFrame(chart.outcome).map(lambda code: f"game {LOOKS[KIND.get(code, '')]}")
    classes = looks.where(~chart.void, looks + " cut").to_numpy()
    rows = [
        row([cell(chart.place[at]), cell(chart.order[at]), ("name", judged.names[chart.order[at]]),
             *zip(classes[at].tolist(), chart.text[at].tolist(), strict=True), cell(chart.points[at])],
            header=2)
        for at in range(len(chart.order))
    ]  # fmt: skip
    kinds = (("win", "w"), ("draw", "d"), ("loss", "l"), ("no game, or none yet", "u"))
    key = tag("p", *(tag("span", words, class_=look) for words, look in kinds), class_="key quiet")
    said = "12w1: against number 12, with White, won. + and − are forfeits, a dash is an absence."
    said += " What is struck out counts for nobody." * bool(chart.void.any())
    return key + grid(head, rows, "Wall chart", said, "chart")


# ---------------------------------------------------------------- notes


def _notes(judged: Judged) -> str:
    """Say what was chosen because nobody did, and what was repaired on reading."""
    notes = [tag("li", escaped(note)) for note in judged.call.notes]
    repairs = judged.event.repairs
    kinds = repairs.groupby("why", sort=False).size() if len(repairs) else pd.Series(dtype="int64")
    notes += [
        tag("li", escaped(f"On reading: {why} ({count} time{'s' * (count != 1)})."))
        for why, count in kinds.items()
    ]
    source = text_of(judged.event.tournaments["source"].iloc[0])
    notes += [tag("li", escaped(f"Source: {source}"))] * bool(source)
    return tag("ul", *notes) if notes else tag("p", "Nothing was repaired or chosen.")
