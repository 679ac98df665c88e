"""A day as it is painted: its number, what it adds up to, and as many entries as there is room."""

from datetime import date

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from funneldesk.desktop.kit.calendar.days import Day, Entry
from funneldesk.desktop.kit.lists.row_painting import RowDelegate
from funneldesk.desktop.kit.style.cut_text import LEFT, draw_cut
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import LABEL_PX, SMALL_PX
from funneldesk.desktop.local.texts import _

Index = QModelIndex | QPersistentModelIndex
DAY, CONTENT, OTHER, TODAY, AIMED = (int(Qt.ItemDataRole.UserRole) + n for n in range(1, 6))
"""Roles: the date, its ``Day``, whether it is of another month, today, or under what is dragged."""
PAD, HEAD, LINE, GAP = 6.0, 22.0, 20.0, 2.0
_MARK = 20.0
RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


def entries_shown(height: float, day: Day) -> int:
    """How many entries have room in a day so high; one line is left for what has none."""
    room, count = max(0, int((height - HEAD - PAD) // (LINE + GAP))), len(day.entries)
    return count if count + day.more <= room else max(0, min(count, room - 1))


def entry_at(box: QRectF, day: Day, place: QPointF) -> Entry | None:
    """The entry of a day that is painted in ``box`` at a place; None where none is."""
    line = int((place.y() - box.y() - HEAD) // (LINE + GAP))
    shown = entries_shown(box.height(), day)
    return day.entries[line] if 0 <= line < shown else None


class DayPainter(RowDelegate):
    """Paints the days of a calendar."""

    def draw(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        box, day = QRectF(option.rect), index.data(CONTENT) or Day()
        self._draw_ground(painter, box, option.state, index)
        self._draw_head(painter, box, day, index)
        shown = entries_shown(box.height(), day)
        top = box.y() + HEAD
        for entry in day.entries[:shown]:
            self._draw_entry(painter, QRectF(box.x() + 4, top, box.width() - 8, LINE), entry)
            top += LINE + GAP
        if left := len(day.entries) - shown + day.more:
            painter.setFont(font(LABEL_PX, 600))
            painter.setPen(theme.colour("muted"))
            rest = QRectF(box.x() + PAD + 4, top, box.width() - 2 * PAD, LINE)
            painter.drawText(rest, LEFT, _("+{count:,} more").format(count=left))

    def _draw_ground(
        self, painter: QPainter, box: QRectF, state: QStyle.StateFlag, index: Index
    ) -> None:
        painter.fillRect(box, theme.colour("app" if index.data(OTHER) else "surface"))
        if index.data(AIMED):
            painter.fillRect(box, theme.colour("accent_soft"))
        for edge in (
            QRectF(box.x(), box.bottom() - 1, box.width(), 1),
            QRectF(box.right() - 1, box.y(), 1, box.height()),
        ):
            painter.fillRect(edge, theme.colour("line"))
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.colour("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(box.adjusted(0.5, 0.5, -1.5, -1.5))

    def _draw_head(self, painter: QPainter, box: QRectF, day: Day, index: Index) -> None:
        number: date = index.data(DAY)
        mark = QRectF(box.x() + 3, box.y() + 2, _MARK, _MARK)
        painter.setFont(font(SMALL_PX, 600 if index.data(TODAY) else 400))
        tone = "muted" if index.data(OTHER) else "text"
        if index.data(TODAY):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("accent"))
            painter.drawEllipse(mark)
            tone = "on_accent"
        painter.setPen(theme.colour(tone))
        painter.drawText(mark, Qt.AlignmentFlag.AlignCenter, str(number.day))
        if day.sums:
            painter.setFont(font(LABEL_PX, 600))
            painter.setPen(theme.colour("muted"))
            place = QRectF(mark.right() + 4, box.y(), box.right() - PAD - mark.right() - 4, HEAD)
            draw_cut(painter, place, " · ".join(day.sums), align=RIGHT)

    def _draw_entry(self, painter: QPainter, box: QRectF, entry: Entry) -> None:
        known = entry.tone in ("success", "warning", "danger", "info", "accent")
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour(f"{entry.tone}_soft" if known else "sunken"))
        painter.drawRoundedRect(box, 4, 4)
        painter.setPen(theme.colour(entry.tone if known else "text"))
        painter.setFont(font(LABEL_PX, 600))
        metrics, inner = painter.fontMetrics(), box.adjusted(6, 0, -6, 0)
        wide = metrics.horizontalAdvance(entry.value) if entry.value else 0
        if wide + 40 < inner.width():
            painter.drawText(inner, RIGHT, entry.value)
            inner.setRight(inner.right() - wide - 6)
        painter.setFont(font(LABEL_PX, 400))
        draw_cut(painter, inner, entry.text)
