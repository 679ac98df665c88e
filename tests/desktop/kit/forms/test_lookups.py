"""References and files: found while one types, shown by name, cleared, and told when that fails."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from qasync import QEventLoop
from tests.desktop.support.read_out import faults

from funneldesk.desktop.kit.forms.field_row import FieldRow
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, Found, Kind, Lookup

MUGS: tuple[Found, ...] = ((7, "Mug", "mug-1"), (8, "Big mug <b>", "mug-2"))


class Catalogue:
    """Records to refer to, and what was asked of them."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.failing: Exception | None = None
        self.picked: Found | None = None

    async def search(self, words: str) -> Sequence[Found]:
        self.asked.append(words)
        await asyncio.sleep(0)
        if self.failing is not None:
            raise self.failing
        return [found for found in MUGS if words.casefold() in found[1].casefold()]

    async def title(self, value: Any) -> str:
        await asyncio.sleep(0)
        return next((found[1] for found in MUGS if found[0] == value), "")

    async def pick(self, parent: QWidget) -> Found | None:
        await asyncio.sleep(0)
        return self.picked


Open = Callable[[Kind, Any], Any]


@pytest.fixture
def catalogue() -> Catalogue:
    return Catalogue()


@pytest.fixture
def opened(loop: QEventLoop, qtbot: QtBot, catalogue: Catalogue) -> Open:
    def made(kind: Kind, value: Any) -> Any:
        lookup = Lookup(catalogue.search, catalogue.pick, catalogue.title)
        field = FieldRow(FieldSpec("product", "Product", kind, lookup=lookup))
        field.setWindowTitle("Field")
        qtbot.addWidget(field)
        field.set_value(value)
        with qtbot.waitExposed(field):
            field.show()
        field.activateWindow()
        return field

    return made


def until(loop: QEventLoop, met: Callable[[], bool]) -> None:
    async def wait() -> None:
        while not met():  # noqa: ASYNC110
            await asyncio.sleep(0.01)

    loop.run_until_complete(asyncio.wait_for(wait(), 60))


def test_the_present_one_is_shown_by_name(loop: QEventLoop, opened: Open) -> None:
    field = opened("reference", 7)
    assert field.input.line.text() == "#7"
    until(loop, lambda: field.input.line.text() == "Mug")
    assert field.value() == 7
    assert faults(field) == []


def test_one_types_and_takes_what_is_found(
    loop: QEventLoop, opened: Open, catalogue: Catalogue, qtbot: QtBot
) -> None:
    field = opened("reference", None)
    field.input.take_focus()
    QTest.keyClicks(field.input.line, "big")
    until(loop, field.input.popup.isVisible)
    assert catalogue.asked == ["big"]
    assert field.value() is None
    shown = field.input.popup.model().index(0, 0).data()
    assert shown == "Big mug <b> · mug-2"
    with qtbot.waitSignal(field.edited):
        QTest.keyClick(field.input.popup, Qt.Key.Key_Down)
        QTest.keyClick(field.input.popup, Qt.Key.Key_Return)
    assert field.value() == 8
    assert field.input.line.text() == "Big mug <b>"
    assert faults(field) == []


def test_down_offers_the_first_ones(loop: QEventLoop, opened: Open, catalogue: Catalogue) -> None:
    field = opened("reference", 7)
    field.input.take_focus()
    QTest.keyClick(field.input.line, Qt.Key.Key_Down)
    until(loop, field.input.popup.isVisible)
    assert catalogue.asked == [""]
    assert field.input.popup.model().rowCount() == len(MUGS)


def test_words_that_nothing_was_chosen_for_change_nothing(loop: QEventLoop, opened: Open) -> None:
    field = opened("reference", 7)
    until(loop, lambda: field.input.line.text() == "Mug")
    field.input.take_focus()
    QTest.keyClicks(field.input.line, "zzz")
    until(loop, lambda: "Nothing found for" in field.input.note.text())
    QTest.keyClick(field.input.line, Qt.Key.Key_Return)
    assert field.input.line.text() == "Mug"
    assert "Nothing was changed" in field.input.note.text()
    assert field.value() == 7


@pytest.mark.parametrize("way", ["button", "line"])
def test_it_can_be_cleared(loop: QEventLoop, opened: Open, way: str) -> None:
    field = opened("reference", 7)
    field.input.take_focus()
    if way == "button":
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Space)
    else:
        field.input.line.selectAll()
        QTest.keyClick(field.input.line, Qt.Key.Key_Delete)
        QTest.keyClick(field.input.line, Qt.Key.Key_Return)
    assert field.value() is None
    assert not field.input.clear.isVisible()


def test_a_search_that_fails_is_told(loop: QEventLoop, opened: Open, catalogue: Catalogue) -> None:
    field = opened("reference", None)
    catalogue.failing = OSError("gone")
    field.input.take_focus()
    QTest.keyClicks(field.input.line, "mug")
    until(loop, field.input.note.isVisible)
    assert field.input.note.text()


def test_a_file_is_picked_by_who_knows_files(
    loop: QEventLoop, opened: Open, catalogue: Catalogue
) -> None:
    field = opened("file", "files/1")
    assert field.input.line.text() == "files/1"
    catalogue.picked = ("files/2", "hero.png", "")
    field.input.pick.click()
    until(loop, lambda: field.value() == "files/2")
    assert field.input.line.text() == "hero.png"
    assert faults(field) == []
    catalogue.picked = None
    field.input.pick.click()
    until(loop, lambda: not field.input.tasks.is_busy)
    assert field.value() == "files/2"


def test_read_only_it_can_be_read_and_nothing_else(opened: Open) -> None:
    field = opened("file", "files/1")
    field.set_read_only(True)
    assert not field.input.pick.isVisible()
    assert not field.input.clear.isVisible()
    assert field.input.line.isReadOnly()
