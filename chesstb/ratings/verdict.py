"""Verdicts: what each clause says of each game, and which of them decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chesstb.ratings.field import NO, UNKNOWN, YES
from chesstb.ratings.vocabulary import SAID

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from chesstb.ratings.field import Bools

CASES = {case: number for number, case in enumerate(SAID)}
"""Each thing that can be said of a game, to its number."""

NONE = -1


class Verdict:
    """What was said of each game so far.

    A game is rated if no clause is against it. What is against it goes before what is not known, that
    before what is for it; of several of a kind the first against, the first not known, the last for it.
    """

    def __init__(self, size: int) -> None:
        self._against = np.full(size, NONE, dtype=np.int16)
        self._unknown = np.full(size, NONE, dtype=np.int16)
        self._for = np.full(size, CASES["rated"], dtype=np.int16)

    def against(self, where: Bools, case: str) -> None:
        """Say that a clause is against some games."""
        self._against[where & (self._against == NONE)] = CASES[case]

    def unknown(self, where: Bools, case: str) -> None:
        """Say that it cannot be known of some games."""
        self._unknown[where & (self._unknown == NONE)] = CASES[case]

    def favour(self, where: Bools, case: str) -> None:
        """Say why some games count, if nothing is against them."""
        self._for[where] = CASES[case]

    def state(self, where: Bools, state: NDArray[np.int8], case: str, unknown: str) -> None:
        """Say that a clause is against games where a state is `YES`, and unknown where that is."""
        self.against(where & (state == YES), case)
        self.unknown(where & (state == UNKNOWN), unknown)

    @property
    def clean(self) -> Bools:
        """Games that nothing is against so far."""
        return np.asarray(self._against == NONE)

    def result(self) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
        """Return whether each game is rated, and the number of the case that says why."""
        rated = np.where(self._against != NONE, NO, np.where(self._unknown != NONE, UNKNOWN, YES))
        case = np.where(self._unknown != NONE, self._unknown, self._for)
        case = np.where(self._against != NONE, self._against, case)
        return rated.astype(np.int8), case.astype(np.int16)

    def adopt(self, where: Bools, rated: NDArray[np.int8], case: NDArray[np.int16]) -> None:
        """Take over what another verdict found of some games."""
        new = where & (rated == NO) & (self._against == NONE)
        self._against[new] = case[new]
        new = where & (rated == UNKNOWN) & (self._unknown == NONE)
        self._unknown[new] = case[new]
        new = where & (rated == YES)
        self._for[new] = case[new]
