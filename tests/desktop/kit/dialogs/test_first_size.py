"""Windows come up whole: none is larger at first than the screen has room for."""

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from funneldesk.desktop.kit.dialogs.front_window import first_size
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.shell.windows.main_window import FIRST_SIZE, MainWindow


@pytest.mark.parametrize("room", [QSize(1024, 640), QSize(1366, 768), QSize(2560, 1440)])
def test_the_main_window_comes_up_whole(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, room: QSize
) -> None:
    screen = SimpleNamespace(availableSize=lambda: room)
    monkeypatch.setattr(QGuiApplication, "primaryScreen", lambda: screen)
    window = MainWindow(NotificationCenter())
    qtbot.addWidget(window)
    size = window.size()
    assert size.width() <= room.width()
    assert size.height() < room.height(), "there is room for a title bar"
    large = room.width() > FIRST_SIZE.width() and room.height() > FIRST_SIZE.height() + 100
    assert (size == FIRST_SIZE) == large
    assert first_size(QSize(400, 300)) == QSize(400, 300)
