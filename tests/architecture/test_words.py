"""What users read is plain product English: words that they had to translate do not come back."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from tree import PACKAGE, python_files

REFUSED = {
    "platform": "server",
    "Platform": "Server",
    "Put away": "Clear",
    "Was it this": "Did you mean",
    "Kept here": "Saved locally",
    "Meet the page": "Open the live page",
    "Open as a visitor": "Open the live page",
    "Leave out": "Skip",
    "Throw away": "Discard",
    "Starts anew": "Will restart",
    "Bring an": "Use an",
    "what is known of": "details",
}
"""A piece of a text, and what to say in its place."""
EXCEPTED = {"Leave out the server's own scripts"}
"""The name of a field whose opposite is to keep them."""


def texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every text with more than one word that is no docstring, with its line."""
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or id(node) in said:
            continue
        if isinstance(node.value, str) and " " in node.value.strip():
            yield node.lineno, node.value


def refused(where: Path, tree: ast.Module) -> Iterator[str]:
    """Texts that hold a refused word, as sentences."""
    for line, text in texts(tree):
        for word, better in REFUSED.items():
            if word in text and text not in EXCEPTED:
                yield f"{where}:{line}: “{text}”: say “{better}”, not “{word}”"


def test_nothing_on_screen_has_to_be_translated() -> None:
    found = [
        one for where, tree in python_files(PACKAGE / "desktop") for one in refused(where, tree)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("line", "caught"),
    [
        ('say("Not on the platform.")', True),
        ('say(f"Kept here {now}")', True),
        ('say("platform")', False),
        ('"""About the platform."""', False),
        ('say("Saved on the server.")', False),
    ],
)
def test_a_refused_word_is_caught(line: str, caught: bool) -> None:
    assert bool(list(refused(Path("kit/explain.py"), ast.parse(line)))) is caught
