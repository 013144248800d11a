"""Made-up rows and JSON of Papi."""

from __future__ import annotations

from typing import Any


def row(ref: int, name: str, *cells: tuple[str, int | None, int], **more: Any) -> dict[str, Any]:
    rounds = [*cells, *[("R", None, 0)] * (24 - len(cells))]
    found: dict[str, Any] = {"Ref": ref, "Nom": name, "Prenom": None, "Sexe": "F", "Elo": 1500 + ref,
                             "Rapide": 1600, "NeLe": "1990-05-17 00:00:00", "FideTitre": "mf"}  # fmt: skip
    for r, (colour, opponent, result) in enumerate(rounds, start=1):
        found |= {f"Rd{r:02d}Cl": colour, f"Rd{r:02d}Adv": opponent, f"Rd{r:02d}Res": result}
    return found | more


INFO = {"Nom": "Open", "Lieu": "Lyon", "DateDebut": "05/09/2025", "DateFin": "07/09/2025", "NbrRondes": "4",
        "Genre": "Suisse", "ClassElo": "Elo", "Dep1": "Solkoff", "Dep2": "Performance",
        "DecomptePoints": "NON"}  # fmt: skip

VARIABLES = {"name": "Open", "type": "Swiss", "rounds": "4", "ratingClass": "Standard",
             "tiebreak1": "Brésilien", "startDate": "2025-09-05", "pointSystem": "1"}  # fmt: skip


def person(name: str, *rounds: tuple[str, int | None, int | None], **more: Any) -> dict[str, Any]:
    listed = [{k: v for k, v in zip(("color", "opponent", "result"), cell, strict=True) if v is not None}
              for cell in rounds]  # fmt: skip
    return {
        "lastName": name,
        "firstName": "X",
        "gender": "F",
        "elo": 1500,
        "email": "a@b",
        "rounds": listed,
    } | more
