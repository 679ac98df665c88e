"""What exists nowhere else: drafts and history of one connection, in a file of their own."""

import copy
import sqlite3
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from funneldesk.desktop.local import drafts, history
from funneldesk.desktop.local.draft_texts import DraftTexts
from funneldesk.desktop.local.drafts import SavedDraft
from funneldesk.desktop.local.history import History, Version
from funneldesk.desktop.local.layouts import WORK
from funneldesk.desktop.local.problems import SetAside
from funneldesk.desktop.local.sqlite_thread import SqliteThread


class WorkStore:
    """Its methods are awaited and raise LocalStoreProblem when the disk refuses.

    Writes are done even when their caller is cancelled, and durable once awaited. ``budget`` is
    in bytes and holds for the history.
    """

    def __init__(self, path: Path) -> None:
        self.thread = SqliteThread(path, WORK)
        self.budget = history.DEFAULT_BUDGET
        self._texts = DraftTexts()

    async def open(self) -> SetAside | None:
        """Opens or makes the file; tells of a damaged one set aside."""
        return await self.thread.open()

    # Drafts

    async def save_draft(
        self, part: str, id: str, content: Mapping[str, Any], base: Mapping[str, Any]
    ) -> datetime:
        """Keeps unsaved work in place of what was kept before; its time, in UTC."""
        kept, begun = copy.deepcopy((dict(content), dict(base)))
        return await self.thread.write(lambda c: drafts.save(c, self._texts, part, id, kept, begun))

    async def draft(self, part: str, id: str) -> SavedDraft | None:
        """The unsaved work on a record."""
        return await self.thread.read(lambda c: drafts.get(c, part, id))

    async def drafts(self, part: str | None) -> list[SavedDraft]:
        """The drafts of a part, or of all parts, the newest first."""
        return await self.thread.read(lambda c: drafts.list_drafts(c, part))

    async def drop_draft(self, part: str, id: str) -> bool:
        """Forgets unsaved work; whether there was any."""

        def job(connection: sqlite3.Connection) -> bool:
            self._texts.forget((part, id))
            return drafts.drop(connection, part, id)

        return await self.thread.write(job)

    async def take_over(self, found: list[SavedDraft]) -> None:
        """Keeps drafts that an earlier version of the program wrote elsewhere."""

        def job(connection: sqlite3.Connection) -> None:
            for draft in found:
                if drafts.get(connection, draft.part, draft.id) is None:
                    drafts.save(
                        connection, self._texts, draft.part, draft.id, draft.content, draft.base
                    )

        await self.thread.write(job)

    # History

    async def keep_version(
        self, part: str, id: str, kind: str, content: Mapping[str, Any], who: str, about: str
    ) -> int | None:
        """Adds a version and keeps to the budget; see ``LocalStore.keep_version``."""
        kept = copy.deepcopy(dict(content))
        key = await self.thread.write(lambda c: history.keep(c, part, id, kind, kept, who, about))
        if key is not None:
            await self.keep_to_budget()
        return key

    async def keep_to_budget(self) -> None:
        """Deletes what is over the budget, in steps between which drafts are kept."""
        while await self.thread.write(lambda c: history.prune(c, self.budget)):
            pass
        while await self.thread.write(history.give_back):
            pass

    async def versions(self, part: str, id: str) -> list[Version]:
        """The versions of a record, the newest first."""
        return await self.thread.read(lambda c: history.versions(c, part, id))

    async def version(self, key: int) -> dict[str, Any]:
        """The content of a version. Raises KeyError when it is no longer there."""
        return await self.thread.read(lambda c: history.content(c, key))

    async def histories(self, part: str) -> list[History]:
        """The records of a part that have versions here."""
        return await self.thread.read(lambda c: history.histories(c, part))

    async def adopt_history(self, part: str, old: str, new: str) -> None:
        """The versions of ``old`` go on under the id ``new``."""
        await self.thread.write(lambda c: history.adopt(c, part, old, new))

    async def forget_history(self, part: str, id: str) -> None:
        """Deletes every version of a record."""
        await self.thread.write(lambda c: history.forget(c, part, id))

    async def weight(self) -> int:
        """Bytes that the history takes."""
        return await self.thread.read(history.weight)
