"""Speed of chesstb beside gacrux, tiebreak-core and trf, on the same random events.

Run from the root of the project::

    python -m tests.bench            # everything, two to five minutes
    python -m tests.bench --quick    # fewer repeats, 200 instead of 2000 events

Every time is the best of several repeats in this one process; programs compared take turns. The
values of the list of tie-breaks are compared player by player with the other programs, and the
count is printed.
"""

from __future__ import annotations

import argparse
import gc
import platform
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import chesstb as tb

from . import peers
from .events import Event, random_event, tables, trf

if TYPE_CHECKING:
    from collections.abc import Callable

BY = "PTS BH/C1 BH SB WIN"
TWENTY = (
    "PTS DE WIN WON BPG BWG PS/C1 REP STD BH/C1 BH/M1 FB/C1 AOB SB SB/C1 "
    "ARO/C1/U1400 TPR/U1400 PTP/U1400 APRO/U1400 APPO/U1400"
)
RULES = "fide-2026"
SEED = 2026


class Run(NamedTuple):
    """Something to measure: `work` on what `prepare` makes (not timed), the best of `repeats`."""

    work: Callable[[Any], Any]
    repeats: int
    prepare: Callable[[], Any] = lambda: None


def race(*runs: Run) -> list[tuple[float, Any]]:
    """Seconds of the fastest repeat of each run, and its result; the runs take turns."""
    fastest, results = [float("inf")] * len(runs), [None] * len(runs)
    for turn in range(max(run.repeats for run in runs)):
        for k, run in enumerate(runs):
            if turn >= run.repeats:
                continue
            thing = run.prepare()
            gc.collect()
            start = perf_counter()
            results[k] = run.work(thing)
            fastest[k] = min(fastest[k], perf_counter() - start)
    return list(zip(fastest, results, strict=True))


class Report:
    """Collects lines of the table; prints each as soon as it is known."""

    def __init__(self) -> None:
        print(f"\n{'':51}{'seconds':>11}{'player-rounds/s':>18}  ratio")

    def title(self, text: str) -> None:
        print(f"\n{text}")

    def line(self, what: str, seconds: float, cells: int, against: float | None = None) -> float:
        """One measurement; `against` is the time of chesstb for the same cells."""
        ratio = "" if against is None else f"{seconds / against:9.2f} x chesstb"
        print(f"  {what:49}{seconds:11.5f}{cells / seconds:18,.0f}{ratio}", flush=True)
        return seconds


class Agreement:
    """Counts values that are the same in two programs."""

    def __init__(self) -> None:
        self.seen: dict[str, list[int]] = {}
        self.examples: list[str] = []

    def compare(
        self, peer: str, where: str, ours: dict[int, list[Any]], theirs: dict[int, list[Any]]
    ) -> None:
        count = self.seen.setdefault(peer, [0, 0])
        for player, values in ours.items():
            for code, a, b in zip(BY.split(), values, theirs[player], strict=True):
                count[0] += 1
                if a != b:
                    count[1] += 1
                    self.examples.append(f"{where}, player {player}, {code}: chesstb {a}, {peer} {b}")

    def show(self) -> bool:
        print(f"\nValues of {BY} ({RULES}) that agree")
        for peer, (seen, different) in self.seen.items():
            print(f"  {peer:16}{seen - different:9,} of {seen:9,}")
        for line in self.examples[:10]:
            print(f"    {line}")
        return not self.examples


def columns(table: Any) -> dict[int, list[Any]]:
    """The standings of one event as values per player, in the order of the list."""
    rows = table[["player", *BY.split()]].itertuples(index=False)
    return {int(player): [float(v) for v in values] for player, *values in rows}


def one_event(report: Report, agreement: Agreement, players: int, rounds: int, repeats: int) -> None:
    """One event: reading and computing, computing alone, reading alone."""
    event = random_event(players, rounds, SEED)
    cells = players * rounds
    where = f"{players} x {rounds}"
    by = BY.split()
    report.title(f"One event, {players} players x {rounds} rounds")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.trf"
        path.write_text(trf(event, f"Random Swiss {where}"), encoding="utf-8")
        tb.standings(tb.read(path), by=BY, rules=RULES)  # imports and the pages of rules, once

        (both, table), (peer, theirs) = race(
            Run(lambda _: tb.standings(tb.read(path), by=BY, rules=RULES), repeats),
            Run(
                lambda _: peers.gacrux_compute(peers.gacrux_read(path.read_text("utf-8")), by),
                max(2, repeats // 3),
            ),
        )
        report.line("chesstb: read the file, standings", both, cells)
        report.line("gacrux: read the file, compute", peer, cells, both)
        agreement.compare("gacrux", where, columns(table), theirs)

        history, data = tb.read(path), peers.core_players(event)
        (first, _), (again, _), (peer, theirs) = race(
            Run(lambda h: tb.standings(h, by=BY, rules=RULES), repeats, lambda: tb.read(path)),
            Run(lambda _: tb.standings(history, by=BY, rules=RULES), 2 * repeats),
            Run(lambda _: peers.core_compute(data, rounds, by), repeats),
        )
        report.line("chesstb: standings, first call on the event", first, cells)
        report.line("chesstb: standings, again", again, cells)
        report.line("tiebreak-core: compute (against the first call)", peer, cells, first)
        report.line("tiebreak-core: compute (against the repeated one)", peer, cells, again)
        agreement.compare("tiebreak-core", where, columns(table), theirs)

        (read, _), (peer, _) = race(
            Run(lambda _: tb.read(path), repeats),
            Run(lambda _: peers.trf_read(path.read_text("utf-8")), repeats),
        )
        report.line("chesstb: read the file", read, cells)
        report.line("trf: read the file", peer, cells, read)


def many_events(report: Report, agreement: Agreement, number: int, sample: int, repeats: int) -> None:
    """Many events in memory; the other programs compute a sample of them."""
    players, rounds = 100, 9
    events = [random_event(players, rounds, SEED + k) for k in range(number)]
    cells = number * players * rounds
    frames = tables(events)
    chosen = {k: events[k] for k in range(0, number, number // sample)[:sample]}
    del events  # a heap full of small objects would slow the other programs down
    report.title(
        f"{number} events, {players} players x {rounds} rounds, in memory (other programs: {sample} of them)"
    )
    history = tb.History.from_tables(**frames)
    tb.standings(history, by=BY, rules=RULES)
    (make, _), (first, table), (again, _) = race(
        Run(lambda _: tb.History.from_tables(**frames), repeats),
        Run(
            lambda h: tb.standings(h, by=BY, rules=RULES),
            repeats,
            lambda: tb.History.from_tables(**frames),
        ),
        Run(lambda _: tb.standings(history, by=BY, rules=RULES), 2 * repeats),
    )
    report.line("chesstb: History from tables, checks included", make, cells)
    report.line("chesstb: standings, first call, encoding included", first, cells)
    report.line("chesstb: standings, again", again, cells)

    keys = {k: f"event-{k:05d}" for k in chosen}
    own = {k: columns(table[table["tournament"] == key]) for k, key in keys.items()}
    spent = {"gacrux": 0.0, "tiebreak-core": 0.0}
    for k, event in chosen.items():
        for peer, (seconds, theirs) in zip(spent, both_programs(event), strict=True):
            spent[peer] += seconds
            agreement.compare(peer, f"event {k}", own[k], theirs)
    part = len(chosen) / number
    for peer, seconds in spent.items():
        report.line(f"{peer}: compute (against the first call)", seconds, round(cells * part), first * part)
        report.line(f"{peer}: compute (against the repeated one)", seconds, round(cells * part), again * part)


def twenty_codes(report: Report, number: int, sample: int, repeats: int) -> None:
    """Twenty tie-breaks on many events; gacrux computes a sample of them."""
    players, rounds = 100, 9
    events = [random_event(players, rounds, SEED + k) for k in range(number)]
    cells = number * players * rounds
    history = tb.History.from_tables(**tables(events))
    texts = [trf(event, "Random Swiss") for event in events[:sample]]
    del events
    report.title(f"Twenty codes, {number} events of {players} x {rounds} (gacrux: {sample} of them)")
    ((seconds, _),) = race(Run(lambda _: tb.standings(history, by=TWENTY, rules=RULES), repeats))
    report.line("chesstb: standings", seconds, cells)
    spent = 0.0
    for text in texts:
        run = Run(
            lambda t: peers.gacrux_compute(t, TWENTY.split(), unrated=1400),
            1,
            lambda text=text: peers.gacrux_read(text),  # type: ignore[misc]
        )
        spent += race(run)[0][0]
    part = sample / number
    report.line("gacrux: compute", spent, round(cells * part), seconds * part)


def both_programs(event: Event) -> list[tuple[float, dict[int, list[Any]]]]:
    """Seconds and values of gacrux and tiebreak-core for an event they have read already."""
    by = BY.split()
    text = trf(event, "Random Swiss")
    return race(
        Run(lambda t: peers.gacrux_compute(t, by), 2, lambda: peers.gacrux_read(text)),
        Run(lambda p: peers.core_compute(p, event.rounds, by), 2, lambda: peers.core_players(event)),
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer repeats and 200 instead of 2000 events")
    parser.add_argument("--events", type=int, help="how many events of 100 x 9 (default 2000)")
    chosen = parser.parse_args()
    absent = peers.missing()
    if absent:
        print(
            f"Not installed: {', '.join(absent)}. To compare with other programs: {peers.INSTALL}",
            file=sys.stderr,
        )
        return 2
    repeats = 3 if chosen.quick else 7
    number = chosen.events or (200 if chosen.quick else 2000)
    programs = ", ".join(f"{name} {version(name)}" for name in ("gacrux", "tiebreak-core", "trf"))
    libraries = ", ".join(f"{name} {version(name)}" for name in ("pandas", "numpy", "pyarrow"))
    print(f"{programs}\nPython {platform.python_version()}, {libraries}, {platform.machine()}")
    print(f"List {BY}, rules {RULES}; best of {repeats} repeats")
    report, agreement = Report(), Agreement()
    one_event(report, agreement, 100, 9, 3 * repeats)
    one_event(report, agreement, 1000, 11, repeats)
    many_events(report, agreement, number, min(50, number), max(2, repeats // 2))
    twenty_codes(report, number, min(20, number), max(2, repeats // 2))
    return 0 if agreement.show() else 1


if __name__ == "__main__":
    sys.exit(main())
