"""Runs over many pages of the section."""

from datetime import tzinfo

from funneldesk.desktop.kit.jobs.labels import counted
from funneldesk.desktop.parts.pages.edit.edit_session import PageDesk
from funneldesk.desktop.parts.pages.library.library import PART, PageLibrary
from funneldesk.desktop.parts.pages.list.list_pane import PageListPane
from funneldesk.desktop.records.bulk.outcome import Report
from funneldesk.desktop.records.bulk.section_run import RunWords, SectionRuns
from funneldesk.desktop.sections.panel import Panel


class PageRuns(SectionRuns):
    """The open page is compared with the list after each run that writes."""

    words = RunWords(
        PART,
        "page",
        "list-checks",
        "pages/action",
        ("Taking pages back", "Taking back", "taken back"),
    )

    def __init__(
        self, panel: Panel, pane: PageListPane, library: PageLibrary, desk: PageDesk
    ) -> None:
        super().__init__(panel, pane.layout())
        self._pane, self._library, self._desk = pane, library, desk

    def zone(self) -> tzinfo | None:
        return self._pane.zone

    def open(self, record_id: str) -> None:
        if record_id in self._library.rows:
            super().open(record_id)

    def written(self, report: Report) -> None:
        self._desk.compare_with_list()


def pages(count: int) -> str:
    """ "1 page", "1,200 pages"."""
    return counted(count, "page")
