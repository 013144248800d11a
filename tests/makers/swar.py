"""Made-up SWAR files."""

from __future__ import annotations

from typing import Any


def cell(round_: int, opponent: int, result: str, colour: str = "No Color", **more: Any) -> dict[str, Any]:
    return {"RoundNr": round_, "Tabel": "1", "OpponentNi": opponent, "Result": result, "Color": colour} | more


def person(number: int, points: str, *cells: dict[str, Any], **more: Any) -> dict[str, Any]:
    ties = [{"Type": "Bucholtz", "Points": " 2.50"}, {"Type": "Direct Encounter", "Points": "-"},
            {"Type": "None", "Points": "0"}]  # fmt: skip
    return {"Ranking": 5 - number, "Ni": number, "Name": f"P{number}", "Points": points, "Sex": "Femelle",
            "BirthDate": "17/05/1990", "Country": "BEL", "FideId": 1000 + number, "NationalElo": 1500,
            "FideElo": 0, "Titel": "wfm", "TieBreak": ties, "RoundArray": list(cells)} | more  # fmt: skip


ABOUT = {"Tournament": "Club", "Place": "Gent", "StartDate": "04/10/2019", "EndDate": "15/10/2019",
         "NbOfRounds": 5, "TournamentType": "Swiss", "SW321_Win": "2.0", "SW321_Null": "1.0",
         "SW321_Loss": "0.0", "SW321_Bye": "2.0", "EloUsed": "Elo Fide", "Arbiter_1": "x",
         "TieBreaks": [{"Type": "Bucholtz"}, {"Type": "Nb.Games Won"}, {"Type": "None"}]}  # fmt: skip
