"""A part's list on its way into the local copy, piece by piece."""

from collections.abc import Sequence
from itertools import count

from funneldesk.desktop.local.cache import records
from funneldesk.desktop.local.cache.records import CachedRow
from funneldesk.desktop.local.database.sqlite_thread import SqliteThread

_NUMBERS = count(1)


class IncomingList:
    """Rows are put aside as they come, so that no long list has to be held or worked through at
    once; ``finish`` makes them the list in one transaction. Without it nothing has changed.

    Every method raises LocalStoreProblem.
    """

    def __init__(self, thread: SqliteThread, part: str) -> None:
        self._thread = thread
        self._part = part
        self._table = f"incoming_{next(_NUMBERS)}"
        self._count = 0

    async def add(self, rows: Sequence[CachedRow]) -> None:
        """Take some hundred rows that follow those taken before."""
        first, self._count = self._count, self._count + len(rows)
        await self._thread.write(
            lambda c: records.stage(c, self._table, records.encode_rows(rows), first)
        )

    async def clear(self) -> None:
        """Forget what was taken, to begin anew or to give up."""
        self._count = 0
        await self._thread.write(lambda c: records.unstage(c, self._table))

    async def finish(self) -> None:
        """Make the received rows the list."""
        await self.add(())
        await self._thread.write(lambda c: records.take_staged(c, self._part, self._table))
