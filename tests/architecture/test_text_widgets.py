"""Text from a server never becomes markup in a widget, and no nested loop stops the tasks.

Qt's labels, tool tips and boxes guess whether a text is HTML. The kit's ``text.py`` is the one
place that makes labels and tips, and it never lets them guess.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from tree import PACKAGE, called_name, python_files

TEXT_MODULE = Path("kit/controls/labels.py")
MAKERS = {Path("kit"), Path("records")}

GUESSING = {
    "QErrorMessage": "use the kit's dialogs and notices",
    "QGraphicsTextItem": "use QGraphicsSimpleTextItem",
    "QInputDialog": "use the kit's dialogs",
    "QLabel": "use the kit's Label",
    "QMessageBox": "use the kit's dialogs",
    "QProgressDialog": "use the kit's notices",
    "QTextBrowser": "use the kit's HTML view",
    "QTextEdit": "use QPlainTextEdit, or the kit's RichTextEdit",
    "QToolTip": "use the kit's set_tip",
    "QWhatsThis": "use the kit's set_tip",
}
RICH = {
    "AutoText": "text must be PlainText",
    "MarkdownText": "text must be PlainText",
    "RichText": "text must be PlainText",
}
FORBIDDEN_CALLS = {
    "appendHtml": "served by the HTML view's scheme instead",
    "exec": "a nested loop kills other tasks: open() and await",
    "exec_": "a nested loop kills other tasks: open() and await",
    "insertHtml": "served by the HTML view's scheme instead",
    "setHtml": "it fails above 2 MB and its base address leaks: use the scheme",
    "setMarkdown": "text must be plain",
}
RICH_TEXT = Path("kit/rich_text")
"""Its editor takes nothing but blocks that were read there, and loads nothing."""
DRAGGING = Path("kit/dragging.py")
"""A drag nests a loop and has no other form; it begins in a mouse event, never in a task."""
TIPS = {"setStatusTip", "setToolTip", "setWhatsThis"}


def problems(tree: ast.Module, where: Path) -> Iterator[str]:
    """What breaks the rule in one file; ``where`` is relative to the desktop's folder."""
    if where == TEXT_MODULE:
        return
    for node in ast.walk(tree):
        reason = _reason(node, where)
        if reason:
            yield f"{where}:{getattr(node, 'lineno', 0)}: {reason}"


def _reason(node: ast.AST, where: Path) -> str:
    if isinstance(node, ast.alias):
        name = node.name.rpartition(".")[2]
        if name == "QTextEdit" and where.parent == RICH_TEXT:
            return ""
        return f"{name}: {GUESSING[name]}" if name in GUESSING else ""
    if isinstance(node, ast.Attribute):
        if node.attr in GUESSING | RICH:
            return f"{node.attr}: {(GUESSING | RICH)[node.attr]}"
        if node.attr == "ToolTipRole" and not MAKERS.intersection(where.parents):
            return "ToolTipRole: tips of rows are made by the models of the kit and of records"
    if isinstance(node, ast.Call) and not (where == DRAGGING and called_name(node) == "exec"):
        return _reason_of_call(node)
    return ""


def _reason_of_call(call: ast.Call) -> str:
    name = called_name(call)
    if name in FORBIDDEN_CALLS and isinstance(call.func, ast.Attribute):
        return f"{name}(): {FORBIDDEN_CALLS[name]}"
    if name in TIPS and not all(_is_fixed(argument) for argument in call.args):
        return f"{name}() with a text that is not fixed: use the kit's set_tip"
    if name == "addRow" and call.args and isinstance(call.args[0], ast.JoinedStr):
        return "addRow() makes a label that guesses: give it a Label"
    return ""


def _is_fixed(argument: ast.expr) -> bool:
    """A literal, or the translation of one."""
    if isinstance(argument, ast.Call) and called_name(argument) in {"tr", "translate"}:
        return all(isinstance(word, ast.Constant) for word in argument.args)
    return isinstance(argument, ast.Constant)


def test_no_widget_guesses_at_a_text() -> None:
    desktop = PACKAGE / "desktop"
    files = list(python_files(desktop))
    found = [problem for where, tree in files for problem in problems(tree, where)]
    assert files
    assert not found, "\n".join(found)


def test_the_kits_own_label_shows_plain_text() -> None:
    source = (PACKAGE / "desktop" / TEXT_MODULE).read_text(encoding="utf-8")
    labels = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ClassDef)
        and any(isinstance(base, ast.Name) and base.id == "QLabel" for base in node.bases)
    ]
    assert labels
    for label in labels:
        assert "setTextFormat(Qt.TextFormat.PlainText)" in ast.unparse(label), label.name


@pytest.mark.parametrize(
    "line",
    [
        "from PySide6.QtWidgets import QLabel",
        "label = QtWidgets.QLabel(name)",
        "QtWidgets.QMessageBox.critical(self, 'No', name)",
        "label.setTextFormat(Qt.TextFormat.RichText)",
        "label.setTextFormat(Qt.AutoText)",
        "view.setHtml(page.html)",
        "dialog.exec()",
        "menu.exec_(place)",
        "button.setToolTip(page.title)",
        "button.setToolTip(f'Open {page.title}')",
        "button.setToolTip(self.tr(page.title))",
        "form.addRow(f'{name}', field)",
        "if role == Qt.ItemDataRole.ToolTipRole: pass",
    ],
)
def test_a_guessing_widget_is_caught(line: str) -> None:
    assert list(problems(ast.parse(line), Path("parts/pages/panel.py")))


@pytest.mark.parametrize(
    "line",
    [
        "from funneldesk.desktop.kit.controls.labels import Label",
        "label.setTextFormat(Qt.TextFormat.PlainText)",
        "button.setToolTip('Save')",
        "button.setToolTip(self.tr('Save'))",
        "await dialog.open()",
        "connection.execute(statement)",
        "exec(code)",
        "form.addRow(Label(name), field)",
    ],
)
def test_what_is_right_is_left_alone(line: str) -> None:
    module = ast.parse(line) if "await" not in line else ast.parse(f"async def f():\n    {line}")
    assert not list(problems(module, Path("parts/pages/panel.py")))
