"""Records in an order, with what is sought in each beside them; worked out piece by piece.

Everything that walks through all records is an iterator that stops after a piece of about a
millisecond, so that its caller can let the window breathe. No Qt here.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import merge
from itertools import compress, islice, repeat
from operator import contains
from typing import Any, Generic, Protocol, TypeVar

SORTED_AT_ONCE = 1_000
SOUGHT_AT_ONCE = 20_000


class Listed(Protocol):
    """Entry of a local list. ``sought`` is folded, as the words sought in it are."""

    @property
    def id(self) -> str: ...

    @property
    def sought(self) -> str: ...


R = TypeVar("R", bound=Listed)


@dataclass(frozen=True, slots=True)
class Rule(Generic[R]):
    """Which records a list takes, and by what they are ordered."""

    keep: Callable[[R], bool]
    key: Callable[[R], Any]


@dataclass(slots=True)
class Found:
    """Ids, and what was sought in each, at the same places."""

    ids: list[str] = field(default_factory=list)
    sought: list[str] = field(default_factory=list)

    def without(self, record_id: str) -> bool:
        """Take a record out; whether it was there."""
        try:
            place = self.ids.index(record_id)
        except ValueError:
            return False
        del self.ids[place], self.sought[place]
        return True


def in_order(records: Iterable[R], rule: Rule[R], into: Found) -> Iterator[None]:
    """Put the records that ``rule`` takes into ``into``, in its order; stops after each piece."""
    source = iter(records)
    runs: list[list[R]] = []
    while piece := list(islice(source, SORTED_AT_ONCE)):
        runs.append(sorted(filter(rule.keep, piece), key=rule.key))
        yield
    merged = iter(runs[0]) if len(runs) == 1 else merge(*runs, key=rule.key)
    while piece := list(islice(merged, SORTED_AT_ONCE)):
        into.ids += [record.id for record in piece]
        into.sought += side_by_side([record.sought for record in piece])
        yield


def side_by_side(texts: list[str]) -> list[str]:
    """The same texts, copied into memory in this order: a search through all then reads memory
    from front to back, which is three times as fast."""
    copied = "\0".join(texts).split("\0")
    return copied if len(copied) == len(texts) else texts


def seek(words: Sequence[str], source: Found, into: Found) -> Iterator[None]:
    """Put what has all words into ``into``, in the order of ``source``; stops after a piece."""
    for start in range(0, len(source.ids), SOUGHT_AT_ONCE):
        ids = source.ids[start : start + SOUGHT_AT_ONCE]
        sought = source.sought[start : start + SOUGHT_AT_ONCE]
        # The longest word leaves the least for the others.
        for word in sorted(words, key=len, reverse=True):
            hits = list(map(contains, sought, repeat(word)))
            ids, sought = list(compress(ids, hits)), list(compress(sought, hits))
        into.ids += ids
        into.sought += sought
        yield


def joined(found: Sequence[str], besides: frozenset[str], source: Found) -> list[str]:
    """The found ids, and after them the ids ``besides`` in the order of ``source``."""
    rest = besides.difference(found)
    return [*found, *compress(source.ids, map(rest.__contains__, source.ids))]


def insert(record: R, rule: Rule[R], into: Found, get: Callable[[str], R | None]) -> None:
    """Put a record in its place; ``get`` gives the record of an id that is there already."""

    def key(record_id: str) -> Any:
        known = get(record_id)
        return rule.key(known) if known is not None else rule.key(record)

    place = bisect_left(into.ids, rule.key(record), key=key)
    into.ids.insert(place, record.id)
    into.sought.insert(place, record.sought)
