"""Table: a DataFrame that shows half points as ½ in a notebook; its numbers stay numbers."""

from __future__ import annotations

from typing import Any

import pandas as pd

from chesstb import text


class Table(pd.DataFrame):
    """A DataFrame, shown in a notebook as on a wall chart: 9½ for 9.5, a dash for what is not there.

    What is computed from it (``head``, ``query``, a selection of columns) is one, too.

    Examples
    --------
    >>> shown = Table({"points": [9.5]})._repr_html_()
    >>> "<td>9½</td>" in shown
    True
    """

    @property
    def _constructor(self) -> Any:
        return Table

    def _repr_html_(self) -> str | None:
        """Return the table as HTML, long ones shortened as pandas does it."""
        if not pd.get_option("display.notebook_repr_html"):
            return None
        limit = pd.get_option("display.max_rows") or len(self)
        return self.to_html(
            float_format=text.number,
            na_rep="–",
            max_rows=limit,
            max_cols=pd.get_option("display.max_columns") or None,
            show_dimensions=len(self) > limit,
            notebook=True,
        )
