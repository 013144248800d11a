"""Which tie-breaks suit which kind of event."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from chesstb.errors import DataError, message, nearest
from chesstb.frame import Table


@cache
def advice() -> dict[str, dict[str, Any]]:
    """Return for each kind of event what is usual (``use``), what says nothing (``never``), and why."""
    return tomllib.loads(Path(__file__).with_name("advice.toml").read_text(encoding="utf-8"))


def recommended(kind: str = "round-robin") -> Table:
    """Return the tie-breaks that are usual in a kind of event, and those that say nothing there.

    Parameters
    ----------
    kind : {"swiss", "round-robin", "double-round-robin", "match"}
        Kind of event, as in the column ``system`` of the tournaments.

    Returns
    -------
    Table
        ``criterion``, ``order`` (1 for the first; null where it is not to be used), ``use``
        (bool), ``why, source``.

    Raises
    ------
    DataError
        There is no such kind.

    Examples
    --------
    >>> table = recommended("round-robin")
    >>> table.loc[table["use"], "criterion"].tolist(), table.loc[~table["use"], "criterion"].tolist()
    (['SB', 'DE', 'KS'], ['BH', 'FB', 'AOB'])
    """
    if kind not in advice():
        raise DataError(message("", f"no kind of event {kind!r}", remedy=nearest(str(kind), advice())))
    said = advice()[kind]
    criteria = [*said["use"], *said["never"]]
    usual = len(said["use"])
    order = [*range(1, usual + 1), *[None] * len(said["never"])]
    table = Table({"criterion": criteria, "order": order, "use": [i < usual for i in range(len(criteria))],
                   "why": said["why"], "source": said["source"]})  # fmt: skip
    return Table(table.astype({"order": "Int8", "criterion": "str", "why": "str", "source": "str"}))
