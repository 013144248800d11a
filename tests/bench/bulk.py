"""Speed of a whole archive: reading, ranking, further versions, growth, memory, the command line.

Run from the root of the project::

    python -m tests.bench.bulk                   # 2 and 40 million player-rounds, some minutes
    python -m tests.bench.bulk --millions 10     # the larger archive has so many million
    python -m tests.bench.bulk --grow 1 10 100   # only growth and memory, by millions of player-rounds

It makes its archive in a temporary folder: Swiss events of realistic sizes (10 to 300 players, 5 to 11
rounds, byes, forfeits, withdrawals, unrated players, a few large opens, and events of 21 rounds). A part
holds about a million player-rounds of different events; further parts hold the same under other keys.
Every time is that of the fastest of several repeats; what is compared takes turns.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import pandas as pd
import pyarrow.parquet as pq

import chesstb as tb
from chesstb import compiled, schema
from chesstb.bulk import parts

from . import peers
from .__main__ import RULES, SEED, TWENTY, Run, both_programs, race
from .events import Event, random_event, tables, trf

if TYPE_CHECKING:
    from collections.abc import Callable

BY = "PTS BH/C1 BH SB WIN PS"
FOUR = ["fide-2026", "fide-2024", "fide-2023", "fide-2009"]
READ = {
    "results": ["player", "round", "opponent", "outcome", "points"],
    "players": ["player", "rating", "adjustment", "excluded"],
}
"""Columns that standings by this list are made of."""

COMPILED_ONCE = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""Environment of a process that need not compile the sources again, as an installed package need not."""


def sizes(dice: random.Random, cells: int) -> list[tuple[int, int]]:
    """Players and rounds of events that have about so many player-rounds together."""
    found, total = [], 0
    while total < cells:
        lot = dice.random()
        if lot < 0.005:
            size = dice.randrange(300, 1500), 9
        elif lot < 0.02:
            size = dice.randrange(60, 200), 21
        else:
            size = min(300, 10 + int(dice.expovariate(1 / 60))), dice.choice([5, 5, 6, 7, 7, 7, 9, 9, 11])
        found.append(size)
        total += size[0] * size[1]
    return found


def pool(cells: int) -> tuple[list[Event], tb.History]:
    """Different events that have about so many player-rounds together."""
    dice = random.Random(SEED)
    events = [random_event(*size, SEED + k) for k, size in enumerate(sizes(dice, cells))]
    return events, tb.History.from_tables(**tables(events))


def relabelled(history: tb.History, copy: int) -> tb.History:
    """The same events under other keys."""
    names = [f"{key}-{copy:05d}" for key in history.events]
    new = {}
    for name in schema.TABLES:
        table = getattr(history, name)
        if schema.TABLES[name]["tournament"] == "key":
            new[name] = table.assign(tournament=table["tournament"].cat.rename_categories(names))
        elif name == "tournaments":
            new[name] = table.assign(tournament=pd.array(names, dtype="str"))
        else:
            new[name] = table.iloc[:0]
    return replace(history, **new)


def archive_of(history: tb.History, copies: int, folder: Path) -> tb.Archive:
    """An archive with a part for each copy."""
    archive = tb.open_archive(folder, new=True)
    for number in range(len(archive.numbers), copies):
        archive.add(relabelled(history, number), {}, 2**40)
    return archive


def read_alone(archive: tb.Archive) -> int:
    """Read the columns that standings are made of, with pyarrow and nothing else."""
    rows = 0
    for number in parts.numbers_in(archive.folder):
        for dataset, columns in READ.items():
            rows += len(pq.ParquetFile(parts.file_of(archive.folder, dataset, number)).read(columns=columns))
        parts.read_index(archive.folder, number)
    return rows


def ranking(
    source: Any, by: str, rules: list[str], workers: int = 1, fast: bool | None = None
) -> Callable[[Any], Any]:
    """A run into a folder of its own."""

    def work(_: Any) -> None:
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "out"
            done = tb.reprocess(source, out, by, rules, workers=workers, fast=fast, progress=False)
            assert not len(done.failures), done.failures

    return work


def line(what: str, seconds: float, cells: int, note: str = "") -> None:
    """One measurement."""
    print(f"  {what:52}{seconds:10.3f} s{cells / seconds / 1e6:10.2f} M/s  {note}", flush=True)


# ---------------------------------------------------------------- what is measured


def on_disk(archive: tb.Archive, cells: int) -> None:
    """Bytes of each dataset."""
    print(f"\nOn disk, bytes per player-round ({cells / 1e6:.1f} million, {len(archive)} events)")
    total = 0
    for folder in sorted(path for path in archive.folder.iterdir() if path.is_dir()):
        size = sum(path.stat().st_size for path in folder.iterdir())
        total += size
        print(f"  {folder.name:20}{size / cells:8.3f}")
    print(f"  {'all':20}{total / cells:8.3f}")


def parquet_to_parquet(archive: tb.Archive, cells: int, repeats: int) -> tuple[float, float]:
    """One version beside pyarrow alone, with one process and with two; seconds per player-round of both."""
    print(f"\nParquet to Parquet, {BY}, one version ({cells / 1e6:.1f} million player-rounds)")
    ways = [(1, False), (2, False), *([(1, True), (2, True)] if compiled.load() else [])]
    for workers, fast in ways:
        ranking(archive, BY, [RULES], workers, fast)(None)  # what is started and compiled once
    runs = [Run(ranking(archive, BY, [RULES], *way), repeats) for way in ways]
    (read, _), *timed = race(Run(lambda _: read_alone(archive), repeats), *runs)
    line("pyarrow alone: read the same columns", read, cells)
    for (workers, fast), (spent, _) in zip(ways, timed, strict=True):
        what = f"reprocess, {_processes(workers)}, {'Numba' if fast else 'NumPy'}"
        line(what, spent, cells, f"{spent / read:.2f} x pyarrow")
    return timed[-2][0] / cells, timed[-1][0] / cells


def other_programs(events: list[Event], each: tuple[float, float]) -> None:
    """The other programs on a sample, reading excluded for them; each uses one processor."""
    if peers.missing():
        print(f"\nNot installed: {', '.join(peers.missing())}: {peers.INSTALL}")
        return
    print("\nPer player-round, on a sample of the same events (reading excluded for the others)")
    spent, cells = [0.0, 0.0], 0
    for event in events:
        cells += event.players * event.rounds
        for k, (seconds, _) in enumerate(both_programs(event)):
            spent[k] += seconds
    for name, seconds in zip(("gacrux", "tiebreak-core"), spent, strict=True):
        ratios = " and ".join(f"{seconds / cells / one:,.0f} x" for one in each)
        line(name, seconds, cells, f"{ratios} the time of one and of two processes")


def further_versions(archive: tb.Archive, cells: int, repeats: int, workers: int) -> None:
    """What each further version costs: short runs, many turns, since the differences are small."""
    for fast in (False, True) if compiled.load() else (False,):
        print(f"\nFurther rule versions, {BY}, {_processes(workers)}, {'Numba' if fast else 'NumPy'}")
        works = [ranking(archive, BY, FOUR[: k + 1], workers, fast) for k in range(len(FOUR))]
        works[-1](None)  # what is started and compiled once
        seconds = [spent for spent, _ in race(*(Run(work, repeats) for work in works))]
        for k, spent in enumerate(seconds):
            note = f"{(spent - seconds[k - 1]) / seconds[0]:.0%} of the first" if k else ""
            line(f"{k + 1} version{'s' * (k > 0)}", spent, cells, note)


def _processes(workers: int) -> str:
    return "two processes" if workers > 1 else "one process"


def twenty_codes(archive: tb.Archive, cells: int) -> None:
    """Twenty tie-breaks under four versions."""
    print(
        "\nTwenty codes, four versions, two processes (what a version does not define is left to the others)"
    )
    ((spent, _),) = race(Run(_twenty(archive), 1))
    line("reprocess", spent, cells, f"{spent / cells * 1e7:.0f} s for 10 million")


def _twenty(archive: tb.Archive) -> Callable[[Any], Any]:
    lists = {rules: " ".join(_defined(rules)) for rules in FOUR}

    def work(_: Any) -> None:
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "out"
            done = tb.reprocess(archive, out, rules=lists, workers=2, progress=False)
            assert not len(done.failures), done.failures

    return work


def _defined(rules: str) -> list[str]:
    """The codes of the twenty that a version admits in a Swiss."""
    rows = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["1", "0"]}
    event = tb.History.from_tables(rows, tournaments={"tournament": ["event"], "system": ["swiss"]})
    found = []
    for code in TWENTY.split():
        try:
            tb.standings(event, code, rules)
        except tb.RuleError:
            continue
        found.append(code)
    return found


def shapes(repeats: int, many: int) -> None:
    """One large event, and very many small ones."""
    print(f"\nShapes, {BY}, one version, one process")
    large = tb.History.from_tables(**tables([random_event(3000, 11, SEED)]))
    small = tb.History.from_tables(**tables([random_event(10, 5, SEED + k) for k in range(1000)]))
    with tempfile.TemporaryDirectory() as folder:
        archives = {
            "one event, 3000 x 11": archive_of(large, 1, Path(folder) / "large"),
            f"{1000 * many:,} events, 10 x 5": archive_of(_many(small, many), 1, Path(folder) / "small"),
        }
        for name, archive in archives.items():
            ((spent, _),) = race(Run(ranking(archive, BY, [RULES]), repeats))
            line(name, spent, int(archive.index["results"].sum()))


def _many(history: tb.History, copies: int) -> tb.History:
    return tb.History.concat([relabelled(history, number) for number in range(copies)])


GROWING = """
import pathlib, resource, sys, time, tempfile, chesstb as tb
from chesstb.bulk.processes import end_kept
start, (source, by, rules, workers) = time.perf_counter(), sys.argv[1:]
with tempfile.TemporaryDirectory() as folder:
    tb.reprocess(source, folder + "/out", by, rules, workers=int(workers), progress=False)
spent = time.perf_counter() - start
end_kept()
print(spent, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
print(pathlib.Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0])
"""


def growth(history: tb.History, millions: list[float], folder: Path, workers: int) -> None:
    """Time and memory as an archive grows."""
    print(
        f"\nGrowth, {BY}, one version, {workers} processes (memory: peak of the parent, of its largest child)"
    )
    for size in sorted(millions):
        archive = archive_of(history, max(1, round(size * 1e6 / len(history.results))), folder / "growing")
        cells = int(archive.index["results"].sum())
        command = [sys.executable, "-c", GROWING, str(archive.folder), BY, RULES, str(workers)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=COMPILED_ONCE)
        spent, children, own = map(float, done.stdout.split())
        line(
            f"{cells / 1e6:.1f} million player-rounds",
            spent,
            cells,
            f"{own / 1024:.0f} + {children / 1024:.0f} MiB",
        )


def command_line(repeats: int) -> None:
    """Whole processes: help, and the standings of one event."""
    print("\nCommand line, whole process")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.trf"
        path.write_text(trf(random_event(100, 9, SEED), "Random Swiss"), encoding="utf-8")
        for name, arguments in {
            "chesstb --help": ["--help"],
            "chesstb standings, 100 x 9": ["standings", str(path), "--by", BY, "--rules", RULES],
        }.items():
            fastest = float("inf")
            for _ in range(repeats):
                start = perf_counter()
                command = [sys.executable, "-m", "chesstb", *arguments]
                subprocess.run(command, capture_output=True, check=True, env=COMPILED_ONCE)
                fastest = min(fastest, perf_counter() - start)
            print(f"  {name:52}{fastest:10.3f} s")


def main() -> int:
    """Measure."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.bulk", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--millions", type=float, default=40, help="player-rounds of the larger archive")
    parser.add_argument("--part", type=float, default=1, help="million player-rounds of a part")
    parser.add_argument("--grow", type=float, nargs="+", help="only growth and memory, by millions")
    parser.add_argument("--workers", type=int, default=2, help="processes, of growth")
    parser.add_argument("--repeats", type=int, default=3)
    chosen = parser.parse_args()
    events, history = pool(int(chosen.part * 1e6))
    each = len(history.results)
    print(f"{len(history)} different events, {each:,} player-rounds a part")
    with tempfile.TemporaryDirectory() as folder:
        if chosen.grow:
            growth(history, chosen.grow, Path(folder), chosen.workers)
            return 0
        start = perf_counter()
        archive = archive_of(history, 2, Path(folder) / "two")
        line("written to an archive, checks and content included", perf_counter() - start, 2 * each)
        on_disk(archive, 2 * each)
        for workers in (1, 2):
            further_versions(archive, 2 * each, 12 * chosen.repeats, workers)
        larger = archive_of(history, max(2, round(chosen.millions * 1e6 / each)), Path(folder) / "larger")
        cells = int(larger.index["results"].sum())
        cost = parquet_to_parquet(larger, cells, chosen.repeats)
        sample = [event for event in events if event.players <= 300][:30]
        other_programs(sample, cost)
        twenty_codes(larger, cells)
        shapes(chosen.repeats, 100)
        growth(history, [1, max(2, round(chosen.millions))], Path(folder), chosen.workers)
    command_line(4 * chosen.repeats)
    print(
        f"\nPeak memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
