"""Percent on the screen is written by the language's rules: ``Formats.percent``.

The sign stands before the number in some languages, apart from it in others. Lengths in style
sheets ("100%") stand close to their number and are no words.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tree import PACKAGE, plant, python_files

APART = "[ \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]"
IN_WORDS = re.compile(rf"\}}{APART}?%(?!\w)|\d{APART}%(?!\w)|[}}\d]{APART}?percent\b")
AFTER_A_VALUE = re.compile(rf"{APART}?%(?!\w)")
SPEC = re.compile(r"\.?\d*%\Z")


def written_by_hand(folder: Path) -> Iterator[str]:
    """Every percent that is written by hand, with where it stands."""
    for where, tree in python_files(folder):
        told = docstrings(tree)
        for node in ast.walk(tree):
            if node not in told:
                for written in percent_in(node):
                    yield f"{where}:{getattr(node, 'lineno', 0)} {written}"


def docstrings(tree: ast.AST) -> set[ast.AST]:
    """Texts that nobody sees."""
    alone = (node.value for node in ast.walk(tree) if isinstance(node, ast.Expr))
    return {value for value in alone if isinstance(value, ast.Constant)}


def percent_in(node: ast.AST) -> Iterator[str]:
    """The percent that a node has: ``f"{share:.0%}"``, ``f"{number} %"`` or ``"{number} %"``."""
    if isinstance(node, ast.JoinedStr):
        for before, after in zip(node.values, node.values[1:], strict=False):
            if isinstance(before, ast.FormattedValue) and isinstance(after, ast.Constant):
                found = AFTER_A_VALUE.match(str(after.value))
                if found:
                    yield f"{{…}}{found[0]}"
    elif isinstance(node, ast.FormattedValue) and isinstance(node.format_spec, ast.JoinedStr):
        pieces = (p.value for p in node.format_spec.values if isinstance(p, ast.Constant))
        spec = "".join(map(str, pieces))
        if SPEC.search(spec):
            yield spec
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from IN_WORDS.findall(node.value)


def test_no_percent_on_the_screen_is_written_by_hand() -> None:
    assert not list(written_by_hand(PACKAGE / "desktop"))


def test_percent_written_by_hand_is_found(tmp_path: Path) -> None:
    """The control."""
    lines = (
        'f"{share:.1%}"',
        'f"{number} %"',
        '_("{number} % off")',
        '_("Half is 50 %")',
        'f"{number:g}\\N{NO-BREAK SPACE}%"',
        '_("{share} percent")',
        'sheet = "width: 100%"',
        'f"{at:%H}"',
        'shown = "{count:,} %d"',
        '_("Margin, %")',
        "HERE.percent(share)",
    )
    found = written_by_hand(plant(tmp_path, {"one.py": "\n".join(lines)}))
    assert sorted(each.partition(" ")[0] for each in found) == [
        f"one.py:{at}" for at in range(1, 7)
    ]
