"""Drafts, history, journal and reminders of one connection, in a file of their own."""

import asyncio
import copy
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from funneldesk.desktop.local.database.database_kinds import WORK, draft_copy_path
from funneldesk.desktop.local.database.sqlite_thread import SqliteThread
from funneldesk.desktop.local.files.problems import Cause, LocalStoreProblem, SetAside
from funneldesk.desktop.local.user_data import deeds, drafts, history, journal, reminders
from funneldesk.desktop.local.user_data.deeds import DeedEntry
from funneldesk.desktop.local.user_data.draft_copy import DraftCopy
from funneldesk.desktop.local.user_data.draft_texts import DraftTexts
from funneldesk.desktop.local.user_data.drafts import SAVED_WORK, SavedDraft
from funneldesk.desktop.local.user_data.former_drafts import take_over_older
from funneldesk.desktop.local.user_data.history import History, Version
from funneldesk.desktop.local.user_data.journal import JournalEntry
from funneldesk.desktop.local.user_data.reminders import Kind, Reminder


class WorkStore:
    """Its methods are awaited and raise LocalStoreProblem when the disk refuses.

    Writes are done even when their caller is cancelled, and durable once awaited. ``budget`` is
    in bytes and holds for the history.
    """

    def __init__(self, path: Path) -> None:
        self.thread = SqliteThread(path, WORK)
        self.budget = history.DEFAULT_BUDGET
        self._texts = DraftTexts()
        self._copy = DraftCopy(draft_copy_path(path))

    async def open(self) -> list[SetAside]:
        """Opens or makes the file and its second copy; tells of files that could not be used.

        Drafts that only the second copy still has are taken from it.
        """
        aside = await self.thread.open()
        copy_aside = await self._copy.open()
        if self.thread.refused is None:
            if aside is not None or self.thread.is_new:
                aside = await self._restored(aside)
            else:
                await take_over_older(self.thread.path, self.take_over)
            await self._match_copy()
        return [told for told in (aside, copy_aside) if told is not None]

    async def close(self, within: float = 5.0) -> bool:
        """Waits for queued writes; False when they were not done within ``within`` seconds."""
        done = await asyncio.gather(self.thread.close(within), self._copy.close(within))
        return all(done)

    async def _restored(self, aside: SetAside | None) -> SetAside | None:
        """Takes from the second copy what the file has no more, or only older."""
        known = await self.thread.read(drafts.times)
        for key, at in (await self._copy.times()).items():
            if at > known.get(key, ""):
                with suppress(LocalStoreProblem):
                    draft = await self._copy.draft(*key)
                    if draft is not None:
                        await self.thread.write(partial(self._keep, draft=draft))
        known = await self.thread.read(drafts.times)
        count = sum(part != SAVED_WORK for part, _id in known)
        if aside is None and known:
            path = self.thread.path
            aside = SetAside(path, self._copy.thread.path, cause=Cause.GONE)
        return aside._replace(drafts=count) if aside is not None else None

    async def _match_copy(self) -> None:
        """Makes the second copy hold what the first one holds."""
        here = await self.thread.read(drafts.times)
        there = await self._copy.times()
        for key in there.keys() - here.keys():
            self._copy.drop(*key)
        for key, at in here.items():
            if there.get(key) != at:
                with suppress(LocalStoreProblem):
                    draft = await self.draft(*key)
                    if draft is not None:
                        self._copy.save(draft)

    def _keep(self, connection: sqlite3.Connection, draft: SavedDraft) -> None:
        content, base = draft.content, draft.base
        drafts.save(connection, self._texts, draft.part, draft.id, content, base, draft.saved_at)

    # Drafts

    async def save_draft(
        self, part: str, id: str, content: Mapping[str, Any], base: Mapping[str, Any]
    ) -> datetime:
        """Keeps unsaved work in place of what was kept before; its time, in UTC."""
        kept, begun = copy.deepcopy((dict(content), dict(base)))
        draft = SavedDraft(part, id, kept, begun, datetime.now(UTC))
        # Before the wait: a caller that is cancelled must not cost the second copy.
        self._copy.save(draft)
        await self.thread.write(partial(self._keep, draft=draft))
        return draft.saved_at

    async def draft(self, part: str, id: str) -> SavedDraft | None:
        """The unsaved work on a record."""
        return await self.thread.read(lambda c: drafts.get(c, part, id))

    async def drafts(self, part: str | None) -> list[SavedDraft]:
        """The drafts of a part, or of all parts, the newest first."""
        found = await self.thread.read(lambda c: drafts.list_drafts(c, part))
        return [draft for draft in found if draft.part != SAVED_WORK]

    async def saved_work(self, name: str) -> SavedDraft | None:
        """A value that lies with the drafts; from the second copy where the first is damaged."""
        try:
            return await self.draft(SAVED_WORK, name)
        except LocalStoreProblem:
            return await self._copy.draft(SAVED_WORK, name)

    async def drop_draft(self, part: str, id: str) -> bool:
        """Forgets unsaved work; whether there was any."""

        def job(connection: sqlite3.Connection) -> bool:
            self._texts.forget((part, id))
            return drafts.drop(connection, part, id)

        self._copy.drop(part, id)
        return await self.thread.write(job)

    async def take_over(self, found: list[SavedDraft]) -> None:
        """Keeps drafts that an earlier version of the program wrote elsewhere."""

        def job(connection: sqlite3.Connection) -> None:
            for draft in found:
                if drafts.get(connection, draft.part, draft.id) is None:
                    self._keep(connection, draft)

        await self.thread.write(job)

    # Journal

    async def begin_entry(self, part: str, record_id: str, title: str, doing: str) -> int:
        """Notes a call that is about to be sent; the key of its entry."""
        return await self.thread.write(lambda c: journal.begin(c, part, record_id, title, doing))

    async def end_entry(self, key: int) -> None:
        """Forgets a call whose answer is known."""
        await self.thread.write(lambda c: journal.end(c, key))

    async def end_entry_of(self, part: str, record_id: str) -> None:
        """The same by the record that the call was for."""
        await self.thread.write(lambda c: journal.end_of(c, part, record_id))

    async def journal(self) -> list[JournalEntry]:
        """Every call whose answer is not known, the oldest first."""
        return await self.thread.read(journal.entries)

    # Reminders

    async def keep_reminders(self, kept: Sequence[Reminder]) -> None:
        """Keeps reminders, all of them or none."""

        def job(connection: sqlite3.Connection) -> None:
            for reminder in kept:
                reminders.keep(connection, reminder)

        await self.thread.write(job)

    async def drop_reminders(self, part: str, ids: Sequence[str], kind: Kind) -> None:
        """Forgets the reminders of a kind of some records."""

        def job(connection: sqlite3.Connection) -> None:
            for id in ids:
                reminders.drop(connection, part, id, kind)

        await self.thread.write(job)

    async def reminders(self, part: str) -> list[Reminder]:
        """The reminders of a part, the soonest first."""
        return await self.thread.read(lambda c: reminders.listed(c, part))

    # Deeds

    async def begin_deed(self, deed: DeedEntry) -> int:
        """Notes a deed on a customer that is about to be sent; its key."""
        return await self.thread.write(lambda c: deeds.begin(c, deed))

    async def end_deed(self, key: int, state: str, outcome: str) -> None:
        """Notes what became of a deed."""
        await self.thread.write(lambda c: deeds.end(c, key, state, outcome))

    async def deeds(self, person: str, record_id: str, open_only: bool) -> list[DeedEntry]:
        """Deeds on a person, on a record, or all; the newest first."""
        return await self.thread.read(
            lambda c: deeds.entries(c, person, record_id, open_only=open_only)
        )

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
        if self.thread.refused is not None:
            return
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
