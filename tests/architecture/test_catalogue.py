"""Nothing that the window says goes around the catalogue of texts."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tree import PACKAGE, python_files

from funneldesk.desktop.kit.units import FORMS

ASKING = {"_", "ngettext", "pgettext"}
NOT_SHOWN = {
    "QuoteHead",
    "TypeVar",
    "counted",
    "WorkerPool",
    "damage",
    "cast",
    "setObjectName",
    "setProperty",
    "getattr",
    "hasattr",
    "execute",
}
"""Calls whose texts are for the program."""
LOGGING = {"debug", "info", "warning", "error", "exception"}
BUGS = {"ValueError", "TypeError", "RuntimeError", "AssertionError", "KeyError", "LookupError"}
"""Raised at whoever writes the program; what a user can meet has a sentence of its own."""
NAMES = {"Funneldesk", "Fusion", "Inter", "JetBrains Mono", "Inter, sans-serif"}
"""The same in every language."""
MARK = "# not shown"
_CODE = re.compile(
    r"[{}<>\\]|://|^\*|\b(SELECT|PRAGMA|INSERT|UPDATE|DELETE FROM|CREATE)\b"
    r"|=\(\)|^--\w|^Q[A-Z]\w+|charset=|-src |;$|palette\("
)
_KEYS = re.compile(r"(Ctrl|Shift|Alt|Meta)\+.*|F\d+|Esc|Enter|Return|Tab|Space|Backspace|Del")
_PLACES = re.compile(r"\{\w+(:[^{}]*)?\}")
_ONE_WORD = re.compile(r"[A-Z][a-z’']+[…?!.:]?")


def reads_like_text(text: str) -> bool:
    """Whether it is said to someone: words with a space, or one with a capital."""
    said = _PLACES.sub("X", text).strip()
    if said in NAMES or _CODE.search(said) or _KEYS.fullmatch(said):
        return False
    if " " in said:
        return re.search(r"[a-z]{2}", said) is not None
    return _ONE_WORD.fullmatch(said) is not None


def _called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _below(node: ast.AST) -> list[ast.AST]:
    """What stands under a node, without types that are written as texts, and a table's keys."""
    types = [getattr(node, "annotation", None), getattr(node, "returns", None)]
    types += node.keys if isinstance(node, ast.Dict) else []
    return [child for child in ast.iter_child_nodes(node) if child not in types]


def _exports(node: ast.AST) -> bool:
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"


def _asks_or_is_not_shown(node: ast.AST) -> bool:
    """Whether texts under a node are the catalogue's, or for the program alone."""
    if isinstance(node, ast.Call):
        return _called(node) in ASKING | NOT_SHOWN | LOGGING | BUGS
    if isinstance(node, ast.Compare | ast.arg | ast.Subscript) or _exports(node):
        return True
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant | ast.JoinedStr)


def around(source: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Texts that go around the catalogue, by line."""
    lines = source.splitlines()
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        if _asks_or_is_not_shown(node):
            continue
        if isinstance(node, ast.JoinedStr):
            parts = [str(p.value) for p in node.values if isinstance(p, ast.Constant)]
            text = "X".join(parts)
            todo += [p for p in node.values if isinstance(p, ast.FormattedValue)]
        elif isinstance(node, ast.Constant):
            text = node.value if isinstance(node.value, str) else ""
        else:
            todo += _below(node)
            continue
        if reads_like_text(text) and MARK not in lines[node.lineno - 1]:
            yield node.lineno, text


def _asks(node: ast.AST) -> bool:
    return any(isinstance(n, ast.Call) and _called(n) == "_" for n in ast.walk(node))


def hidden(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Places where a variable hides the function that asks the catalogue."""
    imported = any(isinstance(n, ast.alias) and n.name == "_" for n in ast.walk(tree))
    for node in ast.walk(tree) if imported else ():
        if isinstance(node, ast.Name) and node.id == "_" and isinstance(node.ctx, ast.Store):
            yield node.lineno, "_ is the catalogue's: another name for what is not used"
        if isinstance(node, ast.Lambda | ast.FunctionDef | ast.AsyncFunctionDef):
            given = [each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg)]
            if "_" in given and _asks(node):
                yield node.lineno, "_ is given here and asked of the catalogue as well"


def bypassing(source: str, tree: ast.Module | None = None) -> list[tuple[int, str]]:
    """Both kinds, by line."""
    tree = tree or ast.parse(source)
    return [*around(source, tree), *hidden(tree)]


def test_every_text_of_the_window_is_asked_of_the_catalogue() -> None:
    found = [
        f"{where}:{line}: {text}"
        for where, tree in python_files(PACKAGE / "desktop")
        for line, text in bypassing((PACKAGE / "desktop" / where).read_text("utf-8"), tree)
    ]
    assert not found, "\n".join(found)


def units(tree: ast.AST) -> Iterator[str]:
    """What is counted by a name that is written where it is counted."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _called(node) == "counted" and len(node.args) == 2:
            unit = node.args[1]
            if isinstance(unit, ast.Constant):
                yield str(unit.value)


def test_everything_that_is_counted_has_its_plural() -> None:
    found = {unit for _, tree in python_files(PACKAGE / "desktop") for unit in units(tree)}
    assert len(found) > 5
    assert found <= set(FORMS)


@pytest.mark.parametrize(
    ("line", "caught"),
    [
        ('Button("Delete")', True),
        ('say("Not on the server.")', True),
        ('say(f"Saved locally {now}")', True),
        ('say(_("Saved locally {now}").format(now=f"The {day}"))', True),
        ('say(_("Saved locally {now}").format(now=now))', False),
        ('ngettext("{count} page", "{count} pages", count)', False),
        ('log.warning("Gone %s", name)', False),
        ('raise ValueError("No such kind")', False),
        ('KEPT = "The file {name} is kept."', True),
        ('frame.setObjectName("Card")', False),
        ('kind = "Card"  # not shown', False),
        ('"""About the server."""', False),
        ('def read(self) -> "Callable[[Api, int], Awaitable[Record]]": ...', False),
        ('read: "Callable[[Api, int], Awaitable[Record]]" = say("Gone")', True),
        ('__all__ = ["Outcome"]', False),
        ('key = "Ctrl+Shift+P"', False),
        ("from x import _\nfor _, row in rows: pass", True),
        ("from x import _\nwhole = lambda _: say(_('Gone'))", True),
        ("from x import _\nwhole = lambda _: None", False),
    ],
)
def test_a_text_beside_the_catalogue_is_caught(line: str, caught: bool) -> None:
    assert bool(bypassing(line)) is caught


def test_the_texts_of_an_example_are_read(tmp_path: Path) -> None:
    """The control: what the code really says is found when it is not asked for."""
    source = (PACKAGE / "desktop" / "shell" / "top_bar.py").read_text("utf-8")
    assert not bypassing(source)
    assert bypassing(source.replace("_(", "str("))
