"""The command line: the same words as in Python.

pandas is imported only once a command needs it, so that help is instant. Importing it makes so many objects
that looking for unused ones among them, meanwhile and at the end, takes a third of a short command's time.
"""

from __future__ import annotations

import atexit
import gc

import click

from chesstb.cli import arbiter, archive, files, judging, listing, ranking
from chesstb.cli.base import Group

__all__ = ["main", "start"]


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="chesstb")
def main() -> None:
    """Chess tie-breaks: every rule version, side by side."""


for _command in (
    ranking.standings,
    judging.compare,
    judging.explain,
    judging.verify,
    judging.identify,
    files.convert,
    files.report,
    archive.ingest,
    archive.reprocess,
    listing.rules,
    listing.tiebreaks,
    arbiter.berger,
    arbiter.varma,
    arbiter.schedule,
    arbiter.rated,
):
    main.add_command(_command)


def start() -> None:
    """Run a command in a process of its own."""
    gc.set_threshold(200_000, 20, 20)
    atexit.register(gc.freeze)
    main()
