"""Commands that rank: standings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from chesstb.cli.base import (
    files_argument,
    format_option,
    output_option,
    read,
    rules_option,
    strict_option,
    tell,
    title_of,
    write,
)

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

    from chesstb.tables import History


@click.command()
@files_argument
@click.option(
    "--by", metavar="LIST", help='Criteria, such as "PTS BH/C1 BH SB". Default: the event\'s own list.'
)
@rules_option
@click.option("--after", type=int, metavar="ROUND", help="Judge as if the event had ended with this round.")
@click.option("--first", type=click.IntRange(min=1), metavar="N", help="Show only the first N of each event.")
@format_option
@output_option
@strict_option
def standings(
    files: tuple[Path, ...],
    by: str | None,
    rules: tuple[str, ...],
    after: int | None,
    first: int | None,
    form: str | None,
    output: Path | None,
    strict: bool,
) -> None:
    """Rank the players of tournament files by a list of criteria.

    \b
    chesstb standings open.trf --by "PTS BH/C1 BH SB" --rules fide-2026
    """
    import chesstb as tb

    history = read(files, strict=strict)
    tables = {}
    for version in rules or ("in force",):
        table = tb.standings(history, by=by, rules=version, after=after)
        for note in table.attrs["notes"]:
            tell(note)
        if first is not None:
            table = table.groupby("tournament", observed=True).head(first).reset_index(drop=True)
        tables[version] = table
    write(tables, form, output, lambda: _standings_text(history, tables))


def _standings_text(history: History, tables: dict[str, pd.DataFrame]) -> str:
    from chesstb import rules, text

    blocks = []
    for key in history.events:
        for version, table in tables.items():
            mine = table[table["tournament"] == key].drop(columns="tournament")
            mine = mine.loc[:, mine.notna().any() | mine.columns.isin(["place", "player"])]
            title = title_of(history, key)
            if version != "in force":
                page = rules.rules(version)
                title += f", {page.name}"
            blocks += [text.heading(title) + "\n" + text.table(mine.rename(columns={"player": "no"}))]
    return text.paragraphs(blocks)
