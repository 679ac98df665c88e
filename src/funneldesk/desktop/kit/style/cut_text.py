"""Texts on one line that are cut where there is no room for them."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
MOST_MEASURED = 2_000
"""Characters that any line of a screen can have: of longer texts Qt would measure each one."""
_collected: list[str] | None = None


@contextmanager
def collecting() -> Iterator[list[str]]:
    """The whole texts of those that are cut meanwhile: a tooltip tells them."""
    global _collected
    found: list[str] = []
    _collected = found
    try:
        yield found
    finally:
        _collected = None


def cut_text(
    metrics: QFontMetrics,
    text: str,
    width: float,
    mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> str:
    """A text on one line, cut to a width; whoever is ``collecting`` hears of it."""
    flat = text.replace("\n", " ")
    shown = metrics.elidedText(_bounded(flat, mode), mode, max(0, int(width)))
    if shown != flat and _collected is not None:
        _collected.append(" ".join(flat.split()))
    return shown


def _bounded(text: str, mode: Qt.TextElideMode) -> str:
    """What can be seen of a text at the most, cut where it will be cut anyway."""
    if len(text) <= MOST_MEASURED:
        return text
    half = MOST_MEASURED // 2
    if mode == Qt.TextElideMode.ElideMiddle:
        return f"{text[:half]}…{text[-half:]}"
    is_left = mode == Qt.TextElideMode.ElideLeft
    return f"…{text[-MOST_MEASURED:]}" if is_left else f"{text[:MOST_MEASURED]}…"


def draw_cut(
    painter: QPainter,
    box: QRectF,
    text: str,
    mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    align: Qt.AlignmentFlag = LEFT,
) -> float:
    """A line, cut to its box; gives its width."""
    metrics = painter.fontMetrics()
    shown = cut_text(metrics, text, box.width(), mode)
    painter.drawText(box, align | Qt.TextFlag.TextSingleLine, shown)
    return float(metrics.horizontalAdvance(shown))
