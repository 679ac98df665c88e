"""History of the open record, and of records that are gone, as a feature of any section."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.history import History
from funneldesk.desktop.records.edit.edit_session import EditSession
from funneldesk.desktop.records.history.deleted import DeletedRecord, DeletedRecordsDialog
from funneldesk.desktop.records.history.dialog import HistoryDialog
from funneldesk.desktop.records.history.record_history import (
    DeletedRecordHistory,
    OpenRecordHistory,
)
from funneldesk.desktop.records.making.removing import RECENTLY_DELETED
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.sections.actions import Action, Place, Takes
from funneldesk.desktop.sections.feature import Feature
from funneldesk.desktop.workspace.workspace import section_of

KEYS = "Ctrl+H"
MOST_GONE = 200


class RecordHistory(Feature):
    """Opens the history window. ``about`` gives the second line of a deleted record."""

    def __init__(self, session: EditSession, about: Callable[[Mapping[str, Any]], str]) -> None:
        super().__init__(session)
        self.session, self.kind = session, session.kind
        self._about = about

    def declare(self) -> Sequence[Action]:
        part, in_record = section_of(self.kind.part), Place.PALETTE | Place.RECORD_MENU
        return (
            Action(
                f"{part}.history",
                _("History of this {unit}…").format(unit=noun(self.kind.unit)),
                lambda _: self.show(),
                "history",
                KEYS,
                in_record,
                _("History…"),
                Takes.OPEN,
            ),
            Action(
                f"{part}.recently-deleted",
                RECENTLY_DELETED,
                lambda _: self.show_gone(),
                "history",
                places=Place.PALETTE | Place.SECTION_MENU,
            ),
        )

    def show(self) -> None:
        """The history of the record that is open."""
        self.session.tasks.latest("history", show_history(self.session))

    def show_gone(self) -> None:
        """Records that have a history here and are no longer on the server."""
        self.session.tasks.latest("history", self._choose_gone())

    async def _choose_gone(self) -> None:
        session, unit = self.session, self.kind.unit
        try:
            gone = await self._gone()
        except LocalStoreProblem as problem:
            session.post(explain(problem, _("Reading the history")).notice(_key(session)))
            return
        dialog = DeletedRecordsDialog(session.panel, unit, gone)
        if await dialog.ask() == "show" and dialog.chosen is not None:
            source = DeletedRecordHistory(session, dialog.chosen.id, dialog.chosen.title)
            if await HistoryDialog(session.panel, source).ask() == "restored":
                text = _("It is a new {unit} on this computer until you save it.").format(
                    unit=noun(unit)
                )
                what = _("{unit} restored").format(unit=noun(unit).capitalize())
                session.post(Notice(what, text, "success", key=_key(session)))

    async def _gone(self) -> list[DeletedRecord]:
        session, part = self.session, self.kind.part
        if not session.library.loaded:
            return []
        store = session.workspace.store
        kept = [h for h in await store.histories(part) if h.id not in session.library.rows]
        drafts = {draft.id for draft in await store.drafts(part)}
        return [await self._named(h) for h in kept[:MOST_GONE] if h.id not in drafts]

    async def _named(self, kept: History) -> DeletedRecord:
        content = await self.session.workspace.store.version(kept.newest)
        title = str(
            content.get(self.kind.draft.listed[0])
            or _("Untitled {unit}").format(unit=noun(self.kind.unit))
        )
        return DeletedRecord(kept.id, title, self._about(content), kept.count, kept.at)


async def show_history(session: EditSession) -> None:
    """Versions of the open record on this computer, and the way back to one."""
    if session.draft is None:
        return
    await session.editor.settled()
    source = OpenRecordHistory(session)
    if await HistoryDialog(session.panel, source).ask() == "restored":
        text = _("It is not saved yet. What you had is in the history too.")
        undo = NoticeAction(_("Undo"), source.undo)
        notice = Notice(_("Version restored"), text, "success", key=_key(session), action=undo)
        session.post(notice)


def _key(session: EditSession) -> str:
    return f"{session.kind.part}/history"
