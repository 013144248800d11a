"""Damaged pages of chess-results.com: repaired and said so, or refused; never other scores in silence."""

from __future__ import annotations

import contextlib
import random
import warnings
from typing import TYPE_CHECKING

import pytest

from chesstb.errors import ChesstbError
from chesstb.formats import chess_results, read
from tests import chess_results_pages as made

if TYPE_CHECKING:
    from pathlib import Path

    import chesstb as tb


def damage(data: bytes, seed: int) -> bytes:
    """Return a file with one thing wrong: cut, overwritten, left out, doubled, or in another encoding."""
    rng = random.Random(seed)
    at = rng.randrange(len(data))
    size = rng.choice([1, 1, 2, 5, 40, 400])
    kind = rng.randrange(6)
    if kind == 0:
        return data[:at]
    if kind == 1:
        return data[:at] + bytes(rng.randrange(256) for _ in range(size)) + data[at + size :]
    if kind == 2:
        return data[:at] + data[at + size :]
    if kind == 3:
        return data[: at + size] + data[at:]
    if kind == 4:
        digit = rng.choice(b"0123456789wb+-")
        places = [i for i in range(len(data)) if chr(data[i]) in "0123456789wb+-"]
        i = rng.choice(places)
        return data[:i] + bytes([digit]) + data[i + 1 :]
    return data.decode("utf-8", errors="replace").encode("utf-16" if at % 2 else "cp1252", errors="replace")


def originals(folder: Path) -> dict[str, Path]:
    """Return made-up files of every kind."""
    pages = {
        "cross.html": made.crosstable_page(),
        "rank.html": made.html(made.by_rank(), art=4, view="Crosstable"),
        "list.html": made.html(made.start_list(), art=0, view="Starting rank"),
        "round.html": made.html(made.pairings(1), art=2, rd=1, view="Pairings"),
        "matrix.html": made.html(made.matrix(), art=5, view="Crosstable", legend=[]),
        "boards.html": made.boards(),
        "card.html": made.card_html(1),
    }
    found = {name: made.page(folder, name, text) for name, text in pages.items()}
    history = read(found["cross.html"])
    for name in ("cross.csv", "cross.xlsx"):
        found[name] = chess_results.write(history, folder / name)
    return found


def scores(history: tb.History) -> dict[int, float]:
    return history.results.groupby("player")["points"].sum().to_dict()


def attempt(path: Path) -> tb.History | None:
    """Read a file in both ways; anything but a History or an error of the package fails the test."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with contextlib.suppress(ChesstbError):
            chess_results.read(path, errors="strict")
        try:
            return chess_results.read(path)
        except ChesstbError:
            return None


@pytest.mark.parametrize(
    "name",
    [
        "cross.html",
        "rank.html",
        "list.html",
        "round.html",
        "matrix.html",
        "boards.html",
        "card.html",
        "cross.csv",
        "cross.xlsx",
    ],
)
def test_damage_is_repaired_or_refused(tmp_path: Path, name: str) -> None:
    path = originals(tmp_path)[name]
    data = path.read_bytes()
    whole = attempt(path)
    for seed in range(40):
        path.write_bytes(damage(data, seed))
        chess_results.recognises(path.read_bytes()[:65536], path)
        found = attempt(path)
        if found is not None and whole is not None and name.startswith("cross"):
            same = scores(found) == scores(whole)
            assert same or len(found.repairs), f"seed {seed}: other scores, and nothing is said"


@pytest.mark.parametrize("number", ["999999999999", "9" * 5000])
def test_a_round_that_is_blown_up_allocates_nothing(tmp_path: Path, number: str) -> None:
    text = made.card_html(1).replace('<tr class="CRg2"><td>3</td>', f'<tr class="CRg2"><td>{number}</td>')
    assert number in text
    with pytest.raises(ChesstbError):
        chess_results.read(made.page(tmp_path, "card.html", text))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [("- ½</td>", "- ?</td>", "no result without an opponent"),
     ('<tr class="CRg2"><td>2</td>', '<tr class="CRg2"><td>x</td>', "no round of a card")],
)  # fmt: skip
def test_rows_of_cards_that_are_damaged_are_said(tmp_path: Path, old: str, new: str, why: str) -> None:
    paths = []
    for player in made.PLAYERS:
        text = made.card_html(player)
        text = text.replace(old, new) if player in (1, 4) else text
        paths.append(made.page(tmp_path, f"card{player}.html", text))
    found = read(paths)
    assert why in set(found.repairs["why"])
