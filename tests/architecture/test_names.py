"""One name for one thing: a part is called the same on every floor, in the code and its tests."""

import ast
from pathlib import Path

import pytest
from tree import ROOT, called_name, plant

from funneldesk.contract.parts import PARTS

ROUTES_NEED = ("routes", "store", "tables")
PANEL_NEEDS = ("section",)
SINGULARS = {part.removesuffix("s"): part for part in PARTS if part.endswith("s")} | {
    "quiz": "quizzes"
}


def parts_of_contract(root: Path) -> set[str]:
    """Parts with a file of their own in the contract."""
    return _modules(root / "src/funneldesk/contract").intersection(PARTS)


def parts_of_client(root: Path) -> set[str]:
    """Parts with a file of their own in the client."""
    return _modules(root / "src/funneldesk/client").intersection(PARTS)


def parts_of_server(root: Path) -> set[str]:
    """Parts that the platform answers for: those with routes."""
    folders = _packages(root / "src/funneldesk/server/parts")
    return {name for name, modules in folders.items() if "routes" in modules}


def problems(root: Path) -> list[str]:
    """What does not line up, as sentences."""
    return [
        *_uneven_floors(root),
        *_server_folders(root),
        *_desktop_folders(root),
        *_strange_resources(root),
        *_singular_names(root),
        *_untested_parts(root),
    ]


def _uneven_floors(root: Path) -> list[str]:
    floors = {
        "contract": parts_of_contract(root),
        "client": parts_of_client(root),
        "server": parts_of_server(root),
    }
    everywhere = set().union(*floors.values())
    return [
        f"{floor} lacks {', '.join(sorted(everywhere - parts))}"
        for floor, parts in floors.items()
        if everywhere - parts
    ]


def _server_folders(root: Path) -> list[str]:
    found = []
    for name, modules in _packages(root / "src/funneldesk/server/parts").items():
        if name not in PARTS:
            found.append(f"server/parts/{name} is not the name of a part")
        missing = [need for need in ROUTES_NEED if need not in modules]
        if "routes" in modules and missing:
            found.append(f"server/parts/{name} lacks {', '.join(missing)}")
    return found


def _desktop_folders(root: Path) -> list[str]:
    found = []
    for name, modules in _packages(root / "src/funneldesk/desktop/parts").items():
        if name not in PARTS:
            found.append(f"desktop/parts/{name} is not the name of a part")
        missing = [need for need in PANEL_NEEDS if need not in modules]
        if missing:
            found.append(f"desktop/parts/{name} lacks {', '.join(missing)}")
    return found


def _strange_resources(root: Path) -> list[str]:
    """A Resource of the client in a file that is not called as a part is."""
    return [
        f"client/{path.name}: {node.name} is a part's resource; call the file as the part"
        for path in sorted((root / "src/funneldesk/client").glob("*.py"))
        if path.stem not in PARTS
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and any(_word(base) == "Resource" for base in node.bases)
    ]


def _singular_names(root: Path) -> list[str]:
    floors = ["contract", "client", "server/parts", "desktop/parts"]
    return [
        f"{floor}/{name} should be called {SINGULARS[name]}"
        for floor in floors
        for folder in [root / "src/funneldesk" / floor]
        for name in sorted(_modules(folder) | set(_packages(folder)))
        if name in SINGULARS and name not in PARTS
    ]


def _untested_parts(root: Path) -> list[str]:
    floors = {
        "client/test_{part}*.py": parts_of_client(root),
        "server/parts/{part}/test_*.py": parts_of_server(root),
    }
    return [
        f"there is no tests/{pattern.format(part=part)}"
        for pattern, parts in floors.items()
        for part in sorted(parts)
        if not list((root / "tests").glob(pattern.format(part=part)))
    ]


def _modules(folder: Path) -> set[str]:
    return {path.stem for path in folder.glob("*.py")}


def _packages(folder: Path) -> dict[str, set[str]]:
    """Packages in a folder and the modules of each."""
    return {
        path.parent.name: _modules(path.parent) for path in sorted(folder.glob("*/__init__.py"))
    }


def _word(base: ast.expr) -> str:
    """``Resource`` for ``Resource``, ``resource.Resource`` and ``Resource[Page]``."""
    inner = base.value if isinstance(base, ast.Subscript) else base
    return called_name(ast.Call(func=inner, args=[], keywords=[]))


def test_there_are_twenty_parts() -> None:
    assert len(PARTS) == len(set(PARTS)) == 20


def test_names_line_up_on_every_floor() -> None:
    assert not problems(ROOT), "\n".join(problems(ROOT))


WHOLE = {
    "src/funneldesk/contract/pages.py": "",
    "src/funneldesk/contract/errors.py": "",
    "src/funneldesk/client/pages.py": "class Pages(Resource[Page]): pass",
    "src/funneldesk/client/transport.py": "class Transport: pass",
    "src/funneldesk/server/parts/pages/__init__.py": "",
    "src/funneldesk/server/parts/pages/routes.py": "",
    "src/funneldesk/server/parts/pages/store.py": "",
    "src/funneldesk/server/parts/pages/tables.py": "",
    "src/funneldesk/server/parts/split_tests/__init__.py": "",
    "src/funneldesk/server/parts/split_tests/tables.py": "",
    "src/funneldesk/desktop/parts/pages/__init__.py": "",
    "src/funneldesk/desktop/parts/pages/section.py": "",
    "tests/client/test_pages.py": "",
    "tests/server/parts/pages/test_slugs.py": "",
}


def test_a_whole_part_passes(tmp_path: Path) -> None:
    assert problems(plant(tmp_path, WHOLE)) == []


@pytest.mark.parametrize(
    "missing", [name for name in WHOLE if "pages" in name and "__init__" not in name]
)
def test_each_missing_file_of_a_part_is_noticed(tmp_path: Path, missing: str) -> None:
    assert problems(plant(tmp_path, {k: v for k, v in WHOLE.items() if k != missing}))


@pytest.mark.parametrize(
    "stranger",
    [
        {"src/funneldesk/client/page.py": ""},
        {"src/funneldesk/client/leads.py": "class Leads(Resource): pass"},
        {"src/funneldesk/server/parts/shops/__init__.py": ""},
        {"src/funneldesk/desktop/parts/brand/__init__.py": ""},
        {"src/funneldesk/contract/brands.py": ""},
    ],
)
def test_a_strange_name_is_noticed(tmp_path: Path, stranger: dict[str, str]) -> None:
    assert problems(plant(tmp_path, {**WHOLE, **stranger}))
