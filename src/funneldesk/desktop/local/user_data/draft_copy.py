"""The second copy of a connection's drafts: no single spoilt file costs what was typed."""

import asyncio
import sqlite3
from pathlib import Path

from funneldesk.desktop.local.database.database_kinds import DRAFT_COPY
from funneldesk.desktop.local.database.sqlite_thread import SqliteThread
from funneldesk.desktop.local.files.problems import SetAside
from funneldesk.desktop.local.user_data import drafts
from funneldesk.desktop.local.user_data.draft_texts import DraftTexts
from funneldesk.desktop.local.user_data.drafts import SavedDraft

Key = tuple[str, str]
Waiting = dict[Key, SavedDraft | None]

PAUSE = 1.0
"""Seconds in which changes are gathered: the first copy is written with nearly every key."""


class DraftCopy:
    """Written a moment after the first copy, on a thread of its own that nobody waits for.

    A copy that cannot be written is logged: the first one has been kept by then.
    """

    def __init__(self, path: Path) -> None:
        self.thread = SqliteThread(path, DRAFT_COPY)
        self._texts = DraftTexts()
        self._waiting: Waiting = {}
        self._timer: asyncio.TimerHandle | None = None

    async def open(self) -> SetAside | None:
        """Opens or makes the file. Raises LocalStoreProblem."""
        return await self.thread.open()

    async def close(self, within: float) -> bool:
        """Writes what waits; False when that was not done within ``within`` seconds."""
        self._write()
        return await self.thread.close(within)

    def save(self, draft: SavedDraft) -> None:
        """Keep a draft in place of the one before."""
        self._soon((draft.part, draft.id), draft)

    def drop(self, part: str, id: str) -> None:
        """Forget a draft."""
        self._soon((part, id), None)

    def _soon(self, key: Key, draft: SavedDraft | None) -> None:
        self._waiting[key] = draft
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(PAUSE, self._write)

    def _write(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
        waiting, self._waiting = self._waiting, {}
        if waiting:
            self.thread.write_later(lambda c: self._take(c, waiting))

    def _take(self, connection: sqlite3.Connection, waiting: Waiting) -> None:
        for key, draft in waiting.items():
            if draft is None:
                self._texts.forget(key)
                drafts.drop(connection, *key)
            else:
                content, base = draft.content, draft.base
                drafts.save(connection, self._texts, *key, content, base, draft.saved_at)

    async def times(self) -> dict[Key, str]:
        """When each draft was saved, as it is written."""
        return await self.thread.read(drafts.times)

    async def draft(self, part: str, id: str) -> SavedDraft | None:
        """One of them. Raises LocalStoreProblem for one that was spoilt."""
        return await self.thread.read(lambda c: drafts.get(c, part, id))
