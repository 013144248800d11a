"""A large PGN: how long it takes to read, how much memory, and whether every game comes back.

Run from the root of the project::

    python -m tests.bench.pgn --gigabytes 1

A file of invented Swiss events with moves and clock times is written to a temporary folder, read by
`chesstb.read` in a process of its own with a terminal as its error stream, and deleted. Printed are the
seconds, the peak of the memory of that process, the same for a file of a tenth of the moves, what the
progress bar last showed, and whether games, scores and colours are those that were written.
"""

from __future__ import annotations

import argparse
import json
import os
import pty
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

PLAYERS, ROUNDS = 80, 9
SEED: Final = 2026
RESULTS: Final = {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "1/2-1/2": (0.5, 0.5)}

CHILD: Final = """
import json, resource, sys, time
start = time.perf_counter()
import chesstb as tb
history = tb.read(sys.argv[1])
took = time.perf_counter() - start
games = history.results[history.results["opponent"].notna()]
white = games["colour"] == "w"
print(json.dumps({
    "seconds": took, "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    "events": len(history), "games": int(white.sum()), "points": float(games["points"].sum()),
    "white": float(games["points"][white].sum()), "repairs": len(history.repairs),
}))
"""


def moves(rng: random.Random, plies: int, *, clocks: bool) -> list[str]:
    """Return lines of text that look like moves."""
    words = []
    for ply in range(plies):
        piece = rng.choice(("", "", "N", "B", "R", "Q", "K"))
        move = f"{piece}{rng.choice('abcdefgh')}{rng.randint(1, 8)}"
        words.append(f"{ply // 2 + 1}. {move}" if ply % 2 == 0 else move)
        if clocks:
            words.append(f"{{[%clk 1:{rng.randint(0, 59):02d}:{rng.randint(0, 59):02d}]}}")
    lines, line = [], ""
    for word in words:
        if len(line) + len(word) > 78:
            lines.append(line)
            line = ""
        line = f"{line} {word}".strip()
    return [*lines, line]


def write_games(path: Path, size: int, *, plies: int) -> dict[str, Any]:
    """Write events until a file has so many bytes; return what was written."""
    rng = random.Random(SEED)
    texts = [moves(rng, rng.randint(plies // 2, plies * 3 // 2), clocks=k % 2 == 0) for k in range(500)]
    told = {"events": 0, "games": 0, "points": 0.0, "white": 0.0}
    with path.open("w", encoding="utf-8", newline="\n") as file:
        while file.tell() < size:
            told["events"] += 1
            _write_event(file, told, texts, rng)
    return told


def _write_event(file: Any, told: dict[str, Any], texts: list[list[str]], rng: random.Random) -> None:
    event = told["events"]
    people = [
        (f"Player{rng.randrange(10**6)}, Nr{k}", 1000000 + event * 1000 + k, rng.randint(1400, 2700))
        for k in range(PLAYERS)
    ]
    year, month = 1990 + event % 36, 1 + event % 12
    for round_ in range(1, ROUNDS + 1):
        rng.shuffle(people)
        for board in range(PLAYERS // 2 - 1):  # two have a bye
            (white, white_id, white_elo), (black, black_id, black_elo) = people[2 * board : 2 * board + 2]
            result = rng.choice(list(RESULTS))
            head = {
                "Event": f"Open {event}", "Site": f"Town {event % 300}",
                "Date": f"{year}.{month:02d}.{round_:02d}", "EventDate": f"{year}.{month:02d}.01",
                "Round": f"{round_}.{board + 1}", "White": white, "Black": black, "Result": result,
                "WhiteElo": white_elo, "BlackElo": black_elo, "WhiteFideId": white_id,
                "BlackFideId": black_id, "ECO": f"B{rng.randint(0, 99):02d}",
            }  # fmt: skip
            lines = [f'[{tag} "{value}"]' for tag, value in head.items()]
            file.write("\n".join([*lines, "", *rng.choice(texts), result, "", ""]))
            told["games"] += 1
            told["points"] += 1.0
            told["white"] += RESULTS[result][0]


def read_in_a_terminal(path: Path) -> tuple[dict[str, Any], str]:
    """Read a file in another process whose error stream is a terminal; return what it says of both."""
    terminal, other = pty.openpty()
    command = [sys.executable, "-c", CHILD, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=other, text=True) as child:
        os.close(other)
        shown = b""
        while True:
            try:
                piece = os.read(terminal, 65_536)
            except OSError:  # the other end is closed
                break
            if not piece:
                break
            shown = (shown + piece)[-100_000:]
        os.close(terminal)
        printed = child.stdout.read() if child.stdout else ""
    if child.returncode:
        raise SystemExit(f"the process that read the file ended with {child.returncode}")
    lines = [line for line in re.split(r"[\r\n]+", shown.decode("utf-8", "replace")) if line.strip()]
    bar = re.sub(r"\x1b\[[0-9?]*[a-zA-Z]", "", lines[-1]).strip() if lines else "no bar"
    return json.loads(printed), bar


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.pgn", description=__doc__.split("\n")[0])
    parser.add_argument("--gigabytes", type=float, default=1.0)
    parser.add_argument("--folder", help="where the temporary file stands (default: the system's)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        for title, share, plies in (("as asked", 1.0, 80), ("the same games, a tenth of the moves", 0.4, 8)):
            path = Path(folder, "large.pgn")
            told = write_games(path, int(options.gigabytes * share * 1e9), plies=plies)
            size = path.stat().st_size / 1e9
            print(f"{title}: {size:.2f} GB, {told['games']:,} games, {told['events']:,} events")
            found, bar = read_in_a_terminal(path)
            same = all(found[key] == told[key] for key in told)
            print(f"  read in {found['seconds']:.1f} s, {size * 1000 / found['seconds']:.0f} MB/s")
            print(f"  peak of the memory {found['megabytes']:,.0f} MB, {found['repairs']:,} rows of repairs")
            print(f"  the bar: {bar}")
            print(f"  games, points, White's points as written: {'yes' if same else 'NO'}")


if __name__ == "__main__":
    main()
