"""What a window says by its widgets and in what it paints, and which of it no catalogue was asked
for: shown only where the program speaks a pseudo-language."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QWidget

from funneldesk.desktop.local.texts import OPENS


def english(template: Path) -> set[str]:
    """The texts of the list for translators that stand alone, without a place for a value."""
    with template.open("rb") as file:
        ids = [each.id for each in read_po(file) if each.id]
    alone = (each if isinstance(each, str) else each[0] for each in ids)
    return {text for text in alone if "{" not in text}


def said_in(window: QWidget) -> set[str]:
    """Every text that a window shows, but for what web views show."""
    with _painted() as painted:
        window.grab()
    said = {text for each in window.findChildren(QWidget) for text in _of_widget(each)}
    return said | painted | {window.windowTitle()}


def around_the_catalogue(window: QWidget, known: set[str]) -> list[str]:
    """English texts in a window that speaks a pseudo-language."""
    return sorted(said_in(window) & known)


def translated(window: QWidget) -> int:
    """How many texts came from the catalogue of a pseudo-language."""
    return sum(OPENS in text for text in said_in(window))


def _of_widget(widget: QWidget) -> Iterator[str]:
    if widget.isVisible():
        yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription())
        if isinstance(widget, QLabel | QAbstractButton):
            yield widget.text()
        if isinstance(widget, QLineEdit):
            yield widget.placeholderText()


@contextmanager
def _painted() -> Iterator[set[str]]:
    words: set[str] = set()
    draw = QPainter.drawText

    def drawn(painter: QPainter, *rest: Any) -> Any:
        words.update(each for each in rest if isinstance(each, str))
        return draw(painter, *rest)

    QPainter.drawText = drawn  # type: ignore[method-assign]
    try:
        yield words
    finally:
        QPainter.drawText = draw  # type: ignore[method-assign]
