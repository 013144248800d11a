"""Berger tables by closed formulas: who meets whom in which round, on which board, with which colour.

FIDE C.05 Annex 1. N is the number of players rounded up to even; player N is the fixed one, and the
free round where their number is odd.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from chesstb.errors import DataError, message
from chesstb.frame import Table

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Ints = Any
"""Whole numbers: one, or an array of them."""

FEWEST = 3
"""With fewer players there is nothing to arrange."""


def berger(n: int, cycles: int = 1, *, swap_last_rounds: bool = True) -> Table:
    """Return the Berger table of a round robin.

    Parameters
    ----------
    n : int
        Players, at least 3.
    cycles : int
        How often everybody meets everybody; colours are reversed from one cycle to the next.
    swap_last_rounds : bool
        Whether the last two rounds of every cycle but the last change places, as FIDE recommends for
        a double round robin: nobody then has the same colour three times in a row.

    Returns
    -------
    Table
        ``round, board, white, black``: one row a game, in the order of the printed tables. Of an odd
        number of players the one who is missing in a round is free.

    Raises
    ------
    DataError
        Fewer than 3 players, or fewer than one cycle.

    Notes
    -----
    FIDE C.05 Annex 1. More than two cycles are not in the text; colours alternate on.

    Examples
    --------
    >>> berger(4)
       round  board  white  black
    0      1      1      1      4
    1      1      2      2      3
    2      2      1      4      3
    3      2      2      1      2
    4      3      1      2      4
    5      3      2      3      1
    """
    _whole("n", n, FEWEST)
    _whole("cycles", cycles, 1)
    even = n + n % 2
    turns, half = even - 1, even // 2
    number = np.repeat(np.arange(turns * cycles), half)
    board = np.tile(np.arange(half), turns * cycles)
    cycle = number // turns
    turn = number % turns
    if swap_last_rounds:
        swapped = (cycle < cycles - 1) & (turn >= turns - 2)
        turn = np.where(swapped, 2 * turns - 3 - turn, turn)
    white, black = _pair(turn + 1, board, even)
    white, black = np.where(cycle % 2, black, white), np.where(cycle % 2, white, black)
    real = (white <= n) & (black <= n)
    table = Table({"round": number + 1, "board": board + 1, "white": white, "black": black})
    table["board"] -= n % 2  # the pair of the free player stands on the first board
    return Table(table[real].reset_index(drop=True))


def _pair(round_: Ints, board: Ints, even: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return White and Black of a board, counted from 0, in a round of the first cycle."""
    turns, odd = even - 1, round_ % 2 == 1
    first = meets_fixed(round_, even)
    white = np.where(board == 0, np.where(odd, first, even), (first + board - 1) % turns + 1)
    black = np.where(board == 0, np.where(odd, even, first), (first - board - 1) % turns + 1)
    return white, black


def meets_fixed(round_: Ints, even: Ints) -> Ints:
    """Return the number that meets the fixed one in a round of the first cycle."""
    return np.where(round_ % 2 == 1, (round_ + 1) // 2, even // 2 + round_ // 2)


def round_of(one: Ints, other: Ints, even: Ints) -> Ints:
    """Return the round of the first cycle in which two numbers of a table of this size meet."""
    fixed = (one == even) | (other == even)
    total = np.where(fixed, 2 * np.minimum(one, other), one + other)
    return (total - 2) % (even - 1) + 1


def white_of(one: Ints, other: Ints, even: Ints) -> Ints:
    """Return which of two numbers of a table of this size has White in the first cycle."""
    low, high = np.minimum(one, other), np.maximum(one, other)
    low_has = np.where(high == even, low <= even // 2, (low + high) % 2 == 1)
    return np.where(low_has, low, high)


def berger_round(a: ArrayLike, b: ArrayLike, n: int) -> Ints:
    """Return the round in which two numbers meet, of the first cycle in plain order.

    Parameters
    ----------
    a, b : int or array of int
        Numbers from 1 to n; of an odd n also n + 1, which stands for the free round.
    n : int
        Players, at least 3.

    Returns
    -------
    int or numpy.ndarray
        The round, 1 for the first; the shape is that of the numbers.

    Raises
    ------
    DataError
        A number is out of range, or meets itself.

    Examples
    --------
    >>> berger_round(2, [1, 3, 4, 5, 6], 6)
    array([2, 4, 5, 1, 3])
    >>> berger_round(1, 6, 5)  # the free round of number 1
    1
    """
    found = round_of(*_numbers(a, b, n))
    return int(found) if found.ndim == 0 else found


def berger_white(a: ArrayLike, b: ArrayLike, n: int) -> Ints:
    """Return which of two numbers has White when they meet in the first cycle.

    Parameters
    ----------
    a, b, n
        See `berger_round`.

    Returns
    -------
    int or numpy.ndarray
        The number that has White.

    Raises
    ------
    DataError
        A number is out of range, or meets itself.

    Examples
    --------
    >>> berger_white(2, [1, 3, 4, 5, 6], 6)
    array([1, 2, 4, 2, 2])
    """
    found = white_of(*_numbers(a, b, n))
    return int(found) if found.ndim == 0 else found


def _numbers(a: ArrayLike, b: ArrayLike, n: int) -> tuple[Ints, Ints, int]:
    """Return two arrays of the numbers of a table, or say what is wrong with them."""
    _whole("n", n, FEWEST)
    even = n + n % 2
    one, other = np.broadcast_arrays(np.asarray(a), np.asarray(b))
    for numbers in (one, other):
        wrong = numbers.dtype.kind not in "iu" or (numbers < 1) | (numbers > even)
        if numbers.size and np.any(wrong):
            found = numbers[np.broadcast_to(wrong, numbers.shape)].item(0)
            raise DataError(message("", f"no number of a table of {n}: {found!r}", f"1 to {even}"))
    if (one == other).any():
        raise DataError(
            message("", f"number {int(one[one == other].ravel()[0])} meets itself", "two numbers")
        )
    return one.astype(np.int64), other.astype(np.int64), even


def _whole(name: str, value: Any, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise DataError(message("", f"{name}={value!r}", f"a whole number, {least} at least"))
