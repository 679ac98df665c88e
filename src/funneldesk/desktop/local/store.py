"""Local store of one connection: its copy, its drafts and its history."""

import asyncio
import copy
import sqlite3
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from funneldesk.desktop.local.cache import records, search
from funneldesk.desktop.local.cache.assets import AssetTable
from funneldesk.desktop.local.cache.incoming import IncomingList
from funneldesk.desktop.local.cache.records import CachedRecord, CachedRow, Coverage
from funneldesk.desktop.local.cache.search import Hit
from funneldesk.desktop.local.database import values
from funneldesk.desktop.local.database.database_kinds import draft_copy_path, work_path
from funneldesk.desktop.local.database.opening import remove_database
from funneldesk.desktop.local.database.sqlite_thread import Job, SqliteThread
from funneldesk.desktop.local.database.worker import Worker
from funneldesk.desktop.local.files.problems import SetAside
from funneldesk.desktop.local.transfers.schema import remove_transfers
from funneldesk.desktop.local.transfers.watch_schema import remove_watch
from funneldesk.desktop.local.user_data.deeds import DeedEntry
from funneldesk.desktop.local.user_data.drafts import SAVED_WORK, SavedDraft
from funneldesk.desktop.local.user_data.former_drafts import carry_over
from funneldesk.desktop.local.user_data.history import History, Version
from funneldesk.desktop.local.user_data.journal import JournalEntry
from funneldesk.desktop.local.user_data.reminders import Kind, Reminder
from funneldesk.desktop.local.user_data.work import WorkStore

SLICE = 500
"""Rows handed over in one go at most, so that the window's thread is never held up."""
_VERIFIED_AT_ONCE = 20


class LocalStore:
    """One connection's two databases: the copy, and beside it the drafts and the history. Every
    method but the properties is awaited, and raises LocalStoreProblem when the disk refuses.

    Writes are done even when their caller is cancelled, and durable once awaited. What is handed
    in for the cache is not to be changed afterwards; drafts, versions and values are copied.
    """

    def __init__(
        self, thread: SqliteThread, work: WorkStore, asides: Sequence[SetAside] = ()
    ) -> None:
        self._thread = thread
        self._work = work
        self.asides = tuple(asides)
        """The files that could not be used as they were: show their explanations."""
        self.assets = AssetTable(thread)

    @classmethod
    async def open(cls, path: Path) -> "LocalStore":
        """Opens or makes the databases at and beside ``path``; see ``asides`` on what comes
        back."""
        thread, work = SqliteThread(path), WorkStore(work_path(path))
        try:
            copy_aside, work_asides = await asyncio.gather(thread.open(), work.open())
            if work.thread.refused is None:
                await carry_over(thread, work.take_over)
            return cls(thread, work, [*work_asides, *([copy_aside] if copy_aside else [])])
        except BaseException:
            await thread.close(0)
            await work.close(0)
            raise

    @staticmethod
    async def remove(path: Path) -> None:
        """Deletes closed databases for good, drafts and history too: their brand was removed."""
        worker = Worker(f"remove {path.name}")
        try:
            await worker.certain(lambda: remove_database(path))
            await worker.certain(lambda: remove_database(work_path(path)))
            await worker.certain(lambda: remove_database(draft_copy_path(work_path(path))))
            await worker.certain(lambda: remove_transfers(path))
            await worker.certain(lambda: remove_watch(path))
        finally:
            await worker.close(0)

    @property
    def path(self) -> Path:
        """The file of the copy; the other one lies beside it."""
        return self._thread.path

    async def close(self, within: float = 5.0) -> bool:
        """Waits for queued writes; False when they were not done within ``within`` seconds."""
        copy_done, work_done = await asyncio.gather(
            self._thread.close(within), self._work.close(within)
        )
        return copy_done and work_done

    async def size(self) -> int:
        """Bytes of disk that the copy uses, for the budget of the background fill."""
        files = (self.path, self.path.with_name(self.path.name + "-wal"))
        return await self._thread.read(
            lambda _: sum(file.stat().st_size for file in files if file.exists())
        )

    # Lists

    async def replace_listing(self, part: str, rows: Sequence[CachedRow]) -> None:
        """Makes ``rows`` the list of a part, in one transaction; of equal ids the last counts.

        Records that are gone are forgotten, drafts stay. Cached records are fresh while their
        ``updated_at`` is the row's, else they become stale.
        """
        incoming = self.incoming(part)
        for start in range(0, len(rows), SLICE):
            await incoming.add(rows[start : start + SLICE])
        await incoming.finish()

    def incoming(self, part: str) -> IncomingList:
        """The same for a list that comes piece by piece."""
        return IncomingList(self._thread, part)

    async def put_row(self, part: str, row: CachedRow) -> None:
        """Puts a new row on top of a part's list, or a known one in its place."""
        (encoded,) = records.encode_rows((row,))
        await self._thread.write(lambda c: records.put_row(c, part, encoded))

    async def listing(
        self, part: str, limit: int | None = None, offset: int = 0
    ) -> list[dict[str, Any]]:
        """Summaries in the order of the list, all of them without a ``limit``."""
        return [row async for piece in self.slices(part, limit, offset) for row in piece]

    async def slices(
        self, part: str, limit: int | None = None, offset: int = 0
    ) -> AsyncIterator[list[dict[str, Any]]]:
        """The list as it is known now, in pieces of at most 500 summaries.

        A row forgotten in between is left out, one changed in between comes as it is then.
        """
        ids = await self._thread.read(lambda c: records.listed_ids(c, part, limit, offset))
        for start in range(0, len(ids), SLICE):
            piece = ids[start : start + SLICE]
            yield await self._thread.read(_summaries(part, piece))

    async def summaries(self, part: str, ids: Sequence[str]) -> list[dict[str, Any]]:
        """Some rows of a part's list, in the order of ``ids``; unknown ones are left out."""
        return await self._thread.read(_summaries(part, ids))

    # Records

    async def put_record(
        self,
        part: str,
        id: str,
        body: Mapping[str, Any],
        search_text: Mapping[str, str] | None,
        updated_at: str | None = None,
    ) -> None:
        """Keeps a whole record and makes exactly ``search_text`` (field to text) findable; None
        leaves what is findable as it is.

        ``updated_at`` is in the form of the list's; without it the body's own is taken.
        """
        known = body.get("updated_at") if updated_at is None else updated_at

        def job(connection: sqlite3.Connection) -> None:
            records.put(connection, part, id, body, known if isinstance(known, str) else "")
            if search_text is not None:
                search.index_record(connection, part, id, search_text)

        await self._thread.write(job)

    async def record(self, part: str, id: str) -> CachedRecord | None:
        """A record that is here whole."""
        return await self._thread.read(lambda c: records.get(c, part, id))

    async def forget(self, part: str, id: str) -> None:
        """Takes a record out of list, cache and search; its draft stays."""
        await self._thread.write(lambda c: records.forget(c, part, id))

    async def drop_records(self, part: str, ids: Sequence[str]) -> None:
        """Drops the whole records of these ids, which the server rewrote; the list keeps them."""
        await self._thread.write(lambda c: records.drop_bodies(c, part, ids))

    async def coverage(self, part: str) -> Coverage:
        """Number of the listed records that are here whole and fresh, of how many."""
        return await self._thread.read(lambda c: records.coverage(c, part))

    async def missing_bodies(self, part: str, limit: int = 100) -> list[str]:
        """Listed ids whose record is not here or is stale, the newest first."""
        return await self._thread.read(lambda c: records.missing_bodies(c, part, limit))

    # Search

    async def search(self, part: str | None, query: str, limit: int = 200) -> list[Hit]:
        """The first hit in each field that has all words of ``query`` (``matching``).

        Names and other short texts come first, then long ones (words from 3 characters on); within
        each the newest records first. ``part`` None searches all parts.
        """
        if not query or limit <= 0:
            return []
        hits = await self._thread.read(lambda c: search.find_names(c, part, query, limit))
        keys = await self._thread.read(lambda c: search.candidates(c, part, query))
        for start in range(0, len(keys), _VERIFIED_AT_ONCE):
            if len(hits) >= limit:
                break
            hits += await self._thread.read(
                _verifying(keys[start : start + _VERIFIED_AT_ONCE], query)
            )
        return hits[:limit]

    # Drafts

    async def save_draft(
        self, part: str, id: str, content: Mapping[str, Any], base: Mapping[str, Any]
    ) -> datetime:
        """Keeps unsaved work in place of what was kept before; its time, in UTC.

        Once awaited it survives a crash and a power cut. A record that does not exist yet has an
        id of ``new_draft_id()`` and an empty ``base``.
        """
        return await self._work.save_draft(part, id, content, base)

    async def draft(self, part: str, id: str) -> SavedDraft | None:
        """The unsaved work on a record."""
        return await self._work.draft(part, id)

    async def drafts(self, part: str | None = None) -> list[SavedDraft]:
        """The drafts of a part, or of all parts, the newest first."""
        return await self._work.drafts(part)

    async def drop_draft(self, part: str, id: str) -> bool:
        """Forgets unsaved work; whether there was any."""
        return await self._work.drop_draft(part, id)

    # History

    async def keep_version(
        self,
        part: str,
        id: str,
        kind: str,
        content: Mapping[str, Any],
        *,
        who: str,
        about: str = "",
    ) -> int | None:
        """Keeps a version of a record; its key, or None when the newest one is equal.

        ``kind`` is opened, typed, saved, restored, replaced or merged; ``content`` maps fields to
        values; ``who`` made it ("you" on this computer); ``about`` says in a sentence what it is.
        The oldest of the least important go when the budget is exceeded.
        """
        return await self._work.keep_version(part, id, kind, content, who, about)

    async def versions(self, part: str, id: str) -> list[Version]:
        """The versions of a record, the newest first, without their content."""
        return await self._work.versions(part, id)

    async def version(self, key: int) -> dict[str, Any]:
        """The content of a version. Raises KeyError when it is no longer there."""
        return await self._work.version(key)

    async def histories(self, part: str) -> list[History]:
        """The records of a part that have versions here, also those gone from the server."""
        return await self._work.histories(part)

    async def adopt_history(self, part: str, old: str, new: str) -> None:
        """A record that existed only here was created: its versions go on under its new id."""
        await self._work.adopt_history(part, old, new)

    async def forget_history(self, part: str, id: str) -> None:
        """Deletes every version of a record for good."""
        await self._work.forget_history(part, id)

    async def history_size(self) -> int:
        """Bytes that the history takes."""
        return await self._work.weight()

    async def set_history_budget(self, size: int) -> None:
        """Keeps the history within ``size`` bytes from now on."""
        self._work.budget = size
        await self._work.keep_to_budget()

    # Reminders

    async def keep_reminders(self, kept: Sequence[Reminder]) -> None:
        """Keeps reminders in place of those before of the same records and kinds."""
        await self._work.keep_reminders(tuple(kept))

    async def drop_reminders(self, part: str, ids: Sequence[str], kind: Kind) -> None:
        """Forgets the reminders of a kind of some records."""
        await self._work.drop_reminders(part, tuple(ids), kind)

    async def reminders(self, part: str) -> list[Reminder]:
        """The reminders of a part, the soonest first."""
        return await self._work.reminders(part)

    # Small values

    async def begin_entry(self, part: str, record_id: str, title: str, doing: str) -> int:
        """Notes a call that must not be sent twice, before it is sent; the key of its entry."""
        return await self._work.begin_entry(part, record_id, title, doing)

    async def end_entry(self, key: int) -> None:
        """Forgets a call whose answer is known."""
        await self._work.end_entry(key)

    async def end_entry_of(self, part: str, record_id: str) -> None:
        """The same by the record that the call was for."""
        await self._work.end_entry_of(part, record_id)

    async def journal(self) -> list[JournalEntry]:
        """Every call whose answer is not known, the oldest first."""
        return await self._work.journal()

    async def begin_deed(self, deed: DeedEntry) -> int:
        """Notes a deed on a customer for good, before it is sent; the key of its entry."""
        return await self._work.begin_deed(deed)

    async def end_deed(self, key: int, state: str, outcome: str) -> None:
        """Notes what became of a deed; ``outcome`` says it in a sentence."""
        await self._work.end_deed(key, state, outcome)

    async def deeds(
        self, person: str = "", record_id: str = "", *, open_only: bool = False
    ) -> list[DeedEntry]:
        """Deeds on a person, on a record, or all, the newest first; ``open_only``: those of which
        it is not known whether they were carried out."""
        return await self._work.deeds(person, record_id, open_only)

    async def save_work(self, name: str, value: Any) -> None:
        """Save a JSON value that exists nowhere else: unsaved work, outgoing work, saved views.

        It lies with the drafts, in two copies; once awaited it survives a crash and a power cut.
        """
        await self._work.save_draft(SAVED_WORK, name, {"value": value}, {})

    async def saved_work(self, name: str, default: Any = None) -> Any:
        """A value saved by ``save_work``, or ``default``."""
        draft = await self._work.saved_work(name)
        if draft is not None:
            return draft.content.get("value", default)
        former = await self.value(name)
        if former is None:
            return default
        # Until version 0.1 it lay in the cache, which may be thrown away.
        await self.save_work(name, former)
        await self.drop_value(name)
        return former

    async def drop_work(self, name: str) -> None:
        """Forget a value saved by ``save_work``."""
        await self.drop_value(name)  # first: what a crash leaves must not come back from there
        await self._work.drop_draft(SAVED_WORK, name)

    async def put_value(self, name: str, value: Any) -> None:
        """Keeps a small JSON value of the cache: how a view was left, what was read."""
        kept = copy.deepcopy(value)
        await self._thread.write(lambda c: values.put(c, name, kept))

    async def value(self, name: str, default: Any = None) -> Any:
        """A kept value, or ``default``."""
        return await self._thread.read(lambda c: values.get(c, name, default))

    async def drop_value(self, name: str) -> None:
        """Forgets a kept value."""
        await self._thread.write(lambda c: values.drop(c, name))


def _summaries(part: str, ids: Sequence[str]) -> Job[list[dict[str, Any]]]:
    return lambda connection: records.summaries(connection, part, ids)


def _verifying(keys: Sequence[int], query: str) -> Job[list[Hit]]:
    return lambda connection: search.find_texts(connection, keys, query)
