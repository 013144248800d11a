"""Comparison: the same events under several rule versions or lists of criteria, and why they differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from chesstb.comparison.cause import Causes, Rankings, Way, find
from chesstb.comparison.sides import Sides
from chesstb.comparison.variant import Variant, variants
from chesstb.encoding import grids
from chesstb.frame import Table
from chesstb.selection import say
from chesstb.standing import round_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from chesstb.grid import Grid
    from chesstb.selection import By, Rules
    from chesstb.tables import History


class Comparison(Table):
    """What `compare` returns: a table with a row for each player and variant.

    What is taken from it (``head``, ``query``, a selection of columns) is a plain `Table`.
    ``.attrs["variants"]`` lists the names of the variants, the baseline first;
    ``.attrs["criteria"]`` those of the criteria's columns; ``.attrs["notes"]`` says what was chosen
    because the call left it open.
    """

    def summary(self) -> Table:
        """Return what each variant makes of each event.

        Returns
        -------
        Table
            One row per tournament and variant: ``tournament``, ``variant`` (categorical), and

            - ``players`` (int): how many there are.
            - ``winners`` (str): the starting numbers on place 1, separated by commas.
            - ``winner_changed`` (bool): whether they are others than in the baseline.
            - ``podium_changed`` (bool): whether somebody came to, left or moved within places 1 to 3.
            - ``ties`` (int): places that are shared. ``tied`` (int): players who share one.
            - ``places_changed`` (int): players with another place than in the baseline.
            - ``largest_move`` (int): by how many places, up or down.
            - ``tau`` (float): Kendall's tau-b of the places with those of the baseline: 1 for the same
              order, -1 for the reverse; NaN where all share one place, or there is only one player.

        Examples
        --------
        >>> import chesstb as tb
        >>> event = tb.read("data/small/half-point-bye-and-withdrawal.trf")
        >>> table = tb.compare(event, "PTS BH/C1 BH SB", ["fide-2009", "fide-2026"]).summary()
        >>> table[["variant", "winners", "places_changed", "largest_move"]]
             variant winners  places_changed  largest_move
        0  fide-2009       2               0             0
        1  fide-2026       2               4             1
        """
        sides = Sides.of(self)
        moved = sides.place - sides.place[0]
        winner_changed = (sides.place == 1) != (sides.place[0] == 1)
        podium = (moved != 0) & (np.minimum(sides.place, sides.place[0]) <= 3)
        ties, tied = sides.ties()
        events, size = np.arange(len(sides.events)), len(sides.names)
        keys: Any = self["tournament"].dtype
        names: Any = self["variant"].dtype
        table = Table(
            {
                "tournament": pd.Categorical.from_codes(np.repeat(events, size), dtype=keys),
                "variant": pd.Categorical.from_codes(np.tile(np.arange(size), len(events)), dtype=names),
                "players": sides.count(np.ones_like(sides.place)),
                "winners": sides.winners(),
                "winner_changed": sides.count(winner_changed) > 0,
                "podium_changed": sides.count(podium) > 0,
                "ties": ties,
                "tied": tied,
                "places_changed": sides.count(moved != 0),
                "largest_move": sides.largest(np.abs(moved)),
                "tau": np.stack([sides.tau(0, k) for k in range(size)], axis=1).ravel(),
            }
        )
        table.attrs["notes"] = self.attrs["notes"]
        return table

    def agreement(self, within: str | None = None) -> Table:
        """Return how much the variants agree on the order: Kendall's tau-b of each two.

        To compare single tie-breaks, put each behind the points, and look only at players with equal
        points, whom it has to decide between::

            tb.compare(event, by=["PTS BH", "PTS SB", "PTS DE"]).agreement(within="PTS")

        Parameters
        ----------
        within : str, optional
            A criterion of all variants: only pairs of players with the same value of it under both
            variants count. Default: all pairs.

        Returns
        -------
        Table
            A row and a column for each variant: 1 for the same order, -1 for the reverse, floats. Of
            several events it is the mean over those in which it is defined; NaN where it is in none
            (one player only, or no pair to be decided on that both do not leave tied).

        Raises
        ------
        DataError
            There is no such criterion, or a variant does not have it.

        Examples
        --------
        >>> import chesstb as tb
        >>> event = tb.read("data/small/half-point-bye-and-withdrawal.trf")
        >>> lists = ["PTS BH", "PTS SB"]
        >>> tb.compare(event, by=lists, rules="fide-2026").agreement(within="PTS").round(2)
        variant  PTS BH  PTS SB
        variant
        PTS BH     1.00    0.41
        PTS SB     0.41    1.00
        """
        sides = Sides.of(self)
        classes = None if within is None else sides.classes(self, within)
        size = len(sides.names)
        matrix = np.full((size, size), np.nan)
        for i in range(size):
            for j in range(i, size):
                found = sides.tau(i, j, classes)
                there = found[~np.isnan(found)]
                matrix[i, j] = matrix[j, i] = there.mean() if len(there) else np.nan
        names = pd.Index(sides.names, dtype="str", name="variant")  # Parquet refuses categorical columns
        return Table(matrix, index=names, columns=names)


# ---------------------------------------------------------------- computing


def compare(
    history: History,
    by: By | Iterable[Iterable[str]] = None,
    rules: Rules | Iterable[Rules] | Mapping[Any, Any] | None = None,
    after: int | None = None,
) -> Comparison:
    """Rank the players of every event under several variants, and say what moves whom.

    A variant is a rule version, a list of criteria, or both. The first is the baseline.

    Parameters
    ----------
    history : History
        One event or many.
    by : str, list of str or list of lists, optional
        One list of criteria, as in `standings`; or several: ``["PTS BH SB", "PTS SB BH"]`` or
        ``[["PTS", "BH"], ["PTS", "SB"]]``. A list is several lists if an entry is a list itself or
        holds a blank or a comma. Default: as in `standings`.
    rules : rule version, list of them, or dict, optional
        Versions, each as in `standings`. With several lists and several versions every version is
        combined with every list. A dict gives each version a list of its own:
        ``{"fide-2026": "PTS BH/C1", "uscf": "PTS MODMED"}``. Default: of one list every version of
        the FIDE line that admits it in these events (a note says which do not); of several lists
        the version in force.
    after : int, optional
        See `standings`.

    Returns
    -------
    Comparison
        A row for each player and variant, ordered by tournament, variant and place:

        - ``tournament``, ``player``, ``name``.
        - ``variant`` (categorical, in the order asked for): name of the version, or the list as
          written, or ``version: list``.
        - ``place`` (int): shared where the list leaves a tie.
        - ``moved`` (int): places up (positive) or down from the baseline.
        - ``because`` (str): what caused the first difference, where the place is another than in the
          baseline or is shared by more or fewer; else empty.
        - ``sharing`` (int): how many share the place, the player included.
        - ``criterion``, ``clause``, ``article`` (str): the parts of ``because``.
        - then a column of floats for each criterion; NaN where it is undefined or the variant does
          not have it.

        ``.summary()`` and ``.agreement()`` say more in less.

    Raises
    ------
    CriterionError, RuleError
        There are fewer than two variants, or a version does not admit its list.
    DataError
        ``after`` names a round that no event has.

    Notes
    -----
    Between two versions one clause is exchanged after another, in the order of a rule page, with the
    definitions of the tie-breaks last. The clause that is named is the first after whose exchange
    the player's place, or how many share it, is another than in the baseline; the criterion is the
    first of the list at which that exchange made a difference to him: ``BH/C1: own-unplayed (16.4)``.
    His own value need not have changed: others may have passed him. Clauses that follow may move him
    on, or the other way. Between two lists it is the first criterion after which he stands elsewhere
    (``without SB`` where the list has come to its end). Where both differ, clauses come first, as far
    as the version admits the baseline's list.

    Examples
    --------
    >>> import chesstb as tb
    >>> event = tb.read("data/small/half-point-bye-and-withdrawal.trf")
    >>> table = tb.compare(event, "PTS BH/C1 BH SB", rules=["fide-2009", "fide-2026"])
    >>> table.query("moved > 0")[["player", "place", "moved", "because"]]
        player  place  moved                           because
    25      15     10      1  BH/C1: opponents-unplayed (16.3)
    28       7     13      1  BH/C1: opponents-unplayed (16.3)
    """
    ready, notes = variants(history, by, rules)
    say(notes, stacklevel=3)
    found = _Found.nothing(history, ready)
    kinds = np.stack([variant.call.kind for variant in ready])
    kind = np.unique(kinds, axis=1, return_inverse=True)[1].ravel() if kinds.size else None
    for grid in grids(history, round_number(after), kind):
        _compare_batch(history, ready, grid, found)
        grid.memo.clear()
    table = _table(history, ready, found)
    table.attrs["notes"] = notes
    return table


@dataclass(frozen=True, eq=False)
class _Found:
    """What V variants come to: places, how many share them, numbers of the causes, columns of values."""

    place: NDArray[np.int64]
    sharing: NDArray[np.int64]
    cause: NDArray[np.int32]
    columns: list[dict[str, NDArray[np.float64]]]
    causes: Causes

    @classmethod
    def nothing(cls, history: History, ready: list[Variant]) -> _Found:
        """Return what is to be filled."""
        size = len(history.players)
        whole = np.zeros((len(ready), size), dtype=np.int64)
        values = [{name: np.full(size, np.nan) for name in variant.call.columns} for variant in ready]
        return cls(whole, whole.copy(), whole.astype(np.int32), values, Causes())


def _compare_batch(history: History, ready: list[Variant], grid: Grid, found: _Found) -> None:
    """Write what a Grid's events come to."""
    event = int(grid.event[0])
    items = [variant.asked_at(event, grid.section, history) for variant in ready]
    versions = [variant.call.versions[variant.call.version_of[event]] for variant in ready]
    rankings = Rankings(grid)
    ranked = [rankings.of(asked) for asked in items]
    for k, side in enumerate(ranked):
        found.place[k, grid.row], found.sharing[k, grid.row] = side.place[-1], side.sharing[-1]
        for item, values in zip(items[k], side.shown, strict=True):
            found.columns[k][item.criterion.text][grid.row] = values
        way = Way((versions[0], versions[k]), (items[0], items[k]))
        found.cause[k, grid.row] = find(ranked[0], side, way.stages(rankings), found.causes)


def _table(history: History, ready: list[Variant], found: _Found) -> Comparison:
    """Return the tidy table, ordered by tournament, variant and place."""
    players, size = history.players, len(ready)
    event = players["tournament"].cat.codes.to_numpy().astype(np.int64)
    cell = event * size + np.arange(size)[:, None]
    order = np.argsort((cell * (int(found.place.max(initial=0)) + 1) + found.place).ravel(), kind="stable")
    who, variant = order % max(len(players), 1), order // max(len(players), 1)
    cause = found.cause.ravel()[order]
    causes = list(found.causes.known)
    names = [one.name for one in ready]
    kind: Any = pd.CategoricalDtype(names, ordered=True)
    columns = list(dict.fromkeys(name for one in ready for name in one.call.columns))
    missing = np.full(len(players), np.nan)
    moved = found.place[0] - found.place
    said = {
        name: pd.array([getattr(one, name) for one in causes], dtype="str").take(cause)
        for name in ("because", "criterion", "clause", "article")
    }
    table = Comparison(
        {
            "tournament": players["tournament"].array.take(who),
            "player": players["player"].to_numpy()[who],
            "name": players["name"].array.take(who),
            "variant": pd.Categorical.from_codes(variant, dtype=kind),
            "place": found.place.ravel()[order],
            "moved": moved.ravel()[order],
            "because": said["because"],
            "sharing": found.sharing.ravel()[order],
            **{name: said[name] for name in ("criterion", "clause", "article")},
            **{
                name: np.concatenate([values.get(name, missing) for values in found.columns])[order]
                for name in columns
            },
        }
    )
    table.attrs |= {
        "variants": names,
        "criteria": columns,
        "lists": {one.name: one.call.columns for one in ready},
    }
    return table
