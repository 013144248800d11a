"""Commands that turn files into other files: convert, report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from chesstb.cli.base import files_argument, read, rules_option, strict_option

if TYPE_CHECKING:
    from typing import Literal


@click.command()
@files_argument
@click.argument("target", type=click.Path(path_type=Path), metavar="OUT")
@click.option(
    "--version", type=click.Choice(["trf26", "trf16"]), default="trf26", help="Kind of TRF to write."
)
@strict_option
def convert(files: tuple[Path, ...], target: Path, version: str, strict: bool) -> None:
    """Turn tournament files into TRF (OUT ends in .trf or .txt) or a folder of Parquet tables.

    \b
    chesstb convert open.trf open.parquet
    """
    import chesstb as tb

    history = read(files, strict=strict)
    suffix = target.suffix.lower()
    if suffix not in (".trf", ".trfx", ".txt", ".parquet", ""):
        raise click.UsageError(f"{target}: expected a name ending in .trf, or a folder for Parquet tables")
    if suffix in (".trf", ".trfx", ".txt"):
        tb.write_trf(history, target, version=cast("Literal['trf26', 'trf16']", version))
    else:
        history.save(target)
    click.echo(f"{target}: {history!r}", err=True)


@click.command()
@files_argument
@click.option("--by", metavar="LIST", help="Criteria. Default: the event's own list.")
@rules_option
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="The page to write: report.html."
)
@strict_option
def report(
    files: tuple[Path, ...], by: str | None, rules: tuple[str, ...], output: Path, strict: bool
) -> None:
    """Write one HTML page: standings, wall chart, every tie explained, rule versions compared.

    \b
    chesstb report open.trf -o report.html
    """
    import chesstb as tb

    history = read(files, strict=strict)
    tb.write_report(history, output, by=by, rules=list(rules) or None)
    click.echo(f"{output}: {history!r}", err=True)
