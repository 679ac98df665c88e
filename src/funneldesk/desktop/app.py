"""The application: first paint at once, then the loop, the brands, the platform; and the exit."""

import asyncio
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from funneldesk.desktop.instance import Instance
from funneldesk.desktop.kit.notices import NoticeBoard
from funneldesk.desktop.kit.theme import theme
from funneldesk.desktop.kit.tokens import COMFORTABLE, COMPACT
from funneldesk.desktop.kit.web.engine import EngineRefusedError, prepare_engine
from funneldesk.desktop.local.folders import Folders
from funneldesk.desktop.local.settings import Settings
from funneldesk.desktop.shell.window import MainWindow

if TYPE_CHECKING:
    from funneldesk.desktop.session import Session

EXIT_SECONDS = 0.6
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
    app = QApplication([sys.argv[0], *arguments])
    app.setApplicationName("Funneldesk")
    app.setApplicationDisplayName("Funneldesk")
    app.setDesktopFileName("funneldesk")
    app.setQuitOnLastWindowClosed(False)
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
    board = NoticeBoard()
    window = MainWindow(board)
    instance.asked_to_show.connect(window.come_forward)
    if settings.geometry:
        window.restore_geometry(settings.geometry)
    painted = threading.Event()
    keep = FirstPaint(window, painted.set)
    window.show()
    while not painted.is_set():
        app.processEvents()
    keep.deleteLater()
    if os.environ.get("FUNNELDESK_QUIT_AFTER_PAINT"):
        return 0
    return _run(app, folders, settings, board, window)


def _run(
    app: QApplication, folders: Folders, settings: Settings, board: NoticeBoard, window: MainWindow
) -> int:
    """The loop and everything that is imported late, after the window is on the screen."""
    from funneldesk.desktop.kit.tasks import make_loop
    from funneldesk.desktop.session import Session

    loop = make_loop(app)
    session = Session(folders, settings, board, window)
    _install_hooks(loop, session.unexpected)
    over = asyncio.Event()
    window.asked_to_close.connect(over.set)
    wake = _listen_to_signals(over)
    try:
        loop.run_until_complete(_live(session, over))
    finally:
        wake.stop()
        loop.close()
    return 0


async def _live(session: "Session", over: asyncio.Event) -> None:
    from funneldesk.desktop.kit.tasks import end_all

    session.begin()
    try:
        await over.wait()
    finally:
        await session.end(EXIT_SECONDS)
        await end_all(EXIT_SECONDS / 2)
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for task in rest:
            task.cancel()
        if rest:
            await asyncio.wait(rest, timeout=EXIT_SECONDS / 2)


def _install_hooks(
    loop: asyncio.AbstractEventLoop, unexpected: Callable[[BaseException], None]
) -> None:
    """Both ways in which a failure escapes end in a notice: Qt slots and bare tasks."""

    def from_slot(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        sys.stderr.write("".join(traceback.format_exception(kind, error, trace)))
        unexpected(error)

    def from_task(loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        error = context.get("exception")
        if isinstance(error, BaseException):
            from_slot(type(error), error, error.__traceback__)

    from funneldesk.desktop.kit.tasks import set_unhandled

    sys.excepthook = from_slot
    loop.set_exception_handler(from_task)
    set_unhandled(unexpected)


def _listen_to_signals(over: asyncio.Event) -> QTimer:
    """SIGTERM and SIGINT end the program as closing the window does."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: over.set())
    timer = QTimer()
    timer.setInterval(100)
    timer.timeout.connect(lambda: None)
    timer.start()
    return timer
