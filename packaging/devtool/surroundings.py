"""What a program under test finds around it: an own home, an own screen, no real keyring."""

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from devtool import commands
from devtool.places import ON_LINUX, ON_WINDOWS, ToolError, is_root

SCREEN = (1440, 900)
"""Pixels of every screen that is not one."""

_NOT_FOR_TESTS = (
    "DBUS_SESSION_BUS_ADDRESS",
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "PYTHONPATH",
    "QT_QPA_PLATFORMTHEME",
    "QT_STYLE_OVERRIDE",
    "QT_SCALE_FACTOR",
)


@contextmanager
def own_home() -> Iterator[dict[str, str]]:
    """An environment whose home, settings and data folders are new and vanish afterwards.

    Windows are drawn off the screen; add what ``virtual_screen`` gives to see real ones.
    """
    with tempfile.TemporaryDirectory(prefix="funneldesk-", ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        runtime = home / "runtime"
        runtime.mkdir(mode=0o700)
        environment = {k: v for k, v in os.environ.items() if k not in _NOT_FOR_TESTS}
        environment.update(
            HOME=str(home),
            XDG_CONFIG_HOME=str(home / "config"),
            XDG_DATA_HOME=str(home / "data"),
            XDG_CACHE_HOME=str(home / "cache"),
            XDG_STATE_HOME=str(home / "state"),
            XDG_RUNTIME_DIR=str(runtime),
            QT_QPA_PLATFORM="offscreen",
        )
        if ON_WINDOWS:
            environment.update(USERPROFILE=folder, APPDATA=folder, LOCALAPPDATA=folder)
        if ON_LINUX:
            environment.update(LC_ALL="C.UTF-8")
        environment.update(sandbox_words())
        yield environment


def unseen_screen(folder: Path, size: tuple[int, int] = SCREEN, scale: int = 1) -> dict[str, str]:
    """Words for drawing off the screen as on one of a usual size; by itself it is smaller than a
    window, and sheets stand aside. ``scale``: device pixels for one of ``size``."""
    width, height = (scale * pixels for pixels in size)
    screen = {"name": "unseen", "x": 0, "y": 0, "width": width, "height": height, "dpr": 1}
    dots = {"logicalDpi": 96, "logicalBaseDpi": 96}
    file = folder / "screen.json"
    file.write_text(json.dumps({"screens": [screen | dots]}), encoding="utf-8")
    words = {"QT_QPA_PLATFORM": f"offscreen:configfile={file}"}
    return words | ({"QT_SCALE_FACTOR": str(scale)} if scale != 1 else {})


def sandbox_words() -> dict[str, str]:
    """Qt's web engine refuses to start as root unless its sandbox is switched off."""
    return {"QTWEBENGINE_DISABLE_SANDBOX": "1"} if is_root() and ON_LINUX else {}


@contextmanager
def virtual_screen(log: Path) -> Iterator[dict[str, str]]:
    """A screen of 1440 by 900 that nobody sees; gives the variables that lead to it.

    Raises ToolError when the X server does not start.
    """
    reading, writing = os.pipe()
    size = f"{SCREEN[0]}x{SCREEN[1]}x24"
    words = ["-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp", "-noreset"]
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as output, os.fdopen(reading) as announced:
        try:
            server = commands.start(["Xvfb", *words], output=output.fileno(), inherit=[writing])
        except OSError as failure:
            raise ToolError(
                f"The virtual screen (Xvfb) could not be started: {failure}"
            ) from failure
        finally:
            os.close(writing)
        try:
            number = announced.readline().strip()
            if not number:
                raise ToolError(f"The virtual screen (Xvfb) ended at once; see {log}.")
            yield {"DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb"}
        finally:
            commands.end(server)
