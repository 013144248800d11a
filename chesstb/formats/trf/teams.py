"""Team names of players, from records 310 or 013."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chesstb.formats.trf.payments import numbers_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chesstb.formats.trf.players import Players
    from chesstb.formats.trf.records import Event


def fill_teams(event: Event, players: Players) -> list[str]:
    """Return the team of each player; lines that say no more than that are not kept."""
    from_310 = bool(event.all("310"))
    teams: dict[int, str] = {}
    for line in event.all("310") if from_310 else event.all("013"):
        name, rest = (
            (line.columns[8:40], line.columns[73:]) if from_310 else (line.columns[4:36], line.columns[36:])
        )
        for number in numbers_in(rest) or []:
            teams.setdefault(number, name.strip())
    named = [teams.get(int(number), "") for number in players.number]
    if event.all("013") and not from_310:
        said = set(team_lines(sorted(zip(players.number.tolist(), named, strict=True))))
        event.kept = [line for line in event.kept if line.record != "013" or line.text.rstrip() not in said]
    return named


def team_lines(players: Sequence[tuple[int, str]]) -> list[str]:
    """Return records 013 for players and the names of their teams, in the order of their numbers."""
    teams: dict[str, list[int]] = {}
    for number, name in players:
        if name:
            teams.setdefault(name, []).append(number)
    return [
        f"013 {name:<32}" + " ".join(f"{number:4d}" for number in numbers) for name, numbers in teams.items()
    ]
