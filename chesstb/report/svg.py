"""Pictures as SVG inside a page: named for those who hear it, and in the colours of the page."""

from __future__ import annotations

import io
import re
import warnings
from typing import TYPE_CHECKING, Any, Final

import matplotlib as mpl

from chesstb.markup import escaped, tag
from chesstb.plot import style

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes

COLOURS: Final = {
    style.INK: "currentColor",
    "#000000": "currentColor",
    style.QUIET: "var(--quiet)",
    style.FAINT: "var(--faint)",
    style.PAPER: "var(--paper)",
}
"""Colours of the pictures that follow the page, light or dark."""

SETTINGS: Final[dict[Any, Any]] = {"svg.fonttype": "none"}
UNSAID: Final = {"Date": None, "Creator": None, "Format": None, "Type": None}


def figure(draw: Callable[[], Axes], title: str, description: str, prefix: str) -> str:
    """Return a picture as a figure of HTML.

    Parameters
    ----------
    draw : callable
        Draws it and returns the Axes.
    title, description : str
        What it shows: read out where it is not seen, and the line below it.
    prefix : str
        Begins every id in it, so that no other picture of the page has the same.
    """
    with style.detached(), mpl.rc_context({**SETTINGS, "svg.hashsalt": prefix}), warnings.catch_warnings():
        # Letters that matplotlib's own font lacks are there in those of the browser.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        picture = style.figure_of(draw())
        with io.StringIO() as text:
            picture.savefig(text, format="svg", transparent=True, metadata=UNSAID)
            found = text.getvalue()
    return tag("figure", _inline(found, title, description, prefix), tag("figcaption", escaped(description)))


def _inline(svg: str, title: str, description: str, prefix: str) -> str:
    """Return a file of SVG as an element of a page."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"\n *<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\bid="([^"]*)"', rf'id="{prefix}-\1"', svg)
    svg = re.sub(r'(href="#|url\(#)', rf"\1{prefix}-", svg)
    for colour, of_page in COLOURS.items():
        svg = re.sub(rf"(?<=: ){colour}\b", of_page, svg, flags=re.IGNORECASE)
    says = tag("title", escaped(title), id=f"{prefix}-title") + tag(
        "desc", escaped(description), id=f"{prefix}-desc"
    )
    named = f'<svg role="img" aria-labelledby="{prefix}-title {prefix}-desc"'
    head, _, rest = svg.removeprefix("<svg").partition(">")
    return f"{named}{head}>{says}{rest.strip()}"
