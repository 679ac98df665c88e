"""The second copy of a connection's drafts: no single spoilt file costs what was typed."""

import sqlite3
from pathlib import Path

from funneldesk.desktop.local import drafts
from funneldesk.desktop.local.draft_texts import DraftTexts
from funneldesk.desktop.local.drafts import SavedDraft
from funneldesk.desktop.local.layouts import DRAFT_COPY
from funneldesk.desktop.local.problems import SetAside
from funneldesk.desktop.local.sqlite_thread import SqliteThread

Key = tuple[str, str]


class DraftCopy:
    """Written right after the first copy, on a thread of its own that nobody waits for.

    A copy that cannot be written is logged: the first one has been kept by then.
    """

    def __init__(self, path: Path) -> None:
        self.thread = SqliteThread(path, DRAFT_COPY)
        self._texts = DraftTexts()

    async def open(self) -> SetAside | None:
        """Opens or makes the file. Raises LocalStoreProblem."""
        return await self.thread.open()

    def save(self, draft: SavedDraft) -> None:
        """Keep a draft in place of the one before."""
        self.thread.write_later(lambda c: _save(c, self._texts, draft))

    def drop(self, part: str, id: str) -> None:
        """Forget a draft."""

        def job(connection: sqlite3.Connection) -> None:
            self._texts.forget((part, id))
            drafts.drop(connection, part, id)

        self.thread.write_later(job)

    async def times(self) -> dict[Key, str]:
        """When each draft was saved, as it is written."""
        return await self.thread.read(drafts.times)

    async def draft(self, part: str, id: str) -> SavedDraft | None:
        """One of them. Raises LocalStoreProblem for one that was spoilt."""
        return await self.thread.read(lambda c: drafts.get(c, part, id))


def _save(connection: sqlite3.Connection, texts: DraftTexts, draft: SavedDraft) -> None:
    drafts.save(connection, texts, draft.part, draft.id, draft.content, draft.base, draft.saved_at)
