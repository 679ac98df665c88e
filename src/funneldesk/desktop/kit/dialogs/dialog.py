"""Dialogs that are awaited: opened without a nested event loop, answered by a future."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import shiboken6
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QDialog, QLineEdit, QVBoxLayout, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.tab_order import step
from funneldesk.desktop.kit.forms.choice_field import CheckBox
from funneldesk.desktop.kit.tasks import uncut
from funneldesk.desktop.local.texts import _


class Dialog(QDialog):
    """A dialog of the house: a title, a sentence, a body and a row of buttons.

    ``await dialog.ask()`` opens it and gives the key of the button that was pressed, or an empty
    string when it was dismissed.
    """

    def __init__(self, parent: QWidget, title: str, text: str = "", *, width: int = 460) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setModal(True)
        self.setFixedWidth(width)
        surface("surface", self)
        self._answer: asyncio.Future[str] | None = None
        self._askers: set[asyncio.Task[str]] = set()
        self._is_sending = False
        self._buttons: dict[str, Button] = {}
        self._is_destructive = False
        self._fits_itself = False
        self.body = QVBoxLayout()
        self.body.setSpacing(12)
        self._foot = row(None, spacing=8)
        outer = column(Label(title, size="title", wrap=True), spacing=12, margins=(24, 24, 24, 20))
        if text:
            outer.addWidget(Label(text, tone="muted", wrap=True))
        outer.addLayout(self.body)
        outer.addSpacing(4)
        outer.addLayout(self._foot)
        self.setLayout(outer)
        self.finished.connect(self._dismissed)

    def add_button(self, key: str, text: str, kind: str = "") -> Button:
        """A button that answers ``key``. The first primary one is the default."""
        button = Button(text, kind=kind, on_click=lambda: self.answer(key))
        if kind == "primary":
            button.setDefault(True)
        self._is_destructive = self._is_destructive or kind == "danger"
        self._buttons[key] = button
        self._foot.addWidget(button)
        return button

    def add_to_foot(self, widget: QWidget) -> None:
        """Something that answers nothing, at the left of the buttons."""
        self._foot.insertWidget(0, widget)

    def button(self, key: str) -> Button:
        """A button that was added before."""
        return self._buttons[key]

    def answer(self, key: str) -> None:
        """Close with an answer."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(key)
        self.done(QDialog.DialogCode.Accepted if key else QDialog.DialogCode.Rejected)

    async def ask(self) -> str:
        """Open, wait for the answer and close; cancelling the task closes the dialog.

        A dialog that goes with its window was dismissed.
        """
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._answer, asker = answer, asyncio.current_task()
        self._askers = {asker} if asker is not None else set()
        self.destroyed.connect(lambda: None if answer.done() else answer.set_result(""))
        self._fit()
        self._focus_what_is_safe()
        self.open()
        try:
            return await answer
        finally:
            if shiboken6.isValid(self):
                self.done(QDialog.DialogCode.Rejected)
                self.deleteLater()

    @contextmanager
    def sending(self) -> Iterator[None]:
        """Inside it the dialog can be closed, but is not answered: what is on its way to the
        server goes on, and whoever sends answers when that is known."""
        self._is_sending = True
        try:
            with uncut(*self._askers):
                yield
        finally:
            self._is_sending = False

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest and self._fits_itself:
            self._grow()
        return done

    def focusNextPrevChild(self, forward: bool) -> bool:
        return step(self, forward)

    def _focus_what_is_safe(self) -> None:
        """Enter must not destroy anything, unless the dialog chose its focus itself."""
        if self._is_destructive and self.focusWidget() is None and "" in self._buttons:
            self._buttons[""].setFocus(Qt.FocusReason.OtherFocusReason)

    def _fit(self) -> None:
        """Wide enough for what can't be wrapped, in any language, and high enough for its texts:
        wrapped lines tell their height only for a width."""
        layout = self.layout()
        given = self.testAttribute(Qt.WidgetAttribute.WA_Resized)
        if layout is None or given:
            return
        needed = min(layout.minimumSize().width(), self.screen().availableGeometry().width())
        if needed > self.width():
            self.setFixedWidth(needed)
        if layout.hasHeightForWidth():
            self._fits_itself = True
            self.resize(self.width(), layout.totalHeightForWidth(self.width()))

    def _grow(self) -> None:
        """High enough for a text that came later, too."""
        layout = self.layout()
        needed = layout.totalHeightForWidth(self.width()) if layout is not None else 0
        if needed > self.height():
            self.resize(self.width(), needed)

    def _dismissed(self) -> None:
        if self._answer is not None and not self._answer.done() and not self._is_sending:
            self._answer.set_result("")


def labelled(label: str, field: QWidget, hint: str = "") -> QWidget:
    """A label above its field, with a sentence below."""
    box = QWidget()
    inner = column(Label(label, size="small"), field, spacing=4)
    if hint:
        inner.addWidget(Label(hint, size="small", tone="muted", wrap=True))
    box.setLayout(inner)
    field.setAccessibleName(label)
    return box


async def confirm(
    parent: QWidget,
    title: str,
    text: str,
    *,
    action: str,
    danger: bool = False,
    more: Sequence[QWidget] = (),
) -> bool:
    """A question with one action. The button says what happens; ``more`` stands below the text."""
    dialog = Dialog(parent, title, text)
    for widget in more:
        dialog.body.addWidget(widget)
    dialog.add_button("", _("Cancel"))
    dialog.add_button("yes", action, "danger" if danger else "primary")
    return await dialog.ask() == "yes"


async def choose(
    parent: QWidget, title: str, text: str, answers: Sequence[tuple[str, str, str]]
) -> str:
    """A question with several answers: (key, text, kind) for each; "" when dismissed."""
    dialog = Dialog(parent, title, text, width=520)
    for key, label, kind in answers:
        dialog.add_button(key, label, kind)
    return await dialog.ask()


async def confirm_by_name(
    parent: QWidget,
    title: str,
    text: str,
    *,
    name: str,
    action: str,
    more: Sequence[QWidget] = (),
) -> bool:
    """A destructive action on a live brand: the name has to be typed. ``more`` stands below the
    text."""
    dialog = Dialog(parent, title, text)
    for widget in more:
        dialog.body.addWidget(widget)
    field = QLineEdit()
    field.setPlaceholderText(name)
    field.setAccessibleName(_("Type {name} to confirm").format(name=name))
    dialog.body.addWidget(
        Label(_("Type “{name}” to confirm.").format(name=name), size="small", wrap=True)
    )
    dialog.body.addWidget(field)
    dialog.add_button("", _("Cancel"))
    yes = dialog.add_button("yes", action, "danger")
    yes.setEnabled(False)
    field.textChanged.connect(lambda text: yes.setEnabled(text.strip() == name.strip()))
    field.setFocus(Qt.FocusReason.OtherFocusReason)
    return await dialog.ask() == "yes"


async def ask_text(
    parent: QWidget,
    title: str,
    text: str,
    *,
    value: str = "",
    action: str,
    secret: bool = False,
) -> str | None:
    """One line of text; None when dismissed. ``secret`` hides what is typed."""
    dialog = Dialog(parent, title, text)
    field = QLineEdit(value)
    field.setAccessibleName(title)
    if secret:
        field.setEchoMode(QLineEdit.EchoMode.Password)
        show = CheckBox(_("Show what I type"))
        show.toggled.connect(
            lambda on: field.setEchoMode(
                QLineEdit.EchoMode.Normal if on else QLineEdit.EchoMode.Password
            )
        )
    dialog.body.addWidget(field)
    if secret:
        dialog.body.addWidget(show)
    dialog.add_button("", _("Cancel"))
    yes = dialog.add_button("yes", action, "primary")
    yes.setEnabled(bool(value.strip()))
    field.textChanged.connect(lambda typed: yes.setEnabled(bool(typed.strip())))
    field.selectAll()
    field.setFocus(Qt.FocusReason.OtherFocusReason)
    return field.text().strip() if await dialog.ask() == "yes" else None
