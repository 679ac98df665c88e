"""Editor over a cell of a table: the control of the field's kind, in place."""

from typing import Any

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QWidget

from funneldesk.desktop.kit.controls.buttons import column, surface
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.forms.field_row import FieldRow
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.forms.inputs import make_input
from funneldesk.desktop.kit.table.view import ENTER, TableView
from funneldesk.desktop.local.texts import _

IN_DIALOG = ("long", "tags", "several", "pairs", "items", "reference", "file")
"""Kinds whose control needs more room than a cell has."""
STEPS = {Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1}


class CellEditor(QWidget):
    """``left``: the user is done, with the value as it is typed and the step to the next cell (1,
    -1, 0 for none). Esc leaves everything as it was. Follows its row while the table moves."""

    left = Signal(object, int)
    given_up = Signal()

    def __init__(
        self, view: TableView, record_id: str, at: int, field: FieldSpec, value: Any
    ) -> None:
        super().__init__(view.viewport())
        surface("surface", self)
        self._view, self._id, self._at = view, record_id, at
        self._over = False
        self.input = make_input(field)
        self.input.set_value(value)
        self.input.target.setAccessibleName(_("{label}, editing").format(label=field.label))
        self.setLayout(column(self.input, spacing=0))
        for stop in self.input.stops():
            stop.installEventFilter(self)
        for bar in (view.verticalScrollBar(), view.horizontalScrollBar()):
            bar.valueChanged.connect(self.follow)
        view.rows.modelReset.connect(self.follow)
        view.horizontalHeader().sectionResized.connect(self.follow)
        self.follow()
        self.show()
        self.input.take_focus()
        self._begin()

    def follow(self) -> None:
        """Stand over the cell, wherever it is by now."""
        row = self._view.rows.row_of(self._id)
        if row < 0:
            return
        cell = self._view.visualRect(self._view.rows.index(row, self._at))
        hint, room = self.sizeHint(), self._view.viewport().rect()
        width = min(max(cell.width(), hint.width()), room.width())
        place = QRect(cell.left(), cell.top(), width, max(cell.height() - 1, hint.height()))
        if place.right() > room.right():
            place.moveRight(room.right())
        self.setGeometry(place)

    def finish(self, step: int = 0) -> None:
        """Hand over what is typed."""
        if not self._over:
            self._over = True
            self.left.emit(self.input.value(), step)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            # Esc is the window's too, and would leave the cell with what is typed.
            if event.key() == Qt.Key.Key_Escape:
                event.accept()
                return True
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = Qt.Key(event.key())
            if key in ENTER or key in STEPS:
                self.finish(STEPS.get(key, 0))
                return True
            if key == Qt.Key.Key_Escape:
                self._over = True
                self.given_up.emit()
                return True
        elif event.type() == QEvent.Type.FocusOut:
            QTimer.singleShot(0, self, self._lose)
        return super().eventFilter(watched, event)

    def _begin(self) -> None:
        """All of a text is selected; a choice is open, and done once it is made."""
        if isinstance(self.input.target, QLineEdit):
            self.input.target.selectAll()
        if isinstance(self.input.target, QComboBox):
            self.input.left.connect(self.finish)
            self.input.target.activated.connect(lambda _: self.finish())
            self.input.target.showPopup()

    def _lose(self) -> None:
        """The keyboard went elsewhere, but for a calendar or a list of this very editor."""
        holder = QApplication.focusWidget()
        inside = holder is not None and (holder is self or self.isAncestorOf(holder))
        if not inside and QApplication.activePopupWidget() is None and self.isVisible():
            self.finish()


class CellDialog(Dialog):
    """A field of a kind that needs more room; answers "done", with ``row.value()``."""

    def __init__(self, parent: QWidget, title: str, field: FieldSpec, value: Any) -> None:
        super().__init__(parent, title, width=520)
        self.row = FieldRow(field)
        self.row.set_value(value)
        self.body.addWidget(self.row)
        self.add_button("", _("Cancel"))
        self.add_button("done", _("Change"), "primary")
        self.row.input.take_focus()
