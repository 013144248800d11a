"""Commands that say why, and what if: compare, explain, verify, identify."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

import click

from chesstb.cli.base import (
    emit,
    event_option,
    files_argument,
    format_option,
    one_event,
    output_option,
    read,
    rules_option,
    strict_option,
    title_of,
    versions_option,
    write,
)

if TYPE_CHECKING:
    import pandas as pd

    from chesstb.explanation import Explanation
    from chesstb.tables import History


NAMES: Final = 60
"""Columns that names of variants may take above the places."""


@click.command()
@files_argument
@click.option(
    "--by", multiple=True, metavar="LIST",
    help="Criteria. Given several times, the lists are compared. Default: the event's own list.",
)  # fmt: skip
@versions_option(
    "of one list, every version of the FIDE line that admits it; of several, the version in force "
    "when the event began."
)
@click.option("--after", type=int, metavar="ROUND", help="Judge as if the event had ended with this round.")
@click.option("--summary", is_flag=True, help="Only what each variant makes of each event.")
@format_option
@output_option
@strict_option
def compare(
    files: tuple[Path, ...], by: tuple[str, ...], rules: tuple[str, ...], after: int | None,
    summary: bool, form: str | None, output: Path | None, strict: bool,
) -> None:  # fmt: skip
    """Compare rule versions, or lists of criteria: who moves, how far, and which clause makes it.

    \b
    chesstb compare open.trf --by "PTS BH/C1 BH" --rules fide-2009 --rules fide-2026
    chesstb compare open.trf --by "PTS BH SB" --by "PTS SB BH" --rules fide-2026
    """
    import chesstb as tb

    if len(rules) == 1 and len(by) < 2:
        expected = "at least two rule versions (--rules A --rules B), or two lists (--by LIST --by LIST)"
        raise click.UsageError(f"one variant, nothing to compare it with; expected {expected}")
    history = read(files, strict=strict)
    lists: Any = (by[0] if len(by) == 1 else list(by)) if by else None
    table = tb.compare(history, lists, _versions(rules, several_lists=len(by) > 1), after)
    shown = table.summary() if summary else table
    write({"": shown}, form, output, lambda: _comparison_text(history, table, summary=summary))


def _versions(rules: tuple[str, ...], *, several_lists: bool) -> Any:
    return (rules[0] if len(rules) == 1 and several_lists else list(rules)) if rules else None


def _comparison_text(history: History, table: Any, *, summary: bool) -> str:
    from chesstb import text

    whole = table.summary().drop(columns=["players", "winner_changed", "podium_changed"])
    blocks = []
    for key in history.events:
        mine = whole[whole["tournament"] == key].drop(columns="tournament")
        blocks.append(text.heading(title_of(history, key)) + "\n" + text.table(mine))
        if not summary:
            blocks.append(_moves_text(table[table["tournament"] == key]))
    return text.paragraphs(blocks)


def _moves_text(table: pd.DataFrame) -> str:
    """Return who moves: the place under each variant, and what caused the first difference."""
    import pandas as pd

    from chesstb import text

    moved = table.loc[table["moved"] != 0, "player"].unique()
    if not len(moved):
        return "Nobody has another place."
    mine = table[table["player"].isin(moved)]
    places = mine.pivot_table(index="player", columns="variant", values="place", observed=True)
    places = places.astype("int64").sort_values(list(places.columns), kind="stable")
    first = mine[mine["because"] != ""].groupby("player")["because"].first()
    name = mine.groupby("player")["name"].first()
    names = [str(name) for name in places.columns]
    places.columns = pd.Index(text.letters(names, NAMES))
    legend = [
        f"{letter}: {name}" for letter, name in zip(places.columns, names, strict=True) if letter != name
    ]
    shown = places.reset_index().rename(columns={"player": "no"})
    shown.insert(1, "name", shown["no"].map(name))
    shown["because"] = shown["no"].map(first)
    lines = wrap(", ".join(legend), text.WIDTH)
    return "\n".join([*lines, text.table(shown, wide=60, whole=["because"])])


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("player")
@click.argument("tiebreak", required=False)
@click.option("--against", multiple=True, metavar="PLAYER", help="What separates the player from this one.")
@click.option("--by", metavar="LIST", help="With --against: the criteria, in order of importance.")
@rules_option
@click.option("--after", type=int, metavar="ROUND", help="Judge as if the event had ended with this round.")
@event_option
@format_option
@output_option
@strict_option
def explain(
    file: Path, player: str, tiebreak: str | None, against: tuple[str, ...], by: str | None,
    rules: tuple[str, ...], after: int | None, event: str | None, form: str | None,
    output: Path | None, strict: bool,
) -> None:  # fmt: skip
    """Explain a value round by round; or what separates two players; or what a version changes.

    PLAYER is a starting number, a name, or a part of it that fits nobody else.

    \b
    chesstb explain open.trf 4 BH/C1 --rules fide-2026
    chesstb explain open.trf 4 BH/C1 --rules fide-2009 --rules fide-2026
    chesstb explain open.trf 4 --against 9 --by "PTS BH/C1 BH"
    chesstb explain open.trf 4 BH/C1 -o why.html
    """
    import chesstb as tb

    if not tiebreak and not against:
        lacking = "neither a tie-break nor --against"
        raise click.UsageError(f"{lacking}; expected chesstb explain FILE PLAYER BH/C1, or --against PLAYER")
    if tiebreak and against:
        raise click.UsageError("both a tie-break and --against; expected one, the criteria go to --by")
    history = one_event(read((file,), strict=strict), event)
    versions: Any = (rules[0] if len(rules) == 1 else list(rules)) if rules else "in force"
    if against:
        found = tb.explain(history, rules=versions, players=[player, *against], by=by, after=after)
    else:
        found = tb.explain(history, player, tiebreak, versions, after=after)
    if output is not None and form is None and output.suffix.lower() in (".html", ".htm"):
        emit(_page(found), output)
        return
    write({"": found.table}, form, output, lambda: str(found))


def _page(found: Explanation) -> str:
    from html import escape

    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f"<title>{escape(found.title)}</title>\n{found.html()}\n</html>"
    )


@click.command()
@files_argument
@click.option("--by", metavar="LIST", help="Criteria that ranks are compared with. Default: the event's own.")
@click.option(
    "--rules", metavar="VERSION",
    help="Version for all columns. Default: what the column's name or the event says, else the one in force.",
)  # fmt: skip
@click.option(
    "--first", type=click.IntRange(min=0), metavar="N", help="Explain only the first N differences."
)
@format_option
@output_option
@strict_option
def verify(
    files: tuple[Path, ...], by: str | None, rules: str | None, first: int | None, form: str | None,
    output: Path | None, strict: bool,
) -> None:  # fmt: skip
    """Compare published tie-breaks with computed ones; exit status 1 if they differ.

    \b
    chesstb verify open.trf published.csv
    """
    import chesstb as tb

    history = read(files, strict=strict)
    table = tb.verify(history, rules or "in force", by)
    attrs = table.attrs
    write({"": table.copy()}, form, output, lambda: _verified_text(history, table, first))
    for left in attrs["unchecked"]:
        click.echo(f"note: {left['tournament']}: {left['column']}, {left['cells']} cells not checked: "
                   f"{left['why']}", err=True)  # fmt: skip
    checked, wrong = attrs["checked"], len(table)
    click.echo(f"{checked} cells checked, {wrong} differ{'s' * (wrong == 1)}.", err=True)
    click.get_current_context().exit(1 if wrong else 0)


def _verified_text(history: History, table: pd.DataFrame, first: int | None) -> str:
    from chesstb import text

    if table.empty:
        return "No difference."
    shown = table.drop(columns="tournament") if len(history.events) == 1 else table
    blocks = [text.table(shown.rename(columns={"player": "no"}), wide=26)]
    rows = table.head(first if first is not None else len(table)).to_dict("records")
    blocks += [_why(history[str(row["tournament"])], row) for row in rows]
    return text.paragraphs(block for block in blocks if block)


def _why(event: History, row: dict[Any, Any]) -> str:
    """Return the explanation of a cell that differs; of a rank, against whom the source has there."""
    import chesstb as tb
    from chesstb.published.claims import meaning

    criteria, rules, player, column = row["criterion"], row["rules"], int(row["player"]), row["column"]
    cells = event.published.loc[event.published["column"] == column]
    said = cells["criterion"].dropna()
    if not meaning(column, said.iloc[0] if len(said) else None).rank:
        return str(tb.explain(event, player, criteria, rules))
    there = cells.loc[cells["value"] == row["computed"], "player"].tolist()
    ranked = tb.standings(event, criteria, rules)["player"].tolist()
    here = min(max(int(row["published"]), 1), len(ranked))
    others = [other for other in (*there, ranked[here - 1], *ranked) if other != player]
    if not others:
        return ""
    return str(tb.explain(event, rules=rules, players=[player, int(others[0])], by=criteria))


@click.command()
@files_argument
@click.option("--rules", multiple=True, metavar="VERSION", help="Versions that are tried. Default: all.")
@click.option("--top", type=click.IntRange(min=1), default=3, show_default=True, metavar="N",
              help="Candidates shown for each column.")  # fmt: skip
@format_option
@output_option
@strict_option
def identify(
    files: tuple[Path, ...], rules: tuple[str, ...], top: int, form: str | None, output: Path | None,
    strict: bool,
) -> None:  # fmt: skip
    """Find which criterion and rule version reproduce each published column, and which list the ranks.

    \b
    chesstb identify open.trf published.csv
    """
    import chesstb as tb

    history = read(files, strict=strict)
    table = tb.identify(history, list(rules) or None, top)
    write({"": table}, form, output, lambda: _identified_text(history, table))


def _identified_text(history: History, table: pd.DataFrame) -> str:
    from chesstb import text

    blocks = []
    for key in history.events:
        mine = table[table["tournament"] == key].drop(columns="tournament")
        mine = mine.assign(column=mine["column"].mask(mine["column"].duplicated(), ""))
        mine["rules"] = [" ".join(dict.fromkeys(names.split())) for names in mine["rules"]]
        mine["also"] = [len(names.split()) for names in mine["also"].fillna("")]
        mine = mine.rename(columns={"also": "as under others"})
        if len(mine):
            shown = text.table(mine, wide=80, whole=["criterion"])
            blocks.append(text.heading(title_of(history, key)) + "\n" + shown)
    return text.paragraphs(blocks) or "No column is published."
