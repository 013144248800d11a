"""Report: one page of HTML that holds everything, and needs nothing from outside."""

from __future__ import annotations

import warnings
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

from chesstb.errors import DataError, Note, RuleError, message
from chesstb.markup import escaped, tag
from chesstb.plot import style
from chesstb.report.judged import judge
from chesstb.report.sections import section
from chesstb.rules import IN_FORCE, RuleVersion
from chesstb.selection import say, settle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chesstb.selection import By, Rules
    from chesstb.tables import History

__all__ = ["write_report"]


def write_report(
    history: History,
    path: str | Path,
    *,
    by: By = None,
    rules: Rules | Sequence[Rules] | None = None,
    first: int = 10,
    title: str | None = None,
) -> Path:
    """Write one page of HTML on every event: standings, ties explained, rule versions, wall chart.

    The page needs nothing from outside and no script: it can be mailed, printed, and read offline. Ties
    open on a click: which criterion separated whom, and what each value is made of, round by round.

    Parameters
    ----------
    history : History
        One event or several; each is a section, listed at the top.
    path : str or pathlib.Path
        Where to write; a file that is there is replaced, once the page is complete.
    by : str or list of str, optional
        The criteria; see `chesstb.standings`.
    rules : rule version or list of them, optional
        The events are judged by the first (default: see `chesstb.standings`), and compared under the
        others; without others, under all versions of the FIDE line that admit the criteria.
    first : int
        So many places are in colour in the pictures, and so far down every value is explained in words.
    title : str, optional
        The heading of the page. Default: the name of the event, or how many there are.

    Returns
    -------
    pathlib.Path
        Where the page is.

    Raises
    ------
    CriterionError, RuleError
        See `chesstb.standings`.
    DataError
        There is no event, or ``first`` is no number of places.

    Examples
    --------
    >>> import tempfile
    >>> import chesstb as tb
    >>> event = tb.read("data/small/round-robin-of-five.trf")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     page = tb.write_report(event, f"{folder}/report.html", by="PTS SB", rules="fide-2026")
    ...     print(page.read_text(encoding="utf-8")[:15])
    <!DOCTYPE html>
    """
    versions = _versions(rules)
    style.how_many(first)
    _said(history, by, versions[0])
    if not len(history):
        raise DataError(message("", "a History of 0 events: there is nothing to report"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Note)  # said above, and on the page
        events = [judge(event, n, by, versions, first) for n, event in enumerate(history, start=1)]
        sections = [section(judged, alone=len(events) == 1) for judged in events]
    names = [judged.title for judged in events]
    heading = title or (names[0] if len(events) == 1 else f"{len(events)} events")
    links = [tag("li", tag("a", escaped(judged.title), href=f"#{judged.id()}")) for judged in events]
    contents = tag("nav", tag("h2", "Events"), tag("ul", *links), **{"aria-label": "Events"})
    page = Template(_part("page.html")).substitute(
        title=escaped(heading),
        style=_part("page.css"),
        id=events[0].id() if len(events) == 1 else "top",
        lead=tag("p", "Standings, ties and what separated them, rule versions side by side."),
        contents=contents if len(events) > 1 else "",
        sections="\n".join(sections),
        foot="Written by chesstb. The page needs nothing from outside.",
    )
    return _written(Path(path), page)


def _versions(rules: Any) -> list[Rules]:
    """Return the versions that were asked for, the one to judge by first."""
    if rules is None:
        return [IN_FORCE]
    found: list[Rules] = [rules] if isinstance(rules, str | Path | RuleVersion) else list(rules)
    if not found:
        raise RuleError(message("", "an empty list of rule versions", "at least one"))
    return found


def _said(history: History, by: By, rules: Rules) -> None:
    """Say what is chosen because the call leaves it open."""
    say(settle(history, by, rules).notes)


def _part(name: str) -> str:
    """Return a file of the package's that pages are made from."""
    return (files("chesstb.report") / name).read_text(encoding="utf-8").rstrip("\n")


def _written(path: Path, page: str) -> Path:
    """Write the page aside and put it in its place, so that no half of one is ever there."""
    aside = path.with_name(f".{path.name}.part")
    try:
        aside.write_text(page, encoding="utf-8", newline="\n")
        aside.replace(path)
    except OSError as error:
        aside.unlink(missing_ok=True)
        found = f"the page cannot be written: {error.strerror}"
        raise DataError(
            message(str(path), found, remedy="Choose a folder that is there and can be written to.")
        ) from None
    return path
