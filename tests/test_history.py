"""History: selecting events, joining, storing, comparing."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pandas as pd
import pytest

import chesstb as tb
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
    assert sorted(path.suffix for path in (tmp_path / "stored").iterdir()) == [".parquet"] * 6


def test_a_folder_without_results_cannot_be_loaded(tmp_path: Path) -> None:
    with pytest.raises(tb.DataError, match="no file results.parquet in this folder"):
        tb.History.load(tmp_path)


def test_tables_that_others_stored_are_checked(tmp_path: Path) -> None:
    pd.DataFrame({**GAMES, "outcome": ["1", "1"]}).to_parquet(tmp_path / "results.parquet")
    with pytest.raises(tb.DataError, match="another kind of result"):
        tb.History.load(tmp_path)


def test_equals_compares_all_but_source_and_repairs() -> None:
    assert history().equals(history(tournaments={"source": ["somewhere"]}))
    assert not history().equals(history(BYE))
    assert not history().equals(history(tournaments={"rounds": [5]}))


def test_a_history_can_be_pickled() -> None:
    assert pickle.loads(pickle.dumps(two())).equals(two())  # noqa: S301 - our own bytes


def test_the_order_of_the_rows_does_not_matter() -> None:
    frame = pd.DataFrame(BYE)
    for seed in range(5):
        assert history(frame.sample(frac=1, random_state=seed)).equals(history(frame))


def test_errors_takes_one_of_two_words() -> None:
    with pytest.raises(tb.DataError, match="errors: 'skip'; expected 'raise' or 'repair'"):
        history(errors="skip")


def test_no_rows_at_all_are_an_empty_history() -> None:
    nothing = {column: [] for column in GAMES}
    assert len(history(nothing)) == 0
    assert history(nothing, players={"player": [1, 2]}).players["player"].tolist() == [1, 2]
