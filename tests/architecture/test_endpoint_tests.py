"""No endpoint of the interface without a conformance test, a client method and a known need."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from endpoint_table import endpoints
from tree import ROOT, called_name, plant, python_files

from funneldesk.contract.parts import PARTS


def marked(folder: Path) -> Iterator[tuple[str, str, str]]:
    """``(file::test, line, cites)`` for each test under ``folder`` that covers an endpoint."""
    for path, tree in python_files(folder):
        constants = dict(_constants(tree))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and called_name(mark) == "endpoint":
                        yield f"{path}::{node.name}", *_words(mark, constants)


def _words(mark: ast.Call, constants: dict[str, str]) -> tuple[str, str]:
    cites = next((k.value for k in mark.keywords if k.arg == "cites"), ast.Constant(""))
    return _text(mark.args[0], constants), _text(cites, constants)


def _constants(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The texts that a module gives a name at its top."""
    known: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            try:
                known[node.targets[0].id] = _text(node.value, known)
            except LookupError:
                continue
            yield node.targets[0].id, known[node.targets[0].id]


def _text(node: ast.expr, constants: dict[str, str]) -> str:
    """A text that is written out or put together from named ones. Raises LookupError."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.Name):
        return constants[node.id]
    if isinstance(node, ast.FormattedValue):
        return _text(node.value, constants)
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(piece, constants) for piece in node.values)
    raise LookupError(ast.dump(node))


def test_each_endpoint_has_a_conformance_test() -> None:
    covered = {line for _test, line, _cites in marked(ROOT / "tests" / "server")}
    assert not [endpoint.line for endpoint in endpoints() if endpoint.line not in covered]


def test_each_conformance_test_names_an_endpoint_and_its_place_in_the_document() -> None:
    known = {endpoint.line for endpoint in endpoints()}
    found = list(marked(ROOT / "tests" / "server"))
    assert not [f"{test}: {line}" for test, line, _cites in found if line not in known]
    assert not [test for test, _line, cites in found if not cites.strip()]


def test_the_table_knows_each_line() -> None:
    for endpoint in endpoints():
        assert endpoint.part in PARTS
        assert endpoint.need in ("read", "write", "admin")
        assert endpoint.client.partition(".")[0] == endpoint.part, endpoint.line


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ('@pytest.mark.endpoint("GET /a", cites="Endpoints: A")\ndef test_a(): ...\n', 1),
        ('A = "/a"\n@mark.endpoint(f"GET {A}/b", cites="A")\ndef test_a(): ...\n', 1),
        ("def test_a(): ...\n", 0),
    ],
)
def test_marks_are_seen(tmp_path: Path, text: str, count: int) -> None:
    root = plant(tmp_path, {"test_a.py": text})
    assert len(list(marked(root))) == count
