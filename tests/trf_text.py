"""Small TRF files as text, for tests."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from chesstb.formats import read_trf

if TYPE_CHECKING:
    import chesstb as tb


def player(number: int, *cells: str, points: str = "", rank: str = "", **text: str) -> str:
    """Return a line 001; a cell is written like "2 w 1", a bye like "- H"."""
    get = text.get
    return (
        f"001 {number:4d} {get('sex', ''):1}{get('title', ''):>3} {get('name', f'Player {number}'):<33} "
        f"{get('rating', ''):>4} {get('federation', ''):<3} {get('fide_id', ''):>11} {get('birth', ''):<10} "
        f"{points:>4} {rank:>4}" + "".join(map(cell, cells))
    )


def cell(text: str) -> str:
    """Return ten columns for "2 w 1", "- H" (no opponent), "2 w" (no result) or "" (blank)."""
    parts = text.split()
    if not parts:
        return " " * 10
    if parts[0] == "-":
        return f"  0000 - {parts[1] if len(parts) > 1 else ' '}"
    return f"  {parts[0]:>4} {parts[1]} {parts[2] if len(parts) > 2 else ' '}"


def lines(*parts: str) -> str:
    return "\n".join(parts) + "\n"


PAIR = (player(1, "2 w 1"), player(2, "1 b 0"))
"""Two players and one game."""


def read_text(text: str | bytes, *, errors: str = "repair", name: str = "event.trf") -> tb.History:
    """Return what a file with this text is read as."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_trf(path, errors=errors)  # type: ignore[arg-type]


def read_lines(*parts: str, errors: str = "repair") -> tb.History:
    return read_text(lines(*parts), errors=errors)


def outcomes(history: tb.History, player: int) -> str:
    """Return the codes of a player, round by round."""
    rows = history.results[history.results["player"] == player]
    return "".join(rows["outcome"].astype("str"))


def points(history: tb.History, player: int) -> list[float]:
    rows = history.results[history.results["player"] == player]
    return rows["points"].tolist()


def repairs(history: tb.History, word: str) -> list[tuple[int, str, str, str]]:
    """Return line, column, found and taken of the repairs whose reason contains a word."""
    rows = history.repairs[history.repairs["why"].str.contains(word, regex=False)]
    return list(zip(*(rows[c].tolist() for c in ("line", "column", "found", "taken")), strict=True))
