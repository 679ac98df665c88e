"""Painting of the headings of groups: a band over the whole width, an arrow, a count."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from funneldesk.desktop.kit.lists.row_painting import draw_group, draw_line_below
from funneldesk.desktop.kit.style.cut_text import draw_cut
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import LABEL_PX
from funneldesk.desktop.kit.table.groups import Heading

PAD = 8
TEXT_AT = 30
GAP = 8


def draw_heading(painter: QPainter, box: QRectF, heading: Heading) -> None:
    """The heading of a group in its row, as wide as ``box``."""
    painter.save()
    painter.fillRect(box, theme.colour("sunken"))
    draw_group(painter, box, PAD, is_open=not heading.is_folded)
    draw_line_below(painter, box)
    inner = box.adjusted(TEXT_AT, 0, -PAD, -1)
    painter.setFont(font(LABEL_PX, 600))
    count = f"{heading.count:,}"
    room = painter.fontMetrics().horizontalAdvance(count) + GAP
    painter.setPen(theme.colour("text"))
    width = draw_cut(painter, inner.adjusted(0, 0, -room, 0), heading.title)
    painter.setPen(theme.colour("muted"))
    draw_cut(painter, inner.adjusted(width + GAP, 0, 0, 0), count)
    painter.restore()
