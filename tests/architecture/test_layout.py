"""Everything has its place, and nothing has a name that says nothing."""

import json
from collections.abc import Iterable
from pathlib import Path

import pytest
from tree import ROOT, project_files

TOP_LEVEL = {
    *(".ci", ".editorconfig", ".gitattributes", ".github", ".gitignore", ".pre-commit-config.yaml"),
    *("LICENSE", "README.md", "pyproject.toml"),
    *("packaging", "resources", "src", "tests"),
}
EMPTY_WORDS = {"common", "helper", "helpers", "manager", "misc", "util", "utils"}
FLOORS_OF_TESTS = {
    *("architecture", "bench", "client", "contract", "desktop", "e2e", "server", "statistics"),
}


def empty_names(paths: Iterable[Path]) -> list[str]:
    """Modules and their folders that are called helpers, utils and the like."""
    return [
        str(path)
        for path in paths
        if path.suffix in {".py", ".js", ".ts", ".mjs"}
        for name in (*path.parts[:-1], path.stem)
        if EMPTY_WORDS.intersection(name.lower().replace("-", "_").split("_"))
    ]


def test_the_top_level_holds_only_what_belongs_there() -> None:
    strangers = {path.parts[0] for path in project_files()} - TOP_LEVEL
    assert not strangers, f"these have no place at the top: {sorted(strangers)}"


def test_names_say_what_is_in_them() -> None:
    sources = [path for path in project_files() if path.parts[0] != "resources"]
    assert not empty_names(sources)


@pytest.mark.parametrize(
    ("name", "caught"),
    [
        ("src/funneldesk/utils.py", True),
        ("src/funneldesk/common/text.py", True),
        ("src/funneldesk/desktop/download_manager.py", True),
        ("packaging/web/src/helpers.mjs", True),
        ("src/funneldesk/desktop/kit/controls/labels.py", False),
        ("tests/architecture/conftest.py", False),
    ],
)
def test_empty_names_are_caught(name: str, caught: bool) -> None:
    assert bool(empty_names([Path(name)])) is caught


def test_resources_hold_no_python() -> None:
    assert not [str(p) for p in project_files() if p.parts[0] == "resources" and p.suffix == ".py"]


def test_every_folder_of_tests_is_a_floor() -> None:
    inside = [path.relative_to("tests") for path in project_files() if path.parts[0] == "tests"]
    floors = {path.parts[0] for path in inside if len(path.parts) > 1}
    assert floors <= FLOORS_OF_TESTS
    assert not [str(path) for path in inside if path.name == "__init__.py"]


@pytest.mark.parametrize("top", ["src/funneldesk/desktop", "tests/desktop"])
def test_every_file_of_the_desktop_is_in_a_layer(top: str) -> None:
    loose = [path.name for path in project_files() if path.parent == Path(top)]
    assert loose in (["__init__.py"], ["conftest.py"]), f"put these into a layer: {loose}"


def test_lock_files_name_no_registry() -> None:
    for path in project_files():
        if path.name == "package-lock.json":
            packages = json.loads((ROOT / path).read_text(encoding="utf-8"))["packages"]
            named = [name for name, entry in packages.items() if "resolved" in entry]
            assert not named, f"{path}: strip `resolved` from {named[:5]}"
