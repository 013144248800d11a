"""What every test leaves as it found it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from chesstb.tiebreak import REGISTRY

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def same_tiebreaks_as_before() -> Iterator[None]:
    """Forget the tie-breaks that were declared meanwhile."""
    before = dict(REGISTRY)
    yield
    REGISTRY.clear()
    REGISTRY.update(before)
