"""List of canned replies below which a reply is typed: ``/`` opens it, what is typed filters it."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame

from funneldesk.contract.folding import fold
from funneldesk.desktop.kit.controls.buttons import column, surface
from funneldesk.desktop.kit.lists.record_list import ListRow, RecordList
from funneldesk.desktop.kit.rich_text.editor import RichTextEdit
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tickets.reply.canned import CannedReplies, CannedReply, typed_slash

MOST_SHOWN, MOST_OFFERED, WIDTH = 5, 50, 420
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_TAKE = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab)


class CannedOffer(QFrame):
    """Shown beside the cursor of ``text``, which keeps the keyboard. ``taken`` carries a reply and
    how many characters before the cursor it stands for."""

    taken = Signal(object, int)

    def __init__(self, text: RichTextEdit, replies: CannedReplies) -> None:
        super().__init__(text)
        self._text, self._replies = text, replies
        self._typed, self._dismissed = "", -1
        self.list = RecordList(_("Canned replies"), self._line)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.opened.connect(self._take)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        surface("surface", self)
        self.setLayout(column(self.list, spacing=0, margins=(1, 1, 1, 1)))
        self.hide()
        text.textChanged.connect(self.follow)
        text.cursorPositionChanged.connect(self._follow_cursor)
        text.installEventFilter(self)

    def follow(self) -> None:
        """Offer what fits the code that is being typed, or nothing."""
        cursor = self._text.textCursor()
        before = cursor.block().text()[: cursor.positionInBlock()]
        typed = typed_slash(before)
        start = cursor.position() - len(typed or "")
        if typed is None or self._text.isReadOnly() or not self._text.hasFocus():
            self._dismissed = -1
            self.hide()
            return
        found = fitting(self._replies, typed) if start != self._dismissed else []
        self._typed = typed
        if not found:
            self.hide()
            return
        self.list.arrange([each.code for each in found])
        self.list.select(found[0].code)
        self._place(len(found))

    def eventFilter(self, _text: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            self.hide()
        is_key = event.type() in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
        if not (is_key and self.isVisible() and isinstance(event, QKeyEvent)):
            return False
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        key = Qt.Key(event.key())
        if key not in (*_STEPS, *_TAKE, Qt.Key.Key_Escape):
            return False
        event.accept()
        if event.type() == QEvent.Type.KeyPress:
            self._pressed(key)
        return True

    def _pressed(self, key: Qt.Key) -> None:
        if key in _STEPS:
            ids = self.list.rows.ids
            place = (self.list.currentIndex().row() + _STEPS[key]) % len(ids)
            self.list.select(ids[place])
        elif key in _TAKE:
            self._take(next(iter(self.list.selected_ids()), ""))
        else:
            self._dismissed = self._text.textCursor().position() - len(self._typed)
            self.hide()

    def _take(self, code: str) -> None:
        reply = self._replies.get(code)
        self.hide()
        if reply is not None:
            self.taken.emit(reply, len(self._typed) + 1)

    def _follow_cursor(self) -> None:
        if self.isVisible():
            self.follow()

    def _line(self, code: str) -> ListRow | None:
        reply = self._replies.get(code)
        if reply is None:
            return None
        said = " ".join(reply.text.split())
        title = f"{reply.title}  /{code}" if reply.title else f"/{code}"
        return ListRow(code, title, said[:200], "", "", "muted", hover=said[:600])

    def _place(self, count: int) -> None:
        """Above the line that is typed, or below where there is more room."""
        window = self._text.window()
        if self.parentWidget() is not window:
            self.setParent(window)
        height = min(count, MOST_SHOWN) * self.list.row_height() + 4
        line = self._text.cursorRect()
        top = self._text.viewport().mapTo(window, line.topLeft())
        y = top.y() - height - 4
        if y < 0:
            y = min(top.y() + line.height() + 4, window.height() - height)
        x = max(0, min(top.x(), window.width() - WIDTH - 8))
        self.resize(WIDTH, height)
        self.move(QPoint(x, max(0, y)))
        self.show()
        self.raise_()


def fitting(replies: Iterable[CannedReply], typed: str) -> list[CannedReply]:
    """Replies for what was typed after the slash: those whose code begins so come first, then
    those that have it in their code, title or text."""
    sought = fold(typed)
    ranked = []
    for each in replies:
        code = fold(each.code)
        if code.startswith(sought):
            ranked.append((0, each))
        elif sought in code or sought in fold(each.title):
            ranked.append((1, each))
        elif sought in fold(each.text):
            ranked.append((2, each))
    return [each for _rank, each in sorted(ranked, key=lambda pair: pair[0])][:MOST_OFFERED]
