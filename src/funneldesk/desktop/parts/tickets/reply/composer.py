"""Where a reply is written: a text with its forms, and how it is sent."""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QSizeF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.labels import Label, set_tip
from funneldesk.desktop.kit.controls.menus import passing_menu, pop_up_below
from funneldesk.desktop.kit.controls.steady_button import SteadyButton
from funneldesk.desktop.kit.rich_text.blocks import Block, of_text
from funneldesk.desktop.kit.rich_text.editor import RichTextEdit
from funneldesk.desktop.kit.rich_text.read import from_html
from funneldesk.desktop.kit.rich_text.toolbar import FormToolbar
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tickets.reply.reply import Written

NOTHING = Written("")
AFTER: Mapping[str, str] = {
    "resolved": _("Send and resolve"),
    "closed": _("Send and close"),
    "open": _("Send and leave open"),
}
"""What the ticket is set to once a reply is sent; by itself a reply sets it to waiting."""
LEAST_HEIGHT, MOST_HEIGHT = 96, 240
"""Pixels: the text grows with what is written."""
SEND_KEYS, SET_KEYS = "Ctrl+Enter", "Ctrl+Shift+Enter"  # not shown


class Composer(QWidget):
    """``asked_to_send`` carries the status that the ticket gets afterwards ("" leaves it);
    ``typed`` tells that the text is another. ``left``: the keyboard goes back to the list."""

    asked_to_send = Signal(str)
    typed = Signal()
    left = Signal()
    asked_to_take_back = Signal()
    asked_to_send_anyway = Signal()
    asked_for_canned = Signal()
    after_chosen = Signal(str)
    """The button beside Send sets this status from now on."""
    plain_chosen = Signal(bool)
    """Replies are written as plain text from now on, or with forms again."""
    replaced = Signal()
    """Another text is shown."""
    code_typed = Signal()
    """A code of a canned reply may stand before the cursor."""

    def __init__(self) -> None:
        super().__init__()
        self.writes_plain = False
        self._formed: tuple[str, list[Block]] = ("", [])
        self.text = _Text(self)
        self.text.setPlaceholderText(_("Write a reply"))
        self.text.setAccessibleName(_("Reply"))
        self.text.textChanged.connect(self._changed)
        self.forms = FormToolbar(self.text)
        self.forms.plain_chosen.connect(self._choose_plain)
        self.held = Banner(_("Send anyway"), _("Change it"), closable=False)
        self.held.pressed.connect(self.asked_to_send_anyway)
        self.held.pressed_second.connect(self.asked_to_take_back)
        self.said = Label("", size="small", tone="muted", wrap=True)
        self.refused = Label("", size="small", tone="warning", wrap=True)
        self.refused.hide()
        self.text.refused.connect(self._say_refused)
        self.several = Label("", size="small", tone="warning", wrap=True)
        self.several.hide()
        self.undo = Button(
            _("Undo"), kind="link", tip="Ctrl+Z", on_click=self.asked_to_take_back.emit
        )
        self.canned = Button(
            _("Canned reply"),
            kind="plain",
            icon_name="message-square",
            tip=_("Put in a text that you keep (Ctrl+Shift+R)"),
            on_click=self.asked_for_canned.emit,
        )
        self.after = "resolved"
        self._build()
        self.show_state()

    def _build(self) -> None:
        self.send_and_set = SteadyButton(
            tuple(AFTER.values()), on_click=lambda: self.asked_to_send.emit(self.after)
        )
        self.others = Button(
            kind="icon",
            icon_name="chevron-down",
            tip=_("Send and set another status"),
            on_click=self._offer_others,
        )
        self.send = Button(
            _("Send"),
            kind="primary",
            icon_name="send",
            on_click=lambda: self.asked_to_send.emit(""),
        )
        surface("surface", self)
        self.on_its_way = QWidget()
        told = row(self.said, self.undo, spacing=8)
        told.setStretch(0, 1)
        self.on_its_way.setLayout(told)
        foot = row(self.canned, None, self.send_and_set, self.others, self.send, spacing=4)
        foot.insertSpacing(4, 4)
        shown = (self.held, self.several, self.forms, self.text, self.refused, self.on_its_way)
        whole = column(*shown, spacing=4, margins=(16, 6, 16, 12))
        whole.addSpacing(4)
        whole.addLayout(foot)
        self.setLayout(whole)

    @property
    def content(self) -> str:
        """What is written, in words."""
        return self.text.words

    @property
    def written(self) -> Written:
        """What is written, with its form."""
        return Written(self.text.words, self.text.html)

    def set_content(self, written: Written) -> None:
        """Show another text; nobody is told. One with a form is shown with it."""
        is_plain = self.writes_plain and not written.html
        if written != self.written or is_plain != self.text.is_plain:
            self.text.blockSignals(True)
            self.text.is_plain = is_plain
            self.text.set_blocks(blocks_of_written(written))
            self.text.blockSignals(False)
            self.replaced.emit()
        self.forms.show_state()
        self._offer()

    def insert_sentence(self, text: str) -> bool:
        """Put a sentence in at the cursor, a blank apart from what stands before it.

        False while nothing can be written: then nothing was put in.
        """
        if self.text.isReadOnly():
            return False
        before = self.text.textCursor().block().text()[: self.text.textCursor().positionInBlock()]
        blank = " " if before and not before[-1].isspace() else ""
        self.text.put(of_text(f"{blank}{text.strip()}"))
        self.text.setFocus()
        return True

    def _choose_plain(self, plain: bool) -> None:
        """What lost its form by a slip has it again, as long as nothing else was typed."""
        words, formed = self._formed
        if plain:
            before = from_html(self.text.html)
            self.text.lose_form()
            self._formed = (self.content, before)
        self.text.is_plain = self.writes_plain = plain
        if not plain and formed and words == self.content:
            self.text.set_blocks(formed)
        self.forms.show_state()
        self.plain_chosen.emit(plain)
        self.text.setFocus()
        self._changed()

    def show_state(
        self, said: str = "", *, held: str = "", refusal: str = "", can_undo: bool = False
    ) -> None:
        """``said`` about a reply that is on its way, ``held`` why one is not sent, ``refusal`` why
        nothing can be sent now; empty where it is not so."""
        self.said.setText(said)
        self.on_its_way.setVisible(bool(said))
        self.undo.setVisible(can_undo and bool(said))
        if held:
            self.held.say(_("This reply was not sent."), held, "warning")
        else:
            self.held.clear()
        self._refusal = refusal
        self.text.setReadOnly(bool(said or held or refusal))
        self.canned.setEnabled(not self.text.isReadOnly())
        self.forms.show_state()
        self._offer()

    def show_several(self, said: str) -> None:
        """Say that several tickets are selected, and to whom this reply goes; "" hides it."""
        self.several.setText(said)
        self.several.setVisible(bool(said))

    def _say_refused(self, count: int) -> None:
        said = _("{count:,} characters are too many to paste. Send them as a file or a link.")
        self.refused.setText(said.format(count=count))
        self.refused.show()

    def _changed(self) -> None:
        self.refused.hide()
        self._offer()
        self.typed.emit()

    def _offer(self) -> None:
        on_its_way = bool(self.said.text()) or self.held.isVisibleTo(self)
        nothing = "" if self.content.strip() else _("Write something first.")
        reason = self._refusal or (_("There is a reply on its way.") if on_its_way else nothing)
        self.others.setEnabled(not reason)
        for button, words, keys in (
            (self.send, _("Send"), SEND_KEYS),
            (self.send_and_set, AFTER[self.after], SET_KEYS),
        ):
            button.setEnabled(not reason)
            set_tip(button, f"{words}. {reason}" if reason else f"{words} ({keys})")

    def set_after(self, status: str) -> None:
        """Give the button beside Send another status, one of ``AFTER``."""
        self.after = status if status in AFTER else "resolved"
        self.send_and_set.setText(AFTER[self.after])
        self._offer()

    def _offer_others(self) -> None:
        menu = passing_menu(self)
        for status, words in AFTER.items():
            entry = menu.addAction(words)
            entry.setCheckable(True)
            entry.setChecked(status == self.after)
            entry.triggered.connect(lambda _=False, chosen=status: self._send_and_set(chosen))
        pop_up_below(menu, self.others)

    def _send_and_set(self, status: str) -> None:
        """What is chosen once is what one does the next time, too."""
        self.set_after(status)
        self.after_chosen.emit(self.after)
        self.asked_to_send.emit(self.after)


def blocks_of_written(written: Written) -> list[Block]:
    """What was typed, as the editor shows it."""
    return from_html(written.html) if written.html else of_text(written.text)


class _Text(RichTextEdit):
    """Ctrl+Enter sends, Ctrl+Z takes back what is not sent yet, Esc goes back to the list."""

    def __init__(self, composer: Composer) -> None:
        super().__init__()
        self._composer = composer
        self.document().documentLayout().documentSizeChanged.connect(self._grow)
        self._grow(QSizeF())

    def _grow(self, size: QSizeF) -> None:
        wanted = int(size.height()) + 2 * self.frameWidth() + 12
        self.setFixedHeight(min(max(LEAST_HEIGHT, wanted), MOST_HEIGHT))

    def event(self, event: QEvent) -> bool:
        is_asked = event.type() == QEvent.Type.ShortcutOverride
        if is_asked and isinstance(event, QKeyEvent) and self._takes_back(event):
            event.accept()
            return True
        return super().event(event)

    def _takes_back(self, event: QKeyEvent) -> bool:
        return event.matches(QKeySequence.StandardKey.Undo) and self._composer.undo.isVisible()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        ctrl, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if self._takes_back(event):
            self._composer.undo.click()
        elif enter and held == ctrl:
            self._composer.send.click()
        elif enter and held == ctrl | shift:
            self._composer.send_and_set.click()
        elif event.key() == Qt.Key.Key_R and held == ctrl | shift:
            self._composer.canned.click()
        elif event.key() == Qt.Key.Key_Escape:
            self._composer.left.emit()
        else:
            if event.key() == Qt.Key.Key_Space and not self.isReadOnly():
                self._composer.code_typed.emit()
            super().keyPressEvent(event)
