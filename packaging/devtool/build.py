"""The frozen program: built by PyInstaller into one folder, then tried on a virtual screen."""

import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from devtool import commands, surroundings
from devtool.places import ON_LINUX, ROOT, WORK, ToolError, say, venv_python

FROZEN = ROOT / "dist" / "funneldesk"
_SPEC = ROOT / "packaging" / "funneldesk.spec"
_READY_WITHIN = 30.0
_EXIT_WITHIN = 5.0

_TAKE_SCREENSHOT = """
import sys
from PySide6.QtGui import QGuiApplication
application = QGuiApplication([])
saved = application.primaryScreen().grabWindow(0).save(sys.argv[1])
sys.exit(0 if saved else 1)
"""

_ASK_FOR_IMAGES = """
import io, subprocess, sys
from PIL import Image
from funneldesk.desktop.kit.workers import wire

def answer(asked, content):
    job = {"number": 1, "job": "draw", "arguments": {"asked": asked}, "seconds": 0}
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.argv[1], "worker", "0", "0"], stdin=pipe, stdout=pipe) as worker:
        wire.send(worker.stdin, job, content)
        begun, _ = wire.receive(worker.stdout)
        assert begun == {"number": 1, "begun": True}, begun
        found = wire.receive(worker.stdout)
        worker.kill()
    return found

held = io.BytesIO()
Image.new("RGB", (64, 48), "red").save(held, "AVIF")
said, image = answer({"side": 32, "name": "a.avif"}, held.getvalue())
assert said.get("result", {}).get("width") == 64 and image, said
said, _ = answer({"side": 32, "name": "a.mp4"}, b"\\0\\0\\0\\x18ftypmp42" + bytes(64))
assert "format isn't known" in said["error"], said
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
        raise ToolError(f"PyInstaller failed:\n{_tail(log)}")
    size = sum(path.lstat().st_size for path in FROZEN.rglob("*") if not path.is_symlink())
    say(f"Built in {finished.seconds:.0f} s: {size / 1e6:.0f} MB")
    _try()


def _try() -> None:
    """Start the frozen program both ways: as the platform, and with its window."""
    folder = WORK / "build"
    with surroundings.own_home() as around:
        _try_platform(around, Path(around["HOME"]))
        _try_images(around)
        if not (ON_LINUX and shutil.which("Xvfb") and shutil.which("xdotool")):
            say("Its window was not tried: that needs Xvfb and xdotool, which are not installed.")
            return
        with surroundings.virtual_screen(folder / "xvfb.log") as screen:
            _try_window(around | screen, folder)


def _try_platform(around: dict[str, str], home: Path) -> None:
    """Serve the sample until the line that says so is there; it holds keys, so it goes away."""
    log = home / "platform.log"
    words = ["serve", "--data", str(home / "platform"), "--sample", "small"]
    with _program(words, around, log) as program:
        _wait(
            program,
            log,
            lambda: '"base_url"' in log.read_text(encoding="utf-8", errors="replace"),
            "Its platform did not become ready",
        )
        say("Its platform is ready to serve")
        _ask_to_leave(program, log)


def _try_images(around: dict[str, str]) -> None:
    """Have its processes for foreign pictures and videos answer."""
    words: list[str | Path] = [venv_python(), "-c", _ASK_FOR_IMAGES, FROZEN / "funneldesk"]
    asked = subprocess.run(words, env=around, capture_output=True, text=True, timeout=60)
    if asked.returncode != 0:
        raise ToolError(f"Its image workers do not work:\n{asked.stderr[-2000:]}")
    say("It draws pictures and reads videos")


def _try_window(around: dict[str, str], folder: Path) -> None:
    """Wait for the window, take a picture of it, ask the program to leave."""
    log = folder / "program.log"
    log.unlink(missing_ok=True)
    search = ["xdotool", "search", "--onlyvisible", "--name", "Funneldesk"]
    started = time.monotonic()
    with _program([], around, log) as program:
        _wait(
            program,
            log,
            lambda: bool(subprocess.run(search, env=around, capture_output=True).stdout.strip()),
            "No window came up",
        )
        say(f"Its window came up after {time.monotonic() - started:.1f} s")
        _take_screenshot(folder / "window.png", around)
        _ask_to_leave(program, log)
    if "Traceback" in log.read_text(encoding="utf-8", errors="replace"):
        raise ToolError(f"The program told of a failure on its way:\n{_tail(log)}")


@contextmanager
def _program(
    words: list[str], around: dict[str, str], log: Path
) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("ab") as output:
        program = commands.start(
            [FROZEN / "funneldesk", *words], output=output.fileno(), env=around, cwd=log.parent
        )
        try:
            yield program
        finally:
            commands.end(program)


def _wait(
    program: subprocess.Popen[bytes], log: Path, done: Callable[[], bool], otherwise: str
) -> None:
    deadline = time.monotonic() + _READY_WITHIN
    while time.monotonic() < deadline:
        if program.poll() is not None:
            raise ToolError(f"It ended with {program.returncode} by itself:\n{_tail(log)}")
        if done():
            return
        time.sleep(0.1)
    raise ToolError(f"{otherwise} within {_READY_WITHIN:.0f} seconds:\n{_tail(log)}")


def _tail(log: Path) -> str:
    """The end of what a program said, but for the line that holds the sample's keys."""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    return "\n".join(line for line in lines[-60:] if '"keys"' not in line)


def _take_screenshot(picture: Path, around: dict[str, str]) -> None:
    time.sleep(2.0)  # the first records arrive after the window
    answer = subprocess.run([venv_python(), "-c", _TAKE_SCREENSHOT, picture], env=around)
    if answer.returncode != 0:
        raise ToolError("The picture of its window could not be taken.")
    say(f"Its picture: {picture}")


def _ask_to_leave(program: subprocess.Popen[bytes], log: Path) -> None:
    asked = time.monotonic()
    program.send_signal(signal.SIGTERM)
    try:
        code = program.wait(timeout=_EXIT_WITHIN)
    except subprocess.TimeoutExpired:
        raise ToolError(
            f"It did not leave within {_EXIT_WITHIN:.0f} s of SIGTERM; see {log}."
        ) from None
    if code != 0:
        raise ToolError(f"It left with {code} when asked to:\n{_tail(log)}")
    say(f"It left cleanly, {time.monotonic() - asked:.1f} s after it was asked to")
