"""Commands that list what there is: rules, tiebreaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from chesstb.cli.base import emit, format_option, output_option, write

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@click.argument("a", required=False)
@click.argument("b", required=False)
@format_option
@output_option
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
        write({"": table}, form, output, lambda: text.table(shown, wide=200))
    elif a:
        emit(rulebook.page_text(a), output)
    else:
        table = tb.rule_versions()
        shown = table[["name", "effective", "title", "aliases"]]
        write({"": table}, form, output, lambda: text.table(shown, wide=200, whole=["name"]))


@click.command()
@format_option
@output_option
def tiebreaks(form: str | None, output: Path | None) -> None:
    """List the tie-breaks: code, modifiers, versions that define them, definition."""
    import chesstb as tb
    from chesstb import text

    table = tb.tiebreaks()
    write(
        {"": table},
        form,
        output,
        lambda: text.table(table[["code", "modifiers", "title", "definition"]], wide=200),
    )
