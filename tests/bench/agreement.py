"""Values of chesstb and of gacrux on random events, and what every difference comes from.

Run from the root of the project::

    python -m tests.bench.agreement                 # a few minutes
    python -m tests.bench.agreement --events 40     # fewer

Events are Swiss tournaments and round robins with byes and forfeits of every kind, written with
`chesstb.write_trf` and read by both programs. Every code is a call of its own in gacrux, so that one
cannot disturb another. A difference that no known fault explains is listed, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
import warnings
from collections import Counter
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import chesstb as tb

from . import peers
from .agreement_events import random_case
from .agreement_faults import FAULTS, Difference, explain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .agreement_events import Case

STARTS = {"fide-2024": "2025-06-01", "fide-2026": "2026-09-05"}  # gacrux goes by the date of the file
RATED = ["", "/U1400"]
VARIANTS = {
    **{code: [""] for code in ("PTS", "WIN", "WON", "BPG", "BWG", "REP", "STD")},
    "DE": ["", "/P"],
    "PS": ["", "/C1", "/C2"],
    "TPN": ["", "/R"],
    "BH": ["", "/C1", "/C2", "/M1", "/M2", "/P", "/C1/P", "/M1/P"],
    "FB": ["", "/C1", "/C2", "/M1", "/P", "/C1/P"],
    "AOB": ["", "/F"],
    "SB": ["", "/C1", "/C2", "/P", "/C1/P"],
    "KS": ["", "/L+1", "/L-1", "/L40"],
    "ARO": ["", "/C1", "/C2", "/M1", "/U1400", "/C1/U1400", "/M1/U1400"],
    **dict.fromkeys(("TPR", "PTP", "APRO", "APPO"), RATED),
    "RTNG": ["", "/R", "/U1400"],
}
CODES = [base + variant for base, variants in VARIANTS.items() for variant in variants]
LISTS = ["PTS DE BH/C1 SB", "PTS BH/C1 BH SB WIN", "PTS SB DE KS", "PTS DE WIN SB/C1 DE"]
Column = dict[int, float | None]


def defined(rules: str, system: str) -> list[str]:
    """Which of the codes the page defines in this system."""
    game = {"player": [1, 2], "round": [1, 1], "opponent": [2, 1], "outcome": ["=", "="]}
    tiny = tb.History.from_tables(
        game, {"player": [1, 2], "rating": [1500, 1500]}, {"system": [system], "rounds": [1]}
    )
    found = []
    for code in CODES:
        try:
            tb.standings(tiny, by=code, rules=rules)
        except tb.RuleError:
            continue
        found.append(code)
    return found


# ---------------------------------------------------------------- the two programs


def ours(history: tb.History, by: str, rules: str, after: int) -> tuple[dict[str, Column], Column]:
    """Columns by code, and the places."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tb.Note)  # ratings are missing here and there
        table = tb.standings(history, by=by, rules=rules, after=after).set_index("player")
    columns = {
        code: {int(i): None if math.isnan(v) else float(v) for i, v in table[code].astype(float).items()}
        for code in table.columns.drop(["tournament", "place", "name"])
    }
    return columns, {int(i): float(v) for i, v in table["place"].items()}


class Gacrux:
    """One event as gacrux reads it."""

    def __init__(self, path: Path, system: str) -> None:
        self.tournament = peers.gacrux_read(path.read_text(encoding="utf-8"))
        self.round_robin = system != "swiss"

    def compute(self, by: list[str], after: int) -> tuple[dict[int, list[Any]], Column]:
        """Values by player in the order of the list, and the places."""
        params = {
            "tiebreak": list(by),
            "check": 0,
            "swiss": not self.round_robin,
            "pre_determined": self.round_robin,
            "unrated": None,
        }
        program = import_module("gacrux.tiebreak").tiebreak(self.tournament, after, params)
        rows = program.compute_tiebreaks(self.tournament, params)["competitors"]
        return {r["cid"]: r["tiebreakScore"] for r in rows}, {r["cid"]: float(r["rank"]) for r in rows}

    def column(self, code: str, after: int) -> Column:
        """Values of one code; a direct encounter counts from 1 in each group tied on points."""
        by = ["PTS"] if code == "PTS" else ["PTS", code]
        values, _ = self.compute(by, after)
        column = {i: None if row[-1] is None else float(row[-1]) for i, row in values.items()}
        if code.startswith("DE"):
            tied = Counter(row[0] for row in values.values())
            return {i: max(1.0, column[i] or 0) if tied[values[i][0]] > 1 else None for i in column}
        return column


# ---------------------------------------------------------------- the comparison


class Tally:
    """What was compared and what differed."""

    def __init__(self) -> None:
        self.compared: Counter[str] = Counter()
        self.differing: Counter[str] = Counter()
        self.possible: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.unexplained: list[Difference] = []
        self.after_fb = [0, 0]
        self.places = [0, 0, 0]

    def value(self, found: Difference) -> None:
        """Take in one value of both programs."""
        self.compared[found.code] += 1
        self.possible.update(fault.name for fault in FAULTS if fault.possible(found))
        if not same(found.ours, found.theirs):
            self.differing[found.code] += 1
            self.difference(found)

    def difference(self, found: Difference) -> None:
        fault = explain(found)
        if fault is None:
            self.unexplained.append(found)
        else:
            self.faults[fault.name] += 1


def compare(case: Case, rules: str, folder: Path, codes: list[str], tally: Tally) -> None:
    """One event under one version."""
    history = case.history(STARTS[rules])
    path = tb.write_trf(history, folder / "event.trf")
    gacrux = Gacrux(path, case.system)
    columns, _ = ours(history, " ".join(c for c in codes if not c.startswith("DE")), rules, case.after)
    encounters = {c: ours(history, f"PTS {c}", rules, case.after)[0][c] for c in codes if c.startswith("DE")}
    later: dict[str, Column] = {}
    if (rules, case.system) == ("fide-2024", "round-robin"):
        kept = [c for c in columns if not c.startswith(("BH", "FB", "AOB"))]
        later, _ = ours(history, " ".join(kept), "fide-2026", case.after)
    wrong = set()
    for code, mine in (columns | encounters).items():
        theirs = gacrux.column(code, case.after)
        in_2026 = later.get(code, {})
        for i, value in mine.items():
            tally.value(Difference(case, rules, code, i, value, theirs[i], in_2026.get(i)))
            if not same(value, theirs[i]):
                wrong.add(code)
    places(case, rules, history, gacrux, wrong, tally)
    after_fb(gacrux, case.after, tally)


def same(a: float | None, b: float | None) -> bool:
    return a is b if a is None or b is None else math.isclose(a, b, abs_tol=1e-9)


def places(
    case: Case, rules: str, history: tb.History, gacrux: Gacrux, wrong: set[str], tally: Tally
) -> None:
    """Places by whole lists, where the values of all their codes agree."""
    for by in LISTS:
        if case.system != "swiss" and rules == "fide-2026" and "BH" in by:
            continue
        if wrong & {*by.split()}:
            tally.places[2] += 1
            continue
        _, mine = ours(history, by, rules, case.after)
        _, theirs = gacrux.compute(by.split(), case.after)
        tally.places[0] += len(mine)
        for player, place in mine.items():
            if place != theirs[player]:
                tally.places[1] += 1
                tally.difference(Difference(case, rules, by, player, place, theirs[player]))


def after_fb(gacrux: Gacrux, after: int, tally: Tally) -> None:
    """Whether FB disturbs BH and SB behind it in gacrux's own list."""
    with_fb, _ = gacrux.compute(["PTS", "FB", "BH", "SB"], after)
    without, _ = gacrux.compute(["PTS", "BH", "SB"], after)
    for player, row in with_fb.items():
        tally.after_fb[0] += 2
        tally.after_fb[1] += sum(a != b for a, b in zip(row[2:], without[player][1:], strict=True))


# ---------------------------------------------------------------- the report


def show(tally: Tally) -> None:
    total, differing = tally.compared.total(), tally.differing.total()
    print(f"\nValues compared {total:,}, equal {total - differing:,}, differing {differing:,}")
    print(f"Places by whole lists compared {tally.places[0]:,}, differing {tally.places[1]:,} "
          f"({tally.places[2]} lists left out, because a value in them differs)")  # fmt: skip
    print(f"BH and SB behind FB in gacrux's own list: {tally.after_fb[1]:,} of {tally.after_fb[0]:,} values "
          "change (8.3 concerns FB alone)")  # fmt: skip
    print("\n  code              compared  differing")
    for code, count in tally.compared.items():
        print(f"  {code:16}{count:10,}{tally.differing[code] or '':>11}")
    print("\nKnown differences: values in which they are possible, in which they occur, article that decides")
    for fault in FAULTS:
        possible, seen = tally.possible[fault.name], tally.faults[fault.name]
        print(f"  {possible:8,} {seen:6,}  {fault.name}; {fault.article}")
    print(f"\nUnexplained: {len(tally.unexplained)}")
    for found in tally.unexplained[:40]:
        print(f"  {found}")


def cases(number: int, seed: int) -> Iterator[Case]:
    return (random_case(seed + k) for k in range(number))


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.agreement", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--events", type=int, default=200, help="how many events (default 200)")
    parser.add_argument("--seed", type=int, default=1, help="the first event's seed")
    chosen = parser.parse_args()
    if "gacrux" in peers.missing():
        print(f"gacrux is not installed: {peers.INSTALL}", file=sys.stderr)
        return 2
    tally = Tally()
    codes = {(rules, s): defined(rules, s) for rules in STARTS for s in ("swiss", "round-robin")}
    print(f"gacrux {version('gacrux')}, {chosen.events} events, each under {' and '.join(STARTS)}")
    with tempfile.TemporaryDirectory() as folder:
        for case in cases(chosen.events, chosen.seed):
            for rules in STARTS:
                compare(case, rules, Path(folder), codes[rules, case.system], tally)
    show(tally)
    return 1 if tally.unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
