"""The lock files: every library of ``.venv`` in one version, with the hashes of its wheels.

``runtime.txt`` holds the needs of the program, ``dev.txt`` those of the tests and tools as well.
Both are for every system and Python that ``pyproject.toml`` allows, and name no package index.
"""

import subprocess
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from devtool import commands
from devtool.places import ROOT, ToolError, installed_program, say, venv_python

FOLDER = ROOT / "packaging" / "lock"
RUNTIME, DEV = FOLDER / "runtime.txt", FOLDER / "dev.txt"

_PROJECT = ROOT / "pyproject.toml"
_EDITABLE_NEEDS = "editables"
"""What the build backend asks for besides itself when it installs a project in place."""
_WORDS = (
    *("--universal", "--python-version", "3.11", "--only-binary", ":all:", "--quiet"),
    *("--generate-hashes", "--no-header", "--no-annotate"),
    *("--no-emit-index-url", "--no-emit-find-links"),
)


def project() -> dict[str, Any]:
    """``pyproject.toml``, read."""
    return tomllib.loads(_PROJECT.read_text(encoding="utf-8"))


def build_needs() -> list[str]:
    """What installs the project itself, so that nothing has to be fetched for it."""
    return [*project()["build-system"]["requires"], _EDITABLE_NEEDS]


def renew(*, upgrade: bool) -> None:
    """Write both files anew; ``upgrade`` takes the newest versions, else pins that fit stay.

    Raises ToolError when the needs of ``pyproject.toml`` cannot be met together.
    """
    _compile(DEV, ["--extra", "dev", *(["--upgrade"] if upgrade else [])])
    _compile(RUNTIME, ["--constraints", str(DEV.relative_to(ROOT)), "--upgrade"])
    say(f"Written: {RUNTIME.relative_to(ROOT)} and {DEV.relative_to(ROOT)}")


def _compile(out: Path, words: Sequence[str]) -> None:
    files = ["--output-file", str(out.relative_to(ROOT)), _PROJECT.name, "-"]
    command = [str(installed_program("uv")), "pip", "compile", *_WORDS, *words, *files]
    asked = "\n".join(build_needs())
    answer = subprocess.run(command, cwd=ROOT, input=asked, stdout=subprocess.DEVNULL, text=True)
    if answer.returncode != 0:
        raise ToolError(f"{out.name} could not be written (uv ended with {answer.returncode}).")


def install_unlocked(folder: Path, resolution: str, log: Path) -> None:
    """Make a virtual environment with versions of the ranges alone, whatever is locked.

    ``resolution`` is uv's word: "highest" for the newest ones, "lowest-direct" for the floors.
    Raises ToolError when the ranges cannot be met.
    """
    uv, python = str(installed_program("uv")), str(installed_program("python", folder))
    wanted = ["--resolution", resolution, "--editable", f"{ROOT}[dev]"]
    for words in (
        ["venv", "--clear", "--python", str(venv_python()), str(folder)],
        ["pip", "install", "--python", python, *wanted],
    ):
        if not commands.run_logged([uv, *words], log=log).ok:
            raise ToolError(f"The libraries could not be installed by uv ({resolution}).")
