"""Choices that fold into a menu before a word is cut."""

import pytest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.controls.folding_choices import FoldingSegments, OverflowTabs

TESTS = (("one", "One page", ""), ("0", "headline", ""), ("1", "bundle price & more", ""))


def shown(choices: FoldingSegments) -> list[str]:
    """The chips that can be seen."""
    return [key for key, _, _ in TESTS if not choices.button(key).isHidden()]  # type: ignore[union-attr]


@pytest.fixture
def choices(qtbot: QtBot) -> FoldingSegments:
    made = FoldingSegments("Tests")
    qtbot.addWidget(made)
    made.set_choices(TESTS)
    made.show()
    return made


def test_all_stand_side_by_side_where_there_is_room(choices: FoldingSegments) -> None:
    choices.resize(600, 30)
    assert shown(choices) == ["one", "0", "1"]
    assert choices.fold.isHidden()


def test_no_word_is_cut_where_there_is_none(choices: FoldingSegments, qtbot: QtBot) -> None:
    choices.choose("1")
    choices.resize(150, 30)
    assert shown(choices) == []
    assert choices.fold.accessibleName() == "Tests: bundle price & more"
    with qtbot.waitSignal(choices.chosen) as told:
        choices.fold.click()
        menu = choices.findChildren(QMenu)[-1]
        next(action for action in menu.actions() if action.text() == "headline").trigger()
        menu.close()
    assert told.args == ["0"]
    assert choices.current() == "0"
    assert choices.fold.text() == "headline"
    choices.resize(600, 30)
    assert shown(choices) == ["one", "0", "1"]


def test_very_many_are_always_a_menu(choices: FoldingSegments) -> None:
    choices.resize(3000, 30)
    choices.set_choices([(str(n), f"test {n}", "") for n in range(9)])
    assert not choices.fold.isHidden()
    assert choices.fold.text() == "test 0"


def test_tabs_that_do_not_fit_are_in_a_menu_and_the_chosen_one_is_not(qtbot: QtBot) -> None:
    tabs = OverflowTabs("More tabs")
    qtbot.addWidget(tabs)
    tabs.set_choices([(str(n), f"Tab number {n}", "") for n in range(6)])
    tabs.show()
    tabs.resize(2000, 30)
    assert tabs.fold.isHidden()
    tabs.resize(300, 30)
    seen = [n for n in range(6) if not tabs.button(str(n)).isHidden()]  # type: ignore[union-attr]
    assert 0 in seen
    assert 5 not in seen
    with qtbot.waitSignal(tabs.chosen) as told:
        tabs.fold.click()
        menu = tabs.findChildren(QMenu)[-1]
        next(action for action in menu.actions() if action.text() == "Tab number 5").trigger()
        menu.close()
    assert told.args == ["5"]
    assert not tabs.button("5").isHidden()  # type: ignore[union-attr]
    widths = [each.geometry().right() for each in tabs.findChildren(Button) if each.isVisible()]
    assert max(widths) < 300
