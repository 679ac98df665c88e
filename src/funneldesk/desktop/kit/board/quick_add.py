"""Quick add at the end of a column: a title and Enter; what is typed stays until it is taken."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, row
from funneldesk.desktop.kit.controls.labels import set_tip
from funneldesk.desktop.local.texts import _


class QuickAdd(QWidget):
    """``entered`` carries a title; the field keeps it until ``clear``. ``typed`` after each key."""

    entered = Signal(str)
    typed = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.button = Button(_("Add"), kind="plain", icon_name="plus", name=name)
        self.field = QLineEdit()
        self.field.setPlaceholderText(_("Title, then Enter"))
        self.field.setAccessibleName(name)
        self.field.installEventFilter(self)
        self.field.hide()
        inner = row(self.button, self.field, spacing=0, margins=(0, 2, 0, 2))
        inner.setAlignment(self.button, Qt.AlignmentFlag.AlignLeft)
        self.setLayout(inner)
        self.setFixedHeight(36)
        self.button.clicked.connect(self.begin)
        self.field.returnPressed.connect(self._enter)
        self.field.textEdited.connect(self.typed)

    def begin(self) -> None:
        """Give the keyboard to the field."""
        self._show_field(on=True)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def text(self) -> str:
        """The title that is typed and not taken yet."""
        return self.field.text()

    def show_text(self, text: str) -> None:
        """Bring back what was typed before."""
        self.field.setText(text)
        self._show_field(on=bool(text))

    def clear(self) -> None:
        """The title was taken: ready for the next one."""
        self.field.clear()
        self.wait(on=False)

    def wait(self, *, on: bool) -> None:
        """The title is on its way: nothing is typed meanwhile, and nothing is lost."""
        self.field.setReadOnly(on)

    def refuse(self, reason: str) -> None:
        """Why nothing can be added; "" when it can."""
        self.button.setEnabled(not reason)
        set_tip(self.button, reason)

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self._fold()
                return True
        return False

    def _enter(self) -> None:
        title = self.field.text().strip()
        if title and not self.field.isReadOnly():
            self.entered.emit(title)

    def _fold(self) -> None:
        """Back to the button; words that were typed stay in view."""
        if not self.field.text():
            self._show_field(on=False)
            self.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_field(self, *, on: bool) -> None:
        self.field.setVisible(on)
        self.button.setVisible(not on)
