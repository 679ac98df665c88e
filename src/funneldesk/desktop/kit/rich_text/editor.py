"""An editor of rich text. Pictures, styles and addresses never come into it from outside."""

from typing import Any

from PySide6.QtCore import QEvent, QMimeData, Qt, QUrl, Signal
from PySide6.QtGui import QColor, QGuiApplication, QKeyEvent, QPainter, QPaintEvent, QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from funneldesk.desktop.kit.rich_text import forming
from funneldesk.desktop.kit.rich_text.blocks import Block, Run, has_form, of_text, words
from funneldesk.desktop.kit.rich_text.document import (
    QUOTE_INDENT,
    blocks_of,
    char_format,
    each_block,
    put,
    quote_of,
)
from funneldesk.desktop.kit.rich_text.looks import Looks
from funneldesk.desktop.kit.rich_text.read import from_html
from funneldesk.desktop.kit.rich_text.written import to_html
from funneldesk.desktop.kit.style.theme import theme

_CTRL, _SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
_Key = Qt.Key
MOST_PASTED, LONGEST_WORD = 100_000, 10_000
"""Characters: a long word without a blank costs Qt the square of its length."""


class RichTextEdit(QTextEdit):
    """``is_plain``: no form can be given, and what is pasted loses its own."""

    asked_for_link = Signal()
    refused = Signal(int)
    """So many characters were pasted: too many to be taken."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_plain = False
        self.setTabChangesFocus(True)
        self.document().setIndentWidth(20)
        self._looks = Looks(self.document())
        theme.changed.connect(self.viewport().update)

    # What is in it

    @property
    def html(self) -> str:
        """The text as html; "" where it is plain, and ``words`` say it all."""
        found = [] if self.is_plain else blocks_of(self.document())
        return to_html(found) if has_form(found) else ""

    @property
    def words(self) -> str:
        """The text without its forms; lists and quotes as people type them."""
        return words(blocks_of(self.document()))

    def set_blocks(self, blocks: list[Block]) -> None:
        """Show another text; the cursor stands at its end. It cannot be undone."""
        self.document().setUndoRedoEnabled(False)
        self.clear()
        self.put(blocks)
        self.document().setUndoRedoEnabled(True)

    def put(self, blocks: list[Block]) -> None:
        """Put blocks in at the cursor, in place of what is selected."""
        cursor = self.textCursor()
        put(cursor, of_text(words(blocks)) if self.is_plain else blocks)
        self.setTextCursor(cursor)
        self.setCurrentCharFormat(char_format(Run("")))
        self.ensureCursorVisible()

    def lose_form(self) -> None:
        """Keep the words only, as one step of undo."""
        plain = of_text(self.words)
        cursor = self.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.beginEditBlock()
        cursor.removeSelectedText()
        forming.set_plain(cursor)
        put(cursor, plain)
        cursor.endEditBlock()
        self.setTextCursor(cursor)

    # From outside

    def loadResource(self, _type: int, _name: QUrl | str) -> Any:
        """Nothing that a text names is loaded."""
        return None

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasHtml() or source.hasText()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """What is pasted or dropped, cleaned."""
        rich, text = source.hasHtml() and not self.is_plain, source.text()
        if len(text) > MOST_PASTED or any(len(w) > LONGEST_WORD for w in text.split()):
            self.refused.emit(len(text))
            return
        self.put((from_html(source.html()) if rich else []) or of_text(text))

    def createMimeDataFromSelection(self) -> QMimeData:
        cursor, made = self.textCursor(), QMimeData()
        found = blocks_of(self.document(), cursor.selectionStart(), cursor.selectionEnd())
        made.setText(words(found))
        if not self.is_plain:
            made.setData("text/html", to_html(found).encode())
        return made

    # Keys

    def event(self, event: QEvent) -> bool:
        is_asked = event.type() == QEvent.Type.ShortcutOverride
        if is_asked and isinstance(event, QKeyEvent) and self._deed_of(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        deed = self._deed_of(event)
        if deed and not self.isReadOnly():
            self.do(deed)
        elif event.key() in (_Key.Key_Return, _Key.Key_Enter) and self._leaves_empty_line(event):
            event.accept()
        else:
            self._leave_link()
            super().keyPressEvent(event)

    def do(self, deed: str) -> None:
        """Give what is selected a form, or take it: a name of ``forming.DEEDS``, or "link"."""
        if self.isReadOnly() or (self.is_plain and deed != "paste"):
            return
        if deed == "link":
            self.asked_for_link.emit()
        elif deed == "paste":
            self._paste_words()
        else:
            forming.do(self, deed)

    def link(self, address: str, text: str) -> None:
        """Lead from what is selected, or from new words, to an address; "" leads nowhere."""
        cursor = self.textCursor()
        forming.select_link(cursor)
        runs = [] if not text else [Run(text, link=address)]
        put(cursor, [Block(tuple(runs))])
        self.setTextCursor(cursor)

    def _deed_of(self, event: QKeyEvent) -> str:
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        return forming.KEYS.get((held, _Key(event.key())), "")

    def _paste_words(self) -> None:
        self.put(of_text(QGuiApplication.clipboard().text()))

    def _leaves_empty_line(self, event: QKeyEvent) -> bool:
        """Enter on an empty item or quoted line goes out of the list or quote."""
        cursor = self.textCursor()
        empty = cursor.block().length() == 1 and not event.modifiers() & (_SHIFT | _CTRL)
        return not self.isReadOnly() and empty and forming.step_out(cursor)

    def _leave_link(self) -> None:
        """What is typed behind a link is not part of it."""
        form, cursor = self.currentCharFormat(), self.textCursor()
        if not form.isAnchor() or cursor.hasSelection():
            return
        is_end = cursor.atBlockEnd()
        cursor.movePosition(QTextCursor.MoveOperation.NextCharacter)
        if is_end or cursor.charFormat().anchorHref() != form.anchorHref():
            forming.end_link(self)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        top, left = self.verticalScrollBar().value(), self.document().documentMargin()
        for block in each_block(self.document()):
            deep = quote_of(block)
            if deep:
                area = self.document().documentLayout().blockBoundingRect(block)
                for step in range(deep):
                    x = int(left + step * QUOTE_INDENT)
                    painter.fillRect(
                        x, int(area.top()) - top, 2, int(area.height()), QColor(theme.tokens.strong)
                    )
        painter.end()
