"""Prize money: pooled over the places that tied players share, and divided to the cent."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb.errors import DataError, Note, message, nearest
from chesstb.frame import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

NEEDED: Final = ("tournament", "place", "player", "name")

NOISE: Final = Fraction(1, 1_000_000)
"""A binary fraction such as 0.1 + 0.2 may miss a whole number of cents by so much of one, no more."""


def split_prizes(standings: pd.DataFrame, prizes: Any, *, decimals: int = 2) -> Table:
    """Share prize money equally among the players who share a place.

    Tied players pool the prizes of the places that they occupy: three who share place 2 divide the
    second, third and fourth prize. Each gets the same to the cent; cents that are left over go one
    each to the first of them in the order of the table. Every cent of the prizes of the occupied
    places is paid out.

    Parameters
    ----------
    standings : pandas.DataFrame
        Whole standings as `standings` returns them, of one event or many. Who shares a place there
        shares the money: rank by ``"PTS"`` to share among all with equal points, or by a longer list
        to let tie-breaks decide.
    prizes : list, or dict of lists
        The prizes, the first prize first: numbers, texts or Decimals, each a whole number of cents.
        One list for every event, or a dict from tournament to its list (others pay nothing).
    decimals : int
        Decimals of the currency: 2 for cents, 0 where there is no smaller coin. What is said of
        cents holds for its smallest unit.

    Returns
    -------
    Table
        ``tournament``, ``place``, ``player``, ``name``, ``prize`` (float), ``cents`` (Int64: the
        same exactly, in smallest units); a row for each row of the standings, in their order.
        ``.attrs["notes"]`` says which prizes are not paid because there are fewer players; each note
        is also a warning (`chesstb.Note`).

    Raises
    ------
    DataError
        A prize is no whole number of cents or is negative, a tournament is unknown, or the places
        are not those of whole standings.

    Notes
    -----
    Other customs exist: by place only (rank by a list that leaves no tie), and the Hort system, in
    which half of each prize goes by place and half is pooled. This is the pooled one.

    A prize for some of the players only (juniors, a rating group) needs places among these: select
    them, and set ``place`` to ``table.groupby("tournament", observed=True)["place"].rank("min")``.

    Examples
    --------
    >>> import chesstb as tb
    >>> event = tb.read("data/small/half-point-bye-and-withdrawal.trf")
    >>> table = tb.standings(event, by="PTS", rules="fide-2026")
    >>> tb.split_prizes(table, [300, 200, "100.50", 50]).head(5)[["place", "player", "prize", "cents"]]
       place  player   prize  cents
    0      1       2  300.00  30000
    1      2       1   87.63   8763
    2      2       3   87.63   8763
    3      2       4   87.62   8762
    4      2      16   87.62   8762
    """
    scale = _scale(decimals)
    event, keys, place = _places(standings)
    keys += _unentered(standings["tournament"], keys, prizes)
    lists, chosen = _by_event(keys, prizes, scale)
    order = np.lexsort((place, event))
    row_event, row_place = event[order], place[order]
    _, size, turn = _groups(row_event, row_place)
    paid = np.concatenate([[0], np.cumsum(np.concatenate([*lists, np.zeros(0, dtype=np.int64)]))])
    count = np.array([len(one) for one in lists], dtype=np.int64)
    offset, most = (np.cumsum(count) - count)[chosen], count[chosen]
    first, last = (
        offset[row_event] + np.minimum(row_place - 1 + more, most[row_event]) for more in (0, size)
    )
    pool = paid[last] - paid[first]
    share = np.empty(len(order), dtype=np.int64)
    share[order] = pool // size + (turn < pool % size)
    players = np.bincount(event, minlength=len(keys))
    left = paid[offset + most] - paid[offset + np.minimum(players, most)]
    notes = _unpaid(keys, most - players, left, scale)
    for note in notes:
        warnings.warn(note, Note, stacklevel=2)
    table = Table({name: standings[name].array for name in NEEDED})
    table["prize"] = share / scale
    table["cents"] = pd.array(share, dtype="Int64")
    table.attrs["notes"] = notes
    return table


def _scale(decimals: Any) -> int:
    """Return how many smallest units a unit of money has."""
    if isinstance(decimals, bool) or not isinstance(decimals, int | np.integer) or not 0 <= decimals <= 6:
        raise DataError(message("", f"decimals={decimals!r}", "a whole number from 0 to 6"))
    scale: int = 10 ** int(decimals)
    return scale


def _places(standings: Any) -> tuple[NDArray[np.int64], list[str], NDArray[np.int64]]:
    """Return event and place of every row, and the keys of the events.

    Raises
    ------
    DataError
        A column is missing, or the places are not 1, 2, 2, 4.
    """
    remedy = "Give what chesstb.standings returns."
    lacking = [name for name in NEEDED if name not in getattr(standings, "columns", ())]
    if lacking:
        raise DataError(message("standings", f"no column {lacking[0]!r}", ", ".join(NEEDED), remedy))
    codes, keys = pd.factorize(standings["tournament"])
    number = pd.to_numeric(standings["place"], errors="coerce").to_numpy(dtype=np.float64, na_value=np.nan)
    if np.any(codes < 0) or np.any(~(number >= 1) | (number != np.floor(number))):
        raise DataError(message("standings", "a row without tournament or place", "both in every row"))
    event, place = codes.astype(np.int64), number.astype(np.int64)
    order = np.lexsort((place, event))
    group, _, _ = _groups(event[order], place[order])
    above = np.arange(len(order)) - np.searchsorted(event[order], event[order])
    expected = above[np.searchsorted(group, group)] + 1
    wrong = np.flatnonzero(place[order] != expected)
    if len(wrong):
        row = order[wrong[0]]
        found = f"place {place[row]} of player {standings['player'].iloc[row]}"
        where = f"standings of {keys[event[row]]!r}"
        raise DataError(
            message(where, found, f"{expected[wrong[0]]}, as in whole standings (1, 2, 2, 4)", remedy)
        )
    return event, list(keys), place


def _groups(
    event: NDArray[np.int64], place: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return number and size of each row's tied group, and its turn in it from 0; rows are in order."""
    if not len(event):
        return event, event, event
    new = (np.diff(event, prepend=-1) != 0) | (np.diff(place, prepend=0) != 0)
    group = np.cumsum(new) - 1
    starts = np.flatnonzero(new)
    return group, np.bincount(group)[group], np.arange(len(group)) - starts[group]


def _unentered(tournament: Any, keys: list[str], prizes: Any) -> list[str]:
    """Return the events with prizes that are known, but have no player."""
    known = list(tournament.cat.categories) if isinstance(tournament.dtype, pd.CategoricalDtype) else []
    return [key for key in prizes if key in known and key not in keys] if isinstance(prizes, Mapping) else []


def _by_event(keys: list[str], prizes: Any, scale: int) -> tuple[list[NDArray[np.int64]], NDArray[np.int64]]:
    """Return the lists of prizes in smallest units, and the number of each event's list."""
    if not isinstance(prizes, Mapping):
        return [_cents(prizes, scale)], np.zeros(len(keys), dtype=np.int64)
    unknown = [key for key in prizes if key not in keys]
    if unknown:
        raise DataError(
            message("prizes", f"no tournament {unknown[0]!r}", remedy=nearest(str(unknown[0]), keys))
        )
    lists = [_cents((), scale), *(_cents(own, scale) for own in prizes.values())]
    number = {key: k for k, key in enumerate(prizes, start=1)}
    return lists, np.array([number.get(key, 0) for key in keys], dtype=np.int64)


def _cents(prizes: Any, scale: int) -> NDArray[np.int64]:
    """Return a list of prizes in smallest units."""
    if isinstance(prizes, str) or not isinstance(prizes, Iterable):
        raise DataError(message("prizes", repr(prizes), "a list, the first prize first"))
    return np.array([_whole(prize, scale) for prize in prizes], dtype=np.int64)


def _whole(prize: Any, scale: int) -> int:
    """Return a prize in smallest units, or say why it is none."""
    expected = f"a whole number of {'units' if scale == 1 else f'1/{scale}'}, not negative"
    try:
        exact = _exact(prize) * scale
    except (TypeError, ValueError, OverflowError, InvalidOperation):
        raise DataError(message("prizes", repr(prize), expected)) from None
    cents = round(exact)
    allowed = NOISE if isinstance(prize, float | np.floating) else 0
    if abs(exact - cents) > allowed or cents < 0 or cents >= 2**53:
        raise DataError(message("prizes", repr(prize), expected))
    return cents


def _exact(prize: Any) -> Fraction:
    """Return a number as a fraction; of a binary one, the shortest decimal that stands for it."""
    if isinstance(prize, bool | np.bool_):
        raise TypeError
    if isinstance(prize, float | np.floating):
        return Fraction(repr(float(prize)))
    if isinstance(prize, str):
        return Fraction(Decimal(prize.strip()))
    return Fraction(int(prize) if isinstance(prize, np.integer) else prize)


def _unpaid(keys: list[str], prizes: NDArray[np.int64], money: NDArray[np.int64], scale: int) -> list[str]:
    """Say which events have more prizes than players."""
    events = np.flatnonzero(prizes > 0)
    if not len(events):
        return []
    where = ", ".join(str(keys[event]) for event in events[:3])
    more = f" and {len(events) - 3} more events" if len(events) > 3 else ""
    number, total = int(prizes[events].sum()), Decimal(int(money[events].sum())) / scale
    digits = len(str(scale)) - 1
    are = "prize is" if number == 1 else "prizes are"
    paid = f"{number} {are} not paid ({total:.{digits}f} in all)"
    return [f"{where}{more}: {paid}, there are fewer players than prizes."]
