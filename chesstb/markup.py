"""Building blocks of what is shown: one sheet of cells as aligned text and as HTML, everything escaped."""

from __future__ import annotations

import html
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from chesstb.text import WIDTH

if TYPE_CHECKING:
    from collections.abc import Sequence

NARROWEST: Final = 20
"""Columns that a sentence needs beside the other cells; where there are fewer, it goes beneath."""

NAME: Final = 22
"""Longest name in a cell of text."""

SHORTEST: Final = 6
"""Names are cut to this where columns are too many."""

STYLE: Final = """<style>
.chesstb { line-height: 1.4; max-width: 62em; }
.chesstb h4 { margin: 0.8em 0 0.2em; font-size: 1.1em; }
.chesstb p { margin: 0.4em 0; }
.chesstb table { border-collapse: collapse; margin: 0.6em 0; font-size: 0.95em; }
.chesstb caption { text-align: left; font-weight: bold; padding: 0.2em 0.5em; }
.chesstb th, .chesstb td { padding: 0.25em 0.6em; text-align: left !important; vertical-align: top;
  border: 0; background: none; color: inherit; white-space: normal; }
.chesstb thead th { border-bottom: 1px solid currentColor; vertical-align: bottom; }
.chesstb tbody tr + tr td { border-top: 1px solid rgba(128, 128, 128, 0.3); }
.chesstb tfoot td { border-top: 1px solid currentColor; font-weight: bold; }
.chesstb .number { text-align: right !important; white-space: nowrap; font-variant-numeric: tabular-nums; }
.chesstb .code { white-space: nowrap; }
.chesstb tr.cut td { background: rgba(128, 128, 128, 0.14); }
.chesstb tr.cut s { text-decoration-thickness: 2px; opacity: 0.75; }
</style>"""
"""Style of all fragments: colours are those of the page around them, so any theme can be read.

Alignment insists, since Jupyter sets every cell of a table to the right.
"""

# ---------------------------------------------------------------- HTML


def escaped(words: object) -> str:
    """Return text that HTML shows as it is.

    Examples
    --------
    >>> escaped('<b>"Ann" & Bo</b>')
    '&lt;b&gt;&quot;Ann&quot; &amp; Bo&lt;/b&gt;'
    """
    return html.escape(str(words), quote=True)


def tag(name: str, *content: str, **attributes: object) -> str:
    """Return an element of HTML around content that is HTML already; attributes are escaped.

    Examples
    --------
    >>> tag("td", escaped("3 < 4"), class_="number")
    '<td class="number">3 &lt; 4</td>'
    """
    said = "".join(
        f' {key.rstrip("_")}="{escaped(value)}"'
        for key, value in attributes.items()
        if value not in ("", None)
    )
    return f"<{name}{said}>{''.join(content)}</{name}>"


def fragment(*content: str, style: bool = True) -> str:
    """Return HTML that stands for itself on a page: its content in one division, its style with it."""
    return (STYLE if style else "") + tag("div", *content, class_="chesstb")


# ---------------------------------------------------------------- text


def one_line(words: Any, longest: int = 0) -> str:
    r"""Return text without line breaks and control characters, cut to a length where one is given.

    Examples
    --------
    >>> one_line("Ann\nBo  Cai", 7)
    'Ann Bo…'
    """
    line = " ".join("".join(c if c.isprintable() else " " for c in str(words)).split())
    return line if not longest or len(line) <= longest else line[: longest - 1].rstrip() + "…"


def wrapped(words: str, indent: str = "") -> str:
    """Return a sentence in lines that fit; further lines are indented."""
    return "\n".join(_lines(words, WIDTH, indent))


def _lines(words: str, width: int, indent: str = "") -> list[str]:
    return textwrap.wrap(words, width, subsequent_indent=indent, break_on_hyphens=False) or [""]


# ---------------------------------------------------------------- sheets


@dataclass(frozen=True)
class Row:
    """One row of a sheet: its cells, and whether it is struck out."""

    cells: Sequence[str]
    struck: bool = False


@dataclass(frozen=True)
class Sheet:
    """A table to be shown: text in, text or HTML out.

    Attributes
    ----------
    head : sequence of str
        The names of the columns.
    numbers : set of str
        Which of them stand to the right.
    rows : sequence of Row
        The cells; in the last column there may be sentences.
    foot : sequence of str, optional
        Cells of a last row, such as a total.
    caption : str
        What it shows.
    strike : str
        Column whose cells are put in brackets where a row is struck out.
    """

    head: Sequence[str]
    numbers: frozenset[str]
    rows: Sequence[Row]
    foot: Sequence[str] | None = None
    caption: str = ""
    strike: str = ""

    # ------------------------------------------------------------ text

    def text(self) -> str:
        """Return the sheet in aligned lines; a struck row has a mark before it, and brackets.

        Examples
        --------
        >>> rows = [Row(["1", "3½", "kept"]), Row(["2", "1", "the lowest"], struck=True)]
        >>> print(
        ...     Sheet(
        ...         ["round", "counts", "why"], frozenset({"round", "counts"}), rows, strike="counts"
        ...     ).text()
        ... )
             round  counts  why
                 1     3½   kept
        cut      2     [1]  the lowest
        """
        rows = [self._marked(row) for row in self.rows]
        foot = [self._marked(Row(self.foot))] if self.foot else []
        mark = [""] if any(row.struck for row in self.rows) else []
        table = [[*mark, *self.head], *rows, *foot]
        right = [name in self.numbers for name in (*mark, *self.head)]
        table, widths = _narrowed(table, right)
        *firsts, last = widths
        left = WIDTH - sum(firsts) - 2 * len(firsts)
        beneath = last > left and left < NARROWEST
        blocks = [_text_lines(row, widths, right, beneath=beneath) for row in table]
        lines = [line for block in blocks for line in block]
        if foot:
            lines.insert(len(lines) - len(blocks[-1]), self._rule(lines))
        return "\n".join([self.caption] * bool(self.caption) + lines)

    @staticmethod
    def _rule(lines: list[str]) -> str:
        return "-" * min(max(len(line) for line in lines), WIDTH)

    def _marked(self, row: Row) -> list[str]:
        """Return the cells of a row with the mark of a struck one."""
        if not any(other.struck for other in self.rows):
            return list(row.cells)
        cells = [
            (f"[{cell}]" if row.struck else f"{cell} " if name in self.numbers else cell)
            if name == self.strike
            else cell
            for name, cell in zip(self.head, row.cells, strict=True)
        ]
        return ["cut" if row.struck else "", *cells]

    # ------------------------------------------------------------ HTML

    def html(self) -> str:
        """Return the sheet as a table of HTML; struck rows are struck through."""
        caption = tag("caption", escaped(self.caption)) if self.caption else ""
        head = tag("thead", tag("tr", *(self._cell("th", n, n, struck=False) for n in self.head)))
        body = tag("tbody", *(self._row(row) for row in self.rows))
        foot = tag("tfoot", self._row(Row(self.foot))) if self.foot else ""
        return tag("table", caption, head, body, foot)

    @property
    def _legible(self) -> tuple[str, ...]:
        """Columns that stay legible in a struck row: which one it is, and why it is struck."""
        return (self.head[0], "article", self.head[-1])

    def _row(self, row: Row) -> str:
        cells = (
            self._cell("td", name, cell, struck=row.struck and name not in self._legible)
            for name, cell in zip(self.head, row.cells, strict=True)
        )
        return tag("tr", *cells, class_="cut" if row.struck else "")

    def _cell(self, kind: str, name: str, cell: str, *, struck: bool) -> str:
        content = escaped(cell)
        place = "number" if name in self.numbers else "" if name == self.head[-1] else "code"
        return tag(kind, tag("s", content) if struck and cell else content, class_=place)


def _narrowed(table: list[list[str]], right: Sequence[bool]) -> tuple[list[list[str]], list[int]]:
    """Return the cells and the widths of their columns; where there are too many, names are cut."""
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    *firsts, last = widths
    over = sum(firsts) + 2 * len(firsts) + (last if right[-1] else 0) - WIDTH
    texts = [column for column in range(len(firsts)) if not right[column]]
    if over <= 0 or not texts:
        return table, widths
    widest = max(texts, key=lambda column: widths[column])
    limit = max(widths[widest] - over, SHORTEST)
    cut = [
        [one_line(cell, limit) if k == widest and len(cell) > limit else cell for k, cell in enumerate(row)]
        for row in table
    ]
    return cut, [*widths[:widest], limit, *widths[widest + 1 :]]


def _text_lines(
    cells: Sequence[str], widths: Sequence[int], right: Sequence[bool], *, beneath: bool
) -> list[str]:
    """Return a row as lines: its last cell wraps in its own column, or stands beneath the others."""
    *firsts, last = [
        cell.rjust(width) if to_the_right else cell.ljust(width)
        for cell, width, to_the_right in zip(
            cells, [*widths[:-1], widths[-1] * right[-1]], right, strict=True
        )
    ]
    start = "  ".join(firsts)
    if beneath:
        below = textwrap.wrap(last.strip(), WIDTH - 6, break_on_hyphens=False) if last.strip() else []
        return [start.rstrip(), *("      " + line for line in below)]
    first, *more = _lines(last, WIDTH - len(start) - 2)
    return [f"{start}  {first}".rstrip(), *(" " * (len(start) + 2) + line for line in more)]
