"""Qt for Python without what it loads and does for others.

PySide6 takes the place of the interpreter's import, reads the source of each module that comes
after it, and searches it for its own name: a module could ask for other names of Qt's functions
(``from __feature__ import snake_case``). None here does, and reading takes a tenth of the start.
It also compiles, anew with each start, what writes stubs for type checkers: a twelfth.
"""

import builtins
import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

LIBRARY = "shibokensupport.signature.lib"
STUB_WRITERS = ("pyi_generator", "enum_sig")


def load_qt() -> None:
    """Load QtCore and leave the import as it was. Call it before anything else loads Qt."""
    plain = builtins.__import__

    def without_stub_writers(name: str, *how: Any, **named: Any) -> ModuleType:
        if name == LIBRARY:
            _leave_out_stub_writers()
        return plain(name, *how, **named)

    builtins.__import__ = without_stub_writers
    try:
        import PySide6.QtCore  # noqa: F401
    finally:
        builtins.__import__ = plain


def _leave_out_stub_writers() -> None:
    """Have them found as modules in which nothing is."""
    for name in STUB_WRITERS:
        empty = ModuleType(f"{LIBRARY}.{name}")
        empty.__spec__ = ModuleSpec(empty.__name__, None)
        sys.modules.setdefault(empty.__name__, empty)
