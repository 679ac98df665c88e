"""Long-lived senders are connected to methods of QObjects, which Qt disconnects with the receiver.

PySide keeps a lambda, a partial or a method of a plain object connected after what it works on is
gone: the next signal then raises "Internal C++ object already deleted".
"""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from tree import PACKAGE, python_files

DESKTOP = PACKAGE / "desktop"
OUTLIVED_BY = {"app", "shell"}
"""Layers whose objects live at least as long as an opened brand."""
LONG_LIVED = {
    *("brand", "copies", "facts", "folders", "index", "library", "pictures", "queue", "schema"),
    *("shared", "snoozing", "staged", "theme", "thumbnails", "transfers", "updates", "workspace"),
}
"""Names under which the desktop holds a workspace, or what a workspace or the program shares."""
RECEIVERS = {
    "actions": "funneldesk.desktop.sections.actions.Actions",
    "margin": "funneldesk.desktop.parts.products.margin_view.MarginView",
    "rows": "funneldesk.desktop.kit.lists.local_rows.LocalRows",
    "_rows": "funneldesk.desktop.kit.lists.local_rows.LocalRows",
    "session": "funneldesk.desktop.records.edit.edit_session.EditSession",
    "view.rows": "funneldesk.desktop.kit.table.rows.TableRows",
}
"""Receivers beside ``self``, by the expression that names them, and their classes."""
DISCONNECTED_AT_ONCE = {"assets/transfers/downloads/stream.py"}
"""Files that disconnect what they connected before the coroutine ends."""


def class_at(dotted: str) -> type:
    """The class of a full name."""
    module, _, name = dotted.rpartition(".")
    found = getattr(importlib.import_module(module), name)
    assert isinstance(found, type)
    return found


def connections(tree: ast.AST, inside: str = "") -> Iterator[tuple[int, str, ast.expr, ast.expr]]:
    """Line, surrounding class, sender and slot of each ``sender.signal.connect(slot)``."""
    for node in ast.iter_child_nodes(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "connect"
            and isinstance(node.func.value, ast.Attribute)
            and node.args
        ):
            yield node.lineno, inside, node.func.value.value, node.args[0]
        yield from connections(node, node.name if isinstance(node, ast.ClassDef) else inside)


def is_long_lived(sender: ast.expr) -> bool:
    """Whether the last name of the expression, or a call in it, is that of a long-lived object."""
    names = {
        node.func.attr
        for node in ast.walk(sender)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    if isinstance(sender, ast.Attribute):
        names.add(sender.attr)
    elif isinstance(sender, ast.Name):
        names.add(sender.id)
    return bool(names & LONG_LIVED)


def is_safe(module: str, inside: str, slot: ast.expr) -> bool:
    """Whether Qt takes the slot off when its receiver goes."""
    if not isinstance(slot, ast.Attribute):
        return False
    receiver = ast.unparse(slot.value)
    if receiver == "self.viewport()":
        return True
    if receiver == "self":
        owner = getattr(importlib.import_module(module), inside, None) if module else None
        return isinstance(owner, type) and issubclass(owner, QObject)
    name = receiver.removeprefix("self.")
    return name in RECEIVERS and issubclass(class_at(RECEIVERS[name]), QObject)


def module_of(path: Path) -> str:
    """The full name of a module of the desktop."""
    names = path.with_suffix("").parts
    return ".".join(("funneldesk", "desktop", *names[: -1 if names[-1] == "__init__" else None]))


def test_long_lived_senders_are_connected_to_methods_of_qobjects() -> None:
    wrong, seen = [], 0
    for path, tree in python_files(DESKTOP):
        if path.parts[0] in OUTLIVED_BY or str(path) in DISCONNECTED_AT_ONCE:
            continue
        for line, inside, sender, slot in connections(tree):
            if is_long_lived(sender):
                seen += 1
                if not is_safe(module_of(path), inside, slot):
                    wrong.append(f"{path}:{line}: {ast.unparse(sender)} -> {ast.unparse(slot)}")
    assert seen > 100
    assert not wrong, "\n".join(["connect these to a method of a QObject:", *wrong])


@pytest.mark.parametrize(
    ("line", "caught"),
    [
        ("library.row_changed.connect(lambda _: grid.local.take_all())", True),
        ("library.replaced.connect(grid.local.take_all)", True),
        ("self.workspace.changed.connect(partial(self.show, 1))", True),
        ("self.workspace.shared(Facts).changed.connect(lambda: self.show())", True),
        ("theme.changed.connect(self.viewport().update)", False),
        ("self.library.updated.connect(self.session.compare_with_list)", False),
        ("self.workspace.search.clicked.connect(lambda: self.show())", False),
    ],
)
def test_what_would_outlive_its_receiver_is_caught(line: str, caught: bool) -> None:
    ((_line, inside, sender, slot),) = connections(ast.parse(line))
    assert (is_long_lived(sender) and not is_safe("", inside, slot)) is caught
