"""A visitor's browser without a window: opens an address, acts by a script, stays, and leaves.

A program of its own, since a web engine does not live beside a test: ``browser.py URL SCRIPT``.
"""

import sys
import time

from PySide6.QtCore import QUrl
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QApplication

STAYS_SECONDS = 7.0
LEAVES_SECONDS = 1.5


def main(url: str, script: str) -> None:
    """Visit ``url``, run ``script`` in the page when it has settled, go elsewhere."""
    application = QApplication([sys.argv[0]])
    view = QWebEngineView()
    view.resize(800, 600)
    view.show()
    loaded: list[bool] = []
    view.loadFinished.connect(loaded.append)
    view.load(QUrl(url))
    _live(application, 20, loaded)
    _live(application, LEAVES_SECONDS)
    view.page().runJavaScript(script)
    _live(application, STAYS_SECONDS)
    view.load(QUrl("about:blank"))
    _live(application, LEAVES_SECONDS)


def _live(application: QApplication, seconds: float, until: list[bool] | None = None) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end and not until:
        application.processEvents()
        time.sleep(0.01)


if __name__ == "__main__":
    main(*sys.argv[1:])
