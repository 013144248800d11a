"""Table: a DataFrame that shows half points as ½ in a notebook; its numbers stay numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from chesstb import text


class Table(pd.DataFrame):
    """A DataFrame, shown in a notebook as on a wall chart: 9½ for 9.5, a dash for what is not there.

    What is computed from it (``head``, ``query``, a selection of columns) is one, too.

    Examples
    --------
    >>> shown = Table({"points": [9.5], "opponent": pd.array([None], dtype="Int32")})._repr_html_()
    >>> "<td>9½</td>" in shown, "<td>–</td>" in shown
    (True, True)
    """

    @property
    def _constructor(self) -> Any:
        return Table

    def _repr_html_(self) -> str | None:
        """Return the table as HTML, long ones shortened as pandas does it."""
        if not pd.get_option("display.notebook_repr_html"):
            return None
        limit = pd.get_option("display.max_rows") or len(self)
        return _with_nan(self).to_html(
            float_format=text.number,
            na_rep="–",
            max_rows=limit,
            max_cols=pd.get_option("display.max_columns") or None,
            show_dimensions=len(self) > limit,
            notebook=True,
        )


def _with_nan(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table without ``pd.NA``, which pandas shows as <NA> whatever sign is asked for."""
    shown = pd.DataFrame(table)
    for at, kind in enumerate(table.dtypes):
        column = table.iloc[:, at]
        if getattr(kind, "na_value", None) is pd.NA and column.isna().any():
            shown.isetitem(at, column.astype(object).where(column.notna(), np.nan).array)
    return shown
