"""Where things are in a checkout, and how the tool speaks."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
WORK = ROOT / ".work"
"""Logs, reports and screenshots; ignored by git, safe to delete."""

ON_WINDOWS = os.name == "nt"
ON_LINUX = sys.platform.startswith("linux")


class ToolError(Exception):
    """The tool cannot go on. The text is for a person: what happened and what to do."""


def say(text: str) -> None:
    """Tell the person at the terminal, at once even when the output is a file."""
    print(text, flush=True)


def installed_program(name: str, venv: Path = VENV) -> Path:
    """The path of a program inside ``.venv``, for example ``installed_program("ruff")``."""
    if ON_WINDOWS:
        return venv / "Scripts" / f"{name}.exe"
    return venv / "bin" / name


def venv_python() -> Path:
    """The interpreter of ``.venv``."""
    return installed_program("python")


def is_root() -> bool:
    """Whether this process may do anything on the machine (never on Windows)."""
    return not ON_WINDOWS and os.geteuid() == 0
