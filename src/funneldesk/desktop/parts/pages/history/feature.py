"""History of the open page, and of pages that are gone, in the menus of the section."""

from collections.abc import Sequence

from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.user_data.history import History
from funneldesk.desktop.parts.pages.feature import PageFeature
from funneldesk.desktop.parts.pages.library.library import PART
from funneldesk.desktop.parts.pages.list.removing import RECENTLY_DELETED
from funneldesk.desktop.records.history.deleted import DeletedRecord, DeletedRecordsDialog
from funneldesk.desktop.records.history.dialog import HistoryDialog
from funneldesk.desktop.records.history.record_history import (
    DeletedRecordHistory,
    OpenRecordHistory,
)
from funneldesk.desktop.records.history.source import HistorySource
from funneldesk.desktop.sections.actions import Action, Place, Takes

KEYS = "Ctrl+H"
MOST_GONE = 200


class PageHistory(PageFeature):
    """Opens the history window."""

    def declare(self) -> Sequence[Action]:
        in_record, in_section = (
            Place.PALETTE | Place.RECORD_MENU,
            Place.PALETTE | Place.SECTION_MENU,
        )
        return (
            Action(
                "pages.history",
                "History of this page…",
                lambda _: self.show(),
                "history",
                KEYS,
                in_record,
                "History…",
                Takes.OPEN,
            ),
            Action(
                "pages.recently-deleted",
                RECENTLY_DELETED,
                lambda _: self.show_gone(),
                "history",
                places=in_section,
            ),
        )

    def show(self) -> None:
        """The history of the page that is open."""
        if self.context.session.draft is not None:
            self.context.tasks.latest(
                "history", self._show_open(OpenRecordHistory(self.context.session))
            )

    def show_gone(self) -> None:
        """Pages that have a history here and are no longer on the platform."""
        self.context.tasks.latest("history", self._choose_gone())

    async def _show_open(self, source: OpenRecordHistory) -> None:
        await self.context.editor.settled()
        if await self._restored_from(source):
            text = "It is not saved yet. What you had is in the history too."
            undo = NoticeAction("Undo", source.undo)
            what = "Version restored"
            self.context.workspace.notifications.post(
                Notice(what, text, "success", key="pages/history", action=undo)
            )

    async def _restored_from(self, source: HistorySource) -> bool:
        return await HistoryDialog(self.context.section, source).ask() == "restored"

    async def _choose_gone(self) -> None:
        try:
            gone = await self._gone()
        except LocalStoreProblem as problem:
            explanation = explain(problem, "Reading the history")
            self.context.workspace.notifications.post(explanation.notice("pages/history"))
            return
        dialog = DeletedRecordsDialog(self.context.section, "page", gone)
        if await dialog.ask() == "show" and dialog.chosen is not None:
            page = dialog.chosen
            source = DeletedRecordHistory(self.context.session, page.id, page.title)
            if await self._restored_from(source):
                text = "It is a new page on this computer until you save it."
                self.context.workspace.notifications.post(
                    Notice("Page restored", text, "success", key="pages/history")
                )

    async def _gone(self) -> list[DeletedRecord]:
        library = self.context.library
        if not library.loaded:
            return []
        store = self.context.workspace.store
        kept = [h for h in await store.histories(PART) if h.id not in library.rows]
        drafts = {draft.id for draft in await store.drafts(PART)}
        return [await self._named(h) for h in kept[:MOST_GONE] if h.id not in drafts]

    async def _named(self, kept: History) -> DeletedRecord:
        content = await self.context.workspace.store.version(kept.newest)
        title = str(content.get("title") or "Untitled page")
        return DeletedRecord(kept.id, title, f"/{content.get('slug') or ''}", kept.count, kept.at)
