"""The other programs, called in-process. Nothing of chesstb imports this."""

from __future__ import annotations

import io
from decimal import Decimal
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from .events import POINTS, Event

INSTALL = 'pip install -e ".[bench]"'

KINDS = {
    "1": "played",
    "=": "played",
    "0": "played",
    "+": "forfeit_win",
    "-": "forfeit_loss",
    "U": "pairing_bye",
    "H": "requested_bye",
    "Z": "requested_bye",
}
CRITERIA = {"BH": "buchholz", "BH/C1": "buchholz_cut1", "SB": "sonneborn_berger", "WIN": "wins"}


def missing() -> list[str]:
    """Which of the programs to compare with are not installed."""
    modules = {"gacrux": "gacrux", "tiebreak_core": "tiebreak-core", "trf": "trf"}
    return [package for module, package in modules.items() if find_spec(module) is None]


# ---- gacrux -----------------------------------------------------------------------------------


def gacrux_read(text: str) -> dict[str, Any]:
    reader = import_module("gacrux.trf2json").trf2json()
    reader.parse_file(text, 0)
    if reader.get_status() >= 400:
        raise ValueError(f"gacrux refuses the file: {reader.chessjson['status']['error']}")
    return reader.get_tournament(1)


def gacrux_compute(
    tournament: dict[str, Any], by: list[str], unrated: int | None = None
) -> dict[int, list[float | None]]:
    """Values per player in the order of `by`; the rules follow from the start date."""
    params = {"tiebreak": list(by), "check": 0, "swiss": True, "pre_determined": False, "unrated": unrated}
    program = import_module("gacrux.tiebreak").tiebreak(tournament, -1, params)
    result = program.compute_tiebreaks(tournament, params)
    return {
        row["cid"]: [float(v) if isinstance(v, (int, Decimal)) else v for v in row["tiebreakScore"]]
        for row in result["competitors"]
    }


# ---- tiebreak-core ----------------------------------------------------------------------------


def core_players(event: Event) -> dict[int, Any]:
    """The event in the data structures of tiebreak-core."""
    core = import_module("tiebreak_core")
    players = {}
    for i, games in enumerate(event.games, start=1):
        records = [
            core.GameRecord(
                opponent_id=opponent or -1,
                opponent_rating=event.rating[opponent - 1] if opponent else 0,
                score=POINTS[code],
                color="black" if colour == "b" else "white",
                round_number=number,
                kind=KINDS[code],
            )
            for number, (opponent, colour, code) in enumerate(games, start=1)
        ]
        players[i] = core.PlayerTiebreakData(i, event.rating[i - 1], event.points(i), records)
    return players


def core_compute(players: dict[int, Any], rounds: int, by: list[str]) -> dict[int, list[float | None]]:
    core = import_module("tiebreak_core")
    criteria = [CRITERIA[code] for code in by if code != "PTS"]
    standings = core.rank_standings_strict(players, criteria, total_rounds=rounds, ruleset="fide-2026")
    return {
        row.player_id: [row.points if code == "PTS" else row.values[CRITERIA[code]] for code in by]
        for row in standings.players
    }


# ---- trf --------------------------------------------------------------------------------------


def trf_read(text: str) -> Any:
    return import_module("trf").load(io.StringIO(text))
