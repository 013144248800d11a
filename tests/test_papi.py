"""Papi files: what the cells of the database and of its JSON mean. The rows are made up."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

from chesstb.errors import FormatError, MissingExtraError
from chesstb.formats import papi
from chesstb.formats.papi import access as papi_access
from chesstb.formats.papi import json_file as papi_json
from chesstb.rules import rules
from tests.harm import harmed, read_harmed
from tests.makers.papi import INFO, VARIABLES, person, row

if TYPE_CHECKING:
    from pathlib import Path

    import chesstb as tb


PLAYERS = [
    row(1, "EXEMPT"),
    row(2, "ANN", ("B", 3, 3), ("N", 4, 2), ("B", 1, 6), ("F", None, 2)),
    row(3, "BOB", ("N", 2, 1), ("F", None, 0), ("B", 4, 6), ("F", None, 6)),
    row(4, "CY", ("R", None, 0), ("B", 2, 2), ("N", 3, 4), ("B", 5, 5)),
    row(5, "DEE", ("N", None, 6), ("R", None, 0), ("R", None, 0), ("N", 4, 5), FideCode="00637491  "),
]


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Read rows as if they came from a database."""

    def read(players: Any = PLAYERS, info: Any = INFO, **options: Any) -> tb.History:
        rows = {"INFO": [{"Variable": k, "Value": v} for k, v in info.items()], "JOUEUR": players}
        monkeypatch.setattr(papi, "tables", lambda *_: {k: v for k, v in rows.items() if v is not None})
        path = tmp_path / "open.papi"
        path.write_bytes(b"\0\1\0\0Standard Jet DB\0")
        assert papi.recognises(path.read_bytes(), path)
        return papi.read(path, **options)

    return read


def cells(history: tb.History) -> list[str]:
    rows = history.results
    opponent = rows["opponent"].astype("object").where(rows["opponent"].notna(), "").astype("str")
    colour = rows["colour"].astype("object").where(rows["colour"].notna(), "")
    joined = (opponent + colour + rows["outcome"].astype("str")).groupby(rows["player"]).agg(" ".join)
    return joined.tolist()


def test_cells_of_the_database(database: Any) -> None:
    history = database(errors="strict")
    assert cells(history) == ["2w1 3b= U H", "1b0 Z 3w+ F", "Z 1w= 2b- 4w-", "U Z Z 3b-"]
    assert history.repairs.empty


def test_what_is_told_of_the_event_and_its_players(database: Any) -> None:
    history = database()
    event = history.tournaments.iloc[0]
    assert event[["name", "place", "system", "rounds", "by"]].tolist() == [
        "Open",
        "Lyon",
        "swiss",
        4,
        "PTS BH TPR",
    ]
    assert [str(event[day].date()) for day in ("start", "end")] == ["2025-09-05", "2025-09-07"]
    assert "Papi" in rules(event["rules"]).title
    player = history.players.iloc[3]
    assert player[["name", "title", "sex", "rating", "birth", "fide_id"]].tolist() == [
        "DEE", "WIM", "w", 1505, "1990", "637491",
    ]  # fmt: skip
    assert set(database(info=INFO | {"ClassElo": "Rapide"}).players["rating"]) == {1600}


def test_three_points_a_win(database: Any) -> None:
    history = database(info=INFO | {"DecomptePoints": "OUI"})
    assert history.results.groupby("player")["points"].sum().tolist() == [3 + 1 + 3 + 1, 6, 1, 3]
    said = history.repairs[["column", "found", "taken"]].iloc[0].tolist()
    assert said == ["INFO, DecomptePoints", "OUI", "3, 1, 0"]


def test_the_free_round_of_a_round_robin_pays_nothing(database: Any) -> None:
    three = [row(2, "A", ("B", 3, 3), ("B", 1, 6), ("N", 4, 3)),
             row(3, "B", ("N", 2, 1), ("B", 4, 3), ("B", 1, 6)),
             row(4, "C", ("B", None, 6), ("N", 3, 1), ("B", 2, 1))]  # fmt: skip
    history = database(three, INFO | {"Genre": "ToutesRondes"})
    assert history.tournaments["system"].tolist() == ["round-robin"]
    assert history.results.groupby("player")["points"].sum().tolist() == [2, 1, 0]
    assert (history.repairs["why"] == "a free round of a round robin").sum() == 3


def test_rounds_not_paired_yet_are_none(database: Any) -> None:
    history = database([row(2, "A"), row(3, "B")])
    assert len(history.players) == 2
    assert history.results.empty
    waiting = database([row(2, "A", ("B", 3, 0)), row(3, "B", ("N", 2, 0))])
    assert cells(waiting) == ["2wX", "1bX"]


def test_byes_of_rounds_not_paired_yet_are_said_and_left_out(database: Any) -> None:
    later = [row(2, "A", ("B", 3, 3), ("R", None, 0), ("F", None, 2)), row(3, "B", ("N", 2, 1))]
    history = database(later, errors="strict")
    assert cells(history) == ["2w1", "1b0"]
    said = history.repairs.iloc[0]
    assert said[["column", "found", "taken", "player", "round"]].tolist() == [
        "JOUEUR, row 1, Rd03", "H", "left out", 1, 3,
    ]  # fmt: skip
    waiting = [row(2, "A", ("B", 3, 0)), row(3, "B", ("N", 2, 0)), row(4, "C", ("F", None, 2))]
    assert cells(database(waiting)) == ["2wX", "1bX", "H"]


@pytest.mark.parametrize(
    ("cell", "why", "taken"),
    [(("B", 3, 9), "no result that is known", "no result yet"),
     (("Q", None, 3), "no result that is known", "an absence")],
)  # fmt: skip
def test_mistakes_are_said_and_refused_in_strict_reading(
    database: Any, cell: Any, why: str, taken: str
) -> None:
    broken = [row(2, "ANN", cell), *PLAYERS[2:]]
    said = database(broken).repairs
    assert ((said["why"] == why) & (said["taken"] == taken) & (said["column"] == "JOUEUR, row 1, Rd01")).any()
    with pytest.raises(FormatError, match="JOUEUR, row 1, Rd01"):
        database(broken, errors="strict")


def test_rows_that_cannot_be_read_and_numbers_given_twice(database: Any) -> None:
    said = database([*PLAYERS, {}, row(3, "AGAIN"), row(-4, "NONE")]).repairs
    assert {"a row that cannot be read", "a number that was there before"} <= set(said["why"])
    for rows, found in ((None, "without the table JOUEUR"), ([row(1, "EXEMPT")], "no player")):
        with pytest.raises(FormatError, match=found):
            database(rows)


def test_criteria_that_are_not_known_end_the_list(database: Any) -> None:
    history = database(info=INFO | {"Dep2": "Manuel"})
    assert history.tournaments["by"].tolist() == ["PTS BH"]
    assert history.repairs["found"].tolist() == ["Manuel"]
    for name, code in (("Koya", "KS"), ("Sonnenborn-Berger", "SB")):
        said = database(info=INFO | {"Dep2": name}).repairs["why"].tolist()
        assert len(said) == 1
        assert f"is not known; under other rules it is {code}" in said[0]


@pytest.mark.parametrize("size", [30, 4096, 4096 * 5 + 17])
def test_databases_that_are_none(tmp_path: Path, size: int) -> None:
    path = tmp_path / "open.papi"
    head = b"\0\1\0\0Standard Jet DB\0\1\0\0\0"
    for filling in (b"\0", b"\1\1\2\0", b"\2\1\0\0\1\0\0\0", b"\xff"):
        path.write_bytes((head + filling * size)[:size])
        with pytest.raises(FormatError, match="a damaged Access database|without the table"):
            papi.read(path)


def test_without_the_library_the_command_that_installs_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "open.papi"
    path.write_bytes(b"\0\1\0\0Standard Jet DB\0")
    monkeypatch.setitem(sys.modules, "access_parser", None)
    with pytest.raises(MissingExtraError, match=r'pip install "chesstb\[access\]"'):
        papi.read(path)


def test_pages_that_go_round_in_a_circle_are_refused() -> None:
    pages = {4096: b"\2\1\0\0\2\0\0\0", 8192: b"\2\1\0\0\1\0\0\0"}
    with pytest.raises(ValueError, match="pages without an end"):
        papi_access._end_of_chain(pages, 1, 4096)


# ---------------------------------------------------------------- JSON


PEOPLE = [person("ANN", ("B", 1, 3), ("N", 2, 2), ("B", None, 6), ("F", None, 2), birthDate="17/05/1990"),
          person("BOB", ("N", 0, 1), ("F", None, None), ("B", 2, 6), ("F", None, 10)),
          person("CY", ("R", None, None), ("B", 0, 2), ("N", 1, 4), ("B", None, 9))]  # fmt: skip


def read_json(folder: Path, found: Any, **options: Any) -> tb.History:
    path = folder / "open.json"
    path.write_text(json.dumps(found), encoding="utf-8")
    assert papi_json.recognises(path.read_bytes(), path)
    return papi_json.read(path, **options)


def test_json_as_list_and_as_object(tmp_path: Path) -> None:
    history = read_json(tmp_path, {"variables": VARIABLES, "players": PEOPLE}, errors="strict")
    assert cells(history) == ["2w1 3b= U H", "1b0 Z 3w+ F", "Z 1w= 2b- U"]
    assert history.players["name"].tolist() == ["ANN, X", "BOB, X", "CY, X"]
    assert history.players["birth"].fillna("").tolist() == ["1990", "", ""]
    assert history.tournaments["by"].tolist() == ["PTS BH/C"]
    keyed = [p | {"rounds": {str(k): v for k, v in enumerate(p["rounds"], 1)}} for p in PEOPLE]
    assert read_json(tmp_path, {"variables": VARIABLES, "players": keyed}).equals(history)


@pytest.mark.parametrize(
    ("rounds", "why"),
    [({"x": {}}, "no round"), ([7], "no round"), ({"99": {}}, "no round"), (7, "no round"),
     ([{"color": "B", "opponent": 99, "result": 3}], "no such player"),
     ([{"color": "B", "opponent": 1, "result": "?"}], "no result that is known")],
)  # fmt: skip
def test_json_that_means_nothing_is_said(tmp_path: Path, rounds: Any, why: str) -> None:
    found = {"variables": VARIABLES, "players": [PEOPLE[0] | {"rounds": rounds}, *PEOPLE[1:]]}
    assert why in set(read_json(tmp_path, found).repairs["why"])
    with pytest.raises(FormatError, match="players, item 1"):
        read_json(tmp_path, found, errors="strict")


def test_harmed_json_gives_repairs_or_clear_errors(tmp_path: Path) -> None:
    data = json.dumps({"variables": VARIABLES, "players": PEOPLE}, indent=1).encode()
    for seed in range(250):
        read_harmed(papi_json.read, tmp_path / "open.json", harmed(data, seed))
        read_harmed(papi_json.read, tmp_path / "open.json", harmed(data, seed), errors="strict")


def test_json_with_an_item_that_is_no_player(tmp_path: Path) -> None:
    found = {"variables": VARIABLES, "players": [*PEOPLE, []]}
    assert "an item that says nothing of a player" in set(read_json(tmp_path, found).repairs["why"])
