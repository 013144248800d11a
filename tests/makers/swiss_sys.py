"""Made-up SwissSys files."""

from __future__ import annotations

from typing import Any


def person(number: Any, *results: str, **more: Any) -> dict[str, Any]:
    return {"Pair number": number, "Name": f"P{number}", "ID": "12345678", "Rating": 1500,
            "E-mail": "a@b", "Results": list(results)} | more  # fmt: skip


OVERVIEW = {
    "Program": "SwissSys",
    "Tournament title": "Club",
    "Starting date": "03/27/2026",
    "Ending date": "",
}
