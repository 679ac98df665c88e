"""The list of pages: words are sought in their HTML too."""

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.library.library import PageLibrary
from funneldesk.desktop.parts.pages.list.rows import FILTERS, SORTS, PageRow
from funneldesk.desktop.records.list.list_pane import RecordListPane
from funneldesk.desktop.records.list.list_spec import ListSpec

PAGES = ListSpec(
    units="pages",
    icon="file-code",
    search_hint=_("Name, slug or HTML"),
    line=PageRow.shown,
    filters=FILTERS,
    sorts=SORTS,
    empty=(
        _("Build your first page"),
        _("Start from a template type, or use an HTML file from your disk."),
    ),
    source="html",
)


class PageListPane(RecordListPane[PageRow]):
    """The list, made from its declaration."""

    def __init__(self, library: PageLibrary) -> None:
        super().__init__(library, PAGES)
