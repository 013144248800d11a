"""What the commands share: arguments, errors as one message, reading and writing."""

from __future__ import annotations

import re
import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

import click

from chesstb.errors import ChesstbError, Note

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd

    from chesstb.tables import History

_Command = TypeVar("_Command", bound="Callable[..., Any] | click.Command")

FORMATS = ("text", "csv", "json", "parquet")

files_argument = click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE..."
)


def versions_option(default: str) -> Callable[[_Command], _Command]:
    """Return the option that names rule versions."""
    named = "Rule version: a name, an alias, or the path of a page of your own. May be given several times."
    return click.option("--rules", multiple=True, metavar="VERSION", help=f"{named} Default: {default}")


rules_option = versions_option("the version in force when the event began.")
format_option = click.option(
    "--format", "form", type=click.Choice(FORMATS), help="Default: by the name of the output, else text."
)
output_option = click.option(
    "-o", "--output", type=click.Path(path_type=Path), help="File to write instead of the screen."
)
event_option = click.option("--event", metavar="KEY", help="Which event, where the file holds several.")
strict_option = click.option(
    "--strict", is_flag=True, help="Refuse files that contradict themselves instead of repairing them."
)


class Group(click.Group):
    """Turns the package's errors into one message and exit status 2."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; notes go beside its output."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("always", Note)
                warnings.showwarning = say
                return super().invoke(ctx)
        except (ChesstbError, OSError) as error:
            click.echo(f"chesstb: {error}", err=True)
            ctx.exit(2)


def say(message: Warning | str, category: type[Warning], filename: str, lineno: int,
         file: TextIO | None = None, line: str | None = None) -> None:  # fmt: skip
    """Print a note beside the table, without the place in the code."""
    tell(str(message))


def tell(note: str) -> None:
    """Print a note, once; options are named as the command line has them."""
    words = re.sub(r"Choose with (\w+)=\.", r"Choose with --\1.", note)
    told = click.get_current_context().meta.setdefault("chesstb.told", set())
    if words not in told:
        told.add(words)
        click.echo(f"note: {words}", err=True)


# ---------------------------------------------------------------- reading and writing


def read(files: tuple[Path, ...], *, strict: bool) -> History:
    """Read the files of a command, and say how much was repaired."""
    import chesstb as tb

    history = tb.read(list(files), errors="strict" if strict else "repair")
    count = len(history.repairs)
    if count:
        click.echo(f"note: {count} thing{'s' * (count > 1)} repaired or filled in on reading; "
                   "tb.read(...).repairs lists them, --strict refuses them.", err=True)  # fmt: skip
    return history


def one_event(history: History, key: str | None) -> History:
    """Return the event of a key, or the only one."""
    import chesstb as tb
    from chesstb.errors import message, nearest

    if key is None:
        if len(history) > 1:
            some = ", ".join(history.events[:10]) + ", ..." * (len(history) > 10)
            expected = "one, chosen with --event KEY"
            raise tb.DataError(message("", f"{len(history)} events", expected, f"There are: {some}"))
        return history
    if key not in history.events:
        raise tb.DataError(message("", f"no event {key!r}", remedy=nearest(key, history.events)))
    return history[key]


def title_of(history: History, key: str) -> str:
    """Return what an event is called."""
    name = history.tournaments.set_index("tournament").loc[key, "name"]
    return name if isinstance(name, str) else key


def write(tables: dict[str, pd.DataFrame], form: str | None, output: Path | None, as_text: Any) -> None:
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
        emit(as_text(), output)
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
        emit(table.to_csv(index=False).rstrip("\n"), output)
    else:
        emit(table.to_json(orient="records", force_ascii=False, date_format="iso"), output)


def emit(words: str, output: Path | None) -> None:
    """Write to a file, or to the screen."""
    if output is None:
        try:
            click.echo(words)
        except BrokenPipeError:  # the reader of a pipe has seen enough
            sys.exit(0)
    else:
        output.write_text(words + "\n", encoding="utf-8")
