"""Speed of chesstb beside gacrux, tiebreak-core and trf, on the same random events.

Run from the root of the project::

    python -m tests.bench            # everything, two to five minutes
    python -m tests.bench --quick    # fewer repeats, 200 instead of 2000 events

Every time is the best of several repeats in this one process. The values of the list of
tie-breaks are compared player by player with the other programs, and the count is printed.
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
from typing import TYPE_CHECKING, Any

import chesstb as tb

from . import peers
from .events import Event, random_event, tables, trf

if TYPE_CHECKING:
    from collections.abc import Callable

BY = "PTS BH/C1 BH SB WIN"
RULES = "fide-2026"
SEED = 2026


def best(
    repeats: int, work: Callable[[Any], Any], prepare: Callable[[], Any] = lambda: None
) -> tuple[float, Any]:
    """Seconds of the fastest of several runs of `work`, each on what `prepare` makes (not timed)."""
    fastest, result = float("inf"), None
    for _ in range(repeats):
        thing = prepare()
        gc.collect()
        start = perf_counter()
        result = work(thing)
        fastest = min(fastest, perf_counter() - start)
    return fastest, result


class Report:
    """Collects lines of the table; prints each as soon as it is known."""

    def __init__(self) -> None:
        print(f"\n{'':46}{'seconds':>11}{'player-rounds/s':>18}  ratio")

    def title(self, text: str) -> None:
        print(f"\n{text}")

    def line(self, what: str, seconds: float, cells: int, against: float | None = None) -> float:
        """One measurement; `against` is the time of chesstb for the same cells."""
        ratio = "" if against is None else f"{seconds / against:8.1f} x chesstb"
        print(f"  {what:44}{seconds:11.5f}{cells / seconds:18,.0f}{ratio}", flush=True)
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
    event = random_event(players, rounds, SEED)
    cells = players * rounds
    text = trf(event, f"Random Swiss {players} x {rounds}")
    by = BY.split()
    report.title(f"One event, {players} players x {rounds} rounds")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "event.trf"
        path.write_text(text, encoding="utf-8")
        tb.standings(tb.read(path), by=BY, rules=RULES)  # imports and tables of the rules, once

        both, table = best(repeats, lambda _: tb.standings(tb.read(path), by=BY, rules=RULES))
        report.line("chesstb: read the file, standings", both, cells)
        seconds, theirs = best(
            max(2, repeats // 3),
            lambda _: peers.gacrux_compute(peers.gacrux_read(path.read_text(encoding="latin-1")), by),
        )
        report.line("gacrux: read the file, compute", seconds, cells, both)
        agreement.compare("gacrux", f"{players} x {rounds}", columns(table), theirs)

        first, _ = best(repeats, lambda h: tb.standings(h, by=BY, rules=RULES), lambda: tb.read(path))
        report.line("chesstb: standings, first call on the event", first, cells)
        history = tb.read(path)
        again, _ = best(2 * repeats, lambda _: tb.standings(history, by=BY, rules=RULES))
        report.line("chesstb: standings, again", again, cells)
        data = peers.core_players(event)
        seconds, theirs = best(repeats, lambda _: peers.core_compute(data, rounds, by))
        report.line("tiebreak-core: compute (against the first call)", seconds, cells, first)
        report.line("tiebreak-core: compute (against the repeated)", seconds, cells, again)
        agreement.compare("tiebreak-core", f"{players} x {rounds}", columns(table), theirs)

        read, _ = best(repeats, lambda _: tb.read(path))
        report.line("chesstb: read the file", read, cells)
        seconds, _ = best(repeats, lambda _: peers.trf_read(path.read_text(encoding="utf-8")))
        report.line("trf: read the file", seconds, cells, read)


def many_events(report: Report, agreement: Agreement, number: int, sample: int, repeats: int) -> None:
    players, rounds = 100, 9
    events = [random_event(players, rounds, SEED + k) for k in range(number)]
    cells = number * players * rounds
    frames = tables(events)
    by = BY.split()
    report.title(
        f"{number} events, {players} players x {rounds} rounds, in memory (other programs: {sample} of them)"
    )

    make, _ = best(repeats, lambda _: tb.History.from_tables(**frames))
    report.line("chesstb: History from tables, checks included", make, cells)
    first, table = best(
        repeats,
        lambda h: tb.standings(h, by=BY, rules=RULES),
        lambda: tb.History.from_tables(**frames),
    )
    first = report.line("chesstb: standings, first call (encoding included)", first, cells)
    history = tb.History.from_tables(**frames)
    tb.standings(history, by=BY, rules=RULES)
    again, _ = best(repeats, lambda _: tb.standings(history, by=BY, rules=RULES))
    report.line("chesstb: standings, again", again, cells)

    chosen = range(0, number, max(1, number // sample))[:sample]
    own = {key: columns(rows) for key, rows in table.groupby("tournament", sort=False, observed=True)}
    scale = len(chosen) / number
    for name, measure in (("gacrux", _gacrux), ("tiebreak-core", _core)):
        seconds = 0.0
        for k in chosen:
            spent, theirs = measure(events[k], by)
            seconds += spent
            agreement.compare(name, f"event {k}", own[f"event-{k:05d}"], theirs)
        part = len(chosen) * players * rounds
        report.line(
            f"{name}: compute ({len(chosen)} events; against the first)", seconds, part, first * scale
        )
        report.line(f"{name}: compute ({len(chosen)} events; repeated)", seconds, part, again * scale)


def _gacrux(event: Event, by: list[str]) -> tuple[float, dict[int, list[Any]]]:
    return best(
        2, lambda t: peers.gacrux_compute(t, by), lambda: peers.gacrux_read(trf(event, "Random Swiss"))
    )


def _core(event: Event, by: list[str]) -> tuple[float, dict[int, list[Any]]]:
    return best(2, lambda data: peers.core_compute(data, event.rounds, by), lambda: peers.core_players(event))


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
    return 0 if agreement.show() else 1


if __name__ == "__main__":
    sys.exit(main())
