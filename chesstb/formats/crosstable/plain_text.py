"""Tables in plain text, whose columns stand below each other without a sign between them."""

from __future__ import annotations

import re

from chesstb.formats.sheets import Sheet, is_ruler

MOST_LINES, MOST_WIDTH = 5_000, 1_000


def columns_of_text(text: str) -> Sheet:
    r"""Cut text into cells where every line of the longest block has a blank.

    Examples
    --------
    >>> print(columns_of_text("No Name     1   2\n 1 Ann Lee  2w1 3b=\n 2 Bob     1b0").rows)
    [['No', 'Name', '1', '2'], ['1', 'Ann Lee', '2w1', '3b='], ['2', 'Bob', '1b0', '']]
    """
    lines = [line.expandtabs(8)[:MOST_WIDTH] for line in re.split(r"\r\n|\r|\n", text)[:MOST_LINES]]
    block = _block(lines)
    body = [lines[n] for n in block]
    spans = _spans(body)
    rows: list[list[str]] = []
    numbers: list[int] = []
    for n, line in enumerate(lines):
        if not line.strip() or is_ruler(line):
            continue
        cut = [line[low:high].strip() for low, high in spans] if n in block else [line.strip()]
        rows.append(cut)
        numbers.append(n + 1)
    return Sheet(rows, numbers)


def _block(lines: list[str]) -> range:
    """Return the longest run of lines without an empty one, from its headings on."""
    best, start = range(0), 0
    for n in range(len(lines) + 1):
        if n == len(lines) or not lines[n].strip():
            if n - start > len(best):
                best = range(start, n)
            start = n + 1
    heads = [n for n in best if re.search(r"\b(?:name|player|spieler)\b", lines[n], re.IGNORECASE)]
    return range(heads[0], best.stop) if heads else best


def _spans(body: list[str]) -> list[tuple[int, int]]:
    """Return where cells begin and end: one for each word of the headings, up to the next that is one."""
    body = [line for line in body if not is_ruler(line)]
    if not body:
        return []
    width = max(map(len, body))
    full = [line.ljust(width) for line in body]
    blank = [all(line[k] == " " for line in full) for k in range(width)]
    pieces = [(m.start(), m.end()) for m in re.finditer(r"f+", "".join("b" if b else "f" for b in blank))]
    spans: list[tuple[int, int]] = []
    for low, high in pieces:
        if spans and not full[0][low:high].strip():
            spans[-1] = (spans[-1][0], high)  # the second word of a name has no heading of its own
        else:
            spans.append((low, high))
    return spans
