"""Session on one record: opened from the local copy, kept while one types, shared by windows."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal, SignalInstance

from funneldesk.desktop.kit.dialogs.dialog import confirm
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id, new_draft_id
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.edit.draft_saving import DraftSaving
from funneldesk.desktop.records.edit.edit_lock import EditLock
from funneldesk.desktop.records.history.labels import time_words
from funneldesk.desktop.records.history.versions import RecordVersions
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.library.library import RecordLibrary
from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.save.labels import changed_meanwhile, save_key
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.workspace.workspace import Change, Workspace

SAVING = _("It is being saved there at this moment. Try again when that is done.")
NOT_KEPT = _(
    "What was typed there could not be kept on this computer yet, so it stays there. "
    "Save it there, or make room on the disk."
)
SOON, LATE = 0.4, 5.0
"""Seconds until a save that has no answer is told of, and until it is told to be slow."""
OPEN_ELSEWHERE = _("This {unit} is open in another window.")


class RecordEditor(Protocol):
    """View in which a record is edited. It changes the draft that it was given."""

    @property
    def edited(self) -> SignalInstance:
        """Emitted with the name of a field that the user changed."""

    def open(self, draft: Any) -> None:
        """Edit another record; what was typed in the one before is in its draft."""

    def swap(self, draft: Any, fields: Iterable[str]) -> None:
        """Go on with another draft of the same record, which differs in these fields."""

    def take(self, fields: Iterable[str]) -> None:
        """Show what came into these fields of the draft while they were open."""

    async def settled(self) -> None:
        """Wait until the last keystrokes are in the draft."""

    def set_read_only(self, reason: str) -> None:
        """No typing, with a reason; "" allows it."""

    def show_errors(self, errors: dict[str, list[str]]) -> list[str]:
        """Put messages at their fields; gives those that have none here."""

    def say_kept(self, text: str) -> None:
        """Say when unsaved work was last made durable."""


class EditSession(QObject):
    """``opened`` carries the id of the record that is open now; ``changed``: its state changed.
    ``asked`` carries an id and why the server did not give the record, None where it did."""

    opened = Signal(str)
    asked = Signal(str, object)
    changed = Signal()

    def __init__(
        self,
        kind: RecordKind,
        panel: Panel,
        workspace: Workspace,
        library: RecordLibrary[Any],
        editor: RecordEditor,
    ) -> None:
        super().__init__(panel)
        self.kind = kind
        self.panel = panel
        self.workspace = workspace
        self.fields = kind.fields_in(workspace)
        self.library = library
        self.editor = editor
        self.versions = RecordVersions(kind, workspace.store, workspace.notifications)
        self.drafts = DraftSaving(
            self, kind.part, workspace, self.versions, lambda: (self.record_id, self.draft)
        )
        self.tasks = TaskScope(self)
        self.draft: RecordDraft | None = None
        self.record_id = ""
        self.wanted = ""
        self.busy = False
        self._said = ""
        self.lock = EditLock(self, kind.part, self, workspace.edit_locks)
        self.drafts.written.connect(self._kept)
        editor.edited.connect(self._edited)
        workspace.changed.connect(self._changed_elsewhere)

    @property
    def title(self) -> str:
        """The open record's title as it is typed."""
        return (
            self.draft.title or _("New {unit}").format(unit=noun(self.kind.unit))
            if self.draft
            else ""
        )

    @property
    def status(self) -> str:
        """The open record's state on the server; "" where records have none."""
        life = self.kind.writes.lifecycle
        if self.draft is None or life is None:
            return ""
        return str(self.draft.base_value(life.field) or life.first)

    @property
    def is_dirty(self) -> bool:
        """Whether the open record has work that the server does not have."""
        return self.draft is not None and self.draft.is_dirty

    @property
    def is_kept(self) -> bool:
        """Whether everything typed is durable on this computer."""
        return self.drafts.is_done or not (self.is_dirty or is_new_id(self.record_id))

    # Opening

    async def open(self, record_id: str) -> None:
        """Open a record: what was typed and the local copy at once, the server's word after.

        A record whose last words could not be kept stays open.
        """
        self.wanted = record_id
        if record_id == self.record_id and self.draft is not None:
            return
        await self.drafts.save_now()
        await self.versions.left(self.record_id, self.draft)
        if not self.is_kept:
            self.wanted = self.record_id
            self.opened.emit(self.record_id)
            return
        with self.lock.opening(record_id):
            await self._open(record_id)

    async def _open(self, record_id: str) -> None:
        stored = await self.workspace.store.draft(self.kind.part, record_id)
        if is_new_id(record_id):
            if stored is not None:
                self._show(record_id, self.kind.draft.from_draft(stored.content, stored.base))
            return
        body = await self.library.record(record_id)
        if body is not None:
            self.tasks.start(self.versions.opened(record_id, body))
        if stored is not None:
            draft = self.kind.draft.from_draft(stored.content, stored.base)
            self._show(record_id, draft)
            self._say(_("Unsaved since {time}").format(time=time_words(stored.saved_at)))
        elif body is not None:
            self._show(record_id, self.kind.draft.opened(body))
        await self._refresh(record_id, has_copy=body is not None or stored is not None)

    async def _refresh(self, record_id: str, *, has_copy: bool) -> None:
        with optional() as asked:
            body = await self.library.fetch(record_id)
        self.asked.emit(record_id, asked.error)
        if asked.error is not None:
            if not has_copy:
                self.tell(asked.error, _("Opening the {unit}").format(unit=noun(self.kind.unit)))
            return
        self.tasks.start(self.versions.opened(record_id, body))
        if self._may_take(record_id, body):
            self._show(record_id, self.kind.draft.opened(body))
        elif self._is_behind(record_id, body):
            self.post(changed_meanwhile(self.kind, self.title))

    def _may_take(self, record_id: str, body: dict[str, Any]) -> bool:
        """Whether what the server has may take the place of what is shown."""
        draft = self.draft
        if self.record_id != record_id or draft is None:
            return self.wanted == record_id
        newer = body.get("updated_at") != draft.base.get("updated_at")
        # A draft on the server, for one, changes without its record's time.
        return not draft.is_dirty and (newer or draft.values_of(body) != draft.origin)

    def _is_behind(self, record_id: str, body: dict[str, Any]) -> bool:
        """Whether the unsaved work that is shown began from something older."""
        draft = self.draft
        if draft is None or not draft.is_dirty or self.record_id != record_id:
            return False
        return draft.values_of(body) != draft.origin

    async def read_again(self) -> None:
        """Read the open record from the server; unsaved work stays."""
        if self.draft is not None and not is_new_id(self.record_id):
            await self._refresh(self.record_id, has_copy=True)

    async def open_new(self, values: dict[str, Any]) -> None:
        """Open a record that exists only on this computer so far, and keep it."""
        await self.drafts.save_now()
        if not self.is_kept:
            return
        draft = self.kind.draft.new(values)
        record_id = new_draft_id()
        self.library.put_unsaved_new(record_id, values)
        self._show(record_id, draft)
        self.drafts.save_soon()
        await self.drafts.save_now()

    def _show(self, record_id: str, draft: RecordDraft) -> None:
        self.record_id = self.wanted = record_id
        self.draft = draft
        self.editor.open(draft)
        self.lock.shown(record_id)
        self.show_rights()
        self.tasks.cancel("sending")
        self._say("")
        self.opened.emit(record_id)
        self.changed.emit()

    def show_rights(self) -> None:
        """Let the open record be changed only where it can be saved."""
        if self.draft is not None:
            reason = "" if self.lock.may_write else OPEN_ELSEWHERE.format(unit=noun(self.kind.unit))
            if not self.workspace.may_write(self.kind.part):
                reason = _("{title} are read only with this key.").format(title=self.kind.title)
            self.editor.set_read_only(reason)

    def move_to(self, record_id: str) -> None:
        """The open record has another id now: it was created on the server."""
        self.record_id = self.wanted = record_id
        self.opened.emit(record_id)

    def close(self) -> None:
        """Nothing is open any more."""
        self.draft = None
        self.record_id = self.wanted = ""
        self.drafts.forget()
        self.lock.release()
        self.opened.emit("")
        self.changed.emit()

    def compare_with_list(self) -> None:
        """The list was read anew: a record that changed there is read again unless unsaved."""
        row, draft = self.library.rows.get(self.record_id), self.draft
        if row is None or draft is None or draft.is_dirty or is_new_id(self.record_id):
            return
        if row.changed_at and row.changed_at != moment(draft.base.get("updated_at")):
            self.tasks.latest("refresh", self._refresh(self.record_id, has_copy=True))

    # Keeping what is typed

    def _edited(self, _name: str) -> None:
        if not self.lock.may_write:
            self.lock.put_back()
            self.say_elsewhere()
            return
        if self.draft is not None:
            self.library.mark_unsaved(self.record_id, self.draft.is_dirty)
        self.changed.emit()
        self.lock.notify()
        self.drafts.save_soon()

    def _kept(self, record_id: str, said: str) -> None:
        if record_id == self.record_id:
            self._say(said)
            self.lock.notify()

    async def revert(self) -> None:
        """Throw away what is unsaved, after asking."""
        draft = self.draft
        if draft is None or not draft.is_dirty:
            return
        if is_new_id(self.record_id) or not await confirm(
            self.panel,
            _("Discard unsaved changes?"),
            _("“{title}” goes back to the version on the server.").format(title=self.title),
            action=_("Discard changes"),
            danger=True,
        ):
            return
        draft.revert()
        await self.workspace.store.drop_draft(self.kind.part, self.record_id)
        self.library.mark_unsaved(self.record_id, False)
        self.drafts.forget()
        self._show(self.record_id, draft)
        self.lock.notify()

    # Other windows

    def come_forward(self) -> None:
        """Bring the window of this section to the front."""
        self.panel.asked_forward.emit()

    async def hand_over(self) -> str:
        """Let another window go on writing the record; why that cannot be now, or ""."""
        if self.busy:
            return SAVING
        self.editor.set_read_only(_("It is opened in another window."))
        await self.editor.settled()
        await self.drafts.save_now()
        if not self.is_kept:
            self.show_rights()
            return NOT_KEPT
        return ""

    async def follow(self, record_id: str, wanted: Callable[[], bool]) -> None:
        """Show what another window made durable of the open record: its draft, or the copy."""
        stored = await self.workspace.store.draft(self.kind.part, record_id)
        body = await self.library.record(record_id) if stored is None else None
        if not wanted():
            return
        if stored is not None:
            self._take(self.kind.draft.from_draft(stored.content, stored.base))
        elif body is not None:
            self._take(self.kind.draft.opened(body))

    def _take(self, draft: RecordDraft) -> None:
        before = dict(self.draft.fields) if self.draft is not None else {}
        self.draft = draft
        changed = [f for f, value in draft.fields.items() if before.get(f) != value]
        self.editor.swap(draft, changed)
        self.changed.emit()

    def _changed_elsewhere(self, change: Change) -> None:
        """Another window wrote this record, or deleted it and its draft: what is here is kept."""
        if change.source is self.panel or not self.lock.may_write:
            return
        here = change.concerns(self.kind.part) and self.record_id in change.ids
        if here and self.is_dirty:
            self.drafts.save_soon()

    # While it is saved

    def set_busy(self, busy: bool) -> None:
        """Whether a save is on its way."""
        self.busy = busy
        self.changed.emit()

    @contextmanager
    def sending(self) -> Iterator[None]:
        """Tell, where the last draft is told of, that an answer is waited for."""
        self.tasks.latest("sending", self._say_sending())
        try:
            yield
        finally:
            self.tasks.cancel("sending")
            self.editor.say_kept(self._said)

    async def _say_sending(self) -> None:
        await asyncio.sleep(SOON)
        self.editor.say_kept(_("Saving…"))
        await asyncio.sleep(LATE)
        self.editor.say_kept(_("Waiting for the server…"))

    def _say(self, text: str) -> None:
        self._said = text
        self.editor.say_kept(text)

    def tell(self, error: BaseException, doing: str) -> None:
        """Explain a failure."""
        self.post(explain(error, doing).notice(save_key(self.kind)))

    def say_elsewhere(self) -> None:
        """Why nothing can be changed here: another window writes."""
        here = _("Choose “Edit here” above to change it in this window.")
        what = OPEN_ELSEWHERE.format(unit=noun(self.kind.unit))
        self.post(Notice(what, here, "warning", key=save_key(self.kind)))

    def post(self, notice: Notice) -> None:
        """Show a notice."""
        self.workspace.notifications.post(notice)
