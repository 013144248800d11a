"""Made-up games in PGN."""

from __future__ import annotations


def game(white: str, black: str, result: str, round_: str = "1", event: str = "Cup", **tags: str) -> str:
    headers = {"Event": event, "Site": "Riga", "Date": "2026.01.02", "Round": round_, "White": white,
               "Black": black, "Result": result} | tags  # fmt: skip
    lines = [f'[{tag} "{value}"]' for tag, value in headers.items()]
    return "\n".join([*lines, "", f"1. e4 {{a comment}} e5 {result}", "", ""])
