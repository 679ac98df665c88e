"""The project's files as git sees them, and their syntax trees."""

import ast
import gc
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "funneldesk"

_NEVER = {".git", ".venv", ".work", "node_modules", "dist", "build", "__pycache__"}


@cache
def project_files() -> tuple[Path, ...]:
    """Every file that is, or would be, committed; relative to the root, sorted."""
    words = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    answer = subprocess.run(words, capture_output=True, text=True)
    if answer.returncode == 0:
        names = [Path(name) for name in answer.stdout.split("\0") if name]
    else:
        names = [path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file()]
    return tuple(
        sorted(
            name
            for name in set(names)
            if not _NEVER.intersection(name.parts) and (ROOT / name).is_file()
        )
    )


def python_files(folder: Path) -> Iterator[tuple[Path, ast.Module]]:
    """Every Python file under ``folder``, relative to it, with its syntax tree."""
    for path in sorted(folder.rglob("*.py")):
        if "__pycache__" not in path.parts:
            yield path.relative_to(folder), parsed(path)


@cache
def parsed(path: Path) -> ast.Module:
    """The syntax tree of a file, read once for all checks; not to be changed."""
    gc.disable()  # nothing of a tree is garbage: looking for it takes longer than parsing
    try:
        return ast.parse(path.read_text(encoding="utf-8"), str(path))
    finally:
        gc.freeze()
        gc.enable()


def imported_modules(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Full names of all imported modules and names, wherever they stand, with their lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module, node.lineno
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def called_name(call: ast.Call) -> str:
    """The last word of what is called: ``exec`` for ``dialog.exec()``."""
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def plant(root: Path, files: dict[str, str]) -> Path:
    """Write a small tree for a check to be tried on; gives ``root``."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root
