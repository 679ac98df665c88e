"""The builder's config of a component as a tree to read: none of it can be written (quirk 32)."""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QStackedWidget, QTreeWidget, QTreeWidgetItem

from funneldesk.desktop.kit.controls.buttons import column
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.records.detail.detail_view import RecordView

BRANCH = Qt.ItemDataRole.UserRole
MOST_CHILDREN, LONGEST = 1_000, 400
READ_ONLY = _("Made in the server’s visual builder, where it is changed. It is only shown here.")


class BuilderView(RecordView):
    """Branches are filled when they are opened: configs can be deep and long."""

    def __init__(self) -> None:
        super().__init__()
        self._branches: dict[int, Any] = {}
        self._numbers = count(1)
        self.tree = QTreeWidget()
        self.tree.setAccessibleName(_("Builder config"))
        self.tree.setHeaderLabels([_("Name"), _("Value")])
        self.tree.setUniformRowHeights(True)
        self.tree.setColumnWidth(0, 220)
        self.tree.itemExpanded.connect(self._fill)
        self.nothing = EmptyState(
            "braces", _("No builder config"), _("This component is made of code alone.")
        )
        self.places = QStackedWidget()
        self.places.addWidget(self.tree)
        self.places.addWidget(self.nothing)
        self.note = Label(READ_ONLY, size="small", tone="muted", wrap=True)
        self.note.setContentsMargins(16, 10, 16, 8)
        whole = column(self.note, spacing=0)
        whole.addWidget(self.places, 1)
        self.setLayout(whole)

    def show_record(self, body: Mapping[str, Any]) -> None:
        config = body.get("config")
        self.tree.clear()
        self._branches.clear()
        known = isinstance(config, Mapping) and bool(config)
        self.note.setVisible(known)
        self.places.setCurrentWidget(self.tree if known else self.nothing)
        for name, value in _children(config) if known else ():
            item = self._item(name, value)
            self.tree.addTopLevelItem(item)
            item.setExpanded(True)

    def _fill(self, item: QTreeWidgetItem) -> None:
        for name, each in _children(self._branches.pop(item.data(0, BRANCH) or 0, ())):
            item.addChild(self._item(name, each))

    def _item(self, name: str, value: Any) -> QTreeWidgetItem:
        item = QTreeWidgetItem([name, _words(value)])
        item.setSizeHint(0, QSize(0, theme.density.row))
        if isinstance(value, Mapping | list) and value:
            number = next(self._numbers)
            self._branches[number] = value
            item.setData(0, BRANCH, number)
            item.setChildIndicatorPolicy(QTreeWidgetItem.ChildIndicatorPolicy.ShowIndicator)
        return item


def _children(value: Any) -> Iterator[tuple[str, Any]]:
    """Names and values of a branch; of a long one the first."""
    pairs = list(value.items()) if isinstance(value, Mapping) else list(enumerate(value, start=1))
    for name, each in pairs[:MOST_CHILDREN]:
        yield str(name), each
    rest = len(pairs) - MOST_CHILDREN
    if rest > 0:
        yield "…", ngettext("{count:,} more", "{count:,} more", rest).format(count=rest)


def _words(value: Any) -> str:
    if isinstance(value, Mapping):
        named = value.get("type") or value.get("name") or value.get("id")
        return str(named)[:LONGEST] if isinstance(named, str | int) else ""
    if isinstance(value, list):
        return ngettext("{count:,} item", "{count:,} items", len(value)).format(count=len(value))
    if value is None or isinstance(value, bool):
        return {None: "–", True: _("Yes"), False: _("No")}[value]
    return " ".join(str(value).split())[:LONGEST]
