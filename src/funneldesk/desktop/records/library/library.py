"""Records of one part on this computer: shown at once, refreshed, filled in the background."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from PySide6.QtCore import QObject, Signal

from funneldesk.contract.listing import Listing
from funneldesk.contract.shapes import Record
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.cache.records import CachedRow, Coverage
from funneldesk.desktop.local.cache.search import Hit
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.history.versions import keep_before_it_goes
from funneldesk.desktop.records.kind import ListedKind
from funneldesk.desktop.records.library.filling import EVERY, UserPause, fill
from funneldesk.desktop.records.library.row import RecordRow
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

R = TypeVar("R", bound=RecordRow)

LISTED_AT_ONCE = 100
HEAD_ROWS, HEAD_PAUSE = 100, 1.0
REST_PAUSE = 0.2
"""Seconds in which the first rows are drawn before the others are read."""
LONG = 2_000
"""Rows from which the first ones are kept apart."""
MOST_FOUND = 5_000
FEW = 20
"""Rows that are brought to their places one by one; more are all arranged anew."""


class RecordLibrary(QObject, Generic[R]):
    """Holds the rows of the list. ``updated`` tells that some changed: before it, ``row_changed``
    names the one, or ``replaced`` says that it may be any. ``covered``: more is here whole.

    ``unread`` are the places of the server's list that could not be read.
    """

    updated = Signal()
    row_changed = Signal(str)
    replaced = Signal()
    covered = Signal()

    def __init__(
        self, workspace: Workspace, kind: ListedKind[R], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.kind = kind
        self.rows: dict[str, R] = {}
        self.loaded = False
        self.unread: tuple[str, ...] = ()
        self.tasks = TaskScope(self)
        self._pause = UserPause()
        self._announced = 0
        self._head: list[str] = []
        self._head_name = f"{kind.part}.head"
        self.is_whole = True
        """Whether all records of the list are here, not only its newest ones."""
        self._whole_name = f"{kind.part}.whole"
        self._rest: asyncio.Task[None] | None = None

    @property
    def total(self) -> int:
        """How many records there are, those included that are still on their way from the disk."""
        return max(len(self.rows), self._announced)

    # From the local copy

    async def show_local(self) -> None:
        """Take the list from the local copy: of a long one what was seen last, the rest after."""
        if self.loaded:
            return
        store, part = self.workspace.store, self.kind.part
        self.is_whole = await store.value(self._whole_name, True) is True
        head = await store.value(self._head_name) or {}
        first = await store.summaries(part, head["ids"]) if head.get("ids") else []
        if not first:
            await self._read_all()
            return
        self.rows |= {row.id: row for row in map(self.kind.row.of, first)}
        self._announced = int(head["total"])
        self.loaded = True
        self._tell()
        self._rest = self.tasks.start(self._read_all(REST_PAUSE))

    async def _read_all(self, pause: float = 0.0) -> None:
        """Read the list in slices, after a pause in seconds."""
        store, kind = self.workspace.store, self.kind
        await asyncio.sleep(pause)
        drafts = await store.drafts(kind.part) if kind.edited is not None else ()
        unsaved = {draft.id: draft for draft in drafts}
        for record_id in unsaved.keys() & self.rows.keys():
            self.rows[record_id].unsaved = True
        async for piece in store.slices(kind.part):
            for summary in piece:
                row = kind.row.of(summary)
                if row.id not in self.rows:
                    self.rows[row.id] = row
                    row.unsaved = row.id in unsaved
        for draft in unsaved.values():
            if draft.is_new:
                self.put_unsaved_new(draft.id, draft.content)
            elif draft.id not in self.rows and draft.base.get("id") is not None:
                self.rows[draft.id] = row = kind.row.of(draft.base)
                row.unsaved = True
        self._announced = 0
        if self.rows:
            self.loaded = True
            self._tell()

    def remember_head(self, ids: Sequence[str]) -> None:
        """Keep the first rows of a long list as it is shown, so that they are there at once at
        the next start."""
        head = list(ids[:HEAD_ROWS]) if len(ids) > LONG else []
        if self._announced or not (head or self._head):
            return
        self._head = head
        self.tasks.debounce("head", HEAD_PAUSE, self._keep_head)

    async def _keep_head(self) -> None:
        head = {"total": self.total, "ids": self._head} if self._head else None
        await self.workspace.store.put_value(self._head_name, head)

    async def record(self, record_id: str) -> dict[str, Any] | None:
        """A record from the local copy, whole; None when it is not here."""
        kept = await self.workspace.store.record(self.kind.part, record_id)
        return kept.body if kept is not None else None

    async def ids_with(self, text: str) -> frozenset[str]:
        """Records whose cached texts hold the text."""
        return frozenset(hit.id for hit in await self.hits_with(text))

    async def hits_with(self, text: str) -> list[Hit]:
        """The places in cached texts that hold the text."""
        return await self.workspace.store.search(self.kind.part, text, limit=MOST_FOUND)

    async def coverage(self) -> Coverage:
        """How many records are here whole."""
        return await self.workspace.store.coverage(self.kind.part)

    # From the server

    async def refresh(self, newest: int = EVERY) -> None:
        """Take the list from the server and keep it, or only so many of its ``newest``. Raises
        ``ApiError``."""
        if self._rest is not None:
            await asyncio.shield(self._rest)
            self._rest = None
        listed = _Listed(self)

        async def read(api: "Api") -> None:
            await listed.clear()
            async for listing in self.kind.slices(api):
                await listed.take(listing)
                if len(listed.rows) >= newest:
                    break

        await self.workspace.run(read)
        # Unsaved work stays in reach, also on a record that somebody else deleted meanwhile.
        rows = {k: row for k, row in self.rows.items() if row.unsaved} | listed.rows
        changed = listed.changed or not self.loaded or len(rows) != len(self.rows)
        self.rows = rows
        self.unread = listed.unread
        self.loaded = True
        await self._note_whole(len(listed.rows) < newest)
        if changed:
            self.replaced.emit()
        self.updated.emit()
        await listed.incoming.finish()
        await self._refreshed()
        if self.kind.fills:
            self.tasks.latest("fill", self._fill())

    async def _note_whole(self, is_whole: bool) -> None:
        if is_whole != self.is_whole:
            self.is_whole = is_whole
            await self.workspace.store.put_value(self._whole_name, is_whole)

    async def fetch(self, record_id: str) -> dict[str, Any]:
        """A record from the server, whole, kept in the local copy. Raises ``ApiError``."""
        record = await self.workspace.run(lambda api: self.kind.get(api, record_id))
        body = record.model_dump(mode="json")
        if self.kind.details:
            await self._keep_details(record_id, body)
        else:
            await self.keep(body)
        return body

    async def _keep_details(self, record_id: str, body: Mapping[str, Any]) -> None:
        """Keep what is known of a record beside its row, as fresh as that is."""
        kind, row = self.kind, self.rows.get(record_id)
        if not isinstance(row, SummaryRow):
            await self.workspace.store.put_record(kind.part, record_id, body, None)
            return
        shown = kind.copy.row(record_id, row.summary)
        found = {**shown.search_text, **kind.texts(body)} if kind.texts is not None else None
        await self.workspace.store.put_record(kind.part, record_id, body, found, shown.updated_at)

    def user_acted(self) -> None:
        """The user does something: the background fill waits a moment."""
        self._pause.acted()

    async def _fill(self) -> None:
        """Fetch whole records one by one, newest first, while nothing better is to do."""
        await fill(
            self.workspace,
            self.kind.part,
            self.fetch,
            self._pause,
            self.covered.emit,
            self.kind.fills,
        )

    # What changes

    async def keep(self, body: Mapping[str, Any]) -> None:
        """Keep a record that was just read or written, and show it in the list."""
        added = await self._added(body)
        row = self.kind.row.of({**self.kind.copy.listed(body), **added})
        known = self.rows.get(row.id)
        if known is not None:
            row.take_marks(known)
        self.rows[row.id] = row
        if self.kind.details:  # The whole of it has more than a row: that stays.
            shown = self.kind.copy.row(row.id, {**body, **added})
            await self.workspace.store.put_row(self.kind.part, shown)
        else:
            await self.kind.copy.keep(self.workspace.store, row.id, body, added)
        if row != known:
            self._tell(row.id)

    async def forget(self, record_id: str) -> None:
        """A record is gone."""
        store, kind = self.workspace.store, self.kind
        self.rows.pop(record_id, None)
        if kind.edited is not None:
            await keep_before_it_goes(store, kind.edited, record_id)
        await store.forget(kind.part, record_id)
        await store.drop_draft(kind.part, record_id)
        self._tell(record_id)

    def mark_unsaved(self, record_id: str, unsaved: bool) -> None:
        """Show or hide the dot of unsaved work."""
        row = self.rows.get(record_id)
        if row is not None and row.unsaved != unsaved:
            row.unsaved = unsaved
            self._tell(record_id)

    def mark_snoozed(self, until: Mapping[str, datetime | None]) -> None:
        """Records were put off, or came back with None."""
        found = {k: row for k in until if (row := self.rows.get(k)) is not None}
        changed = [k for k, row in found.items() if row.snoozed_until != until[k]]
        for record_id in changed:
            found[record_id].snoozed_until = until[record_id]
        if len(changed) > FEW:
            self._tell()
        else:
            for record_id in changed:
                self._tell(record_id)

    def put_unsaved_new(self, draft_id: str, content: Mapping[str, Any]) -> None:
        """Show a record that exists only on this computer so far.

        Without a title it is a "New" one of its kind. Raises ValueError where the kind has no
        drafts.
        """
        if self.kind.edited is None:
            raise ValueError(f"{self.kind.part} are not edited")
        fields, draft = content.get("fields", content), self.kind.edited.draft
        shown = {draft.declared[name].read_as or name: fields.get(name) for name in draft.listed}
        title = next(iter(shown))
        shown[title] = shown[title] or _("New {unit}").format(unit=noun(self.kind.unit))
        row = self.kind.row.of({"id": draft_id, **shown})
        row.unsaved = True
        self.rows[draft_id] = row
        self._tell(draft_id)

    def drop_unsaved_new(self, draft_id: str) -> None:
        """Such a record was created on the server, or thrown away."""
        if self.rows.pop(draft_id, None) is not None:
            self._tell(draft_id)

    def _tell(self, record_id: str = "") -> None:
        if record_id:
            self.row_changed.emit(record_id)
        else:
            self.replaced.emit()
        self.updated.emit()

    # What a part may add

    async def _added(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """What this computer adds to the row of a whole record."""
        return dict(self.kind.added(body)) if self.kind.added is not None else {}

    def take_along(self, row: R, known: R, summary: dict[str, Any]) -> None:
        """Keep in ``row`` and its ``summary`` what this computer had added to the row ``known``."""
        if self.kind.added is not None and isinstance(known, SummaryRow):
            kept = {key: known.get(key) for key in self.kind.added({})}
            summary |= {key: value for key, value in kept.items() if value is not None}

    async def _refreshed(self) -> None:
        """The list was read and kept."""


def library_of(workspace: Workspace, kind: ListedKind[R]) -> RecordLibrary[R]:
    """The one library of a kind that all panels of a brand have together."""
    return cast(RecordLibrary[R], workspace.shared(RecordLibrary, kind))


class _Listed(Generic[R]):
    """What the server lists, taken piece by piece beside the rows that are known."""

    def __init__(self, library: RecordLibrary[R]) -> None:
        self._library = library
        self._known = library.rows
        self.incoming = library.workspace.store.incoming(library.kind.part)
        self.rows: dict[str, R] = {}
        self.unread: tuple[str, ...] = ()
        self.changed = False

    async def clear(self) -> None:
        """Begin anew."""
        self.rows.clear()
        self.unread = ()
        self.changed = False
        await self.incoming.clear()

    async def take(self, listing: Listing[Record]) -> None:
        """Take some more; the window turns in between."""
        records = listing.rows
        self.unread += listing.unread
        for start in range(0, len(records), LISTED_AT_ONCE):
            piece = [self._take(record) for record in records[start : start + LISTED_AT_ONCE]]
            await self.incoming.add(piece)

    def _take(self, record: Record) -> CachedRow:
        summary = record.model_dump(mode="json")
        row = self._library.kind.row.of(summary)
        known = self._known.get(row.id)
        if known is not None:
            row.take_marks(known)
            self._library.take_along(row, known, summary)
        if known == row:
            row = known
        else:
            self.changed = True
        self.rows[row.id] = row
        return self._library.kind.copy.row(row.id, summary)
