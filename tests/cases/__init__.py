"""The worked examples of this folder, read into plain objects."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parent
CELL = re.compile(r"(\d+)([wb-])([-+1=0WDLHFUZX])")
POINTS = {"1": 1.0, "=": 0.5, "0": 0.0, "W": 1.0, "D": 0.5, "L": 0.0, "+": 1.0, "-": 0.0,
          "H": 0.5, "F": 1.0, "U": 1.0, "Z": 0.0, "X": 0.5}  # fmt: skip


@dataclass(frozen=True)
class Expected:
    """Values per criterion and player under each of the `rules`; None is undefined."""

    rules: list[str]
    criteria: dict[str, dict[int, float | None]]


@dataclass(frozen=True)
class Working:
    """The contributions of one player: per round, and those cut, in no order."""

    rules: list[str]
    criterion: str
    player: int
    per_round: list[float]
    cut: list[float]


@dataclass(frozen=True)
class Case:
    name: str
    title: str
    source: str
    system: str
    rounds: int
    note: str
    ratings: dict[int, int | None]
    cells: dict[int, list[tuple[int | None, str | None, str]]]
    expected: list[Expected]
    working: list[Working]
    pays: dict[str, float] = field(default_factory=dict)

    def tables(self) -> dict[str, dict[str, list]]:
        """The event as `History.from_tables` takes it."""
        rows = [
            (player, number, *cell)
            for player, cells in self.cells.items()
            for number, cell in enumerate(cells, start=1)
        ]
        columns = zip(*rows, strict=True)
        return {
            "results": dict(
                zip(("player", "round", "opponent", "colour", "outcome"), map(list, columns), strict=True)
            ),
            "players": {"player": list(self.ratings), "rating": list(self.ratings.values())},
            "tournaments": {"system": [self.system], "rounds": [self.rounds]}
            | {k: [v] for k, v in self.pays.items()},
        }


def read_case(path: Path) -> Case:
    raw = tomllib.loads(path.read_text(encoding="utf-8"))
    text = raw.pop("crosstable")
    expected = [
        Expected(block["rules"].split(), _values(block["values"])) for block in raw.pop("expected", [])
    ]
    working = [
        Working(
            block["rules"].split(),
            block["criterion"],
            block["player"],
            [float(v) for v in block["values"].split()],
            sorted(float(v) for v in block["cut"].split()),
        )
        for block in raw.pop("working", [])
    ]
    plain = {key: raw.pop(key) for key in ("title", "source", "system", "rounds", "note")}
    ratings, cells = {}, {}
    for line in text.strip().splitlines()[1:]:
        player, rating, *row = line.split()
        ratings[int(player)] = None if rating == "-" else int(rating)
        cells[int(player)] = [_cell(cell, path) for cell in row]
    return Case(
        path.stem, ratings=ratings, cells=cells, expected=expected, working=working, pays=raw, **plain
    )


def read_cases() -> list[Case]:
    return [read_case(path) for path in sorted(FOLDER.glob("*.toml"))]


def _cell(text: str, path: Path) -> tuple[int | None, str | None, str]:
    match = CELL.fullmatch(text)
    if match is None:
        raise ValueError(f"{path.name}: {text!r} is no cell of a crosstable, such as 9w1 or 0-H")
    opponent, colour, outcome = match.groups()
    return int(opponent) or None, None if colour == "-" else colour, outcome


def _values(text: str) -> dict[str, dict[int, float | None]]:
    head, *rows = [line.split() for line in text.strip().splitlines()]
    return {
        code: {
            int(row[0]): None if row[column] == "none" else float(row[column])
            for row in rows
            if row[column] != "."
        }
        for column, code in enumerate(head)
        if column > 0
    }
