"""Dates and times on the screen are written by the language's rules (``kit/formats.py``).

A name of a file, which sorts by year, month and day, may be written by hand.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tree import PACKAGE, plant, python_files

DIRECTIVE = re.compile(r"%-?[A-Za-z]")
FOR_FILES = re.compile(r"%Y-?%m-?%d[^:]*\Z")
IN_A_PLACEHOLDER = re.compile(r"\{\w*:([^{}]*%-?[A-Za-z][^{}]*)\}")


def written_by_hand(folder: Path) -> Iterator[str]:
    """Every date's format that is not one of a file's name, with where it stands."""
    for where, tree in python_files(folder):
        for node in ast.walk(tree):
            for written in formats_in(node):
                if not FOR_FILES.match(written):
                    yield f"{where}:{getattr(node, 'lineno', 0)} {written}"


def formats_in(node: ast.AST) -> Iterator[str]:
    """The formats that a node has: ``strftime("%H")``, ``f"{at:%H}"`` or ``"{at:%H}"``."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr == "strftime":
            known = node.args and isinstance(node.args[0], ast.Constant)
            yield str(node.args[0].value) if known else "unknown"
    elif isinstance(node, ast.FormattedValue) and isinstance(node.format_spec, ast.JoinedStr):
        pieces = (p.value for p in node.format_spec.values if isinstance(p, ast.Constant))
        spec = "".join(map(str, pieces))
        if DIRECTIVE.search(spec):
            yield spec
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield from IN_A_PLACEHOLDER.findall(node.value)


def test_no_date_on_the_screen_is_written_by_hand() -> None:
    assert not list(written_by_hand(PACKAGE / "desktop"))


def test_dates_written_by_hand_are_found(tmp_path: Path) -> None:
    """The control."""
    code = (
        'at.strftime("%d %b")\nat.strftime(shape)\nf"{at:%H:%M}"\n_("At {at:%H}").format(at=at)\n'
        'at.strftime("%Y%m%dT%H%M%SZ")\nf"{at:%Y-%m-%d}.csv"\nf"{share:.0%}"\n"{count:,} %d"\n'
    )
    found = list(written_by_hand(plant(tmp_path, {"one.py": code})))
    assert [each.partition(" ")[2] for each in found] == ["%d %b", "unknown", "%H:%M", "%H"]
