"""Painting that rows of lists share: background, lines, counts."""

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QHelpEvent, QImage, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from funneldesk.desktop.kit.controls.labels import plain_tip, show_tip
from funneldesk.desktop.kit.style.cut_text import collecting
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.mirroring import mirrored, onward
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import LABEL_PX

Index = QModelIndex | QPersistentModelIndex
FOCUS_WIDTH = 3
_COUNT_HEIGHT, _COUNT_LEAST, _COUNT_PAD = 18.0, 24.0, 14.0
_BREAK = "<br>"


class RowDelegate(QStyledItemDelegate):
    """A delegate whose rows tell on hover what had no room in them, after the model's own tip.

    ``draw`` lays a row out from the left; where one reads from right to left it is mirrored.
    """

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.draw(mirrored(painter, option.rect, option.direction), option, index)
        painter.restore()

    def draw(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a row."""
        raise NotImplementedError

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        if event.type() != QEvent.Type.ToolTip or not index.isValid():
            return super().helpEvent(event, view, option, index)
        tip = self.tip(option, index)
        show_tip(event.globalPos(), tip, view.viewport(), option.rect)
        return bool(tip)

    def tip(self, option: QStyleOptionViewItem, index: Index) -> str:
        """Tooltip as Qt takes it; empty where all of a row can be read."""
        told = [str(index.data(Qt.ItemDataRole.ToolTipRole) or "")]
        for text in self._cut_texts(option, index):
            tip = plain_tip(text)
            if _inner(tip) not in _flat("".join(told)):
                told.append(tip)
        return _BREAK.join(filter(None, told))

    def _cut_texts(self, option: QStyleOptionViewItem, index: Index) -> list[str]:
        """Draws the row where nobody sees it, so that the tip and the row agree."""
        nowhere = QImage(1, 1, QImage.Format.Format_ARGB32_Premultiplied)
        if option.widget is not None:
            nowhere.setDevicePixelRatio(option.widget.devicePixelRatioF())
        painter = QPainter(nowhere)
        try:
            with collecting() as found:
                self.paint(painter, option, index)
        finally:
            painter.end()
        return found


def _inner(tip: str) -> str:
    return tip.removeprefix("<span>").removesuffix("</span>")


def _flat(tip: str) -> str:
    return " ".join(tip.replace(_BREAK, " ").split())


def draw_ground(painter: QPainter, box: QRectF, state: QStyle.StateFlag) -> None:
    """Selected, with a bar where the keyboard is, or under the pointer."""
    if state & QStyle.StateFlag.State_Selected:
        painter.fillRect(box, theme.colour("accent_soft"))
        if state & QStyle.StateFlag.State_HasFocus:
            bar = QRectF(0, box.y(), FOCUS_WIDTH, box.height())
            painter.fillRect(bar, theme.colour("accent"))
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(box, theme.colour("app"))


def draw_line_below(painter: QPainter, box: QRectF) -> None:
    """The line between a row and the next, within the row: what is outside is not drawn again."""
    line = QRectF(box.x(), box.bottom() - 1, box.width(), 1)
    painter.fillRect(line, theme.colour("line"))


def draw_group(painter: QPainter, box: QRectF, arrow_at: int, *, is_open: bool) -> None:
    """The line above a heading, and the arrow that tells whether its rows are shown."""
    painter.fillRect(QRectF(box.x(), box.y(), box.width(), 1), theme.colour("line"))
    arrow = pixmap("chevron-down" if is_open else onward(painter), "muted")
    painter.drawPixmap(int(box.x()) + arrow_at, int(box.center().y()) - 8, arrow)


def draw_count(painter: QPainter, box: QRectF, words: str, margin: float) -> float:
    """A number on a soft ground at the right of a row; gives the width of both with the margin."""
    painter.setFont(font(LABEL_PX, 600))
    width = max(_COUNT_LEAST, painter.fontMetrics().horizontalAdvance(words) + _COUNT_PAD)
    top = box.center().y() - _COUNT_HEIGHT / 2
    place = QRectF(box.right() - width - margin, top, width, _COUNT_HEIGHT)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("sunken"))
    painter.drawRoundedRect(place, _COUNT_HEIGHT / 2, _COUNT_HEIGHT / 2)
    painter.setPen(theme.colour("muted"))
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)
    return width + margin
