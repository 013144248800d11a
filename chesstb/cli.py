"""The command line: the same words as in Python.

pandas is imported only once a command needs it, so that help is instant.
"""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TextIO, cast

import click

from chesstb.errors import ChesstbError, Note

if TYPE_CHECKING:
    import pandas as pd

    from chesstb.tables import History

FORMATS = ("text", "csv", "json", "parquet")

_files = click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
_rules = click.option(
    "--rules", multiple=True, metavar="VERSION",
    help="Rule version: a name, an alias, or the path of a page of your own. May be given several times. "
    "Default: the version in force when the event began.",
)  # fmt: skip
_format = click.option(
    "--format", "form", type=click.Choice(FORMATS), help="Default: by the name of the output, else text."
)
_out = click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="File to write instead of the screen."
)
_strict = click.option(
    "--strict", is_flag=True, help="Refuse files that contradict themselves instead of repairing them."
)


class _Group(click.Group):
    """Turns the package's errors into one message and exit status 2."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("always", Note)
                warnings.showwarning = _say
                return super().invoke(ctx)
        except (ChesstbError, OSError) as error:
            click.echo(f"chesstb: {error}", err=True)
            ctx.exit(2)


def _say(message: Warning | str, category: type[Warning], filename: str, lineno: int,
         file: TextIO | None = None, line: str | None = None) -> None:  # fmt: skip
    """Print a note beside the table, without the place in the code."""
    click.echo(f"note: {message}", err=True)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="chesstb")
def main() -> None:
    """Chess tie-breaks: every rule version, side by side."""


@main.command()
@_files
@click.option(
    "--by", metavar="LIST", help='Criteria, such as "PTS BH/C1 BH SB". Default: the event\'s own list.'
)
@_rules
@click.option("--after", type=int, metavar="ROUND", help="Judge as if the event had ended with this round.")
@click.option("--first", type=click.IntRange(min=1), metavar="N", help="Show only the first N of each event.")
@_format
@_out
@_strict
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

    history = _read(files, strict=strict)
    tables = {}
    for version in rules or ("in force",):
        table = tb.standings(history, by=by, rules=version, after=after)
        if first is not None:
            table = table.groupby("tournament", observed=True).head(first).reset_index(drop=True)
        tables[version] = table
    _write(tables, form, output, lambda: _standings_text(history, tables))


def _standings_text(history: History, tables: dict[str, pd.DataFrame]) -> str:
    from chesstb import rules, text

    blocks = []
    events = history.tournaments.set_index("tournament")
    for key in history.events:
        for version, table in tables.items():
            mine = table[table["tournament"] == key].drop(columns="tournament")
            mine = mine.loc[:, mine.notna().any() | mine.columns.isin(["place", "player"])]
            name = events.loc[key, "name"]
            title = str(name) if isinstance(name, str) else key
            if version != "in force":
                page = rules.rules(version)
                title += f", {page.name}"
            blocks += [text.heading(title) + "\n" + text.table(mine.rename(columns={"player": "no"}))]
    return text.paragraphs(blocks)


@main.command()
@_files
@click.argument("target", type=click.Path(path_type=Path), metavar="OUT")
@click.option(
    "--version", type=click.Choice(["trf26", "trf16"]), default="trf26", help="Kind of TRF to write."
)
@_strict
def convert(files: tuple[Path, ...], target: Path, version: str, strict: bool) -> None:
    """Turn tournament files into TRF (OUT ends in .trf or .txt) or a folder of Parquet tables.

    \b
    chesstb convert open.trf open.parquet
    """
    import chesstb as tb

    history = _read(files, strict=strict)
    suffix = target.suffix.lower()
    if suffix not in (".trf", ".trfx", ".txt", ".parquet", ""):
        raise click.UsageError(f"{target}: expected a name ending in .trf, or a folder for Parquet tables")
    if suffix in (".trf", ".trfx", ".txt"):
        tb.write_trf(history, target, version=cast("Literal['trf26', 'trf16']", version))
    else:
        history.save(target)
    click.echo(f"{target}: {history!r}", err=True)


@main.command()
@click.argument("a", required=False)
@click.argument("b", required=False)
@_format
@_out
def rules(a: str | None, b: str | None, form: str | None, output: Path | None) -> None:
    """List the rule versions; show the page of one (A); or what differs between two (A B).

    \b
    chesstb rules
    chesstb rules fide-2026
    chesstb rules fide-2024 fide-2026
    """
    import chesstb as tb
    from chesstb import rules as rulebook
    from chesstb import text

    if a and b:
        table = tb.rule_changes(a, b)
        first, second = rulebook.rules(a).name, rulebook.rules(b).name
        shown = table.rename(
            columns={"a": first, "b": second, "article_a": "article", "article_b": "article "}
        )
        _write({"": table}, form, output, lambda: text.table(shown, wide=60))
    elif a:
        _emit(rulebook.page_text(a), output)
    else:
        table = tb.rule_versions()
        shown = table[["name", "effective", "title", "aliases"]]
        _write({"": table}, form, output, lambda: text.table(shown, wide=58))


@main.command()
@_format
@_out
def tiebreaks(form: str | None, output: Path | None) -> None:
    """List the tie-breaks: code, modifiers, versions that define them, definition."""
    import chesstb as tb
    from chesstb import text

    table = tb.tiebreaks()
    _write(
        {"": table},
        form,
        output,
        lambda: text.table(table[["code", "modifiers", "title", "definition"]], wide=70),
    )


# ---------------------------------------------------------------- reading and writing


def _read(files: tuple[Path, ...], *, strict: bool) -> History:
    import chesstb as tb

    history = tb.read(list(files), errors="raise" if strict else "repair")
    count = len(history.repairs)
    if count:
        click.echo(f"note: {count} thing{'s' * (count > 1)} repaired or filled in on reading; "
                   "tb.read(...).repairs lists them, --strict refuses them.", err=True)  # fmt: skip
    return history


def _write(tables: dict[str, pd.DataFrame], form: str | None, output: Path | None, as_text: Any) -> None:
    """Write tables in a format; those of several rule versions one below the other."""
    import pandas as pd

    if form is None:
        suffix = output.suffix.lower().lstrip(".") if output else "txt"
        form = "text" if suffix in ("txt", "text", "") else suffix
        if form not in FORMATS:
            raise click.UsageError(
                f"{output}: no format is called {suffix}; say --format {'|'.join(FORMATS)}"
            )
    if form == "text":
        _emit(as_text(), output)
        return
    if len(tables) == 1:
        (table,) = tables.values()
    else:
        table = pd.concat([t.assign(rules=version) for version, t in tables.items()], ignore_index=True)
        table = table[["rules", *table.columns.drop("rules")]]
    table.attrs = {}
    if form == "parquet":
        if output is None:
            raise click.UsageError("parquet needs a file: -o NAME.parquet")
        table.to_parquet(output, index=False)
    elif form == "csv":
        _emit(table.to_csv(index=False).rstrip("\n"), output)
    else:
        _emit(table.to_json(orient="records", force_ascii=False, date_format="iso"), output)


def _emit(words: str, output: Path | None) -> None:
    if output is None:
        try:
            click.echo(words)
        except BrokenPipeError:  # the reader of a pipe has seen enough
            sys.exit(0)
    else:
        output.write_text(words + "\n", encoding="utf-8")
