"""The control: opens every page of a JSON object on standard input in a web view as Qt makes it.

Run as a process of its own, without the program's settings; it ends by itself.
"""

import json
import os
import sys

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QTWEBENGINE_DISABLE_SANDBOX"] = "1"

from PySide6.QtCore import QTimer, QUrl
from PySide6.QtWebEngineCore import QWebEnginePage, QWebEngineProfile
from PySide6.QtWidgets import QApplication

SECONDS_TO_ACT = 3


def main() -> None:
    pages = json.load(sys.stdin)
    application = QApplication([])
    profile = QWebEngineProfile()
    opened = []
    for html in pages.values():
        page = QWebEnginePage(profile)
        page.setHtml(html, QUrl("http://127.0.0.1:1/"))
        opened.append(page)
    QTimer.singleShot(SECONDS_TO_ACT * 1000, application.quit)
    application.exec()
    opened.clear()
    os._exit(0)


if __name__ == "__main__":
    main()
