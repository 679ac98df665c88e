"""Who may import whom: import-linter's rules hold, and they do catch what they forbid."""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tree import PACKAGE, ROOT, called_name, imported_modules, plant, python_files

ONLY_IN = {
    "httpx": {"client/transport.py", "server/web/outgoing.py"},
    "httpx_aiohttp": {"client/transport.py", "server/web/outgoing.py"},
    "qasync": {"desktop/kit/tasks.py"},
}
ONLY_UNDER = {
    "PySide6": "desktop",
    "alembic": "server",
    "fastapi": "server",
    "sqlalchemy": "server",
    "uvicorn": "server",
}

PLANTED = {
    "contract/planted.py": "import funneldesk.client",
    "statistics/planted.py": "import numpy",
    "client/planted.py": "import funneldesk.server",
    "server/planted.py": "import funneldesk.desktop",
    "desktop/planted.py": "",
    "desktop/local/planted.py": "import sqlalchemy",
    "desktop/kit/planted.py": "import funneldesk.desktop.shell",
    "desktop/parts/first/__init__.py": "import funneldesk.desktop.parts.second",
    "desktop/parts/second/__init__.py": "",
}


def strays(where: Path, tree: ast.Module) -> Iterator[str]:
    """Imports of a library outside its one place; ``where`` is relative to the package."""
    for name, line in imported_modules(tree):
        library = name.partition(".")[0]
        if where.as_posix() not in ONLY_IN.get(library, {where.as_posix()}):
            yield f"{where}:{line}: {library} belongs in {' or '.join(sorted(ONLY_IN[library]))}"
        if where.parts[0] != ONLY_UNDER.get(library, where.parts[0]):
            yield f"{where}:{line}: {library} belongs under {ONLY_UNDER[library]}/"


def discoveries(where: Path, tree: ast.Module) -> Iterator[str]:
    """Modules that are looked for at run time: neither a reader nor a freezer sees those."""
    for name, line in imported_modules(tree):
        if name.partition(".")[0] == "pkgutil":
            yield f"{where}:{line}: name the modules instead of looking for them"
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called_name(node) in {"import_module", "__import__"}:
            yield f"{where}:{node.lineno}: import by a statement"


def _lint_imports(source: Path) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).with_name("lint-imports")
    return subprocess.run(
        [str(program), "--no-cache", "--config", str(ROOT / "pyproject.toml")],
        capture_output=True,
        text=True,
        cwd=source,
        env={**os.environ, "PYTHONPATH": str(source), "COLUMNS": "200", "NO_COLOR": "1"},
    )


def _broken(answer: str) -> set[str]:
    return set(re.findall(r"^(.+?) BROKEN", answer, flags=re.MULTILINE))


def test_the_rules_hold() -> None:
    answer = _lint_imports(ROOT / "src")
    assert answer.returncode == 0, answer.stdout + answer.stderr


def test_every_rule_catches_what_it_forbids(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "funneldesk", ignore=shutil.ignore_patterns("__pycache__"))
    plant(tmp_path / "funneldesk", PLANTED)
    answer = _lint_imports(tmp_path)
    kept = re.findall(r"^(.+?) KEPT", answer.stdout, flags=re.MULTILINE)
    assert answer.returncode != 0
    assert _broken(answer.stdout), answer.stdout + answer.stderr
    assert not kept, f"these let a forbidden import pass: {kept}"


def test_each_library_stays_in_its_place() -> None:
    found = [stray for where, tree in python_files(PACKAGE) for stray in strays(where, tree)]
    assert not found, "\n".join(found)


def test_nothing_is_discovered_at_run_time() -> None:
    found = [one for where, tree in python_files(PACKAGE) for one in discoveries(where, tree)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("where", "line", "caught"),
    [
        ("client/pages.py", "import httpx", True),
        ("client/pages.py", "from httpx import AsyncClient", True),
        ("client/transport.py", "import httpx", False),
        ("desktop/shell/windows/main_window.py", "import qasync", True),
        ("desktop/kit/tasks.py", "from qasync import asyncSlot", False),
        ("server/web/keys.py", "from PySide6 import QtCore", True),
        ("contract/pages.py", "def f():\n    import sqlalchemy.orm", True),
        ("server/db/engine.py", "import sqlalchemy.orm", False),
    ],
)
def test_a_library_out_of_place_is_caught(where: str, line: str, caught: bool) -> None:
    assert bool(list(strays(Path(where), ast.parse(line)))) is caught


@pytest.mark.parametrize(
    "line", ["import pkgutil", "importlib.import_module(name)", "__import__('x')"]
)
def test_a_discovery_is_caught(line: str) -> None:
    assert list(discoveries(Path("desktop/shell/sections.py"), ast.parse(line)))
