"""Layout of widgets side by side, in as many lines as they need."""

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Widgets keep the width that they ask for; none is wider than the line."""

    def __init__(self, gap: int = 4) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        edge = self.contentsMargins()
        inner = QRect(0, 0, width - edge.left() - edge.right(), 0)
        boxes = [box for _, box in self._places(inner)]
        high = max((box.bottom() + 1 for box in boxes), default=0)
        return high + edge.top() + edge.bottom()

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        for item, box in self._places(rect.marginsRemoved(self.contentsMargins())):
            item.setGeometry(box)

    def sizeHint(self) -> QSize:
        sizes = [item.sizeHint() for item in self._items]
        width = sum(size.width() + self._gap for size in sizes)
        return self._edged(width, max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:
        return self._edged(0, max((item.sizeHint().height() for item in self._items), default=0))

    def _edged(self, width: int, height: int) -> QSize:
        edge = self.contentsMargins()
        return QSize(width + edge.left() + edge.right(), height + edge.top() + edge.bottom())

    def _places(self, rect: QRect) -> Iterator[tuple[QLayoutItem, QRect]]:
        left, top, height = rect.left(), rect.top(), 0
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint().boundedTo(QSize(max(rect.width(), 1), 10_000))
            if left > rect.left() and left + size.width() > rect.right() + 1:
                left, top, height = rect.left(), top + height + self._gap, 0
            yield item, QRect(QPoint(left, top), size)
            left, height = left + size.width() + self._gap, max(height, size.height())


def chain(before: QWidget | None, *stops: QWidget) -> None:
    """Let the Tab key go from a widget through others that came into the window later."""
    for earlier, later in pairwise(stop for stop in (before, *stops) if stop is not None):
        QWidget.setTabOrder(earlier, later)
