"""The program as its user starts it, in a process of its own, telling what a user would see.

``listed``: say it when the list of the first section is on the screen, then leave once it is still.
``listed whole``: the same, by a server that answers once the whole sample is there.
``painted``: say it at the first paint, and leave. A file named last gets an image of the section.
"""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QImage

from funneldesk.desktop.app import application
from funneldesk.desktop.shell.windows.main_window import MainWindow

LISTED, PAINTED = "listed", "painted"
_LOOK_MILLISECONDS = 10
_STILL_MILLISECONDS = 2_500


def on_screen(window: MainWindow) -> QImage:
    """The place of the sections as it was painted last; nothing is drawn for it."""
    place = window.panels.geometry()
    place.moveTo(window.panels.mapTo(window, window.panels.rect().topLeft()))
    shown = window.screen().grabWindow(
        window.winId(), place.x(), place.y(), place.width(), place.height()
    )
    return shown.toImage()


class _Watching(QObject):
    """Looks until the list is painted."""

    def __init__(self, window: MainWindow, file: Path | None) -> None:
        super().__init__(window)
        self._window, self._file = window, file
        self._timer = QTimer(self, interval=_LOOK_MILLISECONDS)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def _look(self) -> None:
        panel = self._window.panel()
        if panel is None or not panel.list.list.isVisible() or not panel.list.list.rows.rowCount():
            return
        self._timer.stop()
        panel.list.list.repaint()
        print(LISTED, flush=True)
        QTimer.singleShot(_STILL_MILLISECONDS, self, self._leave)

    def _leave(self) -> None:
        if self._file is not None:
            on_screen(self._window).save(str(self._file))
        os.kill(os.getpid(), signal.SIGTERM)


def _listed(file: Path | None, *, whole: bool) -> None:
    from funneldesk.desktop.app import run

    class Watched(run.Session):
        def begin(self) -> None:
            self.platform.answers_early = not whole
            self.watching = _Watching(self.window, file)
            super().begin()

    run.Session = Watched  # type: ignore[misc]


def _painted(file: Path | None) -> None:
    usual = application.FirstPaint

    def watched(window: MainWindow, then: Callable[[], None]) -> QObject:
        def painted() -> None:
            print(PAINTED, flush=True)
            if file is not None:
                on_screen(window).save(str(file))
            then()

        return usual(window, painted)

    application.FirstPaint = watched  # type: ignore[assignment,misc]
    os.environ["FUNNELDESK_QUIT_AFTER_PAINT"] = "1"


def main(words: list[str]) -> int:
    """Run the program; its exit status."""
    file = Path(words[-1]) if words[-1].endswith(".png") else None
    if PAINTED in words:
        _painted(file)
    else:
        _listed(file, whole="whole" in words)
    return application.main([])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
