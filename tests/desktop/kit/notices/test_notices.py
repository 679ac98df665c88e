"""Notices: one toast for one cause, taken back with it, and all to be read again."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from tests.desktop.support.window_bench import said

from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.shell.notices import toasts
from funneldesk.desktop.shell.notices.notice_dialog import NoticeDialog
from funneldesk.desktop.shell.notices.toasts import NoticeCard, Toasts


class Stage:
    """A window with toasts."""

    def __init__(self, qtbot: QtBot) -> None:
        self.notifications = NotificationCenter()
        self.window = QWidget()
        self.window.resize(900, 600)
        qtbot.addWidget(self.window)
        self.toasts = Toasts(self.window, self.notifications)
        self.window.show()

    def shown(self) -> list[str]:
        """The titles of the toasts, oldest first."""
        return [card.notice.title for card in self.toasts.cards()]

    def card(self) -> NoticeCard:
        """The newest toast."""
        return self.toasts.cards()[-1]


@pytest.fixture
def stage(qtbot: QtBot) -> Stage:
    return Stage(qtbot)


def test_a_notice_is_shown_in_the_lower_right_corner(stage: Stage) -> None:
    stage.notifications.post(Notice("Saved: Spring sale", "It is live."))
    assert "Saved: Spring sale" in said(stage.card())
    assert "It is live." in said(stage.card())
    corner = stage.toasts.geometry().bottomRight()
    assert stage.window.rect().contains(corner)
    assert corner.x() > 800
    assert corner.y() > 500


def main_button(stage: Stage, place: QRect) -> Button:
    """A main button of the window, shown there."""
    button = Button("Send", kind="primary")
    button.setParent(stage.window)
    button.setGeometry(place)
    button.show()
    return button


@pytest.mark.parametrize("place", [QRect(780, 560, 90, 30), QRect(620, 540, 90, 30)])
def test_a_notice_covers_no_main_button(stage: Stage, qtbot: QtBot, place: QRect) -> None:
    button = main_button(stage, place)
    stage.notifications.post(Notice("Saved: Spring sale", "It is live."))
    toasts = stage.toasts
    qtbot.waitUntil(lambda: toasts.height() == stage.card().height() > 40)
    assert not toasts.geometry().intersects(button.geometry())
    assert toasts.geometry().right() > 800, "as near to its corner as it can be"
    assert place.top() - toasts.geometry().bottom() < 12
    button.hide()
    stage.window.resize(901, 600)
    assert toasts.geometry().bottom() > 570, "back in the corner"


def test_a_notice_goes_off_the_line_that_is_being_typed(stage: Stage, qtbot: QtBot) -> None:
    field = QLineEdit(stage.window)
    field.setGeometry(400, 550, 490, 30)
    field.show()
    stage.notifications.post(Notice("Saved"))
    qtbot.waitUntil(lambda: stage.toasts.height() == stage.card().height() > 40)
    assert stage.toasts.geometry().intersects(field.geometry())
    field.setFocus()
    qtbot.waitUntil(lambda: not stage.toasts.geometry().intersects(field.geometry()))


def test_a_title_alone_is_level_with_its_sign(stage: Stage, qtbot: QtBot) -> None:
    stage.notifications.post(Notice("Saved"))
    card = stage.card()
    sign, title = card.findChildren(QLabel)[:2]
    qtbot.waitUntil(lambda: card.height() >= 40 and title.width() > 0)
    assert title.text() == "Saved"
    assert title.y() == sign.y()
    assert title.height() < card.height() - 24


def test_a_later_notice_of_the_same_key_takes_the_place(stage: Stage) -> None:
    stage.notifications.post(Notice("Saving failed", key="save"))
    stage.notifications.post(Notice("Something else"))
    stage.notifications.post(Notice("Saved", key="save"))
    assert stage.shown() == ["Something else", "Saved"]
    assert [n.title for n in stage.notifications.notices] == ["Saved", "Something else"]


def test_a_notice_is_withdrawn_when_its_cause_is_gone(stage: Stage) -> None:
    stage.notifications.post(Notice("The server cannot be reached", key="load", lasting=True))
    stage.notifications.post(Notice("Kept", key="other"))
    stage.notifications.withdraw("load")
    assert stage.shown() == ["Kept"]
    assert [n.title for n in stage.notifications.notices] == ["Kept"]


def test_at_most_four_stand_at_once_and_all_can_be_read_again(stage: Stage, qtbot: QtBot) -> None:
    for number in range(6):
        stage.notifications.post(Notice(f"Notice {number}"))
    assert stage.shown() == ["Notice 2", "Notice 3", "Notice 4", "Notice 5"]
    dialog = NoticeDialog(stage.window, stage.notifications)
    qtbot.addWidget(dialog)
    assert [line for line in said(dialog).split("\n") if line.startswith("Notice ")] == [
        f"Notice {number}" for number in (5, 4, 3, 2, 1, 0)
    ]


def test_a_toast_closes_itself_unless_it_lasts(
    stage: Stage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(toasts.SHOWN_MILLISECONDS, "info", 30)
    stage.notifications.post(Notice("Lasts", lasting=True))
    stage.notifications.post(Notice("Passes"))
    qtbot.waitUntil(lambda: stage.shown() == ["Lasts"])
    assert len(stage.notifications.notices) == 2


def test_dismissing_leaves_it_to_be_read_again(stage: Stage, qtbot: QtBot) -> None:
    stage.notifications.post(Notice("Saved"))
    close = next(b for b in stage.card().findChildren(QPushButton) if not b.text())
    assert close.accessibleName() == "Dismiss"
    qtbot.waitUntil(lambda: close.height() > 0)
    QTest.mouseClick(close, Qt.MouseButton.LeftButton)
    assert stage.shown() == []
    assert not stage.toasts.isVisible()
    assert len(stage.notifications.notices) == 1


def test_what_can_be_done_is_a_button(stage: Stage) -> None:
    done: list[str] = []
    action = NoticeAction("Try again", lambda: done.append("tried"))
    stage.notifications.post(Notice("Failed", action=action, details="GET /pages\nStatus 500"))
    buttons = {b.text(): b for b in stage.card().findChildren(QPushButton)}
    buttons["Try again"].click()
    assert done == ["tried"]
    buttons["Copy details"].click()
    assert QGuiApplication.clipboard().text() == "Failed\n\nGET /pages\nStatus 500"


def test_the_board_keeps_the_newest_two_hundred() -> None:
    notifications = NotificationCenter()
    for number in range(250):
        notifications.post(Notice(f"{number}"))
    assert len(notifications.notices) == 200
    assert notifications.notices[0].title == "249"


def test_server_text_is_plain(stage: Stage) -> None:
    stage.notifications.post(Notice("<b>Saved</b>: <img src=x>", "<a href=x>here</a>"))
    assert "<b>Saved</b>: <img src=x>" in said(stage.card())
    assert "<a href=x>here</a>" in said(stage.card())


def test_what_can_be_undone_stays_longer_and_not_under_the_pointer_or_the_keyboard(
    stage: Stage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert toasts.WITH_ACTION_MILLISECONDS >= 8000
    monkeypatch.setitem(toasts.SHOWN_MILLISECONDS, "success", 30)
    monkeypatch.setattr(toasts, "LOOK_AGAIN_MILLISECONDS", 20)
    stage.notifications.post(
        Notice("Deleted", tone="success", action=NoticeAction("Undo", lambda: None))
    )
    stage.notifications.post(Notice("Saved", tone="success"))
    qtbot.waitUntil(lambda: stage.shown() == ["Deleted"])
    undo = next(b for b in stage.card().findChildren(QPushButton) if b.text() == "Undo")
    stage.window.activateWindow()
    qtbot.waitUntil(stage.window.isActiveWindow)
    undo.setFocus()
    looked: list[None] = []
    stage.card()._life.timeout.connect(lambda: looked.append(None))
    stage.card().live(20)
    qtbot.waitUntil(lambda: len(looked) > 2)
    assert stage.shown() == ["Deleted"]
    undo.clearFocus()
    qtbot.waitUntil(lambda: not stage.shown())
