"""Runs over many pages of the section."""

from datetime import tzinfo

from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.context import PagesContext
from funneldesk.desktop.parts.pages.library.library import PART
from funneldesk.desktop.records.bulk.outcome import Report
from funneldesk.desktop.records.bulk.section_run import RunWords, SectionRuns


class PageRuns(SectionRuns):
    """The open page is compared with the list after each run that writes."""

    words = RunWords(
        PART,
        "page",
        "list-checks",
        "pages/action",
        (_("Undoing changes of pages"), _("Undoing"), _("{records} undone")),
    )

    def __init__(self, context: PagesContext) -> None:
        super().__init__(context.section, context.list.layout())
        self._context = context

    def zone(self) -> tzinfo | None:
        return self._context.list.zone

    def open(self, record_id: str) -> None:
        if record_id in self._context.library.rows:
            super().open(record_id)

    def written(self, report: Report) -> None:
        session = self._context.session
        row, draft = self._context.library.rows.get(session.record_id), session.draft
        if row is not None and draft is not None and draft.is_dirty:
            # Beside unsaved work the page isn't read again, but its status has to be right.
            session.editor.take(draft.rebase({"status": row.status}))
            session.drafts.save_soon()
            session.changed.emit()
        session.compare_with_list()


def pages(count: int) -> str:
    """ "1 page", "1,200 pages"."""
    return counted(count, "page")
