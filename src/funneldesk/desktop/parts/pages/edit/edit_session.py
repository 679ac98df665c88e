"""The open page: opened from the local copy, kept while one types, saved with what changed."""

from typing import TYPE_CHECKING, Any

from funneldesk.desktop.kit.dialogs.dialog import confirm
from funneldesk.desktop.local.user_data.drafts import is_new_id, new_draft_id
from funneldesk.desktop.parts.pages.edit.draft import PageDocument
from funneldesk.desktop.parts.pages.edit.edit_lock import DeskSeats
from funneldesk.desktop.parts.pages.edit.open_record import OpenRecord
from funneldesk.desktop.parts.pages.editor.editor import PageEditor
from funneldesk.desktop.parts.pages.library.library import PART, PageLibrary
from funneldesk.desktop.parts.pages.list.rows import moment
from funneldesk.desktop.parts.pages.save.labels import changed_meanwhile
from funneldesk.desktop.parts.pages.save.save_flow import DeskSaving
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.desktop.sections.panel import Panel


class PageDesk(OpenRecord):
    """Opens, keeps, reverts and saves; what is open is in ``OpenRecord``."""

    def __init__(
        self, panel: "Panel", workspace: Workspace, library: PageLibrary, editor: PageEditor
    ) -> None:
        super().__init__(panel, workspace, library, editor)
        self.saving = DeskSaving(self, self.open_new)
        self.seats = DeskSeats(self)
        editor.edited.connect(self._edited)

    @property
    def may_change(self) -> bool:
        return self.seats.may_write

    def _draft_written(self, record_id: str, said: str) -> None:
        super()._draft_written(record_id, said)
        if record_id == self.record_id:
            self.seats.stir()

    # Opening

    async def open(self, record_id: str) -> None:
        """Open a page: what was typed and the local copy at once, the platform's word after.

        A page whose last words could not be kept stays open.
        """
        self.wanted = record_id
        if record_id == self.record_id and self.document is not None:
            return
        await self.keep_now()
        await self.versions.left(self.record_id, self.document)
        if not self.is_kept:
            self.wanted = self.record_id
            self.opened.emit(self.record_id)
            return
        with self.seats.opening(record_id):
            await self._open(record_id)

    async def _open(self, record_id: str) -> None:
        draft = await self.workspace.store.draft(PART, record_id)
        if is_new_id(record_id):
            if draft is not None:
                self._show(record_id, PageDocument.from_draft(draft.content, draft.base))
            return
        body = await self.library.record(record_id)
        if body is not None:
            self.tasks.start(self.versions.opened(record_id, body))
        if draft is not None:
            document = PageDocument.from_draft(draft.content, draft.base)
            self._show(record_id, document)
            self.editor.say_kept(f"Unsaved since {draft.saved_at.astimezone():%d %b, %H:%M}")
        elif body is not None:
            self._show(record_id, PageDocument.opened(body))
        await self._refresh(record_id, has_copy=body is not None or draft is not None)

    async def _refresh(self, record_id: str, *, has_copy: bool) -> None:
        from funneldesk.client.errors import ApiError

        try:
            body = await self.library.fetch(record_id)
        except ApiError as error:
            if not has_copy:
                self.tell(error, "Opening the page")
            return
        self.tasks.start(self.versions.opened(record_id, body))
        if self._may_take(record_id, body):
            self._show(record_id, PageDocument.opened(body))
        elif self._is_behind(record_id, body):
            self.post(changed_meanwhile(self.title))

    def _may_take(self, record_id: str, body: dict[str, Any]) -> bool:
        """Whether what the platform has may take the place of what is shown."""
        document = self.document
        if self.record_id != record_id or document is None:
            return self.wanted == record_id
        newer = body.get("updated_at") != document.base.get("updated_at")
        return newer and not document.is_dirty

    def _is_behind(self, record_id: str, body: dict[str, Any]) -> bool:
        """Whether the unsaved work that is shown began from something older."""
        document = self.document
        if document is None or not document.is_dirty or self.record_id != record_id:
            return False
        return document.values_of(body) != document.origin

    async def open_new(self, values: dict[str, Any]) -> None:
        """Open a page that exists only on this computer so far, and keep it."""
        await self.keep_now()
        if not self.is_kept:
            return
        document = PageDocument.new(values)
        record_id = new_draft_id()
        self.library.put_unsaved_new(record_id, values)
        self._show(record_id, document)
        self.keeping.typed()
        await self.keep_now()

    def _show(self, record_id: str, document: PageDocument) -> None:
        self.record_id = self.wanted = record_id
        self.document = document
        base = self.workspace.visitor_base
        self.editor.open(document, base)
        self.seats.shown(record_id)
        self.show_rights()
        self.editor.say_kept("")
        self.opened.emit(record_id)
        self.changed.emit()

    def close(self) -> None:
        """Nothing is open any more."""
        self.document = None
        self.record_id = self.wanted = ""
        self.keeping.forget()
        self.seats.leave()
        self.opened.emit("")
        self.changed.emit()

    def compare_with_list(self) -> None:
        """The list was read anew: a page that changed there is read again if nothing is unsaved."""
        row = self.library.rows.get(self.record_id)
        document = self.document
        if row is None or document is None or document.is_dirty or is_new_id(self.record_id):
            return
        if row.updated_at != moment(document.base.get("updated_at")):
            self.tasks.latest("refresh", self._refresh(self.record_id, has_copy=True))

    # Keeping what is typed

    def _edited(self, _name: str) -> None:
        if not self.seats.may_write:
            self.seats.put_back()
            self.say_elsewhere()
            return
        if self.document is not None:
            self.library.mark_unsaved(self.record_id, self.document.is_dirty)
        self.changed.emit()
        self.seats.stir()
        self.keeping.typed()

    async def revert(self) -> None:
        """Throw away what is unsaved, after asking."""
        document = self.document
        if document is None or not document.is_dirty:
            return
        if is_new_id(self.record_id) or not await confirm(
            self.panel,
            "Throw away unsaved changes?",
            f"“{self.title}” goes back to what the platform has.",
            action="Throw away",
            danger=True,
        ):
            return
        document.revert()
        await self.workspace.store.drop_draft(PART, self.record_id)
        self.library.mark_unsaved(self.record_id, False)
        self.keeping.forget()
        self._show(self.record_id, document)
        self.seats.stir()

    # Saving

    async def save(self, status: str | None) -> None:
        """Send what changed. ``status``: publish or take offline with it; None leaves it."""
        await self.saving.save(status)
