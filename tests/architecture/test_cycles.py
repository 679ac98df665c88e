"""No module imports one that imports it, by whatever way round and in whatever part of its text."""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from tree import PACKAGE, imported_modules, plant, python_files

Graph = Mapping[str, set[str]]


def graph_of(package: Path) -> Graph:
    """Which modules each module imports, also in functions and for types alone."""
    trees = {_name(package, where): tree for where, tree in python_files(package)}
    return {name: set(_imports(name, tree, trees)) for name, tree in trees.items()}


def _name(package: Path, where: Path) -> str:
    steps = (package.name, *where.with_suffix("").parts)
    return ".".join(steps[:-1] if steps[-1] == "__init__" else steps)


def _imports(name: str, tree: ast.Module, known: Mapping[str, object]) -> Iterator[str]:
    found = [imported for imported, _ in imported_modules(tree)]
    for imported in found:
        # ``from package import module`` is the module, not its package.
        inner = any(other in known for other in found if other.rpartition(".")[0] == imported)
        if imported in known and imported != name and not inner:
            yield imported


def cycles(graph: Graph) -> list[list[str]]:
    """Groups of modules that reach each other (Tarjan's strongly connected components)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        index[module] = low[module] = len(index)
        stack.append(module)
        for other in graph[module]:
            if other not in index:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], index[other])
        if low[module] == index[module]:
            group = stack[stack.index(module) :]
            del stack[stack.index(module) :]
            if len(group) > 1:
                found.append(sorted(group))

    for module in graph:
        if module not in index:
            visit(module)
    return found


def test_no_module_imports_its_importer() -> None:
    found = cycles(graph_of(PACKAGE))
    assert not found, "\n".join(", ".join(group) for group in found)


@pytest.mark.parametrize(
    ("second", "caught"),
    [
        ("from program import first", True),
        ("from program.first import thing", True),
        ("def late():\n    import program.first", True),
        ("if TYPE_CHECKING:\n    from program.first import Thing", True),
        ("import json", False),
    ],
)
def test_a_cycle_is_caught(tmp_path: Path, second: str, caught: bool) -> None:
    files = {"__init__.py": "", "first.py": "from program.third import other"}
    files |= {"third.py": "import program.second", "second.py": second}
    assert bool(cycles(graph_of(plant(tmp_path / "program", files)))) is caught
