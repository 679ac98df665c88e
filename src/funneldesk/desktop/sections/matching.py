"""Ids of all records that match a query, most of which have not been read yet."""

from collections.abc import Sequence
from typing import overload


class AllMatching(Sequence[str]):
    """As long as the server says; only those that are ``known`` can be looked at before an action
    that ``Takes.EVERY`` reads the rest."""

    def __init__(self, known: Sequence[str], count: int) -> None:
        self.known = tuple(known)
        self._count = count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[str]: ...

    def __getitem__(self, place: int | slice) -> str | Sequence[str]:
        return self.known[place]
