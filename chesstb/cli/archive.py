"""Commands for whole archives: ingest, reprocess."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from chesstb.cli.base import files_argument, versions_option

if TYPE_CHECKING:
    import pandas as pd

workers_option = click.option(
    "--workers", type=click.IntRange(min=1), metavar="N", help="Processes. Default: one for each processor."
)
quiet_option = click.option("--quiet", is_flag=True, help="Do not say how far it has come.")

SHOWN = 5
"""So many failures are shown; the tables have all."""


@click.command()
@files_argument
@click.argument("archive", type=click.Path(path_type=Path), metavar="ARCHIVE")
@workers_option
@quiet_option
def ingest(files: tuple[Path, ...], archive: Path, workers: int | None, quiet: bool) -> None:
    """Read tournament files, folders or patterns into an archive: a folder of Parquet datasets.

    Called again, it goes on where it stopped; no file and no event comes in twice.

    \b
    chesstb ingest 2025/ "2026/**/*.trf" archive/
    """
    import chesstb as tb

    done = tb.ingest(list(files), archive, workers, progress=not quiet)
    before = f", {done.before} known from before" if done.before else ""
    added = f"{_count(done.events, 'event')} added from {_count(done.files, 'file')}"
    click.echo(f"{archive}: {added}{before}; {done.archive!r}")
    if len(done.duplicates):
        click.echo(f"note: {len(done.duplicates)} left out that are there already.", err=True)
    _say_failures(done.failures, "file")


@click.command()
@click.argument("source", type=click.Path(path_type=Path), metavar="IN")
@click.argument("out", type=click.Path(path_type=Path), metavar="OUT")
@click.option("--by", metavar="LIST", help="Criteria. Default: each event's own list.")
@versions_option("the version in force when each event began. The first is the baseline.")
@click.option("--compare", is_flag=True, help="Say who stands elsewhere than in the baseline, and why.")
@click.option(
    "--engine", default="processes", show_default=True, help="What does the work: processes, dask or spark."
)
@click.option("--scheduler", metavar="ADDRESS", help="Scheduler of a cluster. Default: on this machine.")
@click.option(
    "--fast/--no-fast",
    default=None,
    help="Loops compiled by Numba, or NumPy. Default: by the archive's size.",
)
@workers_option
@quiet_option
def reprocess(
    source: Path,
    out: Path,
    by: str | None,
    rules: tuple[str, ...],
    compare: bool,
    engine: str,
    scheduler: str | None,
    fast: bool | None,
    workers: int | None,
    quiet: bool,
) -> None:
    """Rank every event of an archive under every rule version, into Parquet datasets.

    Called again after it was stopped, it goes on where it stopped. OUT gets the folders standings,
    summary, failures and, with --compare, changes.

    \b
    chesstb reprocess archive/ out/ --by "PTS BH/C1 BH SB" --rules fide-2009 --rules fide-2026
    """
    import chesstb as tb

    done = tb.reprocess(
        source, out, by, list(rules) or "in force", compare=compare,
        engine=engine, workers=workers, scheduler=scheduler, fast=fast, progress=not quiet,
    )  # fmt: skip
    before = f" ({done.before} of them from before)" if done.before else ""
    size = f"{_count(done.events, 'event')}, {_count(done.player_rounds, 'player-round')}"
    click.echo(f"{out}: {size}, {_count(done.parts, 'part')}{before}")
    _say_failures(done.failures, "tournament")


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' * (number != 1)}"


def _say_failures(failures: pd.DataFrame, what: str) -> None:
    """Say how many failed, and why the first of them did."""
    count = len(failures)
    if not count:
        return
    click.echo(f"note: {_count(count, 'failure')}:", err=True)
    for name, why in failures[[what, "why"]].head(SHOWN).to_numpy(dtype=object):
        click.echo(f"  {name}: {why}", err=True)
    if count > SHOWN:
        click.echo(f"  … and {count - SHOWN} more.", err=True)
