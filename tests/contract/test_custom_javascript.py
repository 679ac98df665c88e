"""What ``custom_javascript`` may hold (quirk 25)."""

import pytest
from tests.contract.linear_time import is_linear
from tests.depth import mostly_deep

from funneldesk.contract.custom_javascript import forbidden_code


@pytest.mark.parametrize(
    "code",
    [
        "",
        " \r\n\t",
        "<script></script>",
        "<script async src=https://example.com/a.js></script>\n<script>a<b</script>",
        "<SCRIPT\n>'</div>'</SCRIPT\n>",
        "<!-- note --> <!----><!--> <!---> <!-- a --!>",
        "<noscript><img src='a'><p>Text</p></noscript>",
        '<script data-a="</script>">x</script>',
    ],
)
def test_scripts_comments_and_noscript_are_allowed(code: str) -> None:
    assert forbidden_code(code) is None


@pytest.mark.parametrize(
    ("code", "offset", "word"),
    [
        ("alert(1)", 0, "text"),
        ("<script></script>;", 17, "text"),
        ("<script></script><style>", 17, "<style>"),
        (" <img src=x>", 1, "<img>"),
        ("<script>", 0, "never closed"),
        ("<script src=x/>", 0, "never closed"),
        ("<script></script", 0, "never closed"),
        ("<noscript>", 0, "never closed"),
        ("<!-- x", 0, "never closed"),
        ("</noscript>", 0, "closes nothing"),
        ("<!doctype html>", 0, "text"),
        ("<", 0, "text"),
        ("<scripty>", 0, "<scripty>"),
    ],
)
def test_anything_else_is_found_where_it_stands(code: str, offset: int, word: str) -> None:
    found = forbidden_code(code)
    assert found is not None
    assert found.offset == offset
    assert word in found.message
    assert found.message.endswith(".")


@pytest.mark.parametrize(
    "piece",
    mostly_deep(
        ["<script>", "<!--", "<script></script>", "<noscript ", "</script", "<!---->", "< ", "<"]
    ),
)
def test_a_million_characters_take_linear_time(piece: str) -> None:
    assert is_linear(forbidden_code, piece, 1_000_000)
