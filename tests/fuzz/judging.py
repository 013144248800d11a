"""Whether what became of a damaged file is in order: a History that tells the truth, or a clear error.

A score that differs from that of the whole file has to come with a repair (or a failure, or a `Note`).
Without one it is a finding, unless the damaged file is a valid file of another result:

- the file holds nobody's total, and whatever it holds twice (the rows of both players) agrees;
- or it states the other score in both places: in the results and in the total.
"""

from __future__ import annotations

import random
import resource
import tempfile
import traceback
import warnings
from collections import Counter
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import chesstb as tb
from chesstb.errors import ChesstbError, DataError, FormatError, MissingExtraError, Note

from .damage import damaged
from .originals import PUBLISHED, Original, originals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pandas as pd

CLEAN, REPAIRED, REFUSED, UNDETECTABLE, FINDING = "clean", "repairs", "refused", "undetectable", "FINDINGS"
MOST_GROWTH = 256 * 1024
"""A file may make the process grow by so many kilobytes."""
RULES = "fide-2026"


class Verdict(NamedTuple):
    """What became of a file, and why."""

    kind: str
    why: str = ""


Player = tuple[int, int]
"""Which event of the file, and the number of the player."""


@dataclass(frozen=True)
class Facts:
    """What a History says of the scores, and what it says about repairs."""

    points: dict[Player, float]
    called: dict[Player, str]
    names: dict[str, float]
    totals: dict[Player, float]
    met: frozenset[Player]
    """Whom the rows of others name."""
    said: Counter[tuple[str, ...]]
    rows: tuple[tuple[object, ...], ...]


def facts_of(history: tb.History) -> Facts:
    place = {key: k for k, key in enumerate(history.events)}
    results = history.results
    codes = {name: results[name].cat.codes for name in ("outcome", "colour")}
    table = results.assign(opponent=results["opponent"].fillna(0).astype("int64"), **codes)
    rows = tuple(_lines(table, "tournament", "player", "opponent", "points", "round", *codes))
    points: dict[Player, float] = {}
    called = {(place[key], number): str(name)
              for key, number, name in _lines(history.players, "tournament", "player", "name")}  # fmt: skip
    for key, number, more in _lines(history.players, "tournament", "player", "adjustment"):
        points[place[key], number] = float(more)
    for key, number, _, score, *_ in rows:
        points[place[key], number] += score
    totals = _lines(history.published, "tournament", "player", "criterion", "value")
    said = _lines(history.repairs, "file", "why", "found", "taken", "player", "round")
    return Facts(
        points,
        called,
        {name: points[player] for player, name in called.items()},
        {(place[key], int(k)): float(v) for key, k, what, v in totals if what == "PTS" and isfinite(v)},
        frozenset((place[row[0]], row[2]) for row in rows),
        Counter(tuple(map(str, line)) for line in said),
        rows,
    )


def _lines(table: pd.DataFrame, *columns: str) -> Iterator[tuple[Any, ...]]:
    return zip(*(table[name].tolist() for name in columns), strict=True)


# ---------------------------------------------------------------- inputs


class Case(NamedTuple):
    """A damaged file, and how it is read."""

    original: Original
    files: dict[str, bytes]
    whole: bool
    """By `chesstb.read`, which tells the format; otherwise by the reader of the format itself."""
    own: bool
    """The standings are those by the event's own criteria."""


whole_files = cache(originals)
"""The files of a format before they are damaged."""


@cache
def whole_facts(name: str, number: int) -> Facts | None:
    """Return what is read of a file before it is damaged; None where it is refused, being a part."""
    original = whole_files(name)[number]
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", Note)
        put(Path(folder), original.files)
        try:
            return facts_of(read(Path(folder), original, name, whole=True))
        except FormatError:
            return None


def prepare(name: str) -> None:
    """Make and read all files of a format."""
    for number in range(len(whole_files(name))):
        whole_facts(name, number)


def case(name: str, index: int, seed: int) -> tuple[Case, int]:
    """Return an input of a format, and the number of its whole file; the same seed gives the same."""
    rng = random.Random(f"{seed} {name} {index}")
    number = rng.randrange(len(whole_files(name)))
    original = whole_files(name)[number]
    files = dict(original.files)
    which = original.main if name != PUBLISHED else "values.csv"
    if len(files) > 1 and name != PUBLISHED and rng.random() < 0.6:
        which = rng.choice(list(files))
    files[which] = damaged(files[which], rng)
    whole = name == PUBLISHED or rng.random() < 0.2
    return Case(original, files, whole, rng.random() < 0.2), number


def put(folder: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        (folder / name).write_bytes(data)


def read(folder: Path, original: Original, name: str, *, whole: bool, errors: Any = "repair") -> tb.History:
    path = folder / original.main
    if name == PUBLISHED:
        return tb.read([path, folder / "values.csv"], errors=errors)
    if whole:
        return tb.read(path, errors=errors)
    history: tb.History = import_module(f"chesstb.formats.{name}").read(path, errors=errors)
    return history


# ---------------------------------------------------------------- the verdict


def judge(name: str, index: int, seed: int, folder: Path) -> Verdict:
    """Read an input and say what became of it."""
    made, number = case(name, index, seed)
    facts = whole_facts(name, number)
    for old in folder.iterdir():
        old.unlink()
    put(folder, made.files)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        verdict = _judged(name, made, facts, folder, seen)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    if grown > MOST_GROWTH:
        return Verdict(FINDING, f"{grown // 1024} MB of memory")
    wrong = [str(one.message) for one in seen if not issubclass(one.category, Note)]
    return Verdict(FINDING, f"a warning: {wrong[0][:200]}") if wrong else verdict


def _judged(name: str, made: Case, facts: Facts | None, folder: Path, seen: list[Any]) -> Verdict:
    history, verdict = attempt(lambda: read(folder, made.original, name, whole=made.whole))
    if history is None:
        return verdict
    noted = any(issubclass(one.category, Note) for one in seen)
    found = facts_of(history)
    if facts is None or made.own or found.rows != facts.rows:
        judged = _ranked(history, own=made.own)
        if judged.kind == FINDING:
            return Verdict(FINDING, f"standings: {judged.why}")
    if facts is None:
        return Verdict(REPAIRED if len(history.repairs) else CLEAN)
    if found.said - facts.said or noted or len(history.failures):
        return Verdict(REPAIRED)
    changed = _changed(facts, found)
    return _silent(name, made, facts, folder, changed) if changed else Verdict(CLEAN)


def _ranked(history: tb.History, *, own: bool) -> Verdict:
    """Make standings, by the event's own criteria or by points."""
    if own:
        return attempt(lambda: tb.standings(history), ChesstbError)[1]
    return attempt(lambda: tb.standings(history, "PTS", rules=RULES))[1]


def _silent(name: str, made: Case, facts: Facts, folder: Path, changed: list[tuple[str, bool]]) -> Verdict:
    """Return the verdict on other scores of which nothing is said."""
    strict, _ = attempt(lambda: read(folder, made.original, name, whole=made.whole, errors="strict"))
    if strict is None and not facts.said:
        return Verdict(
            FINDING, f"other scores ({changed[0][0]}): refused in strict reading, silent otherwise"
        )
    unsaid = [text for text, stated in changed if not stated]
    if unsaid and facts.totals:
        return Verdict(FINDING, f"another score, and nothing is said: {unsaid[0]}")
    return Verdict(UNDETECTABLE, changed[0][0])


def attempt(work: Callable[[], Any], also: type[Exception] = DataError) -> tuple[Any, Verdict]:
    """Return what is made, or the verdict on the error."""
    try:
        return work(), Verdict(CLEAN)
    except (FormatError, DataError, MissingExtraError, also) as error:
        if not str(error).strip():
            return None, Verdict(FINDING, f"{type(error).__name__} without a message")
        return None, Verdict(REFUSED)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
        at = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in at if "/chesstb/" in frame.filename] or at
        place = f"{Path(own[-1].filename).name}:{own[-1].lineno}"
        return None, Verdict(FINDING, f"{type(error).__name__} at {place}: {str(error)[:160]}")


def _changed(whole: Facts, found: Facts) -> list[tuple[str, bool]]:
    """Return whose score is another one, and whether that is no wonder.

    It is none where the file says so a second time (his total is this score), where the event has
    nobody's total any more, and where a player is missing whom nobody names.
    """
    changed = []
    for player, score in whole.points.items():
        now = found.points.get(player)
        if score in (now, found.names.get(whole.called[player])):
            continue
        if now is None:
            changed.append((f"player {player[1]} is missing", player not in found.met))
        else:
            held = any(event == player[0] for event, _ in found.totals)
            stated = not held or found.totals.get(player) == now
            changed.append((f"player {player[1]} has {now:g} for {score:g}", stated))
    return changed
