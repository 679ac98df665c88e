"""Notices that the system shows while no window of the program is in front, and its count."""

import sys
import unicodedata

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.style.icons import icon

SHOWN_MILLISECONDS = 10_000
LONGEST = 200
_MARKUP = str.maketrans({"<": "‹", ">": "›", "&": "＆"})
_KEPT = "\N{ZERO WIDTH JOINER}"


class SystemNotices(QObject):
    """Notices that are for somebody ``away``. Where the system has no tray the window asks for
    attention in the bar of tasks instead. A click leads to what the last one is about."""

    def __init__(self, window: QWidget, notifications: NotificationCenter) -> None:
        super().__init__(window)
        self._window = window
        self._last: Notice | None = None
        self._tray: QSystemTrayIcon | None = None
        notifications.posted.connect(self._posted)

    def show_count(self, count: int) -> None:
        """How much waits, on the program's icon where the system has room for it."""
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.setBadgeNumber(count)

    def _posted(self, notice: Notice) -> None:
        if not notice.away or QApplication.activeWindow() is not None:
            return
        self._last = notice
        if QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages():
            self._show(notice)
        else:
            QApplication.alert(self._window)

    def _show(self, notice: Notice) -> None:
        if self._tray is None:
            found = QApplication.windowIcon()
            self._tray = QSystemTrayIcon(icon("inbox") if found.isNull() else found, self)
            self._tray.setToolTip("Funneldesk")
            self._tray.messageClicked.connect(self._clicked)
            self._tray.activated.connect(lambda _reason: self._clicked())
        self._tray.show()
        title, text = harmless(notice.title), harmless(notice.text)
        self._tray.showMessage(title, text, QIcon(), SHOWN_MILLISECONDS)

    def _clicked(self) -> None:
        notice, self._last = self._last, None
        if self._tray is not None:
            self._tray.hide()
        if notice is not None and notice.action is not None:
            notice.action.run()
        else:
            self._window.showNormal()
            self._window.raise_()
            self._window.activateWindow()


def harmless(text: str, *, markup: bool = sys.platform.startswith("linux")) -> str:
    """A text of strangers for a notice of the system: one line, nothing that turns it round or
    cannot be seen. ``markup``: the system takes tags for such, so that their signs are others."""
    seen = (c for c in " ".join(text.split()) if c == _KEPT or unicodedata.category(c)[0] != "C")
    line = "".join(seen)
    line = line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"
    return line.translate(_MARKUP) if markup else line
