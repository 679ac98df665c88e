"""Draws the rows of a difference: numbers, soft grounds, and the words that changed."""

from collections.abc import Callable
from functools import lru_cache
from typing import Literal

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from funneldesk.desktop.kit.diff.glyphs import drawn
from funneldesk.desktop.kit.diff.rows import Cell, Row, Tone
from funneldesk.desktop.kit.diff.words import Span, marked
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import LABEL_PX
from funneldesk.desktop.local.texts import _, ngettext

ROW = Qt.ItemDataRole.UserRole
ROW_HEIGHT = 22
_NUMBER = 8
_SIGN = {"removed": "−", "added": "+", "conflict": "!"}
_GROUND = {"removed": "danger", "added": "success", "conflict": "warning"}
_MARK_SHARE = 0.26
CENTRE = Qt.AlignmentFlag.AlignCenter
Index = QModelIndex | QPersistentModelIndex
SideChoice = Literal["", "taken", "dropped"]


def code_font() -> QFont:
    """The typeface of code at the size of the columns."""
    made = QFont()
    made.setFamilies(["JetBrains Mono", "monospace"])
    made.setPixelSize(12)
    made.setStyleHint(QFont.StyleHint.Monospace)
    # Two characters drawn as one sign would hide what stands there.
    for ligatures in ("calt", "liga"):
        made.setFeature(QFont.Tag(ligatures), 0)
    return made


@lru_cache(maxsize=4096)
def changed(text: str, other: str) -> tuple[Span, ...]:
    """The characters of ``text`` that ``other`` does not have; kept for the next paint."""
    return tuple(marked(text, other)[0])


def fold_words(row: Row) -> str:
    """Rows behind a fold; inside a long line they are only parts of it."""
    last = row.rows[-1].cells
    is_lines = any(number for cell in last if cell is not None for number in cell.numbers)
    count = len(row.rows)
    if is_lines:
        told = ngettext("{count:,} unchanged line", "{count:,} unchanged lines", count)
    else:
        told = ngettext("{count:,} unchanged part", "{count:,} unchanged parts", count)
    return told.format(count=count)


class RowPainter(QStyledItemDelegate):
    """Columns of equal width; the text of all of them is moved sideways together.

    ``shift``: pixels by which the text is moved. ``current``: the block at hand. ``title`` tells
    what the bar of a block says, ``choice`` whether a column of a block is in the result.
    """

    def __init__(self, view: QWidget) -> None:
        super().__init__(view)
        self.columns = 2
        self.digits = 3
        self.shift = 0
        self.current = -1
        self.title: Callable[[int], str] = lambda _: ""
        self.choice: Callable[[int, int], SideChoice] = lambda _block, _column: ""
        self.font = code_font()
        self.metrics = QFontMetricsF(self.font)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, ROW_HEIGHT)

    def gutter(self, count: int = 1) -> float:
        """The width of the numbers and the sign."""
        digit = self.metrics.horizontalAdvance("0")
        return count * (self.digits * digit + _NUMBER) + 2 * digit + _NUMBER

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW)
        if not isinstance(row, Row):
            return
        box = QRectF(option.rect)
        painter.save()
        if row.kind == "line":
            width = box.width() / max(1, self.columns)
            for column, cell in enumerate(row.cells):
                place = QRectF(box.x() + column * width, box.y(), width, box.height())
                self._cell(painter, place, row, column, cell)
        else:
            self._strip(painter, box, row)
        if row.block >= 0 and row.block == self.current:
            painter.fillRect(QRectF(box.x(), box.y(), 3, box.height()), theme.colour("accent"))
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.colour("accent"))
            painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
        painter.restore()

    def _strip(self, painter: QPainter, box: QRectF, row: Row) -> None:
        """A fold, or the head of a block."""
        painter.setFont(font(LABEL_PX, 600))
        painter.setPen(theme.colour("muted"))
        if row.kind == "fold":
            painter.fillRect(box, theme.colour("app"))
            painter.drawText(box, CENTRE, f"⋯  {fold_words(row)}")
            return
        painter.fillRect(box, theme.colour("sunken"))
        text = self.title(row.block)
        if self.columns == 3:
            painter.drawText(box, CENTRE, text)
        else:
            painter.drawText(box.adjusted(12, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, text)

    def _cell(
        self, painter: QPainter, box: QRectF, row: Row, column: int, cell: Cell | None
    ) -> None:
        painter.setClipRect(box)
        tone: Tone = cell.tone if cell is not None else ""
        choice = self.choice(row.block, column) if tone else ""
        left_out = choice == "dropped"
        ground = _GROUND.get("" if left_out else "added" if choice == "taken" else tone)
        if cell is None and row.block >= 0:
            painter.fillRect(box, theme.colour("app"))
        elif ground:
            painter.fillRect(box, theme.colour(f"{ground}_soft"))
        if column:
            painter.fillRect(QRectF(box.x(), box.y(), 1, box.height()), theme.colour("line"))
        if cell is None:
            return
        gutter = self.gutter(len(cell.numbers))
        self._numbers(painter, box, cell, gutter, ground)
        text_box = box.adjusted(gutter, 0, 0, 0)
        painter.setClipRect(text_box)
        if ground and cell.other is not None and not left_out:
            self._marks(painter, text_box, cell, theme.colour(ground))
        quiet = left_out or tone == "before"
        painter.setFont(self.font)
        painter.setPen(theme.colour("muted" if quiet else "text"))
        painter.drawText(self._start(text_box), drawn(cell.text))
        if tone and not cell.text.endswith("\n") and (cell.other or "").endswith("\n"):
            self._note(painter, text_box, cell, _("no line end"))
        painter.setClipping(False)

    def _numbers(
        self, painter: QPainter, box: QRectF, cell: Cell, gutter: float, ground: str | None
    ) -> None:
        painter.setFont(self.font)
        painter.setPen(theme.colour("muted" if ground else "code_gutter"))
        digit = self.metrics.horizontalAdvance("0")
        width = self.digits * digit
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for place, number in enumerate(cell.numbers):
            at = box.x() + _NUMBER + place * (width + _NUMBER)
            told = str(number) if number else "·" if len(cell.numbers) == 1 else ""
            painter.drawText(QRectF(at, box.y(), width, box.height()), right, told)
        sign = "✓" if ground == "success" and self.columns == 3 else _SIGN.get(cell.tone, "")
        if sign and ground:
            painter.setPen(theme.colour(ground))
            at = box.x() + gutter - 2 * digit - 2
            painter.drawText(QRectF(at, box.y(), 2 * digit, box.height()), CENTRE, sign)

    def _marks(self, painter: QPainter, box: QRectF, cell: Cell, colour: QColor) -> None:
        colour.setAlphaF(_MARK_SHARE)
        spans = changed(cell.text, cell.other or "")
        if len(spans) == 1 and spans[0] == (0, len(cell.text)):
            return
        for start, end in spans:
            left = self._advance(cell.text[:start])
            right = self._advance(cell.text[:end])
            if right > left:
                at = box.x() - self.shift + left
                painter.fillRect(QRectF(at, box.y() + 2, right - left, box.height() - 4), colour)

    def _note(self, painter: QPainter, box: QRectF, cell: Cell, words: str) -> None:
        painter.setFont(font(LABEL_PX))
        painter.setPen(theme.colour("muted"))
        painter.drawText(self._start(box) + QPointF(self._advance(cell.text) + 12, 0), words)

    def _start(self, box: QRectF) -> QPointF:
        middle = (box.height() - self.metrics.height()) / 2
        return QPointF(box.x() - self.shift, box.y() + middle + self.metrics.ascent())

    def _advance(self, text: str) -> float:
        return self.metrics.horizontalAdvance(drawn(text))
