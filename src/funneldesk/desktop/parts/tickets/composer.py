"""Where a reply is written: a text, and how it is sent."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.labels import Label, set_tip
from funneldesk.desktop.local.texts import _

HEIGHT = 120
SEND_KEYS, RESOLVE_KEYS = "Ctrl+Enter", "Ctrl+Shift+Enter"  # not shown


class Composer(QWidget):
    """``asked_to_send`` carries the status that the ticket gets afterwards ("" leaves it);
    ``typed`` tells that the text is another. ``left``: the keyboard goes back to the list."""

    asked_to_send = Signal(str)
    typed = Signal()
    left = Signal()
    asked_to_take_back = Signal()
    asked_to_send_anyway = Signal()
    asked_for_canned = Signal()
    code_typed = Signal()
    """A code of a canned reply may stand before the cursor."""

    def __init__(self) -> None:
        super().__init__()
        self.text = _Text(self)
        self.text.setPlaceholderText(_("Write a reply"))
        self.text.setAccessibleName(_("Reply"))
        self.text.setTabChangesFocus(True)
        self.text.textChanged.connect(self._changed)
        self.held = Banner(_("Send anyway"), _("Change it"), closable=False)
        self.held.pressed.connect(self.asked_to_send_anyway)
        self.held.pressed_second.connect(self.asked_to_take_back)
        self.said = Label("", size="small", tone="muted", wrap=True)
        self.undo = Button(_("Undo"), kind="link", on_click=self.asked_to_take_back.emit)
        self.canned = Button(
            _("Canned reply"),
            kind="plain",
            icon_name="list",
            tip=_("Put in a text that you keep (Ctrl+Shift+R)"),
            on_click=self.asked_for_canned.emit,
        )
        self.resolve = Button(
            _("Send and resolve"), on_click=lambda: self.asked_to_send.emit("resolved")
        )
        self.send = Button(
            _("Send"),
            kind="primary",
            icon_name="arrow-up-right",
            on_click=lambda: self.asked_to_send.emit(""),
        )
        surface("surface", self)
        foot = row(self.canned, self.said, self.undo, None, self.resolve, self.send, spacing=8)
        whole = column(self.held, self.text, spacing=8, margins=(16, 8, 16, 12))
        whole.addLayout(foot)
        self.setLayout(whole)
        self.show_state()

    @property
    def content(self) -> str:
        """What is written."""
        return self.text.toPlainText()

    def set_content(self, text: str) -> None:
        """Show another text; nobody is told."""
        if text != self.content:
            self.text.blockSignals(True)
            self.text.setPlainText(text)
            self.text.moveCursor(self.text.textCursor().MoveOperation.End)
            self.text.blockSignals(False)
        self._offer()

    def show_state(self, said: str = "", *, held: str = "", refusal: str = "") -> None:
        """``said`` about a reply that is on its way, ``held`` why one is not sent, ``refusal`` why
        nothing can be sent now; empty where it is not so."""
        self.said.setText(said)
        self.undo.setVisible(bool(said))
        if held:
            self.held.say(_("This reply was not sent."), held, "warning")
        else:
            self.held.clear()
        self._refusal = refusal
        self.text.setReadOnly(bool(said or held or refusal))
        self.canned.setEnabled(not self.text.isReadOnly())
        self._offer()

    def _changed(self) -> None:
        self._offer()
        self.typed.emit()

    def _offer(self) -> None:
        on_its_way = self.undo.isVisibleTo(self) or self.held.isVisibleTo(self)
        nothing = "" if self.content.strip() else _("Write something first.")
        reason = self._refusal or (_("There is a reply on its way.") if on_its_way else nothing)
        for button, words, keys in (
            (self.send, _("Send"), SEND_KEYS),
            (self.resolve, _("Send, then set the ticket to resolved"), RESOLVE_KEYS),
        ):
            button.setEnabled(not reason)
            set_tip(button, f"{words}. {reason}" if reason else f"{words} ({keys})")


class _Text(QPlainTextEdit):
    """Ctrl+Enter sends, Esc goes back to the list."""

    def __init__(self, composer: Composer) -> None:
        super().__init__()
        self._composer = composer
        self.setMinimumHeight(64)

    def sizeHint(self) -> QSize:
        return QSize(300, HEIGHT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        ctrl, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and held == ctrl:
            self._composer.send.click()
        elif enter and held == ctrl | shift:
            self._composer.resolve.click()
        elif event.key() == Qt.Key.Key_R and held == ctrl | shift:
            self._composer.canned.click()
        elif event.key() == Qt.Key.Key_Escape:
            self._composer.left.emit()
        else:
            if event.key() == Qt.Key.Key_Space and not self.isReadOnly():
                self._composer.code_typed.emit()
            super().keyPressEvent(event)
