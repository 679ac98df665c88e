"""What cannot be used looks so: paler than what can, and without the accent, in both themes."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QPlainTextEdit,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from funneldesk.desktop.kit.controls.buttons import Button, surface
from funneldesk.desktop.kit.forms.choice_field import CalmCombo, CheckBox
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.style.tokens import DARK, LIGHT, Tokens

KINDS = (
    *("", "primary", "plain", "icon", "chip", "link", "small-link", "fold", "name"),
    *("strong-name", "index", "key", "tab", "choice", "search", "danger"),
)


def button(kind: str, on: bool) -> QWidget:
    words = "" if kind == "icon" else "Words"
    made = Button(words, kind=kind, name="Words", icon_name="plus", checkable=True)
    made.setChecked(on)
    return made


def combo() -> QWidget:
    made = CalmCombo()
    made.addItem("Words")
    return made


def box(on: bool) -> QWidget:
    made = CheckBox("Words")
    made.setChecked(on)
    return made


def slider() -> QWidget:
    made = QSlider(Qt.Orientation.Horizontal)
    made.setValue(50)
    return made


CONTROLS: dict[str, Callable[[], QWidget]] = {
    **{f"button {k}": lambda k=k: button(k, False) for k in KINDS},  # type: ignore[misc]
    **{f"checked {k}": lambda k=k: button(k, True) for k in KINDS},  # type: ignore[misc]
    "combo": combo,
    "box": lambda: box(False),
    "checked box": lambda: box(True),
    "line": lambda: QLineEdit("Words"),
    "text": lambda: QPlainTextEdit("Words"),
    "number": QSpinBox,
    "slider": slider,
}


@pytest.fixture(params=[LIGHT, DARK], ids=["light", "dark"])
def tokens(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[Tokens]:
    before, palette = theme.tokens, QPalette(qapp.palette())
    theme._apply(request.param)
    yield request.param
    theme.tokens = before
    qapp.setPalette(palette)
    qapp.setStyleSheet("")
    theme.changed.emit()


def picture(widget: QWidget) -> QImage:
    return widget.parentWidget().grab(widget.geometry()).toImage()


def strength(image: QImage, ground: QColor) -> int:
    """How far the strongest pixel stands out from the ground."""
    pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return max(abs(p.lightness() - ground.lightness()) for p in pixels)


def has(image: QImage, colour: str) -> bool:
    wanted = QColor(colour).rgb()
    return any(
        image.pixel(x, y) == wanted for x in range(image.width()) for y in range(image.height())
    )


def test_what_is_disabled_is_paler_and_has_no_accent(qtbot: QtBot, tokens: Tokens) -> None:
    ground = surface("surface")
    column = QVBoxLayout(ground)
    shown = {name: make() for name, make in CONTROLS.items()}
    for widget in shown.values():
        widget.setFixedSize(100, 34)
        widget.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column.addWidget(widget)
    qtbot.addWidget(ground)
    ground.show()
    for name, widget in shown.items():
        lively = picture(widget)
        widget.setEnabled(False)
        idle = picture(widget)
        paper = QColor(tokens.surface)
        assert strength(idle, paper) < 0.8 * strength(lively, paper), name
        for colour in (tokens.accent, tokens.accent_soft, tokens.danger):
            assert not has(idle, colour), (name, colour)
