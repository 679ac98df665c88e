"""How rich text looks while it is edited: colours of the theme, never part of the text itself."""

import re

from PySide6.QtGui import QColor, QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from funneldesk.desktop.kit.rich_text.document import fragments, is_code, quote_of
from funneldesk.desktop.kit.style.theme import theme

PLACE = re.compile(r"\{\{ *[a-z_.]{1,40} *\}\}")
"""What is still to be filled in."""


class Looks(QSyntaxHighlighter):
    """Draws links, code, quotes and open places."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        theme.changed.connect(self.rehighlight)

    def highlightBlock(self, text: str) -> None:
        """Called by Qt for each block that changed."""
        block, tokens = self.currentBlock(), theme.tokens
        quoted = bool(quote_of(block))
        for fragment in fragments(block):
            form, look = fragment.charFormat(), QTextCharFormat()
            if quoted:
                look.setForeground(QColor(tokens.muted))
            if is_code(form):
                look.setFontFamilies(["JetBrains Mono", "monospace"])
                look.setFontStyleHint(QFont.StyleHint.Monospace)
                look.setBackground(QColor(tokens.sunken))
            if form.isAnchor():
                look.setForeground(QColor(tokens.accent))
                look.setFontUnderline(True)
            self.setFormat(fragment.position() - block.position(), fragment.length(), look)
        for found in PLACE.finditer(text):
            look = QTextCharFormat()
            look.setForeground(QColor(tokens.warning))
            look.setBackground(QColor(tokens.warning_soft))
            before = len(text[: found.start()].encode("utf-16-le")) // 2
            self.setFormat(before, len(found[0]), look)
