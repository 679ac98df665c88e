"""The window of search and replace with what it sets going."""

from funneldesk.desktop.parts.pages.library.library import PART
from funneldesk.desktop.parts.pages.search_replace.head import ALL, LISTED, SELECTED
from funneldesk.desktop.parts.pages.search_replace.results_window import ResultsWindow
from funneldesk.desktop.parts.pages.search_replace.work import AcrossWork
from funneldesk.desktop.parts.pages.view import PagesView
from funneldesk.desktop.records.search_replace.hits import Snippet


class AcrossWindow(ResultsWindow):
    """Replaces, takes back, fetches what is missing, and opens pages at their hits."""

    def __init__(self, panel: PagesView) -> None:
        super().__init__(panel)
        self.work = AcrossWork(self)
        self.apply_button.clicked.connect(self.work.replace)
        self.back_button.clicked.connect(self.work.take_back)
        self.fetch_button.clicked.connect(self.work.fetch_missing)
        self.list.opened.connect(self._open)
        self.asked_for_back.connect(lambda: self.tasks.latest("back", self._offer_back()))
        self.asked_for_back.emit()

    def begin(self, mode: str, scope: str) -> None:
        """Come up, ready to be typed into."""
        self.search.warm()
        scopes = [(ALL, f"All {len(self.library.rows):,} pages")]
        if self.panel.list.clear.isVisibleTo(self.panel.list):
            scopes.append((LISTED, f"The {len(self.listed()):,} pages in the list"))
        selected = self.panel.list.list.selected_ids()
        if len(selected) > 1:
            scopes.append((SELECTED, f"The {len(selected):,} selected pages"))
        self.head.set_scopes(scopes)
        self.head.choose_scope(scope)
        self.head.set_mode(mode)
        if self.work.run is None:
            # Pages and the selection may be others than when the window was last up.
            self.seek_soon()
        self.tasks.latest("cover", self.cover())
        self.show()
        self.raise_()
        self.activateWindow()
        self.head.begin()

    async def _offer_back(self) -> None:
        """A run of an earlier day can be taken back as well."""
        if self.work.run is None:
            await self.work.log.read()
        is_any = bool(self.work.log.rows) and self.panel.workspace.may_write(PART)
        self.back_button.setVisible(self.head.replaces and is_any)

    def _open(self, page_id: str, snippet: Snippet | None) -> None:
        self.tasks.latest("open", self.work.open_at(page_id, snippet))
