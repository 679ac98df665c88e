"""View of a matrix: only the cells in view are painted, each by one picture."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from funneldesk.desktop.kit.matrix.rows import MatrixColumn, MatrixRows
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.theme import theme

CELL, NAMES, PICTURE = 36, 190, 16
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
Index = QModelIndex | QPersistentModelIndex


class MatrixPainter(QStyledItemDelegate):
    """Draws a cell that is on as a tick, another one as a ring: never by colour alone."""

    def __init__(self, view: "MatrixView") -> None:
        super().__init__(view)
        self._rows = view.rows
        self._on, self._off = QPixmap(), QPixmap()
        self.take_theme()

    def take_theme(self) -> None:
        """Draw in the colours of the theme."""
        self._on, self._off = pixmap("circle-check", "success"), pixmap("circle-dashed", "strong")

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        box = option.rect
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, theme.colour("accent_soft"))
        picture = self._on if index.column() in self._rows.on(index.row()) else self._off
        center = box.center()
        painter.drawPixmap(center.x() - PICTURE // 2, center.y() - PICTURE // 2, picture)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.colour("accent"))
            painter.drawRect(box.adjusted(1, 1, -2, -2))


class MatrixView(QTableView):
    """``asked``: Enter, Space or a double click on a cell. ``current_row`` carries the id of the
    row in which the keyboard is."""

    asked = Signal()
    current_row = Signal(str)

    def __init__(
        self, name: str, title: Callable[[str], str], keys: Callable[[str], Sequence[int]]
    ) -> None:
        super().__init__()
        self.rows = MatrixRows(title, keys, self)
        self.setModel(self.rows)
        self.painter = MatrixPainter(self)
        self.setItemDelegate(self.painter)
        self.setAccessibleName(name)
        self.setProperty("kind", "matrix")
        self._set_up()
        self.doubleClicked.connect(lambda _index: self.asked.emit())
        self.selectionModel().currentRowChanged.connect(self._tell_row)
        theme.changed.connect(self._take_theme)

    def _set_up(self) -> None:
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        for header, size in (
            (self.horizontalHeader(), CELL),
            (self.verticalHeader(), theme.density.row),
        ):
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            header.setMinimumSectionSize(8)
            header.setDefaultSectionSize(size)
            header.setHighlightSections(False)
        self.verticalHeader().setFixedWidth(NAMES)
        self.verticalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)

    def show_columns(self, columns: Sequence[MatrixColumn]) -> None:
        """Other columns."""
        self.rows.show_columns(columns)

    def arrange(self, ids: Sequence[str]) -> None:
        """These rows in this order."""
        self.rows.arrange(ids)

    def chosen(self) -> list[tuple[str, MatrixColumn]]:
        """The cells that are selected and off: row and column, from the first row on."""
        rows = self.rows
        cells = sorted(self.selectedIndexes(), key=lambda each: (each.row(), each.column()))
        off = (each for each in cells if not rows.is_on(each))
        return [(rows.ids[each.row()], rows.columns[each.column()]) for each in off]

    def go_to(self, row: int, column: int) -> None:
        """Put the keyboard on a cell."""
        flag = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(self.rows.index(row, column), flag)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if Qt.Key(event.key()) in (*ENTER, Qt.Key.Key_Space) and self.currentIndex().isValid():
            self.asked.emit()
        else:
            super().keyPressEvent(event)

    def _tell_row(self, index: QModelIndex, _before: QModelIndex) -> None:
        if index.isValid():
            self.current_row.emit(self.rows.ids[index.row()])

    def _take_theme(self) -> None:
        self.painter.take_theme()
        self.verticalHeader().setDefaultSectionSize(theme.density.row)
        self.viewport().update()
