"""Grouping of files into requests: of one folder, at most 20, large ones alone."""

import heapq
from collections import deque
from collections.abc import Iterable

from funneldesk.contract.files import MOST_FILES
from funneldesk.desktop.assets.transfers.result import TransferItem

REFUSED = 5
"""Tries from which files go in smaller company; a refusal counts as so many at once."""

LARGE = 2_000_000
"""Bytes above which a file goes alone."""

MOST_BYTES = 16_000_000
"""Bytes of one request."""

_Key = tuple[str, int, bool]


class Pool:
    """Files that wait for their turn, in the order in which they came.

    Files that were tried before go in smaller company, at last alone: one that a line cannot carry
    does not keep the others. Two files for one path never travel at the same time.
    """

    def __init__(self, items: Iterable[TransferItem] = ()) -> None:
        self._groups: dict[_Key, deque[TransferItem]] = {}
        self._later: list[tuple[float, int, TransferItem]] = []
        self._under_way: set[str] = set()
        for item in items:
            self.put(item)

    def __len__(self) -> int:
        return sum(len(group) for group in self._groups.values()) + len(self._later)

    def put(self, item: TransferItem) -> None:
        """A file waits for its turn."""
        key = (item.task.folder, most_together(item.tries), item.result.size > LARGE)
        self._groups.setdefault(key, deque()).append(item)

    def put_later(self, item: TransferItem, moment: float) -> None:
        """A file waits for its turn from a moment on, in seconds of the loop's clock."""
        heapq.heappush(self._later, (moment, item.number, item))

    def next_moment(self) -> float | None:
        """When the next of those that wait for a moment is due."""
        return self._later[0][0] if self._later else None

    def take(self, now: float) -> list[TransferItem]:
        """The next files that go together, empty when there are none; call ``arrived`` for them."""
        while self._later and self._later[0][0] <= now:
            self.put(heapq.heappop(self._later)[2])
        for key in list(self._groups):
            taken = self._take_from(key)
            if taken:
                return taken
        return []

    def arrived(self, items: Iterable[TransferItem]) -> None:
        """Files are no longer under way, however it went."""
        self._under_way -= {item.task.path for item in items}

    def _take_from(self, key: _Key) -> list[TransferItem]:
        group, most = self._groups[key], 1 if key[2] else key[1]
        taken: list[TransferItem] = []
        blocked: list[TransferItem] = []
        size = 0
        while group and len(taken) < most:
            if taken and size + group[0].result.size > MOST_BYTES:
                break
            item = group.popleft()
            if item.task.path in self._under_way:
                blocked.append(item)
                continue
            self._under_way.add(item.task.path)
            size += item.result.size
            taken.append(item)
        group.extendleft(reversed(blocked))
        if not group:
            del self._groups[key]
        return taken


def most_together(tries: int) -> int:
    """Number of files in a request when one of them was tried so often."""
    if tries < REFUSED:
        # Lines break by chance: it is not the company's fault yet.
        return MOST_FILES
    return {REFUSED: 8, REFUSED + 1: 3}.get(tries, 1)
