"""Pictures of standings and tie-breaks: a tidy table and Axes in, Axes out.

Every function takes ``ax=`` and draws there; without it, it makes a Figure of a fitting size. All are
readable in greyscale and for the colour-blind: what a colour says, a marker, a hatch, a number or the
lightness says as well. Half points are written as ½.

=============== =========================================================================
`bump`          places round by round, or under one rule version after another
`moves`         who moves between two rule versions or lists of criteria, and why
`crosstable`    the wall chart, coloured by result or by what each round adds to a tie-break
`contributions` what a tie-break is made of, player by player, and what was cut
`agreement`     how well each pair of tie-breaks agrees
`ties`          how many ties each criterion of a list leaves
`ranges`        values that are known only as ranges
`by_round`      the table that `bump` draws: standings after every round
=============== =========================================================================
"""

from __future__ import annotations

from chesstb.plot.bumps import bump, by_round
from chesstb.plot.changes import moves
from chesstb.plot.charts import crosstable
from chesstb.plot.intervals import ranges
from chesstb.plot.parts import agreement, contributions, ties

__all__ = ["agreement", "bump", "by_round", "contributions", "crosstable", "moves", "ranges", "ties"]
