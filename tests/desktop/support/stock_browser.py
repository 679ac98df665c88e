"""The control: opens every page of a JSON object, given as one line, in a web view as Qt makes it.

Run as a process of its own, without the program's settings. It prints a line once every page has
been loaded, or has failed to, and goes on until its standard input ends.
"""

import json
import os
import sys
import threading

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QTWEBENGINE_DISABLE_SANDBOX"] = "1"

from PySide6.QtCore import QUrl
from PySide6.QtWebEngineCore import QWebEnginePage, QWebEngineProfile
from PySide6.QtWidgets import QApplication


def end_with_input() -> None:
    sys.stdin.read()
    os._exit(0)


def main() -> None:
    pages = json.loads(sys.stdin.readline())
    threading.Thread(target=end_with_input, daemon=True).start()
    application = QApplication([])
    profile = QWebEngineProfile()
    waiting = set(pages)

    def loaded(name: str) -> None:
        waiting.discard(name)
        if not waiting:
            print("loaded", flush=True)

    opened = []
    for name, html in pages.items():
        page = QWebEnginePage(profile)
        page.loadFinished.connect(lambda _ok, name=name: loaded(name))
        page.setHtml(html, QUrl("http://127.0.0.1:1/"))
        opened.append(page)
    application.exec()


if __name__ == "__main__":
    main()
