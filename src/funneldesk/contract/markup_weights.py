"""Shares of a split test that make 100 together, when one of them is moved.

Shares are percent, as ``Decimal``: whole numbers, but for what a held share leaves over (two thirds
written 33.3 leave 33.4). A share of 0 stays 0 while others have something to give or to take.
"""

from collections.abc import Collection, Sequence
from decimal import Decimal
from fractions import Fraction

WHOLE = Decimal(100)


def filled(weights: Sequence[float | None]) -> list[Decimal]:
    """Weights as they are written, as shares: those that are missing share what the others leave.

    What is written stays as it is, so the sum may be another one than 100.
    """
    given = [None if weight is None else Decimal(repr(weight)) for weight in weights]
    missing = given.count(None)
    rest = max(Decimal(0), WHOLE - sum((w for w in given if w is not None), Decimal(0)))
    open_share = Decimal(0) if not missing else Decimal(int(rest)) // missing
    return [open_share if weight is None else weight for weight in given]


def even(count: int) -> list[Decimal]:
    """The same share for each, as near as whole numbers allow; the first ones get one more."""
    return split(WHOLE, [Decimal(1)] * count)


def rebalanced(
    shares: Sequence[Decimal], place: int, wanted: int, held: Collection[int] = ()
) -> list[Decimal]:
    """The share at ``place`` set to ``wanted`` percent, the others moved in proportion.

    Shares at the places in ``held`` stay; the moved one stops at what they leave. With nothing
    else to move it takes just what they leave. Raises IndexError for a place that is not there.
    """
    still = {spot for spot in held if spot != place}
    free = max(Decimal(0), WHOLE - sum((shares[spot] for spot in still), Decimal(0)))
    others = [spot for spot in range(len(shares)) if spot not in still and spot != place]
    moved = list(shares)
    moved[place] = min(Decimal(max(0, wanted)), Decimal(int(free))) if others else free
    rest = split(free - moved[place], [shares[spot] for spot in others])
    for spot, share in zip(others, rest, strict=True):
        moved[spot] = share
    return moved


def with_one_more(shares: Sequence[Decimal], place: int) -> list[Decimal]:
    """A fair share for a new one at ``place``, taken from the others in proportion."""
    grown = [*shares[:place], Decimal(0), *shares[place:]]
    return rebalanced(grown, place, round(100 / len(grown)))


def with_one_less(shares: Sequence[Decimal], place: int) -> list[Decimal]:
    """The share at ``place`` given to the others in proportion."""
    return split(WHOLE, [*shares[:place], *shares[place + 1 :]])


def split(whole: Decimal, parts: Sequence[Decimal]) -> list[Decimal]:
    """``whole`` in the proportion of ``parts``, by largest remainder; evenly when all are 0.

    All are whole numbers but the greatest one, which takes the fraction of ``whole``.
    """
    if not parts:
        return []
    base = [Fraction(max(part, Decimal(0))) for part in parts]
    total = sum(base)
    if total == 0:
        base, total = [Fraction(1)] * len(parts), Fraction(len(parts))
    units = int(whole)
    exact = [part * units / total for part in base]
    made = [int(share) for share in exact]
    by_remainder = sorted(range(len(parts)), key=lambda spot: made[spot] - exact[spot])
    for spot in by_remainder[: units - sum(made)]:
        made[spot] += 1
    shares = [Decimal(share) for share in made]
    shares[made.index(max(made))] += whole - units
    return shares
