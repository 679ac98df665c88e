"""Linked sliders: together they make 100, whatever moves them."""

from decimal import Decimal

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from funneldesk.desktop.kit.controls.linked_sliders import LinkedShares, ShareControl

Key, Shift = Qt.Key, Qt.KeyboardModifier.ShiftModifier


class Linked:
    """Sliders in a window, with what they told."""

    def __init__(self, qtbot: QtBot, *shares: int | str) -> None:
        self.window = QWidget()
        qtbot.addWidget(self.window)
        column = QVBoxLayout(self.window)
        self.controls = [ShareControl(f"variant {number}") for number in range(len(shares))]
        for control in self.controls:
            column.addWidget(control)
        self.linked = LinkedShares(self.window)
        for control in self.controls:
            self.linked.add(control)
        self.linked.show([Decimal(share) for share in shares])
        self.told: list[list[Decimal]] = []
        self.linked.changed.connect(self.told.append)
        self.window.resize(400, 200)
        self.window.show()

    @property
    def shown(self) -> list[str]:
        return [control.field.text() for control in self.controls]

    def at(self, place: int, percent: int) -> QPoint:
        slider = self.controls[place].slider
        return QPoint(round(8 + (slider.width() - 16) * percent / 100), slider.height() // 2)


def test_a_drag_moves_the_others_and_is_told_once(qtbot: QtBot) -> None:
    linked = Linked(qtbot, 50, 30, 20)
    slider = linked.controls[0].slider
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=linked.at(0, 50))
    for percent in (80, 100, 40):
        QTest.mouseMove(slider, linked.at(0, percent))
    # What went to 0 on the way came back in its old proportion.
    assert linked.shown == ["40", "36", "24"]
    assert not linked.told
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=linked.at(0, 40))
    assert linked.told == [[Decimal(40), Decimal(36), Decimal(24)]]


@pytest.mark.parametrize("part", ["slider", "field"])
def test_keys_step_by_one_and_by_ten(qtbot: QtBot, part: str) -> None:
    linked = Linked(qtbot, 50, 50)
    at = getattr(linked.controls[1], part)
    QTest.keyClick(at, Key.Key_Up)
    assert linked.shown == ["49", "51"]
    QTest.keyClick(at, Key.Key_Down, Shift)
    assert linked.shown == ["59", "41"]
    for _ in range(6):
        QTest.keyClick(at, Key.Key_Down, Shift)
    assert linked.shown == ["100", "0"]
    assert linked.told[-1] == [Decimal(100), Decimal(0)]


def test_a_held_key_is_told_once(qtbot: QtBot) -> None:
    linked = Linked(qtbot, 50, 50)
    for _ in range(5):
        QTest.keyPress(linked.controls[0].slider, Key.Key_Right)
    assert not linked.told
    QTest.keyRelease(linked.controls[0].slider, Key.Key_Right)
    assert linked.told == [[Decimal(55), Decimal(45)]]


def test_home_and_end_take_nothing_and_all(qtbot: QtBot) -> None:
    linked = Linked(qtbot, 50, 50)
    QTest.keyClick(linked.controls[0].slider, Key.Key_End)
    assert linked.shown == ["100", "0"]
    QTest.keyClick(linked.controls[0].slider, Key.Key_Home)
    assert linked.shown == ["0", "100"]


def test_a_typed_number_counts_and_nonsense_does_not(qtbot: QtBot) -> None:
    linked = Linked(qtbot, 50, 50)
    field = linked.controls[0].field
    field.selectAll()
    QTest.keyClicks(field, "72")
    QTest.keyClick(field, Key.Key_Return)
    assert linked.shown == ["72", "28"]
    field.selectAll()
    QTest.keyClicks(field, "x4999")
    QTest.keyClick(field, Key.Key_Return)
    assert linked.shown == ["100", "0"]
    assert len(linked.told) == 2


def test_a_share_held_still_stays_whatever_else_moves(qtbot: QtBot) -> None:
    linked = Linked(qtbot, 50, 30, 20)
    linked.controls[1].lock.click()
    assert not linked.controls[1].field.isEnabled()
    QTest.keyClick(linked.controls[0].slider, Key.Key_End)
    assert linked.shown == ["70", "30", "0"]
    linked.controls[1].lock.click()
    QTest.keyClick(linked.controls[1].slider, Key.Key_Home)
    assert linked.shown == ["100", "0", "0"]


def test_thirds_stand_as_they_are_written_until_touched(qtbot: QtBot) -> None:
    linked = Linked(qtbot, "33.3", "33.3", "33.3")
    assert linked.shown == ["33.3"] * 3
    field = linked.controls[0].field
    QTest.keyClick(field, Key.Key_Return)
    assert not linked.told
    QTest.keyClick(field, Key.Key_Up)
    assert linked.told == [[Decimal(34), Decimal(33), Decimal(33)]]


def test_everything_has_a_name_to_be_heard_by(qtbot: QtBot) -> None:
    linked = Linked(qtbot, 50, 50)
    control = linked.controls[0]
    names = [w.accessibleName() for w in (control.slider, control.field, control.lock)]
    assert all("variant 0" in name for name in names)
    assert len(set(names)) == 3
