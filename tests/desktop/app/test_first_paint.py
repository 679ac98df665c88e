"""What is loaded before the window is seen keeps its user waiting: little is."""

import os
import subprocess
import sys
from pathlib import Path

LATER = (
    *("asyncio", "babel", "sqlite3", "ssl", "httpx", "PySide6.QtWebEngineCore"),
    "PySide6.QtSvg",
    "argparse",  # Only what writes stubs of Qt for type checkers has asked for it.
    *("funneldesk.client", "funneldesk.contract", "funneldesk.desktop.workspace"),
    *("funneldesk.desktop.records", "funneldesk.desktop.local.store"),
)
PROGRAM = """
import builtins
import sys
from funneldesk.__main__ import main

plain = builtins.__import__
assert main([]) == 0
assert builtins.__import__ is plain, "Qt reads the source of all that is imported"
print("\\n".join(sys.modules))
"""


def test_nothing_heavy_is_loaded_before_the_window_is_painted(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "QTWEBENGINE_DISABLE_SANDBOX": "1",
        "FUNNELDESK_HOME": str(tmp_path),
        "FUNNELDESK_QUIT_AFTER_PAINT": "1",
    }
    words = [sys.executable, "-c", PROGRAM]
    ended = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    loaded = ended.stdout.splitlines()
    assert "funneldesk.desktop.shell.sidebar" in loaded
    assert not [name for name in loaded if name.startswith(tuple(f"{late}." for late in LATER))]
    assert not set(LATER).intersection(loaded)
