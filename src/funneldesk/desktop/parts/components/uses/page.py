"""Where a component is used: pages, components and blogs, with how much of the brand is known."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHeaderView, QStackedWidget

from funneldesk.desktop.assets.references.use import KINDS, Use, counted
from funneldesk.desktop.kit.controls.buttons import column
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.table.column import Column
from funneldesk.desktop.kit.table.view import TableView
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.components.uses.component_uses import ComponentUses
from funneldesk.desktop.records.detail.detail_view import RecordView

OPENED_BY = ("pages", "components", "blogs")
COLUMNS: tuple[Column[Use], ...] = (
    Column("title", _("Name"), lambda use: use.title, width=260, stretch=True),
    Column("part", _("Kind"), lambda use: KINDS.get(use.part, use.part), width=100),
    Column("count", _("Times"), lambda use: f"{use.count:,}", "right", width=70),
    Column(
        "draft",
        "",
        lambda use: _("Unsaved") if use.is_draft else "",
        width=90,
        tone=lambda _use: "warning",
    ),
)


class UsesPage(RecordView):
    """``opened`` carries the part and the id of a record that uses the component."""

    opened = Signal(str, str)

    def __init__(self, uses: ComponentUses) -> None:
        super().__init__()
        self.uses = uses
        self._code = ""
        self._rows: dict[str, Use] = {}
        self.words = Label(size="strong", wrap=True)
        self.covered = Label(size="small", tone="muted", wrap=True)
        self.table = TableView(_("Where it is used"), COLUMNS, self._rows.get)
        self.table.opened.connect(self._open)
        header = self.table.horizontalHeader()
        for at, each in enumerate(COLUMNS):
            header.resizeSection(at, each.width)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.nothing = EmptyState("link", _("Not used"), _("No page or component names it."))
        self.places = QStackedWidget()
        self.places.addWidget(self.table)
        self.places.addWidget(self.nothing)
        head = column(self.words, self.covered, spacing=2, margins=(16, 12, 16, 8))
        whole = column(spacing=0)
        whole.addLayout(head)
        whole.addWidget(self.places, 1)
        self.setLayout(whole)
        uses.changed.connect(self._fill)

    def show_record(self, body: Mapping[str, Any]) -> None:
        self._code = str(body.get("code") or "")
        self._fill()

    def _fill(self) -> None:
        found = self.uses.of(self._code) if self._code else ()
        self._rows.clear()
        self._rows.update({f"{use.part} {use.id} {use.field} {use.is_draft}": use for use in found})
        self.table.arrange(list(self._rows))
        self.table.rows.tell_changed()
        self.words.setText(_("Used in {uses}").format(uses=counted(found)) if found else "")
        self.words.setVisible(bool(found))
        covered = self.uses.covered_words
        self.covered.setText(covered)
        self.covered.setVisible(bool(covered))
        self.places.setCurrentWidget(self.table if found else self.nothing)

    def _open(self, row_id: str) -> None:
        use = self._rows.get(row_id)
        if use is not None and use.part in OPENED_BY:
            self.opened.emit(use.part, use.id)
