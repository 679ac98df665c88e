"""The open page: opened from the local copy, kept while one types, saved with what changed."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from funneldesk.client.errors import ApiError
from funneldesk.desktop.kit.dialogs.dialog import confirm
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.user_data.drafts import is_new_id, new_draft_id
from funneldesk.desktop.parts.pages.edit.draft import PAGES, LocalPageDraft
from funneldesk.desktop.parts.pages.editor.editor import PageEditor
from funneldesk.desktop.parts.pages.library.library import PART, PageLibrary
from funneldesk.desktop.parts.pages.save.labels import SAVE, changed_meanwhile
from funneldesk.desktop.records.edit.draft_saving import DraftSaving
from funneldesk.desktop.records.edit.edit_lock import EditLock
from funneldesk.desktop.records.history.versions import RecordVersions
from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.workspace.workspace import Change, Workspace

SAVING = "It is being saved there at this moment. Try again when that is done."
NOT_KEPT = (
    "What was typed there could not be kept on this computer yet, so it stays there. "
    "Save it there, or make room on the disk."
)
OPEN_ELSEWHERE = "This page is open in another window."


class EditSession(QObject):
    """``opened`` carries the id of the page that is open now; ``changed``: its state changed."""

    opened = Signal(str)
    changed = Signal()

    def __init__(
        self, panel: Panel, workspace: Workspace, library: PageLibrary, editor: PageEditor
    ) -> None:
        super().__init__(panel)
        self.panel = panel
        self.workspace = workspace
        self.library = library
        self.editor = editor
        self.versions = RecordVersions(PAGES, workspace.store, workspace.notifications)
        self.drafts = DraftSaving(
            self, PART, workspace, self.versions, lambda: (self.record_id, self.draft)
        )
        self.tasks = TaskScope(self)
        self.draft: LocalPageDraft | None = None
        self.record_id = ""
        self.wanted = ""
        self.busy = False
        self.lock = EditLock(self, PART, self, workspace.edit_locks)
        self.drafts.written.connect(self._kept)
        editor.edited.connect(self._edited)
        workspace.changed.connect(self._changed_elsewhere)

    @property
    def title(self) -> str:
        """The open page's title as it is typed."""
        return str(self.draft.value("title") or "New page") if self.draft else ""

    @property
    def status(self) -> str:
        """The open page's status on the platform."""
        return str(self.draft.base_value("status") or "draft") if self.draft else ""

    @property
    def is_dirty(self) -> bool:
        """Whether the open page has work that the platform does not have."""
        return self.draft is not None and self.draft.is_dirty

    @property
    def is_kept(self) -> bool:
        """Whether everything typed is durable on this computer."""
        return self.drafts.is_done or not (self.is_dirty or is_new_id(self.record_id))

    # Opening

    async def open(self, record_id: str) -> None:
        """Open a page: what was typed and the local copy at once, the platform's word after.

        A page whose last words could not be kept stays open.
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
        stored = await self.workspace.store.draft(PART, record_id)
        if is_new_id(record_id):
            if stored is not None:
                self._show(record_id, LocalPageDraft.from_draft(stored.content, stored.base))
            return
        body = await self.library.record(record_id)
        if body is not None:
            self.tasks.start(self.versions.opened(record_id, body))
        if stored is not None:
            draft = LocalPageDraft.from_draft(stored.content, stored.base)
            self._show(record_id, draft)
            self.editor.say_kept(f"Unsaved since {stored.saved_at.astimezone():%d %b, %H:%M}")
        elif body is not None:
            self._show(record_id, LocalPageDraft.opened(body))
        await self._refresh(record_id, has_copy=body is not None or stored is not None)

    async def _refresh(self, record_id: str, *, has_copy: bool) -> None:
        try:
            body = await self.library.fetch(record_id)
        except ApiError as error:
            if not has_copy:
                self.tell(error, "Opening the page")
            return
        self.tasks.start(self.versions.opened(record_id, body))
        if self._may_take(record_id, body):
            self._show(record_id, LocalPageDraft.opened(body))
        elif self._is_behind(record_id, body):
            self.post(changed_meanwhile(self.title))

    def _may_take(self, record_id: str, body: dict[str, Any]) -> bool:
        """Whether what the platform has may take the place of what is shown."""
        draft = self.draft
        if self.record_id != record_id or draft is None:
            return self.wanted == record_id
        newer = body.get("updated_at") != draft.base.get("updated_at")
        return newer and not draft.is_dirty

    def _is_behind(self, record_id: str, body: dict[str, Any]) -> bool:
        """Whether the unsaved work that is shown began from something older."""
        draft = self.draft
        if draft is None or not draft.is_dirty or self.record_id != record_id:
            return False
        return draft.values_of(body) != draft.origin

    async def open_new(self, values: dict[str, Any]) -> None:
        """Open a page that exists only on this computer so far, and keep it."""
        await self.drafts.save_now()
        if not self.is_kept:
            return
        draft = LocalPageDraft.new(values)
        record_id = new_draft_id()
        self.library.put_unsaved_new(record_id, values)
        self._show(record_id, draft)
        self.drafts.save_soon()
        await self.drafts.save_now()

    def _show(self, record_id: str, draft: LocalPageDraft) -> None:
        self.record_id = self.wanted = record_id
        self.draft = draft
        base = self.workspace.visitor_base
        self.editor.open(draft, base)
        self.lock.shown(record_id)
        self.show_rights()
        self.editor.say_kept("")
        self.opened.emit(record_id)
        self.changed.emit()

    def show_rights(self) -> None:
        """Let the open page be changed only where it can be saved."""
        if self.draft is not None:
            reason = "" if self.lock.may_write else OPEN_ELSEWHERE
            if not self.workspace.may_write(PART):
                reason = "Pages are read only with this key."
            self.editor.set_read_only(reason)

    def move_to(self, record_id: str) -> None:
        """The open page has another id now: it was created on the platform."""
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
        """The list was read anew: a page that changed there is read again if nothing is unsaved."""
        row = self.library.rows.get(self.record_id)
        draft = self.draft
        if row is None or draft is None or draft.is_dirty or is_new_id(self.record_id):
            return
        if row.updated_at != moment(draft.base.get("updated_at")):
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
            self.editor.say_kept(said)
            self.lock.notify()

    async def revert(self) -> None:
        """Throw away what is unsaved, after asking."""
        draft = self.draft
        if draft is None or not draft.is_dirty:
            return
        if is_new_id(self.record_id) or not await confirm(
            self.panel,
            "Discard unsaved changes?",
            f"“{self.title}” goes back to the version on the server.",
            action="Discard changes",
            danger=True,
        ):
            return
        draft.revert()
        await self.workspace.store.drop_draft(PART, self.record_id)
        self.library.mark_unsaved(self.record_id, False)
        self.drafts.forget()
        self._show(self.record_id, draft)
        self.lock.notify()

    # Other windows

    def come_forward(self) -> None:
        """Bring the window of this section to the front."""
        self.panel.asked_forward.emit()

    async def hand_over(self) -> str:
        """Let another window go on writing the page; why that cannot be now, or ""."""
        if self.busy:
            return SAVING
        self.editor.set_read_only("It is opened in another window.")
        await self.editor.settled()
        await self.drafts.save_now()
        if not self.is_kept:
            self.show_rights()
            return NOT_KEPT
        return ""

    async def follow(self, record_id: str, wanted: Callable[[], bool]) -> None:
        """Show what another window made durable of the open page: its draft, or the local copy."""
        stored = await self.workspace.store.draft(PART, record_id)
        body = await self.library.record(record_id) if stored is None else None
        if not wanted():
            return
        if stored is not None:
            self._take(LocalPageDraft.from_draft(stored.content, stored.base))
        elif body is not None:
            self._take(LocalPageDraft.opened(body))

    def _take(self, draft: LocalPageDraft) -> None:
        before = dict(self.draft.fields) if self.draft is not None else {}
        self.draft = self.editor.draft = draft
        self.editor.take(f for f, value in draft.fields.items() if before.get(f) != value)
        self.editor.analyse_soon()
        self.changed.emit()

    def _changed_elsewhere(self, change: Change) -> None:
        """Another window wrote this page, or deleted it and its draft: the words here stay kept."""
        if change.source is self.panel or change.part != PART or not self.lock.may_write:
            return
        if self.record_id in change.ids and self.is_dirty:
            self.drafts.save_soon()

    # While it is saved

    def set_busy(self, busy: bool) -> None:
        """Whether a save is on its way."""
        self.busy = busy
        self.changed.emit()

    def tell(self, error: BaseException, doing: str) -> None:
        """Explain a failure."""
        self.post(explain(error, doing).notice(SAVE))

    def say_elsewhere(self) -> None:
        """Why nothing can be changed here: another window writes."""
        here = "Choose “Edit here” above the source to change it in this window."
        self.post(Notice(OPEN_ELSEWHERE, here, "warning", key=SAVE))

    def post(self, notice: Notice) -> None:
        """Show a notice."""
        self.workspace.notifications.post(notice)
