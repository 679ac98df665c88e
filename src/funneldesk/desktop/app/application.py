"""The application, as far as its first paint; all else is loaded once the window is seen."""

import os
import sys
import threading
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from funneldesk.desktop.app.single_instance import Instance
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.kit.shortcuts import keymap
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.style.tokens import COMFORTABLE, COMPACT
from funneldesk.desktop.kit.web.engine import EngineRefusedError, prepare_engine
from funneldesk.desktop.local.files.folders import Folders
from funneldesk.desktop.local.settings import Settings
from funneldesk.desktop.local.texts import RIGHT_TO_LEFT
from funneldesk.desktop.shell.windows.main_window import MainWindow

REFUSED = 2


class FirstPaint(QObject):
    """Calls back once the window has drawn itself for the first time."""

    def __init__(self, window: MainWindow, then: Callable[[], None]) -> None:
        super().__init__(window)
        self._then: Callable[[], None] | None = then
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and self._then is not None:
            then, self._then = self._then, None
            QTimer.singleShot(0, self, then)
        return False


def make_application(arguments: list[str]) -> QApplication:
    """The application object with its names and attributes set."""
    QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)
    prepare_engine()
    # A style set later would be a second one, and cost a tenth of the wait for the window.
    app = QApplication([sys.argv[0], "-style", "Fusion", *arguments])
    app.setApplicationName("Funneldesk")
    app.setApplicationDisplayName("Funneldesk")
    app.setDesktopFileName("funneldesk")
    app.setQuitOnLastWindowClosed(False)
    if RIGHT_TO_LEFT:
        app.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    return app


def main(arguments: list[str]) -> int:
    """Open the window and run until the user leaves. Gives the exit status."""
    folders = Folders.find()
    settings = Settings.load(folders.settings_file)
    try:
        app = make_application(arguments)
    except EngineRefusedError as refusal:
        sys.stderr.write(f"{refusal}\n")
        return REFUSED
    instance = Instance(folders.data)
    if not instance.is_first():
        return 0
    theme.density = COMPACT if settings.density == "compact" else COMFORTABLE
    theme.install(app, settings.theme)
    keymap.take(settings.shortcuts)
    notifications = NotificationCenter()
    window = MainWindow(notifications)
    instance.asked_to_show.connect(window.come_forward)
    if settings.geometry:
        window.restore_geometry(settings.geometry)
    window.last_view.take(folders.last_view)
    painted = threading.Event()
    keep = FirstPaint(window, painted.set)
    window.show()
    while not painted.is_set():
        app.processEvents()
    keep.deleteLater()
    if os.environ.get("FUNNELDESK_QUIT_AFTER_PAINT"):
        return 0
    # What is imported from here on would only have kept the user waiting for the window.
    from funneldesk.desktop.app.run import run

    instance.listen()
    return run(app, folders, settings, notifications, window)
