"""In the worker: what a font looks like. It is never given to the program's own fonts."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter, QPainterPath, QRawFont

from funneldesk.desktop.kit.workers.child import JobError
from funneldesk.desktop.local.texts import _

_SHORT = "Aa"  # not shown
_LONGEST = 400
"""Characters of a line, at most."""


def specimen(content: bytes, side: int, asked: Mapping[str, Any]) -> tuple[QImage, QSize]:
    """Black letters on nothing: the window gives them its colour.

    Without ``asked["lines"]`` it is "Aa" in a square, else each (text, pixels high) below the
    other, ``side`` pixels wide. Raises JobError.
    """
    keep = QGuiApplication.instance() or QGuiApplication([])
    lines = asked.get("lines")
    if lines:
        image = _page(content, side, [(str(text)[:_LONGEST], float(px)) for text, px in lines])
    else:
        image = _sample(content, side)
    del keep
    return image, QSize()


def _font(content: bytes, px: float) -> QRawFont:
    font = QRawFont(QByteArray(content), px)
    if not font.isValid():
        raise JobError(_("This font is damaged, or of a kind that cannot be drawn here."))
    return font


def _outline(font: QRawFont, text: str) -> QPainterPath:
    """The letters of a text, from the left on its base line."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    glyphs = font.glyphIndexesForString(text)
    at = 0.0
    for glyph, advance in zip(glyphs, font.advancesForGlyphIndexes(glyphs), strict=True):
        path.addPath(font.pathForGlyph(glyph).translated(at, 0))
        at += advance.x()
    return path


def _sample(content: bytes, side: int) -> QImage:
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    font = _font(content, side * 0.5)
    path = _outline(font, _SHORT)
    box = path.boundingRect()
    if box.isEmpty():
        # A font of symbols has no letters: its first shapes stand for it.
        for glyph in range(3, 60):
            path = font.pathForGlyph(glyph)
            box = path.boundingRect()
            if not box.isEmpty():
                break
        else:
            raise JobError(_("This font has no letters that could be shown."))
    room = side * 0.72
    scale = min(1.0, room / box.width(), room / box.height())
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(side / 2, side / 2)
    painter.scale(scale, scale)
    painter.translate(-box.center())
    painter.fillPath(path, Qt.GlobalColor.black)
    painter.end()
    return image


def _page(content: bytes, width: int, lines: list[tuple[str, float]]) -> QImage:
    placed: list[tuple[QPainterPath, QPointF]] = []
    at = 0.0
    for text, px in lines:
        font = _font(content, max(6.0, min(px, 400.0)))
        for part in _wrapped(font, text, width):
            at += font.ascent()
            placed.append((_outline(font, part), QPointF(0, at)))
            at += font.descent() + font.leading() + px * 0.12
        at += px * 0.3
    height = max(16, min(round(at), 8192))
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipRect(QRectF(image.rect()))
    for path, point in placed:
        painter.translate(point)
        painter.fillPath(path, Qt.GlobalColor.black)
        painter.resetTransform()
    painter.end()
    return image


def _wrapped(font: QRawFont, text: str, width: int) -> list[str]:
    """The text in lines that fit, broken at blanks, or anywhere when a word is too long."""
    lines, line, at = [], "", 0.0
    for word in text.replace("\n", " ").split(" "):
        piece = f" {word}" if line else word
        wide = sum(a.x() for a in font.advancesForGlyphIndexes(font.glyphIndexesForString(piece)))
        if line and at + wide > width:
            lines.append(line)
            piece, line, at = word, "", 0.0
        line += piece
        at += wide
    return [*lines, line][:40]
