"""Accidents that happen to files, for the tests of readers."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np

from chesstb.errors import ChesstbError

if TYPE_CHECKING:
    from pathlib import Path

SIGNS = [
    b'"',
    b";",
    b",",
    b"\t",
    b"\0",
    "½".encode(),
    b"-",
    b"\xff\xfe",
    b"=",
    b"\n",
    b"[",
    b"{",
    b"1e99",
    b"9" * 30,
]


def damaged(data: bytes, rng: random.Random) -> bytes:
    """Return bytes after one accident: cut, swapped, doubled, blown up, shuffled."""
    if not data:
        return data
    at, size, other = rng.randrange(len(data)), rng.randrange(1, 40), rng.randrange(len(data))
    noise = bytes(rng.randrange(256) for _ in range(size))
    lines = data.split(b"\n")
    rng.shuffle(lines)
    low, high = sorted((at, other))
    return rng.choice(
        [
            data[:at],
            data[:at] + noise + data[at + size :],
            data[:at] + data[at + size :],
            data[:at] + data[at : at + size] * rng.randrange(2, 60) + data[at:],
            b"\n".join(lines),
            data[:at] + rng.choice(SIGNS) + data[at:],
            data[:at] + rng.choice(SIGNS) + data[at + 1 :],
            data[:low]
            + data[high : high + 1]
            + data[low + 1 : high]
            + data[low : low + 1]
            + data[high + 1 :],
        ]
    )


def try_damaged(data: bytes, seed: int, folder: Path, name: str, module: Any) -> str:
    """Read what an accident left of a file; anything but a History or an error of the package is a fault."""
    rng = random.Random(seed)
    for _ in range(rng.randrange(1, 4)):
        data = damaged(data, rng)
    path = folder / name
    path.write_bytes(data)
    if not module.recognises(data[:65536], path):
        return "not recognised"
    try:
        history = module.read(path, errors=rng.choice(["repair", "repair", "strict"]))
    except ChesstbError:
        return "refused"
    assert np.isfinite(history.results["points"]).all()
    return "read"
