"""Redirects of changed addresses, in a form to choose, to be copied."""

from collections.abc import Sequence

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, Segments, column, row
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.redirects.address_change import AddressChange
from funneldesk.desktop.records.redirects.forms import FORMS, redirect_text

CODE_PX = 12


class RedirectList(QWidget):
    """``head`` are the choices above ``text``; a section may place it apart."""

    def __init__(self) -> None:
        super().__init__()
        self._changes: tuple[AddressChange, ...] = ()
        self.forms = Segments()
        self.forms.setAccessibleName(_("Form of the redirects"))
        self.forms.set_choices([(key, title, "") for key, title in FORMS.items()])
        self.forms.choose("list")
        self.forms.chosen.connect(lambda _key: self._show())
        self.copy = Button(_("Copy redirects"), icon_name="copy", on_click=self.copy_text)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setAccessibleName(_("Redirects"))
        face = QFont("JetBrains Mono")  # not shown
        face.setPixelSize(CODE_PX)
        self.text.setFont(face)
        self.head = QWidget()
        self.head.setLayout(row(self.forms, None, self.copy, spacing=8))
        whole = column(self.head, spacing=8)
        whole.addWidget(self.text, 1)
        self.setLayout(whole)

    def show_changes(self, changes: Sequence[AddressChange]) -> None:
        """Show the redirects of these changes."""
        self._changes = tuple(changes)
        self._show()

    def copy_text(self) -> None:
        """Put the redirects on the clipboard."""
        QApplication.clipboard().setText(self.text.toPlainText())

    def _show(self) -> None:
        form = self.forms.current() or "list"
        self.text.setPlainText(redirect_text(form, self._changes) if self._changes else "")
