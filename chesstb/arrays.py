"""Ways to compute on matrices of players and rounds that are several times as fast as the usual ones.

The matrices lie round after round in memory: whole columns are added, multiplied and compared at
once, which no branch interrupts. What NumPy's own functions do element by element is written so here.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def pick(mask: Any, yes: Any, no: Any) -> Any:
    """Return ``yes`` where the mask is true, else ``no``: whole numbers, as `numpy.where` does.

    The difference of the two must not exceed their type.

    Examples
    --------
    >>> pick(np.array([True, False]), np.array([5, 6]), np.array([1, 2]))
    array([5, 2])
    """
    return no + (yes - no) * mask


def only(mask: Any, values: Any) -> Any:
    """Return whole numbers where the mask is true, else 0.

    Examples
    --------
    >>> only(np.array([True, False]), np.array([5, 6]))
    array([5, 0])
    """
    return values * mask


def outer(function: Any, columns: Any, rows: Any) -> Any:
    """Return a NumPy ufunc of the value of each column and of each row, as a matrix, round after round.

    Written as ``columns - rows[:, None]`` it would lie player after player in memory, and all that is
    computed with it and other matrices would take five times as long.

    Examples
    --------
    >>> outer(np.subtract, np.array([10, 20]), np.array([1, 2, 3]))
    array([[ 9, 19],
           [ 8, 18],
           [ 7, 17]])
    """
    return function.outer(columns, rows).T


def size(numbers: Any) -> int:
    """Return a number that is larger than all absolute values of whole numbers.

    Examples
    --------
    >>> size(np.array([3, -7]))
    8
    """
    return max(int(numbers.max(initial=0)), -int(numbers.min(initial=0))) + 1


def row_sums(values: Any) -> Any:
    """Return the sum of each row as int64; what fits is added up in half the width, in half the time.

    Examples
    --------
    >>> row_sums(np.array([[1, 2], [3, 4]], dtype=np.int32))
    array([3, 7])
    """
    narrow = values.dtype == np.int32 and size(values) * values.shape[1] < 2**31
    return values.sum(axis=1, dtype=np.int32 if narrow else np.int64).astype(np.int64, copy=False)


def running(values: Any) -> Any:
    """Return the sums of each row up to each column, in the type of the values.

    Sums of one, two, four and more columns are added up in turn.

    Examples
    --------
    >>> running(np.array([[1, 2, 3], [4, 5, 6]]))
    array([[ 1,  3,  6],
           [ 4,  9, 15]])
    """
    found = values.copy(order="K")
    reach = 1
    while reach < values.shape[1]:
        found[:, reach:] = found[:, reach:] + found[:, :-reach]
        reach *= 2
    return found


def taken(values: Any, index: Any) -> Any:
    """Return the values at each index of a matrix; an index from the end counts backwards.

    Examples
    --------
    >>> taken(np.array([5, 6, 7]), np.array([[0, 1], [2, -1]]))
    array([[5, 6],
           [7, 7]])
    """
    return values.take(index.T, mode="wrap").T


def cell(values: Any, column: Any) -> Any:
    """Return the value of each row in a column of its own; -1 is the last column.

    Examples
    --------
    >>> cell(np.array([[1, 2], [3, 4]]), np.array([1, 0]))
    array([2, 3])
    """
    rows, columns = values.shape
    at = (column % columns) * rows + np.arange(rows)
    return values.T.ravel().take(at)


def set_cells(values: Any, column: Any, new: Any) -> None:
    """Set the value of each row in a column of its own.

    Examples
    --------
    >>> table = np.array([[1, 2], [3, 4]])
    >>> set_cells(table, np.array([1, 0]), np.array([7, 8]))
    >>> table
    array([[1, 7],
           [8, 4]])
    """
    values[np.arange(len(values)), column] = new
