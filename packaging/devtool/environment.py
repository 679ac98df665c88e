"""Makes ``.venv`` and keeps it as ``pyproject.toml`` and the lock files want it."""

import hashlib
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

from devtool import debian, lock
from devtool.places import (
    ROOT,
    VENV,
    WORK,
    ToolError,
    installed_program,
    say,
    venv_python,
)

_STAMP = VENV / "funneldesk-setup"
_LOG = WORK / "setup.log"

_LOAD_QT = """
import ctypes, pathlib, PySide6, PySide6.QtWebEngineCore
plugin = pathlib.Path(PySide6.__file__).parent / "Qt/plugins/platforms/libqxcb.so"
ctypes.CDLL(str(plugin))
"""


def set_up(*, tests: bool = False, locked: Path = lock.DEV) -> None:
    """Install what is missing; does next to nothing when all is there.

    ``tests`` adds the programs that only the tests call; without them the tests that need
    them are left out. ``locked`` names the libraries. Raises ToolError when the window could not
    open or ``.venv`` cannot be made.
    """
    _LOG.unlink(missing_ok=True)
    missing_to_run = debian.missing_run_packages()
    missing_to_test = debian.missing_test_packages() if tests else []
    missing = [*missing_to_run, *missing_to_test]
    complete = debian.install(missing, log=_LOG) if missing else True
    if not is_current(locked):
        _make_current(locked)
    if missing_to_run and not complete and not _qt_loads():
        raise ToolError("The window cannot open before these packages are installed.")


def is_current(locked: Path) -> bool:
    """Whether ``.venv`` is whole and was made by this Python from these needs, or from all."""
    try:
        made_from = _STAMP.read_text(encoding="utf-8")
    except OSError:
        return False
    return (
        made_from in (_fingerprint(locked), _fingerprint(lock.DEV))
        and installed_program("funneldesk").exists()
        and _works("import funneldesk")
    )


def _make_current(locked: Path) -> None:
    if not _works(f"import pip, sys; sys.exit(sys.version_info[:2] != {_version()})"):
        _remove_broken()
        _create()
    _STAMP.unlink(missing_ok=True)
    say("Installing Funneldesk and its libraries into .venv (some minutes the first time).")
    _pip("install", "--require-hashes", "--only-binary=:all:", "--requirement", str(locked))
    _pip("install", "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    _STAMP.write_text(_fingerprint(locked), encoding="utf-8")
    say(f"Ready: {installed_program('funneldesk').relative_to(ROOT)}")


def _remove_broken() -> None:
    if VENV.is_symlink() or VENV.is_file():
        raise ToolError(
            f"{VENV} should be a folder that I may make: remove it, then call me again."
        )
    if VENV.exists():
        say("The folder .venv is incomplete or made by another Python: making it anew.")
        shutil.rmtree(VENV)


def _create() -> None:
    major, minor = _version()
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        package = f"python{major}.{minor}-venv|python3-venv"
        if not (debian.is_debian() and debian.install([package], log=_LOG)):
            raise ToolError(
                "This Python cannot make virtual environments (its modules venv or ensurepip "
                f"are missing). Install them (Debian: python{major}.{minor}-venv), then call "
                "me again."
            )
    say(f"Making .venv with Python {major}.{minor} ({sys.executable}).")
    answer = subprocess.run([sys.executable, "-m", "venv", VENV], capture_output=True, text=True)
    if answer.returncode != 0:
        raise ToolError(f".venv could not be made:\n{answer.stdout}{answer.stderr}")


def _pip(*words: str) -> None:
    """Call pip: before a person's eyes when there is a terminal, into the log otherwise."""
    command: list[str | Path] = [
        venv_python(),
        "-m",
        "pip",
        *words,
        "--no-input",
        "--disable-pip-version-check",
    ]
    if sys.stdout.isatty():
        code, story = subprocess.call(command, cwd=ROOT), "see above"
    else:
        _LOG.parent.mkdir(parents=True, exist_ok=True)
        with _LOG.open("ab") as output:
            code = subprocess.call(
                command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output, stderr=output
            )
        story = _LOG.read_text(encoding="utf-8", errors="replace")[-3000:]
    if code != 0:
        raise ToolError(f"The libraries could not be installed (pip ended with {code}):\n{story}")


def _works(program: str) -> bool:
    """Whether the interpreter of ``.venv`` runs a few lines without a failure."""
    try:
        answer = subprocess.run([venv_python(), "-c", program], capture_output=True, cwd=ROOT)
    except OSError:
        return False
    return answer.returncode == 0


def _qt_loads() -> bool:
    """Whether Qt's window plug-in and web engine find all they need on this system."""
    return _works(_LOAD_QT)


def _version() -> tuple[int, int]:
    return sys.version_info[0], sys.version_info[1]


def _fingerprint(locked: Path) -> str:
    """Changes when the installation must be repeated: other needs, Python or place."""
    needs = hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + locked.read_bytes())
    return f"{locked.name} {needs.hexdigest()}\n{sys.version}\n{VENV}\n"
