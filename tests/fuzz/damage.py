"""What happens to files: cut, overwritten, shifted, doubled, shuffled, in another encoding, blown up."""

from __future__ import annotations

import copy
import io
import json
import re
import zipfile
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

NUMBERS = (b"0", b"-1", b"7", b"999", b"65536", b"2147483648", b"999999999999", b"9" * 30, b"9" * 5000,
           b"1e999", b"NaN", b"1.5", b"\xc2\xbd", b"\xc2\xb2", b"")  # fmt: skip
SIGNS = (b'"', b"'", b";", b",", b"\t", b"|", b"\0", b"-", b"=", b"+", b"*", b"\n", b"\r", b"[", b"{", b"<",
         b">", b"&", b"\xff\xfe", b"\xef\xbb\xbf", "½".encode(), "\u00a0".encode(), "\u2028".encode(),
         "\u0660".encode(), b"\x85", b"\x1a", b"(", b"\\")  # fmt: skip
TELLING = b"0123456789=+-wbWDLUHFZX "
"""Characters that results are made of."""
ENCODINGS = ("utf-16", "utf-16-le", "utf-32", "latin-1", "cp1252", "cp437", "utf-8-sig", "utf-7")
SCALARS = (
    None,
    True,
    0,
    -1,
    1.5,
    10**30,
    float("inf"),
    "",
    "x",
    "0",
    "½",
    "9" * 5000,
    [],
    {},
    [[]],
    {"a": None},
)


def damaged(data: bytes, rng: random.Random) -> bytes:
    """Return a file after one to four accidents of the kinds that happen to such a file."""
    kinds = _kinds(data)
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        data = rng.choice(kinds)(data, rng) if data else data
    return data


def _kinds(data: bytes) -> list[Callable[[bytes, random.Random], bytes]]:
    if data[:2] == b"PK":
        return [*RAW, *[archive] * 2 * len(RAW)]
    if data[:4] == b"PAR1" or b"\0" in data[:4096]:
        return [*RAW, *BINARY]
    if data.lstrip(b"\xef\xbb\xbf \r\n")[:1] in (b"{", b"["):
        return [*RAW, *TEXT, *[tree] * len(TEXT)]
    return [*RAW, *TEXT, *TEXT]


# ---------------------------------------------------------------- bytes


def cut(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] if rng.random() < 0.7 else data[at:]


def overwrite(data: bytes, rng: random.Random) -> bytes:
    at, size = rng.randrange(len(data)), rng.choice((1, 1, 2, 4, 60))
    noise = rng.choice((rng.randbytes(size), b"\xff" * size, bytes(size), b" " * size))
    return data[:at] + noise + data[at + size :]


def flip(data: bytes, rng: random.Random) -> bytes:
    done = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8, 40))):
        done[rng.randrange(len(done))] ^= 1 << rng.randrange(8)
    return bytes(done)


def insert(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice((rng.randbytes(rng.randint(1, 40)), rng.choice(SIGNS))) + data[at:]


def delete(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + data[at + rng.choice((1, 1, 2, 5, 40, 400)) :]


def repeat(data: bytes, rng: random.Random) -> bytes:
    at, size = rng.randrange(len(data)), rng.choice((1, 10, 100, 1000))
    return data[:at] + data[at : at + size] * rng.choice((2, 2, 3, 60)) + data[at + size :]


def swap(data: bytes, rng: random.Random) -> bytes:
    a, b, c = sorted(rng.randrange(len(data) + 1) for _ in range(3))
    return data[:a] + data[b:c] + data[a:b] + data[c:]


RAW = [cut, overwrite, flip, insert, delete, repeat, swap]


# ---------------------------------------------------------------- numbers in binary files


def small_change(data: bytes, rng: random.Random) -> bytes:
    """Change one byte a little, as a slip would."""
    at = rng.randrange(len(data))
    return data[:at] + bytes([(data[at] + rng.choice((-2, -1, 1, 2))) % 256]) + data[at + 1 :]


def extreme(data: bytes, rng: random.Random) -> bytes:
    """Write an extreme number of two, four or eight bytes somewhere, near the head more often."""
    size = rng.choice((2, 4, 8))
    value = rng.choice((0, 1, 2 ** (8 * size) - 1, 2 ** (8 * size - 1), 2 ** (8 * size - 1) - 1, 1000))
    at = rng.randrange(len(data) if rng.random() < 0.5 else min(len(data), 800))
    return data[:at] + value.to_bytes(size, "little") + data[at + size :]


BINARY = [small_change, small_change, extreme, extreme]


# ---------------------------------------------------------------- text


def number(data: bytes, rng: random.Random) -> bytes:
    spans = [found.span() for found in re.finditer(rb"\d+", data)]
    if not spans:
        return data
    a, b = rng.choice(spans)
    return data[:a] + rng.choice(NUMBERS) + data[b:]


def letter(data: bytes, rng: random.Random) -> bytes:
    """Change one character of a result, a number or a colour to another one."""
    places = [k for k, value in enumerate(data) if value in TELLING]
    if not places:
        return data
    at = rng.choice(places)
    return data[:at] + bytes([rng.choice(TELLING)]) + data[at + 1 :]


def encoding(data: bytes, rng: random.Random) -> bytes:
    text = data.decode(rng.choice(("utf-8", "latin-1", "cp437")), "replace")
    return text.encode(rng.choice(ENCODINGS), "replace")


def lines(data: bytes, rng: random.Random) -> bytes:
    """Shuffle, drop, double or swap lines."""
    found = data.split(b"\n")
    a, b = rng.randrange(len(found)), rng.randrange(len(found))
    kind = rng.randrange(5)
    if kind == 0:
        rng.shuffle(found)
    elif kind == 1:
        del found[a]
    elif kind == 2:
        found.insert(b, found[a])
    elif kind == 3:
        found[a], found[b] = found[b], found[a]
    else:
        found[min(a, b) : max(a, b)] = []
    return b"\n".join(found)


def line_ends(data: bytes, rng: random.Random) -> bytes:
    end = rng.choice((b"\r\n", b"\r", b"\n\n", b"", b" \n", b"\0\n", "\u2028".encode(), b"\x0b"))
    return data.replace(b"\r\n", b"\n").replace(b"\n", end)


def columns(data: bytes, rng: random.Random) -> bytes:
    """Swap, drop or double two columns of all lines, or cells of one line."""
    split = max((b";", b",", b"\t", b"|", b"</td>"), key=data.count)
    if data.count(split) < 3:
        return _text_columns(data, rng)
    rows = [line.split(split) for line in data.split(b"\n")]
    width = max(map(len, rows))
    a, b, kind = rng.randrange(width), rng.randrange(width), rng.randrange(3)
    touched = rows if rng.random() < 0.6 else [rng.choice(rows)]
    for row in touched:
        if max(a, b) < len(row):
            _move(row, a, b, kind)
    return b"\n".join(split.join(row) for row in rows)


def _move(row: list[bytes], a: int, b: int, kind: int) -> None:
    if kind == 0:
        row[a], row[b] = row[b], row[a]
    elif kind == 1:
        del row[a]
    else:
        row.insert(b, row[a])


def _text_columns(data: bytes, rng: random.Random) -> bytes:
    """Swap, drop or double columns of characters."""
    rows = data.split(b"\n")
    width = max(map(len, rows))
    a, b = sorted(rng.randrange(width + 1) for _ in range(2))
    size, kind = rng.choice((1, 2, 5, 10)), rng.randrange(3)
    touched = set(range(len(rows))) if rng.random() < 0.6 else {rng.randrange(len(rows))}
    for k in touched:
        row = rows[k]
        if kind == 0:
            rows[k] = row[:a] + row[b : b + size] + row[a + size : b] + row[a : a + size] + row[b + size :]
        elif kind == 1:
            rows[k] = row[:a] + row[a + size :]
        else:
            rows[k] = row[:a] + rng.choice((b" " * size, row[a : a + size])) + row[a:]
    return b"\n".join(rows)


def cells(data: bytes, rng: random.Random) -> bytes:
    """Swap two words anywhere in the text."""
    spans = [found.span() for found in re.finditer(rb"[^\s;,|<>\"]+", data)]
    if len(spans) < 2:
        return data
    (a, b), (c, d) = sorted(rng.sample(spans, 2))
    return data[:a] + data[c:d] + data[b:c] + data[a:b] + data[d:]


def long_line(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice((b"x", b" ", b"1", b"(", b";", b"<b>", b'"', b"-")) * 60_000 + data[at:]


TEXT = [number, letter, letter, encoding, lines, lines, line_ends, columns, columns, cells, long_line]


# ---------------------------------------------------------------- JSON and archives


def tree(data: bytes, rng: random.Random) -> bytes:
    """Change, drop or double a node of a JSON text, or of one line of many."""
    found = data.decode("utf-8-sig", "replace")
    parts = [found] if found.lstrip().startswith("{") and "\n{" not in found.strip() else found.split("\n")
    at = rng.randrange(len(parts))
    try:
        value = json.loads(parts[at])
    except (ValueError, RecursionError):
        return data
    for _ in range(rng.choice((1, 1, 2, 5))):
        _change(value, rng)
    parts[at] = json.dumps(value, ensure_ascii=rng.random() < 0.5)
    return "\n".join(parts).encode("utf-8", "surrogatepass")


def _change(value: Any, rng: random.Random) -> None:
    """Walk down at random, and change what is there."""
    while isinstance(value, (dict, list)) and value:
        key = rng.choice(list(value) if isinstance(value, dict) else range(len(value)))
        if isinstance(value[key], (dict, list)) and value[key] and rng.random() < 0.85:
            value = value[key]
            continue
        kind, other = (
            rng.randrange(5),
            rng.choice(list(value) if isinstance(value, dict) else range(len(value))),
        )
        if kind == 0:
            del value[key]
        elif kind == 1:
            value[key], value[other] = value[other], value[key]
        elif kind == 2 and isinstance(value, list):
            value.insert(rng.randrange(len(value) + 1), copy.deepcopy(value[other]))
        elif kind == 3 and isinstance(value[key], str):
            value[key] = letter(value[key].encode(), rng).decode("utf-8", "replace")
        else:
            value[key] = copy.deepcopy(rng.choice(SCALARS))
        return


def archive(data: bytes, rng: random.Random) -> bytes:
    """Damage one member of a ZIP archive, and pack it again."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            members = {name: packed.read(name) for name in packed.namelist()}
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, EOFError, zipfile.zlib.error):
        return data
    if not members:
        return data
    sheets = [name for name in members if "sheet" in name.lower() or "shared" in name.lower()]
    name = rng.choice(sheets if sheets and rng.random() < 0.8 else list(members))
    kind = rng.choice([*RAW, *TEXT])
    if rng.random() < 0.05:
        del members[name]
    elif members[name]:
        members[name] = kind(members[name], rng)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for member, content in members.items():
            packed.writestr(member, content)
    return made.getvalue()
