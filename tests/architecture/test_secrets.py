"""A key is never written to a log or a stream, nor put into the words of an exception."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from tree import PACKAGE, called_name, python_files

SECRETS = {"access_key", "api_key", "key", "password", "secret", "secret_text", "token"}
NOT_SECRET_IN_ERRORS = {"key"}
"""An exception may name the key of a mapping; in a log that word is too dear."""

WRITERS = {
    "critical",
    "debug",
    "error",
    "exception",
    "info",
    "log",
    "print",
    "warn",
    "warning",
}

SHOWS_KEYS_ON_PURPOSE = {"server/key_commands.py"}
"""The command whose purpose is to print a key, once."""


def leaks(where: Path, tree: ast.Module) -> Iterator[str]:
    """Calls and raises that carry a secret's variable; ``where`` is relative to the package."""
    if where.as_posix() in SHOWS_KEYS_ON_PURPOSE:
        return
    for node in ast.walk(tree):
        words: list[ast.expr] = []
        if isinstance(node, ast.Call) and _writes(node):
            words = [*node.args, *(keyword.value for keyword in node.keywords)]
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            words = [word for word in node.exc.args if isinstance(word, ast.JoinedStr)]
        harmless = NOT_SECRET_IN_ERRORS if isinstance(node, ast.Raise) else set()
        for word in words:
            for name in set(_shown(word)) - harmless:
                yield f"{where}:{word.lineno}: `{name}` would be shown"


def _writes(call: ast.Call) -> bool:
    name = called_name(call)
    return name in WRITERS or (
        name == "write" and ast.unparse(call.func).endswith(("stderr.write", "stdout.write"))
    )


def _shown(word: ast.expr) -> Iterator[str]:
    """Names of secrets whose value becomes a part of this text."""
    if isinstance(word, ast.JoinedStr):
        for piece in word.values:
            if isinstance(piece, ast.FormattedValue):
                yield from _shown(piece.value)
    elif isinstance(word, ast.Name) and word.id in SECRETS:
        yield word.id
    elif isinstance(word, ast.Attribute) and word.attr in SECRETS:
        yield word.attr


def test_no_secret_is_written_anywhere() -> None:
    found = [leak for where, tree in python_files(PACKAGE) for leak in leaks(where, tree)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("line", "caught"),
    [
        ("log.info('asking with %s', key)", True),
        ("log.warning(f'refused: {self.api_key}')", True),
        ("print(secret)", True),
        ("sys.stderr.write(f'{access_key}')", True),
        ("raise ValueError(f'bad {password}')", True),
        ("log.info('asking for %s', page.id)", False),
        ("raise ValueError('the password is missing')", False),
        ("entries[key] = value", False),
        ("log.info('%d keys', len(key))", False),
    ],
)
def test_a_leak_is_caught(line: str, caught: bool) -> None:
    assert bool(list(leaks(Path("client/calls.py"), ast.parse(line)))) is caught
