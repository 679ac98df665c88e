"""Forms that are given to what is selected: bold, lists, quotes, links."""

from collections.abc import Iterator, Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextBlock, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QTextEdit

from funneldesk.desktop.kit.rich_text.blocks import DEEPEST, Kind
from funneldesk.desktop.kit.rich_text.document import (
    BOLD,
    CODE,
    KEEP,
    NORMAL,
    is_bold,
    is_code,
    list_of,
    quote_of,
    regroup,
    shape,
)

_CTRL = Qt.KeyboardModifier.ControlModifier
_BOTH = _CTRL | Qt.KeyboardModifier.ShiftModifier
_Key = Qt.Key
KEYS: Mapping[tuple[Qt.KeyboardModifier, Qt.Key], str] = {
    (_CTRL, _Key.Key_B): "bold",
    (_CTRL, _Key.Key_I): "italic",
    (_CTRL, _Key.Key_E): "code",
    (_CTRL, _Key.Key_L): "link",
    (_BOTH, _Key.Key_7): "ol",
    (_BOTH, _Key.Key_Ampersand): "ol",
    (_BOTH, _Key.Key_8): "ul",
    (_BOTH, _Key.Key_Asterisk): "ul",
    (_BOTH, _Key.Key_9): "quote",
    (_BOTH, _Key.Key_ParenLeft): "quote",
    (_CTRL, _Key.Key_BracketRight): "deeper",
    (_CTRL, _Key.Key_BracketLeft): "higher",
    (_BOTH, _Key.Key_V): "paste",
}


def do(editor: QTextEdit, deed: str) -> None:
    """Give a form to what is selected, or take it where it is there already."""
    if deed in ("bold", "italic", "code"):
        form, wanted = QTextCharFormat(), deed not in forms_at(editor)
        if deed == "bold":
            form.setFontWeight(BOLD if wanted else NORMAL)
        elif deed == "italic":
            form.setFontItalic(wanted)
        else:
            form.setProperty(CODE, wanted)
        editor.mergeCurrentCharFormat(form)
        return
    cursor = editor.textCursor()
    wanted = deed not in forms_at(editor)
    cursor.beginEditBlock()
    for block in list(_selected(cursor)):
        (kind, level), quote = list_of(block), quote_of(block)
        if deed == "quote":
            quote = max(1, quote) if wanted else 0
        elif deed in ("ul", "ol"):
            chosen: Kind = "ul" if deed == "ul" else "ol"
            kind, level = (chosen, max(1, level)) if wanted else ("", 0)
        elif kind:
            level = min(DEEPEST, level + 1) if deed == "deeper" else max(1, level - 1)
        shape(QTextCursor(block), kind, level, quote, {})
    regroup(editor.document())
    cursor.endEditBlock()


def forms_at(editor: QTextEdit) -> set[str]:
    """The forms that the cursor, or the beginning of what is selected, has."""
    cursor, form = editor.textCursor(), editor.currentCharFormat()
    if cursor.hasSelection():
        first = QTextCursor(editor.document())
        first.setPosition(cursor.selectionStart() + 1)
        form = first.charFormat()
    found = {
        "bold": is_bold(form),
        "italic": form.fontItalic(),
        "code": is_code(form),
        "link": form.isAnchor(),
        "quote": bool(quote_of(cursor.block())),
    }
    return {name for name, is_so in found.items() if is_so} | {list_of(cursor.block())[0] or ""}


def step_out(cursor: QTextCursor) -> bool:
    """Go one step out of the list or the quote that the cursor is in; whether it was in one."""
    (kind, level), quote = list_of(cursor.block()), quote_of(cursor.block())
    if not (kind or quote):
        return False
    out: Kind = kind if level > 1 else ""
    cursor.beginEditBlock()
    shape(cursor, out, level - 1 if out else 0, quote if kind else quote - 1, {})
    regroup(cursor.document())
    cursor.endEditBlock()
    return True


def set_plain(cursor: QTextCursor) -> None:
    """The cursor's line without any form."""
    cursor.setBlockFormat(QTextBlockFormat())
    cursor.setCharFormat(QTextCharFormat())


def select_link(cursor: QTextCursor) -> None:
    """Select the whole of the link that the cursor stands in, unless words are selected."""
    address = cursor.charFormat().anchorHref()
    if cursor.hasSelection() or not address:
        return
    document = cursor.document()
    first = last = cursor.position()
    probe = QTextCursor(document)
    while first > cursor.block().position() and _leads(probe, first, address):
        first -= 1
    end = cursor.block().position() + cursor.block().length() - 1
    while last < end and _leads(probe, last + 1, address):
        last += 1
    cursor.setPosition(first)
    cursor.setPosition(last, KEEP)


def end_link(editor: QTextEdit) -> None:
    """What is typed next is no part of the link before the cursor."""
    form = editor.currentCharFormat()
    form.clearProperty(QTextFormat.Property.IsAnchor.value)
    form.clearProperty(QTextFormat.Property.AnchorHref.value)
    editor.setCurrentCharFormat(form)


def _leads(probe: QTextCursor, position: int, address: str) -> bool:
    probe.setPosition(position)
    return probe.charFormat().anchorHref() == address


def _selected(cursor: QTextCursor) -> Iterator[QTextBlock]:
    block = cursor.document().findBlock(cursor.selectionStart())
    while block.isValid() and block.position() <= cursor.selectionEnd():
        yield block
        block = block.next()
