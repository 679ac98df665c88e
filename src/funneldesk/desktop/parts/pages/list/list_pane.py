"""The list of pages: words are sought in their html too, and several are published at once."""

from PySide6.QtCore import Signal

from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.parts.pages.library.library import PageLibrary
from funneldesk.desktop.parts.pages.list.rows import FILTERS, SORTS, PageRow
from funneldesk.desktop.records.list.list_pane import RecordListPane
from funneldesk.desktop.records.list.list_spec import ListSpec

PAGES = ListSpec(
    units="pages",
    icon="file-code",
    search_hint="Name, slug or HTML",
    line=PageRow.shown,
    filters=FILTERS,
    sorts=SORTS,
    empty=(
        "Build your first page",
        "Start from a template type, or use an HTML file from your disk.",
    ),
    source="html",
)


class PageListPane(RecordListPane[PageRow]):
    """``asked_to_publish`` carries ids."""

    asked_to_publish = Signal(list)

    def __init__(self, library: PageLibrary) -> None:
        super().__init__(library, PAGES)
        self.publish_button = Button("Publish", kind="link")
        self.publish_button.clicked.connect(
            lambda: self.asked_to_publish.emit(self.list.selected_ids())
        )
        self.selection.add(self.publish_button)
