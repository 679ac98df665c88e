"""The web engine started by itself, before any view: it must know our scheme all the same."""

import subprocess
import sys

PROGRAM = """
from funneldesk.desktop.app.application import make_application

app = make_application([])

from PySide6.QtCore import QTimer
from funneldesk.desktop.kit.web.editor.code_editor import CodeEditor
from funneldesk.desktop.kit.web.isolation import start_engine

start_engine()
app.processEvents()
editor = CodeEditor()
editor.ready.connect(lambda: app.exit(0))
QTimer.singleShot(20_000, lambda: app.exit(1))
editor.show()
raise SystemExit(app.exec())
"""


def test_an_editor_made_after_the_engine_was_started_loads_its_scripts() -> None:
    """In a process of its own: an engine starts once, and the tests' own has long started."""
    ran = subprocess.run([sys.executable, "-c", PROGRAM], timeout=60, check=False)
    assert ran.returncode == 0
