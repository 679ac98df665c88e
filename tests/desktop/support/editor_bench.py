"""A code editor in a window, and texts that are hard to keep."""

from hypothesis import strategies as st
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot
from tests.desktop.support.web_probe import WebProbe

from funneldesk.desktop.kit.web.editor.code_editor import CodeEditor

VIEW = "document.querySelector('.cm-content').cmTile.view"

# Everything that other editors lose: CR, NBSP, line separators, astral and lone surrogates, NUL.
AWKWARD = "a\r\nb\u00a0c\u2028d\u2029e\t\U0001f600f\x00g\ufeffh\u200b\r"
texts = st.text(
    st.sampled_from('ab<>"= \r\n\t\u00a0\u2028\U0001f600\ud83d\ude00\x00é'), max_size=40
)


class EditorBench:
    """An editor in a window, ready, with the keyboard."""

    def __init__(self, qtbot: QtBot) -> None:
        self.window = QMainWindow()
        self.editor = CodeEditor()
        self.window.setCentralWidget(self.editor)
        self.window.resize(700, 600)
        qtbot.addWidget(self.window)
        self.probe = WebProbe(qtbot, self.editor)
        self.qtbot = qtbot

    @classmethod
    def shown(cls, qtbot: QtBot) -> "EditorBench":
        """With one document, ``html``, that says hello."""
        made = cls(qtbot)
        made.editor.open_document("html", "hello\n", "html")
        made.show()
        return made

    def show(self) -> None:
        with self.qtbot.waitSignal(self.editor.ready, timeout=20_000):
            self.window.show()
            self.window.activateWindow()
        self.editor.focus()
        self.probe.until("document.hasFocus()")

    def settle(self) -> None:
        """Waits until the editor and the mirror have nothing more to tell each other."""
        heard: list[bool] = []
        self.editor.when_settled(lambda: heard.append(True))
        self.qtbot.waitUntil(lambda: bool(heard), timeout=10_000)
