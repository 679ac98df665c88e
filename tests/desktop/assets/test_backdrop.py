"""A logo is seen in both themes, whatever its colour."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap
from pytestqt.qtbot import QtBot

from funneldesk.desktop.assets.backdrop import backdrop, needs_other
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.style.tokens import DARK, LIGHT


def logo(*colours: str, ground: str = "") -> QPixmap:
    """Stripes on nothing, or on a ground."""
    image = QImage(200, 60, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(ground) if ground else QColor(0, 0, 0, 0))
    painter = QPainter(image)
    for number, colour in enumerate(colours):
        painter.fillRect(QRect(10, 8 + number * 12, 180, 7), QColor(colour))
    painter.end()
    return QPixmap.fromImage(image)


@pytest.mark.parametrize(
    ("mode", "colours", "other"),
    [
        ("light", ["#222222", "#222222"], False),
        ("dark", ["#222222", "#222222"], True),
        ("light", ["#FFFFFF", "#FFFFFF", "#C4653A"], True),
        ("dark", ["#FFFFFF", "#FFFFFF", "#C4653A"], False),
        ("light", ["#C4653A"], False),
        ("dark", ["#C4653A"], False),
    ],
)
def test_a_logo_has_a_ground_on_which_it_is_seen(
    qtbot: QtBot, mode: str, colours: list[str], other: bool
) -> None:
    before = theme.mode
    theme.set_mode(mode)
    try:
        picture = logo(*colours)
        usual, opposite = (DARK, LIGHT) if mode == "dark" else (LIGHT, DARK)
        assert needs_other(picture) == other
        assert backdrop(picture) == QColor(opposite.sunken if other else usual.sunken)
    finally:
        theme.set_mode(before)


def test_a_picture_with_a_ground_of_its_own_keeps_the_usual_one(qtbot: QtBot) -> None:
    opaque = logo("#111111", ground="#101010").toImage().convertToFormat(QImage.Format.Format_RGB32)
    assert not needs_other(QPixmap.fromImage(opaque))
    assert not needs_other(logo())


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_a_card_with_round_corners_is_its_own_ground(qtbot: QtBot, mode: str) -> None:
    before = theme.mode
    theme.set_mode(mode)
    try:
        image = QImage(300, 180, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(QColor(0, 0, 0, 0))
        painter = QPainter(image)
        painter.setBrush(QColor((DARK if mode == "dark" else LIGHT).sunken))
        painter.drawRoundedRect(image.rect(), 10, 10)
        painter.end()
        assert not needs_other(QPixmap.fromImage(image))
    finally:
        theme.set_mode(before)
