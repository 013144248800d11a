"""Tables of a page: head, rows and cells of HTML, everything escaped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from chesstb.markup import escaped, tag
from chesstb.plot import style

if TYPE_CHECKING:
    from collections.abc import Sequence

Cell = tuple[str, str]
"""Class and text of a cell."""


def cell(value: Any, kind: str = "") -> Cell:
    """Return a cell: numbers to the right with half points as ½, a dash for what is not there."""
    if isinstance(value, str):
        return kind, value
    return (kind or "number"), style.number(value)


def row(cells: Sequence[Cell], header: int | None = None, kind: str = "") -> str:
    """Return a row; one cell may be its header, and cells of the class ``cut`` are struck out."""
    made = [
        tag("th", escaped(words), scope="row", class_=look)
        if number == header
        else tag("td", tag("s", escaped(words)) if look.endswith("cut") else escaped(words), class_=look)
        for number, (look, words) in enumerate(cells)
    ]
    return tag("tr", *made, class_=kind)


def grid(head: Sequence[Cell], rows: Sequence[str], name: str, said: str = "", kind: str = "") -> str:
    """Return a table that scrolls sideways where it is wider than the screen, what it says above it.

    Parameters
    ----------
    head : sequence of Cell
    rows : sequence of str
        As HTML.
    name : str
        What it is, for those who hear it.
    said : str
        A line above it.
    kind : str
        Class of the table.
    """
    top = tag("tr", *(tag("th", escaped(words), scope="col", class_=look) for look, words in head))
    inner = tag(
        "table", tag("thead", top), tag("tbody", "\n".join(rows)), class_=kind, **{"aria-label": name}
    )
    scrolls = tag("div", inner, class_="wide", tabindex="0", role="region", **{"aria-label": name})
    return (tag("p", escaped(said), class_="caption quiet") if said else "") + scrolls


def text_of(value: Any) -> str:
    """Return a value of a table as text, empty where there is none."""
    if value is None or value is pd.NA or value is pd.NaT or (isinstance(value, float) and pd.isna(value)):
        return ""
    return str(value)


def opens(summary: str, *content: str, who: str = "") -> str:
    """Return what opens on a click: a summary, in it perhaps names in a quieter colour."""
    names = " " + tag("span", escaped(who), class_="who") if who else ""
    inside = tag("div", *content, class_="inside")
    return tag("details", tag("summary", escaped(summary), names), inside)
