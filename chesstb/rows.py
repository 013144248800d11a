"""Rows of results as arrays while they pass the border, and how raw columns become such rows."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from chesstb import schema
from chesstb.errors import DataError, message
from chesstb.outcomes import CODES, NUMBER, OUTCOMES, SPELLINGS, WITHOUT_OPPONENT
from chesstb.remarks import Remark
from chesstb.schema import NOTHING

if TYPE_CHECKING:
    from chesstb.remarks import Found
    from chesstb.schema import Columns

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

STRANGE: Final = -2
"""Stands for a code that is none, until it is known what to take for it."""
PENDING, ABSENT = NUMBER["X"], NUMBER["Z"]
PAIRED: Final = np.array([outcome.paired for outcome in OUTCOMES])
ALONE: Final = np.array([NUMBER[WITHOUT_OPPONENT.get(code, code)] for code in CODES], dtype=np.int8)
"""What each code means where there is no opponent."""
CODE_NAMES: Final = np.array(CODES, dtype=object)


@dataclass
class Rows:
    """Rows of results: one entry per player and round in each array.

    ``event`` counts the events from 0, ``colour`` and ``outcome`` are codes, ``row`` is the row in
    the source.
    """

    event: Ints
    player: Ints
    round: Ints
    opponent: Ints
    colour: NDArray[np.int8]
    outcome: NDArray[np.int8]
    points: NDArray[np.float64]
    decision: Bools
    row: Ints

    def __len__(self) -> int:
        return len(self.player)

    def take(self, rows: Any) -> Rows:
        """Return some rows, or all in another order."""
        return Rows(**{f.name: getattr(self, f.name)[rows] for f in fields(self)})

    def joined(self, other: Rows) -> Rows:
        """Return these rows and others behind them."""
        return Rows(
            **{f.name: np.concatenate([getattr(self, f.name), getattr(other, f.name)]) for f in fields(self)}
        )

    def key(self) -> Ints:
        """Return numbers that order the rows by event, player and round."""
        span, rounds = int(self.player.max(initial=0)) + 1, int(self.round.max(initial=0)) + 1
        return (self.event * span + self.player) * rounds + self.round

    def ordered(self) -> Rows:
        """Return the rows by event, player and round; rows for the same stay in their order."""
        key = self.key()
        return self if (key[1:] >= key[:-1]).all() else self.take(np.argsort(key, kind="stable"))


def read_rows(columns: Columns, event: Ints, found: Found) -> tuple[Rows, Bools]:
    """Bring the raw results to arrays: codes understood, opponents as numbers.

    Returns
    -------
    Rows, array of bool
        The rows, and in which of them the code is unknown: pending or absent for the moment.

    Raises
    ------
    DataError
        A column is missing, or a value is none of those that it can have.
    """
    missing = [c for c in ("player", "round", "opponent", "outcome") if c not in columns]
    if missing:
        what = f"column{'s' * (len(missing) > 1)} {', '.join(missing)} missing"
        raise DataError(message("results", what, "player, round, opponent and outcome"))
    rows = schema.size(columns)
    numbers = {}
    for column, high in (("player", 2**31 - 1), ("round", 32_000)):
        numbers[column], nothing = schema.whole(columns, column, "results", low=1, high=high)
        if nothing.any():
            place = f"results, row {int(np.flatnonzero(nothing)[0])}, column {column!r}"
            raise DataError(message(place, "nothing", "a whole number"))
    opponent, _ = schema.whole(columns, "opponent", "results", low=0, high=2**31 - 1)
    opponent[opponent == 0] = NOTHING
    points = schema.number(columns, "points", "results") if "points" in columns else np.full(rows, np.nan)
    outcome, strange = _outcomes(columns, opponent != NOTHING, found)
    opponent[~PAIRED[outcome]] = NOTHING
    read = Rows(
        event=event, player=numbers["player"], round=numbers["round"], opponent=opponent,
        colour=_colours(columns, found), outcome=outcome, points=points, decision=_decisions(columns),
        row=np.arange(rows),
    )  # fmt: skip
    return read, strange


_DECISIONS: Final = dict.fromkeys(("true", "yes", "1", "1.0"), 1) | dict.fromkeys(
    ("false", "no", "0", "0.0", "", "none", "nan"), 0
)


def _decisions(columns: Columns) -> Bools:
    if "decision" not in columns:
        return np.zeros(schema.size(columns), dtype=bool)
    raw = columns["decision"]
    if isinstance(raw, np.ndarray) and raw.dtype == bool:
        return raw
    texts = schema.as_series(raw).astype("str").str.strip().str.lower()
    numbers, different = pd.factorize(texts)
    known = np.array([_DECISIONS.get(text, -1) for text in different] + [0], dtype=np.int8)  # last for null
    decided: NDArray[np.int8] = known[numbers]
    if (decided < 0).any():
        row = int(np.flatnonzero(decided < 0)[0])
        place, what = f"results, row {row}, column 'decision'", f"{raw[row]!r} is no yes or no"
        raise DataError(message(place, what, "true or false, yes or no, 1 or 0, or nothing"))
    return np.asarray(decided == 1)


def _colours(columns: Columns, found: Found) -> NDArray[np.int8]:
    if "colour" not in columns:
        return np.full(schema.size(columns), NOTHING, dtype=np.int8)
    if schema.is_exactly(columns["colour"], schema.COLOUR):
        return np.asarray(columns["colour"].codes)
    raw = schema.as_series(columns["colour"]).astype("str").str.strip().str.lower()
    read = raw.map({"w": "w", "b": "b", "white": "w", "black": "b"})
    strange = (read.isna() & raw.notna() & ~raw.isin(["", "-", "none", "nan"])).to_numpy(dtype=bool)
    why = "no colour: w, b, - or nothing was expected"
    found.add(strange, Remark("colour", columns["colour"], "", why))
    return np.asarray(read.astype(schema.COLOUR).cat.codes)


def _outcomes(columns: Columns, paired: Bools, found: Found) -> tuple[NDArray[np.int8], Bools]:
    """Return codes; those that need an opponent and have none are translated. Say which were unknown."""
    codes = _codes(columns)
    strange = codes == STRANGE
    if not found.repair:
        _refuse(columns, strange)
    codes = np.where(codes < 0, np.where(paired, PENDING, ABSENT), codes).astype(np.int8)
    translated = ALONE[codes]
    why = "no opponent: read as the bye that it stands for"
    remark = Remark("outcome", lambda: CODE_NAMES[codes], lambda: CODE_NAMES[translated], why)
    found.say(~paired & (translated != codes), remark)
    codes = np.where(paired, codes, translated)
    remark = Remark("outcome", lambda: CODE_NAMES[codes], "no opponent", "a bye has no opponent")
    found.add(paired & ~PAIRED[codes], remark)
    return codes, strange


def _refuse(columns: Columns, strange: Bools) -> None:
    if strange.any():
        row = int(np.flatnonzero(strange)[0])
        what = f"{columns['outcome'][row]!r} is no result code"
        remedy = 'Correct it, or let errors="repair" take what the points say.'
        place = f"results, row {row}, column 'outcome'"
        raise DataError(message(place, what, f"one of {' '.join(CODES)}", remedy))


def _codes(columns: Columns) -> NDArray[np.int8]:
    """Return the number of each code, `NOTHING` where there is none, `STRANGE` for anything else."""
    values = columns["outcome"]
    if schema.is_exactly(values, schema.OUTCOME):
        return np.asarray(values.codes)
    raw = schema.as_series(values).astype("str").str.strip()
    numbers, different = pd.factorize(raw)
    known = [NOTHING if text == "" else _spell(text) for text in different]
    table = np.array([STRANGE if n is None else n for n in known] + [NOTHING], dtype=np.int8)  # last for null
    codes: NDArray[np.int8] = table[numbers]
    return codes


def _spell(code: str) -> int | None:
    code = SPELLINGS.get(code, code).upper()
    if code.endswith(".0") and code[:-2] in NUMBER:  # a column of 1 and 0 that was read as floats
        code = code[:-2]
    return NUMBER.get(code)


# ---------------------------------------------------------------- keys of rows


def order_of(keys: Ints) -> tuple[Ints, NDArray[np.bool_]]:
    """Return the order of keys, and which of them were there before."""
    order = np.argsort(keys, kind="stable")
    twice = np.zeros(len(keys), dtype=bool)
    twice[order[1:]] = keys[order[1:]] == keys[order[:-1]]
    return order, twice


def different(keys: Ints) -> Ints:
    """Return the different keys, in order."""
    most = int(keys.max(initial=0)) + 1
    if most > max(1_000_000, 16 * len(keys)):
        return np.unique(keys)
    there = np.zeros(most, dtype=bool)
    there[keys] = True
    return np.flatnonzero(there)


def among(keys: Ints, ordered: Ints) -> Bools:
    """Say which keys are among ordered ones."""
    if not len(ordered):
        return np.zeros(len(keys), dtype=bool)
    return np.asarray(ordered[np.minimum(np.searchsorted(ordered, keys), len(ordered) - 1)] == keys)
