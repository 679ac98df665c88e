"""One isolated web view: its handler, profile, page and channel, made and ended together.

Importing this module loads the web engine.
"""

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QUrl
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
)
from PySide6.QtWebChannel import QWebChannel
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.web.channel import Bridge
from funneldesk.desktop.kit.web.isolation import IsolatedPage, isolated_profile
from funneldesk.desktop.kit.web.schemes import SCHEME, Reply, SchemeHandler


class Drops(Protocol):
    """Takes at the door what is dragged over a view; says of each whether it is its own."""

    def enter(self, event: QDragEnterEvent) -> bool: ...

    def move(self, event: QDragMoveEvent) -> bool: ...

    def leave(self, event: QDragLeaveEvent) -> None: ...

    def drop(self, event: QDropEvent) -> bool: ...


class IsolatedView(QWebEngineView):
    """Shows ``funneldesk://{host}/{document}`` and nothing else.

    ``answer`` serves that host's paths; with a ``bridge`` the document may run scripts of its own
    and talk to the program, without one nothing in it runs.
    """

    def __init__(
        self,
        host: str,
        document: str,
        answer: Callable[[str, Reply], None],
        bridge: Bridge | None,
        background: str,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.drops: Drops | None = None
        self._is_ours = False
        handler = SchemeHandler(host, answer, self)
        profile = isolated_profile(handler, host, handler)
        home = QUrl(f"{SCHEME}://{host}/{document}")
        self._page = IsolatedPage(profile, home, self, scripts=bridge is not None)
        self._page.setBackgroundColor(QColor(background))
        if bridge is not None:
            channel = QWebChannel(self._page)
            channel.registerObject("bridge", bridge)
            self._page.setWebChannel(channel)
        self.setPage(self._page)
        # The engine wants its page gone before the profile, and the profile before its handler;
        # Qt ends children in the order in which they came.
        handler.setParent(None)
        handler.setParent(self)

    @property
    def isolated_page(self) -> IsolatedPage:
        """The page, with the signals of links and of the renderer's end."""
        return self._page

    # A document that got a file would read it, or be replaced by it: no file reaches the engine.

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._is_ours = self.drops is not None and self.drops.enter(event)
        if not self._is_ours:
            if _holds_files(event):
                event.ignore()
            else:
                super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if self._is_ours and self.drops is not None:
            self.drops.move(event)
        elif _holds_files(event):
            event.ignore()
        else:
            super().dragMoveEvent(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        if self._is_ours and self.drops is not None:
            self._is_ours = False
            self.drops.leave(event)
        else:
            super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        ours, self._is_ours = self._is_ours, False
        if self.drops is not None and self.drops.drop(event):
            return
        if ours or _holds_files(event):
            event.ignore()
        else:
            super().dropEvent(event)


def _holds_files(event: QDropEvent) -> bool:
    return any(url.isLocalFile() or url.scheme() == "file" for url in event.mimeData().urls())
