"""The ``?`` dialog: what the keys do here and everywhere, and where others are chosen."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, row, surface
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.shortcuts import keymap
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.panel import KeysLine
from funneldesk.desktop.shell.shortcuts.shortcut_button import ShortcutButton

EVERYWHERE = (
    ("Ctrl+K", _("Search or do anything")),
    ("Ctrl+1 … 9", _("Go to a section")),
    ("Ctrl+F", _("Find here")),
    ("Ctrl+N", _("New")),
    ("Ctrl+S", _("Save")),
    ("Ctrl+Shift+S", _("Save and publish")),
    ("F5", _("Refresh")),
    ("Esc", _("Back")),
    ("Shift+F10", _("Menu of the selected item")),
    ("Ctrl+J", _("Jobs: what is at work, and how it ended")),
    ("Ctrl+,", _("Preferences")),
    ("Ctrl+Q", _("Quit")),
    ("?", _("The shortcuts of this place")),
)
HOW = _("Press the keys of a shortcut to give it others. Backspace brings the usual ones back.")
WIDTH, MOST_OF_THE_SCREEN = 520, 0.6


class ShortcutDialog(Dialog):
    """Two groups of lines, narrowed by the words in the field above them."""

    def __init__(self, parent: QWidget, title: str, here: Sequence[KeysLine]) -> None:
        super().__init__(parent, _("Shortcuts"), HOW, width=WIDTH)
        self.search = QLineEdit()
        self.search.setPlaceholderText(_("Search shortcuts"))
        self.search.setAccessibleName(_("Search shortcuts"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._narrow)
        self.refusal = Label("", size="small", tone="danger", wrap=True)
        self._lines: list[tuple[QWidget, str]] = []
        self._headings: list[tuple[Label, list[QWidget]]] = []
        self._column = QVBoxLayout()
        self._column.setContentsMargins(0, 0, 12, 0)
        self._column.setSpacing(2)
        named = {line[0] for line in here}
        self._add_group(title, here)
        # What this place calls by its own name is not said once more.
        self._add_group(_("Everywhere"), [each for each in EVERYWHERE if each[0] not in named])
        self._column.addStretch(1)
        self.body.addWidget(self.search)
        self.body.addWidget(self._scrolled())
        self.body.addWidget(self.refusal)
        self.refusal.hide()
        self.usual = Button(_("Usual keys"), on_click=lambda: keymap.take({}))
        self.add_to_foot(self.usual)
        self.add_button("", _("Close"), "primary")
        keymap.changed.connect(self._show_usual)
        self._show_usual()

    def _add_group(self, title: str, lines: Sequence[KeysLine]) -> None:
        if not lines:
            return
        heading = Label(title, size="label", tone="muted")
        heading.setContentsMargins(0, 8 if self._lines else 0, 0, 0)
        self._column.addWidget(heading)
        widgets = [self._line(*line) for line in lines]
        for widget in widgets:
            self._column.addWidget(widget)
        self._headings.append((heading, widgets))

    def _line(self, keys: str, what: str, action_id: str = "") -> QWidget:
        # Only what can be changed looks as if it could be pressed.
        keys_shown: QWidget = Label(keys, size="small", tone="muted")
        if keymap.may_change(keys, action_id):
            button = ShortcutButton(what, keys, action_id)
            button.refused.connect(self._say)
            keys_shown = button
        line = QWidget()
        layout = row(Label(what, wrap=True), spacing=12)
        layout.setStretch(0, 1)
        layout.addWidget(keys_shown, 0, Qt.AlignmentFlag.AlignVCenter)
        line.setLayout(layout)
        line.setMinimumHeight(26)
        self._lines.append((line, f"{what} {keys}".casefold()))
        return line

    def _scrolled(self) -> QScrollArea:
        inside = surface("surface")
        inside.setLayout(self._column)
        area = QScrollArea()
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Tab scrolls to what it holds
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setWidget(inside)
        screen = self.screen().availableSize() if self.screen() else QSize(0, 800)
        most = round(screen.height() * MOST_OF_THE_SCREEN)
        area.setFixedHeight(min(most, inside.sizeHint().height()))
        return area

    def _narrow(self, text: str) -> None:
        words = text.casefold().split()
        for line, said in self._lines:
            line.setVisible(all(word in said for word in words))
        for heading, lines in self._headings:
            heading.setVisible(any(not line.isHidden() for line in lines))

    def _say(self, words: str) -> None:
        self.refusal.setText(words)
        self.refusal.setVisible(bool(words))

    def _show_usual(self) -> None:
        self.usual.setEnabled(bool(keymap.chosen))
