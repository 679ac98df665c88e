"""Images that are held ready for painting, as many as fit."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QPixmap

from funneldesk.desktop.local.cache.thumbnails import Shown

BUDGET = 64_000_000
"""Bytes."""


@dataclass(frozen=True, slots=True)
class Held:
    """``exact``: it is what was asked for, not the nearest to it."""

    pixmap: QPixmap
    exact: bool


@dataclass(frozen=True, slots=True)
class _Entry:
    shown: Shown
    pixmap: QPixmap
    weight: int


class PixmapMemory:
    """By key and side; what was not asked for longest goes first."""

    def __init__(self, budget: int = BUDGET) -> None:
        self._budget = budget
        self._entries: OrderedDict[tuple[str, int], _Entry] = OrderedDict()
        self._sides: dict[str, set[int]] = {}
        self.weight = 0

    def get(self, key: str, side: int, shown: Shown) -> Held | None:
        """The image for a side, else the nearest one; one of an earlier content never."""
        there = self._sides.get(key)
        if not there:
            return None
        nearest = min(there, key=lambda each: (each < side, abs(each - side)))
        entry = self._entries[key, nearest]
        if entry.shown != shown:
            self._remove(key, nearest)
            return self.get(key, side, shown)
        self._entries.move_to_end((key, nearest))
        return Held(entry.pixmap, nearest == side)

    def put(self, key: str, side: int, shown: Shown, pixmap: QPixmap) -> None:
        """Hold an image in place of the one of the same key and side."""
        self._remove(key, side)
        weight = pixmap.width() * pixmap.height() * max(pixmap.depth(), 32) // 8
        self._entries[key, side] = _Entry(shown, pixmap, weight)
        self._sides.setdefault(key, set()).add(side)
        self.weight += weight
        while self.weight > self._budget and len(self._entries) > 1:
            self._remove(*next(iter(self._entries)))

    def forget(self, which: Callable[[str], bool]) -> list[str]:
        """Hold these no longer; gives the keys of those that were held."""
        keys = [key for key in self._sides if which(key)]
        for key in keys:
            for side in tuple(self._sides[key]):
                self._remove(key, side)
        return keys

    def _remove(self, key: str, side: int) -> None:
        entry = self._entries.pop((key, side), None)
        if entry is not None:
            self.weight -= entry.weight
            self._sides[key].discard(side)
            if not self._sides[key]:
                del self._sides[key]
