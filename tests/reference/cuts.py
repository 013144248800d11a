"""Art. 14.1 and 16.5: what Cut-n and Median-n leave."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from .elements import Element

Value = Callable[[Element], Fraction]
LowestCut = Callable[[list[Element], Value], Element]


def by_basis(element: Element) -> Fraction:
    """Value of an element in Buchholz."""
    return element.basis


def by_product(element: Element) -> Fraction:
    """Value of an element in Sonneborn-Berger."""
    return element.product


def least_significant(left: list[Element], value: Value) -> Element:
    """Art. 14.1: the lowest opponent, among equals the lowest contribution."""
    return min(left, key=lambda e: (e.basis, value(e)))


def most_significant(left: list[Element], value: Value) -> Element:
    """Art. 14.1: the highest opponent, among equals the highest contribution."""
    return max(left, key=lambda e: (e.basis, value(e)))


def voluntary_first(left: list[Element], value: Value) -> Element:
    """Art. 16.5.1: the lowest VUR contribution is cut unless it is below the least significant.

    The VUR goes first also when both are worth the same: it is "not lower".
    """
    least = least_significant(left, value)
    voluntary = [e for e in left if e.vur]
    if not voluntary:
        return least
    lowest = min(voluntary, key=lambda e: (value(e), e.basis))
    return lowest if value(lowest) >= value(least) else least


def smallest_value(left: list[Element], value: Value) -> Element:
    """Lichess broadcasts: the smallest contribution, whoever the opponent was."""
    return min(left, key=lambda e: (value(e), e.basis))


def lowest_cut(version: str) -> LowestCut:
    """How a version chooses what a low cut takes away."""
    return smallest_value if version == "lichess-broadcast" else voluntary_first


def after_cuts(
    all_: list[Element], value: Value, low: int, high: int = 0, *, lowest: LowestCut = voluntary_first
) -> list[Element]:
    """What is left after all low cuts and then all high cuts (14.1, repeated as in 16.5.2).

    Elements that never are VURs (round robins, other versions) make 16.5.1 the plain low cut.
    """
    left = list(all_)
    for _ in range(low):
        if left:
            left.remove(lowest(left, value))
    for _ in range(high):
        if left:
            left.remove(most_significant(left, value))
    return left


def total(left: list[Element], value: Value) -> Fraction:
    """Sum of what is left, 0 of nothing."""
    return sum((value(e) for e in left), Fraction(0))
