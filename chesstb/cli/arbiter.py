"""Commands of the arbiter's book: berger, varma, schedule, rated."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from chesstb.cli.base import (
    files_argument,
    format_option,
    output_option,
    read,
    strict_option,
    title_of,
    write,
)

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

    from chesstb.tables import History


@click.command()
@click.argument("n", type=int)
@click.option("--cycles", type=int, default=1, show_default=True, help="How often everybody meets everybody.")
@click.option("--plain", is_flag=True, help="Leave the last two rounds of the first cycle in their places.")
@format_option
@output_option
def berger(n: int, cycles: int, plain: bool, form: str | None, output: Path | None) -> None:
    """Print the Berger table of a round robin of N players, White first.

    \b
    chesstb berger 10
    chesstb berger 8 --cycles 2
    """
    import chesstb as tb

    table = tb.roundrobin.berger(n, cycles, swap_last_rounds=not plain)
    write({"": table}, form, output, lambda: _berger_text(table, n))


def _berger_text(table: pd.DataFrame, n: int) -> str:
    from chesstb import text

    wide, rounds = len(str(n)), table["round"].max()
    lines: list[str] = []
    for number, games in table.groupby("round"):
        pairs = [f"{white:>{wide}}-{black:<{wide}}" for white, black in games[["white", "black"]].to_numpy()]
        free = set(range(1, n + 1)) - set(games["white"]) - set(games["black"])
        pairs += [f"free {player}" for player in sorted(free)]
        head = f"round {number:>{len(str(rounds))}}  "
        fit = (text.WIDTH - len(head) - len("free")) // (2 * wide + 3)
        lines += [
            (" " * len(head) if at else head) + "  ".join(pairs[at : at + fit]).rstrip()
            for at in range(0, len(pairs), fit)
        ]
    return "\n".join(lines)


@click.command()
@click.argument("n", type=int)
@format_option
@output_option
def varma(n: int, form: str | None, output: Path | None) -> None:
    """Print the letters of the restricted draw of starting numbers for N players, 9 to 24.

    \b
    chesstb varma 12
    """
    import chesstb as tb

    table = tb.roundrobin.varma(n)
    write({"": table}, form, output, lambda: _varma_text(table, n))


def _varma_text(table: pd.DataFrame, n: int) -> str:
    import chesstb as tb

    letters = table.groupby("letter")["number"].agg(list)
    lines = [f"{letter}  {' '.join(map(str, numbers))}" for letter, numbers in letters.items()]
    lines += [
        f"Of {letter}, {white} and {black} meet in round {number} all the same: it is printed so."
        for letter, number, white, black in tb.roundrobin.varma_meetings(n).to_numpy()
    ]
    return "\n".join(lines)


@click.command()
@files_argument
@format_option
@output_option
@strict_option
def schedule(files: tuple[Path, ...], form: str | None, output: Path | None, strict: bool) -> None:
    """Compare the pairings of round robins with the Berger table, up to renumbering.

    \b
    chesstb schedule candidates.trf
    """
    import chesstb as tb

    history = read(files, strict=strict)
    table = tb.roundrobin.check_schedule(history)
    write({"": table.copy()}, form, output, lambda: _schedule_text(history, table))


def _schedule_text(history: History, table: pd.DataFrame) -> str:
    from chesstb import text

    blocks = []
    for row in table.attrs["summary"].to_dict("records"):
        key = row["tournament"]
        said = f"{row['fitting']} of {row['games']} games stand in their round of the Berger table"
        said += ", under other numbers" * row["renumbered"] + ", with colours exchanged" * row["exchanged"]
        blocks.append(f"{text.heading(title_of(history, key))}\n{fill(f'{said}.', text.WIDTH)}")
        mine = table[table["tournament"] == key].drop(columns="tournament")
        if len(mine):
            blocks.append(text.table(mine.fillna({"expected": ""})))
    return text.paragraphs(blocks)


@click.command()
@files_argument
@click.option("--rules", metavar="EDITION", help="Edition of the rating rules. Default: the one in force.")
@format_option
@output_option
@strict_option
def rated(
    files: tuple[Path, ...], rules: str | None, form: str | None, output: Path | None, strict: bool
) -> None:
    """Say of every game whether it counts for rating, with the article and the reason.

    \b
    chesstb rated open.trf --rules b02-2010
    """
    import chesstb as tb

    history = read(files, strict=strict)
    options: dict[str, Any] = {"rules": rules} if rules else {}
    table = tb.ratings.rated_games(history, **options)
    write({"": table.copy()}, form, output, lambda: _rated_text(history, table))


def _rated_text(history: History, table: pd.DataFrame) -> str:
    from chesstb import text

    blocks = []
    for key in history.events:
        mine = table[table["tournament"] == key]
        edition = ", ".join(mine["rules"].dropna().unique())
        counts = mine.groupby("rated", dropna=False).size()
        said = f"{counts.get(True, 0)} of {len(mine)} rows count, one row a player and game"
        unknown = int(mine["rated"].isna().sum())
        said += f"; of {unknown} it is not known" * bool(unknown)
        blocks.append(f"{text.heading(title_of(history, key) + (', ' + edition) * bool(edition))}\n{said}.")
        rest = mine[~mine["rated"].fillna(value=False).astype("bool")]
        if len(rest):
            shown = rest[["round", "player", "opponent", "outcome", "article", "reason"]]
            blocks.append(text.table(shown.rename(columns={"player": "no"}), wide=200))
    return text.paragraphs(blocks)
