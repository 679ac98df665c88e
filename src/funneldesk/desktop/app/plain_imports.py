"""Qt for Python without its look into every module that is imported.

PySide6 takes the place of the interpreter's import, reads the source of each module that comes
after it, and searches it for its own name: a module could ask for other names of Qt's functions
(``from __feature__ import snake_case``). None here does, and reading takes a tenth of the start.
"""

import builtins


def load_qt() -> None:
    """Load QtCore and leave the import as it was. Call it before anything else loads Qt."""
    plain = builtins.__import__
    import PySide6.QtCore  # noqa: F401

    builtins.__import__ = plain
