"""What cannot be used looks so: paler than what can, and without the accent, in both themes."""

from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
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
from funneldesk.desktop.kit.style.tokens import Tokens

KINDS = (
    *("", "primary", "plain", "icon", "chip", "link", "small-link", "fold", "name"),
    *("strong-name", "index", "key", "tab", "choice", "search", "danger"),
)


def button(kind: str, on: bool) -> QWidget:
    words = "" if kind == "icon" else "Words"
    made = Button(words, kind=kind, name="Words", icon_name="plus", checkable=True)
    made.setChecked(on)
    return made


def combo(made: QComboBox) -> QWidget:
    made.addItem("Words")
    return made


def box(on: bool) -> QWidget:
    made = CheckBox("Words")
    made.setChecked(on)
    return made


def hint() -> QWidget:
    made = QLineEdit()
    made.setPlaceholderText("Words")
    return made


def slider() -> QWidget:
    made = QSlider(Qt.Orientation.Horizontal)
    made.setValue(50)
    return made


def number() -> QWidget:
    made = QSpinBox()
    made.setValue(48)
    return made


CONTROLS: dict[str, Callable[[], QWidget]] = {
    **{f"button {k}": lambda k=k: button(k, False) for k in KINDS},  # type: ignore[misc]
    **{f"checked {k}": lambda k=k: button(k, True) for k in KINDS},  # type: ignore[misc]
    "combo": lambda: combo(CalmCombo()),
    "plain combo": lambda: combo(QComboBox()),
    "box": lambda: box(False),
    "checked box": lambda: box(True),
    "line": lambda: QLineEdit("Words"),
    "hint": hint,
    "text": lambda: QPlainTextEdit("Words"),
    "number": number,
    "slider": slider,
}
WORDLESS = ("button icon", "checked icon", "slider")
LEAST_CONTRAST = 3.0
"""Of words to their ground."""


@pytest.fixture(params=["light", "dark"])
def tokens(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[Tokens]:
    mode = theme.mode
    theme.set_mode(request.param)
    yield theme.tokens
    theme.set_mode(mode)


def picture(widget: QWidget) -> QImage:
    return widget.parentWidget().grab(widget.geometry()).toImage()


def luminance(colour: QColor) -> float:
    """As the web's accessibility guidelines reckon it."""
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: QColor, other: QColor) -> float:
    """From 1 (the same) to 21 (black and white)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def strength(image: QImage) -> float:
    """How far the strongest pixel stands out from the most frequent one, the ground."""
    seen = Counter(image.pixel(x, y) for x in range(image.width()) for y in range(image.height()))
    ground = QColor.fromRgb(seen.most_common(1)[0][0])
    return max(contrast(QColor.fromRgb(colour), ground) for colour in seen)


def has(image: QImage, colour: str) -> bool:
    wanted = QColor(colour).rgb()
    return any(
        image.pixel(x, y) == wanted for x in range(image.width()) for y in range(image.height())
    )


@pytest.mark.parametrize("under", ["surface", "app"])
def test_what_is_disabled_is_paler_and_has_no_accent(
    qtbot: QtBot, tokens: Tokens, under: str
) -> None:
    ground = surface(under)
    theme.dress(ground)
    column = QVBoxLayout(ground)
    shown = {name: make() for name, make in CONTROLS.items()}
    for widget in shown.values():
        widget.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column.addWidget(widget)
    qtbot.addWidget(ground)
    ground.show()
    for name, widget in shown.items():
        lively = picture(widget)
        widget.setEnabled(False)
        idle = picture(widget)
        assert strength(idle) < 0.8 * strength(lively), name
        if name not in WORDLESS:
            assert strength(idle) >= LEAST_CONTRAST, name
        for colour in (tokens.accent, tokens.accent_soft, tokens.danger):
            assert not has(idle, colour), (name, colour)


def test_disabled_words_can_be_read_and_are_fainter_than_all_others(tokens: Tokens) -> None:
    disabled, muted = QColor(tokens.disabled), QColor(tokens.muted)
    for ground in (tokens.app, tokens.surface, tokens.sunken):
        least = contrast(disabled, QColor(ground))
        assert least >= LEAST_CONTRAST
        assert least < 0.65 * contrast(muted, QColor(ground))
