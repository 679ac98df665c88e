"""One isolated web view: its handler, profile, page and channel, made and ended together.

Importing this module loads the web engine.
"""

from collections.abc import Callable

from PySide6.QtCore import QUrl
from PySide6.QtGui import QColor
from PySide6.QtWebChannel import QWebChannel
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.web.channel import Bridge
from funneldesk.desktop.kit.web.isolation import IsolatedPage, isolated_profile
from funneldesk.desktop.kit.web.schemes import SCHEME, Reply, SchemeHandler


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
