"""Show every reader of files many thousands of damaged files, and say what became of them.

Run from the root of the project::

    python -m tests.fuzz                        # 5,000 inputs of each format
    python -m tests.fuzz --count 200 --format trf pgn
    python -m tests.fuzz --only trf:1234        # one input again, with what became of it

Each input is a small made-up event in one of the formats, damaged once to four times: cut, overwritten,
shifted, doubled, shuffled, in another encoding, with huge numbers. It is read in a process that is
watched: for ten seconds, and with a gigabyte of memory. What can become of it:

clean         it is read, and every player has his score
repairs       it is read, and something is reported
refused       it is refused with a message
undetectable  it is read and somebody has another score: the damaged file is a valid file of another
              result (see `tests.fuzz.judging`)
FINDINGS      another error, a warning, a hang, a large piece of memory, another score without a word

The exit status is 1 where there are findings. The same seed gives the same inputs. A run that is
interrupted shows what became of the inputs so far.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from collections import Counter, defaultdict
from contextlib import suppress
from pathlib import Path
from time import monotonic

from .judging import CLEAN, FINDING, REFUSED, REPAIRED, UNDETECTABLE, Verdict, case, judge, put
from .originals import MAKERS
from .watching import Task, verdicts

KINDS = (CLEAN, REPAIRED, REFUSED, UNDETECTABLE, FINDING)
SEED = 2026
START = "\r" if sys.stderr.isatty() else ""
"""Where a line begins: over the progress."""


def options(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=5000, metavar="N", help="inputs of each format (5000)")
    parser.add_argument("--format", nargs="+", choices=list(MAKERS), default=list(MAKERS), metavar="NAME",
                        help="formats, instead of all: " + " ".join(MAKERS))  # fmt: skip
    parser.add_argument("--seed", type=int, default=SEED, help=f"another seed gives other inputs ({SEED})")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="number of the first input (0)")
    parser.add_argument("--workers", type=int, default=1, help="processes that read (1)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where the files of findings are put")
    parser.add_argument("--show", action="store_true", help="list the undetectable ones, too")
    parser.add_argument("--only", metavar="NAME:NUMBER", help="one input, as a finding names it")
    return parser.parse_args(words)


class Run:
    """What became of the inputs so far."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.asked = asked
        self.keep: Path | None = asked.keep
        self.counts: dict[str, Counter[str]] = defaultdict(Counter)
        self.start = monotonic()
        self.said = 0.0

    def tasks(self) -> list[Task]:
        first = self.asked.first
        numbers = range(first, first + self.asked.count)
        return [(name, number, self.asked.seed) for number in numbers for name in self.asked.format]

    def add(self, task: Task, verdict: Verdict) -> None:
        self.counts[task[0]][verdict.kind] += 1
        if verdict.kind == FINDING:
            print(f"{START}{task[0]}:{task[1]}  {verdict.why}  ({self._kept(task)})", flush=True)
        elif verdict.kind == UNDETECTABLE and self.asked.show:
            print(f"{START}{task[0]}:{task[1]}  undetectable: {verdict.why}", flush=True)
        if monotonic() - self.said > (0.5 if START else 60):
            self.said = monotonic()
            print(f"{START}{self.progress()}", end="" if START else "\n", file=sys.stderr, flush=True)

    def _kept(self, task: Task) -> Path:
        """Put the files of an input into the folder for findings."""
        if self.keep is None:
            self.keep = Path(tempfile.mkdtemp(prefix="fuzz-"))
        folder = self.keep / f"{task[2]}-{task[0]}-{task[1]}"
        folder.mkdir(parents=True, exist_ok=True)
        put(folder, case(*task)[0].files)
        return folder

    def progress(self) -> str:
        done = sum(map(Counter.total, self.counts.values()))
        found = sum(counts[FINDING] for counts in self.counts.values())
        return f"{done:,} inputs, {found} findings, {monotonic() - self.start:.0f} s"

    def table(self) -> str:
        """Return how many inputs of each format came to what."""
        heads = ["format", "inputs", *KINDS]
        rows = [[name, f"{counts.total():,}", *(f"{counts[kind]:,}" for kind in KINDS)]
                for name in self.asked.format if (counts := self.counts[name])]  # fmt: skip
        whole: Counter[str] = sum(self.counts.values(), Counter())
        rows.append(["all", f"{whole.total():,}", *(f"{whole[kind]:,}" for kind in KINDS)])
        return "\n".join(
            f"{row[0]:<20}" + "".join(f"{cell:>13}" for cell in row[1:]) for row in [heads, *rows]
        )


def once(name: str, number: int, seed: int) -> bool:
    """Show one input again; say whether it is in order."""
    with tempfile.TemporaryDirectory() as folder:
        verdict = judge(name, number, seed, Path(folder))
    made, _ = case(name, number, seed)
    for file, data in made.files.items():
        if data != made.original.files[file]:
            print(f"{file}: {len(data)} bytes (whole: {len(made.original.files[file])})")
    print(f"{'chesstb.read' if made.whole else 'its own reader'}: {verdict.kind} {verdict.why}")
    return verdict.kind != FINDING


def main(words: list[str] | None = None) -> int:
    """Run as the options say; return the exit status."""
    asked = options(words)
    if asked.only:
        name, _, number = asked.only.partition(":")
        return 0 if once(name, int(number), asked.seed) else 1
    run = Run(asked)
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        for task, verdict in verdicts(run.tasks(), asked.workers):
            run.add(task, verdict)
    signal.signal(signal.SIGTERM, before)
    print(f"{START}{run.progress()}", file=sys.stderr)
    print(run.table())
    return 1 if any(counts[FINDING] for counts in run.counts.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
