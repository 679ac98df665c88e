"""No file that people fear to open, no function that does not fit on a screen."""

import ast
from pathlib import Path

import pytest
from tree import ROOT, parsed, project_files

LINES_OF_A_FILE = 400
LINES_OF_A_FUNCTION = 40
SUFFIXES = {".py", ".js", ".ts", ".mjs", ".spec"}


def _sources() -> list[Path]:
    return [p for p in project_files() if p.suffix in SUFFIXES and p.parts[0] != "resources"]


def long_functions(tree: ast.Module) -> list[str]:
    """Name and length of each function over the limit: signature and body, no docstring."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1 - _docstring_lines(node)
            if length > LINES_OF_A_FUNCTION:
                found.append(f"{node.name} (line {node.lineno}): {length} lines")
    return found


def _docstring_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    first = node.body[0]
    if ast.get_docstring(node, clean=False) is None or first.end_lineno is None:
        return 0
    return first.end_lineno - first.lineno + 1


def test_there_are_sources_to_look_at() -> None:
    assert Path("src/funneldesk/contract/parts.py") in _sources()


def test_no_file_is_longer_than_400_lines() -> None:
    lengths = {
        path: len((ROOT / path).read_text(encoding="utf-8").splitlines()) for path in _sources()
    }
    too_long = {str(path): n for path, n in lengths.items() if n > LINES_OF_A_FILE}
    assert not too_long, f"find the second subject in each: {too_long}"


def test_no_function_is_longer_than_40_lines() -> None:
    too_long = [
        f"{path}: {function}"
        for path in _sources()
        if path.suffix == ".py"
        for function in long_functions(parsed(ROOT / path))
    ]
    assert not too_long, "\n".join(["split these:", *too_long])


@pytest.mark.parametrize(
    ("body_lines", "docstring_lines", "caught"),
    [(39, 0, False), (39, 30, False), (40, 0, True), (40, 30, True)],
)
def test_lengths_are_counted_without_docstrings(
    body_lines: int, docstring_lines: int, caught: bool
) -> None:
    docstring = ['    """'] + ["    word"] * (docstring_lines - 2) + ['    """']
    lines = ["def f():", *(docstring if docstring_lines else []), *["    x = 1"] * body_lines]
    assert bool(long_functions(ast.parse("\n".join(lines)))) is caught
