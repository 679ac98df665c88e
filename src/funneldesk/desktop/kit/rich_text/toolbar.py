"""The quiet row of buttons above a rich text, and the dialog that asks for a link."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.rich_text import forming
from funneldesk.desktop.kit.rich_text.blocks import link_target
from funneldesk.desktop.kit.rich_text.editor import RichTextEdit
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _

_BUTTONS = (
    ("bold", "bold", _("Bold (Ctrl+B)")),
    ("italic", "italic", _("Italic (Ctrl+I)")),
    ("link", "link", _("Link (Ctrl+L)")),
    ("ul", "list", _("Bulleted list (Ctrl+Shift+8)")),
    ("ol", "list-ordered", _("Numbered list (Ctrl+Shift+7)")),
    ("quote", "text-quote", _("Quote (Ctrl+Shift+9)")),
    ("code", "code", _("Code (Ctrl+E)")),
)


class FormToolbar(QWidget):
    """Of one editor. ``plain_chosen``: the user wants plain text, or form again."""

    plain_chosen = Signal(bool)

    def __init__(self, editor: RichTextEdit) -> None:
        super().__init__()
        self._editor = editor
        self._tasks = TaskScope(self)
        self.buttons = {
            deed: Button(
                kind="icon",
                icon_name=icon,
                tip=tip,
                checkable=True,
                on_click=lambda chosen=deed: self._chosen(chosen),  # type: ignore[misc]
            )
            for deed, icon, tip in _BUTTONS
        }
        self.plain = Button(
            _("Plain text"),
            kind="plain",
            icon_name="type",
            checkable=True,
            on_click=lambda: self.plain_chosen.emit(self.plain.isChecked()),
        )
        made = row(*self.buttons.values(), None, self.plain, spacing=2)
        self.setLayout(made)
        editor.cursorPositionChanged.connect(self.show_state)
        editor.currentCharFormatChanged.connect(lambda _form: self.show_state())
        editor.asked_for_link.connect(lambda: self._tasks.latest("link", self._ask_for_link()))
        self.show_state()

    def show_state(self) -> None:
        """Which forms there are where the cursor stands."""
        can = not self._editor.isReadOnly()
        found = set() if self._editor.is_plain else forming.forms_at(self._editor)
        for deed, button in self.buttons.items():
            button.setChecked(deed in found)
            button.setEnabled(can)
            button.setVisible(not self._editor.is_plain)
        self.plain.setChecked(self._editor.is_plain)
        self.plain.setEnabled(can)

    def _chosen(self, deed: str) -> None:
        self._editor.do(deed)
        if deed != "link":
            self._editor.setFocus()
        self.show_state()

    async def _ask_for_link(self) -> None:
        cursor = self._editor.textCursor()
        forming.select_link(cursor)
        dialog = LinkDialog(self, cursor.selectedText(), cursor.charFormat().anchorHref())
        if (answer := await dialog.ask()) == "link":
            self._editor.link(dialog.target, dialog.text.text().strip() or dialog.target)
        elif answer == "remove":
            self._editor.link("", cursor.selectedText())
        self._editor.setFocus()


class LinkDialog(Dialog):
    """Answers "link" with ``target`` and ``text``, or "remove"."""

    def __init__(self, parent: QWidget, text: str, address: str) -> None:
        super().__init__(parent, _("Edit link") if address else _("Add a link"))
        self.text, self.address = QLineEdit(text), QLineEdit(address)
        for label, field in ((_("Text"), self.text), (_("Address"), self.address)):
            field.setAccessibleName(label)
            self.body.addWidget(Label(label, size="label"))
            self.body.addWidget(field)
        self.said = Label("", size="small", tone="muted", wrap=True)
        self.body.addWidget(self.said)
        if address:
            self.add_button("remove", _("Remove link"))
        self.add_button("", _("Cancel"))
        self.link = self.add_button("link", _("Save link") if address else _("Add link"), "primary")
        self.address.textChanged.connect(lambda _text: self._offer())
        self.address.setFocus(Qt.FocusReason.OtherFocusReason)
        self._offer()

    @property
    def target(self) -> str:
        """Where the link leads to; "" while that is no address."""
        typed = self.address.text().strip()
        if typed and ":" not in typed.partition("/")[0].partition("?")[0]:
            typed = f"mailto:{typed}" if "@" in typed else f"https://{typed}"
        return link_target(typed)

    def _offer(self) -> None:
        is_wrong = bool(self.address.text().strip()) and not self.target
        self.said.setText(
            _("A link leads to a web page, an email address or a phone number.") if is_wrong else ""
        )
        self.link.setEnabled(bool(self.target))
