"""What a call asks for: the edition by which each event is judged."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from chesstb.errors import DataError, Note, message
from chesstb.lookup import check_history
from chesstb.ratings import page
from chesstb.ratings.eligibility import Judged, judge
from chesstb.ratings.field import UNKNOWN, Field, field
from chesstb.ratings.page import Edition
from chesstb.ratings.verdict import CASES
from chesstb.rules import IN_FORCE
from chesstb.schema import TEXT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.ratings.facts import Given
    from chesstb.tables import History

Rules = str | Path | Edition
NO_EDITION: Final = -1


@dataclass(frozen=True, eq=False)
class Asked:
    """All games of a History, each judged by the edition of its event.

    Attributes
    ----------
    data : Field
        Players and games.
    judged : list of Judged
        What each edition that is used says.
    of_event : (E,) int64
        Which of them each event is judged by; `NO_EDITION` where none is at hand.
    notes : list of str
        What was chosen because the call left it open.
    """

    data: Field
    judged: list[Judged]
    of_event: NDArray[np.int64]
    notes: list[str]

    def of_games(self, name: str, default: Any) -> Any:
        """Return an array over games, each from the judgement of its event."""
        return self._picked(name, self.of_event[self.data.event], default)

    def of_players(self, name: str, default: Any) -> Any:
        """Return an array over players, each from the judgement of his event."""
        return self._picked(name, self.of_event[self.data.home], default)

    def _picked(self, name: str, which: NDArray[np.int64], default: Any) -> Any:
        found = np.full(len(which), default)
        for number, one in enumerate(self.judged):
            found = np.where(which == number, getattr(one, name), found)
        return found

    @property
    def rated(self) -> NDArray[np.int8]:
        """Whether each game is rated, (G,)."""
        return np.asarray(self.of_games("rated", UNKNOWN))

    @property
    def case(self) -> NDArray[np.int16]:
        """What is said of each game, (G,)."""
        return np.asarray(self.of_games("case", CASES["no-edition"]))

    def said(self, event: NDArray[np.int64], case: NDArray[Any]) -> tuple[Any, Any]:
        """Return article and sentence of cases in events, as columns of text."""
        which = self.of_event[event]
        key = (which + 1) * len(CASES) + case
        often = np.bincount(key)
        different, place = np.flatnonzero(often), (np.cumsum(often > 0) - 1)[key]
        names = list(CASES)
        texts = []
        for one in different.tolist():
            number, said = divmod(one, len(CASES))
            edition = self.judged[number - 1].edition if number else page.pages()[-1]
            texts.append(edition.sentence(names[said]))
        articles = pd.array([article for article, _ in texts], dtype=TEXT)
        sentences = pd.array([sentence for _, sentence in texts], dtype=TEXT)
        return articles.take(place), sentences.take(place)

    def names(self, event: NDArray[np.int64]) -> Any:
        """Return the name of the edition of each event, as a column of text."""
        known = pd.array([*(one.edition.name for one in self.judged), None], dtype=TEXT)
        return known.take(self.of_event[event] % (len(self.judged) + 1))


def is_number(value: Any) -> bool:
    """Say whether something is one number, of Python or NumPy."""
    return isinstance(value, Real) and not isinstance(value, bool)


def ask(
    history: History, rules: Rules, floor: float | None, players: Given, events: Given, *, depth: int = 3
) -> Asked:
    """Judge every game by the edition of its event, and say what was chosen.

    Parameters
    ----------
    history, rules, floor, players, events
        As the public functions take them.
    depth : int
        How many calls up the user's line is.
    """
    check_history(history)
    if floor is not None and not is_number(floor):
        raise DataError(message("", f"floor={floor!r}", "a rating, such as 1400"))
    data = field(history, players, events)
    of_event, editions, notes = _editions(history, rules)
    for note in notes:
        warnings.warn(note, Note, stacklevel=depth)
    return Asked(data, [judge(data, edition, floor) for edition in editions], of_event, notes)


def _editions(history: History, rules: Rules) -> tuple[NDArray[np.int64], list[Edition], list[str]]:
    """Return which edition each event is judged by, the editions, and what was chosen."""
    size = len(history)
    if str(rules).strip().lower() != IN_FORCE:
        return np.zeros(size, dtype=np.int64), [page.edition(rules)], []
    start = history.tournaments["start"]
    codes, days = pd.factorize(start, use_na_sentinel=False)
    found = [page.in_force(None if pd.isna(day) else pd.Timestamp(day).date()) for day in days]
    editions = list({edition.name: edition for edition in found if edition}.values())
    numbers = np.array(
        [editions.index(edition) if edition else NO_EDITION for edition in found], dtype=np.int64
    )
    of_event: NDArray[np.int64] = numbers[codes] if size else np.zeros(0, dtype=np.int64)
    notes = []
    for number in dict.fromkeys(codes.tolist()):
        event = int(np.argmax(codes == number))
        notes.append(_note(history.events[event], days[number], found[number]))
    return of_event, editions, notes[:5]


def _note(event: str, day: Any, edition: Edition | None) -> str:
    if edition is None:
        return f"{event}: no edition of the rating rules is at hand for {day.date()}. Choose with rules=."
    why = "the newest: no start date is given" if pd.isna(day) else f"in force on {day.date()}"
    return f"{event}: judged by {edition.name} ({why}). Choose with rules=."
