"""The frozen program: built by PyInstaller into one folder, then tried on a virtual screen."""

import shutil
import signal
import subprocess
import time
from pathlib import Path

from devtool import commands, surroundings
from devtool.places import ON_LINUX, ROOT, WORK, ToolError, say, venv_python

FROZEN = ROOT / "dist" / "funneldesk"
_SPEC = ROOT / "packaging" / "funneldesk.spec"
_WINDOW_WITHIN = 30.0
_EXIT_WITHIN = 5.0

_TAKE_SCREENSHOT = """
import sys
from PySide6.QtGui import QGuiApplication
application = QGuiApplication([])
saved = application.primaryScreen().grabWindow(0).save(sys.argv[1])
sys.exit(0 if saved else 1)
"""


def build() -> None:
    """Build ``dist/funneldesk`` and see its window come up. Raises ToolError when either fails."""
    log = WORK / "build" / "pyinstaller.log"
    log.unlink(missing_ok=True)
    say(f"Building {FROZEN} (some minutes); the log is {log}")
    words: list[str | Path] = [
        "--noconfirm",
        "--distpath",
        ROOT / "dist",
        "--workpath",
        ROOT / "build",
    ]
    finished = commands.run_logged(
        [venv_python(), "-m", "PyInstaller", *words, _SPEC], log=log, limit=1800
    )
    if not finished.ok:
        tail = log.read_text(encoding="utf-8", errors="replace")[-3000:]
        raise ToolError(f"PyInstaller failed:\n{tail}")
    size = sum(path.lstat().st_size for path in FROZEN.rglob("*") if not path.is_symlink())
    say(f"Built in {finished.seconds:.0f} s: {size / 1e6:.0f} MB")
    _try()


def _try() -> None:
    """Start the frozen program, wait for its window, take a picture, ask it to leave."""
    if not (ON_LINUX and shutil.which("Xvfb") and shutil.which("xdotool")):
        say("Not tried: that needs Xvfb and xdotool, which are not installed.")
        return
    folder = WORK / "build"
    log = folder / "program.log"
    log.unlink(missing_ok=True)
    with (
        surroundings.own_home() as around,
        surroundings.virtual_screen(folder / "xvfb.log") as screen,
        log.open("ab") as output,
    ):
        around.update(screen)
        started = time.monotonic()
        program = commands.start(
            [FROZEN / "funneldesk"], output=output.fileno(), env=around, cwd=folder
        )
        try:
            _wait_for_window(program, around, log)
            say(f"Its window came up after {time.monotonic() - started:.1f} s")
            _take_screenshot(folder / "window.png", around)
            _ask_to_leave(program, log)
        finally:
            commands.end(program)


def _wait_for_window(program: "subprocess.Popen[bytes]", around: dict[str, str], log: Path) -> None:
    search = ["xdotool", "search", "--onlyvisible", "--name", "Funneldesk"]
    deadline = time.monotonic() + _WINDOW_WITHIN
    while time.monotonic() < deadline:
        if program.poll() is not None:
            raise ToolError(f"The program ended with {program.returncode} by itself; see {log}.")
        if subprocess.run(search, env=around, capture_output=True).stdout.strip():
            return
        time.sleep(0.1)
    raise ToolError(f"No window came up within {_WINDOW_WITHIN:.0f} seconds; see {log}.")


def _take_screenshot(picture: Path, around: dict[str, str]) -> None:
    time.sleep(2.0)  # the first records arrive after the window
    answer = subprocess.run([venv_python(), "-c", _TAKE_SCREENSHOT, picture], env=around)
    if answer.returncode != 0:
        raise ToolError("The picture of its window could not be taken.")
    say(f"Its picture: {picture}")


def _ask_to_leave(program: "subprocess.Popen[bytes]", log: Path) -> None:
    asked = time.monotonic()
    program.send_signal(signal.SIGTERM)
    try:
        code = program.wait(timeout=_EXIT_WITHIN)
    except subprocess.TimeoutExpired:
        raise ToolError(
            f"It did not leave within {_EXIT_WITHIN:.0f} s of SIGTERM; see {log}."
        ) from None
    if code != 0:
        raise ToolError(f"It left with {code} when asked to; see {log}.")
    say(f"It left cleanly, {time.monotonic() - asked:.1f} s after it was asked to")
