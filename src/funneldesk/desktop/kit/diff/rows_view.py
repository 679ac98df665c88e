"""The list of a difference's rows: scrolls, folds open, goes from block to block."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QScrollBar, QTableView

from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.diff.pieces import LONGEST
from funneldesk.desktop.kit.diff.row_painter import ROW_HEIGHT, RowPainter, changed
from funneldesk.desktop.kit.diff.rows import Row, Table
from funneldesk.desktop.kit.diff.rows_model import RowsModel
from funneldesk.desktop.kit.style.theme import theme

Offer = tuple[int, str, str]
"""A button in a block's bar: column, key and words."""
_STEP = 24
_LOOKED_AT = 8
_WORD = 120
_MARGIN = 8


class RowsView(QTableView):
    """``went_to``: another block is at hand. ``pressed``: a button of a block, by its key."""

    went_to = Signal(int)
    pressed = Signal(int, str)

    def __init__(self) -> None:
        super().__init__()
        self.shown = RowsModel()
        self.painter = RowPainter(self)
        self.shown.title = lambda block: self.painter.title(block)
        self._offers: Callable[[int], Sequence[Offer]] = lambda _: ()
        self._buttons: list[Button] = []
        self._column = 0
        self._widest = 0.0
        self.setModel(self.shown)
        self.setItemDelegate(self.painter)
        # A list view asks for every row when it lays out; a table with fixed heights does not.
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setMinimumSectionSize(ROW_HEIGHT)
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.sideways = QScrollBar(Qt.Orientation.Horizontal)
        self.sideways.setSingleStep(_STEP)
        self.sideways.valueChanged.connect(self._shift)
        self.clicked.connect(self._act_on)
        self.verticalScrollBar().valueChanged.connect(lambda _: self._place_buttons())
        self.selectionModel().currentRowChanged.connect(self._moved)
        theme.changed.connect(self.viewport().update)

    # What is shown

    def show_table(self, table: Table, columns: int, names: Sequence[str] = ()) -> None:
        """Show these rows in so many columns; the first block is at hand."""
        self.painter.columns = columns
        self.painter.current = -1
        self.shown.names = tuple(names)
        self.shown.set_table(table)
        self._measure()
        self.go_to(next(iter(table.places), -1))
        self._place_buttons()

    def offer(self, offers: Callable[[int], Sequence[Offer]]) -> None:
        """Which buttons stand in the bar of a block."""
        self._offers = offers
        self._place_buttons()

    def redraw(self) -> None:
        """Repaint after the painter's blocks changed."""
        self.viewport().update()
        self._place_buttons()

    def blocks(self) -> list[int]:
        """The blocks that are shown, from top to bottom."""
        return list(self.shown.table.places)

    # Going about

    def current(self) -> int:
        """The block at hand, or -1."""
        return self.painter.current

    def go_to(self, block: int) -> None:
        """Bring a block into view and at hand."""
        if block not in self.shown.table.places:
            return
        at, end = self.shown.table.places[block]
        self.setCurrentIndex(self.shown.index(at))
        top = max(0, at * ROW_HEIGHT - self.viewport().height() // 4)
        bar = self.verticalScrollBar()
        above = bar.value() > at * ROW_HEIGHT
        below = bar.value() + self.viewport().height() < (end + 1) * ROW_HEIGHT
        if above or below:
            bar.setValue(top)
        self._show_words(self.shown.rows[at : min(end, at + _LOOKED_AT) + 1])

    def step(self, by: int, among: Sequence[int] | None = None) -> None:
        """Go to the next block, or the one before; from the last to the first."""
        blocks = list(among) if among is not None else self.blocks()
        if not blocks:
            return
        now = self.current()
        after = [b for b in blocks if (b > now if by > 0 else b < now)]
        ring = after or blocks
        self.go_to(ring[0] if by > 0 else ring[-1])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_F7:
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.step(-1 if back else 1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._act_on(self.currentIndex())
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            by = _STEP * (1 if key == Qt.Key.Key_Right else -1)
            self.sideways.setValue(self.sideways.value() + 2 * by)
        elif event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.selected_text())
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        width = max(1, self.viewport().width())
        self._column = int(event.position().x()) * self.painter.columns // width
        super().mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Sideways too: by a touch pad, or with Shift."""
        turned = event.angleDelta()
        sideways = turned.x() or (
            turned.y() if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 0
        )
        if sideways:
            self.sideways.setValue(self.sideways.value() - sideways // 2)
            event.accept()
        else:
            super().wheelEvent(event)

    def selected_text(self) -> str:
        """The selected lines, folded ones too, exactly, of the column that was clicked last."""
        chosen = sorted({index.row() for index in self.selectedIndexes()})
        texts = []
        for at in chosen:
            row = self.shown.rows[at]
            for each in row.rows or (row,):
                cell = each.cells[self._column] if self._column < len(each.cells) else None
                texts.append(cell.text if cell is not None else "")
        return "".join(texts)

    def _act_on(self, index: QModelIndex) -> None:
        if index.isValid() and self.shown.rows[index.row()].kind == "fold":
            self.shown.unfold(index.row())
            self.setCurrentIndex(self.shown.index(index.row()))
            self._measure()
            self._place_buttons()

    def _moved(self, index: QModelIndex) -> None:
        rows = self.shown.rows
        block = rows[index.row()].block if 0 <= index.row() < len(rows) else -1
        if block >= 0 and block != self.painter.current:
            self.painter.current = block
            self.went_to.emit(block)
        self.viewport().update()

    # Sideways

    def _measure(self) -> None:
        table = self.shown.table
        self.painter.digits = max(2, len(str(table.last)))
        self._widest = min(table.widest, LONGEST) * self.painter.metrics.horizontalAdvance("0")
        self._fit()

    def _fit(self) -> None:
        numbers = 2 if self.painter.columns == 1 else 1
        width = self.viewport().width() / self.painter.columns - self.painter.gutter(numbers)
        self.sideways.setRange(0, max(0, int(self._widest - width) + _STEP))
        self.sideways.setPageStep(max(1, int(width)))
        self.sideways.setVisible(self._widest > width)

    def _show_words(self, rows: Sequence[Row]) -> None:
        """Move sideways until the first change can be read: a word, or the start of a line."""
        start = next(filter(lambda each: each is not None, map(_first_change, rows)), None)
        if start is None:
            return
        at = int(start * self.painter.metrics.horizontalAdvance("0"))
        page = self.sideways.pageStep()
        shift = self.sideways.value()
        if at < shift or at > shift + page - _WORD:
            self.sideways.setValue(max(0, at - page // 3))

    def _shift(self, value: int) -> None:
        self.painter.shift = value
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        self._place_buttons()

    # Buttons

    def _place_buttons(self) -> None:
        """Only the bars in view have buttons; Tab passes them by, the toolbar does the same."""
        wanted: list[tuple[QPoint, int, Offer]] = []
        height = self.viewport().height()
        top = self.verticalScrollBar().value()
        first, last = top // ROW_HEIGHT, (top + height) // ROW_HEIGHT
        width = self.viewport().width() // max(1, self.painter.columns)
        for at in range(max(0, first), min(len(self.shown.rows), last + 1)):
            row = self.shown.rows[at]
            if row.kind == "bar":
                for offer in self._offers(row.block):
                    end = QPoint(width * (offer[0] + 1), at * ROW_HEIGHT - top)
                    wanted.append((end, row.block, offer))
        while len(self._buttons) < len(wanted):
            self._buttons.append(self._new_button())
        for button in self._buttons[len(wanted) :]:
            button.hide()
        for button, (end, block, offer) in zip(self._buttons, wanted, strict=False):
            _, key, words = offer
            button.setText(words)
            button.setProperty("offer", (block, key))
            button.adjustSize()
            button.move(
                end.x() - button.width() - _MARGIN, end.y() + (ROW_HEIGHT - button.height()) // 2
            )
            button.show()

    def _new_button(self) -> Button:
        button = Button(kind="small-link")
        button.setParent(self.viewport())
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(lambda: self._press(button))
        return button

    def _press(self, button: Button) -> None:
        block, key = button.property("offer")
        self.go_to(int(block))
        self.pressed.emit(int(block), str(key))


def _first_change(row: Row) -> int | None:
    """The column at which a row begins to differ; None for one that does not."""
    starts: list[int] = []
    for cell in row.cells:
        if cell is None or cell.tone in ("", "before"):
            continue
        if cell.other is None:
            starts.append(len(cell.text) - len(cell.text.lstrip()) if cell.text.strip() else 0)
        else:
            starts += [start for start, _ in changed(cell.text, cell.other)[:1]]
    return min(starts, default=None)
