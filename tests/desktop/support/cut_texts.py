"""Finds words that are cut where they are painted, and that no tip tells whole.

While ``recording`` lasts, Qt's own functions that shorten and draw a line tell what they did: a
delegate cannot cut a text behind their back.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF, QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QLabel,
    QPushButton,
    QStyleOptionViewItem,
    QWidget,
)

from funneldesk.desktop.kit.controls.labels import plain_tip
from funneldesk.desktop.kit.forms.choice_field import CheckBox
from funneldesk.desktop.kit.lists.row_painting import RowDelegate

Index = QModelIndex | QPersistentModelIndex
MOST_FRAMES = 12
SLACK = 1.5
ROOMY = 10_000


@dataclass
class Cuts:
    """What was cut while a window was painted: who drew it, the words, and how to ask for the tip
    that one who points there is shown."""

    _seen: dict[tuple[str, str], Callable[[], str]] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """How many texts were cut."""
        return len(self._seen)

    def take(self, words: str, frame: FrameType | None) -> None:
        """One line was too long for its room."""
        words, drawn = " ".join(words.split()), _drawing(frame)
        if words and drawn is not None:
            self._seen.setdefault((drawn[0], words), drawn[1])

    def untold(self) -> list[tuple[str, str, str]]:
        """Who draws a text that no tip tells, the text, and the tip there is."""
        tips = ((drawer, words, tip()) for (drawer, words), tip in self._seen.items())
        return [each for each in tips if not _tells(each[2], each[1])]


@contextmanager
def recording(most: int = ROOMY) -> Iterator[Cuts]:
    """Until the block ends, all that is painted is looked at.

    With ``most``, no text in a row is given more pixels: so short names show too whether longer
    ones would be told.
    """
    cuts = Cuts()
    elide, draw = QFontMetrics.elidedText, QPainter.drawText

    def elided(
        metrics: QFontMetrics, text: str, mode: Qt.TextElideMode, width: int, *rest: Any
    ) -> str:
        frame = sys._getframe(1)
        in_a_row = most < ROOMY and _row_of(frame) is not None
        shown = elide(metrics, text, mode, min(width, most) if in_a_row else width, *rest)
        if shown != text:
            cuts.take(text, frame)
        return shown

    def drawn(painter: QPainter, *rest: Any) -> Any:
        box, words = rest[0], next((each for each in rest if isinstance(each, str)), "")
        flags = next((int(each) for each in rest[1:2] if not isinstance(each, str)), 0)
        wraps = flags & int(Qt.TextFlag.TextWordWrap)
        if isinstance(box, (QRect, QRectF)) and not wraps:
            wide = QFontMetricsF(painter.font()).horizontalAdvance(words)
            if wide > box.width() + SLACK:
                cuts.take(words, sys._getframe(1))
        return draw(painter, *rest)

    QFontMetrics.elidedText, QPainter.drawText = elided, drawn  # type: ignore[assignment,method-assign]
    try:
        yield cuts
    finally:
        QFontMetrics.elidedText, QPainter.drawText = elide, draw  # type: ignore[method-assign]


def cut_in(window: QWidget, most: int = ROOMY) -> list[tuple[str, str, str]]:
    """The words in a window that are cut and told nowhere: who draws them, the words, the tip."""
    with recording(most) as cuts:
        window.grab()
        painted = cuts.untold()
    return painted + [(type(each).__name__, words, "") for each, words in _cut_widgets(window)]


def _drawing(frame: FrameType | None) -> tuple[str, Callable[[], str]] | None:
    """Who paints, and its tip; None for what is no row and no widget."""
    row = _row_of(frame)
    if row is not None:
        return _row_drawing(*row)
    for here in _frames(frame):
        drawer = here.f_locals.get("self")
        if here.f_code.co_name == "paintEvent" and isinstance(drawer, QWidget):
            return type(drawer).__name__, drawer.toolTip
    return None


def _row_of(frame: FrameType | None) -> tuple[object, Index, QStyleOptionViewItem] | None:
    for here in _frames(frame):
        known = here.f_locals
        index, option = known.get("index"), known.get("option")
        if isinstance(index, Index) and isinstance(option, QStyleOptionViewItem):
            return known.get("self"), index, option
    return None


def _frames(frame: FrameType | None) -> Iterator[FrameType]:
    for _ in range(MOST_FRAMES):
        if frame is None:
            return
        yield frame
        frame = frame.f_back


def _row_drawing(
    delegate: object, index: Index, option: QStyleOptionViewItem
) -> tuple[str, Callable[[], str]]:
    kept, place = QStyleOptionViewItem(option), QPersistentModelIndex(index)
    name = f"{type(option.widget).__name__} by {type(delegate).__name__}"
    if isinstance(delegate, RowDelegate):
        return name, lambda: delegate.tip(kept, QModelIndex(place))
    return name, lambda: str(place.data(Qt.ItemDataRole.ToolTipRole) or "")


def _tells(tip: str, words: str) -> bool:
    flat = " ".join(tip.replace("<br>", " ").split())
    return plain_tip(words).removeprefix("<span>").removesuffix("</span>") in flat


# Widgets that draw their words themselves


def _cut_widgets(window: QWidget) -> Iterator[tuple[QWidget, str]]:
    for widget in window.findChildren(QWidget):
        words = _words_of(widget).replace("&&", "&")
        if not words or not widget.isVisible() or widget.visibleRegion().isEmpty():
            continue
        longest = max(words.splitlines(), key=len, default="")
        wide = widget.fontMetrics().horizontalAdvance(longest)
        if wide > _room_of(widget) + 1 and not widget.toolTip():
            yield widget, words


def _words_of(widget: QWidget) -> str:
    if isinstance(widget, QLabel):
        is_one_line = not widget.wordWrap() and not widget.pixmap().width()
        return widget.text() if is_one_line else ""
    if isinstance(widget, CheckBox):  # It breaks its words.
        fits = widget.height() >= widget.heightForWidth(widget.width())
        return "" if fits else widget.text()
    return widget.text() if isinstance(widget, QAbstractButton) else ""


def _room_of(widget: QWidget) -> int:
    """The pixels that are left for words: what the style and an icon take is no room."""
    if isinstance(widget, QPushButton):
        hint = widget.sizeHint().width()
        return widget.width() - (hint - widget.fontMetrics().horizontalAdvance(widget.text()))
    if isinstance(widget, QAbstractButton):
        return widget.width() - 8
    return widget.contentsRect().width()
