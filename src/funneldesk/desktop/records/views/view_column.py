"""The views of a list as lines with their counts, beside it: another face of the ``ViewBar``."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QScrollArea, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, join, line, row, surface
from funneldesk.desktop.kit.controls.counted_line import CountedLine
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.views.saved_views import View
from funneldesk.desktop.records.views.view_bar import ViewBar

WIDTH = 168


class ViewColumn(QWidget):
    """Follows its bar in all: what one of them shows or chooses the other does."""

    def __init__(self, bar: ViewBar) -> None:
        super().__init__()
        self.lines: dict[str, CountedLine] = {}
        self._bar = bar
        self._titles: tuple[tuple[str, str], ...] = ()
        surface("app", self)
        self.setFixedWidth(WIDTH)
        self.setAccessibleName(_("Views"))
        self.more = Button(kind="icon", icon_name="star", tip=bar.more.toolTip())
        self.more.clicked.connect(lambda: bar.open_menu(self.more))
        self._group = QButtonGroup(self)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        head = surface("app")
        head.setLayout(row(_heading(_("Views")), None, self.more, margins=(8, 6, 8, 0)))
        whole = surface("app")
        whole.setLayout(column(head, self._scroll, spacing=0))
        self.setLayout(row(whole, line(vertical=True), spacing=0))
        bar.shown.connect(self._show)
        self._show()

    def _show(self) -> None:
        titles = tuple((view.key, view.title) for view in self._bar.views)
        if titles != self._titles:
            self._titles = titles
            self._build(tuple(self._bar.views))
        for key, each in self.lines.items():
            each.set_count(self._bar.counts.get(key, 0))
        shown = self._bar.current
        if shown is not None:
            self.lines[shown.key].setChecked(True)

    def _build(self, views: Sequence[View]) -> None:
        focused = next((key for key, each in self.lines.items() if each.hasFocus()), "")
        self.lines = {view.key: self._line(view) for view in views}
        brought = [self.lines[view.key] for view in views if not view.is_own]
        own = [self.lines[view.key] for view in views if view.is_own]
        heads = (_heading(_("My views")),) if own else ()
        whole = surface("app")
        whole.setLayout(column(*brought, *heads, *own, None, spacing=0, margins=(8, 0, 8, 8)))
        self._scroll.setWidget(whole)
        if focused in self.lines:
            self.lines[focused].setFocus()

    def _line(self, view: View) -> CountedLine:
        made = CountedLine(view.title, WIDTH - 18)
        made.clicked.connect(lambda _=False, key=view.key: self._bar.choose(key))
        join(self._group, made)
        return made

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        if event.key() in steps:
            self.focusNextPrevChild(steps[Qt.Key(event.key())] > 0)
            return
        super().keyPressEvent(event)


def _heading(text: str) -> Label:
    head = Label(text, size="label", tone="muted")
    head.setContentsMargins(9, 6, 0, 6)
    return head
