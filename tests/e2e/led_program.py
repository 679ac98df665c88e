"""The program in a process of its own on the tests' screen, led from within by a probe: only there
one sees which shortcut a key reached. A probe prints a JSON line for each finding."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from tests.e2e.screen import Screen

from funneldesk.desktop.app.application import make_application
from funneldesk.desktop.app.session import Session
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.tasks import make_loop
from funneldesk.desktop.local.files.folders import Folders
from funneldesk.desktop.local.settings import Settings
from funneldesk.desktop.shell.windows.main_window import MainWindow
from screenshots import draw

WHOLE_SECONDS = 900
PACKAGING = Path(__file__).parents[2] / "packaging"


def lead(run: Callable[[Session], Awaitable[None]]) -> None:
    """In the probe's process: start the program and lead it to its end."""
    app = make_application([])
    app.setCursorFlashTime(0)
    with tempfile.TemporaryDirectory(prefix="funneldesk-led-") as home:
        folders = Folders.under(Path(home))
        theme.install(app, "light")
        theme.install_rest()
        notifications = NotificationCenter()
        window = MainWindow(notifications)
        window.resize(draw.SIZE)
        window.show()
        loop = make_loop(app)
        session = Session(folders, Settings.load(folders.settings_file), notifications, window)
        session.platform.answers_early = False
        try:
            loop.run_until_complete(run(session))
        finally:
            loop.close()


def findings(
    screen: Screen, probe: str, *words: str, status: int = 0, **around: str
) -> list[dict[str, Any]]:
    """In the test: what a probe of this folder found until it ended with ``status``; ``around`` is
    more of its environment."""
    ended = subprocess.run(
        [sys.executable, "-m", f"tests.e2e.{probe}", *words],
        cwd=PACKAGING.parent,
        env=screen.environment | {"QT_QPA_PLATFORM": "xcb", "PYTHONPATH": str(PACKAGING)} | around,
        capture_output=True,
        text=True,
        check=False,
        timeout=WHOLE_SECONDS,
    )
    assert ended.returncode == status, f"{ended.stdout[-1000:]}\n{ended.stderr[-3000:]}"
    return [json.loads(line) for line in ended.stdout.splitlines() if line.startswith("{")]
