"""Full screen for a wall: one board after the other, until Esc."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from funneldesk.desktop.kit.controls.buttons import column, row, surface
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.local.texts import _

TURN_MS, REFRESH_MS = 30_000, 300_000


class Wall(QWidget):
    """``views`` are the boards with their titles; ``ask`` has one read again. Space and arrows go
    on and back, Esc and a double click end it."""

    def __init__(
        self,
        owner: QWidget,
        views: Sequence[tuple[str, QWidget]],
        ask: Callable[[int, bool], object],
    ) -> None:
        super().__init__(owner, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("Boards"))
        surface("app", self)
        self._titles, self._ask = [title for title, _view in views], ask
        self.title = Label("", size="figure")
        self.place = Label("", size="small", tone="muted")
        self.stack = QStackedWidget()
        for _title, view in views:
            self.stack.addWidget(view)
        inner = column(spacing=24, margins=(48, 32, 48, 32))
        inner.addLayout(row(self.title, None, self.place))
        inner.addWidget(self.stack, 1)
        self.setLayout(inner)
        self.turning = QTimer(self, interval=TURN_MS)
        self.turning.timeout.connect(lambda: self.step(1))
        self.reading = QTimer(self, interval=REFRESH_MS)
        self.reading.timeout.connect(lambda: self._ask(self.stack.currentIndex(), True))
        self.reading.start()
        self.show_board(0)

    def show_board(self, number: int) -> None:
        """Show one board, and the next one after a while."""
        self.stack.setCurrentIndex(number)
        self.title.setText(self._titles[number])
        count = len(self._titles)
        told = _("{number} of {count}").format(number=number + 1, count=count)
        self.place.setText(told if count > 1 else "")
        self._ask(number, False)
        if count > 1:
            self.turning.start()

    def step(self, by: int) -> None:
        """Go on by so many boards."""
        self.show_board((self.stack.currentIndex() + by) % len(self._titles))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        elif event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Right):
            self.step(1)
        elif event.key() == Qt.Key.Key_Left:
            self.step(-1)
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.turning.stop()
        self.reading.stop()
        super().closeEvent(event)
