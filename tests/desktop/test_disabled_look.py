"""What cannot be used looks so: fainter than what can, in every kind of control."""

from collections.abc import Callable

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from funneldesk.desktop.kit.controls import Button
from funneldesk.desktop.kit.field_choice import CheckBox
from funneldesk.desktop.kit.theme import theme

KINDS = ("", "primary", "plain", "chip", "link", "small-link", "tab", "danger", "name", "choice")


def _line() -> QWidget:
    return QLineEdit("Weight")


def _number() -> QWidget:
    made = QSpinBox()
    made.setValue(48)
    return made


def _choice() -> QWidget:
    made = QComboBox()
    made.addItem("Weight")
    return made


MAKERS: dict[str, Callable[[], QWidget]] = {
    **{f"button {kind}": lambda kind=kind: Button("Weight", kind=kind) for kind in KINDS},  # type: ignore[misc]
    "line": _line,
    "number": _number,
    "choice": _choice,
    "tick": lambda: CheckBox("Weight"),
}


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize("name", MAKERS)
def test_a_disabled_control_is_fainter(
    qtbot: QtBot, qapp: QApplication, name: str, mode: str
) -> None:
    theme.install(qapp, mode)
    ground = QWidget()
    ground.setFixedSize(200, 60)
    qtbot.addWidget(ground)
    control = MAKERS[name]()
    control.setParent(ground)
    ground.show()
    usual = _strongest(ground.grab().toImage())
    control.setEnabled(False)
    assert _strongest(ground.grab().toImage()) < 0.8 * usual


def _strongest(shown: QImage) -> float:
    """The strongest contrast of a pixel to the ground."""
    ground = QColor(theme.tokens.app).lightnessF()
    colours = {shown.pixel(x, y) for x in range(shown.width()) for y in range(shown.height())}
    return max(abs(QColor(colour).lightnessF() - ground) for colour in colours)
