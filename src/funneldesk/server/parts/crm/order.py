"""Positions: from 0, without gaps, whatever is asked for (quirk 45)."""

from collections.abc import Iterable, Sequence


def inserted(order: Sequence[int], id_: int, position: int | None) -> list[int]:
    """``order`` with one more; without a position it comes last."""
    at = len(order) if position is None else min(position, len(order))
    return [*order[:at], id_, *order[at:]]


def reordered(order: Sequence[int], wishes: Iterable[tuple[int, int]]) -> list[int]:
    """``order`` after some of its ids were given positions.

    The others keep their own order and fill what is left. Of two with one position the first that
    was named comes first; a position behind the end is the end.
    """
    named = sorted(wishes, key=lambda wish: wish[1])
    moved = {id_ for id_, _position in named}
    result = [id_ for id_ in order if id_ not in moved]
    lowest = 0
    for id_, position in named:
        at = min(max(position, lowest), len(result))
        result.insert(at, id_)
        lowest = at + 1
    return result
