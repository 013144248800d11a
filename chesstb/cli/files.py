"""Commands that turn files into other files: convert, report."""

from __future__ import annotations

from pathlib import Path

import click

from chesstb.cli.base import files_argument, read, rules_option, strict_option


@click.command()
@files_argument
@click.argument("target", type=click.Path(path_type=Path), metavar="OUT")
@click.option(
    "--to", metavar="FORMAT",
    help="trf26, trf16, tables, long, crosstable, chess-results or us-chess-crosstable."
    " Default: by the ending of OUT.",
)  # fmt: skip
@strict_option
def convert(files: tuple[Path, ...], target: Path, to: str | None, strict: bool) -> None:
    """Turn tournament files of any known format into another.

    The ending of OUT decides: .trf TRF26, .csv a row per player and round, .md a crosstable, .xlsx and
    .html a crosstable as chess-results.com has it, none or .parquet a folder of Parquet tables.

    \b
    chesstb convert open.TUNX open.trf
    chesstb convert open.trf open.csv --to crosstable
    """
    import chesstb as tb

    history = read(files, strict=strict)
    tb.write(history, target, to)
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
