"""Choices that fold into a menu before a word is cut."""

import pytest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from funneldesk.desktop.kit.controls.folding_choices import FoldingSegments

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
