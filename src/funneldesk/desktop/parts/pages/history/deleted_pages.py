"""Pages that are no longer on the platform, but still in the history of this computer."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.dialogs.dialog import Sheet
from funneldesk.desktop.kit.lists.record_list import ListRow, RecordList
from funneldesk.desktop.records.history.labels import time_words

HEIGHT = 320
TEXT = (
    "They were deleted, here or by somebody else. Their versions stay on this computer, and each "
    "can be made a page again."
)
NOTHING = "Every page with a history on this computer is still on the server."


@dataclass(frozen=True, slots=True)
class GonePage:
    """``count`` versions are here, the newest from ``at``."""

    id: str
    title: str
    slug: str
    count: int
    at: datetime


class GonePagesSheet(Sheet):
    """Answers ``show`` with ``chosen`` set."""

    def __init__(self, parent: QWidget, pages: Sequence[GonePage]) -> None:
        super().__init__(parent, "Recently deleted", TEXT if pages else "", width=520)
        self.chosen: GonePage | None = None
        self._pages = {page.id: page for page in pages}
        self.list = RecordList("Recently deleted", self._row)
        self.list.opened.connect(self._open)
        self.list.setFixedHeight(HEIGHT)
        self.add_button("", "Close")
        if not pages:
            self.body.addWidget(EmptyState("history", "Nothing was deleted", NOTHING))
            return
        self.body.addWidget(self.list)
        self._foot.addWidget(Button("Show its history", kind="primary", on_click=self._open_chosen))
        self.list.arrange([page.id for page in pages])
        self.list.select(pages[0].id)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _row(self, page_id: str) -> ListRow | None:
        page = self._pages.get(page_id)
        if page is None:
            return None
        versions = f"{page.count} version{'' if page.count == 1 else 's'}"
        when = time_words(page.at)
        return ListRow(page.id, page.title, f"/{page.slug}", when, versions, "muted")

    def _open_chosen(self) -> None:
        for page_id in self.list.selected_ids()[:1]:
            self._open(page_id)

    def _open(self, page_id: str) -> None:
        self.chosen = self._pages.get(page_id)
        self.answer("show")
