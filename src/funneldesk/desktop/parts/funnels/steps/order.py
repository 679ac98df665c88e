"""Order of a funnel's pages, by which of them leave and join again. No Qt.

The interface has no way to set an order: a page stands where it joined, the last one last
(quirk 40; document: Funnel). So those that are to stand elsewhere leave, and join in their order.
"""

from collections.abc import Sequence


def joining_again(current: Sequence[str], wanted: Sequence[str]) -> tuple[str, ...]:
    """The pages that have to leave and join again, in this order, as few as possible.

    What stays keeps its order and stands before what joins: the longest beginning of ``wanted``
    whose pages are in ``current`` in the same order. Pages that are not in the funnel only join.
    """
    place, stays = -1, 0
    known = {page: at for at, page in enumerate(current)}
    for page in wanted:
        at = known.get(page, -1)
        if at <= place:
            break
        place, stays = at, stays + 1
    return tuple(wanted[stays:])


def moved(order: Sequence[str], page: str, before: int) -> tuple[str, ...]:
    """The order with a page before the one that is at a place now; after all, their number."""
    here = order.index(page)
    rest = [each for each in order if each != page]
    rest.insert(before - (before > here), page)
    return tuple(rest)
