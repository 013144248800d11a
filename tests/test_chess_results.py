"""Pages of chess-results.com and their downloads, made up in `tests.chess_results_pages`."""

from __future__ import annotations

import csv
import re
import tomllib
from typing import TYPE_CHECKING

import openpyxl
import pandas as pd
import pytest

import chesstb as tb
from chesstb.errors import FormatError
from chesstb.formats import read
from chesstb.formats.chess_results import words
from tests import chess_results_pages as made

if TYPE_CHECKING:
    from pathlib import Path


def whole_folder(folder: Path) -> None:
    made.page(folder, "a list.html", made.html(made.start_list(), art=0, view="Starting rank"))
    made.page(folder, "b cross.html", made.crosstable_page())
    ranking = made.html(made.ranking(), art=1, view="Final Ranking after 3 Rounds")
    made.page(folder, "c rank.html", ranking)
    for round_ in (1, 2, 3):
        text = made.html(made.pairings(round_), art=2, rd=round_, view="Pairings/Results")
        made.page(folder, f"d round {round_}.html", text)


# ---------------------------------------------------------------- one page


def test_a_crosstable_by_starting_number(tmp_path: Path) -> None:
    details = {"Federation": "Nowhere ( NOW )", "Location": "Harbour", "Number of rounds": "3",
               "Tournament type": "Swiss-System", "Date": "2026/05/01 to 2026/05/03"}  # fmt: skip
    history = read(made.page(tmp_path, "open.html", made.crosstable_page(details=details)))
    assert made.rows_of(history) == made.EXPECTED
    assert history.events == ["open"]
    event = history.tournaments.iloc[0]
    assert (event["name"], event["place"], event["federation"]) == (made.NAME, "Harbour", "NOW")
    assert (event["system"], event["rounds"], event["by"], event["rules"]) == (
        "swiss", 3, "PTS BH/C1 DE", "fide-2026",
    )  # fmt: skip
    assert (event["start"], event["end"]) == (pd.Timestamp(2026, 5, 1), pd.Timestamp(2026, 5, 3))
    assert history.repairs.empty
    players = history.players.set_index("player")
    assert players.loc[4, "name"] == "Dupont D <b>&"
    assert players.loc[3, "title"] == "WFM"
    assert list(players["rating"].isna()) == [False] * 5 + [True]


def test_published_values_have_their_criteria(tmp_path: Path) -> None:
    published = read(made.page(tmp_path, "open.html", made.crosstable_page())).published
    found = published.drop_duplicates("column").set_index("column")["criterion"]
    assert found.dropna().to_dict() == {"Pts.": "PTS", "TB1": "BH/C1", "TB2": "DE"}
    assert found.isna()["Rk."]
    points = published[published["column"] == "Pts."].set_index("player")["value"].to_dict()
    assert points == made.POINTS


def test_a_crosstable_by_rank_has_ranks_in_its_cells(tmp_path: Path) -> None:
    text = made.html(made.by_rank(), art=4, view="Final Ranking crosstable after 3 Rounds")
    alone = read(made.page(tmp_path, "rank.html", text))
    ranks = {number: rank for rank, number in enumerate(made.RANKS, start=1)}
    assert {(ranks[p], r, o and ranks[o], c, x) for p, r, o, c, x in made.EXPECTED} == set(
        made.rows_of(alone)
    )
    made.page(tmp_path, "list.html", made.html(made.start_list(), art=0, view="Starting rank"))
    both = read(tmp_path)
    assert made.rows_of(both) == made.EXPECTED
    assert both.published.query("criterion == 'PTS'").set_index("player")["value"].to_dict() == made.POINTS


@pytest.mark.parametrize(
    "language", sorted(set(tomllib.loads(words.WORDS.read_text(encoding="utf-8"))) - words.APART)
)
def test_headings_of_all_languages(tmp_path: Path, language: str) -> None:
    data = words.data()
    own = {meaning: data[language].get(meaning, data["english"][meaning])[0] for meaning in
           ("number", "name", "rating", "federation", "round", "points", "rank", "tiebreak")}  # fmt: skip
    label = {"german": "Wertung", "spanish": "Desempate "}.get(language, "Tie Break")
    legend = [line.replace("Tie Break", label) for line in made.LEGEND]
    text = made.html(made.crosstable(own), art=5, lan=1, view="…", legend=legend)
    history = read(made.page(tmp_path, "open.html", text))
    assert made.rows_of(history) == made.EXPECTED
    assert history.tournaments["by"].iloc[0] == "PTS BH/C1 DE"
    assert history.players["rating"].iloc[0] == 2451
    assert set(history.players["federation"]) == {p[2] for p in made.PLAYERS.values()}


def test_letters_of_colours_in_other_languages(tmp_path: Path) -> None:
    plain = made.crosstable_page()
    german = (
        plain.replace("1b", "1s")
        .replace("2b", "2s")
        .replace("3b", "3s")
        .replace("4b", "4s")
        .replace("5b", "5s")
    )
    assert made.rows_of(read(made.page(tmp_path, "german.html", german))) == made.EXPECTED
    spanish = german.replace("6w", "6b")
    for number in range(1, 6):
        spanish = spanish.replace(f"{number}w", f"{number}b").replace(f"{number}s", f"{number}n")
    assert made.rows_of(read(made.page(tmp_path, "spanish.html", spanish))) == made.EXPECTED


def test_downloads_say_the_same(tmp_path: Path) -> None:
    rows = made.lines(made.crosstable(), "Starting rank crosstable")
    with (tmp_path / "semicolon.csv").open("w", newline="", encoding="utf-8-sig") as file:
        csv.writer(file, delimiter=";").writerows(rows)
    with (tmp_path / "comma.csv").open("w", newline="", encoding="cp1252") as file:
        csv.writer(file).writerows([[c.replace("…", "") for c in row] for row in rows])
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append([float(c.replace(",", ".")) if c.replace(",", "").isdigit() else c for c in row])
    book.save(tmp_path / "book.xlsx")
    made.page(tmp_path, "page.html", made.crosstable_page())
    zeros = (tmp_path / "semicolon.csv").read_text(encoding="utf-8-sig").replace(";  -0", ";0")
    assert ";0;" in zeros
    dutch = re.sub(r"([0-9])b", r"\1z", zeros)
    made.page(tmp_path, "opened and saved.csv", dutch)
    for name in ("semicolon.csv", "comma.csv", "book.xlsx", "opened and saved.csv"):
        history = read(tmp_path / name)
        assert made.rows_of(history) == made.EXPECTED
        html = read(tmp_path / "page.html")
        assert history.published["value"].tolist() == html.published["value"].tolist()
        assert history.tournaments["name"].iloc[0] == made.NAME
        assert history.tournaments["start"].iloc[0] == pd.Timestamp(2026, 5, 1)


def test_a_list_without_games_says_what_is_missing(tmp_path: Path) -> None:
    history = read(
        made.page(tmp_path, "list.html", made.html(made.start_list(), art=0, view="Starting rank"))
    )
    assert history.players["name"].tolist() == [player[1] for player in made.PLAYERS.values()]
    assert history.players["fide_id"].iloc[0] == "10100001"
    assert history.players["sex"].iloc[0] == "w"
    assert history.players["team"].isna().all()
    assert len(history.results) == 0
    assert "art=5" in history.repairs["why"].iloc[0]
    ranking = read(made.page(tmp_path, "rank.html", made.html(made.ranking(), art=1, view="Ranking")))
    assert ranking.published.query("criterion == 'PTS'").set_index("player")["value"].to_dict() == made.POINTS
    assert set(ranking.published["column"]) == {"Rk.", "Pts.", "TB1", "TB2"}


# ---------------------------------------------------------------- several pages


def test_pages_of_one_event_complete_each_other(tmp_path: Path) -> None:
    whole_folder(tmp_path)
    made.page(tmp_path, "other.html", made.crosstable_page(number="123", name="Another Open"))
    history = read(tmp_path)
    assert history.events == ["b cross", "other"]
    assert made.rows_of(history, "b cross") == made.rows_of(history, "other") == made.EXPECTED
    first = history["b cross"].players
    assert first["name"].iloc[0] == "Almqvist, Ada"
    assert first["fide_id"].iloc[1] == "10100002"
    assert "d round 2.html" in history.tournaments["source"].iloc[0]


@pytest.mark.parametrize(("numbers", "listed"), [(True, False), (False, True)])
def test_pairings_of_all_rounds_are_enough(tmp_path: Path, numbers: bool, listed: bool) -> None:
    for round_ in (1, 2, 3):
        text = made.html(made.pairings(round_, numbers=numbers), art=2, rd=round_, view="Pairings/Results")
        made.page(tmp_path, f"round {round_}.html", text)
    if listed:
        made.page(tmp_path, "list.html", made.html(made.start_list(), art=0, view="Starting rank"))
    history = read(tmp_path)
    assert made.rows_of(history) == made.EXPECTED
    assert history.repairs.empty


def test_pairings_without_numbers_number_the_players(tmp_path: Path) -> None:
    text = made.html(made.pairings(1, numbers=False), art=2, rd=1, view="Pairings/Results")
    history = read(made.page(tmp_path, "round.html", text))
    assert history.players["name"].str[:6].tolist() == [
        "Almqvi",
        "Dupont",
        "Erikss",
        "Brandt",
        "Cohen,",
        "Farkas",
    ]
    assert len(history.repairs) == 6
    assert history.repairs["why"].str.contains("no starting numbers").all()


def test_missing_rounds_are_no_absences(tmp_path: Path) -> None:
    path = made.page(
        tmp_path, "round.html", made.html(made.pairings(3), art=2, rd=3, view="Pairings/Results")
    )
    with pytest.raises(FormatError, match="no games of rounds 1, 2"):
        read(path)


def test_cards_of_all_players_are_enough_and_one_is_not(tmp_path: Path) -> None:
    one = made.page(tmp_path, "card 1.html", made.card_html(1))
    with pytest.raises(FormatError, match="cards of some players only"):
        read(one)
    for player in range(2, 7):
        made.page(tmp_path, f"card {player}.html", made.card_html(player))
    history = read(tmp_path)
    assert made.rows_of(history) == made.EXPECTED
    assert history.players["birth"].tolist() == ["1990"] * 6


def test_the_later_page_is_right(tmp_path: Path) -> None:
    early = made.html(
        made.pairings(1, results=False), art=2, rd=1, view="Pairings", updated="01.05.2026 09:00:00"
    )
    made.page(tmp_path, "z early.html", early)
    alone = read(tmp_path / "z early.html")
    assert set(alone.results["outcome"]) == {"X"}
    made.page(tmp_path, "a late.html", made.crosstable_page())
    assert made.rows_of(read(tmp_path)) == made.EXPECTED
    wrong = early.replace('<td class="CRc"></td>', '<td class="CRc">0 - 1</td>', 1)
    assert wrong != early
    made.page(tmp_path, "z early.html", wrong)
    history = read(tmp_path)
    assert made.rows_of(history) == made.EXPECTED


def test_values_of_an_earlier_round_are_left_out(tmp_path: Path) -> None:
    whole_folder(tmp_path)
    (tmp_path / "b cross.html").unlink()
    text = made.html(made.ranking(), art=1, rd=2, view="Rank after Round 2")
    made.page(tmp_path, "c rank.html", text)
    history = read(tmp_path)
    assert history.published.empty
    assert "end with round 3" in history.repairs["why"].iloc[0]


def test_events_of_one_number_with_other_players_are_kept_apart(tmp_path: Path) -> None:
    made.page(tmp_path, "one.html", made.crosstable_page())
    swapped = (
        made.crosstable_page()
        .replace("Almqvist Ada", "?")
        .replace("Brandt Bo", "Almqvist Ada")
        .replace("?", "Brandt Bo")
    )
    made.page(tmp_path, "two.html", swapped.replace("Brandt Bo3C", "?3C"))
    history = read(tmp_path)
    assert len(history) == 2
    assert "kept apart" in history.repairs["why"].iloc[0]


# ---------------------------------------------------------------- round robins and teams


def test_a_round_robin_table_takes_rounds_of_the_berger_tables(tmp_path: Path) -> None:
    text = made.html(made.matrix(), art=5, view="Starting rank crosstable", legend=[])
    history = read(made.page(tmp_path, "closed.html", text))
    assert history.tournaments["system"].iloc[0] == "round-robin"
    berger = tb.roundrobin.berger(4)
    expected = {}
    for round_, white, black in berger[["round", "white", "black"]].to_numpy().tolist():
        for one, other in ((white, black), (black, white)):
            expected[one, round_] = (other, made.ROUND_ROBIN[one - 1][other - 1].replace("½", "="))
    assert {(p, r): (o, x) for p, r, o, _, x in made.rows_of(history)} == expected
    assert history.results["colour"].isna().all()
    assert "no rounds" in history.repairs["found"].iloc[0]


def test_the_pairings_of_a_round_robin_know_rounds_and_colours(tmp_path: Path) -> None:
    made.page(tmp_path, "cross.html", made.html(made.matrix(), art=5, view="Crosstable", legend=[]))
    rounds = [
        [(1, 2, "1 - 0"), (3, 4, "0 - 1")],
        [(1, 3, "½ - ½"), (2, 4, "½ - ½")],
        [(4, 1, "- - +"), (2, 3, "1 - 0")],
    ]
    heads = ["Bo.", "No.", "White", "Result", "Black", "No."]
    body = ""
    for at, games in enumerate(rounds, start=1):
        body += f'<tr class="CRg1b"><td colspan="6">Round {at} on 2026/05/0{at} at 08:30</td></tr>'
        body += '<tr class="CRg1b">' + "".join(f"<th>{h}</th>" for h in heads) + "</tr>"
        for white, black, result in games:
            cells = ["1", str(white), f"Player {white}", result, f"Player {black}", str(black)]
            body += '<tr class="CRg2">' + "".join(f"<td>{c}</td>" for c in cells) + "</tr>"
    text = made.html(art=2, view="Pairings/Results", legend=[])
    made.page(
        tmp_path,
        "pairings.html",
        text.replace('<p class="CR"><b>', f'<table class="CRs1">{body}</table><p class="CR"><b>'),
    )
    history = read(tmp_path)
    found = {(p, r): (o, c, x) for p, r, o, c, x in made.rows_of(history)}
    assert found[1, 1] == (2, "w", "1")
    assert found[1, 3] == (4, "b", "+")
    assert found[4, 3] == (1, "w", "-")
    assert len(found) == 12


def test_boards_of_teams_take_the_colours_that_are_shown(tmp_path: Path) -> None:
    history = read(made.page(tmp_path, "boards.html", made.boards()))
    assert made.rows_of(history) == [
        (1, 1, 3, "b", "0"), (2, 1, 4, "w", "1"), (3, 1, 1, "w", "1"), (4, 1, 2, "b", "0"),
    ]  # fmt: skip
    assert history.players["team"].tolist() == ["South", "South", "North", "North"]
    assert history.players["name"].tolist() == ["Bob", "Dan", "Ann", "Cid"]


def test_what_has_no_games_of_players_is_refused_by_what_it_is(tmp_path: Path) -> None:
    teams = made.Table(["No.", "Team", "Team", "Res.", ":", "Res."], [["1", "North", "South", "2", ":", "2"]])
    path = made.page(tmp_path, "teams.html", made.html(teams, art=2, rd=1, view="Team pairings"))
    with pytest.raises(FormatError, match="teams, but no games of players"):
        read(path)
    unpaired = made.Table(
        ["SNo", "Name", "1.Rd", "2.Rd"], [["5", "Eva", "*", ""], ["6", "Farkas", "", "bye"]]
    )
    path = made.page(tmp_path, "unpaired.html", made.html(unpaired, art=40, view="not paired"))
    with pytest.raises(FormatError, match="only those who were not paired"):
        read(path)
    path = made.page(tmp_path, "empty.html", made.html(art=2, rd=3, view="Pairings/Results"))
    with pytest.raises(FormatError, match="without a table of players"):
        read(path)
    greek = made.Table(["Αρ.", "Όνομα", "Βαθ."], [["1", "Eva", "1"]])
    path = made.page(tmp_path, "greek.html", made.html(greek, art=0, lan=19, view="…"))
    with pytest.raises(FormatError, match="lan=1"):
        read(path)


def test_a_formula_without_a_stored_value_is_reported(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in made.lines(made.crosstable(), "Starting rank crosstable"):
        book.active.append(row)
    book.active["AZ4"] = "=A1&B1"
    book.save(path := tmp_path / "book.xlsx")
    said = read(path).repairs
    said = said[said["why"].str.contains("a formula without a stored value")]
    assert said[["line", "column", "found"]].to_numpy().tolist() == [[4, "AZ", "=A1&B1"]]
    with pytest.raises(FormatError, match="line 4, column AZ: '=A1&B1': a formula without a stored value"):
        read(path, errors="strict")
