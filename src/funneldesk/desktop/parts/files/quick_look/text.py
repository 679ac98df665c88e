"""Quick look at style sheets, scripts and JSON: plain text, decoded off the window's thread."""

import asyncio

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QKeyEvent, QKeySequence, QTextCursor
from PySide6.QtWidgets import QFrame, QPlainTextEdit

from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.kit.controls.buttons import column
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.style.tokens import CODE_PX
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.quick_look.viewer import LookStage
from funneldesk.desktop.workspace.workspace import Workspace

MOST = 1_000_000
"""Bytes that are shown."""
LINE = 1_000
"""Characters after which a line is broken: minified files are one line."""
_PIECE = 12_000
_MARGIN = 16


class TextStage(LookStage):
    """The first megabyte, as it is; its lines are broken where they are endless."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.view = QPlainTextEdit()
        self.view.setReadOnly(True)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setAccessibleName(_("Text of the file"))
        self.view.document().setDocumentMargin(_MARGIN)
        font = QFont("JetBrains Mono")  # not shown
        font.setPixelSize(round(CODE_PX))
        self.view.setFont(font)
        self.note = Label("", size="small", tone="muted")
        self.bar.addWidget(self.note)
        self.setLayout(column(self.view, spacing=0))

    def takes(self, file: AssetRow) -> bool:
        return file.kind == "text"

    async def show_content(self, file: AssetRow, content: bytes) -> tuple[int, int]:
        self.view.clear()
        pieces, broken = await in_thread(readable, content)
        notes = [_("The first megabyte")] if len(content) > MOST else []
        self.note.setText(", ".join([*notes, *([_("long lines are broken")] if broken else [])]))
        if pieces:
            self.view.setPlainText(pieces[0])
        self.tasks.latest("fill", self._fill(pieces[1:]))
        return 0, 0

    def clear(self) -> None:
        self.tasks.cancel("fill")
        self.view.clear()

    def takes_key(self, event: QKeyEvent) -> bool:
        bar = self.view.verticalScrollBar()
        steps = {
            Qt.Key.Key_Up: -3,
            Qt.Key.Key_Down: 3,
            Qt.Key.Key_PageUp: -bar.pageStep(),
            Qt.Key.Key_PageDown: bar.pageStep(),
            Qt.Key.Key_Home: -bar.maximum(),
            Qt.Key.Key_End: bar.maximum(),
        }
        if event.matches(QKeySequence.StandardKey.Copy):
            self.view.copy()
        elif event.matches(QKeySequence.StandardKey.SelectAll):
            self.view.selectAll()
        elif event.key() in steps:
            bar.setValue(bar.value() + steps[Qt.Key(event.key())])
        else:
            return False
        return True

    async def _fill(self, pieces: list[str]) -> None:
        cursor = QTextCursor(self.view.document())
        for piece in pieces:
            await asyncio.sleep(0)
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(piece)


def readable(content: bytes) -> tuple[list[str], bool]:
    """The text in pieces of whole lines that the view takes one by one; whether lines were broken.

    What is no UTF-8 shows as a replacement character, control characters as their symbols.
    """
    text = content[:MOST].decode("utf-8-sig", "replace").translate(_SYMBOLS)
    lines: list[str] = []
    broken = False
    for line in text.splitlines(keepends=True):
        while len(line) > LINE + 1:
            lines.append(f"{line[:LINE]}\n")
            line = line[LINE:]
            broken = True
        lines.append(line)
    pieces: list[str] = []
    held: list[str] = []
    size = 0
    for line in lines:
        held.append(line)
        size += len(line)
        if size >= _PIECE:
            pieces.append("".join(held))
            held, size = [], 0
    return [*pieces, *(["".join(held)] if held else [])], broken


_SYMBOLS = {
    code: 0x2400 + code for code in range(32) if chr(code) not in "\t\n\r\x0b\x0c\x1c\x1d\x1e"
}
