"""Made-up exports of Lichess."""

from __future__ import annotations

import json
from typing import Any

RESULTS = "".join(
    json.dumps({"rank": k, "points": 2.5 - k, "tieBreak": 3.0, "rating": 1900 + k, "username": name,
                "performance": 2000}) + "\n"
    for k, name in enumerate(["Ann", "Bob", "Cy"], start=1)
)  # fmt: skip


def game(white: str, black: str, start: int, end: int, status: str = "mate", **rest: Any) -> str:
    sides = {
        side: {
            "user": {"name": name, "id": name.lower(), "title": "IM" if name == "Ann" else None},
            "rating": 1800,
        }
        for side, name in (("white", white), ("black", black))
    }
    about = {"id": "abcd1234", "swiss": "SWISS1", "createdAt": start, "lastMoveAt": end, "status": status}
    return json.dumps(about | {"players": sides, "moves": "e4 e5"} | rest) + "\n"
