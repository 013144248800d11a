"""TRF files: the records about the event, and dates."""

from __future__ import annotations

import pandas as pd
import pytest

from chesstb.formats.dates import read_date
from chesstb.formats.trf.tournament_types import system_of
from tests.trf_text import PAIR, read_lines, repairs


def test_the_event_is_described() -> None:
    history = read_lines(
        "012 City Open", "022 Graz", "032 AUT", "042 2025/09/13", "052 2025/09/21", "142 9",
        "192 FIDE_DUTCH_2026", "212 PTS,BH:GP/C1,SB", *PAIR,
    )  # fmt: skip
    event = history.tournaments.iloc[0]
    assert event[["tournament", "name", "place", "federation", "system", "rounds", "by"]].tolist() == [
        "event", "City Open", "Graz", "AUT", "swiss", 9, "PTS BH:GP/C1 SB",
    ]  # fmt: skip
    assert event[["start", "end"]].tolist() == [pd.Timestamp("2025-09-13"), pd.Timestamp("2025-09-21")]
    assert event["source"] == "event.trf"


@pytest.mark.parametrize(
    "record",
    ["102 Chief Arbiter", "112 First Deputy", "122 90 minutes + 30 seconds", "152 W", "172 FIDE NRO", "182 Pairer 3",
     "222 5400+30", "250           1.0   1   2    1   20", "260   1   9    1    2", "XXC white1", "XXZ 3 4",
     "XXA    1  1.0  0.5", "XXP 1 2", "352 WBWB", "### any remark", "ABC    1                      national", "777 new"],
)  # fmt: skip
def test_other_records_are_kept_word_for_word(record: str) -> None:
    kept = read_lines(record, *PAIR).records
    assert kept[["record", "text"]].to_numpy().tolist() == [[record[:3], record]]


def test_records_of_a_line_behind_the_players_are_kept_too() -> None:
    kept = read_lines(*PAIR, "801    1 crosstable", "### the end").records
    assert kept["text"].tolist() == ["### the end", "801    1 crosstable"]


def test_addresses_of_people_are_not_read() -> None:
    history = read_lines("102 Chief, Arb chief@x.org", *PAIR, "DAT    1 EMAIL a@b.c", "DAT    1 Phone 0123 456",
                         "DAT    1 SEEDRATING 1800")  # fmt: skip
    assert history.records["text"].tolist() == ["102 Chief, Arb", "DAT    1 SEEDRATING 1800"]
    assert history.repairs["why"].tolist() == ["personal data is not read"] * 3
    assert not history.repairs.astype(str).apply(lambda column: column.str.contains("@|456")).any().any()


def test_the_rules_may_stand_in_a_comment() -> None:
    history = read_lines("### chesstb: rules fide-2023", *PAIR)
    assert history.tournaments["rules"].tolist() == ["fide-2023"]
    assert history.records.empty


def test_an_unknown_record_is_mentioned() -> None:
    assert repairs(read_lines("777 new", *PAIR), "no known record") == [(1, "1", "777", "kept word for word")]


def test_the_number_of_players_is_kept_only_where_it_is_wrong() -> None:
    assert read_lines("062 2", "072 0", *PAIR).records.empty
    assert read_lines("062 3", "072 0", *PAIR).records["text"].tolist() == ["062 3"]


def test_tie_breaks_for_tied_participants_get_the_points_in_front() -> None:
    assert read_lines("202 BH/C1,SB", *PAIR).tournaments["by"].iloc[0] == "PTS BH/C1 SB"


def test_the_complete_list_is_preferred() -> None:
    history = read_lines("202 SB", "212 PTS,BH", *PAIR)
    assert history.tournaments["by"].iloc[0] == "PTS BH"
    assert history.records["text"].tolist() == ["202 SB"]


def test_the_number_of_rounds_comes_from_its_record_not_from_the_lines() -> None:
    assert read_lines("XXR 7", *PAIR).tournaments["rounds"].iloc[0] == 7


def test_two_numbers_of_rounds_are_reported() -> None:
    history = read_lines("142 7", "XXR 9", *PAIR)
    assert history.tournaments["rounds"].iloc[0] == 7
    assert repairs(history, "given before") == [(2, "5", "9", "7")]


@pytest.mark.parametrize(
    ("text", "system"),
    [("Individual: Swiss-System", "swiss"), ("Schweizer System", "swiss"), ("Système Suisse", "swiss"),
     ("Sistema Suizo", "swiss"), ("Швейцарская система", "swiss"), ("Round Robin", "round-robin"),
     ("Rundenturnier", "round-robin"), ("Berger", "round-robin"), ("Круговой", "round-robin"),
     ("Double Round-Robin", "double-round-robin"), ("Doppelrundenturnier", "double-round-robin"),
     ("FIDE_ROUNDROBIN", "round-robin"), ("FIDE_DUTCH_2026_BAKU", "swiss"), ("FIDE_TEAM_BAKU", "team-swiss"),
     ("FIDE_TEAM_ROUNDROBIN", "team-round-robin"), ("FIDE_DBL_ROUNDROBIN", "double-round-robin"),
     ("Individual: Swiss-System, Sonneborn-Berger", "swiss"), ("Schweizer System (Liga)", "swiss"),
     ("Bundesliga Schweizer System", "swiss"), ("Italian Swiss", "swiss"), ("Sonneborn-Berger", "unknown"),
     ("Berger tables, Sonneborn-Berger", "round-robin"), ("Girone all'italiana", "round-robin"), ("Match", "match"), ("Knock-out", "unknown"), ("", "unknown")],
)  # fmt: skip
def test_the_system_is_understood_in_several_languages(text: str, system: str) -> None:
    assert system_of(text) == system


def test_a_type_that_is_not_understood_is_kept() -> None:
    history = read_lines("092 Knock-out", *PAIR)
    assert history.tournaments["system"].iloc[0] == "unknown"
    assert history.records["text"].tolist() == ["092 Knock-out"]


@pytest.mark.parametrize(
    ("text", "iso", "sure"),
    [("2025/09/13", "2025-09-13", True), ("2025-09-13", "2025-09-13", True), ("13. 09. 2025", "2025-09-13", True),
     ("13.09.25", "2025-09-13", True), ("13/09/2025", "2025-09-13", True), ("09/13/2025", "2025-09-13", True),
     ("03/04/2025", "2025-04-03", False), ("2025-09-13T18:00:00Z", "2025-09-13", True), ("1990/00/00", "1990", True),
     ("1990/05", "1990-05", True), ("2025.10.01.", "2025-10-01", True), ("2025. 10. 01.", "2025-10-01", True), ("1990", "1990", True), ("Sep 13, 2025", "2025-09-13", True)],
)  # fmt: skip
def test_dates_are_read_in_many_spellings(text: str, iso: str, sure: bool) -> None:
    day = read_date(text)
    assert day is not None
    assert (day.iso, day.sure) == (iso, sure)


@pytest.mark.parametrize("text", ["", "soon", "2025/13/45", "31.02.2025", "0000/00/00"])
def test_what_is_no_date_is_none(text: str) -> None:
    assert read_date(text) is None


def test_a_date_that_is_not_full_is_reported_and_kept() -> None:
    history = read_lines("042 2025/00/00", *PAIR)
    assert history.tournaments["start"].isna().all()
    assert repairs(history, "no full date") == [(1, "5", "2025/00/00", "no date")]
    assert history.records["text"].tolist() == ["042 2025/00/00"]


@pytest.mark.parametrize(
    ("start", "end", "days", "turned"),
    [("10.09.13", "11.03.13", ["2010-09-13", "2011-03-13"], True),
     ("11/09/26", "12/04/01", ["2011-09-26", "2012-04-01"], True),
     ("10.09.13", "11.09.13", ["2013-09-10", "2013-09-11"], False),
     ("13.09.10", "11.03.13", ["2010-09-13", "2013-03-11"], False)],
)  # fmt: skip
def test_the_year_stands_first_where_an_event_would_end_before_it_begins(
    start: str, end: str, days: list[str], turned: bool
) -> None:
    history = read_lines(f"042 {start}", f"052 {end}", *PAIR)
    event = history.tournaments.iloc[0]
    assert [str(event[column].date()) for column in ("start", "end")] == days
    said = "the year is taken to stand first: the event would end before it begins"
    assert (said in set(history.repairs["why"])) == turned
