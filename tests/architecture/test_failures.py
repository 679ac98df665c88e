"""A failed call is explained in one place: nobody else catches every failure of the server."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from tree import PACKAGE, called_name, python_files

BASE = "ApiError"
EXPLAINED_BY = {
    "sections/operations.py": "explains a failure to the user, for every panel",
    "workspace/workspace.py": "learns from each failure what it tells about the brand",
    "records/bulk/run.py": "explains what became of each record of a run",
    "records/library/filling.py": "fills the local copy in the background; the next round tries",
    "records/save/save_flow.py": "puts what the server refuses at the fields of the record",
    "records/save/saver.py": "ends the note of a create that was refused",
    "records/sources/mirrored.py": "hands the failure to the table, which explains it",
    "assets/brand_copier.py": "explains what became of each file",
    "assets/copies/brand_copies.py": "reads lists in the background; coverage says what is known",
    "assets/moving/runner.py": "explains what became of each file of a job",
    "assets/thumbnails/fetching.py": "marks an image that cannot be had",
    "assets/transfers/connection/retrying_client.py": "tries again, as a job does",
    "assets/transfers/downloads/run.py": "explains what became of each file of a job",
    "assets/transfers/queue.py": "explains why a job ended",
    "assets/transfers/uploads/undo.py": "explains what became of each file of a job",
    "assets/transfers/uploads/work.py": "explains what became of each file of a job",
    "assets/upload_review/plan/asking.py": "a file that cannot be compared counts as another one",
    "assets/watched_folders/watcher.py": "says on the folder why it waits",
}
"""Where it may be caught, below ``desktop``, and why."""


def catches(tree: ast.Module) -> Iterator[int]:
    """Lines that catch or suppress every failure of the server."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and node.type is not None and _is_base(node.type):
            yield node.lineno
        if isinstance(node, ast.Call) and called_name(node) == "suppress":
            yield from (each.lineno for each in node.args if _is_base(each))


def _is_base(caught: ast.expr) -> bool:
    if isinstance(caught, ast.Tuple):
        return any(map(_is_base, caught.elts))
    name = caught.attr if isinstance(caught, ast.Attribute) else getattr(caught, "id", "")
    return name == BASE


def test_panels_and_features_catch_no_failure_themselves() -> None:
    found = {
        where.as_posix(): list(catches(tree)) for where, tree in python_files(PACKAGE / "desktop")
    }
    caught = {where: lines for where, lines in found.items() if lines}
    strays = {where: lines for where, lines in caught.items() if where not in EXPLAINED_BY}
    assert not strays, f"use sections/operations.py here: {strays}"
    gone = EXPLAINED_BY.keys() - caught.keys()
    assert not gone, f"these catch nothing any more: {sorted(gone)}"


@pytest.mark.parametrize(
    ("code", "caught"),
    [
        ("try: f()\nexcept ApiError as error: pass", True),
        ("try: f()\nexcept (OSError, errors.ApiError): pass", True),
        ("with contextlib.suppress(ApiError): f()", True),
        ("try: f()\nexcept NotFound: pass", False),
        ("with optional(): f()", False),
    ],
)
def test_a_catch_is_seen(code: str, caught: bool) -> None:
    assert bool(list(catches(ast.parse(code)))) is caught


def test_every_place_is_there() -> None:
    assert not [where for where in EXPLAINED_BY if not (PACKAGE / "desktop" / Path(where)).exists()]
