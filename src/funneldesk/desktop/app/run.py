"""One run of the program behind its window: the loop, the session, the hooks; and the exit."""

import asyncio
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from types import TracebackType
from typing import NoReturn

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from funneldesk.desktop.app.session import Session
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.tasks import end_all, make_loop, set_unhandled
from funneldesk.desktop.local.files.folders import Folders
from funneldesk.desktop.local.settings import Settings
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.shell.windows.main_window import MainWindow

EXIT_SECONDS = 0.7
"""From the wish to leave to the end, but for words that are on their way to the disk."""
SCREEN_LOST = 75
"""The exit status when the window's screen went away: another start may go well."""
LEAST_SECONDS = 0.2
"""What the end has even when the window was too busy to hear of the wish at once."""


def run(
    app: QApplication,
    folders: Folders,
    settings: Settings,
    notifications: NotificationCenter,
    window: MainWindow,
) -> int:
    """Run the loop over a window that is on the screen, until the user leaves."""
    theme.install_rest()
    loop = make_loop(app)
    session = Session(folders, settings, notifications, window)
    _install_hooks(loop, session.unexpected)
    end = End()
    end.follow(window)
    wake = _listen_to_signals(end)
    living = loop.create_task(_live(session, end))
    try:
        loop.run_until_complete(living)
    except RuntimeError:
        if living.done():
            raise
        leave_at_once()
    finally:
        wake.stop()
        loop.close()
    return 0


def leave_at_once() -> NoReturn:
    """Qt stopped the loop by itself: its screen is gone, and nothing on it can be ended in order.
    What was typed is on the disk, and the embedded server ends with its last reader."""
    sys.stderr.write(_("The screen went away. What was typed is there at the next start.") + "\n")
    sys.stderr.flush()
    os._exit(SCREEN_LOST)


class End:
    """How the end is asked for: by the user, who may still stay, or by the system."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.certain = False
        self._since = 0.0

    def follow(self, window: MainWindow) -> None:
        """A wish to close the window is one; it may have come before anybody heard."""
        window.asked_to_close.connect(self.ask)
        if window.was_asked_to_close:
            self.ask()

    def ask(self) -> None:
        """The user wants to leave."""
        self.asked.set()

    def order(self) -> None:
        """The system ends the program: nobody is asked any more."""
        if not self.certain:
            self._since = time.monotonic()
        self.certain = True
        self.asked.set()

    def seconds_left(self) -> float:
        """How long the end may still take."""
        gone = time.monotonic() - self._since if self.certain else 0.0
        return max(LEAST_SECONDS, EXIT_SECONDS - gone)


async def _live(session: Session, end: End) -> None:
    session.begin()
    try:
        await _asked_to_end(session, end)
    finally:
        await end_whole(session, end.seconds_left())


async def end_whole(session: Session, seconds: float) -> None:
    """End a session, and after it every task that is left: none may meet a closed loop."""
    await session.end(seconds)
    await end_all(LEAST_SECONDS)
    rest = asyncio.all_tasks() - {asyncio.current_task()}
    for task in rest:
        task.cancel()
    if rest:
        await asyncio.wait(rest, timeout=LEAST_SECONDS)


async def _asked_to_end(session: Session, end: End) -> None:
    while not end.certain:
        await end.asked.wait()
        end.asked.clear()
        if end.certain:
            return
        leaving = asyncio.ensure_future(session.may_end())
        ordered = asyncio.ensure_future(end.asked.wait())
        await asyncio.wait((leaving, ordered), return_when=asyncio.FIRST_COMPLETED)
        ordered.cancel()
        if leaving.done() and leaving.result():
            return
        leaving.cancel()


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

    sys.excepthook = from_slot
    loop.set_exception_handler(from_task)
    set_unhandled(unexpected)


def _listen_to_signals(end: End) -> QTimer:
    """SIGTERM and SIGINT end the program as closing the window does."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: end.order())
    timer = QTimer()
    timer.setInterval(100)
    timer.timeout.connect(lambda: None)
    timer.start()
    return timer
