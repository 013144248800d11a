"""History: selecting events, joining, storing, comparing."""

from __future__ import annotations

import contextlib
import copy
import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pytest

import chesstb as tb
from chesstb import schema
from tests.test_tables import BYE, GAMES, history

if TYPE_CHECKING:
    from pathlib import Path


def two() -> tb.History:
    return tb.History.concat(
        [history(), history(BYE, tournaments={"tournament": ["other"], "system": ["swiss"]})]
    )


def test_select_keeps_order_and_says_what_is_not_there() -> None:
    assert two().select(["other", "event"]).events == ["event", "other"]
    assert two()["other"].players["player"].tolist() == [1, 2, 3]
    with pytest.raises(tb.DataError, match="no event 'othr'. Did you mean 'other'?"):
        two().select("othr")


def test_concat_numbers_equal_keys_and_says_so() -> None:
    joined = tb.History.concat([history(), history(), history()])
    assert joined.events == ["event", "event (2)", "event (3)"]
    assert joined.repairs["taken"].tolist() == ["event (2)", "event (3)"]
    assert joined["event (2)"].results["points"].tolist() == [1, 0]


def test_concat_of_nothing_is_an_empty_history() -> None:
    assert len(tb.History.concat([])) == 0
    assert repr(tb.History.concat([])) == "History: 0 events, 0 players, 0 rounds (0 player-rounds)"


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    both = two()
    assert tb.History.load(both.save(tmp_path / "stored")).equals(both)
    assert sorted(path.name for path in (tmp_path / "stored").iterdir()) == sorted(
        ["chesstb.json", *(f"{name}.parquet" for name in schema.TABLES)]
    )


def changed(folder: Path) -> Path:
    """Save a History and let somebody else change the results in its folder."""
    path = history().save(folder) / "results.parquet"
    pd.read_parquet(path).assign(outcome=["1", "1"], points=[1.0, 1.0]).to_parquet(path)
    return folder


def test_a_folder_changed_since_it_was_saved_is_checked(tmp_path: Path) -> None:
    folder = changed(tmp_path)
    with pytest.raises(tb.DataError, match=f"{folder}: results, row 0.*another kind of result") as error:
        tb.History.load(folder)
    assert len(error.value.problems) == 2
    for repaired in (tb.History.load(folder, errors="repair"), tb.read(folder)):
        assert repaired.repairs["why"].tolist() == ["the opponent's row has another kind of result"] * 2
    with pytest.raises(tb.DataError, match="another kind of result"):
        tb.read(folder, errors="strict")


@pytest.mark.parametrize("manifest", [None, "", "[]", "{}", '{"format": 99, "blake2b": {}}', '{"format": 1}'])
def test_a_folder_without_a_manifest_of_ours_is_checked(tmp_path: Path, manifest: str | None) -> None:
    two().save(tmp_path)
    (tmp_path / "chesstb.json").unlink()
    if manifest is not None:
        (tmp_path / "chesstb.json").write_text(manifest)
    assert tb.History.load(tmp_path).equals(two())
    changed(tmp_path)
    with pytest.raises(tb.DataError, match="another kind of result"):
        tb.History.load(tmp_path)


@pytest.mark.parametrize("damage", [b"", b"PAR1", b"no parquet at all"])
def test_a_damaged_file_is_named(tmp_path: Path, damage: bytes) -> None:
    path = two().save(tmp_path) / "players.parquet"
    whole = path.read_bytes()
    path.write_bytes(damage)
    with pytest.raises(tb.FormatError, match="players.parquet: no Parquet that can be read"):
        tb.read(tmp_path)
    for at in range(0, len(whole) - 8, 97):
        path.write_bytes(whole[:at] + damage + b"\xff" * 8 + whole[at + 8 :])
        with contextlib.suppress(tb.ChesstbError):  # and no other
            tb.History.load(tmp_path)


def test_a_folder_without_results_cannot_be_loaded(tmp_path: Path) -> None:
    with pytest.raises(tb.DataError, match="no file results.parquet in this folder"):
        tb.History.load(tmp_path)


def test_tables_that_others_stored_are_checked(tmp_path: Path) -> None:
    pd.DataFrame({**GAMES, "outcome": ["1", "1"]}).to_parquet(tmp_path / "results.parquet")
    with pytest.raises(tb.DataError, match="another kind of result"):
        tb.History.load(tmp_path)


def many(events: int) -> tb.History:
    games = pd.DataFrame(GAMES)
    keys = np.repeat([f"event {n}" for n in range(events)], 2)
    repeated = pd.concat([games] * events, ignore_index=True).assign(tournament=keys)
    return history(repeated, repairs={"tournament": [None, "event 1"], "why": ["general", "of one"]})


def test_selecting_keeps_repairs_of_the_events_and_those_of_none() -> None:
    events = many(3)
    assert events["event 1"].repairs["why"].tolist() == ["general", "of one"]
    assert events[["event 0", "event 2"]].repairs["why"].tolist() == ["general"]
    assert events.select([]).events == []


def test_selecting_and_joining_many_events_keeps_their_order() -> None:
    events = many(400)
    half = events.select(events.events[::2])
    assert half.events == events.events[::2]
    assert half.results["tournament"].astype("str").tolist()[-1] == "event 398"
    one = history()
    assert tb.History.concat([one] * 50).events[-1] == "event (50)"


def test_going_through_a_history_gives_one_event_after_the_other() -> None:
    events = many(3)
    assert [event.events for event in events] == [["event 0"], ["event 1"], ["event 2"]]
    for event in events:
        selected = events[event.events[0]]
        assert event.equals(selected)
        assert event.repairs.equals(selected.repairs)
        for name in schema.TABLES:
            assert (getattr(event, name).dtypes == getattr(selected, name).dtypes).all()
    assert "event 1" in events
    assert "event 9" not in events


@pytest.mark.parametrize("key", [0, None, 1.5, [1], slice(0, 1)])
def test_events_are_named_by_key_not_by_place(key: Any) -> None:
    with pytest.raises(tb.DataError, match="is no key of an event; expected text.*Events are named by key"):
        two()[key]


def test_concat_takes_histories_only() -> None:
    assert tb.History.concat(two()).equals(two())
    for wrong in (5, [history(), pd.DataFrame()], ["a.trf"], None):
        with pytest.raises(tb.DataError, match="concat: a .* is no History; expected a list of Histories"):
            tb.History.concat(wrong)  # type: ignore[arg-type]


def test_equals_compares_all_but_source_and_repairs() -> None:
    assert history().equals(history(tournaments={"source": ["somewhere"]}))
    assert not history().equals(history(BYE))
    assert not history().equals(history(tournaments={"rounds": [5]}))


def pickled(event: tb.History) -> tb.History:
    found: tb.History = pickle.loads(pickle.dumps(event))  # noqa: S301 - our own bytes
    return found


def test_a_history_can_be_pickled() -> None:
    assert pickled(two()).equals(two())


@pytest.mark.parametrize("again", [pickled, copy.copy, copy.deepcopy])
def test_what_was_computed_is_not_copied(again: Any) -> None:
    event = two()
    size = len(pickle.dumps(event))
    event._memo["something"] = np.zeros(100_000)
    assert len(pickle.dumps(event)) == size
    assert again(event).equals(event)
    assert again(event)._memo == {}


def test_the_order_of_the_rows_does_not_matter() -> None:
    frame = pd.DataFrame(BYE)
    for seed in range(5):
        assert history(frame.sample(frac=1, random_state=seed)).equals(history(frame))


def test_errors_takes_one_of_two_words() -> None:
    with pytest.raises(tb.DataError, match="errors: 'skip'; expected 'strict' or 'repair'"):
        history(errors="skip")


def test_no_rows_at_all_are_an_empty_history() -> None:
    nothing = {column: [] for column in GAMES}
    assert len(history(nothing)) == 0
    assert history(nothing, players={"player": [1, 2]}).players["player"].tolist() == [1, 2]


def test_events_can_be_renamed_but_not_alike() -> None:
    both = tb.History.concat([history(), history()])
    first, second = both.events
    renamed = both.renamed({second: "open"})
    assert renamed.events == [first, "open"]
    assert renamed.repairs.iloc[-1][["found", "taken", "why"]].tolist() == [second, "open", "renamed"]
    with pytest.raises(tb.DataError, match="two events would be called"):
        both.renamed({second: first})
