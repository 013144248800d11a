"""Files that are harmed in every way that happens: cut, swapped, written over, in another encoding, huge."""

from __future__ import annotations

import random
import re
import warnings
from typing import TYPE_CHECKING, Any

from chesstb.errors import ChesstbError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from chesstb.tables import History

HUGE = (b"0", b"-1", b"999999999999", b"2147483648", b"65536", b"1e999", b"NaN", b"\xc2\xbd", b"")


def harmed(data: bytes, seed: int) -> bytes:
    """Return the same file after one to three accidents."""
    rng = random.Random(seed)
    for _ in range(rng.randint(1, 3)):
        data = rng.choice(ACCIDENTS)(data, rng) if data else data
    return data


def _cut(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] if rng.random() < 0.7 else data[at:]


def _bytes(data: bytes, rng: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 5, 40])):
        changed[rng.randrange(len(changed))] = rng.choice([0, 10, 32, 255, 124, rng.randrange(256)])
    return bytes(changed)


def _swap(data: bytes, rng: random.Random) -> bytes:
    a, b, c = sorted(rng.randrange(len(data) + 1) for _ in range(3))
    return data[:a] + data[b:c] + data[a:b] + data[c:]


def _twice(data: bytes, rng: random.Random) -> bytes:
    a, b = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    return data[:b] + data[a:]


def _number(data: bytes, rng: random.Random) -> bytes:
    numbers = [found.span() for found in re.finditer(rb"\d+", data)]
    if not numbers:
        return data
    a, b = rng.choice(numbers)
    return data[:a] + rng.choice(HUGE) + data[b:]


def _encoding(data: bytes, rng: random.Random) -> bytes:
    text = data.decode("utf-8", "replace")
    return text.encode(rng.choice(["utf-16", "latin-1", "cp1252", "utf-8-sig", "utf-32"]), "replace")


def _lines(data: bytes, rng: random.Random) -> bytes:
    lines = data.split(b"\n")
    k = rng.randrange(len(lines))
    rng.choice([lambda: rng.shuffle(lines), lambda: lines.pop(k), lambda: lines.insert(k, lines[-1])])()
    return rng.choice([b"\n", b"\r\n", b"\r"]).join(lines)


ACCIDENTS = (_cut, _bytes, _swap, _twice, _number, _encoding, _lines, _bytes, _number)


def read_harmed(read: Callable[..., History], path: Path, data: bytes, **options: Any) -> History | None:
    """Read a harmed file; an error of the package is an answer, any other is not."""
    path.write_bytes(data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return read(path, **options)
        except ChesstbError as error:
            assert str(error)  # noqa: PT017 - it says something
            return None


def is_honest(found: History | None, whole: dict[int, float]) -> bool:
    """Say whether points that differ from those of the whole file come with a repair."""
    if found is None or len(found.repairs) or len(found) > 1:
        return True
    points = found.results.groupby("player")["points"].sum().to_dict()
    return all(points[who] == whole[who] for who in set(points) & set(whole))
