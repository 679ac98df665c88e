"""The tree of results: one line a record, one line a hit, ticked by a click or with Space."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyleOptionViewItem,
    QTreeView,
)

from funneldesk.desktop.kit.lists.row_painting import (
    RowDelegate,
    draw_count,
    draw_ground,
    draw_group,
)
from funneldesk.desktop.kit.style.cut_text import LEFT, cut_text, draw_cut
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.mirroring import from_start, unturned
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import SMALL_PX
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.search_replace.results import (
    CHECKED,
    ENTRY,
    UNCHECKED,
    Entry,
    HitRow,
    Results,
)

Index = QModelIndex | QPersistentModelIndex
ROW, BOX, INDENT = 30, 16, 22
WHERE = 112
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class ResultsView(QTreeView):
    """``opened`` carries a record's id and its ``Snippet``, or None for the record as such."""

    opened = Signal(str, object)
    chosen = Signal()

    def __init__(self, results: Results, name: str) -> None:
        super().__init__()
        self.results = results
        self.setModel(results)
        self.setItemDelegate(_Painter(self))
        self.setAccessibleName(name)
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setMouseTracking(True)
        self.setIndentation(0)
        self.setRootIsDecorated(False)
        self.setExpandsOnDoubleClick(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.doubleClicked.connect(self._open)
        self.selectionModel().currentChanged.connect(lambda *_: self.chosen.emit())
        theme.changed.connect(self.viewport().update)

    def current_entry(self) -> Entry | None:
        """The record in which the cursor stands."""
        return self.results.entry_at(self.currentIndex())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(index)
        elif event.key() == Qt.Key.Key_Space:
            self.results.toggle(index)
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and event.button() == Qt.MouseButton.LeftButton:
            x = from_start(self.viewport(), event.position().x())
            ticks = tick_box(QRectF(self.visualRect(index)), bool(index.internalId()))
            if self.results.may_tick and ticks.left() - 4 <= x <= ticks.right() + 4:
                self.results.toggle(index)
            elif not index.internalId():
                self.setExpanded(index, not self.isExpanded(index))
        super().mouseReleaseEvent(event)

    def _open(self, index: Index) -> None:
        entry, hit = self.results.entry_at(index), self.results.hit_at(index)
        if entry is not None:
            self.opened.emit(entry.found.id, hit.snippet if hit is not None else None)


def tick_box(row: QRectF, is_hit: bool) -> QRectF:
    """Where a row's tick stands."""
    left = row.x() + (INDENT + 32 if is_hit else 32)
    return QRectF(left, row.center().y() - BOX / 2 + 0.5, BOX, BOX)


class _Painter(RowDelegate):
    """Draws both kinds of rows."""

    def __init__(self, view: ResultsView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, ROW)

    def draw(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        shown, box = index.data(ENTRY), QRectF(option.rect)
        draw_ground(painter, box, option.state)
        if isinstance(shown, Entry):
            self._record(painter, box, shown, self._view.isExpanded(index))
        elif isinstance(shown, HitRow):
            self._hit(painter, box, shown)

    def _record(self, painter: QPainter, box: QRectF, entry: Entry, is_open: bool) -> None:
        draw_group(painter, box, 10, is_open=is_open)
        at = self._tick(painter, box, entry, is_hit=False)
        width = self._count(painter, box, entry)
        rest = QRectF(at, box.y(), box.right() - width - at - 12, box.height())
        title = font(weight=600)
        painter.setFont(title)
        painter.setPen(theme.colour("text"))
        used = draw_cut(painter, rest, entry.heading.title)
        note = entry.heading.note if self._view.results.may_tick else ""
        painter.setFont(font(SMALL_PX))
        painter.setPen(theme.colour("warning" if note else "muted"))
        draw_cut(painter, rest.adjusted(used + 8, 0, 0, 0), note or entry.heading.subtitle)

    def _count(self, painter: QPainter, box: QRectF, entry: Entry) -> float:
        """The number of hits on a soft ground; gives its width with the margin."""
        total = entry.found.total
        some = self._view.results.may_tick and 0 < entry.chosen < total
        words = (
            _("{chosen:,} of {total:,}").format(chosen=entry.chosen, total=total)
            if some
            else f"{total:,}"
        )
        return draw_count(painter, box, words, 12)

    def _hit(self, painter: QPainter, box: QRectF, hit: HitRow) -> None:
        at = self._tick(painter, box, hit, is_hit=True)
        snippet = hit.snippet
        painter.setFont(font(SMALL_PX))
        painter.setPen(theme.colour("muted"))
        rest = QRectF(at, box.y(), box.right() - at - 12, box.height())
        if snippet is None:
            draw_cut(
                painter,
                rest,
                _("and {more:,} more, chosen with the page").format(more=hit.entry.more),
            )
            return
        name = self._view.results.field_names.get(snippet.field, snippet.field)
        where = f"{name} {snippet.line:,}" if snippet.line > 1 or snippet.field != "name" else name
        draw_cut(painter, QRectF(at, box.y(), WHERE - 6, box.height()), where)
        self._snippet(painter, rest.adjusted(WHERE, 0, 0, 0), hit)

    def _snippet(self, painter: QPainter, box: QRectF, hit: HitRow) -> None:
        snippet = hit.snippet
        if snippet is None:
            return
        painter, box = unturned(painter, box)
        painter.setFont(_mono())
        metrics = painter.fontMetrics()
        most = max(60.0, box.width() * 0.35)
        before = cut_text(metrics, snippet.before, most, Qt.TextElideMode.ElideLeft)
        painter.setPen(theme.colour("muted"))
        x = box.x() + draw_cut(painter, box, before)
        match = cut_text(metrics, snippet.match, max(20.0, box.right() - x))
        width = metrics.horizontalAdvance(match)
        ground = QRectF(x, box.center().y() - 9, width, 18)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("warning_soft"))
        painter.drawRoundedRect(ground.adjusted(-1, 0, 1, 0), 3, 3)
        chosen = self._view.results.is_chosen(hit) or not self._view.results.may_tick
        painter.setPen(theme.colour("text" if chosen else "muted"))
        painter.drawText(ground, LEFT, match)
        painter.setPen(theme.colour("muted"))
        behind = QRectF(x + width, box.y(), box.right() - x - width, box.height())
        draw_cut(painter, behind, snippet.after)

    def _tick(
        self, painter: QPainter, box: QRectF, shown: Entry | HitRow, *, is_hit: bool
    ) -> float:
        """Draws a row's tick, where there is one; gives where its text begins."""
        place = tick_box(box, is_hit)
        results = self._view.results
        if not results.may_tick:
            return place.x()
        entry = shown if isinstance(shown, Entry) else shown.entry
        if entry.heading.note:
            return place.right() + 10
        state = entry.check
        if isinstance(shown, HitRow):
            state = CHECKED if results.is_chosen(shown) else UNCHECKED
        if state is UNCHECKED:
            painter.setPen(QPen(theme.colour("strong"), 1.5))
            painter.setBrush(theme.colour("surface"))
            painter.drawRoundedRect(place.adjusted(1, 1, -1, -1), 4, 4)
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("accent"))
            painter.drawRoundedRect(place, 4, 4)
            if state is CHECKED:
                mark = pixmap("check", "on_accent", 12)
                painter.drawPixmap(place.adjusted(2, 2, -2, -2).toRect(), mark)
            else:
                bar = QRectF(place.x() + 4, place.center().y() - 1, place.width() - 8, 2)
                painter.fillRect(bar, theme.colour("on_accent"))
        return place.right() + 10


def _mono() -> QFont:
    face = QFont("JetBrains Mono")  # not shown
    face.setPixelSize(SMALL_PX)
    return face
