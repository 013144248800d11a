"""Pages of the same event read together: which belong together, in which order, and what is missing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb import schema
from chesstb.errors import FormatError, message
from chesstb.formats.cells import name_key
from chesstb.formats.chess_results import crosstable, pairings, people, printed
from chesstb.formats.chess_results.draft import Draft
from chesstb.formats.chess_results.page import sections

if TYPE_CHECKING:
    from collections.abc import Iterable

    from chesstb.formats.chess_results.page import Page, Section
    from chesstb.formats.notes import Notes
    from chesstb.tables import Errors, History

ORDER: Final = ("list", "unpaired", "crosstable", "pairings", "boards", "card", "team", "teams", "unknown")
"""Kinds of tables in the order in which they are read."""
GAMES: Final = frozenset({"crosstable", "pairings", "boards", "card"})
ADVICE: Final = (
    "Save the crosstable of the event (art=5, zeilen=99999), or put all its pages into one folder."
)
LANGUAGE: Final = "Ask for the page in English: lan=1 in its address."


def groups(pages: Iterable[Page]) -> list[list[Page]]:
    """Return the pages of each event: those with one number, and those of its name that name no number.

    Pages of which one contradicts the other in who has a starting number are not of one event.
    """
    found: list[list[Page]] = []
    known: dict[int, dict[int, str]] = {}
    for page in pages:
        known[id(page)] = _numbered(page)
        home = next((group for group in found if _belongs(page, group, known)), None)
        if home is None:
            found.append([page])
        else:
            home.append(page)
    return found


def _belongs(page: Page, group: list[Page], known: dict[int, dict[int, str]]) -> bool:
    """Say whether a page is of the event of a group; ``known`` are the numbered names of each page."""
    numbers = {other.number for other in group if other.number}
    if page.number and numbers:
        same = page.number in numbers
    else:
        same = bool(page.name) and any(page.name.casefold() == other.name.casefold() for other in group)
    return same and not any(_contradict(known[id(page)], known[id(other)]) for other in group)


def _contradict(first: dict[int, str], second: dict[int, str]) -> bool:
    """Say whether two pages give starting numbers to different players.

    A name that was corrected in between is no contradiction; one that has another number is, and so are
    many.
    """
    shared = first.keys() & second.keys()
    unlike = [number for number in shared if first[number] != second[number]]
    ours, theirs = set(first.values()), set(second.values())
    moved = any(first[number] in theirs or second[number] in ours for number in unlike)
    return moved or len(unlike) * 5 > len(shared)


def _numbered(page: Page) -> dict[int, str]:
    """Return the names that a page gives to starting numbers."""
    found: dict[int, str] = {}
    for section in sections(page):
        if section.kind in ("list", "crosstable", "unpaired") and people.has_numbers(section):
            for number, row in zip(people.numbers_in(section), section.rows, strict=True):
                found[number] = name_key(people.name_of(row, section.columns.first("name")))
    found.pop(0, None)
    return found


# ---------------------------------------------------------------- one event


def read_event(pages: list[Page], notes: Notes, errors: Errors) -> History:
    """Return the event of some pages.

    Raises
    ------
    FormatError
        The pages have no table of players that is known, or leave rounds open.
    """
    draft = Draft(_key(pages), notes)
    tables = [section for page in pages for section in sections(page) if section.rows]
    notes.rows += [said for page in pages for said in page.said]
    tables.sort(key=lambda section: (ORDER.index(section.kind), section.page.updated))
    games = sorted((t for t in tables if t.kind in GAMES), key=lambda section: section.page.updated)
    _refuse(pages, tables, notes)
    for section in tables:
        if section.kind == "unknown":
            notes.file, heads = section.page.file, " | ".join(filter(None, section.columns.headings))[:80]
            why = f"headings that are not known, above {len(section.rows)} rows"
            notes.say((section.rows[0].line, "1"), heads, "left out", why)
    for page in sorted(pages, key=lambda page: page.updated, reverse=True):
        printed.describe(draft, page)
    for section in tables:
        notes.file = section.page.file
        if section.kind in ("list", "unpaired") and people.has_numbers(section):
            people.list_players(draft, section)
    for section in sorted(games, key=_is_matrix):
        notes.file = section.page.file
        _read(draft, section)
    for section in tables:
        if section.kind == "team":
            pairings.read_team(draft, section)
    _publish(draft, tables)
    _say_cut(draft, tables)
    _look(draft, tables, pages)
    if not draft.players:
        found = f"no players on {_shown(pages)}"
        raise FormatError(message("", found, "a starting list, a crosstable or pairings", ADVICE))
    return with_totals(_with_points_before(draft.history(pages, errors), draft), notes.file)


def _key(pages: list[Page]) -> str:
    """Return the key of an event: the name of its first page with games, without the ending."""
    having = [page for page in pages if any(section.kind in GAMES for section in sections(page))]
    file = [*having, *pages][0].file
    return file.rpartition(".")[0] or file


def _shown(pages: list[Page]) -> str:
    files = [page.file for page in pages]
    return ", ".join(files[:3]) + (f" and {len(files) - 3} more" if len(files) > 3 else "")


def _is_matrix(section: Section) -> bool:
    return section.kind == "crosstable" and crosstable.is_matrix(section)


def _read(draft: Draft, section: Section) -> None:
    """Take the games of a table."""
    if section.kind == "crosstable":
        reader: Any = crosstable.read_matrix if _is_matrix(section) else crosstable.read_rounds
    else:
        reader = {
            "pairings": pairings.read_pairings,
            "boards": pairings.read_boards,
            "card": pairings.read_card,
        }[section.kind]
    reader(draft, section)


def _refuse(pages: list[Page], tables: list[Section], notes: Notes) -> None:
    """Refuse pages from which no event can be made, and say what they are."""
    kinds = {section.kind for section in tables}
    if kinds & (GAMES | {"list"}):
        return
    place = _shown(pages)
    if not tables:
        title = f" ({pages[0].title})" if pages[0].title else ""
        raise FormatError(message(place, f"a page without a table of players{title}", "", ADVICE))
    if "unpaired" in kinds:
        found = "only those who were not paired, without the games of the others"
        raise FormatError(message(place, found, "", ADVICE))
    if kinds <= {"teams", "team"}:
        found = "teams, but no games of players"
        raise FormatError(message(place, found, "the boards of all rounds (art=3)", ADVICE))
    heads = " | ".join(tables[0].columns.headings)[:80]
    notes.file = pages[0].file
    raise FormatError(message(place, f"a table whose headings are not known ({heads})", "", LANGUAGE))


# ---------------------------------------------------------------- published values


def _publish(draft: Draft, tables: list[Section]) -> None:
    """Take the published values of the newest table that has any, if it is of the last round."""
    columns = {id(s): len(s.columns.tiebreaks) + s.columns.has("points") for s in tables}
    having = [
        s for s in tables if s.kind in ("crosstable", "list") and (columns[id(s)] or s.columns.has("rank"))
    ]
    if not having:
        return
    newest = max(having, key=lambda s: (s.page.updated, printed.shown_round(s), columns[id(s)]))
    draft.notes.file, at = newest.page.file, (newest.rows[0].line, "1")
    shown = printed.shown_round(newest)
    last = max((round_ for _, round_ in draft.cells), default=0)
    if shown and last and shown != last:
        why = f"the games that were read end with round {last}"
        draft.notes.say(at, f"ranks and values after round {shown}", "left out", why)
        return
    if any(what.outcome == "X" for (_, round_), (what, _) in draft.cells.items() if round_ == last):
        why = "games of the last round have no result: ranks and values are probably those before it"
        draft.notes.say(at, f"round {last}", "kept as published", why)
    if people.has_numbers(newest):
        numbers = people.numbers_in(newest)
    else:
        numbers = [_number_of(draft, newest, position) for position in range(len(newest.rows))]
    if len(set(numbers) - {0}) == len([number for number in numbers if number]):
        printed.publish(draft, newest, numbers, newest.page.legend)


def _number_of(draft: Draft, section: Section, position: int) -> int:
    """Return the starting number of a row of a table that has been read, or names its players otherwise."""
    row, columns = section.rows[position], section.columns
    name, rating = people.name_of(row, columns.first("name")), people.rating_of(row, columns)
    number = draft.number_of(name, rating, (row.line, str(columns.first("name") + 1)))
    if not number and not draft.cells:
        number = position + 1
        draft.listed(number, people.said_of(row, columns))
    return number


# ---------------------------------------------------------------- what is missing


def with_totals(history: History, file: str) -> History:
    """Say whose printed points are not those of the results; not while the last round is under way."""
    results, printed_points = history.results, history.published[history.published["criterion"] == "PTS"]
    if not len(results) or not len(printed_points) or (results["outcome"] == "X").any():
        return history
    numbers = printed_points["player"].to_numpy()
    total = results.groupby("player")["points"].sum().reindex(numbers, fill_value=0.0).to_numpy()
    stored = printed_points["value"].to_numpy()
    off = np.abs(total - stored) > 1e-9
    if not off.any():
        return history
    said = {
        "file": file, "tournament": history.events[0], "player": numbers[off], "column": "points",
        "found": [f"{value:g}" for value in stored[off]], "taken": [f"{value:g}" for value in total[off]],
        "why": "the points on the page are not those of the results",
    }  # fmt: skip
    more = schema.finish(pd.DataFrame(said), "repairs", history.results["tournament"].dtype)
    before = [history.repairs] if len(history.repairs) else []
    return replace(history, repairs=pd.concat([*before, more], ignore_index=True))


def _with_points_before(history: History, draft: Draft) -> History:
    """Say whose points before a round, as its pairings print them, are not those of the rounds before."""
    results = history.results
    if not draft.before or not len(results):
        return history
    points_of = results["points"].mask(results["outcome"] == "X")
    sums = points_of.groupby(results["player"]).cumsum(skipna=False)
    total = dict(zip(zip(results["player"], results["round"], strict=True), sums, strict=True))
    said = []
    for (player, round_), (points, (file, line, column)) in draft.before.items():
        known = all((player, earlier) in draft.cells for earlier in range(1, round_))
        is_ = (float(total[player, round_ - 1]) if round_ > 1 else 0.0) if known else np.nan
        if abs(is_ - points) > 1e-9:
            why = f"the points printed before round {round_} are not those of the results"
            said.append({"file": file, "line": line, "column": str(column), "found": f"{points:g}",
                         "taken": f"{is_:g}", "why": why, "player": player, "round": round_ - 1,
                         "tournament": history.events[0]})  # fmt: skip
    if not said:
        return history
    more = schema.finish(pd.DataFrame(said), "repairs", results["tournament"].dtype)
    before = [history.repairs] if len(history.repairs) else []
    return replace(history, repairs=pd.concat([*before, more], ignore_index=True))


def _look(draft: Draft, tables: list[Section], pages: list[Page]) -> None:
    """Say what the pages leave open; refuse them where whole rounds are missing.

    Raises
    ------
    FormatError
        Rounds are missing, or the games of most players.
    """
    if not draft.cells:
        why = "the pages read have no games; save the crosstable (art=5) as well"
        draft.notes.say((1, "1"), _shown(pages), "an event without results", why)
        return
    rounds = {round_ for _, round_ in draft.cells}
    gaps = sorted(set(range(1, max(rounds) + 1)) - rounds)
    if gaps:
        shown = ", ".join(map(str, gaps[:10])) + (", …" if len(gaps) > 10 else "")
        found = f"no games of round{'s' * (len(gaps) > 1)} {shown}"
        raise FormatError(message(_shown(pages), found, f"all rounds up to {max(rounds)}", ADVICE))
    if {section.kind for section in tables} & GAMES == {"card"}:
        _cards_only(draft, pages)
    missing = {what.outcome for what, _ in draft.cells.values()} == {"X"}
    if missing:
        draft.notes.say((1, "1"), _shown(pages), "pairings without results", "no game has a result yet")


def _say_cut(draft: Draft, tables: list[Section]) -> None:
    """Say of lists that show as many players as a page does at most that there may be more."""
    for section in tables:
        if section.kind == "list" and len(section.rows) == crosstable.CUT >= max(draft.players):
            draft.notes.file = section.page.file
            why = "a page shows so many; there may be more: ask for it with zeilen=99999 in its address"
            draft.notes.say((section.rows[-1].line, "1"), f"{crosstable.CUT} players", "these", why)


def _cards_only(draft: Draft, pages: list[Page]) -> None:
    rounds = max(round_ for _, round_ in draft.cells)
    short = [number for number in draft.players if (number, rounds) not in draft.cells]
    open_ = sum((number, r) not in draft.cells for number in draft.players for r in range(1, rounds + 1))
    if short and open_:
        found = f"the cards of some players only; {open_} rounds of their opponents are missing"
        raise FormatError(message(_shown(pages), found, "the cards of all players", ADVICE))
